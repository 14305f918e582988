"""What goes wrong in mid-run: one sentence with the remedy, the right exit code, nothing lost, a report written."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Asked, Reply, SiteServer
from webdart import engine
from webdart.pages.chromium import Chromium
from webdart.settings import build

pytestmark = pytest.mark.browser

PAGES, PER_PAGE = 4, 5
CHORE = """webdart: 1
sites: {shop: {url: "%s", pace: {concurrency: 1}}}
stages:
  - navigate: {start: /}
  - extract: {into: goods, fields: {name: text, price: money}}
  - execute: SELECT count(*) FROM goods
"""


def listing(site: SiteServer, fault: Callable[[Asked], Reply | None]) -> None:
    """Twenty goods on four pages; `fault` may answer in place of a page."""

    def answer(asked: Asked) -> Reply:
        wrong = fault(asked)
        if wrong is not None:
            return wrong
        page = int(asked.query.get("page", ["1"])[0])
        lines = "".join(f"<tr><td>Lamp {n}<td>{n}.50" for n in range((page - 1) * PER_PAGE, page * PER_PAGE))
        onwards = f"<a rel=next href='/?page={page + 1}'>Next</a>" if page < PAGES else ""
        return Reply(f"<table><tr><th>Name<th>Price{lines}</table>{onwards}")

    site.on("/", answer)


async def run(site: SiteServer, tmp_path: Path, **flags: Any) -> tuple[Any, list[str]]:
    said: list[str] = []
    path = tmp_path / "goods.yaml"
    path.write_text(CHORE % site.url)
    settings = build({"project": str(tmp_path), **flags})
    request = engine.RunRequest(file=str(path), settings=settings)
    return await engine.run(request, listeners=[lambda event: said.append(event.text)]), said


def on_page(number: int, once: list[int], reply: Callable[[], Reply | None]) -> Callable[[Asked], Reply | None]:
    """A fault on the first request for a page."""

    def fault(asked: Asked) -> Reply | None:
        if asked.query.get("page") != [str(number)] or once:
            return None
        once.append(number)
        return reply()

    return fault


PASSING = {
    "too many": Reply("slow down", status=429, headers=(("Retry-After", "1"),)),
    "busy": Reply("busy", status=503),
    "reset": Reply(drop=True),
}


@pytest.mark.parametrize("kind", PASSING)
async def test_what_passes_is_tried_again(kind: str, site_server: SiteServer, tmp_path: Path) -> None:
    """A page that fails once is asked for again, after what the site asks for; every row is there."""
    listing(site_server, on_page(3, [], lambda: PASSING[kind]))
    done, said = await run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE), done.result.error
    again = [text for text in said if text.startswith("once more")]
    assert len(again) == (0 if kind == "reset" else 1) or kind == "reset"
    assert kind != "too many" or again[0].endswith("in 1 s")


async def test_a_site_that_wants_to_be_left_alone_is(site_server: SiteServer, tmp_path: Path) -> None:
    """An hour is not waited for: the run ends, says when, and keeps what it has."""
    limit = Reply("enough", status=429, headers=(("Retry-After", "3600"),))
    listing(site_server, lambda asked: limit if asked.query.get("page") == ["3"] else None)
    done, _ = await run(site_server, tmp_path)
    assert done.result.exit == 1
    assert "asked again in 3600 s" in str(done.result.error)
    assert "webdart resume" in str(done.result.error)
    assert done.result.tables[0].rows == 2 * PER_PAGE
    assert done.result.tables[0].verdict == "incomplete"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hanging"])
async def test_a_browser_that_fails_in_mid_run(
    number: signal.Signals, site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed or hanging: the run ends by itself with exit 1, rows and report kept, and no browser is left behind."""
    started: list[Chromium] = []
    launch = engine.launch

    async def noted(*given: Any) -> Chromium:
        started.append(await launch(*given))
        return started[0]

    def fail() -> None:
        os.kill(started[0].process, number)

    monkeypatch.setattr(engine, "launch", noted)
    listing(site_server, on_page(3, [], fail))
    done, _ = await run(site_server, tmp_path, timeout="4s")
    assert done.result.exit == 1
    assert "webdart resume" in str(done.result.error)
    assert done.result.tables[0].rows == 2 * PER_PAGE
    assert (done.folder / "report.html").is_file()
    with pytest.raises(ProcessLookupError):
        os.kill(started[0].process, 0)


async def test_hosts_that_were_refused_are_said_with_a_missing_listing(site_server: SiteServer, tmp_path: Path) -> None:
    """A page whose scripts could not be loaded shows nothing: the line that would allow them comes first."""
    site_server.page("/", f"<h1>Goods</h1><div id=root></div><script src='{site_server.other}/app.js'></script>")
    done, _ = await run(site_server, tmp_path)
    assert done.result.exit == 1
    error = str(done.result.error)
    assert f"allow: [{site_server.other.removeprefix('http://')}]" in error
