"""Starts Playwright's driver, and explains why it does not start.

The driver is a separate program: the Node.js that Playwright bundles, or the one that its environment variable names.
"""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from webdart.browser.chromium.executable import DRIVER_VARIABLE
from webdart.errors import BrowserMissing

_START_SECONDS = 60.0
"""What answers later than this, on a machine that is busy with something else, does not answer."""


class Driver(Struct, frozen=True):
    """A running driver; `stop` is for whoever took it, when its browser has ended."""

    playwright: Playwright
    stop: Callable[[], Awaitable[None]]


_kept: ContextVar["list[Playwright] | None"] = ContextVar("_kept", default=None)


@asynccontextmanager
async def one_driver() -> AsyncGenerator[None]:
    """Within, the browsers of this task start from one driver, which ends with it: a third of a small run's start."""
    drivers: list[Playwright] = []
    token = _kept.set(drivers)
    try:
        yield
    finally:
        _kept.reset(token)
        for driver in drivers:
            await driver.stop()


async def start_driver(patience: float = _START_SECONDS) -> Driver:
    """The driver, running; whoever takes it stops it. `patience` is in seconds.

    Raises:
        BrowserMissing: it does not start, ends at once, or does not answer.
    """
    drivers = _kept.get()
    if drivers is None:
        driver = await _started(patience)
        return Driver(driver, driver.stop)
    if not drivers:
        drivers.append(await _started(patience))
    return Driver(drivers[0], _stay)


async def _stay() -> None:
    """A driver that is kept goes on."""


async def _started(patience: float) -> Playwright:
    named = os.environ.get(DRIVER_VARIABLE)
    if named and shutil.which(named) is None:  # before Playwright tries, which leaves a traceback on the terminal
        raise BrowserMissing(
            f"{DRIVER_VARIABLE} names {named!r}, which is no program that can be run",
            hint=f"correct {DRIVER_VARIABLE}, or unset it: Playwright brings its own along",
        )
    try:
        async with asyncio.timeout(patience):
            return await async_playwright().start()
    except TimeoutError as error:
        raise _not_started(f"no answer within {patience:g} s", named) from error
    except PlaywrightError as error:
        raise _not_started(error.message, named) from error
    except Exception as error:
        if type(error) is not Exception:  # Playwright says by the bare class that its driver has ended
            raise
        raise _not_started(str(error), named) from error


def _not_started(why: str, named: str | None) -> BrowserMissing:
    mend = (
        f"correct {DRIVER_VARIABLE} (it names {named!r}), or unset it"
        if named
        else "pip install --force-reinstall playwright; `webdart doctor` tries it"
    )
    return BrowserMissing(f"Playwright's driver does not start: {why.splitlines()[0]}", hint=mend)
