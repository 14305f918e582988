"""Collects the child tables of a record: rows on its own page, behind a link, or on further pages.

Every record's page has its own little listing: it is walked to its end at once, and its rows are committed with the
page of the parent's listing, so that a kill loses none and doubles none. The rows carry the parent's key columns.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.errors import Ambiguous, NoPage, NotFound
from webdart.extract.reader import read
from webdart.navigate.address import stays_on, without_fragment
from webdart.navigate.context import Tools
from webdart.navigate.key_link import Addresses, KeyLink, Linked
from webdart.navigate.page_load import load
from webdart.navigate.walk.document_ending import Cut, Endings, entire
from webdart.navigate.walk.new_rows import Alike
from webdart.navigate.walk.next_link import is_another, is_below
from webdart.navigate.walk.row_identity import fact
from webdart.navigate.walk.shortfall import SHORTFALL, shortfall
from webdart.navigate.walk.walk_state import Ledger, OfParent
from webdart.page.locator import find
from webdart.page.model import Node, PageView
from webdart.page.text_match import loose
from webdart.plan.model import PageRef, SitePlan
from webdart.records import Extraction, ListingSpec, Walk, Wrapper, judge
from webdart.records.model import Record, Remark, Rows, Sign, Totals
from webdart.table.values import canonical_key, text_of
from webdart.values import replace
from webdart.workflow.model import Extract, Value, Words
from webdart.workflow.sql import PARENT
from webdart.workflow.templates import Names, fill

MakeSpec = Callable[[Extract], ListingSpec]
Open = Callable[[ListingSpec, tuple[Record, ...]], Awaitable[tuple[Record, ...]]]
"""Gives records the fields and the child tables of their own pages."""

_PRESSED = "-"  # no address: what turns the page is a button
_MOST_WAITING = 20  # records' pages that are kept until it is known what their rows look like
_OF_TABLE = "table:"  # what the shape of a table's rows begins with
_SHOWN, _NAMES = 60, 4  # letters of a heading, and headings, that a remark shows
_STRAYS = 2  # next links that led to other records before they are no longer tried


def family(extracts: Sequence[Extract]) -> tuple[Extract, ...]:
    """Some tables with all of their child tables, parents first."""
    found: list[Extract] = []
    for extract in extracts:
        found += [extract, *family(extract.tables)]
    return tuple(found)


_COUNT = re.compile(r"(?<!\w)\(?\d[\d.,]*\)?(?!\w)")


class _Listing(Struct, frozen=True):
    """The child listing of one parent, walked: its records with where each page of them was read, and how it ended."""

    rows: tuple[tuple[Linked, PageRef], ...] = ()
    found: bool = False
    pages: int = 0
    totals: Totals = Totals()
    short: str = ""
    absent: str = ""  # why nothing could be looked for
    signs: tuple[Sign, ...] = ()  # of more rows, on its last page
    remarks: tuple[Remark, ...] = ()


class _Taught(Struct, frozen=True):
    """What pages with rows have taught of a child table: how it is read, the headings over its rows, and all others.

    `kept` are the headings over the rows of more than one page: no names of records.
    """

    wrapper: Wrapper
    headings: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    def joined(self, got: Extraction) -> "_Taught":
        """The same with one more page."""
        over, others = (frozenset(map(_uncounted, names)) for names in (got.headings, got.others))
        return _Taught(
            wrapper=got.wrapper or self.wrapper,
            headings=self.headings | over,
            kept=self.kept | (self.headings & over),
            others=self.others | others,
        )

    def is_of_others(self, got: Extraction, view: PageView) -> bool:
        """Whether the rows of a page are those of another list: built otherwise, or below a heading of such a one.

        What the record is called stands over its rows, and may be said on the pages of records like it.
        """
        own = {_uncounted(view.text_of(node.index)) for node in view.nodes if node.tag == "h1"}
        over = set(map(_uncounted, got.headings))
        elsewhere = bool(over) and over <= self.others and not over & self.headings and not over <= own
        return elsewhere or not _alike(self.wrapper, got.wrapper)

    def knows_better(self, got: Extraction) -> bool:
        """Whether rows of another list are none of the table's: they lack a field, or are not built and headed so."""
        headed = bool(self.kept and got.headings) and self.kept.isdisjoint(map(_uncounted, got.headings))
        return bool(got.missing) or (headed and not _alike(self.wrapper, got.wrapper))


