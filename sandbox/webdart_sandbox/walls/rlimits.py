"""Sets the limits that the kernel itself meters: memory, CPU time, files, processes."""

import math
import os
import resource
import sys

from webdart_sandbox.limits import MIB, Limits

_ROOM_BYTES = 16 * MIB
"""What the interpreter may map beside the job's own memory: thread stacks, an arena that was just begun."""


def lower(limits: Limits) -> None:
    """Limit what this process can use, for good."""
    if sys.platform == "linux":
        # counted from what is mapped already: code and allocators alone are 1 to 2 GiB of addresses
        _set(resource.RLIMIT_AS, _mapped() + limits.memory_mb * MIB + _ROOM_BYTES)
        _set(resource.RLIMIT_MSGQUEUE, 0)
        _set(resource.RLIMIT_MEMLOCK, 0)
        _set(resource.RLIMIT_NPROC, 0)  # not enforced for root: the user must have been dropped before
    seconds = max(1, math.ceil(limits.cpu_seconds))
    _set(resource.RLIMIT_CPU, seconds, seconds + 1)  # a signal that says why first, then the end
    _set(resource.RLIMIT_FSIZE, 0)
    _set(resource.RLIMIT_CORE, 0)


def close_table(wire: int) -> None:
    """Leave no room for a descriptor above `wire`."""
    _set(resource.RLIMIT_NOFILE, wire + 1)


def _set(what: int, amount: int, final: int | None = None) -> None:
    _soft, hard = resource.getrlimit(what)
    ceiling = sys.maxsize if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(what, (min(amount, ceiling), min(amount if final is None else final, ceiling)))


def _mapped() -> int:
    statm = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return int(os.read(statm, 64).split()[0]) * os.sysconf("SC_PAGESIZE")
    finally:
        os.close(statm)
