"""Builds and cuts Arrow tables in the few ways that the store needs, fully typed.

The stubs of pyarrow leave these calls half typed; the casts stand here and nowhere else.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

import pyarrow as pa


def build(cells: Mapping[str, list[object]], schema: pa.Schema) -> pa.Table:
    """A table of Python values, column by column.

    Raises:
        pyarrow.ArrowException: a value is not of its column's type.
    """
    make = cast("Any", pa.Table).from_pydict
    return cast("pa.Table", make(dict(cells), schema=schema))


def select(table: pa.Table, names: Sequence[str]) -> pa.Table:
    """The columns `names`, in this order."""
    return cast("pa.Table", cast("Any", table).select(list(names)))


def fields(schema: pa.Schema) -> list[tuple[str, pa.DataType]]:
    """Name and type of every column."""
    return [(field.name, field.type) for field in cast("Any", schema)]


def sub_schema(schema: pa.Schema, names: Sequence[str]) -> pa.Schema:
    """The columns `names` of a schema, in this order."""
    types = dict(fields(schema))
    return pa.schema([(name, types[name]) for name in names])


def item_type(type_: pa.DataType) -> pa.DataType | None:
    """The type of a list's items; None for what is no list."""
    return cast("pa.DataType", cast("Any", type_).value_type) if pa.types.is_list(type_) else None


def scale(type_: pa.DataType) -> int | None:
    """The digits behind the point of a decimal; None for other types."""
    return int(cast("Any", type_).scale) if pa.types.is_decimal(type_) else None


def with_texts(table: pa.Table, name: str, texts: Sequence[str | None]) -> pa.Table:
    """The table with a column of texts: in the place of one of that name, else at its end."""
    column = cast("Any", pa).array(list(texts), pa.string())
    if name in table.column_names:
        return cast("pa.Table", cast("Any", table).set_column(table.column_names.index(name), name, column))
    return cast("pa.Table", cast("Any", table).append_column(name, column))
