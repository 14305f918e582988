"""Tells whether a window that a page opened brings a file."""

import asyncio

from playwright.async_api import Page

from webdart.browser.network.guard import Watch


async def gives_a_file(page: Page, frame: str, watch: Watch) -> bool:
    """Whether a new window (`frame` is its top frame) brings a file and no document, once either is there."""
    loaded = asyncio.create_task(page.wait_for_load_state("domcontentloaded"))
    try:
        while not loaded.done() and frame not in watch.gave:
            signal = asyncio.create_task(watch.changed.wait())
            await asyncio.wait({loaded, signal}, return_when=asyncio.FIRST_COMPLETED)
            signal.cancel()
        if loaded.done():
            loaded.result()
    finally:
        loaded.cancel()
    return frame in watch.gave
