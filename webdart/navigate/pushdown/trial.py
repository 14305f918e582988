"""Tries controls together on a listing, and judges whether they do what they are taken for.

They are put to use in the walk's tab; a first look judges what its first page tells; pages of the plain listing are
read as a sample; what is behind the controls is walked without giving a row away; then all of it is held together. An
attempt gives a finished walk with its grade, or says which controls did not stand, and why.
"""

from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.errors import StaleElement
from webdart.navigate.address import without_fragment
from webdart.navigate.pushdown.apply_control import Applying
from webdart.navigate.pushdown.baseline import Base
from webdart.navigate.pushdown.evidence import GAIN, Evidence, Listing, Opening, Taken
from webdart.navigate.pushdown.offer import Offer, Put
from webdart.navigate.pushdown.offers import choices_in
from webdart.navigate.pushdown.verify import LEAST_ROWS, Pushed, Sampled, conflicting, enough, misplaced
from webdart.navigate.pushdown_log import Grade, Verdict
from webdart.navigate.row_filter import Wanted
from webdart.navigate.walk.eligibility import may_skip_details
from webdart.navigate.walk.page_count import Extent, extent_of, ways
from webdart.page.model import PageView
from webdart.page.roles import words_of
from webdart.page.text_match import loose
from webdart.records import Extraction
from webdart.records.model import CollectedPage, Record
from webdart.values import replace


class Blamed(Struct, frozen=True):
    """An attempt that did not stand: which of its offers are not tried again, and why; `verdict` as reported.

    `untouched`: no control was put to use, so nothing has to be undone. `lasting`: its rows speak against it, which is
    worth knowing in the next run; what a try would cost, or a page that could not be had, is not.
    """

    offers: tuple[Offer, ...]
    why: str
    verdict: Verdict = "refused"
    untouched: bool = False
    lasting: bool = False


