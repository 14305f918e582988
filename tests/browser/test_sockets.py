"""Sockets that share their page's HTTP/2 connection: no proxy can see them, and they stay shut all the same."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived
from h2.settings import SettingCodes

from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.browser.network import websocket as sockets
from webdart.browser.network.certificates import Authorities
from webdart.browser.network.hosts import OLD
from webdart.browser.port import Browser, DoClick, DoWait
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Event, Trace

pytestmark = pytest.mark.browser

_OPEN = "new WebSocket('wss://' + location.host + '{}');"
_PAGES = {
    "/": f"""<title>top</title><script>{_OPEN.format("/at-once")}</script>
        <button onclick="window.open('/opened')">Open</button>
        <iframe src=/frame></iframe>
        <iframe srcdoc="<script>new WebSocket('wss://' + parent.location.host + '/srcdoc')</script>"></iframe>
        <iframe id=other></iframe>
        <script>
        other.src = `https://127.0.0.1:${{location.port}}/other`
        setTimeout(() => {{
            {_OPEN.format("/later")}
            new WebSocket('wss://ada:pw@' + location.host + '/spelled?id=1')
            new WebSocketStream('wss://' + location.host + '/stream')
            const work = new Blob([`new WebSocket('wss://${{location.host}}/worker')`])
            new Worker(URL.createObjectURL(work))
            if (window.SharedWorker) new SharedWorker('/shared.js')
            const within = document.createElement('iframe')
            document.body.append(within)
            new within.contentWindow.WebSocket('wss://' + location.host + '/within')
        }}, 200)
        </script>""",
    "/frame": f"<script>{_OPEN.format('/framed')}</script>",
    "/other": f"""<script>{_OPEN.format("/elsewhere")}</script><iframe id=deep></iframe>
        <script>deep.src = `https://localhost:${{location.port}}/deep`</script>""",
    "/deep": f"<script>{_OPEN.format('/deeper')}; setTimeout(() => fetch('/after'), 500)</script>",
    "/opened": f"""<title>opened</title><script>{_OPEN.format("/popup")}</script><iframe id=other></iframe>
        <script>other.src = `https://127.0.0.1:${{location.port}}/other`</script>""",
    "/shared.js": _OPEN.format("/shared"),
}
_SOCKETS = {
    *("/at-once", "/later", "/spelled?id=1", "/stream", "/worker", "/within", "/framed", "/srcdoc"),
    *("/elsewhere", "/deeper", "/popup"),
}


@asynccontextmanager
async def site(directory: Path, *, sockets: bool) -> AsyncGenerator[tuple[Browser, str, list[str], list[Event]]]:
    """A tab, an address served by HTTP/2 alone, what was asked for there, and what was told of it."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        http = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        http.initiate_connection()
        http.update_settings({SettingCodes.ENABLE_CONNECT_PROTOCOL: 1})
        writer.write(http.data_to_send())
        while data := await reader.read(65536):
            for event in http.receive_data(data):
                if isinstance(event, RequestReceived):
                    assert event.stream_id is not None
                    path = str(dict(event.headers)[":path"])  # pyright: ignore[reportArgumentType] - both are text, as configured
                    asked.append(path)
                    kind = "text/javascript" if path.endswith(".js") else "text/html"
                    http.send_headers(event.stream_id, [(":status", "200"), ("content-type", kind)])
                    http.send_data(event.stream_id, _PAGES.get(path, "").encode(), end_stream=True)
            writer.write(http.data_to_send())
            await writer.drain()
        writer.close()

    authority = trustme.CA()
    authority.cert_pem.write_to_path(directory / "ca.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)  # pyright: ignore[reportUnknownMemberType] - OpenSSL's types, if there
    context.set_alpn_protocols(["h2"])
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    url = f"https://localhost:{port}/"
    plan = SitePlan(name="site", url=url, sockets=sockets, allow=(f"127.0.0.1:{port}",))
    options = BrowserOptions(seconds=20, authorities=Authorities(str(directory / "ca.pem")))
    told: list[Event] = []
    trace = Trace(asyncio.get_running_loop().time, told.append)
    chromium = await launch(options, {"site": plan}, trace)
    try:
        yield await chromium.pool.tab(plan), url, asked, told
    finally:
        await chromium.pool.close()
        server.close()


async def _until(tab: Browser, asked: list[str], paths: set[str]) -> None:
    async with asyncio.timeout(20):
        while not paths <= set(asked):
            await tab.act(DoWait(0.2))


def _button(view: PageView) -> Element:
    node = next(node for node in view.nodes if node.role == "button")
    return Element(node.index, "button", node.name)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("allowed", [False, True])
async def test_sockets_in_the_streams_of_a_page(tmp_path: Path, *, allowed: bool) -> None:
    """Of pages, frames of the same and of another process, workers and windows; open where the file opens them."""
    async with site(tmp_path, sockets=allowed) as (tab, url, asked, events):
        view = await tab.open(url)
        await _until(tab, asked, {"/after"} | (_SOCKETS - {"/popup"} if allowed else set()))
        asked.remove("/after")
        await tab.act(DoClick(_button(view)))
        await _until(tab, asked, {"/after"} | (_SOCKETS if allowed else set()))
    assert "/shared.js" not in asked, "a shared worker would obey no rule"
    told = [event for event in events if event.kind == "refused"]
    if allowed:
        assert not told
    else:
        assert not _SOCKETS & set(asked)
        assert ["socket" in event.data for event in told] == [True]


@pytest.mark.proof
async def test_a_browser_without_such_rules_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens pages all the same, and what it cannot shut is said once."""
    monkeypatch.setattr(sockets, "_METHOD", "Network.unheardOf")
    async with site(tmp_path, sockets=False) as (tab, url, _, events):
        for _ in range(2):
            assert (await tab.open(url)).nodes
    assert [event.text for event in events if event.kind == "warning"] == [OLD]
