"""Implements `webdart library`: lists, shows and copies the workflows and tutorial files that ship with webdart."""

import click

from webdart.cli.command import Command, json_option


@click.group()
def command() -> None:
    """List, show and copy the workflows that ship with webdart.

    Those below examples/ are the files of the tutorial, to be read in order.

    \b
        webdart library list
        webdart library show examples/01-one-table
        webdart library copy shop/cheapest
    """


@command.command(name="list", cls=Command)
@json_option
def listing(*, as_json: bool) -> None:
    """List the names, each with its description.

    \b
        webdart library list
    """
    import json

    from webdart.table.text_table import aligned
    from webdart.workflow import library

    rows = [(name, _about(name)) for name in library.names()]
    click.echo(json.dumps(dict(rows)) if as_json else aligned(("name", ""), rows))


def _about(name: str) -> str:
    """What a workflow is for: its description, else the comment at its top."""
    from webdart.workflow import library

    lines = library.of_library(name).read_text(encoding="utf-8").splitlines()
    said = next((line.partition(":")[2].strip() for line in lines if line.startswith("description:")), "")
    comment = lines[0].removeprefix("#").strip() if lines and lines[0].startswith("#") else ""
    return said or comment


@command.command(cls=Command)
@click.argument("name", metavar="NAME")
def show(*, name: str) -> None:
    """Print a workflow of the library.

    \b
        webdart library show shop/cheapest
    """
    from webdart.workflow import library

    click.echo(library.of_library(name).read_text(encoding="utf-8"), nl=False)


@command.command(cls=Command)
@click.argument("name", metavar="NAME")
@click.argument("file", metavar="[FILE]", required=False)
def copy(*, name: str, file: str | None) -> None:
    """Copy a workflow of the library into a file of your own.

    \b
        webdart library copy shop/cheapest
        webdart library copy shop/cheapest my-shop.yaml
    """
    from pathlib import Path

    from webdart.errors import UsageError
    from webdart.workflow import library

    source = library.of_library(name)
    target = Path(file or source.name)
    try:
        with target.open("x", encoding="utf-8") as out:
            out.write(source.read_text(encoding="utf-8"))
    except FileExistsError as error:
        raise UsageError(f"{target} exists", hint="name another file: webdart library copy NAME FILE") from error
    except OSError as error:
        raise UsageError(
            f"{target} can't be written: {error.strerror}", hint="name a file in a folder of yours"
        ) from error
    click.echo(f"copied to {target}", err=True)
