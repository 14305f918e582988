"""The only way out: hosts, ports and connected addresses are judged, and slow or rude peers harm nobody."""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from ipaddress import ip_address
from typing import Any

import httpx
import pytest
import pytest_asyncio

from webdart.browser.network import proxy
from webdart.browser.network.hosts import Endpoint, Hosts, canonical, endpoint_of
from webdart.browser.network.proxy import MARK, Egress, Trouble, open_egress
from webdart.browser.network.request_pattern import covers
from webdart.browser.network.upstream_proxy import Upstream
from webdart.errors import SourceLine, UsageError
from webdart.page.model import Held
from webdart.plan.model import LoginPlan, SitePlan
from webdart.workflow.model import RequestShape

LINE = SourceLine("test.yaml", 1, 1)


def hosts(url: str, **more: Any) -> Hosts:
    return Hosts.of(SitePlan(name="site", url=url, **more))


# -- the rule -------------------------------------------------------------------------------------------------

SHOP = hosts("https://shop.example/app/")
CLOSED = hosts("https://shop.example/", login=LoginPlan(at=LINE), allow=("cdn.example", "api.example:8443"))


@pytest.mark.parametrize(
    ("rule", "host", "port", "fine"),
    [
        (SHOP, "shop.example", 443, True),
        (SHOP, "img.shop.example", 443, True),
        (SHOP, "cdn.example", 443, True),  # any public host may be loaded from
        (SHOP, "cdn.example", 8443, False),
        (SHOP, "127.0.0.1", 80, False),
        (SHOP, "10.0.0.1", 80, False),
        (SHOP, "localhost", 80, False),
        (SHOP, "::1", 80, False),
        (SHOP, "metadata.google.internal", 80, False),
        (CLOSED, "shop.example", 443, True),
        (CLOSED, "www.shop.example", 443, True),
        (CLOSED, "cdn.example", 443, True),
        (CLOSED, "api.example", 8443, True),
        (CLOSED, "api.example", 443, False),
        (CLOSED, "other.example", 443, False),
        (CLOSED, "notshop.example", 443, False),
        (hosts("http://127.0.0.1:8000"), "127.0.0.1", 8000, True),
        (hosts("http://127.0.0.1:8000"), "127.0.0.1", 8001, False),
        (hosts("http://127.0.0.1:8000"), "127.0.0.2", 8000, False),
        (hosts("http://169.254.169.254"), "169.254.169.254", 80, True),  # the name passes, the address never does
    ],
)
def test_names_are_judged_by_the_site(rule: Hosts, host: str, port: int, *, fine: bool) -> None:
    """A site without login loads from public hosts, one with login from the declared ones; never from near ones."""
    assert (rule.refusal(host, port) == "") is fine


@pytest.mark.parametrize(
    ("rule", "host", "address", "fine"),
    [
        (SHOP, "cdn.example", "93.184.216.34", True),
        (SHOP, "cdn.example", "127.0.0.1", False),
        (SHOP, "cdn.example", "::ffff:127.0.0.1", False),
        (SHOP, "cdn.example", "64:ff9b::7f00:1", False),
        (SHOP, "cdn.example", "2002:7f00:1::", False),
        (SHOP, "cdn.example", "fe80::1", False),
        (SHOP, "cdn.example", "fd00::1", False),
        (SHOP, "cdn.example", "0.0.0.0", False),
        (SHOP, "cdn.example", "100.64.0.1", False),
        (SHOP, "cdn.example", "224.0.0.1", False),
        (SHOP, "shop.example", "10.0.0.1", False),
        (hosts("https://shop.example", private=True), "shop.example", "10.0.0.1", True),
        (hosts("https://shop.example", private=True), "cdn.example", "10.0.0.1", False),
        (hosts("https://shop.example", private=True), "shop.example", "169.254.169.254", False),
        (hosts("https://169.254.169.254"), "169.254.169.254", "169.254.169.254", False),
        (hosts("https://localhost"), "localhost", "127.0.0.1", True),
        (hosts("https://localhost"), "localhost", "::1", True),
        (hosts("https://localhost"), "localhost", "10.0.0.1", False),
        (hosts("https://[::1]"), "::1", "::1", True),
    ],
)
def test_the_connected_address_is_judged(rule: Hosts, host: str, address: str, *, fine: bool) -> None:
    """A name that leads to a near address needs `private: true`; metadata services are refused whatever is declared."""
    assert (rule.refuses_address(host, 443, ip_address(address)) == "") is fine


# -- the way out -----------------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def egress(site_server: Any) -> AsyncIterator[Egress]:
    made = await open_egress(hosts(site_server.url))
    yield made
    await made.close()


@contextlib.asynccontextmanager
async def through(egress: Egress) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(proxy=egress.url, timeout=10, trust_env=False) as client:
        yield client


