"""How do rows live in DuckDB, and how does a database come back after whatever happened to it?

A page is one transaction: its rows, its marker with the cursor, and how far the log of rows has been taken in. On
opening, what is closed in the log and missing here is loaded; a database that is lost, unreadable or short of what
the journal acknowledges is set aside and rebuilt from the log, and `repairs` says so. One thread does it all.
"""

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar, cast

import duckdb
import pyarrow as pa

from webdart.crash import crash_point
from webdart.errors import StoreError
from webdart.plan.model import Cursor, TableSchema
from webdart.records.model import CollectedPage, ListingSummary
from webdart.table.arrow import build, select, sub_schema
from webdart.table.lines import Json, dump, parse
from webdart.table.merge import Known, merge
from webdart.table.page import (
    LISTINGS,
    PageKey,
    StoredPage,
    TableRows,
    listings_to_arrow,
    page_key,
    prepare,
    to_arrow,
    widened,
)
from webdart.table.port import TableInfo
from webdart.table.results import read_results, write_result
from webdart.table.rows import NO_TABLE, LogScan, RowLog, schema_from_json, schema_to_json
from webdart.table.schema import arrow_schema, grown, no_column, no_table, pick, schema_of_result, stored_columns
from webdart.table.values import from_database

T = TypeVar("T")

DATABASE = "tables.duckdb"
ROWS = "rows"

_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "threads": "2",
}

_ROWS_A_TRANSACTION = 20_000
"""How many rows of the log a rebuild loads at a time: enough to be quick, few enough to be held in memory."""

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


