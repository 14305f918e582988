"""Fetches documents with a client of our own, as a tab of the same session would load them, without rendering them.

GET only, no redirect followed, through the session's egress: hosts and addresses are judged there as for every load.
"""

import asyncio
import re
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from http.cookiejar import Cookie, CookieJar
from urllib.parse import urljoin
from urllib.request import Request

import h11
import httpx

from webdart.browser.network import plain_answer
from webdart.browser.network.answer_body import ACCEPTED, TooLarge, Undecodable, body_of
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.client import Client
from webdart.browser.network.connection import Unreachable
from webdart.browser.network.hosts import Hosts
from webdart.browser.network.politeness import Courtesy
from webdart.browser.network.proxy import MARK, Egress, open_egress
from webdart.browser.network.request_pattern import may_be
from webdart.browser.network.session import SavedSession, jar_of
from webdart.browser.network.shared_text import SharedTexts
from webdart.browser.network.turns import OwnTurns, Turns
from webdart.browser.network.upstream_proxy import Upstream
from webdart.browser.port import Document
from webdart.errors import Refused, SiteDown
from webdart.page.http_request import could_write
from webdart.page.model import DataRequest, Held, PageView
from webdart.plan.model import SitePlan

_LARGEST = 32 << 20
"""Bytes of a document; a larger one is left to the browser."""

_WRITTEN = re.compile(r"[!-~]+")  # an address that goes on the wire as it is
_SNIFFED = 1024  # bytes in which a document says how it is encoded (HTML Living Standard, 4.2.5.5)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16-be"), (b"\xff\xfe", "utf-16-le"))
_USUAL = "cp1252"  # what browsers take where nothing is said
_AS_WINDOWS = frozenset({"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"})  # (WHATWG Encoding, 4.2)
_ACCEPTED = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"
_HEADERS = {
    "Accept": _ACCEPTED,
    "Accept-Encoding": ACCEPTED,
    "Upgrade-Insecure-Requests": "1",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-User": "?1",
}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_ALWAYS = "charset=utf-8"  # of JSON (RFC 8259, 8.1)
_OF_SCRIPTS = {
    "Accept": "application/json, text/plain, */*",
    "Accept-Encoding": ACCEPTED,
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
}


def check(site: SitePlan, url: str) -> None:
    """Whether a document may be asked for, past the guard of a browser.

    Raises:
        Refused: it is of another site. SiteDown: asking for it could write; a browser is to ask, which has a guard.
    """
    if not Hosts.of(site).navigates(url):
        raise Refused(f"the address is of another site: {url}")
    asked = Held(id="", tab="", method="GET", url=url, kind="Document")
    if could_write("GET", url, {}, None) or any(may_be(shape, asked, site.url) for shape in site.writing):
        raise SiteDown("its address may be one that writes", url=url)


def address_of(asked: str | DataRequest) -> str:
    """The address of a document, or of data."""
    return asked if isinstance(asked, str) else asked.url


def _named(asked: DataRequest) -> dict[str, str]:
    """The headers of a script's request, written as those of this client are."""
    return {"-".join(part.capitalize() for part in name.split("-")): value for name, value in asked.headers}


