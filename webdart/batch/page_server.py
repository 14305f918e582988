"""Loads pages for a run in another process: the far end of `side_browsers`.

A question is a line of JSON, and so is its answer; several are under way at a time. The first line says how the browser
is started. A line every second tells that this process is alive. Between two processes of a machine the lines are those
of stdin and stdout.
"""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from webdart.adapters import browser_options, launch, one_driver
from webdart.browser.port import Browser, BrowserPool, DoWait, Sessions
from webdart.browser.snapshot.transfer import packed_view, unpacked_site
from webdart.errors import PageTimeout, WebdartError
from webdart.plan.model import SitePlan
from webdart.settings import Settings
from webdart.trace import Event, Trace

BEAT_SECONDS = 1.0
"""Between two signs of life."""

Message = Mapping[str, Any]


class PageServer:
    """The tabs of one browser, by the numbers that whoever asks has given them.

    What happens in the browser is told with the next answer.
    """

    def __init__(
        self, pool: BrowserPool, sessions: Sessions, sites: Mapping[str, SitePlan], events: list[Event]
    ) -> None:
        self._events = events
        self._pool = pool
        self._sessions = sessions
        self._sites = sites
        self._tabs: dict[int, Browser] = {}
        self._does: Mapping[str, Callable[[Message], Awaitable[Message]]] = {
            "enter": self._enter,
            "cookies": self._cookies,
            "open": self._open,
            "view": self._view,
            "wait": self._wait,
            "close": self._close,
        }

    async def answer(self, asked: Message) -> Message:
        """What comes of a question: a page, that nothing has changed, or why there is none."""
        try:
            told = await self._does[asked["do"]](asked)
        except PageTimeout as error:
            told = {"unchanged": str(error)} if asked["do"] == "wait" else {"lost": str(error)}
        except WebdartError as error:
            told = {"lost": str(error)}
        said = [{"kind": one.kind, "text": one.text, "data": one.data} for one in self._events]
        self._events.clear()
        return {"id": asked["id"], "events": said, **told}

    async def _enter(self, asked: Message) -> Message:
        await self._sessions.enter(self._sites[asked["site"]], asked["state"])
        return {}

    async def _cookies(self, asked: Message) -> Message:
        await self._sessions.take(self._sites[asked["site"]], asked["cookies"])
        return {}

    async def _open(self, asked: Message) -> Message:
        if asked["tab"] not in self._tabs:
            self._tabs[asked["tab"]] = await self._pool.tab(self._sites[asked["site"]])
        return {"view": packed_view(await self._tabs[asked["tab"]].open(asked["url"], asked["marks"]))}

    async def _view(self, asked: Message) -> Message:
        return {"view": packed_view(await self._tabs[asked["tab"]].view(asked["marks"]))}

    async def _wait(self, asked: Message) -> Message:
        return {"view": packed_view(await self._tabs[asked["tab"]].act(DoWait(asked["seconds"])))}

    async def _close(self, asked: Message) -> Message:
        tab = self._tabs.pop(asked["tab"], None)
        if tab is not None:
            await tab.close()
        return {}


def told_of(settings: Settings) -> Message:
    """What another process needs of the settings to start a browser as this one does."""
    return {
        "browser": None if settings.browser is None else str(settings.browser),
        "ca_file": None if settings.ca_file is None else str(settings.ca_file),
        "proxy": settings.proxy,
        "timeout": settings.timeout,
    }


def settings_of(told: Message) -> Settings:
    """Those of a process of the run's own machine."""
    browser, authorities = (None if told[name] is None else Path(told[name]) for name in ("browser", "ca_file"))
    return Settings(browser=browser, ca_file=authorities, proxy=told["proxy"], timeout=told["timeout"], downloads=0)


async def serve(
    questions: AsyncIterator[str],
    tell: Callable[[Message], None],
    settings_of: Callable[[Message], Settings] = settings_of,
) -> None:
    """Answer every question, until there are no more; the first says for which settings and sites."""
    first: Message = json.loads(await anext(questions))
    sites = {site.name: site for site in map(unpacked_site, first["sites"])}
    beat = asyncio.ensure_future(_beat(tell))
    events: list[Event] = []
    active: set[asyncio.Task[None]] = set()
    try:
        options = browser_options(settings_of(first["settings"]))
        chromium = await launch(options, sites, Trace(time.monotonic, events.append))
        server = PageServer(chromium.pool, chromium.pool, sites, events)
        tell({"ready": True})

        async def answered(asked: Message) -> None:
            tell(await server.answer(asked))

        try:
            async for line in questions:
                task = asyncio.create_task(answered(json.loads(line)))
                active.add(task)
                task.add_done_callback(active.discard)
        finally:
            for task in active:
                task.cancel()
            await chromium.pool.close()
    finally:
        beat.cancel()


async def _beat(tell: Callable[[Message], None]) -> None:
    clock = asyncio.Event()
    while True:
        tell({"alive": True})
        with suppress(TimeoutError):
            await asyncio.wait_for(clock.wait(), BEAT_SECONDS)


async def _lines(file: TextIO) -> AsyncGenerator[str]:
    while line := await asyncio.to_thread(file.readline):
        yield line


async def _serve(answers: TextIO) -> None:
    """Serve until there is nothing to do; a signal closes what is open."""

    def tell(told: Message) -> None:
        answers.write(json.dumps(told) + "\n")
        answers.flush()

    async with one_driver():
        task = asyncio.ensure_future(serve(_lines(sys.stdin), tell))
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        with suppress(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else is printed here is no answer
    asyncio.run(_serve(answers))
