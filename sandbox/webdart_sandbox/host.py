"""Starts a job, waits for it, and ends it whatever it does.

`Sandbox` owns the zygote; `start` gives a `Running` whose `result` blocks (call it in a thread) and whose `kill` may
come from any thread. Whatever the child does, the host's own timer ends its whole group at the deadline.
"""

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable
from typing import Generic, TypeVar, overload

import pyarrow as pa

from webdart_sandbox import exchange
from webdart_sandbox.helper import Child, Ended, Helper
from webdart_sandbox.jobs import (
    Failed,
    Forbidden,
    Layer,
    Level,
    ScriptJob,
    ScriptResult,
    SqlJob,
    Terms,
    TrialJob,
    Unavailable,
)
from webdart_sandbox.limits import Exceeded, Limits, over
from webdart_sandbox.protocol import Ahead, ProtocolError
from webdart_sandbox.walls import WALLS, cgroup

_GRACE_SECONDS = 0.1
"""How long after the deadline the child may still say by itself that its time is up."""

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
        self._zygote: Helper | None = None
        self._groups: cgroup.Groups | None = None
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
                return self._running(job, lambda wire, terms: exchange.query(wire, job, terms))
            case ScriptJob():
                return self._running(job, lambda wire, terms: exchange.script(wire, job, terms))
            case TrialJob():
                return self._running(job, lambda wire, terms: exchange.trial(wire, job, terms))

    def layers(self) -> tuple[Layer, ...]:
        """Every layer of confinement, each tried in a child of its own (some 100 ms in all).

        Raises:
            Unavailable: the zygote does not start, or the sandbox was closed.
        """
        walls = [Layer(wall.name, wall.always, not note, note) for wall in WALLS for note in [self._trial(wall.name)]]
        note = self._group_trial()
        return (*walls, Layer("cgroup", always=False, active=not note, note=note, backs="rlimits"))

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

    def _group_trial(self) -> str:
        """What is the matter with control groups: a child that takes too much must not live to tell."""
        with self._lock:
            if self._grouped().folder is None:
                return cgroup.NONE
        try:
            return self.start(TrialJob(name="cgroup")).result()
        except (Failed, Exceeded):
            return ""

    def close(self) -> None:
        """End the zygote and every child that still runs."""
        with self._lock:
            self._closed = True
            self._drop()
            if self._groups is not None:
                self._groups.sweep()

    def reap(self, pid: int) -> Ended:
        """How the child ended.

        Raises:
            Unavailable: the zygote is gone, and took it along.
        """
        with self._lock:
            if self._zygote is None:
                raise Unavailable("the sandbox's helper process was ended while the job ran")
            try:
                return self._zygote.reap(pid)
            except (OSError, ProtocolError) as error:
                why = f"{error}; {self._drop()}"
                raise Unavailable(f"the sandbox's helper process was ended while the job ran ({why})") from error

    def forget(self, pid: int) -> None:
        """Leave a killed child to the zygote; where that is gone, so is the child."""
        with self._lock:
            if self._zygote is not None:
                with contextlib.suppress(OSError):  # the next job notices, and starts another
                    self._zygote.forget(pid)
                    self._zygote.refill()

    def _running(self, job: SqlJob | ScriptJob | TrialJob, talk: Callable[[socket.socket, Terms], T]) -> "Running[T]":
        with self._lock:
            child = self._child(job.ahead)
            metered = self._grouped().admit(child.pid, job.limits)
        terms = Terms(level=self.level, metered=metered)
        return Running(lambda wire: talk(wire, terms), job.limits, child, self)

    def _grouped(self) -> cgroup.Groups:
        if self._groups is None:
            self._groups = cgroup.Groups(cgroup.find())
        return self._groups

    def _child(self, ahead: Ahead) -> Child:
        """A new child; a helper that has died since the last job is replaced once."""
        try:
            return self._ready().child(ahead)
        except (OSError, ProtocolError):
            self._drop()
        try:
            return self._ready().child(ahead)
        except (OSError, ProtocolError) as error:
            why = self._drop()
            raise Unavailable(f"the sandbox's helper process does not answer ({error}; {why})") from error

    def _drop(self) -> str:
        if self._zygote is None:
            return "it was gone"
        last_words = self._zygote.close()
        self._zygote = None
        return last_words

    def _ready(self) -> Helper:
        if self._closed:
            raise Unavailable("the sandbox has been closed")
        if self._zygote is not None and not self._zygote.alive():
            self._drop()
        if self._zygote is None:
            self._zygote = Helper(self._entry, self._homes)
        return self._zygote


class Running(Generic[T]):
    """One job in its child."""

    def __init__(self, talk: Callable[[socket.socket], T], limits: Limits, child: Child, sandbox: Sandbox) -> None:
        self._talk = talk
        self._limits = limits
        self._wire = child.wire
        self._pid = child.pid
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

    def _reap(self) -> Ended:
        """How the child ended whose socket is closed; the zygote ends it if it lingers."""
        with self._ending:
            self._reaped = True
        return self._sandbox.reap(self._pid)

    def _why(self, error: Exception) -> Exception:
        try:
            ended = self._reap()
        except Unavailable as gone:
            return over("seconds", self._limits) if self._out_of_time else gone
        return over("seconds", self._limits) if self._out_of_time else ended.explain(self._limits, error)


def _kill_group(pid: int) -> None:
    for end in (os.killpg, os.kill):  # the group, and the child itself where it has no group yet
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(pid, signal.SIGKILL)
