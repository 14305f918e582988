"""A site's session is begun anew for the tabs to come, unless what was done in it is to last."""

import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.conftest import Asked, Reply, SiteServer
from webdart.browser.chromium.browser import BrowserOptions, Chromium, ChromiumPool, launch
from webdart.browser.port import Mode
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    made = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield made
    await made.pool.close()


async def _title(pool: ChromiumPool, site: SitePlan, mode: Mode = "read") -> str:
    tab = await pool.tab(site, mode)
    title = (await tab.open(site.url + "/")).title
    await tab.close()
    return title


def _counted(asked: Asked) -> Reply:
    """How often a session has come, which its cookie and its storage tell."""
    visits = int(asked.headers.get("cookie", "visits=0").partition("=")[2]) + 1
    script = "<script>document.title += localStorage.was || ''; localStorage.was = ' again'</script>"
    return Reply(f"<title>{visits}</title><p>Welcome{script}", headers=(("Set-Cookie", f"visits={visits}"),))


async def test_a_session_is_begun_anew(engine: Chromium, site_server: SiteServer) -> None:
    """Neither cookies nor what pages have stored are left; what a login or an act has made is not thrown away."""
    site_server.on("/", _counted)
    site = SitePlan(name="site", url=site_server.url)
    titles = [await _title(engine.pool, site), await _title(engine.pool, site)]
    assert await engine.pool.renew(site)
    titles += [await _title(engine.pool, site), await _title(engine.pool, site, "act")]
    assert not await engine.pool.renew(site)
    assert [*titles, await _title(engine.pool, site)] == ["1", "2 again", "1", "2 again", "3 again"]


async def test_pages_keep_their_pace_in_a_new_session(engine: Chromium, site_server: SiteServer) -> None:
    """The first page of a new session waits for its turn behind the last one of the session before."""
    site_server.on("/", _counted)
    site = SitePlan(name="slow", url=site_server.url, delay=0.4)
    await _title(engine.pool, site)
    began = time.monotonic()
    await engine.pool.renew(site)
    await _title(engine.pool, site)
    assert time.monotonic() - began > 0.3
