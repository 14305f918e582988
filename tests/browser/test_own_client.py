"""An answer to our own client can't take more memory or time than it was allowed, whatever the site sends."""

import asyncio
import contextlib
import gc
import gzip
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

import pytest
import pytest_asyncio

from webdart.browser.network.answer_body import body_of
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.client import Client, Timeouts, Unanswered
from webdart.browser.network.fetch import Fetcher, OwnDocuments
from webdart.browser.network.hosts import Hosts
from webdart.browser.network.proxy import Egress, open_egress
from webdart.browser.network.session import SavedSession
from webdart.browser.network.upstream_proxy import Upstream
from webdart.browser.port import Document
from webdart.errors import SiteDown, SourceLine
from webdart.page.model import DataRequest, Held
from webdart.plan.model import SitePlan
from webdart.workflow.model import RequestShape

pytestmark = pytest.mark.asyncio

ZEROS = b"\0" * (80 << 20)
ONCE = gzip.compress(ZEROS, 1)
TWICE = gzip.compress(ONCE, 1)


@pytest_asyncio.fixture
async def egress(site_server: Any) -> AsyncIterator[Egress]:
    opened = await open_egress(Hosts.of(SitePlan(name="site", url=site_server.url)))
    yield opened
    await opened.close()


async def fetched(egress: Egress, url: str | DataRequest, seconds: float = 20.0) -> Document:
    fetcher = Fetcher(egress, Authorities(), agent="webdart", language="en", seconds=seconds)
    try:
        return (await fetcher.get(url, {}))[0]
    finally:
        await fetcher.close()


@pytest.mark.parametrize(
    ("encoding", "body"),
    [("gzip", ONCE), ("gzip, gzip", TWICE), ("br", b"x"), ("gzip", ONCE[:500])],
    ids=["once", "twice", "other", "cut"],
)
async def test_a_few_bytes_that_are_gigabytes(encoding: str, body: bytes, egress: Egress, site_server: Any) -> None:
    """A document, the answer to a write, and a robots.txt: too large, or encoded as nobody asked for."""
    site_server.answers("/", body, Content_Encoding=encoding, type="text/html")
    with pytest.raises(SiteDown):
        await fetched(egress, site_server.url + "/")
    held = Held(id="1", tab="t", method="POST", url=site_server.url + "/", kind="XHR")
    site_server.reads.add("/")
    with pytest.raises(Unanswered):
        await Client().send(held, egress=egress.own_url, language="en")
    _, text = await Client().get(site_server.url + "/", egress=egress.own_url)
    assert len(text) in (0, 512 * 1024)


@pytest.mark.parametrize("form", ["zlib", "raw", "gzip", "plain"])
async def test_what_was_asked_for_is_read(form: str, egress: Egress, site_server: Any) -> None:
    """Servers mean two things by `deflate`."""
    text = b"<p>lamp</p>" * 10_000
    raw = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    bodies = {"zlib": zlib.compress(text), "raw": raw.compress(text) + raw.flush(), "gzip": gzip.compress(text)}
    named = {"zlib": "deflate", "raw": "deflate", "gzip": "GZip", "plain": "identity"}
    site_server.answers("/", bodies.get(form, text), Content_Encoding=named[form], type="text/html")
    document = await fetched(egress, site_server.url + "/")
    assert document.text == text.decode()


class Trailed:
    """A short compressed body, and what a site may send behind its end for as long as it likes."""

    @property
    def headers(self) -> Mapping[str, str]:
        return {"content-encoding": "gzip"}

    async def aiter_raw(self) -> AsyncIterator[bytes]:
        yield gzip.compress(b"lamp")
        for _ in range(100):
            yield b"\0" * (1 << 16)


async def test_what_stands_behind_a_compressed_body_takes_no_memory() -> None:
    """Browsers drop it; zlib would keep it, and copy it for each piece."""
    tracemalloc.start()
    try:
        assert await body_of(Trailed(), 1 << 20) == b"lamp"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


async def test_a_proxy_gets_no_name_and_no_place_in_the_page() -> None:
    """Of `http://name:word@host/#place` it gets what a browser would give it."""
    lines: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines.extend((await reader.readuntil(b"\r\n\r\n")).splitlines()[:2])
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlamp")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    upstream = Upstream("127.0.0.1", server.sockets[0].getsockname()[1])
    egress = await open_egress(Hosts.of(SitePlan(name="site", url="http://shop.test")), upstream=upstream)
    try:
        await fetched(egress, "http://name:word@shop.test/lamps?page=2#place")
    finally:
        await egress.close()
        server.close()
    assert lines == [b"GET http://shop.test/lamps?page=2 HTTP/1.1", b"Host: shop.test"]


async def test_only_the_beginning_of_a_robots_txt_is_waited_for(egress: Egress, site_server: Any) -> None:
    """Behind a redirect, too; neither body needs to have an end."""
    site_server.answers("/robots.txt", ONCE, status=302, Location="/rules", Content_Encoding="gzip")
    site_server.answers("/rules", b"#" * (2 << 20), type="text/plain")
    status, text = await Client().get(site_server.url + "/robots.txt", egress=egress.own_url)
    assert (status, len(text)) == (200, 512 * 1024)


