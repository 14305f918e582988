"""Compares two runs by the keys of their rows: added, removed and changed rows."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pyarrow as pa
from msgspec import Struct

from webdart.table.cell_json import Json, cell, text, write

Row = Mapping[str, Json]


class Changed(Struct, frozen=True, kw_only=True):
    """A row of both runs that differs: its key, and by column the value before and after."""

    key: str
    cells: Mapping[str, tuple[Json, Json]]


class TableDiff(Struct, frozen=True, kw_only=True):
    """How a table differs: `added` and `gone` rows, `changed` ones where there is a key, columns that came or went."""

    name: str
    keyed: bool
    added: tuple[Row, ...] = ()
    gone: tuple[Row, ...] = ()
    changed: tuple[Changed, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_gone: tuple[str, ...] = ()
    same: int = 0

    @property
    def differs(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.added or self.gone or self.changed or self.columns_added or self.columns_gone)


def diff(before: Mapping[str, pa.Table], after: Mapping[str, pa.Table]) -> tuple[TableDiff, ...]:
    """The differences of two runs' tables; a table that only one of them has is all added or all gone.

    Tables have the internal column `_key` where they were extracted; rows without a key are compared whole.
    """
    names = list(dict.fromkeys([*before, *after]))
    return tuple(_table(name, before.get(name), after.get(name)) for name in names)


def _table(name: str, before: pa.Table | None, after: pa.Table | None) -> TableDiff:
    old, new = _visible(before), _visible(after)
    columns_gone = tuple(column for column in old if before is not None and after is not None and column not in new)
    columns_added = tuple(column for column in new if before is not None and after is not None and column not in old)
    common = [column for column in old if column in new] or [*old, *new]
    ones, others = _rows(before, common), _rows(after, common)
    keys, later = _keys(before), _keys(after)
    keyed = _whole(keys) and _whole(later) and bool(keys or later)
    if not keyed:
        return _unkeyed(name, ones, others, (columns_added, columns_gone))
    was, now = dict(zip(keys, ones, strict=True)), dict(zip(later, others, strict=True))
    changed = [
        Changed(key=_readable(key), cells=cells)
        for key, row in now.items()
        if key in was and (cells := {c: (was[key][c], row[c]) for c in common if was[key].get(c) != row.get(c)})
    ]
    return TableDiff(
        name=name,
        keyed=True,
        added=tuple(row for key, row in now.items() if key not in was),
        gone=tuple(row for key, row in was.items() if key not in now),
        changed=tuple(changed),
        columns_added=columns_added,
        columns_gone=columns_gone,
        same=sum(key in was for key in now) - len(changed),
    )


def _unkeyed(
    name: str, ones: Sequence[Row], others: Sequence[Row], columns: tuple[tuple[str, ...], tuple[str, ...]]
) -> TableDiff:
    """Rows as they stand, each as often as it is there."""
    was, now = Counter(map(_line, ones)), Counter(map(_line, others))
    rows = {_line(row): row for row in (*ones, *others)}
    came, went = now - was, was - now
    return TableDiff(
        name=name,
        keyed=False,
        added=tuple(rows[line] for line in came.elements()),
        gone=tuple(rows[line] for line in went.elements()),
        columns_added=columns[0],
        columns_gone=columns[1],
        same=sum((was & now).values()),
    )


def _line(row: Row) -> str:
    return write(dict(row))


def _visible(table: pa.Table | None) -> list[str]:
    return [] if table is None else [name for name in table.column_names if not name.startswith("_")]


def _rows(table: pa.Table | None, columns: Sequence[str]) -> list[Row]:
    if table is None:
        return []
    there = [name for name in columns if name in table.column_names]
    cells = [[cell(value) for value in table.column(name).to_pylist()] for name in there]
    return [dict(zip(there, row, strict=True)) for row in zip(*cells, strict=True)]


def _keys(table: pa.Table | None) -> list[str | None]:
    if table is None or "_key" not in table.column_names:
        return [] if table is None else [None] * table.num_rows
    return [None if key is None else str(key) for key in table.column("_key").to_pylist()]


def _whole(keys: Sequence[str | None]) -> bool:
    return None not in keys and len(set(keys)) == len(keys)


def _readable(key: str | None) -> str:
    """A canonical key as a person reads it."""
    import json  # noqa: PLC0415 - only keys that changed are read

    parts = json.loads(key or "[]")
    return ", ".join(text(part) for part in parts)


def to_json(diffs: Sequence[TableDiff], runs: tuple[str, str]) -> dict[str, Json]:
    """All of it as one JSON object."""
    return {
        "before": runs[0],
        "after": runs[1],
        "differs": any(one.differs for one in diffs),
        "tables": [
            {
                "name": one.name,
                "keyed": one.keyed,
                "same": one.same,
                "added": [dict(row) for row in one.added],
                "gone": [dict(row) for row in one.gone],
                "changed": [
                    {"key": row.key, "cells": {name: [old, new] for name, (old, new) in row.cells.items()}}
                    for row in one.changed
                ],
                "columns_added": list(one.columns_added),
                "columns_gone": list(one.columns_gone),
            }
            for one in diffs
        ],
    }
