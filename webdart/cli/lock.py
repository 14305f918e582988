"""Implements `webdart lock`: runs a workflow and writes down what it has learned of the site, for the runs to come."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webdart.cli.command import Command, settings_of, settings_options
from webdart.cli.run import split_parameters

if TYPE_CHECKING:
    from webdart.answer.result import Run
    from webdart.engine import RunRequest

_HOW = {
    "html": "from its source, without a browser",
    "json": "from the JSON that its pages show, without a browser",
}
_CHANGED = 1
"""The exit code where a lock does not fit its file, or has changed."""


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
@click.option("-p", "params", multiple=True, metavar="NAME=VALUE", callback=split_parameters, help="Set a parameter.")
@click.option("--check", is_flag=True, help="Only say what the lock would replay, and whether it fits the file.")
@click.option("--diff", is_flag=True, help="Run, and only show what has changed since the lock was written.")
@click.option("--heal", is_flag=True, help="Run, and write the lock anew if the rows are those of the last run by it.")
@settings_options()
def command(*, file: str, params: dict[str, str], check: bool, diff: bool, heal: bool, **flags: Any) -> None:
    """Run a workflow and lock what it has learned.

    CHORE.lock.yaml is written beside CHORE.yaml.

    The lock has the address of each listing and how its pages are read. Later runs replay it: no search, no trial of
    controls, and mostly no browser. It is written only if the answer is sure (exit code 0), and has no rows and no
    secrets: check it in beside the file. `run --frozen` fails where the site no longer fits it. Where a site was
    rebuilt, --heal reads it anew, and holds the rows against those of the last run by the lock: where a column says
    something else in many rows that both have, the lock stays as it is.

    \b
        webdart lock chore.yaml
        webdart lock chore.yaml --check
        webdart run chore.yaml --frozen
        webdart lock chore.yaml --heal
    """
    from webdart import engine
    from webdart.runs.lock_place import path_of
    from webdart.workflow.library import find

    if check + diff + heal > 1:
        raise click.UsageError("--check, --diff and --heal: one of them.")
    settings = settings_of(flags)
    path = path_of(find(file))
    request = engine.RunRequest(
        file=file,
        params=params,
        settings=settings,
        environment=os.environ,
        yes=settings.yes,
        begun=partial(setattr, click.get_current_context().find_root().obj, "run"),
    )
    if check:
        _check(request, path)
    elif diff or heal:
        _compare(request, path, heal=heal)
    else:
        _write(request, path)


def _write(request: "RunRequest", path: Path) -> None:
    run = _run(request, path)
    if run.result.exit:
        click.echo(f"{path.name} is not written: the answer is not sure (exit code {run.result.exit})", err=True)
        click.get_current_context().exit(run.result.exit)
    click.echo(f"{path} is written")
    for line in _told(path):
        click.echo(line)


def _run(request: "RunRequest", path: Path) -> "Run":
    from webdart import engine
    from webdart.cli import progress
    from webdart.cli import run_async as waiting
    from webdart.values import replace

    with progress.shown(verbose=False) as display:
        work = engine.run(replace(request, write_lock=path), listeners=(display.listen,), ask_consent=display.ask)
        return waiting.complete(work, stopped=display.question.withdraw)


def _told(path: Path) -> list[str]:
    """What a lock replays, a line a stage."""
    from webdart.runs.lock import Lock

    lock = Lock.from_text(path.read_text(encoding="utf-8"), str(path))
    lines: list[str] = []
    for one in lock.stages:
        how = _HOW.get(one.source) or f"in a browser, as ever: {one.why}"
        lines.append(f"  stage {one.stage + 1}: {one.address}: {how}")
    return lines


def _check(request: "RunRequest", path: Path) -> None:
    from webdart.errors import UsageError
    from webdart.inspect.lock_check import misfits

    if not path.is_file():
        raise UsageError(f"there is no {path.name}", hint=f"write it: webdart lock {request.file}")
    for line in _told(path):
        click.echo(line)
    wrong = misfits(request)
    for line in wrong:
        click.echo(line, err=True)
    if wrong:
        click.get_current_context().exit(_CHANGED)


def _compare(request: "RunRequest", path: Path, *, heal: bool) -> None:
    """Show what a lock written now would have otherwise; to `heal`, write it if the rows are still the same."""
    from webdart.errors import UsageError

    if heal and not path.is_file():
        raise UsageError(f"there is no {path.name}", hint=f"write it: webdart lock {request.file}")
    leave = click.get_current_context().exit
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    run, after = _read_anew(request, path.name)
    if after is None:
        click.echo(f"the answer is not sure (exit code {run.result.exit}): nothing to compare", err=True)
        leave(run.result.exit or _CHANGED)
    changed = _changes(before, _as_before(before, after))
    click.echo("\n".join(changed) or "nothing has changed")
    if changed and heal:
        _heal(request, run, path, after or "")
    elif changed:
        leave(_CHANGED)


def _read_anew(request: "RunRequest", name: str) -> "tuple[Run, str | None]":
    """A run, and the lock that it would write; None where its answer is not sure."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        now = Path(folder) / name
        run = _run(request, now)
        return run, now.read_text(encoding="utf-8") if now.is_file() else None


def _as_before(before: str, after: str) -> str:
    """A lock of today as it is held against the one that is there."""
    from webdart.runs.lock import Lock

    there, now = (Lock.from_text(one, "the lock") if one else None for one in (before, after))
    return after if there is None or now is None else now.compared_with(there).to_text()


def _changes(before: str, after: str) -> list[str]:
    from difflib import unified_diff

    return list(unified_diff(before.splitlines(), after.splitlines(), "locked", "now", lineterm="", n=2))


def _heal(request: "RunRequest", run: "Run", path: Path, anew: str) -> None:
    """Write the lock, if the rows of the run are those of the latest sure run by the lock that is there."""
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.cli.run_list import latest_by, project_of
    from webdart.inspect.diff import diff
    from webdart.inspect.row_agreement import objections
    from webdart.runs.lock import Lock
    from webdart.table.checked_line import write_whole

    project = project_of(request.settings)
    now = project.get(run.folder.name)
    lock = Lock.from_text(path.read_text(encoding="utf-8"), str(path))
    earlier = latest_by(project, lock.digest, now.record().parameters)
    wrong = objections(diff(*waiting.complete(asking.pair((earlier, now), None))))
    for line in wrong:
        click.echo(line, err=True)
    if wrong:
        click.echo(f"{path.name} is not healed; see: webdart diff {earlier.id} {now.id}", err=True)
        click.get_current_context().exit(_CHANGED)
    write_whole(path, anew.encode("utf-8"))
    now.note_lock(Lock.from_text(anew, str(path)).digest)
    click.echo(f"{path} is healed: the rows are those of {earlier.id}")
