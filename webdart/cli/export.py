"""Implements `webdart export`: writes a table of a run to a file that other programs read."""

import sys
from pathlib import Path
from typing import Any

import click

from webdart.cli.command import (
    Command,
    for_terminal,
    json_option,
    project_option,
    safe_option,
    settings_of,
    told_guarded,
)
from webdart.cli.completers import runs, tables


@click.command(cls=Command)
@click.argument("table", metavar="TABLE", shell_complete=tables)
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--format", "form", metavar="NAME", help="parquet, csv, jsonl or arrow [default: by FILE's ending].")
@click.option(
    "--run", metavar="ID", shell_complete=runs, help="The run, or the beginning of its id (default: the latest)."
)
@click.option("--all", "every", is_flag=True, help="The rows of every run, with a column _run.")
@click.option("--implicit", is_flag=True, help="Also _n, _page, _seen, _raw and _opened.")
@safe_option
@json_option
@project_option
def command(
    *,
    table: str,
    file: str | None,
    form: str | None,
    run: str | None,
    every: bool,
    implicit: bool,
    safe: bool,
    as_json: bool,
    **flags: Any,
) -> None:
    """Write a table to a file, or to stdout.

    \b
        webdart export products products.parquet
        webdart export products --format csv | head
        webdart export products all.jsonl --all
    """
    from webdart.cli import run_async as waiting
    from webdart.cli import sql_query as asking
    from webdart.cli.run_list import project_of
    from webdart.errors import UsageError
    from webdart.inspect import collected_tables as collected
    from webdart.table.cell_json import write

    project = project_of(settings_of(flags))
    target = None if file is None else Path(file)
    kind = collected.format_of(target, form)
    if target is None and (as_json or (kind in {"parquet", "arrow"} and sys.stdout.isatty())):
        raise UsageError("name the file to write", hint=f"webdart export {table} {table}.{kind}")
    found = waiting.complete(asking.one(table, project, run, every=every))
    rows = collected.shown(found, internal=implicit)
    if kind == "csv" and safe:
        rows, count = collected.for_spreadsheets(rows)
        told_guarded(count)
    if target is None and sys.stdout.isatty():
        click.echo(for_terminal(collected.packed(rows, kind).decode()), nl=False)
        return
    if target is None:
        sys.stdout.buffer.write(collected.packed(rows, kind))
        return
    collected.export(rows, target, kind)
    if as_json:
        click.echo(write({"table": table, "rows": rows.num_rows, "file": str(target), "format": kind}))
    else:
        click.echo(f"{rows.num_rows:,} rows of {table} in {target}", err=True)
