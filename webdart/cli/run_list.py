"""Lists the runs of a project, picks those that a command names, and prunes old ones."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import click
from msgspec import Struct

from webdart.errors import UsageError
from webdart.printable import printable
from webdart.runs.folder import Project, RunFolder
from webdart.settings import Settings
from webdart.table.cell_json import cell, write
from webdart.table.text_table import aligned
from webdart.values import asdict


class RunLine(Struct, frozen=True, kw_only=True):
    """One run: `state` is its status, `running`, or `stopped` where it was killed; `report` a path, if there is one."""

    run: str
    workflow: str
    started: str
    state: str
    exit: int | None
    report: str | None


def project_of(settings: Settings) -> Project:
    """The project whose runs are meant."""
    return Project(settings.project)


def listed(project: Project) -> tuple[RunLine, ...]:
    """Every run, the latest first."""
    return tuple(_line(folder) for folder in project.all())


def _line(folder: RunFolder) -> RunLine:
    record = folder.record()
    state = "stopped" if folder.interrupted() else record.state
    report = str(folder.report) if folder.report.is_file() else None
    return RunLine(
        run=folder.id, workflow=record.workflow, started=record.started, state=state, exit=record.exit, report=report
    )


def resumable(project: Project, run: str | None) -> RunFolder:
    """The run to go on with: the one that begins with `run`, else the latest that was interrupted.

    Raises:
        UsageError: there is no such run.
    """
    return project.latest_unfinished() if run is None else project.get(run)


def pair_of(project: Project, before: str, after: str | None) -> tuple[RunFolder, RunFolder]:
    """Two runs to be compared: the second, where it is left out, is the latest of the first one's workflow.

    Raises:
        UsageError: there is no such run, or none to compare it with.
    """
    first = project.get(before)
    if after is not None:
        return first, project.get(after)
    workflow = first.record().workflow
    same = [folder for folder in project.all() if folder.record().workflow == workflow]
    if same[0] != first:
        return first, same[0]
    earlier = next((folder.id for folder in same[1:]), None)
    hint = f"webdart diff {earlier}" if earlier else f"run {workflow} again, or name the run to compare with"
    raise UsageError(f"{first.id} is the latest run of {workflow}: no later one to compare it with", hint=hint)


def latest_by(project: Project, lock: str, parameters: Mapping[str, object]) -> RunFolder:
    """The latest run with a sure answer that wrote a lock, or read all by it, with the same parameters.

    Raises:
        UsageError: there is none any more.
    """
    for folder in project.all():
        record = folder.record()
        if record.lock == lock and record.exit == 0 and record.parameters == parameters:
            return folder
    hint = "look at what is read now, and write it anew: webdart lock FILE"
    raise UsageError("no run by this lock is kept here: there are no rows to hold those of today against", hint=hint)


def told(folder: RunFolder) -> str:
    """Which run that is, when it began and how it ended."""
    record = folder.record()
    how = "was interrupted" if folder.interrupted() else f"ended: {record.state}"
    if record.ended is not None:
        how += f" at {_time(record.ended)}"
    return f"{folder.id}: {record.workflow}, began {_time(record.started)} UTC, {how}"


def _time(iso: str) -> str:
    """A time in UTC without its fraction."""
    return iso[:19].replace("T", " ")


def to_json(runs: Sequence[RunLine]) -> str:
    """The runs as a JSON array."""
    return write(cell([asdict(run) for run in runs]), 2)


def to_text(runs: Sequence[RunLine]) -> str:
    """The runs as a table, the time without its fraction."""
    if not runs:
        return "no runs yet"
    rows = [(run.run, run.state, run.exit, _time(run.started)) for run in runs]
    return printable(aligned(("run", "state", "exit", "started (UTC)"), rows))


def prune(project: Project, age: str) -> tuple[str, ...]:
    """Remove the runs that began longer ago than `age`; their ids.

    Raises:
        click.BadParameter: `age` is not of the form 30d, 12h or 90m.
    """
    parts = re.fullmatch(r"(\d{1,5})([dhm])", age.strip())
    if parts is None:
        raise click.BadParameter(f"{age!r} is no age: write 30d, 12h or 90m", param_hint="--prune")
    unit = {"d": "days", "h": "hours", "m": "minutes"}[parts[2]]
    return project.prune(timedelta(**{unit: int(parts[1])}), datetime.now(UTC))
