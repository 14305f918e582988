"""Chooses the adapters of a run: its browser, sandbox, model and tables, each opened when it is first needed.

This is the one module, besides `run_start` and the checks of `webdart doctor`, that names an adapter. Everything else
works with ports.
"""

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from webdart.browser.chromium.browser import READY_SECONDS, BrowserOptions, launch
from webdart.browser.chromium.driver import one_driver
from webdart.browser.chromium.process import Starting, one_browser
from webdart.browser.network import session as sessions
from webdart.browser.network.fetch import OwnDocuments
from webdart.browser.network.session import SavedSession
from webdart.browser.network.turns import OwnTurns, Turns
from webdart.browser.port import BrowserPool
from webdart.browser.snapshot.thumbnails import Album
from webdart.browser.snapshot.vision import Eyes
from webdart.browser.snapshot.writer import KeepingDocuments, KeepingPool, PageKeeper
from webdart.budget import Budget, Limits
from webdart.errors import StoreError
from webdart.execute.act.context import ActTools
from webdart.execute.sandbox import SandboxCompute, one_zygote
from webdart.model.calibration.trial_record import TrialRecords
from webdart.model.door.account import Books, RoleUse
from webdart.model.door.port import ChatModel
from webdart.model.roles.adviser import Adviser
from webdart.navigate import Tools
from webdart.navigate.collection import Collected
from webdart.navigate.context import Replay
from webdart.navigate.login import SharedLogins, session_name
from webdart.navigate.site_memory import Memories
from webdart.plan import Plan
from webdart.plan.model import ActStage, AskStage, ListingStage
from webdart.run_start import RunStart, how_started, opens_pages
from webdart.runs.consent import Consent
from webdart.runs.consent_prompt import Person
from webdart.runs.folder import RunFolder
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.lock import Lock
from webdart.runs.lock_use import keep_lock, lock_of
from webdart.runs.release import Release
from webdart.runs.replay import replay_of
from webdart.runs.request import RunRequest, tried_of
from webdart.runs.run_model import RunModel, entry_of, use_of, voting_first
from webdart.runs.site_access import AccessOpener, LazyAccess, SiteAccess
from webdart.runs.spread_pool import SpreadPool
from webdart.secret import Mask, Secret
from webdart.settings import Settings
from webdart.table.archive import Keeping, Saved
from webdart.table.duck import DuckTable
from webdart.table.duck.archive import keep_in_duckdb, keep_in_parquet
from webdart.table.sqlite_archive import keep_in_sqlite
from webdart.trace import Event, Listener, Trace
from webdart.values import replace
from webdart.workflow.model import Keeper

__all__ = [
    "Adapters",
    "HeadStart",
    "browser_options",
    "keep_tables",
    "launch",
    "one_browser",
    "one_driver",
    "one_zygote",
    "sessions_of",
]


@dataclass(frozen=True, slots=True)
class HeadStart:
    """What starts before a run has its folder: the clock, the sandbox and, where pages are opened, the browser.

    `untried`: the SQL of a file that opens pages was not tried when its lock was written; it is to be, on empty tables.
    """

    budget: Budget
    compute: SandboxCompute
    browser: Starting | None = None
    lock: Lock | None = None
    tried: str = ""
    untried: bool = False

    @classmethod
    def of(cls, started: RunStart, began: datetime) -> "HeadStart":
        """Start the clock and the sandbox, and the browser if it is needed; `began` is the present of what is computed.

        Raises:
            UsageError: a lock that is asked for is missing, or can't be read.
        """
        request, plan, browser = started.request, started.plan, started.browser
        settings, replay = request.settings, replay_of(request)
        now = began if replay is None else replay.began
        lock, tried = lock_of(request), tried_of(request, started.workflow)
        compute = SandboxCompute(settings.sandbox, engine=settings.python_engine, now=now)
        pages = opens_pages(plan)
        untried = pages and not (lock is not None and lock.tried == tried)
        needed = pages and replay is None and not (lock is not None and _needs_none(plan, lock))
        if needed and started.ahead and browser is None:
            browser = Starting(how_started(settings), plan.sites)
        if any(not isinstance(stage, ListingStage | ActStage) for stage in plan.stages):
            compute.begin()
        return cls(Budget(plan.limits), compute, browser, lock, tried, untried)

    async def close(self) -> None:
        """End what was not taken over."""
        if self.browser is not None:
            await self.browser.close()
        await self.compute.close()