@dataclass(slots=True)
class Attempt:
    """One try of some offers together."""

    on: Listing
    tab: Browser
    base: Base
    wanted: Wanted
    chosen: tuple[Offer, ...]
    _evidence: Evidence = field(init=False)
    _opening: Opening = field(init=False)
    loaded: dict[str, PageView] = field(default_factory=dict[str, PageView])  # of the plain listing, by address
    turned: dict[int, Sampled] = field(default_factory=dict[int, Sampled])  # of one without addresses, by number
    _looked: list[tuple[PageView, Extraction]] = field(default_factory=list[tuple[PageView, Extraction]])
    _onwards: dict[int, str] = field(default_factory=dict[int, str])  # addresses by number that walked pages lead to

    def __post_init__(self) -> None:
        """The first page of the plain listing is evidence from the start."""
        self._opening = Opening(self.on, self.base, self.loaded, self._look)
        self._evidence = Evidence(self.base, self._opening.sampler(self.turned))

    async def run(self) -> Taken | Blamed:
        """Put the controls to use, walk what comes, and hold it against the plain listing.

        Raises:
            NotFound, StepFailed, SiteError: a control could not be used, or a page not be loaded.
            Incomplete: the budget is spent.
        """
        try:
            return await self._run()
        finally:
            await self._opening.close()

    async def _run(self) -> Taken | Blamed:
        hopeless = "" if self.on.trusting else self._hopeless()
        if hopeless:
            return Blamed(self._filters, hopeless, untouched=True)
        first = await self._applied()
        found = self._look(first)
        blamed = self._first_look(first, found)
        if blamed is None and not self.on.trusting and not self._late:
            problem = await self._sampled_before()
            blamed = Blamed(self._filters or self.chosen, problem) if problem else None
        return blamed if blamed is not None else await self._walked(first, found)

    @property
    def _late(self) -> bool:
        """Whether the plain listing is sampled last: the walk could not use what was read, as it can by address."""
        return self.base.extent.turned

    @property
    def _filters(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.chosen if offer.kind in ("filter", "search"))

    @property
    def _sorts(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.chosen if offer.kind == "sort")

    @property
    def _suspects(self) -> tuple[Offer, ...]:
        """Whom to blame for what cannot be told apart: what leaves rows out before what only cuts pages otherwise."""
        return (*self._filters, *self._sorts) or self.chosen

    # -- the first page ---------------------------------------------------------------------------------------

    async def _applied(self) -> PageView:
        applying = Applying(self.tab, self.on.site, self.on.tools, self.on.reading.marks, self._same)
        view = await applying.put(self.base.view, [put for offer in self.chosen for put in offer.puts])
        for sort in self._sorts:
            if sort.direction is None and sort.puts[-1].how == "follow" and self._disordered(sort, view):
                view = await applying.put(view, [_head_again(view, sort.puts[-1])])
        return view

    def _disordered(self, sort: Offer, view: PageView) -> str:
        """The evidence of a page against the order, by itself and beside the plain listing's first page."""
        pushed = Pushed(wanted=self.wanted, offers=(sort,), stopped=True)
        return pushed.add(self._look(view).records) or misplaced(pushed, self.base.found.records)

    def _same(self, before: PageView, after: PageView) -> bool:
        ones, others = self._look(before).records, self._look(after).records
        return [record.key for record in ones] == [record.key for record in others]

    def _first_look(self, first: PageView, found: Extraction) -> Blamed | None:
        """The evidence of the first page against the controls."""
        if found.verdict == "not found" or found.problems or not found.records or not found.keyed:
            return Blamed(self._suspects, _no_listing(found))
        for offer in self._filters:
            wrong = Pushed(wanted=self.wanted, offers=(offer,)).add(found.records)
            if wrong:
                return Blamed((offer,), wrong, lasting=True)
        pushed = Pushed(wanted=self.wanted, offers=self.chosen, stopped=bool(self._sorts))
        wrong = pushed.add(found.records) or self._totals(found)
        if wrong:
            return Blamed(self._sorts or self._suspects, wrong, lasting=True)
        if self._same(self.base.view, first) and self.base.stated == found.totals.stated and not self._sorts:
            return Blamed(self.chosen, "it changes nothing", lasting=True)
        lost = misplaced(pushed, self.base.found.records) if self._sorts else ""
        if lost:
            return Blamed(self._sorts, lost, lasting=True)
        return self._worth(first, found)

    def _totals(self, found: Extraction) -> str:
        stated = found.totals.stated
        if self.base.stated is None:
            return ""
        if stated is None:
            return "it states no total any more, or another number of rows than it shows"
        if stated > self.base.stated or (not self._filters and stated != self.base.stated):
            return f"it states {stated} rows, the plain listing {self.base.stated}"
        return ""

    def _worth(self, first: PageView, found: Extraction) -> Blamed | None:
        """Whether it spares pages, by what the first page tells."""
        plain = self.base.extent.likely
        extent = extent_of(first, len(found.records), found.totals)
        pages = extent.pages if extent is not None else plain
        near = plain < FAR or self.base.extent.turned
        if self._sorts and not self.on.trusting and near and not _reachable(first, extent):
            return Blamed(self._sorts, "the last page of the ordered listing has no known address, nor a way to it")
        if not any(control.kind == "next" for control in first.controls):
            pages = 1
        if self._sorts and self.wanted.limit is not None:
            pages = min(pages, -(-self.wanted.limit // max(1, len(found.records))) + BEHIND)
        cost = pages + (self._sample_cost() if self._filters and not self.on.trusting else 0)
        if cost > GAIN * plain:
            alone = self._filters or self._suspects  # an order may still be worth it without them
            return Blamed(alone, f"it would take about {cost} pages, the plain walk {plain}")
        return None

    def _sample_cost(self) -> int:
        """Pages of the plain listing that a sample takes besides its first, by how many rows of that one it counts."""
        if not self.base.extent.turned:
            return 2
        rows = self.base.found.records
        out = sum(1 for record in rows if not self.wanted.satisfied(record))
        return max(2, -(-LEAST_ROWS // max(1, out)) - 1) + 1 if not self._evidence.plain.taken else 1

    # -- samples ----------------------------------------------------------------------------------------------

    def _look(self, view: PageView) -> Extraction:
        """Read a page; those looked at last are remembered."""
        known = next((found for seen, found in self._looked if seen is view), None)
        if known is None:
            known = (self.on.look or self.on.reading.look)(view)
            self._looked = [*self._looked[-3:], (view, known)]
        return known

    async def _sampled_before(self) -> str:
        """Sample the plain listing before it is known how the walk behind the controls ends."""
        if self._filters:
            return await self._sample_plain(None) or self._searched()
        return "" if self._sorts else await self._sample_end()

    async def _sample_end(self) -> str:
        """Sample the last page of the plain listing if no total states the number of rows."""
        plain = self._evidence.plain
        if self.base.stated is not None or plain.last:
            return ""
        problem = await plain.more(1)
        return f"the plain listing can't be sampled: {problem}" if problem else ""

    async def _sample_plain(self, pushed: Pushed | None) -> str:
        """Read pages of the plain listing until enough rows that the controls left out are known.

        Before the walk behind the controls (None), those that they should leave out.
        """
        plain = self._evidence.plain
        while True:
            out = len({record.key for record in self._evidence.of_plain() if self._out(pushed, record)})
            whole = pushed is not None and out + len(pushed.keys) == self.base.stated
            if whole or enough(out, 1 + len(plain.taken), last=plain.last, everything=plain.exhausted(1)):
                return ""
            if plain.opened > GAIN * self.base.extent.pages:
                return "a sample of the rows that it leaves out would take too many pages"
            problem = await plain.more(1) or self._hopeless()
            if problem:
                return f"the plain listing can't be sampled: {problem}"

    def _out(self, pushed: Pushed | None, record: Record) -> bool:
        return not self.wanted.satisfied(record) if pushed is None else record.key not in pushed.keys

    def _hopeless(self) -> str:
        """Whether a sample that costs pages of its own will hardly know enough rows that a search has to find.

        Twice as many rows as a sample needs at least are reckoned with.
        """
        searches = any(offer.kind == "search" for offer in self.chosen) and self.base.extent.turned
        rows = self._evidence.of_plain()
        there = sum(1 for record in rows if self.wanted.satisfied(record))
        if not searches or len(rows) < TELLING or there * 2 * LEAST_ROWS >= LEAST_FOUND * len(rows):
            return ""
        return "too few of the rows read so far are such as the search would have to find"

    def _searched(self) -> str:
        """A search goes by words, stems or fields of its own: rows that it must find are wanted in the sample too."""
        if not any(offer.kind == "search" for offer in self.chosen):
            return ""
        there = sum(1 for record in self._evidence.of_plain() if self.wanted.satisfied(record))
        return "" if there >= LEAST_FOUND else "too few rows are known that the search would have to find"

    # -- the walk behind the controls -------------------------------------------------------------------------

    async def _walked(self, first: PageView, found: Extraction) -> Taken | Blamed:
        pushed = Pushed(wanted=self.wanted, offers=self.chosen)
        pages: list[CollectedPage] = []
        in_place = without_fragment(first.url) == without_fragment(self.base.view.url)
        walk = self.on.walk(self.tab, first, 1 if self._sorts else None, in_place=in_place)
        async with aclosing(walk.pages()) as coming:
            async for page in coming:
                pages.append(page)
                if page.cursor.following is not None:
                    self._onwards[len(pages) + 1] = page.cursor.following
                wrong = pushed.add(page.rows[0].records)
                if wrong:
                    return Blamed(self._suspects, f"page {len(pages)}: {wrong}", "undone", lasting=True)
                if pushed.certain():
                    pushed.stopped = not page.cursor.done
                    break
        unsure = walk.ending.unsure and found.totals.stated != len(pushed.keys)
        if not pushed.stopped and (walk.ending.short or unsure):
            return Blamed(self._suspects, walk.ending.end, "undone")
        grade = await self._graded(pushed, first, found)
        if isinstance(grade, Blamed):
            return grade
        return Taken(
            pages=tuple(pages),
            walk=walk,
            stopped=pushed.stopped,
            grade=grade,
            matters=self._matters(pushed),
            offers=self.chosen,
            beside=(self.base.view, *self.loaded.values()),
        )

    async def again(
        self, pushed: Pushed, first: PageView, found: Extraction, onwards: Mapping[int, str]
    ) -> Grade | Blamed:
        """The verdict on a walk behind the controls as they were locked, by evidence of today.

        `first` is its first page, `found` what is read there, `onwards` the addresses by number that its pages lead to.
        """
        self._onwards = dict(onwards)
        try:
            problem = self._totals(found) or ("" if self.on.trusting else await self._sampled_before())
            return Blamed(self.chosen, problem) if problem else await self._graded(pushed, first, found)
        finally:
            await self._opening.close()

    async def _graded(self, pushed: Pushed, first: PageView, found: Extraction) -> Grade | Blamed:
        """How good the evidence for the walk is, or what is against it."""
        blamed = await self._judged(pushed, first, found)
        if blamed is not None:
            return blamed
        grade = self._grade(pushed)
        if self.on.stage.navigate.pushdown == "exact" and grade.grade != "exact":
            return Blamed(self.chosen, "that it leaves nothing out can't be told exactly", "undone")
        return grade

    async def _judged(self, pushed: Pushed, first: PageView, found: Extraction) -> Blamed | None:
        """The verdict of the evidence against the walk, if there is one."""
        wrong = self._counted(pushed, found)
        if not wrong and not self.on.trusting:
            wrong = await self._sampled_after(pushed, first, found)
            wrong = wrong or (await self._sampled_before() if self._late else "") or self._counted(pushed, found)
        wrong = wrong or conflicting([*self._evidence.all(), *pushed.records])
        lost = "" if wrong else misplaced(pushed, self._evidence.all())
        return Blamed(self._suspects, wrong or lost, "undone", lasting=bool(lost)) if wrong or lost else None

    def _counted(self, pushed: Pushed, found: Extraction) -> str:
        """Whether what was walked is as many rows as the site says, or as the pages of the plain listing hold."""
        stated = found.totals.stated
        if pushed.stopped:
            return ""
        if stated is not None and not len(pushed.keys) == len(pushed.records) == stated:
            return f"it states {stated} rows and shows {len(pushed.records)}, {len(pushed.keys)} of them different"
        if self.base.stated is not None or self._filters:
            return ""
        extent = self._evidence.plain.extent
        if extent.least:  # how many pages it has is told by its last one, which is sampled later
            return ""
        pages, rows = extent.pages, len(self.base.found.records)
        last = self._evidence.plain.taken.get(pages)
        least, most = (1, rows) if last is None else (len(last.records), len(last.records))
        least, most = (pages - 1) * rows + least, (pages - 1) * rows + most
        if least <= len(pushed.keys) <= most:
            return ""
        hold = str(most) if least == most else f"{least} to {most}"
        return f"it shows {len(pushed.keys)} different rows, the {pages} pages of the plain listing hold {hold}"

    async def _sampled_after(self, pushed: Pushed, first: PageView, found: Extraction) -> str:
        """Sample what is left once the walk behind the controls is over; the reason if that is impossible."""
        if pushed.stopped:
            return await self._sample_tail(pushed, first, found)
        return await self._sample_plain(pushed) if self._filters else await self._sample_end()

    async def _sample_tail(self, pushed: Pushed, first: PageView, found: Extraction) -> str:
        """Look at the page right behind, the last one and one between, and more where that is little evidence."""
        extent = extent_of(first, len(found.records), found.totals)
        if extent is None:
            return "the pages behind can't be looked at"
        if extent.pages <= pushed.pages:
            return "it leads on behind what should be its last page"
        extent = extent.with_shown(self._onwards)
        tail = self._evidence.tail = await self._opening.behind(self.tab, pushed, extent, found.totals)
        while True:
            out = len({record.key for record in self._evidence.all()} - pushed.keys)
            everything = tail.exhausted(pushed.pages)
            looked = len(tail.taken) >= BEHIND or everything
            if looked and enough(out, self._evidence.pages(), last=tail.last, everything=everything):
                break
            problem = await tail.more(pushed.pages)
            if problem:
                return f"the pages behind can't be looked at: {problem}"
        before, keys = list(pushed.records), set(pushed.keys)
        behind = Pushed(wanted=self.wanted, offers=self.chosen, records=before, keys=keys)
        return behind.add(tail.records())

    # -- what is handed on ------------------------------------------------------------------------------------

    def _matters(self, pushed: Pushed) -> Callable[[Record], bool]:
        """Tells rows of which the answer may need more than the listing shows."""
        if not may_skip_details(self.on.stage.extracts[0]):
            return lambda _: True
        first, wanted = pushed.first_keys(), self.wanted
        return lambda record: wanted.satisfied(record) and (first is None or record.key in first)

    def _grade(self, pushed: Pushed) -> Grade:
        out = len({record.key for record in self._evidence.all()} - pushed.keys)
        total = self.base.stated
        if total is not None and out + len(pushed.keys) == total:
            return Grade(
                grade="exact",
                evidence=f"{len(pushed.keys)} rows kept + {out} left out = {total}, the total of the plain listing",
            )
        if self.on.trusting:
            return Grade(grade="trusted", evidence="not sampled, as the file asks")
        if not self._filters and not pushed.stopped:
            pages = self.base.extent.pages
            return Grade(grade="sampled", evidence=f"{len(pushed.keys)} rows, as many as the {pages} plain pages hold")
        return Grade(
            grade="sampled",
            evidence=f"{out} rows that it leaves out were read on {self._evidence.pages()} pages, the last among them: "
            "none of them is wanted",
        )


def _no_listing(found: Extraction) -> str:
    """What is wrong with a page that shows no rows; that none is wanted tells the whole plain listing alone."""
    if found.verdict == "not found" or found.problems or found.records:
        return "the page that came of it carries no listing"
    return "it shows no row at all, so nothing tells that it would find any"


BEHIND = 3
"""Pages behind the place where an ordered walk stopped that are looked at: the next, the last, and one between."""

FAR = 30
"""Pages of a listing from which on it is worth trying whether addresses that no link shows can be derived."""

TELLING = 20
"""Rows from which on it is told how many of a sample a search will have to find."""

LEAST_FOUND = 5
"""Rows of the sample that a search must have to find, so that its finding them says something."""


def _reachable(view: PageView, extent: Extent | None) -> bool:
    """Whether the last page can be opened for a look."""
    if extent is None or extent.pages == 1:
        return extent is not None
    if extent.turned:
        return extent.pages in ways(view, 1, extent)
    return extent.address(extent.pages) is not None


def _head_again(view: PageView, put: Put) -> Put:
    """The same head or link on the page that came of the first click: it turns the order round."""
    sorts = [control for control in view.controls if control.kind == "sort"]
    heads = [(control.label, control.node, control.href) for control in sorts if not control.options]
    links = [link for control in sorts if control.options for link in choices_in(view, control)]
    heads += [(words_of(view, link), link.index, link.attributes.get("href", "")) for link in links]
    named = [head for head in heads if loose(head[0]) == loose(put.label)]
    if not named:  # a sign for the order, or for its rank, was added to its words
        words = set(loose(put.label).split())
        named = [head for head in heads if words and words <= set(loose(head[0]).split())]
    if len(named) != 1:
        raise StaleElement(f"the head {put.label!r} is not on the page any more", url=view.url)
    ((_, node, href),) = named
    if href and without_fragment(href) == without_fragment(view.url):
        raise StaleElement(f"{put.label!r} does not turn the order round", url=view.url)
    return replace(put, node=node, href=href)
