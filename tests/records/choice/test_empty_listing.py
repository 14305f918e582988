"""A page of a listing that lacks what others have: a field in all of its records, all but one record, or all of them."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from tests.records.conftest import make_field
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, note_for_none, read
from webdart.workflow.listings import ExpectRows

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


FIELDS = {"title": "text", "studio": "text", "price": "money", "url": "link"}


MENU = "<nav><ul>{}</ul></nav>".format("".join(f"<li><a href=/m/{month}>{month}</a></li>" for month in ("May", "June")))


ITEMS = ("<li><a href=/r/{n}>Road {n}</a> <span>Film {n}</span> <b>{n}.50 €</b></li>",
         "<li><a href=/r/{n}>Road {n}</a> <span>Film {n}</span></li>")  # fmt: skip


def month(inner: str, heading: str = "Releases in May") -> str:
    return f"{MENU}<main><h1>{heading}</h1><p>All there is.</p>{inner}</main><footer><p>By us</p></footer>"


def listed(item: str, *numbers: int) -> str:
    return f"<ul>{''.join(item.format(n=n) for n in numbers)}</ul>"


@pytest.fixture
def known(page: Page, spec: Spec) -> tuple[PageView, Extraction]:
    """A month with all there is to know."""
    view = page(month(listed(ITEMS[0], 1, 2, 3)))
    return view, read(view, spec(FIELDS))


@pytest.mark.parametrize(("item", "numbers"), [(ITEMS[1], (4, 5)), (ITEMS[0], (4,)), (ITEMS[1], (4,))])
def test_few_records_of_a_known_shape(
    page: Page, spec: Spec, known: tuple[PageView, Extraction], item: str, numbers: tuple[int, ...]
) -> None:
    """They are records, and no note that there are none, whatever all of them lack."""
    got = read(page(month(listed(item, *numbers))), spec(FIELDS), known[1].wrapper)
    assert got.error("") is None
    price = [Decimal(f"{n}.50") if item is ITEMS[0] else None for n in numbers]
    found = [(record.values["title"], record.values["studio"], record.values["price"]) for record in got.records]
    assert found == [(f"Road {n}", f"Film {n}", paid) for n, paid in zip(numbers, price, strict=True)]
    told = {remark.column for remark in got.remarks if remark.code == "drift"}
    assert told == ({"price"} if item is ITEMS[1] else set())


def test_a_link_in_the_records_list_is_no_note(page: Page, spec: Spec, known: tuple[PageView, Extraction]) -> None:
    """A list that has an item like the records is not empty, however short and poor that is."""
    got = read(page(month("<ul><li><a href=/r/9>Road 9</a></li></ul>")), spec(FIELDS), known[1].wrapper)
    assert got.verdict == "not found"
    note = read(page(month("<ul><li>None. <a href=/all>See all</a></li></ul>")), spec(FIELDS), known[1].wrapper)
    assert note.verdict == "empty"


@pytest.mark.parametrize(
    ("inner", "heading", "said"),
    [
        ("<p>No releases in this month.</p>", "Releases in June", "No releases in this month."),
        ("<div class=none><p>Keine Einträge</p></div>", "Releases in June", "Keine Einträge"),
        ("<p>None.</p>", "June", "None."),
        ("<p>This page could not be found.</p>", "Not found", None),
        ("<p>Loading…</p>", "Releases in June", None),
        ("", "Releases in June", None),
        ("<p>None. You may like:</p><ul><li>Road 1</li><li>Road 2</li><li>Road 3</li></ul>", "Releases in June", None),
        (f"<p>{'Sign in to read what we have. ' * 5}</p>", "Releases in June", None),
    ],
)
def test_an_empty_page_is_told_from_another_one(
    page: Page, known: tuple[PageView, Extraction], inner: str, heading: str, said: str | None
) -> None:
    """It has the heading, the menus and the foot of the others, and a short note in the place of the records."""
    view, found = known
    assert note_for_none(page(month(inner, heading)), view, found.around, ["/m/", "June"]) == said


def test_another_page_of_the_site_is_not_empty(page: Page, known: tuple[PageView, Extraction]) -> None:
    view, found = known
    login = "<main><h1>Releases in June</h1><form><p>Your name</p></form></main>"
    assert note_for_none(page(login), view, found.around, ["June"]) is None


@pytest.mark.parametrize("around", ["<nav>{}</nav>", "<div class=side>{}</div>"])
def test_a_menu_beside_nothing_is_in_doubt(page: Page, spec: Spec, around: str) -> None:
    """Its entries would be records with a name; where the page has more to say, or a locator says so, they are."""
    menu = around.format(
        "<ul>" + "".join(f"<li><a href=/{at}>{at}</a></li>" for at in ("Inbox", "Sent", "Trash")) + "</ul>"
    )
    empty = page(f"{menu}<main><h1>Messages</h1><p>Nothing here yet.</p><button>New</button></main>")
    got = read(empty, spec([make_field("subject"), make_field("url", "link")]))
    error = got.error("u")
    assert error is not None
    assert "a menu of the page ('Inbox', 'Sent', …) or empty" in str(error)
    text = "<p>This is the help of the post office, which tells what you may do with what.</p>" * 3
    full = read(page(f"{menu}<main><h1>Help</h1>{text}</main>"), spec([make_field("name"), make_field("url", "link")]))
    assert [record.values["name"] for record in full.records] == ["Inbox", "Sent", "Trash"]


def test_heads_in_a_table_of_their_own_are_no_empty_listing(page: Page, spec: Spec) -> None:
    """Their rows stand in a table each below them; that each has a picture more is no reason to say there are none."""
    heads = "<div><table><tr><td>Car park</td><td>Free places</td></tr></table></div>"
    rows = "".join(
        f"<div><table><tr><td><img src=/p.gif alt=P></td><td><a href=/{name}>{name}</a></td><td>{free}</td></tr></table></div>"
        for name, free in (("Oldtown", 53), ("Lake", 429), ("Market", 81))
    )
    fields = [make_field("name", label="Car park"), make_field("free", "integer", label="Free places")]
    assert read(page(f"<h2>Parking</h2><div>{heads}{rows}</div>"), spec(fields)).verdict != "empty"
    assert read(page(f"<h2>Parking</h2><div>{heads}</div><p>Updated at 9:12.</p>"), spec(fields)).verdict == "empty"


def test_the_filters_beside_an_empty_table_are_no_rows(page: Page, spec: Spec) -> None:
    """The table has the names of the fields for heads, and nothing passes its filters: those are no records."""
    body = (
        "<table><thead><tr><th>ID</th><th>Type</th><th>Synopsis</th></tr></thead><tbody></tbody></table>"
        "<div>Filter by</div>"
        + "".join(
            f"<div class=panel><div class=head>{head}</div><div class=list><a href='?{head}'>Unfiltered</a>"
            f"<a href='?{head}=1'>one</a> <a href='?{head}=2'>two</a></div></div>"
            for head in ("Kind", "Release")
        )
    )
    got = read(page(body), spec({"id": "text", "synopsis": "text"}))
    assert (got.verdict, got.records) == ("empty", ())


SITE = "<nav>{}</nav>".format(" ".join(f"<a href=/{word}>{word}</a>" for word in ("Home", "Cars", "Clinic", "Wiki")))
CARS = {"name": "text", "price": "money", "url": "link"}
NONE = f"{SITE}<h1>Used cars</h1><form><label>Make <select><option>Any make</select></label></form><p>{{}}</p>"


def test_a_page_that_counts_none_has_no_menu_for_a_listing(page: Page, spec: Spec) -> None:
    """A total of 0 decides between the menu and nothing; without it the file may."""
    got = read(page(NONE.format("0 cars found")), spec(CARS))
    assert (got.verdict, got.problems, got.totals.stated) == ("empty", (), 0)
    doubted = read(page(NONE.format("No cars match your search.")), spec(CARS))
    assert [problem.vacant for problem in doubted.problems] == [True]


def test_the_file_may_say_that_there_are_none(page: Page, spec: Spec) -> None:
    """With `expect: {rows: ">= 0"}` a menu that only the types of the fields speak for is no listing."""
    asked = spec(CARS)
    allowed = replace(asked, extract=replace(asked.extract, expect=ExpectRows(operator=">=", rows=0)))
    got = read(page(NONE.format("No cars match your search.")), allowed)
    assert (got.verdict, got.problems, got.records) == ("not found", (), ())


TABS = "<div>" + "".join(f"<a href=/{at}><div>{at}</div></a>" for at in ("open", "list", "sold", "lost")) + "</div>"
LAMPS = "".join(
    f"<tr><td><input type=checkbox></td><td><a href=/lamps/{n}>Floor lamp {n}</a><p>green, {n} kg</p></td></tr>"
    for n in (7, 8)
)


@pytest.mark.parametrize("at", ["http://shop.example/list", "http://shop.example/list?q=lamp&page=2"])
def test_tabs_of_which_one_is_open_are_no_records(page: Page, spec: Spec, at: str) -> None:
    """Where a search finds two records, or none, the tabs above would be more records with a name and an address."""
    fields = [make_field("name"), make_field("url", "link")]
    found = read(page(f"<h1>Lamps of the shop</h1>{TABS}<table>{LAMPS}</table>", url=at), spec(fields))
    assert [record.values["url"] for record in found.records] == [
        "http://shop.example/lamps/7",
        "http://shop.example/lamps/8",
    ]
    got = read(page(f"<h1>Lamps of the shop</h1>{TABS}<p>You have no lamps.</p>", url=at), spec(fields))
    error = got.error("u")
    assert error is not None
    assert "a menu of the page ('open', 'list', …) or empty" in str(error)
