"""Runs a batch from the command line: its inputs, its progress, and the summary at its end."""

import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import click

from webdart.answer.tally import lasting
from webdart.batch import coordinator
from webdart.batch.destination import Destination
from webdart.batch.folder import MARK, BatchFolder, Done, create, unsettled
from webdart.batch.folder import find as find_batch
from webdart.batch.inputs import Inputs, read
from webdart.batch.port import Crew
from webdart.batch.results import joined
from webdart.cli import run_async as waiting
from webdart.cli.run_list import project_of
from webdart.cli.sql_query import ask
from webdart.errors import UsageError
from webdart.inspect.collected_tables import export, format_of
from webdart.printable import printable
from webdart.settings import Settings
from webdart.table.cell_json import Json, write
from webdart.workflow import Workflow, load
from webdart.workflow.library import find
from webdart.workflow.model import Act

_HOSTS = 3
"""Hosts whose rate stands in a line of progress."""

_SHOWN = 20
"""Failed inputs that are told one by one; `--json` has all."""


def reading(file: str) -> Workflow:
    """The workflow of a file, which may not write.

    Raises:
        UsageError: it writes, or there is no such file.
        WorkflowErrors: every mistake in it.
    """
    workflow = load(find(file))
    if any(isinstance(stage, Act) for stage in workflow.stages):
        problem = f"{workflow.name} writes, and a batch only reads"
        raise UsageError(problem, hint="`for_each` in its `act` writes many rows, one after another: webdart run")
    return workflow


def rows_of(over: str, settings: Settings) -> tuple[tuple[str, ...], tuple[tuple[Json, ...], ...]]:
    """Columns and rows of the inputs: of a file, or of a SELECT over the tables of the latest run.

    Raises:
        UsageError, QueryError: they can't be had.
    """
    if not over.lstrip().upper().startswith(("SELECT ", "WITH ", "FROM ")):
        return read(Path(over))
    found = waiting.complete(ask(over, (project_of(settings).get(None),), settings))
    return tuple(found.columns), tuple(map(tuple, found.rows))


def kept_flags(flags: Mapping[str, object], settings: Settings) -> dict[str, str]:
    """The settings that were given, as a batch's folder keeps them for its processes and for a resume.

    Raises:
        UsageError: a password stands in one.
    """
    given = {name: str(value) for name, value in flags.items() if value is not None}
    if "@" in given.get("proxy", ""):
        raise UsageError("a batch keeps its flags, and --proxy has a password", hint="set WEBDART_PROXY instead")
    return {**given, "project": str(settings.project)}


def created(workflow: Workflow, inputs: Inputs, settings: Settings, how: Mapping[str, Json]) -> BatchFolder:
    """The folder of a new batch."""
    record: dict[str, Json] = {"file": str(Path(workflow.file).absolute()), **how}
    return create(project_of(settings).root, workflow.name, inputs, record)


def complete(folder: BatchFolder, crew: Crew, out: Path | None, *, as_json: bool) -> NoReturn:
    """Run what is left of a batch, write its results, and leave with its exit code."""
    inputs = folder.inputs()
    click.get_current_context().find_root().obj.run = folder.id
    counting = Counting(len(inputs.rows), folder.done(), crew)
    with folder.lock():
        waiting.complete(coordinator.complete(folder, crew, counting.heard))
        done = folder.done()
        results = joined(inputs, done)
        export(results, folder.results, "parquet")
    if out is not None:
        export(results, out, format_of(out, None))
    if to := folder.record().get("to"):
        answered = sum(one.settled for one in done.values())
        about = {"inputs": len(inputs.rows), "answered": answered}
        place = Destination.of(to).publish(folder.workflow, folder.id, results, about)
        click.echo(f"published: {place}", err=True)
    _tell(folder, done, results.num_rows, out, as_json=as_json)
    click.get_current_context().exit(exit_of(done))


