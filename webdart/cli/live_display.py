"""Draws the live progress display of a terminal: one line per stage, the current one animated."""

import sys
from types import TracebackType
from typing import Self

from rich.console import Console, Group
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from webdart.answer.tally import Tally
from webdart.cli.progress import LOUD, AskConsent, Question
from webdart.printable import printable
from webdart.trace import Event, EventKind

_STYLES: dict[EventKind, str] = {"warning": "yellow", "refused": "yellow", "held": "yellow", "write": "bold"}

_WIDEST = 110
"""Columns of the display on the widest terminal."""


class Living:
    """A display that redraws the stages in place; loud events scroll by above them."""

    def __init__(self, question: Question, console: Console | None = None) -> None:
        self.question = question
        self._console = console or Console(file=sys.stderr)
        self._live = self._new_live()
        self._spinner = Spinner("dots", style="cyan")
        self._stages: list[Tally] = []
        self._ended = False

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Leave the stages as they stand: what is printed from now on goes below them."""
        self._live.update(self._picture(over=True))
        self._live.stop()

    @property
    def ask(self) -> AskConsent | None:
        """A question in the place of the stages, which come back below it."""
        return self._stand_still if sys.stdin.isatty() else None

    def _new_live(self) -> Live:
        return Live(console=self._console, refresh_per_second=10, redirect_stdout=False, redirect_stderr=False)

    def _stand_still(self, what: str, question: str = "Send it?") -> bool:
        """Ask where the stages stood; question and answer stay, and the stages go on below them."""
        self._live.transient = True
        self._live.stop()
        try:
            return self.question(what, question)
        finally:
            # a display that had stopped would go up by its old height first, and draw over the question
            self._live = self._new_live()
            self._live.update(self._picture())
            self._live.start()

    def listen(self, event: Event) -> None:
        """Redraw what the event changes."""
        if event.kind == "stage":
            self._stages.append(Tally(title=event.text, started=event.seconds))
            self._ended = False
        elif self._stages:
            self._stages[-1].note(event)
            self._ended = event.kind == "end"
        if event.kind in LOUD:
            self._console.print(Text(f"{event.kind}: {printable(event.text)}", style=_STYLES.get(event.kind, "dim")))
        self._live.update(self._picture())

    def _picture(self, *, over: bool = False) -> Group:
        grid = Table.grid(padding=(0, 1), expand=True)
        grid.width = min(self._console.width, _WIDEST)  # the counts stay near what they count
        grid.add_column(width=1)
        grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        grid.add_column(justify="right", no_wrap=True)
        for place, tally in enumerate(self._stages):
            present = place == len(self._stages) - 1 and not self._ended
            mark = Text("·", "dim") if present and over else self._spinner if present else Text("✓", "green")
            grid.add_row(mark, Text(printable(tally.title)), Text(tally.counts, "dim"))
        if self._ended or over or not self._stages:
            return Group(grid)
        latest = printable(self._stages[-1].latest)
        return Group(grid, Text(f"  {latest}", "dim", no_wrap=True, overflow="ellipsis"))
