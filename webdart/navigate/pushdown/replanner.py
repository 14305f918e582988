"""Decides when a part of the SQL is handed to the site, and handles the outcome.

The replanner stands at the first page of a listing. It looks which controls could take over conditions, order or page
size (`candidates`) and tries the surest of them together (`trial`). What the evidence supports is handed on with its
grade; what it does not is undone and remembered for the run, and the plain walk goes on as if nothing had been tried.
No control is believed by its words.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from webdart.browser.port import Browser
from webdart.errors import Incomplete
from webdart.navigate.context import Tools
from webdart.navigate.pushdown.apply_control import Failed
from webdart.navigate.pushdown.baseline import NO_END, Base, base_of, shown_again
from webdart.navigate.pushdown.combination import chosen_of
from webdart.navigate.pushdown.dropdown_options import sizes_inside
from webdart.navigate.pushdown.evidence import Listing, Opening, SubWalk, Taken
from webdart.navigate.pushdown.hidden_controls import Behind, in_view
from webdart.navigate.pushdown.model_mapping import Mapper
from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.pushdown.offers import offers
from webdart.navigate.pushdown.predicate_parts import Outlook, Skipped, Tried, not_skipped
from webdart.navigate.pushdown.row_count import CONTROL, Counting
from webdart.navigate.pushdown.trial import Attempt, Blamed
from webdart.navigate.pushdown.verify import Sampled
from webdart.navigate.pushdown_log import Replan, Replanned
from webdart.navigate.row_filter import Wanted, wanted_of
from webdart.navigate.walk.page_reader import Reading
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, Need, SitePlan

ATTEMPTS = 3


@dataclass(slots=True, kw_only=True)
class Replanner:
    """Looks for push-downs of one walk. `walk` makes the walk behind controls.

    `tab` is afterwards the one in which the plain walk goes on, where that is another one than was given.
    """

    stage: ListingStage
    site: SitePlan
    tools: Tools
    reading: Reading
    walk: SubWalk
    _steps: list[Replan] = field(default_factory=list[Replan])
    _spent: int = 0
    _looked: float = 0.0  # pages that went into looking behind what can be opened
    _away: bool = False  # the tab shows a page with a form, not the listing
    _opened: tuple[str, ...] = ()
    _outcomes: list[Tried] = field(default_factory=list[Tried])
    _skipped: list[Skipped] = field(default_factory=list[Skipped])
    _plain: int = 0
    _stated: int | None = None
    _turned: dict[int, Sampled] = field(default_factory=dict[int, Sampled])  # read as a sample, by number
    _asked: set[str] = field(default_factory=set[str])  # what a model was asked about
    tab: Browser | None = None  # where the plain listing is shown now, if in another tab than it was
    loaded: dict[str, PageView] = field(default_factory=dict[str, PageView])  # read as a sample, by address

    async def replan(self, tab: Browser, view: PageView) -> tuple[PageView, Taken | None]:
        """The page to go on from: the first of the plain listing, and a finished push-down if one was taken.

        Raises:
            Incomplete: the site does not show the plain listing any more after a control was tried.
        """
        listing = Listing(stage=self.stage, site=self.site, tools=self.tools, reading=self.reading, walk=self.walk)
        base = base_of(self.stage, self.tools, self.reading, view)
        wanted = wanted_of(self.stage, self.stage.extracts[0])
        if isinstance(base, str):
            self._tell_parts(wanted, (), base)
            return view, None
        before = self.tools.budget.spent("pages")
        taken = await self._counted(listing, tab, base)
        if taken is not None:
            self._spent, self._plain = int(self.tools.budget.spent("pages") - before), base.extent.pages - 1
            self._stated = base.stated
            return view, taken
        found = self._offered(base, wanted)
        try:
            found += await self._sizes(tab, base, found)
            base, more = await self._behind(tab, base, wanted, found)
            found += more
            there = tuple(found)
            base, taken = await self._tried(listing, tab, base, wanted, found)
        finally:
            self._spent = int(self.tools.budget.spent("pages") - before)
        self._tell_parts(wanted, there)
        if taken is not None:
            self._stated = base.stated
            self._plain = max(base.extent.pages, *self._turned, 1) - 1 + self._details(base)
        return base.view, taken

    def result(self) -> Replanned:
        """The outcome of every control that was tried, and the pages that this took."""
        return Replanned(
            steps=tuple(self._steps),
            spent=self._spent,
            plain=self._plain,
            stated=self._stated,
            counted=any(step.control == CONTROL and step.verdict == "taken" for step in self._steps),
        )

    async def _counted(self, listing: Listing, tab: Browser, base: Base) -> Taken | None:
        """The number of rows by what the page states, where nothing else is asked, and what is read bears it out."""
        need = self.stage.needs[self.stage.extracts[0].into]
        mode = self.stage.navigate.pushdown
        if not need.counted or base.stated is None or mode == "exact" or not self.stage.alone:
            return None
        opening = Opening(listing, base, self.loaded, self.reading.look)
        try:
            found = await Counting(listing, base, base.stated, opening).run(tab)
        except Failed as failed:
            found = failed.problem
        except Incomplete as over:
            found = over.problem
        finally:
            await opening.close()
        does = f"count(*) = {base.stated}"
        if isinstance(found, str):
            self._say(Replan(control=CONTROL, does=does, verdict="refused", evidence=found))
            return None
        grade = found.grade
        self._say(Replan(control=CONTROL, does=does, verdict="taken", evidence=grade.evidence, grade=grade.grade))
        return found

    def _offered(self, base: Base, wanted: Wanted) -> list[Offer]:
        there = offers(base.view, wanted, self.site.locale, base.found.records)
        return self._untried(offer for offer in there if in_view(base.view, offer))

    async def _sizes(self, tab: Browser, base: Base, found: Sequence[Offer]) -> list[Offer]:
        """The page sizes of a list that has to be opened to be read."""
        if any(offer.kind == "size" for offer in found):
            return []
        with suppress(*Failed):
            more = await sizes_inside(tab, base.view, len(base.found.records))
            return self._untried(more)
        return []

    async def _behind(
        self, tab: Browser, base: Base, wanted: Wanted, found: Sequence[Offer]
    ) -> tuple[Base, list[Offer]]:
        """The offers behind elements to open, for what no visible control answers; and the listing afterwards."""
        if self.stage.navigate.pushdown == "exact":
            return base, []
        behind = Behind(site=self.site, tools=self.tools, reading=self.reading, tab=tab, base=base, wanted=wanted)
        more: list[Offer] = []
        before = self.tools.budget.spent("pages")
        with suppress(Incomplete):  # the walk itself says that the budget is spent
            more = await behind.offers(found)
        again = await self._undone(tab, base) if behind.moved else base
        self._opened = behind.looked
        self._looked, self._away = self.tools.budget.spent("pages") - before, behind.away
        if again is None:
            return base, []
        return again, self._untried(more)

    def _untried(self, found: Iterable[Offer]) -> list[Offer]:
        """The offers that neither this run nor an earlier one has refused; those refused earlier are reported."""
        fresh = [offer for offer in found if (self.site.name, *offer.name) not in self.tools.distrusted]
        usable, skipped = not_skipped(fresh, self.tools.memories.of(self.site))
        self._skipped += [one for one in skipped if one not in self._skipped]
        return usable

    async def _mapped(self, base: Base, wanted: Wanted, found: list[Offer]) -> list[Offer]:
        """The offers of a model for parts of the query that rules found no control for; they are verified."""
        if self.tools.adviser is None or self.stage.navigate.pushdown != "auto":
            return []
        mapper = Mapper(self.tools.adviser, base.view, wanted, self._asked)
        made = await mapper.offers(found, sorts=base.spares(wanted))
        return self._untried(made)

    async def _tried(
        self, listing: Listing, tab: Browser, base: Base, wanted: Wanted, found: list[Offer]
    ) -> tuple[Base, Taken | None]:
        wasted = self._looked
        found = self._provable(listing, base, found)
        for _ in range(ATTEMPTS):
            found += await self._mapped(base, wanted, found)
            chosen = chosen_of(found, base, wanted, exact=self.stage.navigate.pushdown == "exact")
            if not chosen or wasted > base.spare:
                break
            if self._away and chosen[0].form is None:
                undone = await self._undone(tab, base)
                if undone is None:
                    break
                base = undone
            before = self.tools.budget.spent("pages") - len(self.loaded)
            result = await self._attempted(listing, tab, base, wanted, chosen)
            if isinstance(result, Taken):
                self._told(chosen, result)
                return base, result
            self._refused(result, chosen)
            found = [offer for offer in found if offer not in result.offers]
            if result.untouched:
                continue
            undone = await self._undone(tab, base)
            if undone is None:
                break
            base = undone
            if self.tab is not None:
                break
            wasted += self.tools.budget.spent("pages") - len(self.loaded) - before
        return (await self._undone(tab, base) or base) if self._away else base, None

    async def _attempted(
        self, listing: Listing, tab: Browser, base: Base, wanted: Wanted, chosen: tuple[Offer, ...]
    ) -> Taken | Blamed:
        """One try of some controls together."""
        try:
            return await Attempt(listing, tab, base, wanted, chosen, self.loaded, self._turned).run()
        except Failed as failed:
            return Blamed(chosen, failed.problem)
        except Incomplete as over:
            return Blamed(chosen, over.problem, "undone")

    def _provable(self, listing: Listing, base: Base, found: Sequence[Offer]) -> list[Offer]:
        """The offers that can be held against a sample; the others are refused."""
        if base.ends or listing.trusting:
            return list(found)
        sizes = [offer for offer in found if offer.kind == "size"]
        others = tuple(offer for offer in found if offer.kind != "size")
        if others:
            self._refused(Blamed(others, NO_END), others)
        return sizes

    async def _undone(self, tab: Browser, base: Base) -> Base | None:
        """The plain listing again, looked at afresh; None where the budget has no page left for that.

        The walk then has the first page as it was, and commits it before it ends for the same reason. Where the site
        keeps what was set, its session is begun anew, for all that comes.
        """
        try:
            self.tools.budget.spend("pages")
        except Incomplete:
            return None
        again = await shown_again(base, tab, self.reading, self.tools)
        self._away = False
        if again is None:
            again = await self._forgotten(base)
        if again is None:
            raise Incomplete(
                "the listing is not the same after a control was tried and undone: the site keeps what was set, or"
                " shows other rows each time; `pushdown: off` in this navigate reads it as it is"
            )
        return again

    async def _forgotten(self, base: Base) -> Base | None:
        """The plain listing in a session that knows nothing of what was set; None where it shows other rows.

        What was read as a sample may have been read as the site had kept it.
        """
        if not await self.tools.pool.renew(self.site):
            return None
        self.tools.budget.charge("pages", 1)
        self.loaded.clear()
        self._turned.clear()
        tab = await self.tools.pool.tab(self.site)
        again = await shown_again(base, tab, self.reading, self.tools)
        if again is None:
            await tab.close()
        else:
            self.tab = tab
        return again

    def _details(self, base: Base) -> int:
        """The number of records' own pages that the plain walk would open."""
        if not self.reading.needs_details(self.stage.extracts[0]):
            return 0
        return base.stated or base.extent.pages * len(base.found.records)

    # -- what is said of it -----------------------------------------------------------------------------------

    def _refused(self, blamed: Blamed, chosen: Sequence[Offer]) -> None:
        """Only what was tried alone is remembered: together with others, any of them may be the reason."""
        for offer in blamed.offers:
            others = [repr(other.control) for other in chosen if other not in blamed.offers]
            why = blamed.why + (f", together with {', '.join(others)}" if others and blamed.lasting else "")
            self.tools.distrusted.add((self.site.name, *offer.name))
            if blamed.lasting and len(chosen) == 1:
                self.tools.memories.of(self.site).refuse(offer.name, why)
            self._outcomes.append(Tried(offer=offer, taken=False, why=why))
            self._say(Replan(control=offer.control, does=offer.does, verdict=blamed.verdict, evidence=why))

    def _told(self, chosen: Sequence[Offer], taken: Taken) -> None:
        grade, table = taken.grade, self.stage.extracts[0].into
        for offer in chosen:
            self._outcomes.append(Tried(offer=offer, taken=True, why=f"{grade.grade}: {grade.evidence}"))
            self._say(offer.as_taken(table, grade))

    def _tell_parts(self, wanted: Wanted, there: Sequence[Offer], plainly: str = "") -> None:
        """Report where every part of the SQL is evaluated, and why."""
        extract = self.stage.extracts[0]
        outlook = Outlook(
            need=self.stage.needs.get(extract.into, Need()),
            wanted=wanted,
            extract=extract,
            offers=there,
            tried=tuple(self._outcomes),
            looked=self._opened,
            plainly=plainly,
            skipped=tuple(self._skipped),
        )
        for part in outlook.parts():
            text = f"{extract.into}: {part.sql}: evaluated by {part.where} ({part.why})"
            self.tools.trace("noted", text, part=part.sql, where=part.where, why=part.why, table=extract.into)

    def _say(self, step: Replan) -> None:
        held = [one for one in self._steps if one.verdict == "taken"]
        self._steps.append(step)
        before, after = step.objective(self.stage.extracts[0].into, held)
        self.tools.trace(
            "replan",
            f"{step.control}: {step.does}: {step.verdict}" + (f" ({step.evidence})" if step.evidence else ""),
            control=step.control,
            does=step.does,
            verdict=step.verdict,
            evidence=step.evidence,
            grade=step.grade,
            before=before,
            after=after,
        )
