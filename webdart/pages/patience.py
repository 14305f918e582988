"""How does a step wait for what it acts on?

It looks, checks, and lets the tab wait for a change, until the check holds or the time is up. Nothing sleeps: the tab
returns from a wait when the page changes, and the clock is passed in.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from webdart.budget import Clock
from webdart.errors import Ambiguous, NotFound, PageTimeout, StaleElement, StepFailed
from webdart.pages.port import Action, Browser, DoWait, PageView

Found = TypeVar("Found")

_GLANCE = 0.5  # seconds: a change between a look and a wait goes unnoticed, so look again after this
_DOUBT = 2.0  # seconds after which several hits are no longer a page in the middle of a change


class HeldBack(Exception):
    """A request is held on the wire: no error, but the end of the step; its caller gets this view and decides."""

    def __init__(self, view: PageView) -> None:
        super().__init__("a request is held")
        self.view = view


@dataclass(slots=True)
class Patience:
    """A tab and the time that one step may still take."""

    tab: Browser
    deadline: float  # on `clock`
    clock: Clock

    @classmethod
    def of(cls, tab: Browser, seconds: float, clock: Clock = time.monotonic) -> "Patience":
        """Patience for `seconds` from now."""
        return cls(tab, clock() + seconds, clock)

    def left(self) -> float:
        """Seconds until the deadline, never negative."""
        return max(0.0, self.deadline - self.clock())

    async def until(self, check: Callable[[PageView], Found], marks: Sequence[str] = ()) -> tuple[PageView, Found]:
        """What `check` finds in the first view in which it finds it.

        Raises:
            NotFound, StepFailed: what `check` said of the last view.
            HeldBack: a request is held meanwhile.
        """
        started = self.clock()
        while True:
            view = await self.tab.view(marks)
            if view.held:
                raise HeldBack(view)
            try:
                return view, check(view)
            except (NotFound, StepFailed) as error:
                left = self.left()
                if isinstance(error, Ambiguous):
                    left = min(left, started + _DOUBT - self.clock())
                if left <= 0 or not await self._changed(left):
                    raise

    async def _changed(self, left: float) -> bool:
        """Whether another look is worth while: False when the tab says that nothing will come."""
        try:
            view = await self.tab.act(DoWait(min(left, _GLANCE)))
        except PageTimeout:
            return False
        if view.held:
            raise HeldBack(view)
        return True

    async def act(self, make: Callable[[PageView], Action], marks: Sequence[str] = ()) -> PageView:
        """Make an action of the first view that allows it, and carry it out; again if the element went stale.

        Raises:
            NotFound, StepFailed, StaleElement: it could not be done in time.
            HeldBack: a request is held.
        """
        while True:
            _, action = await self.until(make, marks)
            try:
                view = await self.tab.act(action)
            except StaleElement:
                if self.left() <= 0:
                    raise
                continue
            if view.held:
                raise HeldBack(view)
            return view
