"""Finishes a run: writes its outcome, trace and report with secrets blanked."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pyarrow as pa

from webdart.answer.conclusion import Facts, conclude
from webdart.answer.doubt import Doubt, Sample
from webdart.answer.outcome import Outcome
from webdart.answer.report import ReportData, planned, write_report
from webdart.answer.sample import sample
from webdart.answer.saved_tables import with_saved
from webdart.browser.snapshot.kept_files import kept_files
from webdart.browser.snapshot.thumbnails import Picture
from webdart.errors import Incomplete, ModelError, StoreError, WebdartError
from webdart.plan.model import Plan
from webdart.runs.folder import RunFolder
from webdart.runs.request import RunRequest
from webdart.secret import Mask, in_the_open, too_short
from webdart.table.archive import Keep
from webdart.table.checked_line import write_whole
from webdart.trace import Event
from webdart.values import asdict, replace
from webdart.workflow.model import Workflow


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Everything that the last files of a run are made of."""

    facts: Facts
    workflow: Workflow
    plan: Plan
    folder: RunFolder
    mask: Mask
    request: RunRequest
    keep: Keep
    events: Sequence[Event] = ()
    tables: Mapping[str, pa.Table] = field(default_factory=dict[str, pa.Table])
    pictures: Sequence[Picture] = ()


def close(ending: Ending, answered: Callable[[Outcome], None] | None = None) -> Outcome:
    """Tell the outcome to `answered`, then write `trace.jsonl`, `report.html` and the end of `run.json`.

    The outcome that comes back adds a warning for each of them that could not be written.
    """
    downloads = tuple(kept_files(ending.folder.downloads))
    concluded = conclude(ending.facts)
    concluded = replace(concluded, warnings=(*concluded.warnings, *_of_secrets(ending)))
    concluded = _resumable(concluded, ending.facts.error, ending.folder.id)
    concluded = with_saved(concluded, ending.plan, ending.tables, ending.request, ending.keep)
    outcome = replace(_masked(concluded, ending.mask), downloads=downloads)
    if answered is not None:
        answered(outcome)
    cut = isinstance(ending.facts.error, Incomplete)
    files: Mapping[str, Callable[[], None]] = {
        "the trace": lambda: _write_trace(ending),
        "the report": lambda: _write_report(ending, outcome),
        "the end of the run": lambda: ending.folder.end(outcome.status, outcome.exit, datetime.now(UTC), cut=cut),
    }
    failed = tuple(filter(None, (_failure(what, write) for what, write in files.items())))
    return replace(outcome, warnings=(*outcome.warnings, *failed))


def _failure(what: str, write: Callable[[], None]) -> str:
    """Why one of the last files could not be written; "" where it was."""
    try:
        write()
    except StoreError as error:
        return f"{what} could not be written: {error}"
    except Exception as error:  # noqa: BLE001 - a defect in what only tells of the answer must not lose it
        return f"{what} could not be written, which is a defect of webdart: {type(error).__name__}: {error}"
    return ""


def _write_report(ending: Ending, outcome: Outcome) -> None:
    record = ending.folder.record()
    data = ReportData(
        outcome=outcome,
        description=ending.workflow.description,
        file=record.file,
        source=record.source,
        started=record.started,
        planned=planned(ending.plan),
        parameters=dict(record.parameters),
        sites={name: site.url for name, site in ending.plan.sites.items()},
        settings=ending.request.settings.recorded(),
        versions=record.versions,
        samples=tuple(sample(name, table) for name, table in ending.tables.items()),
        events=tuple(ending.events),
        pictures=tuple(ending.pictures),
    )
    write_report(data, ending.folder.report, blank=ending.mask)


def _resumable(outcome: Outcome, error: WebdartError | None, run: str) -> Outcome:
    """With the command that goes on where that may help: with its id, since the run will have ended."""
    command = f"webdart resume {run}"
    said = tuple(line.replace("`webdart resume`", f"`{command}`") for line in outcome.error or ())
    if error is None or not said:
        return outcome
    again = error.retryable or isinstance(error, ModelError | StoreError)
    if again and not any(command in line for line in said):
        said = (*said[:-1], f"{said[-1]}\n  what was collected is kept; to go on: {command}")
    return replace(outcome, error=said)


def _write_trace(ending: Ending) -> None:
    lines = (json.dumps(asdict(event), ensure_ascii=False, default=str) for event in ending.events)
    write_whole(ending.folder.trace, ending.mask("".join(f"{line}\n" for line in lines)).encode())


def _of_secrets(ending: Ending) -> tuple[str, ...]:
    """Warnings about secrets, once a run: those that blank parts of addresses, and those that the file itself shows."""
    plan, secrets = ending.plan, tuple(ending.plan.secrets.values())
    addresses = (str(event.data["url"]) for event in ending.events if "url" in event.data)
    own = (str(value) for value in (*plan.parameters.values(), *plan.environment.values()))
    open_ = (ending.workflow.source, *(use.source for use in ending.workflow.uses), *own, *addresses)
    return (*in_the_open(secrets, open_), *too_short(secrets))


def _masked_doubt(doubt: Doubt, mask: Mask) -> Doubt:
    samples = tuple(Sample(mask(sample.text), mask(sample.page)) for sample in doubt.samples)
    return replace(doubt, problem=mask(doubt.problem), samples=samples, remedy=mask(doubt.remedy))


def _masked(outcome: Outcome, mask: Mask) -> Outcome:
    """Messages without secrets; rows keep what the site itself gave (docs/explanation/security.md)."""
    return replace(
        outcome,
        tables=tuple(replace(one, reasons=tuple(map(mask, one.reasons))) for one in outcome.tables),
        doubts=tuple(_masked_doubt(doubt, mask) for doubt in outcome.doubts),
        accepted=tuple(_masked_doubt(doubt, mask) for doubt in outcome.accepted),
        warnings=tuple(map(mask, outcome.warnings)),
        error=None if outcome.error is None else tuple(map(mask, outcome.error)),
    )
