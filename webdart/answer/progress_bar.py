"""Shows the progress of a run in a notebook: its counts, and a bar where the site says how many there are."""

import sys
from collections.abc import Callable
from html import escape
from importlib import import_module
from typing import Any

from webdart.answer.tally import Tally
from webdart.printable import printable
from webdart.trace import Event, Listener

_EVERY_SECONDS = 0.25
"""Between two pictures; each is a message to the person's browser, which the notebook keeps."""


class ProgressBar:
    """Listens to a run; `show` gets HTML in place of what it got before."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._stages: list[Tally] = []
        self._shown = -_EVERY_SECONDS

    def listen(self, event: Event) -> None:
        """Redraw what the event changes."""
        if event.kind == "stage":
            self._stages.append(Tally(title=event.text, started=event.seconds))
        elif self._stages:
            self._stages[-1].note(event)
        if event.kind in {"stage", "end"} or event.seconds >= self._shown + _EVERY_SECONDS:
            self._shown = event.seconds
            self._show(self._html())

    def _html(self) -> str:
        return "".join(
            f"<div>{_bar(stage)}{_text(stage.title)} <small>{_text(stage.counts)}</small></div>"
            for stage in self._stages
        )


def _bar(stage: Tally) -> str:
    known = 0 < stage.read < stage.stated
    return f'<progress max="{stage.stated}" value="{stage.read}"></progress> ' if known else ""


def _text(words: str) -> str:
    return escape(printable(words))


def listeners() -> tuple[Listener, ...]:
    """What shows the progress of a run in the notebook that this process serves; none where it serves none."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is None:
        return ()
    place: Any = import_module("IPython.display")
    handle = place.display(place.HTML(""), display_id=True)
    return (ProgressBar(lambda html: handle.update(place.HTML(html))).listen,)
