"""However a run ends, nothing of its browser stays behind, and nothing but a run's own words is printed."""

import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from webdart.pages.chromium import BrowserOptions, Starting
from webdart.pages.places import Place, clear_abandoned

INTERRUPTED = """
    import asyncio, sys, time
    from webdart.cli import waiting
    from webdart.pages.chromium import BrowserOptions, launch
    from webdart.plan.model import SitePlan
    from webdart.trace import Trace

    async def main(url):
        chromium = await launch(BrowserOptions(), {}, Trace(time.monotonic))
        try:
            tab = await chromium.pool.tab(SitePlan(name="site", url=url), "read")
            await tab.open(url)
            print("browser", chromium.process, "ready", flush=True)
            await asyncio.Event().wait()
        finally:
            await chromium.pool.close()

    try:
        waiting.complete(main(sys.argv[1]))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(130)
"""


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An own folder for temporary files, for this process and those that it starts; short, for the browser's sockets."""
    with tempfile.TemporaryDirectory(prefix="t") as path:
        monkeypatch.setenv("TMPDIR", path)
        monkeypatch.setattr(tempfile, "tempdir", path)
        yield Path(path)


def on_terminal(code: str, *arguments: str) -> tuple[int, int]:
    """Run Python code in the foreground of a terminal; its process and the terminal's other end."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-c", textwrap.dedent(code), *arguments])
    return child, terminal


def read_until(terminal: int, sign: bytes | None, seconds: float = 60.0) -> str:
    """What the terminal shows until `sign`, or to its end."""
    said, end = b"", time.monotonic() + seconds
    while time.monotonic() < end and (sign is None or sign not in said):
        try:
            said += os.read(terminal, 65536)
        except OSError:  # nobody has it open any more
            break
    return said.decode()


@pytest.mark.browser
def test_control_c_on_a_terminal_says_one_line(temporary: Path, site_server: Any) -> None:
    """The whole foreground group gets the signal: one line, exit 130, no process and no folder left."""
    site_server.page("/", "<p>page</p>")
    child, terminal = on_terminal(INTERRUPTED, site_server.url + "/")
    said = read_until(terminal, b"ready")
    found = re.search(r"browser (\d+) ready", said)
    assert found, said
    os.write(terminal, b"\x03")
    rest = read_until(terminal, None)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert rest.replace("^C", "").split() == ["interrupted"]
    assert os.waitstatus_to_exitcode(status) == 130
    assert list(temporary.iterdir()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(int(found[1]), 0)


def told_of(folder: Path) -> list[str]:
    """The processes that were told to keep their temporary files below `folder`."""
    told = f"TMPDIR={folder}".encode()
    found: list[str] = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # ended meanwhile
            found += [environ.parent.name] if told in environ.read_bytes() else []
    return found


@pytest.mark.browser
async def test_a_browser_that_was_started_ahead_and_is_not_needed_is_ended(temporary: Path) -> None:
    """As where the file turns out to be wrong: no process and no folder is left. One that is taken runs."""
    process = await Starting(BrowserOptions(), {}).take()
    assert told_of(temporary)
    await process.end()
    starting = Starting(BrowserOptions(), {})
    await starting.close()
    assert told_of(temporary) == []
    assert os.listdir(temporary) == []  # noqa: PTH208 - at once, not bit by bit: no other task waits


def old(path: Path) -> None:
    """As if it were made an hour ago."""
    hour_ago = time.time() - 3600
    os.utime(path, (hour_ago, hour_ago))


def test_what_a_killed_run_left_is_cleared_by_the_next(temporary: Path) -> None:
    """Its lock ended with its process; folders in use, fresh ones and others' are left alone."""
    leave = "from webdart.pages.places import Place; print(Place.make().path, flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", leave], stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout is not None
        left = Path(other.stdout.readline().strip())
        other.send_signal(signal.SIGKILL)
    (left / "profile").mkdir()
    (left / "profile" / "lock").symlink_to("nowhere")
    mine, fresh, foreign = Place.make(), temporary / "webdart-browser-fresh", temporary / "webdart-browser-foreign"
    for path in (fresh, foreign):
        path.mkdir()
    (fresh / "in-use").touch()
    for path in (left, mine.path, foreign):
        old(path)
    clear_abandoned()
    assert sorted(temporary.iterdir()) == sorted([mine.path, fresh, foreign])
    mine.clear()
    assert not mine.path.exists()
