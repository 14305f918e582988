"""Keeps tables in memory: the double of the store, and the reader of a run in progress."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from webdart.errors import StoreError
from webdart.plan.model import Cursor, TableSchema
from webdart.records.model import CollectedPage, ListingSummary
from webdart.table.arrow import select
from webdart.table.merge import merge
from webdart.table.page import (
    LISTINGS,
    PageKey,
    Row,
    StoredPage,
    TableRows,
    listings_to_arrow,
    page_key,
    prepare,
    to_arrow,
    widened,
)
from webdart.table.port import TableInfo
from webdart.table.results import read_results
from webdart.table.rows import LogScan
from webdart.table.schema import no_column, no_table, pick, schema_of_result
from webdart.values import replace


@dataclass(slots=True)
class _Rows:
    """The rows of one table in the order in which they came, and where each key is."""

    info: TableInfo
    rows: dict[int, Row] = field(default_factory=dict[int, Row])
    places: dict[str, int] = field(default_factory=dict[str, int])
    next: int = 0


class MemoryTable:
    """A `Table` that keeps everything in memory and nothing on disk."""

    def __init__(self, schemas: Mapping[str, TableSchema]) -> None:
        self._tables = {
            name: _Rows(TableInfo(schema=schema, rows=0, keyed=bool(schema.key))) for name, schema in schemas.items()
        }
        self._results: dict[str, pa.Table] = {}
        self._committed: dict[PageKey, Cursor] = {}

    @property
    def extracted(self) -> Mapping[str, TableSchema]:
        """The tables that were filled from pages, as declared."""
        return {name: table.info.schema for name, table in self._tables.items()}

    async def commit(self, *pages: CollectedPage) -> None:
        """See `Table.commit`."""
        schemas = {name: table.info.schema for name, table in self._tables.items()}
        for page in pages:
            if page_key(page.cursor) not in self._committed:
                self.load(prepare(page, schemas, len(self._committed) + 1))

    def load(self, page: StoredPage) -> None:
        """Take in a prepared page, unless it is there."""
        if page.key in self._committed:
            return
        for name, rows in page.tables.items():
            self._add(self._tables[name], rows)
        self._committed[page.key] = page.cursor

    async def keep(self, name: str, result: pa.Table) -> None:
        """See `Table.keep`."""
        if name in self._tables:
            raise StoreError(f"{name} is a table of rows", hint="name the result otherwise: `into:`")
        self.put(name, result)

    def put(self, name: str, result: pa.Table) -> None:
        """Take in a computed table."""
        self._results[name] = result

    async def conclude(self, listings: Sequence[ListingSummary]) -> None:
        """See `Table.conclude`."""
        self._results[LISTINGS] = listings_to_arrow(listings)

    async def read(self, name: str, columns: Sequence[str] | None = None, *, by_key: bool = False) -> pa.Table:
        """See `Table.read`."""
        wanted = None if columns is None else tuple(columns)
        if (result := self._results.get(name)) is not None:
            return _select(name, result, wanted)
        if (table := self._tables.get(name)) is None:
            raise no_table(name, (*self._tables, *self._results))
        schema = table.info.schema
        picked = pick(schema, wanted)
        rows = tuple(table.rows.values())
        return select(to_arrow(_by_key(rows, schema) if by_key else sorted(rows, key=_place), schema), picked)

    async def describe(self) -> Mapping[str, TableInfo]:
        """See `Table.describe`."""
        found = {
            name: replace(table.info, rows=len(table.rows), keyed=_keyed(table)) for name, table in self._tables.items()
        }
        for name, result in self._results.items():
            found[name] = TableInfo(schema=schema_of_result(name, result.schema), rows=result.num_rows, keyed=False)
        return found

    async def cursors(self) -> tuple[Cursor, ...]:
        """See `Table.cursors`."""
        latest: dict[tuple[int, int], Cursor] = {}
        for _, cursor in sorted(self._committed.items(), key=lambda item: item[0]):
            latest[cursor.stage, cursor.walk] = cursor
        return tuple(latest.values())

    def _add(self, table: _Rows, incoming: TableRows) -> None:
        fitting = widened(incoming.rows, table.info.schema)
        keys = {row.key for row in fitting if row.key is not None} & table.places.keys()
        known = {key: table.rows[table.places[key]] for key in keys}
        merged = merge(fitting, known, declared=bool(table.info.schema.key))
        for key in merged.replaced:
            del table.rows[table.places.pop(key)]
        for row in merged.added:
            if row.key is not None:
                table.places[row.key] = table.next
            table.rows[table.next] = row
            table.next += 1
        info = table.info
        table.info = replace(
            info,
            repeats=info.repeats + merged.repeats,
            conflicts=info.conflicts + merged.conflicts,
            dropped=info.dropped + incoming.dropped,
            unfit=info.unfit + incoming.unfit,
        )


def read_log(folder: Path) -> MemoryTable:
    """The tables as the closed pages of a `rows/` folder give them, also while another process adds to it.

    Raises:
        StoreError: a file is damaged.
    """
    scan = LogScan(folder, live=True)
    pages = list(scan.pages())
    table = MemoryTable(scan.schemas)
    for page in pages:
        table.load(page)
    for name, result in read_results(folder):
        table.put(name, result)
    return table


def rows_before(folder: Path, stage: int, walk: int) -> tuple[dict[str, list[Row]], dict[str, list[str]]]:
    """The rows that a walk's closed pages gave, by table, in their order, and the names of their tables' columns.

    Raises:
        StoreError: a file is damaged.
    """
    scan = LogScan(folder, live=True)
    found: dict[str, list[Row]] = {}
    for page in scan.pages():
        if page.key[:2] == (stage, walk):
            for name, rows in page.tables.items():
                found.setdefault(name, []).extend(rows.rows)
    return found, {name: [column.name for column in schema.columns] for name, schema in scan.schemas.items()}


def _keyed(table: _Rows) -> bool:
    if table.info.schema.key:
        return True
    return bool(table.rows) and len(table.places) == len(table.rows)


def _select(name: str, result: pa.Table, wanted: tuple[str, ...] | None) -> pa.Table:
    if wanted is None:
        return result
    for column in wanted:
        if column not in result.column_names:
            raise no_column(name, column, tuple(result.column_names))
    return select(result, wanted)


def _place(row: Row) -> tuple[int, int, int, int]:
    """Where the walk found a row."""
    stage, walk, sequence = row.page
    return stage, walk, sequence, row.n


def _by_key(rows: Sequence[Row], schema: TableSchema) -> list[Row]:
    names = [column.name for column in schema.columns]
    places = [names.index(name) for name in schema.key]

    def order(row: Row) -> tuple[object, ...]:
        key = (*((row.values[place] is None, row.values[place]) for place in places), (row.key is None, row.key or ""))
        return (*key, *_place(row))

    return sorted(rows, key=order)
