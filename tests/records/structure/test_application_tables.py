"""Tables in the manner of real applications: records of two lines, units below heads, cells of several links."""

from collections.abc import Awaitable, Callable
from decimal import Decimal

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import Node, PageView
from webdart.records import ListingSpec, read
from webdart.records.structure.div_tables import div_tables
from webdart.records.structure.outline import outline
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]

HEADS = (
    "<tr><th>#</th><th>Subject</th><th>Status</th><th>Queue</th></tr>",
    "<tr><th>&nbsp;</th><th>Requestor</th><th>Created</th><th>Told</th></tr>",
)


def row(*cells: object, mark: str = "") -> str:
    return f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def lines(n: int, mark: str = "") -> str:
    """One record: two rows."""
    first = row(n, f"<a href='/t/{n}'>Lamp {n} is out</a>", "open" if n % 2 else "new", "Repairs", mark=mark)
    return first + row("&nbsp;", f"ana{n}@example.com", f"2026-03-0{n}", "2026-04-01" if n > 2 else "", mark=mark)


@pytest.mark.parametrize(
    "table",
    [
        "<tbody>{heads}</tbody>" + "".join(f"<tbody>{lines(n)}</tbody>" for n in range(1, 5)),
        "<thead>{heads}</thead><tbody>"
        + "".join(lines(n, f" class={'odd' if n % 2 else 'even'}") for n in range(1, 5))
        + "</tbody>",
    ],
)
def test_records_of_two_lines_below_heads_of_two_lines(page: Page, spec: Spec, declared: Declare, table: str) -> None:
    """Each line of a record is named by its own line of heads, whichever way the mark-up keeps the two together."""
    fields = [
        declared("id", "integer", label="#"),
        declared("subject", "text"),
        declared("status", "text"),
        declared("requestor", "text"),
        declared("created", "date"),
        declared("told", "date"),
    ]
    rows = rows_of(page(f"<table>{table.format(heads=''.join(HEADS))}</table>"), spec(fields))
    assert [(row["id"], row["subject"], row["status"], row["requestor"]) for row in rows] == [
        (n, f"Lamp {n} is out", "open" if n % 2 else "new", f"ana{n}@example.com") for n in range(1, 5)
    ]
    assert [str(row["created"]) for row in rows] == [f"2026-03-0{n}" for n in range(1, 5)]
    assert [row["told"] is None for row in rows] == [True, True, False, False]


def test_levels_of_heads_stay_levels(page: Page, spec: Spec, declared: Declare) -> None:
    """Units below the heads are no heads of a second line: the rows have nothing that pairs them."""
    rows = "".join(row(f"Part {n}", n * 3, n * 5) for n in range(1, 5))
    heads = (
        "<thead><tr><th>Name</th><th>Weight</th><th>Length</th></tr><tr><th></th><th>kg</th><th>mm</th></tr></thead>"
    )
    fields = [declared("name", "text"), declared("weight", "integer"), declared("length", "integer")]
    got = rows_of(page(f"<table>{heads}<tbody>{rows}</tbody></table>"), spec(fields))
    assert [(row["name"], row["weight"], row["length"]) for row in got] == [
        (f"Part {n}", n * 3, n * 5) for n in range(1, 5)
    ]


def test_links_with_commas_between_them_are_one_text(page: Page, spec: Spec, declared: Declare) -> None:
    """What a cell lists is not cut to its first entry; links to act on the record, behind its title, are left out."""
    named = {1: ["Boats"], 2: ["Boats", "Weather"], 3: ["Markets", "People", "Recipes"]}
    rows = "".join(
        row(
            f"<a href='/p/{n}'>Post {n}</a> <a href='/p/{n}/edit'>Edit</a> | <a href='/p/{n}/bin'>Bin</a>",
            ", ".join(f"<a href='/c/{name}'>{name}</a>" for name in names),
        )
        for n, names in named.items()
    )
    fields = [declared("title", "text"), declared("categories", "text")]
    got = rows_of(page(f"<table><tr><th>Title</th><th>Categories</th></tr>{rows}</table>"), spec(fields))
    assert [(one["title"], one["categories"]) for one in got] == [
        (f"Post {n}", ", ".join(names)) for n, names in named.items()
    ]


