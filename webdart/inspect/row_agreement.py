"""Tells whether what is read of a site that was rebuilt is still what was read before: then its lock may be healed.

Data change from one day to the next, but most rows stay, and most of their cells. Where many rows are gone, or a column
says something else in many rows that both runs have, something else is read, and the lock is left as it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from webdart.inspect.diff import TableDiff

_LEAST_SAME = 0.8
"""Share of the rows of the earlier run that are there, and of those in which a column says the same."""


def objections(differences: Sequence[TableDiff]) -> list[str]:
    """A sentence for each table or column that an earlier run had otherwise; none where the rows are the same."""
    return [text for one in differences for text in _against(one)]


def _against(one: TableDiff) -> Iterator[str]:
    both = one.same + len(one.changed)
    before = both + len(one.gone)
    if both < _LEAST_SAME * before:
        yield f"{one.name}: {len(one.gone)} of the {before} rows of the earlier run are not there"
    for column in one.columns_gone:
        yield f"{one.name}.{column}: is not read any more"
    changed = Counter(column for row in one.changed for column in row.cells)
    for column, count in changed.items():
        if both - count < _LEAST_SAME * both:
            yield f"{one.name}.{column}: says something else in {count} of {both} rows that both runs have"
