"""Reads dates: which numbers are day, month and year, which words are months, what is only an age.

Whole dates only: a day without a year, a month alone, and two dates in one text are unreadable. The order of
`3/4/2024` is decided by the column (`date_order`).
"""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from babel.dates import format_timedelta
from msgspec import Struct

from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.clocks import at_home, clock_in, is_elsewhere, offset_in, time_of
from webdart.records.coerce.convention import Convention, DateOrder, Locality, Unreadable
from webdart.records.coerce.numbers import ascii_digits, parse_locale
from webdart.values import replace

_ISO = re.compile(
    r"(?<![\d.])(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:([T ])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?!\d)|(?![\d-]))"
)
_NUMERIC = re.compile(r"(?<![\d.,/-])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{1,2})(?![\d/-])")
_AGE_UNITS = {
    "year": 365 * 86400,
    "month": 30 * 86400,
    "week": 7 * 86400,
    "day": 86400,
    "hour": 3600,
    "minute": 60,
    "second": 1,
}
_UNDECLARED = "UTC"
_ELISIONS = "'’"  # what a word ends with that no blank follows
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FEW = 2  # words beside a date: its weekday, "at"
_BUDDHIST_ERA = 543  # years that Thailand's calendar is ahead (Unicode CLDR, calendar `buddhist`)
_BUDDHIST_YEARS = range(2443, 2643)  # from 1900 to 2099
_CENTURY_PIVOT = 70  # 70–99 are 1970–1999, as POSIX has it


class Written(Struct, frozen=True):
    """A date as written: three numbers whose order may be open (`order` None), and the rest of the text around it.

    `dotted`: dots part them, which nearly everywhere says that the day comes first; where a locale puts the month
    first, its people write dots too, and the order stays open. `short`: the year has no century; `yearly`: it may
    well come first.
    """

    numbers: tuple[int, int, int]
    order: DateOrder | None
    rest: str
    clock: tuple[int, int, int] | None = None
    offset: timedelta | str | None = None
    dotted: bool = False
    short: bool = False
    yearly: bool = False


@cache
def _signed() -> re.Pattern[str]:
    """A date as East Asia writes it: each number with its sign."""
    year, month, day = (alternatives(words(f"{part}_sign")) for part in ("year", "month", "day"))
    return re.compile(rf"(\d{{4}})\s?(?:{year})\s?(\d{{1,2}})\s?(?:{month})\s?(\d{{1,2}})(?:\s?(?:{day})|(?!\d))")


@lru_cache(maxsize=64)
def month_names(locale: str) -> dict[str, int]:
    """Month names and abbreviations, casefolded, of the locale and of English."""
    found: dict[str, int] = {}
    for name in ("en", locale):
        months = parse_locale(name).months
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, word in months[context][width].items():
                    key = str(word).casefold().strip(". ॰")
                    if not key[:1].isdigit():
                        found[key] = int(number)
    return found | dict.fromkeys(words("september"), 9)