class Fetcher:
    """Fetches the documents of one session, over connections that are kept."""

    def __init__(self, egress: Egress, authorities: Authorities, *, agent: str, language: str, seconds: float) -> None:
        self._egress = egress
        self._authorities = authorities
        self._seconds = seconds
        self._said = {"User-Agent": agent, "Accept-Language": language}
        self._client: httpx.AsyncClient | None = None

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            trust: ssl.SSLContext = self._authorities.context()
            transport = httpx.AsyncHTTPTransport(proxy=self._egress.own_url, verify=trust, retries=0)
            self._client = httpx.AsyncClient(transport=transport, timeout=self._seconds, follow_redirects=False)
        return self._client

    async def get(self, asked: str | DataRequest, cookies: Mapping[str, str]) -> tuple[Document, list[Cookie]]:
        """The document of an address, or the data of a script's request, and the cookies that came with it.

        Raises:
            SiteDown: no whole answer came, or it is too large.
        """
        url = address_of(asked)
        headers = self._said | (_HEADERS if isinstance(asked, str) else _OF_SCRIPTS | _named(asked))
        if cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        if url.startswith("http://") and _WRITTEN.fullmatch(url):
            return await self._plainly(url, headers)
        client = self._opened()
        client.cookies.clear()  # the browser's own are the session's
        try:
            async with asyncio.timeout(self._seconds), client.stream("GET", url, headers=headers) as answer:
                if MARK in answer.headers:
                    raise SiteDown("the proxy did not let a document through", url=url)
                given = _document(url, answer.status_code, answer.headers, await body_of(answer, _LARGEST))
                return given, list(answer.cookies.jar)
        except TooLarge as error:
            raise SiteDown(f"the document is larger than {_LARGEST} bytes", url=url) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, Undecodable, TimeoutError) as error:
            raise SiteDown(f"the document did not come: {type(error).__name__}", url=url) from error

    async def _plainly(self, url: str, headers: Mapping[str, str]) -> tuple[Document, list[Cookie]]:
        """As `get`, of an address that needs no tunnel."""
        try:
            async with asyncio.timeout(self._seconds), plain_answer.asked(self._egress, url, headers.items()) as answer:
                given = _document(url, answer.status_code, answer.headers, await body_of(answer, _LARGEST))
        except Unreachable as error:
            raise SiteDown("the proxy did not let a document through", url=url) from error
        except TooLarge as error:
            raise SiteDown(f"the document is larger than {_LARGEST} bytes", url=url) from error
        except (OSError, EOFError, h11.ProtocolError, Undecodable) as error:  # a timeout is an OSError
            raise SiteDown(f"the document did not come: {type(error).__name__}", url=url) from error
        if "set-cookie" not in answer.headers:
            return given, []
        whole = httpx.Response(given.status, headers=answer.headers, request=httpx.Request("GET", url))
        return given, list(whole.cookies.jar)

    async def close(self) -> None:
        """Close its connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()


@dataclass(slots=True)
class _Session:
    egress: Egress
    courtesy: Courtesy
    fetcher: Fetcher
    jar: CookieJar

    def cookies_for(self, url: str) -> dict[str, str]:
        """The cookies that belong to an address: not those of another host, however close."""
        if not len(self.jar):
            return {}
        asked = Request(url)  # noqa: S310 - nothing is opened: the jar wants to be asked by one
        self.jar.add_cookie_header(asked)
        pairs = (pair.partition("=") for pair in asked.get_header("Cookie", "").split("; ") if pair)
        return {name: value for name, _, value in pairs}


class OwnDocuments:
    """Documents of sites without a browser: a session of our own for each, with an egress of its own."""

    def __init__(
        self,
        upstream: Upstream | None,
        authorities: Authorities,
        turns: Turns | None,
        *,
        agent: str,
        seconds: float,
        texts: SharedTexts | None = None,
    ) -> None:
        self._upstream, self._authorities, self._turns, self._texts = upstream, authorities, turns or OwnTurns(), texts
        self._agent, self._seconds = agent, seconds
        self._client = Client(authorities=authorities)
        self._sessions: dict[str, _Session] = {}
        self._jars: dict[str, CookieJar] = {}

    def enter(self, site: str, session: SavedSession) -> None:
        """Ask for the documents of a site, by its name, with the cookies of a session that a person has opened."""
        self._jars[site] = jar_of(session)

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """See `Documents.fetch`."""
        url = address_of(asked)
        check(site, url)
        session = await self._session(site)
        await session.courtesy.turn(url)
        document, given = await session.fetcher.get(asked, session.cookies_for(url))
        for cookie in given:
            session.jar.set_cookie(cookie)
        return document

    async def keep(self, view: PageView, asked: str) -> None:
        """Nothing is kept here."""

    async def _session(self, site: SitePlan) -> _Session:
        if site.name not in self._sessions:
            egress = await open_egress(Hosts.of(site), upstream=self._upstream)
            asking = partial(self._client.get, egress=egress.own_url)
            courtesy = Courtesy(site, asking, turns=self._turns, texts=self._texts)
            fetcher = Fetcher(egress, self._authorities, agent=self._agent, language=site.locale, seconds=self._seconds)
            jar = self._jars.get(site.name, CookieJar())
            self._sessions[site.name] = _Session(egress, courtesy, fetcher, jar)
        return self._sessions[site.name]

    async def close(self) -> None:
        """Close every session."""
        for session in self._sessions.values():
            await session.fetcher.close()
            await session.egress.close()
        self._sessions.clear()


def _document(url: str, status: int, headers: Mapping[str, str], body: bytes) -> Document:
    kind, _, said = headers.get("content-type", "").partition(";")
    kind = kind.strip().lower()
    text = decoded(body, _ALWAYS if kind.endswith("json") else said)
    leads = _location(url, headers) if status in _REDIRECTS else ""
    return Document(url=url, status=status, kind=kind, text=text, location=leads)


def _location(url: str, headers: Mapping[str, str]) -> str:
    """The address that an answer leads to; "" where none does."""
    try:
        return urljoin(url, headers["location"]) if "location" in headers else ""
    except ValueError:
        return ""


def decoded(body: bytes, said: str = "") -> str:
    """The text of a document; `said` are the parameters of its content type."""
    name = next((name for mark, name in _MARKS if body.startswith(mark)), "")
    found = re.search(r"charset\s*=\s*[\"']?([\w-]+)", said)
    if not name and found:
        name = found[1]
    sniffed = _CHARSET.search(body[:_SNIFFED])
    if not name and sniffed:
        name = sniffed[1].decode("ascii", "replace")
    name = _USUAL if not name or name.lower() in _AS_WINDOWS else name
    try:
        return body.decode(name, "replace").removeprefix("\ufeff")
    except LookupError:
        return body.decode("utf-8", "replace")
