"""Our world of each document: asked for once, while the document loads, and anew for the next one."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from webdart.browser.cdp import Gone, Line
from webdart.browser.chromium.frames import Document, FrameEvents, Frames

TOP = "top"


class Spoken:
    """A line that notes what is asked, and tells what a page would."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.lost = False
        self._heard: dict[str, Callable[[dict[str, Any]], None]] = {}

    def on(self, event: str, heard: Callable[[dict[str, Any]], None]) -> None:
        self._heard[event] = heard

    async def send(self, method: str, params: dict[str, Any] | None = None, *, seconds: float = 10.0) -> dict[str, Any]:
        self.asked.append(method)
        if method == "Page.createIsolatedWorld":
            if self.lost:
                self.lost = False
                raise Gone("No frame for given id found")
            return {"executionContextId": len(self.asked)}
        return {"result": {"value": (params or {}).get("contextId")}}

    def arrives(self, loader: str) -> None:
        """The page tells that the document of that loading stands there."""
        self._heard["Page.frameNavigated"]({"frame": {"id": TOP, "loaderId": loader}})

    @property
    def worlds(self) -> int:
        """How often a world was asked for."""
        return self.asked.count("Page.createIsolatedWorld")


def deaf(_: object) -> None:
    """Nobody listens."""


async def alike(_: Line) -> None:
    """No frame has a process of its own."""


@pytest.fixture
def line() -> Spoken:
    return Spoken()


@pytest.fixture
def frames(line: Spoken) -> Frames:
    events = FrameEvents(
        attached=deaf, leaving=deaf, unsaid=deaf, loading=deaf, arrived=deaf, resting=deaf, gone=deaf, split=alike
    )
    return Frames(cast("Any", None), Document(TOP, cast("Line", line)), "", events)


async def test_a_document_that_is_told_of_twice_has_one_world(frames: Frames, line: Spoken) -> None:
    """By the page's own event and by the answer to the navigation, in whatever order: its world is asked for once."""
    line.arrives("one")
    frames.arrive(TOP, "one")
    first = await frames.evaluate(frames.top, "1", 1)
    frames.arrive(TOP, "two")
    line.arrives("two")
    second = await frames.evaluate(frames.top, "1", 1)
    assert line.worlds == 2
    assert first != second


async def test_a_world_is_asked_for_before_anybody_looks(frames: Frames, line: Spoken) -> None:
    """As soon as the document stands there: it is there when the page is looked at."""
    line.arrives("one")
    assert await frames.evaluate(frames.top, "1", 1) == 1
    assert line.asked[0] == "Page.createIsolatedWorld"


async def test_a_document_that_went_away_meanwhile_is_told(frames: Frames, line: Spoken) -> None:
    """Whoever looks hears that it is gone, and the next look asks again."""
    line.lost = True
    line.arrives("one")
    with pytest.raises(Gone):
        await frames.evaluate(frames.top, "1", 1)
    assert await frames.evaluate(frames.top, "1", 1) == 2


async def test_a_world_that_nobody_asks_for_may_fail(frames: Frames, line: Spoken) -> None:
    """A page that is left at once leaves no error behind."""
    line.lost = True
    line.arrives("one")
    line.arrives("two")
    assert await frames.evaluate(frames.top, "1", 1) == 2


async def test_frames_that_come_and_go_leave_nothing_behind(frames: Frames, line: Spoken) -> None:
    """A page full of advertisements has new ones each time: their worlds are asked for only when they are looked into."""
    line.arrives("one")
    for number in range(50):
        frames.arrive(f"frame {number}", f"loading {number}")
    await frames.evaluate(frames.top, "1", 1)
    assert line.worlds == 1
