"""Starts and holds the host's helper, the zygote, and learns how a child ended."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from webdart_sandbox.jobs import Failed, Unavailable
from webdart_sandbox.limits import Limits, over
from webdart_sandbox.protocol import FORGET, FORK, PID, REAP, STATUS, Ahead, ProtocolError, receive_exactly

_STARTUP_SECONDS = 30.0
_FORK_SECONDS = 30.0
"""For an answer of the zygote, on a machine that is busy with something else."""
_WAITING: Mapping[Ahead, int] = {"nothing": 0, "script": 2, "database": 1}
"""How many children are forked ahead of their jobs."""
_NEARLY = 0.75
"""From which part of its memory on a child that a signal ended is taken to have run out of it: code that can't have
what it asks for aborts more often than it complains."""

_BOOT = "import importlib, sys; sys.path += sys.argv[3:]; importlib.import_module(sys.argv[1]).main()"


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


@dataclass(frozen=True, slots=True)
class Child:
    """A child that waits for its job at the other end of `wire`."""

    wire: socket.socket
    pid: int


class Helper:
    """The host's end of the zygote: its process and its control socket. Callers hold the sandbox's lock.

    Children are forked ahead, of the kinds that jobs have asked for: when the next comes, one is confined already. The
    place of one that was taken is filled by `refill`, when nothing waits any more; at once, where it was the last.
    """

    def __init__(self, entry: str, homes: tuple[str, ...]) -> None:
        self._begun: deque[tuple[Ahead, socket.socket]] = deque()
        """The host's ends of the children whose pids the zygote has not told yet, in the order of their asking."""
        self._ahead: dict[Ahead, deque[Child]] = {}
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _BOOT, entry, str(theirs.fileno()), *_homes(), *homes],
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
        """Of the zygote."""
        return self._process.pid

    def alive(self) -> bool:
        """Whether the zygote has not ended."""
        return self._process.poll() is None

    def child(self, ahead: Ahead) -> Child:
        """A child that has done or will do `ahead` before it reads its job.

        Raises:
            OSError, ProtocolError: the zygote is gone.
            Unavailable: the system starts no further process.
        """
        child = self._waiting(ahead)
        if child is None:  # those that were begun last may be still to be told
            self._settle()
            child = self._waiting(ahead)
        if child is None:
            wire = self._begin(ahead)
            return Child(wire, self._told(wire))
        if not self._ahead[ahead] and not self._coming(ahead):
            self._begun.append((ahead, self._begin(ahead)))
        return child

    def refill(self) -> None:
        """Have as many children waiting as there should be.

        Raises:
            OSError: the zygote is gone.
        """
        for ahead, waiting in self._ahead.items():
            for _ in range(_WAITING[ahead] - len(waiting) - self._coming(ahead)):
                self._begun.append((ahead, self._begin(ahead)))

    def _coming(self, ahead: Ahead) -> int:
        return sum(each == ahead for each, _wire in self._begun)

    def _waiting(self, ahead: Ahead) -> Child | None:
        """A child that waits; one may have been ended meanwhile, which its closed socket shows."""
        waiting = self._ahead.setdefault(ahead, deque())
        while waiting:
            child = waiting.popleft()
            if not select.select([child.wire], [], [], 0)[0]:
                return child
            child.wire.close()
            self.forget(child.pid)
        return None

    def _begin(self, ahead: Ahead) -> socket.socket:
        """Ask for a child; the host's end of its socket. `_told` has its pid."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [FORK[ahead]], [theirs.fileno()])
        except OSError:
            ours.close()
            raise
        return ours

    def _told(self, wire: socket.socket) -> int:
        """The pid of the child that was begun last, whose socket is `wire`."""
        try:
            (pid,) = cast("tuple[int]", PID.unpack(receive_exactly(self._control, PID.size)))
        except (OSError, ProtocolError):
            wire.close()
            raise
        if pid > 0:
            return pid
        wire.close()
        raise Unavailable(f"no further process can be started ({os.strerror(-pid)})")

    def _settle(self) -> None:
        """Read what the zygote still owes: the pids of the children that were begun ahead."""
        while self._begun:
            ahead, wire = self._begun.popleft()
            with contextlib.suppress(Unavailable):  # whoever needs one asks again, and is told
                self._ahead[ahead].append(Child(wire, self._told(wire)))

    def reap(self, pid: int) -> Ended:
        """Wait for the end of `pid`, which is dead or dying.

        Raises:
            OSError, ProtocolError: the zygote is gone.
        """
        self._settle()
        self._control.sendall(REAP + PID.pack(pid))
        return Ended(*STATUS.unpack(receive_exactly(self._control, STATUS.size)))

    def forget(self, pid: int) -> None:
        """Leave a killed child to the zygote: its end takes longer than most jobs.

        Raises:
            OSError: the zygote is gone.
        """
        self._control.sendall(FORGET + PID.pack(pid))

    def close(self) -> str:
        """End the zygote, which ends its children; its last words, for the one who finds it gone."""
        waiting = (child for children in self._ahead.values() for child in children)
        for wire in (*(wire for _ahead, wire in self._begun), *(child.wire for child in waiting)):
            wire.close()
        self._control.close()  # the zygote sees the end of its input, kills its children and ends
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=2)
        self._process.kill()
        _nothing, complaint = self._process.communicate()
        return _last_line(complaint) or f"it ended with {self._process.returncode}"

    def _banner(self) -> Mapping[str, str]:
        try:
            (length,) = PID.unpack(receive_exactly(self._control, PID.size))
            return json.loads(receive_exactly(self._control, length))
        except (OSError, ProtocolError) as error:
            self._process.kill()
            _nothing, complaint = self._process.communicate()
            self._control.close()
            last = _last_line(complaint) or str(error)
            raise Unavailable(f"the sandbox's helper process did not start: {last}") from error


def _last_line(complaint: bytes) -> str:
    return "".join(complaint.decode(errors="replace").strip().splitlines()[-1:])


_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",  # a run has one zone, whatever the machine's is
    # allocators and number libraries must not start threads or reserve address space in the zygote: what is reserved
    # there would not count against a job's memory
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "MALLOC_ARENA_MAX": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


def _homes() -> tuple[str, ...]:
    """The folders from which the zygote imports the packages that this process has.

    It ignores PYTHONPATH, user folders and what lies in `site-packages` to be run at a start (`.pth`): one of those
    may name another copy of this very package, and host and zygote must be of one version.
    """
    specs = [find_spec(name) for name in ("webdart_sandbox", "duckdb", "pyarrow", "RestrictedPython", "tzdata")]
    return tuple(dict.fromkeys(str(Path(spec.origin).parent.parent) for spec in specs if spec and spec.origin))
