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

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives, languages, words
from webdart.records.coerce.calendar_names import before_month, day_ending, month_names, month_of
from webdart.records.coerce.clocks import at_home, clock_in, has_several, is_elsewhere, offset_in, time_of
from webdart.records.coerce.convention import Convention, DateOrder, Locality, Unreadable
from webdart.records.coerce.date_spans import is_end_of_span
from webdart.records.coerce.locales import ascii_digits, parse_locale
from webdart.values import replace

_ISO = re.compile(
    r"(?<![\d.])(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:([T ])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?!\d)|(?![\d-]))"
)
_NUMERIC = re.compile(r"(?<![\d.,/-])(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{1,2})(?![\d/-])")
_NEAR = 60  # letters beside a date in which the other end of a span stands
_ONE = frozenset(lexicon("numerals")["ages"]["one"])
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
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_FEW = 2  # words beside a date: its weekday, "at"
_MONTHS = 12
_BUDDHIST_ERA = 543  # years that Thailand's calendar is ahead (Unicode CLDR, calendar `buddhist`)
_BUDDHIST_YEARS = range(2443, 2643)  # from 1900 to 2099
_HIJRI_YEARS = range(1300, 1500)  # what the solar and the lunar calendar count since 622 write for 1882 to 2120
_BY_HIJRA = frozenset({"ar", "ckb", "fa", "ps"})  # languages of which a calendar in CLDR counts so
_CENTURY_PIVOT = 70  # 70–99 are 1970–1999, as POSIX has it


class Written(Struct, frozen=True):
    """A date as written: three numbers whose order may be open (`order` None), and the rest of the text around it.

    `dotted`: dots part them, which nearly everywhere says that the day comes first; where a locale puts the month
    first, its people write dots too, and the order stays open. `short`: the year has no century; `yearly`: it may
    well come first. `spanned`: another day stands beside it, as the other end of a span does.
    `timed`: a time stands right behind it, which is the `clock` if there is such a one.
    `counted`: its year may be one since the Hijra. `oddly`: its first number can't be the month that the locale's
    people write first, so it is the day that others do, or hardly ever the year.
    """

    numbers: tuple[int, int, int]
    order: DateOrder | None
    rest: str
    timed: bool = False
    clock: time | None = None
    offset: timedelta | str | None = None
    dotted: bool = False
    short: bool = False
    yearly: bool = False
    oddly: bool = False
    spanned: bool = False
    counted: bool = False


@cache
def _signed() -> re.Pattern[str]:
    """A date as East Asia writes it: each number with its sign."""
    year, month, day = (alternatives(words(f"{part}_sign")) for part in ("year", "month", "day"))
    return re.compile(rf"(\d{{4}})\s?(?:{year})\s?(\d{{1,2}})\s?(?:{month})\s?(\d{{1,2}})(?:\s?(?:{day})|(?!\d))")


