"""Certificates: an authority of the operator's own is believed, and nobody else; also on the way to a proxy."""

import asyncio
import ssl
import threading
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import trustme

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.hosts import Endpoint, Hosts
from webdart.browser.network.proxy import open_egress
from webdart.browser.network.upstream_proxy import Upstream
from webdart.browser.port import DoClick, DoWait
from webdart.errors import SiteDown, UsageError
from webdart.page.model import Element
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = pytest.mark.browser


class Answering(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    posts: list[bytes] = []  # noqa: RUF012 - of the class: every connection has a handler of its own

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Nothing is printed."""

    def do_GET(self) -> None:
        body = b"<title>safe</title><form method=post action=/w><button name=n value=1>Save</button></form>"
        if self.command == "POST":
            self.posts.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 - the base's name


class Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A handshake that was refused is what is tested here."""


@contextmanager
def serving(authority: trustme.CA, name: str, handler: type[Answering] = Answering) -> Generator[str]:
    """A site on loopback with a certificate for `name`; its address, as localhost."""
    server = Quiet(("127.0.0.1", 0), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)  # pyright: ignore[reportUnknownMemberType] - OpenSSL's types, if there
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"https://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def pem(authority: trustme.CA, tmp_path: Path) -> str:
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    return str(tmp_path / "ca.pem")


@asynccontextmanager
async def browser(url: str, file: str | None, *, sockets: bool = False) -> AsyncGenerator[tuple[Chromium, SitePlan]]:
    site = SitePlan(name="site", url=url, sockets=sockets)
    options = BrowserOptions(seconds=20, authorities=Authorities(file))
    chromium = await launch(options, {"site": site}, Trace(time.monotonic))
    yield chromium, site
    await chromium.pool.close()


async def test_an_authority_of_ones_own_is_believed(authority: trustme.CA, pem: str) -> None:
    """By the browser, and by the client that sends what was released."""
    with serving(authority, "localhost") as url:
        async with browser(url, pem) as (chromium, site):
            tab = await chromium.pool.tab(site, "act")
            view = await tab.open(url)
            assert view.title == "safe"
            node = next(node for node in view.nodes if node.role == "button")
            view = await tab.act(DoClick(Element(node.index, "button", "Save")))
            assert (await chromium.guard.release(view.held[0])).status == 200
    assert Answering.posts == [b"n=1"]


@pytest.mark.parametrize("kind", ["unknown authority", "another's name"])
async def test_any_other_certificate_is_refused(kind: str, authority: trustme.CA, pem: str) -> None:
    """Without the file, or for another host: said in one sentence, with what could be done."""
    with serving(authority, "localhost" if kind == "unknown authority" else "other.example") as url:
        async with browser(url, None if kind == "unknown authority" else pem) as (chromium, site):
            tab = await chromium.pool.tab(site)
            with pytest.raises(SiteDown, match=r"(?s)certificate is not accepted.*--ca-file"):
                await tab.open(url)


async def test_only_a_key_that_was_checked_is_believed(authority: trustme.CA, pem: str) -> None:
    """A site of the same authority that the file does not name gets no exception."""
    with serving(authority, "localhost") as url, serving(authority, "localhost") as other:
        async with browser(url, pem) as (chromium, _):
            tab = await chromium.pool.tab(SitePlan(name="other", url=other))
            with pytest.raises(SiteDown, match="certificate"):
                await tab.open(other)


@pytest.mark.parametrize("problem", ["no such file", "can't be used"])
def test_a_file_of_authorities_that_is_none_is_said(problem: str, tmp_path: Path) -> None:
    """Before anything is opened."""
    path = tmp_path / "ca.pem"
    if problem == "can't be used":
        path.write_text("no certificate")
    with pytest.raises(UsageError, match=problem):
        Authorities(str(path)).context()


@pytest.mark.parametrize("trusted", [True, False])
async def test_a_proxy_may_be_spoken_to_by_tls(trusted: bool, authority: trustme.CA, pem: str) -> None:
    """`--proxy https://…`: checked like a site; one that nobody vouches for gets nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost").configure_cert(context)  # pyright: ignore[reportUnknownMemberType]
    seen: list[bytes] = []

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nup")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(peer, "127.0.0.1", 0, ssl=context)
    address = f"https://ada:pw@localhost:{server.sockets[0].getsockname()[1]}"
    upstream = Upstream.of(address, Authorities(pem if trusted else None))
    egress = await open_egress(Hosts(own=Endpoint("shop.example", 80)), upstream=upstream)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(egress.url.rpartition(":")[2]))
    writer.write(b"GET http://shop.example/x HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n")
    answer = await reader.read()
    writer.close()
    await egress.close()
    server.close()
    if trusted:
        assert answer.endswith(b"up")
        assert b"basic ywrhonb3" in seen[0].lower()
    else:
        assert b"certificate of the upstream proxy" in answer
        assert seen == []


class _Sockets(Answering):
    """Opens sockets in every way within TLS; its own page is in Latin-1, and sets a cookie."""

    asked: list[tuple[str, str]] = []  # noqa: RUF012 - of the class: every connection has a handler of its own

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Cookie", "")))
        script = "<script>new WebSocket('wss://' + location.host + '/socket')</script>"
        work = "<script>new Worker(URL.createObjectURL(new Blob([`new WebSocket('wss://${location.host}/worker')`])))</script>"
        frames = (
            "<iframe src=/frame></iframe>"
            "<iframe srcdoc=\"<script>new WebSocket('wss://' + parent.location.host + '/srcdoc')</script>\"></iframe>"
        )
        after = "<script>setTimeout(() => fetch('/after'), 300)</script>"
        told = f"<title>Café</title>{script}{work}{frames}{after}" if self.path == "/" else script
        body = told.encode("latin-1")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=iso-8859-1")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Set-Cookie", "one=1; HttpOnly")
        self.send_header("Set-Cookie", "two=2")
        self.end_headers()
        self.wfile.write(body)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("allowed", [False, True])
async def test_sockets_within_tls(authority: trustme.CA, pem: str, *, allowed: bool) -> None:
    """Shut in pages, frames and workers, as those are that the proxy can see; the page is otherwise what it was."""
    _Sockets.asked.clear()
    with serving(authority, "localhost", _Sockets) as url:
        async with browser(url, pem, sockets=allowed) as (chromium, site):
            tab = await chromium.pool.tab(site)
            view = await tab.open(url)
            async with asyncio.timeout(20):
                while "/after" not in dict(_Sockets.asked):
                    await tab.act(DoWait(0.2))
    asked = dict(_Sockets.asked)
    assert view.title == "Café"
    assert asked["/after"] == "one=1; two=2"
    assert ({"/socket", "/worker", "/srcdoc"} & set(asked) != set()) is allowed


class _Broken(Answering):
    """Promises more than it sends."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "5000")
        self.end_headers()
        self.wfile.write(b"<title>half</title><p>One of many")
        self.close_connection = True


@pytest.mark.proof
async def test_a_page_within_tls_that_breaks_off(authority: trustme.CA, pem: str) -> None:
    """Half of a page is no page, and said soon."""
    with serving(authority, "localhost", _Broken) as url:
        async with browser(url, pem) as (chromium, site):
            tab = await chromium.pool.tab(site)
            with pytest.raises(SiteDown):
                await tab.open(url)
