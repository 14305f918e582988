"""How many rows there are, where nothing else is asked: by what the site states, if what is read bears it out."""

import asyncio
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.navigate.lying_shop import Lie, Shop
from tests.navigate.pushdown_chores import Desk, Walked, chore, plan_of
from webdart.plan.model import ListingStage

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, url: link}"
COUNT = "SELECT count(*) AS items FROM rows"


def walk(desk: Desk, loop: asyncio.Runner, server: SiteServer, lie: Lie, navigate: str = "start: /items") -> Walked:
    """The shop, walked for the number of its rows."""
    Shop(server, lie)
    return loop.run(desk.walk(chore(server.url, navigate, FIELDS, COUNT)))


@pytest.mark.parametrize(
    ("sql", "counted"),
    [
        (COUNT, True),
        ("SELECT count(*) FROM rows AS r", True),
        ("SELECT count(*) FROM rows WHERE price > 3", False),
        ("SELECT count(price) FROM rows", False),
        ("SELECT count(DISTINCT name) FROM rows", False),
        ("SELECT count(*), max(price) FROM rows", False),
        ("SELECT count(*) + 1 FROM rows", False),
        ("SELECT count(*) OVER () FROM rows", False),
        ("SELECT count(*) FILTER (WHERE price > 3) FROM rows", False),
        ("SELECT DISTINCT count(*) FROM rows", False),
        ("SELECT count(*) FROM rows GROUP BY name", False),
        ("SELECT count(*) FROM rows LIMIT 1", False),
        ("SELECT count(*) FROM rows USING SAMPLE 3", False),
        ("SELECT count(*) FROM rows, rows AS other", False),
        ("SELECT count(*) FROM (SELECT DISTINCT name FROM rows)", False),
    ],
)
def test_only_a_bare_count_is_one(sql: str, counted: bool):
    """Whatever else is asked takes the rows themselves."""
    plan = plan_of(chore("http://127.0.0.1:9", "start: /items", FIELDS, sql))
    (stage,) = (one for one in plan.stages if isinstance(one, ListingStage))
    assert stage.needs["rows"].counted is counted


def test_the_number_that_the_site_states_is_the_answer(site_server: SiteServer, tmp_path: Path):
    """A few pages bear it out; the run says what it rests on, and that the rows themselves are not there."""
    shop = Shop(site_server, Lie(name="none", sql=""))
    file = tmp_path / "count.yaml"
    file.write_text(chore(site_server.url, "start: /items", FIELDS, COUNT))
    run = webdart.run(str(file), environment={}, project=tmp_path)
    assert (run.result.status, run.answer.value) == ("answered", len(shop.items)), run.result
    assert run.result.grade == "sampled"
    (table,) = run.result.tables
    assert (table.rows, table.stated, table.verdict) == (20, 240, "complete")
    assert table.reasons == ("only the number of rows is asked, which the site states",)
    (step,) = run.result.pushdowns
    assert (step.does, step.verdict) == ("count(*) = 240", "taken")
    assert run.result.pages <= 5
    assert run.result.pages_plain == 12


@pytest.mark.proof
@pytest.mark.parametrize(
    "lie",
    [
        Lie(name="a total of another day", sql="", total=lambda total, _: total + 7),
        Lie(name="a total that is too small", sql="", total=lambda total, _: total - 30),
        Lie(name="the last page repeats rows", sql="", page=lambda r, p: [*r[:-1], r[0]] if p["page"] == "12" else r),
        Lie(name="pages lack a row", sql="", page=lambda r, p: r[1:] if int(p["page"]) > 1 else r),
    ],
    ids=lambda lie: lie.name,
)
def test_a_total_that_is_not_borne_out_is_not_believed(
    desk: Desk, loop: asyncio.Runner, site_server: SiteServer, lie: Lie
):
    """The listing is walked, and whoever doubts its total says so; one that its own pager denies is not even tried."""
    found = walk(desk, loop, site_server, lie)
    verdicts = [step.verdict for step in found.replans if "count" in step.does]
    assert verdicts == ([] if "too small" in lie.name else ["refused"]), found.replans
    assert found.table.num_rows > 200


@pytest.mark.proof
def test_trusting_takes_no_sample_and_exact_takes_nothing(desk: Desk, loop: asyncio.Runner, site_server: SiteServer):
    """The grade says so; `exact` walks."""
    honest = Lie(name="none", sql="")
    trusted = walk(desk, loop, site_server, honest, "start: /items, pushdown: trusting")
    assert (trusted.pages, trusted.grades, trusted.counted) == (1, {"trusted"}, 240)
    assert walk(desk, loop, site_server, honest, "start: /items, pushdown: exact").table.num_rows == 240
