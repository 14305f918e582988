"""Opens what leads to the sites of a run, at the first need."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from webdart.browser.port import BrowserPool, Guard, Outcome
from webdart.errors import WebdartError
from webdart.page.model import Held


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways to the site: tabs, the guard that holds what could write, and the release of its declared login."""

    pool: BrowserPool
    guard: Guard
    release_login: Callable[[Held, str], Awaitable[Outcome]]


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
