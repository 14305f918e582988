"""Further browsers for one run, each with a process of this machine that works for it; implements `SideBrowsers`.

A process that ends, or gives no sign of life, costs the pages that it was loading: their tabs raise BrowserLost, the
run loads them itself, and another process is started in its place.
"""

import asyncio
import json
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from webdart.batch.page_server import told_of
from webdart.batch.port import TRIES
from webdart.browser.port import Action, Bookmark, Browser, DoWait, Sessions
from webdart.browser.snapshot.transfer import packed_site, unpacked_view
from webdart.errors import BrowserLost, PageTimeout
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.settings import Settings
from webdart.trace import EventKind, Trace

_LINE = 1 << 26
"""Bytes of one page; a larger one is loaded by the run itself."""

SILENT_SECONDS = 30.0
"""After which a process that tells nothing is ended: many times what a busy machine keeps one waiting."""

START_SECONDS = 120.0
"""In which a process gives its first sign of life: it has still to load what it works with."""

_CLOSE_SECONDS = 10.0
"""In which a process ends that has nothing to do: its browser has five to close, and as many for its driver."""


def beside(jobs: int, settings: Settings) -> "SideProcesses | None":
    """The processes beside the run's own, where it is to have `jobs` browsers."""
    return SideProcesses(jobs - 1, settings) if jobs > 1 else None


class SideProcesses:
    """Processes with a browser each."""

    def __init__(self, size: int, settings: Settings, *, silent: float = SILENT_SECONDS) -> None:
        self.size = size
        self.processes = [SideProcess(number, silent) for number in range(2, size + 2)]
        self._settings = settings
        self._next = count()
        self._lives: list[asyncio.Task[None]] = []

    def begin(self, sites: Mapping[str, SitePlan], trace: Trace) -> None:
        """As the port says."""
        told = {"settings": told_of(self._settings), "sites": [packed_site(site) for site in sites.values()]}
        self._lives = [asyncio.create_task(one.live(json.dumps(told), trace)) for one in self.processes]

    async def tab(self, site: SitePlan, sessions: Sessions) -> Browser | None:
        """As the port says."""
        process = self.processes[next(self._next) % self.size]
        return FarTab(process, site, sessions, process.serial) if process.up.is_set() else None

    async def close(self) -> None:
        """As the port says."""
        for life in self._lives:
            life.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)


@dataclass(eq=False)
class SideProcess:
    """The run's browser of some `number`: one process after another, each in the place of a lost one, by `serial`."""

    number: int
    silent: float
    up: asyncio.Event = field(default_factory=asyncio.Event)
    serial: int = 0
    numbers: "count[int]" = field(default_factory=count)
    entered: dict[str, str] = field(default_factory=dict[str, str])  # the cookies that it has of each site
    entering: asyncio.Lock = field(default_factory=asyncio.Lock)
    process: asyncio.subprocess.Process | None = None
    _waiting: "dict[int, asyncio.Future[dict[str, Any]]]" = field(default_factory=dict[int, Any])
    _trace: Trace | None = None

    async def live(self, told: str, trace: Trace) -> None:
        """Have a process, until that is in vain; `told` is what each of them is told first."""
        self._trace = trace
        vain = 0
        while vain < TRIES:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "webdart.batch.page_server",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                start_new_session=True,  # a terminal's Ctrl-C comes to us, who end it in order
            )
            try:
                useful = await self._heard(self.process, told)
            finally:
                self._lost()
                await _end(self.process)
            vain = 0 if useful else vain + 1
        trace("warning", f"{TRIES} processes beside the run's own ended without a page: it loads alone")

    async def ask(self, serial: int, do: str, **what: Any) -> dict[str, Any]:
        """The answer to a question; `serial` is of the process that it is for.

        Raises:
            BrowserLost: that has ended, or can't do it.
        """
        process, number = self.process, next(self.numbers)
        if serial != self.serial or not self.up.is_set() or process is None or process.stdin is None:
            raise BrowserLost("a process beside the run's own has ended")
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            process.stdin.write((json.dumps({"id": number, "do": do, **what}) + "\n").encode())
            await process.stdin.drain()
            told = await answer
        except ConnectionError as error:
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

    async def _heard(self, process: asyncio.subprocess.Process, first: str) -> bool:
        """Take what it tells, until it ends or tells nothing any more; whether it has loaded a page."""
        assert process.stdin is not None
        assert process.stdout is not None
        useful = False
        with suppress(ConnectionError, ValueError), _ended_if_silent(process):
            process.stdin.write(f"{first}\n".encode())
            patience = START_SECONDS
            while True:
                async with asyncio.timeout(patience):
                    line = await process.stdout.readline()
                patience = self.silent
                if not line.endswith(b"\n"):
                    break
                told: dict[str, Any] = json.loads(line)
                if "ready" in told:
                    self.up.set()
                useful = useful or "view" in told
                waiting = self._waiting.get(told.get("id", -1))
                if waiting is not None and not waiting.done():
                    waiting.set_result(told)
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

    def __init__(self, process: SideProcess, site: SitePlan, sessions: Sessions, serial: int) -> None:
        self._process = process
        self._site = site
        self._sessions = sessions
        self._serial = serial
        self._number = next(process.numbers)

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        await self._enter()
        told = await self._ask("open", site=self._site.name, url=url, marks=list(marks))
        self._process.tell("action", f"loaded beside: {url}", url=url, browser=self._process.number)
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
        return await self._process.ask(self._serial, do, tab=self._number, **what)

    async def _enter(self) -> None:
        """Have the process on the site's session: as it is now, where somebody logs in, else as it was at first."""
        name = self._site.name
        async with self._process.entering:
            known = self._process.entered.get(name)
            if known is not None and self._site.login is None:
                return
            cookies = await self._sessions.cookies(self._site)
            if known is None:
                await self._ask("enter", site=name, state=await self._sessions.state(self._site))
            elif known != cookies:
                await self._ask("cookies", site=name, cookies=cookies)
            if self._process.serial == self._serial:
                self._process.entered[name] = cookies


@contextmanager
def _ended_if_silent(process: asyncio.subprocess.Process) -> Generator[None]:
    """End a process that has told nothing for too long: it may stand still, and hear no signal that asks it to."""
    try:
        yield
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    """Let a process close its browser, and end it if it takes too long."""
    assert process.stdin is not None
    process.stdin.close()
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_CLOSE_SECONDS):
            await process.wait()
    except (TimeoutError, asyncio.CancelledError) as late:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        if isinstance(late, asyncio.CancelledError):
            raise
