"""Fetches JSON as a page would, by GET with the session's cookies: answers of its requests, data in its document."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from hashlib import blake2b
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from msgspec import Struct

from webdart.browser.port import Document, Documents
from webdart.browser.snapshot.embedded_data import embedded_data
from webdart.browser.snapshot.source_attributes import Unfit
from webdart.browser.snapshot.source_page import page_of
from webdart.errors import BrowserLost, Refused, SiteError
from webdart.navigate.address import stays_on
from webdart.navigate.walk.document_prefetch import DocumentPrefetch
from webdart.navigate.walk.rendered_page import heading_of
from webdart.page.model import DataRequest
from webdart.plan.model import SitePlan
from webdart.records.data.data_cells import Json, parsed
from webdart.records.data.data_source import DataSource
from webdart.records.data.data_table import Misread
from webdart.records.data.request_series import request_of
from webdart.surrogates import is_escaped_in, well_formed_json
from webdart.values import replace

_OK, _ABSENT = 200, 404
_KEY = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.+/=-]{20,}")
_SAFE = "/:,"
_DIGEST = 6  # bytes of that of a script


class Absent(Misread):
    """The site has nothing at an address (404)."""

    def __init__(self) -> None:
        super().__init__(f"status {_ABSENT}")


class DataAsked(Struct, frozen=True):
    """What asks for JSON: a request, and the script of the document that the JSON stands in, if it does."""

    request: DataRequest
    script: str = ""

    def __str__(self) -> str:
        return f"{self.request.url} {self.script}".rstrip()


@dataclass(slots=True)
class DataClient:
    """The JSON of a site. Every method raises `Misread` where none came."""

    site: SitePlan
    documents: Documents
    ahead: DocumentPrefetch = field(init=False)
    _answers: dict[DataAsked, Json] = field(default_factory=dict[DataAsked, Json])

    def __post_init__(self) -> None:
        """Nothing is on its way."""
        self.ahead = DocumentPrefetch(self.site)

    async def answer(self, asked: DataAsked) -> Json:
        """An answer of a proof, asked for once."""
        if asked not in self._answers:
            self._answers[asked] = await self.fetch(asked)
        return self._answers[asked]

    def forget(self) -> None:
        """The proof is over."""
        self._answers.clear()

    async def expect(self, asked: Sequence[DataAsked]) -> None:
        """Ask for answers that are likely wanted next."""
        await self.ahead.expect(self.documents, list(map(_wanted, asked)))

    async def fetch(self, asked: DataAsked) -> Json:
        """An answer as it is now."""
        document = await self.document(_wanted(asked))
        if asked.script:
            return data_within(document, asked.script)
        if not document.kind.endswith("json"):
            raise Misread(f"the answer is {document.kind or 'of no kind'}, not JSON")
        return _parsed(document.text)

    async def document(self, asked: str | DataRequest) -> Document:
        """What an address gives, with status 200."""
        try:
            document = await self.ahead.take(self.documents, asked)
        except (SiteError, BrowserLost, Refused) as error:
            raise Misread(f"no answer: {error.problem}") from error
        if document.status != _OK:
            raise Absent() if document.status == _ABSENT else Misread(f"status {document.status}")
        return document

    async def surroundings(self, url: str) -> tuple[str, frozenset[str]]:
        """What the document of an address is called, and its code: what the page makes of its data hangs on that."""
        document = await self.document(url)
        try:
            page = page_of(document.text, url)
        except Unfit as error:
            raise Misread(str(error)) from error
        code = set(page.code)
        for said in page.code:
            kind, _, address = said.partition(" ")
            if kind == "script" and stays_on(self.site, address):
                script = await self.document(address)
                code.add(f"{said} {blake2b(script.text.encode(), digest_size=_DIGEST).hexdigest()}")
        return heading_of(page.plain), frozenset(code)


def asked_of(source: DataSource, number: int, before: Json) -> DataAsked:
    """What asks for a page, by the answer of the one before it.

    Raises:
        Misread: nothing does.
    """
    url = request_of(source.paging, source.request.url, number, before)
    if not url:
        raise Misread("the answer before it leads to no other page")
    return DataAsked(replace(source.request, url=url), source.script)


def _wanted(asked: DataAsked) -> str | DataRequest:
    """A document in which data stands, or the request that gives it alone."""
    return asked.request.url if asked.script else asked.request


def data_within(document: Document, script: str) -> Json:
    """The JSON in a script of a document.

    Raises:
        Misread: there is none.
    """
    text = embedded_data(document.text).get(script)
    if text is None:
        raise Misread(f"the document has no data {script}")
    return _parsed(text)


def _parsed(text: str) -> Json:
    try:
        answer = parsed(text)
        _check(answer)
        return well_formed_json(answer) if is_escaped_in(text) else answer
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Misread("it is no JSON that a page could use") from error


def _check(value: Json) -> None:
    """Nothing, unless a page's script could do nothing with it, and reading it may take for ever.

    Raises:
        ValueError: a number that is infinite to a script (1e999999 has a million digits), or an address without a host.
    """
    match value:
        case dict():
            for member in value.values():
                _check(member)
        case list():
            for member in value:
                _check(member)
        case str() if "//" in value:
            urlsplit(value)
        case Decimal() if value and value.adjusted() > sys.float_info.max_10_exp:
            raise ValueError(value)
        case int() if value.bit_length() > sys.float_info.max_exp:
            raise ValueError("an integer of too many digits")
        case _:
            pass


def is_key(value: str) -> bool:
    """Whether a parameter may be a key to something: long, of letters and digits."""
    return _KEY.fullmatch(value) is not None


def unkeyed(url: str) -> str:
    """An address without the values that may be keys."""
    split = urlsplit(url)
    pairs = [(name, "" if is_key(value) else value) for name, value in parse_qsl(split.query, keep_blank_values=True)]
    return urlunsplit(split._replace(query=urlencode(pairs, safe=_SAFE)))
