"""Reads the day from the text of a date control, by its words alone.

Columns of dates, whose cells explain each other, are read in `records`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time
from functools import cache
from itertools import product
from typing import Literal, cast

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names, get_month_names, get_period_names

_WIDTHS: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
_CONTEXTS: tuple[Literal["format", "stand-alone"], ...] = ("format", "stand-alone")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")


def iso_date(text: str) -> date | None:
    """The day of a text that is nothing but an ISO date."""
    return _day(*_ISO.fullmatch(text).groups()) if _ISO.fullmatch(text) else None  # type: ignore[union-attr]


def _day(year: str | int, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


@cache
def months(language: str) -> Mapping[str, int]:
    """Names of months and their usual short forms, without case, in English and in the page's language."""
    return _named(get_month_names, language)


@cache
def weekdays(language: str) -> Mapping[str, int]:
    """The same of the days of the week; Monday is 0."""
    return _named(get_day_names, language)


def _named(names: Callable[..., object], language: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for locale, width, context in product(_locales(language), _WIDTHS, _CONTEXTS):
        named = cast("Mapping[int, str]", names(width, context, locale))
        found |= {name.casefold().rstrip("."): number for number, name in named.items()}
    return {name: number for name, number in found.items() if not name.isdecimal()}


def _locales(language: str) -> Iterator[Locale]:
    """English, and the language of a page where CLDR knows it."""
    for tag in dict.fromkeys(("en", language.partition("-")[0].lower())):
        with suppress(UnknownLocaleError, ValueError):
            yield Locale.parse(tag)


def time_of_day(text: str, language: str) -> time | None:
    """The time of a text that is nothing but a time of day: `07:08`, `7:08 AM`."""
    parts = _CLOCK.fullmatch(text.strip())
    if parts is None:
        return None
    hour, half = int(parts[1]), "".join(filter(str.isalpha, parts[4])).casefold()
    if parts[4]:
        if half not in _halves(language) or not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + _halves(language)[half]
    try:
        return time(hour, int(parts[2]), int(parts[3] or 0))
    except ValueError:
        return None


_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?\s*(.*)")
_NOON = 12


@cache
def _halves(language: str) -> Mapping[str, int]:
    """The hour at which each half of the day begins, by its names, in English and in the page's language."""
    begins = {"am": 0, "pm": _NOON}
    found: dict[str, int] = {}
    for locale, width in product(_locales(language), _WIDTHS):
        names = cast("Mapping[str, str]", get_period_names(width, "format", locale))
        for half in begins.keys() & names.keys():
            found["".join(filter(str.isalpha, names[half])).casefold()] = begins[half]
    return found


def shows_moment(text: str, day: date, clock: time, language: str) -> bool:
    """Whether a text can be read as the day with this time: `5/6/2026 7:08 AM`, `6. Mai 2026, 07:08`."""
    for found in _CLOCK_WITHIN.finditer(text):
        rest = f"{text[: found.start()]} {text[found.end() :]}"
        said = time_of_day(found[0], language) or time_of_day(found[1], language)
        if said == clock and shows_date(rest, day, language):
            return True
    return False


_CLOCK_WITHIN = re.compile(r"(?<!\d)(\d{1,2}:\d\d(?::\d\d)?)(?:\s*[^\W\d_][^\W\d_.]*\.?(?:[^\W\d_]\.)?)?")


def month_in(text: str, language: str) -> int | None:
    """The month that a text names."""
    names = months(language)
    for word in re.findall(r"[^\W\d_]+", text.casefold()):
        if word in names:
            return names[word]
    return None


def day_in(text: str, language: str) -> date | None:
    """The one day that a text says whole and unmistakably: ISO, or with its month in words."""
    if iso := _ISO.search(text):
        return _day(*iso.groups())
    month = month_in(text, language)
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    years = [number for number in numbers if 1000 <= number <= 9999]
    days = [number for number in numbers if 1 <= number <= 31]
    return _day(years[0], month, days[0]) if month and len(years) == 1 and len(days) == 1 else None


def day_of_stamp(text: str) -> date | None:
    """The day (UTC) of a time stamp in milliseconds."""
    if not (text.removeprefix("-").isdecimal() and 10 <= len(text) <= 14):
        return None
    return datetime.fromtimestamp(int(text) / 1000, UTC).date()


def shows_date(text: str, day: date, language: str) -> bool:
    """Whether a text can be read as the day: its year, its day, and its month by number or name."""
    said = day_in(text, language)
    if said is not None:
        return said == day
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    years = {day.year, day.year % 100}
    return len(numbers) == 3 and any(sorted(numbers) == sorted((year, day.month, day.day)) for year in years)
