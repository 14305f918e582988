"""A listing behind controls that the file sets is replayed by its address, as long as its page shows what was set."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.lying_shop import Item, Lie, Param, Shop, form, stock
from tests.runs.shop_runs import HONEST, drawn, run
from webdart.answer.outcome import Outcome
from webdart.runs.lock import Lock, LockedStage, read_lock
from webdart.runs.lock_place import path_of
from webdart.values import replace

pytestmark = pytest.mark.browser

OPEN = 'Status: "{{ status }}"'
ALL = "SELECT name, price, status FROM rows ORDER BY url"
DEAREST = "SELECT name, price FROM rows ORDER BY price DESC, url LIMIT 5"


def chore(shop: Shop, folder: Path, wanted: str, sql: str = ALL) -> Path:
    """A chore over the shop that sets something."""
    file = folder / "items.yaml"
    file.write_text(
        f'webdart: 1\nparams: {{status: Open}}\nsites: {{site: "{shop.server.url}"}}\nstages:\n'
        f"  - navigate: {{start: /items, set: {{{wanted}}}}}\n"
        "  - extract: {into: rows, key: url, fields: {name: text, price: money, status: text, url: link}}\n"
        f"  - execute: {sql}\n"
    )
    return file


def locked(file: Path) -> LockedStage:
    """What is locked of the chore."""
    result, _ = run(file, write_lock=path_of(file))
    assert (result.exit, result.error) == (0, None)
    lock = read_lock(file)
    assert lock is not None
    assert Lock.from_text(lock.to_text(), "") == lock
    return lock.stages[0]


def answered(result: Outcome, rows: list[object]) -> tuple[object, ...]:
    """What a run is held against another by: the rows, how it ended, how complete it is, what became of controls."""
    tables = [(one.name, one.rows, one.stated, one.verdict, one.reasons) for one in result.tables]
    return result.exit, rows, tables, result.pushdowns, result.doubts


def as_unlocked(shop: Shop, file: Path) -> None:
    """A frozen run draws no page, and answers as one without the lock does."""
    before = drawn(shop)
    frozen = run(file, frozen=True)
    assert drawn(shop) == before, frozen[0].error
    assert answered(*frozen) == answered(*run(file, use_lock=False))
    assert frozen[0].exit == 0


def refused(file: Path, *words: str) -> None:
    """A frozen run fails, and says why; another one answers as one without the lock does, and says it, too."""
    result, _ = run(file, frozen=True)
    assert result.exit == 1
    assert result.error is not None
    assert all(word in str(result.error) for word in words), result.error
    anew = run(file)
    assert answered(*anew) == answered(*run(file, use_lock=False))
    assert any("the lock no longer fits" in one for one in (*anew[0].warnings, *(anew[0].error or ())))


def _changed(count: int = 250) -> list[Item]:
    """The stock of another day: rows are gone, others have come, others cost more."""
    return [replace(one, price=one.price and one.price + 3) for one in stock(count)[5:]]


def test_a_control_of_the_file_is_replayed_by_its_address(site_server: SiteServer, tmp_path: Path) -> None:
    """No page is drawn; rows that came, changed and went are there; the grade is that of today."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    stage = locked(file)
    assert (stage.source, stage.why) == ("html", "")
    assert "status=Open" in stage.address
    assert stage.settings is not None
    assert stage.settings.shown == {"Status": "Open"}
    shop.items = _changed()
    as_unlocked(shop, file)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("wanted", "sql"),
    [
        ("Show: 100 a page", ALL),
        ("Sort by: 'Price: low to high'", ALL),
        ("Search: lamp", ALL),
        ("Status: Open, Minimum price: 300, Maximum price: 900", ALL),
        (OPEN, DEAREST),
    ],
)
def test_other_settings_are_replayed(wanted: str, sql: str, site_server: SiteServer, tmp_path: Path) -> None:
    """A page size, an order, words, several controls of one form; an answer of a few rows."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, wanted, sql)
    stage = locked(file)
    assert (stage.source, stage.why) == ("html", "")
    shop.items = _changed()
    as_unlocked(shop, file)


def several(file: Path) -> None:
    """The chore walks once for each of two choices."""
    text = file.read_text().replace("start: /items,", "start: /items, for_each: {which: [Open, Closed]},")
    file.write_text(text.replace('"{{ status }}"', '"{{ row.which }}"'))


@pytest.mark.proof
def test_each_of_several_walks_is_replayed(site_server: SiteServer, tmp_path: Path) -> None:
    """By the address of its own row; a row that the lock does not have is reached as without it."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    several(file)
    locked(file)
    lock = read_lock(file)
    assert lock is not None
    assert [(one.stage, one.source) for one in lock.stages] == [(0, "html"), (0, "html")]
    assert lock.of(0, lock.stages[1].fingerprint) == lock.stages[1]
    shop.items = _changed()
    as_unlocked(shop, file)
    file.write_text(file.read_text().replace("[Open, Closed]", "[Closed, Open]"))
    as_unlocked(shop, file)
    file.write_text(file.read_text().replace("[Closed, Open]", "[Closed, Reopened]"))
    result, rows = run(file)
    assert answered(result, rows) == answered(*run(file, use_lock=False))
    assert run(file, frozen=True)[0].exit == 1


