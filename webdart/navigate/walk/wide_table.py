"""Widens a listing that draws only the columns in view.

Grids with many columns leave out those outside the view. Where declared fields are missing on a page of scripts, and
the box around the records holds more to the side than it shows, the box is made as wide as its content: what a person
does with a larger window. Some grids leave out columns only once their rows are scrolled, so the box is made wide
before that, and every page is looked at, until that has helped nothing.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from webdart.browser.actions.wait import HeldBack, Patience
from webdart.browser.port import Browser, DoWait, DoWiden
from webdart.errors import NotFound, StaleElement, StepFailed
from webdart.navigate.context import Tools
from webdart.page.locator import element
from webdart.page.model import Node, PageView
from webdart.records.query.spec import Extraction
from webdart.values import replace

Look = Callable[[PageView], Iterable[Extraction]]

CALM = 1.0
"""Seconds without a change after which a grid will draw no more columns."""


async def widened(
    tab: Browser, view: PageView, look: Look, tools: Tools, marks: Sequence[str]
) -> tuple[PageView, bool]:
    """The page that `tab` shows with all columns of its listing, and whether it was widened in vain."""
    if not view.scripted or not view.wider:
        return view, False
    found = tuple(look(view))
    wanting = _wanting(found)
    box = _box(view, found) if wanting else None
    if box is None:
        return view, False

    def fuller(now: PageView) -> None:
        if _wanting(look(now)) >= wanting:
            raise NotFound("no other columns", url=now.url)

    patience = replace(Patience.of(tab, tools.seconds, time.monotonic), calm=CALM)
    try:
        with suppress(StaleElement, StepFailed):  # it went away just now: what the page shows then is looked at
            await tab.act(DoWiden(element(view, box)))
        now, _ = await patience.until(fuller, marks)
    except (NotFound, HeldBack):
        return await tab.view(marks), True
    tools.trace("action", "made the listing as wide as all of its columns", url=view.url)
    return now, False


async def whole(tab: Browser, view: PageView, found: Sequence[Extraction] = ()) -> PageView:
    """The page with all that its widest box holds, or the one around the records `found`, whatever is wanted of it."""
    box = _box(view, found) if view.scripted else None
    if box is None:
        return view
    with suppress(StaleElement, StepFailed):  # it went away just now
        await tab.act(DoWiden(element(view, box)))
    return await tab.act(DoWait(CALM))


def _wanting(found: Iterable[Extraction]) -> int:
    """The number of declared fields that are missing, uncertain, or taken for want of a better one."""
    return sum(
        len(one.missing)
        + len(one.problems)
        + sum(remark.code == "by type" for remark in one.remarks)
        + (one.verdict == "not found")
        for one in found
    )


def _box(view: PageView, found: Sequence[Extraction]) -> Node | None:
    """The box around the records, or within their region, that hides most."""
    regions = [view.nodes[one.region] for one in found if one.region >= 0]
    near = [
        place
        for place in view.wider
        if view.nodes[place].shown and (not regions or any(_nested(view.nodes[place], region) for region in regions))
    ]
    place = max(near, key=lambda place: view.wider[place], default=None)
    return None if place is None else view.nodes[place]


def _nested(one: Node, other: Node) -> bool:
    return one.index <= other.index < one.end or other.index <= one.index < other.end
