"""Runs a script in Monty where the Linux walls are missing, or where its author wants a second kind of wall.

Monty is a separate interpreter for a part of Python, which has no file, network or process access to begin with, in a
worker process that serves one script. `pip install webdart[monty]` installs it. It reports what it lacks by itself,
with the line: inheritance and decorators of classes, generators, `del`, and a good part of the modules.
"""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

import pyarrow as pa

from webdart_sandbox.answer_frames import frames
from webdart_sandbox.exchange import check_length, check_size, readable
from webdart_sandbox.jobs import Failed, Forbidden, ScriptJob, ScriptResult, SqlJob, Unavailable
from webdart_sandbox.limits import MIB, Exceeded, Limits, over
from webdart_sandbox.printed import Printed
from webdart_sandbox.script_values import rows_of, settled

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontyError, MontySession, OSPolicy, ResourceLimits

_GRACE_SECONDS = 0.2
_CHECKOUT_SECONDS = 30.0
_BEYOND = ("does not yet support", "not supported in this environment", "No module named")
"""What Monty says of a script that another engine may well run."""

Query = Callable[[SqlJob], pa.Table]


class MontyScripts:
    """A pool of Monty's workers, started with the first script; each worker serves one. Threads may share it.

    `query` runs what a script gives to `sql()`, as untrusted SQL.
    """

    def __init__(self, query: Query) -> None:
        self._query = query
        self._lock = threading.Lock()
        self._pool: Monty | None = None

    def start(self, job: ScriptJob) -> "MontyRunning":
        """A job to be run by `result()`.

        Raises:
            Unavailable: Monty is not installed, or does not start.
            Failed, Forbidden, Exceeded: the script or its tables are too large.
        """
        check_length(job.source, "script")
        with self._lock:
            if self._pool is None:
                self._pool = _pool()
            return MontyRunning(self._pool, job, self._query)

    def close(self) -> None:
        """End the workers."""
        with self._lock:
            if self._pool is not None:
                self._pool.__exit__(None, None, None)
                self._pool = None


def _pool() -> "Monty":
    try:
        from pydantic_monty import Monty  # noqa: PLC0415 - an extra: most installations don't have it
    except ImportError as error:
        raise Unavailable("the engine monty is not installed: pip install 'webdart[monty]'") from error
    try:
        return Monty(max_checkouts_per_worker=1, checkout_timeout=_CHECKOUT_SECONDS).__enter__()
    except (OSError, RuntimeError) as error:
        raise Unavailable(f"the engine monty {version('pydantic-monty')} does not start: {error}") from error


