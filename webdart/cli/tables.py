"""Implements `webdart tables`: lists the tables of a run with their columns."""

from typing import Any

import click

from webdart.cli.command import Command, json_rows_option, project_option, settings_of
from webdart.cli.completers import runs


@click.command(cls=Command)
@click.option(
    "--run", metavar="ID", shell_complete=runs, help="The run, or the beginning of its id (default: the latest)."
)
@click.option("--all", "every", is_flag=True, help="The tables of every run.")
@json_rows_option
@project_option
def command(*, run: str | None, every: bool, as_json: bool, **flags: Any) -> None:
    """List the tables of a run, with their columns.

    \b
        webdart tables
        webdart tables --all --json
    """
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.cli.run_list import project_of
    from webdart.printable import printable
    from webdart.table.cell_json import cell, write
    from webdart.table.text_table import aligned
    from webdart.values import asdict

    project = project_of(settings_of(flags))
    lines = waiting.complete(asking.lines(project.all() if every else (project.get(run),), asking.told))
    if as_json:
        click.echo(write(cell([asdict(line) for line in lines]), 2))
        return
    head = ("run", "table", "rows", "verdict", "columns")[0 if every else 1 :]
    rows = [
        (
            line.run,
            line.name,
            line.rows,
            line.verdict,
            ", ".join(f"{name} {kind}" for name, kind in line.columns.items()),
        )
        for line in lines
    ]
    click.echo(printable(aligned(head, [row[0 if every else 1 :] for row in rows])) if rows else "no tables yet")
