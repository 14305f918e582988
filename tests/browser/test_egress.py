"""A page tries every way out to another server; none arrives, however the address is spelled."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import DoClick, DoType
from webdart.errors import SourceLine
from webdart.page.locator import element
from webdart.plan.model import LoginPlan, SitePlan
from webdart.trace import Event, Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

VECTORS = {
    "image": "<img src='EVIL/x'>",
    "script": "<script src='EVIL/x'></script>",
    "stylesheet": "<link rel=stylesheet href='EVIL/x'>",
    "font": "<style>@font-face { font-family: f; src: url(EVIL/x) } p { font-family: f }</style>",
    "background": "<style>p { background: url(EVIL/x) }</style>",
    "media": "<video src='EVIL/x' autoplay muted></video>",
    "frame": "<iframe src='EVIL/x'></iframe>",
    "object": "<object data='EVIL/x'></object>",
    "preload": "<link rel=preload as=image href='EVIL/x'>",
    "prefetch": "<link rel=prefetch href='EVIL/x'>",
    "preconnect": "<link rel=preconnect href='EVIL'><link rel=dns-prefetch href='EVIL'>",
    "icon": "<link rel=icon href='EVIL/x'>",
    "manifest": "<link rel=manifest href='EVIL/x'>",
    "speculation rules": '<script type=speculationrules>{"prefetch": [{"source": "list", "urls": ["EVIL/x"]}],'
    ' "prerender": [{"source": "list", "urls": ["EVIL/x"]}]}</script>',
    "fetch": "<script>fetch('EVIL/x', {mode: 'no-cors'})</script>",
    "beacon": "<script>navigator.sendBeacon('EVIL/x')</script>",
    "event source": "<script>new EventSource('EVIL/x')</script>",
    "socket": "<script>new WebSocket('EVIL/x'.replace('http', 'ws'))</script>",
    "worker's fetch": "<script>new Worker(URL.createObjectURL(new Blob([`fetch('EVIL/x', {mode: 'no-cors'})`])))</script>",
    "navigation": "<script>location = 'EVIL/x'</script>",
    "meta refresh": "<meta http-equiv=refresh content='0; url=EVIL/x'>",
    "form": "<form action='EVIL/x'></form><script>document.forms[0].submit()</script>",
    "window": "<script>open('EVIL/x')</script>",
    "redirected image": "<img src='/redirect'>",
    "redirected page": "<script>location = '/redirect'</script>",
    "redirected fetch": "<script>fetch('/redirect', {mode: 'no-cors'})</script>",
    "peer connection": "<script>p = new RTCPeerConnection({iceServers: [{urls: 'turn:EVIL-HOST?transport=tcp',"
    " username: 'u', credential: 'c'}]}); p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o))"
    "</script>",
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


async def visit(engine: Chromium, site: Any, html: str) -> None:
    """Open a page with `html`, and let it run until a later request of it has arrived."""
    later = "<script>setTimeout(() => new Image().src = '/later', 150)</script>"
    site.page("/", f"<p>page</p>{later}{html}")
    tab = await engine.pool.tab(SitePlan(name="site", url=site.url), fresh=True)
    await tab.open(site.url + "/")
    await asyncio.to_thread(site.wait_for, "/later")
    await tab.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("vector", VECTORS)
async def test_no_way_out_reaches_another_server(vector: str, engine: Chromium, site_server: Any) -> None:
    """The other port of this machine is another server: nothing connects to it."""
    evil = asyncio.Event()

    async def reached(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        evil.set()
        writer.close()

    server = await asyncio.start_server(reached, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    site_server.redirect("/redirect", f"http://{host}/x")
    html = VECTORS[vector].replace("EVIL-HOST", host).replace("EVIL", f"http://{host}")
    await visit(engine, site_server, html)
    server.close()
    assert not evil.is_set()


SPELLINGS = (
    "http://localhost:PORT", "http://127.1:PORT", "http://2130706433:PORT", "http://0x7f.0.0.1:PORT",
    "http://0177.0.0.1:PORT", "http://127.0.0.1.:PORT", "http://[::1]:PORT", "http://[::ffff:127.0.0.1]:PORT",
    "http://0.0.0.0:PORT", "http://①②⑦.0.0.1:PORT", "http:\\\\127.0.0.1:PORT", "http://x@127.0.0.1:PORT",
)  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_no_spelling_of_an_address_gets_through(spelling: str, engine: Chromium, site_server: Any) -> None:
    """Whatever the browser makes of it, the connected address is this machine's, and refused."""
    port = site_server.other.rpartition(":")[2]
    await visit(engine, site_server, f"<img src='{spelling.replace('PORT', port)}/x'>")
    assert [asked for asked in site_server.log if asked.port == int(port)] == []


LOGIN = (
    "<form method=post action=/login><label>User <input name=user autocomplete=username></label>"
    "<label>Password <input name=password type=password autocomplete=current-password></label>"
    "<label>Code <input name=code></label><button>Log in</button></form>"
)


async def test_the_browsers_own_services_ask_nobody_about_a_login(site_server: Any) -> None:
    """A form that is filled and sent with a password: the only host that anything asks for is the site's."""
    said: list[Event] = []
    chromium = await launch(BrowserOptions(seconds=20), {}, Trace(time.monotonic, said.append))
    site_server.page("/", LOGIN)
    site_server.page("/login", "<p>welcome</p><script>setTimeout(() => new Image().src = '/later', 1500)</script>")
    tab = await chromium.pool.tab(
        SitePlan(name="site", url=site_server.url, login=LoginPlan(at=SourceLine("test.yaml", 1, 1))), "act"
    )
    view = await tab.open(site_server.url + "/")
    names = {"User": "ann", "Password": "s3cret-Pass", "Code": "123456"}
    for node in view.nodes:
        if node.tag == "input":
            view = await tab.act(DoType(element(view, node), names[node.name]))
    button = next(node for node in view.nodes if node.tag == "button")
    view = await tab.act(DoClick(element(view, button)))
    await chromium.guard.release(view.held[0])
    await asyncio.to_thread(site_server.wait_for, "/later")
    await chromium.pool.close()
    assert [event.text for event in said if event.kind == "refused"] == []
