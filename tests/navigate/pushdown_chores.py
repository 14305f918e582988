"""Many chores over one browser: each walked with push-downs, held against the walk without them and the truth.

Pages of sites that never change are remembered between chores, as a browser's cache would; what takes a form or a
script is done in the real browser.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import urlsplit

import duckdb
import pyarrow as pa

from webdart.answer.doubt import Doubt
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import Action, Bookmark, Browser, Mode, Outcome
from webdart.budget import Budget, Limits
from webdart.execute.appraisal import Walks, appraise
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.model.door.port import ChatModel
from webdart.model.roles.adviser import Adviser
from webdart.navigate import Tools
from webdart.navigate.listing_walk import Walk
from webdart.navigate.pushdown.join import filled_before, joined
from webdart.navigate.pushdown_log import GradeName, Replan, blanks
from webdart.navigate.summary import summaries
from webdart.page.model import Held, PageView
from webdart.plan import Plan
from webdart.plan.build import Inputs, build
from webdart.plan.model import ListingStage, SitePlan
from webdart.plan.names import RunNames
from webdart.records.model import ListingSummary
from webdart.secret import Secret
from webdart.settings import Settings
from webdart.table.memory import MemoryTable
from webdart.trace import Event, Trace
from webdart.workflow import loads


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk gave: its table, how complete, what became of the controls, how many pages were opened."""

    table: pa.Table
    summary: ListingSummary
    replans: tuple[Replan, ...]
    pages: int
    events: tuple[Event, ...]
    counted: int | None = None  # rows that are known by their number alone
    doubts: tuple[Doubt, ...] = ()  # about what the chore's SQL reads

    @property
    def taken(self) -> list[str]:
        """What the controls that were taken stood for."""
        return [step.does for step in self.replans if step.verdict == "taken"]

    @property
    def grades(self) -> set[GradeName]:
        """The grades of what was taken."""
        return {step.grade for step in self.replans if step.verdict == "taken"}


def answer(table: pa.Table, sql: str) -> list[tuple[object, ...]]:
    """What DuckDB answers over the rows of one table, called `rows`."""
    with duckdb.connect() as connection:
        declared = [name for name in table.column_names if not name.startswith("_")]
        columns = {name: table.column(name) for name in declared}
        connection.register("rows", pa.table(columns))  # pyright: ignore[reportUnknownMemberType]
        return connection.execute(sql).fetchall()


class KeptTab:
    """A tab over pages that were seen before; the real one behind it is asked for the others, and for every action."""

    def __init__(self, desk: Desk, site: SitePlan) -> None:
        self._desk = desk
        self._site = site
        self._tab: Browser | None = None
        self._at = ""  # what the real tab shows, "" after an action
        self._view: PageView | None = None

    async def _real(self) -> Browser:
        if self._tab is None:
            self._tab = await self._desk.chromium.pool.tab(self._site)
        return self._tab

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """The page, from memory where it is there."""
        known = self._desk.kept.get((url, tuple(marks)))
        if known is None:
            known = await (await self._real()).open(url, marks)
            self._at = known.url
            if known.status == 200 and known.url.partition("?")[0] == url.partition("?")[0]:  # not of a login
                self._desk.kept[url, tuple(marks)] = known
        self._view = known
        return known

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """The page shown."""
        if self._view is None:
            self._view = await (await self._real()).view(marks)
            self._at = self._view.url
        return self._view

    async def act(self, action: Action) -> PageView:
        """In the real tab."""
        if self._view is not None and self._at != self._view.url:
            await (await self._real()).open(self._view.url)
        after = await (await self._real()).act(action)
        self._at, self._view = "", None
        return after

    async def bookmark(self) -> Bookmark:
        """In the real tab."""
        return await (await self._real()).bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """In the real tab."""
        return await (await self._real()).return_to(bookmark)

    async def close(self) -> None:
        """Closed for good."""
        if self._tab is not None:
            await self._tab.close()


