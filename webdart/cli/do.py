"""Implements `webdart do`: turns a sentence into its answer."""

import os
from functools import partial
from pathlib import Path
from typing import Any

import click

from webdart.cli.accept_option import accept_option
from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.task_options import SETTINGS, planned, sentence_options, taken
from webdart.doubt_kinds import DoubtKind


@click.command(cls=Command)
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Keep the plan here; an existing file is never overwritten.",
)
@click.option("--dry-run", is_flag=True, help="Show the first write of each row with its fields, send none.")
@click.option("--limit-pages", type=click.IntRange(1), metavar="N", help="Open at most N pages of a listing.")
@accept_option
@sentence_options
@json_option
@settings_options(*SETTINGS)
def command(
    *,
    save: str | None,
    dry_run: bool,
    limit_pages: int | None,
    accept: frozenset[DoubtKind],
    task: str,
    as_json: bool,
    verbose: bool,
    **flags: Any,
) -> None:
    """Have a model plan a chore, and run it.

    TASK is one sentence. The plan is a workflow file (kept with --save, else in .webdart/plans) and runs like any
    other. What it would write is shown and asked, each time: --yes is for files that a person has read.

    \b
        webdart do "the 3 products with the most reviews in Home Audio" --site https://shop.example
        webdart do "average price of the lamps" --site https://shop.example --save lamps.yaml --json
        webdart do "books that the library has and the shop sells for less than 10" --site shop=… --site library=…
    """
    from webdart import engine
    from webdart.cli import outcome_text as ending
    from webdart.cli import progress
    from webdart.cli import run_async as waiting
    from webdart.errors import UsageError
    from webdart.model.planning.chore import UNREAD, experience_of, plan_file

    asked = taken(flags)
    settings = settings_of(flags)
    if settings.yes:
        raise UsageError(
            UNREAD,
            hint="write it first: webdart plan … --out FILE; read it; then: webdart run FILE --yes",
        )
    if save is not None and Path(save).exists():
        raise UsageError(f"{save} is there already", hint="name another file, or move it away")
    telling = ending.Telling(as_json=as_json)
    with progress.shown(verbose=verbose) as display:
        telling.clear = display.end
        plan = planned(task, asked, settings, display.listen)
        request = engine.RunRequest(
            file=str(plan_file(settings, task, plan.text, None if save is None else Path(save))),
            settings=settings,
            environment=os.environ,
            dry_run=dry_run,
            limit_pages=limit_pages,
            accept=accept,
            spent=plan.spent,
            attended=waiting.attended(settings),
            answered=telling.answered,
            begun=partial(setattr, click.get_current_context().find_root().obj, "run"),
        )
        work = engine.run(request, listeners=(display.listen,), ask_consent=display.ask)
        finished = waiting.complete(work, stopped=display.question.withdraw)
    if finished.result.exit == 0 and settings.experience and plan.pieces is not None:
        experience_of(settings).keep(task, plan.pieces)
    telling.end(finished.result)
