"""Keeps the files of a run in a folder of its own, and finds the runs of a project.

A project is the nearest folder upwards with `webdart.toml` or `.webdart/`, else the current one. Every run has a
folder of its own in `.webdart/runs/`, and is written by one process at a time: whoever holds its lock. The lock is
the kernel's, so that a killed process leaves none behind.
"""

import fcntl
import json
import os
import re
import secrets
import shutil
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Self, cast

from msgspec import Struct, field

from webdart.errors import StoreError, UsageError
from webdart.table.checked_line import fsync_folder, write_whole
from webdart.values import asdict, replace

JsonScalar = str | int | float | bool | None

RUNNING = "running"
LATEST = "latest"
"""The name for the latest run. Run ids begin with a date, so none can be called this."""


class RunRecord(Struct, frozen=True, kw_only=True):
    """The contents of `run.json`: what went in, and how the run ended. It never holds a secret.

    `source` is the workflow file's text, `used` those of the files that it uses, and `sha256` the hash of all; `state`
    is `running` or the `status` of the run's JSON; times are ISO 8601 in UTC; `pinned` is what could change the answer
    (zone, locale, viewport, user agent); `environment` has the variables that the file names; `lock` is the digest of
    the lock that the run wrote, or by which it read every listing that it has.
    """

    id: str
    workflow: str
    file: str
    source: str
    sha256: str
    started: str
    parameters: Mapping[str, JsonScalar] = field(default_factory=dict[str, JsonScalar])
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    pinned: Mapping[str, str] = field(default_factory=dict[str, str])
    used: Mapping[str, str] = field(default_factory=dict[str, str])
    state: str = RUNNING
    exit: int | None = None
    ended: str | None = None
    cut: bool = False
    lock: str = ""

    @property
    def finished(self) -> bool:
        """True if nothing is left to resume. A run that its budget cut short can be resumed."""
        return self.exit in {0, 3} and not self.cut


def hash_of(source: str, used: Iterable[str] = ()) -> str:
    """The hash by which a changed workflow file, or a file that it uses, is noticed."""
    return sha256("\0".join([source, *used]).encode()).hexdigest()


class RunFolder(Struct, frozen=True):
    """The files of one run."""

    path: Path

    @property
    def id(self) -> str:
        """The run's name: `<UTC time>-<workflow>-<4 hex>`."""
        return self.path.name

    @property
    def journal(self) -> Path:
        """The journal: what was done, and which writes were released."""
        return self.path / "journal.jsonl"

    @property
    def began(self) -> datetime:
        """The run's clock: when it began, to the second.

        Raises:
            StoreError: its record can't be read.
        """
        return datetime.fromisoformat(self.record().started).replace(microsecond=0)

    @property
    def rows(self) -> Path:
        """The log of rows."""
        return self.path / "rows"

    def elsewhere(self, table: str) -> str:
        """Which other run of the project has rows of a table, the latest, as a remedy; "" where none has."""
        from webdart.table.rows import log_path  # noqa: PLC0415 - Arrow, which nobody else here needs

        others = sorted((one for one in self.path.parent.glob("*") if one != self.path), reverse=True)
        found = next((one.name for one in others if log_path(one / "rows", table).is_file()), "")
        return f"run {found} has it: --run {found}" if found else ""

    @property
    def report(self) -> Path:
        """The report for people."""
        return self.path / "report.html"

    @property
    def trace(self) -> Path:
        """The trace: all events, one a line."""
        return self.path / "trace.jsonl"

    @property
    def recordings(self) -> Path:
        """Playwright's own traces, where they were asked for."""
        return self.path / "recordings"

    @property
    def pages(self) -> Path:
        """Saved pages."""
        return self.path / "pages"

    @property
    def downloads(self) -> Path:
        """Files that the site sent instead of pages: kept, and never opened."""
        return self.path / "downloads"

    @property
    def _record(self) -> Path:
        return self.path / "run.json"

    @property
    def _lock(self) -> Path:
        return self.path / "lock"

    def record(self) -> RunRecord:
        """The contents of `run.json`.

        Raises:
            StoreError: it can't be read.
        """
        try:
            text = self._record.read_text(encoding="utf-8")
            return RunRecord(**cast("dict[str, str]", json.loads(text)))  # type: ignore[arg-type]  # as asdict wrote it
        except (OSError, ValueError, TypeError) as error:
            raise StoreError(f"{self._record} can't be read: {error}", hint="put it back from a copy") from error

    def write(self, record: RunRecord) -> None:
        """Put `record` in place of what `run.json` says, at once.

        Raises:
            StoreError: it can't be written.
        """
        text = json.dumps(asdict(record), ensure_ascii=False, indent=1)
        write_whole(self._record, text.encode() + b"\n")

    def end(self, state: str, exit_code: int, now: datetime, *, cut: bool = False) -> None:
        """Note how the run ended; `cut` says that stages are left to be done."""
        self.write(replace(self.record(), state=state, exit=exit_code, ended=_iso(now), cut=cut))

    def note_lock(self, digest: str) -> None:
        """Note which lock the run wrote or went by."""
        self.write(replace(self.record(), lock=digest))

    @contextmanager
    def lock(self) -> Generator[Self]:
        """Be the one process that writes this run.

        Raises:
            StoreError: another process is.
        """
        descriptor = self._take_lock()
        if descriptor is None:
            raise StoreError(
                f"run {self.id} is being written by process {self._holder()}",
                hint="wait until it ends, or end it; `webdart query` reads a run in progress",
            )
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
            yield self
        finally:
            os.close(descriptor)

    def locked(self) -> bool:
        """Whether a process is writing this run now."""
        descriptor = self._take_lock()
        if descriptor is None:
            return True
        os.close(descriptor)
        return False

    def interrupted(self) -> bool:
        """Whether it was killed or stopped: it has not ended, and no process is writing it."""
        return self.record().state == RUNNING and not self.locked()

    def _take_lock(self) -> int | None:
        try:
            descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(f"can't lock {self.path}: {error.strerror}") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        return descriptor

    def _holder(self) -> str:
        return self._lock.read_text(encoding="ascii", errors="replace") or "unknown"


