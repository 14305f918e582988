"""Gives out turns at a site, so that two requests of a pace never lie closer together than it says.

A run has turns of its own. Runs that work side by side in several processes share theirs in a folder: one small file a
host, under the kernel's lock, so that a process that was killed holds nobody up.
"""

import fcntl
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Turns(Protocol):
    """Gives out turns."""

    def take(self, host: str, delay: float, now: float) -> float:
        """When the caller's turn at `host` is, not before `now`; the next one is `delay` seconds later."""
        ...

    def hold(self, host: str, seconds: float, now: float) -> None:
        """Give out no turn at `host` for so long: it has asked to be left alone (Retry-After)."""
        ...


@dataclass(slots=True)
class OwnTurns:
    """The turns of one run; implements `Turns`."""

    _next: dict[str, float] = field(default_factory=dict[str, float])

    def next_of(self, host: str) -> float:
        """When the next turn at a host is that was asked for."""
        return self._next[host]

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says."""
        turn = max(now, self._next.get(host, now))
        self._next[host] = turn + delay
        return turn

    def hold(self, host: str, seconds: float, now: float) -> None:
        """As the port says."""
        self._next[host] = max(self._next.get(host, now), now + seconds)


class SharedTurns(Struct, frozen=True):
    """Turns that processes of one machine share in a folder; implements `Turns`.

    `now` is of the machine's monotonic clock, which all of its processes share. A time that lies further ahead than a
    queue of runs can reach is of an earlier start of the machine, and void.
    """

    folder: Path
    furthest: float = 3_600.0

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says."""
        with self._kept(host, now) as own:
            return own.take(host, delay, now)

    def hold(self, host: str, seconds: float, now: float) -> None:
        """As the port says."""
        with self._kept(host, now) as own:
            own.hold(host, seconds, now)

    @contextmanager
    def _kept(self, host: str, now: float) -> Generator[OwnTurns]:
        """The turns of a host, as they stand in its file; what is done to them within is written back."""
        path = self.folder / sha256(host.encode()).hexdigest()[:16]
        with path.open("a+", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            kept = float(file.read() or now)
            own = OwnTurns({host: kept if kept - now < self.furthest else now})
            yield own
            file.truncate(0)
            file.write(repr(own.next_of(host)))
