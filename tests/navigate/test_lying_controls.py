"""What becomes of controls that do not do what they say: never a wrong answer, and each lie named in the run."""

import asyncio

import pytest

from tests.conftest import SiteServer
from tests.navigate.control_lies import BAND, FIELDS, LIES, OPEN, TOP, bent, is_filtering, is_sorting
from tests.navigate.lying_shop import Lie, LineShop, Param, Rows, Shop
from tests.navigate.pushdown_chores import Desk, answer, chore
from webdart.budget import Limits

pytestmark = pytest.mark.browser

SHOWN = ("a row stands too late on the second page", "the filter drops rows without a price", "the filter is ignored")
"""Lies that are tried with every change; the others in the proof."""


def _tried(desk: Desk, loop: asyncio.Runner, server: SiteServer, lie: Lie, kind: type[Shop] = Shop) -> None:
    shop = kind(server, lie)
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


OF_LINES = [lie for lie in LIES if lie.control in ("Sort by", "Status", "Show")]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lie", [lie for lie in OF_LINES if lie.name in SHOWN], ids=lambda lie: lie.name)
def test_a_lie_of_links_is_found_and_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie):
    """The same lies told by links in lines."""
    _tried(desk, loop, site_server, lie, LineShop)


@pytest.mark.proof
@pytest.mark.parametrize("lie", [lie for lie in OF_LINES if lie.name not in SHOWN], ids=lambda lie: lie.name)
def test_every_lie_of_links_is_found_and_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie):
    """All the others of links."""
    _tried(desk, loop, site_server, lie, LineShop)


@pytest.mark.parametrize(
    ("sql", "does"),
    [
        (TOP, "ORDER BY price DESC"),
        (OPEN, "WHERE status = 'Open'"),
        ("SELECT name FROM rows ORDER BY url", "100 rows a page"),
    ],
)
def test_honest_links_are_believed(desk: Desk, loop: asyncio.Runner, site_server: SiteServer, sql: str, does: str):
    """Links in lines take over an order, a filter and the page size."""
    LineShop(site_server, Lie(name="none", sql=""))
    file = chore(site_server.url, "start: /items", FIELDS, sql)
    pushed, plain = loop.run(desk.walk(file)), loop.run(desk.truth(file))
    assert answer(pushed.table, sql) == answer(plain.table, sql)
    assert does in pushed.taken, pushed.replans


def _hidden(rows: Rows, param: Param) -> Rows:
    """One row of the second page is not found by the filter."""
    return [item for item in rows if item.number not in range(21, 30)] if is_filtering(param) else rows


def _outlier(rows: Rows, param: Param) -> Rows:
    """The dearest row stands in the middle."""
    return [*rows[1:290], rows[0], *rows[290:]] if is_sorting(param) else rows


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


def test_what_a_site_keeps_is_forgotten_with_its_session(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """A filter that holds for the whole session hides the rows of a sample: the rest is read in a new session."""
    Shop(site_server, Lie(name="what was chosen is kept in the session", sql=OPEN, keep=True))
    file = chore(site_server.url, "start: /items", FIELDS, OPEN)
    pushed, after = loop.run(desk.walk(file)), loop.run(desk.truth(file))
    assert answer(pushed.table, OPEN) == answer(after.table, OPEN)
    assert (pushed.table.num_rows, after.table.num_rows, pushed.summary.verdict) == (240, 240, "complete")
    assert [step.verdict for step in pushed.replans if "Status" in step.control] == ["refused"], pushed.replans


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
