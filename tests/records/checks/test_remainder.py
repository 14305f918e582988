"""What on a page speaks for more rows than it shows."""

from collections.abc import Callable

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
