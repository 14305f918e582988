"""Records of a table that have several lines, tied by cells that hang down, and cells over several columns."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

HEADS = "<tr><th>Picture</th><th colspan=2>Article</th><th>Price</th></tr>"
FIRST = "<tr><td rowspan=2><img src=/{n}.png></td><td colspan=2><b>Bolt M{n}</b></td><td rowspan=2>{n}.50</td></tr>"
SECOND = "<tr><td>Art. 400{n}</td><td>{n}00 pcs</td></tr>"
SHELF = "<tr><td colspan=4><b>Shelf {n}</b></td></tr>"


@pytest.mark.parametrize("shelves", [False, True])
def test_lines_that_cells_tie_are_one_record(page: Page, spec: Spec, shelves: bool) -> None:
    """The second line of each bolt was a bolt called "200 pcs", of the same price, silently."""
    lines = "".join((SHELF * (shelves and n in {2, 4}) + FIRST + SECOND).format(n=n) for n in range(2, 7))
    number = make_field("number", match=r"Art\. (\d+)")
    fields = [make_field("article"), number, make_field("price", "money")]
    got = rows_of(page(f"<table>{HEADS}{lines}</table>"), spec(fields))
    assert [(row["article"], row["number"]) for row in got] == [(f"Bolt M{n}", f"400{n}") for n in range(2, 7)]


def test_lines_that_are_alike_are_records_beside_what_they_share(page: Page, spec: Spec) -> None:
    """Two winners a year, each on a line of its own."""
    line = "<td>{0}</td><td>{0}land</td></tr>"
    lines = "".join(
        f"<tr><td rowspan=2>{year}</td>{line.format(first)}<tr>{line.format(second)}"
        for year, first, second in ((2019, "Ann", "Rob"), (2020, "Lia", "Ed"), (2021, "Gil", "Ivy"))
    )
    table = f"<table><tr><th>Year</th><th>Name</th><th>Country</th></tr>{lines}</table>"
    got = rows_of(page(table), spec({"year": "integer", "name": "text"}))
    assert [row["name"] for row in got] == ["Ann", "Rob", "Lia", "Ed", "Gil", "Ivy"]
    assert [row["year"] for row in got] == [2019, 2019, 2020, 2020, 2021, 2021]


@pytest.mark.parametrize(("fields", "told"), [(("name", "country"), 1), (("year", "name"), 0)])
def test_a_cell_over_several_fields_is_told(page: Page, spec: Spec, fields: tuple[str, ...], told: int) -> None:
    """In 2020 "Not awarded" was a laureate and a country, silently."""
    rows = "".join(
        f"<tr><td>{year}</td><td>{name}</td><td>{name}land</td></tr>"
        for year, name in ((2018, "Ann"), (2019, "Rob"), (2021, "Lia"))
    )
    table = f"<table><tr><th>Year</th><th>Name</th><th>Country</th></tr>{rows}<tr><td>2020</td><td colspan=2>Not awarded</td></tr></table>"
    got = read(page(table), spec(dict.fromkeys(fields, "text")))
    assert len(got.records) == 4
    assert ["'Not awarded' for name, country" in one.text for one in got.remarks if one.code == "joined cells"] == [
        True
    ] * told


def test_heads_without_head_cells_beside_an_empty_one(page: Page, spec: Spec) -> None:
    """Two of the four heads that say anything are fields: a forum's heads, above its icons an empty one, were none."""
    heads = "".join(f"<td class=head>{name}</td>" for name in ("", "Thread / Starter", "Last post", "Replies", "Views"))
    row = "<tr><td><img src=/x.png></td><td><a href=/t/{n}>On {n}</a></td><td>ann, today</td><td><a href=/w/{n}>{n}</a></td><td>{n}42</td></tr>"
    html = f"<table><tr>{heads}</tr>{''.join(row.format(n=n) for n in range(1, 6))}</table>"
    got = rows_of(page(html), spec({"title": "text", "replies": "integer", "views": "integer"}))
    assert [(row["title"], row["replies"]) for row in got] == [(f"On {n}", n) for n in range(1, 6)]


HEADED = "<tr><th>City</th><th>Branch</th><th>Staff</th><th>Note</th></tr>"


