"""Implements `webdart plan`: turns a sentence into a workflow file."""

from pathlib import Path
from typing import Any

import click

from webdart.cli.command import Command, for_terminal, json_option, settings_of, settings_options
from webdart.cli.task_options import SETTINGS, planned, sentence_options, taken


@click.command(cls=Command)
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write the file here; an existing one is never overwritten.",
)
@sentence_options
@json_option
@settings_options(*SETTINGS)
def command(*, out: str | None, task: str, as_json: bool, verbose: bool, **flags: Any) -> None:
    """Have a model plan a chore.

    TASK is one sentence. The site is looked at, nothing on it is changed, and the stages are printed as a workflow
    file: to read, to keep, to run. The manual says what the model is shown: docs/how-to/model.md.

    \b
        webdart plan "the 3 lamps with the most reviews" --site https://shop.example --out lamps.yaml
        webdart run lamps.yaml
    """
    from webdart.cli import progress
    from webdart.errors import UsageError
    from webdart.model.planning.chore import plan_file
    from webdart.table.cell_json import write

    if out is not None and Path(out).exists():
        raise UsageError(f"{out} is there already", hint="name another file, or move it away")
    asked = taken(flags)
    settings = settings_of(flags)
    with progress.shown(verbose=verbose) as display:
        plan = planned(task, asked, settings, display.listen)
    if out is not None:
        plan_file(settings, task, plan.text, Path(out))
    if as_json:
        cost = [use.cost for use in plan.spent]
        tokens = sum(use.tokens_in + use.tokens_out for use in plan.spent)
        spent = None if None in cost else sum(one or 0.0 for one in cost)
        click.echo(write({"task": task, "workflow": plan.text, "file": out, "tokens": tokens, "cost": spent}, 2))
        return
    click.echo(
        for_terminal(plan.text) if out is None else f"wrote {out}; try: webdart run {out}",
        err=out is not None,
        nl=False,
    )
