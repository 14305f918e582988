"""Gives out turns at sites in the memory of a cluster's scheduler, so that the pace of a host is kept by all workers.

A turn is a time of the scheduler's clock, and lies far enough ahead for the reply to come before it. A worker knows
that clock by the quickest of its latest questions: half of the time that it took is how far off it may be.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from distributed import Scheduler, SchedulerPlugin, Worker

from webdart.browser.network.turns import OwnTurns
from webdart.errors import StoreError

_TURN, _HOLD = "webdart_turn", "webdart_hold"
_AHEAD = 0.1
"""Seconds in which a reply comes, as a rule; a later one makes its turn late, and the next one too close by as much."""

_GOOD_FOR = 60.0
"""Seconds in which two clocks drift apart by some milliseconds at most."""

_SECONDS = 30.0
"""A scheduler that takes longer for a turn is not there: nothing may be opened."""


@dataclass(eq=False)
class PacePlugin(SchedulerPlugin):
    """The turns of a cluster, as long as its scheduler lives."""

    name = "webdart-pace"
    idempotent = True  # whoever comes later finds the turns of who came first
    turns: OwnTurns = field(default_factory=OwnTurns)

    async def start(self, scheduler: Scheduler) -> None:
        """Answer for turns from now on."""
        cast("Any", scheduler).handlers.update({_TURN: self.turn, _HOLD: self.hold})

    async def turn(self, host: str, delay: float) -> tuple[float, float]:
        """What time it is here, and when the caller's turn is."""
        now = time.monotonic()
        return now, self.turns.take(host, delay, now + min(delay, _AHEAD))

    async def hold(self, host: str, seconds: float) -> None:
        """Give out no turn at a host for so long."""
        self.turns.hold(host, seconds, time.monotonic())


@dataclass(slots=True, eq=False)
class ClusterTurns:
    """The turns of a worker's runs, which ask the scheduler for each; implements `Turns`.

    Not for the worker's own loop, which carries the question.
    """

    worker: Worker
    clock: Callable[[], float] = time.monotonic
    _ahead: float = 0.0  # of the scheduler's clock, against ours
    _took: float = float("inf")
    _known: float = float("-inf")

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says; `now` is of this machine's monotonic clock.

        Raises:
            StoreError: the scheduler does not answer.
        """
        asked = self.clock()
        theirs, turn = self._asked(_TURN, host=host, delay=delay)
        self._compare(asked, self.clock(), theirs)
        return max(turn - self._ahead, now)

    def _compare(self, asked: float, answered: float, theirs: float) -> None:
        took = answered - asked
        if took <= self._took or answered - self._known > _GOOD_FOR:
            self._ahead, self._took, self._known = theirs - (asked + answered) / 2, took, answered

    def hold(self, host: str, seconds: float, now: float) -> None:
        """As the port says.

        Raises:
            StoreError: the scheduler does not answer.
        """
        del now
        self._asked(_HOLD, host=host, seconds=seconds)

    def _asked(self, handler: str, **what: Any) -> Any:
        loop: Any = self.worker.loop
        question = getattr(self.worker.scheduler, handler)
        reply = asyncio.run_coroutine_threadsafe(question(**what), loop.asyncio_loop)
        try:
            return reply.result(_SECONDS)
        except (OSError, TimeoutError) as error:
            raise StoreError("the cluster's scheduler gives no turns: nothing is opened without one") from error
