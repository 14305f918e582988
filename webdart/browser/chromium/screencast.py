"""Pictures a page for a person as it changes, and hands on what they do with pointer and keys.

A page is pictured by the browser itself (`Page.startScreencast`): whenever it was drawn anew, and not before the last
picture was taken off its hands.
"""

import asyncio
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from webdart.browser.cdp import Gone, Late, Line
from webdart.browser.port import Frame, Pointer, Stroke

_QUALITY = 80  # percent: letters of 12 pixels can still be read
_KINDS = {"moved": "mouseMoved", "pressed": "mousePressed", "released": "mouseReleased", "turned": "mouseWheel"}


class Screencast:
    """The pictures of one page. A page that is gone is pictured no more."""

    def __init__(self, line: Line, told: Callable[[Frame], None]) -> None:
        self._line = line
        self._told = told
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Picture it from now on.

        Raises:
            Gone, Late: the page ended, or does not answer.
        """
        self._line.on("Page.screencastFrame", self._take)
        await self._line.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY, "everyNthFrame": 1})

    def _take(self, said: dict[str, Any]) -> None:
        where = said["metadata"]
        self._told(
            Frame(
                picture=b64decode(said["data"]),
                left=float(where["scrollOffsetX"]),
                top=float(where["scrollOffsetY"]),
                width=float(where["deviceWidth"]),
                height=float(where["deviceHeight"]),
            )
        )
        task = asyncio.get_running_loop().create_task(self._acknowledge(said["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _acknowledge(self, number: int) -> None:
        with suppress(Gone, Late):
            await self._line.send("Page.screencastFrameAck", {"sessionId": number})

    async def end(self) -> None:
        """Picture it no more."""
        with suppress(Gone, Late):
            await self._line.send("Page.stopScreencast")


async def send_pointer(line: Line, pointer: Pointer) -> None:
    """Do what a person does with their pointer.

    Raises:
        Gone, Late: the page ended, or does not answer.
    """
    held = pointer.kind in {"pressed", "released"}
    said: dict[str, Any] = {"type": _KINDS[pointer.kind], "x": pointer.x, "y": pointer.y}
    if held:
        said |= {"button": "left", "clickCount": 1}
    if pointer.kind == "turned":
        said |= {"deltaX": pointer.right, "deltaY": pointer.down}
    await line.send("Input.dispatchMouseEvent", said)


async def send_stroke(line: Line, stroke: Stroke) -> None:
    """Press a key and let go of it.

    Raises:
        Gone, Late: the page ended, or does not answer.
    """
    said: dict[str, Any] = {
        "key": stroke.key,
        "code": stroke.code,
        "windowsVirtualKeyCode": stroke.number,
        "modifiers": stroke.modifiers,
    }
    writes = {"text": stroke.text} if stroke.text else {}
    await line.send("Input.dispatchKeyEvent", {"type": "keyDown" if writes else "rawKeyDown", **said, **writes})
    await line.send("Input.dispatchKeyEvent", {"type": "keyUp", **said})
