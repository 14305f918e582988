"""Real pages in a real browser, observed as an adapter would: the script in an isolated world over CDP."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser as Chromium
from playwright.async_api import BrowserContext, Locator, Page, Route
from playwright.async_api import Error as PlaywrightError

from webdart.browser.chromium.input import carry_out, elements_of
from webdart.browser.port import (
    Action,
    Bookmark,
    DoBack,
    DoCheck,
    DoChoose,
    DoClick,
    DoDrag,
    DoGoto,
    DoHover,
    DoLeave,
    DoPress,
    DoScroll,
    DoScrollTo,
    DoType,
    DoUpload,
    DoWait,
    DoWiden,
)
from webdart.browser.snapshot import payload as views
from webdart.browser.snapshot.payload import FramePayload, locate, parse
from webdart.browser.snapshot.size_limits import BOUNDS, Bounds
from webdart.errors import StaleElement
from webdart.page.model import Element, PageView


class Tab:
    """One page under observation, without any of the adapter's machinery."""

    def __init__(self, page: Page, context: BrowserContext) -> None:
        self.page = page
        self.context = context

    async def payloads(self, marks: Sequence[str] = (), bounds: Bounds = BOUNDS) -> list[FramePayload]:
        """The script's answers, the top document's first."""
        session: Any = await self.context.new_cdp_session(self.page)
        texts = [
            await self._evaluate(session, frame, views.script() + views.look(marks, bounds))
            for frame in await self._frames(session)
        ]
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

    async def view(self, marks: Sequence[str] = (), bounds: Bounds = BOUNDS) -> PageView:
        """The page as it is now."""
        return parse(await self.payloads(marks, bounds), status=200)

    async def selector(self, code: str, frame: int = 0) -> str | None:
        """What the expression of a `Located` gives in its document."""
        session: Any = await self.context.new_cdp_session(self.page)
        found = await self._evaluate(session, (await self._frames(session))[frame], code)
        await session.detach()
        assert found is None or isinstance(found, str)
        return found


@pytest_asyncio.fixture(loop_scope="session")
async def tab(chromium: Chromium) -> AsyncIterator[Tab]:
    context = await chromium.new_context(viewport={"width": 1200, "height": 800})
    yield Tab(await context.new_page(), context)
    await context.close()


ORIGIN = "http://page.example/"
Observe = Callable[..., Awaitable[PageView]]


async def serve(page: Page, pages: Mapping[str, str]) -> None:
    """Answer the paths of `pages` with their HTML, everything else not at all."""

    async def answer(route: Route) -> None:
        html = pages.get(urlsplit(route.request.url).path) if route.request.url.startswith(ORIGIN) else None
        if html is None:
            await route.abort()
        else:
            await route.fulfill(body=f"<!doctype html><body>{html}", content_type="text/html; charset=utf-8")

    await page.unroute_all()
    await page.route("**/*", answer)


@pytest.fixture
def observe(tab: Tab) -> Observe:
    """`observe(html) -> PageView`: the page that this HTML makes at http://page.example/."""

    async def look(html: str, marks: Sequence[str] = (), bounds: Bounds = BOUNDS) -> PageView:
        await serve(tab.page, {"/": html})
        await tab.page.goto(ORIGIN)
        return await tab.view(marks, bounds)

    return look


_CHANGE = """seconds => new Promise(done => {
  const watch = new MutationObserver(() => { watch.disconnect(); done(); });
  watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
  setTimeout(() => { watch.disconnect(); done(); }, seconds * 1000);
})"""


class LiveTab:
    """The least tab that steps can be tried on: the real page, the real script, no guard and no session."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.latest: PageView | None = None

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Load an address."""
        await self.tab.page.goto(url)
        return await self.view(marks)

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """Look."""
        self.latest = await self.tab.view(marks)
        return self.latest

    async def _find(self, element: Element) -> Locator:
        assert self.latest is not None
        found = locate(self.latest, element.node)
        selector = await self.tab.selector(found.expression, found.frame)
        if selector is None:
            raise StaleElement("gone", url=self.tab.page.url)
        return self.tab.page.locator(selector)

    async def act(self, action: Action) -> PageView:
        """Do it, as an adapter would."""
        page = self.tab.page
        match action:
            case (
                DoClick()
                | DoHover()
                | DoLeave()
                | DoType()
                | DoChoose()
                | DoCheck()
                | DoUpload()
                | DoPress()
                | DoDrag()
                | DoScroll()
                | DoScrollTo()
                | DoWiden()
            ):
                await carry_out(action, page, tuple([await self._find(one) for one in elements_of(action)]), 3000)
            case DoWait():
                try:
                    await page.evaluate(_CHANGE, action.seconds)
                except PlaywrightError:  # the page went away: a change
                    await page.wait_for_load_state()
            case DoGoto():
                await page.goto(action.url)
            case DoBack():
                await page.go_back()
        return await self.view()

    async def bookmark(self) -> Bookmark:
        """Where it is."""
        return Bookmark(self.tab.page.url, "")

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """Load it again."""
        return await self.open(bookmark.url)

    async def close(self) -> None:
        """The fixture closes the page."""


@pytest.fixture
def live(tab: Tab) -> Callable[..., Awaitable[LiveTab]]:
    """`live(html, **others) -> LiveTab`: a tab on this page; `others` are pages by name (`/name`)."""

    async def start(html: str, **others: str) -> LiveTab:
        await serve(tab.page, {"/": html, **{f"/{name}": text for name, text in others.items()}})
        await tab.page.goto(ORIGIN)
        return LiveTab(tab)

    return start
