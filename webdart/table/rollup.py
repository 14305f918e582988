"""Finds the rows of a column that add up others, as SQL's `GROUP BY ROLLUP` writes them and trees of rows show them.

A row adds up the rows that stand directly below it (above it, where sums come last), and may itself be added up with
its neighbours by a further row. The column is one only if *every* row that has a figure takes part: one of two films
may well have run as long as the next two together, but not each.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal

_LEAST = 2
"""Rows that add up two others or more, from which on it is no coincidence."""


def rollup(values: Sequence[Decimal | None]) -> Mapping[int, Sequence[int]]:
    """The rows that each sum adds up, by the sum's place; empty if the column has rows of one level only.

    `values` are the figures of one column, in the order in which the rows were shown, `None` where a row has none. Rows
    without a figure, or with 0, belong to no sum. A column with negative figures is not looked at.
    """
    figures = [(place, value) for place, value in enumerate(values) if value]
    if any(value < 0 for _, value in figures):
        return {}
    return _below(figures[::-1]) or _below(figures)


def _below(figures: Sequence[tuple[int, Decimal]]) -> Mapping[int, Sequence[int]]:
    """The sums among figures, each of which comes after the figures that it adds up."""
    sums: dict[int, Sequence[int]] = {}
    waiting: list[tuple[int, Decimal]] = []  # not yet added up by any, the latest last
    for place, value in figures:
        rest, taken = value, 0
        while rest > 0 and taken < len(waiting):
            taken += 1
            rest -= waiting[-taken][1]
        if rest == 0:
            sums[place] = [one for one, _ in waiting[len(waiting) - taken :]]
            del waiting[len(waiting) - taken :]
        waiting.append((place, value))
    several = [place for place, parts in sums.items() if len(parts) >= _LEAST]
    return sums if len(several) >= _LEAST and all(place in sums for place, _ in waiting) else {}
