"""Turns a page with a control or by scrolling, and waits until other rows have come.

The caller defines what a change is (`Changed`); the module waits for it by looking, never by the clock alone: a page on
which nothing happens any more is not waited for.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from webdart.browser.actions.wait import Patience
from webdart.browser.port import Action, Browser, DoChoose, DoClick, DoPress, DoScrollTo, DoType, DoWait
from webdart.errors import PageTimeout, StaleElement, StepFailed
from webdart.navigate.context import Tools
from webdart.navigate.walk.pagination import Turn, box_of
from webdart.page.locator import element
from webdart.page.model import Element, Node, PageView, Scroller
from webdart.page.submit_button import button_for
from webdart.values import replace

Changed = Callable[[PageView], bool]
"""Whether a page shows something else than before the turn."""

Same = Callable[[PageView, PageView], bool]
"""Whether a page still shows the rows that it showed before: the page then, and the page now."""

CALM = 1.5
"""Seconds without any change after which a control that was used will bring nothing."""

CALM_SCROLLED = 0.7
"""The same after scrolling where nothing says that more comes by scrolling."""

CALM_GROWN = 3.0
"""The same where scrolling brought rows before."""

REST = 0.5
"""The same before rows that came in place are held against what was there before."""

_MOST_LOOKS = 20
_GLANCE, _GLANCES = 0.1, 5  # seconds between looks at what has just come, and how many there are
_GROWTH = 0.25  # of the page: what a list grows by before it is read again
_MOST_STEPS = 32
_MOST_IDLE = 8
_OVERLAP = 0.6  # of what is in view: how far a list whose rows come and go is moved at a time
_LEAST_STEP = 40.0  # pixels


@dataclass(slots=True)
class Turner:
    """Turns pages in one tab.

    A list that grows is read again when it has grown by a quarter, as far as can be told before: what is read whole
    after every click costs the square of its length. `single`: each of its steps counts, and is read.
    `moving`: rows that leave the view are taken out, so the list has to be moved step by step. `proof` is what showed,
    at the last turn that brought nothing, that there is no more ("" where nothing did).
    """

    tab: Browser
    tools: Tools
    marks: tuple[str, ...] = ()
    single: bool = False
    moving: bool = False
    proof: str = ""
    idle: int = 0  # steps of a list that is moved, one after another, that brought no row
    _height: float = 0.0  # of a list that is moved, when that began
    _shown: bool = False  # scrolling brought something
    _step_size: float = 0.0  # nodes by which the page grew at a time, lately; 0: unknown

    async def turn(
        self, view: PageView, turn: Turn, changed: Changed, apart: Changed, lost: Changed = lambda _: False
    ) -> PageView | None:
        """Carry out a turn in the tab, which shows `view`; None where it brings nothing.

        `apart` tells that none of the rows of before is there any more, `lost` that some are not.

        Raises:
            StepFailed: the control can't be used.
        """
        self.tools.budget.spend("steps")
        self.proof = ""
        if turn.kind == "scroll":
            return await self._scroll(view, turn, changed, apart, lost)
        assert turn.node is not None
        if turn.kind == "set":
            return await self._rested(await self._set(view, turn.node, turn.words, changed))
        times = self._times(view) if turn.kind == "more" else 1
        after = await self._rested(await self._act(DoClick(element(view, turn.node), times=times), changed, CALM))
        self._grown(view, after, times)
        return after

    async def _rested(self, after: PageView | None) -> PageView | None:
        """The page that came in place, looked at until two looks agree: what was there before may leave it slowly.

        Chips of the rows before, faded out, stood among those of the rows that came. What never rests is let be.
        """
        for _ in range(_GLANCES if after is not None else 0):
            with suppress(PageTimeout):
                await self.tab.act(DoWait(_GLANCE))
            now = await self.tab.view(self.marks)
            if after is not None and now.nodes == after.nodes:
                break
            after = now
        return after

    def draws_late(self, view: PageView, turn: Turn) -> bool:
        """Whether a list that is moved may have rows further on, though its last step brought none: no end is seen.

        What is drawn a moment after the step takes others out first.
        """
        self.idle += 1
        return turn.kind == "scroll" and self.moving and self.idle < _MOST_IDLE and not _scroller(view, turn).at_end

    def _times(self, view: PageView) -> int:
        """The number of steps that make a list grow by a quarter, judged by the latest one."""
        if self.single or not self._step_size or self.tools.budget.limited("pages"):
            return 1
        return max(1, min(_MOST_STEPS, int(_GROWTH * len(view.nodes) / self._step_size)))

    def _grown(self, view: PageView, after: PageView | None, times: int) -> None:
        """Learn how much a step brings, and charge those that were taken beside the one that was paid for."""
        growth = 0 if after is None else len(after.nodes) - len(view.nodes)
        if self._step_size and times > 1:
            self.tools.budget.charge("pages", max(0, min(times, round(growth / self._step_size)) - 1))
        self._step_size = max(self._step_size, growth / times) if growth > 0 else 0.0

    async def _act(self, action: Action, changed: Changed, calm: float, restless: float = math.inf) -> PageView | None:
        with suppress(StaleElement):  # it went away just now: what the page shows then is looked at
            view = await self.tab.act(action)
            if not self.marks and not view.held and changed(view):
                return view
        return await self._await(changed, calm, restless)

    async def _await(self, changed: Changed, calm: float, restless: float) -> PageView | None:
        """The first view that is another one; None where the page has become calm without that."""

        def check(view: PageView) -> None:
            if not changed(view):
                raise StepFailed("no other rows", url=view.url)

        patience = replace(Patience.of(self.tab, self.tools.seconds, time.monotonic), calm=calm, restless=restless)
        try:
            view, _ = await patience.until(check, self.marks)
        except StepFailed:
            return None
        return view

    async def _set(self, view: PageView, box: Node, words: str, changed: Changed) -> PageView | None:
        """Give a box the number of the next page, and send its form where that does not happen by itself."""
        target = element(view, box)
        if box.tag == "select":
            after = await self._act(DoChoose(target, (words,)), changed, CALM_SCROLLED)
        else:
            await self.tab.act(DoType(target, words))
            after = None
        if after is not None:
            return after
        button = button_for(view, box)
        if button is not None:
            return await self._act(DoClick(element(view, button)), changed, CALM)
        return None if box.tag == "select" else await self._act(DoPress("Enter", target), changed, CALM)

    # -- scrolling --------------------------------------------------------------------------------------------

    async def _scroll(
        self, view: PageView, turn: Turn, changed: Changed, apart: Changed, lost: Changed
    ) -> PageView | None:
        """To the end of the box; where rows come and go, a step on, and back by smaller ones if rows went by unseen.

        They may come and go in the middle alone, and the first of them stay.
        """
        box = _scroller(view, turn)
        if not self.moving:
            times = self._times(view) if self._shown else 1
            after = await self._to(view, turn, box.height, changed, times)
            self._grown(view, after, times)
            if after is None and self._shown:
                after = await self._nudge(turn, changed)
            if after is None:
                return None
            if not lost(after):
                self._shown = True
                return after
            self.moving, self._height = True, box.height
            back = await self._to(after, turn, box.top, lambda now: not lost(now))
            view = back or await self.tab.view(self.marks)
            if back is None and apart(view):  # some of them are enough: a grid may keep fewer ready than at first
                raise StepFailed("the rows seen first did not come again after scrolling back", url=after.url)
        return await self._step(view, turn, changed, apart)

    async def _step(self, view: PageView, turn: Turn, changed: Changed, apart: Changed) -> PageView | None:
        share = _OVERLAP
        while True:
            box = _scroller(view, turn)
            after = await self._to(view, turn, box.top + max(_LEAST_STEP, share * box.seen), changed)
            if after is not None and not apart(after):
                self._shown = True
                return after
            if after is None:
                view = await self.tab.view(self.marks)
                now = _scroller(view, turn)
                if now.at_end and now.height == self._height:
                    self.proof = "the list was moved to its end, row by row, and its length stayed the same"
                if now.at_end or now.top <= box.top:
                    return None
                continue  # the step was within what is kept ready around the view
            if share * box.seen <= _LEAST_STEP:
                raise StepFailed("rows go by faster than the list can be scrolled", url=after.url)
            share /= 2
            again = await self._to(after, turn, box.top, lambda now: not apart(now))
            view = again or await self.tab.view(self.marks)

    async def _to(self, view: PageView, turn: Turn, top: float, changed: Changed, times: int = 1) -> PageView | None:
        box = _scroller(view, turn)
        calm = CALM_GROWN if self._shown and box.at_end else CALM_SCROLLED
        restless = math.inf if self._shown else calm  # nothing says that more comes: a clock's turns say it as little
        return await self._act(DoScrollTo(top, _box(view, turn), times), changed, calm, restless)

    async def _nudge(self, turn: Turn, changed: Changed) -> PageView | None:
        """Away from the end and back: some lists ask for more only when they are moved there."""
        view = await self.tab.view(self.marks)
        box = _scroller(view, turn)
        after = await self._to(view, turn, max(0.0, box.height - 2 * box.seen), changed)
        return after or await self._to(await self.tab.view(self.marks), turn, box.height, changed)


async def at_rest(tab: Browser, here: PageView, same: Same, marks: Sequence[str] = ()) -> PageView:
    """The page of a tab once it stays as it is: rows of before may go, and totals come, a moment later.

    Raises:
        StepFailed: it does not come to rest.
    """
    for _ in range(_MOST_LOOKS):
        with suppress(PageTimeout):
            await tab.act(DoWait(REST))
        after = await tab.view(marks)
        if same(here, after):
            return after
        here = after
    raise StepFailed("the rows do not come to rest", url=here.url)


def _scroller(view: PageView, turn: Turn) -> Scroller:
    """The box that is scrolled, in its current state."""
    return view.scrollers.get(box_of(view, turn), Scroller(0, view.height, view.height))


def _box(view: PageView, turn: Turn) -> Element | None:
    place = box_of(view, turn)
    return element(view, view.nodes[place]) if place else None
