"""Implements `webdart memories`: shows what this project knows of sites from earlier runs, and forgets it."""

from typing import Any

import click

from webdart.cli.command import Command, json_rows_option, project_option, settings_of


@click.group(invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List or forget what is known of sites.

    A control of a site that did not do what it says is skipped by the next three runs of this project, then tried
    again; which links led on is remembered for searches. Everything is forgotten after 30 days.

    \b
        webdart memories
        webdart memories list --json
        webdart memories forget shop.example
        webdart memories forget
    """
    if context.invoked_subcommand is None:
        context.invoke(names)


@command.command(name="list", cls=Command)
@json_rows_option
@project_option
def names(*, as_json: bool = False, **flags: Any) -> None:
    """List the sites, and the controls that are skipped.

    \b
        webdart memories list
    """
    from webdart.cli import memory_text as remembering

    sites = remembering.listed(settings_of(flags))
    click.echo(remembering.to_json(sites) if as_json else remembering.to_text(sites))


@command.command(cls=Command)
@click.argument("host", metavar="HOST", required=False)
@project_option
def forget(*, host: str | None, **flags: Any) -> None:
    """Forget what is known of a host, or of all.

    \b
        webdart memories forget shop.example
    """
    from webdart.cli import memory_text as remembering

    gone = remembering.forgotten(settings_of(flags), host)
    click.echo(f"forgot {', '.join(gone)}" if gone else "nothing was known", err=True)
