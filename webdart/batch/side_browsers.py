"""Further browsers for one run, behind lines to processes that work for it; implements `SideBrowsers`.

A process that ends, or gives no sign of life, costs the pages that it was loading: their tabs raise BrowserLost, the
run loads them itself, and another line takes its place. What is said on a line: `page_server`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from webdart.batch.port import TRIES
from webdart.browser.port import Action, Bookmark, Browser, DoWait, Sessions
from webdart.browser.snapshot.transfer import packed_site, unpacked_view
from webdart.errors import BrowserLost, PageTimeout
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.trace import EventKind, Trace

SILENT_SECONDS = 30.0
"""After which a process that tells nothing is given up: many times what a busy machine keeps one waiting."""

START_SECONDS = 120.0
"""In which a process gives its first sign of life: it has still to load what it works with."""


class Line(Protocol):
    """A way to a process that loads pages."""

    async def send(self, text: str) -> None:
        """Say something. Raises: OSError: nobody listens any more."""
        ...

    async def read(self) -> str:
        """What it says next; empty where it says no more. Raises: OSError, ValueError: it can't be understood."""
        ...

    def cut(self) -> None:
        """Give it up: it stands still, and hears nothing."""
        ...

    async def end(self) -> None:
        """Let it close its browser."""
        ...


class FarBrowsers:
    """Browsers behind lines, `told` what they need of the run's settings. Each line comes from `reach`."""

    def __init__(
        self, size: int, told: Mapping[str, Any], reach: Callable[[], Awaitable[Line]], silent: float = SILENT_SECONDS
    ) -> None:
        self.size = size
        self.browsers = [FarBrowser(number, reach, silent) for number in range(2, size + 2)]
        self._told = told
        self._next = count()
        self._lives: list[asyncio.Task[None]] = []

    def begin(self, sites: Mapping[str, SitePlan], trace: Trace) -> None:
        """As the port says."""
        told = {"settings": self._told, "sites": [packed_site(site) for site in sites.values()]}
        self._lives = [asyncio.create_task(one.live(json.dumps(told), trace)) for one in self.browsers]

    async def tab(self, site: SitePlan, sessions: Sessions) -> Browser | None:
        """As the port says."""
        browser = self.browsers[next(self._next) % self.size]
        return FarTab(browser, site, sessions, browser.serial) if browser.up.is_set() else None

    async def close(self) -> None:
        """As the port says."""
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)


@dataclass(eq=False)
class FarBrowser:
    """The run's browser of some `number`; `serial` tells its lines apart, each of which stands in for a lost one."""

    number: int
    reach: Callable[[], Awaitable[Line]]
    silent: float
    up: asyncio.Event = field(default_factory=asyncio.Event)
    serial: int = 0
    numbers: "count[int]" = field(default_factory=count)
    entered: dict[str, str] = field(default_factory=dict[str, str])  # the cookies that it has of each site
    entering: asyncio.Lock = field(default_factory=asyncio.Lock)
    line: Line | None = None
    _waiting: "dict[int, asyncio.Future[dict[str, Any]]]" = field(default_factory=dict[int, Any])
    _trace: Trace | None = None

    async def live(self, told: str, trace: Trace) -> None:
        """Have a line, until that is in vain; `told` is what is said first on each of them."""
        self._trace = trace
        vain = 0
        while vain < TRIES:
            useful = False
            with suppress(OSError):
                self.line = await self.reach()
                try:
                    useful = await self._heard(self.line, told)
                finally:
                    self._lost()
                    await self.line.end()
            vain = 0 if useful else vain + 1
        trace("warning", f"{TRIES} processes beside the run's own ended without a page: it loads alone")

    async def ask(self, serial: int, do: str, **what: Any) -> dict[str, Any]:
        """The answer to a question; `serial` is of the line that it is for.

        Raises:
            BrowserLost: that has ended, or can't do it.
        """
        number = next(self.numbers)
        if serial != self.serial or not self.up.is_set() or self.line is None:
            raise BrowserLost("a process beside the run's own has ended")
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await self.line.send(json.dumps({"id": number, "do": do, **what}))
            told = await answer
        except OSError as error:
            raise BrowserLost("a process beside the run's own has ended") from error
        finally:
            self._waiting.pop(number, None)
        for event in told["events"]:
            self.tell(event["kind"], event["text"], **event["data"])
        if "lost" in told:
            raise BrowserLost(told["lost"])
        return told

    def tell(self, kind: EventKind, text: str, **data: Any) -> None:
        """Tell the run what happened there."""
        if self._trace is not None:
            self._trace(kind, text, **data)

    async def _heard(self, line: Line, first: str) -> bool:
        """Take what is said, until there is no more for too long, or at all; whether a page was loaded."""
        useful = False
        try:
            await line.send(first)
            patience = START_SECONDS
            while True:
                async with asyncio.timeout(patience):
                    said = await line.read()
                patience = self.silent
                if not said:
                    break
                told: dict[str, Any] = json.loads(said)
                if "ready" in told:
                    self.up.set()
                useful = useful or "view" in told
                waiting = self._waiting.get(told.get("id", -1))
                if waiting is not None and not waiting.done():
                    waiting.set_result(told)
        except TimeoutError:
            line.cut()
        except (OSError, ValueError):
            pass  # as one that has ended
        return useful

    def _lost(self) -> None:
        self.up.clear()
        self.serial += 1
        self.entered.clear()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(BrowserLost("a process beside the run's own has ended"))


class FarTab:
    """A tab in another process; implements `Browser` as far as `SideBrowsers` says."""

    def __init__(self, browser: FarBrowser, site: SitePlan, sessions: Sessions, serial: int) -> None:
        self._browser = browser
        self._site = site
        self._sessions = sessions
        self._serial = serial
        self._number = next(browser.numbers)

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        await self._enter()
        told = await self._ask("open", site=self._site.name, url=url, marks=list(marks))
        self._browser.tell("action", f"loaded beside: {url}", url=url, browser=self._browser.number)
        return unpacked_view(told["view"])

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        return unpacked_view((await self._ask("view", marks=list(marks)))["view"])

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`."""
        if not isinstance(action, DoWait):
            raise BrowserLost("a tab in another process is only looked at")
        told = await self._ask("wait", seconds=action.seconds)
        if "unchanged" in told:
            raise PageTimeout(told["unchanged"], url="")
        return unpacked_view(told["view"])

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        raise BrowserLost("a tab in another process has no bookmarks")

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        del bookmark
        raise BrowserLost("a tab in another process has no bookmarks")

    async def close(self) -> None:
        """See `Browser.close`."""
        with suppress(BrowserLost):
            await self._ask("close")

    async def _ask(self, do: str, **what: Any) -> dict[str, Any]:
        return await self._browser.ask(self._serial, do, tab=self._number, **what)

    async def _enter(self) -> None:
        """Have the process on the site's session: as it is now, where somebody logs in, else as it was at first."""
        name = self._site.name
        async with self._browser.entering:
            known = self._browser.entered.get(name)
            if known is not None and self._site.login is None:
                return
            cookies = await self._sessions.cookies(self._site)
            if known is None:
                await self._ask("enter", site=name, state=await self._sessions.state(self._site))
            elif known != cookies:
                await self._ask("cookies", site=name, cookies=cookies)
            if self._browser.serial == self._serial:
                self._browser.entered[name] = cookies