@pytest.mark.parametrize("heads", [HEADED, ""])
@pytest.mark.parametrize("second", ["<td>South</td><td>20</td>", "<td>South</td><td colspan=2>closed</td>"])
def test_lines_that_stop_short_are_records(page: Page, spec: Spec, heads: str, second: str) -> None:
    """Cells left out at the end of a row: the second branch of each city was lost, silently."""
    lines = "".join(
        f"<tr><td rowspan=2>City {n}</td><td>North</td><td>1{n}</td><td>x</td></tr><tr>{second}</tr>"
        for n in range(1, 5)
    )
    got = read(
        page(f"<table>{heads or HEADED.replace('th>', 'td>')}{lines}</table>"), spec({"city": "text", "branch": "text"})
    )
    told = any("South" in remark.text for remark in got.remarks)
    assert told or [record.values["branch"] for record in got.records] == ["North", "South"] * 4


def test_lines_below_heads_of_their_own_are_not_tied(page: Page, spec: Spec) -> None:
    """Over won and lost stands "Home", and below it the numbers: these were gone."""
    lines = "".join(
        f"<tr><td rowspan=2>Team {n}</td><td colspan=2>Home</td></tr><tr><td>{n}1</td><td>{n}2</td></tr>"
        for n in range(1, 5)
    )
    table = f"<table><tr><th>Team</th><th>Won</th><th>Lost</th></tr>{lines}</table>"
    got = read(page(table), spec({"team": "text", "won": "integer", "lost": "integer"}))
    assert {record.values["won"] for record in got.records} >= {11, 21, 31, 41}


def test_a_group_that_can_be_closed_heads_its_rows(page: Page, spec: Spec) -> None:
    """A grid has an empty cell to press before the group's name: the page's heading was each row's group, silently."""
    line = "<tr><td></td><td>{0}</td><td>City {0}</td><td>{0}0</td></tr>"
    groups = (("Open", (1, 2, 3)), ("Paid", (4, 5)))
    rows = "".join(
        f"<tr><td><i></i></td><td colspan=3>{name}</td></tr>{''.join(line.format(n) for n in own)}"
        for name, own in groups
    )
    total = "<tr><td></td><td colspan=3>Total: 150</td></tr>"
    heads = "<tr><td></td><th>Order</th><th>City</th><th>Quantity</th></tr>"
    fields = [make_field("order", "integer"), make_field("city"), make_field("status", source="heading")]
    got = rows_of(page(f"<h1>Orders</h1><table>{heads}{rows}{total}</table>"), spec(fields))
    assert [(row["order"], row["status"]) for row in got] == [(n, name) for name, own in groups for n in own]


def test_a_note_behind_an_empty_cell_heads_nothing(page: Page, spec: Spec) -> None:
    """A team that withdrew is a line below its row: the heading above each table stays what its rows are of."""
    row = "<tr><td>{0}</td><td>Team {0}</td><td>{0}0</td></tr>"
    note = "<tr><td></td><td colspan=2>Withdrew in May</td></tr>"
    tables = "".join(
        f"<h2>{name}</h2><table><tr><th>No</th><th>Team</th><th>Points</th></tr>{''.join(map(row.format, own))}"
        f"{note if name == 'Group A' else ''}{row.format(9)}</table>"
        for name, own in (("Group A", (1, 2, 3)), ("Group B", (4, 5, 6)))
    )
    fields = [make_field("team"), make_field("group", source="heading")]
    got = rows_of(page(f"<h1>Cup</h1>{tables}"), spec(fields))
    assert [row["group"] for row in got] == ["Group A"] * 4 + ["Group B"] * 4


@pytest.mark.parametrize("sign", ["<td aria-label=Collapse><i></i></td>", "<td><i></i></td>"])
def test_a_group_that_is_longer_than_the_page(page: Page, spec: Spec, sign: str) -> None:
    """The only line of a page heads its rows where its sign says that it closes them; else it may be a note."""
    rows = "".join(f"<tr><td></td><td>{n}</td><td>City {n}</td><td>{n}0</td></tr>" for n in range(1, 8))
    heads = "<tr><td></td><th>Order</th><th>City</th><th>Quantity</th></tr>"
    fields = [make_field("order", "integer"), make_field("city"), make_field("status", source="heading")]
    view = page(f"<h1>Orders</h1><table>{heads}<tr>{sign}<td colspan=3>Open</td></tr>{rows}</table>")
    assert {row["status"] for row in rows_of(view, spec(fields))} == {"Open" if "label" in sign else "Orders"}
