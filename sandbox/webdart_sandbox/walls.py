"""What holds a child in, whatever its program manages to do?"""

import math
import os
import resource
import sys

from webdart_sandbox.limits import MIB, Limits


def confine(limits: Limits) -> None:
    """Set the resource limits of this process; call it when the interpreter and the database have what they need."""
    if sys.platform == "linux":
        # counted from what the process has mapped already: code and allocators of the database are 1.8 GiB of addresses
        _lower(resource.RLIMIT_AS, _mapped() + limits.memory_mb * MIB)
    _lower(resource.RLIMIT_CPU, max(1, math.ceil(limits.cpu_seconds)))
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(what: int, amount: int) -> None:
    _soft, hard = resource.getrlimit(what)
    amount = amount if hard == resource.RLIM_INFINITY else min(amount, hard)
    resource.setrlimit(what, (amount, amount))


def _mapped() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - one read, after which nothing is opened
        return int(statm.read().split()[0]) * os.sysconf("SC_PAGESIZE")
