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


@pytest.mark.parametrize("name", ["title", "headline", "schlagzeile", "overskrift"])
def test_what_an_article_is_called_is_its_main_heading(page: Page, spec: Spec, name: str) -> None:
    """Other headings of the page, by classes that have the word, are not asked about."""
    html = (
        "<header><h2 class=headline>Share</h2></header><main><article><h1>Rain ahead in the north</h1><p>It will be wet.</p>"
        "</article><aside><h3 class=headline>Related topics</h3><ul><li>Sun</li><li>Wind</li></ul></aside></main>"
    )
    got = read(page(html), spec({name: "text", "published": "date"}, kind="page"))
    assert got.records[0].values[name] == "Rain ahead in the north"
    assert not [one for one in got.problems if one.field == name]
