"""Shows the progress of a chore on stderr, one line per stage: live on a terminal, plain elsewhere."""

import os
import select
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import click

from webdart.table.text_table import printable
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


@dataclass(slots=True)
class Tally:
    """What one stage has done so far; `rows` and `pages` since it began, `latest` its latest message.

    `read` of the `stated` rows of the listing under way have been read, as the site counts them.
    """

    title: str = ""
    pages: int = 0
    rows: int = 0
    started: float = 0.0
    seconds: float = 0.0
    latest: str = ""
    read: int = 0
    stated: int = 0
    tokens: int = 0
    cost: float = 0.0

    def note(self, event: Event) -> None:
        """Count one event of the stage."""
        self.seconds = event.seconds - self.started
        self.latest = event.text
        if event.kind == "page":
            rows = event.data.get("rows")
            self.pages += 1
            self.rows += rows if isinstance(rows, int) else 0
            read, stated = event.data.get("read"), event.data.get("stated")
            self.read, self.stated = (read, stated) if isinstance(read, int) and isinstance(stated, int) else (0, 0)
        if event.kind == "end":
            self.stated = 0  # what it has not read was not needed
        if event.kind == "model":
            tokens, cost = event.data.get("tokens"), event.data.get("cost")
            self.tokens += tokens if isinstance(tokens, int) else 0
            self.cost += cost if isinstance(cost, float) else 0.0

    @property
    def counts(self) -> str:
        """`9 pages · 180 rows · 1,420 tokens · 4.2 s`, without the parts that are zero."""
        parts = [
            f"{count:,} {word if count == 1 else word + 's'}"
            for count, word in ((self.pages, "page"), (self.rows, "row"), (self.tokens, "token"))
            if count
        ]
        parts += [f"{self.cost:.4f} spent"] if self.cost else []
        return " · ".join([*parts, f"{self.seconds:.1f} s", *self._left])

    @property
    def _left(self) -> list[str]:
        """`180 of 1,240 read, 25 s left`, where the site says how many there are and some are left."""
        if not self.rows or not 0 < self.read < self.stated:
            return []
        seconds = self.seconds / self.rows * (self.stated - self.read)
        return [f"{self.read:,} of {self.stated:,} read, {lasting(seconds)} left"]


def lasting(seconds: float) -> str:
    """A time to go, no more exact than a guess may be: `40 s`, `12 min`, `3.5 h`."""
    if seconds < 2 * 60:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 2 * 3600 else f"{seconds / 3600:.1f} h"


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
