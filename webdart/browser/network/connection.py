"""Opens and closes connections to a site."""

import asyncio
import contextlib
import ipaddress
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import h11

from webdart.browser.network.hosts import Address, literal

HEAD_LIMIT = 256 * 1024  # Chromium's own limit for a head
CHUNK = 64 * 1024
_CONNECT_SECONDS = 10.0

TroubleKind = Literal["refused", "no such host", "no connection", "timed out", "broken"]


class Unreachable(Exception):
    """A connection that was not made."""

    def __init__(self, kind: TroubleKind, text: str) -> None:
        super().__init__(text)
        self.kind: TroubleKind = kind
        self.text = text


@dataclass(eq=False, slots=True)
class Link:
    """A connection to a site (or to the upstream proxy) and what HTTP knows of it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    http: h11.Connection = field(
        default_factory=lambda: h11.Connection(h11.CLIENT, max_incomplete_event_size=HEAD_LIMIT)
    )
    _resting: asyncio.Task[None] | None = None

    @property
    def is_done(self) -> bool:
        """Whether both sides have said all that there was to say, and nothing unasked."""
        states = (self.http.our_state, self.http.their_state)
        return states == (h11.DONE, h11.DONE) and not self.http.trailing_data[0]

    def rest(self, seconds: float, over: Callable[["Link"], None]) -> None:
        """Keep it for the next request.

        `over` is called, and it is closed, if it is not woken within some seconds, or the site says something unasked,
        or closes it: what then comes would pass for the answer to that request.
        """
        self.http.start_next_cycle()
        self._resting = asyncio.get_running_loop().create_task(self._rest(seconds, over))

    async def _rest(self, seconds: float, over: Callable[["Link"], None]) -> None:
        with contextlib.suppress(OSError):  # too long (a timeout is one), or reset: no use any more, either way
            async with asyncio.timeout(seconds):
                await self.reader.read(1)
        over(self)
        await self.close()

    async def wake(self) -> bool:
        """Take it out of its rest; whether it may be used."""
        assert self._resting is not None
        self._resting.cancel()
        await asyncio.wait({self._resting})
        return self._resting.cancelled() and not self.reader.at_eof() and not self.writer.is_closing()

    async def send(self, *events: h11.Event) -> None:
        """Write events of our side, and wait until they are on their way."""
        for event in events:
            data = self.http.send(event)
            if data:
                self.writer.write(data)
        await self.writer.drain()

    async def close(self) -> None:
        """End it; it never fails."""
        if self._resting is not None and self._resting is not asyncio.current_task():
            self._resting.cancel()
        await close(self.writer)


async def event_of(http: h11.Connection, reader: asyncio.StreamReader) -> h11.Event | type[h11.PAUSED]:
    """The next event of one side; a peer that goes away in the middle raises h11.RemoteProtocolError."""
    while True:
        event = http.next_event()
        if event is not h11.NEED_DATA:
            return event  # type: ignore[return-value]  # NEED_DATA is excluded; h11's sentinel is no narrowable type
        http.receive_data(await reader.read(CHUNK))


async def resolve(host: str, port: int) -> list[Address]:
    """The addresses of a host, once each; a literal address is its own.

    Raises:
        Unreachable: it has none.
    """
    spelled = literal(host)
    if spelled is not None:
        return [spelled]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable("no such host", f"{host} has no address ({error})") from error
    unique = dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found)
    return [ipaddress.ip_address(address) for address in unique]


async def dial(address: str, port: int, tls: ssl.SSLContext | None = None) -> Link:
    """A connection to an address, within TLS where `tls` is given.

    Raises:
        Unreachable: it does not answer, or its certificate is not accepted.
    """
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(address, port, limit=CHUNK * 4, ssl=tls)
    except ssl.SSLCertVerificationError as error:
        problem = f"the certificate of the upstream proxy {address} is not accepted: {error.verify_message}"
        raise Unreachable("no connection", problem) from error
    except TimeoutError as error:
        raise Unreachable("timed out", f"{address} port {port} did not answer in {_CONNECT_SECONDS:g} s") from error
    except OSError as error:
        raise Unreachable("no connection", f"{address} port {port}: {error.strerror or error}") from error
    return Link(reader, writer)


async def close(writer: asyncio.StreamWriter) -> None:
    """End a connection; its peer has a second for that."""
    writer.close()
    with contextlib.suppress(OSError, TimeoutError):  # a peer that is gone has closed it for us
        async with asyncio.timeout(1.0):
            await writer.wait_closed()
