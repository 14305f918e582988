"""Shows a page of a listing by its number, where pages have no addresses.

By what its pager offers in the page that is shown: a number, the way to the last page, the next one. A page that one
click shows is taken rather than one that lies far from all of these; every page that it takes is paid for.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial

from webdart.browser.port import Browser
from webdart.errors import StepFailed
from webdart.navigate.context import Tools
from webdart.navigate.walk.page_count import Extent, numbers_of, ways
from webdart.navigate.walk.page_turn import Turner, at_rest
from webdart.navigate.walk.pagination import Turn
from webdart.page.model import Node, PageView
from webdart.records import Extraction
from webdart.values import replace

Look = Callable[[PageView], Extraction]
"""Reads the records of a page."""


@dataclass(slots=True, kw_only=True)
class Leaves:
    """A listing whose pages are turned in `tab`, which shows `view`, its page `number`.

    `extent` says how many pages it has, as far as is known; the first time that its last page is shown, for good.
    """

    tab: Browser
    tools: Tools
    marks: tuple[str, ...]
    look: Look
    view: PageView
    number: int
    extent: Extent
    _turner: Turner = field(init=False)
    _says_own: bool = field(init=False)  # the pager has the number of the page shown among those to click

    def __post_init__(self) -> None:
        """Find the control that turns its pages."""
        self._turner = Turner(self.tab, self.tools, self.marks, single=True)
        self._says_own = self.number in numbers_of(self.view)

    def nearest(self, wanted: int, without: Collection[int]) -> int | None:
        """The page that one click shows and that is nearest to a wanted one; None where none is left."""
        left = [number for number in ways(self.view, self.number, self.extent) if number not in without]
        return min(left, key=lambda number: (abs(number - wanted), number), default=None)

    async def show(self, number: int) -> PageView | str:
        """A page that `nearest` named, in the tab; or why it can't be shown.

        Raises:
            Incomplete: the budget is spent.
        """
        node = ways(self.view, self.number, self.extent).get(number)
        if node is None:
            return f"page {number} of the listing can't be shown by one click"
        self.tools.budget.spend("pages")
        try:
            after = await self._clicked(node)
        except StepFailed as failed:
            return f"page {number} of the listing can't be shown: {failed.problem}"
        if after is None:
            return f"page {number} of the listing can't be shown: a click brought no other rows"
        ends = self.extent.least and number >= self.extent.pages
        self.view, self.number = after, number
        if ends:
            self._ended()
        return after

    async def goes_on(self) -> bool:
        """Whether another page comes after the one that is shown: some pagers have a next that does nothing there."""
        following = ways(self.view, self.number, replace(self.extent, pages=self.number + 1)).get(self.number + 1)
        if following is None:
            return False
        try:
            after = await self._clicked(following)
        except StepFailed:
            return False
        self.view = self.view if after is None else after
        return after is not None

    async def _clicked(self, node: Node) -> PageView | None:
        """The page with other rows that a click brings; None where it brings none."""
        before = self._keys(self.view)
        moved, apart = partial(self._differs, before), partial(self._apart, before)
        after = await self._turner.turn(self.view, Turn(kind="click", node=node), moved, apart)
        return None if after is None else await at_rest(self.tab, after, self._same, self.marks)

    def _same(self, before: PageView, after: PageView) -> bool:
        return self._keys(before) == self._keys(after) and self.look(before).totals == self.look(after).totals

    def _ended(self) -> None:
        """The last page is shown: it tells how many there are."""
        numbers = numbers_of(self.view)
        totals = self.look(self.view).totals
        last = max(numbers, default=0) + (0 if self._says_own else 1) if numbers else self.number
        self.number = totals.page or max(last, self.number)
        self.extent = replace(self.extent, pages=self.number, least=False)

    def _keys(self, view: PageView) -> list[object]:
        return [record.key for record in self.look(view).records]

    def _differs(self, before: list[object], view: PageView) -> bool:
        keys = self._keys(view)
        return bool(keys) and keys != before

    def _apart(self, before: list[object], view: PageView) -> bool:
        return not set(before) & set(self._keys(view))
