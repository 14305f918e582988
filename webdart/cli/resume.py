"""Implements `webdart resume`: continues a run that was stopped."""

import os
from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.completers import runs


@click.command(cls=Command)
@click.argument("run", required=False, shell_complete=runs)
@click.option(
    "--cluster", metavar="ADDRESS", help="Workers that load pages; of a batch: another cluster than it began on."
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Browsers that load pages; of a batch: processes.")
@click.option("-v", "--verbose", is_flag=True, help="Say every step on stderr.")
@click.option("-q", "--quiet", is_flag=True, help="Say only what is not as it should be.")
@json_option
@settings_options()
def command(
    *,
    run: str | None,
    cluster: str | None,
    jobs: int | None,
    verbose: bool,
    quiet: bool,
    as_json: bool,
    **flags: Any,
) -> None:
    """Go on with a run that was stopped.

    RUN is its id, or the beginning of it (default: the latest that was interrupted). One that failed or was refused is
    taken only by its id. What was collected is kept, and no write is repeated. A workflow file that has changed since
    is refused, with the difference. The id of a batch runs the inputs that have no answer yet.

    \b
        webdart resume
        webdart resume 20261121T0611-top-reviewed-3f2a
    """
    from webdart import engine
    from webdart.cli import batch_run, progress
    from webdart.cli import outcome_text as ending
    from webdart.cli import run_async as waiting
    from webdart.cli import run_list as history
    from webdart.cli.workers import crew_of, side_of
    from webdart.printable import printable

    settings = settings_of(flags)
    if batch := batch_run.resumed(history.project_of(settings).root, run):
        crew = crew_of(jobs or os.cpu_count() or 1, cluster or batch.record().get("cluster"), settings)
        batch_run.complete(batch, crew, None, as_json=as_json)
    folder = history.resumable(history.project_of(settings), run)
    click.echo(printable(f"resuming {history.told(folder)}"), err=True)
    click.get_current_context().find_root().obj.run = folder.id
    telling = ending.Telling(as_json=as_json, quiet=quiet)
    with progress.shown(verbose=verbose, quiet=quiet) as display:
        telling.clear = display.end
        anew = engine.Anew(
            yes=settings.yes,
            attended=waiting.attended(settings),
            answered=telling.answered,
            side=side_of(jobs or 1, cluster, settings),
        )
        work = engine.resume(
            folder.id,
            settings=settings,
            environment=os.environ,
            anew=anew,
            listeners=(display.listen,),
            ask_consent=display.ask,
        )
        finished = waiting.complete(work, stopped=display.question.withdraw)
    telling.end(finished.result)
