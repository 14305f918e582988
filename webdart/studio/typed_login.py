"""Makes a login of what a person typed into the studio: names of secrets, and values that no other place has."""

import os

from webdart.errors import SourceLine, UsageError
from webdart.plan.model import LoginPlan, SitePlan
from webdart.secret import Secret, secret_lookup
from webdart.settings import Settings
from webdart.studio.commands import Login


def known_login(site: SitePlan) -> LoginPlan | None:
    """How a file logs in, where every secret of it has a value."""
    login = site.login
    given = () if login is None else (login.user, login.password)
    return None if any(isinstance(one, Secret) and not one.reveal() for one in given) else login


def login_of(order: Login, page: str, settings: Settings) -> LoginPlan:
    """The login by the form of a page.

    Raises:
        UsageError: a secret has no value, here or where runs look for it.
    """
    stored = secret_lookup(settings.secrets, os.environ, warn=lambda _: None)

    def secret(name: str) -> Secret:
        given = order.secrets.get(name)
        found = Secret(name, given) if given else stored(name)
        if found is None:
            raise UsageError(f"secret {name} has no value", hint=f"type it here, or webdart secret set {name}")
        return found

    return LoginPlan(
        page=page, user=secret(order.user_name), password=secret(order.password_name), at=SourceLine("studio", 1, 1)
    )