async def test_an_answer_that_drips_comes_to_an_end(dripping: str) -> None:
    """Each part is in time, the whole never is; a write under way would keep a run from ending."""
    egress = await open_egress(Hosts.of(SitePlan(name="site", url=dripping)))
    held = Held(id="1", tab="t", method="POST", url=dripping, kind="XHR")
    client = Client(timeouts=Timeouts(read=5.0, write=0.5, answer=0.5))
    with pytest.raises(Unanswered):
        await client.send(held, egress=egress.own_url, language="en")
    with pytest.raises(SiteDown):
        await fetched(egress, dripping, 0.5)
    assert await client.get(dripping, egress=egress.own_url) == (0, "")
    await egress.close()


@pytest_asyncio.fixture
async def dripping() -> AsyncIterator[str]:
    """A site whose answers have no end."""
    visits: list[asyncio.Task[None]] = []

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(cast("asyncio.Task[None]", asyncio.current_task()))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        with contextlib.suppress(OSError):
            while not reader.at_eof():
                writer.write(b".")
                await writer.drain()
                await asyncio.sleep(0.05)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    server = await asyncio.start_server(drip, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    server.close()
    await asyncio.gather(*visits)


async def test_documents_are_asked_for_as_the_guard_would_let_them(site_server: Any) -> None:
    """What could write is left to the browser, which has a guard; cookies go to the host that gave them."""
    host = site_server.url.replace("127.0.0.1", "localhost")
    cancel = RequestShape(method="GET", path="/cancel/*", at=SourceLine("a.yaml", 1, 1))
    port = site_server.url.rpartition(":")[2]
    site = SitePlan(name="site", url=site_server.url, allow=(f"localhost:{port}",), writing=(cancel,))
    site_server.page("/", "<p>lamp</p>", Set_Cookie="session=s3cret; Path=/")
    site_server.page("/items/delete", "gone")
    site_server.page("/cancel/7", "gone")
    documents = OwnDocuments(None, Authorities(), None, agent="webdart", seconds=20.0)
    for address in (site_server.url, site_server.url, host):
        await documents.fetch(site, address + "/")
    for path in ("/items/delete", "/cancel/7"):
        with pytest.raises(SiteDown):
            await documents.fetch(site, site_server.url + path)
    await documents.close()
    assert [asked.headers.get("cookie") for asked in site_server.log] == [None, "session=s3cret", None]


async def test_documents_are_asked_for_in_a_session_that_a_person_opened(site_server: Any) -> None:
    """Its cookies go where they came from, and what the site gives in their place counts from then on."""
    port = site_server.url.rpartition(":")[2]
    site = SitePlan(name="site", url=site_server.url, allow=(f"localhost:{port}",))
    site_server.page("/", "<p>lamp</p>", Set_Cookie="sid=fresh; Path=/")
    given = {"path": "/", "expires": -1, "httpOnly": True, "secure": False}
    cookies = [
        {"name": "sid", "value": "saved", "domain": "127.0.0.1", **given},
        {"name": "other", "value": "near", "domain": "localhost", **given, "expires": 32503680000.5},
        {"name": "old", "value": "gone", "domain": "127.0.0.1", **given, "expires": 1000.0},
    ]
    documents = OwnDocuments(None, Authorities(), None, agent="webdart", seconds=20.0)
    documents.enter("site", SavedSession("desk", site_server.url, {"cookies": cookies}))
    for address in (site_server.url, site_server.url, site_server.url.replace("127.0.0.1", "localhost")):
        await documents.fetch(site, address + "/")
    await documents.close()
    assert [asked.headers.get("cookie") for asked in site_server.log] == ["sid=saved", "sid=fresh", "other=near"]


async def test_where_a_redirect_leads_is_told_and_not_followed(egress: Egress, site_server: Any) -> None:
    """As an absolute address; nothing of an answer that is none."""
    site_server.answers("/go", status=302, Location="login?next=/go")
    site_server.page("/stay", "here", Location="/login")
    assert (await fetched(egress, site_server.url + "/go")).location == site_server.url + "/login?next=/go"
    assert (await fetched(egress, site_server.url + "/stay")).location == ""
    assert not site_server.seen("/login")


async def test_data_is_asked_for_as_a_script_does(egress: Egress, site_server: Any) -> None:
    """With the headers that shaped the answer, never a document's; JSON is UTF-8 although nothing says so."""
    site_server.answers("/api", '{"name": "Lampe für Öl"}'.encode(), type="application/json")
    asked = DataRequest(
        site_server.url + "/api", (("accept", "application/json"), ("x-requested-with", "XMLHttpRequest"))
    )
    document = await fetched(egress, asked)
    assert (document.kind, document.text) == ("application/json", '{"name": "Lampe für Öl"}')
    (seen,) = site_server.seen("/api")
    said = {name: seen.headers.get(name) for name in ("accept", "x-requested-with", "sec-fetch-dest", "sec-fetch-mode")}
    assert list(said.values()) == ["application/json", "XMLHttpRequest", "empty", "cors"]


async def test_a_kept_connection_that_nobody_waits_for_any_more_is_closed(egress: Egress, site_server: Any) -> None:
    """Who is cancelled while it wakes has it alone; one that is left open is an error when it is collected."""
    site_server.page("/", "<p>here")
    await fetched(egress, site_server.url + "/")
    waking = asyncio.create_task(egress.take_idle("127.0.0.1", int(site_server.url.rpartition(":")[2])))
    await asyncio.sleep(0)
    waking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waking
    del waking
    await egress.close()
    gc.collect()
