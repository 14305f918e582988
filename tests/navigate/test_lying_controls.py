"""What becomes of controls that do not do what they say: never a wrong answer, and each lie named in the run."""

import asyncio

import pytest

from tests.conftest import SiteServer
from tests.navigate.lying_shop import Item, Lie, Param, Rows, Shop
from tests.navigate.pushdown_chores import Desk, answer, chore
from webdart.budget import Limits
from webdart.values import replace

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
    Lie(name="the sort is ignored", sql=TOP, control="Sort by", rows=lambda r, _: sorted(r, key=lambda i: i.number)),
    Lie(name="the sort goes the other way", sql=TOP, control="Sort by", rows=lambda r, p: r[::-1] if _sorting(p) else r),
    Lie(name="the sort is lost on the second page", sql=TOP.replace("5", "25"), control="Sort by", forget=frozenset({"sort"})),
    Lie(
        name="only each page is sorted", sql=TOP, control="Sort by",
        rows=lambda r, _: sorted(r, key=lambda i: i.number),
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
    Lie(name="the filter is ignored", sql=OPEN, control="Status", rows=lambda r, _: r),
    Lie(name="the filter is lost on the second page", sql=OPEN, control="Status", forget=frozenset({"status"}), size=lambda _: 20),
    Lie(
        name="the filter finds parts of words", sql="SELECT name FROM rows WHERE status = 'Open' ORDER BY url",
        control="Status", rows=lambda r, _: r,
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
        name="a page size that ends early where no total is stated", sql="SELECT name FROM rows ORDER BY url", control="Show",
        rows=lambda r, p: r[:100] if "size" in p else r, silent=True,
    ),
    Lie(
        name="an order that ends early where no total is stated", sql=TOP.replace("5", "110"), control="Sort by",
        rows=lambda r, p: r[:100] if _sorting(p) else r, silent=True,
    ),
    Lie(
        name="the filter finds nothing of a few rows", sql="SELECT name FROM rows WHERE price BETWEEN 900 AND 905",
        control="price", rows=lambda r, p: [] if "min" in p else r, count=600,
    ),
    Lie(
        name="the page behind the stop begins with greater ones", sql=TOP, control="Sort by",
        rows=lambda r, p: [*r[1:21], r[0], *r[21:]] if _sorting(p) else r, silent=True, size=lambda _: 20,
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


SHOWN = ("a row stands too late on the second page", "the filter drops rows without a price", "the filter is ignored")
"""Lies that are tried with every change; the others in the proof."""


def bent(shop: Shop, lie: Lie) -> Lie:
    """Lies about what the filter chooses need the shop's own rows."""

    def ignored(rows: Rows, param: Param) -> Rows:
        return shop.items if _filtering(param) else rows

    def in_parts(rows: Rows, param: Param) -> Rows:
        if not _filtering(param):
            return rows
        return [item for item in shop.items if param["status"].lower() in item.status.lower()]

    if lie.name == "the filter is ignored":
        return replace(lie, rows=ignored)
    return replace(lie, rows=in_parts) if lie.name == "the filter finds parts of words" else lie


def _tried(desk: Desk, loop: asyncio.Runner, server: SiteServer, lie: Lie) -> None:
    shop = Shop(server, lie)
    shop.lie = bent(shop, lie)
    file = chore(server.url, "start: /items", FIELDS, lie.sql)
    pushed, plain = loop.run(desk.walk(file)), loop.run(desk.truth(file))
    assert answer(pushed.table, lie.sql) == answer(plain.table, lie.sql), pushed.replans
    named = [step for step in pushed.replans if step.verdict != "taken" and lie.control in step.control]
    assert named, pushed.replans
    assert all(step.evidence for step in named)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lie", [lie for lie in LIES if lie.name in SHOWN], ids=lambda lie: lie.name)
def test_a_lie_is_found_and_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie):
    """The answer is that of the plain listing; the control that lied is refused or undone, with what was seen."""
    _tried(desk, loop, site_server, lie)


@pytest.mark.proof
@pytest.mark.parametrize("lie", [lie for lie in LIES if lie.name not in SHOWN], ids=lambda lie: lie.name)
def test_every_lie_is_found_and_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie):
    """All the others."""
    _tried(desk, loop, site_server, lie)


