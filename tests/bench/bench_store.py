"""How long from a log of 100,000 rows to a keyed DuckDB table that answers, and what does a long walk cost in memory?

    python tests/bench/bench_store.py [--rows 100000] [--pages 2000]

The log is written first, as a run writes it (rows of six columns, a key, raw texts); then the database is gone, as
after a loss, and the table is rebuilt from the log alone until a SELECT over it has answered. The memory is that of
this process (RSS, the browser apart) between page 100 and the last page of one listing in a real walk.
"""

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

import webdart  # noqa: E402 - the checkout comes first
from webdart.plan.model import Column, Cursor, PageRef, TableSchema  # noqa: E402 - as above
from webdart.records.model import CollectedPage, Record, Rows  # noqa: E402 - as above
from webdart.table.duck import DATABASE, ROWS, DuckTable  # noqa: E402 - as above
from webdart.table.page import prepare  # noqa: E402 - as above
from webdart.table.rows import RowLog  # noqa: E402 - as above
from webdart.workflow.model import Type  # noqa: E402 - as above

SCHEMA = TableSchema(
    name="parts",
    columns=(
        Column("number", Type("integer")),
        Column("name", Type("text")),
        Column("price", Type("money")),
        Column("rating", Type("rating")),
        Column("added", Type("date")),
        Column("url", Type("link")),
    ),
    key=("number",),
)
PAGE = 200  # rows of a page


def record(number: int) -> Record:
    return Record(
        values={
            "number": number,
            "name": f"Part number {number} of the catalogue",
            "price": Decimal(number % 100_000) / 100,
            "rating": (number % 50) / 10,
            "added": date(2020, 1, 1) + timedelta(days=number % 2000),
            "url": f"https://parts.example/catalogue/{number}/",
        },
        raw={"price": f"${number % 100_000 / 100:,.2f}", "added": "January 1, 2020"},
        key=(number,),
        n=number,
    )


def write_log(folder: Path, rows: int) -> None:
    (folder / ROWS).mkdir(parents=True)
    log = RowLog(folder / ROWS, {SCHEMA.name: SCHEMA})
    log.declare()
    for place in range(rows // PAGE):
        url = f"https://parts.example/catalogue/?page={place + 1}"
        source = PageRef(url=url, region="12", wrapper=1, seen="2026-11-21T06:11:00+00:00")
        records = tuple(record(place * PAGE + offset + 1) for offset in range(PAGE))
        cursor = Cursor(stage=0, walk=0, sequence=place + 1, url=url, following=None, rows=(place + 1) * PAGE)
        page = CollectedPage(cursor=cursor, rows=(Rows(table=SCHEMA.name, records=records, source=source, keyed=True),))
        log.append(prepare(page, {SCHEMA.name: SCHEMA}, place + 1))
    log.close()


async def rebuild(folder: Path) -> tuple[float, int]:
    """Seconds until the rebuilt table has answered, and how many rows it has."""
    (folder / DATABASE).unlink(missing_ok=True)
    began = time.perf_counter()
    store = await DuckTable.open(folder, {SCHEMA.name: SCHEMA})
    read = await store.read(SCHEMA.name, ("number",))
    took = time.perf_counter() - began
    info = (await store.describe())[SCHEMA.name]
    await store.close()
    assert info.rows == read.num_rows
    assert info.keyed
    return took, info.rows


def bench_rows(rows: int) -> bool:
    """Whether the rows were loaded in time."""
    with tempfile.TemporaryDirectory() as place:
        write_log(Path(place), rows)
        taken = [asyncio.run(rebuild(Path(place))) for _ in range(3)]
    assert {count for _, count in taken} == {rows // PAGE * PAGE}
    best, middle = min(took for took, _ in taken), statistics.median(took for took, _ in taken)
    print(f"{rows:,} rows from JSONL to a keyed DuckDB table: median {middle:.2f} s, best {best:.2f} s (at most 2 s)")
    return middle <= 2


CHORE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts, pushdown: off}}
  - extract:
      into: parts
      key: number
      fields: {{number: {{type: integer, label: "No."}}, name: text, price: money, stock: integer}}
  - execute: SELECT count(*) FROM parts
"""


def resident() -> float:
    """MiB of this process that are in memory."""
    fields = Path("/proc/self/statm").read_text(encoding="ascii").split()
    return int(fields[1]) * 4096 / 2**20


@contextmanager
def long_site(pages: int) -> Generator[str]:
    """The address of a listing of so many pages, served by a process of its own."""
    command = [sys.executable, str(ROOT / "tests" / "bench" / "long_site.py"), str(pages)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        try:
            yield served.stdout.readline().strip()
        finally:
            served.terminate()


def bench_memory(pages: int) -> bool:
    """Whether the memory stayed."""
    with tempfile.TemporaryDirectory() as place, long_site(pages) as url:
        folder = Path(place)
        file = folder / "parts.yaml"
        file.write_text(CHORE.format(url=url))
        sizes: dict[int, float] = {}
        over = threading.Event()

        def watch() -> None:
            while not over.wait(0.2):
                found = list(folder.glob(".webdart/runs/*/journal.jsonl"))
                read = found[0].read_bytes().count(b"PageAcknowledged") if found else 0
                if read:
                    sizes.setdefault(read, resident())  # when it was reached: what ends a run is no walk

        watcher = threading.Thread(target=watch)
        watcher.start()
        run = webdart.run(file, project=folder)
        over.set()
        watcher.join()
        shutil.rmtree(folder / ".webdart")
    early = next(size for read, size in sorted(sizes.items()) if read >= min(100, pages // 2))
    last = max(sizes)
    print(
        f"memory of this process, page 100 to page {last:,}: "
        f"{sizes[last] - early:+.0f} MiB ({early:.0f} → {sizes[last]:.0f}; at most +50); {run.result.tables[0].rows:,} rows"
    )
    return sizes[last] - early <= 50


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast are rows loaded, and how does memory grow?")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--pages", type=int, default=2_000)
    given = parser.parse_args()
    good = bench_rows(given.rows)
    if given.pages:
        good = bench_memory(given.pages) and good
    sys.exit(int(not good))


if __name__ == "__main__":
    main()
