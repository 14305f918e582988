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


def test_a_heading_that_leads_elsewhere_is_not_the_records(page: Page, spec: Spec) -> None:
    """A song has its singer below its name, and before it in the window's title."""
    html = "<h1>Harbour Lights</h1><h2><a href=/artists/7>The Lanterns</a></h2><p>We saw the harbour lights.</p>"
    view = replace(page(html), title="The Lanterns - Harbour Lights Lyrics | Songs")
    assert read(view, spec({"title": "text"}, kind="page")).records[0].values["title"] == "Harbour Lights"
    bug = "<h1><a href=/lamps>Lamps</a></h1><h2>Bug 42</h2><p>It flickers.</p>"
    view = replace(page(bug), title="Bug 42 - Lamps - Tracker")
    assert read(view, spec({"title": "text"}, kind="page")).records[0].values["title"] == "Bug 42"


def test_an_unseen_heading_names_no_record(page: Page, spec: Spec) -> None:
    """A box that opens when something is put into the basket had the first headings of a shop's pages."""
    view = page("<div><h1>Added to your basket</h1><h1>On your list</h1></div><div><h1>Lamp</h1></div><p>Of brass.</p>")
    unseen = {"Added to your basket", "On your list"}
    nodes = [node._replace(shown=view.text_of(node.index) not in unseen) for node in view.nodes]
    view = replace(view, nodes=tuple(nodes), title="Lamp - brass, for a desk or a bed - Acme")
    assert read(view, spec({"title": "text"}, kind="page")).records[0].values["title"] == "Lamp"


@pytest.mark.parametrize(
    ("title", "told"),
    [("Ann Lee statistics, news - Harbour Club - Sports", True), ("Sports - Harbour Club", False)],
    ids=["player", "team"],
)
def test_what_the_title_begins_with_goes_before_its_later_parts(page: Page, spec: Spec, title: str, told: bool) -> None:
    """A player's page has the team's name for its heading, and the player's in a line of its own."""
    html = "<div><h2>Harbour Club</h2></div><div>Ann Lee #7</div><p>Height: 6-2</p>"
    got = read(replace(page(html), title=title), spec({"name": "text", "height": "text"}, kind="page"))
    assert ("by type" in {remark.code for remark in got.remarks if remark.column == "name"}) == told
