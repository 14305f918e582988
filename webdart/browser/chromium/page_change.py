"""Waits until a page changes or a request is held, within a time limit."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from webdart.browser.chromium.observe import Sight
from webdart.browser.network.guard import Watch

_GRACE = 1.0  # seconds
_GRACE_LEAVING = 0.2
"""Seconds after a held document: the click that asked for it is over, and waits for the answer alone."""

_CHANGE = """new Promise((done) => {
  const observer = new MutationObserver(() => { observer.disconnect(); done(); });
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  setTimeout(() => { observer.disconnect(); done(); }, %d);
})"""


async def until_changed(sight: Sight, watch: Watch, seconds: float) -> None:
    """Until the page changes (told by the page, or by the wire), or the time is over."""
    changed = asyncio.create_task(sight.evaluate(_CHANGE % int(seconds * 1000)))
    signalled = asyncio.create_task(watch.changed.wait())
    await _first(changed, signalled, seconds=seconds)


async def _first(*tasks: asyncio.Task[Any], seconds: float) -> None:
    """Until one of them is done or the time is over; the others are cancelled, a failure is raised."""
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()


async def unless_held(watch: Watch, work: Coroutine[Any, Any, None]) -> None:
    """Do `work`, but not for long once a request is held: what waits for its answer would never end."""
    task = asyncio.create_task(work)
    try:
        while not task.done() and not watch.held:
            signal = asyncio.create_task(watch.changed.wait())
            await asyncio.wait({task, signal}, return_when=asyncio.FIRST_COMPLETED)
            signal.cancel()
        if not task.done():  # a click under way is carried through: what is held need not be what it causes
            leaving = any(held.kind == "Document" for held in watch.held.values())
            await asyncio.wait({task}, timeout=_GRACE_LEAVING if leaving else _GRACE)
        if task.done():
            task.result()
    finally:
        task.cancel()
        await asyncio.wait({task})  # whoever comes next has the page to themselves
        if not task.cancelled():
            task.exception()
