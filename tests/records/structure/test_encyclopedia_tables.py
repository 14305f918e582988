"""Tables as people write them by hand: joined cells, rows of heads that are records, parts with heads of their own."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]

WEEKS = {"week": "integer", "opponent": "text", "result": "text"}
_SEASON = ("1|Jets|W 3–1", "2|Bears|L 0–2", "3|Lions|W 5–4", "4|Rams|W 2–0")


def table(heads: str, *rows: str) -> str:
    """A table by cells: `|` parts them; `=2` joins two columns, `^2` two rows; a row that begins with `!` is of heads."""
    lines = [f"<tr>{''.join(f'<th>{head}</th>' for head in heads.split('|'))}</tr>"]
    for row in rows:
        tag = "th" if row.startswith("!") else "td"
        lines.append(f"<tr>{''.join(_cell(text, tag) for text in row.removeprefix('!').split('|'))}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _cell(text: str, tag: str) -> str:
    spans = ""
    for sign, name in (("=", "colspan"), ("^", "rowspan")):
        text, _, count = text.partition(sign) if sign in text else (text, "", "")
        spans += f" {name}={count[0]}" if count else ""
    return f"<{tag}{spans}>{text}</{tag}>"


def test_a_week_without_a_game_is_a_week(page: Page, spec: Spec) -> None:
    """Its other cells are joined; the row begins as the others do."""
    rows = rows_of(page(table("Week|Opponent|Result", *_SEASON[:3], "4|Bye=2", "5|Rams|W 2–0")), spec(WEEKS))
    assert [row["week"] for row in rows] == [1, 2, 3, 4, 5]
    assert rows[3]["opponent"] == "Bye"


def test_what_is_unfolded_of_a_row_is_none(page: Page, spec: Spec) -> None:
    """A row with nothing but a table of its own, behind empty cells, belongs to the one above; it is told."""
    parts = "<table><tr><td>1</td><td>Main document</td><td>14 pages</td></tr></table>"
    html = table(
        "Filed|No.|Text", "3 May 2024|1|Motion to pay", f"||{parts}", "7 May 2024|2|Notice", "9 May 2024|3|Order"
    )
    got = read(page(html), spec({"filed": "date", "text": "text"}))
    assert [record.values["text"] for record in got.records] == ["Motion to pay", "Notice", "Order"]
    assert any(remark.code == "no record" for remark in got.remarks)


@pytest.mark.parametrize("pages", ["", " <nobr>(12 pgs)</nobr>"])
def test_a_cell_that_begins_with_a_linked_number(page: Page, spec: Spec, pages: str) -> None:
    """It is the number of what is said behind it: the cell is read whole; a linked name with a note is that name."""
    orders = ((3, "Motion"), (4, "Notice"), (5, "Order"))
    numbered = [f"<tr><td>{n} May 2024</td><td><a href=/d/{n}>{n}</a>{pages} {text}</td></tr>" for n, text in orders]
    named = [f"<tr><td>{n} May 2024</td><td><a href=/d/{n}>{text}</a> 2 pages</td></tr>" for n, text in orders]
    for rows, wanted in ((numbered, "{n} {text}"), (named, "{text}")):
        html = f"<table><tr><th>Filed</th><th>Text</th></tr>{''.join(rows)}</table>"
        got = rows_of(page(html), spec({"filed": "date", "text": "text"}))
        told = [str(row["text"]).replace("(12 pgs) ", "") for row in got]
        assert told == [wanted.format(n=n, text=text) for n, text in orders]
    html = f"<table><tr><th>Filed</th><th>No.</th></tr>{''.join(numbered)}</table>"
    assert [row["no"] for row in rows_of(page(html), spec({"filed": "date", "no": "text"}))] == ["3", "4", "5"]


@pytest.mark.parametrize("last", ["Total|4 games=2", "=2|W 3, L 1", "Note: as of May=3", "2|See above=2"])
def test_what_is_joined_and_begins_otherwise_is_left_out(page: Page, spec: Spec, last: str) -> None:
    """A sum, a row without a beginning, a note, a second line of an earlier record: no records, and told."""
    got = read(page(table("Week|Opponent|Result", *_SEASON, last)), spec(WEEKS))
    assert [record.values["week"] for record in got.records] == [1, 2, 3, 4]
    assert any(remark.code == "no record" for remark in got.remarks) or last.startswith("Note")


def test_an_empty_corner_that_hangs_down_takes_no_row(page: Page, spec: Spec) -> None:
    """Throws that were not given: one grey cell across three columns and all rows below."""
    html = table(
        "Place|Athlete|First|Second|Third",
        "1|Ann|15.1|15.2|15.3", "2|Bea|14.9|14.8|14.7", "3|Cat|13.3|=2^3", "4|Dot|12.9", "5|Eva|11.1",
    )  # fmt: skip
    rows = rows_of(page(html), spec({"place": "integer", "athlete": "text", "second": "number"}))
    assert [(row["athlete"], row["second"] is None) for row in rows] == [
        ("Ann", False), ("Bea", False), ("Cat", True), ("Dot", True), ("Eva", True),
    ]  # fmt: skip


def test_a_row_of_one_cell_among_those_that_hang_down_is_a_record(page: Page, spec: Spec) -> None:
    """The second of a crew: everything but the name stands above."""
    html = table(
        "Name|Sport|Event|Placing",
        "Ann|Rowing|Single|3", "Bea|Sailing^2|Dinghy^2|23^2", "Cat", "Dot|Boxing|Light|9",
    )  # fmt: skip
    rows = rows_of(page(html), spec(dict.fromkeys(("name", "sport", "event"), "text")))
    assert [(row["name"], row["sport"]) for row in rows] == [
        ("Ann", "Rowing"), ("Bea", "Sailing"), ("Cat", "Sailing"), ("Dot", "Boxing"),
    ]  # fmt: skip


def test_a_year_in_head_cells_is_a_year(page: Page, spec: Spec) -> None:
    """One row is all `th`, as the one who wrote it liked it; the heads that come again are none."""
    html = table(
        "Season|Theme|Place",
        "2010|Wind|Rome",
        "!2011|Water|Oslo",
        "!Season|Theme|Place",
        "2012|Fire|Bern",
        "2013|Ice|Linz",
    )
    rows = rows_of(page(html), spec({"season": "text", "theme": "text"}))
    assert [row["season"] for row in rows] == ["2010", "2011", "2012", "2013"]


def test_a_part_with_other_heads_is_another_table(page: Page, spec: Spec) -> None:
    """What stands below them has other columns: it was read as if it stood below the first heads."""
    html = table(
        "Season|Age|Overall",
        "2009|20|130", "2010|21|64", "2011|22|7", "!Season|Date|Race", "2009|13 May|Downhill", "2010|16 May|Slalom",
    )  # fmt: skip
    rows = rows_of(page(html), spec({"season": "integer", "age": "integer", "overall": "integer"}))
    assert [row["age"] for row in rows] == [20, 21, 22]
    rows = rows_of(page(html), spec({"season": "integer", "race": "text"}))
    assert [row["race"] for row in rows] == ["Downhill", "Slalom"]


def test_heads_that_name_the_group_part_no_table(page: Page, spec: Spec) -> None:
    """Divisions of one league: the first head differs, the columns do not."""
    html = table("North|Won|Lost", "Jets|3|1", "Bears|2|2", "!South|Won|Lost", "Rams|1|3", "Lions|4|0")
    rows = rows_of(page(html), spec({"won": "integer", "lost": "integer"}))
    assert [row["won"] for row in rows] == [3, 2, 1, 4]


@pytest.mark.parametrize(
    "rows",
    [
        ("Team|Won|Lost", "!North|5|3", "Jets|3|1", "Bears|2|2", "!South|5|3", "Rams|1|3", "Lions|4|0"),
        ("Team|Won|Lost", "!North|Won|Lost", "Jets|3|1", "Bears|2|2", "!South|Won|Lost", "Rams|1|3", "Lions|4|0"),
        ("Team|Won|Lost", "!North||", "Jets|3|1", "Bears|2|2", "!South||", "Rams|1|3", "Lions|4|0"),
        ("North|Won|Lost", "Jets|3|1", "Bears|2|2", "!South|Won|Lost", "Rams|1|3", "Lions|4|0"),
    ],
)
def test_rows_of_heads_name_the_groups_below_them(
    page: Page, spec: Spec, declared: Declare, rows: tuple[str, ...]
) -> None:
    """By their first cell, whether the others are sums, heads again, or blank."""
    fields = [declared("won", "integer"), declared("lost", "integer"), declared("side", source="heading")]
    got = rows_of(page(f"<h1>League</h1>{table(*rows)}"), spec(fields))
    assert [(row["won"], row["side"]) for row in got] == [(3, "North"), (2, "North"), (1, "South"), (4, "South")]


def test_rows_below_other_heads_of_one_table_are_told(page: Page, spec: Spec) -> None:
    """They have other columns, and are not read."""
    html = table("City|Shops|Stops", "Oslo|7|1", "Bergen|5|2", "!South|Far off|Near", "Rome|4|1", "Bari|5|3")
    got = read(page(html), spec({"city": "text", "shops": "integer"}))
    assert [record.values["city"] for record in got.records] == ["Oslo", "Bergen"]
    assert any("other heads" in remark.text and remark.count == 2 for remark in got.remarks)


def test_a_whole_head_wins_over_a_part_of_another(page: Page, spec: Spec) -> None:
    """What is called "Slalom" is not what stands below "Giant<br>Slalom", whatever is missing in its own column."""
    html = table("Season|Slalom|Giant<br>Slalom", "2007|–|40", "2008|12|28", "2009|–|6")
    rows = rows_of(page(html), spec({"season": "integer", "slalom": "text"}))
    assert [row["slalom"] for row in rows] == ["–", "12", "–"]


def test_a_head_with_brackets_and_a_note_is_called_by_what_is_read(page: Page, spec: Spec, declared: Declare) -> None:
    """The mark of a note behind it is no part of its name."""
    note = "<sup class=reference><a href='#n1'>[8]</a></sup>"
    html = table(
        f"Name|Population (2012){note}|Population (2011){note}", "Acadia|10,705|10,615", "Altadore|9,116|8,907"
    )
    fields = [declared("name"), declared("now", "integer", label="Population (2012)")]
    assert [row["now"] for row in rows_of(page(html), spec(fields))] == [10705, 9116]


def test_a_table_that_is_called_as_asked_is_found_among_longer_ones(page: Page, spec: Spec, declared: Declare) -> None:
    """Seven long tables around it have as many numbers and texts; its heads are the words asked for."""
    episodes = [f"{n}|Title {n}|2010-01-{n:02d}|{n * 7}" for n in range(1, 28)]
    others = "".join(f"<h3>Part {n}</h3>" + table(f"No|Title {n}|Aired|Seen", *episodes) for n in range(7))
    html = table("Season|Episodes|Premiere|Finale", "1|20|March 4|May 13", "2|52|October 7|July 16") + others
    fields = [declared("season", "integer"), declared("episodes", "integer"), declared("premiere"), declared("finale")]
    assert [row["episodes"] for row in rows_of(page(html), spec(fields))] == [20, 52]


def test_a_fraction_in_pieces_is_one(page: Page, spec: Spec) -> None:
    """A raised number over a lowered one is no power, and has no blanks in it."""
    feet = "5 ft 11 <sup>1</sup>⁄<sub>2</sub> in"
    rows = rows_of(page(table("Name|Height", f"Ann|{feet}", "Bea|5 ft 9 in")), spec({"name": "text", "height": "text"}))
    assert rows[0]["height"] == "5 ft 11 1⁄2 in"


@pytest.mark.parametrize("label", ["Area (km2)", "Area (km²)", "Area"])
def test_a_raised_digit_in_a_head_is_typed_as_a_digit(page: Page, spec: Spec, declared: Declare, label: str) -> None:
    """Nobody types the blanks and the powers of the mark-up."""
    html = table("Name|Area (km<sup>2</sup>)|Pop.", "Acadia|3.9|10,615", "Altadore|2.9|8,907")
    rows = rows_of(page(html), spec([declared("name"), declared("area", "number", label=label)]))
    assert [str(row["area"]) for row in rows] == ["3.9", "2.9"]
