"""Defines the store's port: a page is one transaction, and no SQL of users or models crosses it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import pyarrow as pa
from msgspec import Struct

from webdart.plan.model import Cursor, TableSchema
from webdart.records.model import CollectedPage, ListingSummary


class TableInfo(Struct, frozen=True, kw_only=True):
    """What is in a table: distinct rows, repeats that were merged, conflicts (one key, other rows), dropped rows.

    `keyed` is whether every row has a key, declared or found. A computed table is described by its schema and rows.
    """

    schema: TableSchema
    rows: int
    keyed: bool
    repeats: int = 0
    conflicts: int = 0
    dropped: int = 0  # rows without a value in a declared key column
    unfit: int = 0  # cells that their column can't hold: NULL, their text in `_raw`


class Table(Protocol):
    """The tables of one run. One writer; every method may raise StoreError.

    Pages are committed in the order of the walk: among rows with one key, that order says which is the later.
    """

    async def commit(self, *pages: CollectedPage) -> None:
        """Keep the rows, the marker and the cursor of each page: all or nothing. The same again changes nothing."""
        ...

    async def keep(self, name: str, result: pa.Table) -> None:
        """Keep the result of an `execute … into` as the table `name`, in place of an earlier result."""
        ...

    async def conclude(self, listings: Sequence[ListingSummary]) -> None:
        """Replace the table `_listings` by these."""
        ...

    async def read(self, name: str, columns: Sequence[str] | None = None, *, by_key: bool = False) -> pa.Table:
        """The table's rows in the order of the walk, implicit columns last; None is all columns.

        `by_key`: in the order of their keys, which is the same whatever way the rows were found in. What is sorted
        afterwards is read like this, so that ties come out alike with and without a push-down.
        """
        ...

    async def describe(self) -> Mapping[str, TableInfo]:
        """Every table, with its counts."""
        ...

    async def cursors(self) -> tuple[Cursor, ...]:
        """The latest committed cursor of every walk."""
        ...
