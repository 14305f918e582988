"""Tables in the manner of real applications: records of two lines, units below heads, cells of several links."""

from collections.abc import Callable

import pytest

from tests.records.seen import rows_of
from webdart.pages.port import PageView
from webdart.records import ListingSpec
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
