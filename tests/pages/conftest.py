"""Real pages in a real browser, observed as an adapter would: the script in an isolated world over CDP."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Page, Route, async_playwright

from webdart.pages.port import PageView
from webdart.pages.view import FramePayload, expression, parse

FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


class Tab:
    """One page under observation, without any of the adapter's machinery."""

    def __init__(self, page: Page, context: BrowserContext) -> None:
        self.page = page
        self.context = context

    async def payloads(self, marks: Sequence[str] = ()) -> list[FramePayload]:
        """The script's answers, the top document's first."""
        session: Any = await self.context.new_cdp_session(self.page)
        texts = [await self._evaluate(session, frame, expression(marks)) for frame in await self._frames(session)]
        await session.detach()
        return [FramePayload(str(text)) for text in texts]

    async def _frames(self, session: Any) -> list[str]:
        trees: list[Any] = [(await session.send("Page.getFrameTree"))["frameTree"]]
        for tree in trees:
            trees.extend(tree.get("childFrames", []))
        return [tree["frame"]["id"] for tree in trees]

    async def _evaluate(self, session: Any, frame: str, code: str) -> object:
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "webdart"})
        answer = await session.send(
            "Runtime.evaluate",
            {"expression": code, "contextId": world["executionContextId"], "returnByValue": True},
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"]["value"]

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """The page as it is now."""
        return parse(await self.payloads(marks), status=200)

    async def selector(self, code: str, frame: int = 0) -> str | None:
        """What the expression of a `Located` gives in its document."""
        session: Any = await self.context.new_cdp_session(self.page)
        found = await self._evaluate(session, (await self._frames(session))[frame], code)
        await session.detach()
        assert found is None or isinstance(found, str)
        return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Chromium]:
    path = os.environ.get("WEBDART_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
    async with async_playwright() as driver:
        flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
        browser = await driver.chromium.launch(executable_path=path, args=flags)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def tab(chromium: Chromium) -> AsyncIterator[Tab]:
    context = await chromium.new_context(viewport={"width": 1200, "height": 800})
    yield Tab(await context.new_page(), context)
    await context.close()


Observe = Callable[..., Awaitable[PageView]]


@pytest.fixture
def observe(tab: Tab) -> Observe:
    """`observe(html) -> PageView`: the page that this HTML makes at http://page.example/."""

    async def look(html: str, marks: Sequence[str] = ()) -> PageView:
        async def answer(route: Route) -> None:
            if route.request.url == "http://page.example/":
                await route.fulfill(body=f"<!doctype html><body>{html}", content_type="text/html; charset=utf-8")
            else:
                await route.abort()

        await tab.page.unroute_all()
        await tab.page.route("**/*", answer)
        await tab.page.goto("http://page.example/")
        return await tab.view(marks)

    return look
