"""Reads the pages of a walk from JSON: answers that the page asks for by itself, or data that its document carries.

Each has the rows that the page would show, as `data_trial` has proven. What is unusual about one is told: it is to be
rendered, and what it shows is held against its JSON.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from webdart.browser.port import Documents
from webdart.navigate.address import stays_on
from webdart.navigate.walk.data_client import Absent, DataClient, asked_of, is_key, unkeyed
from webdart.navigate.walk.data_trial import DataTrial
from webdart.navigate.walk.page_reader import Before, Reading
from webdart.navigate.walk.pagination import LAST, End, Turn
from webdart.navigate.walk.rendered_page import FetchedPage, RenderedPage
from webdart.page.model import Box, Node, PageView
from webdart.plan.model import SitePlan
from webdart.records import Extraction
from webdart.records.data.data_cells import Json, Place
from webdart.records.data.data_proof import Shown, narrowed
from webdart.records.data.data_source import DataSource
from webdart.records.data.data_table import DataRows, Misread, read_data
from webdart.records.data.json_pointer import at
from webdart.records.data.request_series import request_of
from webdart.values import replace

_OK = 200
_ROOT = Node(0, -1, 1, "html", "", "", "", {}, Box(0, 0, 0, 0), False, frozenset(), None, 0)


class DataPage(Struct, frozen=True):
    """The JSON of a page as it was read; `number` counts from 0, `end` is what shows that none follows."""

    number: int
    answer: Json
    view: PageView
    found: Extraction
    following: str
    end: str
    unusual: str


class DataPages:
    """The JSON of one walk's pages; `source` is what is proven of it, `latest` the page read last."""

    def __init__(self, site: SitePlan, reading: Reading, documents: Documents) -> None:
        self._site, self._reading, self._client = site, reading, DataClient(site, documents)
        self.source: DataSource | None = None
        self.latest: DataPage | None = None
        self.trouble = ""  # why the page asked for last could not be read at all
        self.begins = 0  # the page of the walk that the first request is for
        self._first = ""  # the address of that page
        self._numbers: dict[str, int] = {}  # of the page that comes next, by its address
        self._answers: dict[int, Json] = {}  # the latest
        self._total: int | None = None
        self._around: tuple[str, frozenset[str]] | None = None  # the heading and the code that a lock has

    # -- proof ------------------------------------------------------------------------------------------------

    async def prove(self, pages: Sequence[RenderedPage], *, placed: bool) -> str:
        """Find the JSON of rendered pages, see `DataTrial.prove`; what speaks against it, "" where it is proven."""
        found = await DataTrial(self._reading, self._client).prove(pages, placed=placed)
        self._client.forget()
        if isinstance(found, str):
            return found
        first, last = pages[0], pages[-1]
        self.source, self.begins, self._first = found.source, first.page, first.view.url
        self._total = next(iter(last.news.values())).totals.stated
        self._numbers = {last.following: last.page - first.page + 1} if last.following else {}
        self._answers = {last.page - first.page: found.last}
        return ""

    def opaque(self, page: str) -> str:
        """A parameter of the first request that may be a key: long, letters and digits, not of the page's address."""
        request = "" if self.source is None else self.source.request.url
        there = parse_qsl(urlsplit(request).query)
        return next((name for name, value in there if is_key(value) and value not in page), "")

    async def surroundings(self, url: str) -> tuple[str, frozenset[str]]:
        """The heading and the code of a listing's document.

        Raises:
            Misread: it can't be read.
        """
        return await self._client.surroundings(url)

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

    async def _altered(self) -> str:
        """What is otherwise about the document of a locked listing."""
        around, self._around = self._around, None
        if around is None:
            return ""
        heading, code = await self._client.surroundings(self._first)
        if heading != around[0]:
            return f"the page is called {heading!r}, and was {around[0]!r}"
        return f"other code: {min(code ^ around[1])}" if code != around[1] else ""

    async def read(self, url: str, before: Before, behind: int | None = None) -> FetchedPage:
        """The rows of a page by its JSON; `behind` as `DocumentPages.read` has it."""
        source, number = self.source, self._numbers.get(url)
        self.latest = None
        if source is None or number is None:
            return FetchedPage(unusual="another way on than that of its JSON")
        try:
            answer = await self._numbered(source, number)
            own = url if source.pages is not None else self._first  # as a browser would show it
            page = await self._page(source, number, answer, own, before.rows[source.into])
            unusual = await self._altered() or page.unusual
            await self._expect(source, page, before.rows[source.into] + len(page.found.records), behind)
        except Misread as error:
            self.trouble = str(error)
            return FetchedPage(unusual=self.trouble)
        self.latest = page
        self._numbers = {page.following: number + 1} if page.following else {}
        return FetchedPage(page.view, None, {source.into: page.found}, unusual)

    async def _expect(self, source: DataSource, page: DataPage, count: int, behind: int | None) -> None:
        """Ask for the answers behind a page, as far as their numbers alone tell them apart."""
        if page.unusual or not page.following or source.paging.follows or not source.size or self._total is None:
            return
        left = [-(-(self._total - count) // source.size), self._reading.width, *([] if behind is None else [behind])]
        numbers = range(page.number + 1, page.number + 1 + max(0, min(left)))
        await self._client.expect([asked_of(source, number, None) for number in numbers])

    async def close(self) -> None:
        """End what is on its way."""
        await self._client.ahead.close()

    async def _page(self, source: DataSource, number: int, answer: Json, url: str, before: int) -> DataPage:
        (spec,) = self._reading.specs.values()
        rows = read_data(source.table, answer, spec, Place(url=url, local=spec.locality))
        count, asked = len(rows.records), asked_of(source, number, self._answers.get(number - 1))
        found = Extraction(
            verdict="found" if count else "empty",
            records=rows.records,
            keyed=source.table.keyed,
            totals=source.totals(before, count, number, rows.total, rows.pages),
            fit=1.0,
            origin=f"{unkeyed(asked.request.url)}#{source.table.rows}",
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
            ("no row that was not read before", not self._reading.has_new(source.into, found)),
            ("no way on", bool(following) and not stays_on(self._site, following)),
        )
        self._total = self._total if other else rows.total
        return next((why for why, holds in whys if holds), "")

    async def _onward(
        self, source: DataSource, number: int, answer: Json, rows: DataRows, count: int
    ) -> tuple[str, str]:
        """The address of the page behind one, "" at the end; and what shows that it is the end."""
        if rows.total is not None or rows.pages is not None:
            if (rows.total is None or count >= rows.total) and (rows.pages is None or number + 1 >= rows.pages):
                return "", ""
        elif not source.paging.tells_end(source.table.rows) and not await self._has_rows(source, number + 1, answer):
            return "", "the data behind it has no rows"
        request = request_of(source.paging, source.request.url, number + 1, answer)
        if not request:
            return "", "its data leads to no other page"
        if source.pages is None:
            return request, ""
        return request_of(source.pages, self._first, number + 1, answer), ""

    async def _has_rows(self, source: DataSource, number: int, before: Json) -> bool:
        """Whether the data of a page has rows, however it may be asked for; it is kept where there is one way."""
        rules = source.paging.readings
        asked = [asked_of(replace(source, paging=rule), number, before) for rule in rules]
        for one in dict.fromkeys(asked):
            with suppress(Absent):
                answer = await self._client.fetch(one)
                if len(rules) == 1:
                    self._answers[number] = answer
                if at(answer, source.table.rows):
                    return True
        return False

    async def _numbered(self, source: DataSource, number: int) -> Json:
        """The answer for a page.

        Raises:
            Misread: there is none.
        """
        if number not in self._answers:
            asked = asked_of(source, number, self._answers.get(number - 1))
            answer = await self._client.fetch(asked)
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
        (spec,) = self._reading.specs.values()
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
