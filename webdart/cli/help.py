"""Implements `webdart help`: shows the reference of the workflow file in the terminal."""

from typing import TYPE_CHECKING

import click

from webdart.cli.command import Command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from webdart.workflow.manual import Section

_WIDTH = 100


@click.command(cls=Command)
@click.argument("key", required=False, metavar="[KEY]")
def command(*, key: str | None) -> None:
    """Show the reference of a key of the workflow file.

    KEY is a key (pages), a key with its place (navigate.pages), a type (money), a word of a run's output
    (as asked) or the code of a mistake (WF012). Without KEY all names are listed.

    \b
        webdart help
        webdart help pages
        webdart help field.match
    """
    from webdart.cli.main import COMMANDS
    from webdart.workflow import manual
    from webdart.workflow.codes import Code

    known = manual.sections()
    if key in COMMANDS and not any(key in name.split(".") for part in known for name in part.names):
        click.echo(f"{key} is a command: webdart {key} --help")
        return
    if key is None:
        click.echo("\n".join(_listing(known)))
        return
    if (code := next((code for code in Code if code.number == key.strip().upper()), None)) is not None:
        click.echo(f"{code.number} {code.title}\n\n{code.meaning}")
        return
    section, *others = found = manual.find(key, known)
    if others:
        click.echo(f"{key} is a key in {len(found)} places:\n")
        for part in found:
            click.echo(f"  webdart help {_name_for(part, key)}\n      {part.first_sentence}")
        return
    click.secho(", ".join(section.names), bold=True)
    click.echo()
    click.echo(manual.plain_text(section.body))


def _name_for(part: "Section", key: str) -> str:
    """The name of a section that ends in `key`."""
    return next(name for name in part.names if name.rpartition(".")[2] == key.strip().lower())


def _listing(known: "Sequence[Section]") -> "Iterator[str]":
    """The names of all sections, below those of their pages."""
    from textwrap import wrap

    yield "webdart help NAME shows one of:"
    for page in dict.fromkeys(part.page for part in known):
        names = [name for part in known if part.page == page for name in part.names]
        yield f"\n{page}"
        words = "  ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
        for line in wrap(words, _WIDTH, break_on_hyphens=False):
            yield f"  {line}".replace("\N{NO-BREAK SPACE}", " ")
