"""Opens the records' own pages side by side, only those that can matter, each once.

What such a page has goes into its record. If a page can't be read (an error, a file instead of a page), the record
stays without it and gets a remark.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.errors import Incomplete, NoPage, WebdartError
from webdart.navigate.context import Tools
from webdart.navigate.login import log_in, sent_to_login, still_in
from webdart.navigate.row_filter import wanted_of
from webdart.navigate.top_n import Leading
from webdart.navigate.walk.child_tables import Children
from webdart.navigate.walk.document_ending import Cut, Endings, entire
from webdart.navigate.walk.eligibility import may_skip_details
from webdart.navigate.walk.hydration import Drawn
from webdart.navigate.walk.own_page_reader import OwnPageReader
from webdart.navigate.walk.own_page_source import OwnPageSource
from webdart.navigate.walk.page_proof import Unproven
from webdart.navigate.walk.parent_rows import wanted_parents
from webdart.navigate.walk.prefetch import Ahead
from webdart.navigate.walk.row_identity import link_of
from webdart.navigate.walk.shortfall import MISSING, SHORTFALL, shortfall
from webdart.navigate.walk.source_kinds import own_page_use
from webdart.navigate.walk.stray_links import Landings
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.records import Extraction, ListingSpec
from webdart.records.model import Record, Remark
from webdart.table.page import Row
from webdart.table.values import canonical_key
from webdart.values import replace
from webdart.workflow.model import Extract, Value

_TRIES = 2
"""Tries to read own pages from their source behind one page of the listing: a session may end meanwhile."""

Load = Callable[[Drawn[Extraction], Browser, str], Awaitable[PageView]]
"""Loads a record's own page, and waits until its scripts have drawn it."""


class _Loads(Struct, frozen=True):
    """What the own pages behind one page of a listing are had by."""

    ahead: Ahead
    source: OwnPageSource
    own_pages: Drawn[Extraction]
    reader: OwnPageReader
    landings: Landings

    async def close(self) -> None:
        """Give up what is on its way."""
        await self.ahead.close()
        await self.source.close()


