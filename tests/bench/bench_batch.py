"""What does a batch cost on a cluster of real processes, and how does it grow with workers, rows and inputs?

A scheduler and its workers are processes on loopback, and so is the site. The figures:

    speed     two workers over one, on a site that takes 200 ms for every answer: with the lock of another input, and
              without one, where the second input teaches the others
    overhead  a chore of one page, run by a warm worker for a batch of its own, beside the same run in this process
    memory    of coordinator and scheduler, from the first answer to the last of 100,000 rows
    inputs    10,000 of them, each a SELECT

    python tests/bench/bench_batch.py [speed overhead memory inputs]
"""

import asyncio
import csv
import multiprocessing
import os
import re
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

from tests.batch.dask_cluster import Cluster  # noqa: E402 - the checkout comes first
from tests.batch.shelves import started  # noqa: E402 - as above
from tests.conftest import Asked, Reply, SiteServer  # noqa: E402 - as above
from webdart import engine  # noqa: E402 - as above
from webdart.adapters import one_browser, one_driver, one_zygote  # noqa: E402 - as above
from webdart.batch import coordinator  # noqa: E402 - as above
from webdart.batch.cluster.dask import DaskCrew  # noqa: E402 - as above
from webdart.batch.folder import BatchFolder, Done, create  # noqa: E402 - as above
from webdart.batch.inputs import inputs_of  # noqa: E402 - as above
from webdart.runs.lock_place import path_of  # noqa: E402 - as above
from webdart.settings import Settings  # noqa: E402 - as above
from webdart.workflow import load  # noqa: E402 - as above

LATENCY = 0.2
PAGES, ROWS = 10, 20
LISTINGS, ROUNDS = 24, 20
LONG_ROWS, LONG_INPUTS = 2_000, 50
TINY = 10_000
_LOOK_SECONDS = 0.02
SPEED, OVERHEAD_MS, MEMORY_MB = 1.8, 150, 100
"""The goals."""

CHORE = """\
webdart: 1
params: {{kind: {{type: integer}}}}
sites: {{shop: {{url: "{url}/"}}}}
stages:
  - navigate: {{start: "/list?kind={{{{ kind }}}}&rows={rows}&pages={pages}", pushdown: off}}
  - extract: {{into: items, key: name, fields: {{name: text, price: number}}}}
  - execute: SELECT name, price FROM items
"""
SELECT = """\
webdart: 1
params: {n: {type: integer}}
stages:
  - execute: SELECT $n * 2 AS twice
"""


def page(asked: Asked) -> Reply:
    """A page of a listing of a kind."""
    kind, rows, pages, number = (int(asked.query.get(name, ["1"])[0]) for name in ("kind", "rows", "pages", "page"))
    first = rows * (number - 1)
    lines = "".join(f"<tr><td>thing {kind}-{first + row}<td>{kind + row}" for row in range(rows))
    address = f"/list?kind={kind}&rows={rows}&pages={pages}&page={number + 1}"
    onwards = f"<a rel=next href='{address}'>Next</a>" if number < pages else ""
    return Reply(f"<title>Things</title><p>{rows * pages} things<table><tr><th>Name<th>Price{lines}</table>{onwards}")


def serving(address: "multiprocessing.Queue[str]", seconds: float) -> None:
    """Serve the listings, each page so many seconds late, until this process is ended."""
    site = SiteServer()

    def late(asked: Asked) -> Reply:
        time.sleep(seconds)
        return page(asked)

    site.on("/list", late)
    site.start()
    address.put(site.url)
    multiprocessing.Event().wait()


@contextmanager
def served(seconds: float = 0.0) -> Generator[str]:
    """The address of the site."""
    address: multiprocessing.Queue[str] = multiprocessing.Queue()
    process = multiprocessing.Process(target=serving, args=(address, seconds), daemon=True)
    process.start()
    try:
        yield address.get(timeout=60)
    finally:
        process.terminate()
        process.join()


@contextmanager
def cluster(workers: int) -> Generator[Cluster]:
    """A scheduler and so many workers, which have joined."""
    with tempfile.TemporaryDirectory() as folder:
        found = Cluster(Path(folder))
        found.scheduler()
        try:
            for number in range(workers):
                found.worker(f"w{number}")
            found.wait_for(workers)
            yield found
        finally:
            found.end()


class Project:
    """A folder with a chore, and the batches of it."""

    def __init__(self, folder: str, chore: str) -> None:
        self.path = Path(folder)
        (self.path / ".webdart").mkdir()
        self.file = self.path / "chore.yaml"
        self.file.write_text(chore)

    async def seconds(self, address: str, inputs: Iterable[int]) -> float:
        """How long a batch takes, from its inputs to the last answer."""
        settings, workflow = Settings(project=self.path), load(self.file)
        rows = [(str(number),) for number in inputs]
        record: dict[str, Any] = {"file": str(self.file), "flags": {}, "limit_pages": None, "accept": []}
        folder = create(self.path, "chore", inputs_of(("kind",), rows, workflow), record)
        ends: list[Done] = []
        began = time.perf_counter()
        await coordinator.complete(folder, DaskCrew(settings, address), ends.append)
        took = time.perf_counter() - began
        assert [end for end in ends if end.exit] == []
        return took

    async def lock(self) -> None:
        """Write a lock, of an input that no batch has."""
        request = engine.RunRequest(
            file=str(self.file),
            params={"kind": str(TINY)},
            settings=Settings(project=self.path),
            write_lock=path_of(self.file),
        )
        assert (await engine.run(request)).result.exit == 0


async def speed() -> bool:
    """How much faster are two workers?"""
    return all([await faster(locked=locked) for locked in (True, False)])


