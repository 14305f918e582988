"""Walks a listing to its end, page by page.

Every page is read once and given to the engine before the next is asked for. `pagination` decides how the listing goes
on, `page_turn` carries it out; addresses that follow a proven series are loaded ahead, side by side, and used only
where the page before really leads there. The walk ends by itself: no way on, an address seen before, a page that brings
nothing new, or several without anything.
"""

import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial

from webdart.browser.port import Browser
from webdart.errors import BrowserLost, Incomplete, NoPage, NotFound, SiteDown, SiteError, StepFailed, WebdartError
from webdart.navigate.address import lost_on_the_way, start_of, stays_on
from webdart.navigate.context import Tools
from webdart.navigate.find.listing import Way
from webdart.navigate.login import is_turned_away, still_in
from webdart.navigate.page_load import load
from webdart.navigate.pushdown.evidence import Listing, Taken
from webdart.navigate.pushdown.promise import Promise, together
from webdart.navigate.pushdown.pushed_walk import Begun, Shortened, is_unfinished, unfinished
from webdart.navigate.pushdown.side_pages import SidePages
from webdart.navigate.pushdown.verify_set import Obeyed
from webdart.navigate.pushdown_log import Replanned
from webdart.navigate.walk.likely_pages import likely_pages, loaded_ahead
from webdart.navigate.walk.missing_fields import excused, lacking
from webdart.navigate.walk.new_rows import Arrived
from webdart.navigate.walk.page_reader import Blank, Got, Reading
from webdart.navigate.walk.page_turn import Turner
from webdart.navigate.walk.pagination import End, Turn, Turns, found_again
from webdart.navigate.walk.prefetch import Ahead, width_of
from webdart.navigate.walk.recovery import Recovery
from webdart.navigate.walk.sources import Sources
from webdart.navigate.walk.walk_state import Ledger
from webdart.navigate.walk_lock import Locking, Walked
from webdart.page.model import PageView
from webdart.plan.model import Cursor, ListingStage, SitePlan
from webdart.records.model import CollectedPage
from webdart.runs.lock import LockedStage
from webdart.table.page import Row
from webdart.values import replace
from webdart.workflow.model import Paging
from webdart.workflow.templates import Names, fill

EMPTY_PAGES, EMPTY_PERIODS = 3, 13
"""Pages without a record, in a row, after which a listing is at its end: of any kind; of a calendar (a year)."""
_FAULTS = 500  # from here on a status is a fault of the site's (RFC 9110, 15.6)
_PERIOD = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_ARRIVED: dict[str, Arrived] = {"click": "clicked", "set": "clicked", "more": "grown", "scroll": "moved"}


