"""When is a part of the SQL handed to the site, and what becomes of it?

The replanner stands at the first page of a listing. It looks which controls could take over conditions, order or page
size (`offers`), puts them to use, walks what comes without giving a row away, and holds it against pages of the plain
listing (`verify`, `sample`). What stands the evidence is handed on, with its grade; what does not is undone, and the
plain walk goes on as if nothing had been tried. No control is believed by its words.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from webdart.errors import Incomplete, SiteError, StaleElement
from webdart.navigate.apply import Applying, Failed
from webdart.navigate.eligible import eligible, may_skip_details
from webdart.navigate.extent import Extent, extent_of
from webdart.navigate.offers import Offer, offers
from webdart.navigate.reading import Reading
from webdart.navigate.replans import Grade, Replan, Replanned, Verdict
from webdart.navigate.sample import Sampler
from webdart.navigate.tools import Tools
from webdart.navigate.verify import Pushed, conflicting, enough, misplaced
from webdart.navigate.wanted import Wanted, holds, wanted_of
from webdart.pages.port import Browser, PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.records import Extraction
from webdart.records.model import CollectedPage

if TYPE_CHECKING:
    from webdart.navigate.walk import Walk

LEAST_PAGES = 4
"""A listing of fewer pages is walked: looking at a sample would cost as much."""

ATTEMPTS = 2
GAIN = 0.7
"""What a push-down may cost of the pages of the plain walk, by the estimate made before it is walked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The listing as it is: its first page, what was read there, and how far it reaches."""

    view: PageView
    found: Extraction
    extent: Extent

    @property
    def stated(self) -> int | None:
        """The total that its first page states."""
        return self.found.totals.stated


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A walk behind controls that stood the evidence: its pages, the walk that gave them, the grade."""

    pages: tuple[CollectedPage, ...]
    walk: "Walk"
    stopped: bool
    grade: Grade


@dataclass(frozen=True, slots=True)
class _Blamed:
    """An attempt that did not stand: which of its offers are not tried again, and why; `verdict` as reported."""

    offers: tuple[Offer, ...]
    why: str
    verdict: Verdict = "refused"


SubWalk = Callable[[Browser, PageView, int | None], "Walk"]
"""A walk that begins with a view in a tab, without details; how many pages it loads side by side at most."""


@dataclass(slots=True, kw_only=True)
class Replanner:
    """Looks for push-downs of one walk. `steps` is what became of every control that was tried."""

    stage: ListingStage
    site: SitePlan
    tools: Tools
    reading: Reading
    walk: SubWalk
    steps: list[Replan] = field(default_factory=list[Replan])
    spent: int = 0
    plain: int = 0

    async def replan(self, tab: Browser, view: PageView) -> tuple[PageView, Taken | None]:
        """What to go on with: the first page of the plain listing, and a finished push-down if one stood."""
        base = self._base(view)
        if base is None:
            return view, None
        extract = self.stage.extracts[0]
        wanted = wanted_of(self.stage, extract)
        rows = len(base.found.records)
        found = [
            offer
            for offer in offers(view, wanted, self.site.locale, rows)
            if (self.site.name, *offer.name) not in self.tools.distrusted
        ]
        before = self.tools.budget.spent("pages")
        taken: Taken | None = None
        for _ in range(ATTEMPTS):
            chosen = _chosen(found, base, wanted, exact=self._mode == "exact")
            if not chosen:
                break
            try:
                result = await _Attempt(self, tab, base, wanted, chosen).run()
            except Failed as failed:
                result = _Blamed(chosen, failed.problem)
            if isinstance(result, Taken):
                taken = result
                self._tell(chosen, "taken", result)
                break
            self._refused(result)
            found = [offer for offer in found if offer not in result.offers]
            base = await self._undone(tab, base)
            view = base.view
        self.spent = int(self.tools.budget.spent("pages") - before)
        self.plain = base.extent.pages - 1 if taken is not None else 0
        return view, taken

    def look(self, view: PageView) -> Extraction:
        """What a page gives."""
        return self.reading.look(view)

    @property
    def marks(self) -> tuple[str, ...]:
        """What the page's script is asked for."""
        return self.reading.marks

    def result(self) -> Replanned:
        """What became of every control that was tried, and the pages it took."""
        return Replanned(steps=tuple(self.steps), spent=self.spent, plain=self.plain)

    @property
    def _mode(self) -> str:
        return self.stage.navigate.pushdown

    def _base(self, view: PageView) -> Base | None:
        if not eligible(self.stage, self.tools):
            return None
        found = self.look(view)
        if found.verdict != "found" or not found.keyed or found.problems or found.missing:
            return None
        extent = extent_of(view, len(found.records), found.totals)
        if extent is None or extent.pages < LEAST_PAGES:
            return None
        return Base(view=view, found=found, extent=extent)

    async def _undone(self, tab: Browser, base: Base) -> Base:
        """The plain listing again, looked at afresh.

        Raises:
            Incomplete: the site does not show it any more: it keeps what was tried.
        """
        self.tools.budget.spend("pages")
        view = await tab.open(base.view.url, self.marks)
        found = self.look(view)
        keys = {record.key for record in found.records}
        if found.totals.stated != base.stated or keys != {record.key for record in base.found.records}:
            raise Incomplete(
                "the listing is not the same after a control was tried and undone: the site keeps what was set",
                hint="write `pushdown: off` in this navigate",
            )
        return replace(base, view=view, found=found)

    def _refused(self, blamed: _Blamed) -> None:
        for offer in blamed.offers:
            self.tools.distrusted.add((self.site.name, *offer.name))
            self._say(Replan(control=offer.control, does=offer.does, verdict=blamed.verdict, evidence=blamed.why))

    def _tell(self, chosen: Sequence[Offer], verdict: Verdict, taken: Taken) -> None:
        evidence = taken.grade.evidence
        for offer in chosen:
            self._say(
                Replan(
                    control=offer.control, does=offer.does, verdict=verdict, evidence=evidence, grade=taken.grade.grade
                )
            )

    def _say(self, step: Replan) -> None:
        self.steps.append(step)
        before, after = step.objective(self.stage.extracts[0].into)
        text = f"{step.control} for {step.does}: {step.verdict}" + (f", {step.evidence}" if step.evidence else "")
        self.tools.trace(
            "replan",
            text,
            control=step.control,
            does=step.does,
            verdict=step.verdict,
            evidence=step.evidence,
            before=before,
            after=after,
        )