def test_links_on_lines_of_their_own_are_one_text(page: Page, spec: Spec) -> None:
    """Two people in one cell are both what it says; what is to be pressed beside a title is no part of it."""
    rows = "".join(
        row(
            f"<a href=/t/{n}/>Talk {n}</a> <a href=/t/{n}/edit/>edit</a>",
            f"<a href=/p/a{n}/>Ann {n}</a><br><a href=/p/b{n}/>Bob</a><br>",
        )
        for n in range(3)
    )
    view = page(f"<table><tr><th>Title</th><th>Speakers</th></tr>{rows}</table>")
    texts = rows_of(view, spec({"title": "text", "speakers": "text"}))
    assert texts == [{"title": f"Talk {n}", "speakers": f"Ann {n} Bob"} for n in range(3)]
    lists = rows_of(view, spec({"title": "text", "speakers": "[text]"}))
    assert [one["speakers"] for one in lists] == [(f"Ann {n}", "Bob") for n in range(3)]


def test_the_choice_that_a_folded_menu_shows_is_the_cells(page: Page, spec: Spec) -> None:
    """A state that can be changed: what stands on the fold is a value, its entries are to be pressed."""
    rows = "".join(
        row(
            f"Talk {n}",
            f"<details role=menu><summary>{state}</summary><a role=menuitem href=/{n}/no>reject</a></details>",
        )
        for n, state in enumerate(("open", "done", "open"))
    )
    view = page(f"<table><tr><th>Title</th><th>State</th></tr>{rows}</table>")
    assert [one["state"] for one in rows_of(view, spec({"title": "text", "state": "text"}))] == ["open", "done", "open"]


def piece(index: int, first: int, *texts: str, role: str = "gridcell") -> str:
    """A row's cells in one of the boxes of a grid: which row, which columns."""
    cells = "".join(
        f'<div role="{role}" aria-colindex="{first + n}">{text}</div>' for n, text in enumerate(texts) if text != "-"
    )
    return f'<div role="row" aria-rowindex="{index}">{cells}</div>'


def test_rows_in_pieces_are_one_row_each(page: Page, spec: Spec) -> None:
    """Some columns stay in place in a box of their own, rows come in any order, and boxes for filters are no record."""
    box = '<input type="text" aria-label="Filter">'
    kept = [piece(n + 2, 1, str(n)) for n in (3, 1, 2, 4)]
    rest = [piece(n + 2, 2, f"Part {n}", f"Maker {n % 2}", f"{n}.50" if n != 2 else "") for n in (1, 4, 3, 2)]
    view = page(
        '<div role="treegrid"><div>'
        f'<div role="rowgroup">{piece(1, 1, "Id", role="columnheader")}{piece(2, 1, box)}</div>'
        f'<div role="rowgroup">{piece(1, 2, "Title", "Maker", "Price", role="columnheader")}{piece(2, 2, box, box, box)}'
        f'</div></div><div><div role="rowgroup">{"".join(kept)}</div><div role="rowgroup">{"".join(rest)}</div></div></div>'
    )
    rows = rows_of(view, spec({"id": "integer", "title": "text", "maker": "text", "price": "money"}))
    assert [(row["id"], row["title"], row["maker"]) for row in rows] == [
        (n, f"Part {n}", f"Maker {n % 2}") for n in range(1, 5)
    ]
    assert [row["price"] for row in rows] == [Decimal("1.5"), None, Decimal("3.5"), Decimal("4.5")]