class Children:
    """Reads the child tables of one walk's records. `carried` are the key columns by table, parents' included."""

    def __init__(
        self,
        site: SitePlan,
        names: Names,
        tools: Tools,
        spec: MakeSpec,
        open_records: Open,
        marks: Callable[[], tuple[str, ...]],
    ) -> None:
        self._site = site
        self._names = names
        self._tools = tools
        self._spec = spec
        self._open = open_records
        self._marks = marks
        self._taught: dict[str, _Taught] = {}
        self._settled: set[str] = set()  # tables that no page tells well
        self._rows: list[tuple[Rows, Addresses, tuple[Value, ...]]] = []
        self._keys: dict[str, KeyLink] = defaultdict(KeyLink)
        self._strays: Counter[str] = Counter()
        self._endings: dict[str, Endings] = defaultdict(Endings)
        self._waiting: dict[str, list[tuple[Extract, Extract, Record, PageView, _Listing]]] = defaultdict(list)
        self.ledgers: dict[str, Ledger] = {}

    def begin(self, extracts: Sequence[Extract]) -> None:
        """Have a ledger for every child table."""
        for child in family([one for extract in extracts for one in extract.tables]):
            self.ledgers.setdefault(child.into, Ledger())

    async def taken(self) -> tuple[Rows, ...]:
        """The rows that were read since this was asked last; those without a declared key by the link that is one."""
        for table, waiting in list(self._waiting.items()):
            if any(listing.rows for *_, listing in waiting):
                self._settled.add(table)
                await self._place_waiting(table)
            for *_, listing in self._waiting.pop(table, []):
                self._note(table, listing.remarks)
                self.ledgers[table] = _judged(self.ledgers[table], listing, 0)
        for table, endings in self._endings.items():
            self._note_cut(table, endings.settle())
        rows, self._rows = self._rows, []
        return tuple(self._keyed(*one) for one in rows)

    def _keyed(self, rows: Rows, links: Addresses, identity: tuple[Value, ...]) -> Rows:
        """Rows with their default key, as all pages so far show which link is one."""
        if links:
            rows = replace(rows, records=Linked(rows.records, links).keyed(self._keys[rows.table].column, identity))
        return replace(rows, keyed=bool(rows.records) and all(one.key is not None for one in rows.records))

    def missed(self, extract: Extract, why: str) -> None:
        """A record's page that could not be read: its child rows are missing."""
        for child in family(extract.tables):
            self.ledgers[child.into] = self.ledgers[child.into].with_parent(OfParent(verdict="incomplete", reason=why))

    def cut_off(self, extract: Extract, why: str) -> None:
        """A record's page ends in its middle: child rows may stand in what is missing."""
        for child in family(extract.tables):
            self._note(child.into, [Remark(code=SHORTFALL, text=why, table=child.into)])

    async def read(self, extract: Extract, record: Record, view: PageView) -> None:
        """The child tables of one record, whose own page is open."""
        record = replace(record, link=record.link or view.url)  # what tells its rows from another's
        for child in extract.tables:
            listing = await self._walk(child, view)
            waiting = self._waiting[child.into]
            if child.into not in self._taught:
                if len(waiting) < _MOST_WAITING:  # others may show what a row is, and each field
                    waiting.append((child, extract, record, view, listing))
                    continue
                self._settled.add(child.into)
            await self._place_waiting(child.into)
            await self._place(child, extract, record, listing)

    async def _place_waiting(self, table: str) -> None:
        """The rows of records whose pages have told too little, now that it is known how rows are read."""
        for child, extract, record, view, _ in self._waiting.pop(table, []):
            await self._place(child, extract, record, await self._walk(child, view))

    async def _place(self, child: Extract, extract: Extract, record: Record, listing: _Listing) -> None:
        """The rows of one record's child table, with the record's key, and what they say of the table."""
        if _says(record, listing.totals.text):  # "Gloves came late (7)" is its title, and counts no rows
            listing = replace(listing, totals=Totals())
        carried = _carried(extract, record)
        identity: tuple[Value, ...] = tuple(carried.values()) or (record.key or (record.link,))
        parent = _as_text(extract, record)
        self._note(child.into, listing.remarks)
        ledger, distinct = self.ledgers[child.into], 0
        if not child.key:
            self._keys[child.into].note([page for page, _ in listing.rows])
        for page, source in listing.rows:
            records = page.records if child.key else page.keyed(self._keys[child.into].column)
            placed = tuple(
                replace(
                    one,
                    values={**carried, **one.values, PARENT: parent},
                    key=None if one.key is None else (*identity, *one.key),
                    n=ledger.rows + distinct + place,
                )
                for place, one in enumerate(records, 1)
            )
            spec = self._spec(child)
            if child.tables or any(field.page == "detail" for field in child.fields):
                placed = await self._open(spec, placed)
            distinct += len(placed)
            rows = Rows(table=child.into, records=placed, source=source)
            self._rows.append((rows, {} if child.key or child.keyless else page.links, identity))
        self.ledgers[child.into] = _judged(self.ledgers[child.into], listing, distinct)

    # -- the child listing of one parent -------------------------------------------------------------------------

    async def _walk(self, child: Extract, view: PageView) -> _Listing:
        """The child rows on a page and on the pages after it; behind `through`, where the page has that link.

        What can be read in two ways there is left out: the rows may all stand behind the link. If those are not as many
        as the site counts, it is told.
        """
        address = self._behind(child, view)
        try:
            here = await self._pages(child, view, last=child.through is not None)
        except Ambiguous as two:
            if address is None:
                raise
            here = _Listing(short=f"only what the link leads to is read, since on the record's page {two.problem}")
        if address is None:
            return here
        self._tools.budget.spend("pages")
        tab = await self._tools.pool.tab(self._site)
        try:
            beyond = await self._load(tab, address, child)
        finally:
            await tab.close()
        if isinstance(beyond, str):
            return replace(here, short=f"the page behind {address} {beyond}")
        rest = await self._pages(child, beyond)
        if not rest.found:
            return replace(here, short=here.short or f"no rows were recognised behind the link, on {address}")
        if not here.pages and rest.totals.stated == sum(len(page.records) for page, _ in rest.rows):
            return rest
        return _joined(here, rest)

    async def _load(self, tab: Browser, address: str, child: Extract) -> PageView | str:
        """A further page of a child listing, or what it does instead of showing one."""
        endings = self._endings[child.into]

        async def again() -> PageView:
            return await load(tab, address, self._marks(), self._tools)

        try:
            view = await again()
        except NoPage:
            return "gives a file, not a page"
        if view.status >= 400:
            return f"answers {view.status}"
        view = await entire(view, endings, again, self._tools)
        self._note_cut(child.into, endings.judge(view))
        return view

    def _note_cut(self, table: str, cut: Sequence[Cut]) -> None:
        """Say that pages of records' rows end in the middle, each time they are asked for."""
        for view, why in cut:
            text = f"a page of a record's rows ends in the middle ({why}): {view.url}"
            self._note(table, [Remark(code=SHORTFALL, text=text, table=table)])

    def _behind(self, child: Extract, view: PageView) -> str | None:
        """The address behind the link of `through`; None if the page has no such link (there is nothing more)."""
        if child.through is None:
            return None
        try:
            hit = find(view, Words(text=child.through, at=child.at), self._names, "click")[0]
        except NotFound:
            counted = _called_with_count(view, fill(child.through, self._names).text)
            if counted is None:
                return None
            hit = counted
        address = without_fragment(hit.attributes.get("href", ""))
        return address if address.startswith("http") and address != without_fragment(view.url) else None

    async def _pages(self, child: Extract, view: PageView, *, last: bool = False) -> _Listing:
        """The pages of a child listing from `view` on; with `last`, that page alone."""
        listing, passed, seen, first = _Listing(), [without_fragment(view.url)], set[object](), view
        alike = Alike()
        tab = None
        try:
            while True:
                got = self._read(child, view, sum(len(page.records) for page, _ in listing.rows))
                taught = self._taught.get(child.into)
                known = taught if got.verdict == "found" and child.within is None else None
                if known is not None and known.is_of_others(got, view):
                    why = f"another kind of list stands in the place of the rows ({view.url}); `in` says which is meant"
                    listing = replace(listing, remarks=(*listing.remarks, *self._told(child, view, got)))
                    return listing if known.knows_better(got) else replace(listing, short=why)
                listing = replace(listing, remarks=(*listing.remarks, *self._told(child, view, got)))
                self._learn(child, got)
                page = Linked.of(got)
                marks = set(_marks(page))
                new = not marks <= seen
                seen |= marks
                another = alike.is_another(view, got.around, new=new) if got.around >= 0 else new
                if got.verdict != "found" or (listing.pages and not (new if child.key else another)):
                    return replace(listing, found=listing.found or got.verdict == "empty", absent=got.absent)
                listing = replace(
                    listing,
                    rows=(*listing.rows, (page, self._source(child, view, got))),
                    found=True,
                    pages=listing.pages + 1,
                    totals=got.totals if got.totals.stated is not None or not listing.pages else listing.totals,
                    signs=got.signs,
                )
                address = "" if last else _next_in(view, got)
                if not address or address in passed or self._strayed(child, address, first.url):
                    return listing
                if not address.startswith("http") or not stays_on(self._site, address):
                    return replace(listing, short="the rows of a record go on behind a button")
                passed.append(address)
                self._tools.budget.spend("pages")
                tab = tab or await self._tools.pool.tab(self._site)
                self._endings[child.into].learn(view)
                after = await self._load(tab, address, child)
                if isinstance(after, str):
                    return replace(listing, short=f"page {len(passed)} of a record's rows {after}")
                if self._strays_to(child, first, after):
                    return listing
                view = after
        finally:
            if tab is not None:
                await tab.close()

    def _strayed(self, child: Extract, address: str, first: str) -> bool:
        """Whether such a next link has led to other records before, and is not tried again."""
        return self._strays[child.into] >= _STRAYS and not is_below(address, first)

    def _strays_to(self, child: Extract, first: PageView, after: PageView) -> bool:
        """Whether the next link of a record's page led to another record."""
        strays = not is_below(after.url, first.url) and is_another(first, after)
        self._strays[child.into] += strays
        return strays

    def _read(self, child: Extract, view: PageView, before: int) -> Extraction:
        taught = self._taught.get(child.into)
        known = None if taught is None else taught.wrapper
        if known is not None and not before:
            known = replace(known, above={})  # the last line of another record's page says nothing here
        spec = replace(self._spec(child), links=not child.key, beside=child.within is None)
        got = read(view, spec, known, before=before)
        if got.verdict != "found" and got.absent and child.within is None:  # its table is in a closed tab or fold
            got = read(view, replace(spec, unfolded=True), known, before=before)
        if got.verdict == "found" and got.error(view.url) is not None:
            raise got.error(view.url) or AssertionError  # two readings that nothing decides between
        if not child.key:  # chosen once the record's rows are read
            got = replace(got, records=tuple(replace(one, key=None) for one in got.records))
        return got

    def _learn(self, child: Extract, got: Extraction) -> None:
        """Know how rows are read from a page with several that have all fields; from another where none has them."""
        if got.verdict != "found" or got.wrapper is None:
            return
        taught, tells = self._taught.get(child.into), not got.missing and got.wrapper.kind != "page"
        if taught is not None or tells or child.into in self._settled:
            self._taught[child.into] = (taught or _Taught(got.wrapper)).joined(got)

    def _told(self, child: Extract, view: PageView, got: Extraction) -> list[Remark]:
        """What is to be told of the rows of a page."""
        told = [*got.remarks, *shortfall(view, child, got.around if got.records else -1)]
        if len(got.headings) > 1 and child.each is None and all(one.source != "heading" for one in child.fields):
            names = ", ".join(repr(name[:_SHOWN]) for name in got.headings[:_NAMES])
            text = (
                f"the rows of a record stand below several headings: {names}; `in` says which is meant, a field with "
                "`from: heading` of which each row is"
            )
            told.append(Remark(code="other records", text=text))
        return [replace(remark, table=child.into) for remark in told]

    def _note(self, table: str, remarks: Sequence[Remark]) -> None:
        if remarks:
            self.ledgers[table] = self.ledgers[table].noted(remarks)

    def _source(self, child: Extract, view: PageView, got: Extraction) -> PageRef:
        taught = self._taught.get(child.into)
        version = 0 if taught is None else taught.wrapper.version
        return PageRef(url=view.url, region=str(got.region), wrapper=version, seen=self._tools.now().isoformat())


