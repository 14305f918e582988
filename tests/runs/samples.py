"""A guard that really sends, a server that really counts, requests and shapes."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from webdart.browser.port import Outcome
from webdart.errors import SourceLine, WebdartError
from webdart.page.model import Held
from webdart.workflow.model import RequestShape

AT = SourceLine("shop.yaml", 1, 1)


def held(url: str = "http://127.0.0.1:1/orders/7/", method: str = "POST", **fields: str) -> Held:
    """A request that waits."""
    return Held(
        id="h1",
        tab="t1",
        method=method,
        url=url,
        kind="Document",
        fields={name: (text,) for name, text in fields.items()},
    )


def shape(path: str = "/orders/*", **fields: str) -> RequestShape:
    """A declared shape; each field may have the one value given."""
    return RequestShape(method="POST", path=path, fields={name: (text,) for name, text in fields.items()}, at=AT)


class SendingGuard:
    """Sends a released request over HTTP; `fails` is raised instead, `lose` loses the answer.

    A request to which no connection comes about has not left, as with the guard of a browser.
    """

    def __init__(self, *, fails: WebdartError | None = None, lose: bool = False) -> None:
        self.refusals: list[Held] = []
        self._fails = fails
        self._lose = lose

    async def release(self, held: Held) -> Outcome:
        """See `Guard.release`."""
        if self._fails is not None:
            raise self._fails
        place = urlsplit(held.url)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=10)
        try:
            connection.connect()
        except ConnectionRefusedError as error:
            return Outcome(0, f"it did not leave this machine: {error}", left=False)
        connection.request(held.method, place.path, body=held.body or b"")
        status = connection.getresponse().status
        connection.close()
        return Outcome(0, "the connection was reset") if self._lose else Outcome(status)

    async def refuse(self, held: Held) -> None:
        """See `Guard.refuse`."""
        self.refusals.append(held)

    def refused(self) -> tuple[Held, ...]:
        """See `Guard.refused`."""
        return tuple(self.refusals)


class _Handler(BaseHTTPRequestHandler):
    posts: list[str]

    def do_POST(self) -> None:
        self.posts.append(self.path)
        self.send_response(302)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the standard library
        """Say nothing."""


@contextmanager
def serving() -> Generator[tuple[str, list[str]]]:
    """A site on loopback: its address, and the paths that were posted to it."""
    posts: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"posts": posts}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", posts
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
