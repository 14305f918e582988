"""A zygote on a machine that is full now and then: its first and third forks fail."""

import errno
import itertools
import os

from webdart_sandbox import zygote

_forks = itertools.count(1)
_fork = os.fork


def _full_at_times() -> int:
    if next(_forks) in {1, 3}:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return _fork()


def main() -> None:
    """Serve as the real zygote does."""
    os.fork = _full_at_times
    zygote.main()
