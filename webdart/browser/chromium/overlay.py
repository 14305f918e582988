"""Clears away what covers a page, so that the page can be read and clicked.

Cookie banners are declined as soon as they show; anything else that covers an element is closed when it blocks a click,
and only where nothing is written. Whatever a click on such a button would send is refused.
"""

from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from webdart.browser.cdp import Gone, Late
from webdart.browser.network.guard import Watch
from webdart.browser.snapshot import payload as view
from webdart.page.cookie_banner import Banner, find_banner, overlay_of, way_out
from webdart.page.model import Node, PageView
from webdart.trace import Trace

_CLICK_MILLISECONDS = 2000.0
_LAYERS = 4  # a dialog by its own button, then what is left of it, what dims the page behind, and one that came up next
_TRIES = 2  # banners that come back after their own button was clicked: from then on they are hidden


class Clearing:
    """Puts away what lies over the pages of one tab.

    `look` gives the page as it is now, `live` the element of a node, `evaluate` the value of an expression in one of
    its documents.
    """

    def __init__(
        self,
        watch: Watch,
        trace: Trace,
        *,
        look: Callable[[], Awaitable[PageView]],
        live: Callable[[PageView, int], Awaitable[Locator | None]],
        evaluate: Callable[[view.Located], Awaitable[Any]],
    ) -> None:
        self._watch = watch
        self._trace = trace
        self._look = look
        self._live = live
        self._evaluate = evaluate
        self._futile = 0

    async def banner(self, seen: PageView) -> bool:
        """Turn down the question about cookies that the page shows; whether there was one."""
        banner = None if seen.held else find_banner(seen)
        if banner is None:
            return False
        with self._quietly():
            if banner.button is not None and self._futile < _TRIES:
                said = seen.nodes[banner.button].name or seen.text_of(banner.button)
                left = await self._clicked(seen, banner.button)
                if left is None:
                    self._trace("action", f"turned down a question about cookies: {said!r}", url=seen.url)
                    return True
                self._futile += 1
                seen, banner = left
            await self._hide(seen, seen.nodes[banner.node])
        self._trace("action", "put away a question about cookies", url=seen.url)
        return True

    async def _clicked(self, seen: PageView, button: int) -> tuple[PageView, Banner] | None:
        """Click a banner's button; what is still there of it, and on which view."""
        await self._click(seen, button)
        now = await self._look()
        banner = find_banner(now)
        return None if banner is None else (now, banner)

    async def way_to(self, seen: PageView, places: Sequence[int]) -> list[tuple[PageView, int]] | None:
        """Put away all that lies over nodes of the latest view, but for what they are part of.

        Where these very elements stand afterwards, each with its view; None where one of them is gone. Where something
        is being written, nothing but a question about cookies is put away.
        """
        for name, place in enumerate(places):
            with suppress(Gone, Late):
                await self._evaluate(view.hold(seen, place, name))
        seen = await self._look()
        for name in range(len(places)):
            seen = await self._free(seen, name)
        stands = [await self._stands(seen, name) for name in range(len(places))]
        return None if None in stands else [(seen, place) for place in stands if place is not None]

    async def _free(self, seen: PageView, name: int) -> PageView:
        """Put away one layer after another over what is held as `name`; the page as it is then."""
        if await self.banner(seen):
            seen = await self._look()
        for attempt in range(_LAYERS if self._watch.mode != "act" else 0):
            place = await self._stands(seen, name)
            overlay = None if place is None else await self._over(seen, place)
            if overlay is None:
                break
            with self._quietly():
                out = None if attempt else way_out(seen, overlay)  # what is left then has no button, or a false one
                await (self._hide(seen, overlay) if out is None else self._click(seen, out.index))
                self._trace("action", "put away what lay over the page", url=seen.url)
                seen = await self._look()
        return seen

    async def _stands(self, seen: PageView, name: int) -> int | None:
        """The node of the latest view that is held as `name`: the element itself, not what is called like it."""
        for frame in sorted({node.frame for node in seen.nodes}):
            with suppress(Gone, Late):
                node = view.node_of(seen, frame, int(await self._evaluate(view.held(frame, name))))
                if node is not None:
                    return node.index
        return None

    async def _over(self, seen: PageView, place: int) -> Node | None:
        for index in (*view.frames_around(seen, place), place):
            with suppress(Gone, Late):
                hit = await self._evaluate(view.cover_of(seen, index))
                node = view.node_of(seen, seen.nodes[index].frame, int(hit))
                overlay = None if node is None else overlay_of(seen, node)
                if overlay is not None and not overlay.index <= place < overlay.end:
                    return overlay
        return None

    async def _click(self, seen: PageView, button: int) -> None:
        with suppress(PlaywrightError, Gone, Late):  # it is gone, or covered: then it is hidden, or was not needed
            found = await self._live(seen, button)
            if found is not None:
                await found.click(timeout=_CLICK_MILLISECONDS, no_wait_after=True)

    async def _hide(self, seen: PageView, node: Node) -> None:
        for index in (*view.frames_around(seen, node.index)[:1], node.index)[:1]:  # a frame over the page goes whole
            with suppress(Gone, Late):
                await self._evaluate(view.hide(seen, index))

    @contextmanager
    def _quietly(self) -> Generator[None]:
        self._watch.quiet = True
        try:
            yield
        finally:
            self._watch.quiet = False
