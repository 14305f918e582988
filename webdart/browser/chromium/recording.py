"""Records a run for later viewing, without its secrets.

It is Playwright's own trace: every action with the page before and after it, and what was loaded; `playwright
show-trace` opens it. It contains what was typed, so every secret is blanked before the file enters the run's folder.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from playwright.async_api import BrowserContext


async def begin(context: BrowserContext) -> None:
    """Record from now on."""
    await context.tracing.start(screenshots=True, snapshots=True)


async def keep(context: BrowserContext, raw: Path, path: Path, mask: Callable[[str], str]) -> None:
    """End the recording and keep it at `path`, readable by its user alone; `raw` is where it may lie meanwhile."""
    await context.tracing.stop(path=raw)
    await asyncio.to_thread(_copy, raw, path, mask)


def _copy(raw: Path, path: Path, mask: Callable[[str], str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    own = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with ZipFile(raw) as whole, os.fdopen(own, "wb") as file, ZipFile(file, "w", ZIP_DEFLATED) as kept:
        for name in whole.namelist():
            kept.writestr(name, _masked(whole.read(name), mask))
    raw.unlink()


def _masked(data: bytes, mask: Callable[[str], str]) -> bytes:
    try:
        text = data.decode()
    except UnicodeDecodeError:  # a picture, a font
        return data
    return mask(text).encode()
