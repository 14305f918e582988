"""Reads a day without its year where its weekday stands beside it, such as "Thursday, November 26".

The weekday tells the year, of last year, this one and the next: no two of them have it on that day. A year that stands
elsewhere can be given to a day.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.calendar_names import day_pattern, month_names, weekday_names
from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.date_spans import is_end_of_span
from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.locales import ascii_digits

_FEW = 3  # days that tell how a list is sorted
_NEAR = 60  # letters beside a day in which the other end of a span stands
_DOTTED = re.compile(r"(?<![\d.,])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?!\s?\d)")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")
_BEFORE = re.compile(r"(?:^|[\s(])([^\W\d_]+)\.?,?\s*$")
_BEHIND = re.compile(r"\s*(?:[,(]\s*([^\W\d_]+)(?![^\W\d_])|([^\W\d_]+)\.?\s*$)")
_NUMBERS = re.compile(r"(\d{1,2})\s?[-/.]\s?(\d{1,2})")
_GOES_ON = re.compile(r"\W{0,3}\d{1,2}(?!\d|\s?[:.h]\s?\d|\s?[ap]\.?m)", re.IGNORECASE)
"""A number right behind a day, which is no time: the other end of a span, a year of two figures."""


class _Day(Struct, frozen=True):
    """A day of a month as a text names it, what stands before and behind it, and the weekday beside it (0: Monday)."""

    month: int
    day: int
    before: str
    behind: str
    weekdays: frozenset[int]


def with_year(text: str, locale: str, today: date) -> str | Unreadable | None:
    """The text with the day that it names as an ISO date; None where it names none, or one without its weekday."""
    found = _days_in(text, locale)
    if len(found) != 1 or not found[0].weekdays:
        return None
    (one,) = found
    if _GOES_ON.match(one.behind) or is_end_of_span(str(one.day), one.before[-_NEAR:], one.behind[:_NEAR], locale):
        return Unreadable("perhaps one end of a span of days")
    days = [day for year in range(today.year - 1, today.year + 2) if (day := _day_of(year, one)) is not None]
    fitting = [day for day in days if day.weekday() in one.weekdays]
    if len(fitting) != 1:
        return Unreadable("a day that falls on that weekday in no year near this one")
    return f"{one.before} {fitting[0].isoformat()} {one.behind}"


def in_year(text: str, locale: str, year: int) -> str:
    """A text that names one day without a year, with that day as an ISO date of `year`; any other text as it is.

    A weekday beside the day has to fall on it.
    """
    found = [] if dates_in(text, locale) else _days_in(text, locale)
    if len(found) != 1:
        return text
    (one,) = found
    day = _day_of(year, one)
    is_other = day is None or (one.weekdays and day.weekday() not in one.weekdays)
    if is_other or _GOES_ON.match(one.behind) or is_end_of_span(str(one.day), one.before, one.behind, locale):
        return text
    return f"{one.before} {day} {one.behind}".strip()


def in_years(texts: Sequence[str], locale: str, years: Sequence[int]) -> list[str]:
    """Texts of a list as `in_year` gives them, each in its own year.

    Numbers alone ("05-02", "2/5") are days where the list is sorted by them: with the month first, or with the day, and
    not with both.
    """
    pairs = [_NUMBERS.fullmatch(ascii_digits(text).strip()) for text in texts]
    numbers = [(int(pair[1]), int(pair[2])) for pair in pairs if pair is not None]
    if len(numbers) < len(texts):
        return [in_year(text, locale, year) for text, year in zip(texts, years, strict=True)]
    first = [_Day(one, other, "", "", frozenset()) for one, other in numbers]
    last = [_Day(other, one, "", "", frozenset()) for one, other in numbers]
    orders = [[_day_of(year, one) for year, one in zip(years, own, strict=True)] for own in (first, last)]
    fitting = [days for own in orders if _are_sorted(days := [day for day in own if day is not None], len(texts))]
    return [day.isoformat() for day in fitting[0]] if len(fitting) == 1 else list(texts)


def _are_sorted(days: Sequence[date], count: int) -> bool:
    """Whether there are so many days, of three kinds or more, and none stands out of its place."""
    pairs = list(pairwise(days))
    ordered = all(one <= other for one, other in pairs) or all(one >= other for one, other in pairs)
    return len(days) == count and len(set(days)) >= _FEW and ordered


def names_a_day(text: str, locale: str) -> bool:
    """Whether a text is a day without a year and its weekday, and little more: a time."""
    found = _days_in(text, locale)
    return len(found) == 1 and bool(found[0].weekdays) and _others(f"{found[0].before} {found[0].behind}", locale) <= 1


def is_bare_day(text: str, locale: str) -> bool:
    """Whether a text is a day, with its year or its weekday, and nothing else: no "Offer ends" before it."""
    whole = dates_in(text, locale)
    if whole:
        return len(whole) == 1 and not _others(whole[0].rest, locale)
    found = _days_in(text, locale)
    return len(found) == 1 and bool(found[0].weekdays) and not _others(f"{found[0].before} {found[0].behind}", locale)


def day_without_year(text: str, locale: str) -> tuple[int, int] | None:
    """The month and the day of a text that is a day without its year, with or without its weekday, and nothing else."""
    found = [] if dates_in(text, locale) else _days_in(text, locale)
    around = f"{found[0].before} {found[0].behind}" if len(found) == 1 else text
    bare = not _others(around, locale) and not any(map(str.isdigit, around))
    return (found[0].month, found[0].day) if bare and len(found) == 1 else None


def is_of_another_day(text: str, day: tuple[int, int], locale: str) -> bool:
    """Whether a text names days, with a year or without, and none of them is this one, a month and its day."""
    whole = [set(one.numbers) for one in dates_in(text, locale)]
    named = whole or [{one.month, one.day} for one in _days_in(text, locale)]
    return bool(named) and not any(named_day.issuperset(day) for named_day in named)


def _others(text: str, locale: str) -> int:
    """How many words are no weekday."""
    return sum(word not in weekday_names(locale) for word in _WORD.findall(text.casefold()))


def _days_in(text: str, locale: str) -> list[_Day]:
    """Each day of a text, with or without its weekday."""
    text = ascii_digits(text)
    numbered = (*_signed().finditer(text), *_DOTTED.finditer(text))
    found = [(match, int(match["month"]), int(match["day"])) for match in numbered]
    names = month_names(locale)
    for match in day_pattern(locale).finditer(text):
        month = next((names[word] for word in _WORD.findall(match[0].casefold()) if word in names), 0)
        number = _NUMBER.search(match[0])
        if month and number:
            found.append((match, month, int(number[0])))
    return [_in_its_place(text, locale, *one) for one in found]


def _in_its_place(text: str, locale: str, match: re.Match[str], month: int, day: int) -> _Day:
    before, behind = text[: match.start()], text[match.end() :]
    beside = [one for one in (_BEFORE.search(before), _BEHIND.match(behind)) if one is not None]
    said = [next(filter(None, one.groups())).casefold() for one in beside]
    weekdays = next((weekday_names(locale)[word] for word in said if word in weekday_names(locale)), frozenset[int]())
    return _Day(month, day, before, behind, weekdays)


@lru_cache(maxsize=1)
def _signed() -> re.Pattern[str]:
    """A day as East Asia writes it: each number with its sign."""
    month, day = (alternatives(words(f"{part}_sign")) for part in ("month", "day"))
    return re.compile(rf"(?<!\d)(?P<month>\d{{1,2}})\s?(?:{month})\s?(?P<day>\d{{1,2}})\s?(?:{day})")


def _day_of(year: int, one: _Day) -> date | None:
    try:
        return date(year, one.month, one.day)
    except ValueError:
        return None
