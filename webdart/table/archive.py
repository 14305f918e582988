"""Keeps tables beyond their run: what is kept, what came of it, and the port of whoever keeps it.

A table that is kept has the columns of the run's table, without those that begin with `_`, and `_run`, the id of the
run that a row came from. A run that is gone on with after a kill saves again: `_run` tells its rows from others.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pyarrow as pa
from msgspec import Struct

from webdart.errors import StoreError
from webdart.workflow.model import Keeper, Mode

RUN = "_run"
"""The column that names the run that a row came from."""


class Keeping(Struct, frozen=True, kw_only=True):
    """One table to be kept at `path` (absolute) by `mode`; `key` are the columns to merge by."""

    name: str
    to: str
    keeper: Keeper
    path: Path
    mode: Mode
    key: tuple[str, ...]
    rows: pa.Table
    run: str


class Saved(Struct, frozen=True, kw_only=True):
    """What came of one: rows that are new, were changed, are as before, were removed, and columns that were added."""

    name: str
    to: str
    new: int = 0
    changed: int = 0
    same: int = 0
    removed: int = 0
    added: tuple[str, ...] = ()

    def __str__(self) -> str:
        counts = (("new", self.new), ("changed", self.changed), ("as before", self.same), ("removed", self.removed))
        told = ", ".join(f"{count:,} {word}" for word, count in counts if count) or "no rows"
        columns = f"; new columns: {', '.join(self.added)}" if self.added else ""
        return f"{self.name} saved to {self.to}: {told}{columns}"


Keep = Callable[[Sequence[Keeping]], tuple[Saved, ...]]
"""Keeps tables: those of one file in one transaction, all or none of them. Raises StoreError."""


def rows_of(table: pa.Table, run: str) -> pa.Table:
    """The rows that are kept of a run's table."""
    own = table.select([name for name in table.column_names if not name.startswith("_")])
    return own.append_column(RUN, pa.array([run] * table.num_rows, pa.string()))


def check_key(keeping: Keeping) -> None:
    """Refuse rows that can't be merged: without a key, or two with one key.

    Raises:
        StoreError: says which, and what to do.
    """
    missing = [column for column in keeping.key if column not in keeping.rows.column_names]
    if missing or not keeping.key:
        what = f"has no column {missing[0]!r}" if missing else "has no key"
        raise StoreError(
            f"{keeping.name} {what} to be merged by; nothing was saved to {keeping.to}",
            hint=f"`save: {{{keeping.name}: {{to: …, key: …}}}}`, or another `mode`",
        )
    keys = list(zip(*(keeping.rows.column(name).to_pylist() for name in keeping.key), strict=True))
    if len({*map(repr, keys)}) < len(keys):
        raise StoreError(
            f"{keeping.name} has rows with the same {', '.join(keeping.key)}; nothing was saved to {keeping.to}",
            hint="name columns that tell the rows apart as `key`, or `mode: append`",
        )
