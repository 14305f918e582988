"""Shows pages as pictures to a model that takes them, if the settings say that it does.

A picture belongs to one state: the page that its tab shows now. A state that is no longer shown has no picture, and
neither has a page that shows a secret: a text can be blanked, a picture can't.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.browser.port import Action, Bookmark, Browser, BrowserPool, Mode
from webdart.browser.snapshot.thumbnails import Pictured, shows_a_secret
from webdart.errors import SiteError
from webdart.page.model import PageView
from webdart.plan.model import SitePlan
from webdart.secret import Mask
from webdart.trace import Trace

SCALE = 0.8
"""Of the window: large enough for its words to be read."""


@dataclass(slots=True)
class Eyes:
    """Looks at the tabs of a run; `over` a pool it knows what each of its tabs shows."""

    mask: Mask
    trace: Trace
    _shown: dict[int, tuple["SeenTab", PageView]] = field(default_factory=dict[int, tuple["SeenTab", PageView]])
    _withheld: set[str] = field(default_factory=set[str])

    def over(self, pool: BrowserPool) -> BrowserPool:
        """The same pool, whose tabs can be looked at."""
        return _SeenPool(pool, self)

    async def see(self, view: PageView) -> bytes:
        """A JPEG of the page whose view this is; empty where no tab shows it now, or a secret stands on it."""
        tab = next((tab for tab, shown in self._shown.values() if shown is view), None)
        if tab is None:
            return b""
        if shows_a_secret(view, self.mask):
            return self._withhold(view)
        picture = await tab.picture(SCALE)
        try:
            after = await tab.now()  # what came between the look and the picture may be in it
        except SiteError:
            return b""
        return self._withhold(view) if shows_a_secret(after, self.mask) else picture

    def _withhold(self, view: PageView) -> bytes:
        if view.url not in self._withheld:
            self._withheld.add(view.url)
            self.trace("model", "a secret stands on the page: the model gets no picture of it", url=view.url)
        return b""

    def shows(self, tab: "SeenTab", view: PageView) -> PageView:
        """Remember what a tab shows."""
        self._shown[id(tab)] = (tab, view)
        return view

    def closed(self, tab: "SeenTab") -> None:
        """Forget a tab."""
        self._shown.pop(id(tab), None)


class _SeenPool(Struct, frozen=True):
    inner: BrowserPool
    eyes: Eyes

    async def tab(self, site: SitePlan, mode: Mode = "read") -> Browser:
        return SeenTab(await self.inner.tab(site, mode), self.eyes)

    async def renew(self, site: SitePlan) -> bool:
        return await self.inner.renew(site)

    async def preserve(self, site: SitePlan) -> None:
        await self.inner.preserve(site)

    async def close(self) -> None:
        await self.inner.close()


class SeenTab:
    """A tab that is looked at; implements the port `Browser`."""

    def __init__(self, tab: Browser, eyes: Eyes) -> None:
        self._tab = tab
        self._eyes = eyes

    async def open(self, url: str, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.open`."""
        return self._eyes.shows(self, await self._tab.open(url, marks))

    async def view(self, marks: Sequence[str] = ()) -> PageView:
        """See `Browser.view`."""
        return self._eyes.shows(self, await self._tab.view(marks))

    async def now(self) -> PageView:
        """What is shown at this moment; the state that was looked at stays what it was."""
        return await self._tab.view()

    async def act(self, action: Action) -> PageView:
        """See `Browser.act`."""
        return self._eyes.shows(self, await self._tab.act(action))

    async def bookmark(self) -> Bookmark:
        """See `Browser.bookmark`."""
        return await self._tab.bookmark()

    async def return_to(self, bookmark: Bookmark) -> PageView:
        """See `Browser.return_to`."""
        return self._eyes.shows(self, await self._tab.return_to(bookmark))

    async def close(self) -> None:
        """See `Browser.close`."""
        self._eyes.closed(self)
        await self._tab.close()

    async def picture(self, scale: float | None = None) -> bytes:
        """See `Pictured.picture`."""
        if not isinstance(self._tab, Pictured):
            return b""
        return await (self._tab.picture() if scale is None else self._tab.picture(scale))
