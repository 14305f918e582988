"""Gives each field a column so that the sum of the weights is greatest: the Hungarian method, n ≤ m."""

from collections.abc import Sequence
from math import inf


def assign(weights: Sequence[Sequence[float]]) -> list[int | None]:
    """For each row the column it gets, None where nothing better than zero is left.

    Kuhn's method with potentials, O(rows² · columns); each row also has a column of its own that weighs nothing, so
    that no row is forced.
    """
    rows = len(weights)
    if not rows:
        return []
    real = len(weights[0])
    columns = real + rows
    cost = [[-w for w in row] + [0.0] * rows for row in weights]
    by_row, by_column = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        _augment(row, cost, (by_row, by_column), (owner, way))
    found: list[int | None] = [None] * rows
    for column in range(1, real + 1):
        if owner[column] and weights[owner[column] - 1][column - 1] > 0:
            found[owner[column] - 1] = column - 1
    return found


def _augment(
    row: int,
    cost: Sequence[Sequence[float]],
    potentials: tuple[list[float], list[float]],
    matching: tuple[list[int], list[int]],
) -> None:
    """Give `row` a column along the cheapest alternating path."""
    by_row, by_column = potentials
    owner, way = matching
    count = len(by_column)
    owner[0] = row
    here = 0
    least = [inf] * count
    done = [False] * count
    while True:
        done[here] = True
        line = cost[owner[here] - 1]
        delta, following = inf, 0
        offset = by_row[owner[here]]
        for column in range(1, count):
            if not done[column]:
                reduced = line[column - 1] - offset - by_column[column]
                if reduced < least[column]:
                    least[column], way[column] = reduced, here
                if least[column] < delta:
                    delta, following = least[column], column
        for column in range(count):
            if done[column]:
                by_row[owner[column]] += delta
                by_column[column] -= delta
            else:
                least[column] -= delta
        here = following
        if owner[here] == 0:
            break
    while here:
        owner[here] = owner[way[here]]
        here = way[here]


def total(weights: Sequence[Sequence[float]], chosen: Sequence[int | None]) -> float:
    """What an assignment weighs in all."""
    return sum(weights[row][place] for row, place in enumerate(chosen) if place is not None)
