"""`webdart why`: where does a cell come from, and where was a row lost?"""

import re
from typing import Any

import click

from webdart.cli.command import Command, json_option, settings_of, settings_options

_RUN = re.compile(r"\d{8}T|latest$")


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="[RUN] [TABLE KEY [COLUMN]]")
@click.option("--run", metavar="ID", help="The run, or the beginning of its id (default: the latest).")
@click.option("--missing", metavar="WORDS", help="Words that should be in the answer and are not.")
@json_option
@settings_options("project", "sandbox")
def command(*, words: tuple[str, ...], run: str | None, missing: str | None, as_json: bool, **flags: Any) -> None:
    """Follow a cell to its page, or a missing row to its end.

    KEY names a row: its key, one of its cells, or the end of its address. A cell is told with the text that the page
    had, the page, and the element there. A missing row was never seen, seen and filtered, merged by key, or dropped.

    \b
        webdart why products "Desk lamp" price
        webdart why latest products A-1042
        webdart why --missing "Acme 3000"
    """
    from dataclasses import asdict

    from webdart.answer.json_text import cell, write
    from webdart.cli import tracing, waiting
    from webdart.cli.history import project_of

    rest = list(words)
    if rest and _RUN.match(rest[0]):
        run = rest.pop(0)
    settings = settings_of(flags)
    folder = project_of(settings).get(run)
    if missing is not None:
        lost = waiting.complete(tracing.missing(folder, missing, settings))
        click.echo(write(cell(asdict(lost)), 2) if as_json else tracing.lost_told(lost))
        return
    if len(rest) not in {2, 3}:
        raise click.UsageError("Give TABLE and KEY (and a COLUMN, if you like), or --missing WORDS.")
    found = waiting.complete(tracing.row(folder, rest[0], rest[1], rest[2] if len(rest) == 3 else None))
    click.echo(write(cell(asdict(found)), 2) if as_json else tracing.row_told(found))
