"""A page that is looked at too early: before its document's scripts had run, or while its list says that it is busy."""

from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.one_walk import run
from webdart.browser.chromium import observe
from webdart.navigate.find import listing as arrival

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

LATE = 3.0  # seconds
ROWS = """document.querySelector("tbody").innerHTML = ["anvil", "bellows", "chisel", "drill"]
  .map((name) => `<tr><td>${name}</td><td>${name.length}</td></tr>`).join("");"""


def listing(site: SiteServer, *, late: int) -> None:
    """A list that shows two of its four rows until its script has run, which is late so many times."""
    rows = "<tr><td>anvil</td><td>5</td></tr><tr><td>bellows</td><td>7</td></tr>"
    site.page(
        "/items",
        "<!doctype html><title>Items</title><script defer src=/rows.js></script><h1>Items</h1>"
        f"<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>{rows}</tbody></table>",
    )
    asked_for: list[str] = []

    def script(asked: Asked) -> Reply:
        asked_for.append(asked.path)
        hang = LATE if len(asked_for) <= late else 0.0
        return Reply(ROWS, type="text/javascript", hang=hang, headers=(("Cache-Control", "no-store"),))

    site.on("/rows.js", script)


def test_a_page_whose_script_is_late_once_is_asked_again(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read whole."""
    monkeypatch.setattr(observe, "_REST_SECONDS", 0.5)
    listing(site_server, late=1)
    done = run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, ["anvil", "bellows", "chisel", "drill"])


def test_a_page_whose_script_stays_away_is_incomplete(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows by then is read, and is not called all of it."""
    monkeypatch.setattr(observe, "_REST_SECONDS", 0.5)
    listing(site_server, late=99)
    done = run(site_server, tmp_path)
    (items,) = done.result.tables
    assert (done.result.exit, items.verdict, items.rows) == (3, "incomplete", 2)
    assert "before all of its scripts had run" in items.reasons[0]


def test_a_list_that_stays_busy_is_incomplete(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows by then is read; a bar beside it that is busy for ever says nothing of it."""
    monkeypatch.setattr(arrival, "_BUSY", 0.5)
    rows = "<tr><td>anvil</td><td>5</td></tr><tr><td>bellows</td><td>7</td></tr>"
    head = "<thead><tr><th>Name</th><th>Size</th></tr></thead>"
    told = dict[str, tuple[int, str]]()
    for busy in ("table", "aside"):
        table, aside = ("aria-busy=true" if busy == one else "" for one in ("table", "aside"))
        site_server.page(
            "/items",
            f"<!doctype html><title>Items</title><script>1</script><aside {aside}>News</aside><h1>Items</h1>"
            f"<table {table}>{head}<tbody>{rows}</tbody></table>",
        )
        done = run(site_server, tmp_path)
        told[busy] = done.result.exit, "; ".join(done.result.tables[0].reasons)
    assert told["table"][0] == 3
    assert "said that it is busy" in told["table"][1]
    assert told["aside"][0] == 0
