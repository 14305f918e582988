"""Implements `webdart explain`: shows what the sites could take over of a chore's SQL, and what they did."""

from typing import Any

import click

from webdart.cli.command import Command, for_terminal, json_option, settings_of, settings_options
from webdart.cli.completers import workflows
from webdart.cli.run import split_parameters


@click.command(cls=Command)
@click.argument("file", metavar="FILE", required=False, shell_complete=workflows)
@click.option("-p", "params", multiple=True, metavar="NAME=VALUE", callback=split_parameters, help="Set a parameter.")
@click.option("--run", "run", metavar="RUN", help="What became of it in that run (its id, or `latest`).")
@json_option
@settings_options("project", "headed", "browser", "timeout", "proxy", "ca_file", "secrets")
def command(*, file: str | None, params: dict[str, str], run: str | None, as_json: bool, **flags: Any) -> None:
    """Show what of the SQL the site's own controls could do.

    Opens each listing's first page, and what may have more controls (folds, a page "Advanced search"). It changes
    nothing and stores no rows. For every condition and join it shows where it would be evaluated and why, which
    controls fit, and how many pages the whole walk would read. With --run it shows what a run has done.

    \b
        webdart explain chore.yaml
        webdart explain --run latest
    """
    from webdart.cli import explain_text as explaining
    from webdart.errors import UsageError

    settings = settings_of(flags)
    if run is not None:
        told = explaining.of_run(settings, None if run == "latest" else run)
    elif file is not None:
        told = explaining.of_file(settings, file, params)
    else:
        raise UsageError("nothing to explain", hint="webdart explain FILE, or webdart explain --run latest")
    click.echo(told.to_json() if as_json else for_terminal(told.to_text()))
