"""What on a page speaks for more rows than it shows."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

CARDS = "".join(f"<div class=card><h3><a href=/p/{n}>Lamp {n}</a></h3><p>Code: {n}</p></div>" for n in range(6))


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ("<p><span>Show more</span></p>", ["the page has 'Show more'"]),
        ("<div>Load more</div>", ["the page has 'Load more'"]),
        ("<h2>News</h2><p><span>Show more</span></p>", []),
        ("<p>more</p>", []),
    ],
)
def test_words_for_more_that_are_no_button_by_their_looks(page: Page, spec: Spec, below: str, told: list[str]) -> None:
    """A script may hear of a text that nothing marks; what stands below another heading is of another list."""
    view = page(f"<main><h1>Lamps</h1><div>{CARDS}</div>{below}</main>")
    got = read(view, spec({"name": "text", "code": "integer"}))
    assert [sign.text for sign in got.signs] == told


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ("<p>There are 7 lamps in the attic. <a href=#>Show</a></p>", "There are 7 lamps in the attic. Show"),
        ("<div><span>3 verkaufte Lampen<button>Einblenden</button></span></div>", "3 verkaufte Lampen Einblenden"),
        ("<p>There are 7 lamps in the attic. <button>Hide</button></p>", ""),
        ("<p>6 lamps <button>View</button></p>", ""),
        ("<p>Made on 2024-03-05 by 2 men <button>Show</button></p>", ""),
        ("<p>There are 7 lamps in the attic. <button>Show</button> <button>Sell</button></p>", ""),
    ],
)
def test_entries_that_a_sentence_counts_and_keeps_back(page: Page, spec: Spec, below: str, told: str) -> None:
    """A number of entries beside a button that only says that it shows them; that of the rows themselves is none."""
    view = page(f"<main><h1>Lamps</h1><div>{CARDS}</div>{below}</main>")
    got = read(view, spec({"name": "text", "code": "integer"}))
    assert [sign.text for sign in got.signs] == ([f"the page has {told!r}"] if told else [])


TABS = "<div>" + "".join(f"<a href={at}>{word}</a> " for word, at in (("Open", "/"), ("Sold", "?sold"), ("All", "{}")))


@pytest.mark.parametrize(
    ("led", "everything", "told"),
    [
        ("", "/all", ["the page has 'All'"]),
        ("Sold", "/all", []),
        ("Garden", "/all", ["the page has 'All'"]),
        ("All", "/list?state=all", []),
        ("", "/list?state=all", ["the page has 'All'"]),
        ("", "/list", []),
    ],
)
def test_a_choice_that_was_followed(page: Page, spec: Spec, led: str, everything: str, told: list[str]) -> None:
    """Tabs stand on each of their pages: who has followed one, or is at "All", is not told that there is "All"."""
    view = page(f"<main><h1>Lamps</h1>{TABS.format(everything)}</div><div>{CARDS}</div></main>")
    got = read(view, replace(spec({"name": "text", "code": "integer"}), led=led))
    assert [sign.text for sign in got.signs] == told