class Adapters:
    """The adapters of one run. `events` is its trace so far; secrets are blanked with `mask`."""

    def __init__(
        self, request: RunRequest, plan: Plan, folder: RunFolder, start: HeadStart, *listeners: Listener
    ) -> None:
        self._request = request
        self._plan = plan
        self._folder = folder
        self._starting = start.browser
        self.budget = start.budget
        self.compute = start.compute
        self.events: list[Event] = []
        self.mask = Mask((*plan.secrets.values(), *filter(None, [request.settings.model_key])))
        self.trace = Trace(time.monotonic, self.events.append, *listeners, blank=self.mask)
        self.album = Album(self.mask)
        self.agent = ""
        self.replay = replay_of(request, self.mask)
        kept = request.settings.memories and not self.replay
        self.memories = Memories.begin(request.settings.project, kept=kept)
        self.model: RunModel | None = None
        self._voter: RunModel | None = None  # the cheaper model that votes before it
        self._opener = AccessOpener(self._open_access)
        self._eyes = Eyes(self.mask, self.trace) if request.settings.model_sees else None
        self.lock, self._tried = start.lock, start.tried
        self._replayed = Replay(
            lock=start.lock,
            frozen=request.frozen,
            locks=request.write_lock is not None,
            named={**plan.parameters, **plan.environment},
        )
        self._light: LazyAccess | None = None
        self._turns: Turns = request.turns or OwnTurns()
        self._sessions = None if request.sessions is None else request.sessions(_key_of(plan))
        self._spread: BrowserPool | None = None
        self._in: dict[str, str] = {}  # the sessions of other runs that our browser has been in, by their names
        self._keeper = PageKeeper(folder.pages, self.mask, lambda text: self.trace("warning", text))

    def open(self, stack: AsyncExitStack, journal: Journal, history: History, person: Person | None) -> None:
        """Get ready to run; what is opened is closed with `stack`. `person` answers questions about writes."""
        self._journal, self._history, self._person = journal, history, person
        stack.push_async_callback(self.compute.close)
        books = Books(trace=self.trace, note=lambda use: journal.append(entry_of(use)))
        before: tuple[RoleUse, ...] = (*self._request.spent, *map(use_of, history.model))
        self.model = RunModel.of(self._request, self.budget, self.mask, books, before)
        cheaper = voting_first(self._request)
        if self.model is not None and cheaper is not None:
            self._voter = RunModel.of(cheaper, self.budget, self.mask, books)
        for opened in (one.opened for one in (self.model, self._voter) if one is not None):
            stack.push_async_callback(opened.close)
        stack.push_async_callback(self._opener.close)
        if self.lock is not None and self._starting is None and self.replay is None:
            options = browser_options(self._request.settings)
            own = OwnDocuments(
                options.upstream,
                options.authorities,
                self._turns,
                agent=self.lock.agent,
                seconds=options.seconds,
                texts=self._request.texts,
            )
            for site, session in sessions_of(self._plan).items():
                own.enter(site, session)
            stack.push_async_callback(own.close)
            self._light = LazyAccess(self._opener, KeepingDocuments(own, self._keeper))
        if self._request.side is not None and self.replay is None and self._light is None:
            stack.push_async_callback(self._request.side.close)
            self._request.side.begin(self._plan.sites, self.trace)
        if self._starting is not None and isinstance(self._plan.stages[0], ListingStage | ActStage):
            self._opener.begin()  # the browser starts while the tables are opened

    async def tables(self, stack: AsyncExitStack) -> DuckTable:
        """The tables of the run, repaired where a kill has left them short; closed with `stack`."""
        store = await DuckTable.open(self._folder.path, self._plan.schemas, self._history.acknowledged)
        stack.push_async_callback(store.close)
        return store

    def enter(self, stage: int) -> None:
        """Note which stage runs: events, kept pages and pictures carry it."""
        self.trace.stage = self._keeper.stage = self.album.stage = stage

    async def tools(self, limits: Limits) -> Tools:
        """What a stage with these limits works with on its site; opens the browser if it is not open yet."""
        access = await self._opener.access() if self._light is None else self._light.access
        budget = self.budget.within(limits)
        settings = self._request.settings
        spread = self._spread_of(access)
        return Tools(
            pool=access.pool,
            guard=access.guard,
            release_login=access.release_login,
            trace=self.trace,
            budget=budget,
            now=self._now,
            pause=asyncio.sleep,
            seconds=min(READY_SECONDS, settings.timeout),
            limit_pages=self._request.limit_pages,
            concurrency=settings.concurrency,
            memories=self.memories,
            adviser=self._adviser(budget),
            documents=access.documents,
            seed=self._folder.id,
            replay=self._replayed,
            logins=self._logins_of(access),
            spread=spread,
            browsers=1 if spread is None or self._request.side is None else 1 + self._request.side.size,
        )

    async def act_tools(self, limits: Limits) -> ActTools:
        """As `tools`, for a stage that writes back."""
        tools = await self.tools(limits)
        return ActTools(
            stage=tools,
            release=self._release,
            consent=self._consent,
            journal=self._journal,
            history=self._history,
            run=self._folder.id,
            ask_happened=None if self._person is None else self._person.knows,
        )

    def model_of(self, stage: AskStage) -> ChatModel:
        """The model, charged to a stage. `check_model` has made sure, before the run, that there is one."""
        assert self.model is not None
        return self.model.within(self.budget.within(stage.limits))

    def note_lock(self, collected: Collected) -> None:
        """Write the lock that was asked for; a run that went by one is known as a run of it."""
        path, lock = self._request.write_lock, self.lock
        if path is not None:
            lock = keep_lock(path, self.agent, collected.locked, self.mask, self._tried)
        if lock is not None and not collected.unlocked:
            self._folder.note_lock(lock.digest)

    async def close(self) -> None:
        """End the browser and the sandbox early, beside what remains to be done."""
        await asyncio.gather(self._opener.close(), self.compute.close())

    def _adviser(self, budget: Budget) -> Adviser | None:
        if self.model is None:
            return None
        settings = self._request.settings
        url = settings.small_model_url or settings.model_url
        cheaper = None if self._voter is None else self._asked(self._voter, budget, url)
        return replace(self._asked(self.model, budget, settings.model_url), eyes=self._eyes, cheaper=cheaper)

    def _asked(self, model: RunModel, budget: Budget, url: str | None) -> Adviser:
        given = self._request.model is not None and model is self.model
        return Adviser(
            model=model.within(budget),
            trace=self.trace,
            mask=self.mask,
            name=model.opened.name,
            votes=given or TrialRecords.of_user().may_vote(model.opened.name, url),
        )

    def _now(self) -> datetime:
        return datetime.now(UTC) if self.replay is None else self.replay.began

    async def _open_access(self) -> SiteAccess:
        """The ways to the sites; of an offline run they lead to its kept pages."""
        if self.replay is not None:
            return self.replay.access
        request = self._request
        options = replace(
            browser_options(request.settings, self._folder.downloads),
            sessions={**sessions_of(self._plan), **await self._entered()},
            record_to=self._folder.recordings if request.trace else None,
            mask=self.mask,
            person=request.attended,
            turns=self._turns,
            texts=request.texts,
        )
        chromium = await launch(options, self._plan.sites, self.trace, self._starting)
        self._release = Release(chromium.guard, self._journal, self.mask, self._history)
        ask = None if self._person is None else self._person.consents
        self._consent = Consent(self.mask, yes=request.yes, dry_run=request.dry_run, ask=ask)
        pool = self._plain = chromium.pool if self._eyes is None else self._eyes.over(chromium.pool)
        documents = KeepingDocuments(chromium.pool, self._keeper)
        self.agent = chromium.agent
        pool = KeepingPool(pool, self._keeper, self.album)
        return SiteAccess(pool, chromium.guard, self._release.login, documents, sessions=chromium.pool)

    async def _entered(self) -> Mapping[str, SavedSession]:
        """The sessions that runs side by side have opened by now, by site; from now on they are known as ours."""
        found: dict[str, SavedSession] = {}
        if self._sessions is not None:
            sites = [
                site for site in self._plan.sites.values() if site.login is not None and site.login.page is not None
            ]
            for site in sites:
                name = session_name(site)
                if state := await self._sessions.kept(name):
                    self._in[name] = state
                    found[site.name] = SavedSession(site.name, site.url, json.loads(state))
        return found

    def _spread_of(self, access: SiteAccess) -> BrowserPool | None:
        """The tabs of all browsers that load pages, which keep them as our own do."""
        if self._request.side is None or access.sessions is None:
            return None
        if self._spread is None:
            spread = SpreadPool(self._plain, self._request.side, access.sessions)
            self._spread = KeepingPool(spread, self._keeper, self.album)
        return self._spread

    def _logins_of(self, access: SiteAccess) -> SharedLogins | None:
        if self._sessions is None or access.sessions is None:
            return None
        return SharedLogins(self._sessions, access.sessions, self._in)


