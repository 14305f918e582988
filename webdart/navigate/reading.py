"""What does a page of the walk give: the rows of every table, with details opened where a needed column lives there?

`Reading` carries what a walk must know from page to page: wrappers, the place of the last row, which rows were seen,
what the site stated. It opens records' own pages side by side, and only those whose columns somebody needs.
"""

import json
from dataclasses import dataclass, replace

from webdart.errors import Incomplete, NotFound
from webdart.navigate.ahead import Ahead
from webdart.navigate.children import Children, family
from webdart.navigate.ledger import Ledger, from_text, to_text
from webdart.navigate.loading import load
from webdart.navigate.login import log_in, sent_to_login, still_in
from webdart.navigate.tools import Tools
from webdart.pages.locate import find
from webdart.pages.port import PageView
from webdart.pages.sought import marks_of, sought
from webdart.plan.model import Cursor, ListingStage, PageRef, SitePlan
from webdart.records import Extraction, ListingSpec, Wrapper, appraise, read
from webdart.records.model import Record, Remark, Rows, Totals
from webdart.table.values import to_json
from webdart.workflow.model import Extract, Locator, Type, Value
from webdart.workflow.templates import Names, fill


@dataclass(frozen=True, slots=True)
class Got:
    """What one page gave."""

    rows: tuple[Rows, ...]
    totals: Totals