class MontyRunning:
    """One script in its worker."""

    def __init__(self, pool: "Monty", job: ScriptJob, query: Query) -> None:
        self._pool = pool
        self._job = job
        self._query = query
        self._ending = threading.Lock()
        self._worker = 0
        self._killed = False
        self._late = False
        self._deadline = time.monotonic() + job.limits.seconds

    def result(self) -> ScriptResult:
        """Run the script and give its result; its worker is gone afterwards.

        Raises:
            Failed, Forbidden, Exceeded, Unavailable: see `jobs`.
        """
        from pydantic_monty import MontyError  # noqa: PLC0415 - as above

        self._deadline = time.monotonic() + self._job.limits.seconds
        timer = threading.Timer(self._job.limits.seconds + _GRACE_SECONDS, self._out_of_time)
        timer.daemon = True
        timer.start()
        printed = Printed()
        try:
            return self._run(printed)
        except MontyError as error:
            raise self._why(error, readable(printed.text())) from error
        except TimeoutError as error:  # of the pool: no worker was free
            raise Unavailable(f"the engine monty has no worker to spare: {error}") from error
        finally:
            timer.cancel()

    def kill(self) -> None:
        """End the worker now; `result` then raises."""
        with self._ending:
            self._killed = True
            if self._worker:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._worker, signal.SIGKILL)

    def _out_of_time(self) -> None:
        self._late = True
        self.kill()

    def _run(self, printed: Printed) -> ScriptResult:
        job = self._job
        given = {"tables": self._tables(), "params": dict(job.parameters)}
        session = self._pool.checkout(script_name="script", limits=_limits(job.limits), os_policy=_policy(job.now))
        with session, self._known(session):
            # empty lines before it, and every line has the number that people know it by
            session.feed_run(
                "\n" * (job.first_line - 1) + job.source,
                inputs=given,
                external_lookup={"sql": self._sql},
                print_callback=lambda _stream, text: printed.write(text),
            )
            answer = settled(self._answer(session, printed))
        told = readable(printed.text())
        _check_rows(answer, job.limits)
        try:
            frames(answer, job.limits)  # plain values, and not too many
        except TypeError as error:
            raise Failed(f"`answer` holds {error}", told) from error
        return ScriptResult(answer=answer, printed=told)

    def _known(self, session: "MontySession") -> "_Known":
        return _Known(self, session)

    def serve(self, worker: int) -> None:
        """Remember the worker, or end it where the job was ended before it had one; 0 forgets it."""
        with self._ending:
            self._worker = worker
        if self._killed and worker:
            self.kill()

    def _answer(self, session: "MontySession", printed: Printed) -> object:
        from pydantic_monty import MontyRuntimeError  # noqa: PLC0415 - as above

        try:
            return session.feed_run("answer")
        except MontyRuntimeError as error:
            if "NameError" in error.display("type-msg"):
                raise Failed("the script sets no `answer`", readable(printed.text())) from error
            raise

    def _tables(self) -> dict[str, list[dict[str, object]]]:
        """The tables whose names stand in the script; all, where it walks over `tables` itself."""
        source = self._job.source
        everything = source.count("tables") > source.count("tables[")
        named = {name: table for name, table in self._job.tables.items() if everything or name in source}
        check_size(named.values(), self._job.limits)
        return {name: rows_of(table) for name, table in named.items()}

    def _sql(self, statement: str, /, **values: object) -> list[dict[str, object]]:
        """The script's `sql()`, answered here, in the time that is left."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            self._out_of_time()
        limits = replace(self._job.limits, seconds=max(left, 0.01))
        bound: Mapping[str, object] = {**self._job.parameters, **values}
        job = SqlJob(statement=statement, tables=self._job.tables, parameters=bound, limits=limits, now=self._job.now)
        try:
            return rows_of(self._query(job))
        except (Failed, Forbidden, Exceeded, Unavailable) as error:
            raise RuntimeError(error.problem) from error

    def _why(self, error: "MontyError", printed: str) -> Exception:
        from pydantic_monty import MontyCrashedError, MontyRuntimeError, MontySyntaxError  # noqa: PLC0415 - as above

        limits = self._job.limits
        if self._late or (isinstance(error, MontyCrashedError) and error.timed_out):
            return over("seconds", limits)
        if not isinstance(error, MontyRuntimeError | MontySyntaxError):
            return Failed(f"Monty's process ended without a result: {readable(str(error))}", printed)
        told = readable(error.display("type-msg"))
        if "time limit exceeded" in told:
            return over("seconds" if limits.seconds <= limits.cpu_seconds else "cpu_seconds", limits)
        if "memory limit exceeded" in told:
            return over("memory_mb", limits)
        own = [frame for frame in error.traceback() if frame.line >= self._job.first_line]
        place = f"line {own[-1].line}: " if own else ""
        line = f"\n  {readable(own[-1].source_line or '').strip()}" if own else ""
        if any(sign in told for sign in _BEYOND):
            hint = "the engine `restricted`, which is the default, runs more of Python behind the walls of Linux"
            return Forbidden(f"{place}the engine monty can't run this: {told}{line}", hint)
        return Failed(f"{place}{told}{line}", printed)


class _Known:
    """While a session runs, its job knows the worker that it can end."""

    def __init__(self, running: MontyRunning, session: "MontySession") -> None:
        self._running = running
        self._session = session

    def __enter__(self) -> Self:
        self._running.serve(self._session.worker_pid or 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.serve(0)


def _check_rows(answer: object, limits: Limits) -> None:
    if isinstance(answer, list) and len(cast("list[object]", answer)) > limits.rows:
        raise over("rows", limits)


def _limits(limits: Limits) -> "ResourceLimits":
    return {
        "max_feed_duration_secs": min(limits.seconds, limits.cpu_seconds),
        "max_memory": limits.memory_mb * MIB,
        "max_suspensions": 100_000,
    }


def _policy(now: datetime | None) -> "OSPolicy":
    """One present, one zone and one seed for every run."""
    present = (now or datetime.now(UTC)).astimezone(UTC)
    return {"datetime": present, "timezone": "utc", "random_start": {"seed": 0}, "sleep": "zero"}
