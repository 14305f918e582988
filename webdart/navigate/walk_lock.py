"""Decides which walks a lock may replay, and keeps what a run that writes one has learned of a walk."""

from collections.abc import Sequence

from msgspec import Struct

from webdart.browser.actions.setting import Setting
from webdart.browser.port import Browser
from webdart.errors import LockBroken, NotFound
from webdart.navigate.context import Tools
from webdart.navigate.find.listing import Way
from webdart.navigate.find.read_back import label_of
from webdart.navigate.find.setting_target import plain_value, settings_in
from webdart.navigate.login import is_turned_away, still_in
from webdart.navigate.pushdown.evidence import Taken
from webdart.navigate.pushdown.promise import promised
from webdart.navigate.pushdown.set_promise import shown_at
from webdart.navigate.pushdown.verify_set import Obeyed
from webdart.navigate.stage_fingerprint import fingerprint_of, form_of
from webdart.navigate.walk.page_proof import Unproven
from webdart.navigate.walk.pagination import End
from webdart.navigate.walk.sources import Sources
from webdart.page.model import PageView
from webdart.plan.model import ListingStage, SitePlan
from webdart.runs.lock import LockedSettings, LockedStage
from webdart.values import replace
from webdart.workflow.templates import Names


class Walked(Struct, frozen=True):
    """A walk that has ended: the sources of its pages, the address of the first, why it ended."""

    sources: Sources
    address: str
    end: End


class Locking(Struct, frozen=True):
    """The lock of one walk."""

    stage: ListingStage
    site: SitePlan
    names: Names
    tools: Tools

    @property
    def _barred(self) -> str:
        """Why no walk of the stage is locked, whatever its pages say; "" where they may be."""
        if self.stage.navigate.for_each is None:
            return ""
        if any(not extract.key and not extract.keyless for extract in self.stage.extracts):
            return "which link tells its rows apart is found over all of its walks: `key` says it"
        return ""

    @property
    def fingerprint(self) -> str:
        """What tells this walk from others of the stage, and this state of the file from others."""
        return fingerprint_of(self.stage, self.site, self.names, self.tools.replay.named)

    def fitting(self) -> LockedStage | None:
        """What the lock has of this walk, if it is of this state of the file; None where it is read as without one.

        Raises:
            LockBroken: it is of another state, and the run is frozen.
        """
        lock = self.tools.replay.lock
        locked = None if lock is None else lock.of(self.stage.index, self.fingerprint)
        if lock is None or (locked is not None and locked.source == "rendered"):
            return None
        if locked is not None and not self._barred and locked.fingerprint == self.fingerprint:
            return locked
        text = f"{self.stage.at}: the lock does not fit this stage, its parameters or its site"
        alike = self.alike()
        if alike is not None and self.stage.rows is not None:  # a lock has one of its walks, which the others are like
            return None
        if self.tools.replay.frozen:
            raise LockBroken(text, hint="write it anew: webdart lock FILE")
        if alike is None and not self.tools.learned.unfit:
            self.tools.learned.unfit = True
            self.tools.trace("warning", f"{text}: it is read as without a lock")
        return None

    def alike(self) -> LockedStage | None:
        """What the lock has of a walk with other parameters, where it has nothing of this one.

        It tells how pages of this form look and are read, which the first page of this walk may prove.
        """
        lock, own = self.tools.replay.lock, self.fingerprint
        if lock is None or self._barred or any(one.fingerprint == own for one in lock.stages):
            return None
        return lock.like(self.stage.index, form_of(self.stage, self.site))

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

    async def hold_settings(self, locked: LockedStage, sources: Sources, way: Way, view: PageView) -> None:
        """Hold what the file sets against the page behind it, and the one on which it is set.

        Raises:
            Unproven: a control lacks its choice, or the page does not show it, or others show something else.
        """
        if locked.settings is None:
            return
        self.tools.budget.spend("pages")
        begun = await sources.source_of(locked.settings.on)
        if begun is None:
            raise Unproven(f"{locked.settings.on}: the page on which controls are set can't be had")
        try:
            shown = shown_at(view, begun, locked.looks, self._settings)
        except NotFound as wrong:
            raise Unproven(f"{wrong.url}: {wrong.problem}{wrong.hint and f': {wrong.hint}'}") from wrong
        if shown.moved != locked.settings.moved:
            now = "; ".join(shown.moved) or "nothing"
            raise Unproven(f"{view.url}: what other controls show otherwise than before is not as it was: {now}")
        way.before, way.was_set = shown.before, shown.was_set

    @property
    def _settings(self) -> Sequence[Setting]:
        return settings_in(self.stage.navigate.set, self.names)

    async def learned(self, walked: Walked, obeyed: Obeyed | None) -> LockedStage:
        """What is to be locked of a plain walk that has ended, behind the controls that the file sets."""
        bare = self._bare(walked)
        if bare.why:
            return bare
        if obeyed is None or obeyed.before is None:
            return self._for_others(await walked.sources.lock(bare, walked.end))
        if obeyed.doubt:
            return replace(bare, why=obeyed.doubt)
        behind = replace(bare, settings=LockedSettings(on=obeyed.before.url, shown={}))
        found = await walked.sources.lock(behind, walked.end, obeyed.looked)
        return self._for_others(await self._with_settings(found, walked.sources))

    async def taken(self, walked: Walked, taken: Taken) -> LockedStage:
        """What is to be locked of a walk that was taken behind controls of the site."""
        bare, pushed = self._bare(walked), promised(taken)
        if bare.why:
            return bare
        if not pushed:
            return replace(bare, why=walked.end.end)
        if any(keep.joined for one in pushed for keep in one.keeps):
            return replace(bare, why="what its controls are set to are rows of another table")
        behind = replace(bare, pushed=pushed, plain=taken.beside[0].url)
        return self._for_others(await walked.sources.lock(behind, walked.end, taken.beside))

    def _bare(self, walked: Walked) -> LockedStage:
        if why := self._barred:
            return LockedStage(stage=self.stage.index, fingerprint="", address=walked.address, why=why)
        form = form_of(self.stage, self.site)
        return LockedStage(stage=self.stage.index, fingerprint=self.fingerprint, form=form, address=walked.address)

    async def _with_settings(self, found: LockedStage, sources: Sources) -> LockedStage:
        """A lock with what the source of its page shows of the file's controls; none where it does not show them."""
        if found.settings is None or found.source == "rendered":
            return replace(found, settings=None)
        begun, there = await sources.source_of(found.settings.on), await sources.source_of(found.address)
        if begun is None or there is None:
            return self._rendered(found, "the page on which controls are set, or that behind them, can't be had alone")
        try:
            shown = shown_at(there.under(found.looks), begun, found.looks, self._settings)
        except NotFound as missing:
            return self._rendered(found, f"what is set is not shown in its source: {missing.problem}")
        shows = {label_of(one): plain_value(one) for one in self._settings}
        return replace(found, settings=replace(found.settings, shown=shows, moved=shown.moved))

    def _for_others(self, found: LockedStage) -> LockedStage:
        """What is locked, if the walks of all rows are to go by it: one that reads JSON knows its own address only."""
        if self.stage.rows is None or found.source != "json":
            return found
        return self._rendered(found, "its walks are as many as another table has rows, and each reads JSON of its own")

    def _rendered(self, found: LockedStage, why: str) -> LockedStage:
        return LockedStage(
            stage=found.stage, fingerprint=found.fingerprint, form=found.form, address=found.address, why=why
        )
