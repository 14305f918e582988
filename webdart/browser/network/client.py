"""Sends a released write so that it leaves this machine at most once.

The browser would repeat a request whose answer is lost. This client sends it once: a connection of its own, no retries,
no redirects followed, through the same egress as the page. The whole answer is handed to the page.
"""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cached_property
from urllib.parse import urlsplit

import httpx
from msgspec import Struct

from webdart.browser.network.answer_body import ACCEPTED, TooLarge, Undecodable, beginning_of, body_of
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.proxy import MARK
from webdart.page.model import Held

_SIZE_LIMIT = 64 * 1024 * 1024
_SMALL = 512 * 1024
_MOST_REDIRECTS = 5  # RFC 9309 section 2.3.1.2
_OURS = frozenset({"host", "content-length", "accept-encoding", "connection", "proxy-connection", "transfer-encoding"})
_UNFIT = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"})


class Timeouts(Struct, frozen=True):
    """Seconds that each part of sending may take, and the answer as a whole once the first part of it is there.

    A run that is ended waits for the answer to a write that is under way: an answer that drips would hold it for ever.
    """

    connect: float = 10.0
    write: float = 60.0
    read: float = 120.0
    answer: float = 180.0


class Answer(Struct, frozen=True):
    """A whole answer: headers as received, less those that describe the transfer; `body` is decoded."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class NotSent(Exception):
    """It did not leave this machine."""


class Unanswered(Exception):
    """It left, or may have left, and no complete answer came back."""


class Client:
    """Sends held requests, each once, through the egress of its tab."""

    def __init__(self, *, timeouts: Timeouts | None = None, authorities: Authorities | None = None) -> None:
        """`authorities` are those that certificates are checked against."""
        self._timeouts = timeouts or Timeouts()
        self._authorities = authorities or Authorities()
        if self._authorities.file is not None:
            _ = self._trust  # a file that can't be used is said before anything is sent

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        """Reading the system's certificates takes long: only a run that sends something itself does it."""
        return self._authorities.context()

    async def send(self, held: Held, *, egress: str, language: str) -> Answer:
        """Send `held` through the proxy at `egress`.

        Raises:
            NotSent: the proxy refused or could not reach the host; nothing was sent.
            Unanswered: anything else that is not a complete answer.
        """
        times = self._timeouts
        limits = httpx.Timeout(connect=times.connect, write=times.write, read=times.read, pool=times.connect)
        transport = httpx.AsyncHTTPTransport(proxy=egress, verify=self._trust, retries=0, http2=False)
        async with httpx.AsyncClient(transport=transport, timeout=limits, follow_redirects=False) as client:
            try:
                return await _exchange(client, held, language, times.answer)
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError, httpx.UnsupportedProtocol) as error:
                raise NotSent(f"{type(error).__name__}: {error}") from error
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
                raise Unanswered(f"{type(error).__name__}: {error}") from error

    async def get(self, url: str, *, egress: str) -> tuple[int, str]:
        """A small text, such as robots.txt: HTTP status (0: no answer) and at most 512 KiB of it."""
        transport = httpx.AsyncHTTPTransport(proxy=egress, verify=self._trust, http2=False)
        async with httpx.AsyncClient(transport=transport, timeout=self._timeouts.connect) as client:
            try:
                async with asyncio.timeout(self._timeouts.write):
                    return await _small_text(client, url)
            except (httpx.HTTPError, httpx.InvalidURL, Undecodable, TimeoutError):
                return 0, ""


async def _small_text(client: httpx.AsyncClient, url: str) -> tuple[int, str]:
    """Status and beginning of a text, behind a few redirects, whose own bodies are not waited for."""
    status = 0
    for _ in range(_MOST_REDIRECTS + 1):
        async with client.stream("GET", url, headers={"Accept-Encoding": ACCEPTED}) as answer:
            if MARK in answer.headers:
                return 0, ""
            status = answer.status_code
            if answer.next_request is None:
                return status, (await beginning_of(answer, _SMALL)).decode("utf-8", "replace")
            url = str(answer.next_request.url)
    return status, ""


async def _exchange(client: httpx.AsyncClient, held: Held, language: str, seconds: float) -> Answer:
    headers = outgoing(held, language)
    async with client.stream(held.method, held.url, headers=headers, content=held.body or b"") as answer:
        if MARK in answer.headers:
            raise NotSent((await answer.aread()).decode("utf-8", "replace").strip())
        try:
            async with asyncio.timeout(seconds):
                body = await body_of(answer, _SIZE_LIMIT)
        except TooLarge as error:
            raise Unanswered(f"the answer is larger than {_SIZE_LIMIT} bytes") from error
        except Undecodable as error:
            raise Unanswered(f"the answer can't be read: {error}") from error
        except TimeoutError as error:
            raise Unanswered(f"the answer did not come to its end in {seconds:g} s") from error
        kept = tuple((name, value) for name, value in answer.headers.multi_items() if name.lower() not in _UNFIT)
        return Answer(answer.status_code, kept, body)


def outgoing(held: Held, language: str) -> dict[str, str]:
    """The headers to send: the browser's own, and those that it would have added on the wire."""
    headers = {name: value for name, value in held.headers.items() if name.lower() not in _OURS}
    headers["Accept-Encoding"] = ACCEPTED
    headers["Connection"] = "close"
    headers.setdefault("Accept-Language", language)
    headers.setdefault("Sec-Fetch-Site", _relation(held.headers, held.url))
    headers.setdefault("Sec-Fetch-Mode", "navigate" if held.kind == "Document" else "cors")
    headers.setdefault("Sec-Fetch-Dest", "document" if held.kind == "Document" else "empty")
    return headers


def _relation(headers: Mapping[str, str], url: str) -> str:
    """What browsers say of who asks: the same origin, or another (a sibling host is called another)."""
    origin = next((value for name, value in headers.items() if name.lower() == "origin"), "")
    parts = urlsplit(url)
    return "same-origin" if origin == f"{parts.scheme}://{parts.netloc}" else "cross-site"
