"""Opens what leads to the sites of a run, at the first need."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct

from webdart.browser.port import (
    Action,
    Bookmark,
    Browser,
    BrowserPool,
    Document,
    Documents,
    Guard,
    Mode,
    Outcome,
    Sessions,
)
from webdart.errors import WebdartError
from webdart.page.model import DataRequest, Held, PageView
from webdart.plan.model import SitePlan


class SiteAccess(Struct, frozen=True):
    """The ways to the site: tabs, the guard that holds what could write, and the release of its declared login."""

    pool: BrowserPool
    guard: Guard
    release_login: Callable[[Held, str], Awaitable[Outcome]]
    documents: Documents | None = None  # None: kept pages have no documents but those that were read
    agent: str = ""  # what the browser calls itself
    sessions: Sessions | None = None  # None: nobody is logged in on kept pages


class LazyAccess:
    """Access of a run that may need no browser: it is opened when a tab is first used.

    `documents` are those of our own client.
    """

    def __init__(self, opener: "AccessOpener", documents: Documents) -> None:
        self._opener = opener
        lazily = LazyDocuments(opener, documents)
        self.access = SiteAccess(LazyPool(opener), LazyGuard(opener), self._release_login, lazily)

    async def _release_login(self, held: Held, site: str) -> Outcome:
        return await (await self._opener.access()).release_login(held, site)


class LazyPool:
    """Hands out tabs that open when they are first used."""

    def __init__(self, opener: "AccessOpener") -> None:
        self._opener = opener

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        """See `BrowserPool.tab`."""

        async def opened() -> Browser:
            return await (await self._opener.access()).pool.tab(site, mode)

        return LazyTab(opened, self._opener.begin)

    async def renew(self, site: SitePlan) -> bool:
        """See `BrowserPool.renew`."""
        return await (await self._opener.access()).pool.renew(site)

    async def preserve(self, site: SitePlan) -> None:
        """See `BrowserPool.preserve`."""
        await (await self._opener.access()).pool.preserve(site)

    async def close(self) -> None:
        """The opener closes what it opened."""


class LazyTab:
    """A tab that opens when it is first used."""

    def __init__(self, opened: Callable[[], Awaitable[Browser]], begin: Callable[[], object]) -> None:
        self._open = opened
        self._begin = begin
        self._tab: Browser | None = None

    def begin(self) -> None:
        """See `Opening.begin`."""
        self._begin()

    async def _there(self) -> Browser:
        if self._tab is None:
            self._tab = await self._open()
        return self._tab

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        return await (await self._there()).open(url, marks)

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        return await (await self._there()).view(marks)

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`."""
        return await (await self._there()).act(action)

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        return await (await self._there()).bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        return await (await self._there()).return_to(bookmark)

    async def close(self) -> None:
        """See `Browser.close`."""
        if self._tab is not None:
            await self._tab.close()


class LazyDocuments:
    """Documents of our own client; those behind a login come on the browser's session as soon as there is one."""

    def __init__(self, opener: "AccessOpener", own: Documents) -> None:
        self._opener = opener
        self._own = own

    async def fetch(self, site: SitePlan, asked: str | DataRequest) -> Document:
        """See `Documents.fetch`."""
        there = None if site.login is None else self._opener.there
        documents = self._own if there is None or there.documents is None else there.documents
        return await documents.fetch(site, asked)

    async def keep(self, view: PageView, asked: str) -> None:
        """See `Documents.keep`."""
        await self._own.keep(view, asked)


class LazyGuard:
    """The guard of a browser that may not be there yet: nothing was held then."""

    def __init__(self, opener: "AccessOpener") -> None:
        self._opener = opener

    async def release(self, held: Held) -> Outcome:
        """See `Guard.release`."""
        return await (await self._opener.access()).guard.release(held)

    async def refuse(self, held: Held) -> None:
        """See `Guard.refuse`."""
        await (await self._opener.access()).guard.refuse(held)

    def refused(self) -> tuple[Held, ...]:
        """See `Guard.refused`."""
        there = self._opener.there
        return () if there is None else there.guard.refused()


class AccessOpener:
    """Opens the access of one run once, ahead of its use or when it is first needed, and closes it once."""

    def __init__(self, opened: Callable[[], Coroutine[Any, Any, SiteAccess]]) -> None:
        self._open = opened
        self._opening: asyncio.Task[SiteAccess] | None = None

    def begin(self) -> "asyncio.Task[SiteAccess]":
        """Begin to open it; failures are raised to whoever needs them."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        return self._opening

    @property
    def there(self) -> SiteAccess | None:
        """The access, if it is open by now."""
        done = self._opening is not None and self._opening.done() and self._opening.exception() is None
        return self._opening.result() if done and self._opening is not None else None

    async def access(self) -> SiteAccess:
        """The open access. If the caller stops waiting it goes on opening; `close` waits for that.

        Raises:
            WebdartError: it can't be opened.
        """
        return await asyncio.shield(self.begin())

    async def close(self) -> None:
        """Close it, also where it was never needed."""
        if self._opening is not None:
            with suppress(WebdartError):
                await (await self._opening).pool.close()
