"""Which rows of a table are records, and which are heads: spans, corners, heads at the side, cells without a mark."""

from collections.abc import Callable

import pytest

from tests.records.conftest import HERE
from tests.records.page_rows import NAMES, columns, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import parse

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_a_head_that_spans_more_columns_than_there_are(page: Page, spec: Spec) -> None:
    """`colspan=100` means "to the end": no columns are made up, and the group rows that span as far stay such."""
    rows = "".join(f"<tr><td>A {n}</td><td>Open</td><td>2024-01-0{n + 1}</td></tr>" for n in range(3))
    heads = "<tr><th>Name</th><th>Status</th><th colspan=100>Created</th></tr>"
    view = page(f"<table><thead>{heads}</thead><tr><td colspan=100>First group</td></tr>{rows}</table>")
    assert [row["created"] for row in rows_of(view, spec({"name": "text", "status": "text", "created": "text"}))] == [
        "2024-01-01",
        "2024-01-02",
        "2024-01-03",
    ]


def test_a_table_whose_columns_are_the_records(page: Page, spec: Spec) -> None:
    """The fields' names stand at its side: each column is a record, named above."""
    view = page(
        "<main><table><tr><th>Plan</th><th>Basic</th><th>Pro</th><th>Max</th></tr>"
        "<tr><th>Price</th><td>$5</td><td>$15</td><td>$50</td></tr>"
        "<tr><th>Users</th><td>1</td><td>5</td><td>50</td></tr></table></main>"
    )
    rows = rows_of(view, spec({"plan": "text", "price": "money", "users": "integer"}))
    assert [(row["plan"], str(row["price"]), row["users"]) for row in rows] == [
        ("Basic", "5.00", 1), ("Pro", "15.00", 5), ("Max", "50.00", 50),
    ]  # fmt: skip


LOG = "<table><tr><th>Age</th><th>Message (<a href='?all'>Expand</a>)</th><th>Author</th><th>Files</th></tr>" + "".join(
    f"<tr><td><span class=age title='2026-11-{n + 10} 11:57:31'>{n} min.</span></td><td><a href='/c/{n}'>Mend lamp {n}</a></td>"
    f"<td>Ana {n}</td><td>{n + 3}</td></tr>"
    for n in range(1, 7)
)


def test_a_label_that_no_head_has_is_all_that_is_told(page: Page, spec: Spec, declared: Declare) -> None:
    """The other fields are still found below their heads: the head itself is no row."""
    fields = [
        declared("age", "datetime"),
        declared("text", "text", label="Commit msg"),
        declared("author", "text"),
        declared("files", "integer"),
        declared("url", "link"),
    ]
    got = read(page(LOG), spec(fields))
    assert not got.problems
    assert [missing.field for missing in got.missing] == ["text"]
    assert got.seen == ("Age", "Message (Expand)", "Author", "Files")


def test_heads_above_and_at_the_side_leave_a_blank_corner(page: Page, spec: Spec) -> None:
    """Things side by side, what is told of them below each other: each thing is a record, not the first of them all."""
    rows = (("Price", "$40.00", "$47.50", "$55.00"), ("Material", "Oak", "Pine", "Ash"), ("Weight", "3", "4", "5"))
    body = "".join(
        f"<tr><th scope=row>{head}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for head, *cells in rows
    )
    heads = "".join(f"<th scope=col>Chair {n}</th>" for n in range(3))
    view = page(f"<table><tr><td></td>{heads}</tr>{body}</table>")
    got = rows_of(view, spec({"price": "money", "material": "text"}))
    assert [row["material"] for row in got] == ["Oak", "Pine", "Ash"]


