"""Runs a workflow from its file to its answer.

This module reads as a table of contents. A workflow becomes a plan, and the plan's stages run one after another. Every
page is committed before the next is requested. The outcome is reported whatever happens, so a later mistake never loses
what was collected. Which browser, database, sandbox and model a run uses is decided in `adapters`.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import UTC, datetime

from webdart.adapters import Adapters, HeadStart, keep_tables, sessions_of
from webdart.answer.conclusion import Facts
from webdart.answer.finish import Ending, close
from webdart.answer.outcome import model_use
from webdart.answer.result import Run
from webdart.errors import StoreError, WebdartError, WorkflowErrors
from webdart.execute.appraisal import Walks, accepted_by, appraise
from webdart.execute.ask import Questions
from webdart.execute.dry_run import rehearse
from webdart.execute.query import Computing
from webdart.execute.text_to_sql import Asking
from webdart.failpoints import crash_point
from webdart.inspect.site import look
from webdart.navigate import Collection
from webdart.navigate.find.open_page import Visit
from webdart.run_start import RunStart
from webdart.runs.clock import time_of
from webdart.runs.consent_prompt import AskConsent, Person
from webdart.runs.entries import RunEnded, RunResumed, RunStarted, StageDone, StageStarted
from webdart.runs.folder import Project, RunFolder
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.replay import offline_request
from webdart.runs.request import Anew, Pause, RunRequest, record_of, resumed_request
from webdart.runs.resume import prepare
from webdart.runs.run_model import account_of, check_model
from webdart.settings import Settings
from webdart.stages import Findings, Stages
from webdart.table.port import Table, TableInfo
from webdart.trace import Listener
from webdart.values import replace

__all__ = ["Anew", "Run", "RunRequest", "Visit", "look", "resume", "run"]


async def run(
    request: RunRequest,
    *,
    listeners: Sequence[Listener] = (),
    ask_consent: AskConsent | None = None,
    started: RunStart | None = None,
) -> Run:
    """Run a workflow from its file to its answer. `run_start`: that of this request, if its run has begun before.

    Raises:
        UsageError, WorkflowErrors: before anything ran. Whatever fails later is in `Run.result`.
    """
    async with AsyncExitStack() as stack:
        started = replace(started, request=request) if started else RunStart.of(offline_request(request))
        stack.push_async_callback(started.close)
        if started.workflow.task is not None:
            from webdart.model.planning.chore import planned  # noqa: PLC0415 - a tenth of the start of every other run

            started = RunStart.of(await planned(started.request, started.workflow, started.plan, listeners))
            stack.push_async_callback(started.close)
        request, workflow, plan = started.request, started.workflow, started.plan
        check_model(request, plan)
        if request.offline is None:
            sessions_of(plan)  # a run that can't begin leaves no folder
        began = datetime.now(UTC)
        start = HeadStart.of(started, began.replace(microsecond=0))
        stack.push_async_callback(start.close)
        # a run that opens no pages shows its mistakes at once; the others compute over empty tables first
        if start.untried and (wrong := await rehearse(workflow, request.settings, start.compute, budget=plan.limits)):
            raise WorkflowErrors(wrong)
        folder = Project(request.settings.project).create(record_of(request, workflow), began)
        if request.begun is not None:
            request.begun(folder.id)
        with folder.lock():
            return await Execution(started, folder, start, listeners).run(ask_consent)


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
        started = RunStart.of((anew or Anew()).over(request), ahead=False)
        check_model(started.request, started.plan)
        start = HeadStart.of(started, folder.began)
        return await Execution(started, folder, start, listeners).run(ask_consent)


class Execution:
    """One run under way."""

    def __init__(self, started: RunStart, folder: RunFolder, start: HeadStart, listeners: Sequence[Listener]) -> None:
        self._request, self._workflow, self._plan = started.request, started.workflow, started.plan
        self._warnings = started.warnings
        self._folder = folder
        self._adapters = adapters = Adapters(self._request, self._plan, folder, start, *listeners)
        self._trace, self._budget = adapters.trace, adapters.budget
        self._began = time.monotonic()
        self._findings = Findings()

    async def run(self, ask_consent: AskConsent | None) -> Run:
        """Run every stage in order, then write the outcome; what was collected is kept whatever happens."""
        person = None if ask_consent is None else Person(ask_consent)
        for warning in self._warnings:
            self._trace("warning", warning)
        with Journal.open(self._folder.journal) as journal:
            started = RunStarted(run=self._folder.id, sha256=self._folder.record().sha256)
            history = History.of(journal.entries)
            journal.append(RunResumed(repairs=journal.repairs) if journal.entries else started)
            async with AsyncExitStack() as stack:
                self._adapters.open(stack, journal, history, person)
                store: Table | None = None
                try:
                    store = tables = await self._adapters.tables(stack)
                    for repair in (*journal.repairs, *tables.repairs):
                        self._trace("warning", repair)
                    await self._run_stages(tables, journal, history, asks=person is not None)
                except WebdartError as failed:
                    self._findings.error = failed
                closing = asyncio.ensure_future(self._adapters.close())  # while the report is written
                try:
                    return await self._conclude(store, journal)
                finally:
                    await closing

    async def _run_stages(self, store: Table, journal: Journal, history: History, *, asks: bool) -> None:
        adapters, settings = self._adapters, self._request.settings
        self._budget.spend("pages", history.pages)  # what was opened before a kill counts
        asking = Asking(self._workflow, self._plan, settings, adapters.compute)
        questions = Questions(asking, adapters.model_of, journal, history, self._trace)
        async with self._budget.in_time():
            self._plan = await questions.answered()
        computing = Computing(self._plan, store, adapters.compute, settings, self._trace)
        collection = Collection(
            plan=self._plan,
            store=store,
            rows=self._folder.rows,
            journal=journal,
            history=history,
            budget=self._budget,
            trace=self._trace,
            events=adapters.events,
            mask=adapters.mask,
            pause=Pause(self._request),
            collected=self._findings.collected,
        )
        stages = Stages(self._request, adapters, computing, questions, collection, self._findings)
        try:
            await self._in_order(stages, journal, asks=asks)
        except WebdartError:
            with suppress(WebdartError):  # what ended the run is told; its doubts as far as they can be found
                await self._appraise(store, computing)
            raise
        await self._appraise(store, computing)

    async def _in_order(self, stages: Stages, journal: Journal, *, asks: bool) -> None:
        for stage in self._plan.stages:
            self._adapters.enter(stage.index)
            title = stages.enter(stage)
            self._trace("stage", title)
            journal.append(StageStarted(stage=stage.index, what=stage.kind))
            async with time_of(stage, self._budget, asks=asks):
                await stages.run(stage)
            journal.append(StageDone(stage=stage.index))
            crash_point("after_stage")
            self._trace("end", title)

    async def _appraise(self, store: Table, computing: Computing) -> None:
        """Find the doubts about what was collected; a run that failed has them too."""
        findings = self._findings
        async with self._budget.in_time(self._budget.grace):
            walks = Walks.of(findings.collected)
            findings.doubts = await appraise(self._plan, store, computing, findings.answer, walks)

    async def _conclude(self, store: Table | None, journal: Journal) -> Run:
        """Write the outcome, the trace and the report; `store` is None if the tables could not be opened."""
        infos: Mapping[str, TableInfo] = {} if store is None else await store.describe()
        tables = {} if store is None else {name: await store.read(name) for name in infos}
        ending = Ending(
            facts=self._facts(infos),
            workflow=self._workflow,
            plan=self._plan,
            folder=self._folder,
            mask=self._adapters.mask,
            request=self._request,
            keep=keep_tables,
            events=self._adapters.events,
            tables=tables,
            pictures=self._adapters.album.pictures,
        )
        outcome = close(ending, self._request.answered)
        self._adapters.memories.save()
        if outcome.exit == 0:
            self._adapters.note_lock(self._findings.collected)
        crash_point("before_end")
        try:
            journal.append(RunEnded(status=outcome.status, exit=outcome.exit))
        except StoreError as full:  # the answer is there; only the note that the run has ended could not be kept
            outcome = replace(outcome, warnings=(*outcome.warnings, str(full)))
        return Run(result=outcome, folder=self._folder.path, tables=tables)

    def _facts(self, infos: Mapping[str, TableInfo]) -> Facts:
        findings, collected = self._findings, self._findings.collected
        return Facts(
            run=self._folder.id,
            workflow=self._plan.name,
            seconds=time.monotonic() - self._began,
            report=str(self._folder.report),
            answer=findings.answer,
            error=findings.error,
            tables=infos,
            listings=collected.listings,
            remarks=collected.remarks,
            warnings=[event.text for event in self._adapters.events if event.kind == "warning"],
            short=findings.short,
            writes=findings.writes,
            pages=int(self._budget.spent("pages")),
            replanned=collected.replanned,
            model=model_use(account_of(self._adapters.model, self._request.spent)),
            doubts=findings.doubts,
            accepts=accepted_by(self._plan),
            accepted=self._request.accept,
        )
