"""Implements `webdart why`: shows where a cell comes from, and where a row was lost."""

import re
from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.completers import runs, tables

_RUN = re.compile(r"\d{8}T|latest$")


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[RUN] [TABLE KEY [COLUMN]]", shell_complete=tables)
@click.option(
    "--run", metavar="ID", shell_complete=runs, help="The run, or the beginning of its id (default: the latest)."
)
@click.option("--all", "every", is_flag=True, help="Through every run, the latest first.")
@click.option("--missing", metavar="WORDS", help="Words that should be in the answer and are not.")
@json_option
@settings_options("project", "sandbox")
def command(
    *, words: tuple[str, ...], run: str | None, every: bool, missing: str | None, as_json: bool, **flags: Any
) -> None:
    """Follow a cell to its page, or a missing row to its end.

    KEY names a row: its key, one of its cells, or the end of its address. A cell is told with the text that the page
    had, the page, and the element there. A missing row was never seen, seen and filtered, merged by key, or dropped.

    \b
        webdart why products "Desk lamp" price
        webdart why latest products A-1042
        webdart why --missing "Acme 3000"
        webdart why products A-1042 price --all
    """
    from webdart.cli import run_async as waiting
    from webdart.cli import why_text as tracing
    from webdart.cli.run_list import project_of

    rest = list(words)
    if rest and _RUN.match(rest[0]):
        run = rest.pop(0)
    if missing is None and len(rest) not in {2, 3}:
        raise click.UsageError("Give TABLE and KEY (and a COLUMN, if you like), or --missing WORDS.")
    settings = settings_of(flags)
    project = project_of(settings)
    folders = project.all() if every else (project.get(run),)
    found = waiting.complete(tracing.through(folders, tracing.Wanted.of(rest, missing), settings, every=every))
    click.echo(tracing.to_json(found, every=every) if as_json else tracing.to_text(found, every=every))