def _alike(one: Wrapper, other: Wrapper | None) -> bool:
    """Whether two pages have their records in the same place: the same heads, or the same tags around them."""
    if other is None:
        return False
    headed = _OF_TABLE in (one.shape[: len(_OF_TABLE)], other.shape[: len(_OF_TABLE)])
    return one.shape == other.shape if headed else one.shape.split(".")[0] == other.shape.split(".")[0]


def _uncounted(heading: str) -> str:
    """The words of a heading without how many rows it counts: "Comments (3)"."""
    return loose(_COUNT.sub(" ", heading))


def _next_in(view: PageView, got: Extraction) -> str:
    """The address that turns the page of the rows; "" if there is none. Of several, the first after the rows."""
    nexts = [view.nodes[control.node] for control in view.controls if control.kind == "next"]
    after = [node for node in nexts if node.index > got.region]
    found = next(iter(after or nexts), None)
    return "" if found is None else without_fragment(found.attributes.get("href", "")) or _PRESSED


def _carried(extract: Extract, record: Record) -> Mapping[str, Value]:
    """The parent's key columns as the child's rows carry them; its own parent's among them."""
    if not extract.key:
        return {}
    own = {PARENT, *(field.name for field in extract.fields)} - {*extract.key}
    names = [name for name in record.values if name not in own]
    return {f"{extract.into}_{name}": record.values[name] for name in names}


