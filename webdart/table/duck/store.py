"""Opens, repairs and writes a run's database, with a single writing thread.

A page counts as stored once it is in the log of rows, on the disk. The database takes pages in from there a few at a
time, each time as one transaction, and before anything is read. On opening, what is closed in the log and missing in
the database is loaded. A database that is lost, unreadable or then still short of what the journal acknowledges is set
aside and rebuilt from the log, and `repairs` says so.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from webdart.errors import StoreError
from webdart.failpoints import crash_point
from webdart.plan.model import Cursor, TableSchema
from webdart.records.model import CollectedPage, ListingSummary
from webdart.table.duck.database import Database
from webdart.table.duck.errors import Unreadable
from webdart.table.memory import MemoryTable, read_log
from webdart.table.page import LISTINGS, PageKey, StoredPage, listings_to_arrow, page_key, prepare
from webdart.table.port import TableInfo
from webdart.table.results import read_results, write_result
from webdart.table.rows import LogScan, RowLog

T = TypeVar("T")

DATABASE = "tables.duckdb"
ROWS = "rows"

_ROWS_A_TRANSACTION = 20_000
"""How many rows of the log a rebuild loads at a time: enough to be quick, few enough to be held in memory."""
_PAGES_A_TRANSACTION = 32
_WAITING_ROWS = 2_000
"""A walk's pages are loaded together when they are as many as were loaded before, or so many, or have so many rows:
a transaction costs about as much as its next thousand rows."""


class DuckTable:
    """The tables of one run, in `folder/tables.duckdb` with their log in `folder/rows/`. The only writer.

    `repairs` says, a sentence each, what had to be mended on opening.
    """

    def __init__(self, database: Database, log: RowLog, folder: Path, repairs: Sequence[str]) -> None:
        self.repairs = tuple(repairs)
        self._database = database
        self._log = log
        self._folder = folder
        self._committed = database.committed()
        self._commits = database.last_commit()
        self._waiting: list[StoredPage] = []
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

    async def commit(self, *pages: CollectedPage) -> None:
        """See `Table.commit`; when it returns, rows and cursors are on the disk."""
        await self._run(lambda: self._commit(pages))

    async def keep(self, name: str, result: pa.Table) -> None:
        """See `Table.keep`."""
        await self._run(lambda: self._keep(name, result))

    async def conclude(self, listings: Sequence[ListingSummary]) -> None:
        """See `Table.conclude`."""
        await self.keep(LISTINGS, listings_to_arrow(listings))

    async def read(self, name: str, columns: Sequence[str] | None = None, *, by_key: bool = False) -> pa.Table:
        """See `Table.read`."""
        if (log := await self._log_instead()) is not None:
            return await log.read(name, columns, by_key=by_key)
        picked = None if columns is None else tuple(columns)
        return await self._run(lambda: self._database.read(name, picked, by_key=by_key))

    async def describe(self) -> Mapping[str, TableInfo]:
        """See `Table.describe`."""
        if (log := await self._log_instead()) is not None:
            return await log.describe()
        return await self._run(self._database.describe)

    async def cursors(self) -> tuple[Cursor, ...]:
        """See `Table.cursors`."""
        if (log := await self._log_instead()) is not None:
            return await log.cursors()
        return await self._run(self._database.cursors)

    async def _log_instead(self) -> MemoryTable | None:
        """What is read once nothing more can be kept: DuckDB may then call the whole database invalid."""
        await self._run(self._settle)
        return None if self._failed is None else await self._run(lambda: read_log(self._folder / ROWS))

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _commit(self, pages: Sequence[CollectedPage]) -> None:
        self._check()
        new = [page for page in pages if page_key(page.cursor) not in self._committed]
        try:
            for page in new:
                self._log_page(page)
        finally:
            self._attempt(self._log.sync)
        for _ in new:
            crash_point("after_rows")
        loaded = len(self._committed) - len(self._waiting)
        rows = sum(len(table.rows) for one in self._waiting for table in one.tables.values())
        if len(self._waiting) >= min(loaded, _PAGES_A_TRANSACTION) or rows >= _WAITING_ROWS:
            self._take_in()

    def _log_page(self, page: CollectedPage) -> None:
        key = page_key(page.cursor)
        if key not in self._committed:
            prepared = prepare(page, self._database.schemas, self._commits + 1)
            self._log.append(prepared)
            self._committed.add(key)
            self._commits += 1
            self._waiting.append(prepared)

    def _settle(self) -> None:
        """Load what waits; where that fails the log has it all, and the next commit says why."""
        with suppress(StoreError):
            self._take_in()

    def _take_in(self) -> None:
        if not self._waiting or self._failed is not None:
            return
        sizes = {name: size for page in self._waiting for name, size in self._log.sizes(page).items()}
        self._attempt(lambda: self._database.load(self._waiting, sizes))
        self._waiting.clear()
        crash_point("after_commit")

    def _keep(self, name: str, result: pa.Table) -> None:
        self._check()
        if name in self._database.schemas:
            raise StoreError(f"{name} is a table of rows", hint="name the result otherwise: `into:`")
        self._take_in()
        write_result(self._folder / ROWS, name, result)
        crash_point("after_keep")
        self._attempt(lambda: self._database.keep(name, result))

    def _attempt(self, work: Callable[[], None]) -> None:
        # after a failed transaction the log is ahead of the database: only opening it anew brings them together
        try:
            work()
        except StoreError as error:
            self._failed = error
            raise

    def _check(self) -> None:
        if self._failed is not None:
            raise StoreError(f"nothing more can be kept: {self._failed.problem}", hint=self._failed.hint)

    def _close(self) -> None:
        self._settle()
        self._database.close()
        self._log.close()


# -- opening --------------------------------------------------------------------------------------------------


def _open(folder: Path, schemas: Mapping[str, TableSchema], acknowledged: Sequence[PageKey]) -> DuckTable:
    (folder / ROWS).mkdir(parents=True, exist_ok=True)
    database, repairs = _connect(folder, schemas)
    log = RowLog(folder / ROWS, database.schemas)
    try:
        repairs += _take_in(database, folder / ROWS, log)
        if database.missing(acknowledged):
            database.close()
            database, why = _rebuilt(folder / DATABASE, schemas, "lacked pages that were acknowledged")
            repairs += [*why, *_take_in(database, folder / ROWS, log)]
        _check_whole(database, folder, acknowledged)
        return DuckTable(database, log, folder, repairs)
    except StoreError:
        database.close()
        log.close()
        raise


def _check_whole(database: Database, folder: Path, acknowledged: Sequence[PageKey]) -> None:
    if lost := database.missing(acknowledged):
        stage, walk, sequence = lost[0]
        raise StoreError(
            f"page {sequence} of walk {walk} of stage {stage} was acknowledged, and neither {DATABASE} nor {ROWS}/ "
            f"in {folder} has it",
            hint="put the folder back from a copy, or start a new run",
        )


def _connect(folder: Path, schemas: Mapping[str, TableSchema]) -> tuple[Database, list[str]]:
    path = folder / DATABASE
    lost = not path.exists() and any((folder / ROWS).iterdir())
    try:
        database = Database(path, schemas)
    except Unreadable as error:
        return _rebuilt(path, schemas, f"could not be read ({error.problem})")
    return database, [f"{DATABASE} was lost; rebuilt from {ROWS}/"] if lost else []


def _rebuilt(path: Path, schemas: Mapping[str, TableSchema], why: str) -> tuple[Database, list[str]]:
    count = sum(1 for _ in path.parent.glob(f"{path.name}.damaged-*")) + 1
    kept = path.with_name(f"{path.name}.damaged-{count}")
    wal = path.with_name(path.name + ".wal")
    try:
        path.replace(kept)
        if wal.exists():
            wal.replace(kept.with_name(kept.name + ".wal"))
    except OSError as error:
        raise StoreError(f"can't set {path} aside: {error.strerror}") from error
    return Database(path, schemas), [f"{path.name} {why}; rebuilt from {ROWS}/, the old one is kept as {kept.name}"]


def _take_in(database: Database, rows: Path, log: RowLog) -> list[str]:
    repairs: list[str] = []
    scan = LogScan(rows, since=database.logged(), schemas=dict(database.schemas))
    chunk: list[StoredPage] = []
    held = 0
    committed = database.committed()
    for page in scan.pages():
        if page.key not in committed:
            committed.add(page.key)
            chunk.append(page)
            held += sum(len(table.rows) for table in page.tables.values())
        if held >= _ROWS_A_TRANSACTION:
            database.load(chunk, scan.since)
            chunk, held = [], 0
    if chunk:
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
