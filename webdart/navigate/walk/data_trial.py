"""Proves that JSON has the rows of rendered pages, and tries how that of any page is asked for.

The rows are held against the arrays of each answer, cell by cell. What the requests of the first pages have in common
says how that of any page is made; by such requests each page of the proof is asked for once more.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from msgspec import Struct

from webdart.browser.snapshot.embedded_data import embedded_data
from webdart.navigate.walk.data_client import DataAsked, DataClient, asked_of, data_within
from webdart.navigate.walk.page_reader import Reading
from webdart.navigate.walk.rendered_page import RenderedPage
from webdart.page.model import DataRequest
from webdart.records.data.data_cells import Json, Place
from webdart.records.data.data_proof import Shown, narrowed, settled, tables_in
from webdart.records.data.data_source import DataSource, states_of
from webdart.records.data.data_table import DataTable, Misread
from webdart.records.data.request_series import RequestPaging, pagings_of, plain_request, request_of
from webdart.values import replace

_MOST = 12  # answers of a page that are looked into, the latest first
_MOST_PAGES = 2000  # that are asked for to reach the last one of a proof by its cursor


class _Proof(Struct, frozen=True):
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


class Proven(Struct, frozen=True):
    """The source that was proven, and the JSON of the last page of the proof."""

    source: DataSource
    last: Json


class DataTrial(Struct, frozen=True):
    """The trial of the JSON of one walk."""

    reading: Reading
    client: DataClient

    async def prove(self, pages: Sequence[RenderedPage], *, placed: bool) -> Proven | str:
        """Find the JSON of some rendered pages, the first ones in a row; else what speaks against it.

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
                    return await self._source(candidate, answer, table, proof)
                except Misread as error:
                    why = f"{candidate}: {error}"
        return why

    def _shown(self, page: RenderedPage) -> Shown:
        (found,) = page.news.values()
        (spec,) = self.reading.specs.values()
        place = Place(url=page.view.url, local=spec.locality)
        return Shown(spec=spec, place=place, records=found.records, totals=found.totals, keyed=found.keyed)

    async def _candidates(self, page: RenderedPage) -> AsyncIterator[tuple[DataAsked, Json]]:
        """The JSON that a page has asked for, the latest first, and what its document carries."""
        for request in reversed(page.view.data[-_MOST:]):
            with suppress(Misread):
                yield DataAsked(request), await self.client.answer(DataAsked(request))
        with suppress(Misread):
            document = await self.client.document(page.view.url)
            for name in embedded_data(document.text):
                candidate = DataAsked(DataRequest(page.view.url), name)
                with suppress(Misread):
                    yield candidate, data_within(document, name)

    async def _source(self, candidate: DataAsked, answer: Json, table: DataTable, proof: _Proof) -> Proven:
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
        addresses = self._addresses(proof, answers, table.rows)
        requests = [one.request.url for one in candidates]
        rules = pagings_of(requests, answers, table.rows) if len(pages) > 1 else iter((RequestPaging(),))
        why = "the requests of its pages follow no rule"
        for rule in rules:
            for url in dict.fromkeys((plain_request(requests, rule), requests[0])):
                made = DataSource(
                    into=next(iter(pages[0].found)), request=replace(candidate.request, url=url),
                    script=candidate.script, paging=rule, pages=addresses, table=table,
                    size=len(proof.shown[0].records) if len(pages) > 1 else 0, states=states_of(proof.shown[0].totals),
                )  # fmt: skip
                try:
                    return await self._tried(made, proof)
                except Misread as error:
                    why = str(error)
        raise Misread(why)

    def _addresses(self, proof: _Proof, answers: Sequence[Json], rows: str) -> RequestPaging | None:
        """How the addresses of the pages follow each other; None where there is one page, or they have none.

        Raises:
            Misread: they follow no rule.
        """
        urls = [page.view.url for page in proof.row]
        if not proof.placed or len(urls) == 1:
            return None
        rules = (rule for rule in pagings_of(urls, answers, rows) if _makes(rule, urls, answers))
        found = next(rules, None)
        if found is None:
            raise Misread("the addresses of its pages follow no rule")
        return found

    async def _behind(
        self, first: DataAsked, page: RenderedPage, shown: Shown, table: DataTable
    ) -> tuple[DataAsked, Json, DataTable]:
        """The request of a later page that has its rows where the first has them.

        Raises:
            Misread: there is none.
        """
        candidates = [DataAsked(DataRequest(page.view.url), first.script)]
        if not first.script:
            candidates = [DataAsked(one) for one in reversed(page.view.data)][:_MOST]
        why = f"page {page.page + 1} has asked for no JSON"
        for candidate in candidates:
            try:
                answer = await self.client.answer(candidate)
                return candidate, answer, narrowed(table, answer, shown)
            except Misread as error:
                why = f"page {page.page + 1}: {error}"
        raise Misread(why)

    async def _tried(self, source: DataSource, proof: _Proof) -> Proven:
        """A source by whose own requests each page was asked for, and gave its rows.

        Raises:
            Misread: one gave others.
        """
        table, number, answer = source.table, -1, None
        if any(len(shown.records) != source.size for shown in proof.shown[:-1]):
            raise Misread("its pages differ in size")
        for page, shown in zip(proof.pages, proof.shown, strict=True):
            wanted = page.page - proof.pages[0].page
            if not source.paging.follows:
                number = wanted - 1
            elif wanted - number > _MOST_PAGES:
                raise Misread("its last page is too far behind the others")
            while number < wanted:
                number += 1
                answer = await self.client.answer(asked_of(source, number, answer))
            try:
                table = narrowed(table, answer, shown)
            except Misread as error:
                raise Misread(f"page {page.page + 1}: {error}") from error
        return Proven(replace(source, table=settled(table, proof.shown)), answer)


def _makes(rule: RequestPaging, urls: Sequence[str], answers: Sequence[Json]) -> bool:
    """Whether the addresses are those that a rule makes."""
    before = (None, *answers)
    return all(request_of(rule, urls[0], number, before[number]) == url for number, url in enumerate(urls))
