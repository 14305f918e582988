"""A page is drawn coarsely until something is pointed at; neither it, nor who points, nor a picture shows it."""

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.browser.port import DoClick
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SIZES = (
    "[devicePixelRatio, innerWidth, innerHeight, screen.width, screen.height, visualViewport.scale, window.resized | 0]"
)
PAGE = f"""<!doctype html><style>body {{ margin: 0 }} button {{ position: absolute; left: 900px; top: 700px; width: 90px }}</style>
<button onclick="at.textContent = [event.clientX, event.clientY, {SIZES}]">Here</button><p id=at></p>
<script>addEventListener('resize', () => {{ window.resized = 1 }}); at.textContent = {SIZES}</script>"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


def told(view: PageView) -> list[float]:
    return [float(part) for part in view.visible_text_of(0).replace("Here", "").split(",")]


def scales(tab: ChromiumTab, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the browser is told to scale its drawing by, as it is told."""
    said: list[float] = []
    line = vars(tab)["_now"].line
    send = line.send

    async def heard(method: str, params: Any = None, **kwargs: Any) -> Any:
        if method == "Emulation.setDeviceMetricsOverride":
            said.append(params["scale"])
        return await send(method, params, **kwargs)

    monkeypatch.setattr(line, "send", heard)
    return said


async def test_what_is_pointed_at_is_met_and_the_page_keeps_its_size(
    engine: Chromium, site_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first click finds the place that it would find on a page that is drawn in full; the second needs no more."""
    site_server.page("/", PAGE)
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    view = await tab.open(site_server.url + "/")
    sizes, said = told(view), scales(tab, monkeypatch)
    assert sizes == [1, 1280, 900, 1280, 900, 1, 0]
    for _ in range(2):
        button = next(node for node in view.nodes if node.role == "button")
        view = await tab.act(DoClick(Element(button.index, "button", "Here")))
        x, y, *after = told(view)
        assert 900 < x < 990
        assert 700 < y < 730
        assert after == sizes
    assert said == [1.0]
    await tab.close()


async def test_a_picture_is_as_sharp_before_as_after(engine: Chromium, site_server: Any) -> None:
    """The report's thumbnails come from tabs in which nothing was ever pointed at."""
    site_server.page("/", f"{PAGE}<h1 style='font-size: 60px'>Lamps and chairs</h1>")
    tab = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    await tab.open(site_server.url + "/")
    before = await tab.picture(1.0)
    await vars(tab)["_now"].canvas.fine()
    assert before
    assert before == await tab.picture(1.0)
    await tab.close()
