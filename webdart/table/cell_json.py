"""Writes cells as JSON without losing a digit, and as text that a person reads.

Decimals and big integers become JSON numbers with every digit, dates and intervals ISO 8601, lists arrays
(docs/reference/python.md). The standard library's encoder has no hook for a number, so the few lines are here.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import cast

import pyarrow as pa

from webdart.printable import OBEYED

Json = None | bool | int | float | Decimal | str | Sequence["Json"] | Mapping[str, "Json"]
"""What `write` takes: a Decimal is a number, a float that is no number ("NaN") must be a str by now."""

_NANOSECONDS = 1_000_000_000


def duration(months: int, days: int, nanoseconds: int) -> str:
    """An interval as ISO 8601 (`P1M2DT3H4M5.5S`); each part carries its own sign, zero is `PT0S`."""
    sign = "-" if nanoseconds < 0 else ""
    seconds, fraction = divmod(abs(nanoseconds), _NANOSECONDS)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    decimals = f".{fraction:09d}".rstrip("0") if fraction else ""
    years, months = (int(months / 12), months - 12 * int(months / 12))
    day = "".join(f"{number}{unit}" for number, unit in ((years, "Y"), (months, "M"), (days, "D")) if number)
    clock = "".join(f"{sign}{number}{unit}" for number, unit in ((hours, "H"), (minutes, "M")) if number)
    if seconds or fraction:
        clock += f"{sign}{seconds}{decimals}S"
    return f"P{day}" + (f"T{clock}" if clock else "") if day or clock else "PT0S"


def cell(value: object) -> Json:
    """A cell as Arrow hands it over, as JSON: no number loses a digit, nothing depends on the machine's zone."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case Decimal():
            return _number(value)
        case dict():
            return {_text(key): cell(item) for key, item in cast("dict[object, object]", value).items()}
        case list() | tuple() if not isinstance(value, pa.MonthDayNano):
            return [cell(item) for item in cast("Sequence[object]", value)]
        case _:
            return _moment(value)


def _moment(value: object) -> str:
    match value:
        case pa.MonthDayNano():
            return duration(value.months, value.days, value.nanoseconds)
        case timedelta():
            return duration(0, value.days, value.seconds * _NANOSECONDS + value.microseconds * 1000)
        case date() | datetime() | time():
            return value.isoformat()
        case bytes():
            return value.hex()
        case _:
            return str(value)


def _number(value: Decimal) -> Json:
    if not value.is_finite():
        return str(value)
    return int(value) if value.as_tuple().exponent == 0 else value


def _text(key: object) -> str:
    shown = cell(key)
    return shown if isinstance(shown, str) else text(shown)


def text(value: Json) -> str:
    """One cell as a person reads it: NULL is empty, a list is its parts with commas between."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool() | int() | float() | Decimal():
            return write(value)
        case Mapping():
            return ", ".join(f"{key}: {text(item)}" for key, item in value.items())
        case _:
            return ", ".join(text(item) for item in value)


def write(value: Json, indent: int | None = None, depth: int = 0) -> str:
    """`value` as JSON text; with `indent`, one member a line.

    Raises:
        ValueError: a float that JSON cannot say (`cell` never makes one).
    """
    match value:
        case Decimal():
            return format(value, "f")
        case str():
            shown = json.dumps(value, ensure_ascii=False)
            return shown if shown.isascii() and "\x7f" not in shown else OBEYED.sub(_escaped, shown)
        case None | bool() | int() | float():
            return json.dumps(value, allow_nan=False)
        case Mapping():
            members = [f"{write(key)}: {write(item, indent, depth + 1)}" for key, item in value.items()]
            return _wrap("{", members, "}", indent, depth)
        case _:
            # a row or a list of plain cells reads best on one line
            flat = indent is None or not any(isinstance(item, Mapping | list | tuple) for item in value)
            items = [write(item, indent, depth + 1) for item in value]
            return _wrap("[", items, "]", None if flat else indent, depth)


def _escaped(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"


def _wrap(opening: str, parts: Sequence[str], closing: str, indent: int | None, depth: int) -> str:
    if indent is None or not parts:
        return opening + ", ".join(parts) + closing
    inner, outer = "\n" + " " * indent * (depth + 1), "\n" + " " * indent * depth
    return opening + inner + ("," + inner).join(parts) + outer + closing
