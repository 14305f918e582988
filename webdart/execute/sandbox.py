"""Runs SQL and Python over extracted tables in a separate process that never touches a database file.

This is the only door to `webdart_sandbox`: the tables that a program names go over as Arrow, and a result comes back
as validated Arrow or as plain values.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Literal, Protocol, TypeVar

import pyarrow as pa

from webdart.errors import LimitExceeded, QueryError, Refused, SourceLine, WebdartError
from webdart_sandbox import (
    Exceeded,
    Failed,
    Forbidden,
    Layer,
    Level,
    MontyScripts,
    Sandbox,
    ScriptJob,
    ScriptResult,
    SqlJob,
    Unavailable,
)
from webdart_sandbox import Limits as SandboxLimits

DEFAULT_LIMITS = SandboxLimits()

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

ScriptEngine = Literal["restricted", "monty"]
"""The interpreter: CPython with RestrictedPython behind the Linux walls, or that of `webdart[monty]`."""


class _Job(Protocol[T_co]):
    """A job that runs."""

    def result(self) -> T_co: ...
    def kill(self) -> None: ...


class Compute(Protocol):
    """Runs a SELECT or a script over tables."""

    async def query(
        self,
        sql: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
        *,
        by_model: bool = False,
    ) -> pa.Table:
        """The result of one SELECT-shaped statement over `tables`, `$name` bound from `parameters`.

        Types are DuckDB's own as Arrow has them; HUGEINT (what `sum` of integers gives) is decimal128(38, 0).
        `by_model`: a model wrote it, and it runs only where every layer that is always on stands.

        Raises:
            QueryError: the statement fails; the message says which tables and columns exist.
            LimitExceeded: a named limit was passed.
            Refused: the statement is not one that may run here, or a layer of the sandbox is missing.
        """
        ...

    async def python(
        self,
        source: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
        *,
        at: SourceLine | None = None,
    ) -> ScriptResult:
        """Run a script over `tables`, with `sql()` and `params`; gives its `answer` and what it printed.

        `at` is the place of its first line, by which an error tells the line that people know.

        Raises:
            QueryError: the script fails; the message has its own line.
            LimitExceeded: a named limit was passed.
            Refused: the script holds what may not run, or a layer of the sandbox is missing.
        """
        ...

    async def layers(self) -> tuple[Layer, ...]:
        """Every layer of the sandbox as a trial on this machine shows it."""
        ...

    async def close(self) -> None:
        """End the helper process."""
        ...


_kept: ContextVar["dict[Level, Sandbox] | None"] = ContextVar("_kept", default=None)


@asynccontextmanager
async def one_zygote() -> AsyncGenerator[None]:
    """Within, the runs of this task fork their jobs from one zygote, which ends with it: most of a tiny run's time."""
    kept: dict[Level, Sandbox] = {}
    token = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(token)
        for sandbox in kept.values():
            await asyncio.to_thread(sandbox.close)


