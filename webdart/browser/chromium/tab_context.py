"""Holds what a tab needs of the browser around it."""

from collections.abc import Awaitable, Callable
from functools import partial

from msgspec import Struct
from playwright.async_api import BrowserContext, Page, WebSocket

from webdart.browser.cdp import Line
from webdart.browser.chromium.downloads import Downloads
from webdart.browser.chromium.human_check import Attendant
from webdart.browser.chromium.render_scale import Canvas
from webdart.browser.network.guard import Watch, WireGuard
from webdart.browser.network.hosts import endpoint_of
from webdart.browser.network.politeness import Courtesy
from webdart.browser.network.websocket import Shutter
from webdart.errors import UsageError
from webdart.trace import Trace


class TabTimes(Struct, frozen=True, kw_only=True):
    """Seconds that one call may take, and that one element may need to become ready."""

    call: float = 30.0
    ready: float = 10.0


class Surroundings(Struct, frozen=True, kw_only=True):
    """What a tab needs of the browser around it.

    `unseen`: no person watches, neither a window nor a recording. `left` is called when the tab has closed.
    """

    context: BrowserContext
    guard: WireGuard
    watch: Watch
    times: TabTimes
    courtesy: Courtesy
    downloads: Downloads
    attendant: Attendant
    trace: Trace
    unseen: bool
    alive: Callable[[], bool]
    close_target: Callable[[str], Awaitable[None]]
    left: Callable[[], Awaitable[None]]

    def canvas(self, page: Page, line: Line) -> Canvas:
        """What a page of the tab is drawn on."""
        size = page.viewport_size
        width, height = (size["width"], size["height"]) if size is not None else (0, 0)
        return Canvas(line, (width, height), spare=self.unseen and size is not None)

    async def shut_sockets(self, page: Page, line: Line) -> None:
        """No page of the tab opens sockets, unless its site may; that one was asked for, or can't be shut, is told.

        Raises:
            Gone, Late: the page ended, or does not answer.
        """
        if not self.watch.site.sockets:
            if not await Shutter(line).shut():
                self.guard.leaves_open()
            page.on("websocket", partial(_tell, self.guard, self.watch))


def _tell(guard: WireGuard, watch: Watch, socket: WebSocket) -> None:
    """A page of that tab has asked for a socket in vain; a host that is refused anyhow is told so by its egress."""
    try:
        place = endpoint_of(socket.url)
    except UsageError:  # the browser takes it for an address, we can't: it is of no host that could be named
        return
    if not watch.hosts.refusal(place.host, place.port or 443):
        guard.shut(watch.site.name, place.host)
