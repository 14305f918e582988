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

_CHANGED = 1
"""The exit code where a lock does not fit its file, or has changed."""


@click.command(cls=Command)
@click.argument("file", metavar="FILE")
@click.option("-p", "params", multiple=True, metavar="NAME=VALUE", callback=split_parameters, help="Set a parameter.")
@click.option("--check", is_flag=True, help="Only say what the lock would replay, and whether it fits the file.")
@click.option("--diff", is_flag=True, help="Run, and only show what has changed since the lock was written.")
@settings_options()
def command(*, file: str, params: dict[str, str], check: bool, diff: bool, **flags: Any) -> None:
    """Run a workflow and lock what it has learned.

    CHORE.lock.yaml is written beside CHORE.yaml.

    The lock has the address of each listing and how its pages are read. Later runs replay it: no search, no trial of
    controls, and mostly no browser. It is written only if the answer is sure (exit code 0), and has no rows and no
    secrets: check it in beside the file. `run --frozen` fails where the site no longer fits it.

    \b
        webdart lock chore.yaml
        webdart lock chore.yaml --check
        webdart run chore.yaml --frozen
    """
    from webdart import engine
    from webdart.runs.lock import path_of
    from webdart.workflow.library import find

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
    elif diff:
        _diff(request, path)
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
    from dataclasses import replace

    from webdart import engine
    from webdart.cli import progress
    from webdart.cli import run_async as waiting

    with progress.shown(verbose=False) as display:
        work = engine.run(replace(request, write_lock=path), listeners=(display.listen,), ask_consent=display.ask)
        return waiting.complete(work, stopped=display.question.withdraw)


def _told(path: Path) -> list[str]:
    """What a lock replays, a line a stage."""
    from webdart.runs.lock import Lock

    lock = Lock.from_text(path.read_text(encoding="utf-8"), str(path))
    lines: list[str] = []
    for one in lock.stages:
        how = "from its source, without a browser" if one.source == "html" else f"in a browser, as ever: {one.why}"
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


def _diff(request: "RunRequest", path: Path) -> None:
    import tempfile
    from difflib import unified_diff

    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    with tempfile.TemporaryDirectory() as folder:
        now = Path(folder) / path.name
        run = _run(request, now)
        after = now.read_text(encoding="utf-8") if now.is_file() else None
    if after is None:
        click.echo(f"the answer is not sure (exit code {run.result.exit}): nothing to compare", err=True)
        click.get_current_context().exit(run.result.exit or _CHANGED)
        return
    lines = list(unified_diff(before.splitlines(), after.splitlines(), "locked", "now", lineterm="", n=2))
    click.echo("\n".join(lines) or "nothing has changed")
    if lines:
        click.get_current_context().exit(_CHANGED)
