"""Tables with the same heads are one listing, which is told; above all where one shows again what another shows."""

from collections.abc import Callable

import pytest

from tests.records.conftest import HERE, make_field
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

HEADED = "<section><h2>{name}</h2><table>{rows}</table></section>"
CAPTIONED = "<table><caption>{name}</caption>{rows}</table>"
ROW_ABOVE = "<table><tr><td colspan=2><b>{name}</b></td></tr>{rows}</table>"
FORMS = [HEADED, CAPTIONED, ROW_ABOVE]
BY_HITS = tuple((f"/u/{n}.html", 90 - n) for n in range(5))
BY_SIZE = tuple((f"/u/{n}.html", 90 - n) for n in (3, 9, 1))


def tables(form: str, **lists: tuple[tuple[str, int], ...]) -> str:
    head = "<tr><th>URL</th><th>Hits</th></tr>"
    return "<h1>Usage</h1>" + "".join(
        form.format(
            name=name.replace("_", " "), rows=head + "".join(f"<tr><td>{u}</td><td>{n}</td></tr>" for u, n in rows)
        )
        for name, rows in lists.items()
    )


def told(view: PageView, spec: ListingSpec) -> list[str]:
    got = read(view, spec)
    assert got.error("u") is None
    return [remark.text for remark in got.remarks if remark.code == "several lists"]


@pytest.mark.parametrize("form", FORMS)
def test_entries_that_two_tables_show_are_told(page: Page, spec: Spec, form: str) -> None:
    """The first by hits and the first by size are the same entries: eight rows of six, and nothing was said."""
    view = page(tables(form, By_hits=BY_HITS, By_size=BY_SIZE))
    said = told(view, spec([make_field("address", label="URL"), make_field("hits", "integer")]))
    assert len(said) == 1
    assert "2 tables with the same heads: 'By hits' (5), 'By size' (3)" in said[0]
    assert "2 stand in more than one, such as '/u/1.html'" in said[0]
    assert "`from: heading`" in said[0]


@pytest.mark.parametrize("form", FORMS)
def test_groups_are_told_unless_the_file_has_them(page: Page, spec: Spec, form: str) -> None:
    """A, B and C may be the groups of one league: a field for the heading, or one of them asked for, says it."""
    view = page(tables(form, A=BY_HITS[:2], B=BY_HITS[2:4], C=BY_HITS[4:]))
    fields = [make_field("address", label="URL"), make_field("hits", "integer")]
    assert [text.partition(";")[0] for text in told(view, spec(fields))] == [
        "the records are of 3 tables with the same heads: 'A' (2), 'B' (2), 'C' (1)"
    ]
    assert told(view, spec([*fields, make_field("group", source="heading")])) == []
    if form != ROW_ABOVE:
        within = Words(text=Template.literal("B", HERE), at=HERE)
        assert told(view, spec(fields, within=within)) == []


def test_one_list_in_two_tables_is_none_of_several(page: Page, spec: Spec) -> None:
    """A long table that goes on beside itself, below one heading."""
    view = page(tables("<table>{rows}</table>", one=BY_HITS[:3], two=BY_HITS[3:]))
    assert told(view, spec([make_field("address", label="URL"), make_field("hits", "integer")])) == []


CARDS = "<section><h2>{name}</h2><ul>{cards}</ul></section>"


@pytest.mark.parametrize(("first", "twice"), [(range(3, 6), True), (range(20, 23), False)])
def test_cards_that_stand_in_two_lists(page: Page, spec: Spec, first: range, twice: bool) -> None:
    """Best sellers above all lamps: those among both are counted twice. Lists of other cards are of no interest."""
    lists = {"Best": first, "All": range(1, 9)}
    card = "<li><h3><a href=/i/{n}>Lamp {n}</a></h3><b>{n}.00 EUR</b></li>"
    html = "".join(
        CARDS.format(name=name, cards="".join(card.format(n=n) for n in numbers)) for name, numbers in lists.items()
    )
    got = read(page(html), spec({"name": "text", "price": "money"}))
    said = [(one.code, "2 lists: 'Best' (3), 'All' (8); 3 stand in more than one" in one.text) for one in got.remarks]
    assert said == [("other records", True)] * twice


POSTS = "<li><h3><a href=/blog/{n}>Post {n}</a></h3><b>2024-01-0{n}</b></li>"
SHELF = "<li><h3><a href=/{name}/{n}>No. {n} of {name}</a></h3><b>{n}.00 EUR</b></li>"


