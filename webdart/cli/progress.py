"""Shows the progress of a chore on stderr, one line per stage: live on a terminal, plain elsewhere."""

import os
import select
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Protocol

import click

from webdart.answer.tally import Tally
from webdart.printable import printable
from webdart.trace import Event


class AskConsent(Protocol):
    """Puts a question to the person: what it is about, and what is asked. No answer is no."""

    def __call__(self, what: str, question: str = "Send it?") -> bool:
        """Whether the answer is yes."""
        ...


class Display(Protocol):
    """Shows what happens. `ask` puts a question to the person; None where no one can answer."""

    @property
    def question(self) -> "Question":
        """The question under way, if any; `withdraw` ends it."""
        ...

    @property
    def ask(self) -> AskConsent | None:
        """Shows what would be written and says whether it may be."""
        ...

    def listen(self, event: Event) -> None:
        """Take note of one event of the trace."""
        ...

    def end(self) -> None:
        """Nothing more is drawn; calling it twice is fine."""
        ...


@contextmanager
def shown(*, verbose: bool = False, quiet: bool = False) -> Generator[Display]:
    """The display that fits: a living one on a terminal, plain lines elsewhere.

    With `verbose` every event, with `quiet` only what a person sees one by one (`LOUD`).
    """
    question = Question()
    try:
        if verbose or quiet or not sys.stderr.isatty():
            yield Plain(question, verbose=verbose, quiet=quiet)
            return
        from webdart.cli.live_display import Living

        with Living(question) as display:
            yield display
    finally:
        question.close()


LOUD = frozenset({"warning", "write", "held", "released", "refused", "login", "replan", "printed", "download"})
"""Kinds of events that a person sees one by one, whatever the display."""


_EVERY = 10
"""Pages between two lines of a plain display: enough to see that it goes on."""


class Plain:
    """Lines for a log: where each stage begins and ends, and what is loud.

    All events with `verbose`, only what is loud with `quiet`.
    """

    def __init__(self, question: "Question", *, verbose: bool = False, quiet: bool = False) -> None:
        self.question = question
        self._verbose = verbose
        self._quiet = quiet
        self._tally = Tally()

    @property
    def ask(self) -> AskConsent | None:
        """A question on the terminal, if both its ends are there."""
        return self.question if sys.stdin.isatty() and sys.stderr.isatty() else None

    def end(self) -> None:
        """Nothing is drawn in place here."""

    def listen(self, event: Event) -> None:
        """Write the line that the event deserves."""
        if self._quiet:
            if event.kind in LOUD:
                _line(event, f"{event.kind}: {event.text}")
            return
        if event.kind == "stage":
            self._tally = Tally(title=event.text, started=event.seconds)
            _line(event, event.text)
            return
        self._tally.note(event)
        if event.kind == "end":
            _line(event, f"done: {self._tally.counts}")
        elif self._verbose or event.kind in LOUD:
            _line(event, f"{event.kind}: {event.text}")
        elif event.kind == "page" and self._tally.pages % _EVERY == 0:
            _line(event, self._tally.counts)


def _line(event: Event, words: str) -> None:
    stage = f"[{event.stage + 1}] " if event.stage >= 0 else ""
    click.echo(f"{event.seconds:7.1f}s  {stage}{printable(words)}", err=True)


class Question:
    """Puts questions to the person at the terminal; no answer is no.

    It may be asked in a thread, while Ctrl-C reaches the main one: `withdraw` then ends the wait for an answer
    that will not come.
    """

    def __init__(self) -> None:
        self._withdrawn, self._end = os.pipe()

    def __call__(self, what: str, question: str = "Send it?") -> bool:
        """Show what would be written (or what was) and ask for an answer."""
        click.echo(printable(what), err=True)
        click.echo(f"{printable(question)} [y/N]: ", err=True, nl=False)
        ready, _, _ = select.select([sys.stdin, self._withdrawn], [], [])
        if self._withdrawn in ready:
            click.echo(err=True)
            return False
        return sys.stdin.readline().strip().lower() in {"y", "yes"}

    def withdraw(self) -> None:
        """End the wait for an answer, now and later."""
        os.write(self._end, b".")

    def close(self) -> None:
        """Give back what it waits by; nothing is asked afterwards."""
        os.close(self._withdrawn)
        os.close(self._end)
