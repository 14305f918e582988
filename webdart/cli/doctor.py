"""Implements `webdart doctor`: names what is missing on this machine, with the command that installs or fixes it."""

import os
from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options

_MARKS = {"ok": ("✓", "green"), "warning": ("!", "yellow"), "missing": ("✗", "red"), "refused": ("✗", "red")}


@click.command(cls=Command)
@click.option("--only", metavar="NAME", help="Try one thing: browser, sandbox, folder, …")
@json_option
@settings_options("project", "browser", "sandbox", "python_engine", "model", "model_url")
def command(*, only: str | None, as_json: bool, **flags: Any) -> None:
    """Try everything that a run needs.

    What is missing is told with the command that mends it. Leaves with exit code 1 when something is missing that
    every run needs, and with 4 when only a layer of the sandbox is, without which scripts are refused.

    \b
        webdart doctor
        webdart doctor --only browser --json
    """
    from webdart.cli.machine_checks import Trial, trials
    from webdart.table.cell_json import write
    from webdart.values import asdict

    found: list[Trial] = []
    for trial in trials(settings_of(flags), os.environ, only):
        found.append(trial)
        if not as_json:
            mark, colour = _MARKS[trial.state]
            click.echo(f"{click.style(mark, fg=colour)} {trial.name}: {trial.seen}")
            if trial.remedy:
                click.echo(f"    {trial.remedy}")
    if as_json:
        click.echo(write([asdict(trial) for trial in found], 2))
    states = {trial.state for trial in found}
    click.get_current_context().exit(1 if "missing" in states else 4 if "refused" in states else 0)
