"""Packs what became of an input as Arrow, to travel from a worker: the columns of its rows, the rest in the schema."""

import json
from decimal import Decimal
from typing import Any, cast

import pyarrow as pa

from webdart.batch.folder import Done
from webdart.table.cell_json import Json, write
from webdart.values import asdict, replace

_END = b"webdart"
_JSON = {b"json": b"1"}
"""Marks a column of texts in JSON: its cells are of several types."""


def packed(done: Done) -> bytes:
    """The end as a stream of Arrow; numbers with a point are exact, as in a batch's folder."""
    exact = Done.of(write(asdict(done)))
    cells = [_column([row[place] for row in exact.rows]) for place in range(len(exact.columns))]
    fields = [
        pa.field(name, array.type, metadata=_JSON if mixed else None)
        for name, (array, mixed) in zip(exact.columns, cells, strict=True)
    ]
    told = write({**asdict(replace(exact, rows=())), "count": len(exact.rows)})
    schema = pa.schema(fields, metadata={_END: told.encode()})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_table(pa.Table.from_arrays([array for array, _ in cells], schema=schema))
    return sink.getvalue().to_pybytes()


def unpacked(data: bytes) -> Done:
    """The end that was packed."""
    table: Any = cast("Any", pa.ipc.open_stream(data)).read_all()
    told: dict[str, Any] = json.loads(table.schema.metadata[_END])
    count = told.pop("count")
    columns = [_cells(table.column(place), table.schema.field(place)) for place in range(table.num_columns)]
    rows = tuple(zip(*columns, strict=True)) if columns else ((),) * count
    return replace(Done.of(write(told)), rows=rows)


def _column(values: list[Any]) -> "tuple[pa.Array[Any], bool]":
    """The cells as an array that gives them back as they are, else as texts in JSON."""
    try:
        array: pa.Array[Any] = pa.array(values)
        back: list[Any] = array.to_pylist()
        if all(type(one) is type(other) and one == other for one, other in zip(back, values, strict=True)):
            return array, False
    except (pa.ArrowException, OverflowError):
        pass
    return pa.array([write(value) for value in values]), True


def _cells(column: Any, field: Any) -> list[Json]:
    values: list[Any] = column.to_pylist()
    if (field.metadata or {}) != _JSON:
        return values
    return [json.loads(value, parse_float=Decimal) for value in values]
