"""Records what happens in a run, in order, for the progress display, the report and `trace.jsonl`.

One event is one small frozen value; a `Trace` hands it to every listener. No other module logs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from webdart.surrogates import well_formed, well_formed_json

EventKind = Literal[
    "stage",  # a stage begins: what it is
    "page",  # a page was committed: url, rows
    "action",  # a step was carried out
    "search",  # a node of the search tree: expanded, scored, chosen
    "held",  # a request was held on the wire
    "released",  # a held request was sent: declared, and consented to
    "write",  # an intent or an outcome
    "login",  # a session was opened or renewed
    "refused",  # a host or a request was refused
    "replan",  # a push-down was taken, refused or undone
    "model",  # a call of the model
    "download",  # a file that the site sent was kept: file, url, bytes
    "printed",  # what a script printed
    "noted",  # said in the report alone
    "warning",  # said once to the person
    "end",  # a stage ends
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened: `text` for people, `data` (plain JSON values) for the report and the tests."""

    kind: EventKind
    text: str
    stage: int = -1
    seconds: float = 0.0
    data: dict[str, object] = field(default_factory=dict[str, object])


Listener = Callable[[Event], None]


class Trace:
    """Hands events to listeners, stamped with seconds since the run began; `blank` takes secrets out of their texts.

    `data` is passed on as it is: who writes it down blanks it.
    """

    def __init__(self, clock: Callable[[], float], *listeners: Listener, blank: Callable[[str], str] = str) -> None:
        self._clock = clock
        self._blank = blank
        self._started = clock()
        self._listeners = listeners
        self.stage = -1

    def __call__(self, kind: EventKind, text: str, **data: object) -> None:
        """Tell every listener that `text` happened."""
        event = Event(
            kind=kind,
            text=self._blank(well_formed(text)),
            stage=self.stage,
            seconds=self._clock() - self._started,
            data=well_formed_json(data),
        )
        for listener in self._listeners:
            listener(event)
