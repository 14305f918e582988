"""A tab of a real browser of its own for each file, and how its pages are read."""

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio

from webdart.browser.chromium.browser import BrowserOptions, Chromium, launch
from webdart.browser.chromium.tab import ChromiumTab
from webdart.page.model import Element, PageView
from webdart.plan.model import SitePlan
from webdart.trace import Trace

DEADLINE = 4.0
TICKING = "<script>setInterval(() => new Image().src = '/tick?' + Math.random(), 100)</script>"
"""Tells by requests how long a page is looked at, at its own pace: on a machine pressed for time it ticks slower."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def engine() -> AsyncIterator[Chromium]:
    chromium = await launch(BrowserOptions(seconds=20, ready_seconds=5), {}, Trace(time.monotonic))
    yield chromium
    await chromium.pool.close()


@pytest_asyncio.fixture(loop_scope="module")
async def tab(engine: Chromium, site_server: Any) -> AsyncIterator[ChromiumTab]:
    made = await engine.pool.tab(SitePlan(name="site", url=site_server.url), fresh=True)
    yield made
    await made.close()


def element(view: PageView, role: str, name: str) -> Element:
    node = next(node for node in view.nodes if node.role == role and node.name == name)
    return Element(node.index, role, name)


def text(view: PageView) -> str:
    return view.text_of(0)
