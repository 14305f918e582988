"""Gives out turns at sites in the memory of a cluster's scheduler, so that the pace of a host is kept by all workers.

A reply is how long to wait, so that no two clocks need to agree: a turn is late by the way of its reply, never early.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

from distributed import Scheduler, SchedulerPlugin, Worker

from webdart.browser.network.turns import OwnTurns
from webdart.errors import StoreError

_NAME = "webdart_turn"
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
        scheduler.handlers[_NAME] = self.turn

    async def turn(self, host: str, delay: float) -> float:
        """Seconds until the caller's turn."""
        now = time.monotonic()
        return self.turns.take(host, delay, now) - now


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
        return time.monotonic() + self._asked(host=host, delay=delay)

    def _asked(self, **what: Any) -> float:
        loop: Any = self.worker.loop
        reply = asyncio.run_coroutine_threadsafe(getattr(self.worker.scheduler, _NAME)(**what), loop.asyncio_loop)
        try:
            return reply.result(_SECONDS)
        except (OSError, TimeoutError) as error:
            raise StoreError("the cluster's scheduler gives no turns: nothing is opened without one") from error
