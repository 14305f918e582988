"""Answers the questions of one run: once before the walk, and again over the rows where that failed."""

import re
from collections.abc import Callable

from webdart.answer.shape import Queried, Scripted
from webdart.errors import ModelError, QueryError
from webdart.execute.query import Computing
from webdart.execute.sandbox import gist
from webdart.execute.text_to_sql import ATTEMPTS, Asking, Written
from webdart.model.door.port import ChatModel
from webdart.plan.model import AskStage, Plan
from webdart.runs.entries import AskWritten
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.trace import Trace
from webdart.workflow.model import Python, Sql

_VALUE = re.compile(r"'(?:[^']|'')*'")


class Questions:
    """The questions of a run. `model_of` is the model of a stage, charged to that stage's budget."""

    def __init__(
        self,
        asking: Asking,
        model_of: Callable[[AskStage], ChatModel],
        journal: Journal,
        history: History,
        trace: Trace,
    ) -> None:
        self._asking = asking
        self._model_of = model_of
        self._journal = journal
        self._trace = trace
        self._written = {index: _of_entry(entry, asking) for index, entry in history.asked.items()}

    async def answered(self) -> Plan:
        """The plan with every question answered; nothing of a site was looked at.

        Raises:
            ModelError, Incomplete: a question has no usable answer, or there is no budget for it.
        """
        for stage in self._asking.plan.stages:
            if isinstance(stage, AskStage) and stage.index not in self._written:
                self._keep(stage, await self._asking.write(stage, self._model_of(stage)))
        return self._asking.answered(self._written) if self._written else self._asking.plan

    async def computed(self, stage: AskStage, computing: Computing) -> Queried | Scripted:
        """The result over the rows; what fails there goes back to the model, without what the rows say.

        Raises:
            QueryError: it still fails. ModelError, Incomplete: as `answered`.
        """
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._once(stage, computing)
            except QueryError as error:
                why = _VALUE.sub("'…'", gist(error.problem.removeprefix(f"{stage.at}: ")))
                self._trace("model", f"what the model wrote failed, and is put to it again: {why}")
                try:
                    mended = await self._asking.repair(stage, self._model_of(stage), self._written[stage.index], why)
                except ModelError as unmended:
                    raise unmended from error
                self._keep(stage, mended)
        return await self._once(stage, computing)

    async def _once(self, stage: AskStage, computing: Computing) -> Queried | Scripted:
        written = self._written[stage.index]
        if isinstance(written, Python):
            return await computing.script(written)
        query = stage.query if stage.query is not None and stage.query.sql == written.sql else None
        return await computing.queried(query or self._asking.query_of(stage, written), by_model=True)

    def _keep(self, stage: AskStage, written: Written) -> None:
        self._written[stage.index] = written
        text, language = (written.sql, "sql") if isinstance(written, Sql) else (written.source, "python")
        self._journal.append(AskWritten(stage=stage.index, sql=text, language=language))
        self._trace("model", f"{stage.ask.question} → {text}", written=text)


def _of_entry(entry: AskWritten, asking: Asking) -> Written:
    stage = asking.plan.stages[entry.stage]
    into = stage.into if isinstance(stage, AskStage) else None
    if entry.language == "sql":
        return Sql(sql=entry.sql, into=into, at=stage.at)
    return Python(source=entry.sql, begins=stage.at, into=into, at=stage.at)