async def faster(*, locked: bool) -> bool:
    """How much faster are two workers, where the inputs have the lock of another one, or learn?"""
    with served(LATENCY) as url, cluster(1) as workers, tempfile.TemporaryDirectory() as folder:
        project = Project(folder, CHORE.format(url=url, rows=ROWS, pages=PAGES))
        if locked:
            await project.lock()
        await project.seconds(workers.address, range(2))  # warm
        one = await project.seconds(workers.address, range(LISTINGS))
        workers.worker("second")
        workers.wait_for(2)
        await project.seconds(workers.address, range(4))
        two = await project.seconds(workers.address, range(LISTINGS))
    what = f"{LISTINGS} listings of {PAGES} pages at {LATENCY * 1000:g} ms, {'locked' if locked else 'learning'}"
    print(f"{what}: one worker {one:.1f} s, two {two:.1f} s, {one / two:.2f} times as fast (target {SPEED})")
    return one / two >= SPEED


async def overhead() -> bool:
    """What does a worker cost that is elsewhere?"""
    with served() as url, cluster(1) as workers, tempfile.TemporaryDirectory() as folder:
        project = Project(folder, CHORE.format(url=url, rows=ROWS, pages=1))
        here, there = list[float](), list[float]()
        async with one_driver(), one_browser(), one_zygote():
            for number in range(ROUNDS + 2):  # two are to be warm, on either side
                began = time.perf_counter()
                request = engine.RunRequest(
                    file=str(project.file), params={"kind": str(number)}, settings=Settings(project=project.path)
                )
                assert (await engine.run(request)).result.exit == 0
                here.append(time.perf_counter() - began)
                there.append(await project.seconds(workers.address, [number]))
    alone, far = statistics.median(here[2:]) * 1000, statistics.median(there[2:]) * 1000
    more = far - alone
    print(
        f"a chore of one page, median of {ROUNDS}: here {alone:.0f} ms, by a warm worker {far:.0f} ms, "
        f"{more:.0f} ms more (target {OVERHEAD_MS})"
    )
    return more <= OVERHEAD_MS


def batch_of(
    chore: str, column: str, inputs: int, workers: Cluster, folder: str
) -> tuple[float, BatchFolder, dict[str, float]]:
    """Run a batch as a user does: its seconds, its folder, and how much coordinator and scheduler grew, in MB.

    They are looked at from the first answer on.
    """
    project = Project(folder, chore)
    with (project.path / "inputs.csv").open("w", newline="") as file:
        csv.writer(file).writerows([(column,), *((number,) for number in range(inputs))])
    began = time.perf_counter()
    process = started(project.path, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", workers.address)
    assert process.stderr is not None
    sizes = {"coordinator": Size(process.pid), "scheduler": Size(workers.processes["scheduler"].pid)}
    ended = threading.Event()
    looking = threading.Thread(target=look_until, args=(ended, tuple(sizes.values())))
    with closing(process.stderr):
        for line in process.stderr:
            if re.match(r"\d+ of \d+ done", line) and not looking.is_alive():
                looking.start()
    process.wait()
    ended.set()
    looking.join()
    assert process.returncode == 0
    (path,) = (project.path / ".webdart" / "batches").iterdir()
    return time.perf_counter() - began, BatchFolder(path), {name: size.grown for name, size in sizes.items()}


def look_until(ended: threading.Event, sizes: Sequence["Size"]) -> None:
    """Look at processes until they have ended."""
    while not ended.wait(_LOOK_SECONDS):
        for size in sizes:
            size.look()


class Size:
    """How much memory a process has, from the first look on."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._first = self._most = 0.0

    def look(self) -> None:
        """Once more; a process that has ended has none."""
        try:
            pages = int(Path(f"/proc/{self._pid}/statm").read_text().split()[1])
        except (OSError, IndexError):
            return
        now = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
        self._first = self._first or now
        self._most = max(self._most, now)

    @property
    def grown(self) -> float:
        """The most, less what it was at first."""
        return self._most - self._first


def told_memory(grown: dict[str, float]) -> str:
    """As a part of a line."""
    return ", ".join(f"{name} +{size:.0f} MB" for name, size in grown.items())


async def memory() -> bool:
    """Do coordinator and scheduler stay small?"""
    with served() as url, cluster(2) as workers, tempfile.TemporaryDirectory() as folder:
        chore = CHORE.format(url=url, rows=LONG_ROWS, pages=1)
        seconds, batch, grown = batch_of(chore, "kind", LONG_INPUTS, workers, folder)
        rows = parquet.ParquetFile(batch.results).metadata.num_rows
    print(f"{rows:,} rows of {LONG_INPUTS} inputs in {seconds:.0f} s: {told_memory(grown)} (target {MEMORY_MB})")
    return rows == LONG_ROWS * LONG_INPUTS and max(grown.values()) <= MEMORY_MB


async def inputs() -> bool:
    """Are many inputs done, one like the other?"""
    with cluster(2) as workers, tempfile.TemporaryDirectory() as folder:
        seconds, batch, grown = batch_of(SELECT, "n", TINY, workers, folder)
        table = parquet.read_table(batch.results)  # pyright: ignore[reportUnknownMemberType]
        right = table.column("twice").to_pylist() == [2 * number for number in range(TINY)]
    print(
        f"{TINY:,} inputs in {seconds:.0f} s, {TINY / seconds:.0f} a second: {told_memory(grown)} (target {MEMORY_MB})"
    )
    return right and max(grown.values()) <= MEMORY_MB


FIGURES: dict[str, Callable[[], Any]] = {"speed": speed, "overhead": overhead, "memory": memory, "inputs": inputs}


def main(wanted: list[str]) -> int:
    """Print the figures; 1 where one misses its goal."""
    held = [asyncio.run(FIGURES[name]()) for name in wanted or FIGURES]
    return int(not all(held))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
