"""Pages, sites and browsers that fail, and hostile pages, end in time and are told apart."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import time
from typing import Any

import pytest

from tests.browser.tab.conftest import DEADLINE, element
from tests.conftest import Reply
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.executable import find_browser
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.network.load_failure import failed
from webdart.browser.port import DoClick, DoWait
from webdart.errors import (
    BrowserLost,
    BrowserMissing,
    PageTimeout,
    Refused,
    SiteDown,
    SiteError,
    StaleElement,
)
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_other_hosts_and_schemes_are_refused(tab: ChromiumTab, site_server: Any) -> None:
    """By address, by link and by redirect: the tab stays on its site, and the error has the line that allows it."""
    site_server.redirect("/away", site_server.other + "/")
    site_server.page("/", f"<title>home</title><a href='{site_server.other}/'>Other</a>")
    for url in (
        site_server.other + "/",
        "file:///etc/passwd",
        "view-source:" + site_server.url,
        "chrome://version",
        "data:,x",
    ):
        with pytest.raises(Refused):
            await tab.open(url)
    with pytest.raises(Refused, match=r"allow: \[127\.0\.0\.1:"):
        await tab.open(site_server.url + "/away")
    view = await tab.open(site_server.url + "/")
    assert (await tab.act(DoClick(element(view, "link", "Other")))).title == "home"
    assert [asked for asked in site_server.log if asked.port == int(site_server.other.rpartition(":")[2])] == []


async def test_a_host_that_a_page_loads_from_in_vain_is_told_once(site_server: Any) -> None:
    """The line that would allow it is in the trace, once however often the page asks."""
    told: list[str] = []
    site_server.page("/", f"page<img src='{site_server.other}/1'><img src='{site_server.other}/2'>")
    trace = Trace(time.monotonic, lambda event: told.append(event.text))
    chromium = await launch(BrowserOptions(seconds=20), {}, trace)
    tab = await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
    await tab.open(site_server.url + "/")
    await tab.open(site_server.url + "/?again")
    await chromium.pool.close()
    line = f"allow: [{site_server.other.removeprefix('http://')}]"
    assert [line in text for text in told] == [True]


async def test_a_page_that_went_while_it_was_taken_away_is_away(
    engine: Chromium, tab: ChromiumTab, site_server: Any
) -> None:
    """Closing one took longer than two seconds on a busy machine: the browser no longer knew it, and the run ended."""
    site_server.page("/", "<p>still here")
    await engine.close_target("0" * 32)
    assert "still here" in [node.text for node in (await tab.open(site_server.url + "/")).nodes]


async def test_a_site_that_is_down_is_told_apart(engine: Chromium) -> None:
    """Nobody at the port, and no such host, are said in words; both may be tried again."""
    with socket.socket() as closed:  # bound and never listening: nobody answers there
        closed.bind(("127.0.0.1", 0))
        nobody = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        await down(engine, nobody, "no connection")
    await down(engine, "http://nosuch.invalid/", "no such host")


async def down(engine: Chromium, url: str, reason: str) -> None:
    tab = await engine.pool.tab(SitePlan(name="down", url=url), fresh=True)
    with pytest.raises(SiteDown, match=reason):
        await tab.open(url)
    await tab.close()


async def test_a_download_is_no_page(tab: ChromiumTab, site_server: Any) -> None:
    """An attachment is refused, and said to be one."""
    site_server.answers("/x.csv", "a,b", type="text/csv", Content_Disposition="attachment; filename=x.csv")
    with pytest.raises(SiteError, match="download"):
        await tab.open(site_server.url + "/x.csv")


async def test_an_element_that_is_gone_is_stale(tab: ChromiumTab, site_server: Any) -> None:
    """Acting on what is no longer there, and was not found again by role and name, says so."""
    site_server.page("/", "<title>x</title><button id=b>Go</button><script>setTimeout(() => b.remove(), 300)</script>")
    view = await tab.open(site_server.url + "/")
    await tab.act(DoWait(5))
    with pytest.raises(StaleElement, match="Go"):
        await tab.act(DoClick(element(view, "button", "Go")))


HOSTILE = {
    "endless script": "<script>while (true);</script>",
    "endless script after load": "<p>x</p><script>onload = () => setTimeout(() => { while (true); })</script>",
    "alerts for ever": "<script>while (true) alert('x')</script>",
    "history flood": "<p>x</p><script>setInterval(() => { for (let i = 0; i < 500; i++) history.pushState(i, '', '?' + i) })"
    "</script>",
    "reload for ever": "<p>x</p><script>setInterval(() => location.reload(), 20)</script>",
    "popup storm": "<p>x</p><script>for (let i = 0; i < 40; i++) open('/popup')</script>",
    "document without end": "<p>x</p><script>setInterval(() => document.body.append('y'.repeat(1000)))</script>",
}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("kind", HOSTILE)
async def test_a_hostile_page_ends_in_time_and_the_next_page_works(kind: str, site_server: Any) -> None:
    """Whatever it does, the call ends within its deadline and two seconds, and the tab goes on with another page."""
    site_server.page("/", HOSTILE[kind])
    site_server.page("/popup", "popup")
    site_server.page("/fine", "<title>fine</title>fine")
    chromium = await launch(BrowserOptions(seconds=DEADLINE), {}, Trace(time.monotonic))
    tab = await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
    start = time.monotonic()
    with contextlib.suppress(PageTimeout):
        await tab.open(site_server.url + "/")
    assert time.monotonic() - start < DEADLINE + 2
    view = await tab.open(site_server.url + "/fine")
    if view.title != "fine":  # a reload that was under way can win the race once, not twice
        view = await tab.open(site_server.url + "/fine")
    assert view.title == "fine"
    start = time.monotonic()
    await tab.close()
    await chromium.pool.close()
    assert time.monotonic() - start < 10
    with pytest.raises(ProcessLookupError):
        os.kill(chromium.process, 0)


@pytest.mark.proof
async def test_the_deadline_of_a_page_is_the_callers(site_server: Any) -> None:
    """Half a minute in which it answers nothing is not too long where a minute and more is allowed."""
    busy = "const end = Date.now() + 30000; while (Date.now() < end);"
    site_server.page(
        "/", f"<title>slow</title><p>there</p><script>onload = () => setTimeout(() => {{ {busy} }})</script>"
    )
    chromium = await launch(BrowserOptions(seconds=120), {}, Trace(time.monotonic))
    tab = await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
    view = await tab.open(site_server.url + "/")
    await chromium.pool.close()
    assert view.text_of(0) == "there"


async def until_lost(tab: ChromiumTab) -> None:
    while True:
        await tab.view()


async def test_a_browser_that_was_killed_is_lost(site_server: Any) -> None:
    """Every call says so, at once; closing leaves nothing behind."""
    site_server.page("/", "page")
    chromium = await launch(BrowserOptions(seconds=DEADLINE), {}, Trace(time.monotonic))
    tab = await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
    await tab.open(site_server.url + "/")
    os.kill(chromium.process, signal.SIGKILL)
    with pytest.raises(BrowserLost):
        await until_lost(tab)
    with pytest.raises(BrowserLost):
        await chromium.pool.tab(SitePlan(name="site", url=site_server.url))
    await chromium.pool.close()


async def test_a_crashed_page_is_lost_and_the_tab_goes_on(tab: ChromiumTab, engine: Chromium, site_server: Any) -> None:
    """The renderer dies: the call fails by type, the next `open` has a fresh page."""
    site_server.page("/", "<title>fine</title>page")
    await tab.open(site_server.url + "/")
    crash = asyncio.create_task(vars(tab)["_now"].line.send("Page.crash", seconds=3))
    await asyncio.wait([crash])
    crash.exception()
    with pytest.raises(BrowserLost):
        await tab.view()
    assert (await tab.open(site_server.url + "/")).title == "fine"


async def test_a_missing_browser_is_said_with_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """No browser anywhere: the message has the commands that mend it; a named one is not replaced by another."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("webdart.browser.chromium.executable._UNSEEN", ())
    monkeypatch.setenv("WEBDART_BROWSER", "nosuch")
    with pytest.raises(BrowserMissing, match="nosuch"):
        find_browser(None, "")
    monkeypatch.delenv("WEBDART_BROWSER")
    with pytest.raises(BrowserMissing, match="playwright install chromium"):
        find_browser(None, "")


