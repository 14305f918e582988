"""Keeps rows in DuckDB.

Pages come in whole, in one transaction: their rows, their markers with cursors, and how far the log of rows has been
taken in. The database's own notes are in the schema `webdart`, the tables of the run in `main`.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import duckdb
import pyarrow as pa

from webdart.errors import StoreError
from webdart.failpoints import crash_point
from webdart.plan.model import Cursor, TableSchema
from webdart.table.arrow import build, select, sub_schema
from webdart.table.checked_line import Json, dump, parse
from webdart.table.duck.errors import explained
from webdart.table.merge import Known, merge
from webdart.table.page import (
    PageKey,
    StoredPage,
    TableRows,
    to_arrow,
    widened,
)
from webdart.table.port import TableInfo
from webdart.table.rows import NO_TABLE, schema_from_json, schema_to_json
from webdart.table.schema import arrow_schema, grown, no_column, no_table, pick, schema_of_result, stored_columns
from webdart.table.values import from_database
from webdart.values import asdict

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "2",
}

_OWN = """
CREATE SCHEMA IF NOT EXISTS webdart;
CREATE TABLE IF NOT EXISTS webdart.pages
    (stage INTEGER, walk INTEGER, sequence INTEGER, "commit" BIGINT, "cursor" VARCHAR);
CREATE TABLE IF NOT EXISTS webdart.logs (name VARCHAR, bytes BIGINT);
CREATE TABLE IF NOT EXISTS webdart.tables
    (name VARCHAR, definition VARCHAR, repeats BIGINT, conflicts BIGINT, dropped BIGINT, unfit BIGINT);
