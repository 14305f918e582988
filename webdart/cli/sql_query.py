"""Runs a person's SQL over the tables of a run, which may still be in progress."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime

import click
import pyarrow as pa

from webdart.answer.shape import AnswerValue, compose
from webdart.errors import LimitExceeded, QueryError, SourceLine, StoreError, UsageError
from webdart.execute.partial_tables import partial
from webdart.execute.sandbox import SandboxCompute, SandboxLimits, gist
from webdart.inspect.collected_tables import TableLine, keyed_tables, lines_of, tables_of, together
from webdart.plan.model import Query
from webdart.printable import printable
from webdart.runs.folder import Project, RunFolder
from webdart.settings import Settings
from webdart.table.page import LISTINGS
from webdart.workflow.model import Answer
from webdart.workflow.reader import nearest
from webdart.workflow.sql import scan, sorts

_NO_TABLE = re.compile(r'Table with name "?([^"\s]+)"? does not exist')  # DuckDB's word for it


async def ask(sql: str, folders: Sequence[RunFolder], settings: Settings) -> AnswerValue:
    """The rows that `sql` gives over a run's tables, as a table; over several runs, with the column `_run`.

    `now()` is the run's own. The rows are read from the run's log, never from its database: the process that writes it
    is not disturbed.

    Raises:
        UsageError: it is no statement, or several.
        StoreError: the log is damaged.
        QueryError, LimitExceeded, Refused: as `Compute.query`; what DuckDB says is cut to what a person needs.
    """
    _refuse_other_than_one(sql)
    by_key = sorts(sql)
    if len(folders) == 1:
        tables = await tables_of(folders[0], by_key=by_key)
    else:
        tables = await together(folders, told, by_key=by_key)
    now = folders[0].began if folders else None
    try:
        answer = await answered(sql, tables, settings, now)
    except QueryError as error:
        missing = _NO_TABLE.search(error.problem)
        other = folders[0].elsewhere(missing.group(1)) if missing and len(folders) == 1 else ""
        if not other:
            raise
        raise QueryError(error.problem, hint=f"{other}; {folders[0].id} has {error.hint}") from error
    for part in partial(tables, sql):
        told(part)
    return answer


async def published(sql: str, url: str, settings: Settings) -> AnswerValue:
    """The rows that `sql` gives over what batches have put at an address, as the table `results`.

    Raises:
        As `ask`.
    """
    from webdart.batch.destination import Destination

    _refuse_other_than_one(sql)
    return await answered(sql, {"results": Destination.of(url).read()}, settings, None)


async def answered(sql: str, tables: Mapping[str, pa.Table], settings: Settings, now: datetime | None) -> AnswerValue:
    """The rows that `sql` gives over tables; `now()` is `now`, or this moment.

    Raises:
        QueryError, LimitExceeded, Refused: as `Compute.query`; what DuckDB says is cut to what a person needs.
    """
    compute = SandboxCompute(settings.sandbox, now=now)
    try:
        result = await compute.query(sql, tables, {}, limits_of(settings))
    except LimitExceeded:
        raise
    except QueryError as error:
        raise QueryError(gist(error.problem), hint=_available(tables)) from error
    finally:
        await compute.close()
    return compose(result, Answer(shape="table"), Query(sql=sql, at=SourceLine("SQL", 1, 1)))


def told(warning: str) -> None:
    """Say on stderr what was left out."""
    click.echo(f"warning: {printable(warning)}", err=True)


async def lines(folders: Sequence[RunFolder], warn: Callable[[str], None]) -> list[TableLine]:
    """The tables of some runs; of several, one that can't be read is reported and left out.

    Raises:
        StoreError: the only one can't be read.
    """
    found: list[TableLine] = []
    for folder in folders:
        try:
            found += await lines_of(folder)
        except StoreError as error:
            if len(folders) == 1:
                raise
            warn(f"run {folder.id} is left out: {error}")
    return found


async def one(table: str, project: Project, run: str | None, *, every: bool) -> pa.Table:
    """A table of a run, or of every run.

    Raises:
        UsageError: there is no such run, or no such table.
        StoreError: the run can't be read.
    """
    if every:
        return _named(await together(project.all(), told), table, "no run has a table")
    folder = project.get(run)
    return _named(await tables_of(folder), table, f"run {folder.id} has no table", folder.elsewhere(table))


def _named(tables: Mapping[str, pa.Table], name: str, problem: str, other: str = "") -> pa.Table:
    if name not in tables:
        hint = other or nearest(name, [one for one in tables if one != LISTINGS])
        raise UsageError(f"{problem} {name!r}", hint=hint)
    return tables[name]


async def pair(folders: tuple[RunFolder, RunFolder], only: str | None) -> tuple[dict[str, pa.Table], ...]:
    """The tables of two runs with their keys, without their listings.

    Raises:
        UsageError: neither has the table that is asked for.
        StoreError: one can't be read.
    """
    found = tuple([await keyed_tables(folder) for folder in folders])
    if only is not None and not any(only in tables for tables in found):
        raise UsageError(f"no table {only!r}", hint=nearest(only, {name for tables in found for name in tables}))
    return tuple({name: table for name, table in tables.items() if only in {None, name}} for tables in found)


def limits_of(settings: Settings) -> SandboxLimits:
    """What one statement may take."""
    return SandboxLimits(
        seconds=settings.sandbox_seconds,
        cpu_seconds=settings.sandbox_seconds,
        memory_mb=settings.sandbox_memory,
        output_mb=settings.sandbox_output,
        rows=settings.sandbox_rows,
    )


def _refuse_other_than_one(sql: str) -> None:
    statements = scan(sql).statements
    if statements != 1:
        problem = f"one statement is asked for, and these are {statements}" if statements else "the SQL is empty"
        raise UsageError(problem, hint='such as: webdart query "SELECT * FROM products"')


def _available(tables: Mapping[str, pa.Table]) -> str:
    """The tables with their columns, without those that every table has besides."""

    def listed() -> Iterator[str]:
        for name, table in sorted(tables.items()):
            columns = [column for column in table.column_names if not column.startswith("_")]
            yield f"{name} ({', '.join(columns)})"

    return f"available: {'; '.join(listed())}" if tables else "this run has no tables yet"
