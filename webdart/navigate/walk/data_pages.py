"""Reads the pages of a walk from JSON: answers that the page asked for by itself, or data that its document carries.

The proof holds the rows of rendered pages against the arrays of each answer, cell by cell, and learns from the requests
how that of any page is made; that is tried, too. Fetched by GET with the session's cookies, as the page would.
"""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from urllib.parse import parse_qsl, urlsplit

from webdart.browser.port import Document, Documents
from webdart.browser.snapshot.embedded_data import embedded_data
from webdart.browser.snapshot.source_page import Unfit, page_of
from webdart.errors import BrowserLost, Refused, SiteError
from webdart.navigate.address import stays_on
from webdart.navigate.walk.page_reader import Before, Reading
from webdart.navigate.walk.pagination import LAST, End, Turn
from webdart.navigate.walk.rendered_page import FetchedPage, RenderedPage, heading_of
from webdart.page.model import Box, DataRequest, Node, PageView
from webdart.plan.model import SitePlan
from webdart.records import Extraction
from webdart.records.data.data_cells import Json, Place, parsed
from webdart.records.data.data_places import at
from webdart.records.data.data_proof import Shown, narrowed, settled, tables_in
from webdart.records.data.data_source import DataSource, states_of
from webdart.records.data.data_table import DataRows, DataTable, Misread, read_data
from webdart.records.data.request_paging import RequestPaging, pagings_of, request_of

