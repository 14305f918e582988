"""Checks a file's SQL by running each statement in the sandbox over empty tables with the declared columns.

A syntax error, a missing column, a function that does not take such a type, an answer that can't have its declared
shape, a script that does not compile: all of it would otherwise show only after the walk. Only problems that don't
depend on rows or on the values of parameters are reported.
"""

import re
from collections.abc import Iterator, Mapping

import pyarrow as pa
from msgspec import Struct

from webdart.answer.shape import compose
from webdart.budget import Limits
from webdart.errors import QueryError, Refused, SourceLine, WorkflowError
from webdart.execute.foreign_hosts import elsewhere
from webdart.execute.query import not_all
from webdart.execute.sandbox import Compute, SandboxCompute, SandboxLimits, check_script, gist
from webdart.identifier import fold
from webdart.plan.build import schemas_of
from webdart.plan.model import Query
from webdart.settings import Settings
from webdart.table.memory import MemoryTable
from webdart.values import replace
from webdart.workflow import Workflow
from webdart.workflow.model import Act, Ask, Extract, Kind, Navigate, Parameter, Python, Scalar, Sql, Stage
from webdart.workflow.parameters import coerce_parameter
from webdart.workflow.reader import shorten
from webdart.workflow.sql import bare_words_in, bounds_of, parsed, scan, tables_of

_MOST_SECONDS, _SHARE = 5.0, 0.1
"""A statement over empty tables that needs longer, or more of a run's budget, is no mistake and is left alone."""

_MOST_ROWS = 2.0**63
"""DuckDB counts rows in 64 bits."""

_OF_LENGTHS = re.compile(r"function matches .*'(sum|avg)\(INTERVAL\)'")
_MOST_QUOTED = 4  # words for which a statement is tried in quotes
_POINTED = re.compile(r"LINE (\d+): ")
_FAILED = "the statement failed: "
_OF_PARSER = ("Parser Error",)
_OF_SHAPE = (*_OF_PARSER, "Binder Error", "Catalog Error")
"""The kinds of DuckDB errors that depend on names and types alone."""
_OF_CONSTANTS = ("Conversion Error",)
"""And what, over empty tables, only values can cause that stand in the statement: LIMIT 'x'."""

_SAMPLES: Mapping[Kind, str] = {
    "text": "x",
    "integer": "1",
    "number": "1.5",
    "percentage": "1.5",
    "money": "1.50",
    "rating": "1.5",
    "boolean": "true",
    "date": "2026-01-31",
    "datetime": "2026-01-31 12:00:00",
    "duration": "90s",
    "currency": "EUR",
    "link": "https://shop.example/",
    "image": "https://shop.example/",
}


class _Statement(Struct, frozen=True):
    """A SELECT of the file, where its stage stands, values of its parameters, and the name that its rows get.

    `answers` says that its result is the answer.
    """

    sql: str
    at: SourceLine
    parameters: Mapping[str, Scalar]
    into: str | None = None
    answers: bool = False


async def rehearse(
    workflow: Workflow,
    settings: Settings,
    compute: Compute | None = None,
    *,
    by_model: bool = False,
    budget: Limits | None = None,
) -> tuple[WorkflowError, ...]:
    """Every place of a file that can't run; its SQL is left out if the sandbox does not run on this machine.

    `compute` is left open for the run that follows; without one, a sandbox of its own is started and ended. What a
    model wrote (`by_model`) is tried behind all walls. Of the `budget` of a run, a statement gets a small share.
    """
    limits = _limits(None if budget is None else budget.seconds)
    uncompiled = () if settings.python_engine == "monty" else _uncompiled(workflow)
    problems = (*elsewhere(workflow), *uncompiled, *_limits_of_text(workflow))
    last = max((n for n, stage in enumerate(workflow.stages) if isinstance(stage, Sql | Python | Ask)), default=-1)
    statements = [
        replace(one, answers=index == last and isinstance(stage, Sql))
        for index, stage in enumerate(workflow.stages)
        for one in _statements(stage, {item.name: _sample(item) for item in workflow.params_of(index)})
    ]
    if not statements:
        return problems
    if compute is not None:
        return (*problems, *await _Rehearsal(workflow, compute, limits, by_model=by_model).run(statements))
    own = SandboxCompute(settings.sandbox)
    try:
        return (*problems, *await _Rehearsal(workflow, own, limits, by_model=by_model).run(statements))
    finally:
        await own.close()


