"""Observes the document of a tab once it has come to rest.

One evaluation in an isolated world waits for rest and takes the observation; a page that is being left, or that still
fetches data, is looked at again when that is over. Waits are for conditions; the caller sets the deadline.
"""

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

from playwright.async_api import Page

from webdart.browser.cdp import Closed, Gone, Late
from webdart.browser.chromium.frames import Document, EvaluationFailed, FrameEvents, Frames
from webdart.browser.chromium.in_flight import Underway
from webdart.browser.network.guard import Watch
from webdart.browser.snapshot import payload as view
from webdart.browser.snapshot.payload import FramePayload
from webdart.browser.snapshot.size_limits import BOUNDS
from webdart.lexicon.phrases import script_expression
from webdart.page.model import DataRequest
from webdart.page.source_ending import Ending

__all__ = ["EvaluationFailed", "Sight", "script"]

_COUNT = "document.getElementsByTagName('*').length"
_REST_SECONDS = 8.0  # a page that never rests is read as it is then
_CALLERS_SECONDS = 86_400.0  # for ever: who asks has a deadline of its own
_HELD_SECONDS = 1.0
_FRAME_SECONDS = 5.0
_FRAME_REST_SECONDS = 1.5  # a frame that never rests (an advertisement) is read as it is then
_FRAME_TRIES = 3
_FETCH_SECONDS = 5.0  # a request that takes longer is a long poll: it is not waited for again
_NAVIGATION_SECONDS = 60.0  # longer than any tab's deadline, which ends it first
_BODY_SECONDS = 1.0  # a script's request that the wire let pass and that goes on for longer is a stream
_SHOW_SECONDS = 0.3  # how long a page may take from having its data to showing it
_WITHIN_SECONDS = 0.06  # how long the script of a document may take to show another of its pages
_LEAVE_SECONDS = 2.0  # an announced navigation that has not even asked for a document by then is none
_COMING = "coming"
"""What stands in place of the observation of a document that did not arrive whole: half a list looks like all of it. It
is waited for until the caller's deadline, and not looked at meanwhile: on a big page a look takes longer than what it
waits for, and holds that up."""


@cache
def script() -> str:
    """What our world of every document is given when that begins: sent once, not for every page."""
    settle = (files("webdart.browser.chromium") / "settle.js").read_text(encoding="utf-8")
    said = ", ".join(json.dumps(script_expression(concept)) for concept in ("loading", "loading_alone"))
    return f"{view.script()}\nglobalThis.webdartRest ??= ({settle})({said})"


