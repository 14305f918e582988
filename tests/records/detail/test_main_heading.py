"""The heading that names a record on its own page."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.mark.parametrize(
    ("title", "name", "told"),
    [("", "Acme shop", True), ("Amber lamp", "Amber lamp", False), ("Acme shop", "Acme shop", False)],
    ids=["no-title", "the-second", "the-first"],
)
def test_two_main_headings_are_told_where_the_title_knows_neither(
    page: Page, spec: Spec, title: str, name: str, told: bool
) -> None:
    """The shop's name, in a heading like the lamp's, was what the lamp is called, in silence."""
    html = "<main><h1>Acme shop</h1><h1>Amber lamp</h1><p>$49.50</p><p>Made of brass, for a desk.</p></main>"
    got = read(replace(page(html), title=title), spec({"title": "text", "price": "money"}, kind="page"))
    assert got.records[0].values["title"] == name
    assert ("by type" in {remark.code for remark in got.remarks}) == told
