"""Prints how a run ended: the answer on stdout, what to know about it on stderr, and the exit code."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import click

from webdart.answer.outcome import Outcome
from webdart.answer.render import Line, summary, table
from webdart.answer.shape import AnswerValue
from webdart.printable import printable
from webdart.table.cell_json import text


@dataclass(slots=True)
class Telling:
    """Tells a run's end: its answer, or why there is none, as soon as it is known, the rest when its files are written.

    With `as_json` the one object comes last, since it says what could not be written. `with_table`: also the rows
    behind the answer, for a person who looks on. `quiet`: nothing that is as it should be. `clear` makes way for the
    answer on the terminal.
    """

    as_json: bool
    with_table: bool = False
    quiet: bool = False
    clear: Callable[[], None] = lambda: None
    _told: bool = False
    _said: frozenset[Line] = frozenset()

    def answered(self, outcome: object) -> None:
        """Print the answer of `outcome`, or all that there is to know of one that failed."""
        assert isinstance(outcome, Outcome)
        if self.as_json or self._told or (outcome.answer is None and not outcome.error):
            return
        self._told = True
        self.clear()
        if outcome.answer is None:
            self._sum_up(outcome)
        else:
            _print(outcome.answer, with_table=self.with_table)
            sys.stdout.flush()

    def tell(self, outcome: Outcome) -> None:
        """Print what was not printed yet."""
        if self.as_json:
            click.echo(outcome.to_json(2 if sys.stdout.isatty() else None))
        self.answered(outcome)
        self._sum_up(outcome)

    def _sum_up(self, outcome: Outcome) -> None:
        """Print the notes about the run that were not printed before."""
        lines, said = summary(outcome), self._said
        for line in lines:
            if line not in said and not (self.quiet and line.quiet):
                click.secho(printable(line.text), err=True, bold=line.loud, dim=line.quiet, fg=line.colour)
        self._said = frozenset(lines)

    def end(self, outcome: Outcome) -> NoReturn:
        """Print what was not printed yet, and leave with the run's exit code."""
        self.tell(outcome)
        click.get_current_context().exit(outcome.exit)


def _print(answer: AnswerValue, *, with_table: bool) -> None:
    """The answer on stdout, the table on stderr; where both are one screen, nothing twice: the table is the answer."""
    once = with_table and sys.stdout.isatty() and sys.stderr.isatty() and _says_all(answer)
    if with_table:
        table(answer.columns, answer.rows, sys.stdout if once else sys.stderr)
    if not once:
        click.echo(printable(answer.text))


def _says_all(answer: AnswerValue) -> bool:
    """Whether every cell of the table stands in the text too, so that one of them is enough."""
    return all(text(cell) in answer.text for row in answer.rows for cell in row)