@dataclass(eq=False)
class Desk:
    """One browser for many chores; `remember` only where a site never changes."""

    remember: bool = True
    kept: dict[tuple[str, tuple[str, ...]], PageView] = field(
        default_factory=dict[tuple[str, tuple[str, ...]], PageView]
    )
    secrets: Mapping[str, str] = field(default_factory=dict[str, str])
    compute: SandboxCompute = field(default_factory=SandboxCompute)
    _chromium: Chromium | None = None
    _truth: dict[str, Walked] = field(default_factory=dict[str, Walked])

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """A tab, of the port that the walk wants."""
        if self.remember and mode == "read":
            return KeptTab(self, site)
        return await self.chromium.pool.tab(site, mode)

    async def renew(self, site: SitePlan) -> bool:
        """A new session, of the browser's own."""
        return await self.chromium.pool.renew(site)

    async def preserve(self, site: SitePlan) -> None:
        """In the browser's own session; a file that sets something ends what can be remembered of others."""
        await self.chromium.pool.preserve(site)

    @property
    def chromium(self) -> Chromium:
        """The browser, once a chore has been walked."""
        assert self._chromium is not None
        return self._chromium

    async def started(self, plan: Plan) -> Chromium:
        """The browser, with a way out to the sites of the first plan."""
        if self._chromium is None:
            self._chromium = await launch(BrowserOptions(), plan.sites, Trace(time.monotonic))
        return self._chromium

    async def close(self) -> None:
        """End the browser and the sandbox."""
        await self.compute.close()
        if self._chromium is not None:
            await self._chromium.pool.close()

    async def walk(
        self,
        file: str,
        *,
        distrusted: set[tuple[str, str, str]] | None = None,
        limits: Limits | None = None,
        model: ChatModel | None = None,
        events: list[Event] | None = None,
    ) -> Walked:
        """Walk the only listing of a chore; `model` may map what no rule does, `events` gets the trace as it is written."""
        plan = plan_of(file, self.secrets)
        stage = next(stage for stage in plan.stages if isinstance(stage, ListingStage))
        store = MemoryTable(plan.schemas)
        return await self._walk(plan, stage, store, _Terms(distrusted, limits, model, events))

    async def walk_all(self, file: str) -> dict[str, Walked]:
        """Walk every listing of a chore, in order; by table."""
        plan = plan_of(file, self.secrets)
        store = MemoryTable(plan.schemas)
        stages = [stage for stage in plan.stages if isinstance(stage, ListingStage)]
        found: dict[str, Walked] = {}
        for stage in stages:
            found[stage.extracts[0].into] = await self._walk(plan, stage, store, _Terms())
        return found

    async def _walk(self, plan: Plan, stage: ListingStage, store: MemoryTable, terms: _Terms) -> Walked:
        chromium = await self.started(plan)
        events: list[Event] = [] if terms.events is None else terms.events
        budget = Budget(terms.limits or Limits())
        trace = Trace(time.monotonic, events.append)
        tools = Tools(
            pool=self,
            guard=chromium.guard,
            release_login=self.logged_in,
            trace=trace,
            budget=budget,
            now=lambda: datetime.now(UTC),
            pause=asyncio.sleep,
            distrusted=set() if terms.distrusted is None else terms.distrusted,
            adviser=None if terms.model is None else Adviser(model=terms.model, trace=trace),
        )
        stage = await joined(stage, filled_before(plan.stages, stage.index), store)
        site = plan.sites[stage.navigate.site]
        walk = Walk(stage, site, RunNames.of(plan), tools, number=0, cursors=())
        async for page in walk.pages():
            await store.commit(page)
        found = summaries(stage, walk, await store.describe())
        (summary,) = (one for one in found if one.table == stage.extracts[0].into)
        if walk.lacking is not None:
            raise walk.lacking
        table = await store.read(stage.extracts[0].into)
        number = walk.counted.get(stage.extracts[0].into)
        doubts = await self._doubts(plan, store, walk)
        steps, pages = walk.replanned.steps, int(budget.spent("pages"))
        return Walked(table, summary, steps, pages, tuple(events), number, doubts)

    async def _doubts(self, plan: Plan, store: MemoryTable, walk: Walk) -> tuple[Doubt, ...]:
        """What a run would hold against the answer, as far as the rows and the walk tell."""
        computing = Computing(plan, store, self.compute, Settings(), Trace(time.monotonic))
        remarks = [remark for ledger in walk.ledgers.values() for remark in ledger.remarks]
        return await appraise(plan, store, computing, None, Walks(remarks, blank=blanks([walk.replanned])))

    async def logged_in(self, held: Held, _why: str) -> Outcome:
        """The declared login is let go."""
        return await self.chromium.guard.release(held)

    async def truth(self, file: str) -> Walked:
        """The plain walk of the same listing, walked once."""
        plain = without_pushdown(file)
        if not self.remember:
            return await self.walk(plain)
        if plain not in self._truth:
            self._truth[plain] = await self.walk(plain)
        return self._truth[plain]


@dataclass(frozen=True, slots=True)
class _Terms:
    """What a walk is given besides its chore."""

    distrusted: set[tuple[str, str, str]] | None = None
    limits: Limits | None = None
    model: ChatModel | None = None
    events: list[Event] | None = None


def plan_of(file: str, secrets: Mapping[str, str] | None = None) -> Plan:
    """The plan of a workflow's text."""
    known = secrets or {}
    return build(
        loads(file, "chore.yaml"), Inputs(secret=lambda name: Secret(name, known[name]) if name in known else None)
    )


def chore(url: str, navigate: str, extract: str, sql: str) -> str:
    """A workflow's text: one listing, into `rows`, one SELECT."""
    name = f"site{urlsplit(url).port}"  # a browser's egress for a site is opened once
    return (
        f'webdart: 1\nsites: {{{name}: "{url}"}}\nstages:\n  - navigate: {{{navigate}}}\n'
        f"  - extract: {{into: rows, {extract}}}\n  - execute: {json.dumps(sql)}\n"
    )


def without_pushdown(file: str) -> str:
    """The same chore, walked plainly, whatever its SELECT."""
    lines = [line for line in file.splitlines() if not line.startswith("  - execute:")]
    return "\n".join([*lines, '  - execute: "SELECT * FROM rows"', ""]).replace(
        "navigate: {", "navigate: {pushdown: off, ", 1
    )
