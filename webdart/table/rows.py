"""Logs the collected rows, so that they outlive the database.

`rows/<table>.jsonl` is the redo log of the tables: a schema line, then the rows of a page, a line each, closed by a
page line that vouches for them, then the next page. A page that fills several tables is closed when every one of
their files has its page line. What stands behind the last closed page is the trace of a kill and is cut.
"""

import heapq
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import cast
from urllib.parse import quote, unquote

from msgspec import Struct
from msgspec.json import encode as as_json

from webdart.errors import StoreError
from webdart.plan.model import Column, Cursor, PageRef, TableSchema
from webdart.table.checked_line import AppendFile, Json, read_lines, seal, unseal
from webdart.table.page import PageKey, Row, StoredPage, TableRows
from webdart.table.values import reader_of, to_json
from webdart.values import asdict
from webdart.workflow.model import Kind, Type, Value

_PAGE = b'{"page":'
_SCHEMA = b'{"table":'
_SUFFIX = ".jsonl"
_NO_RAW: Mapping[str, str] = MappingProxyType({})
NO_TABLE = ""
"""The log of pages that filled no table."""


def log_path(folder: Path, table: str) -> Path:
    """The file of a table's rows; no table's name can lead out of `folder`."""
    return folder / ((quote(table, safe="") if table else "+pages") + _SUFFIX)


def logged_tables(folder: Path) -> list[str]:
    """The tables whose rows a folder keeps; `NO_TABLE` for pages without any."""
    empty = log_path(folder, NO_TABLE)
    paths = sorted(folder.glob(f"*{_SUFFIX}"))
    return [NO_TABLE if path == empty else unquote(path.name.removesuffix(_SUFFIX)) for path in paths]


# -- writing --------------------------------------------------------------------------------------------------


class RowLog:
    """Appends pages, all of which are on the disk when `sync` returns. One writer.

    `declare` comes first: every opening writes the schemas again, so that they are there whatever became of the
    opening before.
    """

    def __init__(self, folder: Path, schemas: Mapping[str, TableSchema]) -> None:
        self._folder = folder
        self._schemas = schemas
        self._files: dict[str, AppendFile] = {}
        self._unsynced: set[str] = set()

    def declare(self) -> None:
        """Write down every table's schema.

        Raises:
            StoreError: a file could not be written.
        """
        for table, schema in self._schemas.items():
            self._file(table).append(seal(schema_to_json(schema)))

    def append(self, page: StoredPage) -> None:
        """Add the page to the file of each of its tables.

        Raises:
            StoreError: a file could not be written; none of them holds any of the page.
        """
        tables = tuple(page.tables) or (NO_TABLE,)
        before = {table: self._file(table).size for table in tables}
        try:
            for table in tables:
                self._append_to(table, page, tables)
        except StoreError:
            for table, size in before.items():
                self._file(table).cut(size)
            raise

    def sync(self) -> None:
        """Wait until every page that was added is on the disk.

        Raises:
            StoreError: that can't be said.
        """
        while self._unsynced:
            self._file(min(self._unsynced)).sync()
            self._unsynced.remove(min(self._unsynced))

    def sizes(self, page: StoredPage) -> dict[str, int]:
        """The length in bytes of the files that the page is in."""
        return {table: self._file(table).size for table in tuple(page.tables) or (NO_TABLE,)}

    def cut(self, table: str, size: int) -> None:
        """Forget what stands in a table's file after byte `size`."""
        self._file(table).cut(size)

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    def _append_to(self, table: str, page: StoredPage, tables: tuple[str, ...]) -> None:
        kept = page.tables.get(table, TableRows(()))
        names = [column.name for column in self._schemas[table].columns] if table else []
        sources = list(dict.fromkeys(row.source for row in kept.rows))
        # ten times as quick as `dump`; cells are such that both write what reads as the same
        lines = [as_json(_row_to_json(row, names, sources)) + b"\n" for row in kept.rows]
        closing: dict[str, Json] = {
            "page": list(page.key),
            "commit": page.commit,
            "count": len(lines),
            "dropped": kept.dropped,
            "unfit": kept.unfit,
            "tables": list(tables),
            "cursor": asdict(page.cursor),
            "sources": [asdict(source) for source in sources],
        }
        half = len(lines) // 2
        rest = b"".join(lines[half:]) + seal(closing, b"".join(lines))
        self._file(table).append(b"".join(lines[:half]), rest, durable=False, between="mid_rows")
        self._unsynced.add(table)

    def _file(self, table: str) -> AppendFile:
        if table not in self._files:
            self._files[table] = AppendFile(log_path(self._folder, table))
        return self._files[table]