@lru_cache(maxsize=64)
def _named_pattern(locale: str) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(month_names(locale), key=len, reverse=True))
    end = r"(?![^\W\d_])[.॰]?"
    of = before_month()
    between = rf"\.?\s?(?:{of})?"
    return re.compile(
        rf"(?<![\d\w])(?:"
        rf"(?P<d1>\d{{1,2}})(?:{day_ending('before_month')}|-)?{between}[- /]?"
        rf"(?P<m1>{names}){end}[,،]?{between}[- /]?['’‘]?(?P<y1>\d{{4}}|(?<=[-/'’‘])\d{{2}}(?![\d:]))"
        rf"|(?P<m2>{names}){end}(?:\s|(?<=\.))(?P<d2>\d{{1,2}})(?:{day_ending('behind_month')})?(?:\s?,\s?|\s)"
        rf"['’‘]?(?P<y2>\d{{4}}|(?<=['’‘])\d{{2}}(?![\d:]))"
        rf"|(?P<m4>{names})\s{{1,2}}(?P<d4>\d{{1,2}})\s(?P<clock>\d\d:\d\d(?::\d\d)?(?:\s[A-Z]{{3,4}})?)\s(?P<y4>\d{{4}})"
        rf"|(?P<y3>\d{{4}})(?:\.?\s|-)(?P<m3>{names}){end}[- ](?P<d3>\d{{1,2}}))(?!\d)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _short_pattern(locale: str) -> re.Pattern[str]:
    """A text that is a date with a short year and nothing else but its weekday: in a longer one "26" may count."""
    names = "|".join(re.escape(name) for name in sorted(month_names(locale), key=len, reverse=True))
    return re.compile(rf"(?:[^\W\d_]+[.,]?\s)?(?P<d1>\d{{1,2}})\.?\s(?P<m1>{names})\.?\s(?P<y1>\d\d)", re.IGNORECASE)


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
    """Every whole date, in the order of the ways to write one; a date in ISO's is a date and nothing else is."""
    found = [(match, _of_iso(match, text[match.end() :])) for match in _ISO.finditer(text)]
    if not found:
        found += [(m, Written((int(m[1]), int(m[2]), int(m[3])), "ymd", " ")) for m in _signed().finditer(text)]
        found += [(match, _of_name(match, locale)) for match in _named_pattern(locale).finditer(text)]
        short = None if found else _short_pattern(locale).fullmatch(text.strip())
        found += [(short, _of_name(short, locale))] if short else []
        found += [(m, one) for m in _NUMERIC.finditer(text) if (one := _of_numbers(m, locale)) is not None]
    hijri = parse_locale(locale).language in _BY_HIJRA
    found = [(m, replace(one, counted=_is_hijri(m, one, widely=hijri))) for m, one in found]
    return [_in_its_place(match, written, text, locale) for match, written in found]


def _is_hijri(match: re.Match[str], written: Written, *, widely: bool) -> bool:
    """Whether a date in numbers has a year as the Hijra's calendars count; `widely`: with hyphens or dots, too."""
    numeric = widely if match.re is _ISO else match.re is _NUMERIC and (widely or not written.dotted)
    return numeric and any(number in _HIJRI_YEARS for number in written.numbers)


def languages_of(texts: Sequence[str]) -> tuple[str, ...]:
    """The languages of the lexicon in which each text names the month of its one date; none if English names one."""
    if any(dates_in(text, "en") for text in texts):
        return ()
    return tuple(code for code in languages() if all(len(dates_in(text, code)) == 1 for text in texts))


def _in_its_place(match: re.Match[str], written: Written, text: str, locale: str) -> Written:
    """A date with what stands around it."""
    before, behind = text[: match.start()], text[match.end() :]
    spanned = is_end_of_span(match[0], before[-_NEAR:], behind[:_NEAR], locale)
    return replace(written, rest=before + written.rest + behind, spanned=spanned)


def _of_iso(match: re.Match[str], behind: str) -> Written:
    timed = match[5] is not None
    clock = time_of(int(match[5]), match[6], match[7], match[8]) if timed else None
    exact = match[4] == "T" or match[7] is not None
    offset = offset_in(behind, precise=exact) if timed else None
    return Written((int(match[1]), int(match[2]), int(match[3])), "ymd", " ", timed, clock, offset)


def _of_name(match: re.Match[str], locale: str) -> Written:
    parts = match.groupdict()
    n = next(n for n in "1234" if parts.get(f"m{n}"))
    month = month_of(parts[f"m{n}"], locale)
    inner = f" {parts.get('clock') or ''} "  # ctime(3) has the time before the year
    return Written((_century(parts[f"y{n}"]), month, int(parts[f"d{n}"])), "ymd", inner)


def _of_numbers(match: re.Match[str], locale: str) -> Written | None:
    """Three numbers with the same sign between them; None where they may well be something else."""
    numbers = (int(match[1]), int(match[3]), int(match[4]))
    dotted = match[2] == "." and len(match[1]) < 4
    order: DateOrder | None = "ymd" if len(match[1]) == 4 else None
    short = len(match[1]) < 4 and len(match[4]) < 4
    oddly = match[2] == "/" and locale_order(locale) == "mdy" and numbers[0] > _MONTHS
    yearly = short and len(match[1]) == 2 and (oddly or _year_may_lead(match[2], locale))
    if dotted and locale_order(locale) != "mdy" and not yearly:
        order = "dmy"
    whole = order == "ymd" or len(match[4]) > 1  # 2013/5/1, but no version 1.2.3
    if not whole or not (order or len(match[1]) <= 2):
        return None
    return Written(numbers, order, " ", dotted=dotted, short=short, yearly=yearly, oddly=oddly)


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
    if written.counted:
        return Unreadable("a year as the Hijra's calendars count; `format` reads it as it stands")
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
    if found[0].spanned:
        return Unreadable("one end of a span of days")
    day = resolve(found[0], convention)
    if isinstance(day, Unreadable):
        return day
    clock, offset = clock_in(found[0].rest, locality.locale)
    if found[0].timed:
        clock, offset = found[0].clock, found[0].offset
    elif not day_only and has_several(found[0].rest, locality.locale):
        return Unreadable("several times of day; `match` would take one")
    if clock is None and found[0].timed:
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


def tells_another_day(text: str, shown: date, convention: Convention, locale: str, *, exactly: bool = False) -> bool:
    """Whether a text names one day, and not `shown`; with a time of day, the one beside it may be another zone's.

    `exactly`: the day as it is shown is wanted, in whatever zone.
    """
    found = dates_in(text, locale)
    day = resolve(found[0], convention) if len(found) == 1 else None
    if not isinstance(day, date) or (found[0].order is None and not convention.fixed):
        return False
    timed = found[0].timed or clock_in(found[0].rest, locale)[0] is not None
    return abs((day - shown).days) > (timed and not exactly)


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
    number = rf"(\d+|{alternatives(_ONE)})"
    return tuple(
        (re.compile(r"\b" + re.escape(text).replace("\\\0", "\0").replace("\0", number)), seconds)
        for text, seconds in found.items()
    )


def age_in(text: str, locale: str) -> timedelta | None:
    """How long ago, if the text is an age."""
    folded = ascii_digits(" ".join(text.split())).casefold()
    if not any(c.isdigit() for c in folded) and _ONE.isdisjoint(folded.split()):
        return None
    for pattern, seconds in _age_patterns(locale):
        match = pattern.search(folded)
        count = 0 if match is None else int(match[1]) if match[1].isdigit() else 1
        if match is not None and count < 1e6:
            return timedelta(seconds=count * seconds)
    return None
