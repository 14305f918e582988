"""Tries whether a layer holds here: puts it up, tries what it must stop, and reports what happened.

For `webdart doctor`: a kernel's version says what might work, only a trial says what does. Each trial has a child of
its own, in which only the layer in question stands (and what it can't do without).
"""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from webdart_sandbox import walls
from webdart_sandbox.limits import MIB
from webdart_sandbox.walls.linux import prctl

_GET_DUMPABLE, _GET_NO_NEW_PRIVS = 3, 39
_NEEDS = {"landlock": {"privileges"}, "seccomp": {"privileges"}, "capabilities": {"user"}}


@dataclass(frozen=True, slots=True)
class _Trial:
    prepare: Callable[[], object]
    attempt: Callable[[object], str]
    """What got through; an empty string where nothing did."""


def hold(name: str, cell: walls.Cell) -> str:
    """Try the layer `name` in this process; an empty string where it holds, else what is the matter."""
    trial = _TRIALS[name]
    prepared = trial.prepare()
    if name not in {wall.name for wall in walls.WALLS}:  # the host has put it up
        return trial.attempt(prepared)
    every = {wall.name for wall in (*walls.ENTER, *walls.SEAL)}
    alone = replace(cell, without=frozenset(every - {name} - _NEEDS.get(name, set())))
    missing = [*walls.enter(alone), *walls.seal(alone)]
    notes = [each.note for each in missing if each.name == name]
    return notes[0] if notes else trial.attempt(prepared)


def _nothing() -> object:
    return None


def _must_fail(deed: str, attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except (OSError, MemoryError):
        return ""
    return f"{deed} was possible"


def _descriptors(inherited: object) -> str:
    return _must_fail("using an inherited descriptor", lambda: os.fstat(int(str(inherited))))


def _environment(_prepared: object) -> str:
    return f"{len(os.environ)} variables are left" if os.environ else ""


def _namespaces(before: object) -> str:
    if Path("/proc/self/ns/net").readlink() == before:
        return "the network namespace is the same"
    interfaces = [name for _index, name in socket.if_nameindex() if name != "lo"]
    return f"network interfaces in sight: {', '.join(interfaces)}" if interfaces else ""


def _user(_prepared: object) -> str:
    return _must_fail("becoming root", lambda: os.setresuid(0, 0, 0))


def _privileges(_prepared: object) -> str:
    return "" if prctl(_GET_NO_NEW_PRIVS) == 1 and prctl(_GET_DUMPABLE) == 0 else "new privileges are possible"


def _landlock(_prepared: object) -> str:
    return _must_fail("opening a folder", lambda: os.open("/", os.O_RDONLY))


def _rlimits(prepared: object) -> str:
    bytes_over = int(str(prepared))
    return _must_fail("allocating beyond the limit", lambda: bytearray(bytes_over)) or _must_fail(
        "opening another descriptor", os.pipe
    )


def _seccomp(_prepared: object) -> str:
    deeds: tuple[tuple[str, Callable[[], object]], ...] = (
        ("opening a folder", lambda: os.open("/", os.O_RDONLY)),
        ("making a socket", socket.socket),
        ("looking at a file", lambda: os.stat("/")),  # noqa: PTH116 - the bare call is what is tried
        ("signalling a process", lambda: os.kill(os.getppid(), 0)),
    )
    return next((told for told in (_must_fail(deed, attempt) for deed, attempt in deeds) if told), "")


def _cgroup(_prepared: object) -> str:
    held = bytearray(1024 * MIB)
    for place in range(0, len(held), 4096):
        held[place] = 1
    return "filling memory beyond the limit was possible"


_TRIALS = {
    "cgroup": _Trial(_nothing, _cgroup),
    "descriptors": _Trial(lambda: os.dup(1), _descriptors),
    "environment": _Trial(lambda: os.environ.setdefault("WEBDART_TRIAL", "1"), _environment),
    "namespaces": _Trial(lambda: Path("/proc/self/ns/net").readlink(), _namespaces),
    "user": _Trial(_nothing, _user),
    "capabilities": _Trial(_nothing, lambda _none: _must_fail("changing the root folder", lambda: os.chroot("/"))),
    "privileges": _Trial(_nothing, _privileges),
    "landlock": _Trial(_nothing, _landlock),
    "rlimits": _Trial(lambda: 4096 * MIB, _rlimits),
    "seccomp": _Trial(_nothing, _seccomp),
}
