"""Implements `webdart check`: validates a file and lists what it needs."""

import os
from typing import Any

import click

from webdart.cli.command import Command, for_terminal, json_option, settings_of, settings_options
from webdart.cli.completers import workflows


@click.command(cls=Command)
@click.argument("file", metavar="FILE", shell_complete=workflows)
@json_option
@settings_options("project", "secrets", "sandbox")
def command(*, file: str, as_json: bool, **flags: Any) -> None:
    """Check a workflow file without running it.

    Lists its stages, parameters, variables and secrets; one that is missing is a warning. Every mistake is told at
    once, as file:line:column, with exit code 2; SQL is tried on empty tables.

    \b
        webdart check chore.yaml
        webdart check demo/top-reviewed --json
    """
    from webdart.cli import run_async as waiting
    from webdart.cli.requirements import needs_of
    from webdart.errors import WorkflowErrors
    from webdart.execute.dry_run import rehearse
    from webdart.printable import printable
    from webdart.secret import secret_lookup
    from webdart.workflow import load
    from webdart.workflow.library import find

    settings = settings_of(flags)
    look_up = secret_lookup(settings.secrets, os.environ, warn=lambda text: click.echo(f"warning: {text}", err=True))
    workflow = load(find(file))
    if problems := waiting.complete(rehearse(workflow, settings)):
        raise WorkflowErrors(problems)
    has_model = settings.model is not None or settings.replay_model is not None
    needs = needs_of(workflow, os.environ, look_up, has_model=has_model)
    click.echo(needs.to_json() if as_json else for_terminal(needs.to_text()))
    for warning in (*needs.missing, *needs.notes):
        click.secho(printable(f"warning: {warning}"), err=True, fg="yellow")
