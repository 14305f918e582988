"""Asks a site by plain HTTP through the egress proxy, in this process, without a connection to ourselves.

The egress judges hosts and addresses as it does for every load; the answer's body is read as far as it is wanted.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import h11
import httpx

from webdart.browser.network.connection import Link, event_of
from webdart.browser.network.proxy import Egress, ask


class PlainAnswer:
    """The head of an answer, and its body as it comes."""

    def __init__(self, link: Link, head: h11.Response) -> None:
        self._link = link
        self.status_code = head.status_code
        self.headers = httpx.Headers([*head.headers.raw_items()])

    async def aiter_raw(self) -> AsyncIterator[bytes]:
        """The pieces of the body, as they are encoded.

        Raises:
            h11.ProtocolError: it did not come whole.
        """
        event = await event_of(self._link.http, self._link.reader)
        while isinstance(event, h11.Data):
            yield bytes(event.data)
            event = await event_of(self._link.http, self._link.reader)
        if not isinstance(event, h11.EndOfMessage):
            raise h11.RemoteProtocolError("the body has no end")


@asynccontextmanager
async def asked(egress: Egress, url: str, headers: Iterable[tuple[str, str]]) -> AsyncGenerator[PlainAnswer]:
    """The answer to a GET of an http address in ASCII; its connection is kept once the body was read to its end.

    Raises:
        Unreachable, OSError, EOFError, h11.ProtocolError: see `ask`.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 80
    place = parts.netloc.rpartition("@")[2]
    target = parts._replace(netloc=place, fragment="").geturl()  # a proxy gets neither a name nor a place in the page
    asking = h11.Request(method="GET", target=target, headers=[("Host", place), *headers])
    link, head = await ask(egress, asking, host, port, _nothing)
    try:
        yield PlainAnswer(link, head)
    except BaseException:
        await link.close()
        raise
    await egress.keep(host, port, link)


async def _nothing() -> AsyncIterator[h11.Data]:
    for nothing in ():
        yield nothing
