"""Implements the port `Browser` with a tab of Chromium.

Every call ends within the tab's deadline; a page that hangs or crashes is abandoned, and the next `open` gets a fresh
one. Dialogs are answered at once (`dialogs`); after a click that opens a new window, the tab continues there.
"""

import asyncio
import time
from base64 import b64decode
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FrameLocator, Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from webdart.browser.cdp import Closed, Gone, Late, Line, typed
from webdart.browser.chromium.dialogs import Dialogs
from webdart.browser.chromium.frames import Document
from webdart.browser.chromium.input import Gesture, carry_out, elements_of
from webdart.browser.chromium.listeners import heeds_pointer
from webdart.browser.chromium.observe import EvaluationFailed, Sight
from webdart.browser.chromium.overlay import Clearing
from webdart.browser.chromium.page_change import unless_held, until_changed
from webdart.browser.chromium.popup import gives_a_file
from webdart.browser.chromium.render_scale import Canvas
from webdart.browser.chromium.screencast import Screencast, send_pointer, send_stroke
from webdart.browser.chromium.tab_context import Surroundings
from webdart.browser.network.load_failure import AGAIN, SLOW, cut_off, failed, off_limits, reached, with_files
from webdart.browser.port import (
    Action,
    Bookmark,
    DoBack,
    DoClick,
    DoGoto,
    DoHover,
    DoScrollTo,
    DoUpload,
    DoWait,
    Frame,
    Pointer,
    Stroke,
    step_of,
)
from webdart.browser.snapshot import payload as view
from webdart.browser.snapshot.payload import Located
from webdart.errors import BrowserLost, NoPage, PageTimeout, SiteDown, SiteError, StaleElement, Unheeded
from webdart.page.identity import place_in
from webdart.page.model import Element, PageView
from webdart.values import replace

_POPUP_SECONDS = 3.0
_PICTURE_SECONDS = 3.0
_FAR = 1e9  # pixels: behind every end
_READY_AGAIN = 500.0  # milliseconds
_CLOSING_MILLISECONDS = 1000  # within which a window that closes itself is told to have ended
_OUTCOMES = ("loaderId", "errorText", "isDownload")
"""The browser reports at least one of these for a navigation that leaves its document."""


@dataclass(eq=False, slots=True)
class _Shown:
    """The page that a tab shows now, and what leads to it."""

    page: Page
    line: Line
    frame: str
    sight: Sight
    canvas: Canvas