class Sight:
    """The eyes of one page: its documents, and what they are about to do.

    `attached` and `gone` are told the ids of frames that come and go, `broke` as `Underway` does.
    """

    def __init__(
        self,
        page: Page,
        top: Document,
        watch: Watch,
        *,
        attached: Callable[[str], None],
        gone: Callable[[str], None],
        broke: Callable[[str, str], None],
    ) -> None:
        self._frame = top.frame
        self._watch = watch
        self._tell_gone = gone
        self._loading = False
        self.loads = 0
        self._leaving: dict[str, float] = {}  # frame → when it announced that it would go elsewhere
        self._begun: set[str] = set()  # frames of these that load what they announced
        self._within = False  # the address has changed, the document has not: its script shows another page
        self._broke_off = False  # the document that stands there: no more of it will come
        self._coming: set[str] = set()  # frames whose next document was asked for and did not arrive yet
        self._polls: set[str] = set()
        self._underway = Underway(top.frame, broke=self._on_broke, changed=watch.changed.fire)
        self._tell_broke = broke
        self._documents: tuple[Document, ...] = (top,)  # of the latest look, in the order of its payloads
        self._frames = Frames(
            page,
            top,
            script(),
            FrameEvents(
                attached=attached,
                leaving=self._on_leaving,
                unsaid=self._on_unsaid,
                loading=self._on_loading,
                arrived=self._on_arrived,
                resting=self._on_resting,
                gone=self._on_gone,
                split=self._underway.follow,
            ),
        )

    async def begin(self) -> None:
        """From now on, the page tells what its documents do, and these have our script before any of theirs runs."""
        await asyncio.gather(self._frames.begin(), self._underway.follow(self._frames.top.line))

    def _on_leaving(self, event: dict[str, Any]) -> None:
        here = event.get("disposition", "currentTab") == "currentTab"
        if here and event.get("delay", 0) <= _LEAVE_SECONDS:
            self._leaving[event["frameId"]] = time.monotonic()
            self._watch.changed.fire()

    def _on_unsaid(self, frame: str) -> None:
        """What a frame announced has begun: it is still leaving; or it is off."""
        if frame not in self._begun:
            self._leaving.pop(frame, None)
            self._watch.changed.fire()

    def _on_loading(self, frame: str) -> None:
        if frame in self._leaving:
            self._begun.add(frame)
        if frame == self._frame:
            self._loading = True
        else:
            self._coming.add(frame)

    def _on_resting(self, frame: str) -> None:
        self._forget(frame)
        if frame == self._frame:
            self._loading = False
            self._watch.navigating.discard(frame)
        self._watch.changed.fire()

    def _on_arrived(self, frame: str) -> None:
        self._forget(frame)
        if frame == self._frame:
            self._broke_off = False
            self._leaving.clear()
            self._begun.clear()
            self._coming.clear()
            self.loads += 1
            self._underway.arrive()
            self._watch.navigating.discard(frame)
            self._watch.loading.clear()
        self._watch.changed.fire()

    def _on_broke(self, address: str, problem: str) -> None:
        self._broke_off = True
        self._tell_broke(address, problem)

    def _on_gone(self, frame: str) -> None:
        self._forget(frame)
        self._tell_gone(frame)

    def _forget(self, frame: str) -> None:
        """What a frame announced and loaded is over."""
        self._leaving.pop(frame, None)
        self._begun.discard(frame)
        self._coming.discard(frame)

    def arrive(self, loader: str) -> None:
        """A new document stands there: its predecessor's world is gone, whether or not the page told us by now."""
        self._frames.arrive(self._frame, loader)

    def turn(self) -> None:
        """The same document stands there at another address: what it shows is up to its script."""
        self._within = True

    @property
    def busy(self) -> bool:
        """Whether the page still loads, or a request of its scripts is open, however long."""
        return self._loading or self._frame in self._watch.navigating or bool(self._watch.loading)

    async def look(self, marks: Sequence[str]) -> tuple[FramePayload, ...]:
        """The observations of the page at rest, the top document's first; at once where a request is held.

        Empty where it cannot be looked at while the request is held: a page that is about to be left answers nothing
        until the decision, nor does one whose script waits for the answer.
        """
        seen = view.look(marks)
        patience, grace = time.monotonic() + _FETCH_SECONDS, _WITHIN_SECONDS if self._within else 0.0
        self._within = False
        while True:
            if self._watch.held:
                top = await self._look_meanwhile(seen)
            else:
                top = await self._unless_held(self.evaluate(self._whole_at_rest(seen, grace)))
                grace = _SHOW_SECONDS if self._awaited() else 0.0
                if top is None or await self._moved(patience) or top == _COMING:
                    continue
            if top is None:
                return ()
            below = await self._unless_held(self._look_below(_at_rest(seen, _FRAME_REST_SECONDS, grace)))
            if below is None:
                below = await self._look_below(seen)
            elif await self._moved(patience):
                continue
            self._documents = (self._frames.top, *(document for document, _ in below))
            whole = FramePayload(str(top))
            if self._frames.more:
                whole = whole.cut_at("frames", BOUNDS.frames)
            return whole, *(payload for _, payload in below)

    def _whole_at_rest(self, seen: str, grace: float) -> str:
        """As `_at_rest`; of a document that is still to arrive `_COMING`, unless it broke off."""
        unless = "" if self._broke_off else f"coming ? {_COMING!r} : "
        return _at_rest(f"{unless}{seen}", _REST_SECONDS, grace)

    async def ending(self) -> Ending | None:
        """How the source of the page's document ends; None where that is not known."""
        return await self._underway.ending()

    @property
    def data(self) -> tuple[DataRequest, ...]:
        """What the document's scripts have asked for by GET and got as JSON."""
        return self._underway.data

    @property
    def unanswered(self) -> tuple[str, ...]:
        """What the document's scripts have asked for in vain where they had got data before."""
        return self._underway.unanswered

    async def size(self) -> int:
        """How many elements the top document has, once the page has come to rest; one look at the whole costs more."""
        patience, grace = time.monotonic() + _FETCH_SECONDS, 0.0
        while True:
            count = await self.evaluate(_at_rest(_COUNT, _REST_SECONDS, grace))
            grace = _SHOW_SECONDS if self._awaited() else 0.0
            if not await self._moved(patience):
                return int(count)

    async def _look_below(self, expression: str) -> list[tuple[Document, FramePayload]]:
        """The observations of the frames, those of other processes too; one that does not answer is left out."""
        documents = await self._frames.below()
        texts = await asyncio.gather(*(self._look_into(document, expression) for document in documents))
        seen = [
            (document, FramePayload(text)) for document, text in zip(documents, texts, strict=True) if text is not None
        ]
        every = {document.frame: document for document in (self._frames.top, *documents)}
        return [(document, await self._placed(document, payload, every)) for document, payload in seen]

    async def _placed(self, document: Document, payload: FramePayload, every: Mapping[str, Document]) -> FramePayload:
        """The observation with its place in the page, also in a frame of a shadow root."""
        if payload.misplaced:
            with suppress(Gone, Late):  # it went away meanwhile: then it has no place, and is left out
                return payload.placed(await self._frames.owners(document, every))
        return payload

    async def _look_into(self, document: Document, expression: str) -> str | None:
        for _ in range(_FRAME_TRIES):
            try:
                return str(await self._frames.evaluate(document, expression, _FRAME_SECONDS))
            except Closed:
                return None
            except Gone:
                continue  # it went elsewhere meanwhile: what stands there now is looked at
            except Late:
                self._frames.hush(document.frame)
                return None
        return None

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
                self._polls |= self._pending()
                self._leaving.clear()
                self._begun.clear()
        return moved

    def _pending(self) -> set[str]:
        """What is under way and no long poll: requests of the page's scripts, documents of its frames."""
        return (self._watch.loading | self._coming) - self._polls

    def _streams_until(self) -> float:
        """When the latest request of a script that is not over yet counts as a stream; 0: there is none."""
        latest = self._underway.latest
        return 0.0 if latest is None else latest + _BODY_SECONDS

    def _awaited(self) -> bool:
        """Whether data is under way that the page is about to show."""
        return bool(self._pending()) or self._streams_until() > time.monotonic()

    def _unrest(self, patience: float) -> float:
        """Seconds that something under way may still be waited for; 0: nothing is."""
        now = time.monotonic()
        if self._frame in self._watch.navigating:
            return _NAVIGATION_SECONDS
        if self._leaving:
            return max(max(self._leaving.values()) + _LEAVE_SECONDS - now, 0.01)
        if self._pending():
            return max(patience - now, 0.01)
        return max(min(patience, self._streams_until()) - now, 0.0)

    async def evaluate(self, expression: str, *, seconds: float = _CALLERS_SECONDS) -> Any:
        """The value of `expression` in our world of the page; again where the page was just replaced.

        Without `seconds` the caller's deadline ends it: how long a page takes to be looked at goes by its size.

        Raises:
            EvaluationFailed: the expression threw.
        """
        while True:
            try:
                return await self._frames.evaluate(self._frames.top, expression, seconds)
            except Closed:
                raise
            except Gone:
                continue

    async def evaluate_in(self, expression: str, number: int) -> Any:
        """The value of `expression` in our world of the document `number` of the latest look, as it is now."""
        return await self._frames.evaluate(self._documents[number], expression, _FRAME_SECONDS)


def _at_rest(seen: str, seconds: float, grace: float) -> str:
    """The value of `seen` once the document has come to rest, or `seconds` are over; there, `coming` says which."""
    return f"webdartRest({seconds * 1000:.0f}, {grace * 1000:.0f}).then((coming) => {seen})"
