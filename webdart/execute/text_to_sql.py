"""Turns a question into SQL or a script before anything is walked.

The model sees the declared tables and types, never a row. What it writes is treated like SQL that a person wrote: tried
on empty tables in the sandbox, and sent back with the reason where that fails. Where SQL won't do, it writes a script.
What fails later, over the rows, is repaired the same way, if the repair asks for no rows beyond those walked.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from webdart.errors import ModelError, SourceLine
from webdart.execute.dry_run import rehearse
from webdart.execute.sandbox import Compute
from webdart.identifier import fold
from webdart.model.door.port import ChatModel
from webdart.model.door.prompts import load_prompt
from webdart.plan.build import answered
from webdart.plan.model import AskStage, Plan, Query, TableSchema
from webdart.plan.needs import analyse
from webdart.settings import Settings
from webdart.values import replace
from webdart.workflow import Workflow
from webdart.workflow.model import Ask, Python, Scalar, Sql
from webdart.workflow.sql import parsed, scan, unknown_columns

ATTEMPTS = 3
"""Statements that are asked for, the first included; as many scripts."""

_PLAINER = "say it in other words, numbers in digits and texts as the page has them, or write the SQL"

_SAID = 600  # letters of an error that are sent back

Written = Sql | Python
"""SQL or Python that answers a question; `at` is the question's place in the file."""


def _no_objection(_: Written) -> str:
    return ""


class Asking(Struct, frozen=True):
    """The questions of one run: how they are put and what holds their answers to account.

    `objection` says what else is wrong with an answer that could run; what stays so after all attempts is none.
    """

    workflow: Workflow
    plan: Plan
    settings: Settings
    compute: Compute
    hints: str = ""  # what else the model is told of the tables, such as rows of a page that was looked at
    objection: Callable[[Written], str] = _no_objection
    tidied: Callable[[str], str] = str  # what code makes of a statement before it is looked at

    async def write(self, stage: AskStage, model: ChatModel) -> Written:
        """Write the SELECT, or else the script, that answers the question of a stage.

        Raises:
            ModelError: nothing usable after all attempts; the message has the last reason.
        """
        return await self._write_sql(stage, model) or await self._write_script(stage, model)

    async def repair(self, stage: AskStage, model: ChatModel, written: Written, why: str) -> Written:
        """Another answer to the question, after `written` failed over the rows because of `why`.

        Raises:
            ModelError: nothing usable, or nothing that the rows that were walked would be enough for.
        """
        said = _refused(written, why)
        if isinstance(written, Python):
            return await self._write_script(stage, model, said)
        mended = await self._write_sql(stage, model, said)
        if mended is None or not _same_rows(self.query_of(stage, written), self.query_of(stage, mended)):
            raise ModelError(f"{stage.at}: the model's SQL failed over the rows: {why}", hint=f"it was: {written.sql}")
        return mended

    def answered(self, written: Mapping[int, Written]) -> Plan:
        """The plan with its questions answered: what the walks need is what those answers read."""
        return answered(self.workflow, self.plan, written)

    def query_of(self, stage: AskStage, written: Sql) -> Query:
        """The SELECT, analysed like one that a person wrote."""
        return analyse(
            written.sql,
            at=stage.at,
            parameters=self.plan.parameters_of(stage.index),
            columns_of={
                name: tuple(column.name for column in schema.columns) for name, schema in self.plan.schemas.items()
            },
        )

    async def _write_sql(self, stage: AskStage, model: ChatModel, error: str = "") -> Sql | None:
        """A SELECT that can run; None where the model says that there can't be one, or finds none."""
        prompt = load_prompt("write_sql")
        problem, objected, tried = "", "", set[str]()
        for _ in range(ATTEMPTS):
            filled = prompt.fill({**self._told(stage), "notes": self._notes(), "error": error})
            reply = await model.complete(filled, prompt.schema)
            sql = str(reply.value["sql"]).strip().rstrip(";")
            if not sql:
                return None
            if sql in tried:
                break
            tried.add(sql)
            written, problem = await self._tried(stage, self.tidied(sql))
            objected = "" if problem else self.objection(written)
            if not problem and not objected:
                return written
            error = _refused(written, problem or objected)
        if objected:  # it could run, and a script that nothing objects to would be no better than its words
            raise ModelError(
                f"{stage.at}: the model's SQL does not say what the question says: {objected}", hint=_PLAINER
            )
        if len(tried) < ATTEMPTS:  # it says the same again, whatever it is told: its script would say no more
            raise ModelError(f"{stage.at}: the model wrote nothing usable for {stage.ask.question!r}: {problem}")
        return None

    async def _tried(self, stage: AskStage, sql: str) -> tuple[Sql, str]:
        """A statement and why it can't be used, "" where it can: as it is, else with the columns in quotes.

        A column may be called as a word of SQL is; weak models never quote it.
        """
        written = Sql(sql=sql, into=stage.into, at=stage.at)
        problem = self._problem(stage, written) or await self._rehearsed(stage, written)
        names = [column.name for schema in self.plan.schemas.values() for column in schema.columns]
        quoted = replace(written, sql=with_quotes(sql, names))
        if problem and quoted != written and not (self._problem(stage, quoted) or await self._rehearsed(stage, quoted)):
            return quoted, ""
        return written, problem

    async def _write_script(self, stage: AskStage, model: ChatModel, error: str = "") -> Python:
        prompt = load_prompt("write_python")
        problem = ""
        for _ in range(ATTEMPTS):
            reply = await model.complete(prompt.fill({**self._told(stage), "error": error}), prompt.schema)
            source = str(reply.value["python"])
            begins = SourceLine("the model's script", 1, 1)  # its own lines, not those of the file
            written = Python(source=source, begins=begins, into=stage.into, at=stage.at)
            problem = "" if "answer" in source else "it does not set `answer`"
            problem = problem or await self._rehearsed(stage, written) or self.objection(written)
            if not problem:
                return written
            error = _refused(written, problem)
        raise ModelError(f"{stage.at}: the model wrote nothing usable for {stage.ask.question!r}: {problem}")

    async def _rehearsed(self, stage: AskStage, written: Written) -> str:
        """Why it would fail over empty tables, in the file's place of the question; empty where it would not."""
        stages = tuple(written if index == stage.index else one for index, one in enumerate(self.workflow.stages))
        problems = await rehearse(replace(self.workflow, stages=stages), self.settings, self.compute, by_model=True)
        own = [
            problem
            for problem in problems
            if problem.at in {stage.at, self.workflow.answer.at} or problem.at.file == "the model's script"
        ]
        return "; ".join(problem.problem for problem in own)[:_SAID]

    def _told(self, stage: AskStage) -> Mapping[str, str]:
        return {
            "tables": "\n".join(_described(schema) for schema in self.plan.schemas.values()),
            "parameters": "\n".join(f"${name}" for name in self.plan.parameters_of(stage.index)) or "none",
            "question": stage.ask.question,
        }

    def _notes(self) -> str:
        shape = self.workflow.answer.shape
        return self.hints + ("" if shape is None else f"\nThe answer must be a {_SHAPES[shape]}.\n")

    def _problem(self, stage: AskStage, written: Sql) -> str:
        """Why a statement can't be used, said to the model; empty where it can. What may run is for `compute`."""
        query, plan = self.query_of(stage, written), self.plan
        parameters: Mapping[str, Scalar] = plan.parameters_of(stage.index)
        tree = parsed(query.sql)
        scanned = scan(query.sql)
        if tree is None or query.tables is None or scanned.first not in {"select", "with", "from"}:
            return "it is not one SELECT statement that can be read"
        if scanned.placeless:
            return f"{scanned.placeless} binds nothing: write the value there, if the question says one"
        known = {fold(name): schema for name, schema in plan.schemas.items()}
        made = {fold(one.into) for one in self.workflow.stages if isinstance(one, Sql | Python | Ask) and one.into}
        unknown = [table for table in query.tables if fold(table) not in {*known, *made, "_listings"}]
        if unknown:
            return f"there is no table {', '.join(unknown)}; there are {', '.join([*plan.schemas, *sorted(made)])}"
        if not made:  # columns of computed tables are for the rehearsal to know
            columns = {name: tuple(column.name for column in schema.columns) for name, schema in known.items()}
            if strange := unknown_columns(tree, columns):
                there = "; ".join(
                    f"{table} has {', '.join(columns[fold(table)])}" for table in query.tables if fold(table) in columns
                )
                return f"there is no column {', '.join(strange)}; {there}"
        unbound = [name for name in query.parameters if name not in parameters]
        return f"there is no parameter ${', $'.join(unbound)}" if unbound else ""


