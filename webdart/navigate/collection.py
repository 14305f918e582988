"""Collects the listings of a run: walks each one, commits its pages and judges how complete they are."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct

from webdart.budget import Budget, in_time
from webdart.errors import BrowserLost, Incomplete, LockBroken, SiteError
from webdart.navigate.blocked_requests import behind_refusals, doubted
from webdart.navigate.context import Tools
from webdart.navigate.link_texts import link_texts
from webdart.navigate.listing_walk import Walk
from webdart.navigate.pushdown.join import filled_before, joined
from webdart.navigate.pushdown_log import Replanned
from webdart.navigate.summary import summaries
from webdart.navigate.walk.child_tables import family
from webdart.navigate.walk.page_proof import Unproven
from webdart.plan import Plan
from webdart.plan.model import Cursor, ListingStage
from webdart.plan.names import RunNames
from webdart.records.checks.completeness import worst
from webdart.records.model import CollectedPage, ListingSummary, Remark, Verdict
from webdart.runs.entries import WalkEnded
from webdart.runs.history import History
from webdart.runs.journal import Journal
from webdart.runs.lock import Lock, LockedStage
from webdart.runs.request import Pause
from webdart.secret import Mask
from webdart.table.commit_queue import CommitQueue
from webdart.table.expects import Failing, unmet
from webdart.table.memory import rows_before
from webdart.table.port import Table
from webdart.trace import Event, Trace


@dataclass(slots=True, kw_only=True)
class Collected:
    """What the walks of a run have found so far; the rows themselves are in the tables."""

    listings: list[ListingSummary] = field(default_factory=list[ListingSummary])
    remarks: list[Remark] = field(default_factory=list[Remark])
    replanned: list[Replanned] = field(default_factory=list[Replanned])
    counted: dict[str, int] = field(default_factory=dict[str, int])
    """Numbers of rows that a site stated in place of showing them, by table."""
    cut: set[int] = field(default_factory=set[int])
    """The stages of which a walk ended before its listing did."""
    locked: list[LockedStage] = field(default_factory=list[LockedStage])
    unlocked: bool = False
    """Whether a listing was read in another way than the lock of the run says."""

    def keep_locked(self, walk: LockedStage, *, alone: bool) -> None:
        """Keep what a lock is to have of a walk; `alone`: of its stage one, which has to be true of all of them."""
        own = [one for one in self.locked if one.stage == walk.stage]
        if alone and own:
            if walk.source == "rendered":  # what could not be proven of one walk is not to be believed of another
                self.locked[self.locked.index(own[0])] = walk
        elif all(one.fingerprint != walk.fingerprint for one in own):
            self.locked.append(walk)


class _Read(Struct, frozen=True):
    """A page of a walk that is to be committed, how far the walk was then, how many pages the run had opened."""

    page: CollectedPage
    progress: tuple[int, int | None]
    opened: int


class Collection(Struct, frozen=True, kw_only=True):
    """The listing stages of one run.

    `events` are those of its trace, `rows` is the folder of its JSONL files; `pause` is awaited after every page.
    """

    plan: Plan
    store: Table
    rows: Path
    journal: Journal
    history: History
    budget: Budget
    trace: Trace
    events: Sequence[Event]
    mask: Mask
    pause: Pause
    collected: Collected

    async def collect(
        self, stage: ListingStage, rows: Sequence[RunNames], tools: Tools, failing: Failing
    ) -> Sequence[str]:
        """Walk a listing once for each of `rows`; a sentence for every `expect` that does not hold afterwards.

        `rows` are the names that the stage's templates are filled with, one set a walk.

        Raises:
            SiteError, BrowserLost: a listing could not be reached or read; what was collected until then is kept.
        """
        if stage.navigate.for_each is not None:
            tools.learned.called = await link_texts(filled_before(self.plan.stages, stage.index), self.store)
        before = len(self.collected.replanned)
        await self._walk_all(stage, rows, tools)
        async with self.budget.in_time(self.budget.grace):
            return await self._unmet(stage, self.collected.replanned[before:], failing)

    async def _walk_all(self, stage: ListingStage, rows: Sequence[RunNames], tools: Tools) -> None:
        latest = {cursor.walk: cursor for cursor in await self.store.cursors() if cursor.stage == stage.index}
        for number, names in tools.learned.in_turn(rows):
            cursors = self.history.before(stage.index, number, latest.get(number))
            walk = await self._walked(stage, names, tools, number, cursors)
            if not walk.put_off:
                await self._conclude(stage, walk, tools.replay.lock)
            if walk.lacking is not None:
                raise walk.lacking.at(stage.at)

    async def _walked(
        self, stage: ListingStage, names: RunNames, tools: Tools, number: int, cursors: Sequence[Cursor]
    ) -> Walk:
        """One walk, to where it ended; begun again behind its last proven page where a page's source was not equal."""
        site, passed, rendered = self.plan.sites[stage.navigate.site], list(cursors), False
        while True:
            walk = Walk(stage, site, names, tools, number=number, cursors=passed)
            if rendered:
                walk.render()
            if walk.goes_on:
                walk.remember(*await asyncio.to_thread(rows_before, self.rows, stage.index, number))
            try:
                await self._commit_pages(walk, stage.index, tools.budget, passed)
            except Unproven as differs:
                self._fall_back(walk, differs, tools)
                rendered = True
                continue
            except Incomplete as over:
                walk.broke_off(over)
            except (SiteError, BrowserLost) as broken:  # what was collected until then is reported
                walk.broke_off(broken)
                await self._conclude(stage, walk, tools.replay.lock)
                raise behind_refusals(broken, self.events) from broken
            return walk

    def _fall_back(self, walk: Walk, differs: Unproven, tools: Tools) -> None:
        """Tell that a page's source is not to be believed; a frozen run that replays a lock ends with it."""
        if not walk.replays:
            self.trace("warning", f"read from the last proven page on in the browser: {differs}")
            return
        if tools.replay.frozen:
            raise LockBroken(f"the lock no longer fits the site: {differs}", hint="write it anew: webdart lock FILE")
        self.trace("warning", f"the lock no longer fits, and its stage is read without it: {differs}")

    async def with_joins(self, stage: ListingStage) -> ListingStage:
        """The stage with its joins over tables that are complete turned into conditions."""
        return await joined(stage, filled_before(self.plan.stages, stage.index), self.store)

    async def _unmet(self, stage: ListingStage, replanned: Sequence[Replanned], failing: Failing) -> Sequence[str]:
        extracts = family(stage.extracts)
        verdicts: dict[str, Verdict] = {
            extract.into: worst(one.verdict for one in self.collected.listings if one.table == extract.into)
            for extract in extracts
        }
        pushed = any(step.verdict == "taken" and step.by == "sql" for one in replanned for step in one.steps)
        return await unmet(extracts, verdicts, await self.store.describe(), failing, pushed=pushed)

    async def _commit_pages(self, walk: Walk, stage: int, budget: Budget, passed: list[Cursor]) -> None:
        """Commit the pages of a walk while it reads the next ones; all of them are, however it ends."""

        async def commit(pages: Sequence[_Read]) -> None:
            await self.store.commit(*(one.page for one in pages))
            for one in pages:
                passed.append(one.page.cursor)
                self.journal.acknowledge(one.page, one.opened)
                self._report(one.page, one.progress)

        queue = CommitQueue(commit)
        try:
            async for page in in_time(walk.pages(), budget):
                await queue.put(_Read(page, walk.progress, int(self.budget.spent("pages"))))
                await self.pause(stage)
        finally:
            await queue.close()

    def _report(self, page: CollectedPage, progress: tuple[int, int | None]) -> None:
        for row in page.rows_with(self.mask.finds) if self.plan.secrets else ():
            self.trace("warning", f"{row}: the site shows the text of a secret here; it is kept")
        rows = sum(len(one.records) for one in page.rows)
        read, stated = progress
        self.trace(
            "page",
            f"page {page.cursor.sequence}: {rows} rows",
            url=page.cursor.url,
            rows=rows,
            read=read,
            stated=stated,
        )

    async def _conclude(self, stage: ListingStage, walk: Walk, lock: Lock | None) -> None:
        collected, end = self.collected, walk.ending
        if lock is not None and not walk.replays:
            known = lock.of(stage.index, walk.locking.fingerprint)
            by_another = stage.rows is not None and walk.locking.alike() is not None
            collected.unlocked |= (known is None or known.source != "rendered") and not by_another
        if walk.locked is not None and (stage.rows is None or walk.progress[0]):  # no rows tell nothing of others
            collected.keep_locked(walk.locked, alone=stage.rows is not None)
        collected.replanned.append(walk.replanned)
        collected.counted |= walk.counted
        if end.short:
            collected.cut.add(stage.index)
        else:
            self.journal.append(
                WalkEnded(stage=stage.index, walk=walk.number, end=end.end, asked=end.asked, unsure=end.unsure)
            )
        summarised = summaries(stage, walk, await self.store.describe(), self.plan.stages)
        collected.listings += doubted(summarised, self.events, stage.index, unsure=end.unsure)
        collected.remarks += [remark for ledger in walk.ledgers.values() for remark in ledger.remarks]
        await self.store.conclude(collected.listings)
