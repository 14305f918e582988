"""A dead engine is a dead network: what was held when it was killed never leaves."""

import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

WAYS = {
    "form": "<form method=post action=/write><input name=a></form><script>document.forms[0].submit()</script>",
    "fetch": "<script>fetch('/write', {method: 'POST', body: 'x'})</script>",
    "keepalive": "<script>fetch('/write', {method: 'POST', body: 'x', keepalive: true})</script>",
    "beacon": "<script>navigator.sendBeacon('/write', 'x')</script>",
}

ENGINE = """
    import asyncio, os, sys, time
    from webdart.browser.chromium.browser import BrowserOptions, launch
    from webdart.plan.model import SitePlan
    from webdart.trace import Trace

    def say(event):
        if event.kind == "held":
            print("held", flush=True)

    async def main(url):
        chromium = await launch(BrowserOptions(), {}, Trace(time.monotonic, say))
        print("browser", chromium.process, flush=True)
        tab = await chromium.pool.tab(SitePlan(name="site", url=url), "act")
        await tab.open(url)
        await asyncio.Event().wait()

    asyncio.run(main(sys.argv[1]))
"""


def wait_for_end(process: int, seconds: float) -> bool:
    """Whether a process that is not our child has ended in time."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", WAYS)
def test_what_is_held_when_the_engine_is_killed_never_leaves(way: str, site_server: Any) -> None:
    """Kill -9 at the instant of holding: the server sees no write, and the browser ends with its engine."""
    kill_while_holding(way, site_server)


@pytest.mark.proof
@pytest.mark.timeout(4500)
@pytest.mark.parametrize("way", WAYS)
def test_fifty_times_nothing_leaves(way: str, site_server: Any) -> None:
    """The same fifty times for each way: the server sees none."""
    for _ in range(50):
        kill_while_holding(way, site_server)


def kill_while_holding(way: str, site_server: Any) -> None:
    site_server.page("/", f"<p>{way}</p>{WAYS[way]}")
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'sandbox'}"}
    command = [sys.executable, "-c", textwrap.dedent(ENGINE), site_server.url + "/"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdout is not None
        browser = int(engine.stdout.readline().split()[1])
        assert engine.stdout.readline().strip() == "held"
        engine.send_signal(signal.SIGKILL)
    assert wait_for_end(browser, 10), "the browser outlives its engine"
    assert site_server.seen("/write") == []
