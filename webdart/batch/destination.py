"""Puts the results of a batch where others read them: parts in Parquet, then a manifest that names them.

    URL/WORKFLOW/run=BATCH/part-00000-DIGEST.parquet
    URL/WORKFLOW/run=BATCH/manifest.json

A reader goes by the manifest, which is replaced at once: it sees the whole of a run as it was, or as it is, never a
part of it. A part is called by its digest and never written over; those that no manifest names are taken away last.
"""

import io
import json
import os
import secrets
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

import pyarrow as pa
from msgspec import Struct
from pyarrow import parquet

from webdart.errors import StoreError, UsageError
from webdart.inspect.collected_tables import packed, stacked
from webdart.table.arrow import with_texts
from webdart.values import asdict

PART_ROWS = 100_000
"""Rows of a part: some megabytes, which is what readers of Parquet like."""

BATCH = "_batch"
"""The column that says of which batch a row is, where those of several are read."""

_MANIFEST = "manifest.json"
_ATOMIC = ("file", "memory", "s3", "gs", "gcs", "az", "abfs")
"""Where an object appears as a whole or not at all: object stores, and folders in which we rename."""

_CLIENTS = (
    ("botocore.exceptions", "BotoCoreError"),
    ("botocore.exceptions", "ClientError"),
    ("google.auth.exceptions", "GoogleAuthError"),
    ("azure.core.exceptions", "AzureError"),
)
"""The errors of the stores' clients that are none of the operating system's: s3fs, gcsfs and adlfs let them through."""

_SHORT = 16
"""Digits of a part's digest in its name: 64 bits tell the parts of one run apart; the manifest has the whole."""

_CHANCE = 4
"""Bytes that tell a file that is being written from those of other writers."""

_ATTEMPTS = 3
"""Readings of a run whose parts are replaced meanwhile."""


class Part(Struct, frozen=True):
    """A file of a run, as its manifest vouches for it."""

    file: str
    rows: int
    bytes: int
    sha256: str


class Destination(Struct, frozen=True):
    """A place of fsspec, by its address."""

    url: str
    files: Any
    root: str

    @classmethod
    def of(cls, url: str) -> "Destination":
        """The place of that address.

        Raises:
            UsageError: it is no address, its kind is not known here, or it has credentials in it.
        """
        parts = urlsplit(url)
        if parts.scheme not in _ATOMIC or not parts.netloc + parts.path:
            raise UsageError(f"{url} is no place for results", hint=f"write one of {', '.join(_ATOMIC)}://…")
        if "@" in parts.netloc:
            raise UsageError(
                "an address with credentials in it",
                hint="leave them to the environment, as the store's client reads them",
            )
        try:
            import fsspec  # noqa: PLC0415 - an extra

            files, root = cast("Any", fsspec).url_to_fs(url)
        except ImportError as error:
            raise UsageError(str(error), hint="pip install 'webdart[store]', and s3fs for s3://") from error
        return cls(url, files, root.rstrip("/"))

    def publish(self, workflow: str, batch: str, table: pa.Table, about: Mapping[str, Any]) -> str:
        """Put a table there as one run, and tell where; `about` stands in its manifest.

        Raises:
            StoreError: it can't be written; what was there is as it was.
        """
        folder = f"{self.root}/{workflow}/run={batch}"
        try:
            self.files.makedirs(folder, exist_ok=True)
            parts = [self._part(folder, number, rows) for number, rows in enumerate(_cut(table))]
            now = datetime.now(UTC).isoformat(timespec="seconds")
            told = {"webdart": 1, "run": batch, "workflow": workflow, "written": now, "rows": table.num_rows, **about}
            manifest = json.dumps({**told, "parts": [asdict(part) for part in parts]}, indent=1)
            self._put(f"{folder}/{_MANIFEST}", manifest.encode())
            kept = {part.file for part in parts} | {_MANIFEST}
            for path in self.files.ls(folder, detail=False):
                if path.rpartition("/")[2] not in kept:
                    self.files.rm_file(path)
        except (*_client_failures(), OSError, ValueError, pa.ArrowException) as error:
            raise StoreError(f"can't write to {self.url}: {error}", hint="mend it, then resume the batch") from error
        return folder

    def read(self) -> pa.Table:
        """The rows of all runs below the address, oldest first, with the column `_batch`.

        Raises:
            UsageError: there is none. StoreError: one can't be read, or is damaged.
        """
        try:
            found = sorted(self.files.glob(f"{self.root}/**/{_MANIFEST}"))
            tables = [self._run(path) for path in found]
        except (*_client_failures(), OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
            raise StoreError(f"can't read {self.url}: {error}") from error
        if not tables:
            raise UsageError(f"no results in {self.url}", hint="webdart batch … --to URL puts them there")
        return stacked(tables)

    def _run(self, path: str) -> pa.Table:
        """The rows of one run; once more where its parts were replaced while we read."""
        folder = path.rpartition("/")[0]
        for attempt in range(_ATTEMPTS):
            manifest = json.loads(self.files.cat_file(path))
            try:
                tables = [self._rows(folder, Part(**part)) for part in manifest["parts"]]
            except FileNotFoundError:
                if attempt == _ATTEMPTS - 1:
                    raise
                continue
            rows = stacked(tables)
            return with_texts(rows, BATCH, [manifest["run"]] * rows.num_rows)
        raise AssertionError("the last attempt returns or raises")

    def _rows(self, folder: str, part: Part) -> pa.Table:
        data = self.files.cat_file(f"{folder}/{part.file}")
        if sha256(data).hexdigest() != part.sha256:
            raise StoreError(f"{folder}/{part.file} is damaged: it is not what its manifest vouches for")
        return cast("Any", parquet).ParquetFile(io.BytesIO(data)).read()

    def _part(self, folder: str, number: int, rows: pa.Table) -> Part:
        data = packed(rows, "parquet")
        digest = sha256(data).hexdigest()
        part = Part(f"part-{number:05}-{digest[:_SHORT]}.parquet", rows.num_rows, len(data), digest)
        self._put(f"{folder}/{part.file}", data)
        return part

    def _put(self, path: str, data: bytes) -> None:
        """Write an object whole: object stores do, and a file is renamed once it is on the disk."""
        if "file" not in self.files.protocol:
            self.files.pipe_file(path, data)
            return
        aside = Path(f"{path}.{secrets.token_hex(_CHANCE)}.new")
        try:
            with aside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(path)
        except OSError:
            aside.unlink(missing_ok=True)  # a disk that is full has no room for half a part
            raise


def _client_failures() -> tuple[type[Exception], ...]:
    """The errors of those clients that are in use."""
    modules = ((sys.modules.get(module), name) for module, name in _CLIENTS)
    return tuple(getattr(module, name) for module, name in modules if module is not None)


def _cut(table: pa.Table) -> list[pa.Table]:
    """The table in parts; one without rows is one part, for its columns."""
    return [table.slice(start, PART_ROWS) for start in range(0, max(table.num_rows, 1), PART_ROWS)]
