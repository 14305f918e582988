"""Serves the bundled site on loopback, by threads of the standard library, and logs every request."""

import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from types import MappingProxyType, TracebackType
from typing import Self
from urllib.parse import parse_qsl, unquote

from webdart.demo import art, forum, reference, shop, tracker
from webdart.demo.data import DemoData, SqlValue
from webdart.demo.layout import frame, not_found
from webdart.demo.quirks import Quirks
from webdart.demo.seed import generate
from webdart.demo.state import PASSWORD, USER, State, Write
from webdart.demo.web import Reply, Request

_LARGEST_BODY = 1 << 20
_SECTIONS: Mapping[str, Callable[[Request, State], Reply]] = MappingProxyType(
    {
        "shop": shop.answer,
        "forum": forum.answer,
        "tracker": tracker.answer,
        "docs": reference.docs,
        "bench": reference.bench,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedRequest:
    """A request as it reached the site: `fields` of a form, `body` its whole text, `seconds` since the site began."""

    method: str
    path: str
    query: Mapping[str, str]
    fields: Mapping[str, str]
    body: str
    seconds: float


class DemoSite:
    """The site while it is served; a context manager that closes it."""

    def __init__(self, port: int, quirks: Quirks, seed: int) -> None:
        self.state = State(generate(seed, quirks), quirks, seed)
        self._log: list[LoggedRequest] = []
        self._began = time.monotonic()
        self._pages = 0
        self._writes = 0
        self._news = threading.Condition()  # guards the counters; notified of every request and every change
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, name="webdart-demo", daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """The site's address, with a final `/`."""
        return f"http://127.0.0.1:{self._server.server_port}/"

    @property
    def user(self) -> str:
        """Who may log in to the tracker."""
        return USER

    @property
    def password(self) -> str:
        """The tracker's password."""
        return PASSWORD

    @property
    def log(self) -> tuple[LoggedRequest, ...]:
        """Every request so far, in the order in which they arrived."""
        return tuple(self._log)

    @property
    def writes(self) -> tuple[Write, ...]:
        """Every change so far that a visitor made, logging in and out included."""
        return self.state.writes

    @property
    def data(self) -> DemoData:
        """The rows as they are now."""
        return self.state.data

    def rows(self, query: str, **parameters: SqlValue) -> list[tuple[SqlValue, ...]]:
        """What SQL says about the site's own rows (`DemoData.rows`)."""
        return self.data.rows(query, **parameters)

    def wait_until(self, so: Callable[[], bool], *, timeout: float = 30.0) -> bool:
        """Wait until `so()`, asked anew after every request and every change; False after `timeout` seconds.

        For tests that do something at a certain moment of a walk: `site.wait_until(lambda: len(site.log) > 5)`.
        """
        with self._news:
            return self._news.wait_for(so, timeout)

    def close(self) -> None:
        """Stop serving and end every connection; twice is once."""
        if self.closing.is_set():
            return
        self.closing.set()
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def answer(self, request: Request) -> Reply | None:
        """The answer to a request; None is a connection closed without one."""
        quirks = self.state.quirks
        with self._news:
            now = time.monotonic() - self._began
            self._log.append(
                LoggedRequest(
                    method=request.method,
                    path=request.path,
                    query=request.query,
                    fields=request.fields,
                    body=request.body,
                    seconds=now,
                )
            )
            if not request.path.startswith("/static/"):
                self._pages += 1
            self._news.notify_all()
            fails = quirks.failing > 0 and self._pages % quirks.failing == 0
        if request.path.startswith("/static/"):
            return _static(request)
        if quirks.latency:
            self.closing.wait(quirks.latency)
        if fails:
            return Reply(body=frame("Sorry", "<h1>Something went wrong</h1><p>Please try again.</p>").body, status=500)
        reply = _route(request, self.state)
        return self._after_write(reply) if reply.wrote else reply

    def _after_write(self, reply: Reply) -> Reply | None:
        quirks = self.state.quirks
        with self._news:
            self._writes += 1
            lost = self._writes <= quirks.lost_answers
            self._news.notify_all()
        if quirks.slow_writes:
            self.closing.wait(quirks.slow_writes)
        return None if lost else reply


def serve(port: int = 0, quirks: Quirks | None = None, *, seed: int = 7) -> DemoSite:
    """Serve the bundled site on loopback; port 0 is any free one. The same seed and quirks give the same rows.

    Raises:
        OSError: the port is taken.
    """
    return DemoSite(port, quirks or Quirks(), seed)


def _route(request: Request, state: State) -> Reply:
    match request.segments:
        case ():
            return reference.front(request, state)
        case ("robots.txt",):
            return Reply(body="User-agent: *\nDisallow: /tracker/logout/\n", kind="text/plain; charset=utf-8")
        case ("favicon.ico",):
            return Reply(body=art.mark(), kind="image/svg+xml")
        case (section, *_) if section in _SECTIONS:
            return _SECTIONS[section](request, state)
        case _:
            return not_found(request)


def _static(request: Request) -> Reply:
    keep = (("Cache-Control", "public, max-age=86400"),)
    match request.segments[1:]:
        case ("demo.css",):
            return Reply(body=_style(), kind="text/css; charset=utf-8", headers=keep)
        case ("mark.svg",):
            return Reply(body=art.mark(), kind="image/svg+xml", headers=keep)
        case ("art", name) if (picture := art.drawing(name.removesuffix(".svg"))) is not None:
            return Reply(body=picture, kind="image/svg+xml", headers=keep)
        case _:
            return not_found(request)


@cache
def _style() -> str:
    return files("webdart.demo").joinpath("static/demo.css").read_text(encoding="utf-8")


class _Server(ThreadingHTTPServer):
    """Remembers its connections, so that closing the site does not wait for a browser to let go of them."""

    daemon_threads = False
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], site: DemoSite) -> None:
        self.site = site
        self._connections: set[socket.socket] = set()
        self._connections_lock = threading.Lock()
        super().__init__(address, Handler)

    def connected(self, connection: socket.socket) -> None:
        with self._connections_lock:
            self._connections.add(connection)
            if self.site.closing.is_set():
                _shut(connection)

    def disconnected(self, connection: socket.socket) -> None:
        with self._connections_lock:
            self._connections.discard(connection)

    def hang_up(self) -> None:
        """End what is connected: a thread that waits for a further request sees its end."""
        with self._connections_lock:
            for connection in self._connections:
                _shut(connection)


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was faster


