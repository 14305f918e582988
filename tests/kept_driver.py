"""One driver of Playwright and one browser for all runs of a test worker, one after another: half of a small run.

Every run still has sessions and a guard of its own, as those of a batch have. A driver lives in one event loop, so the runs of a
worker share that, too: what a run leaves in it is cancelled before the next, as at the end of its own.
"""

import asyncio
import os
import threading
from collections.abc import Coroutine
from contextvars import Context, ContextVar
from typing import Any, Self, TypeVar

from webdart.browser.chromium.driver import Driver, start_driver
from webdart.browser.chromium.executable import DRIVER_VARIABLE
from webdart.browser.chromium.process import Process

T = TypeVar("T")
Task = asyncio.Task[Any]


class KeptDriver:
    """The loop of a worker's runs, and the driver in it; `end` closes both."""

    def __init__(self) -> None:
        self.browsers: list[Process] = []
        self._runner = asyncio.Runner()
        self._driver: Driver | None = None
        self._tasks: set[Task] = set()

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop of the runs; a test's own, where it is asynchronous, is another."""
        return self._runner.get_loop()

    def runner(self, **options: Any) -> "asyncio.Runner | KeptRunner":
        """What stands for `asyncio.Runner`: one on the kept loop, unless that is in use or another thread's."""
        if options or threading.current_thread() is not threading.main_thread() or self.loop.is_running():
            return asyncio.runners.Runner(**options)
        return KeptRunner(self)

    def complete(self, main: Coroutine[Any, Any, T], *, debug: bool | None = None) -> T:
        """What stands for `asyncio.run`."""
        del debug
        with self.runner() as runner:
            return runner.run(main)

    def run(self, work: Coroutine[Any, Any, T], context: Context | None) -> T:
        """Run that on the kept loop."""
        return self._runner.run(work, context=context)

    async def start(self, patience: float = 60.0) -> Driver:
        """What stands for `start_driver`."""
        if asyncio.get_running_loop() is not self.loop or DRIVER_VARIABLE in os.environ:
            return await start_driver(patience)
        if self._driver is None or self._ended():
            before = asyncio.all_tasks()
            self._driver = await start_driver(patience)
            self._tasks = asyncio.all_tasks() - before
        return Driver(self._driver.playwright, _not_yet)

    def _ended(self) -> bool:
        return all(task.done() for task in self._tasks)

    def clear(self) -> None:
        """Cancel what a run has left behind, and wait for its threads."""
        left = asyncio.all_tasks(self.loop) - self._tasks
        for task in left:
            task.cancel()
        if left:
            self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop: Any = self.loop  # its threads are ended as `asyncio.run` does, and it may have others afterwards
        executor, loop._default_executor = loop._default_executor, None
        if executor is not None:
            executor.shutdown(wait=True)
        self.loop.set_exception_handler(None)

    def end(self) -> None:
        """Stop the driver, and close the loop."""
        for browser in self.browsers:
            self.loop.run_until_complete(browser.end())
        if self._driver is not None and not self._ended():
            self.loop.run_until_complete(self._driver.stop())
        self._runner.close()


class KeptBrowsers:
    """What stands for the variable of `one_browser`: for runs on the kept loop there always is one."""

    def __init__(self, kept: KeptDriver, own: "ContextVar[list[Process] | None]") -> None:
        self._kept, self.set, self.reset, self._own = kept, own.set, own.reset, own

    def get(self) -> list[Process] | None:
        """The browsers that are kept; None where none is to be."""
        here = asyncio.get_running_loop() is self._kept.loop
        return self._kept.browsers if here and self._own.get() is None else self._own.get()


class KeptRunner:
    """As `asyncio.Runner`; its loop goes on after it."""

    def __init__(self, kept: KeptDriver) -> None:
        self._kept = kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """The loop."""
        return self._kept.loop

    def run(self, coro: Coroutine[Any, Any, T], *, context: Context | None = None) -> T:
        """Run a coroutine to its end."""
        return self._kept.run(coro, context)

    def close(self) -> None:
        """Clear what is left in the loop."""
        self._kept.clear()


async def _not_yet() -> None:
    """The driver stays for the next run."""
