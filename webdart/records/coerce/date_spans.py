"""Tells a date that is one end of a span of days: "12–14 March 2025", "12.3. bis 14.3.2025", "2025年3月5日～7日"."""

import re
from functools import cache, lru_cache

from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.calendar_names import day_ending, day_pattern, weekday_names

_DASHES = r"[-−–‐‑—~～〜]"
_DAY = r"(?<![\w.,:/#+-])(?:0?[1-9]|[12]\d|3[01])"
_DAY_ALONE = r"(?:0?[1-9]|[12]\d|3[01])"
_DAY_FIRST = re.compile(r"\d{1,2}(?!\d)")
_YEAR_FIRST = re.compile(r"\d{4}")
_IN_BRACKETS = r"(?:\s?[(（][^()（）]{1,4}[)）])?"  # the weekday, as East Asia writes it
_LETTERS = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=64)
def _joint(locale: str) -> str:
    """What stands between the two days of a span; a weekday may follow."""
    names = "|".join(re.escape(name) for name in sorted(weekday_names(locale), key=len, reverse=True))
    said = words("span_to")
    tight = {word for word in said if word.upper() == word.lower()}  # scripts of which some write no blanks
    between = rf"\s?(?:{_DASHES}|[/&+]|{alternatives(tight)})\s?|\s(?:{alternatives(said - tight)})\s"
    return rf"(?:{between})(?:(?:{names})\b\.?,?\s)?"


@lru_cache(maxsize=64)
def _before(locale: str) -> re.Pattern[str]:
    """A day, with or without its month, that the text before a date ends with."""
    return re.compile(
        rf"(?P<day>{_DAY})(?:(?P<ordinal>{day_ending('before_month')})|[./-]\d{{1,2}}(?P<month>\.?))?(?P<joint>{_joint(locale)})$",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _behind(locale: str) -> re.Pattern[str]:
    """A day that the text behind a date begins with, as dates are written from the year down."""
    signs = alternatives(words("month_sign") | words("day_sign"))
    return re.compile(
        rf"\.?{_IN_BRACKETS}{_joint(locale)}(?<!\d)\d{{1,2}}(?:\s?(?:{signs})|[./-]\s?\d{{1,2}}(?![\d:])\.?)",
        re.IGNORECASE,
    )


@lru_cache(maxsize=64)
def _day_behind(locale: str) -> re.Pattern[str]:
    """A bare day that ends the text behind a date which itself ends with its day."""
    return re.compile(rf"{_IN_BRACKETS}{_joint(locale)}{_DAY_ALONE}\.?\s*[)）]?\s*$", re.IGNORECASE)


@cache
def _aside() -> re.Pattern[str]:
    """What stands in brackets and is no end of a span: "(updated March 7)"."""
    return re.compile(rf"[(（](?!\s?{_DASHES}|(?:{alternatives(words('span_to'))})\s)[^()（）]*[)）]", re.IGNORECASE)


def is_end_of_span(date: str, before: str, behind: str, locale: str) -> bool:
    """Whether what stands around a date tells another day: the other end of a span, or a second date.

    Of the date itself it counts whether it begins or ends with its day; one with a time does neither.
    """
    if not any(map(str.isdigit, before + behind)):
        return False
    days = day_pattern(locale)
    if days.search(before) or days.search(_aside().sub(" ", behind)) or _behind(locale).match(behind):
        return True
    if _YEAR_FIRST.match(date) and ":" not in date and _day_behind(locale).match(behind):
        return True
    found = _before(locale).search(before)
    if found is None or (found["ordinal"] is None and found["month"] is None and not _DAY_FIRST.match(date)):
        return False
    apart = found["ordinal"] is None and found["month"] is None and found["joint"] != found["joint"].strip()
    said = _LETTERS.findall(before[: found.start()])
    # a number behind a word may be the word's: "Lecture 3 – 14 March 2025"
    return not (
        apart and found["joint"].strip()[:1] in "-−–‐‑—~" and said and said[-1].casefold() not in weekday_names(locale)
    )
