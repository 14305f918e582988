"""Does a database come back, whatever happened to the process, the disk or its files?"""

import asyncio
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

import duckdb
import pyarrow as pa
import pytest

from tests.table.samples import NOTES, PRODUCTS, SCHEMAS, computed, page, products, record, rows
from tests.table.small_disk import small_disk
from webdart.errors import StoreError
from webdart.plan.model import Column, TableSchema
from webdart.records.model import CollectedPage, Record, Rows
from webdart.table.duck import DATABASE, DuckTable
from webdart.table.duck.database import Database
from webdart.table.memory import MemoryTable, read_log
from webdart.table.page import PageKey, StoredPage
from webdart.workflow.model import Type

INTERNAL = ["name", "price", "reviews", "_n", "_page", "_key", "_sequence"]


def mixed(sequence: int) -> CollectedPage:
    """A page for both tables, with a repeat and a conflict across pages."""
    note = Record(values={"body": f"note {sequence}", "link": None}, n=sequence)
    new = record(f"p{sequence}", sequence)
    again = record("same", sequence, reviews=sequence // 2)
    return page(sequence, rows(new, again), Rows(table="notes", records=(note,), source=rows().source))


PAGES = tuple(mixed(sequence) for sequence in range(1, 7))
LONG = tuple(mixed(sequence) for sequence in range(1, 41))

CHILD = """
import asyncio, sys
from pathlib import Path
from tests.table.samples import SCHEMAS, computed
from tests.table.test_recovery import PAGES
from webdart.table.duck import DuckTable

async def main() -> None:
    table = await DuckTable.open(Path(sys.argv[1]), SCHEMAS)
    for page in PAGES:
        await table.commit(page)
        print(page.cursor.sequence, flush=True)
    await table.keep("top", computed(a=[1]))
    await table.close()

asyncio.run(main())
"""


def run_killed(folder: Path, at: str) -> int:
    """Commit PAGES in a process that kills itself at a named point; how many commits it told of."""
    child = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "WEBDART_CRASH_AT": at},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert child.returncode == -signal.SIGKILL, child.stderr
    return len(child.stdout.split())


async def contents(table: DuckTable | MemoryTable) -> tuple[pa.Table, pa.Table, list[int]]:
    """What two runs are compared by."""
    info = await table.describe()
    counts = [
        count for one in ("products", "notes") for count in (info[one].rows, info[one].repeats, info[one].conflicts)
    ]
    return await table.read("products", INTERNAL), await table.read("notes"), counts


async def clean(pages: Sequence[CollectedPage] = PAGES) -> tuple[pa.Table, pa.Table, list[int]]:
    """What an undisturbed run gives."""
    table = MemoryTable(SCHEMAS)
    for each in pages:
        await table.commit(each)
    return await contents(table)


def keys(pages: Sequence[CollectedPage]) -> list[PageKey]:
    return [(one.cursor.stage, one.cursor.walk, one.cursor.sequence) for one in pages]


async def commit_all(table: DuckTable, pages: Sequence[CollectedPage], told: list[PageKey] | None = None) -> None:
    for each in pages:
        await table.commit(each)
        if told is not None:
            told += keys([each])


async def fill(folder: Path, pages: Sequence[CollectedPage] = PAGES) -> None:
    table = await DuckTable.open(folder, SCHEMAS)
    await commit_all(table, pages)
    await table.close()


@pytest.mark.sampled(7)
@pytest.mark.parametrize(
    "at", ["mid_rows:1", "mid_rows:6", "after_rows:1", "after_rows:4", "in_commit:3", "after_commit:3", "after_keep"]
)
async def test_a_killed_run_goes_on_without_losing_or_doubling_a_row(tmp_path: Path, at: str) -> None:
    """After kill -9 at any point nothing that was told is lost, and committing again gives the undisturbed table."""
    told = run_killed(tmp_path, at)
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES[:told]))
    cursors = await table.cursors()
    assert (cursors[0].sequence if cursors else 0) in {told, told + 1}
    for each in PAGES:
        await table.commit(each)
    assert await contents(table) == await clean()
    await table.close()