class _Database:
    """A run's database file; everything here runs in one thread."""

    def __init__(self, path: Path, schemas: Mapping[str, TableSchema]) -> None:
        self._path = path
        with _explained(path):
            self._connection = duckdb.connect(str(path), config=_CONFIG)
        try:
            with _explained(path):
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

    def has(self, page: PageKey) -> bool:
        """Whether the page is committed."""
        marker = "SELECT 1 FROM webdart.pages WHERE stage = ? AND walk = ? AND sequence = ?"
        return bool(self._all(marker, list(page)))

    def missing(self, acknowledged: Sequence[PageKey]) -> tuple[PageKey, ...]:
        """Pages that were acknowledged and are not here."""
        return tuple(page for page in acknowledged if not self.has(page))

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

    def read(self, name: str, columns: tuple[str, ...] | None) -> pa.Table:
        """See `Table.read`."""
        if (schema := self.schemas.get(name)) is not None:
            picked = pick(schema, columns)
            order = (*map(_quoted, schema.key), "_key", "_stage", "_walk", "_n", "_sequence", "rowid")
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
            merged = merge(rows, self._known(schema))
            if merged.replaced:
                self._connection.execute(f"DELETE FROM {table} WHERE _key IN (SELECT unnest(?))", [merged.replaced])
            if rows and len(merged.added) == len(rows):  # nearly always: nothing repeats
                self._connection.execute(f"INSERT INTO {table} BY NAME SELECT * FROM offered")
        if len(merged.added) != len(rows):
            self._insert(table, to_arrow(merged.added, schema))
        self._connection.execute(
            "UPDATE webdart.tables SET repeats = repeats + ?, conflicts = conflicts + ?, dropped = dropped + ?, "
            "unfit = unfit + ? WHERE name = ?",
            [merged.repeats, merged.conflicts, incoming.dropped, incoming.unfit, schema.name],
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
        with _explained(self._path):
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
        with _explained(self._path):
            return self._connection.execute(statement, parameters or []).fetchall()

    def _arrow(self, statement: str) -> pa.Table:
        with _explained(self._path):
            return self._connection.sql(statement).to_arrow_table()


class DuckTable:
    """The tables of one run, in `folder/tables.duckdb` with their log in `folder/rows/`. The only writer.

    `repairs` says, a sentence each, what had to be mended on opening.
    """

    def __init__(self, database: _Database, log: RowLog, folder: Path, repairs: Sequence[str]) -> None:
        self.repairs = tuple(repairs)
        self._database = database
        self._log = log
        self._folder = folder
        self._commits = database.last_commit()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tables")
        self._failed: StoreError | None = None

    @classmethod
    async def open(
        cls, folder: Path, schemas: Mapping[str, TableSchema], acknowledged: Sequence[PageKey] = ()
    ) -> "DuckTable":
        """The tables of the run in `folder`, mended where a kill left them; `acknowledged` is the journal's word.

        Raises:
            StoreError: another process writes them; the log is damaged; an acknowledged page is in neither.
        """
        return await asyncio.to_thread(_open, folder, schemas, acknowledged)

    async def close(self) -> None:
        """Close the files; closing twice is fine."""
        await self._run(self._close)
        self._thread.shutdown()

    async def commit(self, page: CollectedPage) -> None:
        """See `Table.commit`; when it returns, rows, marker and cursor are on the disk."""
        await self._run(lambda: self._commit(page))

    async def keep(self, name: str, result: pa.Table) -> None:
        """See `Table.keep`."""
        await self._run(lambda: self._keep(name, result))

    async def conclude(self, listings: Sequence[ListingSummary]) -> None:
        """See `Table.conclude`."""
        await self.keep(LISTINGS, listings_to_arrow(listings))

    async def read(self, name: str, columns: Sequence[str] | None = None) -> pa.Table:
        """See `Table.read`."""
        return await self._run(lambda: self._database.read(name, None if columns is None else tuple(columns)))

    async def describe(self) -> Mapping[str, TableInfo]:
        """See `Table.describe`."""
        return await self._run(self._database.describe)

    async def cursors(self) -> tuple[Cursor, ...]:
        """See `Table.cursors`."""
        return await self._run(self._database.cursors)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _commit(self, page: CollectedPage) -> None:
        self._check()
        if self._database.has(page_key(page.cursor)):
            return
        prepared = prepare(page, self._database.schemas, self._commits + 1)
        self._log.append(prepared)
        crash_point("after_rows")
        self._attempt(lambda: self._database.load([prepared], self._log.sizes(prepared)))
        self._commits += 1
        crash_point("after_commit")

    def _keep(self, name: str, result: pa.Table) -> None:
        self._check()
        if name in self._database.schemas:
            raise StoreError(f"{name} is a table of rows", hint="name the result otherwise: `into:`")
        write_result(self._folder / ROWS, name, result)
        crash_point("after_keep")
        self._attempt(lambda: self._database.keep(name, result))

    def _attempt(self, work: Callable[[], None]) -> None:
        # once a transaction has failed DuckDB may call the whole instance invalid, and the log is ahead of it
        try:
            work()
        except StoreError as error:
            self._failed = error
            raise

    def _check(self) -> None:
        if self._failed is not None:
            raise StoreError(f"nothing more can be kept: {self._failed.problem}", hint=self._failed.hint)

    def _close(self) -> None:
        self._database.close()
        self._log.close()


# -- opening --------------------------------------------------------------------------------------------------


def _open(folder: Path, schemas: Mapping[str, TableSchema], acknowledged: Sequence[PageKey]) -> DuckTable:
    (folder / ROWS).mkdir(parents=True, exist_ok=True)
    database, repairs = _connect(folder, schemas, acknowledged)
    log = RowLog(folder / ROWS, database.schemas)
    try:
        repairs += _take_in(database, folder / ROWS, log)
        _check_whole(database, folder, acknowledged)
        return DuckTable(database, log, folder, repairs)
    except StoreError:
        database.close()
        log.close()
        raise


def _check_whole(database: _Database, folder: Path, acknowledged: Sequence[PageKey]) -> None:
    if lost := database.missing(acknowledged):
        stage, walk, sequence = lost[0]
        raise StoreError(
            f"page {sequence} of walk {walk} of stage {stage} was acknowledged, and neither {DATABASE} nor {ROWS}/ "
            f"in {folder} has it",
            hint="put the folder back from a copy, or start a new run",
        )


def _connect(
    folder: Path, schemas: Mapping[str, TableSchema], acknowledged: Sequence[PageKey]
) -> tuple[_Database, list[str]]:
    path = folder / DATABASE
    logged = any((folder / ROWS).iterdir())
    there = path.exists()
    try:
        database = _Database(path, schemas)
    except _Unreadable as error:
        return _rebuilt(path, schemas, f"could not be read ({error.problem})")
    if not there and logged:
        return database, [f"{DATABASE} was lost; rebuilt from {ROWS}/"]
    if database.missing(acknowledged):
        database.close()
        return _rebuilt(path, schemas, "lacked pages that were acknowledged")
    return database, []


def _rebuilt(path: Path, schemas: Mapping[str, TableSchema], why: str) -> tuple[_Database, list[str]]:
    count = sum(1 for _ in path.parent.glob(f"{path.name}.damaged-*")) + 1
    kept = path.with_name(f"{path.name}.damaged-{count}")
    wal = path.with_name(path.name + ".wal")
    try:
        path.replace(kept)
        if wal.exists():
            wal.replace(kept.with_name(kept.name + ".wal"))
    except OSError as error:
        raise StoreError(f"can't set {path} aside: {error.strerror}") from error
    return _Database(path, schemas), [f"{path.name} {why}; rebuilt from {ROWS}/, the old one is kept as {kept.name}"]


def _take_in(database: _Database, rows: Path, log: RowLog) -> list[str]:
    repairs: list[str] = []
    scan = LogScan(rows, since=database.logged(), schemas=dict(database.schemas))
    chunk: list[StoredPage] = []
    held = 0
    for page in scan.pages():
        if not database.has(page.key):
            chunk.append(page)
            held += sum(len(table.rows) for table in page.tables.values())
        if held >= _ROWS_A_TRANSACTION:
            database.load(chunk, scan.since)
            chunk, held = [], 0
    database.load(chunk, scan.since)
    for table, end in scan.tails().items():
        log.cut(table, end)
        repairs.append(f"{ROWS}/ of {table or 'empty pages'}: the unfinished page at its end was cut")
    log.declare()
    there = database.results()
    for name, result in read_results(rows):
        if name not in there:
            database.keep(name, result)
    return repairs


# -- DuckDB's words -------------------------------------------------------------------------------------------


class _Unreadable(StoreError):
    """The file is no database that this DuckDB can open."""


@contextmanager
def _explained(path: Path) -> Generator[None]:
    try:
        yield
    except duckdb.Error as error:
        raise _explain(path, str(error)) from error


def _explain(path: Path, words: str) -> StoreError:
    first = words.splitlines()[0] if words else "no reason given"
    if "lock on file" in words:
        return StoreError(
            f"{path} is in use by another process: {first}",
            hint="wait until that run ends, or end it; `webdart query` reads a run in progress",
        )
    if "No space left" in words or "Disk quota" in words or "File too large" in words:
        return StoreError(
            f"the disk is full: {path}", hint="make room, then `webdart resume`: what was committed is kept"
        )
    if "Permission denied" in words:
        return StoreError(f"{path} may not be written: {first}", hint="mend its permissions, then `webdart resume`")
    return _Unreadable(f"{path}: {first}")


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
