"""How does a run end on the terminal: its answer on stdout, what is to be known about it on stderr, its exit code?"""

import sys
from typing import NoReturn

import click

from webdart.answer.outcome import Outcome
from webdart.answer.plain import printable
from webdart.answer.render import summary, table


def tell(outcome: Outcome, *, as_json: bool) -> NoReturn:
    """Print the run's answer (or its object) and what to know about it; leave with its exit code."""
    if as_json:
        click.echo(outcome.to_json(2 if sys.stdout.isatty() else None))
    elif outcome.answer is not None:
        click.echo(printable(outcome.answer.text))
    for line in summary(outcome):
        click.secho(printable(line.text), err=True, bold=line.loud, dim=line.quiet, fg=line.colour)
    click.get_current_context().exit(outcome.exit)


def show_table(outcome: Outcome) -> None:
    """Print the rows behind the answer on stderr, for a person who looks on."""
    if outcome.answer is not None:
        table(outcome.answer.columns, outcome.answer.rows, sys.stderr)