def _hidden(rows: Rows, param: Param) -> Rows:
    """One row of the second page is not found by the filter."""
    return [item for item in rows if item.number not in range(21, 30)] if _filtering(param) else rows


def _outlier(rows: Rows, param: Param) -> Rows:
    """The dearest row stands in the middle."""
    return [*rows[1:290], rows[0], *rows[290:]] if _sorting(param) else rows


@pytest.mark.proof
@pytest.mark.parametrize(
    "lie",
    [
        Lie(name="a few rows of 1200 are not found", sql=OPEN, rows=_hidden, size=lambda _: 20, count=1200),
        Lie(name="an outlier in the middle of the order", sql=TOP, rows=_outlier, size=lambda _: 20, count=1200),
    ],
    ids=lambda lie: lie.name,
)
def test_what_no_sample_shows_is_never_called_exact(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie
):
    """A lie outside of what was read cannot be found: the answer says that it rests on a sample."""
    Shop(site_server, lie)
    pushed = loop.run(desk.walk(chore(site_server.url, "start: /items", FIELDS, lie.sql)))
    assert pushed.taken
    assert pushed.grades == {"sampled"}


@pytest.mark.proof
def test_the_file_says_how_far_to_go(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """`trusting` takes no sample and says so; `exact` takes nothing that only a sample could show; `off` takes nothing."""
    Shop(site_server, Lie(name="none", sql=""))
    walks = {
        mode: loop.run(desk.walk(chore(site_server.url, f"start: /items, pushdown: {mode}", FIELDS, OPEN)))
        for mode in ("trusting", "exact", "auto", "off")
    }
    assert walks["trusting"].grades == {"trusted"}
    assert walks["trusting"].pages < walks["auto"].pages
    assert walks["exact"].taken == ["100 rows a page"]
    assert walks["exact"].grades == {"exact"}
    assert walks["off"].replans == ()
    assert len({tuple(answer(walk.table, OPEN)) for walk in walks.values()}) == 1


def test_a_budget_that_ends_while_a_control_is_tried(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The first page was read: its rows stay, and the table is incomplete."""
    lie = Lie(name="the filter is lost", sql=OPEN, forget=frozenset({"status"}), size=lambda _: 20)
    Shop(site_server, lie)
    file = chore(site_server.url, "start: /items", FIELDS, lie.sql)
    pushed = loop.run(desk.walk(file, limits=Limits(pages=7)))
    assert (pushed.table.num_rows, pushed.summary.verdict) == (20, "incomplete")
    assert pushed.pages <= 7


@pytest.mark.proof
def test_a_sample_is_of_rows_that_the_control_left_out(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The control keeps more than the SQL wants: what only the SQL throws away says nothing of the control."""
    Shop(site_server, Lie(name="none", sql="", silent=True, count=600))
    sql = "SELECT name FROM rows WHERE rating >= 4 ORDER BY url"
    pushed = loop.run(desk.walk(chore(site_server.url, "start: /items", FIELDS, sql)))
    taken = [step for step in pushed.replans if step.verdict == "taken"]
    assert taken, pushed.replans
    assert all(step.grade == "sampled" and int(step.evidence.split()[0]) >= 60 for step in taken), taken


@pytest.mark.proof
def test_a_page_size_that_is_trusted_is_called_so(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """Nothing is sampled of it, so nothing is said of a sample."""
    Shop(site_server, Lie(name="none", sql="", silent=True))
    file = chore(site_server.url, "start: /items, pushdown: trusting", FIELDS, "SELECT name FROM rows ORDER BY url")
    assert loop.run(desk.walk(file)).grades == {"trusted"}


@pytest.mark.proof
def test_an_honest_site_is_believed(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The same site without a lie: every control above is taken."""
    Shop(site_server, Lie(name="none", sql=""))
    for sql in (TOP, OPEN, BAND, "SELECT name FROM rows WHERE rating >= 4 ORDER BY url"):
        file = chore(site_server.url, "start: /items", FIELDS, sql)
        pushed, plain = loop.run(desk.walk(file)), loop.run(desk.truth(file))
        assert answer(pushed.table, sql) == answer(plain.table, sql)
        assert pushed.taken, (sql, pushed.replans)
