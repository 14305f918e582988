"""Tracks the documents that make up a page, and the protocol session of each.

A frame of another site, or a sandboxed one, has its own process and therefore its own line (a protocol session); all
others use the line of the document around them. Frames come, go and change sides at any time: when one does, what is
known of them is discarded and asked again.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from webdart.browser.cdp import Gone, Late, Line, typed
from webdart.browser.snapshot.size_limits import BOUNDS
from webdart.surrogates import well_formed_json

_WORLD = "webdart"
_NODE_OF = "function () { return globalThis.webdartView?.nodeOf(this) ?? -1; }"


class EvaluationFailed(Exception):
    """Our script failed in the page."""


class Document(Struct, frozen=True):
    """One document of a page: its frame's id, the line that leads to it, the frame around it ("" around the top)."""

    frame: str
    line: Line
    above: str = ""


class FrameEvents(Struct, frozen=True, kw_only=True):
    """Who is told when a frame came, asked to go elsewhere, loads, arrived, came to rest or went away (by its id).

    `unsaid` is told that what it asked for is planned no more: it has begun, or never will. `split` is told the line of
    a frame that has a process of its own.
    """

    attached: Callable[[str], None]
    leaving: Callable[[dict[str, Any]], None]
    unsaid: Callable[[str], None]
    loading: Callable[[str], None]
    arrived: Callable[[str], None]
    resting: Callable[[str], None]
    gone: Callable[[str], None]
    split: Callable[[Line], Awaitable[None]]


