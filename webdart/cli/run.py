"""Implements `webdart run`: runs a workflow file and prints its answer."""

import os
from functools import partial
from typing import Any

import click

from webdart.cli.accept_option import accept_option
from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.completers import workflows
from webdart.doubt_kinds import DoubtKind
from webdart.identifier import composed
from webdart.values import replace


def split_parameters(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """`name=value` texts by name; the last of two wins, as everywhere on a command line."""
    pairs = [text.partition("=") for text in given]
    wrong = [name for name, sign, _ in pairs if not sign or not name.strip()]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is not of the form name=value")
    return {composed(name.strip()): value for name, _, value in pairs}


@click.command(cls=Command)
@click.argument("file", metavar="[FILE]", required=False, shell_complete=workflows)
@click.option("-p", "params", multiple=True, metavar="NAME=VALUE", callback=split_parameters, help="Set a parameter.")
@click.option("--dry-run", is_flag=True, help="Show the first write of each row with its fields, send none.")
@click.option("--limit-pages", type=click.IntRange(1), metavar="N", help="Open at most N pages of a listing.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Browsers that load pages side by side.")
@click.option("--cluster", metavar="ADDRESS", help="Dask's workers load pages, too: tcp://HOST:PORT.")
@accept_option
@click.option("--trace", is_flag=True, help="Keep Playwright's recording in the run's folder (playwright show-trace).")
@click.option("--pause-at", type=click.IntRange(1), metavar="STAGE", help="Show the window; wait there for Enter.")
@click.option("--offline", metavar="RUN", help="Read the pages that RUN kept, the site untouched; its FILE by default.")
@click.option("--lock", is_flag=True, help="Write CHORE.lock.yaml, if the answer is sure: the next runs replay it.")
@click.option("--no-lock", is_flag=True, help="Don't replay CHORE.lock.yaml.")
@click.option("--frozen", is_flag=True, help="Fail where CHORE.lock.yaml no longer fits the site.")
@click.option("--watch", is_flag=True, help="Run again, on the pages of the first run, whenever FILE is saved.")
@click.option("-v", "--verbose", is_flag=True, help="Say every step on stderr.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is not as it should be.")
@json_option
@settings_options()
def command(
    *,
    file: str | None,
    params: dict[str, str],
    dry_run: bool,
    limit_pages: int | None,
    jobs: int,
    cluster: str | None,
    accept: frozenset[DoubtKind],
    trace: bool,
    pause_at: int | None,
    offline: str | None,
    lock: bool,
    no_lock: bool,
    frozen: bool,
    watch: bool,
    verbose: bool,
    quiet: bool,
    as_json: bool,
    **flags: Any,
) -> None:
    """Run a workflow and print its answer.

    FILE is a path, else a name of the library. With --offline the pages that an earlier run kept are read again, with
    the file as it is now: edit and try, as often as you like (RUN may be `latest`, with a FILE its own latest).

    The exit code is 0 only for an answer that nothing speaks against. One that rests on unreadable cells, guessed
    columns, merged rows or a listing with signs of more is printed with its doubts and exit code 3; --accept takes it.

    \b
        webdart run chore.yaml -p n=5
        webdart run chore.yaml --json | jq .answer.value
        webdart run --offline latest chore.yaml
        webdart run --watch chore.yaml
        webdart run chore.yaml --accept unreadable,unknown
    """
    from webdart.cli import run_async as waiting
    from webdart.cli.shown_run import ShownRun
    from webdart.runs.lock_place import path_of
    from webdart.runs.request import RunRequest
    from webdart.workflow.library import find

    if pause_at is not None:
        flags["headed"] = True
    if file is None and offline is None:
        raise click.UsageError("Missing argument 'FILE': the path of a workflow, or a name of the library.")
    if frozen and (no_lock or lock):
        raise click.UsageError("--frozen replays a lock: it goes with neither --lock nor --no-lock.")
    if verbose and quiet:
        raise click.UsageError("--verbose says every step: it goes not with --quiet.")
    if watch and file is None:
        raise click.UsageError("--watch needs FILE, the one that is edited.")
    if cluster is not None and jobs > 1:
        raise click.UsageError("--cluster goes not with --jobs: the workers are as many as it has.")
    settings = settings_of(flags)
    side = None
    if cluster is not None or jobs > 1:
        from webdart.cli.workers import side_of

        side = side_of(jobs, cluster, settings)
    pause = waiting.Enter("press Enter to go on ")
    request = RunRequest(
        file=file or "",
        params=params,
        settings=settings,
        environment=os.environ,
        yes=settings.yes,
        dry_run=dry_run,
        limit_pages=limit_pages,
        side=side,
        accept=accept,
        trace=trace,
        pause_at=pause_at,
        paused=pause.pressed,
        attended=waiting.attended(settings),
        offline=offline,
        use_lock=not no_lock,
        frozen=frozen,
        write_lock=path_of(find(file or "")) if lock else None,
        begun=partial(setattr, click.get_current_context().find_root().obj, "run"),
    )
    shown = ShownRun(as_json=as_json, verbose=verbose, quiet=quiet)
    if watch:
        from webdart.cli.edit_watch import EditWatch

        EditWatch(find(file or ""), lambda pages: shown.run(replace(request, offline=pages))).keep(offline)
    click.get_current_context().exit(shown.run(request).exit)
