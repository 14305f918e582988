"""Reads pages of a listing besides the walk, as evidence for or against a control.

The pages are those of the plain listing, opened by address or turned to in a tab of their own, and those behind the
place where an ordered walk stopped. The values that an attempt takes and gives are here too.
"""

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.navigate.address import without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.navigate.pushdown.baseline import Base, keys_of, shown_again
from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.pushdown.sample import Open, Sampler
from webdart.navigate.pushdown.verify import Pushed, Sampled
from webdart.navigate.pushdown_log import Grade
from webdart.navigate.walk.page_count import Extent
from webdart.navigate.walk.page_number import Leaves, Look
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.pagination import End
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.records.model import CollectedPage, Record, Totals
from webdart.runs.lock import LockedStage
from webdart.values import replace

GAIN = 0.7
"""What a push-down may cost of the pages of the plain walk, by the estimate made before it is walked."""


class PartialWalk(Protocol):
    """A walk that begins with a page which is shown already: its pages, and how it ended."""

    def pages(self) -> AsyncGenerator[CollectedPage]:
        """The pages, one after another."""
        ...

    @property
    def ending(self) -> End:
        """The end of the walk, once its pages are over."""
        ...

    @property
    def reading(self) -> Reading:
        """The reader of its pages."""
        ...

    @property
    def in_place(self) -> bool:
        """Whether its pages have no addresses of their own."""
        ...

    async def learned(self, end: End, taken: "Taken") -> LockedStage:
        """The lock of the walk, which ended so, and was `taken` behind controls."""
        ...


class SubWalk(Protocol):
    """Makes a walk that begins with a view in a tab, without details; `width` pages at most are loaded side by side."""

    def __call__(self, tab: Browser, view: PageView, width: int | None, *, in_place: bool) -> PartialWalk:
        """The walk; `in_place` says that what is shown has no address of its own."""
        ...


class Listing(Struct, frozen=True, kw_only=True):
    """The walk that an attempt is made for: its stage and site, how its pages are read and walked.

    `load` and `look` are how pages are had and read as evidence, where that is not in a tab.
    """

    stage: ListingStage
    site: SitePlan
    tools: Tools
    reading: Reading
    walk: SubWalk
    load: Open | None = None
    look: Look | None = None

    @property
    def trusting(self) -> bool:
        """Whether the file wants no sample taken."""
        return self.stage.navigate.pushdown == "trusting"


class Taken(Struct, frozen=True, kw_only=True):
    """A walk behind controls that stood the evidence: its pages, the walk that gave them, the grade, the controls.

    `beside` are whole pages of the listing on which they were put to use, the first one before others.
    `matters` says of a record whether its own page has to be opened.
    """

    pages: tuple[CollectedPage, ...]
    walk: PartialWalk
    stopped: bool
    grade: Grade
    matters: Callable[[Record], bool]
    offers: tuple[Offer, ...] = ()
    beside: tuple[PageView, ...] = ()
    end: End | None = None  # why it ends early, where that is no order


@dataclass(slots=True)
class Opening:
    """Opens pages as evidence, in a tab of its own. `loaded` are whole ones of the plain listing, by address."""

    on: Listing
    base: Base
    loaded: dict[str, PageView]
    look: Look
    _aside: Browser | None = None

    async def plain(self, url: str) -> PageView:
        """A page of the plain listing, which need not be loaded once more if the walk goes there after all."""
        known = self.loaded.get(url)
        if known is not None:
            return known
        view = await self.page(url)
        whole = len(self.look(view).records) == len(self.base.found.records)
        if whole and view.status == 200 and without_fragment(view.url) == without_fragment(url):
            self.loaded[url] = view
        return view

    async def page(self, url: str) -> PageView:
        """Any page."""
        self.on.tools.budget.spend("pages")
        if self.on.load is not None:
            return await self.on.load(url)
        if self._aside is None:
            self._aside = await self.on.tools.pool.tab(self.on.site)
        return await load(self._aside, url, self.on.reading.marks, self.on.tools)

    async def leaves(self) -> Leaves | str:
        """The plain listing in a tab of its own, at its first page, to be turned there."""
        self.on.tools.budget.spend("pages")
        if self._aside is None:
            self._aside = await self.on.tools.pool.tab(self.on.site)
        again = await shown_again(self.base, self._aside, self.on.reading, self.on.tools)
        if again is None:
            return "at its address another tab shows other rows"
        return self.turned(self._aside, again.view, 1, self.base.extent)

    def turned(self, tab: Browser, view: PageView, number: int, extent: Extent) -> Leaves:
        """A listing without addresses, whose page `number` a tab shows."""
        marks = self.on.reading.marks
        return Leaves(
            tab=tab, tools=self.on.tools, marks=marks, look=self.look, view=view, number=number, extent=extent
        )

    def sampler(self, taken: dict[int, Sampled] | None = None) -> Sampler:
        """A sampler of the plain listing; `taken` are its pages read before, if they have no addresses."""
        base = self.base
        sampler = Sampler(base.extent, self.plain, self.look, base.found.totals, leaf=self.leaves)
        sampler.known = frozenset(keys_of(base.found))
        if taken is not None and base.extent.turned:
            last = next((number for number, page in taken.items() if page.last), None)
            known = base.extent if last is None else replace(base.extent, pages=last, least=False)
            sampler.taken, sampler.extent = taken, known
        return sampler

    async def behind(self, walked: Browser, pushed: Pushed, extent: Extent, totals: Totals) -> Sampler:
        """A sampler of the pages after the walked ones: by their addresses, else in the tab that shows the last one."""
        tail = Sampler(extent, self.page, self.look, totals, near=True)
        if extent.turned:
            leaves = self.turned(walked, await walked.view(self.on.reading.marks), pushed.pages, extent)
            tail.leaf, tail.known = partial(_given, leaves), frozenset(pushed.keys)
        return tail

    async def close(self) -> None:
        """Close the tab."""
        if self._aside is not None:
            await self._aside.close()


@dataclass(slots=True)
class Evidence:
    """Rows read besides the walk: of the plain listing, and after the place where an ordered walk stopped."""

    base: Base
    plain: Sampler
    tail: Sampler | None = None

    def of_plain(self) -> list[Record]:
        """Rows of the plain listing."""
        return [*self.base.found.records, *self.plain.records()]

    def of_tail(self) -> list[Record]:
        """Rows behind the place where the walk stopped, in their order."""
        return self.tail.records() if self.tail is not None else []

    def all(self) -> list[Record]:
        """Every row that was read as evidence."""
        return [*self.of_plain(), *self.of_tail()]

    def pages(self) -> int:
        """The number of pages that the rows come from."""
        return 1 + len(self.plain.taken) + (len(self.tail.taken) if self.tail is not None else 0)


async def _given(leaves: Leaves) -> Leaves:
    return leaves
