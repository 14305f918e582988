"""Provides what `do` and `plan` share: the options of a sentence about a site, and planning it."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from webdart.identifier import is_name

if TYPE_CHECKING:
    from webdart.model.planning.chore import TaskPlan
    from webdart.settings import Settings
    from webdart.trace import Listener

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("task", metavar="TASK"),
    click.option(
        "--site",
        "sites",
        metavar="[NAME=]URL",
        required=True,
        multiple=True,
        help="The site that it is about, or a page of it; repeat it where it is about several.",
    ),
    click.option("--locale", default="en-US", show_default=True, help="How the site writes numbers and dates."),
    click.option("--user", metavar="NAME", help="The secret that a login form gets as its user."),
    click.option("--password", metavar="NAME", help="The secret that a login form gets as its password."),
    click.option("--check", metavar="WORDS", help="What only somebody who is logged in sees."),
    click.option("-v", "--verbose", is_flag=True, help="Say every step on stderr."),
)

SETTINGS = (
    "project",
    "headed",
    "slow",
    "timeout",
    "browser",
    "proxy",
    "ca_file",
    "secrets",
    "sandbox",
    "python_engine",
    "model",
    "model_url",
    "record_model",
    "replay_model",
)
"""All that a run may set but consent: no one has read the plan yet."""


def taken(flags: dict[str, Any]) -> dict[str, Any]:
    """The options of the sentence, taken out of those that become settings."""
    return {name: flags.pop(name) for name in ("sites", "locale", "user", "password", "check")}


def sentence_options(function: Decorated) -> Decorated:
    """Adds the sentence, the site and how to log in there."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def planned(task: str, asked: Mapping[str, Any], settings: "Settings", listen: "Listener") -> "TaskPlan":
    """The plan of a sentence; `asked` are the options above.

    Raises:
        UsageError, ModelError, SiteError, Incomplete: see `task.chore.plan_task`.
    """
    from webdart.cli import login_secrets as typed
    from webdart.cli import run_async as waiting
    from webdart.errors import UsageError
    from webdart.model.planning.chore import TaskRequest, TaskSite, plan_task
    from webdart.trace import Trace

    named = [_named(str(one)) for one in asked["sites"]]
    password = asked["password"]
    if password is not None and len(named) > 1:
        raise UsageError(
            "--password would go to every one of several sites",
            hint="write a file with `task:` and `sites:`, each with its own `login:`, and run that",
        )
    login = None if password is None else typed.login_of(asked["user"], password, asked["check"], settings)
    sites = (TaskSite(name=name, url=url, locale=str(asked["locale"]), login=login) for name, url in named)
    request = TaskRequest(task=" ".join(task.split()), sites=tuple(sites), settings=settings)
    trace = Trace(time.monotonic, listen)
    trace("stage", f"plan: {request.task}")
    plan = waiting.complete(plan_task(request, trace))
    trace("end", f"plan: {request.task}")
    return plan


def _named(said: str) -> tuple[str, str]:
    """The name before a `=`, "" where there is none, and the address."""
    name, _, site = said.partition("=")
    if not site or not is_name(name.replace("-", "_")):
        name, site = "", said
    return name, site if "://" in site else f"https://{site}"
