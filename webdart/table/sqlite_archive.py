"""Keeps tables in a file of SQLite, in one transaction.

SQLite has no dates and no exact numbers: days and moments are ISO texts, money is REAL, what has parts is JSON.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa

from webdart.errors import StoreError
from webdart.table.archive import RUN, Keeping, Saved, check_key
from webdart.table.cell_json import cell, text

Value = str | int | float | bytes | None
Row = tuple[Value, ...]


def keep_in_sqlite(path: Path, tables: Sequence[Keeping]) -> tuple[Saved, ...]:
    """Keep tables in the file at `path`, all or none.

    Raises:
        StoreError: it can't be written, is another process's, or is no database.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            return tuple(_kept(connection, one) for one in tables)
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}", hint="end what else writes it, or save to another place") from error


def _kept(connection: sqlite3.Connection, keeping: Keeping) -> Saved:
    names = keeping.rows.column_names
    added = _fitted(connection, keeping)
    rows = [tuple(map(_value, row)) for row in zip(*(one.to_pylist() for one in keeping.rows.columns), strict=True)]
    table, columns = _quoted(keeping.name), ", ".join(map(_quoted, names))
    marks = ", ".join("?" * len(names))
    insert = f"INSERT INTO {table} ({columns}) VALUES ({marks})"
    done = Saved(name=keeping.name, to=keeping.to, added=added, new=len(rows))
    if keeping.mode == "merge":
        return _merged(connection, keeping, rows, insert, done)
    if keeping.mode == "append":  # a run that is gone on with has saved some of them already
        connection.execute(f"DELETE FROM {table} WHERE {RUN} = ?", (keeping.run,))
        connection.executemany(insert, rows)
        return done
    removed = connection.execute(f"DELETE FROM {table}").rowcount
    connection.executemany(insert, rows)
    return Saved(name=keeping.name, to=keeping.to, added=added, new=len(rows), removed=removed)


def _merged(connection: sqlite3.Connection, keeping: Keeping, rows: list[Row], insert: str, done: Saved) -> Saved:
    check_key(keeping)
    names = keeping.rows.column_names
    table = _quoted(keeping.name)
    key = [names.index(name) for name in keeping.key]
    own = [place for place, name in enumerate(names) if name != RUN]
    there: dict[Row, Row] = {}
    for found in connection.execute(f"SELECT {', '.join(map(_quoted, names))} FROM {table}"):
        there[tuple(found[place] for place in key)] = tuple(found[place] for place in own)
    keyed = [(tuple(row[place] for place in key), row) for row in rows]
    new = [row for at, row in keyed if at not in there]
    changed = [(at, row) for at, row in keyed if at in there and there[at] != tuple(row[place] for place in own)]
    settled = ", ".join(f"{_quoted(name)} = ?" for name in names)
    where = " AND ".join(f"{_quoted(name)} IS ?" for name in keeping.key)
    connection.executemany(insert, new)
    connection.executemany(f"UPDATE {table} SET {settled} WHERE {where}", [(*row, *at) for at, row in changed])
    same = len(rows) - len(new) - len(changed)
    return Saved(name=done.name, to=done.to, added=done.added, new=len(new), changed=len(changed), same=same)


def _fitted(connection: sqlite3.Connection, keeping: Keeping) -> tuple[str, ...]:
    """Make the table, or give the one that is there the columns that are new."""
    table = _quoted(keeping.name)
    schema = keeping.rows.schema
    kinds = {name: _kind(kind) for name, kind in zip(schema.names, schema.types, strict=True)}
    there = {str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")}
    if not there:
        columns = ", ".join(f"{_quoted(name)} {kind}" for name, kind in kinds.items())
        connection.execute(f"CREATE TABLE {table} ({columns})")
        return ()
    added = {name: kind for name, kind in kinds.items() if name not in there}
    for name, kind in added.items():
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {_quoted(name)} {kind}")
    return tuple(added)


def _kind(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        return "INTEGER"
    return "REAL" if pa.types.is_floating(kind) or pa.types.is_decimal(kind) else "TEXT"


def _value(found: object) -> Value:
    match found:
        case None | str() | float() | bytes():
            return found
        case bool() | int():
            return int(found)
        case Decimal():
            return float(found)
        case datetime():
            return found.isoformat(" ")
        case date():
            return found.isoformat()
        case _:
            return text(cell(found))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
