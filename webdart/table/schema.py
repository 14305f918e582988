"""Maps a table to its columns and their DuckDB and Arrow types.

After the declared columns come the implicit ones of docs/reference/extract.md, which users may name, and after those
the internal ones, which carry keys and provenance and are hidden unless named.
"""

from collections.abc import Callable

import pyarrow as pa
from msgspec import Struct

from webdart.errors import StoreError
from webdart.plan.model import Column, TableSchema
from webdart.table.arrow import fields, item_type, scale
from webdart.workflow.model import Kind, Type


class StoredColumn(Struct, frozen=True):
    """A column as the database has it: its DuckDB type and the Arrow type that carries it there and back."""

    name: str
    sql: str
    arrow: pa.DataType


IMPLICIT = (
    StoredColumn("_n", "BIGINT", pa.int64()),
    StoredColumn("_page", "VARCHAR", pa.string()),
    StoredColumn("_seen", "TIMESTAMP", pa.timestamp("us")),
    StoredColumn("_raw", "MAP(VARCHAR, VARCHAR)", pa.map_(pa.string(), pa.string())),
    StoredColumn("_opened", "BOOLEAN", pa.bool_()),
)
"""What every extracted table has without declaring it: users may name these."""

INTERNAL = (
    StoredColumn("_key", "VARCHAR", pa.string()),  # the canonical key, NULL in a listing without one
    StoredColumn("_region", "VARCHAR", pa.string()),
    StoredColumn("_wrapper", "INTEGER", pa.int32()),
    StoredColumn("_stage", "INTEGER", pa.int32()),  # with the next two: the page marker
    StoredColumn("_walk", "INTEGER", pa.int32()),
    StoredColumn("_sequence", "INTEGER", pa.int32()),
)
"""Keys and provenance, read only by name."""

_SQL: dict[Kind, str] = {
    "text": "VARCHAR",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "percentage": "DOUBLE",
    "currency": "VARCHAR",
    "boolean": "BOOLEAN",
    "rating": "DOUBLE",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "duration": "INTERVAL",
    "link": "VARCHAR",
    "image": "VARCHAR",
}

_ARROW: dict[Kind, pa.DataType] = {
    "text": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "percentage": pa.float64(),
    "currency": pa.string(),
    "boolean": pa.bool_(),
    "rating": pa.float64(),
    "date": pa.date32(),
    "datetime": pa.timestamp("us"),
    "duration": pa.month_day_nano_interval(),
    "link": pa.string(),
    "image": pa.string(),
}

MONEY_PRECISION = 18


def stored(column: Column) -> StoredColumn:
    """How a declared column is kept (docs/reference/types.md)."""
    kind = column.type.kind
    if kind == "money":
        sql = f"DECIMAL({MONEY_PRECISION},{column.digits})"
        arrow: pa.DataType = pa.decimal128(MONEY_PRECISION, column.digits)
    else:
        sql, arrow = _SQL[kind], _ARROW[kind]
    if column.type.many:
        return StoredColumn(column.name, f"{sql}[]", pa.list_(arrow))
    return StoredColumn(column.name, sql, arrow)


def stored_columns(schema: TableSchema) -> tuple[StoredColumn, ...]:
    """Every column of an extracted table: declared, implicit, internal."""
    return (*(stored(column) for column in schema.columns), *IMPLICIT, *INTERNAL)


def visible_names(schema: TableSchema) -> tuple[str, ...]:
    """The columns that a read without names gives: declared ones, then implicit ones."""
    return (*(column.name for column in schema.columns), *(column.name for column in IMPLICIT))


def arrow_schema(schema: TableSchema) -> pa.Schema:
    """The Arrow schema of `stored_columns`."""
    return pa.schema([pa.field(column.name, column.arrow) for column in stored_columns(schema)])


def pick(schema: TableSchema, wanted: tuple[str, ...] | None) -> tuple[str, ...]:
    """The columns to read; None is all that users see.

    Raises:
        StoreError: there is no such column.
    """
    if wanted is None:
        return visible_names(schema)
    known = {column.name for column in stored_columns(schema)}
    for name in wanted:
        if name not in known:
            raise no_column(schema.name, name, visible_names(schema))
    return wanted


def grown(before: TableSchema, now: TableSchema) -> TableSchema:
    """`before` with the columns that `now` adds at its end.

    Raises:
        StoreError: a column changed its type, or the key changed; such a run can't go on with its old rows.
    """
    old = {column.name: column for column in before.columns}
    for column in now.columns:
        if (was := old.get(column.name)) is not None and stored(was) != stored(column):
            raise StoreError(
                f"column {column.name} of {now.name} was {was.type} and is now {column.type}",
                hint="start a new run: the rows kept so far are of the old type",
            )
    if before.key != now.key:
        raise StoreError(f"the key of {now.name} was {before.key} and is now {now.key}", hint="start a new run")
    added = tuple(column for column in now.columns if column.name not in old)
    return TableSchema(name=before.name, columns=(*before.columns, *added), key=before.key)


def no_table(name: str, known: "tuple[str, ...]") -> StoreError:
    """There is no table of that name; says which there are."""
    return StoreError(f"no table {name}", hint=f"tables: {', '.join(sorted(known)) or 'none yet'}")


def no_column(table: str, name: str, known: "tuple[str, ...]") -> StoreError:
    """The table has no such column; says which it has."""
    return StoreError(f"table {table} has no column {name}", hint=f"columns: {', '.join(known)}")


# -- tables that a stage computed -----------------------------------------------------------------------------


def schema_of_result(name: str, result: pa.Schema) -> TableSchema:
    """A computed table described in the types of docs/reference/types.md; what they can't express counts as text."""
    return TableSchema(name=name, columns=tuple(_column_of(*field) for field in fields(result)))


def _column_of(name: str, type_: pa.DataType) -> Column:
    if (item := item_type(type_)) is not None:
        inner = _column_of(name, item)
        return Column(name, Type(inner.type.kind, many=True), inner.digits)
    if (digits := scale(type_)) is not None:
        return Column(name, Type("money"), digits)
    for kind, fits in _KINDS:
        if fits(type_):
            return Column(name, Type(kind))
    return Column(name, Type("text"))


_KINDS: tuple[tuple[Kind, Callable[[pa.DataType], bool]], ...] = (
    ("boolean", pa.types.is_boolean),
    ("integer", pa.types.is_integer),
    ("number", pa.types.is_floating),
    ("date", pa.types.is_date),
    ("datetime", pa.types.is_timestamp),
    ("duration", lambda type_: pa.types.is_interval(type_) or pa.types.is_duration(type_)),
)