@pytest.mark.proof
def test_the_address_of_one_value_is_never_that_of_another(site_server: SiteServer, tmp_path: Path) -> None:
    """The parameter is a part of what the lock is for: with another one the listing is reached as without it."""
    file = chore(Shop(site_server, HONEST), tmp_path, OPEN)
    locked(file)
    closed = {"params": {"status": "Closed"}}
    result, rows = run(file, **closed)
    assert answered(result, rows) == answered(*run(file, use_lock=False, **closed))
    assert {row[2] for row in rows} == {"Closed"}  # type: ignore[index]
    assert run(file, frozen=True, **closed)[0].exit == 1


class _Form(Shop):
    """The shop, whose form may change."""

    def form(self, param: Param) -> str:
        """Its controls."""
        return self.bent(form(param), param)

    def bent(self, page: str, param: Param) -> str:
        """The form of today."""
        return page


class _Without(_Form):
    """Nothing is open any more."""

    def bent(self, page: str, param: Param) -> str:
        """The choice is gone."""
        return page.replace("<option value='Open'>Open (80)</option>", "")


class _Renumbered(_Form):
    """What was the value of one choice is that of another."""

    def bent(self, page: str, param: Param) -> str:
        """Two choices have exchanged their values."""
        return page.replace("Open (80)", "?").replace("Closed (80)", "Open (80)").replace("?", "Closed (80)")

    def answer(self, asked: Asked) -> Reply:
        """What is listed is as the choices say."""
        self.lie = replace(self.lie, rows=_fitting)
        return super().answer(asked)


def _fitting(_: Sequence[Item], param: Param) -> Sequence[Item]:
    exchanged = {"Open": "Closed", "Closed": "Open"}
    status = param.get("status")
    return [one for one in stock() if status is None or one.status == exchanged.get(status, status)]


class _Renamed(_Form):
    """The control is called otherwise, and its parameter is: the old one is ignored."""

    def bent(self, page: str, param: Param) -> str:
        """Another label, and another name."""
        chosen = param.get("state", "")
        page = page.replace("name=status", "name=state").replace(" selected>Open", ">Open")
        return page.replace(f"'{chosen}'>{chosen} (", f"'{chosen}' selected>{chosen} (") if chosen else page

    def answer(self, asked: Asked) -> Reply:
        """By the new name alone."""
        self.lie = replace(self.lie, rows=_so_called)
        return super().answer(asked)


def _so_called(_: Sequence[Item], param: Param) -> Sequence[Item]:
    return [one for one in stock() if param.get("state") in (None, one.status)]


class _Dated(_Form):
    """The form sends a day that it fills in by itself."""

    day = 7

    def bent(self, page: str, param: Param) -> str:
        """As it was asked for, else that of today."""
        since = param.get("since", f"2024-01-{self.day:02}")
        return page.replace(
            "<button>", f"<p><label>Added since <input type=date name=since value={since}></label></p><button>"
        )


def _bent(shop: Shop, bend: type[_Form]) -> None:
    """From now on the shop is another one."""
    bend(shop.server, shop.lie)


