"""Runs that follow one another share a browser's process, and nothing else of it."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.process import one_browser
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = pytest.mark.browser


async def a_run(site: SiteServer, do: Callable[[Chromium], None] = lambda _: None, **options: Any) -> int:
    """A run that opens two pages; the process of its browser."""
    chromium = await launch(BrowserOptions(seconds=20, **options), {}, Trace(time.monotonic))
    tab = await chromium.pool.tab(SitePlan(name="site", url=site.url))
    await tab.open(site.url)
    await tab.open(f"{site.url}/writing")
    do(chromium)
    await chromium.pool.close()
    return chromium.process


def within_one(runs: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Some runs, one after another, on a loop of their own."""

    async def within() -> None:
        async with one_browser():
            await runs()

    asyncio.run(within())


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def end(process: int) -> None:
    """Kill it, and wait until it has ended and whoever started it was told."""
    os.kill(process, signal.SIGKILL)
    while is_alive(process):
        time.sleep(0.05)
    time.sleep(0.5)


def test_each_run_finds_a_browser_without_a_session_and_has_a_guard_of_its_own(site_server: SiteServer) -> None:
    """No cookie of the run before is sent; what would write is refused in every run, and nothing by two."""
    site_server.page("/", "<p>Welcome</p>", set_cookie="seen=1; Path=/")
    site_server.page("/writing", "<script>fetch('/write', { method: 'POST', body: 'a' })</script>")
    processes: list[int] = []

    async def runs() -> None:
        processes.extend([await a_run(site_server) for _ in range(3)])

    within_one(runs)
    assert len(set(processes)) == 1
    assert ["cookie" in one.headers for one in site_server.seen("/")] == [False] * 3
    assert all("cookie" in one.headers for one in site_server.seen("/writing"))
    assert not site_server.seen("/write")
    assert not is_alive(processes[0])


def test_a_browser_that_has_ended_is_not_given_away(site_server: SiteServer) -> None:
    """Killed in a run, or between two."""
    site_server.page("/", "<p>Welcome</p>")
    processes: list[int] = []

    def kill(chromium: Chromium) -> None:
        os.kill(chromium.process, signal.SIGKILL)

    async def runs() -> None:
        processes.append(await a_run(site_server, kill))
        processes.append(await a_run(site_server))
        await asyncio.to_thread(end, processes[-1])
        processes.append(await a_run(site_server))

    within_one(runs)
    assert len(set(processes)) == len(processes)
    assert not any(map(is_alive, processes))


def test_a_run_that_wants_another_browser_gets_one(site_server: SiteServer) -> None:
    """One that is slowed down for whoever watches is another; the first has ended by then."""
    site_server.page("/", "<p>Welcome</p>")
    alive: list[bool] = []

    async def runs() -> None:
        first = await a_run(site_server)
        assert is_alive(first)
        other = await a_run(site_server, lambda _: alive.append(is_alive(first)), slow=0.01)
        assert other != first

    within_one(runs)
    assert alive == [False]
