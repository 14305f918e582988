"""Implements `webdart watch`: runs a workflow again and again, and tells what changed."""

from typing import Any

import click

from webdart.cli.accept_option import accept_option
from webdart.cli.command import Command, json_option, settings_of, settings_options
from webdart.cli.completers import workflows
from webdart.cli.run import split_parameters
from webdart.doubt_kinds import DoubtKind


def _seconds(_: click.Context, __: click.Parameter, given: str) -> float:
    from webdart.settings import seconds

    try:
        return seconds(given)
    except ValueError as error:
        raise click.BadParameter(f"{given!r} {error}") from error


@click.command(cls=Command)
@click.argument("file", metavar="FILE", shell_complete=workflows)
@click.option("-p", "params", multiple=True, metavar="NAME=VALUE", callback=split_parameters, help="Set a parameter.")
@click.option(
    "--every", default="1h", show_default=True, metavar="TIME", callback=_seconds, help="From start to start."
)
@click.option("--once", is_flag=True, help="Run once; leave with 6 where a sure answer changed.")
@click.option("--on-change", metavar="CMD", help="Give the changes as JSON to a command's stdin.")
@accept_option
@json_option
@settings_options()
def command(
    *,
    file: str,
    params: dict[str, str],
    every: float,
    once: bool,
    on_change: str | None,
    accept: frozenset[DoubtKind],
    as_json: bool,
    **flags: Any,
) -> None:
    """Run a workflow again and again, and tell what changed.

    Rows are told that are new, changed or gone since the earlier runs with the same parameters; the first run changes
    nothing. A row is gone only where a complete run lacks it. CMD is split into words as a shell does, and
    run without one. A run that fails is told, and tried again when its time comes.

    \b
        webdart watch prices.yaml --every 30m
        webdart watch prices.yaml --every 1d --on-change "notify-send prices"
        webdart watch prices.yaml --once --json
    """
    from webdart.cli.change_watch import Watch

    watch = Watch(
        file=file, params=params, settings=settings_of(flags), accept=accept, on_change=on_change, as_json=as_json
    )
    if once:
        click.get_current_context().exit(watch.look())
    watch.keep(every)
