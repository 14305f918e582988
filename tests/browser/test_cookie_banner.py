"""What asks about cookies is turned down by its own button, else closed, else hidden; never accepted, nothing sent."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoClick, Mode
from webdart.page.cookie_banner import find_banner
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Observe = Callable[..., Awaitable[PageView]]

OVER = "position:fixed;bottom:0;left:0;right:0;background:white"
PAGE = "<main><h1>Lamps</h1><ul><li>Aurora<li>Borealis</ul><button id=more>More</button></main>"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


def element(view: PageView, role: str, name: str) -> Element:
    node = next(node for node in view.nodes if node.role == role and node.name == name)
    return Element(node.index, role, name)


async def tab_on(engine: Chromium, site: Any, mode: Mode = "read") -> ChromiumTab:
    allow = (site.other.replace("127.0.0.1", "localhost").removeprefix("http://"),)
    return await engine.pool.tab(SitePlan(name="site", url=site.url, allow=allow), mode, fresh=True)


# -- which button ---------------------------------------------------------------------------------------------

CHOICES = {
    "the one that rejects": ("We use cookies.", ["Accept all", "Reject all", "Settings"], "Reject all"),
    "only what is necessary": ("Cookies help us.", ["Agree", "Necessary cookies only"], "Necessary cookies only"),
    "going on without": (
        "Nous utilisons des cookies.",
        ["Accepter", "Continuer sans accepter"],
        "Continuer sans accepter",
    ),
    "in German": ("Wir verwenden Cookies.", ["Alle akzeptieren", "Einstellungen", "Alle ablehnen"], "Alle ablehnen"),
    "in Spanish": ("Usamos cookies.", ["Aceptar todo", "Rechazar todo"], "Rechazar todo"),
    "in Polish": ("Używamy plików cookie", ["Akceptuję", "Odrzuć wszystkie"], "Odrzuć wszystkie"),
    "in Japanese": ("当サイトはクッキーを使用します", ["同意する", "同意しない"], "同意しない"),
    "else the one that closes": ("We value your privacy", ["Accept", "Manage choices", "×"], "×"),
    "else the one that says seen": ("This site uses cookies", ["Got it!"], "Got it!"),
    "never the one that accepts": ("We use cookies", ["Accept all cookies", "Learn more"], None),
    "a later choice is none": ("We use cookies", ["Allow all", "Manage or reject cookies"], None),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", CHOICES)
async def test_the_button_is_chosen_by_its_words(kind: str, observe: Observe) -> None:
    """Reject before close before seen; accepting is no choice at all."""
    said, buttons, wanted = CHOICES[kind]
    inside = "".join(f"<button type=button>{button}</button>" for button in buttons)
    view = await observe(f"{PAGE}<div style='{OVER}'><p>{said}</p>{inside}</div>")
    banner = find_banner(view)
    assert banner is not None
    assert (None if banner.button is None else view.nodes[banner.button].name) == wanted


NO_BANNER = {
    "a shop's own menu": "<nav style='position:sticky;top:0'><a href=/cookies>Cookies</a><button>Close menu</button></nav>",
    "words in the page": "<p>We use cookies to bake. <button>Accept</button> <button>Reject</button></p>",
    "another question": "<div role=dialog>Delete this order? <button>Yes, delete</button><button>Reject</button></div>",
    "the page in a box": f"<div style='position:fixed'>{PAGE}<footer>About cookies <button>OK</button></footer></div>",
    "a foot line": "<div style='position:fixed;bottom:0'><a href=/privacy>Privacy</a> <a href=/cookies>Cookies</a></div>",
}


@pytest.mark.parametrize("kind", NO_BANNER)
async def test_what_is_no_banner_is_left_alone(kind: str, observe: Observe) -> None:
    """Words about cookies alone do not make one, nor does a dialog."""
    assert find_banner(await observe(f"{PAGE}{NO_BANNER[kind]}")) is None


# -- putting it away ------------------------------------------------------------------------------------------

BANNER = (
    f"<div id=ask role=dialog aria-label=Consent style='{OVER};top:0'><h1>Your privacy</h1><p>We use cookies.</p>"
    "<button type=button onclick=\"fetch('/consent',{method:'POST'});navigator.sendBeacon('/told');"
    "document.cookie='asked=no';ask.remove()\">Reject</button><button type=button onclick=\"document.cookie='asked=yes'\">"
    "Accept</button></div><script>if (document.cookie.includes('asked')) ask.remove()</script>"
)


@pytest.mark.parametrize("mode", ["read", "act"])
async def test_a_banner_is_turned_down_and_sends_nothing(mode: Mode, engine: Chromium, site_server: Any) -> None:
    """The page is read without it; what it wanted to post is refused without a word, and the page stays as it is."""
    site_server.page("/", PAGE + BANNER)
    site_server.page("/two", "<h1>Two</h1>" + BANNER)
    tab = await tab_on(engine, site_server, mode)
    view = await tab.open(site_server.url + "/")
    assert (view.visible_text_of(0), view.held) == ("Lamps Aurora Borealis More", ())
    assert (await tab.open(site_server.url + "/two")).visible_text_of(0) == "Two"
    await tab.close()
    assert [asked.path for asked in site_server.log if asked.method != "GET"] == []
    assert [held for held in engine.guard.refused() if held.url.startswith(site_server.url)] == []
    assert site_server.seen("/two")[0].headers["cookie"] == "asked=no"


async def test_a_banner_in_a_frame_of_another_site_is_turned_down(engine: Chromium, site_server: Any) -> None:
    """Its button lies in the frame; what covers the page goes with it."""
    far = site_server.other.replace("127.0.0.1", "localhost")
    ask = "<p>We and our partners use cookies.<button onclick=\"parent.postMessage('bye','*')\">Reject all</button>"
    site_server.page("/ask", ask)
    frame = f"<div id=w style='{OVER};top:0'><iframe src='{far}/ask'></iframe></div>"
    site_server.page("/", PAGE + frame + "<script>onmessage = () => w.remove()</script>")
    tab = await tab_on(engine, site_server)
    assert (await tab.open(site_server.url + "/")).visible_text_of(0) == "Lamps Aurora Borealis More"
    await tab.close()


async def test_a_banner_that_only_accepts_is_hidden(engine: Chromium, site_server: Any) -> None:
    """Nobody consented; the page behind it can be read, clicked and scrolled."""
    site_server.page("/", "<body style='overflow:hidden'>" + PAGE + BANNER.replace(">Reject<", ">Settings<"))
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    assert view.visible_text_of(0) == "Lamps Aurora Borealis More"
    await tab.act(DoClick(element(view, "button", "More")))
    await tab.close()


async def test_every_layer_over_a_button_is_put_away(engine: Chromium, site_server: Any) -> None:
    """A dialog whose button has no words, and what dims the page behind it, which stands beside it."""
    dialog = f"<div role=dialog style='{OVER};inset:20px'><button type=button></button><p>Mind the gap</p></div>"
    dimming = "<div style='position:fixed;inset:0;background:#0008'></div>"
    script = "<script>more.onclick = () => more.textContent = 'done'</script>"
    site_server.page("/", PAGE + "<p>Of lamps and other lights</p>" * 9 + dimming + dialog + script)
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    assert "done" in (await tab.act(DoClick(element(view, "button", "More")))).visible_text_of(0)
    await tab.close()


TAKEN = (
    "<p id=taken>none</p><script>onclick = (event) => taken.textContent = event.target.dataset.of ?? 'none'</script>"
)
LETTER = f"<div role=dialog style='{OVER};inset:0'><p>Our letter</p><p><button type=button>Close</button></p></div>"


@pytest.mark.parametrize("away", ["this.closest('div').remove()", "document.body.innerHTML += ''; drop()", ""])
async def test_what_is_clicked_stays_the_same_when_a_layer_goes(away: str, engine: Chromium, site_server: Any) -> None:
    """Of equal buttons in equal rows, below as much as the dialog had: its place in the page is another's afterwards."""
    drop = "<script>function drop() { document.querySelector('[role=dialog]').remove() }</script>"
    layers = LETTER.replace("type=button", f'type=button onclick="{away}"')
    layers += f"<div style='{OVER};inset:0;background:#0008'><p></p><p></p></div>"
    rows = "".join(f"<div><p>Lamp</p><p><button type=button data-of={n}>Choose</button></p></div>" for n in "abcd")
    site_server.page("/", f"<title>x</title>{drop}{layers}{rows}{TAKEN}")
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    second = [node for node in view.nodes if node.name == "Choose"][1]
    view = await tab.act(DoClick(Element(second.index, "button", "Choose", 1)))
    assert view.visible_text_of(0).endswith(" b"), view.visible_text_of(0)
    await tab.close()