@lru_cache(maxsize=64)
def _named_pattern(locale: str) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(month_names(locale), key=len, reverse=True))
    end = r"(?![^\W\d_])[.॰]?"
    of = alternatives(word if word[-1] in _ELISIONS else f"{word} " for word in words("of_month"))
    between = rf"\.?\s?(?:{of})?"
    return re.compile(
        rf"(?<![\d\w])(?:"
        rf"(?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|º|ª|\.|-)?{between}[- /]?"
        rf"(?P<m1>{names}){end},?{between}[- /]?['’‘]?(?P<y1>\d{{4}}|(?<=[-/'’‘])\d{{2}}(?![\d:]))"
        rf"|(?P<m2>{names}){end}(?:\s|(?<=\.))(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?:\s?,\s?|\s)"
        rf"['’‘]?(?P<y2>\d{{4}}|(?<=['’‘])\d{{2}}(?![\d:]))"
        rf"|(?P<m4>{names})\s{{1,2}}(?P<d4>\d{{1,2}})\s(?P<clock>\d\d:\d\d(?::\d\d)?(?:\s[A-Z]{{3,4}})?)\s(?P<y4>\d{{4}})"
        rf"|(?P<y3>\d{{4}})[- ](?P<m3>{names}){end}[- ](?P<d3>\d{{1,2}}))(?!\d)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def day_pattern(locale: str) -> re.Pattern[str]:
    """A day of a month, with or without its year: "14 March", "March 14"."""
    names = "|".join(re.escape(name) for name in sorted(month_names(locale), key=len, reverse=True))
    of = alternatives(word if word[-1] in _ELISIONS else f"{word} " for word in words("of_month"))
    before = rf"(?<![\w.,])\d{{1,2}}(?:st|nd|rd|th|er|º|ª|\.)?\s?(?:{of})?(?:{names})(?![^\W\d_])"
    after = rf"(?<![^\W\d_])(?:{names})(?![^\W\d_])\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?![\w.,]\d|\d)"
    return re.compile(f"{before}|{after}", re.IGNORECASE)


@lru_cache(maxsize=64)
def locale_order(locale: str) -> DateOrder:
    """The order of day, month and year in the locale's short dates."""
    pattern = parse_locale(locale).date_formats["short"].pattern
    return "".join(dict.fromkeys(c.lower() for c in pattern if c in "dMy"))  # type: ignore[return-value]  # the data has three


@lru_cache(maxsize=2048)
def dates_in(text: str, locale: str) -> Sequence[Written]:
    """Every whole date of a text."""
    found = _dates_in(ascii_digits(text), locale)
    if not any(number in _BUDDHIST_YEARS for item in found for number in item.numbers):
        return found
    return [replace(one, numbers=tuple(_of_era(number, locale) for number in one.numbers)) for one in found]


def _dates_in(text: str, locale: str) -> list[Written]:
    found: list[Written] = []
    for match in _ISO.finditer(text):
        rest = text[: match.start()] + " " + text[match.end() :]
        clock = (int(match[5]), int(match[6]), int(match[7] or 0)) if match[5] else None
        exact = match[4] == "T" or match[7] is not None
        offset = offset_in(text[match.end() :], precise=exact) if clock else None
        found.append(Written((int(match[1]), int(match[2]), int(match[3])), "ymd", rest, clock, offset))
    if found:
        return found
    for match in _signed().finditer(text):
        rest = text[: match.start()] + " " + text[match.end() :]
        found.append(Written((int(match[1]), int(match[2]), int(match[3])), "ymd", rest))
    months = month_names(locale)
    for match in _named_pattern(locale).finditer(text):
        parts = match.groupdict()
        for n in "1234":
            if parts[f"m{n}"]:
                month = months[parts[f"m{n}"].casefold()]
                inner = f" {parts['clock'] or ''} "  # ctime(3) has the time before the year
                rest = text[: match.start()] + inner + text[match.end() :]
                found.append(Written((_century(parts[f"y{n}"]), month, int(parts[f"d{n}"])), "ymd", rest))
    for match in _NUMERIC.finditer(text):
        numbers = (int(match[1]), int(match[3]), int(match[4]))
        rest = text[: match.start()] + " " + text[match.end() :]
        dotted = match[2] == "." and len(match[1]) < 4
        order: DateOrder | None = "ymd" if len(match[1]) == 4 else None
        short = len(match[1]) < 4 and len(match[4]) < 4
        yearly = short and len(match[1]) == 2 and _year_may_lead(match[2], locale)
        if dotted and locale_order(locale) != "mdy" and not yearly:
            order = "dmy"
        whole = order == "ymd" or len(match[4]) > 1  # 2013/5/1, but no version 1.2.3
        if whole and (order or len(match[1]) <= 2):
            found.append(Written(numbers, order, rest, dotted=dotted, short=short, yearly=yearly))
    return found


def _year_may_lead(sign: str, locale: str) -> bool:
    """Whether people may write a year of two digits first: behind hyphens, unless these are how they write days."""
    if locale_order(locale) == "ymd":
        return True
    return sign == "-" and "-" not in parse_locale(locale).date_formats["short"].pattern


def _century(year: str) -> int:
    """A year of two digits in its century."""
    number = int(year)
    return number if len(year) > 2 else number + (1900 if number >= _CENTURY_PIVOT else 2000)


def _of_era(year: int, locale: str) -> int:
    """A year as the common era counts it, where the locale's people may count from the Buddha's death."""
    counted = parse_locale(locale).language == "th"
    return year - _BUDDHIST_ERA if counted and year in _BUDDHIST_YEARS else year


def resolve(written: Written, convention: Convention) -> date | Unreadable:
    """The day that a written date means under the column's order."""
    order = written.order or convention.order or "ymd"
    a, b, c = written.numbers
    year, month, day = {"ymd": (a, b, c), "dmy": (c, b, a), "mdy": (c, a, b)}[order]
    if year in _BUDDHIST_YEARS:
        return Unreadable("a year five centuries ahead, of another calendar; `format` reads it as it stands")
    if written.short and year < 100:
        year += 1900 if year >= _CENTURY_PIVOT else 2000
    try:
        return date(year, month, day)
    except ValueError:
        return Unreadable("no such day")


def read_moment(
    text: str, convention: Convention, locality: Locality, *, day_only: bool = False
) -> datetime | Unreadable:
    """The one date of a text with its time of day (midnight where none is written), in the site's zone.

    `day_only`: the day is wanted; where no zone is declared, that of the place whose offset is written.
    """
    found = dates_in(text, locality.locale)
    if len(found) != 1:
        return Unreadable("several dates" if found else "no whole date")
    day = resolve(found[0], convention)
    if isinstance(day, Unreadable):
        return day
    clock, offset = clock_in(found[0].rest, locality.locale)
    if found[0].clock is not None:
        clock, offset = time_of(*found[0].clock), found[0].offset
    if clock is None and found[0].clock is not None:
        return Unreadable("no time of day")
    moment = datetime.combine(day, clock or time())
    as_written = day_only and locality.zone == _UNDECLARED and is_elsewhere(offset)
    return moment if as_written else at_home(moment, offset, locality.zone)


def bare_day(text: str, convention: Convention, locale: str) -> date | None:
    """The day of a text that is a date and little more, its weekday or time; None where it could be swapped."""
    found = dates_in(text, locale) if text else ()
    if len(found) != 1 or (found[0].order is None and not convention.fixed):
        return None
    day = resolve(found[0], convention)
    return None if isinstance(day, Unreadable) or len(_LETTERS.findall(found[0].rest)) > _FEW else day


def tells_another_day(text: str, shown: date, convention: Convention, locale: str) -> bool:
    """Whether a text names one day, and not `shown`; with a time of day, the one beside it may be another zone's."""
    found = dates_in(text, locale)
    day = resolve(found[0], convention) if len(found) == 1 else None
    if not isinstance(day, date) or (found[0].order is None and not convention.fixed):
        return False
    timed = found[0].clock is not None or clock_in(found[0].rest, locale)[0] is not None
    return abs((day - shown).days) > timed


def read_formatted(text: str, pattern: str, zone: str) -> datetime | Unreadable:
    """A text read by the file's own `strptime` format."""
    try:
        moment = datetime.strptime(text.strip(), pattern)  # noqa: DTZ007 - zones are applied below
    except ValueError:
        return Unreadable(f"not as {pattern}")
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if moment.tzinfo else moment


@lru_cache(maxsize=64)
def _age_patterns(locale: str) -> tuple[tuple[re.Pattern[str], int], ...]:
    """What the locale writes for "n units ago", with the unit's seconds."""
    found: dict[str, int] = {}
    units: tuple[Literal["year", "month", "week", "day", "hour", "minute", "second"], ...] = (
        "year", "month", "week", "day", "hour", "minute", "second",
    )  # fmt: skip
    for name in ("en", locale):
        for unit in units:
            for count in (1, 2, 3, 5, 11):
                span = timedelta(seconds=-count * _AGE_UNITS[unit])
                said = format_timedelta(
                    span, granularity=unit, threshold=1e9, add_direction=True, locale=parse_locale(name)
                )
                text = ascii_digits(said).casefold()
                if str(count) in text:
                    found.setdefault(text.replace(str(count), "\0"), _AGE_UNITS[unit])
    return tuple(
        (re.compile(r"\b" + re.escape(text).replace("\0", r"(\d+)").replace("\\\0", r"(\d+)")), seconds)
        for text, seconds in found.items()
    )


def age_in(text: str, locale: str) -> timedelta | None:
    """How long ago, if the text is an age."""
    folded = ascii_digits(" ".join(text.split())).casefold()
    if not any(c.isdigit() for c in folded):
        return None
    for pattern, seconds in _age_patterns(locale):
        match = pattern.search(folded)
        if match and int(match[1]) < 1e6:
            return timedelta(seconds=int(match[1]) * seconds)
    return None