def _key_of(plan: Plan) -> str:
    """What only who may log in to the sites of a plan knows; "" where that is nothing."""
    logins = (site.login for site in plan.sites.values() if site.login is not None)
    given = (*plan.secrets.values(), *(login.password for login in logins if login.password is not None))
    return "\0".join(sorted(one.reveal() if isinstance(one, Secret) else one for one in given))


def _needs_none(plan: Plan, lock: Lock) -> bool:
    """Whether a lock may spare the browser: every listing is read from its source, and no form logs in."""
    pages = [stage for stage in plan.stages if isinstance(stage, ListingStage | ActStage)]
    locked = [lock.of(stage.index) for stage in pages]
    return all(one is not None and one.source != "rendered" for one in locked) and all(
        site.login is None or site.login.page is None for site in plan.sites.values()
    )


def browser_options(settings: Settings, downloads: Path | None = None) -> BrowserOptions:
    """How the browser is started, as the settings say."""
    how = how_started(settings)
    return BrowserOptions(
        executable=how.executable,
        headed=how.headed,
        slow=how.slow,
        seconds=settings.timeout,
        downloads=downloads,
        download_bytes=settings.downloads << 20,
        upstream=how.upstream,
        authorities=how.authorities,
    )


def sessions_of(plan: Plan) -> Mapping[str, SavedSession]:
    """The saved session of every site that names one.

    Raises:
        UsageError: one is missing, or can't be used.
    """
    named = {name: site for name, site in plan.sites.items() if site.login is not None and site.login.name is not None}
    return {name: sessions.load(str(site.login and site.login.name), site) for name, site in named.items()}


def keep_tables(tables: Sequence[Keeping]) -> tuple[Saved, ...]:
    """Keep tables beyond their run, each by what keeps its kind of place; those of one place together.

    Raises:
        StoreError: one can't be kept; those of the places before it are.
    """
    places: dict[tuple[Keeper, Path], list[Keeping]] = {}
    for one in tables:
        places.setdefault((one.keeper, one.path), []).append(one)
    ways = {"duckdb": keep_in_duckdb, "sqlite": keep_in_sqlite, "parquet": keep_in_parquet}
    try:
        return tuple(saved for (keeper, path), some in places.items() for saved in ways[keeper](path, some))
    except OSError as error:
        raise StoreError(f"{error.filename}: {error.strerror}", hint="make room, or save to another place") from error
