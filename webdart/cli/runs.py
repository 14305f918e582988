"""Implements `webdart runs`: lists the runs of a project and how they ended."""

from typing import Any

import click

from webdart.cli.command import Command, json_rows_option, project_option, settings_of


@click.command(cls=Command)
@click.option("--prune", metavar="AGE", help="Remove the runs that began longer ago (30d, 12h).")
@json_rows_option
@project_option
def command(*, prune: str | None, as_json: bool, **flags: Any) -> None:
    """List the runs of this project.

    The latest comes first. A run that was stopped can be resumed; one that is being written is running.

    \b
        webdart runs
        webdart runs --json
        webdart runs --prune 30d
    """
    from webdart.cli import run_list as history

    project = history.project_of(settings_of(flags))
    if prune is not None:
        gone = history.prune(project, prune)
        click.echo(f"removed {len(gone)} run{'s' * (len(gone) != 1)}", err=True)
    runs = history.listed(project)
    click.echo(history.to_json(runs) if as_json else history.to_text(runs))