class Project(Struct, frozen=True):
    """A folder with runs in it."""

    root: Path

    @property
    def runs(self) -> Path:
        """Where the runs are."""
        return self.root / ".webdart" / "runs"

    @property
    def questions(self) -> Path:
        """What was asked in `webdart shell`, a line each."""
        return self.root / ".webdart" / "questions"

    @property
    def schema(self) -> Path:
        """Where the schema of workflow files is kept for editors."""
        return self.root / ".webdart" / "workflow.schema.json"

    def make(self) -> None:
        """Make the folder of the runs, which version control leaves alone."""
        self.runs.mkdir(parents=True, exist_ok=True)
        ignore = self.runs.parent / ".gitignore"
        if not ignore.exists():
            write_whole(ignore, b"*\n")

    def create(self, record: RunRecord, now: datetime) -> RunFolder:
        """A new run's folder, with `record` in it; its `id` and `started` are filled in.

        Raises:
            StoreError: it can't be made.
        """
        try:
            self.make()
            path = self._make(f"{now.astimezone(UTC):%Y%m%dT%H%M}-{_plain(record.workflow)}")
            (path / "rows").mkdir()
            fsync_folder(self.runs)
        except OSError as error:
            raise StoreError(f"can't make a run's folder in {self.runs}: {error.strerror}") from error
        folder = RunFolder(path)
        folder.write(replace(record, id=folder.id, started=_iso(now)))
        return folder

    def _make(self, name: str) -> Path:
        while True:
            path = self.runs / f"{name}-{secrets.token_hex(2)}"
            try:
                path.mkdir(mode=0o700)
            except FileExistsError:
                continue
            return path

    def all(self) -> tuple[RunFolder, ...]:
        """Every run, the latest first. Folders without a readable `run.json` are skipped."""
        found: list[tuple[str, RunFolder]] = []
        for path in self.runs.glob("*/run.json"):
            folder = RunFolder(path.parent)
            try:
                found.append((folder.record().started, folder))
            except StoreError:  # the trace of a kill before the first line, or of a hand: nothing to read there
                continue
        return tuple(folder for _, folder in sorted(found, key=lambda pair: (pair[0], pair[1].id), reverse=True))

    def get(self, run: str | None) -> RunFolder:
        """The run with that id, or whose id alone begins with it; None and `latest` give the latest run.

        Raises:
            UsageError: there is no such run; the message lists the latest ones.
        """
        runs = self.all()
        run = None if run == LATEST else run
        fitting = [folder for folder in runs if run is None or folder.id.startswith(run)]
        if exact := [folder for folder in fitting if folder.id == run]:
            return exact[0]
        if not fitting or (run is not None and len(fitting) > 1):
            what = "no run" if run is None else f"{len(fitting) or 'no'} runs begin with {run}"
            raise UsageError(f"{what} in {self.runs}", hint=_known(tuple(fitting) or runs))
        return fitting[0]

    def latest_unfinished(self) -> RunFolder:
        """The latest run that was interrupted. One that ended by itself goes on only where a person names it.

        Raises:
            UsageError: there is no such run; the message lists those that can be named.
        """
        runs = self.all()
        for folder in runs:
            if folder.interrupted():
                return folder
        raise UsageError(f"no interrupted run in {self.runs}", hint=_resumable(runs))

    def prune(self, older_than: timedelta, now: datetime) -> tuple[str, ...]:
        """Remove runs that began longer ago and are not being written; their ids."""
        gone: list[str] = []
        for folder in self.all():
            if now - folder.began > older_than and not folder.locked():
                shutil.rmtree(folder.path)
                gone.append(folder.id)
        return tuple(gone)


def _iso(now: datetime) -> str:
    """To the millisecond: two runs of one workflow begin in one second."""
    return now.astimezone(UTC).isoformat(timespec="milliseconds")


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]+", "-", name).strip("-")[:60] or "run"


def _resumable(runs: tuple[RunFolder, ...]) -> str:
    records = [folder.record() for folder in runs if not folder.locked()]
    ended = [f"{record.id} ({record.state})" for record in records if not record.finished]
    if not ended:
        return _known(runs)
    return f"to go on with a run that ended, name it: webdart resume RUN, of {', '.join(ended[:5])}"


def _known(runs: tuple[RunFolder, ...]) -> str:
    return "runs: " + (", ".join(folder.id for folder in runs[:5]) or "none yet")
