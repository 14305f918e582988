"""How is the document of a tab observed once it has come to rest?

One evaluation in an isolated world waits for rest and takes the observation; a page that is just being left, or that
still fetches data, is looked at again when that is over. Waits are for conditions; the caller sets the deadline.
"""

import asyncio
import json
import time
from collections.abc import Coroutine, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from webdart.pages import view
from webdart.pages.cdp import Closed, Gone, Late, Line
from webdart.pages.guard import Watch

_WORLD = "webdart"
_REST_SECONDS = 8.0  # a page that never rests is read as it is then
_HELD_SECONDS = 1.0
_FRAME_SECONDS = 5.0
_FETCH_SECONDS = 5.0  # a request that takes longer is a long poll: it is not waited for again
_NAVIGATION_SECONDS = 60.0  # longer than any tab's deadline, which ends it first
_SHOW_SECONDS = 0.3  # how long a page may take from having its data to showing it
_LEAVE_SECONDS = 2.0  # an announced navigation that has not even asked for a document by then is none


class EvaluationFailed(Exception):
    """Our script failed in the page."""


@cache
def _settle() -> str:
    return (files("webdart.pages") / "settle.js").read_text(encoding="utf-8")


class Sight:
    """The eyes of one page: its line, and what the page is about to do."""

    def __init__(self, line: Line, frame: str, watch: Watch) -> None:
        self._line = line
        self._frame = frame
        self._watch = watch
        self._worlds: dict[str, int] = {}  # frame → our world of its present document
        self._children: set[str] = set()
        self.frames: tuple[str, ...] = (frame,)  # of the latest look, in the order of its payloads
        self._leaving: float | None = None
        self._polls: set[str] = set()
        self._loading = False
        for event in ("Page.frameRequestedNavigation", "Page.frameScheduledNavigation"):
            line.on(event, self._on_leaving)
        line.on("Page.frameStartedLoading", self._on_loading)
        line.on("Page.frameStoppedLoading", self._on_stopped)
        for event in (
            "Page.frameStoppedLoading",
            "Page.frameClearedScheduledNavigation",
            "Page.navigatedWithinDocument",
        ):
            line.on(event, self._on_staying)
        line.on("Page.frameNavigated", self._on_arrived)
        line.on("Page.frameAttached", lambda event: self._children.add(event["frameId"]))
        line.on("Page.frameDetached", self._on_detached)

    def _on_leaving(self, event: dict[str, Any]) -> None:
        here = event["frameId"] == self._frame and event.get("disposition", "currentTab") == "currentTab"
        if here and event.get("delay", 0) <= _LEAVE_SECONDS:
            self._leaving = time.monotonic()
            self._watch.changed.fire()

    def _on_loading(self, event: dict[str, Any]) -> None:
        self._loading |= event["frameId"] == self._frame

    def _on_stopped(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self._frame:
            self._loading = False

    def _on_staying(self, event: dict[str, Any]) -> None:
        if event["frameId"] == self._frame:
            self._leaving = None
            self._watch.navigating.discard(self._frame)
            self._watch.changed.fire()

    def _on_arrived(self, event: dict[str, Any]) -> None:
        self._worlds.pop(event["frame"]["id"], None)
        if event["frame"]["id"] == self._frame:
            self._leaving = None
            self._watch.navigating.discard(self._frame)
            self._watch.loading.clear()
            self._watch.changed.fire()

    def _on_detached(self, event: dict[str, Any]) -> None:
        self._children.discard(event["frameId"])
        self._worlds.pop(event["frameId"], None)

    def arrive(self) -> None:
        """A new document stands there: its predecessor's world is gone, whether or not the page told us by now."""
        self._worlds.pop(self._frame, None)

    @property
    def busy(self) -> bool:
        """Whether the page still loads, or a request of its scripts is open, however long."""
        return self._loading or self._frame in self._watch.navigating or bool(self._watch.loading)

    async def look(self, marks: Sequence[str]) -> tuple[str, ...]:
        """The observations of the page at rest, the top document's first; at once where a request is held.

        Empty where it cannot be looked at while the request is held: a page that is about to be left answers nothing
        until the decision, nor does one whose script waits for the answer.
        """
        rest, seen = f"(globalThis.webdartRest ??= {_settle()})", view.expression(marks)
        patience, grace = time.monotonic() + _FETCH_SECONDS, 0.0
        while True:
            if self._watch.held:
                top = await self._look_meanwhile(seen)
            else:
                times = f"{_REST_SECONDS * 1000:.0f}, {grace * 1000:.0f}"
                top = await self._unless_held(self.evaluate(f"{rest}({times}).then(() => {seen})"))
                grace = _SHOW_SECONDS if self._watch.loading - self._polls else 0.0
                if top is None or await self._moved(patience):
                    continue
            if top is None:
                return ()
            return str(top), *(await self._look_into_frames(seen) if self._children else ())

    async def _look_into_frames(self, seen: str) -> tuple[str, ...]:
        """The observations of the frames; one that goes away meanwhile, or has a process of its own, is left out."""
        tree = await self._line.send("Page.getFrameTree")
        found: list[tuple[str, str]] = []
        for frame in _below(tree["frameTree"]):
            try:
                found.append((frame, str(await self._once(seen, frame, _FRAME_SECONDS))))
            except (Gone, Late):
                self._worlds.pop(frame, None)
        self.frames = (self._frame, *(frame for frame, _ in found))
        return tuple(text for _, text in found)

    async def place_of(self, frame: str) -> tuple[int, ...]:
        """Where a frame stands in the tree of frames: the places among the children, from the top."""
        tree = (await self._line.send("Page.getFrameTree"))["frameTree"]
        return next((place for found, place in _places(tree, ()) if found == frame), ())

    async def _look_meanwhile(self, seen: str) -> str | None:
        if any(held.kind == "Document" for held in self._watch.held.values()):
            return None
        try:
            return str(await self.evaluate(seen, seconds=_HELD_SECONDS))
        except Late:
            return None

    async def _unless_held(self, looking: Coroutine[Any, Any, Any]) -> Any:
        """The value of `looking`; None as soon as a request is held."""
        task = asyncio.create_task(looking)
        try:
            while not task.done() and not self._watch.held:
                signal = asyncio.create_task(self._watch.changed.wait())
                await asyncio.wait({task, signal}, return_when=asyncio.FIRST_COMPLETED)
                signal.cancel()
            return task.result() if task.done() else None
        finally:
            task.cancel()

    async def _moved(self, patience: float) -> bool:
        """Whether the page has to be looked at again: it was being left, or data was under way."""
        moved = False
        while not self._watch.held and (until := self._unrest(patience)):
            moved = True
            try:
                async with asyncio.timeout_at(asyncio.get_running_loop().time() + until):
                    await self._watch.changed.wait()
            except TimeoutError:
                self._polls |= self._watch.loading
                self._leaving = None
        return moved

    def _unrest(self, patience: float) -> float:
        """Seconds that something under way may still be waited for; 0: nothing is."""
        now = time.monotonic()
        if self._frame in self._watch.navigating:
            return _NAVIGATION_SECONDS
        if self._leaving is not None:
            return max(self._leaving + _LEAVE_SECONDS - now, 0.01)
        return max(patience - now, 0.01) if self._watch.loading - self._polls else 0.0

    async def evaluate(self, expression: str, *, seconds: float = _REST_SECONDS * 3) -> Any:
        """The value of `expression` in our world of the page; again where the page was just replaced.

        Raises:
            EvaluationFailed: the expression threw.
        """
        while True:
            try:
                return await self._once(expression, self._frame, seconds)
            except Closed:
                raise
            except Gone:
                self._worlds.pop(self._frame, None)

    async def evaluate_in(self, expression: str, frame: str) -> Any:
        """The value of `expression` in our world of one frame, as it is now."""
        return await self._once(expression, frame, _FRAME_SECONDS)

    async def _once(self, expression: str, frame: str, seconds: float) -> Any:
        world = self._worlds.get(frame)
        if world is None:
            made = await self._line.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": _WORLD})
            world = self._worlds[frame] = int(made["executionContextId"])
        params = {"expression": expression, "contextId": world, "awaitPromise": True, "returnByValue": True}
        answer = await self._line.send("Runtime.evaluate", params, seconds=seconds)
        if "exceptionDetails" in answer:
            raise EvaluationFailed(json.dumps(answer["exceptionDetails"])[:2000])
        return answer["result"].get("value")


def _below(tree: dict[str, Any]) -> Iterator[str]:
    for child in tree.get("childFrames", ()):
        yield child["frame"]["id"]
        yield from _below(child)


def _places(tree: dict[str, Any], place: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield tree["frame"]["id"], place
    for number, child in enumerate(tree.get("childFrames", ())):
        yield from _places(child, (*place, number))