class Counting:
    """Tells how far a batch is, a line an end."""

    def __init__(self, total: int, before: Mapping[int, Done], crew: Crew) -> None:
        self._crew = crew
        self._pages: Counter[str] = Counter()
        kept = [done for done in before.values() if done.settled]
        self._left = total - len(kept)
        self._total = total
        self._rows = sum(len(done.rows) for done in kept)
        self._failed = self._ended = 0
        self._began = time.monotonic()

    def heard(self, done: Done) -> None:
        """One more has ended."""
        self._left -= 1
        self._ended += 1
        self._failed += not done.settled
        self._rows += len(done.rows)
        self._pages.update(done.hosts)
        seconds = time.monotonic() - self._began
        said = (
            f"{self._total - self._left} of {self._total} done",
            f"{min(self._crew.size, self._left)} running",
            f"{self._failed} failed",
            f"{self._rows:,} rows",
            *self._rate(seconds),
            f"{lasting(seconds / self._ended * self._left)} left",
        )
        why = "" if done.settled else f"; input {done.place + 1}: {done.error}"
        click.echo(printable(f"{', '.join(said)}{why}"), err=True)

    def _rate(self, seconds: float) -> list[str]:
        """`4.2 pages/s (shop.example 3.1, other.example 1.1)`: the hosts of the most pages."""
        if not self._pages or seconds <= 0:
            return []
        most = [f"{host} {pages / seconds:.2g}" for host, pages in self._pages.most_common(_HOSTS)]
        more = [f"{len(self._pages) - _HOSTS} more"] if len(self._pages) > _HOSTS else []
        return [f"{self._pages.total() / seconds:.2g} pages/s ({'; '.join([*most, *more])})"]


def exit_of(done: Mapping[int, Done]) -> int:
    """0 if all are answered, 1 if none is, else 3."""
    codes = {one.exit for one in done.values()}
    if codes <= {0}:
        return 0
    return 3 if codes & {0, 3} else 1


def _tell(folder: BatchFolder, done: Mapping[int, Done], rows: int, out: Path | None, *, as_json: bool) -> None:
    failed = [one for one in done.values() if not one.settled]
    doubtful = [one for one in done.values() if one.exit and one.settled]
    told = sorted([*failed, *doubtful], key=lambda one: one.place)
    if as_json:
        ends: list[Json] = [
            {"input": one.place + 1, "run": one.run, "exit": one.exit, "error": one.error, "doubts": list(one.doubts)}
            for one in told
        ]
        said: dict[str, Json] = {
            "batch": folder.id,
            "inputs": len(done),
            "answered": sum(one.exit == 0 for one in done.values()),
            "rows": rows,
            "pages": sum(one.pages for one in done.values()),
            "results": str(out or folder.results),
            "not_sure": ends,
        }
        click.echo(write(said, 2 if sys.stdout.isatty() else None))
        return
    for one in told[:_SHOWN]:
        why = one.error or "; ".join(one.doubts)
        click.secho(
            printable(f"input {one.place + 1} ({one.run or 'no run'}): exit {one.exit}: {why}"), err=True, fg="yellow"
        )
    if len(told) > _SHOWN:
        click.echo(f"and {len(told) - _SHOWN} more; --json has all", err=True)
    if failed:
        click.echo(f"run the {len(failed)} that failed again with: webdart resume {folder.id}", err=True)
    click.echo(f"{rows:,} rows of {len(done)} inputs in {out or folder.results}")


def resumed(project: Path, named: str | None) -> BatchFolder | None:
    """The batch that is meant by the id of a resume, if it is one; it need not be unfinished.

    Raises:
        UsageError: nothing of it is left to run.
    """
    folder = None if named is None or MARK not in named.split("-") else find_batch(project, named)
    if folder is not None and not unsettled(folder.inputs(), folder.done()):
        raise UsageError(f"every input of batch {folder.id} is answered", hint=f"its results: {folder.results}")
    return folder
