"""Records what has been done in a run, so that a kill can't undo it.

`journal.jsonl` only grows. Every line vouches for itself and for the line before it. What must not be lost (an intent
above all) is on the disk before `append` returns. An acknowledged page is not waited for: the database's own markers
are the truth about pages, and the acknowledgement only reveals a database that lost some.
"""

from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from msgspec import Struct

from webdart.errors import StoreError
from webdart.failpoints import crash_point
from webdart.records.model import CollectedPage
from webdart.runs.entries import Entry, LoginSent, ModelAsked, PageAcknowledged, from_json, to_json
from webdart.table.checked_line import AppendFile, Json, read_lines, resembles_sealed, seal, sum_of, unseal


class Journal:
    """The open journal of a run. One writer. `entries` are those that were there when it was opened."""

    DURABLE_LATER: ClassVar[tuple[type[Entry], ...]] = (PageAcknowledged, LoginSent, ModelAsked)

    def __init__(self, file: AppendFile, entries: tuple[Entry, ...], last: bytes, repairs: tuple[str, ...]) -> None:
        self.path = file.path
        self.entries = entries
        self.repairs = repairs
        self._file = file
        self._last = last

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """The journal at `path`, begun if it does not exist; a torn last line is cut, and `repairs` says so.

        Raises:
            StoreError: it is damaged elsewhere (the message has the line), or can't be written.
        """
        entries, last, end, repair = _read(path)
        file = AppendFile(path)
        if repair:
            file.cut(end.size)
            if end.missing:
                file.append(end.missing)
        return cls(file, entries, last, (repair,) if repair else ())

    def append(self, entry: Entry) -> None:
        """Enter `entry`; it is stamped with the time where it has none.

        Raises:
            StoreError: it could not be written; the journal is as it was.
        """
        line = seal(to_json(entry), self._last)
        self._file.append(line, durable=not isinstance(entry, self.DURABLE_LATER))
        self._last = sum_of(line)

    def acknowledge(self, page: CollectedPage, pages: int = 0) -> None:
        """Enter that `page` is committed; `pages` have been opened so far."""
        self.append(PageAcknowledged(cursor=page.cursor, pages=pages))
        crash_point("after_ack")

    def close(self) -> None:
        """Let go of the file; closing twice is fine."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def read_journal(path: Path) -> tuple[Entry, ...]:
    """The entries of a journal that another process may be writing; nothing is mended.

    Raises:
        StoreError: it is damaged elsewhere than at its end.
    """
    return _read(path)[0]


class _End(Struct, frozen=True):
    """Where the whole lines end, and what the last of them lacks of its end."""

    size: int
    missing: bytes = b""


def _read(path: Path) -> tuple[tuple[Entry, ...], bytes, _End, str]:
    entries: list[Entry] = []
    last, end, bad = b"", 0, 0
    for number, (_, line) in enumerate(read_lines(path) if path.exists() else (), start=1):
        body, whole = _whole(line, last)
        if body is not None and not bad:
            entries.append(from_json(body, f"{path}:{number}"))
            last = sum_of(whole)
            end += len(whole)
            if not whole.endswith(b"\n"):
                return tuple(entries), last, _End(end, b"\n"), f"{path.name}: the end of its last line was restored"
        elif line.endswith(b"\n") and resembles_sealed(line):
            # once written whole, then changed: it could be an intent, so it is no torn tail to be cut
            raise _damage(path, bad or number)
        else:
            bad = bad or number
    repair = f"{path.name}: line {bad}, torn by a kill, was cut" if bad else ""
    return tuple(entries), last, _End(end), repair


def _whole(line: bytes, last: bytes) -> tuple[dict[str, Json] | None, bytes]:
    body = unseal(line, last)
    if body is None and not line.endswith(b"\n"):  # perhaps only its end has turned into something else
        return unseal(line[:-1], last), line[:-1]
    return body, line


def _damage(path: Path, number: int) -> StoreError:
    return StoreError(
        f"{path}:{number}: the line is damaged",
        hint="what was written to sites can't be told from here on: put the file back from a copy, or look at the "
        "site and start a new run",
    )
