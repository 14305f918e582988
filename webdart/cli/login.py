"""Implements `webdart login`: saves a session that a person opens by hand, for files that name it."""

from typing import Any

import click

from webdart.cli.command import Command, settings_of, settings_options


@click.command(cls=Command)
@click.argument("name", metavar="NAME")
@click.argument("url", metavar="URL")
@settings_options("browser", "proxy", "ca_file")
def command(*, name: str, url: str, **flags: Any) -> None:
    """Log in by hand, once, and keep the session.

    Opens a window at URL. Log in there, then press Enter here, or close the window. A workflow uses the session as
    `login: NAME`. It lies in your own state folder, and nobody else can read it.

    \b
        webdart login desk https://desk.example/
    """
    from webdart.cli import run_async as waiting
    from webdart.inspect import site as looking

    finished = waiting.Enter("log in in the window, then press Enter here (or close the window) ")
    path = waiting.complete(looking.login(name, url, settings_of(flags), finished.pressed), stopped=finished.withdraw)
    click.echo(f"kept session {name} in {path}; a file uses it as `login: {name}`", err=True)
