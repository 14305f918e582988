"""Waits for what a step acts on.

It looks, checks, and lets the tab wait for a change, until the check holds or the time is up. A page on which nothing
happens any more (no open request, no change) is not waited for until the deadline. Nothing sleeps: the tab returns from
a wait when the page changes, and the clock is passed in.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from webdart.browser.port import Action, Browser, DoWait
from webdart.budget import Clock
from webdart.errors import Ambiguous, NotFound, PageTimeout, StaleElement, StepFailed, WebdartError
from webdart.page.model import PageView
from webdart.page.skeleton import says_busy
from webdart.workflow.model import ExpectStep, Step

Found = TypeVar("Found")

_GLANCE = 0.5  # seconds: a change between a look and a wait goes unnoticed, so look again after this
_CALM = 1.5  # seconds without any change after which a page that asks for nothing will not change by itself
_CALM_NOWHERE = 1.0  # the same where what is acted on stands nowhere, not even hidden: a script would have to fetch it
_CALM_EXPECTED = 3.0  # the same where a change was announced
_CALM_PLAIN = 0.5  # the same for a page without scripts: only a transition of its style may still show something
_DOUBT = 2.0  # seconds after which several hits are no longer a page in the middle of a change


class HeldBack(Exception):
    """A request is held on the wire: no error, but an interruption of the step; its caller gets this view and decides.

    `acted` tells whether the latest action was carried out; without it, the page asked by itself while it was looked
    at, and what the step is for has still to be done. `whole`: nothing is left to be done, or to be read back.
    """

    def __init__(self, view: PageView, *, acted: bool = False, whole: bool = False) -> None:
        super().__init__("a request is held")
        self.view = view
        self.acted = acted
        self.whole = whole


@dataclass(slots=True)
class Patience:
    """A tab and the time that one step may still take.

    `calm` is how many seconds a page may be without a change, and ask for nothing, before it is given up: a step waits
    less for what it acts on than for what it expects, and as long as it was told to where the file says how long.
    `acted` tells whether anything was done in it. `restless` is how many seconds it is waited for what changes again
    and again in the same places, as clocks, slides and texts that type themselves do.
    """

    tab: Browser
    deadline: float  # on `clock`
    clock: Clock
    calm: float = _CALM
    acted: bool = False
    restless: float = math.inf

    @classmethod
    def of(cls, tab: Browser, seconds: float, clock: Clock = time.monotonic) -> "Patience":
        """Patience for `seconds` from now."""
        return cls(tab, clock() + seconds, clock)

    @classmethod
    def with_step(
        cls, step: Step, tab: Browser, seconds: float, clock: Clock = time.monotonic, calm: float | None = None
    ) -> "Patience":
        """Patience for what a step of the file acts on or expects; its own `timeout` goes before both other times."""
        if step.timeout is not None:
            return cls(tab, clock() + step.timeout, clock, math.inf)
        usual = _CALM_EXPECTED if isinstance(step, ExpectStep) else _CALM
        return cls(tab, clock() + seconds, clock, usual if calm is None else calm)

    def left(self) -> float:
        """Seconds until the deadline, never negative."""
        return max(0.0, self.deadline - self.clock())

    async def until(self, check: Callable[[PageView], Found], marks: Sequence[str] = ()) -> tuple[PageView, Found]:
        """What `check` finds in the first view in which it finds it.

        Raises:
            NotFound, StepFailed: what `check` said of the last view.
            HeldBack: a request is held meanwhile.
        """
        started = still = self.clock()
        changes = Changes()
        while True:
            view = await self.tab.view(marks)
            if view.held:
                raise HeldBack(view)
            news = changes.see(view)
            if news == "new" or (news == "again" and self.clock() - started < self.restless) or _is_busy(view):
                still = self.clock()
            try:
                return view, check(view)
            except (NotFound, StepFailed) as error:
                calm = min(self.calm, _calm_of(view, error, self.calm)) if self.calm < math.inf else self.calm
                left = min(self.left(), still + calm - self.clock())
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
                return await self.do(action)
            except StaleElement:
                if self.left() <= 0:
                    raise

    async def do(self, action: Action) -> PageView:
        """Carry out an action, once, of the view that was seen last.

        Raises:
            StepFailed, StaleElement: it can't be done.
            HeldBack: a request is held.
        """
        view = await self.tab.act(action)
        self.acted = True
        if view.held:
            raise HeldBack(view, acted=True)
        return view


def _calm_of(view: PageView, error: WebdartError, usual: float) -> float:
    """How long a page may at most be without a change: nothing where no script is there to bring what isn't."""
    if is_hopeless(view, error):
        return 0.0
    if view.scripted or view.busy:
        return _CALM_NOWHERE if usual == _CALM and _is_nowhere(error) and not view.busy else usual
    return _CALM_PLAIN


def is_hopeless(view: PageView, error: WebdartError) -> bool:
    """Whether neither time nor a menu shows it: its words stand nowhere, and no script is there to bring them."""
    return _is_nowhere(error) and not view.scripted and not view.busy


def _is_nowhere(error: WebdartError) -> bool:
    return isinstance(error, NotFound) and error.nowhere


def _is_busy(view: PageView) -> bool:
    """Whether something goes on: the page loads or asks, or says that it is busy."""
    bars = (node.shown and node.role == "progressbar" for node in view.nodes)
    return view.busy or says_busy(view) or any(bars)


class Changes:
    """What changes on a page between looks at it, and whether it has changed before.

    Views with the same number of nodes are held against each other: what comes and goes brings another number.
    """

    def __init__(self) -> None:
        self._latest: PageView | None = None
        self._known: dict[int, PageView] = {}  # the latest view with so many nodes
        self._moved: set[tuple[int, int]] = set()  # a number of nodes, and the place of one that has changed

    def see(self, view: PageView) -> Literal["new", "again", "still"]:
        """What has changed since the latest look: something that had not before, nothing else, or nothing at all."""
        latest, self._latest = self._latest, view
        if latest is not None and (latest.url, latest.nodes) == (view.url, view.nodes):
            return "still"
        size = len(view.nodes)
        known = self._known.get(size)
        self._known[size] = view
        if latest is None or known is None or latest.url != view.url:
            return "new"
        moved = {(size, one.index) for one, other in zip(view.nodes, known.nodes, strict=True) if one != other}
        fresh = moved - self._moved
        self._moved |= moved
        return "new" if fresh else "again"
