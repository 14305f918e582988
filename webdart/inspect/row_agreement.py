"""Tells whether what is read of a site that was rebuilt is still what was read before: then its lock may be healed.

Data change from one day to the next, but most cells of most rows do not. Where a column says something else in many
rows that both runs have, another column is read, and the lock is left as it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from webdart.inspect.diff import TableDiff

_LEAST_SAME = 0.8  # share of the rows of both runs, in which a column that is the same says the same


def objections(differences: Sequence[TableDiff]) -> list[str]:
    """A sentence for each table or column that an earlier run had otherwise; none where the rows are the same."""
    return [text for one in differences for text in (_of_columns(one) if one.keyed else _of_rows(one))]


def _of_columns(one: TableDiff) -> Iterator[str]:
    both = one.same + len(one.changed)
    if one.gone and not both:
        yield f"{one.name}: none of the {len(one.gone)} rows of the earlier run is there"
    for column in one.columns_gone:
        yield f"{one.name}.{column}: is not read any more"
    changed = Counter(column for row in one.changed for column in row.cells)
    for column, count in changed.items():
        if both - count < _LEAST_SAME * both:
            yield f"{one.name}.{column}: says something else in {count} of {both} rows that both runs have"


def _of_rows(one: TableDiff) -> Iterator[str]:
    before = one.same + len(one.gone)
    if one.same < _LEAST_SAME * before:
        yield f"{one.name}: {len(one.gone)} of the {before} rows of the earlier run are not there (a `key:` tells more)"
