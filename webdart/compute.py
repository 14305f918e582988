"""How is SQL (and later Python) run over extracted tables, without ever touching a database file?

The only door to `webdart_sandbox`: the tables that a statement names go over as Arrow, the result comes back as
Arrow that has been validated, and everything runs in a process of its own.
"""

import asyncio
from collections.abc import Mapping
from typing import Protocol

import pyarrow as pa

from webdart.errors import LimitExceeded, QueryError, Refused, WebdartError
from webdart_sandbox import Exceeded, Failed, Forbidden, Sandbox, SqlJob, Unavailable
from webdart_sandbox import Limits as SandboxLimits

DEFAULT_LIMITS = SandboxLimits()


class Compute(Protocol):
    """Runs one SELECT over tables."""

    async def query(
        self,
        sql: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> pa.Table:
        """The result of one SELECT-shaped statement over `tables`, `$name` bound from `parameters`.

        Types are DuckDB's own as Arrow has them; HUGEINT (what `sum` of integers gives) is decimal128(38, 0).

        Raises:
            QueryError: the statement fails; the message says which tables and columns exist.
            LimitExceeded: a named limit was passed.
            Refused: the statement is not one that may run here, or a layer of the sandbox is missing.
        """
        ...

    async def close(self) -> None:
        """End the helper process."""
        ...


class SandboxCompute:
    """`Compute` in children of a zygote that is started with the first job; a cancelled job's child is ended."""

    def __init__(self) -> None:
        self._sandbox = Sandbox()

    async def query(
        self,
        sql: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
    ) -> pa.Table:
        """See `Compute.query`."""
        job = SqlJob(statement=sql, tables=tables, parameters=parameters, limits=limits)
        try:
            running = await asyncio.to_thread(self._sandbox.start, job)
            try:
                return await asyncio.to_thread(running.result)
            except asyncio.CancelledError:
                running.kill()
                raise
        except (Failed, Forbidden, Exceeded, Unavailable) as error:
            raise _explained(error, tables) from error

    async def close(self) -> None:
        """End the helper process and every job that still runs."""
        await asyncio.to_thread(self._sandbox.close)


_ADVICE = {
    "seconds": "narrow the rows with WHERE, or raise the limit",
    "cpu_seconds": "narrow the rows with WHERE, or raise the limit",
    "memory_mb": "name fewer columns, narrow the rows with WHERE, or raise the limit",
    "output_mb": "select fewer columns or rows, or raise the limit",
    "rows": "add a LIMIT or aggregate, or raise the limit",
}


def _explained(error: Failed | Forbidden | Exceeded | Unavailable, tables: Mapping[str, pa.Table]) -> WebdartError:
    match error:
        case Failed():
            return QueryError(f"the statement failed: {error.problem}", hint=_available(tables))
        case Forbidden():
            return Refused(f"the statement may not run: {error.problem}", hint=error.hint)
        case Exceeded():
            return LimitExceeded(f"the statement {error.problem}", hint=_ADVICE.get(error.limit, ""))
        case Unavailable():
            return Refused(f"the sandbox can't run: {error.problem}", hint="`webdart doctor` tries each of its layers")


def _available(tables: Mapping[str, pa.Table]) -> str:
    if not tables:
        return "there are no tables"
    listed = (f"{name} ({', '.join(table.column_names)})" for name, table in sorted(tables.items()))
    return "available: " + "; ".join(listed)
