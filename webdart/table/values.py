"""Fits cells to their columns, and converts them to JSON and back.

A cell has one form in Python, one in JSON and one in Arrow; each converts to the others and back without loss. What
does not fit its column (a sum of thirty digits in a DECIMAL(18,2)) is not a cell at all: a fitter says so, and the row
keeps its text in `_raw`.
"""

import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from functools import partial
from json.encoder import encode_basestring as _quoted
from typing import Final, cast

from webdart.plan.model import Column
from webdart.surrogates import well_formed
from webdart.table.checked_line import Json, dump
from webdart.table.schema import MONEY_PRECISION
from webdart.workflow.model import Kind, Scalar, Value

_BIGINT = 1 << 63


class Unfit(ValueError):
    """The value is not of its column's type."""


# -- fitting --------------------------------------------------------------------------------------------------


Fitter = Callable[[Value], Value]
"""Gives a value as its column keeps it, or raises Unfit."""


def fitter(column: Column) -> Fitter:
    """How values are fitted to `column`: numbers change their kind where nothing is lost, money is rounded."""
    one = partial(_money, digits=column.digits) if column.type.kind == "money" else _FIT[column.type.kind]

    def fit(value: Value) -> Value:
        if value is None:
            return None
        if isinstance(value, tuple):
            raise Unfit("a list in a column of single values")
        return one(value)

    def fit_list(value: Value) -> Value:
        if value is None:
            return None
        cells = value if isinstance(value, tuple) else (value,)
        return tuple(None if cell is None else one(cell) for cell in cells)

    return fit_list if column.type.many else fit


def text_of(value: Value) -> str:
    """`value` as `_raw` keeps it where its text is not known."""
    if isinstance(value, tuple):
        return ", ".join(text_of(cell) for cell in value)
    if isinstance(value, date):
        return value.isoformat()
    return well_formed(str(value))


def _text(value: Scalar) -> str:
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return text_of(value)


def _whole(value: Scalar) -> int:
    if isinstance(value, float | Decimal) and math.isfinite(value) and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not -_BIGINT <= value < _BIGINT:
        raise Unfit("no BIGINT")
    return value


def _real(value: Scalar) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise Unfit("no number")
    try:
        real = float(value)
    except OverflowError:
        real = math.inf
    if not math.isfinite(real):
        raise Unfit("not finite")
    return real


def _money(value: Scalar, digits: int) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise Unfit("no sum of money")
    try:
        exact = value if isinstance(value, Decimal) else Decimal(str(value))
        rounded = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN)
    except InvalidOperation as error:  # infinite, or beyond any precision
        raise Unfit("no sum of money") from error
    if rounded.adjusted() >= MONEY_PRECISION - digits and rounded:
        raise Unfit(f"over {MONEY_PRECISION} digits")
    return rounded + 0  # -0.00 and 0.00 are one sum


def _boolean(value: Scalar) -> bool:
    if not isinstance(value, bool):
        raise Unfit("no boolean")
    return value


def _date(value: Scalar) -> date:
    if isinstance(value, datetime) and value.time() == time():
        return value.date()
    if isinstance(value, datetime) or not isinstance(value, date):
        raise Unfit("no date")
    return value


def _datetime(value: Scalar) -> datetime:
    if isinstance(value, datetime) and value.tzinfo is None:
        return value
    if isinstance(value, datetime) or not isinstance(value, date):
        raise Unfit("no time without a zone")
    return datetime.combine(value, time())


def _duration(value: Scalar) -> timedelta:
    if not isinstance(value, timedelta):
        raise Unfit("no duration")
    return value


_FIT: Final[Mapping[Kind, Callable[[Scalar], Scalar]]] = {
    "text": _text,
    "integer": _whole,
    "number": _real,
    "percentage": _real,
    "currency": _text,
    "boolean": _boolean,
    "rating": _real,
    "date": _date,
    "datetime": _datetime,
    "duration": _duration,
    "link": _text,
    "image": _text,
}


# -- JSON -----------------------------------------------------------------------------------------------------


_PLAIN = (str, int, float)  # a tuple: many times quicker to test than a union


def to_json(value: Value) -> Json:
    """A cell in JSON: sums of money as strings, dates and durations in ISO 8601."""
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, tuple):
        return [to_json(cell) for cell in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, timedelta):
        seconds = value // timedelta(seconds=1)
        return f"PT{seconds}.{value.microseconds:06d}S"
    return str(value)


def _read_duration(text: str) -> timedelta:
    seconds, _, micros = text.removeprefix("PT").removesuffix("S").partition(".")
    return timedelta(seconds=int(seconds), microseconds=int(micros))


_READ: Final[Mapping[Kind, Callable[[str], Scalar]]] = {
    "money": Decimal,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
    "duration": _read_duration,
}


def reader_of(column: Column) -> Callable[[Json], Value] | None:
    """How the cells of a column that `to_json` wrote become values again; None: they are values as they stand.

    The reader raises ValueError or TypeError for what `to_json` did not write for this column.
    """
    one = cast("Callable[[Json], Scalar] | None", _READ.get(column.type.kind))
    if not column.type.many:
        return one

    def read_list(value: Json) -> Value:
        cells = cast("list[Scalar]", value)
        return (
            tuple(cells) if one is None else tuple(None if cell is None else one(cast("Json", cell)) for cell in cells)
        )

    return read_list


def canonical_key(key: tuple[Value, ...]) -> str | None:
    """Equal for equal keys and only for them; None where a part of the key is missing."""
    if None in key or () in key:
        return None
    return f"[{','.join(map(_key_text, key))}]"


def _key_text(part: Value) -> str:
    if isinstance(part, str):  # most are: an encoder of JSON costs five times as much
        return _quoted(well_formed(part))
    return str(part) if type(part) is int else dump(_key_part(part)).decode()


def _key_part(part: Value) -> Json:
    if isinstance(part, str):
        return well_formed(part)
    if isinstance(part, Decimal):
        return str(part.normalize() + 0)
    if isinstance(part, tuple):
        return [_key_part(cell) for cell in part]
    return to_json(part)


def timestamp(seen: str) -> datetime | None:
    """An ISO 8601 time of a page as UTC without a zone, or None."""
    if not seen:
        return None
    at = datetime.fromisoformat(seen)
    return at if at.tzinfo is None else at.astimezone(UTC).replace(tzinfo=None)


# -- DuckDB ---------------------------------------------------------------------------------------------------


def from_database(value: object) -> Value:
    """A declared cell as DuckDB hands it to Python, in the form that a fitter gives."""
    return tuple(cast("list[Scalar]", value)) if isinstance(value, list) else cast("Scalar", value)
