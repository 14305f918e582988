"""What becomes of controls that do not do what they say: never a wrong answer, and each lie named in the run."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tests.conftest import SiteServer
from tests.navigate.lying import Item, Lie, Param, Rows, Shop
from tests.navigate.pushing import Desk, answer, chore

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, status: text, rating: rating, added: date, url: link}"
TOP = "SELECT name, price FROM rows ORDER BY price DESC, url LIMIT 5"
OPEN = "SELECT name, price FROM rows WHERE status = 'Open' ORDER BY url"
BAND = "SELECT name, price FROM rows WHERE price BETWEEN 100 AND 400 ORDER BY url"


def _sorting(param: Param) -> bool:
    return param.get("sort") == "-price"


def _filtering(param: Param) -> bool:
    return "status" in param


def _misplaced(place: int):
    def bend(rows: Rows, param: Param) -> Rows:
        if not _sorting(param):
            return rows
        moved = list(rows)
        moved.insert(place, moved.pop(2))
        return moved

    return bend


def _advert(number: int, **values: object) -> Item:
    return replace(Item(number, f"Sponsored {number}", 9999, "Closed", None, None), **values)  # type: ignore[arg-type]


LIES = [
    Lie(name="a row stands too late on the first page", sql=TOP, control="Sort by", rows=_misplaced(8)),
    Lie(name="a row stands too late on the second page", sql=TOP.replace("5", "25"), control="Sort by", rows=_misplaced(30)),
    Lie(name="the sort is ignored", sql=TOP, control="Sort by", rows=lambda r, p: sorted(r, key=lambda i: i.number)),
    Lie(name="the sort goes the other way", sql=TOP, control="Sort by", rows=lambda r, p: r[::-1] if _sorting(p) else r),
    Lie(name="the sort is lost on the second page", sql=TOP.replace("5", "25"), control="Sort by", forget=frozenset({"sort"})),
    Lie(
        name="only each page is sorted", sql=TOP, control="Sort by",
        rows=lambda r, p: sorted(r, key=lambda i: i.number),
        page=lambda r, p: sorted(r, key=lambda i: -(i.price or 0)) if _sorting(p) else r,
    ),
    Lie(
        name="prices are sorted as texts", sql=TOP, control="Sort by",
        rows=lambda r, p: sorted(r, key=lambda i: str(i.price or ""), reverse=True) if _sorting(p) else r,
    ),
    Lie(
        name="the sort drops rows without a price", sql="SELECT name FROM rows ORDER BY price DESC NULLS FIRST, url LIMIT 3",
        control="Sort by", rows=lambda r, p: [i for i in r if i.price is not None] if _sorting(p) else r,
    ),
    Lie(
        name="rows without a price stand among the others", sql=TOP, control="Sort by",
        rows=lambda r, p: sorted(r, key=lambda i: -(i.price or 1500)) if _sorting(p) else r,
    ),
    Lie(name="the sort shows rows twice", sql=TOP, control="Sort by", rows=lambda r, p: [*r[:3], *r] if _sorting(p) else r),
    Lie(
        name="the filter drops rows without a price", sql=OPEN, control="Status",
        rows=lambda r, p: [i for i in r if i.price is not None] if _filtering(p) else r,
    ),
    Lie(name="the filter is ignored", sql=OPEN, control="Status", rows=lambda r, p: r),
    Lie(name="the filter is lost on the second page", sql=OPEN, control="Status", forget=frozenset({"status"}), size=lambda _: 20),
    Lie(
        name="the filter finds parts of words", sql="SELECT name FROM rows WHERE status = 'Open' ORDER BY url",
        control="Status", rows=lambda r, p: r,
    ),
    Lie(name="the filter finds fifty rows at most", sql=OPEN, control="Status", rows=lambda r, p: r[:50] if _filtering(p) else r),
    Lie(
        name="the filter is of a stale index", sql=OPEN, control="Status",
        rows=lambda r, p: [i for i in r if i.number % 3] if _filtering(p) else r,
    ),
    Lie(name="the total is stale", sql=OPEN, control="Status", total=lambda t, p: t - 7 if _filtering(p) else t),
    Lie(
        name="advertisements stand among the filtered", sql=OPEN, control="Status",
        page=lambda r, p: [_advert(900), *r] if _filtering(p) else r,
    ),
    Lie(
        name="advertisements that satisfy the filter", sql=OPEN, control="Status",
        page=lambda r, p: [_advert(900 + int(p["page"]), status="Open"), *r] if _filtering(p) else r,
    ),
    Lie(name="a page size that shows fewer rows", sql="SELECT name FROM rows ORDER BY url", control="Show",
        size=lambda size: min(size, 20)),
    Lie(
        name="a page size that loses rows", sql="SELECT name FROM rows ORDER BY url", control="Show",
        page=lambda r, p: r[:50] if "size" in p else r,
    ),
    Lie(
        name="a rating that is rounded otherwise", sql="SELECT name FROM rows WHERE rating >= 3.5 ORDER BY url", control="Rating",
        rows=lambda r, p: [i for i in r if i.stars is None or i.stars >= 4.2] if "stars" in p else r,
    ),
    Lie(
        name="a band that cuts off too much", sql=BAND, control="price",
        rows=lambda r, p: [i for i in r if (i.price or 0) >= 150] if "min" in p else r,
    ),
    Lie(
        name="the filter leads to other rows", sql=OPEN, control="Status",
        rows=lambda r, p: [replace(i, number=i.number + 1000) for i in r] if _filtering(p) else r,
    ),
]  # fmt: skip


def _ignored(rows: Rows, items: Sequence[Item]) -> Rows:
    del rows
    return items


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One loop for all, so that they share a browser."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def desk(loop: asyncio.Runner) -> Iterator[Desk]:
    """One browser for all; nothing is remembered: every lie is another site."""
    made = Desk(remember=False)
    yield made
    loop.run(made.close())


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.name)
def test_a_lie_is_found_and_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie):
    """The answer is that of the plain listing; the control that lied is refused or undone, with what was seen."""
    shop = Shop(site_server, lie)
    if lie.name in ("the filter is ignored", "the filter finds parts of words"):
        whole = lie.name == "the filter is ignored"
        bent = lambda rows, p: (
            shop.items
            if whole and _filtering(p)
            else [i for i in shop.items if not _filtering(p) or p["status"].lower() in i.status.lower()]
        )
        shop.lie = replace(lie, rows=bent)
    file = chore(site_server.url, "start: /items", FIELDS, lie.sql)
    pushed, plain = loop.run(desk.walk(file)), loop.run(desk.truth(file))
    assert answer(pushed.table, lie.sql) == answer(plain.table, lie.sql), pushed.replans
    named = [step for step in pushed.replans if step.verdict != "taken" and lie.control in step.control]
    assert named, pushed.replans
    assert all(step.evidence for step in named)


def test_an_honest_site_is_believed(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The same site without a lie: every control above is taken."""
    Shop(site_server, Lie(name="none", sql=""))
    for sql in (TOP, OPEN, BAND, "SELECT name FROM rows WHERE rating >= 4 ORDER BY url"):
        file = chore(site_server.url, "start: /items", FIELDS, sql)
        pushed, plain = loop.run(desk.walk(file)), loop.run(desk.truth(file))
        assert answer(pushed.table, sql) == answer(plain.table, sql)
        assert pushed.taken, (sql, pushed.replans)