class ChromiumTab:
    """One tab; implements the ports `Browser` and `Screen`."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._watch = around.watch
        self._now: _Shown | None = None
        self._before: list[_Shown] = []
        self._popups: list[Page] = []
        self._acting = False
        self._opening = False
        self._lost_page = False
        self._broken = ""
        self._opened = ""
        self._dialogs = Dialogs(around.watch, around.trace)
        self._seen: PageView | None = None
        self._told: Callable[[Frame], None] | None = None
        self._cast: tuple[_Shown, Screencast] | None = None
        self._reloaded_for: set[tuple[str, str]] = set()
        self._clearing = Clearing(
            around.watch, around.trace, look=lambda: self._look(()), live=self._live, evaluate=self._evaluate
        )

    # -- the port -------------------------------------------------------------------------------------------

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """Load an address and look, once the page is settled.

        A page whose script was refused a write meanwhile may show what never happened: it is loaded again, once for
        each such request of the tab. A page that asks for the same each time it is loaded is read as it is.
        """
        self._allowed(url)
        try:
            seen = await self._load(url, marks)
        except NoPage as gave:
            await self._around.downloads.settled(self._watch)
            raise with_files(gave, self._taken()) from gave
        again = self._watch.misled - self._reloaded_for
        if again and not seen.held:
            self._reloaded_for |= again
            seen = await self._load(url, marks)
        return seen

    async def _load(self, url: str, marks: Sequence[str]) -> PageView:
        await self._around.courtesy.turn(url)
        async with self._limited("loading", url):
            self._lost_page = self._dialogs.caused = False
            shown = await self._page()
            await unless_held(self._watch, self._navigate(shown, url))
            seen = await self._look_past(marks)
        return await self._past_checks(seen, marks)

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """Look again, without changing the page."""
        async with self._limited("looking", self._address()):
            return await self._look(marks)

    async def picture(self, scale: float = 0.4) -> bytes:
        """The window's content as a JPEG; empty where the page can't be pictured now."""
        if self._now is None:
            return b""
        clip = {"x": 0, "y": 0, "width": 1280, "height": 800, "scale": scale}
        try:
            shot = await self._now.line.send(
                "Page.captureScreenshot", {"format": "jpeg", "quality": 55, "clip": clip}, seconds=_PICTURE_SECONDS
            )
        except (Gone, Late, PlaywrightError):  # an ornament of the report: never a reason for a run to fail
            return b""
        return b64decode(str(shot.get("data", "")))

    async def act(self, action: Action) -> PageView:
        """Carry out one action; returns as soon as a request is held, else once the page is settled."""
        if isinstance(action, DoGoto):
            return await self.open(action.url)
        async with self._limited(f"carrying out `{step_of(action)}`", self._address()):
            shown = await self._page()
            try:
                seen = await self._act(action, shown)
            except (Closed, PlaywrightError) as error:
                if not await self._closed_itself(shown, error):
                    raise
                seen = await self._look_past(())
        await self._around.downloads.settled(self._watch)
        seen = await self._past_checks(seen, ())
        self._seen = replace(seen, files=self._taken())
        return self._seen

    async def _act(self, action: Gesture | DoBack | DoWait, shown: _Shown) -> PageView:
        self._acting = self._dialogs.caused = True
        self._watch.gave.clear()
        try:
            await unless_held(self._watch, self._do(action, shown))
            await unless_held(self._watch, self._follow_popup())
        finally:
            self._acting = False
        return await self._look_past(())

    async def _closed_itself(self, shown: _Shown, error: Exception) -> bool:
        """Whether an action ended because its window was done and closed: the one that has opened it is there again."""
        if isinstance(error, PlaywrightError) and not isinstance(typed(error), Closed):
            return False
        if shown is self._now and self._before:  # the browser tells of it a moment later
            with suppress(PlaywrightError):
                await shown.page.wait_for_event("close", timeout=_CLOSING_MILLISECONDS)
        return shown.page.is_closed() and self._now is None and bool(self._before)

    async def bookmark(self) -> Bookmark:
        """Where this tab is now."""
        seen = self._seen or await self.view()
        return Bookmark(seen.url, view.fingerprint(seen))

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """Show a bookmarked state again.

        Raises:
            StaleElement: the page there is no longer the one that was bookmarked.
        """
        seen = await self.open(bookmark.url)
        if view.fingerprint(seen) != bookmark.fingerprint:
            raise StaleElement("the page is no longer what it was when it was bookmarked", url=bookmark.url)
        return seen

    async def close(self) -> None:
        """Close the tab; what it still holds is refused."""
        await self._around.guard.forget(self._watch)
        for shown in (*self._before, *([self._now] if self._now else ())):
            await self._drop(shown)
        self._now, self._before = None, []
        await self._around.left()

    # -- a person at work ---------------------------------------------------------------------------------------

    async def show(self, told: Callable[[Frame], None]) -> None:
        """From now on, call `told` with each new picture of the window."""
        self._told = told
        async with self._limited("picturing", self._address()):
            await self._picture_what_is_shown()

    async def _picture_what_is_shown(self) -> None:
        shown = await self._page()
        if self._told is None or (self._cast is not None and self._cast[0] is shown):
            return
        if self._cast is not None:
            await self._cast[1].end()
        self._cast = (shown, Screencast(shown.line, self._told))
        await shown.canvas.fine()
        await self._cast[1].begin()

    async def point(self, pointer: Pointer) -> None:
        """Move, press or turn the pointer; a window that a click opens is shown in place of the one before."""
        await self._by_hand("pointing", lambda line: send_pointer(line, pointer))

    async def stroke(self, stroke: Stroke) -> None:
        """Press a key, and let go of it."""
        await self._by_hand("pressing a key", lambda line: send_stroke(line, stroke))

    async def _by_hand(self, what: str, do: Callable[[Line], Awaitable[None]]) -> None:
        async with self._limited(what, self._address()):
            self._acting = self._dialogs.caused = True
            try:
                await do((await self._page()).line)
                await self._follow_popup()
            finally:
                self._acting = False
            await self._picture_what_is_shown()

    # -- pages ----------------------------------------------------------------------------------------------

    async def _page(self) -> _Shown:
        """The page shown now; where there is none, the one before it, or a fresh one.

        Raises:
            BrowserLost: the only page crashed, hung or was closed, and nothing was opened since.
        """
        if self._now is None and self._before:
            self._now = self._before.pop()
        if self._lost_page:
            raise BrowserLost("the page crashed, hung or was closed", hint="open an address again")
        if self._now is None:
            self._now = await self._take_over(await self._around.context.new_page())
        return self._now

    async def _take_over(self, page: Page) -> _Shown:
        line = Line(await self._around.context.new_cdp_session(page))
        info = await line.send("Target.getTargetInfo")
        frame = str(info["targetInfo"]["targetId"])
        self._around.guard.watch(self._watch, frame, top=True)
        await self._around.downloads.allow(str(info["targetInfo"]["browserContextId"]))
        await self._around.shut_sockets(page, line)
        line.on("Page.windowOpen", self._on_window)
        guard, watch = self._around.guard, self._watch
        sight = Sight(
            page,
            Document(frame, line),
            watch,
            attached=lambda met: guard.watch(watch, met),
            gone=guard.forget_frame,
            broke=self._on_broke,
        )
        await sight.begin()
        canvas = self._around.canvas(page, line)
        await canvas.coarse()
        page.on("dialog", self._dialogs.meet)
        page.on("popup", self._popups_of)
        page.on("crash", self._on_end)
        page.on("close", self._on_end)
        return _Shown(page, line, frame, sight, canvas)

    def _on_window(self, _event: dict[str, Any]) -> None:
        self._opening = self._acting

    def _on_broke(self, address: str, problem: str) -> None:
        """A document that has begun to arrive and broke off: the browser shows what came, as if it were all."""
        if self._now is not None:
            self._broken = cut_off(address, self._watch.asked, problem) or self._broken

    def _on_end(self, page: Page) -> None:
        if self._now is not None and self._now.page is page:
            self._lose(self._now)
        self._before = [shown for shown in self._before if shown.page is not page]

    def _lose(self, shown: _Shown) -> None:
        self._around.guard.forget_frame(shown.frame)
        if self._now is shown:
            self._now = None
            self._lost_page = not self._before
        self._watch.changed.fire()

    async def _popups_of(self, page: Page) -> None:
        if self._acting and not self._popups:
            self._popups.append(page)
            self._watch.changed.fire()
        else:  # not asked for
            await self._close_page(page)

    async def _follow_popup(self) -> None:
        """Go on in the window that the action has opened, if it did."""
        if self._opening and not self._popups and not self._watch.held:
            with suppress(TimeoutError):  # announced and not opened: a blocked popup
                async with asyncio.timeout(_POPUP_SECONDS):
                    while not self._popups:
                        await self._watch.changed.wait()
        self._opening = False
        while self._popups:
            page = self._popups.pop()
            try:
                await self._go_on_in(page)
            except (Gone, PlaywrightError) as error:
                if isinstance(error, PlaywrightError) and typed(error) is None:
                    raise
                self._on_end(page)  # a window for a file alone closes by itself

    async def _go_on_in(self, page: Page) -> None:
        if page.is_closed():
            return
        taken = await self._take_over(page)
        if self._now is not None:
            self._before.append(self._now)
        self._now = taken
        # some browsers leave a window open that was for a file alone
        if await gives_a_file(page, taken.frame, self._watch):
            await self._close_page(page, taken.frame)
            self._on_end(page)
        self._watch.navigating.discard(taken.frame)  # it may have arrived before we listened

    async def _drop(self, shown: _Shown) -> None:
        self._around.guard.forget_frame(shown.frame)
        await self._close_page(shown.page, shown.frame)

    async def _close_page(self, page: Page, target: str = "") -> None:
        try:
            async with asyncio.timeout(2.0):
                await page.close(run_before_unload=False)
        except TimeoutError:  # it hangs: the browser takes the target away, page or no page
            if target:
                await self._around.close_target(target)
        except PlaywrightError as error:
            if typed(error) is None:
                raise

    # -- looking --------------------------------------------------------------------------------------------

    async def _look(self, marks: Sequence[str]) -> PageView:
        shown = await self._page()
        payloads = await shown.sight.look(marks)
        if self._broken:
            raise SiteDown(f"the page broke off while it arrived: {self._broken}", url=shown.page.url, hint=AGAIN)
        dialogs = self._dialogs.taken()
        held = tuple(self._watch.held.values())
        if not payloads:
            before = self._seen or PageView(url=shown.page.url, title="", language="", status=0, nodes=())
            self._seen = replace(before, held=held, dialogs=dialogs)
        else:
            seen = view.parse(payloads, status=self._watch.status, held=held, dialogs=dialogs)
            ending = await shown.sight.ending()
            sight = shown.sight
            self._seen = replace(
                seen,
                busy=sight.busy,
                patience=self._watch.patience,
                ending=ending,
                data=sight.data,
                unanswered=sight.unanswered,
                loads=sight.loads,
            )
        return self._seen

    async def _look_past(self, marks: Sequence[str]) -> PageView:
        """Look, with what asks about cookies out of the way."""
        seen = await self._look(marks)
        return await self._look(marks) if await self._clearing.banner(seen) else seen

    async def _past_checks(self, seen: PageView, marks: Sequence[str]) -> PageView:
        """What lies behind a page that checks for a person."""

        async def again(seconds: float) -> PageView:
            async with self._limited("waiting", seen.url):
                await unless_held(self._watch, until_changed((await self._page()).sight, self._watch, seconds))
                return await self._look(marks)

        async def anew() -> PageView:
            async with self._limited("loading", seen.url):
                await unless_held(self._watch, self._navigate(await self._page(), seen.url))
                return await self._look_past(marks)

        return await self._around.attendant.past(seen, self._watch, again, anew)

    async def _evaluate(self, where: Located) -> Any:
        shown = await self._page()
        return await shown.sight.evaluate_in(where.expression, where.frame)

    async def _live(self, seen: PageView, place: int) -> Locator | None:
        """The element of a node as it stands in the page now, in whatever frame it lies; None where it is gone."""
        shown = await self._page()
        await shown.canvas.fine()
        around: Page | FrameLocator = shown.page
        found: Locator | None = None
        for index in (*view.frames_around(seen, place), place):
            selector = await self._evaluate(view.locate(seen, index))
            if not selector:
                return None
            found = around.locator(selector)
            around = found.content_frame
        return found

    async def _clear_way_to(self, elements: Sequence[Element], shown: _Shown) -> tuple[Locator, ...]:
        """Put away what lies over elements; the same elements, which may stand at another place in the page by now."""
        seen = self._seen
        places = [None if seen is None else place_in(seen, element) for element in elements]
        if seen is not None and None not in places:
            stands = await self._clearing.way_to(seen, [place for place in places if place is not None])
            live = [await self._live(*stand) for stand in stands or ()]
            if live and None not in live:
                return tuple(one for one in live if one is not None)
        called = [replace(element, node=-1) for element in elements]  # what has that number now is another
        return tuple([await self._find(element, shown) for element in called])

    def _taken(self) -> tuple[str, ...]:
        """The files that came since this was asked last."""
        files = tuple(self._watch.files)
        self._watch.files.clear()
        return files

    def _address(self) -> str:
        return self._seen.url if self._seen is not None else ""

    # -- doing ----------------------------------------------------------------------------------------------

    async def _do(self, action: Gesture | DoBack | DoWait, shown: _Shown) -> None:
        match action:
            case DoBack():
                await self._back(shown)
            case DoWait(seconds=seconds):
                await until_changed(shown.sight, self._watch, seconds)
            case _:
                if isinstance(action, DoUpload):
                    self._watch.uploads.update({Path(name).name: Path(name) for name in action.files})
                times = action.times if isinstance(action, DoClick | DoScrollTo) else 1
                size = await shown.sight.size() if times > 1 else 0
                await self._gesture(action, shown)
                if times > 1:
                    await self._again(action, shown, times - 1, size)

    async def _gesture(self, action: Gesture, shown: _Shown) -> None:
        if isinstance(action, DoHover) and action.heeded and not await heeds_pointer(shown.line):
            raise Unheeded("no script of the page listens for the pointer", url=self._address())
        elements = elements_of(action)
        found = [await self._find(element, shown) for element in elements]
        times = self._around.times
        await carry_out(
            action, shown.page, tuple(found), times.ready * 1000, lambda: self._clear_way_to(elements, shown)
        )

    async def _again(self, action: Gesture, shown: _Shown, times: int, size: int) -> None:
        """The same gesture, as long as the page has grown by it; it leaves time enough for a look."""
        end = time.monotonic() + self._around.times.call / 3
        for _ in range(times):
            before, size = size, await shown.sight.size()
            if size <= before or time.monotonic() > end:
                return
            if isinstance(action, DoScrollTo):
                action = replace(action, top=_FAR)
            elif not await self._takes(action, shown):
                return
            await self._gesture(action, shown)

    async def _takes(self, action: Gesture, shown: _Shown) -> bool:
        """Whether the elements of a gesture are still there for it."""
        try:
            found = [await self._find(element, shown) for element in elements_of(action)]
            return all([await one.is_visible() and await one.is_enabled(timeout=_READY_AGAIN) for one in found])
        except (StaleElement, PlaywrightTimeout):
            return False

    async def _find(self, element: Element, shown: _Shown) -> Locator:
        """The live element: the node of the latest view, else what has its role and name."""
        await shown.canvas.fine()
        place = None if self._seen is None else place_in(self._seen, element)
        if self._seen is not None and place is not None:
            live = await self._live(self._seen, place)
            if live is not None:
                return live
        role: Any = element.role  # a Literal of Playwright's; any ARIA role may stand there
        again = shown.page.get_by_role(role, name=element.name, exact=True).nth(element.nth)
        if not element.role or await again.count() == 0:
            raise StaleElement(f"{element.role or 'the element'} {element.name!r} is gone", url=self._address())
        return again

    async def _back(self, shown: _Shown) -> None:
        history = await shown.line.send("Page.getNavigationHistory")
        if not history["currentIndex"]:
            raise StaleElement("there is no page to go back to", url=self._address())
        entry = history["entries"][history["currentIndex"] - 1]
        self._allowed(entry["url"])
        await shown.line.send("Page.navigateToHistoryEntry", {"entryId": entry["id"]})

    # -- going, within a deadline -------------------------------------------------------------------------------------

    def _allowed(self, url: str) -> None:
        if not self._watch.hosts.navigates(url):
            raise off_limits(url, self._watch.site.name)

    async def _navigate(self, shown: _Shown, url: str) -> None:
        watch, since = self._watch, time.monotonic()
        blocked = len(watch.blocked)
        watch.loading.clear()
        watch.misled.clear()
        watch.gave.clear()
        watch.status, watch.patience, self._broken = 0, 0.0, ""
        answer = await self._go(shown, url)
        if not any(map(answer.get, _OUTCOMES)) and url in {self._opened, self._address()}:  # asked for once more
            await self._go(shown, "about:blank")
            answer = await self._go(shown, url)
        self._opened = url
        if len(watch.blocked) > blocked:
            raise off_limits(watch.blocked[-1], watch.site.name)
        reached(watch.egress, watch.asked or url, since)
        if answer.get("isDownload"):
            await self._around.downloads.begun(watch, shown.frame)
        elif "loaderId" in answer:
            shown.sight.arrive(str(answer["loaderId"]))
        else:
            shown.sight.turn()
        problem = str(answer.get("errorText", ""))
        if problem:
            raise failed(problem, watch.asked or url)

    async def _go(self, shown: _Shown, url: str) -> dict[str, Any]:
        return await shown.line.send("Page.navigate", {"url": url}, seconds=self._around.times.call)

    @asynccontextmanager
    async def _limited(self, what: str, url: str) -> AsyncGenerator[None]:
        """Ends in time, with an error of ours; a page that did not is left behind."""
        if not self._around.alive():
            raise BrowserLost("the browser has ended", hint=AGAIN)
        try:
            async with asyncio.timeout(self._around.times.call):
                yield
        except (TimeoutError, Late) as error:
            await self._abandon()
            raise PageTimeout(f"{what} took longer than {self._around.times.call:g} s", url=url, hint=SLOW) from error
        except Closed as error:
            raise self._lost(url) from error
        except Gone as error:
            raise StaleElement(f"the page changed while {what}", url=url) from error
        except PlaywrightError as error:
            if isinstance(typed(error), Closed) or not self._around.alive():
                raise self._lost(url) from error
            first = error.message.partition("\n")[0]
            raise BrowserLost(f"the browser failed while {what}: {first} ({url})", hint=AGAIN) from error
        except EvaluationFailed as error:
            raise SiteError(f"the page can't be looked at: {error}", url=url, hint="see it with --headed") from error

    def _lost(self, url: str) -> BrowserLost:
        ended = f"the page crashed or was closed ({url})" if self._around.alive() else "the browser has ended"
        return BrowserLost(ended, hint=AGAIN)

    async def _abandon(self) -> None:
        """Leave a hanging page; the next `open` has a fresh one."""
        shown = self._now
        if shown is not None:
            self._lose(shown)
            await self._around.close_target(shown.frame)
