"""Reads some pages of a listing as evidence, without walking it.

The last page first, then pages between, opened by address (or turned to, where they have none) and checked to be what
they are taken for. Their rows are evidence only: they are in the trace, never in the table.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from webdart.navigate.address import without_fragment
from webdart.navigate.pushdown.verify import Sampled
from webdart.navigate.walk.address_series import series_between
from webdart.navigate.walk.page_count import Extent
from webdart.navigate.walk.page_number import Look
from webdart.page.model import PageView
from webdart.records import Extraction
from webdart.records.model import Record, Totals
from webdart.values import replace

Open = Callable[[str], Awaitable[PageView]]


class Turned(Protocol):
    """A listing without addresses in a tab: which of its pages one click shows, and the click."""

    @property
    def number(self) -> int:
        """The page that is shown."""
        ...

    @property
    def extent(self) -> Extent:
        """The extent of the listing, as far as it is known by now."""
        ...

    def nearest(self, wanted: int, without: Collection[int]) -> int | None:
        """The page to show for a wanted one."""
        ...

    async def show(self, number: int) -> PageView | str:
        """Show it, or say why not."""
        ...

    async def goes_on(self) -> bool:
        """Whether another page comes after the one that is shown."""
        ...


Leaf = Callable[[], Awaitable[Turned | str]]
"""Gives a listing without addresses, at a page that is known; or says why not."""

_SHARES = (1.0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875)
"""Where in a listing samples are taken, the last page first."""

LEAST_SHOWN = 2


@dataclass(slots=True)
class Sampler:
    """Reads pages of one listing out of their order. `first` are the totals of its first page, `stated` or not.

    `near`: the page right behind the known ones is read before all others. `leaf` is asked once where the listing has
    no addresses; none of its pages has a row of the keys that are `known` then.
    """

    extent: Extent
    open: Open
    look: Look
    first: Totals
    near: bool = False
    taken: dict[int, Sampled] = field(default_factory=dict[int, Sampled])
    opened: int = 0
    leaf: Leaf | None = None
    known: frozenset[object] = frozenset()
    _leaves: Turned | None = None

    @property
    def last(self) -> bool:
        """Whether the last page is among those read."""
        return any(page.last for page in self.taken.values())

    def records(self) -> list[Record]:
        """The rows of the pages read, in the listing's order."""
        return [record for number in sorted(self.taken) for record in self.taken[number].records]

    async def more(self, known: int) -> str:
        """Read one more page behind the first `known`; why that can't be done, or nothing.

        All pages that are left may have been read: then `exhausted` says so, and nothing is opened.
        """
        number = self._next(known)
        if number is None:
            return ""
        return await self._turn_to(number, known) if self.extent.turned else await self._take(number)

    def exhausted(self, known: int) -> bool:
        """Whether every page behind the first `known` has been read."""
        return self._next(known) is None

    def _next(self, known: int) -> int | None:
        last = self.extent.pages
        left = last - known
        if self.near and left > 0 and known + 1 not in self.taken:
            return known + 1
        for share in _SHARES:
            number = known + max(1, round(share * left))
            if left > 0 and number not in self.taken:
                return number
        return next((number for number in range(known + 1, last + 1) if number not in self.taken), None)

    async def _take(self, number: int) -> str:
        address = self.extent.address(number)
        if address is None and number > LEAST_SHOWN and LEAST_SHOWN not in self.taken:
            problem = await self._take(LEAST_SHOWN)  # its link to page 3 tells how addresses go on
            if problem:
                return problem
            address = self.extent.address(number)
        if address is None:
            return f"page {number} of the listing has no known address"
        view = await self.open(address)
        self.opened += 1
        return self._judge(number, view)

    async def _turn_to(self, wanted: int, known: int) -> str:
        """Show the page that is nearest to a wanted one of those that one click shows."""
        if self._leaves is None:
            leaves = "its pages have no addresses" if self.leaf is None else await self.leaf()
            if isinstance(leaves, str):
                return leaves
            self._leaves = leaves
        number = self._leaves.nearest(wanted, {*self.taken, *range(1, known + 1)})
        if number is None or (number != wanted and wanted in (self.extent.pages, known + 1 if self.near else 0)):
            return f"page {wanted} of the listing can't be shown by one click"
        view = await self._leaves.show(number)
        self.opened += 1
        if isinstance(view, str):
            return view
        self.extent = self._leaves.extent
        ended = self._leaves.number == self.extent.pages and not await self._leaves.goes_on()
        return self._judge(self._leaves.number, view, ended=ended)

    def _judge(self, number: int, view: PageView, *, ended: bool = False) -> str:
        """Whether the page that came is the one that was meant; it is kept if so. `ended`: it surely leads nowhere."""
        if view.status >= 400:
            return f"page {number} of the listing answers {view.status}"
        found = self.look(view)
        if found.verdict != "found":
            return f"page {number} of the listing carries no rows"
        following = next((control.href for control in view.controls if control.kind == "next"), None)
        following = None if ended else following
        wrong = self._misplaced(number, view, following) or self._other(number, found)
        if wrong:
            return wrong
        self.taken[number] = Sampled(records=found.records, last=number == self.extent.pages, totals=found.totals)
        if number == LEAST_SHOWN and following:
            shown = {LEAST_SHOWN: view.url, LEAST_SHOWN + 1: following, **self.extent.shown}
            self.extent = replace(self.extent, shown=shown, series=series_between(shown))
        return ""

    def _misplaced(self, number: int, view: PageView, following: str | None) -> str:
        """Whether the page stands elsewhere in its listing, by where it leads."""
        if number < self.extent.pages:
            return "" if following is not None else f"page {number} of {self.extent.pages} leads no further"
        on = following is not None and without_fragment(following) != without_fragment(view.url)
        return "what should be the last page leads on" if on else ""

    def _other(self, number: int, found: Extraction) -> str:
        """Whether the page is of another listing, or another page of this one, by its rows and totals."""
        stated, place, size = found.totals.stated, found.totals.first, self.first.last
        if stated is not None and self.first.stated is not None and stated != self.first.stated:
            return f"the stated total changed from {self.first.stated} to {stated}"
        if place is not None and size is not None and place != (number - 1) * size + 1:
            return f"page {number} begins with row {place}"
        keys = {record.key for record in found.records}
        if self.extent.turned and keys & self.known:
            return f"page {number} repeats rows of a page read before"
        if any(keys & {record.key for record in other.records} for other in self.taken.values()):
            return f"page {number} repeats rows of another page"
        return ""
