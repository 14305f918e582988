"""Finds a date, an amount or a number inside a longer text."""

import re
from functools import cache

from babel.numbers import list_currencies

from webdart.extract.types.calendar import month_words
from webdart.extract.types.kinds import SIGNS, east_asian_day
from webdart.lexicon import lexicon

_NUMBER = (
    r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?|\d{1,3}(?:[.,'’٬\u00a0\u202f ]\d{3})+(?:[.,٫]\d{1,2})?|\d+(?:[.,٫]\d+)?"
)
_NO_CENTS = r"(?<!\d)(?<!\d[.,٬٫])(?<!\d\s[.,])"  # of a number that stands apart from them
_CLOCK = r"(?:\D{0,6}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?"


@cache
def finders(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Kinds with the pattern that finds them, the most telling first."""
    return (
        ("date", _dates(language)),
        ("money", _amounts()),
        ("integer", re.compile(r"(?<![\w.,٬٫:/-])(?:\d{1,3}(?:[.,٬\u00a0\u202f']\d{3})+|\d+)(?![\w:/-]|[.,٬٫]\d)")),
    )


def _dates(language: str) -> re.Pattern[str]:
    names = [re.escape(word) for word in month_words(language)]
    months = "|".join(sorted(names, key=lambda word: (-len(word), word)))
    month = rf"(?:{months})(?![^\W\d_])\.?"
    numeric = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})"
    of = r"(?:[^\W\d_]{2,3}\s+)?"  # "de", "of"
    year = rf",?[\s-]+{of}\d{{4}}|[\s-]\d{{2}}(?![\w:]|[.,]\d|[-–]|\s+{month})"  # of two digits, if it is none other
    day_first = rf"\d{{1,2}}(?:st|nd|rd|th|\.|º)?[\s-]+{of}{month}(?:{year})?"
    month_first = rf"{month}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
    return re.compile(rf"(?<![\w])(?:{numeric}|{day_first}|{month_first}|{east_asian_day()}){_CLOCK}", re.IGNORECASE)


def _amounts() -> re.Pattern[str]:
    known: list[str] = [*lexicon("money")["symbols"], *list_currencies()]
    words = "|".join(sorted(map(re.escape, known), key=lambda word: (-len(word), word)))
    sign = rf"(?:[{SIGNS}]|(?<!\w)(?:{words})(?!\w))"
    whole = rf"{_NO_CENTS}(?:{_NUMBER})"
    return re.compile(rf"(?:{sign}\s?(?:{_NUMBER})|{whole}\s?{sign})", re.IGNORECASE)