async def test_a_second_process_reads_a_run_in_progress(tmp_path: Path) -> None:
    """The log of rows gives every committed page while the database is locked by its writer."""
    table = await DuckTable.open(tmp_path, SCHEMAS)
    for count, each in enumerate(PAGES, start=1):
        await table.commit(each)
        assert await contents(read_log(tmp_path / "rows")) == await clean(PAGES[:count])
    await table.keep("top", computed(a=[1]))
    assert (await read_log(tmp_path / "rows").read("top")).to_pylist() == [{"a": 1}]
    await table.close()


async def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    """Its error says that the run is in use, and what can be done."""
    holder = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs meanwhile
        [
            sys.executable,
            "-c",
            f"import duckdb\nc = duckdb.connect({str(tmp_path / DATABASE)!r})\nprint(1, flush=True)\ninput()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    holder.stdout.readline()
    with pytest.raises(StoreError, match=r"is in use by another process(.|\n)*webdart query"):
        await DuckTable.open(tmp_path, SCHEMAS)
    holder.communicate(b"\n", timeout=20)
    await (await DuckTable.open(tmp_path, SCHEMAS)).close()


async def test_a_lost_database_is_rebuilt_from_the_log(tmp_path: Path) -> None:
    """Rows, counts, cursors and computed tables are those that were lost, and the repair is reported."""
    await fill(tmp_path)
    first = await DuckTable.open(tmp_path, SCHEMAS)
    await first.keep("top", computed(a=[1, 2]))
    cursors = await first.cursors()
    await first.close()
    (tmp_path / DATABASE).unlink()
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES))
    assert table.repairs == ("tables.duckdb was lost; rebuilt from rows/",)
    assert await contents(table) == await clean()
    assert await table.cursors() == cursors
    assert (await table.read("top")).num_rows == 2
    await table.close()


async def test_an_unreadable_database_is_set_aside_and_rebuilt(tmp_path: Path) -> None:
    """The damaged file is kept under another name."""
    await fill(tmp_path)
    damaged = b"\0" * 5000
    (tmp_path / DATABASE).write_bytes(damaged)
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES))
    assert "could not be read" in table.repairs[0]
    assert (tmp_path / f"{DATABASE}.damaged-1").read_bytes() == damaged
    assert await contents(table) == await clean()
    await table.close()


@pytest.mark.proof
async def test_an_emptied_write_ahead_log_is_made_up_for(tmp_path: Path) -> None:
    """DuckDB opens such a database silently; what it then lacks is taken in from the log of rows."""
    told = run_killed(tmp_path, "after_commit:3")
    wal = tmp_path / f"{DATABASE}.wal"
    assert wal.stat().st_size
    wal.write_bytes(b"")
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES[:told]))
    assert await contents(table) == await clean(PAGES[: told + 1])
    await table.close()


async def test_a_database_that_lost_what_it_had_taken_in_is_rebuilt(tmp_path: Path) -> None:
    """The journal's word shows that it is short, where its own notes say that the log holds nothing more for it."""
    await fill(tmp_path)
    with duckdb.connect(str(tmp_path / DATABASE)) as connection:
        connection.execute("DELETE FROM webdart.pages WHERE sequence = 3; DELETE FROM main.products WHERE _n = 3")
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES))
    assert "lacked pages that were acknowledged" in table.repairs[0]
    assert await contents(table) == await clean()
    await table.close()


