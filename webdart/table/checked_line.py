"""Writes lines of JSON so that a torn or damaged line is distinguishable from a whole one.

Rows and the journal are files of JSON lines that only grow. Lines that matter are *sealed*: their last member `sum`
is a digest over the line itself and over whatever it vouches for (the rows of a page, the line before it). An
`AppendFile` writes all of its bytes or none of them, as far as this process can tell.
"""

import json
import os
import secrets
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from webdart.errors import StoreError, UsageError
from webdart.failpoints import Point, crash_point

Json = str | int | float | bool | None | Sequence["Json"] | dict[str, "Json"]
"""What a line may hold."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_SUM = "sum"
_MARK = b'"sum":"'
_TAG_BYTES = 4  # of the name under which a file is written before it is put in place


def dump(value: Json) -> bytes:
    """`value` as one line of compact JSON in UTF-8, without the line's end.

    Raises:
        ValueError: a number is not finite.
    """
    return _ENCODER.encode(value).encode()


def seal(body: dict[str, Json], vouched: bytes = b"") -> bytes:
    """`body` as a line (with its end) whose `sum` vouches for itself and for `vouched`."""
    return dump({**body, _SUM: _digest(dump(body), vouched)}) + b"\n"


def unseal(line: bytes, vouched: bytes = b"") -> dict[str, Json] | None:
    """The body of a sealed line; None if it is not whole, or does not vouch for `vouched`."""
    body = parse(line)
    if body is None or body.pop(_SUM, None) != _digest(dump(body), vouched):
        return None
    return body


def parse(line: bytes) -> dict[str, Json] | None:
    """The object on a line; None if it is not a whole JSON object."""
    try:
        value: object = json.loads(line)
    except ValueError:  # also bytes that are not UTF-8
        return None
    return cast("dict[str, Json]", value) if isinstance(value, dict) else None


def resembles_sealed(line: bytes) -> bool:
    """Whether this may once have been a sealed line: then it is damage, not garbage left by a torn write."""
    return line.startswith(b'{"') or _MARK in line


def sum_of(line: bytes) -> bytes:
    """The seal of a line that `seal` made, for the next line to vouch for."""
    return line[line.rindex(_MARK) + len(_MARK) :].split(b'"', 1)[0]


def _digest(body: bytes, vouched: bytes) -> str:
    return blake2b(body + vouched, digest_size=8).hexdigest()


def read_lines(path: Path, start: int = 0) -> Iterator[tuple[int, bytes]]:
    """Every line of a file from byte `start` on, with the byte where it begins; the last may lack its end.

    Raises:
        StoreError: the file can't be read.
    """
    try:
        with path.open("rb") as file:
            file.seek(start)
            for line in file:
                yield start, line
                start += len(line)
    except OSError as error:
        raise StoreError(f"can't read {path}: {error.strerror}") from error


class AppendFile:
    """A file that only grows; `append` returns when the bytes are on the disk.

    A write that fails is taken back, so that the file still ends where the last good one did.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            new = not path.exists()
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            if new:
                fsync_folder(path.parent)
        except OSError as error:
            raise _cannot_write(path, error) from error
        self.size = os.fstat(self._descriptor).st_size

    def append(self, *chunks: bytes, durable: bool = True, between: Point | None = None) -> None:
        """Add `chunks` at the end, and wait until they are on the disk if `durable`.

        `between` is a crash point after the first chunk.

        Raises:
            StoreError: they could not be written (disk full, …); the file is as it was.
        """
        before = self.size
        try:
            for chunk in chunks:
                self._write(chunk)
                if between is not None and chunk is chunks[0]:
                    crash_point(between)
            if durable:
                os.fsync(self._descriptor)
        except OSError as error:
            self.cut(before)
            raise _cannot_write(self.path, error) from error

    def sync(self) -> None:
        """Wait until all that was added is on the disk.

        Raises:
            StoreError: that can't be said.
        """
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            raise _cannot_write(self.path, error) from error

    def cut(self, size: int) -> None:
        """Take back everything after byte `size`."""
        try:
            os.ftruncate(self._descriptor, size)
            os.fsync(self._descriptor)
        except OSError as error:
            raise _cannot_write(self.path, error) from error
        self.size = size

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _write(self, chunk: bytes) -> None:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        self.size += len(chunk)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def write_whole(path: Path, content: bytes) -> None:
    """Put `content` in place of the file at once: after a kill the old one is there or the new one, never a part.

    Of several who write it at once, the last one's stays.

    Raises:
        StoreError: it could not be written; the old file is as it was.
    """
    aside = path.with_name(f"{path.name}.{secrets.token_hex(_TAG_BYTES)}.new")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        fsync_folder(path.parent)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise _cannot_write(path, error) from error


def fsync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refuse_place(path: Path, *, over: bool = False) -> None:
    """Nothing, where a person may have a file written; `over` another one, too.

    Raises:
        UsageError: its folder is not there, or something else is in its place.
    """
    folder = path.parent
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} to write {path.name} into", hint=f"mkdir -p {folder}")
    if path.is_dir():
        raise UsageError(f"{path} is a folder", hint="name a file in it")
    if not over and path.exists():
        raise UsageError(f"{path} is there already", hint="name another file, or move it away")


def write_asked(path: Path, content: bytes) -> None:
    """Write a file that a person asked for, whole or not at all, over an earlier one.

    Raises:
        UsageError: it is no place for a file. StoreError: it could not be written.
    """
    refuse_place(path, over=True)
    try:
        write_whole(path, content)
    except (StoreError, OSError) as error:
        why = error.problem if isinstance(error, StoreError) else f"can't write {path}: {error.strerror}"
        raise StoreError(why, hint="make room, mend its permissions, or name another place") from error


def _cannot_write(path: Path, error: OSError) -> StoreError:
    return StoreError(
        f"can't write {path}: {error.strerror}",
        hint="make room or mend its permissions, then `webdart resume`: what was committed is kept",
    )
