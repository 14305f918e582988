"""Looks up the secrets for the login form of a page that no workflow names yet."""

import os

import click

from webdart.errors import SourceLine, UsageError
from webdart.plan.model import LoginPlan
from webdart.secret import Secret, secret_lookup
from webdart.settings import Settings


def login_of(user: str | None, password: str, check: str | None, settings: Settings) -> LoginPlan:
    """The login of a person who named his secrets on the command line.

    Raises:
        UsageError: one of them is nowhere.
    """
    look_up = secret_lookup(settings.secrets, os.environ, warn=lambda text: click.echo(f"warning: {text}", err=True))

    def found(name: str) -> Secret:
        secret = look_up(name)
        if secret is None:
            raise UsageError(
                f"secret {name} is not set", hint=f"webdart secret set {name}, or export WEBDART_SECRET_{name}=…"
            )
        return secret

    at = SourceLine("--password", 1, 1)
    return LoginPlan(user=None if user is None else found(user), password=found(password), check=check, at=at)
