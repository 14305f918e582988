"""How is a table of webdart compared with rows of SQLite? Both as plain values."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import cast

import pyarrow as pa

SqlValue = str | int | float | bytes | None


def rows(table: pa.Table, columns: Sequence[str]) -> list[tuple[SqlValue, ...]]:
    """The table's rows as SQLite gives them: money as numbers, dates as ISO texts, booleans as 0 and 1."""
    picked = [[_plain(value) for value in table.column(name).to_pylist()] for name in columns]
    return list(zip(*picked, strict=True))


def told(value: object) -> list[tuple[SqlValue, ...]]:
    """An answer of several columns as SQLite would give its rows.

    Raises:
        TypeError: the answer is no table.
    """
    if not isinstance(value, list):
        raise TypeError(f"an answer of type {type(value).__name__}")
    found = cast("list[dict[str, object]]", value)
    return [tuple(_plain(cell) for cell in row.values()) for row in found]


def _plain(value: object) -> SqlValue:
    match value:
        case bool():
            return int(value)
        case Decimal():
            return float(value)
        case datetime():
            return value.isoformat(sep=" ")
        case date():
            return value.isoformat()
        case None | str() | int() | float() | bytes():
            return value
        case _:
            raise TypeError(f"a cell of type {type(value).__name__}")