class Details:
    """Opens the own pages of one walk's records; `width` of them side by side, none before `opens`.

    `found` and `remarks` are what those pages gave since `begin`; `cut` is why the rest went without, where the budget
    ended. `opened` counts pages, `spared` those that were left unopened because what the listing shows of them tells
    that they cannot matter. `children` reads their child tables.
    """

    children: Children

    def __init__(
        self, stage: ListingStage, site: SitePlan, tools: Tools, load: Load, *, width: int, opens: bool
    ) -> None:
        self._stage = stage
        self._site = site
        self._tools = tools
        self._load = load
        self._width = width
        self._opens = opens
        self._already: dict[str, Mapping[str, Value]] = {}
        self._kinds: dict[str, Drawn[Extraction]] = {}
        self._readers: dict[str, OwnPageReader] = {}
        self._sources: dict[str, OwnPageSource] = {}
        self._paid: set[int] = set()  # the records of the current page of the listing whose own pages were charged
        self._endings: dict[str, Endings] = {}
        self._failed: list[Remark] = []
        self._leading: dict[str, Leading] = {}
        self.found: list[Extraction] = []
        self._lacking: tuple[Extraction, str] | None = None
        self.spared = 0
        self.opened = 0
        self.cut = ""

    def alike(self, table: str) -> int:
        """How many own pages of a table's records read alike from their source, if all that were compared did."""
        source = self._sources.get(table)
        return 0 if source is None else source.alike

    def begin(self) -> None:
        """Another page of the listing: nothing is found of its records yet."""
        self.found, self._failed, self._lacking = [], [], None

    def address_of(self, found: Extraction) -> str:
        """The address of the first of the own pages that lack a field, if this is what was read of it, else ""."""
        return self._lacking[1] if self._lacking is not None and self._lacking[0] is found else ""

    def allow(self) -> None:
        """From now on pages are opened."""
        self._opens, self.cut = True, ""

    @property
    def remarks(self) -> list[Remark]:
        """The remarks about the pages that were opened."""
        return [remark for one in self.found for remark in one.remarks] + self._failed

    def has_opened(self, extract: Extract, rows: Iterable[Row], columns: Sequence[str]) -> None:
        """Rows whose own pages were opened before a walk was stopped: not again while the listing shows them alike."""
        own = {field.name for field in extract.fields if field.page == "record"}
        for row in rows:
            if row.opened and row.key is not None:
                cells = zip(columns, row.values, strict=False)  # columns that came later are not among the values
                self._already[row.key] = {name: cell for name, cell in cells if name in own}

    async def open(
        self, spec: ListingSpec, records: tuple[Record, ...], chosen: Callable[[Record], bool] | None = None
    ) -> tuple[Record, ...]:
        """The records with the fields of their own pages, where one of those is needed."""
        if not self._opens or spec.kind == "page" or not self.needed(spec.extract):
            return records
        links = [link_of(record, spec.extract) for record in records]
        wanted = [chosen(record) for record in records] if chosen else self._matter(spec.extract, records)
        self._unlinked(spec, [link for link, need in zip(links, wanted, strict=True) if need])
        self.spared += sum(1 for link, need in zip(links, wanted, strict=True) if link is not None and not need)
        wanted = [need and not self._is_kept(one) for one, need in zip(records, wanted, strict=True)]
        found, failed = len(self.found), len(self._failed)
        self._paid.clear()
        for _ in range(_TRIES):
            try:
                return await self._opened_all(spec, records, links, wanted)
            except Unproven:
                del self.found[found:], self._failed[failed:]
        self._sources[spec.extract.into].render()
        return await self._opened_all(spec, records, links, wanted)

    async def _opened_all(
        self, spec: ListingSpec, records: tuple[Record, ...], links: Sequence[str | None], wanted: Sequence[bool]
    ) -> tuple[Record, ...]:
        """The records of one page of the listing, those that are `wanted` with what their own pages have.

        Raises:
            Unproven: an own page says something else in its source than rendered; the next time all are rendered.
        """
        loads = self._loads(spec, Landings(spec.extract, records, links))
        opened: list[Record] = []
        certain = 0, len(self.found)  # records, and what was found: what was fetched since is not proven
        coming = [link for link, need in zip(links, wanted, strict=True) if link is not None and need]
        try:
            for record, link, need in zip(records, links, wanted, strict=True):
                loads.ahead.expect(loads.source.rendered(coming))
                opened.append(await self._opened(spec, record, link, loads, coming) if need else record)
                coming = coming[1:] if need and link is not None else coming
                certain = certain if loads.source.open else (len(opened), len(self.found))
            if loads.source.open:
                await self._prove(spec, loads)
        except Incomplete as over:  # what was read stays: the rest of the page goes without its own pages
            self.cut = over.problem
            if loads.source.open and not await self._is_proven(spec, loads):
                del opened[certain[0] :], self.found[certain[1] :]
            self.children.missed(spec.extract, over.problem)
        finally:
            await loads.close()
            self._note_cut(spec, self._endings[spec.extract.into].settle())
            self._note_astray(spec.extract, loads.landings)
        return (*opened, *records[len(opened) :])

    def _loads(self, spec: ListingSpec, landings: Landings) -> _Loads:
        table = spec.extract.into
        reader = self._readers.setdefault(table, OwnPageReader(spec))
        own_pages = self._kinds.setdefault(table, self._kind_of(spec, reader))
        source = self._sources.setdefault(table, self._source_of(spec, reader))
        self._endings.setdefault(table, Endings())
        ahead = Ahead(lambda: self._tools.ahead.tab(self._site), partial(self._load, own_pages), self._width)
        return _Loads(ahead, source, own_pages, reader, landings)

    def _source_of(self, spec: ListingSpec, reader: OwnPageReader) -> OwnPageSource:
        use = own_page_use(self._stage, spec.extract, self._tools.replay) if spec.kind == "listing" else "rendered"
        return OwnPageSource(self._site, self._tools, reader.read, use, width=self._width)

    def _kind_of(self, spec: ListingSpec, reader: OwnPageReader) -> Drawn[Extraction]:
        """Records' own pages; whole where every field that only they have says something."""
        names = [field.name for field in spec.extract.fields if field.page == "detail" and field.value is None]

        def whole(found: Extraction) -> bool:
            cells = [record.values.get(name) for record in found.records for name in names]
            return not names or (bool(cells) and not any(cell is None or cell == () for cell in cells))

        def bare(found: Extraction) -> bool:
            return not any(record.values.get(name) is not None for record in found.records for name in names)

        return Drawn(reader.look, whole, self._tools, bare=bare)

    def _is_kept(self, record: Record) -> bool:
        if not self._already or record.key is None:
            return False
        before = self._already.get(canonical_key(record.key) or "")
        return before is not None and all(record.values.get(name) == cell for name, cell in before.items())

    async def _opened(
        self, spec: ListingSpec, record: Record, link: str | None, loads: _Loads, coming: Sequence[str]
    ) -> Record:
        """A record with what its own page has, the first of those that are `coming`.

        Raises:
            Unproven: what was fetched of the pages before it is not proven.
        """
        if link is None:
            self.children.missed(spec.extract, "a record has no link to its own page")
            return record
        if id(record) not in self._paid:
            self._tools.budget.spend("pages")
            self.opened += 1
            self._paid.add(id(record))
        own_pages = loads.own_pages
        try:
            async with self._tools.budget.in_time():
                fetched = await loads.source.page(coming)
                view = await self._drawn(spec, link, loads) if fetched is None else fetched.view
        except NoPage as gave:
            kept = f", kept as downloads/{gave.files[0]}" if gave.files else ""
            return self._without(spec, record, f"gives a file, not a page{kept}", link)
        if view.status >= 400:
            return self._without(spec, record, f"answers {view.status}", link)
        found = loads.reader.read(view) if fetched is None else fetched.found
        if fetched is None and loads.source.hopes and not await loads.source.compare(link, view, found):
            raise Unproven
        loads.landings.add(record, link, view, whole=own_pages.is_whole(found))
        if fetched is None and own_pages.is_unfilled(view, found):
            text = f"a record's own page is much smaller than others, and has nothing of what they have: {link}"
            self._failed.append(Remark(code=SHORTFALL, text=text, table=spec.extract.into))
        self._tools.trace("action", f"opened {link}", url=link)
        loads.reader.learn(view, found)
        self.found.append(replace(found, remarks=(*found.remarks, *shortfall(view, spec.extract))))
        if found.missing and self._lacking is None:
            self._lacking = self.found[-1], link
        if not found.records:
            await self.children.read(spec.extract, record, view)
            return record
        detail = found.records[0]
        values = {**record.values, **detail.values}
        key = record.key
        if spec.extract.key:
            cells = tuple(values.get(name) for name in spec.extract.key)
            key = None if None in cells else cells
        record = replace(record, values=values, raw={**record.raw, **detail.raw}, opened=True, key=key)
        await self.children.read(spec.extract, record, view)
        return record

    async def _prove(self, spec: ListingSpec, loads: _Loads) -> None:
        """Hold the page that was fetched last against the rendered one.

        Raises:
            Unproven: it says something else, or can't be rendered.
        """
        link = loads.source.open
        view = await self._drawn(spec, link, loads)
        if view.status < 400 and not await loads.source.compare(link, view, loads.reader.read(view)):
            raise Unproven
        if loads.source.open:
            loads.source.render()
            raise Unproven

    async def _is_proven(self, spec: ListingSpec, loads: _Loads) -> bool:
        """Whether what was fetched can still be proven, now that the budget has ended."""
        try:
            async with self._tools.budget.in_time():
                await self._prove(spec, loads)
        except (Unproven, WebdartError):
            return False
        return True

    async def _drawn(self, spec: ListingSpec, link: str, loads: _Loads) -> PageView:
        """A record's own page as a browser shows it."""
        if not loads.ahead.has(link):  # two records with one page, or one that was to be fetched
            loads.ahead.expect([link, *loads.ahead.expected])
        view = await self._logged_in(await loads.ahead.take(link), link, loads)
        return await self._entire(spec, view, link, loads.own_pages)

    def _note_astray(self, extract: Extract, landings: Landings) -> None:
        """Say it of records whose links have led to pages that are not their own."""
        for url in landings.astray():
            text = f"the links of several records lead to one page: {url}"
            self._failed.append(Remark(code="other records", text=text, table=extract.into))
            self.children.missed(extract, text)
        for one in landings.missing():
            text = MISSING.format(one.missing, one.url)
            self._failed.append(Remark(code=SHORTFALL, text=text, table=extract.into))
            self.children.cut_off(extract, text)

    async def _entire(self, spec: ListingSpec, view: PageView, link: str, own_pages: Drawn[Extraction]) -> PageView:
        """A record's own page, asked for again where its document ends in the middle."""
        endings = self._endings[spec.extract.into]

        async def again() -> PageView:
            tab = await self._tools.pool.tab(self._site)
            try:
                return await self._load(own_pages, tab, link)
            finally:
                await tab.close()

        if view.status < 400:
            view = await entire(view, endings, again, self._tools)
            self._note_cut(spec, endings.judge(view))
        return view

    def _note_cut(self, spec: ListingSpec, cut: Sequence[Cut]) -> None:
        """Say that records' own pages end in the middle, each time they are asked for: what stood behind is missing."""
        for view, why in cut:
            text = f"a record's own page ends in the middle ({why}): {view.url}"
            self._failed.append(Remark(code=SHORTFALL, text=text, table=spec.extract.into))
            self.children.cut_off(spec.extract, text)

    def _unlinked(self, spec: ListingSpec, links: Sequence[str | None]) -> None:
        """Say it of records without a link; where none has one, what their own pages have is missing altogether."""
        count = links.count(None)
        if not count:
            return
        code = "failed page" if count == len(links) else "no own page"
        fields = ", ".join(field.name for field in spec.extract.fields if field.page == "detail")
        text = f"no link leads from these records to pages of their own{f'; not read: {fields}' if fields else ''}"
        text += "; `url: {type: link, label: Details}` says which one does, by the words on it"
        self._failed.append(Remark(code=code, text=text, table=spec.extract.into, count=count))

    def _without(self, spec: ListingSpec, record: Record, why: str, link: str) -> Record:
        """The record as the listing has it: its own page can't be read."""
        text = f"records' own pages could not be read; the first {why}: {link}"
        self._failed.append(Remark(code="failed page", text=text, table=spec.extract.into))
        self.children.missed(spec.extract, f"a record's own page {why}")
        return record

    async def _logged_in(self, view: PageView, url: str, loads: _Loads) -> PageView:
        """The page at `url` as a logged-in person sees it; what was loaded ahead meanwhile is loaded again.

        Raises:
            Unproven: what was fetched before it may have been what others see.
        """
        if self._site.login is None or not sent_to_login(view, self._site.login, first=False, asked=url):
            return view
        tools, ahead = self._tools, loads.ahead
        ahead.expect([])
        await loads.source.close()
        await log_in(self._site, tools.pool, tools.guard, tools.release_login, tools.trace, tools.logins)
        if loads.source.open:
            loads.source.open = ""
            raise Unproven
        ahead.expect([url])
        return still_in(await ahead.take(url), self._site, url)

    def _matter(self, extract: Extract, records: Sequence[Record]) -> list[bool]:
        """True for records that can matter to the answer, judged by what the listing itself shows of them."""
        if not may_skip_details(extract):
            return [True] * len(records)
        wanted = wanted_of(self._stage, extract)
        if extract.tables:
            own, links = self._reads_own(extract), wanted_parents(self._stage, extract)
            return [(own and wanted.satisfied(record)) or links.matter(record) for record in records]
        leading = self._leading.setdefault(extract.into, Leading(wanted))
        return leading.matter(records)

    def needed(self, extract: Extract) -> bool:
        """Whether a column of the records' own pages is needed, or a child table."""
        return bool(extract.tables) or self._reads_own(extract)

    def _reads_own(self, extract: Extract) -> bool:
        there = {field.name for field in extract.fields if field.page == "detail"}
        need = self._stage.needs.get(extract.into)
        wanted = there if need is None or need.columns is None else there & need.columns
        return bool(there) and (extract.detail.fetch == "all" or bool(wanted))
