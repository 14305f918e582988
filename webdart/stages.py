"""Carries out each kind of stage: listings are collected, queries and scripts computed, rows written back."""

from dataclasses import dataclass, field
from typing import assert_never

import pyarrow as pa

from webdart.adapters import Adapters
from webdart.answer.doubt import Doubt
from webdart.answer.report import stage_facts
from webdart.answer.shape import AnswerValue, Queried, Scripted
from webdart.errors import Refused, WebdartError
from webdart.execute.act.rows import Writing
from webdart.execute.appraisal import Walks, check_writes, flaw
from webdart.execute.ask import Questions
from webdart.execute.query import Computing
from webdart.navigate import Collected, Collection, family
from webdart.plan.model import ActStage, AskStage, ListingStage, PlannedStage, QueryStage, ScriptStage
from webdart.plan.names import RunNames
from webdart.runs.release import WriteRecord
from webdart.runs.request import RunRequest
from webdart.values import replace
from webdart.workflow.model import Scalar


@dataclass(slots=True, kw_only=True)
class Findings:
    """What a run has so far, besides the rows in its tables."""

    collected: Collected = field(default_factory=Collected)
    writes: list[WriteRecord] = field(default_factory=list[WriteRecord])
    short: list[str] = field(default_factory=list[str])
    doubts: tuple[Doubt, ...] = ()
    answer: AnswerValue | None = None
    error: WebdartError | None = None


class Stages:
    """The stages of one run."""

    def __init__(
        self,
        request: RunRequest,
        adapters: Adapters,
        computing: Computing,
        questions: Questions,
        collection: Collection,
        findings: Findings,
    ) -> None:
        self._request = request
        self._plan = collection.plan
        self._store = collection.store
        self._adapters = adapters
        self._trace, self._budget = adapters.trace, adapters.budget
        self._computing = computing
        self._questions = questions
        self._collection = collection
        self._findings = findings
        self._names = RunNames.of(self._plan)

    def enter(self, stage: PlannedStage) -> str:
        """Make the parameters of a stage hold from now on; gives its title."""
        parameters = self._plan.parameters_of(stage.index)
        self._computing.parameters = parameters
        self._names = replace(self._names, parameters=parameters)
        return str(stage_facts(stage, parameters))

    async def run(self, stage: PlannedStage) -> None:
        """Carry a stage out; what it gives is in the tables and in `findings`.

        Raises:
            WebdartError: it could not be carried out; what was collected until then is kept.
        """
        match stage:
            case ListingStage():
                await self._collect(stage)
            case QueryStage():
                await self._keep(stage, await self._computing.queried(stage.query))
            case AskStage():
                await self._keep(stage, await self._questions.computed(stage, self._computing))
            case ScriptStage():
                await self._keep(stage, await self._computing.script(stage.script))
            case ActStage():
                await self._write_back(stage)
            case _:
                assert_never(stage)

    async def _collect(self, stage: ListingStage) -> None:
        """Walk the listings of a stage, and check what they gave."""
        async with self._budget.in_time(self._budget.grace):
            tools = await self._adapters.tools(stage.limits)
            stage = await self._collection.with_joins(stage)
            names = await self._names_of_walks(stage)
        self._findings.short += await self._collection.collect(stage, names, tools, self._computing.failing)
        self._computing.counted |= self._findings.collected.counted
        if stage.index in self._findings.collected.cut:
            return  # too little was read to call it misread; its doubts are told all the same
        async with self._budget.in_time(self._budget.grace):
            listings = self._findings.collected.listings
            wrong = await flaw(family(stage.extracts), self._store, self._request.accept, listings)
        if wrong is not None:
            raise wrong.at(stage.at)

    async def _names_of_walks(self, stage: ListingStage) -> list[RunNames]:
        """The names that each walk of a stage is filled with: one, or one a row of its `for_each`."""
        if (each := stage.navigate.for_each) is None:
            return [self._names]
        if stage.rows is not None:
            selected = await self._computing.select(stage.rows)
            return [self._names.with_row(row, data=True) for row in _rows(selected)]
        return self._names.of_each(each)

    async def _keep(self, stage: QueryStage | AskStage | ScriptStage, computed: Queried | Scripted) -> None:
        """Keep a result as the table `into`; that of the last computing stage is the answer."""
        if stage.into is not None:
            table = computed.table
            await self._store.keep(stage.into, table)
            rows = [tuple(row.values()) for row in _rows(table)]
            self._names = self._names.with_result(stage.into, table.column_names, rows)
        if stage.index == self._plan.answering:
            self._findings.answer = computed.answer(self._plan.answer)

    async def _write_back(self, stage: ActStage) -> None:
        if self._adapters.replay is not None:
            self._trace("warning", f"{stage.at}: `act` is left out: the site is not touched with --offline")
            return
        await self._check_writes(stage)
        tools = await self._adapters.act_tools(stage.limits)
        each = stage.act.for_each
        rows = None if each is None else self._names.listed(each)
        if stage.rows is not None:
            rows = _rows(await self._computing.to_write(stage.rows))
        await self._collection.pause(stage.index)
        writing = Writing(stage, self._plan.sites[stage.act.site], self._names, tools)
        try:
            await writing.run(rows)
        finally:
            self._findings.writes += writing.records

    async def _check_writes(self, stage: ActStage) -> None:
        """Refuse to write what is in doubt; a dry run, which shows its writes, tells that another would be refused.

        Raises:
            Refused: as `check_writes`.
        """
        walks, accepted = Walks.of(self._findings.collected), self._request.accept
        try:
            await check_writes(self._plan, self._store, self._computing, stage, walks, accepted)
        except Refused as refused:
            if not self._request.dry_run:
                raise
            self._trace("warning", f"without --dry-run {refused.problem}")


def _rows(table: pa.Table) -> list[dict[str, Scalar]]:
    return table.to_pylist()
