"""Joins the answers of a batch into one table: the inputs' columns, then the answers', in the inputs' order."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pyarrow as pa

from webdart.batch.folder import Done
from webdart.batch.inputs import Inputs

PLACE, RUN = "_input", "_run"
"""The columns that say of which input, counted from 1, and of which run a row is."""


def joined(inputs: Inputs, done: Mapping[int, Done]) -> pa.Table:
    """The rows of every answer beside its input; an input without an answer has no row.

    A column that an answer shares with the inputs is called `answer_NAME`.
    """
    columns = list(dict.fromkeys(name for place in sorted(done) for name in done[place].columns))
    called = {name: f"answer_{name}" if name in inputs.columns else name for name in columns}
    rows = [
        {
            PLACE: place + 1,
            **dict(zip(inputs.columns, inputs.rows[place], strict=True)),
            **{called[name]: value for name, value in zip(done[place].columns, row, strict=True)},
            RUN: done[place].run,
        }
        for place in sorted(done)
        for row in done[place].rows
    ]
    names = [PLACE, *inputs.columns, *called.values(), RUN]
    return pa.Table.from_arrays([_array([row.get(name) for row in rows]) for name in names], names=names)


def _array(values: list[Any]) -> "pa.Array[Any]":
    """A column; one whose values are of several types is a column of texts."""
    if any(isinstance(one, Decimal) for one in values):
        values = [Decimal(one) if isinstance(one, int) and not isinstance(one, bool) else one for one in values]
    try:
        return pa.array(values)
    except (pa.ArrowException, OverflowError):
        return pa.array([None if one is None else str(one) for one in values])