@pytest.mark.parametrize(
    "fields", [{"name": "text", "price": "money"}, {"name": "text", "url": "link"}, {"name": "text"}]
)
def test_other_things_set_as_the_records_are_told(page: Page, spec: Spec, fields: dict[str, str | Field]) -> None:
    """Posts below the products have titles and links as these have, and no price: they were products, silently."""
    goods = CARDS.format(name="Lamps", cards="".join(SHELF.format(n=n, name="lamps") for n in range(1, 7)))
    posts = CARDS.format(name="Blog", cards="".join(POSTS.format(n=n) for n in range(1, 4)))
    got = read(page(goods + posts), spec(fields))
    told = [remark.text for remark in got.remarks if remark.code in {"several lists", "not read"}]
    assert len(told) == 1
    assert "Blog" in told[0]


def test_shelves_that_each_lead_to_their_own_are_not(page: Page, spec: Spec) -> None:
    """Three lists of goods, whose addresses tell the shelf."""
    html = "".join(
        CARDS.format(name=name, cards="".join(SHELF.format(n=n, name=name) for n in range(1, 7)))
        for name in ("lamps", "desks", "beds")
    )
    assert told(page(html), spec({"name": "text", "price": "money", "url": "link"})) == []


@pytest.mark.parametrize(
    ("led", "names", "doubted"),
    [
        ("Lamps", ("Picked for you", "Shelf: Lamps"), True),
        ("Lamps", ("Picked for you", "Lamps"), True),
        ("Lamps", ("Desk lamps", "Floor lamps"), False),
        ("Lamps", ("Lamps", "More: Lamps"), False),
        ("Shop", ("Lamps", "Desks"), False),
        ("", ("Picked for you", "Lamps"), False),
    ],
)
def test_a_list_whose_heading_alone_was_followed_is_told(
    page: Page, spec: Spec, led: str, names: tuple[str, str], *, doubted: bool
) -> None:
    """Books picked by chance above those of a series: all of them were the series, silently."""
    html = "".join(
        CARDS.format(name=name, cards="".join(SHELF.format(n=n, name="lamps") for n in numbers))
        for name, numbers in zip(names, ((31, 47), range(1, 7)), strict=True)
    )
    fields = spec({"name": "text", "price": "money", "url": "link"})
    got = read(page(html), replace(fields, led=led))
    assert any(remark.code == "other records" for remark in got.remarks) is doubted


def test_rounds_in_which_each_team_plays_do_not_repeat(page: Page, spec: Spec) -> None:
    """The name comes again, its points are others: nothing is counted twice."""
    rounds = "".join(
        f"<h2>Round {turn}</h2><table><tr><th>Team</th><th>Points</th></tr>"
        + "".join(f"<tr><td>Team {n}</td><td>{n * 7 + turn}</td></tr>" for n in range(4))
        + "</table>"
        for turn in range(1, 4)
    )
    got = read(page(rounds), spec({"team": "text", "points": "integer"}))
    assert len(got.records) == 12
    assert not any("more than one" in remark.text for remark in got.remarks)


def test_rows_of_cards_are_one_list(page: Page, spec: Spec) -> None:
    """A date that only some cards show makes no lists of the rows that they stand in."""
    rows = "".join(
        "<ul>"
        + "".join(
            f"<li><a href=/item/{3 * row + n}>Item {3 * row + n}</a> <b>${n}.50</b>"
            + ("<i>2024-03-11</i>" if row % 2 else "")
            + "</li>"
            for n in range(3)
        )
        + "</ul>"
        for row in range(8)
    )
    got = read(page(f"<h1>P</h1><div>{rows}</div>"), spec({"title": "text", "price": "money", "date": "date"}))
    assert len(got.records) == 24
    assert not any(remark.code == "several lists" for remark in got.remarks)


@pytest.mark.parametrize(("names", "doubted"), [(("Parameters:",) * 3, True), (("Red", "Green", "Blue"), False)])
def test_tables_below_one_heading_each_are_parts_of_records(
    page: Page, spec: Spec, names: tuple[str, ...], *, doubted: bool
) -> None:
    """A manual's methods have a table each of what they take: rows of it are no methods, whatever was asked for."""
    methods = "".join(
        f"<h4>method{n}()</h4><p>What it does.</p><h5>{name}</h5><table><tr><th>Name</th><th>Type</th></tr>"
        f"<tr><td>watts{n}</td><td>number</td></tr><tr><td>delay{n}</td><td>text</td></tr></table>"
        for n, name in enumerate(names)
    )
    got = read(page(f"<h1>Lamps</h1><h3>Methods</h3>{methods}"), spec({"name": "text", "type": "text"}))
    assert any(remark.code == "one record" for remark in got.remarks) is doubted
