"""A listing behind a site's own controls is replayed by its address; a control that lies by now never goes unsaid."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.control_lies import BAND, FIELDS, LIES, OPEN, TOP, bent
from tests.navigate.lying_shop import Shop, stock
from tests.navigate.pushdown_chores import chore
from tests.runs.shop_runs import HONEST, drawn, run
from webdart.plan.model import Predicate
from webdart.runs.lock import Lock, LockedControl, LockedStage, read_lock
from webdart.runs.lock_place import path_of
from webdart.values import replace

pytestmark = pytest.mark.browser


def locked(shop: Shop, folder: Path, sql: str) -> tuple[Path, list[object]]:
    """A chore over the shop and its answer, which is locked."""
    file = folder / "items.yaml"
    file.write_text(chore(shop.server.url, "start: /items", FIELDS, sql))
    result, rows = run(file, write_lock=path_of(file))
    assert (result.exit, result.error) == (0, None)
    text = path_of(file).read_text()
    assert "source: html" in text, text[:2000]
    assert Lock.from_text(text, "") == read_lock(file)
    return file, rows


def replayed(shop: Shop, file: Path, controls: Sequence[str]) -> None:
    """The answer of today without a browser, by the same controls, with the evidence of today."""
    assert controls
    shop.items = [replace(one, price=one.price and one.price + 3) for one in stock(250)[5:]]
    before = drawn(shop)
    result, rows = run(file, frozen=True)
    assert (result.exit, result.error, result.warnings) == (0, None, ())
    assert drawn(shop) == before
    plain, truth = run(file, use_lock=False)
    assert rows == truth
    assert [step.control for step in result.pushdowns] == list(controls)
    assert result.grade == plain.grade


def test_a_filter_is_replayed_by_its_address(site_server: SiteServer, tmp_path: Path) -> None:
    """Rows that came, changed and went are there, changed and gone; the lock says what the control stood for."""
    shop = Shop(site_server, HONEST)
    file, _ = locked(shop, tmp_path, OPEN)
    stage = read_lock(file)
    assert stage is not None
    assert "status=Open" in stage.stages[0].address
    assert [keep.column for control in stage.stages[0].pushed for keep in control.keeps] == ["status"]
    replayed(shop, file, [control.control for control in stage.stages[0].pushed])


@pytest.mark.proof
@pytest.mark.parametrize("sql", [TOP, BAND, "SELECT name FROM rows ORDER BY url"], ids=["order", "range", "page size"])
def test_other_controls_are_replayed(sql: str, site_server: SiteServer, tmp_path: Path) -> None:
    """An order ends the walk as early as it did; a range and a page size are a part of the address."""
    shop = Shop(site_server, HONEST)
    file, _ = locked(shop, tmp_path, sql)
    lock = read_lock(file)
    assert lock is not None
    replayed(shop, file, [control.control for control in lock.stages[0].pushed])


def _lied_to(shop: Shop, file: Path, *names: str) -> None:
    """A frozen run gives the rows that an unlocked one gives, or fails; one that is not frozen reads anew."""
    for lie in (one for one in LIES if one.name in names):
        shop.lie = bent(shop, lie)
        result, rows = run(file, frozen=True)
        if result.exit == 0:
            assert rows == run(file, use_lock=False)[1], lie.name
        shop.lie = HONEST


@pytest.mark.proof
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("sql", sorted({lie.sql for lie in LIES}))
def test_no_lie_of_a_control_goes_unsaid(sql: str, site_server: SiteServer, tmp_path: Path) -> None:
    """Each way of lying begins once the honest control was locked."""
    lies = [lie for lie in LIES if lie.sql == sql]
    for number, (count, silent) in enumerate(sorted({(lie.count, lie.silent) for lie in lies})):
        shop = Shop(site_server, replace(HONEST, count=count, silent=silent))
        folder = tmp_path / str(number)
        folder.mkdir()
        file, _ = locked(shop, folder, sql)
        _lied_to(shop, file, *(lie.name for lie in lies if (lie.count, lie.silent) == (count, silent)))


@pytest.mark.proof
def test_a_lie_is_read_anew_where_the_run_is_not_frozen(site_server: SiteServer, tmp_path: Path) -> None:
    """The rows are those of the whole listing, and the run says why the lock was not believed."""
    shop = Shop(site_server, HONEST)
    file, truth = locked(shop, tmp_path, OPEN)
    shop.lie = bent(shop, next(lie for lie in LIES if lie.name == "the filter is of a stale index"))
    result, rows = run(file)
    assert (result.exit, rows) == (0, truth)
    assert any("the lock no longer fits" in one for one in result.warnings), result.warnings


def test_what_a_lock_has_of_its_controls_comes_back() -> None:
    """Operands of every type; other rows alone, which the evidence tells of, are no change of the lock."""
    operands = (
        1,
        "a",
        True,
        2.5,
        Decimal("12.50"),
        date(2026, 3, 1),
        datetime.fromisoformat("2026-03-01T07:00"),
        timedelta(minutes=9),
    )
    keeps = (Predicate("price", "in", operands), Predicate("name", "is null"))
    control = LockedControl(
        kind="filter", control="Price", does="price", keeps=keeps, grade="exact", evidence="3 + 4 = 7"
    )
    stage = LockedStage(stage=0, fingerprint="f", address="http://a/?p", why="", pushed=(control,), plain="http://a/")
    lock = Lock(webdart="0.1", agent="a", stages=(stage,))
    assert Lock.from_text(lock.to_text(), "") == lock

    def of_today(grade: str) -> Lock:
        now = replace(control, grade=grade, evidence="4 + 4 = 8")
        return replace(lock, stages=(replace(stage, pushed=(now,)),))

    assert of_today("exact").compared_with(lock) == lock
    assert of_today("sampled").compared_with(lock) == of_today("sampled")
