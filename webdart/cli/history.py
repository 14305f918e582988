"""Implements `webdart history`: shows how the rows of a table changed from run to run."""

from pathlib import Path
from typing import Any

import click

from webdart.cli.command import Command, json_option, project_option, settings_of
from webdart.cli.completers import tables


@click.command(cls=Command)
@click.argument("table", metavar="TABLE", shell_complete=tables)
@click.argument("key", metavar="[KEY]", required=False)
@click.option("--workflow", metavar="NAME", help="Whose runs (default: the workflow of the latest run with TABLE).")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write all versions: .parquet, .csv, .jsonl."
)
@json_option
@project_option
def command(
    *, table: str, key: str | None, workflow: str | None, out: Path | None, as_json: bool, **flags: Any
) -> None:
    """Show how the rows of a table changed from run to run.

    Rows are followed by their keys: when each was first and last seen, and every cell that changed. A row is gone only
    where a complete run has no such row; one that an incomplete run lacks is "not seen". With KEY, all versions of that
    row.

    \b
        webdart history products
        webdart history products "Walnut desk"
        webdart history products --workflow prices --out products.parquet
    """
    from webdart.cli import history_text
    from webdart.cli import run_async as waiting
    from webdart.cli.run_list import project_of
    from webdart.cli.sql_query import told
    from webdart.inspect import timeline
    from webdart.inspect.collected_tables import export, format_of
    from webdart.table.cell_json import write

    folders = history_text.folders_of(project_of(settings_of(flags)), table, workflow)
    runs = waiting.complete(timeline.runs_of(folders, table, told))
    rows = timeline.history(runs)
    rows = rows if key is None else (timeline.named(rows, key),)
    name = folders[0].record().workflow
    if out is not None:
        export(timeline.table_of(rows), out, format_of(out, None))
    if as_json:
        click.echo(write(timeline.to_json(name, table, runs, rows), 2))
    elif key is None:
        click.echo(history_text.told(name, table, runs, rows))
    else:
        click.echo(history_text.versions(rows[0]))
