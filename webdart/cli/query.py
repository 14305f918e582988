"""Implements `webdart query`: runs SQL over the tables of a run."""

import sys
from typing import Any

import click

from webdart.cli.command import (
    Command,
    for_terminal,
    json_rows_option,
    safe_option,
    settings_of,
    settings_options,
    told_guarded,
)
from webdart.cli.completers import runs


@click.command(cls=Command)
@click.argument("sql", metavar="SQL")
@click.option(
    "--run", metavar="ID", shell_complete=runs, help="The run, or the beginning of its id (default: the latest)."
)
@click.option("--all", "every", is_flag=True, help="The rows of every run, with a column _run.")
@click.option("--from", "url", metavar="URL", help="Results of batches instead: what `--to URL` has put there.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values on stdout.")
@safe_option
@json_rows_option
@settings_options("project", "sandbox")
def command(
    *, sql: str, run: str | None, every: bool, url: str | None, as_csv: bool, safe: bool, as_json: bool, **flags: Any
) -> None:
    """Ask a run's tables a question in SQL.

    One SELECT of DuckDB's dialect, also while the run is going on. `_listings` has the totals that the site stated.

    \b
        webdart query "SELECT count(*) FROM products"
        webdart query "SELECT * FROM products ORDER BY price" --csv > products.csv
        webdart query "FROM _listings" --run 20261121 --json
        webdart query "SELECT _run, min(price) FROM products GROUP BY _run" --all
        webdart query "SELECT count(*) FROM results" --from s3://shop/prices
    """
    from webdart.answer import render
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.cli.run_list import project_of
    from webdart.table import text_table as plain
    from webdart.table.cell_json import write

    settings = settings_of(flags)
    if url is not None and (every or run is not None):
        raise click.UsageError("--from reads what batches have published: it goes with neither --run nor --all.")
    project = project_of(settings)
    question = (
        asking.ask(sql, project.all() if every else (project.get(run),), settings)
        if url is None
        else asking.published(sql, url, settings)
    )
    answer = waiting.complete(question)
    if as_json:
        click.echo(write(answer.value, 2 if sys.stdout.isatty() else None))
    elif as_csv:
        table = plain.guarded(answer.columns, answer.rows) if safe else answer
        told_guarded(table.count if isinstance(table, plain.Guarded) else 0)
        # `color`: a pipe gets the cells as they are, where click would take what looks like a colour out
        click.echo(for_terminal(plain.comma_separated(table.columns, table.rows)), nl=False, color=True)
    else:
        render.table(answer.columns, answer.rows, sys.stdout)
