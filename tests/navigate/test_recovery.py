"""What a search meets on its way: error pages, alerts, other tabs. It tells them, and goes on."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.conftest import SiteServer
from tests.navigate.search_worlds import Search
from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.port import Action
from webdart.navigate.find.heuristic import Worth, wish_for
from webdart.navigate.find.search_trace import SearchTrace
from webdart.page.model import PageView
from webdart.trace import Event, Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


async def test_an_error_page_is_a_dead_end_and_the_search_goes_on(engine: Chromium, site_server: SiteServer):
    """A link to a page that is gone, one to a server that fails, one to a host that takes nothing: told; the next one works."""
    site_server.page(
        "/", "<h1>Start</h1><a href=/gone>Gone</a> <a href=/down>Down</a> <a href=/lost>Lost</a> <a href=/good>Good</a>"
    )
    site_server.answers("/down", "<h1>Server error</h1>", status=503)
    site_server.drop("/lost")
    site_server.page("/good", "<h1>Good</h1>")
    search = Search(engine, site_server)
    start = await search.start("/")
    worth = Worth(wish_for("", "items", ["name"]), lambda _: 0.0)
    for words in ("Gone", "Down"):
        node = await search.follow(start, words)
        assert (await worth(node.state)).dead
    assert await search.click(start, "Lost") is None
    good = await search.click(start, "Good")
    assert good is not None
    assert not (await worth(good.state)).dead
    assert await search.shown() == "Good"


async def test_an_alert_is_a_node_of_the_tree(engine: Chromium, site_server: SiteServer):
    """It is dismissed, so that it stops nothing; a page over which it stood is another state, that says so."""
    site_server.page("/", "<h1>Start</h1><button onclick=\"alert('Stock is low')\">Ask</button>")
    search = Search(engine, site_server)
    start = await search.start("/")
    asked = await search.follow(start, "Ask")
    assert "Stock is low" in asked.state.dialogs
    assert asked.again is None
    events: list[Event] = []
    told = SearchTrace[PageView, Action](
        Trace(time.monotonic, events.append), lambda seen: seen.url, lambda seen: seen.dialogs
    )
    told.saw(asked)
    assert events[0].data["alerts"] == ["Stock is low"]


@pytest.mark.proof
async def test_a_link_into_another_tab_is_followed_and_gone_back_from(engine: Chromium, site_server: SiteServer):
    """A script opens another tab: it is the page shown, and the first one can be shown again."""
    site_server.page("/", "<h1>Start</h1><button onclick=\"window.open('/other')\">Open</button> <button>Stay</button>")
    site_server.page("/other", "<h1>Other</h1>")
    search = Search(engine, site_server)
    start = await search.start("/")
    other = await search.follow(start, "Open")
    assert other.state.text_of(0) == "Other"
    stay = await search.click(start, "Stay")
    assert stay is not None, search.told.failures
    assert "Start" in await search.shown()