@pytest.mark.parametrize(
    ("written", "by_a_browser"),
    [
        ("straße.de", "xn--strae-oqa.de"),
        ("βόλος.com", "xn--nxasmm1c.com"),
        ("BÜCHER.example.", "xn--bcher-kva.example"),
        ("①②⑦。0。0。1", "127.0.0.1"),
        ("💩.la", "xn--ls8h.la"),
        ("Shop.Example", "shop.example"),
    ],
)
def test_a_host_is_written_as_browsers_do(written: str, by_a_browser: str) -> None:
    """What Chromium's own `new URL` gives; a site by its name in letters is itself, and no other one."""
    assert canonical(written) == by_a_browser
    rule = hosts(f"https://{written}/", login=LoginPlan(at=LINE))
    assert rule.navigates(f"https://{by_a_browser}/x")
    assert not rule.navigates("https://strasse.de/")
    shape = RequestShape(method="POST", path="/orders/*", at=LINE)
    held = Held(id="1", tab="t", method="POST", url=f"https://{by_a_browser}/orders/7", kind="Document")
    assert covers(shape, held, f"https://{written}/")


def test_what_is_no_host() -> None:
    """However long it is, and whatever it has in it."""
    for host in ("ü" * 100_000, "a\ud800.example", "xn--ü.example\u2028"):
        with pytest.raises(UsageError):
            endpoint_of(f"https://{host}/")


async def test_requests_pass_to_the_site_and_connections_are_kept(egress: Egress, site_server: Any) -> None:
    """Several requests on one connection arrive as they were sent, bodies of any framing come back whole."""
    site_server.echo("/echo")
    async with through(egress) as client:
        for body in (b"", b"x" * 300_000, b"y"):
            answer = await client.post(site_server.url + "/echo?a=1", content=body)
            assert (answer.status_code, answer.content) == (200, body or b"nothing")
    assert site_server.seen("/echo")[0].query == {"a": ["1"]}
    assert "proxy-connection" not in site_server.seen("/echo")[0].headers


async def test_the_other_port_is_refused_and_marked(egress: Egress, site_server: Any) -> None:
    """Another port of this machine is another program: answered by the proxy itself, remembered as refused."""
    async with through(egress) as client:
        answer = await client.get(site_server.other + "/")
    assert (answer.status_code, answer.headers[MARK]) == (403, "refused")
    assert site_server.log == []
    port = int(site_server.other.rpartition(":")[2])
    assert [(trouble.host, trouble.port) for trouble in egress.refusals()] == [("127.0.0.1", port)]


async def test_a_script_that_makes_up_hosts_fills_neither_memory_nor_report(egress: Egress) -> None:
    """Each is refused, the first hundreds are told, the latest thousands are known."""
    told: list[Trouble] = []
    egress.on_refusal = told.append
    for number in range(20_000):
        egress.note("refused", f"h{number}.example", 80, "another site")
    assert len(told) == 500
    assert len(egress.refusals()) == 5_000
    assert egress.trouble("h19999.example", 80, 0.0) is not None


async def test_a_site_cannot_forge_the_mark(egress: Egress, site_server: Any) -> None:
    """Our own header never comes from a site."""
    site_server.page("/", "x", x_webdart_egress="refused")
    async with through(egress) as client:
        assert MARK not in (await client.get(site_server.url + "/")).headers


async def test_a_tunnel_that_carries_no_tls_is_closed(egress: Egress, site_server: Any) -> None:
    """A plain-text socket through CONNECT reaches nobody, unless the site allows sockets."""
    place = site_server.url.removeprefix("http://")

    async def speak(egress: Egress) -> bytes:
        address, _, port = egress.url.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(address, int(port))
        writer.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode())
        assert b" 200 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(f"GET /socket HTTP/1.1\r\nHost: {place}\r\nConnection: close\r\n\r\n".encode())
        said = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        await writer.wait_closed()
        return said

    assert await speak(egress) == b""
    assert site_server.log == []
    open_one = await open_egress(hosts(site_server.url), sockets=True)
    assert b"404" in await speak(open_one)
    await open_one.close()


async def test_a_host_that_does_not_answer_is_told_apart(egress: Egress) -> None:
    """No such host, and nobody at that port, are different troubles."""
    elsewhere = await open_egress(hosts("http://127.0.0.1:1", allow=("nosuch.invalid",)))
    since = time.monotonic()
    async with through(elsewhere) as client:
        assert (await client.get("http://127.0.0.1:1/")).headers[MARK] == "no connection"
        assert (await client.get("http://nosuch.invalid/")).headers[MARK] == "no such host"
    trouble = elsewhere.trouble("127.0.0.1", 1, since)
    assert trouble is not None
    assert trouble.kind == "no connection"
    assert elsewhere.trouble("127.0.0.1", 1, time.monotonic()) is None
    await elsewhere.close()


Peer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@contextlib.asynccontextmanager
async def rude(peer: Peer) -> AsyncGenerator[str]:
    """A server that speaks as `peer` does, and then closes the connection."""
    done: list[asyncio.Task[None]] = []

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        done.append(task)
        with contextlib.suppress(OSError, EOFError):
            await peer(reader, writer)
            await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await asyncio.gather(*done)