_OK = 200
_KEY = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.+/=-]{20,}")
_DIGEST = 6  # bytes of that of a script
_MOST = 12  # answers of a page that are looked into, the latest first
_MOST_PAGES = 2000  # that are asked for to reach the last one of a proof by its cursor
_ROOT = Node(0, -1, 1, "html", "", "", "", {}, Box(0, 0, 0, 0), False, frozenset(), None, 0)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An answer of a page: what asks for it, and the script of the document that it is in."""

    request: DataRequest
    script: str = ""

    def __str__(self) -> str:
        return f"{self.request.url} {self.script}".rstrip()


@dataclass(frozen=True, slots=True)
class DataPage:
    """The JSON of a page as it was read; `number` counts from 0, `end` is what shows that none follows."""

    number: int
    answer: Json
    view: PageView
    found: Extraction
    following: str
    end: str
    unusual: str


@dataclass(frozen=True, slots=True)
class _Proof:
    """The rendered pages of a proof, and what they show; the first ones stand in a row.

    `placed`: each has an address of its own, by which the next is opened.
    """

    pages: Sequence[RenderedPage]
    shown: Sequence[Shown]
    placed: bool

    @property
    def row(self) -> Sequence[RenderedPage]:
        """The pages before the first gap."""
        first = self.pages[0].page
        return [page for number, page in enumerate(self.pages) if page.page == first + number]


class DataPages:
    """The JSON of one walk's pages; `source` is what is proven of it, `latest` the page read last."""

    def __init__(self, site: SitePlan, reading: Reading, documents: Documents) -> None:
        self.site, self.reading, self.documents = site, reading, documents
        self.source: DataSource | None = None
        self.latest: DataPage | None = None
        self.trouble = ""  # why the page asked for last could not be read at all
        self.begins = 0  # the page of the walk that the first request is for
        self._first = ""  # the address of that page
        self._numbers: dict[str, int] = {}  # of the page that comes next, by its address
        self._answers: dict[int, Json] = {}  # the latest
        self._proof_answers: dict[_Candidate, Json] = {}
        self._total: int | None = None
        self._around: tuple[str, frozenset[str]] | None = None  # the heading and the code that a lock has

    # -- proof ------------------------------------------------------------------------------------------------

    async def prove(self, pages: Sequence[RenderedPage], *, placed: bool) -> str:
        """Find the JSON of some rendered pages, the first ones in a row; what speaks against it, "" where it is proven.

        `placed`: each has an address of its own, by which the next is opened.
        """
        if len(pages[0].found) != 1:
            return "several tables are read from a page"
        proof = _Proof(pages, [self._shown(page) for page in pages], placed)
        why = "the page has asked for no JSON, and carries none"
        async for candidate, answer in self._candidates(pages[0]):
            for table in tables_in(answer, proof.shown[0]):
                if isinstance(table, str):
                    why = f"{candidate}: {table}"
                    continue
                try:
                    self.source = await self._source(candidate, answer, table, proof)
                except Misread as error:
                    why = f"{candidate}: {error}"
                    continue
                self._begin(proof)
                return ""
        self._proof_answers.clear()
        return why

    def _begin(self, proof: _Proof) -> None:
        """Expect the page behind the last of the proof."""
        self.begins, self._first = proof.pages[0].page, proof.pages[0].view.url
        self._total = proof.shown[-1].totals.stated
        last = proof.pages[-1]
        self._numbers = {last.following: last.page - self.begins + 1} if last.following else {}
        self._proof_answers.clear()

    def _shown(self, page: RenderedPage) -> Shown:
        (found,) = page.news.values()
        (spec,) = self.reading.specs.values()
        place = Place(url=page.view.url, local=spec.locality)
        return Shown(spec=spec, place=place, records=found.records, totals=found.totals, keyed=found.keyed)

    async def _candidates(self, page: RenderedPage) -> AsyncIterator[tuple[_Candidate, Json]]:
        """The JSON that a page has asked for, the latest first, and what its document carries."""
        for request in reversed(page.view.data[-_MOST:]):
            with suppress(Misread):
                yield _Candidate(request), await self._answer(_Candidate(request))
        with suppress(Misread):
            document = await self._document(page.view.url)
            for name in embedded_data(document.text):
                candidate = _Candidate(DataRequest(page.view.url), name)
                with suppress(Misread):
                    yield candidate, _within(document, name)

    async def _source(self, candidate: _Candidate, answer: Json, table: DataTable, proof: _Proof) -> DataSource:
        """The source that all pages prove.

        Raises:
            Misread: one of them says something else.
        """
        pages = proof.row
        candidates, answers = [candidate], [answer]
        for page, shown in zip(pages[1:], proof.shown[1:], strict=False):
            behind, said, table = await self._behind(candidate, page, shown, table)
            candidates.append(behind)
            answers.append(said)
        if len(pages) == 1 and not (table.total or table.pages):
            raise Misread("it has one page, and nothing in the data says that there is no other")
        addresses = None
        if proof.placed and len(pages) > 1:
            urls = [page.view.url for page in pages]
            rules = (rule for rule in pagings_of(urls, answers, table.rows) if _makes(rule, urls, answers))
            addresses = next(rules, None)
            if addresses is None:
                raise Misread("the addresses of its pages follow no rule")
        requests = [one.request.url for one in candidates]
        why = "the requests of its pages follow no rule"
        for rule in pagings_of(requests, answers, table.rows) if len(pages) > 1 else (RequestPaging(),):
            made = DataSource(
                into=next(iter(pages[0].found)), request=candidate.request, script=candidate.script, paging=rule,
                pages=addresses, table=table, size=len(proof.shown[0].records) if len(pages) > 1 else 0,
                states=states_of(proof.shown[0].totals),
            )  # fmt: skip
            try:
                return await self._tried(made, proof)
            except Misread as error:
                why = str(error)
        raise Misread(why)

    async def _behind(
        self, first: _Candidate, page: RenderedPage, shown: Shown, table: DataTable
    ) -> tuple[_Candidate, Json, DataTable]:
        """The request of a later page that has its rows where the first has them.

        Raises:
            Misread: there is none.
        """
        candidates = [_Candidate(DataRequest(page.view.url), first.script)]
        if not first.script:
            candidates = [_Candidate(one) for one in reversed(page.view.data)][:_MOST]
        why = f"page {page.page + 1} has asked for no JSON"
        for candidate in candidates:
            try:
                answer = await self._answer(candidate)
                return candidate, answer, narrowed(table, answer, shown)
            except Misread as error:
                why = f"page {page.page + 1}: {error}"
        raise Misread(why)

    async def _tried(self, source: DataSource, proof: _Proof) -> DataSource:
        """A source by whose own requests each page was asked for, and gave its rows.

        Raises:
            Misread: one gave others.
        """
        table, number, answer = source.table, -1, None
        for page, shown in zip(proof.pages, proof.shown, strict=True):
            wanted = page.page - proof.pages[0].page
            if not source.paging.follows:
                number = wanted - 1
            elif wanted - number > _MOST_PAGES:
                raise Misread("its last page is too far behind the others")
            while number < wanted:
                number += 1
                answer = await self._answer(_candidate_of(source, number, answer))
                self._answers = {number: answer}
            try:
                table = narrowed(table, answer, shown)
            except Misread as error:
                raise Misread(f"page {page.page + 1}: {error}") from error
        return replace(source, table=settled(table, proof.shown))

    # -- reading ----------------------------------------------------------------------------------------------

    def follow(self, source: DataSource, address: str, heading: str, code: AbstractSet[str]) -> None:
        """Read the pages as a lock says, from the address of the first on, if that has this heading and code still."""
        self.source, self._first, self._around = source, address, (heading, frozenset(code))
        self._numbers = {address: 0}

    def is_placed(self, url: str) -> bool:
        """Whether a page can be rendered by its address."""
        return self.source is None or self.source.pages is not None or url == self._first

    @property
    def ends(self) -> bool:
        """Whether no page follows the one read last."""
        return self.latest is not None and not self.latest.following

    def opaque(self, page: str) -> str:
        """A parameter of the first request that may be a key: long, letters and digits, not of the page's address."""
        request = "" if self.source is None else self.source.request.url
        there = parse_qsl(urlsplit(request).query)
        return next((name for name, value in there if _KEY.fullmatch(value) and value not in page), "")

    async def surroundings(self, url: str) -> tuple[str, frozenset[str]]:
        """What the document of an address is called, and its code: what the page makes of its data hangs on that.

        Raises:
            Misread: it can't be read.
        """
        document = await self._document(url)
        try:
            page = page_of(document.text, url)
        except Unfit as error:
            raise Misread(str(error)) from error
        code = set(page.code)
        for said in page.code:
            kind, _, address = said.partition(" ")
            if kind == "script" and stays_on(self.site, address):
                script = await self._document(address)
                code.add(f"{said} {blake2b(script.text.encode(), digest_size=_DIGEST).hexdigest()}")
        return heading_of(page.plain), frozenset(code)

    async def _altered(self) -> str:
        """What is otherwise about the document of a locked listing."""
        around, self._around = self._around, None
        if around is None:
            return ""
        heading, code = await self.surroundings(self._first)
        if heading != around[0]:
            return f"the page is called {heading!r}, and was {around[0]!r}"
        return f"other code: {min(code ^ around[1])}" if code != around[1] else ""

    async def read(self, url: str, before: Before) -> FetchedPage:
        """The rows of a page by its JSON."""
        source, number = self.source, self._numbers.get(url)
        self.latest = None
        if source is None or number is None:
            return FetchedPage(unusual="another way on than that of its JSON")
        try:
            answer = await self._numbered(source, number)
            page = await self._page(source, number, answer, url, before.rows[source.into])
            unusual = await self._altered() or page.unusual
        except Misread as error:
            self.trouble = str(error)
            return FetchedPage(unusual=self.trouble)
        self.latest = page
        self._numbers = {page.following: number + 1} if page.following else {}
        return FetchedPage(page.view, None, {source.into: page.found}, unusual)

    async def _page(self, source: DataSource, number: int, answer: Json, url: str, before: int) -> DataPage:
        (spec,) = self.reading.specs.values()
        rows = read_data(source.table, answer, spec, Place(url=url, local=spec.locality))
        count = len(rows.records)
        found = Extraction(
            verdict="found" if count else "empty",
            records=rows.records,
            keyed=source.table.keyed,
            totals=source.totals(before, count, number, rows.total, rows.pages),
            fit=1.0,
        )
        following, end = await self._onward(source, number, answer, rows, before + count)
        view = PageView(url=url, title="", language="", status=_OK, nodes=(_ROOT,), frames=(url,), drawn=False)
        unusual = rows.unusual or self._unusual(source, rows, found, before, following)
        return DataPage(number, answer, view, found, following, end, unusual)

    def _unusual(self, source: DataSource, rows: DataRows, found: Extraction, before: int, following: str) -> str:
        """Why the rows of an answer are held against the rendered page, beside what is unusual about themselves."""
        count = len(rows.records)
        early = not following and rows.total is not None and before + count != rows.total
        other = self._total is not None and rows.total != self._total
        whys = (
            ("no rows", not count),
            (f"{count} rows, where pages have {source.size}", count > source.size > 0),
            (f"{count} rows, where pages have {source.size}", bool(following) and count != source.size),
            ("another total", other),
            (f"no way on after {before + count} of {rows.total} rows", early),
            ("no row that was not read before", not self.reading.has_new(source.into, found)),
            ("no way on", bool(following) and not stays_on(self.site, following)),
        )
        self._total = self._total if other else rows.total
        return next((why for why, holds in whys if holds), "")

    async def _onward(
        self, source: DataSource, number: int, answer: Json, rows: DataRows, count: int
    ) -> tuple[str, str]:
        """The address of the page behind one, "" at the end; and what shows that it is the end."""
        request = request_of(source.paging, source.request.url, number + 1, answer)
        more = bool(request)
        proof = "" if more else "its data leads to no other page"
        if rows.total is not None:
            more = more and count < rows.total
        elif rows.pages is not None:
            more = more and number + 1 < rows.pages
        elif more and not source.paging.follows:
            proof = "the data behind it has no rows"
            more = await self._has_rows(source, number + 1)
        if not more:
            return "", proof
        if source.pages is None:
            return request, ""
        return request_of(source.pages, self._first, number + 1, answer), ""

    async def _has_rows(self, source: DataSource, number: int) -> bool:
        try:
            answer = await self._numbered(source, number)
            return bool(at(answer, source.table.rows))
        except Misread:
            return True  # whatever it is, it is looked at

    async def _numbered(self, source: DataSource, number: int) -> Json:
        """The answer for a page.

        Raises:
            Misread: there is none.
        """
        if number not in self._answers:
            candidate = _candidate_of(source, number, self._answers.get(number - 1))
            answer = await self._fetch(candidate)
            kept = {place: one for place, one in self._answers.items() if place >= number - 1}
            self._answers = {**kept, number: answer}
        return self._answers[number]

    def onwards(self, view: PageView) -> Turn | End | None:
        """The way on from a page that was read from JSON; None from any other."""
        page = self.latest
        if page is None or page.view is not view:
            return None
        return Turn(kind="open", url=page.following) if page.following else End(LAST, proof=page.end)

    # -- comparison -------------------------------------------------------------------------------------------

    def differs(self, page: DataPage, drawn: PageView, found: Mapping[str, Extraction]) -> str:
        """What the rendered page says otherwise than its JSON; where nothing, the JSON is known better from now on."""
        source = self.source
        if source is None:
            return "it is not proven"
        one = found[source.into]
        (spec,) = self.reading.specs.values()
        place = Place(url=drawn.url, local=spec.locality)
        shown = Shown(spec=spec, place=place, records=one.records, totals=one.totals, keyed=one.keyed)
        try:
            self.source = replace(source, table=narrowed(source.table, page.answer, shown))
        except Misread as error:
            return str(error)
        if [record.values for record in one.records] != [record.values for record in page.found.records]:
            return "its rows were read otherwise"
        self._total = one.totals.stated if one.totals.stated is not None else self._total
        return ""

    # -- fetching ---------------------------------------------------------------------------------------------

    async def _answer(self, candidate: _Candidate) -> Json:
        """An answer of the proof, asked for once.

        Raises:
            Misread: there is none.
        """
        if candidate not in self._proof_answers:
            self._proof_answers[candidate] = await self._fetch(candidate)
        return self._proof_answers[candidate]

    async def _fetch(self, candidate: _Candidate) -> Json:
        request = candidate.request
        if candidate.script:
            return _within(await self._document(request.url), candidate.script)
        document = await self._document(request)
        if not document.kind.endswith("json"):
            raise Misread(f"the answer is {document.kind or 'of no kind'}, not JSON")
        return _parsed(document.text)

    async def _document(self, asked: str | DataRequest) -> Document:
        try:
            document = await self.documents.fetch(self.site, asked)
        except (SiteError, BrowserLost, Refused) as error:
            raise Misread(f"no answer: {error.problem}") from error
        if document.status != _OK:
            raise Misread(f"status {document.status}")
        return document


def _candidate_of(source: DataSource, number: int, before: Json) -> _Candidate:
    """What asks for a page, by the answer of the one before it.

    Raises:
        Misread: nothing does.
    """
    url = request_of(source.paging, source.request.url, number, before)
    if not url:
        raise Misread("the answer before it leads to no other page")
    return _Candidate(replace(source.request, url=url), source.script)


def _makes(rule: RequestPaging, urls: Sequence[str], answers: Sequence[Json]) -> bool:
    """Whether the addresses are those that a rule makes."""
    before = (None, *answers)
    return all(request_of(rule, urls[0], number, before[number]) == url for number, url in enumerate(urls))


def _within(document: Document, script: str) -> Json:
    text = embedded_data(document.text).get(script)
    if text is None:
        raise Misread(f"the document has no data {script}")
    return _parsed(text)


def _parsed(text: str) -> Json:
    try:
        return parsed(text)
    except ValueError as error:
        raise Misread("it is no JSON") from error
