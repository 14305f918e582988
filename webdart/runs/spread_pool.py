"""Spreads the pages that a walk loads ahead over a run's own browser and further ones.

The run alone keeps the site's pace, logs in and reads the pages. A page that another browser can't load, or that is
unusual there, is loaded by the run's own: what a page is said to be never depends on where it was loaded.
"""

from collections.abc import Sequence
from itertools import count

from webdart.browser.port import Action, Bookmark, Browser, BrowserPool, Mode, Sessions, SideBrowsers
from webdart.errors import BrowserLost
from webdart.page.model import PageView
from webdart.plan.model import SitePlan


class SpreadPool:
    """Hands out tabs of all browsers in turn; implements `BrowserPool`, for what is only read."""

    def __init__(self, pool: BrowserPool, side: SideBrowsers, sessions: Sessions) -> None:
        self._pool = pool
        self._side = side
        self._sessions = sessions
        self._numbers = count()

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """See `BrowserPool.tab`; the first is our own."""
        ours = next(self._numbers) % (1 + self._side.size) == 0
        if ours or mode != "read":
            return await self._pool.tab(site, mode)
        return SpreadTab(site, self._pool, self._side, self._sessions)

    async def renew(self, site: SitePlan) -> bool:
        """See `BrowserPool.renew`; tabs of other browsers copy the session each time that they load a page."""
        return await self._pool.renew(site)

    async def preserve(self, site: SitePlan) -> None:
        """See `BrowserPool.preserve`."""
        await self._pool.preserve(site)

    async def close(self) -> None:
        """End the further browsers."""
        await self._side.close()


class SpreadTab:
    """A tab of another browser, in whose place one of our own stands where that fails; implements `Browser`."""

    def __init__(self, site: SitePlan, pool: BrowserPool, side: SideBrowsers, sessions: Sessions) -> None:
        self._site = site
        self._pool = pool
        self._side = side
        self._sessions = sessions
        self._far: Browser | None = None
        self._own: Browser | None = None
        self._shown: Browser | None = None
        self._asked = ""

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        self._asked = url
        view = await self._elsewhere(url, marks)
        if view is None:
            self._shown = await self._ours()
            return await self._shown.open(url, marks)
        self._shown = self._far
        return view

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        far = self._far
        if far is not None and self._shown is far:
            try:
                return await far.view(marks)
            except BrowserLost:
                await self._again()
        return await (await self._ours()).view(marks)

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`; what can be done in our own browser alone is done there, on the page as it was opened."""
        far = self._far
        if far is not None and self._shown is far:
            try:
                return await far.act(action)
            except BrowserLost:
                await self._again()
        return await (await self._ours()).act(action)

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        return await (await self._again()).bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        self._shown = await self._ours()
        return await self._shown.return_to(bookmark)

    async def close(self) -> None:
        """See `Browser.close`."""
        for tab in (self._far, self._own):
            if tab is not None:
                await tab.close()

    async def _elsewhere(self, url: str, marks: Sequence[str]) -> PageView | None:
        """The page from the other browser; None where it is to be loaded by our own."""
        try:
            self._far = self._far or await self._side.tab(self._site, self._sessions)
            if self._far is None:
                return None
            await self._sessions.turn(self._site, url)
            view = await self._far.open(url, marks)
        except BrowserLost:
            self._far = None
            return None
        return view if view.status and not view.held and not view.files else None

    async def _again(self) -> Browser:
        """The page that is shown, in our own browser."""
        own = await self._ours()
        if self._shown is not own:
            await own.open(self._asked)
        self._shown = own
        return own

    async def _ours(self) -> Browser:
        self._own = self._own or await self._pool.tab(self._site)
        return self._own
