"""How does a command wait for asynchronous work, and stop it when it is told to?"""

import asyncio
import gc
import os
import select
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar

import click

from webdart.cli.main import Terminated
from webdart.settings import Settings

T = TypeVar("T")
_YOUNG = 50_000  # objects


@contextmanager
def rarely_collecting() -> Generator[None]:
    """Within, Python looks for cycles once in 50,000 new objects: a page makes thousands, and hardly a cycle."""
    before = gc.get_threshold()
    gc.set_threshold(_YOUNG, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def complete(work: Coroutine[object, object, T], *, stopped: Callable[[], None] = lambda: None) -> T:
    """The result of `work`. Ctrl-C and SIGTERM cancel it, so that it closes what it opened, then end the command.

    `stopped` is called when it was cancelled, before its threads are waited for. What then fails where nobody waits
    for it any more (a child process that got the same signal) is not said.

    Raises:
        Terminated: SIGTERM arrived.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with rarely_collecting(), asyncio.Runner() as runner:
        loop = runner.get_loop()
        terminated: list[int] = []

        async def watched() -> T:
            task = asyncio.current_task()
            assert task is not None

            def stop() -> None:
                terminated.append(signal.SIGTERM)
                task.cancel()

            loop.add_signal_handler(signal.SIGTERM, stop)
            try:
                return await work
            except asyncio.CancelledError:
                loop.set_exception_handler(_unsaid)
                raise

        try:
            return runner.run(watched())
        except KeyboardInterrupt:
            stopped()
            raise
        except asyncio.CancelledError:
            stopped()
            if terminated:
                raise Terminated from None
            raise


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
        """Nobody waits any more."""
        os.write(self._end, b".")


def attended(settings: Settings) -> Callable[[str], Awaitable[None]] | None:
    """Who answers what a site wants of a person: whoever sees the window, and sits at the terminal."""
    return Enter("then press Enter here ").pressed if settings.headed and sys.stdin.isatty() else None


def _unsaid(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say no failure that nobody waits for; whatever else the loop has to say is said as ever."""
    if "never retrieved" not in str(context.get("message", "")):
        loop.default_exception_handler(context)
