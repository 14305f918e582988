"""Reads the rows of every table from a page of the walk, and opens details that a column needs.

`Reading` carries what a walk must know from page to page: wrappers, the place of the last row, which rows were seen,
what the site stated. It opens records' own pages side by side, and only those whose columns are needed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.controls.default_filters import default_filters
from webdart.errors import Ambiguous, NotFound
from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.model.roles.cell_reading import filled
from webdart.model.roles.field_naming import told
from webdart.model.roles.vote_checks import unstable
from webdart.navigate.context import Tools
from webdart.navigate.page_load import load
from webdart.navigate.shared_templates import words_of
from webdart.navigate.walk.child_tables import Children, family
from webdart.navigate.walk.detail_pages import Details
from webdart.navigate.walk.hydration import Drawn
from webdart.navigate.walk.new_rows import ALIKE_ROWS, NOTHING_NEW, Alike, Arrived, KnownRows, apart, doubtful, fresh
from webdart.navigate.walk.prefetch import Ahead
from webdart.navigate.walk.row_identity import facts_of, mark, of_kept
from webdart.navigate.walk.shortfall import SHORTFALL, shortfall
from webdart.navigate.walk.template_reader import recalled
from webdart.navigate.walk.walk_state import Ledger, from_text, guesses, merged, to_text, unsaid
from webdart.navigate.walk.wide_table import whole, widened
from webdart.page.locator import find_each
from webdart.page.locator_query import marks_of, sought
from webdart.page.model import PageView
from webdart.plan.model import Cursor, ListingStage, PageRef, SitePlan
from webdart.records import Extraction, ListingSpec, Wrapper, appraise
from webdart.records.model import CollectedPage, Record, Remark, Rows, Totals
from webdart.table.page import Row
from webdart.values import replace
from webdart.workflow.model import Extract, Field, Locator, Value
from webdart.workflow.templates import Names, fill
from webdart.workflow.values import value_of


class Got(Struct, frozen=True):
    """The rows of one page; `cut` says why records' own pages are missing if the budget ended among them."""

    rows: tuple[Rows, ...]
    totals: Totals
    cut: str = ""


class Before(Struct, frozen=True):
    """What the pages before one have left, by table: the number of rows, and the last heading above them."""

    rows: Mapping[str, int]
    above: Mapping[str, Mapping[str, str | None]]


class Blank(Struct, frozen=True):
    """A later page without records; `problem` is "" where it is recognised as an empty page of the listing."""

    problem: str


