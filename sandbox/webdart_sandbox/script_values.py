"""Converts tables into a script's plain values, and its answer into plain values again."""

import gc
from collections.abc import ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from datetime import timedelta
from typing import Any, cast

import pyarrow as pa

from webdart_sandbox.script_zones import UTC

_SIMPLE = frozenset({type(None), bool, int, float, str})
_ZONE = str(UTC)
_MANY = 10_000
_LISTED = (KeysView, ValuesView, ItemsView, Iterator, range)


def rows_of(table: pa.Table) -> list[dict[str, object]]:
    """The rows of an Arrow table as plain values; a MAP is a dict, an INTERVAL without months a timedelta."""
    names = table.column_names
    columns = [_values(table.column(index)) for index in range(table.num_columns)]
    gc.disable()  # nothing that is made here can be garbage, and looking for it takes longer than making it
    try:
        return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    finally:
        if table.num_rows > _MANY:
            gc.freeze()  # nor need it be looked at again and again while the script makes something of it
        gc.enable()


def _values(column: "pa.ChunkedArray[Any]") -> list[object]:
    values = cast("list[object]", _readable(column).to_pylist())
    if pa.types.is_nested(column.type) or pa.types.is_interval(column.type):
        return [_plain(value, column.type) for value in values]
    return values


def _readable(column: "pa.ChunkedArray[Any]") -> "pa.ChunkedArray[Any]":
    """Instants in UTC, which they are kept in whatever zone they are shown in: no other can be loaded by now."""
    if not pa.types.is_timestamp(column.type) or column.type.tz is None:
        return column
    kind = pa.timestamp(column.type.unit, _ZONE)
    return cast("Any", pa).chunked_array([chunk.view(kind) for chunk in column.chunks], kind)


def _plain(value: Any, kind: Any) -> object:
    if value is None:
        return None
    if pa.types.is_interval(kind):
        months, days, nanoseconds = value
        return value if months else timedelta(days=days, microseconds=nanoseconds // 1000)
    if pa.types.is_map(kind):
        return {key: _plain(item, kind.item_type) for key, item in value}
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        return [_plain(item, kind.value_type) for item in value]
    if pa.types.is_struct(kind):
        fields = cast("list[Any]", list(kind))
        return {field.name: _plain(value[field.name], field.type) for field in fields}
    return value


def settled(value: object) -> object:
    """Views and iterators as lists, named tuples as mappings, all the way down."""
    if type(value) in _SIMPLE:
        return value
    fields: object = getattr(value, "_fields", None)
    if isinstance(value, tuple) and isinstance(fields, tuple):
        names, values = cast("tuple[str, ...]", fields), cast("tuple[object, ...]", value)
        return {name: settled(item) for name, item in zip(names, values, strict=True)}
    if isinstance(value, Mapping):
        return {key: settled(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, (list, tuple, *_LISTED)):
        return [settled(item) for item in cast("Sequence[object]", value)]
    return value
