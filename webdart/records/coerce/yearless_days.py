"""Reads a day without its year, such as "Thursday, November 26": which year is meant, only the present can tell.

The nearest such day to the run's present is meant, of those that fall on the weekday that stands beside it.
"""

import re
from datetime import date
from functools import lru_cache

from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.calendar_names import day_pattern, month_names, weekday_names
from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.date_spans import is_end_of_span
from webdart.records.coerce.locales import ascii_digits

_NEAR = 60  # letters beside a day in which the other end of a span stands
_DOTTED = re.compile(r"(?<![\d.,])(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?!\s?\d)")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+")


@lru_cache(maxsize=1)
def _signed() -> re.Pattern[str]:
    """A day as East Asia writes it: each number with its sign."""
    month, day = (alternatives(words(f"{part}_sign")) for part in ("month", "day"))
    return re.compile(rf"(?<!\d)(?P<month>\d{{1,2}})\s?(?:{month})\s?(?P<day>\d{{1,2}})\s?(?:{day})")


def with_year(text: str, locale: str, today: date) -> str | Unreadable | None:
    """The text with the day that it names as an ISO date, the nearest one to `today`; None where it names none."""
    text = ascii_digits(text)
    found = _days_in(text, locale)
    if len(found) != 1:
        return Unreadable("several days") if found else None
    match, month, day = found[0]
    before, behind = text[: match.start()], text[match.end() :]
    if is_end_of_span(match[0], before[-_NEAR:], behind[:_NEAR], locale):
        return Unreadable("one end of a span of days")
    weekdays = weekday_names(locale)
    said = [weekdays[word] for word in _WORD.findall(f"{before} {behind}".casefold()) if word in weekdays]
    days = [one for year in range(today.year - 1, today.year + 2) if (one := _day_of(year, month, day)) is not None]
    fitting = [one for one in days if all(one.weekday() in numbers for numbers in said)]
    if not fitting:
        return Unreadable("a day that falls on that weekday in no year near this one" if days else "no such day")
    nearest = min(fitting, key=lambda one: abs((one - today).days))
    return f"{before} {nearest.isoformat()} {behind}"


def names_a_day(text: str, locale: str) -> bool:
    """Whether a text is a day without a year, and at most its weekday beside it."""
    text = ascii_digits(text)
    found = _days_in(text, locale)
    if len(found) != 1:
        return False
    match = found[0][0]
    rest = _WORD.findall(f"{text[: match.start()]} {text[match.end() :]}".casefold())
    return all(word in weekday_names(locale) for word in rest)


def _days_in(text: str, locale: str) -> list[tuple[re.Match[str], int, int]]:
    """Each day of a text with the numbers of its month and its day."""
    numbered = (*_signed().finditer(text), *_DOTTED.finditer(text))
    found = [(match, int(match["month"]), int(match["day"])) for match in numbered]
    names = month_names(locale)
    for match in day_pattern(locale).finditer(text):
        month = next((names[word] for word in _WORD.findall(match[0].casefold()) if word in names), 0)
        number = _NUMBER.search(match[0])
        if month and number:
            found.append((match, month, int(number[0])))
    return found


def _day_of(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
