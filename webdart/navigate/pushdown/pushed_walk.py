"""Shortens a walk behind controls of the site, and resumes it as such after a kill.

The replanner is asked once, at the first page of a walk that has committed nothing. What it took is handed on page by
page, details opened then; the cursors carry what became of it, so that a resumed walk knows.
"""

from collections.abc import AsyncGenerator, AsyncIterator

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.controls.partition import parts_of
from webdart.errors import Incomplete
from webdart.navigate import pushdown_log as replans
from webdart.navigate.context import Tools
from webdart.navigate.pushdown.division import DRIFT, Divider
from webdart.navigate.pushdown.evidence import SubWalk, Taken
from webdart.navigate.pushdown.replanner import Replanner
from webdart.navigate.pushdown.verify_set import Obeyed
from webdart.navigate.pushdown_log import Replan, Replanned
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.pagination import End, Turn, Turns
from webdart.page.model import PageView
from webdart.plan.model import Cursor, ListingStage, SitePlan
from webdart.records.model import CollectedPage
from webdart.values import replace

STOPPED = End("stopped on a verified order", covered=True)


class Begun(Struct, frozen=True):
    """A walk that begins with a page shown in a tab already: how it is read, how far ahead, whether in place."""

    tab: Browser
    view: PageView
    reading: Reading
    width: int
    in_place: bool


