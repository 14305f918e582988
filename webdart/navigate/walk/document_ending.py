"""Tells which documents of one template are cut off in the middle, by how the others end.

The first of them has no other to be compared with: where it ends in the middle by its own account, the next one tells
whether the template does.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from webdart.errors import NoPage, PageTimeout, SiteDown
from webdart.navigate.context import Tools
from webdart.navigate.page_load import FIRST_PAUSE
from webdart.page.model import PageView
from webdart.page.source_ending import Ending

TRIES = 3

Cut = tuple[PageView, str]
"""A page whose document is cut, and the evidence."""


@dataclass(slots=True)
class Endings:
    """The endings of the documents of one template that were read."""

    _known: list[Ending] = field(default_factory=list[Ending])  # those that differ
    _first: PageView | None = None  # that ends in the middle, as its template may

    def cut(self, view: PageView) -> str:
        """The evidence that a document ends in the middle; "" if there is none."""
        if view.ending is None or view.ending.closed:
            return ""
        if not self._known:
            return "no end tags, and elements are open" if view.ending.is_cut else ""
        lacking = [view.ending.lacks(other) for other in self._known]
        return f"without {lacking[0]}, which other pages have" if all(lacking) else ""

    def problem(self, view: PageView) -> str:
        """Why a page is asked for again: it was looked at early, is cut, or the first one and leaves elements open."""
        if view.early:
            return "it was looked at before its scripts had run"
        cut = self.cut(view)
        if cut or self._known or view.ending is None or not view.ending.left_open:
            return cut
        return f"{', '.join(sorted(view.ending.left_open))} without an end"

    def learn(self, view: PageView) -> None:
        """Take the ending of a page of the template that is judged elsewhere."""
        self.judge(view)

    def judge(self, view: PageView) -> list[Cut]:
        """The pages that are known to be cut, now that this one is the best that came of its address."""
        if view.ending is None:
            return []
        cut: list[Cut] = []
        first, self._first = self._first, None
        if first is not None and first.ending is not None and (lacking := first.ending.lacks(view.ending)):
            cut.append((first, f"without {lacking}"))
        why = self.cut(view) if first is None else ""
        if why and not self._known:
            self._first = view
        elif why:
            cut.append((view, why))
        elif view.ending not in self._known:
            self._known.append(view.ending)
        return cut

    def settle(self) -> list[Cut]:
        """There is no further page: a first one that ends in the middle has none to be compared with."""
        first, self._first = self._first, None
        return [] if first is None else [(first, self.cut(first))]


async def entire(view: PageView, endings: Endings, again: Callable[[], Awaitable[PageView]], tools: Tools) -> PageView:
    """A page, asked for once more while its document is cut off: a few times, unless it ends so each time."""
    for attempt in range(TRIES):
        why, pause = endings.problem(view), FIRST_PAUSE * 2**attempt
        if not why or pause > tools.budget.seconds_left():
            break
        tools.trace("action", f"once more: {why}, in {pause:g} s", url=view.url)
        await tools.pause(pause)
        try:
            fresh = await again()
        except (NoPage, SiteDown, PageTimeout):
            continue
        if fresh.status < 400 and len(fresh.nodes) >= len(view.nodes):
            view = fresh
    return view
