"""Starts Chromium, shares it between sites, and makes sure that it ends.

Each run has one browser to itself, driven by Playwright: one session (context) per site, each behind its own listener
of the egress proxy, all under one guard. A process that does not end when asked is killed by its id.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, field
from playwright.async_api import BrowserContext, StorageState
from playwright.async_api import Error as PlaywrightError

from webdart.browser.cdp import Gone, Late, Line
from webdart.browser.chromium import recording
from webdart.browser.chromium.documents import SessionDocuments
from webdart.browser.chromium.downloads import Downloads
from webdart.browser.chromium.human_check import Attendant, Person
from webdart.browser.chromium.launch_flags import LOOPBACK_TOO
from webdart.browser.chromium.process import CLOSE_SECONDS, Process, Starting, Wanted
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.chromium.tab_context import Surroundings, TabTimes
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.client import Client, Timeouts
from webdart.browser.network.fetch import Fetcher
from webdart.browser.network.guard import Watch, WireGuard, stand_guard
from webdart.browser.network.hosts import Hosts
from webdart.browser.network.load_failure import AGAIN
from webdart.browser.network.politeness import Courtesy
from webdart.browser.network.proxy import Egress, Trouble, open_egress
from webdart.browser.network.session import SavedSession
from webdart.browser.network.shared_text import SharedTexts
from webdart.browser.network.third_party import Loads
from webdart.browser.network.turns import OwnTurns, Turns
from webdart.browser.network.upstream_proxy import Upstream
from webdart.browser.port import Document, Mode
from webdart.errors import BrowserLost, BrowserMissing
from webdart.page.model import DataRequest, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

READY_SECONDS = 10.0
"""How long one element may need to become ready, unless a whole call may take less."""

_KEEP_SECONDS = 30.0  # recordings of long runs are large


class BrowserOptions(Struct, frozen=True, kw_only=True):
    """How the browser is run. `executable` None: looked for; `seconds` is the deadline of every call of a tab.

    `slow` are seconds between the browser's doings, for whoever watches.
    """

    executable: str | None = None
    headed: bool = False
    slow: float = 0.0
    seconds: float = 30.0
    ready_seconds: float = READY_SECONDS
    viewport: tuple[int, int] = (1280, 900)
    upstream: Upstream | None = None
    authorities: Authorities = field(default_factory=Authorities)
    record_to: Path | None = None  # a folder that Playwright's traces are kept in
    mask: Callable[[str], str] = str  # blanks the secrets in what is kept
    sessions: Mapping[str, SavedSession] = field(default_factory=dict[str, SavedSession])  # by site
    person: Person | None = None  # who answers checks in the window; None: no person is there
    guarded: bool = True  # False: a person goes where they like, and writes what they like
    timeouts: Timeouts = field(default_factory=Timeouts)
    downloads: Path | None = None  # the folder that keeps them; None: every download is refused
    download_bytes: int = 256 << 20  # that are kept in all
    turns: Turns | None = None  # those that other processes share; None: each session has its own
    texts: SharedTexts | None = None  # likewise: what robots.txt says


@dataclass(eq=False, slots=True)
class _Session:
    """One session of a site: its context, and the egress (listener of the proxy) that it leaves by."""

    context: BrowserContext
    egress: Egress
    courtesy: Courtesy
    documents: SessionDocuments
    keep: Callable[[], Awaitable[None]] | None = None  # its recording
    lasting: bool = False  # what was done in it is to last
    closed: bool = False

    async def close(self) -> bool:
        """End the session, its pages and its traffic; whether nothing of it is left in the browser."""
        self.closed = True
        await self.documents.close()
        await self.keep_recording()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.context.close()
        except (TimeoutError, PlaywrightError):
            return False  # it hangs or is gone: the end of the browser ends it too
        finally:
            await self.egress.close()
        return True

    async def keep_recording(self) -> None:
        """Keep what was recorded, once; a browser that is gone has taken it along."""
        keep, self.keep = self.keep, None
        if keep is not None:
            with suppress(TimeoutError, PlaywrightError, OSError):
                async with asyncio.timeout(_KEEP_SECONDS):
                    await keep()


class ChromiumPool:
    """Tabs of one browser; implements the port `BrowserPool`."""

    def __init__(self, chromium: "Chromium") -> None:
        self._chromium = chromium
        self._sessions: dict[str, _Session] = {}
        self._making = asyncio.Lock()
        self._numbers = count(1)

    async def tab(self, site: SitePlan, mode: Mode = "read", *, fresh: bool = False) -> ChromiumTab:
        """A new tab on the site's session (shared per site name); `fresh` has a session of its own."""
        session = await self._session_for(site, fresh=fresh)
        session.lasting |= mode == "act"

        async def left() -> None:
            if fresh:
                await session.close()

        watch = Watch(
            id=f"{site.name}-{next(self._numbers)}", site=site, mode=mode, hosts=Hosts.of(site), egress=session.egress
        )
        options = self._chromium.options
        return ChromiumTab(
            Surroundings(
                context=session.context,
                guard=self._chromium.guard,
                watch=watch,
                courtesy=session.courtesy,
                downloads=self._chromium.downloads,
                attendant=self._chromium.attendant,
                trace=self._chromium.trace,
                times=TabTimes(call=options.seconds, ready=min(options.ready_seconds, options.seconds)),
                unseen=not options.headed and options.record_to is None,
                alive=lambda: self._chromium.alive,
                close_target=self._chromium.close_target,
                left=left,
            )
        )

    async def renew(self, site: SitePlan) -> bool:
        """See `BrowserPool.renew`."""
        session = await self._session_for(site, fresh=False)
        async with self._making:
            if session.lasting:
                return False
            if self._sessions[site.name] is session:  # else another walk has begun it anew
                self._sessions[site.name] = await self._begun(site, session.courtesy.turns)
        return True

    async def preserve(self, site: SitePlan) -> None:
        """See `BrowserPool.preserve`."""
        (await self._session_for(site, fresh=False)).lasting = True

    async def _session_for(self, site: SitePlan, *, fresh: bool) -> _Session:
        if not self._chromium.alive:
            raise BrowserLost("the browser has ended", hint=AGAIN)
        if fresh:
            return await self._begun(site)
        async with self._making:
            if site.name not in self._sessions:
                self._sessions[site.name] = await self._begun(site)
            return self._sessions[site.name]

    async def _begun(self, site: SitePlan, turns: Turns | None = None) -> _Session:
        """A session of its own, at the pace of `turns` where another one of the site went before."""
        try:
            async with asyncio.timeout(self._chromium.options.seconds):
                return await self._chromium.session(site, turns)
        except (PlaywrightError, TimeoutError) as error:
            raise BrowserLost("the browser gives no new window", hint=AGAIN) from error

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """A document, or data, on the site's session, see `Documents.fetch`."""
        session = await self._session_for(site, fresh=False)
        return await session.documents.fetch(site, asked)

    async def keep(self, view: PageView, asked: str) -> None:
        """Nothing is kept here."""

    async def state(self, site: SitePlan) -> str:
        """See `Sessions.state`."""
        session = await self._session_for(site, fresh=False)
        try:
            async with asyncio.timeout(self._chromium.options.seconds):
                return json.dumps(await session.context.storage_state(indexed_db=True))
        except (PlaywrightError, TimeoutError) as error:
            raise BrowserLost("the browser does not tell its session", hint=AGAIN) from error

    async def enter(self, site: SitePlan, state: str) -> None:
        """See `Sessions.enter`."""
        session = await self._session_for(site, fresh=False)
        session.lasting = True
        try:
            async with asyncio.timeout(self._chromium.options.seconds):
                await session.context.set_storage_state(cast("StorageState", json.loads(state)))
        except (PlaywrightError, TimeoutError) as error:
            raise BrowserLost("the browser does not take a session", hint=AGAIN) from error

    async def cookies(self, site: SitePlan) -> str:
        """See `Sessions.cookies`."""
        session = await self._session_for(site, fresh=False)
        try:
            async with asyncio.timeout(self._chromium.options.seconds):
                return json.dumps(await session.context.cookies())
        except (PlaywrightError, TimeoutError) as error:
            raise BrowserLost("the browser does not tell its cookies", hint=AGAIN) from error

    async def take(self, site: SitePlan, cookies: str) -> None:
        """See `Sessions.take`."""
        session = await self._session_for(site, fresh=False)
        session.lasting = True
        try:
            async with asyncio.timeout(self._chromium.options.seconds):
                await session.context.add_cookies(json.loads(cookies))
        except (PlaywrightError, TimeoutError) as error:
            raise BrowserLost("the browser takes no cookies", hint=AGAIN) from error

    async def turn(self, site: SitePlan, url: str) -> None:
        """See `Sessions.turn`."""
        session = await self._session_for(site, fresh=False)
        await session.courtesy.turn(url)

    async def close(self) -> None:
        """End the browser, by its process id if it must be."""
        await self._chromium.end()


