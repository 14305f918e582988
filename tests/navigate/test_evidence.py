"""What rows, samples and words of controls tell of a push-down, without a browser."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import pytest

from tests.records.conftest import build, make_field
from webdart.controls.listing_controls import describe
from webdart.navigate.pushdown.baseline import Base
from webdart.navigate.pushdown.combination import chosen_of
from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.pushdown.offers import offers
from webdart.navigate.pushdown.sample import Sampler
from webdart.navigate.pushdown.verify import Pushed
from webdart.navigate.row_filter import Wanted
from webdart.navigate.walk.page_count import Extent
from webdart.page.model import PageView
from webdart.plan.model import Operator, OrderKey, Predicate
from webdart.records import Extraction
from webdart.records.model import Record, Totals
from webdart.values import replace

DOWN = Wanted(
    table="rows", fields={"size": make_field("size", "integer")}, order=OrderKey("size", descending=True), limit=3
)
SORT = Offer(kind="sort", control="Sort by", does="ORDER BY size DESC", puts=())


def row(name: str, size: int | None) -> Record:
    """A keyed row."""
    return Record(values={"name": name, "size": size}, key=(name,))


@pytest.mark.parametrize("pages", [("ab", "bc"), ("aab", "c")])
def test_a_row_that_comes_twice_ends_the_trust_in_an_order(pages: Sequence[str]):
    """Of rows of one rank a site may cut every page anew: what comes twice, another one was lost for."""
    pushed = Pushed(wanted=DOWN, offers=(SORT,))
    found = [pushed.add([row(name, 7) for name in page]) for page in pages]
    assert any("a row comes twice" in wrong for wrong in found)


def test_a_row_that_comes_twice_is_no_fault_of_a_filter():
    """Without an order nothing ends early: the rows are counted against what the site states."""
    pushed = Pushed(wanted=replace(DOWN, order=None, limit=None), offers=())
    assert [pushed.add([row(name, 7) for name in page]) for page in ("ab", "bc")] == ["", ""]


# -- samples --------------------------------------------------------------------------------------------------


class Site:
    """A listing of numbered pages, each with two rows of its own and a link to the next."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.opened: list[int] = []

    async def open(self, url: str) -> PageView:
        """Its page of that address."""
        number = int(url.rpartition("=")[2])
        self.opened.append(number)
        on = f"<a rel=next href='http://shop.example/list?page={number + 1}'>Next</a>" if number < self.pages else ""
        view = build(f"<ul><li>{number}</li></ul>{on}", url)
        return replace(view, controls=describe(view))

    def look(self, view: PageView) -> Extraction:
        """Its rows."""
        number = view.url.rpartition("=")[2]
        rows = tuple(row(f"{number}{letter}", int(number)) for letter in "ab")
        return Extraction(verdict="found", records=rows, keyed=True)


def _extent(pages: int) -> Extent:
    shown = {number: f"http://shop.example/list?page={number}" for number in (2, 3)}
    return Extent(pages).with_shown(shown)


async def test_the_page_right_behind_the_stop_is_looked_at_first():
    """Then the last one, then one between: an order that goes on wrongly shows where it was left."""
    site = Site(20)
    tail = Sampler(_extent(20), site.open, site.look, Totals(), near=True)
    assert [await tail.more(4) for _ in range(3)] == ["", "", ""]
    assert site.opened == [5, 20, 12]


async def test_the_last_page_of_the_plain_listing_is_looked_at_first():
    """It tells how many rows there are."""
    site = Site(20)
    plain = Sampler(_extent(20), site.open, site.look, Totals())
    assert await plain.more(1) == ""
    assert site.opened == [20]
    assert plain.last


# -- the words of controls ------------------------------------------------------------------------------------

_BANDS = "<select title=Reviews><option>Any</option><option>100+</option><option>1,000+</option></select>"


def _form(html: str) -> PageView:
    """A page with its controls; the names and roles that a browser would give them are made here."""
    view = build(html)
    roles = {"option": "option", "select": "combobox"}
    nodes = tuple(
        node._replace(name=node.attributes.get("title", ""), role=roles.get(node.tag, node.role)) for node in view.nodes
    )
    named = replace(view, nodes=nodes)
    return replace(named, controls=describe(named))


@pytest.mark.parametrize(
    ("operator", "bound", "chosen"),
    [(">=", 1000, "100+"), (">=", 1052, "100+"), (">=", 1060, "1,000+"), (">", 1100, "1,000+"), (">=", 100, "")],
)
def test_a_band_is_chosen_with_room_at_its_ends(operator: Operator, bound: int, chosen: str):
    """`1k` on the page may be 996 to the site: an option that begins just at the bound would leave it out."""
    field = make_field("reviews", "integer")
    wanted = Wanted(
        table="rows", fields={"reviews": field}, predicates=(Predicate("reviews", operator, (Decimal(bound),)),)
    )
    found = offers(_form(_BANDS), wanted, "en", ())
    assert [put.words for offer in found for put in offer.puts] == ([chosen] if chosen else [])


def _list(*options: str) -> str:
    return f"<select>{''.join(f'<option>{option}</option>' for option in options)}</select>"


_BUILDER = (
    f"<form action=/x>{_list('- column -', 'name', 'size', 'seen on')}"
    f"{_list('=', 'contains', '&gt;', '≥', '&lt;', 'is blank')}<input name=v><button>Apply</button></form>"
)


@pytest.mark.parametrize(
    ("predicate", "asked"),
    [
        (Predicate("name", "=", ("Lamp",)), ["name", "=", "Lamp"]),
        (Predicate("name", "ilike", ("%Lamp%",)), ["name", "contains", "Lamp"]),
        (Predicate("name", "ilike", ("Lamp%",)), []),
        (Predicate("name", "is null"), ["name", "is blank"]),
        (Predicate("size", ">=", (Decimal(100),)), ["size", ">", "95"]),
        (Predicate("size", "<=", (Decimal(100),)), ["size", "<", "105"]),
        (Predicate("size", "in", (1, 2)), []),
        (Predicate("seen", ">=", (date(2024, 3, 1),)), ["seen on", ">", "2024-02-29"]),
        (Predicate("other", "=", ("x",)), []),
    ],
)
def test_a_query_builder_is_told_by_what_its_lists_hold(predicate: Predicate, asked: list[str]):
    """Columns of the listing in one list, comparisons in the next, a box behind them; ends of bands with room."""
    fields = {
        "name": make_field("name", "text"),
        "size": make_field("size", "integer"),
        "seen": make_field("seen", "date", label="Seen on"),
        "other": make_field("other", "text"),
    }
    found = offers(_form(_BUILDER), Wanted(table="rows", fields=fields, predicates=(predicate,)), "en", ())
    assert [put.words for offer in found for put in offer.puts] == asked


def test_a_query_builder_takes_one_condition_at_a_time():
    """Its lists say one thing each."""
    fields = {"name": make_field("name", "text"), "size": make_field("size", "integer")}
    both = (Predicate("size", ">=", (Decimal(100),)), Predicate("name", "=", ("Lamp",)))
    view = _form(_BUILDER)
    wanted = Wanted(table="rows", fields=fields, predicates=both)
    there = offers(view, wanted, "en", ())
    base = Base(view=view, found=Extraction(verdict="found"), extent=_extent(20))
    assert [offer.control for offer in chosen_of(there, base, wanted, exact=False)] == ["name = Lamp"]
