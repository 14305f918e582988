"""How is it waited until a page changes?"""

import asyncio
from typing import Any

from webdart.pages.guard import Watch
from webdart.pages.sight import Sight

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
