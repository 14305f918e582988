"""Runs a command's asynchronous work to its end, and stops it when the command is interrupted."""

import asyncio
import os
import select
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TextIO, TypeVar

import click

from webdart.cli.main import Terminated
from webdart.settings import Settings

T = TypeVar("T")
_DEAF_SECONDS = 1.0
"""Reading a page takes less, as a rule; what is cancelled in between can close what it opened."""


def complete(work: Coroutine[object, object, T], *, stopped: Callable[[], None] = lambda: None) -> T:
    """The result of `work`. Ctrl-C and SIGTERM cancel it, so that it closes what it opened, then end the command.

    `stopped` is called when it was cancelled, before its threads are waited for. What then fails where nobody waits
    for it any more (a child process that got the same signal) is not said.

    Raises:
        Terminated: SIGTERM arrived.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        stop = _Stop(loop)

        async def watched() -> T:
            stop.task = asyncio.current_task()
            try:
                return await work
            except asyncio.CancelledError:
                loop.set_exception_handler(_unsaid)
                raise

        with stop.obeyed():
            try:
                return runner.run(watched())
            except (KeyboardInterrupt, asyncio.CancelledError):
                stopped()
                if stop.number == signal.SIGTERM:
                    raise Terminated from None
                if stop.number == signal.SIGINT:
                    raise KeyboardInterrupt from None
                raise


class _Stop:
    """Obeys Ctrl-C and SIGTERM: the first cancels the work, a second one ends it wherever it is.

    Work that computes for long without a look at its loop would hear nothing of being cancelled: it is interrupted.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.task: asyncio.Task[Any] | None = None
        self.number = 0
        self._loop = loop
        self._heard = threading.Event()

    @contextmanager
    def obeyed(self) -> Generator[None]:
        """Within, both signals come here."""
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            self._heard.set()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _stop(self, number: int, _: FrameType | None) -> None:
        if self.number or self.task is None:
            self.number = self.number or number
            raise KeyboardInterrupt
        self.number = number
        self._loop.call_soon_threadsafe(self._cancel)
        threading.Thread(target=self._insist, daemon=True).start()

    def _cancel(self) -> None:
        self._heard.set()
        if self.task is not None:
            self.task.cancel()

    def _insist(self) -> None:
        if not self._heard.wait(_DEAF_SECONDS):
            interrupt_main(signal.SIGINT)


class Enter:
    """Waits in a thread until a person presses Enter; where there is no terminal, for ever (until `withdraw`).

    It may be asked several times. `words` say what to do.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self._withdrawn, self._end = os.pipe()

    async def pressed(self, where: str = "") -> None:
        """Say where we are and what to do, and return when Enter was pressed."""
        if sys.stdin.isatty():
            click.echo(f"{where}; {self._words}" if where else self._words, err=True, nl=False)
        try:
            await asyncio.to_thread(self._wait, [sys.stdin] if sys.stdin.isatty() else [])
        except asyncio.CancelledError:
            self.withdraw()
            raise

    def _wait(self, told: list[TextIO]) -> None:
        ready, _, _ = select.select([*told, self._withdrawn], [], [])
        if self._withdrawn not in ready:
            sys.stdin.readline()

    def withdraw(self) -> None:
        """Record that the wait is over."""
        os.write(self._end, b".")


def attended(settings: Settings) -> Callable[[str], Awaitable[None]] | None:
    """Who answers what a site wants of a person: whoever sees the window, and sits at the terminal."""
    return Enter("then press Enter here ").pressed if settings.headed and sys.stdin.isatty() else None


def _unsaid(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Silence failures that no one awaits; handle whatever else the loop reports as usual."""
    if "never retrieved" not in str(context.get("message", "")):
        loop.default_exception_handler(context)
