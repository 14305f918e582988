"""What do `do` and `plan` share: the options of a sentence about a site, and having it planned?"""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from webdart.settings import Settings
    from webdart.task.chore import TaskPlan
    from webdart.trace import Listener

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("task", metavar="TASK"),
    click.option("--site", metavar="URL", required=True, help="The site that it is about, or a page of it."),
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
"""All that a run may set but consent: nobody has read the plan yet."""


def taken(flags: dict[str, Any]) -> dict[str, Any]:
    """The options of the sentence, taken out of those that become settings."""
    return {name: flags.pop(name) for name in ("site", "locale", "user", "password", "check")}


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
    from webdart.cli import typed, waiting
    from webdart.task.chore import TaskRequest, plan_task
    from webdart.trace import Trace

    site = str(asked["site"])
    password = asked["password"]
    request = TaskRequest(
        task=" ".join(task.split()),
        site=site if "://" in site else f"https://{site}",
        settings=settings,
        locale=str(asked["locale"]),
        login=None if password is None else typed.login_of(asked["user"], password, asked["check"], settings),
    )
    trace = Trace(time.monotonic, listen)
    trace("stage", f"plan: {request.task}")
    plan = waiting.complete(plan_task(request, trace))
    trace("end", f"plan: {request.task}")
    return plan
