"""Gives out turns at sites in the memory of a cluster's scheduler, so that the pace of a host is kept by all workers.

A reply is how long to wait, so that no two clocks need to agree: a turn is late by the way of its reply, never early.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any, cast

from distributed import Scheduler, SchedulerPlugin, Worker

from webdart.browser.network.turns import OwnTurns
from webdart.errors import StoreError

_TURN, _HOLD = "webdart_turn", "webdart_hold"
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

    async def turn(self, host: str, delay: float) -> float:
        """Seconds until the caller's turn."""
        now = time.monotonic()
        return self.turns.take(host, delay, now) - now

    async def hold(self, host: str, seconds: float) -> None:
        """Give out no turn at a host for so long."""
        self.turns.hold(host, seconds, time.monotonic())


@dataclass(frozen=True, slots=True)
class ClusterTurns:
    """The turns of a worker's runs, which ask the scheduler for each; implements `Turns`.

    Not for the worker's own loop, which carries the question.
    """

    worker: Worker

    def take(self, host: str, delay: float, now: float) -> float:
        """As the port says; `now` is of this machine's monotonic clock.

        Raises:
            StoreError: the scheduler does not answer.
        """
        del now  # the reply counts from when it came
        wait = self._asked(_TURN, host=host, delay=delay)
        return time.monotonic() + wait

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