class Frames:
    """The documents of one page. `script` is what our world of each of them is given."""

    def __init__(self, page: Page, top: Document, script: str, events: FrameEvents) -> None:
        self._page = page
        self.top = top
        self._script = script
        self._events = events
        self._worlds: dict[str, asyncio.Task[int]] = {}  # frame → our world of its present document
        self._loader = ""  # by which loading the page's own document came, as far as known
        self._lines: dict[Frame, Line | None] = {}  # None: a frame of its parent's process
        self._mute: set[str] = set()
        self.more = False  # than were told by `below`
        self._listen(top.line)

    async def begin(self) -> None:
        """Hear of the page's documents; each of its own process is given the script as soon as it is there."""
        await self.top.line.send("Page.enable")
        given = {"source": self._script, "worldName": _WORLD}
        await self.top.line.send("Page.addScriptToEvaluateOnNewDocument", given)

    def _listen(self, line: Line) -> None:
        for event in ("Page.frameRequestedNavigation", "Page.frameScheduledNavigation"):
            line.on(event, self._events.leaving)
        for event in ("Page.frameStoppedLoading", "Page.navigatedWithinDocument"):
            line.on(event, lambda said: self._events.resting(said["frameId"]))
        line.on("Page.frameClearedScheduledNavigation", lambda said: self._events.unsaid(said["frameId"]))
        line.on("Page.frameStartedLoading", lambda said: self._events.loading(said["frameId"]))
        line.on("Page.frameNavigated", self._on_arrived)
        line.on("Page.frameAttached", self._on_attached)
        line.on("Page.frameDetached", self._on_detached)

    def _on_arrived(self, event: dict[str, Any]) -> None:
        frame = event["frame"]["id"]
        self.arrive(frame, event["frame"]["loaderId"])
        self._events.arrived(frame)

    def _on_attached(self, event: dict[str, Any]) -> None:
        self._lines.clear()
        self._events.attached(event["frameId"])

    def _on_detached(self, event: dict[str, Any]) -> None:
        self._lines.clear()
        self.arrive(event["frameId"])
        if event.get("reason") == "swap":  # it has arrived in another process, and lives on there
            self._events.arrived(event["frameId"])
        else:
            self._events.gone(event["frameId"])

    def arrive(self, frame: str, loader: str = "") -> None:
        """A new document stands in that frame: its predecessor's world is gone. Told twice, it is new once.

        The page's own will be looked at: its world is asked for at once, while it loads.
        """
        top = frame == self.top.frame
        if top and loader and self._loader == loader:
            return
        self._worlds.pop(frame, None)
        self._mute.discard(frame)
        if top:
            self._loader = loader
        if top and loader:
            self._world_of(self.top)

    def _world_of(self, document: Document) -> asyncio.Task[int]:
        """Our world of a document, asked for once."""
        if document.frame not in self._worlds:
            task = asyncio.ensure_future(_entered(document))
            task.add_done_callback(_looked_at)
            self._worlds[document.frame] = task
        return self._worlds[document.frame]

    def hush(self, frame: str) -> None:
        """Its document does not answer: it is left out until it has gone elsewhere."""
        self._mute.add(frame)

    async def below(self) -> tuple[Document, ...]:
        """The documents of the frames, in no particular order; those that hang or went away are left out.

        There are `more` where the page has too many.
        """
        self.more = False
        if len(self._page.frames) < 2:
            return ()
        found = (await self._tree(self.top.line))[1:]
        for frame in self._page.frames[1 : BOUNDS.frames + 1]:
            line = await self._line_of(frame)
            if line is not None:
                found += await self._tree(line)
        self.more = max(len(found), len(self._page.frames) - 1) > BOUNDS.frames
        return tuple(document for document in found[: BOUNDS.frames] if document.frame not in self._mute)

    async def _tree(self, line: Line) -> list[Document]:
        """The documents of one process below (and with) the one that its line is for."""
        try:
            answer = await line.send("Page.getFrameTree")
        except Gone:
            return []
        return [Document(frame["id"], line, frame.get("parentId", "")) for frame in _every(answer["frameTree"])]

    async def _line_of(self, frame: Frame) -> Line | None:
        """The line of a frame with a process of its own; None for one that shares its parent's."""
        if frame not in self._lines:
            self._lines[frame] = await self._open_line(frame)
        return self._lines[frame]

    async def _open_line(self, frame: Frame) -> Line | None:
        try:
            line = Line(await self._page.context.new_cdp_session(frame))
        except PlaywrightError as error:
            if typed(error) is None and "separate CDP session" not in error.message and not frame.is_detached():
                raise
            return None
        try:
            self._listen(line)
            await asyncio.gather(line.send("Page.enable"), self._events.split(line))
            for inner in await self._tree(line):
                self._events.attached(inner.frame)
        except (Gone, Late):
            return None
        return line

    async def owners(self, document: Document, others: Mapping[str, Document]) -> list[int]:
        """The nodes, in the latest observation of its document, of each frame element around one, outermost first.

        `others` are the documents of the page by frame.

        Raises:
            Gone: one of them is no more.
        """
        found: list[int] = []
        while document.above:
            around = others.get(document.above)
            if around is None:
                raise Gone(f"the frame around {document.frame} is not there")
            owner = await around.line.send("DOM.getFrameOwner", {"frameId": document.frame})
            asked = {
                "backendNodeId": owner["backendNodeId"],
                "executionContextId": await asyncio.shield(self._world_of(around)),
            }
            node = await around.line.send("DOM.resolveNode", asked)
            call = {"functionDeclaration": _NODE_OF, "objectId": node["object"]["objectId"], "returnByValue": True}
            answer = await around.line.send("Runtime.callFunctionOn", call)
            found.insert(0, int(answer["result"]["value"]))
            document = around
        return found

    async def evaluate(self, document: Document, expression: str, seconds: float) -> Any:
        """The value of `expression` in our own world of a document.

        Raises:
            EvaluationFailed: the expression threw.
            Gone: the document is no more.
            Late: it did not end in time.
        """
        try:
            world = await asyncio.shield(self._world_of(document))
            params = {"expression": expression, "contextId": world, "awaitPromise": True, "returnByValue": True}
            answer = await document.line.send("Runtime.evaluate", params, seconds=seconds)
            if _lacks_script(answer):  # it was there before we were, or has a process of its own
                await document.line.send("Runtime.evaluate", {"expression": self._script, "contextId": world})
                answer = await document.line.send("Runtime.evaluate", params, seconds=seconds)
        except (Gone, Late):
            self._worlds.pop(document.frame, None)
            raise
        if "exceptionDetails" in answer:
            raise EvaluationFailed(str(answer["exceptionDetails"])[:2000])
        return well_formed_json(answer["result"].get("value"))


async def _entered(document: Document) -> int:
    """The number of our world of a document.

    Raises:
        Gone: the document is no more.
        Late: no answer in time.
    """
    made = await document.line.send("Page.createIsolatedWorld", {"frameId": document.frame, "worldName": _WORLD})
    return int(made["executionContextId"])


def _looked_at(world: asyncio.Task[int]) -> None:
    """A caller that asks for the world gets the reason why it is missing."""
    if not world.cancelled():
        world.exception()


def _lacks_script(answer: Mapping[str, Any]) -> bool:
    """Whether an evaluation has failed for want of what the script defines."""
    thrown = answer.get("exceptionDetails", {}).get("exception", {})
    return thrown.get("className") == "ReferenceError" and "webdart" in thrown.get("description", "")


def _every(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The frame of a tree and all below it, less those in which the browser tells that it could not load them."""
    if not str(tree["frame"].get("unreachableUrl") or "") or tree["frame"].get("parentId") is None:
        yield tree["frame"]
    for child in tree.get("childFrames", ()):
        yield from _every(child)
