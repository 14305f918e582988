"""Reads a listing's first page and extent as a baseline, or says why it can't be replanned."""

from contextlib import suppress

from msgspec import Struct

from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Browser
from webdart.errors import NotFound, StepFailed
from webdart.navigate.context import Tools
from webdart.navigate.pushdown.verify import Key
from webdart.navigate.row_filter import Wanted
from webdart.navigate.walk.eligibility import eligible
from webdart.navigate.walk.page_count import Extent, extent_of, ways
from webdart.navigate.walk.page_number import Look
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.page_turn import at_rest
from webdart.navigate.walk.pagination import unfilled
from webdart.page.model import PageView
from webdart.plan.model import ListingStage
from webdart.records import Extraction
from webdart.values import replace

LEAST_PAGES = 4
"""A listing of fewer pages is walked: looking at a sample would cost as much."""

NO_END = "nothing on the page leads to its last page, so no sample can be taken"

WASTE, WASTED = 1, 0.1
"""Pages that may be spent on controls that did not stand before no more is tried; or this share of the plain walk."""


class Base(Struct, frozen=True, kw_only=True):
    """The listing as it is: its first page, what was read there, and how far it reaches."""

    view: PageView
    found: Extraction
    extent: Extent

    @property
    def stated(self) -> int | None:
        """The total that its first page states."""
        return self.found.totals.stated

    @property
    def spare(self) -> float:
        """Pages that may be spent on controls in vain."""
        return max(WASTE, WASTED * self.extent.pages)

    @property
    def ends(self) -> bool:
        """Whether its last page can be looked at without walking to it."""
        return not self.extent.turned or self.extent.pages in ways(self.view, 1, self.extent)

    def spares(self, wanted: Wanted) -> bool:
        """Whether the answer needs so few of the rows that an order would end the walk early."""
        return wanted.limit is not None and wanted.limit < len(self.found.records) * self.extent.pages / 2


def base_of(
    stage: ListingStage, tools: Tools, reading: Reading, view: PageView, look: Look | None = None
) -> Base | str:
    """The plain listing, where it may be replanned and is large enough to be worth it; else why it is walked so."""
    if stage.navigate.pushdown == "off":
        return "the file says `pushdown: off`"
    if not eligible(stage, tools):
        return "something in the file needs every row, or its place"
    if reading.by_model:
        return "a model reads a field, so rows can't be held against a control"
    found = (look or reading.look)(view)
    extent = extent_of(view, len(found.records), found.totals)
    why = ""
    if found.verdict != "found" or not found.keyed:
        why = "rows are told apart by no key"
    elif found.problems or found.missing:
        why = "the page leaves a doubt about its fields"
    elif extent is None or not (extent.shown or extent.turned):
        why = "the page does not tell how far the listing reaches"
    elif extent.turned and unfilled(view, found.around) is not None:
        why = "a page shows a part of its rows at a time"
    elif extent.pages < LEAST_PAGES:
        why = f"{extent.pages} pages are too few for a sample to pay"
    return why if why or extent is None else Base(view=view, found=found, extent=extent)


def keys_of(found: Extraction) -> set[Key | None]:
    """The keys of a page's rows."""
    return {record.key for record in found.records}


async def shown_again(base: Base, tab: Browser, reading: Reading, tools: Tools) -> Base | None:
    """The plain listing loaded afresh in a tab; None where it shows other rows, also once its scripts have drawn it.

    A script may apply a moment later what the site keeps in the browser: the rows of the document are not yet the page.
    """
    view = await reading.load(tab, base.view.url)

    def same(now: PageView) -> Base:
        found = reading.look(now)
        if found.totals.stated != base.stated or keys_of(found) != keys_of(base.found):
            raise NotFound("the listing shows other rows than before", url=now.url)
        return replace(base, view=now, found=found)

    def alike(one: PageView, other: PageView) -> bool:
        return keys_of(reading.look(one)) == keys_of(reading.look(other))

    with suppress(NotFound, StepFailed):
        again = same(view)
        return same(await at_rest(tab, view, alike, reading.marks)) if view.scripted else again
    if view.scripted:
        with suppress(NotFound, HeldBack):
            return (await Patience.of(tab, tools.seconds).until(same, reading.marks))[1]
    return None