class Walk:
    """One walk of a stage (row `number` of its `for_each`), from where the last of `cursors` says it stood.

    `cursors` are those of the pages that are committed already, in their order; none where the walk begins. It may be
    `put_off` at its first page, until other walks of the stage have taught how that is read.
    """

    def __init__(
        self, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, *, number: int, cursors: Sequence[Cursor]
    ) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._number = number
        cursor = self._cursor = cursors[-1] if cursors else None
        self._width = width_of(site, tools.concurrency, tools.browsers)
        self._reading = Reading(stage, site, names, tools, width=self._width)
        self.put_off = False
        self.locking = Locking(stage, site, names, tools)
        self.locked: LockedStage | None = None
        self.replays = False  # whether a lock is replayed
        self._names = names
        self._unfinished = frozenset(passed.sequence for passed in cursors if is_unfinished(passed))
        self._before = ""  # what is to be remembered of the pages before the one read last
        self._begun: Begun | None = None
        self._shortened = Shortened(stage, site, tools, cursor)
        self._way = Way(stage, site, names, self._reading, tools)
        followed = (*(step.words for step in stage.navigate.path), *stage.navigate.query.values())
        said = tuple(fill(one, names).text for one in followed)
        self._turns = Turns(site, names, stage.navigate.pages, followed=said)
        self._sources = Sources(stage, site, tools, self._reading, self._turns, walk=number)
        self._end = End("")
        self._promise = Promise(stage)
        self._own = frozenset(extract.into for extract in stage.extracts)
        self._read = 0  # pages, those without a record too
        self._sequence = 0
        self._blanks = 0
        self._unread = ""  # a page on which no records were recognised, if the walk goes on behind it
        self._here = True  # whether the walk's own tab shows the page read last
        if cursor is not None and (cursor.done or cursor.following is not None):
            self._reading.resume(cursor)
            self._end = End(cursor.ended, asked=cursor.asked, unsure=cursor.unsure, covered=cursor.covered)
            self._turns.divided = self._shortened.whole is not None
            for passed in cursors:
                self._turns.passed(passed.url)

    @property
    def goes_on(self) -> bool:
        """Whether it begins behind the pages that are committed, and must know what they had."""
        return self._cursor is not None and not self._cursor.done and self._cursor.following is not None

    def remember(self, rows: Mapping[str, Sequence[Row]], columns: Mapping[str, Sequence[str]]) -> None:
        """The rows of its committed pages, by table, with the names of their columns.

        Those of a page that the budget ended on come again; where their own pages were opened, that stays so.
        """
        whole = {table: [row for row in own if row.page[2] not in self._unfinished] for table, own in rows.items()}
        self._reading.remember(whole, columns)
        for table, own in rows.items():
            again = [row for row in own if row.page[2] in self._unfinished]
            self._reading.has_opened(again, columns.get(table, ()))

    async def pages(self) -> AsyncGenerator[CollectedPage]:
        """The pages of the listing that are not committed yet, one after another.

        Raises:
            NotFound: the first page carries no record of a table that was asked for.
        """
        if self._cursor is not None:
            self._reading.recall()
        if self._cursor is not None and self._cursor.done:
            await self._way.teach_again()
            return
        tab = await self._tools.pool.tab(self._site) if self._begun is None else self._begun.tab
        ahead = self._reading.ahead()
        try:
            async for page in self._walked(tab, ahead):
                yield page
            if missing := excused(self._reading, self._tools.learned):
                text = f"nowhere found on {self.url}, though other walks of the stage have it: {', '.join(missing)}"
                self._tools.trace("warning", text, url=self.url)
        except Incomplete as over:
            for page in await self._sources.rescued(self._way.tab or tab):
                yield page
            self._end = End(over.problem, short=True)
        except (SiteError, BrowserLost):
            for page in await self._sources.rescued(self._way.tab or tab):
                yield page
            raise
        finally:
            await ahead.close()
            await self._sources.close()
            if self._begun is None:
                await (self._way.tab or tab).close()

    def render(self) -> None:
        """Render all of its pages, whatever was learned of them."""
        self._sources.render()
        self.locking = replace(self.locking, tools=replace(self._tools, replay=replace(self._tools.replay, lock=None)))

    def at(self, begun: Begun) -> "Walk":
        """This walk, begun where a tab is already: a part of another walk, that replans nothing itself."""
        self._begun, self._reading, self._width = begun, begun.reading, begun.width
        known = self._stage, self._site, self._tools, begun.reading, self._turns
        self._sources = Sources(*known, walk=self._number)
        self._sources.prove_later()
        return self

    @property
    def in_place(self) -> bool:
        """Whether its pages have no addresses of their own."""
        return self._turns.in_place

    @property
    def reading(self) -> Reading:
        """The reader of its pages."""
        return self._reading

    @property
    def replanned(self) -> Replanned:
        """The outcomes of its push-downs."""
        return self._shortened.replanned(self._reading)

    @property
    def counted(self) -> dict[str, int]:
        """Rows by table that were counted by the site in place of being walked."""
        found = self.replanned
        known = found.counted and found.stated is not None
        return {self._stage.extracts[0].into.lower(): found.stated or 0} if known else {}

    def broke_off(self, error: WebdartError) -> None:
        """Note that the walk failed: the rest of its listing is missing."""
        self._end = End(error.problem if isinstance(error, Incomplete) else f"broke off: {error.problem}", short=True)

    @property
    def number(self) -> int:
        """The row of the stage's `for_each` that it is for, from 0."""
        return self._number

    @property
    def ending(self) -> End:
        """Why the walk ended."""
        return self._end

    @property
    def parted(self) -> bool:
        """Whether the listing was walked part by part: what a page states is of its part then."""
        return self._turns.parted or self._shortened.whole is not None

    @property
    def objective(self) -> str:
        """The objective of the search, its templates filled in."""
        objective = self._stage.navigate.objective
        return "" if objective is None else fill(objective, self._way.names).text

    @property
    def url(self) -> str:
        """The address of the first page read."""
        return self._turns.chain[0] if self._turns.chain else ""

    @property
    def disobeyed(self) -> str:
        """The evidence that the site ignores a control which the file sets; "" if there is none."""
        return self._shortened.against

    @property
    def strayed(self) -> str:
        """Where the site's own links lost what the listing was asked for; "" where they kept it, or count the same."""
        stated = ((ledger.first.stated, ledger.last.stated) for ledger in self.ledgers.values())
        if self._shortened.whole is not None or any(first is not None and first == last for first, last in stated):
            return ""
        start = start_of(self._stage.navigate, self._site, self._names)
        before = self._way.before.url if self._way.before else start
        was_set = bool(self._way.was_set or self._shortened.taken)
        return lost_on_the_way(start, before if was_set else None, self._turns.chain)

    @property
    def lacking(self) -> NotFound | None:
        """The error of declared fields that neither a page nor another walk of the stage had, with the first's line."""
        return lacking(self._stage, self._reading, self._tools.learned)

    @property
    def progress(self) -> tuple[int, int | None]:
        """Rows of the listing so far, and how many the site states that there are."""
        ledger = self.ledgers.get(self._stage.extracts[0].into.lower())
        if ledger is None:
            return 0, None
        return ledger.rows, self._shortened.whole or ledger.total

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """What is known of each table's rows, by table."""
        return self._reading.ledgers

    # -- from page to page ------------------------------------------------------------------------------------

    async def _walked(self, tab: Browser, ahead: Ahead) -> AsyncGenerator[CollectedPage]:
        view = await self._begin(tab)
        tab = self._way.tab or tab
        if self._begun is None and view.drawn:
            view = await self._reading.widened(tab, view)
        self.put_off = self._sequence == 0 and self._begun is None and self._reading.is_unclear(view, self._number)
        if self.put_off:
            return
        beside = SidePages(self._sources, self._reading, tab) if self.replays else None
        self._shortened.obey(Obeyed.of(self._way, beside))
        if self._sequence == 0 and self._begun is None and self._sources.onwards(view) is None:
            await self._reading.advised(view)
        if self._sequence == 0 and self._begun is None and not self._turns.in_place and not self.replays:
            view, taken = await self._shortened.replan(tab, view, self._reading, self._behind)
            if self._shortened.tab is not None:
                await tab.close()
                tab = self._way.tab = self._shortened.tab
            if taken is not None:
                self._reading = taken.walk.reading
                self._turns.chain[:] = [page.cursor.url for page in taken.pages]
                async for page in self._shortened.pages(taken):
                    yield page
                self._end = self._shortened.end
                await self._lock(self._end, taken)
                return
        pages = self._shortened.noted(self._from(tab, ahead, view))
        if beside is not None and (self._promise.controls or self._shortened.judged):
            pages = together(pages, partial(self._proven, beside))
        async for page in pages:
            yield page
        await self._shortened.settle(self._end)
        await self._lock(self._end)

    def _behind(self, tab: Browser, view: PageView, width: int | None, *, in_place: bool) -> "Walk":
        """The walk that begins with a page behind controls; no detail pages are opened in it."""
        width = self._width if width is None else width
        walk = Walk(self._stage, self._site, self._names, self._tools, number=self._number, cursors=())
        return walk.at(Begun(tab, view, self._reading.without_details(width), width, in_place))

    async def _proven(self, beside: SidePages) -> str:
        """Hold what was read behind the controls of a lock against the listing of today; what cursors carry of it."""
        if not self._promise.controls:
            await self._shortened.settle(self._end)
            return self._shortened.facts
        on = Listing(stage=self._stage, site=self._site, tools=self._tools, reading=self._reading, walk=self._behind)
        self._shortened.replay(await self._promise.proven(on, beside))
        return self._shortened.facts

    async def _from(self, tab: Browser, ahead: Ahead, view: PageView) -> AsyncGenerator[CollectedPage]:
        """The pages from this one on, as the listing shows them."""
        self._turner = Turner(tab, self._tools, self._reading.marks, single=bool(self._pages_asked))
        self._recovery = Recovery(self._reading, self._turns, self._tools)
        turn: Turn | None = None
        while True:
            self._turns.passed(view.url)
            self._before = self._reading.facts
            arrived = "opened" if turn is None else _ARRIVED.get(turn.kind, "opened")
            view = await self._whole(tab, view, turn, arrived)
            got = await self._reading.read(view, arrived)
            onwards = self._after(view, got, turn)
            view, onwards = await self._past(tab, view, onwards, arrived)
            self._here = self._recovery.shows(view, before=self._here)
            if isinstance(got, Got):
                onwards = self._promise.kept(view, self._reading, got, onwards)
                self._sources.note(view, turn)
                page = self._page(view, got, onwards)
                for one in () if page is None else self._sources.passed(page):
                    yield one
                await self._sources.saw(view, turn, onwards)
            moved = None
            while moved is None:
                if isinstance(onwards, End):
                    await self._sources.demand(onwards)
                    for one in await self._sources.settle(tab):
                        yield one
                    self._recovery.settle()
                    self._end = onwards
                    self._warn(view)
                    return
                turn = onwards
                if turn.kind == "scroll":
                    view = await self._reading.unfolded(tab, view, arrived)
                moved = await self._advance(tab, ahead, view, turn)
                if moved is None:
                    after = None if turn.kind == "open" else await tab.view(self._reading.marks)
                    self._turns.spent(turn, self._turner.proof, after)
                    view, onwards = await self._recovery.drawn_late(tab, view, self._onwards(view))
                    view, onwards = await self._past(tab, view, onwards, "moved")
            view = moved

    async def _past(self, tab: Browser, view: PageView, way: Turn | End, how: Arrived) -> tuple[PageView, Turn | End]:
        """The way on, which there may be after all: from the page asked for again, or by parts of the listing."""
        if isinstance(way, End) and how == "opened":
            view, way = await self._recovery.onwards(tab, view, way)
        return view, await self._by_parts(way) if isinstance(way, End) else way

    async def _by_parts(self, end: End) -> Turn | End:
        """The way on by parts of a listing that ends before its total; a part of a walk, or a locked one, has none."""
        if self._begun is not None or self.replays:
            return end
        return await self._shortened.by_parts(end, self._turns, self._reading)

    async def _whole(self, tab: Browser, view: PageView, turn: Turn | None, arrived: Arrived) -> PageView:
        """The page to be read: with all its columns, and loaded again if it has fewer rows than the listing states."""
        if arrived != "opened":
            return await self._reading.widened(tab, view, arrived)
        shown = self._turns.in_place or (turn is None and self._begun is not None)
        return view if shown else await self._recovery.whole(tab, view)

    async def _begin(self, tab: Browser) -> PageView:
        """The first page to read."""
        if self._begun is not None:
            self._turns.in_place = self._begun.in_place
            return self._begun.view
        if self._cursor is not None and self._cursor.following is not None:
            view = await self._way.open(tab, self._cursor.following)
            self._sequence = self._cursor.sequence
            if view.status >= 400:
                view = await self._way.open(tab, await self._first_part(view, self._sequence + 1))
            self._read = self._sequence - len(self._unfinished)
            return view
        locked = self.locking.fitting()
        if locked is not None and self._sources.follow(locked):
            self.replays = True
            self._promise = Promise(self._stage, locked.pushed, locked.plain)
            view = await self.locking.first(locked, self._sources, self._way, tab)
            await self.locking.hold_settings(locked, self._sources, self._way, view)
            self._here = view.drawn
            return view
        self._sources.resemble(self.locking.alike())
        view = await self._way.arrive(tab)
        self._turns.in_place = self._way.in_place
        return view

    async def _lock(self, end: End, taken: Taken | None = None) -> None:
        """What a run that writes a lock keeps of this walk, or of the one behind controls that was taken for it."""
        if self._tools.replay.locks and self._cursor is None and self._begun is None:
            if taken is None:
                own = Walked(self._sources, self.url, end)
                self.locked = await self.locking.learned(own, self._shortened.obeyed)
            else:
                self.locked = await taken.walk.learned(end, taken)

    async def learned(self, end: End, taken: Taken) -> LockedStage:
        """See `PartialWalk.learned`."""
        return await self.locking.taken(Walked(self._sources, self.url, end), taken)

    @property
    def _pages_asked(self) -> tuple[int, ...]:
        """The numbers of pages that were asked for."""
        asked = (self._stage.navigate.pages.max, self._tools.limit_pages)
        return tuple(number for number in asked if number is not None)

    @property
    def _asked_behind(self) -> int | None:
        """How many pages are asked for behind the next one; None where the listing alone says it."""
        return min((max(0, number - self._read - 1) for number in self._pages_asked), default=None)

    def _after(self, view: PageView, got: Got | Blank | None, turn: Turn | None) -> Turn | End:
        """Where to next, now that a page was read (or had nothing)."""
        self._read += 1
        if isinstance(got, Got):
            self._blanks = 0
            if self._unread:
                self._reading.unread(self._unread)
                self._unread = ""
            if turn is not None:
                self._turns.worked(turn, grew=self._reading.grew)
                self._turner.idle = 0
            return End(got.cut, short=True) if got.cut else self._onwards(view)
        if turn is not None and turn.kind != "open":
            if not self._turner.draws_late(view, turn):
                self._turns.spent(turn)
            return self._onwards(view)
        if got is None and self._turns.divided:  # its rows were read before the listing was divided
            return self._onwards(view)
        if self._turns.parted:
            return self._turns.next_part() or End("the last part has no records", proof="every part was walked")
        if got is None:
            return self._turns.repeated(turn)
        return self._blank(view, got)

    def _blank(self, view: PageView, blank: Blank) -> Turn | End:
        """After a page without records: on, where it says that there is more, but not for ever."""
        self._blanks += 1
        self._unread = self._unread or (view.url if blank.problem else "")
        most = EMPTY_PERIODS if _PERIOD.search(view.url) else EMPTY_PAGES
        onwards = self._onwards(view)
        if isinstance(onwards, Turn) and self._blanks < most:
            return onwards
        if blank.problem and (self._reading.pages_left() or 0) > 0:
            return End(f"{blank.problem} ({view.url})", short=True)
        if not blank.problem:
            return End(f"{self._blanks} pages without a record" if self._blanks > 1 else "a page without a record")
        pages = f"{self._blanks} pages" if self._blanks > 1 else "a page"
        return End(f"{pages} on which no records are recognised ({view.url})", unsure=True)

    def _onwards(self, view: PageView) -> Turn | End:
        paging = self._stage.navigate.pages
        if paging == Paging() and all(extract.each == "page" for extract in self._stage.extracts):
            return End("the page is the record", covered=True)
        limit, read = self._tools.limit_pages, self._read
        if paging.one or (paging.max is not None and read >= paging.max):
            return End(f"{read} pages read" if read > 1 else "one page read", asked=True)
        if limit is not None and read >= limit:
            return End(f"stopped by --limit-pages {limit}", asked=True)
        if (known := self._sources.onwards(view)) is not None:
            return known
        left = self._reading.pages_left()
        return self._turns.onwards(view, self._reading.region(), satisfied=left is not None and left <= 0)

    def _warn(self, view: PageView) -> None:
        """Warn about an end of the listing that may not be one, besides the verdict."""
        left = self._reading.pages_left()
        if self._end.unsure and (left is None or left > 0):
            self._tools.trace("warning", f"{self._end.end}, so pages may be missing ({view.url})", url=view.url)

    # -- what is committed ------------------------------------------------------------------------------------

    def _page(self, view: PageView, got: Got, onwards: Turn | End) -> CollectedPage | None:
        """The page to commit; None if it has no address of its own and was committed before a kill.

        Such pages are walked again from the first: what was committed is told by the places of the rows.
        """
        rows = got.rows
        done = 0 if self._cursor is None else self._cursor.rows
        if self._reading.before < done and self._cursor is not None:
            if self._reading.rows <= done:
                return None
            rows = tuple(one.behind(done) if one.table in self._own else one for one in rows)
            self._sequence = max(self._sequence, self._cursor.sequence)
        elif self._cursor is not None:
            self._sequence = max(self._sequence, self._cursor.sequence)
        self._sequence += 1
        end = onwards if isinstance(onwards, End) else End("")
        opens = isinstance(onwards, Turn) and onwards.kind == "open" and not self._turns.in_place
        cursor = Cursor(
            stage=self._stage.index,
            walk=self._number,
            sequence=self._sequence,
            url=view.url,
            following=onwards.url if isinstance(onwards, Turn) and opens else None,
            rows=self._reading.rows,
            done=isinstance(onwards, End) and not end.short,
            ended=end.end,
            asked=end.asked,
            unsure=end.unsure,
            covered=end.covered,
            facts=self._reading.facts,
            replans=self._shortened.facts,
        )
        page = CollectedPage(cursor=cursor, rows=rows, totals=got.totals)
        if not got.cut:
            return page
        return unfinished(page, self._reading.before, self._before, in_place=self._turns.in_place)

    # -- going there ------------------------------------------------------------------------------------------

    async def _advance(self, tab: Browser, ahead: Ahead, view: PageView, turn: Turn) -> PageView | None:
        """The page that a turn leads to; None where it brings nothing."""
        known = self._shortened.loaded.pop(turn.url, None) if turn.kind == "open" else None
        if known is not None:  # it was read as evidence for or against a control
            self._here = False
            return known
        self._tools.budget.spend("pages")
        async with self._tools.budget.in_time():
            if turn.kind != "open":
                return await self._turn(tab, view, turn)
            try:
                after = await self._opened(tab, ahead, view, turn.url)
            except NoPage:
                self._turns.leads_to_file = turn.url
                return None
            if not self._sources.is_like(after):
                turn = self._turns.with_link(view, self._reading.region(), turn)
            if after.status not in (404, 410) or turn.node is None:
                if after.status >= 400:
                    return await self._barred(tab, after)
                strays = not self._reading.pages_left() and self._turns.strays(view, turn, after)
                self._here = self._here and not strays
                return None if strays else after
            return await self._without_address(tab, view, turn, after)

    async def _opened(self, tab: Browser, ahead: Ahead, view: PageView, url: str) -> PageView:
        if not (self._sources.proven or self._sources.hopes):
            self._look_ahead(ahead, view, url)
        after = await self._asked(tab, ahead, url)
        if is_turned_away(after, self._site, url):
            ahead.expect([])  # what was loaded ahead meanwhile nobody was logged in for
            await self._way.log_in()
            after = still_in(await self._asked(tab, ahead, url), self._site, url)
        return after

    async def _asked(self, tab: Browser, ahead: Ahead, url: str) -> PageView:
        """The page of an address: fetched, loaded ahead, or loaded now."""
        if self._sources.proven:
            ahead.expect([])
            after = await self._sources.page(tab, url, self._asked_behind)
            self._here = after.drawn
            return after
        self._here = not ahead.has(url)
        return await ahead.take(url) if ahead.has(url) else await self._reading.load(tab, url)

    async def _without_address(self, tab: Browser, view: PageView, turn: Turn, gone: PageView) -> PageView | None:
        """Click a next link whose address the site does not know: it may be meant for the page's scripts."""
        self._here = False
        moved = await self._turn(tab, view, replace(turn, kind="click"))
        if moved is not None and moved.status < 400:
            self._turns.in_place = True
            return moved
        left = self._reading.pages_left()
        return None if left is not None and left <= 0 else await self._barred(tab, gone)

    async def _barred(self, tab: Browser, answer: PageView) -> PageView | None:
        """The first part, if the site shows no further pages of the whole; None behind a part; else `SiteDown`."""
        if self._turns.divided and answer.status < _FAULTS:
            return None  # what is missing of a part, the whole total tells
        self._tools.budget.spend("pages")
        return await self._reading.load(tab, await self._first_part(answer, self._read + 1))

    async def _first_part(self, answer: PageView, number: int) -> str:
        """The address of the first part, in place of a page that answers with an error; `SiteDown` without one."""
        end = End(f"page {number} of the listing answers {answer.status}")
        turn = await self._by_parts(end)
        if isinstance(turn, End):
            raise SiteDown(end.end, url=answer.url)
        return turn.url

    async def _turn(self, tab: Browser, view: PageView, turn: Turn) -> PageView | None:
        """Use a control, in the tab that shows the page."""
        if not self._here:
            seen, view = view, await load(tab, view.url, self._reading.marks, self._tools)
            self._here = True
            if (again := found_again(seen, turn, view)) is None:
                return None
            turn = again
        try:
            arrived = _ARRIVED.get(turn.kind, "opened")
            asked = (self._reading.moved, self._reading.apart, self._reading.lost)
            return await self._turner.turn(view, turn, *(partial(ask, arrived=arrived) for ask in asked))
        except StepFailed as error:
            raise Incomplete(f"the listing can't be turned any further: {error.problem}") from error

    def _look_ahead(self, ahead: Ahead, view: PageView, url: str) -> None:
        """Load what likely comes behind `url`."""
        left = None if self._turns.parted else self._reading.pages_left()
        count = loaded_ahead(self._width, (left, *(number - self._read for number in self._pages_asked)))
        likely = likely_pages(view, self._turns, url, ahead.expected, count)
        if len(following := [one for one in likely if stays_on(self._site, one)]) > 1:
            ahead.expect(following)
