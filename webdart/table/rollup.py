"""Finds the rows of a column that add up others, as SQL's `GROUP BY ROLLUP` writes them and trees of rows show them.

In a tree that is equally deep everywhere, all rows below a row of height *h* (its parts, their parts, …) add up to *h*
times its figure. So the figures alone tell where each subtree ends, and the subtrees of the highest rows must follow
each other from the first row to the last: one of two films may well have run as long as the next two together, but not
each of them.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import accumulate, takewhile
from math import log2

from msgspec import Struct

_LEAST = 2
"""Rows that add up two others or more, from which on it may be no coincidence."""
_EVIDENCE = 10.0
"""Bits that all sums must say together: one of 1,000 adds up by chance once in 1,000 times, which are ten."""
_DEEPEST = 8
"""Levels of sums, more than the outlines that a person can follow have."""


def rollup(values: Sequence[Decimal | None]) -> Mapping[int, Sequence[int]]:
    """The rows that each sum adds up, by the sum's place; empty if the column has rows of one level only.

    `values` are the figures of one column, in the order in which the rows were shown, `None` where a row has none. Sums
    stand directly before their parts, or all of them behind. Rows without a figure, or with 0, belong to no sum. A
    column with negative figures is not looked at, and small counts add up by chance.
    """
    places = [place for place, value in enumerate(values) if value]
    figures = [value for value in values if value]
    if not figures or not all(value.is_finite() and value > 0 for value in figures):
        return {}
    for forward in (True, False):
        step = 1 if forward else -1
        ordered = figures[::step]
        for height in _heights_of_first(ordered):
            found = _Column(ordered, places[::step]).subtrees(0, len(figures), height)
            several = [total for total, parts in found.items() if len(parts) >= _LEAST]
            if len(several) >= _LEAST and sum(_bits(values[total]) for total in several) >= _EVIDENCE:
                return found
    return {}


def _bits(value: Decimal | None) -> float:
    """How many bits the digits of a figure say."""
    digits = value.as_tuple().digits if value is not None else ()
    return log2(max(1, int("".join(map(str, digits or (1,))))))


def _heights_of_first(figures: Sequence[Decimal]) -> Sequence[int]:
    """The heights that a tree of rows below the first of some figures may have, the least first."""
    first, *rest = figures
    totals = takewhile(lambda total: total <= _DEEPEST * first, accumulate(rest))
    return [int(total // first) for total in totals if total % first == 0]


class _Column:
    """Figures above 0, each with its row."""

    def __init__(self, figures: Sequence[Decimal], rows: Sequence[int]) -> None:
        self._figures = figures
        self._rows = rows
        self._before = [Decimal(0), *accumulate(figures)]
        """The sum of all figures before a place."""
        self._at = {total: place for place, total in enumerate(self._before)}

    def subtrees(self, start: int, end: int, height: int) -> Mapping[int, Sequence[int]]:
        """The parts of every row that is no leaf, if trees of one height fill the places from `start` up to `end`."""
        found: dict[int, Sequence[int]] = {}
        open_trees = [_Span(start, end, height)]
        while open_trees:
            span = open_trees.pop()
            place = span.start
            while place < span.end:
                until = self._at.get(self._before[place + 1] + span.height * self._figures[place])
                if until is None or until > span.end:
                    return {}
                if span.height > 1:
                    open_trees.append(_Span(place + 1, until, span.height - 1))
                found[self._rows[place]] = self._roots(place + 1, until, span.height - 1)
                place = until
        return found

    def _roots(self, start: int, end: int, height: int) -> Sequence[int]:
        """The rows of the highest of the trees from `start` up to `end`."""
        roots: list[int] = []
        place: int | None = start
        while place is not None and place < end:
            roots.append(self._rows[place])
            place = self._at.get(self._before[place + 1] + height * self._figures[place])
        return roots


class _Span(Struct, frozen=True):
    """Places that trees of one height fill."""

    start: int
    end: int
    height: int
