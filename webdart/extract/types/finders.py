"""Finds a date, an amount or a number inside a longer text."""

import re
from functools import cache

from webdart.extract.types.calendar import month_words
from webdart.lexicon import lexicon

_NUMBER = r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?"
_CLOCK = r"(?:\D{0,6}\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?)?"


@cache
def finders(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Kinds with the pattern that finds them, the most telling first."""
    return (
        ("date", _dates(language)),
        ("money", _amounts()),
        ("integer", re.compile(r"(?<![\w.,:/-])(?:\d{1,3}(?:[.,\u00a0\u202f']\d{3})+|\d+)(?![\w:/-]|[.,]\d)")),
    )


def _dates(language: str) -> re.Pattern[str]:
    months = "|".join(sorted(map(re.escape, month_words(language)), key=lambda word: (-len(word), word)))
    month = rf"(?:{months})\.?"
    numeric = r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})"
    day_first = rf"\d{{1,2}}(?:st|nd|rd|th|\.|º)?[\s-]+(?:[^\W\d_]{{2,3}}\s+)?{month}(?:,?[\s-]+(?:[^\W\d_]{{2,3}}\s+)?\d{{4}})?"
    month_first = rf"{month}\s+\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?(?!\d)"
    east = r"\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    return re.compile(rf"(?<![\w])(?:{numeric}|{day_first}|{month_first}|{east}){_CLOCK}", re.IGNORECASE)


def _amounts() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, lexicon("money")["symbols"]), key=lambda word: (-len(word), word)))
    sign = rf"(?:[$¢£¤¥֏؋৲৳৻૱௹฿៛₠-⃏﷼﹩＄￠￡￥￦]|\b(?:EUR|USD|GBP|CHF|PLN|CZK|HUF|SEK|NOK|DKK)\b|(?<!\w)(?:{words})(?!\w))"
    return re.compile(rf"(?:{sign}\s?(?:{_NUMBER})|(?:{_NUMBER})\s?{sign})", re.IGNORECASE)
