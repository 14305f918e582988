"""Summarizes what happened in a run, stage by stage, from its events.

Events come from every room, and a later version may say more in them than this one knows: what is missing or of
another type is left out and is never an error. A run that stopped in the middle is reported too.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

from webdart.answer.search_outline import Outline, Seen, outline
from webdart.trace import Event
from webdart.values import replace


@dataclass(frozen=True, slots=True)
class PageLine:
    """A page that was committed: its address, how many rows it gave, when (seconds since the run began)."""

    url: str
    rows: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class StageLine:
    """One stage as it went: `share` of the run's time in percent, what was done in it, the searches it made."""

    number: int
    title: str
    started: float
    seconds: float
    share: float
    ended: bool
    pages: tuple[PageLine, ...]
    notes: tuple[Event, ...]
    searches: tuple[Outline, ...]

    @property
    def rows(self) -> int:
        """Rows of all its pages, repeats included."""
        return sum(page.rows or 0 for page in self.pages)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that could write, or its host: what it was, who asked, and the line of the file that would allow it."""

    request: str
    asked: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """The requests that the guard stopped, each once: sent later, held and never sent, or refused at once."""

    released: tuple[Refusal, ...] = ()
    held: tuple[Refusal, ...] = ()
    refused: tuple[Refusal, ...] = ()


def stages(events: Sequence[Event], seconds: float) -> tuple[StageLine, ...]:
    """The stages that began, in order; `seconds` is how long the run took."""
    return tuple(_stage(part, seconds) for part in _parts(events))


def _parts(events: Sequence[Event]) -> Iterator[list[Event]]:
    part: list[Event] = []
    for event in events:
        if event.kind == "stage" and part:
            yield part
            part = []
        if part or event.kind == "stage":
            part.append(event)
    if part:
        yield part


_SHOWN = frozenset({"action", "login", "write", "held", "released", "refused", "replan", "model", "noted", "warning"})


def _stage(events: Sequence[Event], seconds: float) -> StageLine:
    first, last = events[0], events[-1]
    ended = any(event.kind == "end" for event in events)
    until = last.seconds if ended else max(seconds, last.seconds)
    took = until - first.seconds
    return StageLine(
        number=first.stage + 1,
        title=first.text,
        started=first.seconds,
        seconds=took,
        share=min(100.0, 100 * took / seconds) if seconds > 0 else 0.0,
        ended=ended,
        pages=tuple(_page(event) for event in events if event.kind == "page"),
        notes=tuple(event for event in events if event.kind in _SHOWN),
        searches=tuple(_searches(events)),
    )


def _page(event: Event) -> PageLine:
    rows = event.data.get("rows")
    return PageLine(_word(event, "url") or event.text, rows if isinstance(rows, int) else None, event.seconds)


def _word(event: Event, name: str) -> str:
    value = event.data.get(name)
    return value if isinstance(value, str) else ""


def _searches(events: Sequence[Event]) -> Iterator[Outline]:
    """A search begins with a node that has no parent; a stage with several walks makes several."""
    found: list[Seen] = []
    for event in events:
        if event.kind == "action" and found:
            _note(found, event)
        number = event.data.get("node")
        if event.kind != "search" or not isinstance(number, int):
            continue
        parent = event.data.get("parent")
        above = parent if isinstance(parent, int) and parent >= 0 else None
        if above is None and found:
            yield outline(found)
            found = []
        found.append(_seen(event, number, above))
    if found:
        yield outline(found)


def _seen(event: Event, number: int, above: int | None) -> Seen:
    value, again = event.data.get("value"), event.data.get("again")
    return Seen(
        number=number,
        parent=above,
        label=_word(event, "label") or event.text,
        url=_word(event, "url"),
        reason=_word(event, "reason"),
        value=float(value) if isinstance(value, int | float) else 0.0,
        goal=event.data.get("goal") is True,
        effect=_word(event, "effect"),
        held=_words(event, "held"),
        alerts=_words(event, "alerts"),
        wrote=event.data.get("wrote") is True,
        again=again if isinstance(again, int) else -1,
    )


def _words(event: Event, name: str) -> tuple[str, ...]:
    said = event.data.get(name)
    return tuple(map(str, cast("list[object]", said))) if isinstance(said, list) else ()


def _note(found: list[Seen], event: Event) -> None:
    """A way back to a state, or what could not be done from it, told with the state."""
    back, failed = event.data.get("back_to"), event.data.get("failed_at")
    for place, seen in enumerate(found):
        if seen.number == back:
            found[place] = replace(seen, returns=seen.returns + 1)
        elif seen.number == failed:
            found[place] = replace(seen, failures=(*seen.failures, event.text))


_REQUEST = re.compile(r"([A-Z]+) (https?://\S+)")
_ALLOW = re.compile(r"(?:; ?)?(allow: \[[^\[\]]*\])")


def stopped(events: Sequence[Event]) -> Stopped:
    """The requests that could write: their outcomes, and the lines of the file that would allow them.

    A request that was held several times and sent less often stands in both lists.
    """
    held = Counter(event.text for event in events if event.kind == "held")
    released = Counter(event.text for event in events if event.kind == "released")
    asked = {event.text: _refusal(event) for event in events if event.kind == "held"}
    refused = {event.text: _refusal(event) for event in events if event.kind == "refused"}
    return Stopped(
        released=tuple(asked.get(text) or Refusal(text, "") for text in released),
        held=tuple(asked[text] for text in held - released if text not in refused),
        refused=tuple(refused.values()),
    )


def _refusal(event: Event) -> Refusal:
    allow, request = _ALLOW.search(event.text), _REQUEST.fullmatch(event.text)
    remedy = ""
    if allow:
        remedy = allow[1]
    elif request and event.kind == "refused":
        remedy = f'reads: ["{request[1]} {urlsplit(request[2]).path or "/"}"]'
    return Refusal(_ALLOW.sub("", event.text), _word(event, "asked"), remedy)
