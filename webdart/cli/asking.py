"""How is a person's SQL run over the tables of a run that may still be going on?"""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import datetime

import pyarrow as pa

from webdart.answer.shape import AnswerValue, compose
from webdart.compute import SandboxCompute, SandboxLimits
from webdart.errors import LimitExceeded, QueryError, SourceLine, UsageError
from webdart.plan.model import Query
from webdart.runs.folder import RunFolder
from webdart.settings import Settings
from webdart.table.memory import read_log
from webdart.workflow.model import Answer
from webdart.workflow.sql import scan


async def ask(sql: str, folder: RunFolder, settings: Settings) -> AnswerValue:
    """The rows that `sql` gives over the run's tables, as a table.

    `now()` is the run's own. The rows are read from the run's log, never from its database: the process that writes it
    is not disturbed.

    Raises:
        UsageError: it is no statement, or several.
        StoreError: the log is damaged.
        QueryError, LimitExceeded, Refused: as `Compute.query`; what DuckDB says is cut to what a person needs.
    """
    _refuse_other_than_one(sql)
    store = await asyncio.to_thread(read_log, folder.rows)
    tables = {name: await store.read(name) for name in await store.describe()}
    compute = SandboxCompute(settings.sandbox, now=datetime.fromisoformat(folder.record().started))
    try:
        result = await compute.query(sql, tables, {}, limits_of(settings))
    except LimitExceeded:
        raise
    except QueryError as error:
        raise QueryError(gist(error.problem), hint=_available(tables)) from error
    finally:
        await compute.close()
    return compose(result, Answer(shape="table"), Query(sql=sql, at=SourceLine("SQL", 1, 1)))


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


def gist(problem: str) -> str:
    """The first line of what DuckDB says, and its guess at what was meant; the rest is its picture of the SQL."""
    lines = problem.splitlines()
    guesses = [line.strip() for line in lines[1:] if line.startswith("Did you mean")]
    return " ".join([*lines[:1], *guesses])


def _available(tables: Mapping[str, pa.Table]) -> str:
    """The tables with their columns, without those that every table has besides."""

    def listed() -> Iterator[str]:
        for name, table in sorted(tables.items()):
            columns = [column for column in table.column_names if not column.startswith("_")]
            yield f"{name} ({', '.join(columns)})"

    return f"available: {'; '.join(listed())}" if tables else "this run has no tables yet"
