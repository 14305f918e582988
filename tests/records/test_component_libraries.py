"""Cells, heads and totals as libraries of components draw them."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from tests.records.page_rows import rows_of
from webdart.extract.proposal import proposals
from webdart.page.model import Control, PageView
from webdart.records import ListingSpec, read
from webdart.values import replace
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_icons_of_both_looks_of_which_one_is_hidden(observe: Callable[[str], Awaitable[PageView]], spec: Spec):
    """A star has its full and its empty look in the page, and shows one of them: all were five stars."""
    star = "<span><i class='star-fill'{}>*</i><i class='star'{}>*</i></span>"
    hide = " style='display:none'"
    stars = [
        "".join(star.format("" if n < full else hide, hide if n < full else "") for n in range(5)) for full in (4, 1, 3)
    ]
    body = "".join(f"<tr><td>Lamp {n}</td><td>{drawn.replace('*', '')}</td></tr>" for n, drawn in enumerate(stars))
    html = (
        "<style>i{display:inline-block;width:9px;height:9px}</style><table><tr><th>Name<th>Rating</tr>"
        + body
        + "</table>"
    )
    rows = rows_of(await observe(html), spec({"name": "text", "rating": "rating"}))
    assert [row["rating"] for row in rows] == [4.0, 1.0, 3.0]


def test_heads_in_a_table_of_their_own_with_boxes_drawn_as_tables(page: Page, spec: Spec):
    """Below each head stands a box for a filter, in a table with a cross to clear it; the rows are in another table."""
    names = ("No.", "Item", "Kind", "Owner")
    box = "<th><table><tr><td><input></td><td><a title=Clear>×</a></td></tr></table></th>"
    heads = "".join(f"<th>{name}</th>" for name in names)
    rows = "".join(f"<tr><td>{n}</td><td>Lamp {n}</td><td>{'ab'[n % 2]}</td><td>Eve {n}</td></tr>" for n in range(1, 5))
    html = f"<div><table><thead><tr>{heads}</tr><tr>{box * 4}</tr></thead></table></div><div><table><tbody>{rows}</table></div>"
    found = rows_of(page(html), spec({"item": "text", "owner": "text"}))
    assert found[0] == {"item": "Lamp 1", "owner": "Eve 1"}


def test_a_total_that_stands_on_a_button(page: Page, spec: Spec):
    """The button that opens the choice of a page's size tells which rows are shown, and nothing else does."""
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{n}</td></tr>" for n in range(1, 6))
    html = (
        f"<table><tr><th>Name<th>Size</tr>{rows}</table><button><b>1 - 5</b> of <b>12</b></button><button>Next</button>"
    )
    assert read(page(html), spec({"name": "text", "size": "integer"})).totals.stated == 12
    other = html.replace("1 - 5", "2 - 9")
    assert read(page(other), spec({"name": "text", "size": "integer"})).totals.stated is None


