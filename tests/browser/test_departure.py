"""A page that its script leaves at once: what stands there meanwhile is not the page, whoever tells what first."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from webdart.browser.cdp import Line
from webdart.browser.chromium.frames import Document
from webdart.browser.chromium.observe import Sight
from webdart.browser.network.guard import Watch

TOP = "top"
SOON = 0.2  # seconds: a look that has not ended by then is waiting


class Told:
    """A line that tells what a page would, and answers every question with how often it has arrived."""

    def __init__(self) -> None:
        self._heard: dict[str, Callable[[dict[str, Any]], None]] = {}
        self._arrived = 0

    def on(self, event: str, heard: Callable[[dict[str, Any]], None]) -> None:
        self._heard[event] = heard

    async def send(self, method: str, _: dict[str, Any] | None = None, *, seconds: float = 10.0) -> dict[str, Any]:
        del seconds
        if method == "Page.createIsolatedWorld":
            return {"executionContextId": 1}
        return {"result": {"value": f"document {self._arrived}"}}

    def tell(self, event: str, **more: object) -> None:
        self._heard[f"Page.{event}"]({"frameId": TOP, "url": "", **more})

    def arrives(self) -> None:
        self._arrived += 1
        self._heard["Page.frameNavigated"]({"frame": {"id": TOP, "loaderId": str(self._arrived)}})


@pytest.fixture
def line() -> Told:
    return Told()


@pytest.fixture
async def sight(line: Told) -> Sight:
    plain = cast("Any", None)
    watch = Watch(id="shop-1", site=plain, mode="read", hosts=plain, egress=plain)
    page = cast("Any", SimpleNamespace(frames=[None]))
    top = Document(TOP, cast("Line", line))
    sight = Sight(page, top, watch, attached=print, gone=print, broke=print)
    line.arrives()
    return sight


async def test_a_page_that_has_begun_to_go_is_waited_for(sight: Sight, line: Told) -> None:
    """The browser plans it no more as soon as it has begun; that its request goes out may be told later."""
    line.tell("frameScheduledNavigation")
    line.tell("frameStartedLoading")
    line.tell("frameClearedScheduledNavigation")
    looking = asyncio.ensure_future(sight.look(()))
    await asyncio.wait({looking}, timeout=SOON)
    assert not looking.done()
    line.arrives()
    assert [seen.text for seen in await asyncio.wait_for(looking, timeout=10)] == ["document 2"]


async def test_a_page_that_does_not_go_after_all_is_looked_at(sight: Sight, line: Told) -> None:
    line.tell("frameScheduledNavigation")
    line.tell("frameClearedScheduledNavigation")
    looking = asyncio.ensure_future(sight.look(()))
    await asyncio.wait({looking}, timeout=SOON)
    assert looking.done()
    assert [seen.text for seen in looking.result()] == ["document 1"]
