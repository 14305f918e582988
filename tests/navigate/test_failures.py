"""What goes wrong in mid-run: one sentence with the remedy, the right exit code, nothing lost, a report written."""

import asyncio
import os
import select
import signal
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.execute.act.engines import browser_of, start
from tests.navigate.failing_site import CHORE, PAGES, PER_PAGE, listing, run
from tests.table.small_disk import small_disk
from webdart import adapters, engine
from webdart.browser.chromium.browser import Chromium
from webdart.settings import build

pytestmark = pytest.mark.browser


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
    "closed": Reply(drop=True),
    "reset": Reply(reset=True),
    "cut": Reply("<table><tr><th>Name<th>Price" + "<tr><td>Lamp 10<td>10.50" * 9, cut=True),
}
UNSEEN = {"closed", "reset"}
"""What Chromium may ask for again by itself."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", PASSING)
async def test_what_passes_is_tried_again(kind: str, site_server: SiteServer, tmp_path: Path) -> None:
    """A page that fails once is asked for again, after what the site asks for; every row is there."""
    listing(site_server, on_page(3, [], lambda: PASSING[kind]))
    done, said = await run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE), done.result.error
    again = [text for text in said if text.startswith("once more")]
    assert len(again) == 1 or kind in UNSEEN
    assert kind != "too many" or again[0].endswith("in 1 s")


@pytest.mark.proof
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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hanging"])
async def test_a_browser_that_fails_in_mid_run(
    number: signal.Signals, site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed or hanging: the run ends by itself with exit 1, rows and report kept, and no browser is left behind."""
    started: list[Chromium] = []
    launch = adapters.launch

    async def noted(*given: Any) -> Chromium:
        started.append(await launch(*given))
        return started[0]

    def fail() -> None:
        os.kill(started[0].process, number)

    monkeypatch.setattr(adapters, "launch", noted)
    listing(site_server, on_page(3, [], fail))
    done, _ = await run(site_server, tmp_path, timeout="4s")
    assert done.result.exit == 1
    assert "webdart resume" in str(done.result.error)
    assert done.result.tables[0].rows == 2 * PER_PAGE
    assert (done.folder / "report.html").is_file()
    with pytest.raises(ProcessLookupError):
        os.kill(started[0].process, 0)