async def test_pages_are_loaded_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many each time, at most 32; before anything is read the rest follows."""
    loaded: list[int] = []
    load = Database.load

    def counted(database: Database, pages: Sequence[StoredPage], logged: Mapping[str, int]) -> None:
        loaded.append(len(pages))
        load(database, pages, logged)

    monkeypatch.setattr(Database, "load", counted)
    table = await DuckTable.open(tmp_path, SCHEMAS)
    await commit_all(table, LONG)
    assert loaded == [1, 1, 2, 4, 8, 16]
    assert await contents(table) == await clean(LONG)
    assert loaded[-1] == len(LONG) - 32
    await table.close()


async def test_an_acknowledged_page_that_is_nowhere_is_an_error(tmp_path: Path) -> None:
    """Rows are never lost silently."""
    await fill(tmp_path, PAGES[:2])
    with pytest.raises(StoreError, match="page 3 of walk 0 of stage 0 was acknowledged"):
        await DuckTable.open(tmp_path, SCHEMAS, keys(PAGES[:3]))


async def test_a_torn_log_is_cut_at_every_byte_of_its_last_page(tmp_path: Path) -> None:
    """Whatever part of the last page is there, what stays is the pages before it, whole."""
    await fill(tmp_path, [products(1, ["a"]), products(2, ["b"])])
    log = tmp_path / "rows" / "products.jsonl"
    whole = log.read_bytes()
    closed = whole.index(b'{"page":', 1)
    first = whole.index(b"\n", closed) + 1
    expected = await clean([products(1, ["a"])])
    for size in range(first, len(whole)):
        log.write_bytes(whole[:size])
        assert await contents(read_log(tmp_path / "rows")) == expected
    for size in (first, first + 1, len(whole) - 1):
        log.write_bytes(whole[:size])
        (tmp_path / DATABASE).unlink()
        table = await DuckTable.open(tmp_path, SCHEMAS)
        assert await contents(table) == expected
        assert len(table.repairs) == (1 if size == first else 2)
        await table.commit(products(2, ["b"]))
        assert await contents(table) == await clean([products(1, ["a"]), products(2, ["b"])])
        await table.close()


async def test_a_changed_log_stops_with_file_and_line(tmp_path: Path) -> None:
    """A byte changed in a page that is followed by others is damage, never a row."""
    await fill(tmp_path, [products(sequence, [f"p{sequence}"]) for sequence in (1, 2, 3)])
    log = tmp_path / "rows" / "products.jsonl"
    whole = log.read_bytes()
    (tmp_path / DATABASE).unlink()
    second = whole.index(b"p2")
    log.write_bytes(whole[:second] + b"q" + whole[second + 1 :])
    with pytest.raises(StoreError, match=r"products\.jsonl:\d+: damaged, and whole pages follow"):
        await DuckTable.open(tmp_path, SCHEMAS)


async def test_a_log_shorter_than_its_database_stops(tmp_path: Path) -> None:
    """The redo log is not replaced by a shorter one unnoticed."""
    await fill(tmp_path)
    log = tmp_path / "rows" / "products.jsonl"
    log.write_bytes(log.read_bytes()[:-10])
    with pytest.raises(StoreError, match="is shorter"):
        await DuckTable.open(tmp_path, SCHEMAS)


async def test_a_page_of_two_tables_is_closed_in_both_or_in_none(tmp_path: Path) -> None:
    """Killed between the files of one page, neither has it afterwards."""
    await fill(tmp_path, PAGES[:2])
    (tmp_path / DATABASE).unlink()
    log = tmp_path / "rows" / "notes.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole[: whole.rindex(b'{"n":')])
    table = await DuckTable.open(tmp_path, SCHEMAS)
    assert await contents(table) == await clean(PAGES[:1])
    await table.close()


async def test_a_table_may_get_more_columns(tmp_path: Path) -> None:
    """Rows from before have NULL there, also after a rebuild; a column that changes its type is refused."""
    await fill(tmp_path, [products(1, ["a"])])
    wider = TableSchema(name="products", columns=(*PRODUCTS.columns, Column("colour", Type("text"))), key=PRODUCTS.key)
    schemas = {"products": wider, "notes": NOTES}
    table = await DuckTable.open(tmp_path, schemas)
    await table.commit(page(2, rows(record("b", colour="red"))))
    await table.close()
    (tmp_path / DATABASE).unlink()
    table = await DuckTable.open(tmp_path, schemas)
    found = (await table.read("products", ["name", "colour"])).to_pylist()
    assert found == [{"name": "a", "colour": None}, {"name": "b", "colour": "red"}]
    await table.close()
    other = TableSchema(name="products", columns=(Column("name", Type("integer")),), key=PRODUCTS.key)
    with pytest.raises(StoreError, match="column name of products was text and is now integer"):
        await DuckTable.open(tmp_path, {"products": other})


@contextmanager
def largest_file(size: int) -> Generator[None]:
    """Files of this process can't grow beyond `size` bytes; writing there fails as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