class Chromium:
    """A running browser with its pool and its guard. Made by `launch`."""

    def __init__(self, options: BrowserOptions, process: Process) -> None:
        self.options = options
        self._process = process
        self._browser = process.browser
        self._line: Line
        self._pid = 0
        self._agent = ""
        self._sessions: set[_Session] = set()
        self._recordings = count(1)
        self._ended = False
        self.pool = ChromiumPool(self)
        self.downloads = Downloads(options.downloads, options.download_bytes, options.mask)
        self.guard: WireGuard
        self.attendant: Attendant
        self.trace: Trace

    @property
    def alive(self) -> bool:
        """Whether the browser runs and answers to us."""
        return not self._ended and self._browser.is_connected()

    @property
    def version(self) -> str:
        """The browser's version, for the run's record."""
        return self._browser.version

    @property
    def agent(self) -> str:
        """What it calls itself to sites."""
        return self._agent

    @property
    def process(self) -> int:
        """The process id of the browser."""
        return self._pid

    async def prepare(self, trace: Trace) -> None:
        """Stand the guard, before the first page."""
        self._line = Line(await self._browser.new_browser_cdp_session())
        self.trace = trace
        self.attendant = Attendant(trace, self.options.person, min(self.options.ready_seconds, self.options.seconds))
        self._client = Client(timeouts=self.options.timeouts, authorities=self.options.authorities)
        if self.options.guarded:
            self.guard = await stand_guard(self._line, self._client, trace)
            self.downloads.begin(self._line, trace, self.guard.owner)
        self._agent = str((await self._line.send("Browser.getVersion"))["userAgent"])
        processes = await self._line.send("SystemInfo.getProcessInfo")
        self._pid = next(int(entry["id"]) for entry in processes["processInfo"] if entry["type"] == "browser")

    async def session(self, site: SitePlan, turns: Turns | None = None) -> _Session:
        """A new session of a site: no cookies, its locale and zone, its own egress, and its own `turns` or those."""
        self._sessions = {session for session in self._sessions if not session.closed}
        egress = await open_egress(Hosts.of(site), sockets=site.sockets, upstream=self.options.upstream)
        egress.on_refusal = partial(self._tell_refusal, site.name)
        egress.on_socket = partial(self._tell_socket, site.name)
        width, height = self.options.viewport
        saved = self.options.sessions.get(site.name)
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            storage_state=None if saved is None else cast("StorageState", saved.state),
            locale=site.locale,
            timezone_id=site.zone,
            accept_downloads=False,  # where they are kept, a tab says so to the browser itself
            service_workers="block",
            proxy={"server": egress.url, "bypass": LOOPBACK_TOO},
        )
        courtesy = Courtesy(
            site,
            partial(self._client.get, egress=egress.own_url),
            turns=self.options.turns or turns or OwnTurns(),
            texts=self.options.texts,
        )
        fetcher = partial(
            Fetcher, egress, self.options.authorities,
            agent=self._agent, language=site.locale, seconds=self.options.seconds,
        )  # fmt: skip
        session = _Session(context, egress, courtesy, SessionDocuments(context, courtesy, fetcher))
        self._sessions.add(session)
        if self.options.record_to is not None:
            await recording.begin(context)
            number = next(self._recordings)
            raw, kept = self._process.place.path / f"{number}.zip", self.options.record_to / f"{site.name}-{number}.zip"
            session.keep = partial(recording.keep, context, raw, kept, self.options.mask)
        return session

    async def record(self, site: SitePlan, finished: Callable[[], Awaitable[None]]) -> Mapping[str, Any]:
        """Let a person act in a window on the site until they are `finished`, or have closed it; the session then.

        Raises:
            BrowserLost: the browser ended before the session could be taken.
        """
        session = await self.session(site)
        closed = asyncio.Event()
        page = await session.context.new_page()
        page.on("close", lambda _: closed.set())
        self._browser.on("disconnected", lambda _: closed.set())
        waits = [asyncio.ensure_future(wait) for wait in (closed.wait(), finished())]
        try:
            with suppress(PlaywrightError):  # the window is there: the person sees what is wrong with the address
                await page.goto(site.url, timeout=self.options.seconds * 1000)
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            async with asyncio.timeout(self.options.seconds):
                return dict(await session.context.storage_state(indexed_db=True))
        except (PlaywrightError, TimeoutError) as error:
            problem = "the browser ended before the session could be kept"
            raise BrowserLost(problem, hint="press Enter in the terminal when you are logged in") from error
        finally:
            for wait in waits:
                wait.cancel()

    def _tell_refusal(self, site: str, trouble: Trouble) -> None:
        loads = (
            self.guard.loads if self.options.guarded else Loads(self.trace)
        )  # a window to log in by hand has no guard
        loads.refused(site, trouble)

    def _tell_socket(self, site: str, host: str) -> None:
        self.guard.shut(site, host)  # a window to log in by hand has no guard, and its sockets are open

    async def close_target(self, target: str) -> None:
        """Take a page away, whether it answers or not."""
        try:
            await self._line.send("Target.closeTarget", {"targetId": target}, seconds=2.0)
        except Gone:
            return
        except Late:
            await self.end()

    async def end(self) -> None:
        """End all that this run has begun in the browser; the browser too, unless another run may have it."""
        if self._ended:
            return
        self._ended = True
        for session in self._sessions:
            await session.keep_recording()
        if self._process.is_wanted() and await self._left():
            self._process.keep()
        else:
            await self._process.close(self._pid)
            for session in self._sessions:
                await session.documents.close()
                await session.egress.close()
            await self._process.clear()
        await asyncio.to_thread(self.downloads.clear)

    async def _left(self) -> bool:
        """Leave the browser: whether it runs on, and nothing of ours is left in it."""
        for session in self._sessions:
            if not session.closed and not await session.close():
                return False
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._line.close()
        except (TimeoutError, PlaywrightError):
            return False
        return self._browser.is_connected()


async def launch(
    options: BrowserOptions, sites: Mapping[str, SitePlan], trace: Trace, starting: Starting | None = None
) -> Chromium:
    """Start the browser, for these sites; or take one that was started ahead.

    Raises:
        BrowserMissing: none was found, or it does not start.
    """
    how = Wanted(options.executable, options.headed, options.slow, options.upstream, options.authorities)
    process = await (starting or Starting(how, sites)).take()
    async with AsyncExitStack() as failing:
        failing.push_async_callback(process.end)
        chromium = Chromium(options, process)
        try:
            await chromium.prepare(trace)
        except (PlaywrightError, Gone, Late) as error:
            problem = f"the browser {process.executable} started, and then did not answer"
            raise BrowserMissing(problem, hint="`webdart doctor` tries it") from error
        failing.pop_all()
    return chromium
