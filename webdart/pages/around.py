"""What does a tab need of the browser around it?"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from playwright.async_api import BrowserContext

from webdart.pages.attending import Attendant
from webdart.pages.courtesy import Courtesy
from webdart.pages.downloads import Downloads
from webdart.pages.guard import Watch, WireGuard
from webdart.trace import Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class TabTimes:
    """Seconds that one call may take, and that one element may need to become ready."""

    call: float = 30.0
    ready: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a tab needs of the browser around it. `left` is called when the tab has closed."""

    context: BrowserContext
    guard: WireGuard
    watch: Watch
    times: TabTimes
    courtesy: Courtesy
    downloads: Downloads
    attendant: Attendant
    trace: Trace
    alive: Callable[[], bool]
    close_target: Callable[[str], Awaitable[None]]
    left: Callable[[], Awaitable[None]]
