"""Starts the browser's process ahead of its use, ends it, and keeps it for runs that follow one another.

A run has its browser to itself. Within `one_browser` it leaves it, without a page or a session of its own, to the next
run that wants one which was started in the same way.
"""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass

from msgspec import Struct
from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import Error as PlaywrightError

from webdart.browser.chromium.driver import Driver, start_driver
from webdart.browser.chromium.executable import find_browser
from webdart.browser.chromium.launch_flags import Start, started
from webdart.browser.chromium.temp_folder import Place, clear_abandoned
from webdart.browser.network.certificates import Authorities, believed_keys
from webdart.browser.network.hosts import Endpoint, Hosts
from webdart.browser.network.proxy import Egress, open_egress
from webdart.browser.network.upstream_proxy import Upstream
from webdart.errors import WebdartError
from webdart.plan.model import SitePlan

CLOSE_SECONDS = 5.0
"""How long the end of the browser, or of a session in it, may take."""

_MOST_RUNS = 100
"""Runs that one browser serves: what it may have lost of its memory by then goes with it."""


class Wanted(Struct, frozen=True):
    """How a browser is run, by which way it goes out, and whose word for a certificate it takes."""

    executable: str | None
    headed: bool
    slow: float
    upstream: Upstream | None
    authorities: Authorities

    @property
    def start(self) -> tuple[object, ...]:
        """What of it decides how the process is started."""
        return self.executable, self.headed, self.slow


@dataclass(eq=False, slots=True)
class Process:
    """A browser that runs, without a page.

    `keys` are those of certificates that it believes by the operator's word, `nowhere` is the egress of its own
    traffic.
    """

    how: Wanted
    keys: tuple[str, ...]
    driver: Driver
    browser: PlaywrightBrowser
    executable: str
    place: Place
    nowhere: Egress
    _runs: int = 1

    def is_wanted(self) -> bool:
        """Whether a run that comes after this one may have it."""
        return _kept.get() is not None and self._runs < _MOST_RUNS and self.browser.is_connected()

    def keep(self) -> None:
        """Keep it for the next run."""
        kept = _kept.get()
        assert kept is not None, "only what is wanted is kept"
        self._runs += 1
        kept.append(self)

    async def end(self) -> None:
        """End it, with what was started for it."""
        await self.close()
        await self.clear()

    async def close(self, pid: int = 0) -> None:
        """End the browser, by its process id if it must be and that is known."""
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.browser.close()
        except (TimeoutError, PlaywrightError):
            if pid:
                _kill(pid)

    async def clear(self) -> None:
        """End what was started for a browser that has ended."""
        await self.nowhere.close()
        with suppress(TimeoutError, PlaywrightError):  # its process ends with ours
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.driver.stop()
        await asyncio.to_thread(self.place.clear)


_kept: ContextVar["list[Process] | None"] = ContextVar("_kept", default=None)


@asynccontextmanager
async def one_browser() -> AsyncGenerator[None]:
    """Within, a run takes the browser that one before it has left; they end with it."""
    kept: list[Process] = []
    token = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(token)
        for process in kept:
            await process.end()


async def _left_by_another(how: Wanted, keys: tuple[str, ...]) -> Process | None:
    """A browser that is kept and was started so; those that can't be used, or have ended meanwhile, are ended."""
    kept = _kept.get() or []
    while kept:
        process = kept.pop()
        if (process.how.start, process.keys) == (how.start, keys) and process.browser.is_connected():
            return process
        await process.end()
    return None


class Starting:
    """A browser whose process starts ahead of its use, beside other things; `launch` takes it."""

    def __init__(self, how: Wanted, sites: Mapping[str, SitePlan]) -> None:
        self._started = asyncio.ensure_future(_started(how, sites))
        self._taken = False

    async def take(self) -> Process:
        """The process, whose end is now the matter of whoever took it.

        Raises:
            BrowserMissing: none was found, or it does not start.
        """
        self._taken = True
        return await self._started

    async def close(self) -> None:
        """Give it up, unless it was taken, or given up before."""
        taken, self._taken = self._taken, True
        if not taken:
            with suppress(WebdartError):  # no longer needed
                process = await self._started
                if process.is_wanted():
                    process.keep()
                else:
                    await process.end()


async def _started(how: Wanted, sites: Mapping[str, SitePlan]) -> Process:
    for site in sites.values():
        Hosts.of(site)  # an address that can't be read is said before anything starts
    keys = await _keys_of(how, sites)
    return await _left_by_another(how, keys) or await _anew(how, keys)


async def _anew(how: Wanted, keys: tuple[str, ...]) -> Process:
    await asyncio.to_thread(clear_abandoned)
    async with AsyncExitStack() as failing:  # what was started is ended in the reverse order, unless all of it was
        place = await asyncio.to_thread(Place.make)
        failing.push_async_callback(asyncio.to_thread, place.clear)
        nowhere = await open_egress(Hosts(own=Endpoint("", None), closed=True))
        failing.push_async_callback(nowhere.close)
        driver = await start_driver()
        failing.push_async_callback(driver.stop)
        executable = find_browser(how.executable, driver.playwright.chromium.executable_path, headed=how.headed)
        start = Start(executable, how.headed, how.slow, nowhere.url, str(place.path), keys)
        browser = await started(driver.playwright, start)
        failing.pop_all()
    return Process(how, keys, driver, browser, executable, place, nowhere)


async def _keys_of(how: Wanted, sites: Mapping[str, SitePlan]) -> tuple[str, ...]:
    """What the browser needs to know of certificates that only the operator's authorities vouch for."""
    if how.authorities.file is None:
        return ()
    keys: list[str] = []
    for site in sites.values():
        hosts = Hosts.of(site)
        own = [hosts.own] if site.url.startswith("https:") else []
        egress = await open_egress(hosts, upstream=how.upstream)
        try:
            further = [Endpoint(entry.host, entry.port or 443) for entry in hosts.allow]
            keys += await believed_keys([*own, *further], how.authorities, egress.url)
        finally:
            await egress.close()
    return tuple(keys)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return  # it has ended meanwhile
