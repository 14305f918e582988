"""What a stage was refused speaks against its tables, and so against the answer."""

import pytest

from webdart.answer.conclusion import Facts, conclude
from webdart.navigate.blocked_requests import doubted
from webdart.records.model import ListingSummary, Verdict
from webdart.trace import Event, EventKind
from webdart.values import replace


def event(kind: EventKind, text: str = "", **data: object) -> Event:
    return Event(seconds=0.0, kind=kind, text=text, stage=0, data=data)


ASKED = event("refused", "POST https://s.example/orders", asked="Fetch")
IN_VAIN = (
    event("action", url="https://s.example/", followed="Orders"),
    ASKED,
    event("page", url="https://s.example/"),
)


def listing(verdict: Verdict, collected: int) -> ListingSummary:
    """A listing that ended without anything against it."""
    return ListingSummary(
        table="orders",
        site="s",
        objective="",
        url="https://s.example/",
        stated=None,
        collected=collected,
        pages=1,
        verdict=verdict,
        reasons=("one page, and no further one",),
    )


@pytest.mark.parametrize("verdict", ["complete", "as asked", "unknown"])
@pytest.mark.parametrize(("events", "rows"), [(IN_VAIN, 3), ((ASKED,), 0)], ids=["a step in vain", "no rows"])
def test_what_was_refused_makes_an_answer_doubtful(verdict: Verdict, events: tuple[Event, ...], rows: int):
    """Also where the file bounds the walk: exit 3, with the line that lets the request through."""
    (one,) = doubted([listing(verdict, rows)], events, 0)
    assert one.verdict == "unknown"
    outcome = conclude(Facts(run="r", workflow="w", seconds=0, report="", listings=[one]))
    assert (outcome.exit, [doubt.kind for doubt in outcome.doubts]) == (3, ["unknown"])
    assert 'reads: ["POST /orders"]' in str(outcome.doubts[0])


def test_what_the_walk_has_found_amiss_goes_before_what_was_refused():
    """A region that no page has is the nearer reason for no rows than a request beside it."""
    amiss = "no rows were recognised on any of 3 records' pages: 'Papers' is nowhere on the page"
    unknown = replace(listing("unknown", 0), reasons=(amiss,), signs=(amiss,))
    (one,) = doubted([unknown], (ASKED,), 0)
    assert (one.reasons[0], one.signs[0]) == (amiss, amiss)
    assert 'reads: ["POST /orders"]' in one.reasons[1]


def test_what_was_refused_beside_rows_is_nothing():
    """A request that a script makes beside a listing that has rows."""
    assert doubted([listing("complete", 3)], (ASKED,), 0) == (listing("complete", 3),)


def test_a_socket_comes_before_what_is_asked_in_its_place():
    """A script that gets no socket asks by POST: letting that through is not what its site is made for."""
    events = (event("refused", "the socket of s.example", socket="s.example"), ASKED)
    (one,) = doubted([listing("complete", 3)], events, 0, unsure=True)
    assert one.verdict == "incomplete"
    assert "sockets: allow" in one.reasons[0]
