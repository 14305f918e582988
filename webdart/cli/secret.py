"""Implements `webdart secret`: keeps passwords in the desktop's keyring, so that no file has them."""

import click

from webdart.cli.command import Command, json_option


@click.group()
def command() -> None:
    """Keep passwords in the keyring of this desktop.

    A workflow names one as {{ secret.NAME }}. WEBDART_SECRET_NAME and the file of --secrets go before the keyring.

    \b
        webdart secret set TRACKER_PASSWORD
        pass show tracker | webdart secret set TRACKER_PASSWORD
        webdart secret list
        webdart secret remove TRACKER_PASSWORD
    """


@command.command(name="set", cls=Command)
@click.argument("name", metavar="NAME")
def put(*, name: str) -> None:
    """Keep a secret: typed unseen, or the first line of stdin.

    \b
        webdart secret set TRACKER_PASSWORD
    """
    import sys

    from webdart.secret import Vault

    vault = Vault()
    typed = sys.stdin.isatty()
    value = click.prompt(f"secret {name}", hide_input=True, err=True) if typed else sys.stdin.readline().rstrip("\r\n")
    vault.put(name, value)
    click.echo(f"kept secret {name}", err=True)


@command.command(name="list", cls=Command)
@json_option
def names(*, as_json: bool) -> None:
    """List the names of the secrets, never their values.

    \b
        webdart secret list
    """
    import json

    from webdart.secret import Vault

    found = Vault().names()
    click.echo(json.dumps(found) if as_json else "\n".join(found) or "no secrets yet")


@command.command(cls=Command)
@click.argument("name", metavar="NAME")
def remove(*, name: str) -> None:
    """Forget a secret.

    \b
        webdart secret remove TRACKER_PASSWORD
    """
    from webdart.secret import Vault

    Vault().remove(name)
    click.echo(f"removed secret {name}", err=True)