def _as_text(extract: Extract, record: Record) -> str | None:
    """The parent's key as its child rows carry it: the text of one column, of several as `_key` has them."""
    cells = tuple(record.values.get(name) for name in extract.key) or record.key or (record.link,)
    return text_of(cells[0]) if len(cells) == 1 and cells[0] is not None else canonical_key(cells)


def _marks(page: Linked) -> list[object]:
    """What tells a page's rows from those of other pages: the key, else all that is said of a row, and how often.

    Equal rows of one page are as many rows; on another page they are the same ones again.
    """
    said = [
        record.key or (fact(None, record.values), page.addresses(place)) for place, record in enumerate(page.records)
    ]
    often: Counter[object] = Counter()
    marks: list[object] = []
    for one in said:
        often[one] += 1
        marks.append((one, often[one]))
    return marks


def _says(record: Record, text: str) -> bool:
    """Whether a text is one of a record's own values."""
    return bool(text) and any(isinstance(value, str) and text in value for value in record.values.values())


def _joined(here: _Listing, rest: _Listing) -> _Listing:
    """The rows on the record's page and those behind the link; a page that repeats the first rows has all of them."""
    inside = _values(here) <= _values(rest)
    totals = rest.totals if rest.totals.stated is not None else here.totals
    rows = rest.rows if inside else (*here.rows, *rest.rows)
    pages, short = here.pages + rest.pages, here.short or rest.short
    told = (*here.remarks, *rest.remarks)
    return _Listing(rows, found=True, pages=pages, totals=totals, short=short, signs=rest.signs, remarks=told)