def _row_to_json(row: Row, names: list[str], sources: list[PageRef]) -> dict[str, Json]:
    line: dict[str, Json] = {"n": row.n, "values": dict(zip(names, map(to_json, row.values), strict=True))}
    if row.key is not None:
        line["key"] = row.key
    if row.raw:
        line["raw"] = dict(row.raw)
    if row.opened:
        line["opened"] = True
    if row.source is not sources[0] and (place := sources.index(row.source)):
        line["source"] = place
    return line


def schema_to_json(schema: TableSchema) -> dict[str, Json]:
    """A table's columns and key, to be written down."""
    columns: list[Json] = [
        {"name": one.name, "type": one.type.kind, "many": one.type.many, "digits": one.digits} for one in schema.columns
    ]
    return {"table": schema.name, "columns": columns, "key": list(schema.key)}


def schema_from_json(body: Mapping[str, Json]) -> TableSchema:
    """What `schema_to_json` wrote down."""
    columns = tuple(
        Column(
            str(one["name"]),
            Type(cast("Kind", one["type"]), many=bool(one["many"])),
            cast("int", one["digits"]),
        )
        for one in cast("list[dict[str, Json]]", body["columns"])
    )
    return TableSchema(name=str(body["table"]), columns=columns, key=tuple(map(str, cast("list[str]", body["key"]))))


# -- reading --------------------------------------------------------------------------------------------------


class _Part(Struct, frozen=True, kw_only=True):
    """What one file has of a page; `begin` and `end` in bytes."""

    table: str
    rows: TableRows
    cursor: Cursor
    commit: int
    tables: tuple[str, ...]
    begin: int
    end: int


