"""Carries everything that the browser loads through one egress proxy.

A forward proxy in the engine's own process: a dead engine is a dead network. Every session of the browser has an egress
(a listener on loopback) with the hosts of its site; host, port and the address that is really connected to are judged
there, and the connection goes to the address that was judged. HTTP passes in absolute form, TLS through CONNECT without
being opened; a tunnel that carries no TLS, or a socket inside it (`hello`), is closed, unless the site allows sockets.
"""

import asyncio
import base64
import contextlib
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterable
from hmac import compare_digest
from typing import TypeVar
from urllib.parse import urlsplit

import h11
from msgspec import Struct

from webdart.browser.network.client_hello import client_hello, offered
from webdart.browser.network.connection import (
    CHUNK,
    HEAD_LIMIT,
    Link,
    TroubleKind,
    Unreachable,
    close,
    dial,
    event_of,
    resolve,
)
from webdart.browser.network.hosts import Endpoint, Hosts, canonical, endpoint_of, literal
from webdart.browser.network.upstream_proxy import Upstream
from webdart.errors import UsageError

MARK = "x-webdart-egress"
"""On an answer that is the proxy's own: nothing was sent to the site. Removed from what sites answer."""

_HOP_BY_HOP = frozenset(
    {
        MARK.encode(),
        b"connection",
        b"keep-alive",
        b"proxy-connection",
        b"proxy-authorization",
        b"proxy-authenticate",
        b"te",
        b"upgrade",
    }
)
_ANSWER_SECONDS = 120.0
_IDLE_SECONDS = 300.0
_KEPT_SECONDS = 15.0  # a firewall may silently forget an idle connection
_KEPT = 8  # connections to one place for the next requests: Chromium opens six at a time
_WAITED_TOO_LONG = 408
_MOST_TROUBLES, _MOST_TOLD = 5_000, 500  # places of one site
_SOCKET = frozenset({b"http/1.1"})  # what Chromium offers where it opens a WebSocket

_E = TypeVar("_E", h11.Response, h11.EndOfMessage)


class Trouble(Struct, frozen=True):
    """Why a host could not be reached: `refused` by policy, the rest by the network. `at` on the monotonic clock."""

    kind: TroubleKind
    host: str
    port: int
    text: str
    at: float


