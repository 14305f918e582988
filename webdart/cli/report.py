"""Implements `webdart report`: finds the report of a run."""

from typing import Any

import click

from webdart.cli.command import Command, json_option, project_option, settings_of
from webdart.cli.completers import runs


@click.command(cls=Command)
@click.argument("run", required=False, shell_complete=runs)
@click.option("--open", "show", is_flag=True, help="Show it in the default browser.")
@json_option
@project_option
def command(*, run: str | None, show: bool, as_json: bool, **flags: Any) -> None:
    """Print the path of a run's report.

    RUN is its id, or the beginning of it (default: the latest).

    \b
        webdart report
        webdart report --open
    """
    from webdart.cli import open_file as opening
    from webdart.cli.run_list import project_of
    from webdart.errors import UsageError
    from webdart.table.cell_json import write

    folder = project_of(settings_of(flags)).get(run)
    if not folder.report.is_file():
        raise UsageError(f"run {folder.id} has no report yet", hint=f"it is made when the run ends: {folder.path}")
    click.echo(write({"run": folder.id, "report": str(folder.report)}) if as_json else str(folder.report))
    if show and not opening.shown(folder.report):
        click.echo("no browser could be opened here; the file is at the path above", err=True)
