"""Tells whether a freshly loaded page already shows what its scripts fetch for it.

A page whose declared fields are all there does. One that lacks some may be drawn a moment later, or lack them for good:
the pages of one kind (the details of a listing, its further pages) tell each other which. Waiting is tried on the
first that lack something; where it never helps, only a page much smaller than the whole ones is waited for, or one that
is smaller and has nothing of what is looked for.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Browser
from webdart.errors import NotFound
from webdart.navigate.context import Tools
from webdart.page.model import PageView

Found = TypeVar("Found")

_TRIES = 2  # waits in vain after which a kind of pages is believed to be served whole
_SMALL = 0.5  # of the smallest whole page: less than that is a frame to be filled
_BARE = 0.75  # the same of a page that has nothing of what is looked for: a frame with menus had 181 nodes of 339
_FRAME = 1.1  # times the largest frame that was seen being filled: more than that is filled


class Drawn(Generic[Found]):
    """Pages of one kind. `look` reads one, `whole` says of what it read whether nothing is wanting, `bare` if all is.

    With `by_size`, for pages that are read in another way, a page no smaller than a whole one is not looked at.
    """

    def __init__(
        self,
        look: Callable[[PageView], Found],
        whole: Callable[[Found], bool],
        tools: Tools,
        *,
        bare: Callable[[Found], bool] = lambda _: False,
        by_size: bool = False,
    ) -> None:
        self.look = look
        self.is_whole = whole
        self._is_bare = bare
        self._tools = tools
        self._by_size = by_size
        self._in_vain = 0
        self._frame: int | None = None  # nodes of the largest page that a script has filled while it was waited for
        self._least: int | None = None  # nodes of the smallest page on which nothing was wanting

    async def settle(self, tab: Browser, view: PageView, marks: Sequence[str]) -> PageView:
        """The page that `tab` shows, as it is once its scripts have drawn it; else `view`."""
        if not view.scripted or view.status >= 400:
            return view
        if self._by_size and self._least is not None and len(view.nodes) >= self._least:
            return view
        found = self.look(view)
        if not self.is_whole(found) and self._may_come(view, found):
            view, found = await self._waited(tab, view, marks)
        if self.is_whole(found):
            size = len(view.nodes)
            self._least = size if self._least is None else min(self._least, size)
        return view

    def is_unfilled(self, view: PageView, found: Found) -> bool:
        """Whether a page is smaller than those on which nothing was wanting, and has nothing of what they have."""
        bare = self._is_bare(found) and not self.is_whole(found)
        return bare and self._least is not None and len(view.nodes) < self._least * _BARE

    def _may_come(self, view: PageView, found: Found) -> bool:
        size = len(view.nodes)
        if self._frame is not None and size <= self._frame * _FRAME:
            return True
        if self.is_unfilled(view, found) or (self._least is not None and size < self._least * _SMALL):
            return True
        return self._frame is None and self._in_vain < _TRIES

    async def _waited(self, tab: Browser, view: PageView, marks: Sequence[str]) -> tuple[PageView, Found]:
        """The page as soon as nothing is wanting, else as it was when nothing went on any more."""
        frame, latest = len(view.nodes), view

        def whole(now: PageView) -> Found:
            nonlocal latest
            latest = now
            found = self.look(now)
            if not self.is_whole(found):
                raise NotFound("the declared fields are not there yet", url=now.url)
            return found

        try:
            settled = await Patience.of(tab, self._tools.seconds).until(whole, marks)
        except NotFound:
            self._in_vain += 1
        except HeldBack as held:  # its scripts asked for something that might write: it stays as it is
            self._in_vain += 1
            latest = held.view
        else:
            self._frame = max(frame, self._frame or 0)
            return settled
        return latest, self.look(latest)
