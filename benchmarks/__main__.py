"""Plans the tasks of a benchmark with a model, runs and scores them: `python -m benchmarks webchorearena …`."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import click

from benchmarks.arena import Arena, Scored, table
from benchmarks.tasks import read_tasks
from webdart.answer import render
from webdart.cli import login_secrets, run_async
from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.run import split_parameters
from webdart.errors import UsageError
from webdart.table.cell_json import write
from webdart.trace import Trace


@click.command(cls=Command)
@click.argument("benchmark", type=click.Choice(["webchorearena", "webarena"]))
@click.option("--tasks", metavar="FILE", required=True, type=click.Path(exists=True, dir_okay=False), help="Task file.")
@click.option("--site", "sites", metavar="NAME=URL", multiple=True, help="Where a site of the tasks is; repeat it.")
@click.option("--only", metavar="ID", multiple=True, help="Run only these tasks; repeat it.")
@click.option("--user", metavar="NAME", help="The secret that login forms get as their user.")
@click.option("--password", metavar="NAME", help="The secret that login forms get as their password.")
@json_option
@settings_options()
def command(
    *,
    benchmark: str,
    tasks: str,
    sites: tuple[str, ...],
    only: tuple[str, ...],
    user: str | None,
    password: str | None,
    as_json: bool,
    **flags: Any,
) -> None:
    """Run the tasks of a benchmark on sites of your own.

    Each sentence is planned by the model, run, and scored by the benchmark's evaluators with types: numbers by value,
    texts by whole words; what only a judge could tell counts as unjudged. With --yes the plans may write: for sites
    that are thrown away afterwards.

    \b
        python -m benchmarks webchorearena --tasks tasks.json --site shopping=http://127.0.0.1:7770
    """
    del benchmark  # one format; WebArena's lacks the types
    settings = settings_of(flags)
    named = split_parameters(click.get_current_context(), click.get_current_context().command.params[0], sites)
    chosen = [one for one in read_tasks(Path(tasks), named) if not only or one.id in only]
    if not chosen:
        raise UsageError("no task is left to run", hint="--only names the task_id of the file")
    login = None if password is None else login_secrets.login_of(user, password, None, settings)
    logins = {} if login is None else dict.fromkeys(named, login)
    arena = Arena(settings=settings, environment=os.environ, logins=logins, consent=settings.yes)
    done: list[Scored] = []
    for task in chosen:
        scored = run_async.complete(arena.run(task, Trace(time.monotonic)))
        done.append(scored)
        click.echo(f"{scored.score}: {task.id} {task.intent}" + (f"\n    {scored.why}" if scored.why else ""), err=True)
    columns, rows = table(done)
    if as_json:
        told = [
            {"task": one.task.id, "score": one.score, "why": one.why, "answer": one.answer, "tokens": one.tokens}
            for one in done
        ]
        click.echo(write({"tasks": told, "table": [dict(zip(columns, row, strict=True)) for row in rows]}, 2))
        return
    render.table(columns, rows, sys.stdout)


if __name__ == "__main__":
    command()