async def test_a_full_disk_loses_nothing_that_was_committed(tmp_path: Path) -> None:
    """The error is typed, the store says that nothing more can be kept, and the committed rows are there afterwards."""
    table = await DuckTable.open(tmp_path, SCHEMAS)
    wide = [
        products(sequence, [f"{sequence}-{place}" + "x" * 200 for place in range(20)]) for sequence in range(1, 200)
    ]
    told: list[PageKey] = []
    with largest_file(200_000), pytest.raises(StoreError, match=r"(?i)can't write|disk is full|too large"):
        await commit_all(table, wide, told)
    assert told
    await table.close()
    again = await DuckTable.open(tmp_path, SCHEMAS, told)
    await commit_all(again, wide)
    assert await contents(again) == await clean(wide)
    await again.close()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("left", [20_000, 100_000, 400_000])
async def test_a_disk_that_fills_up_under_the_database_loses_nothing(tmp_path: Path, left: int) -> None:
    """Wherever the disk gives out, in the log of rows or in DuckDB, a typed error comes and the run can go on."""
    wide = [products(sequence, [f"{sequence}-{place}" + "x" * 50 for place in range(30)]) for sequence in range(1, 80)]
    with small_disk(tmp_path, 8):
        ballast = tmp_path / "ballast"
        table = await DuckTable.open(tmp_path, SCHEMAS)
        free = os.statvfs(tmp_path).f_bavail * os.statvfs(tmp_path).f_bsize
        ballast.write_bytes(b"\0" * (free - left))
        told: list[PageKey] = []
        with pytest.raises(StoreError) as caught:
            await commit_all(table, wide, told)
        assert re.search(r"No space left|disk is full", str(caught.value))
        assert (await table.describe())["products"].rows >= 30 * len(told)
        await table.close()
        ballast.unlink()
        again = await DuckTable.open(tmp_path, SCHEMAS, told)
        await commit_all(again, wide)
        assert await contents(again) == await clean(wide)
        await again.close()


@pytest.mark.sampled(5)
@pytest.mark.parametrize("after", [1, 2, 3, 5, 8])
async def test_killed_at_any_instant_a_run_goes_on(tmp_path: Path, after: int) -> None:
    """Kill -9 from outside, at whatever the process does once it has told of some commits."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    code = CHILD.replace("for page in PAGES:", "for page in LONG:").replace("import PAGES", "import LONG")
    with subprocess.Popen([sys.executable, "-c", code, tmp_path], env=environment, stdout=subprocess.PIPE) as child:  # noqa: ASYNC220 - nothing else runs meanwhile
        assert child.stdout is not None
        told = [int(child.stdout.readline()) for _ in range(after)]
        child.kill()
        told += map(int, child.stdout.read().split())
    table = await DuckTable.open(tmp_path, SCHEMAS, keys(LONG[: len(told)]))
    await commit_all(table, LONG)
    assert await contents(table) == await clean(LONG)
    await table.close()


async def test_commits_asked_for_at_once_are_made_one_after_another(tmp_path: Path) -> None:
    """One thread writes: no conflicts, whatever the tasks do."""
    table = await DuckTable.open(tmp_path, SCHEMAS)
    await asyncio.gather(*(table.commit(each) for each in PAGES), *(table.describe() for _ in PAGES))
    assert await contents(table) == await clean()
    await table.close()


@pytest.mark.proof
async def test_a_hundred_thousand_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A large keyed table is kept in seconds; the bound is on processor time, so that a busy machine does not fail it."""
    schema = TableSchema(
        name="large",
        columns=(Column("id", Type("integer")), Column("name", Type("text")), Column("price", Type("number"))),
        key=("id",),
    )
    large = [
        page(sequence, rows(*(
            Record(values={"id": place, "name": f"row {place}", "price": place / 4}, n=place)
            for place in range(sequence * 10_000, (sequence + 1) * 10_000)
        ), table="large"))
        for sequence in range(10)
    ]  # fmt: skip
    table = await DuckTable.open(tmp_path, {"large": schema})
    began, used = perf_counter(), process_time()
    for each in large:
        await table.commit(each)
    seconds, used = perf_counter() - began, process_time() - used
    with capsys.disabled():
        print(f"\n100,000 keyed rows kept in {seconds:.2f} s, {used:.2f} s of processor time")  # noqa: T201 - the figure is the point
    assert (await table.describe())["large"].rows == 100_000
    assert used < 6
    await table.close()