def _chosen(found: Sequence[Offer], base: Base, wanted: Wanted, *, exact: bool) -> tuple[Offer, ...]:
    """What to try together: the surest filter of every column, the surest sort where it can end the walk early, a
    page size. Alone, a page size must spare pages; a push-down that can only be sampled is not `exact`."""
    chosen: list[Offer] = []
    if not exact:
        columns: set[str] = set()
        for offer in found:
            if offer.kind in ("filter", "search") and not columns & {one.column for one in offer.serves}:
                if offer.kind == "search" and chosen:
                    continue
                chosen.append(offer)
                columns |= {one.column for one in offer.serves}
        sort = next((offer for offer in found if offer.kind == "sort"), None)
        if (
            sort is not None
            and wanted.limit is not None
            and wanted.limit < len(base.found.records) * base.extent.pages / 2
        ):
            chosen.append(sort)
    size = next((offer for offer in found if offer.kind == "size"), None)
    if size is not None:
        chosen.append(size)
    return tuple(chosen)


@dataclass(slots=True)
class _Attempt:
    """One try of some offers together."""

    on: Replanner
    tab: Browser
    base: Base
    wanted: Wanted
    chosen: tuple[Offer, ...]

    async def run(self) -> Taken | _Blamed:
        """Put the controls to use, walk what comes, and hold it against the plain listing."""
        first = await self._applied()
        found = self.on.look(first)
        blamed = self._first_look(first, found)
        if blamed is not None:
            return blamed
        plain = Sampler(extent=self.base.extent, open=self._open, look=self.on.look, first=self.base.found.totals)
        if self._filters:
            problem = await self._sample_plain(plain)
            if problem is not None:
                return _Blamed(self.chosen, problem)
        return await self._walked(first, found, plain)

    # -- the first page ---------------------------------------------------------------------------------------

    @property
    def _filters(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.chosen if offer.kind in ("filter", "search"))

    @property
    def _sorts(self) -> tuple[Offer, ...]:
        return tuple(offer for offer in self.chosen if offer.kind == "sort")

    async def _applied(self) -> PageView:
        applying = Applying(self.tab, self.on.site, self.on.tools, self.on.marks, self._same)
        view = await applying.put(self.base.view, [put for offer in self.chosen for put in offer.puts])
        for sort in self._sorts:
            records = self.on.look(view).records
            if (
                sort.direction is None
                and not sort.puts[-1].words
                and Pushed(wanted=self.wanted, offers=(sort,)).add(records)
            ):  # a head turns the order round when it is clicked again
                view = await applying.put(view, [_here(view, sort)])
        return view

    def _same(self, view: PageView) -> bool:
        found = self.on.look(view)
        return [record.key for record in found.records] == [record.key for record in self.base.found.records]

    def _first_look(self, first: PageView, found: Extraction) -> _Blamed | None:
        """What the first page already tells against the controls."""
        if found.verdict == "not found" or found.problems or (found.records and not found.keyed):
            return _Blamed(self.chosen, "the page that came of it carries no listing")
        pushed = Pushed(wanted=self.wanted, offers=self.chosen)
        for offer in self._filters:
            alone = Pushed(wanted=self.wanted, offers=(offer,))
            wrong = alone.add(found.records)
            if wrong:
                return _Blamed((offer,), wrong)
        wrong = pushed.unordered() or pushed.add(found.records)
        if wrong:
            return _Blamed(self._sorts or self.chosen, wrong)
        stated = found.totals.stated
        if self.base.stated is not None and found.records:
            if stated is None:
                return _Blamed(self.chosen, "it states no total any more, or another number of rows than it shows")
            if stated > self.base.stated or (not self._filters and stated != self.base.stated):
                return _Blamed(self.chosen, f"it states {stated} rows, the plain listing {self.base.stated}")
        if self._filters and self._same(first) and stated == self.base.stated:
            return _Blamed(self._filters, "it changes nothing")
        if self._sorts:
            pushed.stopped = True
            lost = misplaced(pushed, self.base.found.records)
            if lost:
                return _Blamed(self._sorts, lost)
        return self._worth(first, found)

    def _worth(self, first: PageView, found: Extraction) -> _Blamed | None:
        """Whether it spares pages, by what the first page tells."""
        plain = self.base.extent.pages
        extent = extent_of(first, len(found.records), found.totals)
        leads_on = any(control.kind == "next" for control in first.controls)
        pages = 1 if not leads_on else (extent.pages if extent is not None else plain)
        if self._sorts and self.wanted.limit is not None:
            size = max(1, len(found.records))
            pages = min(pages, -(-self.wanted.limit // size) + 2)
        cost = pages + (2 if self._filters and self.on._mode != "trusting" else 0)  # noqa: SLF001 - one module
        if cost > GAIN * plain:
            return _Blamed(self.chosen, f"it would take about {cost} pages, the plain walk {plain}")
        return None

    # -- the sample of the plain listing ----------------------------------------------------------------------

    async def _open(self, url: str) -> PageView:
        self.on.tools.budget.spend("pages")
        tab = await self.on.tools.pool.tab(self.on.site)
        try:
            return await tab.open(url, self.on.marks)
        finally:
            await tab.close()

    async def _sample_plain(self, plain: Sampler) -> str | None:
        """Read pages of the plain listing until enough rows that the controls should leave out are known."""
        if self.on._mode == "trusting":  # noqa: SLF001 - one module
            return None
        while True:
            rows = [*self.base.found.records, *(r for page in plain.taken.values() for r in page.records)]
            out = sum(1 for record in rows if not self.wanted.satisfied(record))
            last = any(page.last for page in plain.taken.values())
            if enough(out, 1 + len(plain.taken), last=last, everything=plain.exhausted(1)):
                return None
            if plain.opened > self.base.extent.pages * GAIN:
                return "a sample of the rows that it leaves out would take too many pages"
            problem = await plain.more(1)
            if problem is not None:
                return f"the plain listing can't be sampled: {problem}"

    # -- the walk behind the controls -------------------------------------------------------------------------

    async def _walked(self, first: PageView, found: Extraction, plain: Sampler) -> Taken | _Blamed:
        pushed = Pushed(wanted=self.wanted, offers=self.chosen)
        pages: list[CollectedPage] = []
        walk = self.on.walk(self.tab, first, 1 if self._sorts else None)
        if found.records:
            async with aclosing(walk.pages()) as coming:
                async for page in coming:
                    pages.append(page)
                    wrong = pushed.add(page.rows[0].records)
                    if wrong:
                        return _Blamed(self.chosen, f"page {len(pages)}: {wrong}", "undone")
                    if pushed.certain():
                        pushed.stopped = not walk_ended(page)
                        break
            if not pushed.stopped and (walk.ending.short or walk.ending.unsure):
                return _Blamed(self.chosen, walk.ending.end, "undone")
        return await self._judged(pushed, pages, walk, found, plain, first)

    async def _judged(  # noqa: PLR0913
        self,
        pushed: Pushed,
        pages: Sequence[CollectedPage],
        walk: "Walk",
        found: Extraction,
        plain: Sampler,
        first: PageView,
    ) -> Taken | _Blamed:
        wrong = self._counted(pushed, found)
        tail = self._tail(pushed, found, first)
        if not wrong and pushed.stopped and self.on._mode != "trusting":  # noqa: SLF001 - one module
            wrong = await self._sample_tail(pushed, plain, tail)
        samples = [self.base.found.records, *(page.records for page in plain.taken.values())]
        behind = [] if tail is None else [tail.taken[number].records for number in sorted(tail.taken)]
        wrong = wrong or conflicting([*samples, *behind, pushed.records])
        wrong = wrong or misplaced(pushed, (record for rows in [*samples, *behind] for record in rows))
        if wrong:
            return _Blamed(self.chosen, wrong, "undone")
        grade = self._grade(pushed, [*samples, *behind])
        opened = await self._materialised(pushed, pages, walk)
        return Taken(pages=tuple(opened), walk=walk, stopped=pushed.stopped, grade=grade)

    async def _materialised(
        self, pushed: Pushed, pages: Sequence[CollectedPage], walk: "Walk"
    ) -> Sequence[CollectedPage]:
        """The pages with the details of those rows that the answer can need."""
        extract = self.on.stage.extracts[0]
        if not self.on.reading.needs_details(extract):
            return pages
        if not may_skip_details(extract):
            return await walk.reading.materialise(pages, lambda _: True)
        first = pushed.first_keys() if self._sorts else None
        wanted = self.wanted
        return await walk.reading.materialise(
            pages, lambda record: wanted.satisfied(record) and (first is None or record.key in first)
        )

    def _counted(self, pushed: Pushed, found: Extraction) -> str:
        """Whether what was walked is as many rows as the site says."""
        stated = found.totals.stated
        if pushed.stopped or stated is None:
            return ""
        if len(pushed.keys) != stated or len(pushed.records) != stated:
            return f"it states {stated} rows and shows {len(pushed.records)}"
        return ""

    def _tail(self, pushed: Pushed, found: Extraction, first: PageView) -> Sampler | None:
        extent = extent_of(first, len(found.records), found.totals) if pushed.stopped else None
        if extent is None:
            return None
        return Sampler(extent=extent, open=self._open, look=self.on.look, first=found.totals)

    async def _sample_tail(self, pushed: Pushed, plain: Sampler, tail: Sampler | None) -> str:
        """Look at the last page of the ordered listing and one between, and more where that is little evidence."""
        if tail is None:
            return "the pages behind can't be looked at"
        known = pushed.pages
        while True:
            rows = [*self.base.found.records, *(r for page in plain.taken.values() for r in page.records)]
            rows += [record for page in tail.taken.values() for record in page.records]
            out = len({record.key for record in rows} - pushed.keys)
            looked = 1 + len(plain.taken) + len(tail.taken)
            last = any(page.last for page in tail.taken.values())
            both = len(tail.taken) >= 2 or tail.exhausted(known)
            if both and enough(out, looked, last=last, everything=tail.exhausted(known)):
                break
            problem = await tail.more(known)
            if problem is not None:
                return f"the pages behind can't be looked at: {problem}"
        rows = [*pushed.records, *(r for number in sorted(tail.taken) for r in tail.taken[number].records)]
        for offer in self._filters:
            for one in offer.keeps:
                if not all(holds(one, record.values.get(one.column)) for record in rows):
                    return f"a page behind shows rows against its filter on {one.column}"
        return Pushed(wanted=self.wanted, offers=self.chosen, records=rows).unordered()

    def _grade(self, pushed: Pushed, samples: Sequence[Sequence[object]]) -> Grade:
        keys = {record.key for page in samples for record in page}  # type: ignore[attr-defined]
        out = len(keys - pushed.keys)
        total = self.base.stated
        if total is not None and len(keys | pushed.keys) == total:
            what = f"{len(pushed.keys)} rows kept + {out} left out = {total}, the total of the plain listing"
            return Grade(grade="exact", evidence=what)
        if self.on._mode == "trusting" and (self._filters or pushed.stopped):  # noqa: SLF001 - one module
            return Grade(grade="trusted", evidence="not sampled, as the file asks")
        pages = len(samples)
        what = f"{out} rows that it leaves out were read on {pages} pages, the last among them; none of them is wanted"
        return Grade(grade="sampled", evidence=what)


def walk_ended(page: CollectedPage) -> bool:
    """Whether the walk would end with this page anyway."""
    return page.cursor.done


def _here(view: PageView, sort: Offer):  # noqa: ANN202
    """The same head on the page that came of the first click."""
    (put,) = sort.puts
    heads = [control for control in view.controls if control.kind == "sort" and control.label == put.label]
    if len(heads) != 1:
        raise StaleElement(f"the head {put.label!r} is not on the page any more", url=view.url)
    return replace(put, node=heads[0].node, href=heads[0].href)


__all__ = ["Replanner", "SiteError", "SubWalk", "Taken", "Awaitable"]
