"""Hands a person's pointer and keys on to the page, and says when the page is to be looked at again."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager

from webdart.browser.port import Frame, Screen
from webdart.studio.commands import Point, Press

_AT_MOST = 4  # movements of the pointer that wait
_EFFECTS = 12  # pictures after a click or a key for which the page is looked at again; one that moves has no end
_SHOWN_SECONDS = 0.15
"""From an input, or a picture of what it does, until the page is looked at: a look is work for both processors, and
would hold up the picture that the person waits for."""


class InputRelay:
    """A person's hands on a page: `pressed` gets where the page is pressed, `look` is called when it may have changed.

    `guarded` makes the context in which each input is handed on: a failure there is told, and work goes on.
    """

    def __init__(
        self,
        screen: Screen,
        look: Callable[[], None],
        pressed: Callable[[float, float], None],
        guarded: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self._screen, self._look, self._pressed, self._guarded = screen, look, pressed, guarded
        self._inputs: asyncio.Queue[Point | Press] = asyncio.Queue()
        self._corner = (0.0, 0.0)
        self._effects = 0
        self._due: asyncio.TimerHandle | None = None

    def seen(self, frame: Frame) -> None:
        """Note which part of the page is in view, and that it was drawn anew: what was done may still have effects."""
        self._corner = (frame.left, frame.top)
        if self._effects > 0:
            self._effects -= 1
            if self._due is None:
                self._look_soon()

    def take(self, command: Point | Press) -> None:
        """Hand it on when it is its turn; of many movements the latest few."""
        moves = isinstance(command, Point) and command.do == "moved"
        if not (moves and self._inputs.qsize() > _AT_MOST):
            self._inputs.put_nowait(command)

    async def work(self) -> None:
        """Hand on what comes, until cancelled."""
        while True:
            command = await self._inputs.get()
            with self._guarded():
                await self._do(command)
            if isinstance(command, Press) or command.do in {"released", "turned"}:
                self._effects = _EFFECTS
                self._look_soon()

    def _look_soon(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = asyncio.get_running_loop().call_later(_SHOWN_SECONDS, self._look_now)

    def _look_now(self) -> None:
        self._due = None
        self._look()

    async def _do(self, command: Point | Press) -> None:
        if isinstance(command, Press):
            await self._screen.stroke(command.stroke)
            return
        if command.do == "pressed":
            self._pressed(command.x + self._corner[0], command.y + self._corner[1])
        await self._screen.point(command.pointer)
