"""The next link is asked for where it stood; anything else than the same link there is left to a look at the whole page."""

import pytest

from tests.records.conftest import build
from webdart.navigate.walk.next_place import NextPlace, found_at, place_of
from webdart.page.model import PageView


def pager(page: int, *, words: str = "Next", kind: str = "pager", more: str = "") -> PageView:
    links = f'<a href="/list?page={page - 1}">Previous</a> <a rel=next href="/list?page={page + 1}">{words}</a>'
    return build(
        f"<main><ul><li>Thing {page}</li></ul><div class={kind}>{links}</div>{more}</main>", "http://shop.example/list"
    )


@pytest.fixture
def place() -> NextPlace:
    view = pager(2)
    found = place_of(view, next(node for node in view.nodes if node.attributes.get("rel") == "next"))
    assert found is not None
    return found


def test_the_same_words_at_the_same_place_are_the_link(place: NextPlace) -> None:
    found = found_at(pager(7), place)
    assert found is not None
    assert found.attributes["href"] == "http://shop.example/list?page=8"


def test_two_pagers_that_lead_to_one_page_are_one(place: NextPlace) -> None:
    twice = '<div class=pager><a rel=next href="/list?page=8">Next</a></div>'
    assert found_at(pager(7, more=twice), place) is not None


@pytest.mark.parametrize(
    "view",
    [
        pager(7, words="Following"),
        pager(7, kind="reviews"),
        pager(7, more='<div class=pager><a rel=next href="/talk?page=2">Next</a></div>'),
        build(
            "<main><ul><li>Thing 9</li></ul><div class=pager><span>Next</span></div></main>", "http://shop.example/list"
        ),
    ],
    ids=["other words", "another place", "two pages", "no link"],
)
def test_anything_else_is_not(view: PageView, place: NextPlace) -> None:
    assert found_at(view, place) is None


def test_a_number_is_no_place_of_the_next_link() -> None:
    """On the page behind it that number is another one, or the page itself."""
    view = pager(2, words="3")
    assert place_of(view, next(node for node in view.nodes if node.attributes.get("rel") == "next")) is None