class Handler(BaseHTTPRequestHandler):
    """One connection: requests in, answers out."""

    protocol_version = "HTTP/1.1"
    server_version = "HarbourLane"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body leave in one piece

    @property
    def _owner(self) -> _Server:
        assert isinstance(self.server, _Server)
        return self.server

    def setup(self) -> None:
        """Tell the server of it, so that closing can end it."""
        super().setup()
        self._owner.connected(self.connection)

    def finish(self) -> None:
        """It is over."""
        self._owner.disconnected(self.connection)
        try:
            super().finish()
        except OSError:
            return  # the browser left before its answer

    def handle(self) -> None:
        """Answer until it is closed."""
        try:
            super().handle()
        except ConnectionError:
            self.close_connection = True  # the browser left in the middle of a request

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the inherited name
        """Stay silent: `DemoSite.log` has every request."""

    def do_GET(self) -> None:
        """Answer a page."""
        self._answer()

    do_HEAD = do_GET  # noqa: N815 - the inherited way of naming

    def do_POST(self) -> None:
        """Answer a form."""
        self._answer()

    do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815 - the inherited way of naming

    def _answer(self) -> None:
        body = self._body()
        if body is None:
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "Send at most 1 MiB, and say how much")
            self.close_connection = True
            return
        path, _, query = self.path.partition("?")
        form = self.headers.get_content_type() == "application/x-www-form-urlencoded"
        request = Request(
            method="GET" if self.command == "HEAD" else self.command,
            path=unquote(path),
            query=dict(parse_qsl(query, keep_blank_values=True)),
            fields=dict(parse_qsl(body, keep_blank_values=True)) if form else {},
            cookies=_cookies(self.headers.get("Cookie", "")),
            body=body,
        )
        reply = self._owner.site.answer(request)
        if reply is None:
            self.close_connection = True
            return
        self._send(reply)

    def _body(self) -> str | None:
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not length.isdigit() or int(length) > _LARGEST_BODY:
            return None
        return self.rfile.read(int(length)).decode("utf-8", "replace")

    def _send(self, reply: Reply) -> None:
        content = reply.body.encode()
        self.send_response(reply.status)
        if reply.status != HTTPStatus.NO_CONTENT:
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(content)))
        for name, value in reply.headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


def _cookies(header: str) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}  # a cookie of another application on this host that no one could read
