"""Forks the children, fast and clean.

A process of its own (`python -I`, empty environment) that has imported what jobs need and holds nothing worth having:
no secret, no connection, no open file. One child a job; a child is never used twice. It reaps a child only when the
host says so, and so a pid that the host may still have to kill never becomes another process's.
"""

import contextlib
import errno
import gc
import json
import os
import resource
import signal
import socket
import sys
import time
import warnings
from collections.abc import Mapping
from typing import NoReturn

from webdart_sandbox import child, script_run, walls
from webdart_sandbox.protocol import FORGET, FORK, PID, STATUS, Ahead

_LINGER_SECONDS = 0.1
_WIRE = 3
_AHEAD: Mapping[bytes, Ahead] = {request: ahead for ahead, request in FORK.items()}


def main(runners: Mapping[str, child.Runner] = child.RUNNERS) -> None:
    """Serve the control socket given as descriptor number in `sys.argv[2]` until the host closes it.

    `runners` has the kinds of jobs that its children know.
    """
    control = socket.socket(fileno=int(sys.argv[2]))
    banner = json.dumps(child.versions()).encode()
    time.tzset()
    script_run.warm()
    walls.prepare()
    os.environ.clear()  # it has done its work; a child has nothing to clear then
    complaints = os.dup(2)  # for the zygote alone: its children close it with everything else that they inherit
    _quiet()
    # From Python 3.12 a fork beside any thread warns. pyarrow's allocator keeps one thread; it holds no lock of ours,
    # and 500 forks in a row that use Arrow and DuckDB are part of the tests.
    warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork.*")
    gc.collect()
    gc.freeze()
    children: set[int] = set()
    control.sendall(PID.pack(len(banner)) + banner)
    try:
        with contextlib.suppress(ConnectionResetError):  # the host has gone without waiting for an answer
            _serve(control, children, runners)
    except Exception as error:
        os.write(complaints, f"{type(error).__name__}: {error}".encode(errors="replace"))
        raise
    finally:
        for pid in children:
            _kill(pid)


def _quiet() -> None:
    """No input, no output: a crash in a library must not write over the person's terminal."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the host, which then closes the socket
    os.chdir("/")


def _serve(control: socket.socket, children: set[int], runners: Mapping[str, child.Runner]) -> None:
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    dying: set[int] = set()
    while True:
        message, descriptors, _flags, _address = socket.recv_fds(control, 1 + PID.size, 1)
        if not message:
            return
        if message in _AHEAD:
            pid = _fork(control, descriptors[0], runners, _AHEAD[message])
            children |= {pid} if pid > 0 else set()
            control.sendall(PID.pack(pid))
            _collect_ended(dying, children)
            continue
        (pid,) = PID.unpack(message[1:])
        if message[:1] == FORGET:
            dying |= {pid} & children  # a pid of an earlier zygote is nobody's here
        else:
            control.sendall(_collected(pid, own) if pid in children else STATUS.pack(0, 0, 0))
            children.discard(pid)


def _collect_ended(dying: set[int], children: set[int]) -> None:
    """Collect those killed children that have ended by now, without waiting for the others."""
    for pid in tuple(dying):
        ended, _status = os.waitpid(pid, os.WNOHANG)
        if ended:
            dying.discard(pid)
            children.discard(pid)


def _fork(control: socket.socket, descriptor: int, runners: Mapping[str, child.Runner], ahead: Ahead) -> int:
    """The pid of the child, or a negative errno: a machine that is full for a moment is no reason to end."""
    zygote = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:
        pid = -(error.errno or errno.EAGAIN)
    if pid == 0:
        control.close()
        _become_child(descriptor, zygote, runners, ahead)
    if pid > 0:
        with contextlib.suppress(PermissionError, ProcessLookupError):  # the child did the same a moment earlier
            os.setpgid(pid, pid)
    os.close(descriptor)
    return pid


def _become_child(descriptor: int, zygote: int, runners: Mapping[str, child.Runner], ahead: Ahead) -> NoReturn:
    """Run one job and end without any of the interpreter's closing ceremony."""
    code = 1
    try:
        os.setpgid(0, 0)
        if descriptor != _WIRE:
            os.dup2(descriptor, _WIRE)  # the lowest free one: no room for another below it
            os.close(descriptor)
        with socket.socket(fileno=_WIRE) as wire:
            child.serve(wire, zygote, runners, ahead)
        code = 0
    finally:
        os._exit(code)


def _collected(pid: int, own_kib: int) -> bytes:
    """The `STATUS` of a child that has closed its socket or was killed; one that lingers is killed."""
    signal.signal(signal.SIGALRM, lambda _number, _frame: _kill(pid))
    signal.setitimer(signal.ITIMER_REAL, _LINGER_SECONDS)
    _ended, status, usage = os.wait4(pid, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)
    cpu = round((usage.ru_utime + usage.ru_stime) * 1e6)
    return STATUS.pack(status, usage.ru_maxrss - own_kib, cpu)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
