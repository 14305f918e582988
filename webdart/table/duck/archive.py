"""Keeps tables in a file of DuckDB, or in a folder of Parquet files that is read and written through DuckDB.

A file is changed in one transaction. A Parquet file is written beside the old one and takes its place as a whole.
"""

import os
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb

from webdart.errors import StoreError
from webdart.table.archive import RUN, Keeping, Saved, check_key
from webdart.table.duck.errors import explained

_INCOMING = '"incoming rows"'
"""What the rows to be kept are called meanwhile: no table of a workflow has such a name."""

_COUNT = {"INSERT": "new", "UPDATE": "changed"}


def keep_in_duckdb(path: Path, tables: Sequence[Keeping]) -> tuple[Saved, ...]:
    """Keep tables in the file at `path`, all or none.

    Raises:
        StoreError: it can't be written, is another process's, or has a table of another shape.
    """
    with _connected(path, str(path)) as connection:
        connection.begin()
        saved = tuple(_kept(connection, one) for one in tables)
        connection.commit()
    return saved


def keep_in_parquet(folder: Path, tables: Sequence[Keeping]) -> tuple[Saved, ...]:
    """Keep each table as `folder`/NAME.parquet.

    Raises:
        StoreError: the folder can't be written, or a file there has another shape.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _connected(folder, ":memory:") as connection:
        for one in tables:
            if (file := folder / f"{one.name}.parquet").exists():
                read = f"CREATE TABLE {_quoted(one.name)} AS FROM read_parquet({_text(_literal(str(file)))})"
                connection.execute(read)
        saved = tuple(_kept(connection, one) for one in tables)
        parts = {one.name: folder / f".{one.name}.parquet.part" for one in tables}
        for name, part in parts.items():
            connection.execute(f"COPY {_quoted(name)} TO {_text(str(part))} (FORMAT parquet)")
    for name, part in parts.items():
        os.replace(part, folder / f"{name}.parquet")  # noqa: PTH105 - the atomic call, by its name
    return saved


@contextmanager
def _connected(path: Path, database: str) -> Generator[duckdb.DuckDBPyConnection]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with explained(path), duckdb.connect(database) as connection:
        yield connection


def _kept(connection: duckdb.DuckDBPyConnection, keeping: Keeping) -> Saved:
    connection.register(_INCOMING.strip('"'), keeping.rows)
    try:
        added = _fitted(connection, keeping)
        counts = _WAYS[keeping.mode](connection, keeping)
    except duckdb.ConversionException as error:
        problem = f"{keeping.name} has other types in {keeping.to}: {str(error).splitlines()[0]}"
        raise StoreError(problem, hint="save to another place, or change the type of the field back") from error
    finally:
        connection.unregister(_INCOMING.strip('"'))
    return Saved(name=keeping.name, to=keeping.to, added=added, **counts)


def _fitted(connection: duckdb.DuckDBPyConnection, keeping: Keeping) -> tuple[str, ...]:
    """Make the table, or give the one that is there the columns that are new."""
    table = _quoted(keeping.name)
    connection.execute(f"CREATE TABLE IF NOT EXISTS {table} AS FROM {_INCOMING} LIMIT 0")
    there = _columns(connection, table)
    added = {name: kind for name, kind in _columns(connection, _INCOMING).items() if name not in there}
    for name, kind in added.items():
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {_quoted(name)} {kind}")
    return tuple(added)


def _columns(connection: duckdb.DuckDBPyConnection, table: str) -> dict[str, str]:
    return {str(row[0]): str(row[1]) for row in connection.execute(f"DESCRIBE {table}").fetchall()}


def _merge(connection: duckdb.DuckDBPyConnection, keeping: Keeping) -> dict[str, int]:
    check_key(keeping)
    names = [_quoted(name) for name in keeping.rows.column_names]
    same = " AND ".join(f"kept.{name} IS NOT DISTINCT FROM incoming.{name}" for name in map(_quoted, keeping.key))
    others = [name for name in names if name not in {*map(_quoted, keeping.key), _quoted(RUN)}]
    differs = " OR ".join(f"kept.{name} IS DISTINCT FROM incoming.{name}" for name in others) or "false"
    renewed = ", ".join(f"{name} = incoming.{name}" for name in [*others, _quoted(RUN)])
    done = connection.execute(
        f"MERGE INTO {_quoted(keeping.name)} AS kept USING {_INCOMING} AS incoming ON ({same}) "
        f"WHEN MATCHED AND ({differs}) THEN UPDATE SET {renewed} "
        f"WHEN NOT MATCHED THEN INSERT ({', '.join(names)}) VALUES ({', '.join(f'incoming.{one}' for one in names)}) "
        "RETURNING merge_action"
    ).fetchall()
    counts = {word: sum(row[0] == action for row in done) for action, word in _COUNT.items()}
    return {**counts, "same": keeping.rows.num_rows - sum(counts.values())}


def _append(connection: duckdb.DuckDBPyConnection, keeping: Keeping) -> dict[str, int]:
    table = _quoted(keeping.name)
    connection.execute(f"DELETE FROM {table} WHERE {RUN} = ?", [keeping.run])  # of a run that is gone on with
    connection.execute(f"INSERT INTO {table} BY NAME FROM {_INCOMING}")
    return {"new": keeping.rows.num_rows}


def _replace(connection: duckdb.DuckDBPyConnection, keeping: Keeping) -> dict[str, int]:
    table = _quoted(keeping.name)
    (removed,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    connection.execute(f"DELETE FROM {table}")
    connection.execute(f"INSERT INTO {table} BY NAME FROM {_INCOMING}")
    return {"new": keeping.rows.num_rows, "removed": int(removed)}


_WAYS: dict[str, Callable[[duckdb.DuckDBPyConnection, Keeping], dict[str, int]]] = {
    "merge": _merge,
    "append": _append,
    "replace": _replace,
}


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(path: str) -> str:
    """A path in which nothing is a pattern."""
    return re.sub(r"[*?[]", r"[\g<0>]", path)


def _text(words: str) -> str:
    return "'" + words.replace("'", "''") + "'"
