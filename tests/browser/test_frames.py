"""Frames are part of the page: of another site, in a process of their own, sandboxed, or nested; and so is the guard."""

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoClick, DoType, Mode
from webdart.browser.snapshot.size_limits import BOUNDS
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

INNER = "<p>inner text</p><label>Word <input></label><button onclick=\"this.textContent='pressed'\">Press</button>"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


def far(site: Any) -> str:
    """The site's second port under another name: to the browser, another site."""
    return site.other.replace("127.0.0.1", "localhost")


async def tab_on(engine: Chromium, site: Any, mode: Mode = "read") -> ChromiumTab:
    allow = (far(site).removeprefix("http://"),)
    return await engine.pool.tab(SitePlan(name="site", url=site.url, allow=allow), mode, fresh=True)


def element(view: PageView, role: str, name: str) -> Element:
    node = next(node for node in view.nodes if node.role == role and node.name == name)
    return Element(node.index, role, name)


PLACES = {
    "another site": "<iframe src='{far}/inner'></iframe>",
    "sandboxed": "<iframe sandbox=allow-scripts src=/inner></iframe>",
    "in a shadow root": "<div><template shadowrootmode=open><iframe src='{far}/inner'></iframe></template></div>",
    "in a frame of another site": "<iframe src='{far}/middle'></iframe>",
    "inserted late": "<script>onload = () => document.body.insertAdjacentHTML('beforeend',"
    " '<iframe src={far}/inner></iframe>')</script>",
    "after others": "<iframe src=/other></iframe><iframe src='{far}/other'></iframe><iframe src='{far}/inner'></iframe>",
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", PLACES)
async def test_what_is_in_a_frame_is_read_and_acted_on(kind: str, engine: Chromium, site_server: Any) -> None:
    """Wherever the frame comes from and however deep it lies: its text is seen, its controls do what they do."""
    site_server.page("/inner", INNER)
    site_server.page("/other", "<p>other<button>Press no</button>")
    site_server.page("/middle", f"<p>middle<iframe src='{site_server.url}/inner'></iframe>")
    site_server.page("/", "<h1>outer</h1>" + PLACES[kind].replace("{far}", far(site_server)))
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    assert "inner text" in view.visible_text_of(0)
    view = await tab.act(DoType(element(view, "textbox", "Word"), "typed"))
    assert next(node.value for node in view.nodes if node.role == "textbox") == "typed"
    view = await tab.act(DoClick(element(view, "button", "Press")))
    assert "pressed" in view.visible_text_of(0)
    await tab.close()


async def test_a_frame_without_scripts_is_read(engine: Chromium, site_server: Any) -> None:
    """The strictest sandbox runs nothing of the page's; it is read without waiting for what never comes."""
    site_server.page("/inner", INNER)
    site_server.page("/", "<iframe sandbox src=/inner></iframe>")
    tab = await tab_on(engine, site_server)
    assert "inner text" in (await tab.open(site_server.url + "/")).visible_text_of(0)
    await tab.close()


async def test_marks_are_answered_in_frames_too(engine: Chromium, site_server: Any) -> None:
    """A selector of the file hits what lies in a frame of another site."""
    site_server.page("/inner", "<ul><li>one<li>two</ul>")
    site_server.page("/", f"<ul><li>zero</ul><iframe src='{far(site_server)}/inner'></iframe>")
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/", ("css=li",))
    assert [view.text_of(node) for node in view.marks["css=li"]] == ["zero", "one", "two"]
    await tab.close()


async def test_a_link_in_a_frame_is_waited_for(engine: Chromium, site_server: Any) -> None:
    """What a click loads into the frame stands in the next view, be it of another site again, and slow."""
    site_server.page("/inner", f"<a href='{site_server.url}/next'>Next</a>")
    site_server.answers("/next", "<p>the next page", slow=0.7)
    site_server.page("/", f"<h1>outer</h1><iframe src='{far(site_server)}/inner'></iframe>")
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "link", "Next")))
    assert "the next page" in view.visible_text_of(0)
    await tab.close()


@pytest.mark.parametrize("mode", ["read", "act"])
async def test_the_guard_holds_what_frames_ask_for(mode: Mode, engine: Chromium, site_server: Any) -> None:
    """A form in a nested frame of another site: refused where the stage reads, held where it acts, never sent."""
    form = "<form method=post action=/write><input name=n value=1><button>Save</button></form>"
    site_server.page("/form", form)
    site_server.page("/middle", f"<iframe src='{far(site_server)}/form'></iframe>")
    site_server.page("/", f"<h1>outer</h1><iframe src='{far(site_server)}/middle'></iframe>")
    tab = await tab_on(engine, site_server, mode)
    view = await tab.open(site_server.url + "/")
    view = await tab.act(DoClick(element(view, "button", "Save")))
    assert [held.method for held in view.held] == (["POST"] if mode == "act" else [])
    await tab.close()
    assert site_server.seen("/write") == []


async def test_what_is_in_a_hidden_frame_does_not_show(engine: Chromium, site_server: Any) -> None:
    """A frame that nobody sees has nothing that anybody sees."""
    site_server.page("/inner", "<p>counting visitors</p>")
    site_server.page("/", "<h1>outer</h1><iframe src=/inner style='display:none'></iframe>")
    tab = await tab_on(engine, site_server)
    view = await tab.open(site_server.url + "/")
    assert view.visible_text_of(0) == "outer"
    await tab.close()


async def test_a_frame_that_may_not_be_loaded_is_empty(engine: Chromium, site_server: Any) -> None:
    """What the proxy or the browser says instead of the frame's document is no part of the page."""
    site_server.page("/", f"<h1>outer</h1><iframe src='{far(site_server)}/inner'></iframe>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    assert view.text_of(0) == "outer"
    await tab.close()


@pytest.mark.proof
async def test_a_frame_that_hangs_costs_little(engine: Chromium, site_server: Any) -> None:
    """A script without end in a frame of another site: the page around it is read, and read again at once."""
    site_server.page("/inner", "<p>never</p><script>onload = () => setTimeout(() => { while (true); })</script>")
    site_server.page("/", f"<h1>outer</h1><iframe src='{far(site_server)}/inner'></iframe>")
    tab = await tab_on(engine, site_server)
    assert "outer" in (await tab.open(site_server.url + "/")).visible_text_of(0)
    assert "outer" in (await tab.view()).visible_text_of(0)
    await tab.close()


@pytest.mark.proof
async def test_frames_beyond_the_bound_are_told(engine: Chromium, site_server: Any) -> None:
    """As many as are looked into say nothing; one more is missing, and the view says so."""
    tab = await tab_on(engine, site_server)
    for count, cut in ((BOUNDS.frames, ()), (BOUNDS.frames + 1, (f"more than {BOUNDS.frames} frames",))):
        site_server.page("/", "<h1>outer</h1>" + "<iframe srcdoc='<p>inner text</p>'></iframe>" * count)
        view = await tab.open(site_server.url + "/")
        assert len(view.cut) == len(cut)
        assert all(said in told for said, told in zip(cut, view.cut, strict=True))
        assert sum(node.text == "inner text" for node in view.nodes) == BOUNDS.frames
    await tab.close()
