"""Runs one statement in the child, over a copy of the tables that it names.

It runs in memory, on a connection that was locked before the statement was even parsed. The order of the settings is
measured: `disabled_filesystems` and the temporary directory can't be set once external access is off, and nothing can
be set after the lock.
"""

import socket
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import duckdb
import pyarrow as pa

from webdart_sandbox.jobs import Failed
from webdart_sandbox.limits import MIB, Exceeded, Limits, over
from webdart_sandbox.protocol import HEADER_BYTES, STREAM_BYTES, decode, encode, open_stream, receive_frame, send_frames
from webdart_sandbox.sql_statement import Approved, approve

_BATCH_ROWS = 16_384

_WITHOUT_ARROW = frozenset({"BIGNUM", "BIT", "TIME WITH TIME ZONE", "UHUGEINT", "VARIANT"})

Connection = duckdb.DuckDBPyConnection


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a child gets first: the text and which tables and columns there are."""

    source: str
    tables: Mapping[str, Sequence[str]]
    parameters: Sequence[str]
    limits: Limits


def open_database() -> Connection:
    """An empty database in memory that reaches nothing; `lock` is what makes it fit for a job.

    One thread: sums of floating-point numbers, `first` and `list` then give the same answer in every run.
    """
    connection = duckdb.connect(":memory:", config={"threads": 1})
    _set(
        connection,
        "autoinstall_known_extensions = false",
        "autoload_known_extensions = false",
        "allow_community_extensions = false",
        "allow_persistent_secrets = false",
        "python_enable_replacements = false",
        "temp_directory = ''",
        "max_temp_directory_size = '0B'",
        "max_expression_depth = 250",
        "TimeZone = 'UTC'",
        "arrow_lossless_conversion = false",
        "disabled_filesystems = 'LocalFileSystem'",
        "enable_external_access = false",
    )
    return connection


def warm(connection: Connection) -> None:
    """Parse and read a little, so that pages that every statement touches are the child's own; it keeps nothing."""
    approve(connection, "SELECT 1", {})
    table = pa.Table.from_pylist([{"number": 1, "text": "x"}])
    connection.from_arrow(table.to_reader()).fetchall()


def lock(connection: Connection, limits: Limits, now: datetime) -> Connection:
    """Bound the database by the job's limits, and forbid any further reconfiguration.

    `now()` and its kin, which macros answer, and `random()` give the same answer in every run.
    """
    _set(
        connection,
        f"memory_limit = '{limits.memory_mb}MiB'",
        f"max_execution_time = {max(1, round(limits.seconds * 1000))}",
        "lock_configuration = true",  # macros can still be made
    )
    connection.execute(_present_macros(now))
    # started here because no thread can be started behind the walls; what it interrupts late, the host kills
    alarm = threading.Timer(limits.seconds, connection.interrupt)
    alarm.daemon = True
    alarm.start()
    return connection


def _set(connection: Connection, *settings: str) -> None:
    for setting in settings:
        connection.execute(f"SET {setting}")


def _present_macros(now: datetime) -> str:
    """Macros that shadow every function that reads the clock: a run has one present, whenever it is computed."""
    at = now.astimezone(UTC).replace(tzinfo=None)
    stamp, day, clock = at.isoformat(" "), at.date().isoformat(), at.time().isoformat()
    bodies = {
        **dict.fromkeys(("now", "get_current_timestamp", "transaction_timestamp"), f"TIMESTAMPTZ '{stamp}+00'"),
        **dict.fromkeys(("current_date", "today"), f"DATE '{day}'"),
        "current_localtimestamp": f"TIMESTAMP '{stamp}'",
        "current_localtime": f"TIME '{clock}'",
        "get_current_time": f"TIMETZ '{clock}+00'",
    }
    macros = [f"CREATE MACRO {name}() AS {body}" for name, body in bodies.items()]
    age = f"CREATE MACRO age(t) AS system.main.age(TIMESTAMP '{day}', t), (a, b) AS system.main.age(a, b)"
    return ";".join([*macros, age, "SELECT setseed(0)"])


def run(connection: Connection, wire: socket.socket, job: Statement) -> tuple[int, pa.Buffer]:
    """Judge the statement, ask the host for what it reads, run it; rows and an Arrow stream of the result.

    Raises:
        Failed, Forbidden, Exceeded: see `jobs`.
    """
    approved = approve(connection, job.source, job.tables)
    missing = approved.parameters - set(job.parameters)
    if missing:
        raise Failed(f"the statement names ${', $'.join(sorted(missing))}, which has no value")
    parameters = _receive(connection, wire, approved, job)
    try:
        return _execute(connection, approved, parameters, job.limits)
    except duckdb.Error as error:
        raise explain(error, job.limits) from error


def _receive(connection: Connection, wire: socket.socket, approved: Approved, job: Statement) -> dict[str, object]:
    """Ask for columns and parameters, and keep the tables as they stream in."""
    columns = {name: _present(job.tables[name], read) for name, read in approved.reads.items()}
    send_frames(wire, [encode({"need": columns, "parameters": sorted(approved.parameters)})])
    parameters = cast("dict[str, object]", decode(receive_frame(wire, HEADER_BYTES)))
    stream = wire.makefile("rb", buffering=STREAM_BYTES)
    for name in columns:
        load(connection, name, open_stream(stream), job.limits)
    return parameters


def _present(available: Sequence[str], read: frozenset[str] | None) -> list[str]:
    """The columns to copy, in the table's order; at least one, for `count(*)`."""
    chosen = [name for name in available if read is None or name.lower() in read]
    return chosen or list(available[:1])


def load(connection: Connection, name: str, rows: pa.RecordBatchReader, limits: Limits) -> None:
    """Copy `rows` into the new table `name`."""
    quoted = name.replace('"', '""')
    try:
        connection.from_arrow(rows).create(f'"{quoted}"')
    except duckdb.Error as error:
        raise explain(error, limits) from error


def _execute(
    connection: Connection, approved: Approved, parameters: Mapping[str, object], limits: Limits
) -> tuple[int, pa.Buffer]:
    relation = connection.sql(approved.statement, params=dict(parameters) or None)
    _check_types(relation)
    rows = relation.to_arrow_reader(_BATCH_ROWS)
    if rows is None:
        raise Failed("the statement gives no rows")
    sink = pa.BufferOutputStream()
    count = 0
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        for batch in rows:
            count += batch.num_rows
            if count > limits.rows:
                raise over("rows", limits)
            writer.write_batch(batch)  # pyright: ignore[reportUnknownMemberType] - the stubs leave a part open
            if sink.tell() > limits.output_mb * MIB:
                raise over("output_mb", limits)
    return count, sink.getvalue()


def _check_types(relation: duckdb.DuckDBPyRelation) -> None:
    """Refuse the few types that Arrow has no word for, or would change without one."""
    for name, kind in zip(relation.columns, relation.types, strict=True):
        if str(kind) in _WITHOUT_ARROW:
            raise Failed(f"the column {name} has the type {kind}, which no table can keep; write {name}::VARCHAR")


def explain(error: duckdb.Error, limits: Limits) -> Failed | Exceeded:
    """What a person should read of DuckDB's error."""
    if isinstance(error, duckdb.InterruptException):
        return over("seconds", limits)
    if isinstance(error, duckdb.OutOfMemoryException):
        return over("memory_mb", limits)
    return Failed(str(error).strip())