class Shortened:
    """The push-downs of one walk. `end` is how the walk behind controls ended, once its pages are handed on."""

    def __init__(self, stage: ListingStage, site: SitePlan, tools: Tools, cursor: Cursor | None) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._cursor = cursor
        self._found = Replanned() if cursor is None else replans.from_text(cursor.replans)
        self.end = End("")
        self.obeyed: Obeyed | None = None  # the controls that the file sets
        self._settled = False
        self.tab: Browser | None = None  # where the plain walk goes on, if in another tab
        self.loaded: dict[str, PageView] = {}  # pages of the plain listing that were read as a sample, by address

    def replay(self, found: Replanned) -> None:
        """The walk is one behind controls from its first page on: what is known of them."""
        self._found = found

    @property
    def facts(self) -> str:
        """The facts about push-downs that a cursor carries."""
        return replans.to_text(self._found)

    def replanned(self, reading: Reading) -> Replanned:
        """The outcomes of the push-downs. Records' own pages that were left unopened count among the pages saved."""
        details = -reading.opened if self.taken else reading.spared  # those opened count as they are
        return replace(self._found, plain=self._found.plain + details)

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        """The controls that the SQL was pushed to, and what they stand for."""
        steps = self._found.steps
        return tuple((step.control, step.does) for step in steps if step.verdict == "taken" and step.by == "sql")

    def obey(self, obeyed: Obeyed) -> None:
        """Report the controls that the file sets; they are trusted until the walk has shown their effect."""
        self.obeyed = obeyed
        self._say(obeyed.steps())

    @property
    def against(self) -> str:
        """The evidence that the site ignores a control which the file sets; "" if there is none."""
        return "" if self.obeyed is None else self.obeyed.against

    @property
    def judged(self) -> bool:
        """Whether the rows of the walk tell if what the file set was obeyed."""
        return self.obeyed is not None and self.obeyed.judged

    async def noted(self, pages: AsyncIterator[CollectedPage]) -> AsyncGenerator[CollectedPage]:
        """The pages of a plain walk, whose rows tell of what the file set."""
        async for page in pages:
            if self.obeyed is not None:
                self.obeyed.add(page)
            yield page

    async def settle(self, end: End) -> None:
        """The plain walk is at its end: what the file set is held against what was read, if all of it was.

        Raises:
            Unproven: see `Obeyed.settled`.
        """
        if self.obeyed is not None and self._cursor is None and not self._settled:
            self._settled = True
            steps = await self.obeyed.settled(end)
            self._say(steps)
            for place, step in enumerate(steps):
                before, after = step.objective(self._stage.extracts[0].into, steps[:place])
                self._tools.trace(
                    "replan",
                    f"{step.control}: {step.does}: {step.evidence}",
                    before=before,
                    after=after,
                    grade=step.grade,
                )

    def _say(self, own: tuple[Replan, ...]) -> None:
        if own:  # after a kill the cursor may carry them already
            self._found = replace(self._found, steps=(*own, *(one for one in self._found.steps if one.by != "file")))

    async def replan(
        self, tab: Browser, view: PageView, reading: Reading, walk: SubWalk
    ) -> tuple[PageView, Taken | None]:
        """The first page to walk from, and the walk that controls of the site have shortened, if any.

        A walk that has committed pages goes on as it began: plainly, or (where its pages have no address) by pushing
        down again what was.

        Raises:
            Incomplete: what was pushed down before a kill can't be pushed down again.
        """
        before = self.taken
        if (self._cursor is not None and not before) or parts_of(view) is not None:
            return view, None
        replanner = Replanner(
            stage=self._stage, site=self._site, tools=self._tools, reading=reading, walk=walk, loaded=self.loaded
        )
        try:
            view, taken = await replanner.replan(tab, view)
        finally:
            own = tuple(step for step in self._found.steps if step.by == "file")
            found = replanner.result()
            self.tab = replanner.tab
            self._found = replace(found, steps=(*own, *found.steps))
        if before and self.taken != before:  # other rows, or the same ones in another order
            raise Incomplete("what was pushed down before the run was interrupted could not be pushed down again")
        return view, taken

    @property
    def whole(self) -> int | None:
        """The total of a listing that is walked by the values of a control; None of any other."""
        return self._found.whole

    async def by_parts(self, end: End, turns: Turns, reading: Reading) -> Turn | End:
        """The way on from an end before the stated total: by the values of a control that divide the listing."""
        whole, shown = (self._found.whole, self._found.shown) if self.whole else self._cut_off(end, turns, reading)
        if whole is None or turns.parted or next(iter(reading.ledgers.values())).distinct >= whole:
            return end
        before = self._tools.budget.spent("pages")
        division = await Divider(self._site, self._tools, reading, shown).division(turns.chain[0], whole)
        if division is None:
            return end
        step = division.step(shown)
        self._found = replace(
            self._found,
            steps=(*(one for one in self._found.steps if one.by != "total"), step),
            spent=self._found.spent + int(self._tools.budget.spent("pages") - before),
            whole=whole,
            shown=shown,
        )
        objective = step.objective(self._stage.extracts[0].into)
        self._tools.trace("replan", f"{step.control}: {step.evidence}", before=objective[0], after=objective[1])
        return turns.divide(division.parts()) or end

    def _cut_off(self, end: End, turns: Turns, reading: Reading) -> tuple[int | None, int]:
        """The total of a listing that ends at least a page before it, and the rows that were read; no total of others.

        Nor where the file bounds the walk, or needs the rows in the order of the site, or can't tell them apart.
        """
        navigate, extracts = self._stage.navigate, self._stage.extracts
        (ledger, *others) = reading.ledgers.values()
        whole, rows = ledger.first.stated, ledger.distinct
        bound = end.short or end.asked or end.covered or turns.in_place or navigate.pushdown == "off"
        limited = navigate.pages.max is not None or self._tools.limit_pages is not None
        (extract, need) = extracts[0], self._stage.needs.get(extracts[0].into)
        around = any(field.page == "listing" or field.source == "heading" for field in extract.fields)
        placed = need is None or need.placed or around
        keyed = bool(extract.key) or (bool(reading.extracted) and all(one.keyed for one in reading.extracted.values()))
        if bound or limited or others or placed or not keyed or whole is None:
            return None, rows
        return (whole if whole - rows >= max(ledger.first_size, whole * DRIFT) else None), rows

    async def pages(self, taken: Taken) -> AsyncIterator[CollectedPage]:
        """The pages of a walk behind controls that are not committed yet; the last one ends it.

        A page on which the budget ended is handed on as `unfinished`: a resumed walk reads it once more.
        """
        end = taken.end or (STOPPED if taken.stopped else taken.walk.ending)
        sequence, done = (0, 0) if self._cursor is None else (self._cursor.sequence, self._cursor.rows)
        reading, rows, facts = taken.walk.reading, 0, ""
        for page in taken.pages:
            cursor = replace(page.cursor, replans=self.facts)
            if page is taken.pages[-1] and end.covered:
                cursor = replace(cursor, following=None, done=True, ended=end.end, covered=True)
            if cursor.rows > done:
                sequence += 1
                numbered = replace(page, cursor=replace(cursor, sequence=sequence))
                whole = await reading.materialise(numbered, taken.matters)
                if reading.cut:
                    self.end = End(reading.cut, short=True)
                    yield unfinished(whole, rows, facts, in_place=taken.walk.in_place)
                    return
                yield whole
            rows, facts = cursor.rows, cursor.facts
        self.end = end


def unfinished(page: CollectedPage, rows: int, facts: str, *, in_place: bool) -> CollectedPage:
    """A page on whose records' own pages the budget ended, so that a resumed walk reads it again.

    Its cursor stands before it: at the `rows` and `facts` of then, with its own address as the following one (or as a
    page without an address, which is walked to again). Rows without a key stay out: they would be there twice.
    """
    cursor = replace(
        page.cursor,
        following=None if in_place else page.cursor.url,
        rows=rows,
        facts=facts,
        done=False,
        ended="",
        covered=False,
    )
    kept = tuple(replace(one, records=tuple(row for row in one.records if row.key is not None)) for one in page.rows)
    return replace(page, cursor=cursor, rows=kept)


def is_unfinished(cursor: Cursor) -> bool:
    """Whether a cursor is that of an unfinished page with an address."""
    return cursor.following is not None and cursor.following == cursor.url
