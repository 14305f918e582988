"""What the real browser observes of labelled pages, scripts off, kept in a cache folder so that it is done once."""

import asyncio
import hashlib
import os
import zlib
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import BrowserContext, Route, async_playwright

from tools.labels import Labelled
from webdart.browser.chromium.executable import find_browser
from webdart.browser.snapshot.payload import FramePayload, look, parse, script
from webdart.extract import Page, page_from_html, page_from_view
from webdart.page.model import PageView

_TOO_LONG = 120_000  # milliseconds for one page, on a machine that is busy with other things
_NO_SCRIPTS = "script-src 'none'; frame-src 'none'"


def default_cache() -> Path:
    """Where snapshots are kept unless a place is given."""
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "webdart-labels"


def place_of(page: Labelled, cache: Path) -> Path:
    """The file of a page's snapshot; a page that changes has another."""
    key = hashlib.sha256(f"{page.url}\n{script()}\n{page.source}".encode()).hexdigest()[:24]
    return cache / key[:2] / f"{key}.z"


def page_of(page: Labelled, cache: Path, *, boxes: bool = True) -> Page:
    """The page as observed, or as parsed without a browser where there is no snapshot or none is wanted."""
    view = view_of(page, cache) if boxes else None
    return page_from_html(page.source, page.url) if view is None else page_from_view(view)


def view_of(page: Labelled, cache: Path) -> PageView | None:
    """What a run is given of the page; None where there is no snapshot."""
    place = place_of(page, cache)
    if not place.exists():
        return None
    return parse([FramePayload(zlib.decompress(place.read_bytes()).decode())])


def take(pages: Sequence[Labelled], cache: Path) -> int:
    """Observe the pages that have no snapshot yet; how many those were."""
    missing = [page for page in pages if not place_of(page, cache).exists()]
    if missing:
        asyncio.run(_observe(missing, cache))
    return len(missing)


async def _observe(pages: Sequence[Labelled], cache: Path) -> None:
    flags = ["--disable-gpu", "--no-first-run", "--disable-background-networking"]
    flags += ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=find_browser(None, ""), args=flags)
        context = await browser.new_context()
        for page in pages:
            place = place_of(page, cache)
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                payload = zlib.compress((await asyncio.wait_for(_payload(context, page), _TOO_LONG / 1000)).encode())
            except Exception as error:  # noqa: BLE001 - whatever stops the browser: the next call tries again
                print(f"{page.name}: no snapshot ({type(error).__name__})")
                continue
            place.write_bytes(payload)
        await browser.close()


async def _payload(context: BrowserContext, page: Labelled) -> str:
    tab = await context.new_page()

    async def answer(route: Route) -> None:
        if route.request.url == page.url:
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": _NO_SCRIPTS}
            await route.fulfill(body=page.source, headers=headers)
        else:
            await route.abort()

    try:
        await tab.route("**/*", answer)
        await tab.goto(page.url, wait_until="domcontentloaded", timeout=_TOO_LONG)
        await tab.evaluate(f"(() => {{ {script()} }})()")
        return str(await tab.evaluate(look()))
    finally:
        await tab.close()
