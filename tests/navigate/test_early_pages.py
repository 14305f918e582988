"""A page is looked at before the scripts had run that its document waits for: asked again, or told as incomplete."""

from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.one_walk import run
from webdart.browser.chromium import observe

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