LATE = (
    "<script>more.onclick = () => more.textContent = 'done'; function late(html) { document.body.insertAdjacentHTML("
    "'beforeend', html) } setTimeout(() => late(document.querySelector('template').innerHTML), 700)</script>"
)
NEWS = f"<template><div role=dialog style='{OVER};top:0'><p>Our letter</p><input><button>No, thanks</button></div></template>"


@pytest.mark.parametrize("kind", ["late banner", "letter"])
async def test_what_comes_between_is_put_away_for_a_click(kind: str, engine: Chromium, site_server: Any) -> None:
    """A banner or a plea for an address that shows up later and covers what is to be clicked."""
    over = NEWS if kind == "letter" else f"<template>{BANNER}</template>"
    site_server.page("/", PAGE + over + LATE)
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    while "dialog" not in {node.role for node in view.nodes if node.shown}:
        view = await tab.view()
    view = await tab.act(DoClick(element(view, "button", "More")))
    assert "done" in view.visible_text_of(0)
    await tab.close()


async def test_a_dialog_of_a_writing_stage_stays(engine: Chromium, site_server: Any) -> None:
    """Where something is written a dialog may be the point: what it covers can't be clicked, and that is said."""
    site_server.page(
        "/",
        f"{PAGE}<a href=/more><img src=/dot></a><div role=dialog style='{OVER};top:0'>Really? <button>Close</button></div>",
    )
    tab = await tab_on(engine, site_server, "act")
    view = await tab.open(site_server.url + "/")
    with pytest.raises(Exception, match="did not become ready"):
        await tab.act(DoClick(element(view, "button", "More")))
    with pytest.raises(Exception, match=r"click the link without a name \(number 1 of them\) did not become ready"):
        await tab.act(DoClick(element(view, "link", "")))
    assert "Really?" in (await tab.view()).visible_text_of(0)
    await tab.close()
