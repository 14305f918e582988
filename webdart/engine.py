"""Composes a run: chooses the adapters, runs the stages in order and concludes with an outcome.

This is the composition root, and it reads as a table of contents. A workflow becomes a plan, and the plan's stages run
one after another. Every page is committed before the next is requested. The outcome is reported whatever happens, so a
later mistake never loses what was collected.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import assert_never

import pyarrow as pa

from webdart.answer.conclusion import Facts
from webdart.answer.doubt import Doubt
from webdart.answer.finish import Ending, close
from webdart.answer.outcome import model_use
from webdart.answer.report import stage_facts
from webdart.answer.result import Run
from webdart.answer.shape import AnswerValue, Queried, Scripted
from webdart.browser.chromium.browser import READY_SECONDS, Starting, launch
from webdart.browser.snapshot.thumbnails import Album
from webdart.browser.snapshot.vision import Eyes
from webdart.browser.snapshot.writer import KeepingPool, PageKeeper
from webdart.budget import Budget, Limits, in_time
from webdart.errors import BrowserLost, Incomplete, SiteError, StoreError, WebdartError, WorkflowErrors
from webdart.execute.act.context import ActTools
from webdart.execute.act.rows import Writing
from webdart.execute.appraisal import accepted_by, appraise, flaw
from webdart.execute.ask import Questions
from webdart.execute.dry_run import rehearse
from webdart.execute.query import Computing
from webdart.execute.sandbox import SandboxCompute
from webdart.execute.text_to_sql import Asking
from webdart.failpoints import crash_point
from webdart.inspect.site import browser_options, look, sessions_of
from webdart.model.door.account import Books
from webdart.model.door.port import ChatModel
from webdart.model.planning.chore import planned
from webdart.model.roles.adviser import Adviser
from webdart.navigate import Tools, Walk, family, summaries
from webdart.navigate.blocked_requests import behind_refusals, doubted
from webdart.navigate.find.open_page import Visit
from webdart.navigate.pushdown.join import filled_before, joined
from webdart.navigate.pushdown_log import Replanned
from webdart.navigate.site_memory import Memories
from webdart.plan import Plan
from webdart.plan.model import ActStage, AskStage, ListingStage, PlannedStage, QueryStage, ScriptStage
from webdart.plan.names import RunNames
from webdart.records.completeness import worst
from webdart.records.model import ListingSummary, Remark, Verdict
from webdart.runs.clock import time_of
from webdart.runs.consent import Consent
from webdart.runs.consent_prompt import AskConsent, Person
from webdart.runs.entries import RunEnded, RunResumed, RunStarted, StageDone, StageStarted, WalkEnded
from webdart.runs.folder import Project, RunFolder
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.offline import offline_request, replay_of
from webdart.runs.release import Release, WriteRecord
from webdart.runs.request import Anew, RunRequest, plan_of, record_of, resumed_request
from webdart.runs.resume import prepare
from webdart.runs.run_model import RunModel, account_of, check_model, entry_of, use_of
from webdart.runs.site_access import Doors, Doorway
from webdart.secret import Mask
from webdart.settings import Settings
from webdart.table.duck import DuckTable
from webdart.table.expects import unmet
from webdart.table.memory import rows_before
from webdart.table.port import TableInfo
from webdart.trace import Event, Listener, Trace
from webdart.workflow import Workflow
from webdart.workflow.model import Rows, Scalar
from webdart.workflow.templates import fill

__all__ = ["Anew", "Run", "RunRequest", "Visit", "look", "resume", "run"]


async def run(request: RunRequest, *, listeners: Sequence[Listener] = (), ask_consent: AskConsent | None = None) -> Run:
    """Run a workflow from its file to its answer.

    Raises:
        UsageError, WorkflowErrors: before anything ran. Whatever fails later is in `Run.result`.
    """
    said: list[str] = []
    request = offline_request(request)
    workflow, plan = plan_of(request, said.append)
    if workflow.task is not None:
        request = await planned(request, workflow, plan, listeners)
        workflow, plan = plan_of(request, said.append)
    check_model(request, plan)
    if replay_of(request) is None:  # a run that can't begin leaves no folder
        sessions_of(plan)
    budget = Budget(plan.limits)
    walks = any(isinstance(stage, ListingStage | ActStage) for stage in plan.stages)  # else a mistake shows at once
    began = datetime.now(UTC).replace(microsecond=0)
    async with AsyncExitStack() as stack:
        compute = _sandbox(request, began)  # rehearses on empty tables what it computes over full ones later
        stack.push_async_callback(compute.close)
        starting: Starting | None = None
        if walks and replay_of(request) is None:
            starting = Starting(browser_options(request.settings), plan.sites)  # beside the rehearsal
            stack.push_async_callback(starting.close)
        if walks and (problems := await rehearse(workflow, request.settings, compute, budget=plan.limits)):
            raise WorkflowErrors(problems)
        folder = Project(request.settings.project).create(record_of(request, workflow), began)
        if request.begun is not None:
            request.begun(folder.id)
        with folder.lock():
            execution = Execution(request, workflow, plan, folder, listeners, ask_consent)
            return await execution.started_with(compute, starting, budget).run(said)


async def resume(
    run: str | None,
    *,
    settings: Settings,
    environment: Mapping[str, str],
    anew: Anew | None = None,
    listeners: Sequence[Listener] = (),
    ask_consent: AskConsent | None = None,
) -> Run:
    """Go on with a run that was killed, or ended without an answer (None: the latest one).

    Raises:
        UsageError: there is no such run, it has its answer, or its file has changed (with the diff).
        StoreError: its journal or its tables are damaged beyond repair, or another process is writing it.
    """
    project = Project(settings.project)
    folder = project.latest_unfinished() if run is None else project.get(run)
    with folder.lock():
        request = resumed_request(prepare(folder).record, settings, environment)
        request = (anew or Anew()).over(request)
        said: list[str] = []
        workflow, plan = plan_of(request, said.append)
        check_model(request, plan)
        return await Execution(request, workflow, plan, folder, listeners, ask_consent).run(said)


class Execution:
    """One run under way: its adapters, opened when they are first needed, and what it has so far."""

    def __init__(
        self,
        request: RunRequest,
        workflow: Workflow,
        plan: Plan,
        folder: RunFolder,
        listeners: Sequence[Listener],
        ask_consent: AskConsent | None,
    ) -> None:
        self._request = request
        self._workflow = workflow
        self._plan = plan
        self._folder = folder
        self._person = None if ask_consent is None else Person(ask_consent)
        self._began = time.monotonic()
        self._events: list[Event] = []
        self._mask = Mask((*plan.secrets.values(), *filter(None, [request.settings.model_key])))
        self._replay = replay_of(request, self._mask)
        self._trace = Trace(time.monotonic, self._events.append, *listeners)
        self._budget = Budget(plan.limits)
        self._names = RunNames.of(plan)
        self._model: RunModel | None = None
        self._compute = _sandbox(request, datetime.fromisoformat(folder.record().started))
        self._starting: Starting | None = None
        self._doorway = Doorway(self._launched)
        self._album = Album(self._mask)
        self._eyes = Eyes(self._mask, self._trace) if request.settings.model_sees else None
        self._keeper = PageKeeper(folder.pages, self._mask, lambda text: self._trace("warning", text))
        self._listings: list[ListingSummary] = []
        self._remarks: list[Remark] = []
        self._replanned: list[Replanned] = []
        self._memories = Memories.begin(request.settings.project, kept=request.settings.memories and not self._replay)
        self._writes: list[WriteRecord] = []
        self._answer: AnswerValue | None = None
        self._short: list[str] = []
        self._doubts: tuple[Doubt, ...] = ()
        self._has_paused = False

    def started_with(self, compute: SandboxCompute, starting: Starting | None, budget: Budget) -> "Execution":
        """This run, with a sandbox and a clock that have started already, and a browser that is about to."""
        self._compute, self._starting, self._budget = compute, starting, budget
        return self

    async def run(self, warnings: Sequence[str]) -> Run:
        """Every stage in its order, then the outcome; what was collected is kept whatever happens."""
        error: WebdartError | None = None
        for warning in warnings:
            self._trace("warning", warning)
        with Journal.open(self._folder.journal) as journal:
            self._journal = journal
            self._history = History.of(journal.entries)
            started = RunStarted(run=self._folder.id, sha256=self._folder.record().sha256)
            journal.append(RunResumed(repairs=journal.repairs) if journal.entries else started)
            async with AsyncExitStack() as stack:
                stack.push_async_callback(self._compute.close)
                self._open_model(stack)
                stack.push_async_callback(self._doorway.close)
                if self._starting is not None and isinstance(self._plan.stages[0], ListingStage | ActStage):
                    self._doorway.begin()  # the browser starts while the tables are opened
                try:
                    self._store = await DuckTable.open(
                        self._folder.path, self._plan.schemas, self._history.acknowledged
                    )
                    stack.push_async_callback(self._store.close)
                    self._computing = Computing(
                        self._plan, self._store, self._compute, self._request.settings, self._trace
                    )
                    for repair in (*journal.repairs, *self._store.repairs):
                        self._trace("warning", repair)
                    await self._stages()
                    await self._appraise()
                except WebdartError as failed:
                    error = failed
                    with suppress(WebdartError):
                        await self._appraise()
                ended = asyncio.gather(self._doorway.close(), self._compute.close())  # while the report is written
                try:
                    return await self._close(error)
                finally:
                    await ended

    def _title(self, stage: PlannedStage) -> str:
        return str(stage_facts(stage, self._plan.parameters_of(stage.index)))

    async def _stages(self) -> None:
        self._budget.spend("pages", self._history.pages)  # what was opened before a kill counts
        self._questions = self._asking()
        async with self._budget.in_time():
            self._plan = await self._questions.answered()
        for stage in self._plan.stages:
            self._trace.stage = self._keeper.stage = self._album.stage = stage.index
            self._trace("stage", self._title(stage))
            self._computing.parameters = self._plan.parameters_of(stage.index)
            self._names = replace(self._names, parameters=self._computing.parameters)
            self._journal.append(StageStarted(stage=stage.index, what=stage.kind))
            async with time_of(stage, self._budget, asks=self._person is not None):
                await self._stage(stage)
            self._journal.append(StageDone(stage=stage.index))
            crash_point("after_stage")
            self._trace("end", self._title(stage))

    async def _appraise(self) -> None:
        """The doubts about what was collected, which a run that failed has, too."""
        if hasattr(self, "_computing"):
            async with self._budget.in_time(self._budget.grace):
                self._doubts = await appraise(self._plan, self._store, self._computing, self._remarks, self._answer)

    async def _stage(self, stage: PlannedStage) -> None:
        match stage:
            case ListingStage():
                await self._walk(stage)
            case QueryStage():
                await self._keep(stage, await self._computing.queried(stage.query))
            case AskStage():
                await self._keep(stage, await self._questions.computed(stage, self._computing))
            case ScriptStage():
                await self._keep(stage, await self._computing.script(stage.script))
            case ActStage():
                await self._act(stage)
            case _:
                assert_never(stage)

    # -- the model, which is asked only if something is left unsaid ------------------------------------------

    def _open_model(self, stack: AsyncExitStack) -> None:
        books = Books(trace=self._trace, note=lambda use: self._journal.append(entry_of(use)))
        before = (*self._request.spent, *map(use_of, self._history.model))
        self._model = RunModel.of(self._request, self._budget, self._mask, books, before)
        if self._model is not None:
            stack.push_async_callback(self._model.opened.close)

    def _asking(self) -> Questions:
        asking = Asking(self._workflow, self._plan, self._request.settings, self._compute)
        return Questions(asking, self._model_of, self._journal, self._history, self._trace)

    def _model_of(self, stage: PlannedStage) -> ChatModel:
        """The model, charged to a stage; that there is one was looked at before the run began."""
        assert self._model is not None
        return self._model.within(self._budget.within(stage.limits))

    # -- a listing, page by page ------------------------------------------------------------------------------

    async def _walk(self, stage: ListingStage) -> None:
        latest = {cursor.walk: cursor for cursor in await self._store.cursors() if cursor.stage == stage.index}
        before = len(self._replanned)
        async with self._budget.in_time(self._budget.grace):
            tools = await self._tools(stage.limits)
            stage = await joined(stage, filled_before(self._plan.stages, stage.index), self._store)
            rows = await self._rows_of(stage)
        short = False
        for number, names in tools.learned.in_turn(rows):
            cursors = self._history.before(stage.index, number, latest.get(number))
            walk = Walk(stage, self._plan.sites[stage.navigate.site], names, tools, number=number, cursors=cursors)
            if walk.goes_on:
                walk.remember(*await asyncio.to_thread(rows_before, self._folder.rows, stage.index, number))
            try:
                await self._collect(walk, stage.index, tools.budget)
            except Incomplete as over:
                walk.broke_off(over)
            except (SiteError, BrowserLost) as broken:  # what was collected until then is reported
                walk.broke_off(broken)
                await self._conclude(stage, walk)
                raise behind_refusals(broken, self._events) from broken
            short = short or walk.ending.short
            if not walk.put_off:
                await self._conclude(stage, walk)
            if walk.lacking is not None:
                raise walk.lacking.at(stage.at)
        verdicts: dict[str, Verdict] = {
            extract.into: worst(one.verdict for one in self._listings if one.table == extract.into)
            for extract in family(stage.extracts)
        }
        pushed = "taken" in {step.verdict for one in self._replanned[before:] for step in one.steps if step.by == "sql"}
        infos = await self._store.describe()
        async with self._budget.in_time(self._budget.grace):
            self._short += await unmet(family(stage.extracts), verdicts, infos, self._computing.failing, pushed=pushed)
            if short:  # too little was read to call it misread; what it is doubted for is told all the same
                return
            if (wrong := await flaw(family(stage.extracts), self._store, self._request.accept)) is not None:
                raise wrong.at(stage.at)

    async def _collect(self, walk: Walk, stage: int, budget: Budget) -> None:
        async for page in in_time(walk.pages(), budget):
            await self._store.commit(page)
            self._journal.acknowledge(page, int(self._budget.spent("pages")))
            for row in page.rows_with(self._mask.finds) if self._plan.secrets else ():
                self._trace("warning", f"{row}: the site shows the text of a secret here; it is kept")
            rows = sum(len(one.records) for one in page.rows)
            self._trace("page", f"page {page.cursor.sequence}: {rows} rows", url=page.cursor.url, rows=rows)
            await self._pause_at(stage)

    async def _pause_at(self, stage: int) -> None:
        """Let a person look at the window, once, at the stage that they named (counted from 1)."""
        if stage + 1 == self._request.pause_at and self._request.paused is not None and not self._has_paused:
            self._has_paused = True
            await self._request.paused(f"stage {stage + 1} is open in the window")

    async def _conclude(self, stage: ListingStage, walk: Walk) -> None:
        self._replanned.append(walk.replanned)
        self._computing.counted |= walk.counted
        end = walk.ending
        if not end.short:
            self._journal.append(
                WalkEnded(stage=stage.index, walk=walk.number, end=end.end, asked=end.asked, unsure=end.unsure)
            )
        told = summaries(stage, walk, await self._store.describe(), self._plan.stages)
        self._listings += doubted(told, self._events, stage.index, unsure=end.unsure)
        self._remarks += [remark for ledger in walk.ledgers.values() for remark in ledger.remarks]
        await self._store.conclude(self._listings)

    async def _rows_of(self, stage: ListingStage) -> list[RunNames]:
        """The names of every walk of a stage: one, or one a row of its `for_each`."""
        if (each := stage.navigate.for_each) is None:
            return [self._names]
        if stage.rows is not None:
            found = await self._computing.select(stage.rows)
            return [self._names.with_row(row, data=True) for row in _rows(found)]
        return [self._names.with_row(row, data=False) for row in self._listed(each)]

    def _listed(self, each: Rows) -> list[dict[str, Scalar]]:
        """The rows of a `for_each` that is written in the file: lists that go in step."""
        columns = {name: [fill(cell, self._names).text for cell in cells] for name, cells in each.columns.items()}
        return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]

    # -- what is computed -------------------------------------------------------------------------------------

    async def _keep(self, stage: QueryStage | AskStage | ScriptStage, computed: Queried | Scripted) -> None:
        """The table `into`, and of the last stage that computes the answer."""
        if stage.into is not None:
            table = computed.table
            await self._store.keep(stage.into, table)
            rows = [tuple(row.values()) for row in _rows(table)]
            self._names = self._names.with_result(stage.into, table.column_names, rows)
        if stage.index == self._plan.answering:
            self._answer = computed.answer(self._plan.answer)

    # -- writing back -----------------------------------------------------------------------------------------

    async def _act(self, stage: ActStage) -> None:
        if self._replay is not None:
            self._trace("warning", f"{stage.at}: `act` is left out: the site is not touched with --offline")
            return
        tools = await self._tools(stage.limits)
        each = stage.act.for_each
        rows = None if each is None else self._listed(each)
        if stage.rows is not None:
            rows = _rows(await self._computing.to_write(stage.rows))
        acting = ActTools(
            stage=tools,
            release=self._release,
            consent=self._consent,
            journal=self._journal,
            history=self._history,
            run=self._folder.id,
            ask_happened=None if self._person is None else self._person.knows,
        )
        await self._pause_at(stage.index)
        writing = Writing(stage, self._plan.sites[stage.act.site], self._names, acting)
        try:
            await writing.run(rows)
        finally:
            self._writes += writing.records

    # -- the browser, when it is first needed -----------------------------------------------------------------

    async def _tools(self, limits: Limits) -> Tools:
        doors, budget = await self._doorway.doors(), self._budget.within(limits)
        return Tools(
            pool=doors.pool,
            guard=doors.guard,
            release_login=doors.release_login,
            trace=self._trace,
            budget=budget,
            now=self._now,
            pause=asyncio.sleep,
            seconds=min(READY_SECONDS, self._request.settings.timeout),
            limit_pages=self._request.limit_pages,
            concurrency=self._request.settings.concurrency,
            memories=self._memories,
            adviser=self._adviser(budget),
        )

    def _adviser(self, budget: Budget) -> Adviser | None:
        """The model as the roles of one stage ask it, or None."""
        if self._model is None:
            return None
        return Adviser(model=self._model.within(budget), trace=self._trace, mask=self._mask, eyes=self._eyes)

    def _now(self) -> datetime:
        return datetime.now(UTC) if self._replay is None else self._replay.began

    async def _launched(self) -> Doors:
        """The ways to the site; offline they lead to its kept pages."""
        if self._replay is not None:
            return self._replay.doors
        options = replace(
            browser_options(self._request.settings, self._folder.downloads),
            sessions=sessions_of(self._plan),
            record_to=self._folder.recordings if self._request.trace else None,
            mask=self._mask,
            person=self._request.attended,
        )
        chromium = await launch(options, self._plan.sites, self._trace, self._starting)
        self._release = Release(chromium.guard, self._journal, self._mask, self._history)
        ask = None if self._person is None else self._person.consents
        self._consent = Consent(self._mask, yes=self._request.yes, dry_run=self._request.dry_run, ask=ask)
        pool = chromium.pool if self._eyes is None else self._eyes.over(chromium.pool)
        return Doors(KeepingPool(pool, self._keeper, self._album), chromium.guard, self._release.login)

    # -- the end ----------------------------------------------------------------------------------------------

    async def _close(self, error: WebdartError | None) -> Run:
        infos: Mapping[str, TableInfo] = await self._store.describe() if hasattr(self, "_store") else {}
        tables = {name: await self._store.read(name) for name in infos}
        facts = Facts(
            run=self._folder.id,
            workflow=self._plan.name,
            seconds=time.monotonic() - self._began,
            report=str(self._folder.report),
            answer=self._answer,
            error=error,
            tables=infos,
            listings=self._listings,
            remarks=self._remarks,
            warnings=[event.text for event in self._events if event.kind == "warning"],
            short=self._short,
            writes=self._writes,
            pages=int(self._budget.spent("pages")),
            replanned=self._replanned,
            model=model_use(account_of(self._model, self._request.spent)),
            doubts=self._doubts,
            accepts=accepted_by(self._plan),
            accepted=self._request.accept,
        )
        ending = Ending(
            facts=facts,
            workflow=self._workflow,
            plan=self._plan,
            folder=self._folder,
            mask=self._mask,
            settings=self._request.settings.recorded(),
            events=self._events,
            tables=tables,
            pictures=self._album.pictures,
        )
        outcome = close(ending, self._request.answered)
        self._memories.save()
        crash_point("before_end")
        try:
            self._journal.append(RunEnded(status=outcome.status, exit=outcome.exit))
        except StoreError as full:  # the answer is there; that the run ended is all that could not be kept
            outcome = replace(outcome, warnings=(*outcome.warnings, str(full)))
        return Run(result=outcome, folder=self._folder.path, tables=tables)


def _sandbox(request: RunRequest, began: datetime) -> SandboxCompute:
    """Where a run computes; its present is when it began (of an offline run: when the pages were seen)."""
    replay, settings = replay_of(request), request.settings
    now = began if replay is None else replay.began
    return SandboxCompute(settings.sandbox, engine=settings.python_engine, now=now)


def _rows(table: pa.Table) -> list[dict[str, Scalar]]:
    return table.to_pylist()