async def test_an_effect_that_never_happened_is_not_read(engine: Chromium, site_server: Any) -> None:
    """A script shows what it wrote, though the write was refused: the page is loaded again, and then read as it is."""
    show = "then(() => document.body.append('all marked as read'))"
    script = f"if (!sessionStorage.told) {{ sessionStorage.told = 1; fetch('/mark', {{method: 'POST'}}).{show} }}"
    site_server.page("/", f"<p>3 unread</p><script>{script}</script>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    assert view.visible_text_of(0) == "3 unread"
    assert len(site_server.seen("/")) == 2
    await tab.close()


async def test_a_page_that_always_writes_is_loaded_again_once(engine: Chromium, site_server: Any) -> None:
    """It asks for the same each time: one more load for the tab, and none for the pages after."""
    site_server.page("/", "<p>page</p><script>fetch('/count?' + Math.random(), {method: 'POST'})</script>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    for _ in range(3):
        assert "page" in (await tab.open(site_server.url + "/")).visible_text_of(0)
    assert len(site_server.seen("/")) == 4
    await tab.close()


async def test_nothing_is_kept_of_what_pages_bring_along(tab: ChromiumTab, site_server: Any) -> None:
    """The driver keeps each request that somebody asks it to tell of, with its answer: 20 kB, 30 times a page."""
    site_server.page("/", "<h1>List</h1>" + "".join(f"<img src='/{place}.png'>" for place in range(30)))
    for _ in range(3):
        await tab.open(site_server.url + "/")
    kept = [one for one in gc.get_objects() if type(one).__name__ == "Request" and hasattr(one, "resource_type")]
    told = [one for one in kept if one.url.startswith(site_server.url) and one.url.endswith(".png")]
    assert told == []


@pytest.mark.proof
async def test_a_frame_that_fails_after_its_page_makes_it_no_whole_one(tab: ChromiumTab, site_server: Any) -> None:
    """The page breaks off, then a document in it does: what came of the page was read as if it were all."""
    rest = "x" * 50_000  # of which half comes

    def inner(_: object) -> Reply:
        return Reply(f"<p>in</p>{rest}", cut=True, hang=0.4)

    def outer(_: object) -> Reply:
        return Reply(f"<iframe src=/in></iframe>{rest}", cut=True)

    site_server.on("/in", inner)
    site_server.on("/", outer)
    with pytest.raises(SiteDown, match="broke off"):
        await tab.open(site_server.url + "/")


async def test_a_site_without_https_is_told_with_how_to_write_it():
    """Its certificate is not what is wrong: there is none."""
    told = failed("net::ERR_SSL_PROTOCOL_ERROR", "https://127.0.0.1:8000/")
    assert "certificate" not in str(told)
    assert "http://" in told.hint


async def test_a_port_of_another_service_is_told_with_what_to_do():
    """The browser's word for it is no help: nothing is said of a site that would be down."""
    told = failed("net::ERR_UNSAFE_PORT", "http://127.0.0.1:6000/")
    assert "port 6000" in told.problem
    assert "ERR" not in str(told)
    assert "`url`" in told.hint
    assert not told.retryable
