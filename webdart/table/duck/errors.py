"""Explains DuckDB's errors and how to fix them."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from webdart.errors import StoreError


class Unreadable(StoreError):
    """The file is no database that this DuckDB can open."""


@contextmanager
def explained(path: Path) -> Generator[None]:
    """Turn whatever DuckDB says about the file at `path` into a StoreError."""
    try:
        yield
    except duckdb.Error as error:
        raise _in_our_words(path, error) from error


def _in_our_words(path: Path, error: duckdb.Error) -> StoreError:
    words = str(error)
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
    if isinstance(error, duckdb.ProgrammingError):  # two columns of one name, a type that it can't keep
        return StoreError(f"{path}: {first}")
    return Unreadable(f"{path}: {first}")