def _limits_of_text(workflow: Workflow) -> Iterator[WorkflowError]:
    """LIMIT and OFFSET that are no number of rows: over empty tables DuckDB does not look at them."""
    for index, stage in enumerate(workflow.stages):
        tree = parsed(stage.sql) if isinstance(stage, Sql) else None
        defaults = {f"${one.name}": one.default for one in workflow.params_of(index)}
        for bound in () if tree is None else bounds_of(tree):
            words = defaults.get(bound) if bound.startswith("$") else bound
            if words is not None and not _is_count(words):
                whose = f"the default of `{bound}`" if bound in defaults else "what stands there"
                text = f"LIMIT and OFFSET take a number of rows, and {whose} is {shorten(str(words))!r}"
                yield WorkflowError(text, at=stage.at, hint="a whole number; a parameter is declared `integer`")


def _is_count(words: Scalar) -> bool:
    """True if DuckDB accepts it as a number of rows."""
    try:
        return abs(float(str(words))) < _MOST_ROWS
    except ValueError:
        return False


def _limits(budget: float | None) -> SandboxLimits:
    seconds = _MOST_SECONDS if budget is None else min(_MOST_SECONDS, _SHARE * budget)
    return SandboxLimits(seconds=seconds, cpu_seconds=seconds)


def _uncompiled(workflow: Workflow) -> Iterator[WorkflowError]:
    """Scripts that are no Python, or hold what may not run."""
    for stage in workflow.stages:
        if isinstance(stage, Python):
            try:
                check_script(stage.source, stage.begins)
            except Refused as error:
                yield WorkflowError(error.problem, at=stage.begins, hint=error.hint)
            except QueryError as error:
                yield WorkflowError(error.problem, at=stage.begins)


def _statements(stage: Stage, parameters: Mapping[str, Scalar]) -> Iterator[_Statement]:
    match stage:
        case Sql():
            yield _Statement(stage.sql, stage.at, parameters, stage.into)
        case Navigate() | Act():
            if stage.for_each is not None and stage.for_each.sql:
                yield _Statement(stage.for_each.sql, stage.at, parameters)
            for extract in stage.extracts if isinstance(stage, Navigate) else ():
                yield from _predicates(extract, parameters)
        case Python() | Ask():
            return


def _predicates(extract: Extract, parameters: Mapping[str, Scalar]) -> Iterator[_Statement]:
    """The queries that count the rows which break the table's `expect`."""
    if extract.expect.all:
        yield _Statement(not_all(extract.into, extract.expect.all), extract.expect.at or extract.at, parameters)
    for child in extract.tables:
        yield from _predicates(child, parameters)


