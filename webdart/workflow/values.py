"""Converts a text that a person or the file itself wrote to the value it stands for.

The conversion is strict and independent of locale; what comes from pages is coerced in `records`.
"""

import math
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from urllib.parse import urlsplit

from webdart.workflow.kinds import Kind
from webdart.workflow.templates import Scalar

_INTEGER = re.compile(r"[-+]?[0-9]{1,19}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,300}(?:\.[0-9]{0,300})?|\.[0-9]{1,300})(?:[eE][-+]?[0-9]{1,3})?")
_MONEY = re.compile(r"[-+]?[0-9]{1,16}(?:\.[0-9]{1,10})?")
_UNIT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)\s*(ms|min|d|h|m|s)")
_CLOCK = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6}):([0-5][0-9])")
_SECONDS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "min": 60.0, "s": 1.0, "ms": 0.001}
_LONGEST = 1e13  # seconds: what an interval of DuckDB and a timedelta both hold
_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}

EXAMPLES: dict[Kind, str] = {
    "text": "any text",
    "integer": "a whole number, such as 1000",
    "number": "a number, such as 4.5",
    "percentage": "a number without a sign, such as 12.5",
    "money": "an amount without signs, such as 1234.50",
    "currency": "an ISO code, such as EUR",
    "boolean": "true or false",
    "rating": "a number, such as 4.5",
    "date": "a date, such as 2024-03-31",
    "datetime": "a date and time, such as 2024-03-31T18:00",
    "duration": "a duration, such as 2h 15m or 1:05:00",
    "link": "an address, such as https://shop.example/",
    "image": "an address, such as https://shop.example/lamp.png",
}
"""What a value of each type looks like, for messages."""


def value_of(kind: Kind, text: str) -> Scalar:
    """The value of type `kind` that `text` stands for.

    Raises:
        ValueError: it stands for none.
    """
    return text if kind == "text" else _READERS[kind](text.strip())


def duration_of(text: str) -> timedelta:
    """`2h 15m`, `200ms`, `1:05:00`.

    Raises:
        ValueError: it is not such a value.
    """
    clock = _CLOCK.fullmatch(text)
    if clock:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        return timedelta(hours=hours, minutes=minutes, seconds=seconds)
    parts = _UNIT.findall(text)
    if not parts or _UNIT.sub("", text).strip():
        raise ValueError(text)
    seconds = sum(float(amount) * _SECONDS[unit] for amount, unit in parts)
    if seconds > _LONGEST:
        raise ValueError(text)
    return timedelta(seconds=seconds)


def _integer(text: str) -> int:
    if not _INTEGER.fullmatch(text) or not -(2**63) <= int(text) < 2**63:
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise ValueError(text)
    return float(text)


def _money(text: str) -> Decimal:
    if not _MONEY.fullmatch(text):
        raise ValueError(text)
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ValueError(text) from error


def _boolean(text: str) -> bool:
    if text.lower() not in _WORDS:
        raise ValueError(text)
    return _WORDS[text.lower()]


def _datetime(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is not None:  # cells carry no zone: they are in the site's
        raise ValueError(text)
    return moment


def _currency(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{3}", text):
        raise ValueError(text)
    return text.upper()


def _address(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(text)
    return text


_READERS: Mapping[Kind, Callable[[str], Scalar]] = {
    "integer": _integer,
    "number": _number,
    "percentage": _number,
    "rating": _number,
    "money": _money,
    "currency": _currency,
    "boolean": _boolean,
    "date": date.fromisoformat,
    "datetime": _datetime,
    "duration": duration_of,
    "link": _address,
    "image": _address,
}
