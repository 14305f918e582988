"""How does the engine start a job, wait for it, and end it whatever it does?

`Sandbox` owns the zygote; `start` gives a `Running` whose `result` blocks (call it in a thread) and whose `kill` may
come from any thread. Whatever the child does, the host's own timer ends its whole group at the deadline.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Generic, TypeVar, cast, overload

import pyarrow as pa

from webdart_sandbox import exchange
from webdart_sandbox.jobs import (
    Failed,
    Forbidden,
    Layer,
    Level,
    ScriptJob,
    ScriptResult,
    SqlJob,
    TrialJob,
    Unavailable,
)
from webdart_sandbox.limits import Exceeded, Limits, over
from webdart_sandbox.protocol import FORK, PID, REAP, STATUS, ProtocolError, receive_exactly
from webdart_sandbox.walls import WALLS

_STARTUP_SECONDS = 30.0
_FORK_SECONDS = 10.0
_GRACE_SECONDS = 0.1
"""How long after the deadline the child may still say by itself that its time is up."""

_NEARLY = 0.75
"""From which part of its memory on a child that a signal ended is taken to have run out of it: code that can't have
what it asks for aborts more often than it complains."""

_BOOT = "import importlib, sys; sys.path += sys.argv[3:]; importlib.import_module(sys.argv[1]).main()"

T = TypeVar("T")


class Sandbox:
    """A zygote and the jobs forked from it. Threads may share one.

    `level` says what a missing layer means; `entry` is the module whose `main` the zygote runs, found in `homes`.
    """

    def __init__(
        self, level: Level = "normal", *, entry: str = "webdart_sandbox.zygote", homes: tuple[str, ...] = ()
    ) -> None:
        self.level: Level = level
        self._entry = entry
        self._homes = homes
        self._lock = threading.Lock()
        self._zygote: _Zygote | None = None
        self._killed: list[int] = []
        self._closed = False

    @overload
    def start(self, job: SqlJob) -> "Running[pa.Table]": ...
    @overload
    def start(self, job: ScriptJob) -> "Running[ScriptResult]": ...
    @overload
    def start(self, job: TrialJob) -> "Running[str]": ...
    def start(self, job: SqlJob | ScriptJob | TrialJob) -> "Running[pa.Table] | Running[ScriptResult] | Running[str]":
        """Fork a child for `job`.

        Raises:
            Unavailable: the zygote does not start, or the sandbox was closed.
        """
        match job:
            case SqlJob():
                return self._running(job.limits, lambda wire: exchange.query(wire, job, self.level))
            case ScriptJob():
                return self._running(job.limits, lambda wire: exchange.script(wire, job, self.level))
            case TrialJob():
                return self._running(job.limits, lambda wire: exchange.trial(wire, job, self.level))

    def layers(self) -> tuple[Layer, ...]:
        """Every layer of confinement, each tried in a child of its own (some 50 ms in all).

        Raises:
            Unavailable: the zygote does not start, or the sandbox was closed.
        """
        return tuple(
            Layer(wall.name, wall.always, not note, note) for wall in WALLS for note in [self._trial(wall.name)]
        )

    def helper(self) -> int:
        """The pid of the zygote, started if need be.

        Raises:
            Unavailable: the zygote does not start, or the sandbox was closed.
        """
        with self._lock:
            return self._ready().pid

    def _trial(self, name: str) -> str:
        try:
            return self.start(TrialJob(name=name)).result()
        except (Failed, Forbidden, Exceeded) as error:
            return str(error)

    def close(self) -> None:
        """End the zygote and every child that still runs."""
        with self._lock:
            self._closed = True
            if self._zygote is not None:
                self._zygote.close()
                self._zygote = None

    def reap(self, pid: int) -> "Ended | None":
        """How the child ended; None when the zygote is gone and took it along."""
        with self._lock:
            if self._zygote is None:
                return None
            try:
                return self._zygote.reap(pid)
            except (OSError, ProtocolError):
                self._zygote.close()
                self._zygote = None
                return None

    def forget(self, pid: int) -> None:
        """Leave a killed child to be collected when the next job starts: its end takes longer than most jobs."""
        with self._lock:
            self._killed.append(pid)

    def _running(self, limits: Limits, talk: Callable[[socket.socket], T]) -> "Running[T]":
        ours, theirs = socket.socketpair()
        try:
            with theirs, self._lock:
                pid = self._ready().fork(theirs)
        except BaseException:
            ours.close()
            raise
        return Running(talk, limits, ours, pid, self)

    def _ready(self) -> "_Zygote":
        if self._closed:
            raise Unavailable("the sandbox has been closed")
        if self._zygote is not None and not self._tidy(self._zygote):
            self._zygote.close()
            self._zygote = None
        if self._zygote is None:
            self._killed.clear()
            self._zygote = _Zygote(self._entry, self._homes)
        return self._zygote

    def _tidy(self, helper: "_Zygote") -> bool:
        """Collect the children that were killed; whether the helper is alive."""
        try:
            while self._killed:
                helper.reap(self._killed.pop())
        except (OSError, ProtocolError):
            return False
        return helper.alive()


class Running(Generic[T]):
    """One job in its child."""

    def __init__(
        self, talk: Callable[[socket.socket], T], limits: Limits, wire: socket.socket, pid: int, sandbox: Sandbox
    ) -> None:
        self._talk = talk
        self._limits = limits
        self._wire = wire
        self._pid = pid
        self._sandbox = sandbox
        self._ending = threading.Lock()
        self._reaped = False
        self._out_of_time = False

    def result(self) -> T:
        """Wait for the job and give its result; the child is gone afterwards, whatever happened.

        Raises:
            Failed, Forbidden, Exceeded, Unavailable: see `jobs`.
        """
        timer = threading.Timer(self._limits.seconds + _GRACE_SECONDS, self._deadline)
        timer.daemon = True
        timer.start()
        try:
            return self._talk(self._wire)
        except (OSError, ProtocolError) as error:
            raise self._why(error) from error
        except pa.ArrowException as error:
            hint = "a number of more than 38 digits must be cast to VARCHAR or DOUBLE"
            raise Failed(f"the result is not valid Arrow data: {error}; {hint}") from error
        finally:
            timer.cancel()
            self._finish()
            self._wire.close()

    def kill(self) -> None:
        """End the child's group now; `result` then raises."""
        with self._ending:
            if not self._reaped:
                _kill_group(self._pid)

    def _deadline(self) -> None:
        self._out_of_time = True
        self.kill()

    def _finish(self) -> None:
        """Kill the child, where it has not been reaped yet."""
        self.kill()
        with self._ending:
            if self._reaped:
                return
            self._reaped = True  # from here on the pid belongs to the zygote
        self._sandbox.forget(self._pid)

    def _reap(self) -> "Ended | None":
        """How the child ended whose socket is closed; the zygote ends it if it lingers."""
        with self._ending:
            self._reaped = True
        return self._sandbox.reap(self._pid)

    def _why(self, error: Exception) -> Exception:
        ended = self._reap()
        if self._out_of_time:
            return over("seconds", self._limits)
        if ended is None:
            return Unavailable("the sandbox's helper process was ended from outside")
        return ended.explain(self._limits, error)


