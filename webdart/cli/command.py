"""Provides what all commands share: how they fail, `--json`, and the options that become settings."""

import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from webdart.settings import Settings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose failures are one clear message (with `--json`: one object on stdout) and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; every failure that webdart explains ends here."""
        from webdart.errors import WebdartError

        try:
            return super().invoke(ctx)
        except WebdartError as error:
            _tell(ctx, error)


def _tell(ctx: click.Context, error: Any) -> NoReturn:
    from webdart.answer.outcome import failure
    from webdart.printable import printable

    if ctx.params.get("as_json"):
        click.echo(failure(error, workflow=name_of(str(ctx.params.get("file") or ""))).to_json())
    else:
        click.echo(printable(str(error)), err=True)
    ctx.exit(error.exit_code)


def name_of(file: str) -> str:
    """The name of the workflow in a file (a path, else a library name), right or not; its own, where it is read."""
    import re

    from webdart.errors import WebdartError
    from webdart.identifier import INSIDE
    from webdart.workflow.library import find
    from webdart.workflow.load import default_name
    from webdart.workflow.source import text_of

    if not file:
        return ""
    try:
        said = re.search(rf"^name:[ \t]+[\"']?((?:{INSIDE}|-)+)", text_of(find(file)), re.MULTILINE)
    except WebdartError:
        said = None
    return default_name(file) if said is None else said.group(1)


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
json_rows_option = click.option(
    "--json", "as_json", is_flag=True, help="A JSON list on stdout, an object for each row."
)

safe_option = click.option(
    "--safe/--no-safe", default=True, help="CSV: put ' before what a spreadsheet takes for a formula [default: --safe]."
)

project_option = click.option(
    "--project", type=click.Path(exists=True, file_okay=False), help="The project's folder (default: found upwards)."
)

_SETTINGS: Mapping[str, Callable[[Any], Any]] = {
    "project": project_option,
    "headed": click.option("--headed", is_flag=True, default=None, help="Show the browser's window."),
    "slow": click.option("--slow", metavar="TIME", help="Pause before every action (300ms, 1s), for watching."),
    "timeout": click.option("--timeout", metavar="TIME", help="Longest time for one page [default: 30s]."),
    "browser": click.option("--browser", metavar="PATH", help="Executable of the browser [default: found]."),
    "proxy": click.option("--proxy", metavar="URL", help="Upstream proxy."),
    "ca_file": click.option("--ca-file", metavar="PATH", help="Further certificate authorities (PEM)."),
    "secrets": click.option("--secrets", metavar="FILE", help="NAME=value lines for {{ secret.NAME }}."),
    "sandbox": click.option("--sandbox", metavar="LEVEL", help="normal, strict, or weak (walls may be missing)."),
    "python_engine": click.option("--python-engine", metavar="NAME", help="restricted, or monty (webdart[monty])."),
    "model": click.option("--model", metavar="NAME", help="Language model for what the file leaves unsaid."),
    "model_url": click.option("--model-url", metavar="URL", help="Its OpenAI-compatible endpoint."),
    "record_model": click.option("--record-model", metavar="FILE", help="Write what is said to the model to FILE."),
    "replay_model": click.option("--replay-model", metavar="FILE", help="Take the model's replies from such a FILE."),
    "yes": click.option("--yes", is_flag=True, default=None, help="Consent to the writes that the file declares."),
}


def settings_options(*names: str) -> Callable[[Decorated], Decorated]:
    """Adds the options that become `Settings`, all or those named; the command gets them as `**flags`."""

    def add(function: Decorated) -> Decorated:
        for name in reversed(names or tuple(_SETTINGS)):
            function = _SETTINGS[name](function)
        return function

    return add


def settings_of(flags: Mapping[str, Any]) -> "Settings":
    """The settings that hold for this command."""
    from webdart import settings

    return settings.build(flags, environment=os.environ)


def told_guarded(count: int) -> None:
    """Say on stderr that cells of a CSV were guarded, if any were."""
    if count:
        cells = "1 cell begins" if count == 1 else f"{count:,} cells begin"
        click.echo(f"{cells} like a formula and got ' before it; --no-safe leaves it out", err=True)


def for_terminal(words: str) -> str:
    """`words` for stdout: as they are for a program, with nothing that a terminal obeys for a person."""
    from webdart.printable import printable

    return printable(words) if sys.stdout.isatty() else words
