"""How is a listing walked, page by page, to its end?

Every page is read once and given to the engine before the next is asked for. The next page is what the page itself
links to (or the control that it shows); addresses that follow a proven series are loaded ahead, side by side, and used
only where the page before really leads there. The walk ends by itself: no next control, an address seen before, or a
page that brings nothing new.
"""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from webdart.errors import Incomplete, NotFound, SiteDown, WebdartError
from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.ahead import Ahead
from webdart.navigate.ledger import Ledger
from webdart.navigate.loading import load
from webdart.navigate.login import log_in, sent_to_login, still_in
from webdart.navigate.reach import Way
from webdart.navigate.reading import Got, Reading
from webdart.navigate.series import series_of
from webdart.navigate.tools import Tools
from webdart.pages.hosts import endpoint_of, is_near
from webdart.pages.locate import element, find
from webdart.pages.port import Browser, DoClick, DoWait, Node, PageView
from webdart.plan.model import Cursor, ListingStage, SitePlan
from webdart.records.model import CollectedPage
from webdart.workflow.model import Paging
from webdart.workflow.templates import Names

LOCAL_WIDTH = 4
PUBLIC_WIDTH = 2
"""Pages loaded side by side where the site's `pace` says nothing: local hosts, all others."""

REPEATED = "the site showed a page again that had been read before"
UNMOVED = "the next control was clicked, and no other rows came"


@dataclass(frozen=True, slots=True)
class Onwards:
    """Where a page leads: a link's address, a control to click, or the end of the walk.

    `end` is why it ends here ("" = it goes on); `short` whether pages are missing because of that, `asked` whether the
    file asks for no more, `unsure` whether this may not be the end at all.
    """

    url: str | None = None
    button: Node | None = None
    end: str = ""
    short: bool = False
    asked: bool = False
    unsure: bool = False