class Egress:
    """One listener of the proxy, with one site's rule. Made by `open_egress`."""

    def __init__(self, hosts: Hosts, *, sockets: bool, upstream: Upstream | None, clock: Callable[[], float]) -> None:
        self.hosts = hosts
        self.on_refusal: Callable[[Trouble], None] = _silent
        self.on_socket: Callable[[str], None] = _silent  # gets the host that a socket was refused to
        self._sockets = sockets
        self._upstream = upstream
        self._clock = clock
        self._idle: dict[tuple[str, int], list[Link]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._troubles: dict[tuple[str, int], Trouble] = {}
        self._told = 0
        self._server: asyncio.Server | None = None
        self.url = ""
        self._token = secrets.token_hex(16)

    @property
    def own_url(self) -> str:
        """The address for our own client, which opens no sockets: its tunnels are not asked what they carry."""
        return self.url.replace("//", f"//own:{self._token}@")

    def is_own(self, request: h11.Request) -> bool:
        """Whether a request comes from our own client."""
        given = next((value for name, value in request.headers if name == b"proxy-authorization"), b"")
        return compare_digest(given, b"Basic " + base64.b64encode(f"own:{self._token}".encode()))

    async def listen(self) -> None:
        """Open the listener on a free port of loopback."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, backlog=256)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Close the listener and every connection through it."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(link.close() for links in self._idle.values() for link in links))
        self._idle.clear()

    def trouble(self, host: str, port: int, since: float) -> Trouble | None:
        """The latest trouble with that place since a moment of the clock."""
        found = self._troubles.get((canonical(host), port))
        return found if found is not None and found.at >= since else None

    def refusals(self) -> tuple[Trouble, ...]:
        """Every place that the rule refused, once each."""
        return tuple(trouble for trouble in self._troubles.values() if trouble.kind == "refused")

    # -- connections of the browser -------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await _Client(self, reader, writer).serve()
        except (OSError, EOFError, TimeoutError, h11.ProtocolError, asyncio.CancelledError):
            pass  # the browser, the site or `close` ended it: there is no one left to answer
        finally:
            self._tasks.discard(task)
            await close(writer)

    @property
    def sockets(self) -> bool:
        """Whether tunnels may carry sockets, or something else than TLS."""
        return self._sockets

    # -- connections to sites -------------------------------------------------------------------------------

    async def connect(self, host: str, port: int, *, tunnel: bool) -> Link:
        """A new connection to a place that the rule allows; recorded where it fails.

        Raises:
            Unreachable: refused by the rule, or not answering.
        """
        host = canonical(host)
        try:
            return await self._connect(host, port, tunnel=tunnel)
        except Unreachable as error:
            self.note(error.kind, host, port, error.text)
            raise

    def note(self, kind: TroubleKind, host: str, port: int, text: str) -> None:
        """Remember what went wrong with a place; a refusal is reported once."""
        before = self._troubles.pop((host, port), None)
        trouble = self._troubles[host, port] = Trouble(kind, host, port, text, self._clock())
        if len(self._troubles) > _MOST_TROUBLES:  # a script can make up names as fast as it likes
            del self._troubles[next(iter(self._troubles))]
        if kind == "refused" and (before is None or before.kind != "refused") and self._told < _MOST_TOLD:
            self._told += 1
            self.on_refusal(trouble)

    async def _connect(self, host: str, port: int, *, tunnel: bool) -> Link:
        refusal = self.hosts.refusal(host, port)
        if refusal:
            raise Unreachable("refused", refusal)
        if self.via_upstream(host):
            assert self._upstream is not None
            link = await dial(self._upstream.host, self._upstream.port, self._upstream.tls)
            return await self._through(link, host, port) if tunnel else link
        addresses = await resolve(host, port)
        refusals = [self.hosts.refuses_address(host, port, address) for address in addresses]
        allowed = [str(address) for address, why in zip(addresses, refusals, strict=True) if not why]
        if not allowed:
            raise Unreachable("refused", refusals[0])
        failure = Unreachable("no connection", "")
        for address in allowed:
            try:
                return await dial(address, port)
            except Unreachable as error:
                failure = error
        raise failure

    def via_upstream(self, host: str) -> bool:
        """Whether the operator's proxy is between us and `host`; this machine's own addresses never are."""
        return self._upstream is not None and literal(host) is None and host != "localhost"

    @property
    def upstream(self) -> Upstream | None:
        """The operator's proxy, if there is one."""
        return self._upstream

    async def _through(self, link: Link, host: str, port: int) -> Link:
        assert self._upstream is not None
        place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        headers = [("Host", place)]
        if self._upstream.authorization:
            headers.append(("Proxy-Authorization", self._upstream.authorization))
        await link.send(h11.Request(method="CONNECT", target=place, headers=headers))
        answer = await event_of(link.http, link.reader)
        if not isinstance(answer, h11.Response) or answer.status_code != 200:
            await link.close()
            raise Unreachable("no connection", "the upstream proxy refused the tunnel")
        return link

    async def take_idle(self, host: str, port: int) -> Link | None:
        """A kept connection to that place, if one is still open."""
        links = self._idle.get((host, port), [])
        while links:
            link = links.pop()
            try:
                if await link.wake():
                    return link
            except asyncio.CancelledError:  # nobody waits for the answer any more, and nobody else has the connection
                await link.close()
                raise
            await link.close()
        return None

    async def keep(self, host: str, port: int, link: Link) -> None:
        """Keep a connection for the next request, if the site lets us."""
        if not link.is_done:
            await link.close()
            return
        kept = self._idle.setdefault((host, port), [])

        def over(ended: Link) -> None:
            if ended in kept:
                kept.remove(ended)

        kept.append(link)
        link.rest(_KEPT_SECONDS, over)
        while len(kept) > _KEPT:
            await kept.pop(0).close()


def _silent(_told: object) -> None:
    """Nobody asked to be told."""


async def open_egress(
    hosts: Hosts,
    *,
    sockets: bool = False,
    upstream: Upstream | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Egress:
    """A listening egress for one session of the browser."""
    egress = Egress(hosts, sockets=sockets, upstream=upstream, clock=clock)
    await egress.listen()
    return egress


class _Client:
    """One connection of the browser: a series of requests, or one tunnel."""

    def __init__(self, egress: Egress, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._egress = egress
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_LIMIT)

    async def serve(self) -> None:
        while True:
            async with asyncio.timeout(_IDLE_SECONDS):
                request = await event_of(self._http, self._reader)
            if not isinstance(request, h11.Request):
                return
            if request.method == b"CONNECT":
                await self._tunnel(request)
                return
            await self._forward(request)
            if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
                return
            self._http.start_next_cycle()

    async def _say(self, *events: h11.Event) -> None:
        for event in events:
            data = self._http.send(event)
            if data:
                self._writer.write(data)
        await self._writer.drain()

    async def _refuse(self, error: Unreachable) -> None:
        async for _ in self._body():
            pass
        text = f"{error.kind}: {error.text}\n".encode()
        headers = [(MARK, error.kind), ("Content-Type", "text/plain"), ("Content-Length", str(len(text)))]
        status = 403 if error.kind == "refused" else 502
        await self._say(
            h11.Response(status_code=status, headers=headers, reason=b""), h11.Data(data=text), h11.EndOfMessage()
        )

    async def _body(self) -> AsyncIterator[h11.Data]:
        while self._http.their_state is h11.SEND_BODY:
            event = await event_of(self._http, self._reader)
            if isinstance(event, h11.Data):
                yield event
            else:
                return

    # -- HTTP -----------------------------------------------------------------------------------------------

    async def _forward(self, request: h11.Request) -> None:
        try:
            place = _http_place(request.target)
            link, answer = await ask(self._egress, request, place.host, place.port or 80, self._body)
        except Unreachable as error:
            await self._refuse(error)
            return
        try:
            await self._relay(link, answer)
        except BaseException:
            await link.close()
            raise
        await self._egress.keep(place.host, place.port or 80, link)

    async def _relay(self, link: Link, answer: h11.Response) -> None:
        headers = _kept(answer.headers.raw_items())
        head = h11.Response(status_code=answer.status_code, headers=headers, reason=answer.reason)
        data = self._http.send(head)
        if data:
            self._writer.write(data)
        event = await event_of(link.http, link.reader)
        while isinstance(event, h11.Data):
            await self._say(h11.Data(data=event.data))
            event = await event_of(link.http, link.reader)
        await self._say(_expected(event, h11.EndOfMessage))

    # -- tunnels --------------------------------------------------------------------------------------------

    async def _tunnel(self, request: h11.Request) -> None:
        try:
            place = endpoint_of(f"//{request.target.decode('latin-1')}")
            link = await self._egress.connect(place.host, place.port or 443, tunnel=True)
        except (Unreachable, UsageError) as error:
            problem = error if isinstance(error, Unreachable) else Unreachable("refused", str(error))
            await self._refuse(problem)
            return
        try:
            self._writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            await self._writer.drain()
            first, _ = self._http.trailing_data
            first = first or await self._reader.read(CHUNK)
            if not self._egress.sockets and not self._egress.is_own(request):
                first = await client_hello(first, self._reader)
                if not first:
                    return
                if (protocols := offered(first)) is None or protocols == _SOCKET:
                    self._egress.on_socket(place.host)
                    return
            link.writer.write(first)
            await asyncio.gather(_pump(self._reader, link.writer), _pump(link.reader, self._writer))
        finally:
            await link.close()


Body = Callable[[], AsyncIterator[h11.Data]]
"""The body of a request, as it comes."""


async def ask(egress: Egress, request: h11.Request, host: str, port: int, body: Body) -> tuple[Link, h11.Response]:
    """Send a request to a place that the egress's rule allows, and wait for the head of its answer.

    Only a GET or HEAD without a body may be sent again, when a kept connection turns out to be closed.

    Raises:
        Unreachable: see `Egress.connect`. OSError, EOFError, h11.ProtocolError: the connection ended without an answer.
    """
    kept = await egress.take_idle(host, port) if _is_bare(request) else None
    try:
        if kept is not None:
            with contextlib.suppress(EOFError, ConnectionError, h11.ProtocolError):  # the site has closed it meanwhile
                answer = await _exchange(egress, kept, request, host, body)
                if answer.status_code != _WAITED_TOO_LONG:  # which some say before they close it
                    return kept, answer
                await kept.close()
        link = await egress.connect(host, port, tunnel=False)
        return link, await _exchange(egress, link, request, host, body)
    except (OSError, EOFError, h11.ProtocolError) as error:
        # the request may have arrived: the browser sees a closed connection, as it would without us
        cause = f" ({error})" if isinstance(error, OSError) else ""  # the others are words of the protocol's library
        egress.note("broken", host, port, f"the connection ended without an answer{cause}")
        raise


async def _exchange(egress: Egress, link: Link, request: h11.Request, host: str, body: Body) -> h11.Response:
    """Send the request over a connection and wait for the head of its answer; where that fails it is closed."""
    try:
        await link.send(_outgoing(egress, request, host))
        async for data in body():
            await link.send(data)
        await link.send(h11.EndOfMessage())
        async with asyncio.timeout(_ANSWER_SECONDS):
            event = await event_of(link.http, link.reader)
            while isinstance(event, h11.InformationalResponse):
                event = await event_of(link.http, link.reader)
        return _expected(event, h11.Response)
    except BaseException:
        await link.close()
        raise


def _outgoing(egress: Egress, request: h11.Request, host: str) -> h11.Request:
    headers = _kept(request.headers.raw_items())
    if egress.via_upstream(host):
        assert egress.upstream is not None
        if egress.upstream.authorization:
            headers.append((b"proxy-authorization", egress.upstream.authorization.encode()))
        return h11.Request(method=request.method, target=request.target, headers=headers)
    parts = urlsplit(request.target.decode("latin-1"))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return h11.Request(method=request.method, target=target.encode("latin-1"), headers=headers)


def _kept(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers that go on, spelled as they came: not those of one connection, and never our own mark."""
    return [(name, value) for name, value in headers if name.lower() not in _HOP_BY_HOP]


def _is_bare(request: h11.Request) -> bool:
    """Whether a request asks for something and brings nothing: it has no body, and may be sent again."""
    framed = any(name in {b"content-length", b"transfer-encoding"} for name, _ in request.headers)
    return request.method in {b"GET", b"HEAD"} and not framed


def _http_place(target: bytes) -> Endpoint:
    try:
        place = endpoint_of(target.decode("latin-1"))
    except UsageError as error:
        raise Unreachable("refused", str(error)) from error
    if not place.host or not target.lower().startswith(b"http://"):
        raise Unreachable("refused", "not an http address")
    return place


def _expected(event: h11.Event | type[h11.PAUSED], kind: type[_E]) -> _E:
    if isinstance(event, kind):
        return event
    raise h11.RemoteProtocolError(f"{type(event).__name__} where {kind.__name__} was due")


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Carry bytes one way until that side is done; the other way may go on."""
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    finally:
        with contextlib.suppress(OSError):  # already gone: nothing left to half-close
            if writer.can_write_eof():
                writer.write_eof()