class Reading:
    """Reads the pages of one walk, in order. `width` is how many detail pages are opened side by side."""

    def __init__(self, stage: ListingStage, site: SitePlan, names: Names, tools: Tools, *, width: int) -> None:
        self._stage = stage
        self._site = site
        self._names = names
        self._tools = tools
        self._width = width
        self._specs = {extract.into: self._spec(extract) for extract in stage.extracts}
        self._wrappers: dict[str, Wrapper] = {}
        self._seen: dict[str, set[int]] = {table: set() for table in self._specs}
        self._latest: dict[str, tuple[Record, ...]] = {}
        self._details: list[Extraction] = []
        self._failed: list[Remark] = []
        self._own = {table: Ledger() for table in self._specs}
        self._children = Children(site, names, tools, self._spec, self._detailed, lambda: self.marks)
        self._children.begin(stage.extracts)
        self.lacking: NotFound | None = None

    @property
    def marks(self) -> tuple[str, ...]:
        """The selectors that the page's script shall answer."""
        locators: list[Locator | None] = [self._stage.navigate.pages.next]
        for extract in family(self._stage.extracts):
            locators += [extract.within, None if isinstance(extract.each, str) else extract.each]
            locators += [field.target for field in extract.fields]
        found = (marks_of(sought(locator, self._names)) for locator in locators if locator is not None)
        return tuple(dict.fromkeys(mark for marks in found for mark in marks))

    def fit(self, view: PageView) -> float:
        """Which share of the declared fields a page carries, 0 to 1; the least of the tables counts."""
        fits = [appraise(view, spec) for spec in self._specs.values()]
        return 1.0 if all(fit.goal for fit in fits) else min(0.99, *(fit.value for fit in fits))

    def resume(self, cursor: Cursor) -> None:
        """Go on behind a committed page."""
        for table, ledger in from_text(cursor.facts).items():
            (self._own if table in self._own else self._children.ledgers)[table] = ledger

    @property
    def ledgers(self) -> dict[str, Ledger]:
        """What is known of every table, child tables behind their parents."""
        return {**self._own, **self._children.ledgers}

    @property
    def facts(self) -> str:
        """What the cursor has to carry."""
        return to_text(self.ledgers)

    @property
    def rows(self) -> int:
        """The last place in the walk that was given out."""
        return max((ledger.rows for ledger in self._own.values()), default=0)

    def pages_left(self) -> int | None:
        """How many pages the listing still has, by what it states; None where it states nothing."""
        left = [_left(ledger) for ledger in self._own.values()]
        known = [count for count in left if count is not None]
        return max(known) if known else None

    def same(self, view: PageView) -> bool:
        """Whether a page still shows the rows of the page read last (its next rows have not arrived yet)."""
        return all(
            _facts(self._extract(view, table).records) == _facts(self._latest.get(table, ())) for table in self._specs
        )

    async def read(self, view: PageView) -> Got | None:
        """The rows of a page, or None where every one of them was read before.

        Raises:
            NotFound: the walk's first page carries no listing, or two readings of one field are equally good.
            Incomplete: a later page carries none.
        """
        found = {table: self._extract(view, table) for table in self._specs}
        first = not any(ledger.pages for ledger in self._own.values())
        for table, extraction in found.items():
            problem = extraction.error(view.url)
            if problem is not None:
                raise problem if first else Incomplete(f"{table}: {problem.problem} ({view.url})")
        news = {table: self._new(table, extraction) for table, extraction in found.items()}
        if not first and not any(news.values()):
            return None
        rows: list[Rows] = []
        for table, extraction in found.items():
            rows.append(await self._rows(view, table, extraction, news[table]))
        return Got((*rows, *self._children.taken()), next(iter(found.values())).totals)

    def ahead(self) -> Ahead:
        """A loader of pages side by side, in tabs of the site's session."""
        return Ahead(
            lambda: self._tools.pool.tab(self._site),
            lambda tab, url: load(tab, url, self.marks, self._tools),
            self._width,
        )

    # -- one table on one page --------------------------------------------------------------------------------

    def _extract(self, view: PageView, table: str) -> Extraction:
        ledger = self._own[table]
        return read(view, self._specs[table], self._wrappers.get(table), before=ledger.rows)

    def _new(self, table: str, extraction: Extraction) -> int:
        """How many of the records were not seen before in this walk; they are remembered."""
        marks = {hash(mark) for mark in _facts(extraction.records)}
        new = marks - self._seen[table]
        self._seen[table] |= new
        return len(new)

    async def _rows(self, view: PageView, table: str, extraction: Extraction, new: int) -> Rows:
        self._latest[table] = extraction.records
        if extraction.wrapper is not None:
            self._wrappers[table] = extraction.wrapper
        ledger = self._own[table]
        self._details, self._failed = [], []
        spec = self._specs[table]
        records = await self._detailed(spec, extraction.records)
        if spec.kind == "page":
            for record in records:
                await self._children.read(spec.extract, record, view)
        placed = tuple(replace(record, n=ledger.rows + place) for place, record in enumerate(records, 1))
        said = [remark for one in (extraction, *self._details) for remark in one.remarks] + self._failed
        after = ledger.with_page(len(placed), new, extraction.totals, said, self._missing(extraction))
        self._own[table] = after
        lacking = next((one for one in (extraction, *self._details) if one.missing), None)
        if not after.missing:
            self.lacking = None
        elif self.lacking is None and lacking is not None:
            self.lacking = lacking.lacking(view.url)
        source = PageRef(
            url=view.url,
            region=str(extraction.region),
            wrapper=0 if extraction.wrapper is None else extraction.wrapper.version,
            seen=self._tools.now().isoformat(),
        )
        return Rows(table=table, records=placed, source=source, keyed=extraction.keyed)

    def _missing(self, extraction: Extraction) -> list[str]:
        """The declared fields that neither the page nor any of its records' own pages had."""
        nowhere = [missing.field for missing in extraction.missing]
        if self._details:
            first, *others = [{missing.field for missing in detail.missing} for detail in self._details]
            nowhere += sorted(first.intersection(*others))
        return nowhere

    # -- details ----------------------------------------------------------------------------------------------

    async def _detailed(self, spec: ListingSpec, records: tuple[Record, ...]) -> tuple[Record, ...]:
        """The records with the fields of their own pages, where somebody needs one of those."""
        if spec.kind == "page" or not self._needs_details(spec.extract):
            return records
        links = [_link_of(record, spec.extract) for record in records]
        ahead = self.ahead()
        try:
            ahead.expect([link for link in links if link is not None])
            return tuple(
                [await self._opened(spec, record, link, ahead) for record, link in zip(records, links, strict=True)]
            )
        finally:
            await ahead.close()

    async def _opened(self, spec: ListingSpec, record: Record, link: str | None, ahead: Ahead) -> Record:
        if link is None:
            self._children.missed(spec.extract, "a record has no link to its own page")
            return record
        self._tools.budget.spend("pages")
        if not ahead.has(link):  # two records with one page
            ahead.expect([link])
        view = await self._logged_in(await ahead.take(link), link, ahead)
        if view.status >= 400:
            text = f"records' own pages could not be read; the first answers {view.status}: {link}"
            self._failed.append(Remark(code="failed page", text=text, table=spec.extract.into))
            self._children.missed(spec.extract, f"a record's own page answers {view.status}")
            return record
        found = read(view, replace(spec, kind="detail"))
        self._tools.trace("action", f"opened {link}", url=link)
        self._details.append(found)
        if not found.records:
            await self._children.read(spec.extract, record, view)
            return record
        detail = found.records[0]
        values = {**record.values, **detail.values}
        key = record.key
        if spec.extract.key:
            cells = tuple(values.get(name) for name in spec.extract.key)
            key = None if None in cells else cells
        record = replace(record, values=values, raw={**record.raw, **detail.raw}, opened=True, key=key)
        await self._children.read(spec.extract, record, view)
        return record

    async def _logged_in(self, view: PageView, url: str, ahead: Ahead) -> PageView:
        """The page at `url` as a logged-in person sees it; what was loaded ahead meanwhile is loaded again."""
        if self._site.login is None or not sent_to_login(view, self._site.login, first=False, asked=url):
            return view
        tools = self._tools
        ahead.expect([])
        await log_in(self._site, tools.pool, tools.guard, tools.release_login, tools.trace)
        ahead.expect([url])
        return still_in(await ahead.take(url), self._site, url)

    def _needs_details(self, extract: Extract) -> bool:
        there = {field.name for field in extract.fields if field.page == "detail"}
        need = self._stage.needs.get(extract.into)
        wanted = there if need is None or need.columns is None else there & need.columns
        return bool(extract.tables) or (bool(there) and (extract.detail.fetch == "all" or bool(wanted)))

    # -- what is asked ----------------------------------------------------------------------------------------

    def _spec(self, extract: Extract) -> ListingSpec:
        constants: dict[str, Value] = {
            field.name: fill(field.value, self._names).text for field in extract.fields if field.value is not None
        }
        return ListingSpec(
            extract=extract,
            constants=constants,
            locale=self._site.locale,
            zone=self._site.zone,
            now=self._tools.now().replace(tzinfo=None),
            kind="page" if extract.each == "page" else "listing",
            locate=self._locate,
        )

    def _locate(self, view: PageView, locator: Locator) -> tuple[int, ...]:
        try:
            return tuple(node.index for node in find(view, locator, self._names, "expect"))
        except NotFound:
            return ()


def _facts(records: tuple[Record, ...]) -> list[str]:
    """What tells records apart: their key, else all they say."""
    return [
        json.dumps(
            [to_json(value) for value in record.key]
            if record.key is not None
            else {name: to_json(value) for name, value in sorted(record.values.items())}
        )
        for record in records
    ]


def _link_of(record: Record, extract: Extract) -> str | None:
    through = extract.detail.through
    own = (field for field in extract.fields if field.page == "record" and field.value is None)
    links = [field.name for field in own if field.type == Type("link")]
    if through is None:
        through = "url" if "url" in links else next(iter(links), None)
    value = record.link if through is None else record.values.get(through)
    return value if isinstance(value, str) else None


def _left(ledger: Ledger) -> int | None:
    if ledger.last.pages is not None:
        return ledger.last.pages - ledger.pages
    if ledger.last.stated is not None and ledger.first_size:
        return -(-(ledger.last.stated - ledger.rows) // ledger.first_size)
    return None
