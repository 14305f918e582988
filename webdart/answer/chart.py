"""Draws an answer of two columns: labels with numbers as bars, what rises from row to row with numbers as a line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise

from webdart.answer.sample import SAMPLE_ROWS, web_address
from webdart.table.cell_json import Json

_FEWEST, _MOST_BARS = 2, 40  # one bar compares nothing; more than a screen of them are no picture
_FEWEST_POINTS = 3
_WHOLE = 100.0
"""Places and lengths are percent of the drawing, upwards from its lower left corner."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row as a bar that begins at zero; without a number, it has no length."""

    label: Json
    value: Json
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class Line:
    """Rows as a line, broken where a row has no number; its edges are at the numbers `low` and `high`."""

    strokes: tuple[tuple[tuple[float, float], ...], ...]
    first: Json
    last: Json
    low: Json
    high: Json


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of an answer, either as bars or as a line."""

    bars: tuple[Bar, ...] = ()
    line: Line | None = None


def chart(rows: Sequence[Sequence[Json]]) -> Chart | None:
    """The drawing of rows; None where they are no labels, each once, and no places in order, with a number each.

    A line of one number everywhere shows nothing.
    """
    if not _FEWEST <= len(rows) <= SAMPLE_ROWS or any(len(row) != 2 for row in rows):
        return None
    labels, values = [row[0] for row in rows], [_number(row[1]) for row in rows]
    known = [value for value in values if value is not None]
    if len(known) < _FEWEST or any(
        value is None and row[1] is not None for value, row in zip(values, rows, strict=True)
    ):
        return None
    places = _places(labels)
    if places is not None and len(known) >= _FEWEST_POINTS:
        return Chart(line=_line(rows, places, values)) if len(set(known)) > 1 else None
    names = {one for one in labels if isinstance(one, str) and web_address(one) is None}
    if len(names) == len(rows) <= _MOST_BARS:
        return Chart(bars=tuple(_bars(rows, values, min(0.0, *known), max(0.0, *known))))
    return None


def _bars(rows: Sequence[Sequence[Json]], values: Sequence[float | None], low: float, high: float) -> list[Bar]:
    unit = _WHOLE / ((high - low) or 1.0)
    return [
        Bar(row[0], row[1], (min(0.0, value or 0.0) - low) * unit, abs(value or 0.0) * unit)
        for row, value in zip(rows, values, strict=True)
    ]


def _line(rows: Sequence[Sequence[Json]], places: Sequence[float], values: Sequence[float | None]) -> Line:
    """From left to right, whichever way the rows are ordered."""
    ordered = sorted(zip(places, values, rows, strict=True), key=lambda one: one[0])
    known = sorted((value, row[1]) for _, value, row in ordered if value is not None)
    (low, lowest), (high, highest) = known[0], known[-1]
    begin, across = ordered[0][0], _WHOLE / (ordered[-1][0] - ordered[0][0])
    up = _WHOLE / ((high - low) or 1.0)
    strokes: list[list[tuple[float, float]]] = [[]]
    for place, value, _ in ordered:
        if value is None:
            strokes.append([])
        else:
            strokes[-1].append(((place - begin) * across, (value - low) * up))
    return Line(tuple(tuple(one) for one in strokes if one), ordered[0][2][0], ordered[-1][2][0], lowest, highest)


def _places(labels: Sequence[Json]) -> list[float] | None:
    """Where dates, times or numbers lie on an axis, if each is beyond the one before."""
    found = [_moment(one) if isinstance(one, str) else _number(one) for one in labels]
    places = [one for one in found if one is not None]
    if len(places) < len(found):
        return None
    rises = [later > earlier for earlier, later in pairwise(places)]
    falls = [later < earlier for earlier, later in pairwise(places)]
    return places if all(rises) or all(falls) else None


def _moment(words: str) -> float | None:
    """Seconds of a date or a time of ISO 8601."""
    try:
        moment = datetime.fromisoformat(words)
    except ValueError:
        return None
    return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()


def _number(value: Json) -> float | None:
    plain = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return float(value) if plain and abs(value) < float("inf") else None  # pyright: ignore[reportArgumentType]
