"""Loads pages of a known series side by side, ahead of the walk.

`Ahead` hands out views in the order in which the walk asks for them, and keeps a bounded number of loads under way. The
walk announces what may come next; a load that is never asked for is cancelled and costs nothing but its request.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from webdart.browser.network.hosts import endpoint_of, is_near
from webdart.browser.port import Browser
from webdart.errors import WebdartError
from webdart.page.model import PageView
from webdart.plan.model import SitePlan

LOCAL_WIDTH = 4
PUBLIC_WIDTH = 2
"""Pages loaded side by side where the site's `pace` says nothing: local hosts, all others."""

NewTab = Callable[[], Awaitable[Browser]]
Load = Callable[[Browser, str], Awaitable[PageView]]


class Ahead:
    """Loads addresses in tabs of its own, at most `width` at a time."""

    def __init__(self, new_tab: NewTab, load: Load, width: int) -> None:
        self._new_tab = new_tab
        self._load_in = load
        self._idle: list[Browser] = []
        self._tabs: list[Browser] = []
        self._slots = asyncio.Semaphore(width)
        self._loads: dict[str, asyncio.Task[PageView]] = {}
        self._given_up: set[asyncio.Task[PageView]] = set()

    def expect(self, urls: Sequence[str]) -> None:
        """These addresses are likely to be asked for, in this order; loads of others are given up."""
        for url in [url for url in self._loads if url not in urls]:
            self._give_up(self._loads.pop(url))
        for url in urls:
            if url not in self._loads:
                self._loads[url] = asyncio.create_task(self._load(url))

    @property
    def expected(self) -> Sequence[str]:
        """What is loaded or under way, in order."""
        return list(self._loads)

    def has(self, url: str) -> bool:
        """Whether `url` is loaded or under way."""
        return url in self._loads

    def is_there(self, url: str) -> bool:
        """Whether the load of `url` has ended."""
        return url in self._loads and self._loads[url].done()

    async def take(self, url: str) -> PageView:
        """The view of an expected address; raises what loading it raised."""
        return await self._loads.pop(url)

    async def close(self) -> None:
        """Give up every load and close the tabs."""
        for load in self._loads.values():
            self._give_up(load)
        self._loads.clear()
        for load in tuple(self._given_up):
            with suppress(asyncio.CancelledError, WebdartError):  # given up: what it would have said is of no interest
                await load
        for tab in self._tabs:
            await tab.close()

    def _give_up(self, load: asyncio.Task[PageView]) -> None:
        """Its tab is another's as soon as the load has ended, which is waited for before the tabs close."""
        self._given_up.add(load)
        load.add_done_callback(self._ended)
        load.cancel()

    def _ended(self, load: asyncio.Task[PageView]) -> None:
        self._given_up.discard(load)
        if not load.cancelled():
            load.exception()  # retrieved, so that asyncio does not log it

    async def _load(self, url: str) -> PageView:
        async with self._slots:
            if self._idle:
                tab = self._idle.pop()
            else:
                tab = await self._new_tab()
                self._tabs.append(tab)
            try:
                return await self._load_in(tab, url)
            finally:
                self._idle.append(tab)


def width_of(site: SitePlan, most: int | None, browsers: int = 1) -> int:
    """The number of pages of a site to load side by side, at most `most`; of several browsers together."""
    usual = browsers * (LOCAL_WIDTH if is_near(endpoint_of(site.url).host) else PUBLIC_WIDTH)
    width = usual if site.concurrency is None else site.concurrency
    return width if most is None else min(width, most)
