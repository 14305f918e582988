"""Merges a page into the stored rows: finds new rows, repeats and contradictions.

The rule of docs/reference/extract.md, in one place for both stores: equal rows with one key are repeats and the first
stays; of different ones the later stays if the file names the key, else both do, and the conflict is counted. A row
whose own page was opened completes the same row as the listing alone gave it: where they agree on all that both of
them have, the opened one stays, and neither counts as a conflict.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.table.page import Row
from webdart.values import replace
from webdart.workflow.model import Value


class Known(Struct, frozen=True):
    """What has to be known of a stored row to compare another with it."""

    values: tuple[Value, ...]
    opened: bool


class Merged(Struct, frozen=True):
    """`added` are rows to insert; `replaced` the keys of stored rows that must go first."""

    added: tuple[Row, ...]
    replaced: tuple[str, ...]
    repeats: int
    conflicts: int


def merge(incoming: Sequence[Row], stored: Mapping[str, Known | Row], *, declared: bool = True) -> Merged:
    """What `incoming` does to a table that holds `stored` (at least every row whose key comes in).

    `declared`: the file names the key. Different rows with a key of our own choice are both kept, the later without it.
    """
    added: list[Row | None] = []
    places: dict[str, int] = {}
    replaced: list[str] = []
    repeats = conflicts = 0
    for row in incoming:
        if row.key is None:
            added.append(row)
            continue
        place = places.get(row.key)
        there = stored.get(row.key) if place is None else added[place]
        if there is None:
            places[row.key] = len(added)
            added.append(row)
            continue
        if there.opened == row.opened:
            agree = there.values == row.values
        else:
            agree = _completes(*((there, row) if row.opened else (row, there)))
        repeats += agree
        conflicts += not agree
        if not agree and not declared:
            added.append(replace(row, key=None))
            continue
        if agree and there.opened >= row.opened:
            continue
        if place is None:
            replaced.append(row.key)
        else:
            added[place] = None
        places[row.key] = len(added)
        added.append(row)
    return Merged(tuple(row for row in added if row is not None), tuple(replaced), repeats, conflicts)


def _completes(closed: Known | Row, opened: Known | Row) -> bool:
    return all(cell is None or cell == other for cell, other in zip(closed.values, opened.values, strict=True))
