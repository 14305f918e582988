"""Has the runs of a batch learn from each other how the pages of a site are read.

Runs of one form read the same listings of the same sites, whatever their parameters. The second one writes a lock, if
its answer is sure, and those behind it replay that as they would one that lies beside the file, written with other
parameters: the first page proves it, and the last is rendered and compared. The first one learns nothing for others,
since of many a form there is only one.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from webdart import engine
from webdart.browser.network.shared_text import Make, SharedTexts
from webdart.navigate.stage_fingerprint import form_of
from webdart.plan import Plan
from webdart.plan.model import ListingStage
from webdart.run_start import RunStart
from webdart.runs.lock import Lock, LockedStage
from webdart.runs.request import lock_place
from webdart.trace import Listener
from webdart.values import replace

_LEARNERS = range(1, 4)
"""Which runs of a form, counted from 0, try to write its lock; where none of them could, nothing is to be learned."""

_OWN_JSON = "read from JSON, by a request that is each input's own"


class LearnedLocks(Struct, frozen=True):
    """The locks of a batch, by form, in texts that its runs share."""

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
        if known is not None and not known.isdecimal():
            return await engine.run(replace(request, learned=known), listeners=listeners, started=later)
        count = int(known or 0)
        await self.texts.once(name, _giving(str(count + 1)), known)
        if count not in _LEARNERS:
            return await engine.run(request, listeners=listeners, started=later)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "learned.lock.yaml"
            run = await engine.run(replace(request, write_lock=path), listeners=listeners, started=later)
            if path.is_file():
                await self._keep(name, path.read_text("utf-8"))
        return run

    async def _keep(self, name: str, text: str) -> None:
        """Keep a lock for the runs to come, unless another run was first."""
        known = await self.texts.kept(name)
        if known is None or known.isdecimal():
            await self.texts.once(name, _giving(_for_others(Lock.from_text(text, name)).to_text()), known)


def _giving(text: str) -> Make:
    async def given() -> str:
        return text

    return given


def _form(plan: Plan) -> str:
    """What runs have in common that read the same listings of the same sites; "" where none reads any."""
    listings = [stage for stage in plan.stages if isinstance(stage, ListingStage)]
    forms = [f"{stage.index} {form_of(stage, plan.sites[stage.navigate.site])}" for stage in listings]
    return sha256("\n".join(forms).encode()).hexdigest() if forms else ""


def _for_others(lock: Lock) -> Lock:
    """A lock without what is of one input alone."""
    return replace(lock, stages=tuple(_own_json_left_out(one) for one in lock.stages))


def _own_json_left_out(one: LockedStage) -> LockedStage:
    if one.source != "json":
        return one
    return LockedStage(stage=one.stage, fingerprint=one.fingerprint, form=one.form, address=one.address, why=_OWN_JSON)