"""

_PAGES = pa.schema(
    [
        ("stage", pa.int32()),
        ("walk", pa.int32()),
        ("sequence", pa.int32()),
        ("commit", pa.int64()),
        ("cursor", pa.string()),
    ]
)


class Database:
    """A run's database file; everything here runs in one thread."""

    def __init__(self, path: Path, schemas: Mapping[str, TableSchema]) -> None:
        self._path = path
        with explained(path):
            self._connection = duckdb.connect(str(path), config=_CONFIG)
        try:
            with explained(path):
                self.schemas = self._set_up(schemas)
        except StoreError:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file, its log of writes taken in."""
        self._connection.close()

    # -- what is there --

    def logged(self) -> dict[str, int]:
        """By table, how many bytes of its log have been taken in."""
        rows = self._all("SELECT name, bytes FROM webdart.logs")
        return {str(name): cast("int", size) for name, size in rows}

    def last_commit(self) -> int:
        """How many pages were committed."""
        return cast("int", self._all('SELECT coalesce(max("commit"), 0) FROM webdart.pages')[0][0])

    def committed(self) -> set[PageKey]:
        """Every page that is committed."""
        return set(cast("list[PageKey]", self._all("SELECT stage, walk, sequence FROM webdart.pages")))

    def missing(self, pages: Sequence[PageKey]) -> tuple[PageKey, ...]:
        """Those of `pages` that are not committed, in order."""
        wanted = [(*page, 0, "") for page in pages]
        with explained(self._path), self._offered(_to_arrow(wanted, _PAGES)):
            lost = self._connection.execute(
                "SELECT stage, walk, sequence FROM offered ANTI JOIN webdart.pages USING (stage, walk, sequence) "
                "ORDER BY ALL"
            ).fetchall()
        return tuple(lost)

    def cursors(self) -> tuple[Cursor, ...]:
        """The latest cursor of every walk."""
        latest = self._all(
            'SELECT arg_max("cursor", sequence) FROM webdart.pages GROUP BY stage, walk ORDER BY stage, walk'
        )
        return tuple(_cursor(str(text)) for (text,) in latest)

    def describe(self) -> dict[str, TableInfo]:
        """Every table of `main`."""
        found: dict[str, TableInfo] = {}
        counts = "SELECT name, repeats, conflicts, dropped, unfit FROM webdart.tables ORDER BY rowid"
        for name, *amounts in self._all(counts):
            table = str(name)
            schema = self.schemas[table]
            rows, keys = self._all(f"SELECT count(*), count(_key) FROM main.{_quoted(table)}")[0]
            repeats, conflicts, dropped, unfit = cast("list[int]", amounts)
            found[table] = TableInfo(
                schema=schema,
                rows=cast("int", rows),
                keyed=bool(schema.key) or (rows == keys and bool(rows)),
                repeats=repeats,
                conflicts=conflicts,
                dropped=dropped,
                unfit=unfit,
            )
        for name in self.results():
            result = self._arrow(f"SELECT * FROM main.{_quoted(name)} LIMIT 0")
            count = cast("int", self._all(f"SELECT count(*) FROM main.{_quoted(name)}")[0][0])
            found[name] = TableInfo(schema=schema_of_result(name, result.schema), rows=count, keyed=False)
        return found

    def results(self) -> tuple[str, ...]:
        """The computed tables."""
        names = self._all(
            "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main' AND database_name = current_database() "
            "ORDER BY table_oid"
        )
        return tuple(str(name) for (name,) in names if name not in self.schemas)

    def read(self, name: str, columns: tuple[str, ...] | None, *, by_key: bool = False) -> pa.Table:
        """See `Table.read`."""
        if (schema := self.schemas.get(name)) is not None:
            picked = pick(schema, columns)
            key = (*map(_quoted, schema.key), "_key")
            order = (*(key if by_key else ()), "_stage", "_walk", "_sequence", "_n", "rowid")
            table = self._arrow(
                f"SELECT {', '.join(map(_quoted, picked))} FROM main.{_quoted(name)} "
                f"ORDER BY {', '.join(f'{part} ASC NULLS LAST' for part in order)}"
            )
            return table.cast(sub_schema(arrow_schema(schema), picked))
        if name not in self.results():
            raise no_table(name, (*self.schemas, *self.results()))
        table = self._arrow(f"SELECT * FROM main.{_quoted(name)} ORDER BY rowid")
        for column in columns or ():
            if column not in table.column_names:
                raise no_column(name, column, tuple(table.column_names))
        return table if columns is None else select(table, columns)

    # -- what is put in --

    def load(self, pages: Sequence[StoredPage], logged: Mapping[str, int]) -> None:
        """Take in pages in one transaction; `logged` is how far their logs then are."""
        together: dict[str, TableRows] = {}
        for page in pages:
            for name, rows in page.tables.items():
                before = together.get(name, TableRows(()))
                together[name] = TableRows(
                    (*before.rows, *rows.rows), before.dropped + rows.dropped, before.unfit + rows.unfit
                )
        with self._transaction():
            for name, rows in together.items():
                self._add(self.schemas[name], rows)
            markers = [(*page.key, page.commit, dump(asdict(page.cursor)).decode()) for page in pages]
            self._insert("webdart.pages", _to_arrow(markers, _PAGES))
            for name, size in logged.items():
                self._connection.execute("UPDATE webdart.logs SET bytes = ? WHERE name = ?", [size, name])
            crash_point("in_commit")

    def keep(self, name: str, result: pa.Table) -> None:
        """Put a computed table in place of an earlier one."""
        with self._transaction(), self._offered(result):
            self._connection.execute(f"CREATE OR REPLACE TABLE main.{_quoted(name)} AS SELECT * FROM offered")

    def _add(self, schema: TableSchema, incoming: TableRows) -> None:
        rows = widened(incoming.rows, schema)
        table = f"main.{_quoted(schema.name)}"
        with self._offered(to_arrow(rows, schema)):
            merged = merge(rows, self._known(schema), declared=bool(schema.key))
            if merged.replaced:
                self._connection.execute(f"DELETE FROM {table} WHERE _key IN (SELECT unnest(?))", [merged.replaced])
            if rows and len(merged.added) == len(rows):  # nearly always: nothing repeats
                self._connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM offered")
        if len(merged.added) != len(rows):
            self._insert(table, to_arrow(merged.added, schema))
        counts = [merged.repeats, merged.conflicts, incoming.dropped, incoming.unfit]
        if any(counts):
            self._connection.execute(
                "UPDATE webdart.tables SET repeats = repeats + ?, conflicts = conflicts + ?, dropped = dropped + ?, "
                "unfit = unfit + ? WHERE name = ?",
                [*counts, schema.name],
            )

    def _known(self, schema: TableSchema) -> dict[str, Known]:
        names = [column.name for column in schema.columns]
        found = self._connection.execute(
            f"SELECT {', '.join(map(_quoted, [*names, '_key', '_opened']))} FROM main.{_quoted(schema.name)} "
            "WHERE _key IN (SELECT _key FROM offered)"
        ).fetchall()
        return {str(key): Known(tuple(map(from_database, cells)), bool(opened)) for *cells, key, opened in found}

    def _insert(self, table: str, rows: pa.Table) -> None:
        if rows.num_rows:
            with self._offered(rows):
                self._connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM offered")

    # -- tables as declared --

    def _set_up(self, schemas: Mapping[str, TableSchema]) -> dict[str, TableSchema]:
        self._connection.execute(_OWN)
        there = self._declared()
        with self._transaction():
            for name, schema in schemas.items():
                there[name] = self._declare(schema, there.get(name))
            for name in {NO_TABLE, *there} - self.logged().keys():
                self._connection.execute("INSERT INTO webdart.logs VALUES (?, 0)", [name])
        return there

    def _declare(self, schema: TableSchema, before: TableSchema | None) -> TableSchema:
        table = f"main.{_quoted(schema.name)}"
        if before is None:
            columns = ", ".join(f"{_quoted(column.name)} {column.sql}" for column in stored_columns(schema))
            self._connection.execute(f"CREATE TABLE {table} ({columns})")
            text = dump(schema_to_json(schema)).decode()
            self._connection.execute("INSERT INTO webdart.tables VALUES (?, ?, 0, 0, 0, 0)", [schema.name, text])
            return schema
        after = grown(before, schema)
        if after == before:
            return before
        types = {column.name: column.sql for column in stored_columns(after)}
        for column in after.columns[len(before.columns) :]:
            self._connection.execute(f"ALTER TABLE {table} ADD COLUMN {_quoted(column.name)} {types[column.name]}")
        text = dump(schema_to_json(after)).decode()
        self._connection.execute("UPDATE webdart.tables SET definition = ? WHERE name = ?", [text, schema.name])
        return after

    def _declared(self) -> dict[str, TableSchema]:
        definitions = self._all("SELECT definition FROM webdart.tables ORDER BY rowid")
        schemas = [schema_from_json(parse(str(text).encode()) or {}) for (text,) in definitions]
        return {schema.name: schema for schema in schemas}

    # -- DuckDB --

    @contextmanager
    def _transaction(self) -> Generator[None]:
        with explained(self._path):
            self._connection.begin()
            try:
                yield
            except (duckdb.Error, StoreError):
                _roll_back(self._connection)
                raise
            self._connection.commit()

    @contextmanager
    def _offered(self, rows: pa.Table) -> Generator[None]:
        self._connection.register("offered", rows)
        try:
            yield
        finally:
            self._connection.unregister("offered")

    def _all(self, statement: str, parameters: list[object] | None = None) -> list[tuple[object, ...]]:
        with explained(self._path):
            return self._connection.execute(statement, parameters or []).fetchall()

    def _arrow(self, statement: str) -> pa.Table:
        with explained(self._path):
            return self._connection.sql(statement).to_arrow_table()


def _roll_back(connection: duckdb.DuckDBPyConnection) -> None:
    try:
        connection.rollback()
    except duckdb.Error:  # an invalidated instance can't even do this; the first error says why, and rises
        return


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _to_arrow(rows: Sequence[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    return build({name: [row[place] for row in rows] for place, name in enumerate(schema.names)}, schema)


def _cursor(text: str) -> Cursor:
    body: dict[str, Json] = parse(text.encode()) or {}
    return Cursor(**cast("dict[str, int]", body))  # type: ignore[arg-type]  # as asdict wrote it