@pytest.mark.proof
async def test_a_browser_context_that_is_lost_in_mid_run(
    site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its tabs are gone at once: the run ends by itself with the line that goes on, or goes on by itself."""
    started: list[Chromium] = []
    launch, loop = adapters.launch, asyncio.get_running_loop()

    async def noted(*given: Any) -> Chromium:
        started.append(await launch(*given))
        return started[0]

    async def close_all() -> None:
        for context in list(vars(started[0])["_browser"].contexts):
            await context.close()

    def fail() -> None:
        asyncio.run_coroutine_threadsafe(close_all(), loop).result(timeout=20)

    monkeypatch.setattr(adapters, "launch", noted)
    listing(site_server, on_page(3, [], fail))
    done, _ = await run(site_server, tmp_path)
    if done.result.exit == 0:
        assert done.answer.value == PAGES * PER_PAGE
    else:
        assert (done.result.exit, done.result.tables[0].rows) == (1, 2 * PER_PAGE)
        assert "webdart resume" in str(done.result.error)


@pytest.mark.proof
async def test_a_host_that_has_no_address(tmp_path: Path) -> None:
    """One sentence that names the host; nothing is waited for."""
    path = tmp_path / "goods.yaml"
    path.write_text(CHORE % "http://no-such-shop.invalid")
    done = await engine.run(engine.RunRequest(file=str(path), settings=build({"project": str(tmp_path)})))
    assert done.result.exit == 1
    assert "no-such-shop.invalid" in str(done.result.error)


class Jumping(datetime):
    """A clock that is set back and forth by a day, each time that it is looked at."""

    looks = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Jumping":
        """A day early, a day late."""
        cls.looks += 1
        real = datetime.now(tz) + timedelta(days=1 if cls.looks % 2 else -1)
        return cls(*real.timetuple()[:6], real.microsecond, tz)


@pytest.mark.proof
async def test_a_clock_that_jumps(site_server: SiteServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only stamps are told by the clock on the wall: nothing is waited for by it, and every row is there."""
    clocks = ("adapters", "engine", "runs.entries", "answer.finish", "browser.snapshot.writer")
    for place in (f"webdart.{name}" for name in clocks):
        monkeypatch.setattr(f"{place}.datetime", Jumping)
    limit = Reply("slow down", status=429, headers=(("Retry-After", "1"),))
    listing(site_server, on_page(3, [], lambda: limit))
    done, _ = await run(site_server, tmp_path)
    assert (done.result.exit, done.answer.value) == (0, PAGES * PER_PAGE), done.result.error
    assert Jumping.looks > 4


@pytest.mark.proof
async def test_two_runs_at_once(site_server: SiteServer, tmp_path: Path) -> None:
    """Of one file, in one project: neither waits for the other, each has its own folder and every row."""
    listing(site_server, lambda _: None)
    one, other = await asyncio.gather(run(site_server, tmp_path), run(site_server, tmp_path))
    assert [done.answer.value for done, _ in (one, other)] == [PAGES * PER_PAGE] * 2
    assert one[0].folder != other[0].folder


@pytest.mark.proof
async def test_a_disk_that_is_full_in_mid_run(site_server: SiteServer, tmp_path: Path) -> None:
    """The run ends with what could not be written and the line that goes on; with room again, no row is lost."""
    with small_disk(tmp_path, 24):
        ballast = tmp_path / "ballast"

        def fill() -> None:
            room = os.statvfs(tmp_path)
            ballast.write_bytes(b"\0" * (room.f_bavail * room.f_bsize))

        listing(site_server, on_page(3, [], fill))
        path = tmp_path / "goods.yaml"
        path.write_text(CHORE % site_server.url)
        settings = build({"project": str(tmp_path)})
        done = await engine.run(engine.RunRequest(file=str(path), settings=settings))
        assert done.result.exit == 1
        assert "No space left" in str(done.result.error)
        ballast.unlink()
        again = await engine.resume(None, settings=settings, environment={})
        assert (again.result.exit, again.answer.value) == (0, PAGES * PER_PAGE), again.result.error


@pytest.mark.proof
def test_control_c_twice(site_server: SiteServer, tmp_path: Path) -> None:
    """The second one while the first is being obeyed: exit 130, and no browser is left behind."""
    listing(site_server, on_page(3, [], lambda: Reply(hang=5)))
    path = tmp_path / "goods.yaml"
    path.write_text(CHORE % site_server.url)
    command = start(["run", str(path), "--project", str(tmp_path)], tmp_path, {})
    site_server.wait_for("/", count=3, seconds=60)
    browser = browser_of(command.pid)
    os.kill(command.pid, signal.SIGINT)
    command.over_within(0.05)
    if command.process.is_alive():
        os.kill(command.pid, signal.SIGINT)
    assert command.wait() == 130, command.err.read_text()
    assert "Traceback" not in command.err.read_text()
    assert ended(browser, seconds=20)
    resumed = start(["resume", "--project", str(tmp_path)], tmp_path, {})
    assert resumed.wait() == 0, resumed.err.read_text()


def ended(process: int, *, seconds: float) -> bool:
    """Whether a process that is not our child ends in time."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


@pytest.mark.proof
async def test_hosts_that_were_refused_are_said_with_a_missing_listing(site_server: SiteServer, tmp_path: Path) -> None:
    """A page whose scripts could not be loaded shows nothing: the line that would allow them comes first."""
    site_server.page("/", f"<h1>Goods</h1><div id=root></div><script src='{site_server.other}/app.js'></script>")
    done, _ = await run(site_server, tmp_path)
    assert done.result.exit == 1
    error = str(done.result.error)
    assert f"allow: [{site_server.other.removeprefix('http://')}]" in error


@pytest.mark.proof
@pytest.mark.parametrize("script", [False, True])
async def test_hosts_of_pictures_are_not_what_is_missing(
    site_server: SiteServer, tmp_path: Path, *, script: bool
) -> None:
    """No row comes from a host that was asked for a picture and a font; one that is asked for a script later counts."""
    other = site_server.other
    load = f"<script>function load() {{ document.body.append(Object.assign(document.createElement('script'), {{src: '{other}/app.js'}})) }}</script>"
    style = f"<style>@font-face {{ font-family: x; src: url({other}/x.woff) }} h1 {{ font-family: x }}</style>"
    picture = f"<img src='{other}/p.png' onerror='{'load()' if script else ''}'>"
    site_server.page("/", f"{load}{style}<h1>Goods</h1>{picture}<div id=root></div>")
    done, said = await run(site_server, tmp_path)
    assert done.result.exit == 1
    line = f"allow: [{other.removeprefix('http://')}]"
    assert (line in str(done.result.error)) == script
    assert sum(line in text and "asked for by a page" in text for text in said) == 1


@pytest.mark.proof
async def test_rows_that_would_have_come_by_a_socket(site_server: SiteServer, tmp_path: Path) -> None:
    """Sockets are shut while one looks: that is said first, once, with what opens them."""
    script = "<script>for (let n = 0; n < 3; n++) new WebSocket(`ws://${location.host}/rows`)</script>"
    site_server.page("/", f"<!doctype html><title>Goods</title><h1>Goods</h1><div id=rows></div>{script}")
    done, said = await run(site_server, tmp_path)
    error = str(done.result.error)
    assert "asks for a socket that was refused" in error
    assert "sockets: allow" in error
    assert sum("sockets: allow" in text for text in said if "asked for by a page of shop" in text) == 1


@pytest.mark.proof
async def test_rows_that_would_have_come_by_a_post(site_server: SiteServer, tmp_path: Path) -> None:
    """What a script asks for in a way that could write is refused while one looks; the remedy is said as a line."""
    script = "<script>fetch('/api/rows?page=1', {method: 'POST', body: '{}'}).catch(() => 0)</script>"
    site_server.page("/", f"<!doctype html><title>Goods</title><h1>Goods</h1><div id=rows></div>{script}")
    done, _ = await run(site_server, tmp_path)
    error = str(done.result.error)
    assert "without which it may be empty" in error
    assert 'reads: ["POST /api/rows"]' in error


async def test_no_rows_where_a_post_was_refused_are_not_known_to_be_all(
    site_server: SiteServer, tmp_path: Path
) -> None:
    """A page that can't ask for its rows says that there are none: that is no evidence."""
    script = "fetch('/api/rows', {method: 'POST'}).then(a => a.json()).catch(() => m.textContent = 'No goods found.')"
    page = f"<h1>Goods</h1><table><tr><th>Name<th>Price</table><p id=m></p><script>{script}</script>"
    site_server.page("/", page)
    done, _ = await run(site_server, tmp_path)
    (table,) = done.result.tables
    assert (table.rows, table.verdict) == (0, "unknown")
    assert 'reads: ["POST /api/rows"]' in table.reasons[0]


@pytest.mark.proof
async def test_pages_that_are_turned_by_a_post_that_was_refused_are_missing(
    site_server: SiteServer, tmp_path: Path
) -> None:
    """The control is there, and nothing comes of it: it is known why, and the line that mends it is said."""
    rows = "".join(f"<tr><td>Good {n}<td>{n} EUR" for n in range(1, 6))
    script = "b.onclick = async () => t.innerHTML = await (await fetch('/turn', {method: 'POST'})).text()"
    page = (
        f"<h1>Goods</h1><table><thead><tr><th>Name<th>Price</thead><tbody id=t>{rows}</table><button id=b>Next</button>"
    )
    site_server.page("/", f"{page}<script>{script}</script>")
    done, _ = await run(site_server, tmp_path)
    (table,) = done.result.tables
    assert (table.rows, table.verdict) == (5, "incomplete")
    assert 'reads: ["POST /turn"]' in table.reasons[0]


@pytest.mark.proof
async def test_a_step_that_asked_for_what_was_refused_may_have_shown_nothing(
    site_server: SiteServer, tmp_path: Path
) -> None:
    """A part of a tree that unfolds in place, by a POST: the rows are those of before, and it is told why."""
    rows = "".join(f"<tr><td>Good {n}<td>{n} EUR" for n in range(1, 6))
    script = """a.onclick = async event => {
        event.preventDefault()
        const got = await fetch('/part', {method: 'POST'}).then(answer => answer.text()).catch(() => '')
        if (got) t.innerHTML = got
    }"""
    page = f"<h1>Goods</h1><p><a id=a href='/lamps'>Lamps</a><table><tr><th>Name<th>Price<tbody id=t>{rows}</table>"
    site_server.page("/", f"{page}<script>{script}</script>")
    done, _ = await run(site_server, tmp_path, CHORE.replace("start: /", "path: [Lamps]"))
    (table,) = done.result.tables
    assert (table.rows, table.verdict) == (5, "unknown")
    assert table.reasons[0].startswith("following 'Lamps' asked for what was refused")
    assert 'reads: ["POST /part"]' in table.reasons[0]