class SandboxCompute:
    """`Compute` in children of a zygote that is started with the first job; a cancelled job's child is ended.

    `level`: `strict` refuses where any layer is missing, `weak` (the operator's word only) nowhere. `engine` runs
    scripts; `now` is the present of everything that asks for it, None the machine's clock.
    """

    def __init__(
        self, level: Level = "normal", *, engine: ScriptEngine = "restricted", now: datetime | None = None
    ) -> None:
        kept = _kept.get()
        self._stays = kept is not None
        self._sandbox = Sandbox(level) if kept is None else kept.setdefault(level, Sandbox(level))
        self._monty = None if engine == "restricted" else MontyScripts(lambda job: self._sandbox.start(job).result())
        self._now = now
        self._beginning: asyncio.Future[int] | None = None

    def begin(self) -> None:
        """Start the helper process beside whoever runs; the first job tells what is the matter with it."""
        self._beginning = asyncio.ensure_future(asyncio.to_thread(self._sandbox.helper))

    async def query(
        self,
        sql: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
        *,
        by_model: bool = False,
    ) -> pa.Table:
        """See `Compute.query`."""
        job = SqlJob(
            statement=sql, tables=tables, parameters=parameters, limits=limits, trusted=not by_model, now=self._now
        )
        try:
            return await self._finish(await asyncio.to_thread(self._sandbox.start, job))
        except _OUTCOMES as error:
            raise _explained(error, "statement", tables) from error

    async def python(
        self,
        source: str,
        tables: Mapping[str, pa.Table],
        parameters: Mapping[str, object],
        limits: SandboxLimits = DEFAULT_LIMITS,
        *,
        at: SourceLine | None = None,
    ) -> ScriptResult:
        """See `Compute.python`."""
        first_line = 1 if at is None else at.line
        job = ScriptJob(
            source=source, tables=tables, parameters=parameters, limits=limits, first_line=first_line, now=self._now
        )
        start = self._sandbox.start if self._monty is None else self._monty.start
        try:
            return await self._finish(await asyncio.to_thread(start, job))
        except _OUTCOMES as error:
            raise _explained(error, "script" if at is None else f"script in {at.file}", tables) from error

    async def layers(self) -> tuple[Layer, ...]:
        """See `Compute.layers`."""
        try:
            return await asyncio.to_thread(self._sandbox.layers)
        except Unavailable as error:
            raise _explained(error, "trial", {}) from error

    async def close(self) -> None:
        """End the helper process and every job that still runs; a zygote that others share stays."""
        beginning, self._beginning = self._beginning, None
        if beginning is not None:
            await asyncio.wait({beginning})
            _ = beginning.cancelled() or beginning.exception()  # whoever ran a job was told
        if self._monty is not None:
            await asyncio.to_thread(self._monty.close)
        if not self._stays:
            await asyncio.to_thread(self._sandbox.close)

    async def _finish(self, running: _Job[T]) -> T:
        try:
            return await asyncio.to_thread(running.result)
        except asyncio.CancelledError:
            running.kill()
            raise


def check_script(source: str, at: SourceLine) -> None:
    """Whether `restricted` would run a script whose first line stands at `at`; nothing of it is run.

    Raises:
        QueryError: it is no Python; the message has the line of the file.
        Refused: it holds what may not run.
    """
    from webdart_sandbox.script_policy import translate  # noqa: PLC0415 - only files with a script pay for it

    try:
        translate("\n" * (at.line - 1) + source)
    except (Failed, Forbidden) as error:
        raise _explained(error, "script", {}) from error


_OUTCOMES = (Failed, Forbidden, Exceeded, Unavailable)
_ADVICE = {
    "seconds": "narrow the rows by a WHERE first, or raise the setting sandbox_seconds",
    "cpu_seconds": "narrow the rows by a WHERE first, or raise the setting sandbox_seconds",
    "memory_mb": "name fewer columns, narrow the rows with WHERE, or raise the setting sandbox_memory",
    "output_mb": "select fewer columns or rows, or raise the setting sandbox_output",
    "rows": "add a LIMIT or aggregate, or raise the setting sandbox_rows",
}


def _explained(
    error: Failed | Forbidden | Exceeded | Unavailable, what: str, tables: Mapping[str, pa.Table]
) -> WebdartError:
    match error:
        case Failed():
            printed = f"\nprinted until then:\n{error.printed}" if error.printed else ""
            return QueryError(f"the {what} failed: {error.problem}{printed}", hint=_available(tables))
        case Forbidden():
            return Refused(f"the {what} may not run: {error.problem}", hint=error.hint)
        case Exceeded():
            return LimitExceeded(f"the {what} {error.problem}", hint=_ADVICE.get(error.limit, ""))
        case Unavailable():
            other = _ENGINE if error.layers and what.startswith("script") else ""
            return Refused(f"the sandbox can't run the {what}: {error.problem}", hint=_DOCTOR + other)


_DOCTOR = "`webdart doctor` tries each layer of the sandbox"
_ENGINE = "; `pip install 'webdart[monty]'` and `--python-engine monty` run most scripts without them"


def _available(tables: Mapping[str, pa.Table]) -> str:
    if not tables:
        return "there are no tables"
    listed = (f"{name} ({', '.join(table.column_names)})" for name, table in sorted(tables.items()))
    return "available: " + "; ".join(listed)


def gist(problem: str) -> str:
    """The first line of what DuckDB says, and its guess at what was meant; the rest is its picture of the SQL."""
    lines = problem.splitlines()
    guesses = [line.strip() for line in lines[1:] if line.startswith("Did you mean")]
    return " ".join([*lines[:1], *guesses])