def test_a_first_row_unlike_all_others_is_heads(page: Page, spec: Spec) -> None:
    """Words above columns of figures and links, in cells like any other: heads, with the names of the columns."""
    rows = "".join(
        f"<tr><td><a href=/d/{n}>{n}ag/15</a></td><td>2015-08-{n + 10}</td><td>{name}</td></tr>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<table><tr><td>Case</td><td>Filed</td><td>Parties</td></tr>{rows}</table>")
    got = read(view, spec({"name": "text", "case": "text", "filed": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "name", "case") == [(name, f"{n}ag/15") for n, name in enumerate(NAMES)]


def test_a_record_without_figures_first_is_no_head(page: Page, spec: Spec) -> None:
    """One column of figures is too little to call the first row heads: it may be a record that lacks its figure."""
    rows = "".join(f"<tr><td>{name}</td><td>1{n}</td></tr>" for n, name in enumerate(NAMES))
    got = read(page(f"<table><tr><td>Alder v. Bay</td><td>none</td></tr>{rows}</table>"), spec({"name": "text"}))
    assert len(got.records) == 5


def test_empty_lines_of_a_table_leave_its_heads_its_heads(page: Page, spec: Spec) -> None:
    """Reports rule off their heads by rows of one empty head cell; a heading in a row of its own names the table."""
    line = "<tr><th height=4></th></tr>"

    def days(title: str, rate: int) -> str:
        rows = "".join(f"<tr><td>{n}</td><td>{n * rate}</td><td>{n}%</td><td>{n + rate}</td></tr>" for n in range(1, 6))
        heads = "<tr><th>Day</th><th colspan=2>Hits</th><th>Files</th></tr>"
        return f"<table>{line}<tr><th colspan=4>{title}</th></tr>{line}{heads}{line}{rows}{line}</table>"

    within = Words(text=parse("March", HERE), at=HERE)
    view = page(f"<h1>Visits</h1>{days('February', 7)}{days('March', 11)}")
    rows = rows_of(view, spec({"day": "integer", "hits": "integer", "files": "integer"}, within=within))
    assert rows == [{"day": n, "hits": n * 11, "files": n + 11} for n in range(1, 6)]


def test_three_names_of_fields_make_a_row_heads(page: Page, spec: Spec) -> None:
    """Plain cells with links to sort by, said again for each part of the league: of twelve heads some are wanted."""
    head = "".join(f"<td><a href=?s={n}>{n}</a></td>" for n in ("W", "L", "PCT", "GB", "HOME", "ROAD", "L10"))
    teams = (("Ayr", 3, 1, ".750"), ("Bath", 2, 1, ".667"), ("Cork", 1, 2, ".333"))
    rows = [
        "".join(
            f"<tr class=odd><td><a href=/t/{name}>{name} {part}</a></td><td>{won}</td><td>{lost}</td><td>{share}</td>"
            f"<td>-</td><td>{won}-0</td><td>0-{lost}</td><td>{won}-{lost}</td></tr>"
            for name, won, lost, share in teams
        )
        for part in ("A", "B")
    ]
    parts = "".join(
        f"<tr class=colhead><td>{part}</td>{head}</tr>{body}" for part, body in zip(("EAST", "WEST"), rows, strict=True)
    )
    html = f"<table><tr class=stathead><td colspan=8>American League</td></tr>{parts}</table>"
    got = rows_of(page(html), spec({"team": "text", "pct": "number", "l": "integer", "home": "text"}))
    assert [(row["team"], row["pct"], row["l"], row["home"]) for row in got][:2] == [
        ("Ayr A", 0.75, 1, "3-0"),
        ("Bath A", 0.667, 1, "2-0"),
    ]
    assert len(got) == len(teams) * 2


def _tables(*rows: str) -> str:
    """A list of tables as an application for databases has it: a box, the name, four figures."""
    heads = "<tr><td></td><th>Table</th><td>Engine</td><td>Size</td><td>Free</td><td>Rows</td></tr>"
    return f"<h1>Tables</h1><table><thead>{heads}</thead>{''.join(rows)}</table>"


def _table(name: str) -> str:
    link = f"<a href='/t?{name}'>{name}</a>"
    return f"<tr><td></td><th>{link}</th><td>rows</td><td>?</td><td>?</td><td><a href='/s?{name}'>7</a></td></tr>"


COUNT = "<tr><td></td><th>{} in total</th><td></td><td>UTF-8</td><td></td><td></td></tr>"


@pytest.mark.parametrize("count", [3, 8])
def test_a_last_row_that_counts_those_above_is_no_record(page: Page, spec: Spec, count: int) -> None:
    """A row that has another number may be called so."""
    names = ["customer", "invoice", "parcel"]
    rows = rows_of(page(_tables(*map(_table, names), COUNT.format(count))), spec({"table": "text"}))
    assert [row["table"] for row in rows] == [*names, *([f"{count} in total"] if count != len(names) else [])]


def test_a_name_that_counts_by_chance_is_a_record(page: Page, spec: Spec) -> None:
    """The last filling station is called "Total 4", and four stand above it."""
    names = ["Anna", "Bert", "Cleo", "Dora", "Total 4"]
    rows = "".join(f"<tr><td>{name}</td><td>Quay {name}</td><td>7{n}</td></tr>" for n, name in enumerate(names))
    heads = "<tr><th>Station</th><th>Street</th><th>Price</th></tr>"
    got = rows_of(page(f"<table>{heads}{rows}</table>"), spec({"station": "text", "price": "integer"}))
    assert [row["station"] for row in got] == names


def test_a_row_of_joined_cells_that_is_called_as_records_are_is_told(page: Page, spec: Spec) -> None:
    """A view among tables: its name leads to a page of its own, and one cell stands for the four that it lacks."""
    joined = "<tr><td></td><th><a href='/t?open'>open</a></th><td colspan=3>View</td><td>?</td></tr>"
    note = "<tr><td></td><th>Views</th><td colspan=3>none</td><td>?</td></tr>"
    got = read(page(_tables(*map(_table, ["customer", "invoice"]), joined)), spec({"table": "text"}))
    assert [(one.code, one.count) for one in got.remarks if one.code != "no record"] == [("apart", 1)]
    got = read(page(_tables(*map(_table, ["customer", "invoice"]), note)), spec({"table": "text"}))
    assert not [one for one in got.remarks if one.code != "no record"]


def test_rows_in_two_shades_are_records_each(page: Page, spec: Spec) -> None:
    """The first row leads up, and has no class on its link: pairs of a dark and a light row were the records."""
    above = "<tr class=dark><td class=mode>drwxr-xr-x</td><td></td><td class=list><a href='/'>..</a></td><td class=link></td></tr>"
    line = (
        "<tr class={0}><td class=mode>-rw-r--r--</td><td class=size>{1}42</td><td class=list><a class=list "
        "href='/f/{1}'>mod_{1}.py</a></td><td class=link><a href='/b/{1}'>blob</a> | <a href='/h/{1}'>history</a></td></tr>"
    )
    rows = "".join(line.format("light" if n % 2 else "dark", n) for n in range(1, 31))
    got = read(page(f"<table class=tree>{above}{rows}</table>"), spec({"mode": "text", "name": "text"}))
    assert len(got.records) == 31


def test_a_row_of_empty_boxes_is_no_record(page: Page, spec: Spec) -> None:
    """The last row takes the next entry: its button was the status of a record, in silence."""
    rows = "".join(f"<tr><td>A {n}</td><td>Open</td></tr>" for n in range(4))
    entry = "<tr><td><input name=name></td><td><input name=status> </td><td><button>Add</button></td></tr>"
    view = page(f"<table><tr><th>Name</th><th>Status</th><th></th></tr>{rows}{entry}</table>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text", "status": "text"}))] == [
        "A 0",
        "A 1",
        "A 2",
        "A 3",
    ]


def test_heads_stand_below_a_line_of_two_cells(page: Page, spec: Spec) -> None:
    """The month, and a remark that spans the other columns; cells in bold are the heads."""
    rows = "".join(
        f"<tr><td>Dec. 0{n + 1}, 2025</td><td><a href=/o/{n}>10{n},4{n}-1</a></td><td>{name} v. Lee</td><td>Majority</td></tr>"
        for n, name in enumerate(NAMES)
    )
    heads = "".join(f"<td><b>{head}</b></td>" for head in ("File Date", "Case Info", "Case Title", "File Contains"))
    line = "<tr><td><b>December 2025</b></td><td colspan=3><b>*Opinions have since been revised.</b></td></tr>"
    view = page(f"<table>{line}<tr>{heads}</tr>{rows}</table>")
    found = rows_of(view, spec({"file_date": "date", "case_title": "text"}))
    assert [row["case_title"] for row in found] == [f"{name} v. Lee" for name in NAMES]
