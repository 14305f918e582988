"""Has the runs of a batch learn from each other how the pages of a site are read.

Runs of one form read the same listings of the same sites, whatever their parameters. Where the first had many pages,
the second writes a lock, if its answer is sure, and those behind it replay that as they would one that lies beside the
file, written with other parameters: the first page proves it, and the last is rendered and compared. The first one
learns nothing for others, since of many a form there is only one.
"""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from webdart import engine
from webdart.browser.network.shared_text import Make, SharedTexts
from webdart.errors import StoreError, UsageError
from webdart.navigate.stage_fingerprint import form_of
from webdart.plan import Plan
from webdart.plan.model import ListingStage
from webdart.run_start import RunStart
from webdart.runs.lock import Lock, LockedStage
from webdart.runs.request import lock_place
from webdart.trace import Listener
from webdart.values import replace

_TRIES = 3
"""Runs of a form that try to write its lock; where none of them could, nothing is to be learned."""
_PAGES = 10
"""Of the first run, from which on it is worth it: a replay asks for two pages twice, and renders no more than those."""

_OWN_JSON = "read from JSON, by a request that is each input's own"


class LearnedLocks(Struct, frozen=True):
    """The locks of a batch, by form, in texts that its runs share.

    Before there is one, the text says how many runs have tried to write it, and how many pages the first run had.
    """

    texts: SharedTexts
    batch: str

    async def run(self, request: engine.RunRequest, listeners: Sequence[Listener]) -> engine.Run:
        """Run one input by the lock of its form, or have it write that.

        Raises:
            UsageError, WorkflowErrors: as `engine.run`. StoreError: the texts can't be shared any more.
        """
        started = RunStart.of(request, ahead=False)
        later = replace(started, ahead=True)  # the browser starts once it is known whether one is needed
        place = lock_place(request)
        if place is None or place.is_file() or not (form := _form(started.plan)):
            return await engine.run(request, listeners=listeners, started=later)
        name = f"lock {self.batch} {form}"
        known = await self.texts.kept(name)
        if known is not None and not known[:1].isdecimal():
            return await engine.run(replace(request, learned=known), listeners=listeners, started=later)
        if known is not None and _is_worth_it(known):
            return await self._learned(name, known, request, listeners, later)
        run = await engine.run(request, listeners=listeners, started=later)
        if known is None and run.result.answer is not None:
            with suppress(StoreError):
                await self.texts.once(name, _giving(f"0 {run.result.pages}"), known)
        return run

    async def _learned(
        self, name: str, known: str, request: engine.RunRequest, listeners: Sequence[Listener], started: RunStart
    ) -> engine.Run:
        """Run an input, and keep the lock that it writes for the runs to come, unless another one was first."""
        tried, pages = known.split()
        await self.texts.once(name, _giving(f"{int(tried) + 1} {pages}"), known)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "learned.lock.yaml"
            try:
                run = await engine.run(replace(request, write_lock=path), listeners=listeners, started=started)
            except UsageError:  # what it has learned may not be written down: a secret would stand in it
                return await engine.run(request, listeners=listeners)
            with suppress(StoreError, OSError):  # the answer is there: what others might learn is worth none
                now = await self.texts.kept(name)
                if path.is_file() and (now is None or now[:1].isdecimal()):
                    lock = Lock.from_text(path.read_text("utf-8"), name)
                    await self.texts.once(name, _giving(_for_others(lock).to_text()), now)
        return run


def _is_worth_it(known: str) -> bool:
    """Whether a run is to write the lock of its form: of a long listing, which few have tried."""
    tried, pages = map(int, known.split())
    return tried < _TRIES and pages >= _PAGES


def _giving(text: str) -> Make:
    async def given() -> str:
        return text

    return given


def _form(plan: Plan) -> str:
    """What runs have in common that read the same listings of the same sites.

    "" where none reads any, or a site is to be asked at intervals: there each further request takes longer than what a
    browser needs for a page.
    """
    listings = [stage for stage in plan.stages if isinstance(stage, ListingStage)]
    if any(plan.sites[stage.navigate.site].delay for stage in listings):
        return ""
    forms = [f"{stage.index} {form_of(stage, plan.sites[stage.navigate.site])}" for stage in listings]
    return sha256("\n".join(forms).encode()).hexdigest() if forms else ""


def _for_others(lock: Lock) -> Lock:
    """A lock without what is of one input alone."""
    return replace(lock, stages=tuple(_own_json_left_out(one) for one in lock.stages))


def _own_json_left_out(one: LockedStage) -> LockedStage:
    if one.source != "json":
        return one
    return LockedStage(stage=one.stage, fingerprint=one.fingerprint, form=one.form, address=one.address, why=_OWN_JSON)
