"""What every `Browser` does, the real one and the double over saved pages."""

import time
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import Browser, DoBack, DoCheck, DoChoose, DoClick, DoGoto, DoType
from webdart.browser.snapshot.saved_page import SavedSite, save
from webdart.errors import StaleElement
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

LIST = """<!doctype html><html lang=en><title>List</title><h1>Items</h1>
<form><label>Words <input name=q></label>
<label>Size <select name=s><option>Small<option>Large</select></label>
<label><input type=checkbox name=c> Gift</label></form>
<a href=/item>Lamp</a> <p class=note>two items</p>"""
ITEM = "<!doctype html><title>Lamp</title><h1>Lamp</h1><p>A lamp.</p><a href=/>All</a>"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest_asyncio.fixture(params=["chromium", "saved"], loop_scope="module")
async def browser(request: Any, engine: Chromium, site_server: Any) -> AsyncIterator[Browser]:
    site_server.page("/", LIST)
    site_server.page("/item", ITEM)
    plan = SitePlan(name="site", url=site_server.url)
    tab = await engine.pool.tab(plan, fresh=True)
    if cast("str", request.param) == "chromium":
        yield tab
    else:
        urls = [site_server.url + "/", site_server.url + "/item"]
        views = {url: await tab.open(url, ("css=.note",)) for url in urls}
        yield await SavedSite({url: save(view) for url, view in views.items()}).tab(plan)
    await tab.close()


def element(view: PageView, role: str, name: str) -> Element:
    return Element(node_of(view, role, name).index, role, name)


def node_of(view: PageView, role: str, name: str) -> Any:
    return next(node for node in view.nodes if node.role == role and node.name == name)


async def test_open_shows_the_page(browser: Browser, site_server: Any) -> None:
    """Address, title, language, status, and the nodes that the marks hit."""
    view = await browser.open(site_server.url + "/", ("css=.note",))
    assert (view.url, view.title, view.language, view.status) == (site_server.url + "/", "List", "en", 200)
    assert [view.text_of(index) for index in view.marks["css=.note"]] == ["two items"]
    assert view.held == view.dialogs == ()


async def test_view_looks_again_without_a_change(browser: Browser, site_server: Any) -> None:
    """The same page, the same nodes."""
    first = await browser.open(site_server.url + "/")
    again = await browser.view()
    assert [(node.tag, node.text) for node in again.nodes] == [(node.tag, node.text) for node in first.nodes]


async def test_a_link_is_followed_and_back_returns(browser: Browser, site_server: Any) -> None:
    """A click goes where the link leads; back shows the page before; goto is opening."""
    view = await browser.open(site_server.url + "/")
    assert (await browser.act(DoClick(element(view, "link", "Lamp")))).title == "Lamp"
    assert (await browser.act(DoBack())).title == "List"
    assert (await browser.act(DoGoto(site_server.url + "/item"))).title == "Lamp"


async def test_controls_take_their_values(browser: Browser, site_server: Any) -> None:
    """What was typed, chosen and ticked stands in the view that comes back."""
    view = await browser.open(site_server.url + "/")
    view = await browser.act(DoType(element(view, "textbox", "Words"), "lamp"))
    view = await browser.act(DoChoose(element(view, "combobox", "Size"), ("Large",)))
    view = await browser.act(DoCheck(element(view, "checkbox", "Gift"), checked=True))
    assert node_of(view, "textbox", "Words").value == "lamp"
    assert node_of(view, "combobox", "Size").value == "Large"
    assert "checked" in node_of(view, "checkbox", "Gift").states


async def test_an_element_is_found_by_its_name_when_its_number_has_moved(browser: Browser, site_server: Any) -> None:
    """Identity is role and name; what has neither place nor name on the page is stale."""
    await browser.open(site_server.url + "/")
    with pytest.raises(StaleElement, match="Chair"):
        await browser.act(DoClick(Element(0, "link", "Chair")))
    assert (await browser.act(DoClick(Element(0, "link", "Lamp")))).title == "Lamp"


async def test_return_to_restores_the_bookmarked_page(browser: Browser, site_server: Any) -> None:
    """After a detour, `return_to` shows what `bookmark` saw."""
    view = await browser.open(site_server.url + "/item")
    mark = await browser.bookmark()
    await browser.act(DoClick(element(view, "link", "All")))
    assert (await browser.return_to(mark)).title == "Lamp"
