"""Joins the answers of a batch into one table: the inputs' columns, then the answers', in the inputs' order.

The answers are looked at twice, one after another: for the types of the columns, then for their cells. So the memory
holds the table as Arrow has it, and one answer, or some that are short.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, cast

import pyarrow as pa

from webdart.batch.folder import Done
from webdart.batch.inputs import Inputs
from webdart.table.cell_json import Json

PLACE, RUN = "_input", "_run"
"""The columns that say of which input, counted from 1, and of which run a row is."""

_ROWS = 10_000
"""That are turned to Arrow at once, or as many as one answer has."""

_INTEGERS = range(-(1 << 63), 1 << 63)
_SHORT, _DIGITS = 38, 76
"""Digits of a decimal number, at most: of Arrow's decimal128 and decimal256."""

_TYPES: Mapping[frozenset[type], pa.DataType] = {
    frozenset[type](): pa.null(),
    frozenset({bool}): pa.bool_(),
    frozenset({int}): pa.int64(),
    frozenset({float}): pa.float64(),
    frozenset({float, int}): pa.float64(),
}


def joined(inputs: Inputs, done: Mapping[int, Done]) -> pa.Table:
    """The rows of every answer beside its input; an input without an answer has no row.

    A column that an answer shares with the inputs is called `answer_NAME`. One whose values are of several types is a
    column of texts.
    """
    answers = list(dict.fromkeys(name for place in sorted(done) for name in done[place].columns))
    called = {name: f"answer_{name}" if name in inputs.columns else name for name in answers}
    names = [PLACE, *inputs.columns, *called.values(), RUN]
    columns = {name: _Column() for name in names}
    for part in _parts(inputs, done, called):
        for name, values in part.items():
            columns[name].look(values)
    schema = pa.schema([(name, column.type) for name, column in columns.items()])
    batches = [
        cast("Any", pa.RecordBatch).from_arrays([columns[name].array(part[name]) for name in names], schema=schema)
        for part in _gathered(_parts(inputs, done, called), names)
    ]
    return pa.Table.from_batches(batches, schema)


def _parts(inputs: Inputs, done: Mapping[int, Done], called: Mapping[str, str]) -> Iterator[dict[str, Sequence[Json]]]:
    """The columns of one answer after another."""
    for place in sorted(done):
        rows = list(done[place].rows)
        if rows:
            given = dict(zip(inputs.columns, inputs.rows[place], strict=True))
            names = [called[name] for name in done[place].columns]
            yield {
                PLACE: [place + 1] * len(rows),
                **{name: [value] * len(rows) for name, value in given.items()},
                **dict(zip(names, zip(*rows, strict=True), strict=True)),
                RUN: [done[place].run] * len(rows),
            }


def _gathered(
    parts: Iterator[Mapping[str, Sequence[Json]]], names: Sequence[str]
) -> Iterator[Mapping[str, Sequence[Json]]]:
    """The answers as few parts, with all the columns: each part has some kilobytes of its own, however few its rows."""
    gathered: dict[str, list[Json]] = {name: [] for name in names}
    for part in parts:
        for name, values in gathered.items():
            values.extend(part.get(name, [None] * len(part[PLACE])))
        if len(gathered[PLACE]) >= _ROWS:
            yield gathered
            gathered = {name: [] for name in names}
    if gathered[PLACE]:
        yield gathered


@dataclass(slots=True)
class _Column:
    """What the values of a column have in common, as far as they were looked at."""

    kinds: set[type] = field(default_factory=set[type])
    whole: int = 0  # digits before and after the point
    scale: int = 0
    large: bool = False  # an integer beyond 64 bits
    nested: list[Json] = field(default_factory=list[Json])

    def look(self, values: Sequence[Json]) -> None:
        """Take note of further values."""
        kinds = set(map(type, values)) - {type(None)}
        self.kinds |= kinds
        for value in values if kinds & {int, Decimal} else ():
            if isinstance(value, int | Decimal) and not isinstance(value, bool):
                self._measure(value)
        if kinds & {list, dict}:
            self.nested += values

    def _measure(self, value: int | Decimal) -> None:
        self.large = self.large or (isinstance(value, int) and value not in _INTEGERS)
        _, digits, exponent = Decimal(value).as_tuple()
        assert isinstance(exponent, int)  # JSON has no infinity
        self.whole = max(self.whole, len(digits) + exponent, 1)
        self.scale = max(self.scale, -exponent)

    @property
    def type(self) -> pa.DataType:
        """The type that has them all."""
        kinds = frozenset(self.kinds)
        digits = self.whole + self.scale
        if Decimal in kinds and kinds <= {Decimal, int} and digits <= _DIGITS:
            return pa.decimal128(digits, self.scale) if digits <= _SHORT else pa.decimal256(digits, self.scale)
        if kinds == frozenset({list}) or kinds == frozenset({dict}):
            return _nested(self.nested)
        return pa.string() if self.large else _TYPES.get(kinds, pa.string())

    def array(self, values: Sequence[Json]) -> "pa.Array[Any]":
        """Values of the column."""
        kind = self.type
        if pa.types.is_string(kind):
            return pa.array([None if one is None else str(one) for one in values], kind)
        if pa.types.is_decimal(kind):
            return pa.array([Decimal(one) if isinstance(one, int) else one for one in values], kind)
        return pa.array(values, kind)


def _nested(values: Sequence[Json]) -> pa.DataType:
    try:
        return cast("Any", pa.array)(values).type
    except (pa.ArrowException, OverflowError):
        return pa.string()