async def test_a_write_is_never_sent_twice() -> None:
    """The peer closes a kept connection under a POST: it had a connection of its own, and is not repeated."""
    requests: list[bytes] = []

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := (await reader.readuntil(b"\r\n\r\n")):
            requests.append(line.split(b" ")[0])
            if line.startswith(b"POST"):
                return
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            await client.get(url + "/")
            with pytest.raises(httpx.TransportError):
                await client.post(url + "/", content=b"")
        await egress.close()
    assert requests == [b"GET", b"POST"]


async def test_a_read_is_repeated_where_the_kept_connection_was_closed() -> None:
    """A peer that closes after each answer without saying so costs no page."""

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            for _ in range(5):
                assert (await client.get(url + "/")).text == "ok"
        await egress.close()


async def test_reads_share_connections_and_few_are_kept() -> None:
    """One after the other they need one connection; of those that many side by side needed, eight are kept."""
    made, open_now = 0, 0

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal made, open_now
        made, open_now = made + 1, open_now + 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                if head.startswith(b"GET /slow"):
                    await everybody.wait()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        finally:
            open_now -= 1
            if open_now == 8:
                closed.set()

    closed = asyncio.Event()
    everybody = asyncio.Barrier(12)
    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            for _ in range(20):
                assert (await client.get(url + "/")).text == "ok"
            assert made == 1
            await asyncio.gather(*(client.get(url + "/slow") for _ in range(12)))
            assert made == 12
            async with asyncio.timeout(5):
                await closed.wait()
            assert open_now == 8
        await egress.close()


async def test_a_site_that_says_it_has_waited_too_long_is_asked_again() -> None:
    """Some say 408 on a kept connection before they close it: that answers nothing that was asked."""

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        writer.write(b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            answers = [await client.get(url + "/") for _ in range(3)]
        await egress.close()
    assert [(answer.status_code, answer.text) for answer in answers] == [(200, "ok")] * 3


async def test_what_nobody_asked_for_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said behind an answer, or while the connection rests: it was given to the next request, and so on for all."""
    made = 0

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal made
        made += 1
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            if made == 2:
                await writer.drain()
                await said.wait()
            if made < 3:
                writer.write(b"HTTP/1.1 500 Oops\r\nContent-Length: 5\r\n\r\nwrong")

    said = asyncio.Event()
    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            answers = [await client.get(url + "/")]
            answers.append(await client.get(url + "/"))
            said.set()
            answers += [await client.get(url + "/") for _ in range(3)]
        await egress.close()
        assert [answer.text for answer in answers] == ["ok"] * 5
        assert made == 3
        monkeypatch.setattr(proxy, "_KEPT_SECONDS", 0.0)  # one that rests too long is not trusted
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            for _ in range(3):
                assert (await client.get(url + "/")).text == "ok"
        await egress.close()
        assert made > 4


async def test_an_answer_without_a_length_ends_with_its_connection() -> None:
    """Half-closed peers and bodies that end with the connection come through whole."""

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n")
        for _ in range(100):
            writer.write(b"z" * 1000)
            await writer.drain()
        writer.write_eof()

    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            assert len((await client.get(url + "/")).content) == 100_000
        await egress.close()


async def test_closing_the_door_ends_what_hangs() -> None:
    """A peer that never answers does not keep the egress open."""
    asked = asyncio.Event()

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await reader.read()

    async with rude(peer) as url:
        egress = await open_egress(hosts(url))
        async with through(egress) as client:
            hanging = asyncio.create_task(client.get(url + "/"))
            await asyncio.wait_for(asked.wait(), 5)
            await asyncio.wait_for(egress.close(), 5)
            with pytest.raises(httpx.TransportError):
                await hanging


async def test_an_upstream_proxy_gets_what_ours_allows() -> None:
    """Names go to the operator's proxy, ours judging them first; this machine's own addresses never do."""
    seen: list[bytes] = []

    async def peer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nup")

    async with rude(peer) as url:
        upstream = Upstream("127.0.0.1", int(url.rpartition(":")[2]), "Basic eDp5")
        egress = await open_egress(hosts("http://shop.example"), upstream=upstream)
        async with through(egress) as client:
            assert (await client.get("http://shop.example/x")).text == "up"
            assert (await client.get("http://127.0.0.1:9/x")).status_code == 403
        await egress.close()
    assert seen[0].startswith(b"GET http://shop.example/x HTTP/1.1\r\n")
    assert b"basic edp5" in seen[0].lower()
    assert len(seen) == 1


def test_an_endpoint_prints_as_the_allow_line_wants_it() -> None:
    """Web ports are left out, others and IPv6 addresses written as in an address."""
    assert str(Endpoint("cdn.example", 443)) == "cdn.example"
    assert str(Endpoint("cdn.example", 8443)) == "cdn.example:8443"
    assert str(Endpoint("::1", 8000)) == "[::1]:8000"
