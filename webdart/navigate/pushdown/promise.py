"""Holds a replayed walk against what its controls promised when they were locked.

The rows of each page satisfy the conditions, and keep the order. When all are read, they are judged as those of a trial
are: by pages of the plain listing, and by those behind the place where an ordered walk stopped. So a control that the
site has come to ignore, or that means something else by now, is found out as one that lies from the start. Pages beside
the walk are read from their source, where the template of the lock reads it.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence

from webdart.errors import BrowserLost, Incomplete, SiteError
from webdart.navigate.pushdown.baseline import base_of
from webdart.navigate.pushdown.evidence import Listing, Taken
from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.pushdown.pushed_walk import STOPPED
from webdart.navigate.pushdown.side_pages import SidePages
from webdart.navigate.pushdown.trial import Attempt, Blamed
from webdart.navigate.pushdown.verify import Pushed
from webdart.navigate.pushdown_log import Replanned
from webdart.navigate.row_filter import Wanted, wanted_of
from webdart.navigate.walk.page_proof import Unproven
from webdart.navigate.walk.page_reader import Got, Reading
from webdart.navigate.walk.pagination import End, Turn
from webdart.page.model import PageView
from webdart.plan.model import ListingStage
from webdart.records import Extraction
from webdart.records.model import CollectedPage
from webdart.runs.lock import LockedControl
from webdart.values import replace


class Promise:
    """What the `controls` of one locked walk promise of its rows; nothing, where there are none."""

    def __init__(self, stage: ListingStage, controls: Sequence[LockedControl] = (), plain: str = "") -> None:
        self.controls = controls
        self._plain = plain
        wanted = wanted_of(stage, stage.extracts[0]) if controls else Wanted(table="", fields={})
        self._pushed = Pushed(wanted=wanted, offers=tuple(map(_offer, controls)))
        self._first: tuple[PageView, Extraction] | None = None
        self._onwards: dict[int, str] = {}  # addresses by number that its pages lead to

    def kept(self, view: PageView, reading: Reading, got: Got, onwards: Turn | End) -> Turn | End:
        """The way on from a page that was read, or the end where no later row can change the answer.

        Raises:
            Unproven: the rows of the page break the promise.
        """
        if not self.controls:
            return onwards
        self._first = self._first or (view, next(iter(reading.extracted.values())))
        _hold(view.url, self._pushed.add(got.rows[0].records))
        if isinstance(onwards, Turn):
            self._onwards[self._pushed.pages + 1] = onwards.url
            self._pushed.stopped = self._pushed.certain()
        return STOPPED if self._pushed.stopped else onwards

    async def proven(self, on: Listing, beside: SidePages) -> Replanned:
        """The push-downs with the evidence of today, now that the walk has ended.

        Raises:
            Unproven: it speaks against them.
        """
        on = replace(on, load=beside.load, look=beside.look)
        before = on.tools.budget.spent("pages")
        on.tools.budget.spend("pages")
        base = base_of(on.stage, on.tools, on.reading, await beside.load(self._plain), beside.look)
        if isinstance(base, str) or self._first is None:
            raise Unproven(f"{self._plain}: what is locked can't be held against the whole listing: {base}")
        attempt = Attempt(on, beside.tab, base, self._pushed.wanted, self._pushed.offers)
        verdict = await attempt.again(self._pushed, *self._first, self._onwards)
        if isinstance(verdict, Blamed):
            _hold(self._first[0].url, verdict.why)
        else:
            return Replanned(
                steps=tuple(offer.as_taken(self._pushed.wanted.table, verdict) for offer in self._pushed.offers),
                spent=int(on.tools.budget.spent("pages") - before),
                plain=base.extent.pages - 1,
                stated=base.stated,
            )
        raise AssertionError("a blame has its reason")


def _hold(url: str, wrong: str) -> None:
    if wrong:
        raise Unproven(f"{url}: the controls that are locked do something else: {wrong}")


async def together(
    pages: AsyncIterator[CollectedPage], proven: Callable[[], Awaitable[str]]
) -> AsyncGenerator[CollectedPage]:
    """The pages of a walk, none before all are `proven`, which gives what their cursors carry of that.

    Where the walk breaks off, those that were read.
    """
    read: list[CollectedPage] = []
    try:
        async for page in pages:  # those before one that fails are needed
            read.append(page)  # noqa: PERF401
    except (Incomplete, SiteError, BrowserLost):
        for page in read:
            yield page
        raise
    facts = await proven()
    for page in read:
        yield replace(page, cursor=replace(page.cursor, replans=facts))


def promised(taken: Taken) -> tuple[LockedControl, ...]:
    """What a walk behind controls promises, to be locked."""
    return tuple(
        LockedControl(
            kind=offer.kind,
            control=offer.control,
            does=offer.does,
            keeps=offer.keeps,
            grade=taken.grade.grade,
            evidence=taken.grade.evidence,
        )
        for offer in taken.offers
    )


def _offer(one: LockedControl) -> Offer:
    return Offer(kind=one.kind, control=one.control, does=one.does, puts=(), keeps=one.keeps)