class Ended:
    """How a child ended: wait status, resident MiB at its peak beyond the zygote's, CPU seconds."""

    def __init__(self, status: int, grown_kib: int, cpu_microseconds: int) -> None:
        self.signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        self.grown_mb = grown_kib / 1024
        self.cpu_seconds = cpu_microseconds / 1e6

    def explain(self, limits: Limits, error: Exception) -> Exception:
        """The error for a child that ended without a result; `error` is what the host saw of it."""
        if self.signal == signal.SIGXCPU or self.cpu_seconds >= limits.cpu_seconds:
            return over("cpu_seconds", limits)
        if self.signal and self.grown_mb > limits.memory_mb * _NEARLY:
            return over("memory_mb", limits)
        how = f"{signal.Signals(self.signal).name}; {error}" if self.signal else str(error)
        return Failed(f"the sandbox's child ended without a result ({how})")


class _Zygote:
    """The host's end of the zygote: its process and its control socket. Callers hold the sandbox's lock."""

    def __init__(self, entry: str, homes: tuple[str, ...]) -> None:
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", _BOOT, entry, str(theirs.fileno()), *_homes(), *homes],
                pass_fds=(theirs.fileno(),),
                env=_ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        self._control.settimeout(_STARTUP_SECONDS)
        self.versions = self._banner()
        self._control.settimeout(_FORK_SECONDS)

    @property
    def pid(self) -> int:
        return self._process.pid

    def alive(self) -> bool:
        return self._process.poll() is None

    def fork(self, descriptor: socket.socket) -> int:
        """The pid of a new child that serves `descriptor`."""
        try:
            socket.send_fds(self._control, [FORK], [descriptor.fileno()])
            (pid,) = cast("tuple[int]", PID.unpack(receive_exactly(self._control, PID.size)))
        except (OSError, ProtocolError) as error:
            self.close()
            raise Unavailable(f"the sandbox's helper process does not answer ({error})") from error
        return pid

    def reap(self, pid: int) -> Ended:
        """Wait for the end of `pid`, which is dead or dying.

        Raises:
            OSError, ProtocolError: the zygote is gone.
        """
        self._control.sendall(REAP + PID.pack(pid))
        return Ended(*STATUS.unpack(receive_exactly(self._control, STATUS.size)))

    def close(self) -> None:
        self._control.close()  # the zygote sees the end of its input, kills its children and ends
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=2)
        self._process.kill()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def _banner(self) -> Mapping[str, str]:
        try:
            (length,) = PID.unpack(receive_exactly(self._control, PID.size))
            return json.loads(receive_exactly(self._control, length))
        except (OSError, ProtocolError) as error:
            self._process.kill()
            _nothing, complaint = self._process.communicate()
            self._control.close()
            last = complaint.decode(errors="replace").strip().splitlines()[-1:] or [str(error)]
            raise Unavailable(f"the sandbox's helper process did not start: {last[0]}") from error


_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    # allocators and number libraries must not start threads or reserve address space in the zygote: what is reserved
    # there would not count against a job's memory
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def _homes() -> tuple[str, ...]:
    """The folders that the zygote, which ignores PYTHONPATH and user folders, needs to import the same packages."""
    specs = [find_spec(name) for name in ("webdart_sandbox", "duckdb", "pyarrow", "RestrictedPython")]
    return tuple(dict.fromkeys(str(Path(spec.origin).parent.parent) for spec in specs if spec and spec.origin))


def _kill_group(pid: int) -> None:
    for end in (os.killpg, os.kill):  # the group, and the child itself where it has no group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(pid, signal.SIGKILL)
