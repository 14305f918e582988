"""Decides which walks a lock may replay, and keeps what a run that writes one has learned of a walk."""

from msgspec import Struct

from webdart.browser.port import Browser
from webdart.errors import LockBroken
from webdart.navigate.context import Tools
from webdart.navigate.find.listing import Way
from webdart.navigate.login import is_turned_away, still_in
from webdart.navigate.pushdown.evidence import Taken
from webdart.navigate.pushdown.promise import promised
from webdart.navigate.stage_fingerprint import fingerprint_of
from webdart.navigate.walk.pagination import End
from webdart.navigate.walk.sources import Sources
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.runs.lock import LockedStage
from webdart.values import replace
from webdart.workflow.templates import Names


class Locking(Struct, frozen=True):
    """The lock of one walk: reached by an address, where the file sets nothing on the way."""

    stage: ListingStage
    site: SitePlan
    names: Names
    tools: Tools

    @property
    def _may(self) -> bool:
        return not self.stage.navigate.set and self.stage.navigate.for_each is None

    @property
    def _fingerprint(self) -> str:
        return fingerprint_of(self.stage, self.site, self.names, self.tools.replay.named)

    def fitting(self) -> LockedStage | None:
        """What the lock has of this walk, if it is of this state of the file; None where it is read as without one.

        Raises:
            LockBroken: it is of another state, and the run is frozen.
        """
        lock = self.tools.replay.lock
        locked = None if lock is None else lock.of(self.stage.index)
        if lock is None or (locked is not None and locked.source == "rendered"):
            return None
        if locked is not None and self._may and locked.fingerprint == self._fingerprint:
            return locked
        text = f"{self.stage.at}: the lock does not fit this stage, its parameters or its site"
        if self.tools.replay.frozen:
            raise LockBroken(text, hint="write it anew: webdart lock FILE")
        self.tools.trace("warning", f"{text}: it is read as without a lock")
        return None

    async def first(self, locked: LockedStage, sources: Sources, way: Way, tab: Browser) -> PageView:
        """The first page of a locked listing, in a session of its site where that wants one.

        Raises:
            Unproven: it is not the page that was locked.
            SessionExpired, NotFound, StepFailed: see `log_in`.
        """
        logged_in = await sources.is_logged_in(locked)
        if logged_in is None:
            await way.open(tab, locked.address)
        elif not logged_in:
            await way.log_in()
        view = await sources.first(tab, locked)
        if is_turned_away(view, self.site, locked.address):  # its document is for everybody, its data is not
            await way.log_in()
            sources.follow(locked)
            view = still_in(await sources.first(tab, locked), self.site, locked.address)
        return view

    async def learned(self, sources: Sources, address: str, end: End, taken: Taken | None) -> LockedStage:
        """What is to be locked of a walk that has ended, `taken` behind controls of the site."""
        bare = LockedStage(stage=self.stage.index, fingerprint=self._fingerprint, address=address)
        if not self._may:
            return replace(bare, why="controls are set" if self.stage.navigate.set else "it is one of several walks")
        if taken is None:
            return await sources.lock(bare, end)
        pushed = promised(taken)
        if not pushed:
            return replace(bare, why=end.end)
        if any(keep.joined for one in pushed for keep in one.keeps):
            return replace(bare, why="what its controls are set to are rows of another table")
        return await sources.lock(replace(bare, pushed=pushed, plain=taken.beside[0].url), end, taken.beside)
