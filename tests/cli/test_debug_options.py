"""Options for whoever looks on: `--trace`, `--pause-at`, `--slow`; and what a site's sockets may do."""

import asyncio
import base64
import hashlib
import time
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.conftest import Reply, SiteServer
from webdart import engine
from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.inspect.proposal import draft
from webdart.plan.model import SitePlan
from webdart.secret import encodings
from webdart.settings import build
from webdart.trace import Trace

pytestmark = pytest.mark.browser

CHORE = """webdart: 1
sites:
  desk: {url: "%s", login: {at: /login, user: ada, password: "{{ secret.WORD }}", check: Log out}}
stages:
  - navigate: {start: /}
  - extract: {into: orders, fields: {order: text, price: money}}
  - execute: SELECT count(*) FROM orders
"""
WORD = "s3cret-w0rd-canary"


def desk(site: SiteServer, tmp_path: Path) -> Path:
    site.page(
        "/login", "<form method=post action=/in><input name=u><input name=p type=password><button>Go</button></form>"
    )
    table = "Log out<table><tr><th>Order<th>Price<tr><td>one<td>1.50<tr><td>two<td>2.50</table>"
    site.page("/in", table)
    site.on("/", lambda _: site_answer(site, table))
    path = tmp_path / "orders.yaml"
    path.write_text(CHORE % site.url)
    return path


def site_answer(site: SiteServer, table: str) -> Reply:
    return Reply(table if site.seen("/in") else "Log in")


async def test_a_recording_holds_no_secret(site_server: SiteServer, tmp_path: Path) -> None:
    """`--trace` keeps what Playwright's viewer opens, readable by its user alone, the password blanked."""
    settings = build({"project": str(tmp_path)})
    request = engine.RunRequest(
        file=str(desk(site_server, tmp_path)), settings=settings, secrets={"WORD": WORD}, trace=True
    )
    run = await engine.run(request)
    assert run.result.exit == 0, run.result.error
    (kept,) = (run.folder / "recordings").iterdir()
    assert f"{kept.stat().st_mode & 0o777:o}" == "600"
    with ZipFile(kept) as recording:
        names = recording.namelist()
        whole = b"".join(recording.read(name) for name in names)
    assert any(name.endswith(".trace") for name in names)
    assert not [form for form in encodings(WORD) if form.encode() in whole]


@pytest.mark.proof
async def test_a_run_waits_where_it_was_told_to(site_server: SiteServer, tmp_path: Path) -> None:
    """Once, with the stage's page open; it goes on when the person says so."""
    said: list[str] = []

    async def paused(where: str) -> None:
        said.append(where)

    settings = build({"project": str(tmp_path)})
    request = engine.RunRequest(
        file=str(desk(site_server, tmp_path)), settings=settings, secrets={"WORD": WORD}, pause_at=1, paused=paused
    )
    assert (await engine.run(request)).result.exit == 0
    assert said == ["stage 1 is open in the window"]


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The least server of RFC 6455: one short masked text comes back as it came."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:  # connected to, and left without a word: nothing was opened
        writer.close()
        return
    key = next(line.partition(": ")[2] for line in head.splitlines() if line.lower().startswith("sec-websocket-key"))
    proof = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
    writer.write(
        f"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {proof}\r\n\r\n".encode()
    )
    _, length, *mask = await reader.readexactly(6)
    text = bytes(byte ^ mask[place % 4] for place, byte in enumerate(await reader.readexactly(length & 127)))
    writer.write(bytes([0x81, len(text)]) + text)
    await writer.drain()
    await reader.read()
    writer.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("allowed", [True, False])
async def test_sockets_are_closed_unless_the_site_says_allow(allowed: bool, site_server: SiteServer) -> None:
    """`sockets: allow` lets a page that lives from its socket show its rows; by default it is never opened."""
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    script = f"const s = new WebSocket('ws://127.0.0.1:{port}/'); s.onopen = () => s.send('rows');"
    site_server.page("/", f"<p id=p>none</p><script>{script} s.onmessage = e => p.textContent = e.data</script>")
    chromium = await launch(BrowserOptions(seconds=20), {}, Trace(time.monotonic))
    site = SitePlan(name="site", url=site_server.url, allow=(f"127.0.0.1:{port}",), sockets=allowed)
    tab = await chromium.pool.tab(site)
    view = await tab.open(site_server.url + "/")
    for _ in range(20 if allowed else 2):
        if "rows" in view.text_of(0):
            break
        view = await tab.view()
    assert view.text_of(0) == ("rows" if allowed else "none")
    await chromium.pool.close()
    server.close()


def test_new_says_what_a_page_may_be_empty_without(site_server: SiteServer, tmp_path: Path) -> None:
    """Its script asks in a way that could write: that was refused, and the line of the file which allows it is told."""
    site_server.page("/", "<h1>Orders</h1><script>fetch('/search', {method: 'POST'})</script>")
    sighting = asyncio.run(engine.look(engine.Visit(url=site_server.url), build({"project": str(tmp_path)})))
    remedy = 'if these only read: reads: ["POST /search"]'
    assert sighting.lacking[1] == remedy
    assert f"  # {remedy}" in draft(sighting, site_server.url)
    assert not site_server.seen("/search")
