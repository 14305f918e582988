"""A studio on loopback, and the page of the person who works in it, in a real browser."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, expect

from webdart.settings import Settings, build
from webdart.studio import Job, serve

PATIENCE = 60_000  # milliseconds that a page of ours may need on a machine under load

Studio = Callable[..., AbstractAsyncContextManager[str]]
Person = Callable[[str], AbstractAsyncContextManager[Page]]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Those of an empty project."""
    (tmp_path / ".webdart").mkdir()
    return build({"project": str(tmp_path)}, environment={})


@pytest.fixture
def studio(settings: Settings, tmp_path: Path) -> Studio:
    """A studio for an address (and a chore), that saves as `chore.yaml`; gives where it is opened."""

    @asynccontextmanager
    async def opened(url: str, chore: str = "") -> AsyncGenerator[str]:
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        job = Job(url=url, locale="en-US", out=tmp_path / "chore.yaml", settings=settings, chore=chore)
        serving = asyncio.create_task(serve(job, told.set_result))
        await asyncio.wait({serving, told}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving
        try:
            yield told.result()
        finally:
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving

    return opened


@pytest.fixture
def person(chromium: Chromium) -> Person:
    """A page that has opened an address and has all that the studio tells at first; nothing may fail in it."""

    @asynccontextmanager
    async def opened(url: str) -> AsyncGenerator[Page]:
        expect.set_options(timeout=PATIENCE)
        context = await chromium.new_context(viewport={"width": 1280, "height": 1000})
        page = await context.new_page()
        failed: list[str] = []
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.on("console", lambda message: failed.append(message.text) if message.type == "error" else None)
        await page.goto(url)
        await page.wait_for_selector("#stage[data-frames]")
        await page.wait_for_selector("body[data-ready]")
        yield page
        await context.close()
        assert failed == []

    return opened