class _Rehearsal:
    """The tables so far: those of the file, empty, and the results of its statements."""

    def __init__(self, workflow: Workflow, compute: Compute, limits: SandboxLimits, *, by_model: bool) -> None:
        self._limits = limits
        self._by_model = by_model
        self._answer = workflow.answer
        self._compute = compute
        self._store = MemoryTable(schemas_of(workflow))
        made = (stage.into for stage in workflow.stages if isinstance(stage, Python | Ask))
        self._unknown = {fold(name) for name in made if name}

    async def run(self, statements: list[_Statement]) -> tuple[WorkflowError, ...]:
        await self._store.conclude([])
        try:
            await self._compute.query("SELECT 1 AS one", {}, {}, _limits(None), by_model=self._by_model)
        except Refused:  # a wall is missing: `webdart doctor` says so, and a file is not wrong for it
            return ()
        return tuple([problem for one in statements if (problem := await self._try(one)) is not None])

    async def _try(self, one: _Statement) -> WorkflowError | None:
        tables = {name: await self._store.read(name) for name in await self._store.describe()}
        named = {name: one.parameters[name] for name in scan(one.sql).names if name in one.parameters}
        problem: WorkflowError | None = None
        try:
            result = await self._compute.query(one.sql, tables, named, self._limits, by_model=self._by_model)
        except QueryError as error:
            problem = await self._judge(one, error)
        except Refused as error:
            problem = WorkflowError(error.problem, at=one.at, hint=error.hint)
        else:
            if one.into is not None:
                await self._store.keep(one.into, result)
            return self._unfit(one, result) if one.answers else None
        if one.into is not None:
            self._unknown.add(fold(one.into))
        return problem

    async def _unquoted(self, sql: str) -> str:
        """What to write for columns whose names are words of SQL, where that lets DuckDB read the statement."""
        tables = (await self._store.describe()).values()
        columns = {fold(column.name) for table in tables for column in table.schema.columns}
        tried, read, quoted = sql, await self._read_to(sql), list[str]()
        while read < len(tried) and len(quoted) < _MOST_QUOTED:
            before = [(at, word) for at, word in bare_words_in(tried) if fold(word) in columns and at <= read]
            before.sort(key=lambda one: (one[0] == read, -one[0]))  # what stands right before the stop is what stops it
            for at, word in before:
                other = f'{tried[:at]}"{word}"{tried[at + len(word) :]}'
                if (further := await self._read_to(other)) > read + len('""'):
                    tried, read, quoted = other, further, [*quoted, word]
                    break
            else:
                return ""
        told = ", ".join(f'"{word}"' for word in dict.fromkeys(quoted))
        return f"a column whose name is a word of SQL is written in quotes: {told}" if read >= len(tried) else ""

    async def _read_to(self, sql: str) -> int:
        """How far DuckDB's parser reads a statement; its length where it reads all of it."""
        try:
            await self._compute.query(sql, {}, {}, self._limits, by_model=self._by_model)
        except QueryError as error:
            said = error.problem.removeprefix(_FAILED)
            return _place_of(said, sql) if said.startswith(_OF_PARSER) else len(sql)
        except Refused:
            pass
        return len(sql)

    def _unfit(self, one: _Statement, result: pa.Table) -> WorkflowError | None:
        """Whether the result's columns can't be the declared answer."""
        if not self._knows_tables(one.sql):
            return None
        try:
            compose(result.slice(0, 0), self._answer, Query(sql=one.sql, at=one.at))
        except QueryError as error:
            return WorkflowError(error.problem, at=self._answer.at or one.at, hint=error.hint)
        return None

    async def _judge(self, one: _Statement, error: QueryError) -> WorkflowError | None:
        """The failure as a mistake of the file, where it is one for certain."""
        said = error.problem.removeprefix(_FAILED)
        constant = said.startswith(_OF_CONSTANTS) and not scan(one.sql).names  # no row took part: there are none
        if not (constant or said.startswith(_OF_SHAPE if self._knows_tables(one.sql) else _OF_PARSER)):
            return None
        unquoted = await self._unquoted(one.sql) if said.startswith(_OF_PARSER) else ""
        hint = "\n  ".join(filter(None, (unquoted, _spot(said))))
        return WorkflowError(f"DuckDB does not take this SQL: {gist(said)}", at=one.at, hint=hint)

    def _knows_tables(self, sql: str) -> bool:
        """Whether every table that the statement may name is one whose columns are known."""
        if not self._unknown:
            return True
        tree = parsed(sql)
        names = None if tree is None else tables_of(tree)
        return names is not None and not self._unknown & {fold(name) for name in names}


def _sample(parameter: Parameter) -> Scalar:
    """A value of the parameter's type: its own default where it has one."""
    if parameter.default is not None:
        return parameter.default
    if parameter.choices:
        return parameter.choices[0]
    return coerce_parameter(parameter, _SAMPLES[parameter.type.kind])


def _place_of(said: str, sql: str) -> int:
    """Where in a statement DuckDB's parser stopped, by its own pointer; 0 where it shows a part of a line alone."""
    lines = said.splitlines()
    found = next((place for place, line in enumerate(lines[:-1]) if _POINTED.match(line)), None)
    pointed = None if found is None else _POINTED.match(lines[found])
    if found is None or pointed is None:
        return 0
    before, line = sql.splitlines(keepends=True)[: int(pointed[1]) - 1], lines[found][pointed.end() :]
    column = len(lines[found + 1]) - len(lines[found + 1].lstrip()) - pointed.end()
    return sum(map(len, before)) + column if line in sql.splitlines() else 0


def _spot(said: str) -> str:
    """A suggestion, else DuckDB's own pointer: the line of the SQL with a mark below it."""
    summed = _OF_LENGTHS.search(said)
    if summed is not None:
        return f"{summed[1]} takes no lengths of time: {summed[1]}(epoch(…)) takes their seconds"
    lines = said.splitlines()
    start = next((number for number, line in enumerate(lines) if line.startswith("LINE ")), None)
    return "" if start is None else "\n  ".join(lines[start : start + 2])