@pytest.mark.proof
def test_a_choice_that_is_gone_is_told_with_those_that_are_left(site_server: SiteServer, tmp_path: Path) -> None:
    """As in a run without the lock."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    locked(file)
    _bent(shop, _Without)
    refused(file, "'Status' has no choice 'Open'", "there are: 'Reopened (80)', 'Closed (80)', 'Any'")
    assert "there are: 'Reopened (80)', 'Closed (80)', 'Any'" in str(run(file)[0].error)


@pytest.mark.proof
@pytest.mark.parametrize("bend", [_Renumbered, _Renamed])
def test_an_address_that_has_come_to_mean_something_else(
    bend: type[_Form], site_server: SiteServer, tmp_path: Path
) -> None:
    """Its page shows another choice, or none: the control is set again."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    locked(file)
    _bent(shop, bend)
    refused(file, "does not show that 'Status' is set to 'Open'")
    assert {row[2] for row in run(file)[1]} == {"Open"}  # type: ignore[index]


@pytest.mark.proof
def test_a_day_that_the_form_sends_by_itself(site_server: SiteServer, tmp_path: Path) -> None:
    """On the day it is replayed; on another day the address is not what the form would send."""
    shop = _Dated(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    assert locked(file).source == "html"
    as_unlocked(shop, file)
    shop.day = 8
    refused(file, "Added since: '2024-01-08', then '2024-01-07'")


def _every(_: Sequence[Item], __: Param) -> Sequence[Item]:
    return stock()


LIES = [
    Lie(name="the filter is ignored", sql="", rows=_every),
    Lie(name="later pages forget it", sql="", forget=frozenset({"status"})),
]


@pytest.mark.proof
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.name)
def test_a_control_that_has_come_to_lie(lie: Lie, site_server: SiteServer, tmp_path: Path) -> None:
    """Its page shows what was set, and its rows say something else."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    locked(file)
    shop.lie = lie
    refused(file, "but the page shows a row with status = ")
    assert run(file)[0].exit == 3


@pytest.mark.proof
@pytest.mark.parametrize(
    "lie",
    [
        Lie(name="rows without a price are left out", sql="", rows=lambda rows, _: [one for one in rows if one.price]),
        Lie(name="what was chosen is kept in the session", sql="", keep=True),
        Lie(name="no total is stated", sql="", silent=True),
        Lie(name="nothing is left", sql="", rows=lambda _, __: []),
    ],
    ids=lambda lie: lie.name,
)
def test_what_a_run_without_the_lock_takes(lie: Lie, site_server: SiteServer, tmp_path: Path) -> None:
    """The lock gives the same, or a frozen run fails."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, OPEN)
    locked(file)
    shop.lie, shop.items = lie, _changed()
    frozen, plain = run(file, frozen=True), run(file, use_lock=False)
    assert frozen[0].exit in (1, 3) or answered(*frozen) == answered(*plain)
    shop.kept.clear()
    assert answered(*run(file)) == answered(*plain)


@pytest.mark.proof
def test_what_is_set_without_an_address_is_not_locked(site_server: SiteServer, tmp_path: Path) -> None:
    """A script lists other rows in place: the lock says that it is read in a browser, and why."""
    rows = "".join(
        f"<tr><td>Lamp {n}</td><td>${n}.00</td><td>{'Open' if n % 2 else 'Closed'}</td></tr>" for n in range(30)
    )
    site_server.page(
        "/items",
        "<!doctype html><title>Items</title><h1>Items</h1><label>Status <select><option>Any<option>Open<option>Closed"
        f"</select></label><table><thead><tr><th>Name<th>Price<th>Status</thead><tbody>{rows}</tbody></table><script>"
        "document.querySelector('select').onchange = e => { for (const r of document.querySelectorAll('tbody tr'))"
        " if (r.cells[2].textContent !== e.target.value) r.remove(); }</script>",
    )
    file = tmp_path / "items.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n'
        "  - navigate: {start: /items, set: {Status: Open}}\n"
        "  - extract: {into: rows, fields: {name: text, price: money, status: text}}\n  - execute: SELECT * FROM rows\n"
    )
    stage = locked(file)
    assert stage.source == "rendered"
    assert "addresses" in stage.why, stage.why
    assert len(run(file, frozen=True)[1]) == 15
