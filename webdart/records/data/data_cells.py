"""Reads a cell of a declared type from a value of JSON, exactly: what a page shows rounded is not what JSON has.

Numbers are taken as they were written. A value that says more than its type holds, such as a time where a date is asked
for or a third decimal place of an amount, is none.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import TypeAlias
from urllib.parse import quote, urljoin
from zoneinfo import ZoneInfo

from msgspec import Struct

from webdart.records.coerce import NOTHING, Convention, Locality, RawCell, coerce_column
from webdart.workflow.model import Field, Kind, Scalar, Value
from webdart.workflow.values import value_of

Json: TypeAlias = "bool | int | Decimal | str | list[Json] | dict[str, Json] | None"

_THOUSAND = 1000
_ADDRESSES = frozenset({"link", "image"})


class Unlike(Exception):
    """A value of JSON that is no cell of the type."""


class Unit(Struct, frozen=True, kw_only=True):
    """How a value of JSON stands for a cell, where it is not the cell itself.

    `before` and `after` are what an address has around it; `seconds` is how many one of a number's units lasts. With
    `written` it is the text that the page shows, to be read as texts of the column are. `empty` is what a page writes
    where nothing stands.
    """

    before: str = ""
    after: str = ""
    seconds: str = ""
    written: Convention | None = None
    empty: str = ""


class Place(Struct, frozen=True, kw_only=True):
    """What a cell depends on besides its value: the address of its page, and where the site is."""

    url: str
    local: Locality


def parsed(text: str) -> Json:
    """A text of JSON, with its numbers as they were written.

    Raises:
        ValueError: it is none.
    """
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=_refused)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def _refused(name: str) -> Json:
    raise ValueError(f"{name} is no number of JSON")


def written_cells(
    field: Field, leaves: Sequence[Json], place: Place, settled: Convention | None
) -> tuple[list[Value], Convention]:
    """The cells of texts that are written as a page shows them, and what they have settled.

    Raises:
        Unlike: one is no text, or can't be read for sure.
    """
    if any(not isinstance(leaf, str | None) for leaf in leaves) or field.type.many:
        raise Unlike
    texts = [" ".join(leaf.split()) if isinstance(leaf, str) else "" for leaf in leaves]
    cells = [RawCell(text=text) if text else NOTHING for text in texts]
    read = coerce_column(field, cells, place.local, settled)
    if read.remarks or read.unreadable:
        raise Unlike
    return list(read.values), read.convention


def cell_of(field: Field, leaf: Json, unit: Unit, place: Place) -> Value:
    """The cell of a field.

    Raises:
        Unlike: the value is none of its type.
    """
    if leaf is None or leaf == "":
        return unit.empty or None
    if field.type.many:
        if not isinstance(leaf, list):
            raise Unlike
        return tuple(_scalar(field, one, unit, place) for one in leaf) or None
    return _scalar(field, leaf, unit, place)


def address_of(leaf: Json, unit: Unit, place: Place) -> str | None:
    """The address that a value of JSON is, or stands in.

    Raises:
        Unlike: it is none.
    """
    if leaf is None or leaf == "":
        return None
    text = _plain(leaf)
    if unit.before:
        return f"{unit.before}{quote(text, safe='')}{unit.after}"
    if not isinstance(leaf, str):
        raise Unlike
    return urljoin(place.url, text)


def units_of(field: Field, leaf: Json, shown: Value) -> Iterator[Unit]:
    """The ways in which a value of JSON may stand for a cell that is shown."""
    yield Unit()
    kind = field.type.kind
    if kind in _ADDRESSES and isinstance(shown, str):
        yield from frames_of(leaf, shown)
    if kind in ("datetime", "duration") and isinstance(leaf, int | Decimal) and not isinstance(leaf, bool):
        yield Unit(seconds="1")
        yield Unit(seconds="0.001")


def frames_of(leaf: Json, address: str) -> Iterator[Unit]:
    """What an address has around a value of JSON, at each place where it is a whole part of it."""
    if isinstance(leaf, bool) or not isinstance(leaf, str | int):
        return
    text = quote(str(leaf), safe="")
    at = address.find(text) if text else -1
    while at >= 0:
        before, after = address[:at], address[at + len(text) :]
        if before[-1:] in ("/", "=", "-", "#", ":") and (not after or not after[0].isalnum()):
            yield Unit(before=before, after=after)
        at = address.find(text, at + 1)


def _scalar(field: Field, leaf: Json, unit: Unit, place: Place) -> Scalar:
    kind = field.type.kind
    try:
        if kind in _ADDRESSES:
            return address_of(leaf, unit, place)
        if kind == "money":
            return _amount(leaf, field.digits)
        return _READERS[kind](leaf, unit, place)
    except (ValueError, InvalidOperation, OverflowError) as error:
        raise Unlike from error


def _plain(leaf: Json) -> str:
    """A text or a number as it was written."""
    if isinstance(leaf, bool) or not isinstance(leaf, str | int | Decimal):
        raise Unlike
    return str(leaf)


def _text(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    return " ".join(_plain(leaf).split()) or None


def _exact(leaf: Json) -> Decimal:
    text = _plain(leaf)
    if isinstance(leaf, str):
        value_of("number", text)  # strict: no groups, no words
    return Decimal(text)


def _amount(leaf: Json, digits: int) -> Decimal:
    value = _exact(leaf)
    amount = value.quantize(Decimal(1).scaleb(-digits))
    if amount != value:
        raise Unlike
    return amount


def _integer(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    value = _exact(leaf)
    if value != value.to_integral_value():
        raise Unlike
    return int(value)


def _number(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    return float(_exact(leaf))


def _boolean(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    if not isinstance(leaf, bool):
        raise Unlike
    return leaf


def _currency(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    return value_of("currency", _plain(leaf))


def _date(leaf: Json, _unit: Unit, _place: Place) -> Scalar:
    moment = datetime.fromisoformat(_plain(leaf))
    if moment.tzinfo is not None or moment.time() != time():
        raise Unlike
    return moment.date()


def _moment(leaf: Json, unit: Unit, place: Place) -> Scalar:
    zone = ZoneInfo(place.local.zone)
    if unit.seconds:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + _lasting(leaf, unit)
    elif isinstance(leaf, str):
        moment = datetime.fromisoformat(leaf)
    else:
        raise Unlike
    return moment if moment.tzinfo is None else moment.astimezone(zone).replace(tzinfo=None)


def _duration(leaf: Json, unit: Unit, _place: Place) -> Scalar:
    if unit.seconds:
        return _lasting(leaf, unit)
    if not isinstance(leaf, str):
        raise Unlike
    return value_of("duration", leaf)


def _lasting(leaf: Json, unit: Unit) -> timedelta:
    millionths = _exact(leaf) * Decimal(unit.seconds) * _THOUSAND * _THOUSAND
    if millionths != millionths.to_integral_value():
        raise Unlike
    return timedelta(microseconds=int(millionths))


_READERS: Mapping[Kind, Callable[[Json, Unit, Place], Scalar]] = {
    "text": _text,
    "integer": _integer,
    "number": _number,
    "percentage": _number,
    "currency": _currency,
    "boolean": _boolean,
    "rating": _number,
    "date": _date,
    "datetime": _moment,
    "duration": _duration,
}


def fineness(leaf: Json) -> int | None:
    """The power of ten of a number's last digit that is not 0, also of one in a text; None of anything else."""
    if isinstance(leaf, bool) or not isinstance(leaf, str | int | Decimal):
        return None
    try:
        exponent = _exact(leaf).normalize().as_tuple().exponent
    except (ValueError, InvalidOperation):
        return None
    return exponent if isinstance(exponent, int) else None
