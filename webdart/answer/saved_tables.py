"""Saves the tables that a workflow keeps beyond its run, once its answer is sure."""

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa

from webdart.answer.outcome import Outcome, messages
from webdart.errors import StoreError
from webdart.identifier import fold
from webdart.plan.model import Plan
from webdart.runs.request import RunRequest
from webdart.table.archive import Keep, Keeping, rows_of
from webdart.values import replace

_FAILED = 1


def with_saved(
    outcome: Outcome, plan: Plan, tables: Mapping[str, pa.Table], request: RunRequest, keep: Keep
) -> Outcome:
    """The outcome with what was saved; a place that can't be written ends the run with exit 1, its answer kept.

    Nothing is saved of an answer with a doubt or an error, of kept pages, and of a run that only tries.
    """
    if not plan.saves:
        return outcome
    if why := _reason_against(outcome, request):
        names = ", ".join(save.name for save in plan.saves)
        return replace(outcome, warnings=(*outcome.warnings, f"not saved: {names}: {why}"))
    root = Path(request.settings.project).resolve()
    by_name = {fold(name): table for name, table in tables.items()}
    wanted = [
        Keeping(
            name=save.name,
            to=save.to,
            keeper=save.keeper,
            path=root / save.path,
            mode=save.mode,
            key=save.key,
            rows=rows_of(by_name[fold(save.name)], outcome.run or ""),
            run=outcome.run or "",
        )
        for save in plan.saves
    ]
    try:
        for one in wanted:
            _refuse_outside(one, root)
        return replace(outcome, saved=keep(wanted))
    except StoreError as error:
        return replace(outcome, exit=_FAILED, error=(*(outcome.error or ()), *messages(error)))


def _refuse_outside(keeping: Keeping, root: Path) -> None:
    """Refuse a place that a link leads out of the project: who shares a folder may have put it there.

    Raises:
        StoreError: it does.
    """
    place = keeping.path.resolve()
    file = place / f"{keeping.name}.parquet" if keeping.keeper == "parquet" else place
    if not place.is_relative_to(root) or not file.resolve().is_relative_to(root):
        raise StoreError(f"{keeping.to} leads out of {root}", hint="save to a place below the project's folder")


def _reason_against(outcome: Outcome, request: RunRequest) -> str:
    if outcome.exit:
        return f"the run ended with {outcome.exit}"
    tries = {"--offline": request.offline, "--dry-run": request.dry_run, "--limit-pages": request.limit_pages}
    return next((f"{option} only tries" for option, given in tries.items() if given), "")