class Reading:
    """Reads the pages of one walk, in order. `width` is how many detail pages are opened side by side.

    Without `details` no record's own page is opened until `materialise` says which. `opened` counts them, `spared`
    those that were left unopened because what the listing shows of them tells that they cannot matter.
    """

    def __init__(
        self, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, *, width: int, details: bool = True
    ) -> None:
        self._stage = stage
        self._site = site
        self._names = names
        self._tools = tools
        self.width = width
        self._details = Details(stage, site, tools, self._loaded, width=width, opens=details)
        self._specs = {extract.into: self._spec(extract) for extract in stage.extracts}
        self._learned = tools.learned
        self._wrappers: dict[str, Wrapper] = {}
        self._guesses: dict[str, tuple[Remark, ...]] = {}  # what was doubted where a look found the columns
        self._seen = {table: KnownRows() for table in self._specs}
        self._said: dict[str, set[int]] = {table: set() for table in self._specs}  # of rows with a link as their key
        self._alike: dict[str, Alike] = {}
        self._resumed = False  # what the pages before it looked like is not known
        self._latest: dict[str, list[str]] = {}  # the facts of the page read last
        self._regions: dict[str, int] = {}
        self._looked: tuple[PageView, Arrived, dict[str, Extraction]] | None = None
        self._narrow = False  # the box around the records was made wider in vain
        self._unfolded = False
        self.before = 0  # the last place in the walk before the page read last
        self.grew = False  # whether the page read last begins with the rows of the one before
        self.extracted: Mapping[str, Extraction] = {}  # what was found on the page read last
        self.news: Mapping[str, Extraction] = {}  # of that, what the walk had not read before
        self.before_it = Before({}, {})  # what the pages before it have left
        self._own = {table: Ledger() for table in self._specs}
        self._whole_pages = Drawn(self._shows, bool, tools, by_size=True)
        self._children = Children(site, names, tools, self._spec, self._details.open, lambda: self.marks)
        self._children.begin(stage.extracts)
        self._details.children = self._children
        self.lacking: NotFound | None = None

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors that the page's script shall answer."""
        pages = self._stage.navigate.pages
        locators: list[Locator | None] = [pages.next, pages.more]
        for extract in family(self._stage.extracts):
            locators += [extract.within, None if isinstance(extract.each, str) else extract.each]
            locators += [field.target for field in extract.fields]
        found = (marks_of(sought(locator, self._names)) for locator in locators if locator is not None)
        return tuple(dict.fromkeys(mark for marks in found for mark in marks))

    def fit(self, view: PageView) -> float:
        """The share of the declared fields that a page shows, 0 to 1; the lowest of its tables.

        Where an objective says what is looked for, a page that is only taken for a record is not yet the listing.
        """
        fits = [appraise(view, spec) for spec in self._specs.values()]
        sought = self._stage.navigate.objective is not None
        if all(fit.goal and not (fit.lone and sought) for fit in fits):
            return 1.0
        return min(0.99, *(fit.value for fit in fits))

    def lacks(self, view: PageView) -> NotFound | None:
        """Why a page is not the listing: fields that are in doubt, or not there."""
        found = (read(view, spec) for spec in self._specs.values())
        errors = (one.error(view.url) or one.lacking(view.url) for one in found)
        return next((error for error in errors if error is not None), None)

    def carries(self, view: PageView) -> bool:
        """Whether a page carries every declared field. One that does is read by this: `read` gives what was found."""
        found = self._extracted(view, "opened").values()
        whole = all(one.records and not one.missing and not one.problems for one in found)
        return whole or self.fit(view) >= 1.0

    def is_taken_for_a_record(self, view: PageView) -> bool:
        """Whether a page carries the fields of a listing only as the one record that it is taken for."""
        return any(appraise(view, spec).lone for spec in self._specs.values())

    def resume(self, cursor: Cursor) -> None:
        """Go on behind a committed page."""
        self._resumed = True
        for table, ledger in from_text(cursor.facts).items():
            (self._own if table in self._own else self._children.ledgers)[table] = ledger
            if table in self._own:
                self._specs[table] = replace(self._specs[table], ruling=ledger.ruling)

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """The ledger of every table, child tables after their parents."""
        return {**self._own, **self._children.ledgers}

    def remember(self, rows: Mapping[str, Sequence[Row]], columns: Mapping[str, Sequence[str]]) -> None:
        """The rows that were kept of this walk before it was stopped, and the columns of their tables."""
        for table, spec in self._specs.items():
            listing = frozenset(field.name for field in spec.extract.fields if field.page != "detail")
            self._seen[table].marks |= of_kept(rows.get(table, ()), columns.get(table, ()), listing)

    def has_opened(self, rows: Iterable[Row], columns: Sequence[str]) -> None:
        """Rows whose own pages were opened before the walk was stopped on their page.

        They are not opened again while the listing shows them as it did, but where child tables were read off them:
        those are read whole.
        """
        (extract, *others) = self._stage.extracts
        if not others and not extract.tables:
            self._details.has_opened(extract, rows, columns)

    @property
    def opened(self) -> int:
        """The number of records' own pages that were opened."""
        return self._details.opened

    @property
    def spared(self) -> int:
        """The number left unopened because the listing itself shows that they cannot matter."""
        return self._details.spared

    def needs_details(self, extract: Extract) -> bool:
        """Whether a column of the records' own pages is needed."""
        return self._details.needed(extract)

    @property
    def facts(self) -> str:
        """The facts that a cursor carries."""
        return to_text(self.ledgers)

    @property
    def rows(self) -> int:
        """The last place in the walk that was given out."""
        return max((ledger.rows for ledger in self._own.values()), default=0)

    def look(self, view: PageView) -> Extraction:
        """Read the only table of a page; nothing of it is remembered except how its columns were found.

        The listing's first page has been read when the walk arrived on it, and is not read twice.
        """
        (table,) = self._specs
        known = self._looked if table not in self._wrappers and not self._own[table].pages else None
        if known is not None and known[0] is view and known[1] == "opened":
            found = known[2][table]
        else:
            found = read(view, self._specs[table], self._wrappers.get(table))
        if found.wrapper is not None and found.records and not found.problems and table not in self._wrappers:
            self._wrappers[table], self._guesses[table] = found.wrapper, guesses(found.remarks)
        return found

    def is_unclear(self, view: PageView, walk: int) -> bool:
        """Whether the walk had better begin after others of its stage: its first page says little by itself."""
        found = self._extracted(view, "opened")
        listings = (found[table] for table, spec in self._specs.items() if spec.kind == "listing")
        return self._learned.waits(walk, listings)

    @property
    def by_model(self) -> bool:
        """Whether a field is read by a model, after the page: what rows say of it can't be held against a control."""
        return any(spec.ruling.read for spec in self._specs.values())

    async def advised(self, view: PageView) -> None:
        """Let a model decide what the first page of the listing leaves in doubt, once for all its pages."""
        adviser = self._tools.adviser
        if adviser is None:
            return
        objective = self._stage.navigate.objective
        words = "" if objective is None else fill(objective, self._names).text
        for table, spec in self._specs.items():
            decided = await told(adviser, view, spec, read(view, spec), words)
            if decided is not None:
                self._own[table] = replace(self._own[table], ruling=decided)
                self._specs[table], self._looked = replace(spec, ruling=decided), None

    def without_details(self, width: int) -> "Reading":
        """A reading of another walk over the same listing, which knows how columns were found here."""
        other = Reading(self._stage, self._site, self._names, self._tools, width=width, details=False)
        other._wrappers, other._guesses = dict(self._wrappers), dict(self._guesses)
        other._specs |= self._specs
        other._own = {table: Ledger(ruling=ledger.ruling) for table, ledger in self._own.items()}
        return other

    async def materialise(self, page: CollectedPage, chosen: Callable[[Record], bool]) -> CollectedPage:
        """A page that was read without details, with those of the chosen records opened now."""
        self._details.allow()
        rows: list[Rows] = []
        for one in page.rows:
            self._details.begin()
            records = await self._details.open(self._specs[one.table], one.records, chosen)
            said = self._details.remarks
            self._own[one.table] = self._after_opening(self._own[one.table].noted(said))
            self._note_lacking(one.table, self._details.found, page.cursor.url)
            rows.append(replace(one, records=records))
        return replace(page, rows=tuple(rows))

    @property
    def cut(self) -> str:
        """Why the last page is without some of its records' own pages; "" as a rule."""
        return self._details.cut

    def _after_opening(self, ledger: Ledger) -> Ledger:
        """A ledger with what the records' own pages lack that were opened last."""
        return ledger.opened([[missing.field for missing in detail.missing] for detail in self._details.found])

    def _note_lacking(self, table: str, pages: Iterable[Extraction], url: str) -> None:
        """Keep the error that fields are if they stay nowhere, as the latest page says it that lacks one of them."""
        nowhere = self._own[table].nowhere
        lacking = (one for one in pages if any(missing.field in nowhere for missing in one.missing))
        latest = next(lacking, None)
        if not any(ledger.nowhere for ledger in self._own.values()):
            self.lacking = None
        elif latest is not None:
            missing = tuple(one for one in latest.missing if one.field in nowhere)
            self.lacking = replace(latest, missing=missing).lacking(self._details.address_of(latest) or url)

    def pages_left(self) -> int | None:
        """How many pages the listing still has, by what it states; None where it states nothing."""
        left = [ledger.pages_left for ledger in self._own.values()]
        known = [count for count in left if count is not None]
        return max(known) if known else None

    def gives(self, view: PageView) -> Mapping[str, Extraction]:
        """Read every table of a page that was opened by its address; nothing of it is remembered."""
        return self._extracted(view, "opened")

    def has_new(self, table: str, found: Extraction) -> bool:
        """Whether one of the rows was not read before."""
        return any(mark(one) not in self._seen[table].marks for one in facts_of(found.records))

    def region(self) -> int:
        """The node around the records of the page read last (-1: none); of several tables the last of the page."""
        return max(self._regions.values(), default=-1)

    def moved(self, view: PageView, arrived: Arrived) -> bool:
        """Whether a page shows rows, and others than the page read last."""
        now = self._now(view, arrived)
        return any(now.values()) and any(now[table] != self._before(table) for table in now)

    def apart(self, view: PageView, arrived: Arrived) -> bool:
        """Whether none of the rows of the page read last is there."""
        now = self._now(view, arrived)
        return all(apart(self._before(table), now[table]) for table in now)

    def lost(self, view: PageView, arrived: Arrived) -> bool:
        """Whether some of the rows of the page read last are not there: they come and go as it is scrolled."""
        now = self._now(view, arrived)
        return any(set(self._before(table)) - set(now[table]) for table in now)

    def _now(self, view: PageView, arrived: Arrived) -> dict[str, list[str]]:
        return {table: facts_of(found.records) for table, found in self._extracted(view, arrived).items()}

    def _extracted(self, view: PageView, arrived: Arrived) -> dict[str, Extraction]:
        """Read every table of a page; one that was looked at while it was turned is not read again."""
        if self._looked is None or self._looked[0] is not view or self._looked[1] != arrived:
            self._looked = (view, arrived, {table: self._extract(view, table, arrived) for table in self._specs})
        return self._looked[2]

    def _before(self, table: str) -> list[str]:
        return self._latest.get(table, [])

    @property
    def so_far(self) -> Before:
        """What the next page is read after."""
        above = {table: wrapper.above for table, wrapper in self._wrappers.items()}
        return Before({table: ledger.rows for table, ledger in self._own.items()}, above)

    def recalled(self, view: PageView, before: Before) -> Mapping[str, Extraction] | None:
        """Every table of a page by its template alone, after what was before it; None where one does not fit."""
        found: dict[str, Extraction] = {}
        for table, spec in self._specs.items():
            wrapper = self._wrappers.get(table)
            if wrapper is not None:
                wrapper = replace(wrapper, above=before.above.get(table, {}))
            one = recalled(view, spec, wrapper, before.rows[table])
            if one is None:
                return None
            found[table] = one
        return found

    def afresh(self, view: PageView) -> Mapping[str, Extraction]:
        """Every table of a listing's first page as it is read where nothing was learned of it, with all doubts."""
        found: dict[str, Extraction] = {}
        for table, spec in self._specs.items():
            one = read(view, spec, before=0)
            found[table] = replace(one, remarks=(*one.remarks, *second_opinion(view, spec, one)))
        return found

    @property
    def specs(self) -> Mapping[str, ListingSpec]:
        """What is read from a page, by table."""
        return self._specs

    @property
    def templates(self) -> Mapping[str, Wrapper]:
        """How each table is read, as far as the pages so far have taught."""
        return self._wrappers

    def own_pages(self, table: str) -> int:
        """How many own pages of a table's records read alike from their source, if all that were compared did."""
        return self._details.alike(table)

    def follow(self, templates: Mapping[str, Wrapper]) -> None:
        """Read each table by a template that was proven."""
        self._wrappers |= templates

    def take(self, view: PageView, found: Mapping[str, Extraction]) -> None:
        """What a page gives that was opened by its address, as it was read already."""
        self._looked = (view, "opened", dict(found))

    async def widened(self, tab: Browser, view: PageView, arrived: Arrived = "opened") -> PageView:
        """A page of the listing with all of its columns, where some are drawn only as one scrolls to them."""
        if self._narrow:
            return view

        def look(now: PageView) -> Iterable[Extraction]:
            return self._extracted(now, arrived).values()

        view, self._narrow = await widened(tab, view, look, self._tools, self.marks)
        return view

    async def unfolded(self, tab: Browser, view: PageView, arrived: Arrived) -> PageView:
        """The page whose rows are about to be scrolled, as wide as they are: once for a walk."""
        if self._unfolded or not view.wider:
            return view
        self._unfolded = True
        return await whole(tab, view, tuple(self._extracted(view, arrived).values()))

    async def read(self, view: PageView, arrived: Arrived = "opened") -> Got | Blank | None:
        """The rows of a page that were not read before; None where there are none.

        Raises:
            NotFound: the walk's first page carries no listing, or two readings of one field are equally good.
        """
        found = self._extracted(view, arrived)
        self._looked, self.extracted, self.before_it = None, found, self.so_far
        first = not any(ledger.pages for ledger in self._own.values())
        self._regions = {table: one.around if one.records else -1 for table, one in found.items()}
        for table, spec in self._specs.items():
            likened = found[table].likened  # what stands around its rows was looked at on the page that it is like
            around = -1 if likened else self._regions[table]
            self._own[table] = self._own[table].noted(shortfall(view, spec.extract, around, of_listing=not likened))
        for table, extraction in found.items():
            problem = extraction.error(view.url) or unstable(self._specs[table], extraction, view.url)
            if problem is not None:
                if first or isinstance(problem, Ambiguous):
                    raise problem
                self._regions.clear()
                return Blank(problem.problem)
        if not first and not any(extraction.records for extraction in found.values()):
            self._regions.clear()
            return Blank("")
        for table, spec in self._specs.items() if first and view.drawn else ():
            checked = self._learned.second_opinion(view, spec, found[table])
            guessed = unsaid(self._guesses.get(table, ()), found[table].remarks)
            self._own[table] = self._own[table].noted((*checked, *guessed))
        facts = {table: facts_of(extraction.records) for table, extraction in found.items()}
        places = {table: fresh(self._before(table), facts[table], self._seen[table].marks, arrived) for table in found}
        news = {table: self._new(table, [facts[table][place] for place in places[table]]) for table in found}
        if not self._is_another(view, found, news, arrived) and not first:
            return None
        if not first:
            self._note_alike(view, facts, arrived, new=any(news.values()))
        self._details.cut = ""
        self.before, self.news = self.rows, {table: found[table].only(places[table]) for table in found}
        self.grew = all(facts[table][: len(self._before(table))] == self._before(table) for table in found)
        rows: list[Rows] = []
        for table in found:
            self._latest[table] = facts[table]
            rows.append(await self._rows(view, table, self.news[table], news[table]))
        return Got((*rows, *await self._children.taken()), next(iter(found.values())).totals, self._details.cut)

    def _note_alike(self, view: PageView, facts: Mapping[str, list[str]], arrived: Arrived, *, new: bool) -> None:
        if not new:
            self.remark(f"{NOTHING_NEW}: {view.url}", "nothing new")
        if arrived == "moved" and any(doubtful(self._before(table), now) for table, now in facts.items()):
            self.remark(f"{ALIKE_ROWS}: {view.url}", "other records")

    def ended_early(self, view: PageView, why: str) -> None:
        """The source of a page ends in the middle, each time it is asked for: what stood behind is missing."""
        self.remark(f"a page ends in the middle ({why}): {view.url}", SHORTFALL)

    def unread(self, url: str) -> None:
        """A page in the middle of the listing on which no records were recognised: what it had is missing."""
        self.remark(f"no records were recognised on a page in the middle of the listing: {url}", "failed page")

    def remark(self, text: str, code: str) -> None:
        """Add a remark about the current page to every table."""
        for table, ledger in self._own.items():
            remark = Remark(code=code, text=text, table=table)
            self._own[table] = replace(ledger, remarks=merged((*ledger.remarks, remark)))

    def ahead(self) -> Ahead:
        """A loader of the listing's pages side by side, in tabs of the site's session."""
        return Ahead(lambda: self._tools.ahead.tab(self._site), partial(self._loaded, self._whole_pages), self.width)

    async def load(self, tab: Browser, url: str) -> PageView:
        """A page of the listing, once its scripts have drawn it."""
        return await self._loaded(self._whole_pages, tab, url)

    async def _loaded(self, kind: Drawn[bool] | Drawn[Extraction], tab: Browser, url: str) -> PageView:
        return await kind.settle(tab, await load(tab, url, self.marks, self._tools), self.marks)

    def recall(self) -> None:
        """Let the other walks of the stage know which fields the committed pages of this one had."""
        for table, spec in self._specs.items():
            ledger, fields = self._own[table], spec.extract.fields
            if ledger.missing is not None:
                self._learned.recalled(table, spec.sought, ledger.missing)
            if ledger.gone is not None:
                self._learned.recalled(table, [one for one in fields if one.page == "detail"], ledger.gone)

    def teach(self, view: PageView) -> None:
        """Let the other walks of the stage know how the first page of this one is read."""
        for spec in self._specs.values():
            if spec.kind == "listing":
                self._learned.taught_again(spec, view)

    def _shows(self, view: PageView) -> bool:
        """Whether a page of the listing shows rows, or says that there are none."""
        found = [self._extract(view, table) for table in self._specs]
        return any(one.records or one.verdict == "empty" for one in found)

    # -- one table on one page --------------------------------------------------------------------------------

    def _extract(self, view: PageView, table: str, arrived: Arrived = "opened") -> Extraction:
        before: int | None = self._own[table].rows
        if arrived in ("grown", "moved"):  # rows of before are still there: all of them, or some
            before = 0 if arrived == "grown" else None
        if not view.drawn:  # a page that was kept as its source was read
            known = recalled(view, self._specs[table], self._wrappers.get(table), before)
            if known is not None:
                return known
        if table not in self._wrappers and not self._own[table].pages:
            words = words_of(self._stage.navigate, self._names)
            return self._learned.first_page(view, self._specs[table], before, words)
        return read(view, self._specs[table], self._wrappers.get(table), before=before)

    def _is_another(
        self, view: PageView, found: Mapping[str, Extraction], news: Mapping[str, int], arrived: Arrived
    ) -> bool:
        """Whether a page is none that was read before: rows without a key may be new ones that say nothing new.

        So may rows with links that others had before, if none of them says what was said with its link.
        """
        if self._resumed or arrived not in ("opened", "clicked"):
            return any(news.values())
        whole = {table: one for table, one in found.items() if one.records and one.around >= 0}
        others = [
            self._alike.setdefault(table, Alike()).is_another(view, one.around, new=news[table] > 0)
            for table, one in whole.items()
            if not one.keyed or self._says_otherwise(table, one)
        ]
        return any(news.values()) or any(others)

    def _says_otherwise(self, table: str, found: Extraction) -> bool:
        """Whether each row has a link that another row had before, and they don't stand as on the page before."""
        if self._specs[table].extract.key or facts_of(found.records) == self._before(table):
            return False
        return self._said[table].isdisjoint(map(_said, found.records))

    def _new(self, table: str, facts: list[str]) -> int:
        """The number of records with these facts that are new to this walk; they are remembered."""
        return self._seen[table].add(facts, self._before(table))

    async def _rows(self, view: PageView, table: str, extraction: Extraction, new: int) -> Rows:
        if extraction.wrapper is not None:
            self._wrappers[table] = extraction.wrapper
        spec = self._specs[table]
        self._learned.taught(spec, view, extraction)
        if extraction.keyed and not spec.extract.key:
            self._said[table].update(map(_said, extraction.records))
        ledger = self._own[table].without_told({record.link for record in extraction.records})
        self._details.begin()
        made = await filled(self._tools.adviser, spec, extraction.records, view.url)
        records = await self._details.open(spec, made.records)
        if spec.kind == "page":
            for record in records:
                await self._children.read(spec.extract, record, view)
        placed = tuple(replace(record, n=ledger.rows + place) for place, record in enumerate(records, 1))
        said = [*extraction.remarks, *made.remarks, *self._details.remarks]
        for detail in self._details.found:
            self._learned.noted(table, (f for f in spec.extract.fields if f.page == "detail"), detail)
        missing = [missing.field for missing in extraction.missing]
        again = self._seen[table].again(ledger.pages + 1) if extraction.keyed else 0
        filters = ledger.filters if ledger.pages else default_filters(view, spec.led)
        ledger = ledger.with_page(len(placed), new, extraction.totals, said, missing, extraction.signs)
        self._own[table] = self._after_opening(replace(ledger, again=again, filters=filters))
        self._note_lacking(table, (extraction, *self._details.found), view.url)
        source = PageRef(
            url=view.url,
            region=extraction.origin or str(extraction.region),
            wrapper=0 if extraction.wrapper is None else extraction.wrapper.version,
            seen=self._tools.now().isoformat(),
        )
        return Rows(table=table, records=placed, source=source, keyed=extraction.keyed)

    # -- what is asked ----------------------------------------------------------------------------------------

    def _spec(self, extract: Extract) -> ListingSpec:
        fixed = ((field, field.value) for field in extract.fields if field.value is not None)
        constants = {field.name: _constant(field, fill(value, self._names).text) for field, value in fixed}
        navigate = self._stage.navigate
        return ListingSpec(
            extract=extract,
            constants=constants,
            locale=self._site.locale,
            zone=self._site.zone,
            now=self._tools.now().replace(tzinfo=None),
            kind="page" if extract.each == "page" else "listing",
            locate=self._locate,
            locate_all=partial(self._locate, hidden=True),
            narrowed=bool(navigate.set or navigate.query),
            led=fill(navigate.path[-1].words, self._names).text if navigate.path else "",
            links=navigate.for_each is not None and not extract.key and not extract.keyless,
        )

    def _locate(self, view: PageView, locator: Locator, *, hidden: bool = False) -> tuple[int, ...]:
        try:
            return tuple(node.index for node in find_each(view, locator, self._names, hidden=hidden))
        except NotFound:
            return ()


def _constant(field: Field, text: str) -> Value:
    """A constant of the file as the field's type; a text that does not fit stays a text and is reported."""
    if field.type.many:
        return text
    try:
        return value_of(field.type.kind, text)
    except ValueError:
        return text


def _said(record: Record) -> int:
    """All that a row says, its key among it, as a number within this process."""
    return hash((record.key, *record.values.values()))
