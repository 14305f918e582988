"""A listing behind controls that the file sets is replayed by its address, as long as its page shows what was set."""

from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.lying_shop import Shop, stock
from tests.runs.test_lock_controls import HONEST, drawn, run
from webdart.runs.lock import Lock, path_of, read_lock
from webdart.values import replace

pytestmark = pytest.mark.browser

FIELDS = "{name: text, price: money, status: text, url: link}"


def chore(shop: Shop, folder: Path, set_: str, sql: str = "SELECT name, price, status FROM rows ORDER BY url") -> Path:
    """A chore over the shop that sets something."""
    file = folder / "items.yaml"
    file.write_text(
        f'webdart: 1\nparams: {{status: Open}}\nsites: {{site: "{shop.server.url}"}}\nstages:\n'
        f"  - navigate: {{start: /items, set: {set_}}}\n"
        f"  - extract: {{into: rows, key: url, fields: {FIELDS}}}\n  - execute: {sql}\n"
    )
    return file


def test_a_control_of_the_file_is_replayed_by_its_address(site_server: SiteServer, tmp_path: Path) -> None:
    """No page is drawn; rows that came, changed and went are there; the grade is that of today."""
    shop = Shop(site_server, HONEST)
    file = chore(shop, tmp_path, '{Status: "{{ status }}"}')
    result, _ = run(file, write_lock=path_of(file))
    assert (result.exit, result.error) == (0, None)
    lock = read_lock(file)
    assert lock is not None
    assert (lock.stages[0].source, lock.stages[0].why) == ("html", "")
    assert "status=Open" in lock.stages[0].address
    assert lock.stages[0].settings is not None
    assert Lock.from_text(lock.to_text(), "") == lock
    shop.items = [replace(one, price=one.price and one.price + 3) for one in stock(250)[5:]]
    before = drawn(shop)
    locked, rows = run(file, frozen=True)
    assert (locked.exit, locked.error, locked.warnings) == (0, None, ())
    assert drawn(shop) == before
    plain, truth = run(file, use_lock=False)
    assert rows == truth
    assert locked.pushdowns == plain.pushdowns
    assert locked.tables == plain.tables
