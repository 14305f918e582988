"""`webdart login`: a person logs in by hand, and files use the session."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Reply, SiteServer
from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = pytest.mark.browser

PAGE = (
    "<p>desk</p><script>fetch('/in', {method: 'POST', body: 'x'}).then(() => { localStorage.theme = 'dark';"
    " return fetch('/done') })</script>"
)


def desk(site: SiteServer) -> None:
    """A page whose script logs in by itself, as a person would."""
    site.page("/", PAGE)
    site.page("/done", "in")
    site.reads.add("/in")  # a person logs in by hand: the window is theirs, not ours
    site.on("/in", lambda _: Reply("in", headers=(("Set-Cookie", "sid=abc; Path=/; HttpOnly"),)))


@pytest.mark.proof
async def test_what_a_person_does_is_recorded(site_server: SiteServer) -> None:
    """Nothing is held back from them; cookies and stored values are taken when they are finished."""
    desk(site_server)
    site = SitePlan(name="desk", url=site_server.url, private=True)
    chromium = await launch(BrowserOptions(seconds=20, guarded=False), {}, Trace(time.monotonic))

    async def finished() -> None:
        await asyncio.to_thread(site_server.wait_for, "/done")

    state = await chromium.record(site, finished)
    await chromium.pool.close()
    assert [cookie["name"] for cookie in state["cookies"]] == ["sid"]
    assert state["origins"][0]["localStorage"] == [{"name": "theme", "value": "dark"}]


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of a screen that nobody looks at."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        yield f":{told.readline().strip()}"
    server.terminate()
    server.wait(10)


@pytest.mark.proof
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="a window needs a screen: apt-get install xvfb")
def test_the_command_keeps_the_session_for_its_user_alone(site_server: SiteServer, tmp_path: Path, screen: str) -> None:
    """A window opens on the address; when the person presses Enter, the session is kept."""
    desk(site_server)
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "DISPLAY": screen}
    command = [sys.executable, "-m", "webdart", "login", "desk", site_server.url + "/"]
    person, terminal = os.openpty()
    program = subprocess.Popen(command, env=environment, stdin=terminal, stderr=subprocess.PIPE, text=True)
    try:
        site_server.wait_for("/done", seconds=60)
        os.write(person, b"\n")
        _, said = program.communicate(timeout=60)
    finally:
        program.kill()
        os.close(person)
        os.close(terminal)
    assert program.returncode == 0, said
    path = tmp_path / "webdart/sessions/desk.json"
    assert f"{path.stat().st_mode & 0o777:o}" == "600"
    assert json.loads(path.read_text())["state"]["cookies"][0]["value"] == "abc"
    assert "login: desk" in said


@pytest.mark.proof
def test_without_a_screen_it_says_what_to_do(site_server: SiteServer, tmp_path: Path) -> None:
    """One sentence with the remedy, and no session."""
    environment = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    environment["XDG_STATE_HOME"] = str(tmp_path)
    command = [sys.executable, "-m", "webdart", "login", "desk", site_server.url]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "xvfb-run" in done.stderr
    assert not (tmp_path / "webdart/sessions").exists()
