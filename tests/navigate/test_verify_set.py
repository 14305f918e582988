"""What the file sets is obeyed, and believed as far as a declared column bears it out."""

import asyncio

import pytest

from tests.conftest import SiteServer
from tests.navigate.lying_shop import Lie, Shop, stock
from tests.navigate.pushdown_chores import Desk, Walked, chore

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, status: text, rating: rating, added: date, url: link}"
ALL = "SELECT name FROM rows ORDER BY url"


def walk(desk: Desk, loop: asyncio.Runner, server: SiteServer, lie: Lie, navigate: str) -> Walked:
    """The shop with one lie, walked with what the file sets."""
    Shop(server, lie)
    return loop.run(desk.walk(chore(server.url, f"start: /items, {navigate}", FIELDS, ALL)))


def test_a_setting_that_its_column_bears_out(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """All rows say so, and none of a sample of the others: no longer merely trusted."""
    found = walk(desk, loop, site_server, Lie(name="none", sql=""), "set: {Status: Open}")
    (step,) = found.replans
    assert (step.by, step.verdict) == ("file", "taken")
    assert step.grade in ("sampled", "exact"), step
    assert found.table.num_rows == sum(item.status == "Open" for item in Shop(site_server, Lie(name="", sql="")).items)


def test_a_setting_that_is_ignored_is_told(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The rows of before, some of which say something else: the control was refused, the table is not what was asked."""
    lie = Lie(name="the filter is ignored", sql="", rows=lambda _, __: stock())
    found = walk(desk, loop, site_server, lie, "set: {Status: Open}")
    (step,) = found.replans
    assert step.verdict == "refused"
    assert "the page shows a row with status = " in step.evidence
    assert found.summary.verdict == "incomplete"
    assert "status = " in found.summary.reasons[0]


@pytest.mark.proof
def test_a_setting_that_later_pages_forget(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The first page has the rows that were asked for, the others all rows."""
    lie = Lie(name="pages forget the filter", sql="", forget=frozenset({"status"}))
    found = walk(desk, loop, site_server, lie, "set: {Status: Open}")
    assert [step.verdict for step in found.replans] == ["refused"]
    assert found.summary.verdict == "incomplete"


@pytest.mark.proof
def test_a_setting_that_means_more_than_its_word(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """Other rows than before, some of which say something else: it may be meant so; obeyed, and named."""
    lie = Lie(
        name="a word that stands for two",
        sql="",
        rows=lambda rows, param: [one for one in stock() if one.status != "Closed"] if "status" in param else rows,
    )
    found = walk(desk, loop, site_server, lie, "set: {Status: Open}")
    (step,) = found.replans
    assert (step.verdict, step.grade) == ("taken", "trusted")
    assert "the page shows a row with status = " in step.evidence


@pytest.mark.proof
def test_a_setting_that_leaves_out_too_much_is_named(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """A row of before that says what was set, and is not shown any more."""
    lie = Lie(
        name="the filter drops rows without a price",
        sql="",
        rows=lambda rows, param: [one for one in rows if one.price is not None] if "status" in param else rows,
    )
    found = walk(desk, loop, site_server, lie, "set: {Status: Open}")
    (step,) = found.replans
    assert (step.verdict, step.grade) == ("taken", "trusted")
    assert "was there before and is not shown" in step.evidence
    assert any(event.kind == "warning" and "is not shown" in event.text for event in found.events)


@pytest.mark.proof
def test_what_no_column_can_check_is_trusted(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """A page size says nothing of any row."""
    found = walk(desk, loop, site_server, Lie(name="none", sql=""), "set: {Show: 100 a page}")
    (step,) = found.replans
    assert step.grade == "trusted"
