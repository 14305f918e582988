"""Keeps a batch in a folder of its own: its inputs, and what became of each, one line as soon as it is known.

A line counts once it is whole. After a kill the inputs without one are run, and no other.
"""

import fcntl
import json
import os
import secrets
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Self

from msgspec import Struct, field

from webdart.batch.inputs import Inputs
from webdart.errors import StoreError, UsageError
from webdart.table.cell_json import Json, write
from webdart.table.checked_line import write_whole
from webdart.values import asdict, replace

MARK = "batch"
"""What a batch's id has and a run's has not."""


class Done(Struct, frozen=True, kw_only=True):
    """What became of one input: its run, how that ended, and the answer's rows.

    `place` counts from 0; `hosts` has the pages of each host that rows were read from.
    """

    place: int
    run: str | None
    exit: int
    seconds: float = 0.0
    pages: int = 0
    hosts: Mapping[str, int] = field(default_factory=dict[str, int])
    error: str = ""
    doubts: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: Collection[tuple[Json, ...]] = ()

    @classmethod
    def of(cls, line: str | bytes) -> Self:
        """An end as its line tells it; numbers with a point are exact."""
        told: dict[str, Any] = json.loads(line, parse_float=Decimal)
        told |= {name: tuple(told[name]) for name in ("doubts", "columns")}
        told |= {"seconds": float(told["seconds"]), "rows": tuple(tuple(row) for row in told["rows"])}
        return cls(**told)

    @property
    def settled(self) -> bool:
        """Whether there is nothing to be gained by running it again: it is answered, doubts or not."""
        return self.exit in {0, 3}


@dataclass(frozen=True, slots=True)
class KeptRows(Collection[tuple[Json, ...]]):
    """The rows of an answer, read from its line of a batch's journal whenever they are looked at."""

    path: Path
    start: int
    size: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[tuple[Json, ...]]:
        with self.path.open("rb") as file:
            file.seek(self.start)
            return iter(Done.of(file.read(self.size)).rows)

    def __contains__(self, row: object) -> bool:
        return row in tuple(self)


class BatchFolder(Struct, frozen=True):
    """The files of one batch."""

    path: Path

    @property
    def id(self) -> str:
        """The batch's name."""
        return self.path.name

    @property
    def workflow(self) -> str:
        """What the workflow is called, as the batch's name has it."""
        return self.id.partition("-")[2].rpartition(f"-{MARK}-")[0]

    @property
    def turns(self) -> Path:
        """Where its processes share each site's pace."""
        return self.path / "turns"

    @property
    def texts(self) -> Path:
        """Where its processes share what robots.txt says."""
        return self.path / "robots"

    @property
    def results(self) -> Path:
        """Its answers in one table."""
        return self.path / "results.parquet"

    @property
    def _done(self) -> Path:
        return self.path / "done.jsonl"

    def record(self) -> Mapping[str, Any]:
        """What went in, besides the inputs: `file`, `flags`, `accept`, `limit_pages`, `own_logins`, `no_lock`.

        Raises:
            StoreError: it can't be read.
        """
        return _read(self.path / "batch.json")

    def inputs(self) -> Inputs:
        """What the runs are given.

        Raises:
            StoreError: it can't be read.
        """
        kept = _read(self.path / "inputs.json")
        return Inputs(tuple(kept["columns"]), tuple(map(tuple, kept["rows"])), tuple(kept["parameters"]))

    def done(self) -> dict[int, Done]:
        """What became of the inputs so far, the latest of each; a line that a kill has cut short is none.

        The rows of answers stay in the journal.
        """
        if not self._done.is_file():
            return {}
        found: dict[int, Done] = {}
        start = 0
        with self._done.open("rb") as file:
            for line in file:
                if line.endswith(b"\n") and line.strip():
                    done = Done.of(line)
                    rows = KeptRows(self._done, start, len(line), len(done.rows))
                    found[done.place] = replace(done, rows=rows)
                start += len(line)
        return found

    def note(self, done: Done) -> None:
        """Keep what became of an input, on the disk before this returns.

        Raises:
            StoreError: it can't be written.
        """
        line = write(asdict(done)) + "\n"
        try:
            with self._done.open("ab") as file:
                file.write(line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(
                f"{self._done} can't be written: {error.strerror}", hint="make room, then resume"
            ) from error

    def mend(self) -> None:
        """Cut off a line that a kill has left unfinished, so that the next one begins a line."""
        if self._done.is_file() and not (kept := self._done.read_bytes()).endswith(b"\n"):
            write_whole(self._done, kept[: kept.rfind(b"\n") + 1])

    @contextmanager
    def lock(self) -> Generator[None]:
        """Within, this process alone works on the batch.

        Raises:
            StoreError: another one does.
        """
        with (self.path / "lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise StoreError(f"batch {self.id} is being run by another process", hint="wait for its end") from error
            yield


def create(project: Path, workflow: str, inputs: Inputs, record: Mapping[str, Json]) -> BatchFolder:
    """A new batch's folder.

    Raises:
        StoreError: it can't be made.
    """
    place = project / ".webdart" / "batches"
    name = f"{datetime.now(UTC):%Y%m%dT%H%M}-{workflow}-{MARK}-{secrets.token_hex(2)}"
    folder = BatchFolder(place / name)
    try:
        folder.turns.mkdir(parents=True, mode=0o700)
    except OSError as error:
        raise StoreError(f"can't make a batch's folder in {place}: {error.strerror}") from error
    write_whole(folder.path / "inputs.json", write(asdict(inputs)).encode())
    write_whole(folder.path / "batch.json", write(record).encode())
    return folder


def find(project: Path, named: str) -> BatchFolder | None:
    """The batch with that id, or whose id alone begins with it; None where there is none.

    Raises:
        UsageError: several begin so.
    """
    found = sorted(path.parent for path in (project / ".webdart" / "batches").glob(f"{_plain(named)}*/batch.json"))
    if len(found) > 1:
        raise UsageError(f"{len(found)} batches begin with {named}", hint=", ".join(path.name for path in found))
    return BatchFolder(found[0]) if found else None


def _plain(named: str) -> str:
    """A text in which nothing is a pattern."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in named).replace("/", "")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} can't be read: {error}", hint="start the batch anew") from error


def unsettled(inputs: Inputs, done: Mapping[int, Done]) -> Iterable[int]:
    """The places that have still to be run: those without an end, and those that failed."""
    return [place for place in range(len(inputs.rows)) if place not in done or not done[place].settled]
