"""Opens what leads to the sites of a run, at the first need."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from webdart.browser.port import Action, Bookmark, Browser, BrowserPool, Documents, Guard, Mode, Outcome, Sessions
from webdart.errors import WebdartError
from webdart.page.model import Held, PageView
from webdart.plan.model import SitePlan


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways to the site: tabs, the guard that holds what could write, and the release of its declared login."""

    pool: BrowserPool
    guard: Guard
    release_login: Callable[[Held, str], Awaitable[Outcome]]
    documents: Documents | None = None  # None: kept pages have no documents but those that were read
    agent: str = ""  # what the browser calls itself
    sessions: Sessions | None = None  # None: nobody is logged in on kept pages


class LightDoors:
    """Doors of a run that may need no browser: it is opened when a tab is first used.

    `documents` are those of our own client.
    """

    def __init__(self, doorway: "Doorway", documents: Documents) -> None:
        self._doorway = doorway
        self.doors = Doors(LightPool(doorway), LightGuard(doorway), self._release_login, documents)

    async def _release_login(self, held: Held, site: str) -> Outcome:
        return await (await self._doorway.doors()).release_login(held, site)


class LightPool:
    """Hands out tabs that open when they are first used."""

    def __init__(self, doorway: "Doorway") -> None:
        self._doorway = doorway

    async def tab(self, site: SitePlan, mode: Mode = "read", *, fresh: bool = False) -> Browser:
        """See `BrowserPool.tab`."""

        async def opened() -> Browser:
            return await (await self._doorway.doors()).pool.tab(site, mode, fresh=fresh)

        return LightTab(opened, self._doorway.begin)

    async def close(self) -> None:
        """The doorway closes what it opened."""


class LightTab:
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


class LightGuard:
    """The guard of a browser that may not be there yet: nothing was held then."""

    def __init__(self, doorway: "Doorway") -> None:
        self._doorway = doorway

    async def release(self, held: Held) -> Outcome:
        """See `Guard.release`."""
        return await (await self._doorway.doors()).guard.release(held)

    async def refuse(self, held: Held) -> None:
        """See `Guard.refuse`."""
        await (await self._doorway.doors()).guard.refuse(held)

    def refused(self) -> tuple[Held, ...]:
        """See `Guard.refused`."""
        there = self._doorway.there
        return () if there is None else there.guard.refused()


class Doorway:
    """The doors of one run: opened once, ahead of their use or when they are first needed, and closed once."""

    def __init__(self, opened: Callable[[], Coroutine[Any, Any, Doors]]) -> None:
        self._open = opened
        self._opening: asyncio.Task[Doors] | None = None

    def begin(self) -> "asyncio.Task[Doors]":
        """Begin to open them; failures are raised to whoever needs them."""
        if self._opening is None:
            self._opening = asyncio.create_task(self._open())
        return self._opening

    @property
    def there(self) -> Doors | None:
        """The doors, if they are open by now."""
        done = self._opening is not None and self._opening.done() and self._opening.exception() is None
        return self._opening.result() if done and self._opening is not None else None

    async def doors(self) -> Doors:
        """The open doors. If the caller stops waiting they go on opening; `close` waits for that.

        Raises:
            WebdartError: they can't be opened.
        """
        return await asyncio.shield(self.begin())

    async def close(self) -> None:
        """Close them, also those that were never needed."""
        if self._opening is not None:
            with suppress(WebdartError):
                await (await self._opening).pool.close()