_SHAPES = {
    "value": "single value: one column, one row",
    "list": "list: one column",
    "map": "map: two columns, the first without repeats",
    "table": "table",
}


def with_quotes(sql: str, columns: Sequence[str]) -> str:
    """A statement with the names of some columns in quotes, outside of its texts."""
    names = "|".join(map(re.escape, columns))
    place = re.compile(rf"""('[^']*'|"[^"]*")|\b({names})\b(?!\s*\(|\s+BY\b)""", re.IGNORECASE)
    return place.sub(lambda found: found[1] or f'"{found[2]}"', sql) if columns else sql


def _described(schema: TableSchema) -> str:
    columns = ", ".join(f"{column.name} {column.type}" for column in schema.columns)
    return f"{schema.name}({columns})"


def _refused(written: Written, why: str) -> str:
    text = written.sql if isinstance(written, Sql) else written.source
    return f"This was refused:\n{text}\nThe reason: {why[:_SAID]}\nWrite it anew.\n"


def _same_rows(first: Query, second: Query) -> bool:
    """Whether the second wants no row or column of any table that the first did not."""
    if second.tables is None or not first.needs or set(second.needs) - set(first.needs):
        return False
    for table, need in second.needs.items():
        had = first.needs[table]
        narrowed = (had.predicates, had.order, had.limit, had.fixed) == (
            need.predicates,
            need.order,
            need.limit,
            need.fixed,
        )
        if not narrowed or (had.columns is not None and (need.columns is None or need.columns - had.columns)):
            return False
    return True