def _values(listing: _Listing) -> Counter[object]:
    """The declared keys of a listing's rows, else what they say, with how many say it."""
    return Counter(one.key or fact(None, one.values) for page, _ in listing.rows for one in page.records)


def _called_with_count(view: PageView, words: str) -> Node | None:
    """The one link that says some words with a number among them: "All 12 reviews"."""
    links = [
        node
        for node in view.nodes
        if node.role == "link" and loose(_COUNT.sub(" ", view.text_of(node.index))) == loose(words)
    ]
    return links[0] if len({node.attributes.get("href", "") for node in links}) == 1 else None


def _judged(ledger: Ledger, listing: _Listing, rows: int) -> Ledger:
    """The ledger with one more parent: its rows, and how complete they are."""
    marks = {mark for page, _ in listing.rows for mark in _marks(page)}
    verdict, reasons = judge(
        Walk(
            collected=len(marks),
            pages=listing.pages,
            sizes=tuple(len(page.records) for page, _ in listing.rows),
            ended=not listing.short,
            stopped=listing.short,
            first=listing.totals,
            last=listing.totals,
            repeats=rows - len(marks),
            signs=tuple(one.text for one in listing.signs if one.holds(len(marks), listing.pages)),
        )
    )
    if not listing.found and not listing.short:
        verdict, reasons = "complete", ()  # nothing there that looks like it: a record without any
    return ledger.with_parent(
        OfParent(
            rows=rows,
            distinct=len(marks),
            pages=listing.pages,
            stated=listing.totals.stated,
            found=listing.found,
            absent=listing.absent,
            verdict=verdict,
            reason=reasons[0] if reasons else "",
        )
    )