@dataclass(slots=True)
class LogScan:
    """Reads the closed pages of a folder in the order of their commits, and learns where each file's good part ends.

    `since` has, by table, the byte to begin at, and `schemas` what was declared before that byte; both are brought
    up to date while `pages` is consumed. With `live` another process is writing: the scan ends, without complaint,
    at the first page that is not in all of its files yet.
    """

    folder: Path
    since: dict[str, int] = field(default_factory=dict[str, int])
    schemas: dict[str, TableSchema] = field(default_factory=dict[str, TableSchema])
    live: bool = False

    def pages(self) -> Iterator[StoredPage]:
        """Every closed page.

        Raises:
            StoreError: a file is damaged elsewhere than at its end; the message names file and line.
        """
        waiting: list[_Part] = []
        for part in heapq.merge(*map(self._parts, self._tables()), key=lambda part: part.commit):
            if waiting and waiting[0].commit != part.commit:
                if self.live:
                    return
                raise self._damage(waiting[0].table, waiting[0].begin, "a page that its other files lack")
            waiting.append(part)
            if len(waiting) == len(part.tables):
                yield self._page(waiting)
                waiting = []

    def tails(self) -> dict[str, int]:
        """After `pages`: by table, where to cut each file that has something behind its last closed page."""
        sizes = {table: log_path(self.folder, table).stat().st_size for table in self._tables()}
        for table, end in self.since.items():
            if sizes.get(table, 0) < end:
                raise StoreError(
                    f"{log_path(self.folder, table)} is shorter ({sizes.get(table, 0)} bytes) than its database "
                    f"knows ({end})",
                    hint="put the file back from a copy, or start a new run; `webdart query` still reads this one",
                )
        return {table: self.since.get(table, 0) for table, size in sizes.items() if size > self.since.get(table, 0)}

    def _tables(self) -> list[str]:
        return logged_tables(self.folder)

    def _page(self, parts: list[_Part]) -> StoredPage:
        for part in parts:
            self.since[part.table] = max(part.end, self.since.get(part.table, 0))
        tables = {part.table: part.rows for part in parts if part.table != NO_TABLE}
        return StoredPage(cursor=parts[0].cursor, commit=parts[0].commit, tables=tables)

    def _parts(self, table: str) -> Iterator[_Part]:
        path = log_path(self.folder, table)
        begin = self.since.get(table, 0)
        pending: list[bytes] = []
        bad: int | None = None
        for offset, line in read_lines(path, begin):
            if bad is not None:
                if line.startswith(_PAGE) and not self.live:
                    raise self._damage(table, bad, "damaged, and whole pages follow")
            elif line.startswith(_PAGE) or (line.startswith(_SCHEMA) and not pending):
                body = unseal(line, b"".join(pending)) if line.endswith(b"\n") else None
                if body is None:
                    bad = offset
                elif line.startswith(_SCHEMA):
                    self.schemas[table] = schema_from_json(body)
                    self.since[table] = begin = offset + len(line)
                else:
                    end = offset + len(line)
                    yield self._part(table, pending, body, (begin, end))
                    begin, pending = end, []
            else:
                pending.append(line)

    def _part(self, table: str, lines: list[bytes], closing: dict[str, Json], span: tuple[int, int]) -> _Part:
        body = cast("dict[str, int]", closing)
        page = cast("PageKey", tuple(cast("list[int]", closing["page"])))
        sources = [PageRef(**one) for one in cast("list[dict[str, str]]", closing["sources"])]  # type: ignore[arg-type]  # as asdict wrote them
        try:
            rows = self._rows(lines, table, sources, page)
        except (ValueError, KeyError, TypeError) as error:
            raise self._damage(table, span[0], f"a row that is none ({error})") from error
        return _Part(
            table=table,
            rows=TableRows(rows, body["dropped"], body["unfit"]),
            cursor=Cursor(**cast("dict[str, int]", closing["cursor"])),  # type: ignore[arg-type]  # as asdict wrote it
            commit=body["commit"],
            tables=tuple(cast("list[str]", closing["tables"])),
            begin=span[0],
            end=span[1],
        )

    def _rows(self, lines: list[bytes], table: str, sources: list[PageRef], page: PageKey) -> tuple[Row, ...]:
        """The rows of a page: its lines are read as one text, and each column by its own reader."""
        if not lines:
            return ()
        bodies = cast("list[dict[str, Json]]", json.loads(b"[" + b",".join(lines) + b"]"))
        if len(bodies) != len(lines):
            raise ValueError(f"{len(bodies)} rows in {len(lines)} lines")
        columns = [(column.name, reader_of(column)) for column in self.schemas[table].columns]
        found: list[Row] = []
        for body in bodies:
            cells = cast("dict[str, Json]", body["values"])
            values = tuple(
                [
                    None
                    if (cell := cells.get(name)) is None
                    else cast("Value", cell)
                    if reader is None
                    else reader(cell)
                    for name, reader in columns
                ]
            )
            found.append(
                Row(
                    values,
                    cast("str | None", body.get("key")),
                    cast("int", body["n"]),
                    bool(body.get("opened")),
                    cast("dict[str, str]", body.get("raw", _NO_RAW)),
                    sources[cast("int", body.get("source", 0))],
                    page,
                )
            )
        return tuple(found)

    def _damage(self, table: str, byte: int, what: str) -> StoreError:
        path = log_path(self.folder, table)
        line = path.read_bytes()[:byte].count(b"\n") + 1
        return StoreError(
            f"{path}:{line}: {what}",
            hint="the file was changed after it was written: put it back from a copy, or start a new run",
        )
