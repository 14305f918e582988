"""A tab comes back from the windows of a page that close themselves."""

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from tests.browser.step_run import AT, do, words
from webdart.browser.chromium.browser import BrowserOptions, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.plan.model import SitePlan
from webdart.trace import Trace
from webdart.workflow.model import Click

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(loop_scope="module")
async def tab(site_server: Any) -> AsyncIterator[ChromiumTab]:
    engine = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    made = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    yield made
    await made.close()
    await engine.pool.close()


async def test_a_window_that_is_done_leaves_the_one_that_opened_it(tab: Any, site_server: Any):
    """A small window for one more record, which writes it into the form behind it and closes itself."""
    site_server.page(
        "/", "<title>form</title><input id=i value=''><button onclick=\"window.open('/more')\">More</button>"
    )
    site_server.page("/more", "<title>more</title><form action=/kept><button>Keep</button></form>")
    site_server.page("/kept", "<script>opener.document.getElementById('i').value = 'kept'; close()</script>")
    await tab.open(site_server.url + "/")
    view = await do(tab, Click(target=words("More"), at=AT), Click(target=words("Keep"), at=AT))
    assert view.title == "form"
    assert next(node for node in view.nodes if node.tag == "input").value == "kept"