def test_a_value_is_missing_where_its_cell_says_nothing(page: Page, spec: Spec, declared: Declare) -> None:
    """Labels and values in turn, and the last value is an element without a text: the labels are not taken for it."""
    fields = [declared("code", "text"), declared("maker", "text"), declared("tags", "[text]")]
    cells = [("Code", "C-10"), ("Maker", "Ada & Co"), ("Shelf", "12"), ("Weight", "3 kg"), ("Tags", "")]
    pairs = [f"<th><span>{head}</span></th><td><span>{text}</span></td>" for head, text in cells]
    lines_ = f"<tr>{pairs[0]}{pairs[1]}</tr><tr>{pairs[2]}{pairs[3]}</tr><tr>{pairs[4]}</tr>"
    got = rows_of(page(f"<h1>A part</h1><table><tbody>{lines_}</tbody></table>"), spec(fields, kind="page"))
    assert got == [{"code": "C-10", "maker": "Ada & Co", "tags": None}]


def test_a_button_that_says_what_a_row_is_called_is_its_text(page: Page, spec: Spec) -> None:
    """Tables that scripts draw open a row by one; what says "Edit" in every row, or stands beside a text, does not."""

    def table(*names: str) -> PageView:
        rows = "".join(
            f"<tr><td><input type=checkbox></td><td><div><button><p>{name}</p></button></div></td><td>{n}.50</td>"
            f"<td>v{n} <button>Copy {n}</button></td><td><button>Edit</button></td></tr>"
            for n, name in enumerate(names)
        )
        return page(
            "<main><table><thead><tr><th></th><th><button>Key</button></th><th>Price</th><th>Value</th><th>Action</th>"
            f"</tr></thead><tbody>{rows}</tbody></table></main>"
        )

    asked = spec({"key": "text", "price": "money", "value": "text", "action": "text"})
    for names in (("alpha", "beta", "beta", "gamma"), ("alpha",)):
        rows = rows_of(table(*names), asked)
        assert [(row["key"], row["value"], row["action"]) for row in rows] == [
            (name, f"v{n}", None) for n, name in enumerate(names)
        ]


HEADED = {
    "cells": ("<div>{}</div>", "<i class=col-header>{}</i>", "<div>{}</div>"),
    "line": ('<div class="row header">{}</div>', "<span>{}</span>", "<div class=row>{}</div>"),
    "bold": ("<div>{}</div>", "<span><b>{}</b></span>", "<div>{}</div>"),
}


@pytest.mark.parametrize("way", HEADED)
@pytest.mark.parametrize("count", [1, 3])
def test_one_head_is_enough_where_the_markup_sets_them_apart(page: Page, spec: Spec, way: str, count: int) -> None:
    """One field of a grid of `div`s is read from its column, and the line of heads is no record."""
    head, named, line = HEADED[way]
    heads = head.format("".join(named.format(text) for text in ("Name", "Size", "Owner")))
    cells = [("a.txt", 12, "Ann"), ("b.txt", 13, "Bo"), ("c.txt", 14, "Cy")][:count]
    rows = "".join(line.format("".join(f"<span>{cell}</span>" for cell in own)) for own in cells)
    view = page(f"<h1>Files</h1><div>{heads}{rows}</div>")
    for place, field in enumerate((make_field("name"), make_field("size", "integer"), make_field("owner"))):
        found = read(view, spec([field])).records
        assert [record.values[field.name] for record in found] == [own[place] for own in cells]


def test_a_line_with_a_figure_is_no_line_of_heads(page: Page) -> None:
    """What is called a header may be the first of the records: "Name", "Ann 2"."""
    html = "<div><div class=header><i>Name</i><i>{}</i></div><div><i>Town</i><i>Bern</i></div></div>"
    found = [div_tables(outline(page(html.format(text))), frozenset({"name"})) for text in ("Ann 2", "Place")]
    assert [len(grids) for grids in found] == [0, 1]