def test_a_match_tells_records_from_their_parts(page: Page, spec: Spec, declared: Callable[..., Field]):
    """A heading and two paragraphs each: the paragraphs are more, and half of them have what is to be matched."""
    people = ("Mei Tanaka", "Ada Byrne", "Zoe Fry", "Sven Aune", "Omar Said")
    cards = "".join(
        f"<article class=post><h2>Calder Lamp {100 + n % 7}</h2><p>by {people[n % 5]} on <time>2024-05-{10 + n}</time></p>"
        f"<p>Made in batch {10 + n} for export.</p></article>"
        for n in range(20)
    )
    fields = [declared("title"), declared("author", match="by (.+?) on")]
    assert rows_of(page(f"<h1>Journal</h1><div>{cards}</div>"), spec(fields))[1] == {
        "title": "Calder Lamp 101",
        "author": "Ada Byrne",
    }


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("numbered", [True, False], ids=["by their numbers", "by where they are drawn"])
async def test_rows_that_stand_elsewhere_in_the_mark_up(
    observe: Callable[[str], Awaitable[PageView]], spec: Spec, *, numbered: bool
):
    """A grid uses its elements again for the rows that come into view: these were read in the order of the mark-up."""

    def row(n: int, cells: str) -> str:
        number = f" aria-rowindex={n + 1}" if numbered else ""
        return f"<div role=row{number} style='position:absolute;top:{n * 30}px;height:28px;width:300px'>{cells}</div>"

    heads = row(0, "<span role=columnheader>Name</span> <span role=columnheader>Size</span>")
    body = "".join(
        row(n, f"<span role=gridcell>Lamp {n}</span> <span role=gridcell>{n}</span>") for n in (5, 6, 1, 2, 3, 4)
    )
    html = f"<div role=grid><div role=rowgroup>{heads}</div><div role=rowgroup>{body}</div></div>"
    got = rows_of(await observe(html), spec({"name": "text", "size": "integer"}))
    assert [found["size"] for found in got] == [1, 2, 3, 4, 5, 6]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_rows_in_panes_side_by_side(observe: Callable[[str], Awaitable[PageView]], spec: Spec):
    """A column that stays in place is drawn in a box of its own, with its head: each row is read from both boxes."""

    def pane(left: int, rows: Sequence[Sequence[str]], role: str = "gridcell", top: int = 30) -> str:
        lines = "".join(
            f"<div role=row style='position:absolute;top:{top + place * 30}px;left:{left}px;height:28px'>"
            + "".join(f"<span role={role} style='display:inline-block;width:90px'>{text}</span>" for text in row)
            + "</div>"
            for place, row in enumerate(rows)
        )
        return f"<div>{lines}</div>"

    heads = pane(0, [["No"]], "columnheader", 0) + pane(100, [["Name", "Maker"]], "columnheader", 0)
    body = pane(0, [[f"A{n}"] for n in range(1, 6)]) + pane(
        100, [[f"Lamp {n}", "Ida" if n % 2 else "Ole"] for n in range(1, 6)]
    )
    got = rows_of(
        await observe(f"<div role=grid>{heads}{body}</div>"), spec({"no": "text", "name": "text", "maker": "text"})
    )
    assert [(row["no"], row["name"], row["maker"]) for row in got] == [
        (f"A{n}", f"Lamp {n}", "Ida" if n % 2 else "Ole") for n in range(1, 6)
    ]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_parts_of_a_table_side_by_side(observe: Callable[[str], Awaitable[PageView]], spec: Spec):
    """Each part has the same heads: what stands beside a row there is another row."""

    def part(first: int) -> str:
        rows = "".join(f"<tr><td>Lamp {n}<td>{n}.50" for n in range(first, first + 5))
        return f"<td><table><thead><tr><th>Name<th>Price<tbody>{rows}</table>"

    view = await observe(f"<table><tr>{part(1)}{part(6)}</table>")
    assert len(rows_of(view, spec({"name": "text", "price": "money"}))) == 10
    halves = "".join(
        "<div role=rowgroup style='float:left'><div role=row><span role=columnheader>Name</span> "
        "<span role=columnheader>Price</span></div></div>"
        for _ in range(2)
    ) + "".join(
        "<div role=rowgroup style='float:left'>"
        + "".join(
            f"<div role=row><span role=gridcell>Lamp {n}</span> <span role=gridcell>{n}.50</span></div>"
            for n in range(first, first + 5)
        )
        + "</div>"
        for first in (1, 6)
    )
    got = rows_of(await observe(f"<div role=grid style='width:160px'>{halves}</div>"), spec({"name": "text"}))
    assert len(got) == 10


