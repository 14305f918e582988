"""Asks again for a page of a walk that contradicts what the listing states: half a page, or one without its way on.

Servers under load, caches and connections that end early give such pages, with status 200. A page is asked for up to
`TRIES` times more, rendered afresh; one that stays as it is was the site's own, and after `STUBBORN` of these no other
short page of the walk is doubted.
"""

from dataclasses import dataclass, field

from webdart.browser.port import Browser
from webdart.errors import PageTimeout, SiteDown
from webdart.navigate.address import is_elsewhere
from webdart.navigate.context import Tools
from webdart.navigate.page_load import FIRST_PAUSE
from webdart.navigate.walk.document_ending import TRIES, Endings
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.pagination import End, Turn, Turns
from webdart.page.model import PageView

STUBBORN = 2
_WAYS = frozenset({"next", "more", "page number"})
"""Kinds of controls that turn pages, or number them."""


@dataclass(slots=True)
class Recovery:
    """Loads pages of one walk again that arrived incomplete."""

    reading: Reading
    turns: Turns
    tools: Tools
    _asked: bool = False  # whether the tab was used since that was asked
    _latest: PageView | None = None  # what it shows then
    _stubborn: int = 0
    _first: PageView | None = None  # of the listing
    _endings: Endings = field(default_factory=Endings)
    _ended: set[str] = field(default_factory=set[str])  # addresses that were asked again for their way on

    async def whole(self, tab: Browser, view: PageView) -> PageView:
        """A page that was opened by its address, again where it has less than it should: the fullest that came."""
        best = await self._fullest(tab, view)
        if self._first is None:
            self._first = best
        if self._is_part(best):
            return best
        for cut, why in self._endings.judge(best):
            self.reading.ended_early(cut, why)
        return best

    def settle(self) -> None:
        """The walk is over."""
        for cut, why in self._endings.settle():
            self.reading.ended_early(cut, why)

    async def _fullest(self, tab: Browser, view: PageView) -> PageView:
        if not (why := self._problem(view)):
            return view
        best, most = view, self._rows(view)
        for attempt in range(TRIES):
            fresh = await self._fresh(tab, view.url, why, attempt)
            if fresh is None:
                continue
            rows = self._rows(fresh)
            if not self._problem(fresh):
                return fresh
            if rows == most and not (fresh.ending and fresh.ending.left_open):  # the site says so each time
                break
            if rows > most:
                best, most = fresh, rows
        self._stubborn += 1
        return best

    def _problem(self, view: PageView) -> str:
        """Why a page is asked for again; "" where there is no reason."""
        part = self._is_part(view)
        if self._stubborn >= STUBBORN:
            return "" if part else self._endings.cut(view)
        return ("" if part else self._endings.problem(view)) or self._shortage(view)

    def _is_part(self, view: PageView) -> bool:
        """Whether a page is what the listing's scripts put into its first page, by its address one of its own.

        It ends as parts do, which says nothing of the listing's documents.
        """
        first = self._first
        if first is None or first.ending is None or view.ending is None or view.early:
            return False
        part = view.ending.may_be_put_into(first.ending) and is_elsewhere(first.url, view.url)
        return part and self._rows(view) > 0

    async def onwards(self, tab: Browser, view: PageView, end: End) -> tuple[PageView, Turn | End]:
        """The end of a walk, or the way on that its last page has after all, with the page that has it."""
        view, late = await self.drawn_late(tab, view, end)
        if isinstance(late, Turn):
            return view, late
        left = self.reading.pages_left()
        settled = end.short or end.asked or end.covered or self.turns.in_place or self.turns.divided
        settled = settled or not left or left <= 0
        if settled or view.url in self._ended or self._ends_by_itself(view):
            return view, end
        self._ended.add(view.url)
        for attempt in range(TRIES):
            fresh = await self._fresh(tab, view.url, f"{end.end}, and more is stated", attempt)
            if fresh is None or self._rows(fresh) == 0:
                continue
            turn = self.turns.onwards(fresh, self._region(fresh), satisfied=False)
            if isinstance(turn, Turn):
                return fresh, turn
        return view, end

    async def drawn_late(self, tab: Browser, view: PageView, onwards: Turn | End) -> tuple[PageView, Turn | End]:
        """The end on a first page, or the way on that its scripts have drawn since it was looked at, with that page.

        The rows of a grid may be there before what turns its pages is.
        """
        first = view.scripted and view.drawn and all(ledger.pages <= 1 for ledger in self.reading.ledgers.values())
        if isinstance(onwards, Turn) or not first or onwards.asked or onwards.covered or _has_ways(view):
            return view, onwards
        now = await tab.view(self.reading.marks)
        if now.url != view.url or not _has_ways(now) or self._rows(now) != self._rows(view):
            return view, onwards
        turn = self.turns.onwards(now, self._region(now), satisfied=False)
        return (now, turn) if isinstance(turn, Turn) else (view, onwards)

    def _ends_by_itself(self, view: PageView) -> bool:
        """Whether a page is a last page: shorter than the first one, and no number of pages says that more follow.

        A total above what was collected is the site's then (of all it has, or of what somebody else may see).
        """
        return any(
            self.reading.ledgers[table].last.pages is None
            and 0 < len(found.records) < self.reading.ledgers[table].first_size
            for table, found in self.reading.gives(view).items()
        )

    def shows(self, view: PageView, *, before: bool) -> bool:
        """Whether the tab shows `view` now; `before` is whether it did before anything was asked for again."""
        shown = self._latest is view if self._asked else before
        self._asked, self._latest = False, None
        return shown

    async def _fresh(self, tab: Browser, url: str, why: str, attempt: int) -> PageView | None:
        """The page once more, after a pause; None where that can't be had, or would take longer than the budget has."""
        pause = FIRST_PAUSE * 2**attempt
        if pause > self.tools.budget.seconds_left():
            return None
        self.tools.trace("action", f"once more: {why}, in {pause:g} s", url=url)
        await self.tools.pause(pause)
        self._asked, self._latest = True, None
        async with self.tools.budget.in_time():
            try:
                view = self._latest = await self.reading.load(tab, url)
            except (SiteDown, PageTimeout):
                return None
        return None if view.status >= 400 else view

    def _shortage(self, view: PageView) -> str:
        """The evidence that a page is not as the site has it; "" if there is none.

        More is to come behind it, by what it or the page before states, and it has fewer rows than the first page, or
        none that is new. Not of a listing that was divided: its parts have rows that were read before.
        """
        if self.turns.divided:
            return ""
        for table, found in self.reading.gives(view).items():
            ledger, rows = self.reading.ledgers[table], len(found.records)
            if not ledger.pages or not ledger.has_more_behind(found.totals, rows):
                continue
            if rows < ledger.first_size:
                return f"{rows} rows of {table}, where the first page has {ledger.first_size}"
            if not self.reading.has_new(table, found):
                return f"no row of {table} that was not read before"
        return ""

    def _rows(self, view: PageView) -> int:
        """The number of rows on a page, over all tables."""
        return sum(len(found.records) for found in self.reading.gives(view).values())

    def _region(self, view: PageView) -> int:
        """The node around the records of a page, as `Reading.region`."""
        return max((found.around for found in self.reading.gives(view).values() if found.records), default=-1)


def _has_ways(view: PageView) -> bool:
    return any(control.kind in _WAYS for control in view.controls)
