"""Limits what a run or a stage may still spend.

Amounts are hard: what would go over raises, and the engine turns that into the best answer so far (exit 3).
The clock is passed in, so that tests need no waiting.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from webdart.errors import Incomplete

Clock = Callable[[], float]
"""Seconds on a monotonic clock."""


Item = TypeVar("Item")

_IN_ITS_OWN_WORDS = 1.0
"""Seconds for whatever looks at the clock itself to end and say what it has."""

GRACE_SHARE, LEAST_GRACE, MOST_GRACE = 0.1, 2.0, 30.0
"""Of a run's seconds, how many more it has for its answer: SQL over what was collected takes less than two."""


@dataclass(frozen=True, slots=True)
class _NoMore:
    pass


_NO_MORE = _NoMore()


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What may be spent; None is no limit. `seconds` of wall time, `cost` in the currency of the price table."""

    pages: int | None = None
    seconds: float | None = None
    steps: int | None = None
    tokens: int | None = None
    cost: float | None = None


class Budget:
    """A running account against `Limits`; a stage's account also charges the run's."""

    def __init__(self, limits: Limits, *, clock: Clock = time.monotonic, above: "Budget | None" = None) -> None:
        self.limits = limits
        self._clock = clock
        self._above = above
        self._started = clock()
        self._spent: dict[str, float] = {"pages": 0, "steps": 0, "tokens": 0, "cost": 0}

    def within(self, limits: Limits) -> "Budget":
        """An account for one stage, below this one."""
        return Budget(limits, clock=self._clock, above=self)

    def spend(self, what: str, amount: float = 1) -> None:
        """Charge `amount` of pages, steps, tokens or cost.

        Raises:
            Incomplete: the limit of this account or of one above would be passed; nothing is charged then.
        """
        self.check()
        limit = getattr(self.limits, what)
        if limit is not None and self._spent[what] + amount > limit:
            raise Incomplete(f"over budget: {what} {limit:g}", hint=f"raise budget: {{{what}: …}} in the file")
        if self._above is not None:
            self._above.spend(what, amount)
        self._spent[what] += amount

    def afford(self, what: str, amount: float) -> None:
        """Look whether `amount` more could be charged, here and above; nothing is.

        Raises:
            Incomplete: it could not.
        """
        self.check()
        limit = getattr(self.limits, what)
        if limit is not None and self._spent[what] + amount > limit:
            left = max(0.0, limit - self._spent[what])
            raise Incomplete(
                f"over budget: {what} {limit:g}; {left:g} are left, and the next question may take {amount:.4g}",
                hint=f"raise budget: {{{what}: …}} in the file",
            )
        if self._above is not None:
            self._above.afford(what, amount)

    def charge(self, what: str, amount: float) -> None:
        """Charge what was spent already, also beyond the limit: what follows is then refused."""
        if self._above is not None:
            self._above.charge(what, amount)
        self._spent[what] += amount

    def limited(self, what: str) -> bool:
        """Whether there is a limit, here or above."""
        return getattr(self.limits, what) is not None or (self._above is not None and self._above.limited(what))

    def check(self) -> None:
        """Raise Incomplete when the time is up."""
        if self.seconds_left() <= 0:
            raise self._late()

    def spent(self, what: str) -> float:
        """How much of pages, steps, tokens or cost has been charged here."""
        return self._spent[what]

    def seconds_left(self) -> float:
        """Seconds until the nearest time limit; infinite without one."""
        own = float("inf") if self.limits.seconds is None else self.limits.seconds - (self._clock() - self._started)
        return own if self._above is None else min(own, self._above.seconds_left())

    @property
    def grace(self) -> float:
        """Seconds for computing an answer from what was collected, once the time is up."""
        limit = self._tightest()
        return min(MOST_GRACE, max(LEAST_GRACE, GRACE_SHARE * limit))

    @asynccontextmanager
    async def in_time(self, grace: float = 0.0) -> AsyncGenerator[None]:
        """What stands inside is ended when the time is up, wherever it is then; `grace` seconds later, if given.

        Raises:
            Incomplete: the time was up.
        """
        if grace <= 0:
            self.check()
        left = max(0.0, self.seconds_left()) + grace
        limit = asyncio.timeout(None if left == float("inf") else left)
        try:
            async with limit:
                yield
        except TimeoutError:
            if limit.expired():
                raise self._late() from None
            raise

    def _late(self) -> Incomplete:
        return Incomplete(f"over budget: seconds {self._tightest():g}", hint="raise budget: {seconds: …} in the file")

    def _tightest(self) -> float:
        own = float("inf") if self.limits.seconds is None else self.limits.seconds
        return own if self._above is None else min(own, self._above._tightest())  # noqa: SLF001 - the same class


async def in_time(items: AsyncGenerator[Item], budget: Budget) -> AsyncGenerator[Item]:
    """The items of a generator, each waited for no longer than the budget has time; what is made of them is not ended.

    A generator that keeps to the budget by itself ends first, in its own words.

    Raises:
        Incomplete: the time was up.
    """
    async with aclosing(items):
        while True:
            async with budget.in_time(_IN_ITS_OWN_WORDS):
                item = await anext(items, _NO_MORE)
            if isinstance(item, _NoMore):
                return
            yield item
