"""An entry in a box of its own above a list, which leads where the list's entries lead."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, Walk, judge, read
from webdart.records.model import Totals

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

THEME = (
    "<aside><article><h1><a href=/post{n}.html>Words about {n}</a></h1><p>On <i>2024-03-1{n}</i></p><p>All of it.</p>"
    "</article></aside>"
)
HERO = "<div><a href=/post{n}.html><img src=x.png><h2>Words about {n}</h2></a><b>2024-03-1{n}</b></div>"
BANNER = "<div><h1>Words about {n}</h1><p>All of it, 2024-03-1{n}.</p><p><a href=/post{n}.html>Go on</a></p></div>"
ENTRY = (
    "<li><div><h3><a href=/post{n}.html>Words about {n}</a></h3><span>2024-03-1{n}</span><p>Some of it.</p></div></li>"
)
BARE = "<li><a href=/post{n}.html>Words about {n}</a></li>"
LIST = "<section><h2>Others</h2><ul>{}</ul></section>"


def listed(entry: str, numbers: range = range(1, 7)) -> str:
    return LIST.format("".join(entry.format(n=n) for n in numbers))


def told(view: PageView, spec: ListingSpec, rows: int = 6) -> list[str]:
    got = read(view, spec)
    assert got.error("u") is None
    assert len(got.records) == rows
    return [remark.text for remark in got.remarks if remark.code == "apart"]


@pytest.mark.parametrize("above", [THEME, HERO, BANNER])
@pytest.mark.parametrize("entry", [ENTRY, BARE])
def test_the_entry_above_a_list_is_told_by_its_title(page: Page, spec: Spec, above: str, entry: str) -> None:
    """The latest post of a theme, a picture with its title, a banner that goes on: six of seven were called complete."""
    site = "<header><h1><a href=/>Site</a></h1><nav><a href=/post9.html>Nine</a></nav></header>"
    said = told(page(site + above.format(n=0) + listed(entry)), spec({"title": "text", "url": "link"}))
    assert ["'Words about 0'" in text for text in said] == [True]


def test_an_entry_that_lacks_some_of_the_fields(page: Page, spec: Spec) -> None:
    """A topic that is pinned shows when, and not how often it was read: its address tells that it is a topic."""
    rows = "".join(
        f"<tr><td><a href=/topic?t={n}>Topic {n}</a></td><td>2024-03-1{n}</td><td>{n}7</td></tr>" for n in range(6)
    )
    pinned = "<div><h3><a href=/topic?t=99>Rules</a></h3><p>since 2023-01-05</p></div>"
    table = f"<table><tr><th>Topic</th><th>Date</th><th>Views</th></tr>{rows}</table>"
    said = told(page(pinned + table), spec({"topic": "text", "date": "date", "views": "integer"}))
    assert ["'Rules'" in text for text in said] == [True]


@pytest.mark.parametrize(
    "above",
    [
        THEME.format(n=3),  # one of those in the list
        "<div><h1><a href=/about.html>About us</a></h1><p>All about us.</p></div>",
        "<div><h1><a href=/kinds/post7.html>Kind 7</a></h1><p>Posts of one kind.</p></div>",
        "<h1><a href=/post7.html>Nothing but this</a></h1>",
        "<div><p><a href=/post7.html>See</a> what we wrote.</p></div>",
        "<nav><div><h2><a href=/post7.html>Words about 7</a></h2><p>2024-03-17</p></div></nav>",
        "<div><h2><a href=https://other.example/post7.html>Elsewhere</a></h2><p>2024-03-17</p></div>",
    ],
)
def test_what_is_no_entry_is_not_told(page: Page, spec: Spec, above: str) -> None:
    """What the list has too, headings of another kind, no heading or nothing but one, menus, another site."""
    assert told(page(above + listed(ENTRY)), spec({"title": "text", "url": "link"})) == []


def test_a_total_and_a_part_of_the_page_settle_it(page: Page, spec: Spec) -> None:
    """A list that says how many it has, and has them, lacks none; nor does the part that the file asks for."""
    view = page(THEME.format(n=0) + "<p>6 posts</p>" + listed(ENTRY))
    assert told(view, spec({"title": "text", "url": "link"}, into="posts")) == []


def test_a_list_that_ended_is_not_complete_where_one_stands_apart() -> None:
    """Its end says nothing of the one above it; a total that is reached, or an order that was verified, does."""
    walk = Walk(collected=6, pages=1, sizes=(6,), ended=True, apart="one apart")
    assert judge(walk) == ("unknown", ("one apart", "one page, and no further one"))
    assert judge(Walk(collected=6, pages=1, sizes=(6,), apart="one apart", last=Totals(stated=6)))[0] == "complete"
    assert judge(Walk(collected=6, pages=1, sizes=(6,), apart="one apart", last=Totals(stated=7)))[1][1] == "one apart"
    assert judge(Walk(collected=6, pages=1, covered="in order", apart="one apart"))[0] == "complete"
