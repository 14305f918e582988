"""How the request of a page follows from those of others: by a number, an offset, a cursor, a whole address."""

from typing import Any

import pytest

from webdart.records.data.data_table import Misread
from webdart.records.data.request_series import Count, RequestPaging, pagings_of, plain_request, request_of

API = "https://shop.example/api/parts"
NUMBERS: list[Any] = [{"items": [{"id": 1}, {"id": n * 10 + 3}]} for n in range(1, 5)]
CURSORS: list[Any] = [{"next": f"c {n}", "items": [{"id": n * 10}]} for n in range(1, 5)]
ONWARD: list[Any] = [{"links": {"next": f"/api/parts?p={n}x"}, "items": []} for n in range(2, 5)]


def learned(requests: list[str], answers: list[Any]) -> RequestPaging:
    return next(pagings_of(requests, answers[: len(requests)], "/items"))


@pytest.mark.parametrize(
    ("requests", "fourth"),
    [
        (["?page=1", "?page=2", "?page=3"], "?page=4"),
        (["?size=10", "?size=10&page=2", "?size=10&page=3"], "?size=10&page=4"),
        (["?from=0&to=9", "?from=10&to=19", "?from=20&to=29"], "?from=30&to=39"),
        (["/1?a=b", "/2?a=b", "/3?a=b"], "/4?a=b"),
        (["?page=0&at=88", "?page=1&at=3", "?page=2&at=40"], "?page=3&at=88"),
        (["?draw=1&start=0", "?draw=2&start=10", "?draw=3&start=20"], "?draw=4&start=30"),
    ],
)
def test_numbers_count(requests: list[str], fourth: str) -> None:
    """Pages, offsets, parts of the path; a number that follows no rule stays as it was."""
    whole = [f"{API}{one}" for one in requests]
    paging = learned(whole, NUMBERS)
    assert not paging.follows
    assert [request_of(paging, whole[0], page, None) for page in range(4)][1:] == [
        f"{API}{one.replace('at=3', 'at=88').replace('at=40', 'at=88')}" for one in (*requests[1:], fourth)
    ]


def test_a_cursor_is_taken_from_the_answer_before() -> None:
    """Also where it is the last row's; a missing one is the end."""
    paging = learned([API, f"{API}?after=c+1", f"{API}?after=c+2"], CURSORS)
    assert paging == RequestPaging(cursors={"?after": "/next"})
    assert request_of(paging, API, 3, CURSORS[2]) == f"{API}?after=c+3"
    assert request_of(paging, API, 3, {"next": None}) == ""
    last = learned([API, f"{API}?after=10", f"{API}?after=21"], [{"items": [{"id": 10}]}, {"items": [{"id": 21}]}, {}])
    assert last.cursors == {"?after": "/items/-1/id"}


def test_what_counts_and_is_a_cursor_must_stay_both() -> None:
    """The identifiers of the first pages have no gap: whether the server passes over rows or over identifiers is open."""
    answers: list[Any] = [{"items": [{"id": n}]} for n in (10, 20, 30, 41)]
    paging = learned([API, f"{API}?after=10", f"{API}?after=20"], answers)
    assert request_of(paging, API, 3, answers[2]) == f"{API}?after=30"
    with pytest.raises(Misread, match="counts to 40, and the answer before it has 41"):
        request_of(paging, API, 4, answers[3])
    asked = [request_of(one, API, 4, answers[3]) for one in paging.readings]
    assert asked == [f"{API}?after=40", f"{API}?after=41"]
    assert not paging.tells_end("/items")


def test_a_whole_address_is_taken_from_the_answer_before() -> None:
    """As the answer gives it, taken from the first request on."""
    paging = learned([API, f"{API}?p=2x", f"{API}?p=3x"], ONWARD)
    assert paging == RequestPaging(onward="/links/next")
    assert request_of(paging, API, 3, ONWARD[2]) == f"{API}?p=4x"


def test_requests_without_a_rule_teach_none() -> None:
    """Neither numbers nor anything that an answer says."""
    assert not list(pagings_of([f"{API}?k=a", f"{API}?k=b", f"{API}?k=c"], NUMBERS[:3], "/items"))
    assert request_of(RequestPaging(), API, 1, None) == ""
    assert request_of(RequestPaging(counts={"?p": Count(5, 5)}), f"{API}?p=5", 2, None) == f"{API}?p=15"


def test_what_changes_by_no_rule_can_be_left_out() -> None:
    """A time that keeps caches away is no part of the request; a parameter that all pages have is."""
    requests = [f"{API}?q=a%20b&page={page}&_={time}" for page, time in ((1, 88), (2, 91), (3, 90))]
    assert plain_request(requests, learned(requests, NUMBERS)) == f"{API}?q=a+b&page=1"
