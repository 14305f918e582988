"""Reads the tables that one run, or all of them, collected as Arrow, combines them and writes them out."""

import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, cast

import pyarrow as pa
from msgspec import Struct

from webdart.errors import StoreError, UsageError
from webdart.runs.folder import RunFolder
from webdart.table.arrow import with_texts
from webdart.table.cell_json import cell, text, write
from webdart.table.checked_line import write_asked
from webdart.table.memory import read_log
from webdart.table.page import LISTINGS
from webdart.table.port import TableInfo
from webdart.table.text_table import comma_separated, guarded
from webdart.workflow.sql import PARENT

RUN = "_run"
"""The column that says of which run a row is, where there are several."""

Format = Literal["parquet", "csv", "jsonl", "arrow"]
FORMATS: tuple[Format, ...] = ("parquet", "csv", "jsonl", "arrow")


class TableLine(Struct, frozen=True, kw_only=True):
    """A table of a run: its rows, columns with their types, and how complete its listings were."""

    run: str
    name: str
    rows: int
    columns: Mapping[str, str]
    key: tuple[str, ...]
    verdict: str | None


async def tables_of(folder: RunFolder, *, by_key: bool = False) -> dict[str, pa.Table]:
    """The tables of one run, also while it is going on; rows in the order of the walk, or of their keys.

    Raises:
        StoreError: its log is damaged.
    """
    store = read_log(folder.rows)
    return {name: await store.read(name, by_key=by_key) for name in await store.describe()}


async def keyed_tables(folder: RunFolder) -> dict[str, pa.Table]:
    """The tables of one run without its listings; extracted ones with their keys, in `_key`.

    Raises:
        StoreError: its log is damaged.
    """
    store = read_log(folder.rows)
    extracted = store.extracted
    names = [name for name in await store.describe() if name != LISTINGS]
    return {
        name: await store.read(name, (*(one.name for one in extracted[name].columns), "_key"))
        if name in extracted
        else await store.read(name)
        for name in names
    }


async def lines_of(folder: RunFolder) -> tuple[TableLine, ...]:
    """What tables a run has, without its listings.

    Raises:
        StoreError: its log is damaged.
    """
    store = read_log(folder.rows)
    infos: Mapping[str, TableInfo] = await store.describe()
    verdicts: dict[str, set[str]] = {}
    if LISTINGS in infos:
        for row in (await store.read(LISTINGS)).to_pylist():
            verdicts.setdefault(str(row["_table"]), set()).add(str(row["verdict"]))
    order = ("incomplete", "unknown", "as asked", "complete")
    return tuple(
        TableLine(
            run=folder.id,
            name=name,
            rows=info.rows,
            columns={column.name: str(column.type) for column in info.schema.columns},
            key=info.schema.key,
            verdict=next((word for word in order if word in verdicts.get(name, ())), None),
        )
        for name, info in infos.items()
        if name != LISTINGS
    )


async def together(
    folders: Sequence[RunFolder], warn: Callable[[str], None], *, by_key: bool = False
) -> dict[str, pa.Table]:
    """The tables of several runs, by name, every row with its run; a run that can't be read is told and left out."""
    parts: dict[str, list[pa.Table]] = {}
    for folder in reversed(folders):  # the oldest first
        try:
            found = await tables_of(folder, by_key=by_key)
        except StoreError as error:
            warn(f"run {folder.id} is left out: {error}")
            continue
        for name, table in found.items():
            parts.setdefault(name, []).append(with_texts(table, RUN, [folder.id] * table.num_rows))
    return {name: stacked(tables) for name, tables in parts.items()}


def stacked(tables: Sequence[pa.Table]) -> pa.Table:
    """Tables of several runs, one below the other; a column that changed its type is text."""
    kinds: dict[str, set[pa.DataType]] = {}
    for table in tables:
        for name, kind in zip(table.schema.names, table.schema.types, strict=True):
            kinds.setdefault(name, set()).add(kind)
    clashing = {name for name, found in kinds.items() if len(found) > 1}
    plain = [_as_text(table, clashing) for table in tables]
    return cast("pa.Table", cast("Any", pa).concat_tables(plain, promote_options="default"))


def _as_text(table: pa.Table, names: set[str]) -> pa.Table:
    """The columns `names` as texts."""
    for name in table.schema.names:
        if name in names:
            values = table.column(name).to_pylist()
            table = with_texts(table, name, [None if value is None else str(value) for value in values])
    return table


# -- written out ----------------------------------------------------------------------------------------------


def shown(table: pa.Table, *, internal: bool = False) -> pa.Table:
    """A table without its implicit columns (`_run` and `_parent`, which tell what a row belongs to, stay)."""
    names = [name for name in table.column_names if internal or not name.startswith("_") or name in (RUN, PARENT)]
    return cast("pa.Table", cast("Any", table).select(names))


def format_of(file: Path | None, named: str | None) -> Format:
    """The format that is asked for: by name, else by the ending of the file.

    Raises:
        UsageError: neither says it.
    """
    ending = "" if file is None else file.suffix.removeprefix(".").lower()
    known: Mapping[str, Format] = {
        **{one: one for one in FORMATS},
        "feather": "arrow",
        "ndjson": "jsonl",
        "pq": "parquet",
    }
    found = known.get(named or ending)
    if found is None:
        raise UsageError(f"no format {named or ending!r}", hint=f"--format {', '.join(FORMATS)}")
    return found


def for_spreadsheets(table: pa.Table) -> tuple[pa.Table, int]:
    """A table whose texts no spreadsheet takes for formulas, and how many of its cells had to be guarded."""
    safe = guarded(table.column_names, _rows(table))
    if not safe.count:
        return table, 0
    columns = [pa.array([text(row[place]) for row in safe.rows], pa.string()) for place in range(len(safe.columns))]
    return pa.Table.from_arrays(columns, names=list(safe.columns)), safe.count


def packed(table: pa.Table, form: Format) -> bytes:
    """A table as the bytes of a file."""
    match form:
        case "csv":
            return comma_separated(table.column_names, _rows(table)).encode()
        case "jsonl":
            names = table.column_names
            lines = (write(dict(zip(names, row, strict=True))) + "\n" for row in _rows(table))
            return "".join(lines).encode()
        case "arrow":
            sink = pa.BufferOutputStream()
            with pa.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table)
            return sink.getvalue().to_pybytes()
        case "parquet":
            import pyarrow.parquet as pq  # noqa: PLC0415 - 30 ms that only this format needs

            memory = io.BytesIO()
            cast("Any", pq).write_table(_for_parquet(table), memory, compression="zstd")
            return memory.getvalue()


def export(table: pa.Table, file: Path, form: Format) -> None:
    """Write a table to a file, whole or not at all.

    Raises:
        UsageError: its folder is not there. StoreError: it can't be written.
    """
    write_asked(file, packed(table, form))


def _rows(table: pa.Table) -> list[list[Any]]:
    columns = [[cell(value) for value in table.column(name).to_pylist()] for name in table.column_names]
    return [list(row) for row in zip(*columns, strict=True)] if columns else []


def _for_parquet(table: pa.Table) -> pa.Table:
    """Parquet has no intervals of months, days and time: they are written as ISO 8601 texts."""
    for name, kind in zip(table.schema.names, table.schema.types, strict=True):
        if "month_day_nano" in str(kind):
            values = [cell(value) for value in table.column(name).to_pylist()]
            table = with_texts(
                table, name, [value if isinstance(value, str | None) else write(value) for value in values]
            )
    return table