@pytest.mark.parametrize("asked", [("name", "height"), ("name", "site")])
def test_heads_below_the_titles_of_a_report(page: Page, spec: Spec, asked: tuple[str, ...]) -> None:
    """A report has its name and its date in cells above its heads; none of these is marked as a head."""
    titles = "".join(f"<tr><td colspan=3>{text}</td></tr>" for text in ("Report of trees", "2023"))
    trees = "".join(row(f"Tree {n}", n * 7, "North") for n in range(1, 7))
    table = f"<table>{titles}{row('Name', 'Height', 'Site')}{trees}</table>"
    kinds = {"name": "text", "height": "integer", "site": "text"}
    whole = [{"name": f"Tree {n}", "height": n * 7, "site": "North"} for n in range(1, 7)]
    rows = rows_of(page(table), spec({name: kinds[name] for name in asked}))
    assert rows == [{name: record[name] for name in asked} for record in whole]


def test_heads_alone_in_a_table_and_rows_drawn_apart(page: Page, spec: Spec):
    """A long list draws only the rows of its window, as boxes with a bar to scroll beside them; its heads stay a table."""
    heads = "".join(f"<th><div>{head}</div></th>" for head in ("Id", "Product", "Price"))
    drawn = "".join(f"<div><div>{n}</div><div>Lamp {n}</div><div>{n * 7}.50</div></div>" for n in range(1, 6))
    html = (
        f"<div><div><table><colgroup><col></colgroup><thead><tr>{heads}</tr></thead></table></div>"
        f"<div><div><div><div>{drawn}</div></div></div><div class=bar><div></div></div></div></div>"
    )
    found = rows_of(page(html), spec({"id": "integer", "product": "text", "price": "number"}))
    assert found[:2] == [
        {"id": 1, "product": "Lamp 1", "price": Decimal("7.50")},
        {"id": 2, "product": "Lamp 2", "price": Decimal("14.50")},
    ]
    assert len(found) == 5


def _is(tag: str) -> Callable[[Node], bool]:
    return lambda node: node.tag == tag


def test_entries_of_a_list_that_are_buttons(page: Page, spec: Spec, declared: Declare):
    """A list beside the details of its chosen entry: an entry is pressed anywhere. A command of one text is no entry."""
    states = ("done", "failed", "done", "new")
    item = "<li role=listitem><div role=button><div><span>Trial {}</span></div>{}</div></li>"
    entries = "".join(item.format(n, f"<small>{state}</small>") for n, state in enumerate(states))
    view = page(f"<ul>{entries}</ul>", marks={"css=span": _is("span"), "css=small": _is("small")})
    found = read(view, spec([declared("name", css="span"), declared("state", css="small")])).records
    assert [one.values["state"] for one in found] == list(states)
    assert outline(page(f"<ul>{''.join(item.format(n, '') for n in range(4))}</ul>")).leaves[0] == 0


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_cells_that_a_spanning_one_stands_for(observe: Callable[[str], Awaitable[PageView]], spec: Spec) -> None:
    """The line of a group spans the table, and keeps the hidden cells of its row: the heads, elsewhere, fit the width."""
    head = "".join(f"<th style='width:90px'>{name}</th>" for name in ("No.", "Town", "Beds"))
    spare = "<td hidden></td>" * 2
    body = "".join(
        f"<tr><td colspan=3>{kind}</td>{spare}</tr>"
        + "".join(f"<tr><td style='width:90px'>{n}</td><td>{kind} {n}</td><td>{n * 2}</td></tr>" for n in places)
        for kind, places in (("North", (1, 2, 3)), ("South", (4, 5)))
    )
    style = "<style>table{table-layout:fixed;width:270px}</style>"
    view = await observe(
        f"{style}<div><table><thead><tr>{head}</tr></thead></table></div><div><table>{body}</table></div>"
    )
    rows = rows_of(view, spec({"town": "text", "beds": "integer"}))
    assert [row["town"] for row in rows] == ["North 1", "North 2", "North 3", "South 4", "South 5"]