def test_a_list_that_shows_its_first_entries(page: Page, spec: Spec, declared: Callable[..., Field]):
    """A button says how many more there are, and they are not on the page: told, with how many rows have it."""
    chips = "<span>eco</span><span>new</span>"
    rows = "".join(
        f"<tr><td>Lamp {n}</td><td><div>{chips}{'<button>1 more</button>' if n % 2 else ''}</div></td></tr>"
        for n in range(6)
    )
    got = read(
        page(f"<table><tr><th>Name</th><th>Tags</th></tr>{rows}</table>"), spec({"name": "text", "tags": "[text]"})
    )
    assert got.records[0].values["tags"] == ("eco", "new")
    assert [(one.code, one.column, one.count) for one in got.remarks] == [("cut", "tags", 3)]


def test_records_without_what_only_the_pager_has(page: Page, spec: Spec):
    """Links and whole numbers stand in the pager alone, which is no listing itself."""
    cards = "".join(
        f"<li><h3 class=name>Lamp {n}</h3><p><span class=maker>Eve {n % 3}</span> · $<span class=price>{n}.50</span></p>"
        f"<p class=created>2024-05-{10 + n}</p></li>"
        for n in range(9)
    )
    pager = "".join(f"<li><a class=page href='?page={n}'>{n}</a></li>" for n in (1, 2, 3))
    view = page(f"<h1>Goods</h1><ul>{cards}</ul><ul class=pagination>{pager}</ul>")
    links = [node.index for node in view.nodes if node.tag == "a"]
    turning = tuple(Control(kind="page number", node=node, label=str(n)) for n, node in enumerate(links, 1))
    (found,) = proposals(replace(view, controls=turning), spec({}))
    assert found.count == 9
    assert {field.name for field in found.extract.fields} >= {"name", "price", "created"}


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_full_stars_that_are_drawn_over_empty_ones(observe: Callable[[str], Awaitable[PageView]], spec: Spec):
    """Each star lies over an empty one, and is cut away where that is to be seen: all were five stars."""
    star = "<span class=slot><b class=star-fill style='clip-path:inset(0px {}% 0px 0px)'></b><i class=star></i></span>"
    rows = "".join(
        f"<tr><td>Lamp {n}</td><td>{''.join(star.format(0 if n < full else 100) for n in range(5))}</td></tr>"
        for n, full in enumerate((4, 1, 5, 3))
    )
    style = (
        "<style>.slot{position:relative}.slot *{display:inline-block;width:9px;height:9px}b{position:absolute}</style>"
    )
    html = f"{style}<table><tr><th>Name</th><th>Rating</th></tr>{rows}</table>"
    found = rows_of(await observe(html), spec({"name": "text", "rating": "rating"}))
    assert [row["rating"] for row in found] == [4.0, 1.0, 5.0, 3.0]


def test_an_arrow_that_opens_a_list_is_not_said(page: Page, spec: Spec):
    """A cell that can be edited has it beside its words; a row was not found by them. An arrow beside an amount counts."""
    states = ("Paid", "Open", "Paid")
    body = "".join(
        f"<tr><td>Lamp {n}</td><td><div>▼</div>{state}</td><td><i>{'▲▼'[n > 0]}</i> {n}.50</td></tr>"
        for n, state in enumerate(states)
    )
    html = f"<table><tr><th>Name</th><th>State</th><th>Change</th></tr>{body}</table>"
    rows = rows_of(page(html), spec({"name": "text", "state": "text", "change": "number"}))
    assert [row["state"] for row in rows] == list(states)
    assert [row["change"] for row in rows] == [0.5, -1.5, -2.5]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_name_that_breaks_over_two_lines(observe: Callable[[str], Awaitable[PageView]], spec: Spec):
    """A manual's list at the side is narrow, and its names go on in the next line behind a <wbr>: one word."""
    names = ("dropEveryCart", "sendEveryMail", "findEveryStock")
    items = "".join(f"<li><a href=/f/{n}><span>{n[:9]}<wbr>{n[9:]}</span></a></li>" for n in names)
    view = await observe(f"<h2>Functions</h2><ul style='width:90px'>{items}</ul>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text"}))] == list(names)