class Walk:
    """One walk of a stage (row `number` of its `for_each`), from where the last of `cursors` says it stood.

    `cursors` are those of the pages that are committed already, in their order; none where the walk begins.
    """

    def __init__(
        self, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, *, number: int, cursors: Sequence[Cursor]
    ) -> None:
        self._stage = stage
        self._site = site
        self._names = names
        self._tools = tools
        self._number = number
        cursor = self._cursor = cursors[-1] if cursors else None
        self._width = width_of(site, tools.concurrency)
        self._reading = Reading(stage, site, names, tools, width=self._width)
        self._way = Way(stage, site, names, self._reading, tools)
        self._chain: list[str] = []
        self._end = Onwards()
        if cursor is not None and (cursor.done or cursor.following is not None):
            self._reading.resume(cursor)
            self._end = Onwards(end=cursor.ended, asked=cursor.asked, unsure=cursor.unsure)
            self._chain += [without_fragment(passed.url) for passed in cursors]

    async def pages(self) -> AsyncIterator[CollectedPage]:
        """The pages of the listing that are not committed yet, one after another.

        Raises:
            NotFound: the first page carries no record of a table that was asked for.
        """
        committed = 0 if self._cursor is None else self._cursor.sequence
        if self._cursor is not None and self._cursor.done:
            return
        tab = await self._tools.pool.tab(self._site)
        ahead = self._reading.ahead()
        try:
            view, sequence = await self._begin(tab)
            again = Onwards(end=REPEATED)
            while True:
                self._chain.append(without_fragment(view.url))
                got = await self._reading.read(view)
                if got is None:
                    self._end = self._doubt(again, view)
                    return
                sequence += 1
                onwards = self._onwards(view, sequence)
                if sequence > committed:
                    yield self._page(view, got, sequence, onwards)
                if onwards.end:
                    self._end = onwards
                    return
                again = Onwards(end=REPEATED) if onwards.url else Onwards(end=UNMOVED, unsure=True)
                view = await self._advance(tab, ahead, view, onwards, sequence)
        except Incomplete as over:
            self._end = Onwards(end=over.problem, short=True)
        finally:
            await ahead.close()
            await tab.close()

    def broke_off(self, error: WebdartError) -> None:
        """The walk has failed: what it has so far lacks the rest."""
        self._end = Onwards(end=f"broke off: {error.problem}", short=True)

    @property
    def ending(self) -> Onwards:
        """Why the walk ended."""
        return self._end

    @property
    def url(self) -> str:
        """The address of the first page read."""
        return self._chain[0] if self._chain else ""

    @property
    def lacking(self) -> NotFound | None:
        """The error of declared fields that no page had."""
        return self._reading.lacking

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """What was counted, by table."""
        return self._reading.ledgers

    async def _begin(self, tab: Browser) -> tuple[PageView, int]:
        """The first page to read, and how many pages lie before it."""
        if self._cursor is not None and self._cursor.following is not None:
            view = await self._way.open(tab, self._cursor.following)
            if view.status >= 400:
                raise SiteDown(f"page {self._cursor.sequence + 1} of the listing answers {view.status}", url=view.url)
            return view, self._cursor.sequence
        return await self._way.arrive(tab), 0

    def _page(self, view: PageView, got: Got, sequence: int, onwards: Onwards) -> CollectedPage:
        cursor = Cursor(
            stage=self._stage.index,
            walk=self._number,
            sequence=sequence,
            url=view.url,
            following=onwards.url,
            rows=self._reading.rows,
            done=bool(onwards.end) and not onwards.short,
            ended=onwards.end,
            asked=onwards.asked,
            unsure=onwards.unsure,
            facts=self._reading.facts,
        )
        return CollectedPage(cursor=cursor, rows=got.rows, totals=got.totals)

    # -- where to next --------------------------------------------------------------------------------------

    def _onwards(self, view: PageView, sequence: int) -> Onwards:
        paging = self._stage.navigate.pages
        if paging == Paging() and all(extract.each == "page" for extract in self._stage.extracts):
            return Onwards(end="the page is the record", asked=True)
        limit = self._tools.limit_pages
        if paging.one or (paging.max is not None and sequence >= paging.max):
            return Onwards(end=f"{sequence} pages read" if sequence > 1 else "one page read", asked=True)
        if limit is not None and sequence >= limit:
            return Onwards(end=f"stopped by --limit-pages {limit}", short=True)
        node = self._next(view)
        if node is not None:
            return self._leads(view, node)
        if sequence == 1 and paging.next is not None:
            return self._doubt(Onwards(end="what `pages: next` names is not on the first page", unsure=True), view)
        return Onwards(end="the last page was reached")

    def _doubt(self, end: Onwards, view: PageView) -> Onwards:
        """An end that may be none is said to the person, not only in the verdict."""
        if end.unsure:
            self._tools.trace("warning", f"{end.end}, so pages may be missing ({view.url})", url=view.url)
        return end

    def _leads(self, view: PageView, node: Node) -> Onwards:
        """Where the next control leads: an address of the site, else wherever a click does."""
        href = node.attributes.get("href", "")
        url = without_fragment(href)
        if node.role != "link" or not url.startswith("http") or url == without_fragment(view.url):
            return Onwards(button=node)
        if not stays_on(self._site, href):
            return self._doubt(Onwards(end=f"the next link leaves the site, to {url}", unsure=True), view)
        if url in self._chain:
            return Onwards(end="the next link leads to a page that was read before")
        return Onwards(url=url)

    def _next(self, view: PageView) -> Node | None:
        locator = self._stage.navigate.pages.next
        if locator is not None:
            try:
                return find(view, locator, self._names, "click")[0]
            except NotFound:
                return None
        return next((view.nodes[control.node] for control in view.controls if control.kind == "next"), None)

    async def _advance(self, tab: Browser, ahead: Ahead, view: PageView, onwards: Onwards, sequence: int) -> PageView:
        self._tools.budget.spend("pages")
        if onwards.url is None:
            assert onwards.button is not None
            return await self._click(tab, view, onwards.button)
        self._look_ahead(ahead, onwards.url)
        after = await ahead.take(onwards.url) if ahead.has(onwards.url) else await self._load(tab, onwards.url)
        if self._site.login is not None and sent_to_login(after, self._site.login, first=False, asked=onwards.url):
            ahead.expect([])  # what was loaded ahead meanwhile nobody was logged in for
            await log_in(self._site, self._tools.pool, self._tools.guard, self._tools.release_login, self._tools.trace)
            after = still_in(await self._load(tab, onwards.url), self._site, onwards.url)
        if after.status >= 400:
            raise SiteDown(f"page {sequence + 1} of the listing answers {after.status}", url=onwards.url)
        return after

    async def _load(self, tab: Browser, url: str) -> PageView:
        return await load(tab, url, self._reading.marks, self._tools)

    async def _click(self, tab: Browser, view: PageView, button: Node) -> PageView:
        """Click a control without an address, in a tab that shows the page, and wait until the rows are others."""
        marks = self._reading.marks
        if (await tab.view()).url != view.url:
            view = await tab.open(view.url, marks)
        await tab.act(DoClick(element(view, button)))
        after = await tab.view(marks)  # what an action gives back answers no selectors
        while self._reading.same(after):
            before = after.payload
            await tab.act(DoWait(self._tools.seconds))
            after = await tab.view(marks)
            if after.payload == before:
                break
        return after

    def _look_ahead(self, ahead: Ahead, url: str) -> None:
        if len(self._chain) < 2:
            return
        before, here = self._chain[-2:]
        series = series_of(before, here, url)
        if series is None:
            return
        left = self._reading.pages_left()
        width = self._width
        count = width if left is None else max(1, min(width, left))
        ahead.expect([series.ahead(distance) for distance in range(count)])


def width_of(site: SitePlan, most: int | None) -> int:
    """How many pages of a site are loaded side by side, and never more than `most`."""
    width = site.concurrency
    if width is None:
        width = LOCAL_WIDTH if is_near(endpoint_of(site.url).host) else PUBLIC_WIDTH
    return width if most is None else min(width, most)
