"""Gives out turns at a site, so that two requests of a pace never lie closer together than it says.

A run has turns of its own. Runs that work side by side in several processes share theirs in a folder: one small file a
host, under the kernel's lock, so that a process that was killed holds nobody up.
"""

import fcntl
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol


class Turns(Protocol):
    """Gives out turns."""

    def take(self, host: str, delay: float, now: float) -> float:
        """When the caller's turn at `host` is, not before `now`; the next one is `delay` seconds later."""
        ...


@dataclass(slots=True)
class OwnTurns:
    """The turns of one run; implements `Turns`."""

    _next: dict[str, float] = field(default_factory=dict[str, float])

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says."""
        turn = max(now, self._next.get(host, now))
        self._next[host] = turn + delay
        return turn


@dataclass(frozen=True, slots=True)
class SharedTurns:
    """Turns that processes of one machine share in a folder; implements `Turns`.

    `now` is of the machine's monotonic clock, which all of its processes share. A time that lies further ahead than a
    queue of runs can reach is of an earlier start of the machine, and void.
    """

    folder: Path
    furthest: float = 3_600.0

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says."""
        path = self.folder / sha256(host.encode()).hexdigest()[:16]
        with path.open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            kept = float(file.read() or now)
            turn = max(now, kept if kept - now < self.furthest else now)
            file.truncate(0)
            file.write(repr(turn + delay))
        return turn
