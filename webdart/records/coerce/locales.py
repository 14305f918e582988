"""Knows how a locale writes numbers: its digits, its decimal mark, its groups."""

import unicodedata
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

_DIRECTION = frozenset("\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def ascii_digits(text: str) -> str:
    """The text with every script's decimal digits as 0–9, and without the marks that only set its direction."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text if c not in _DIRECTION)


@lru_cache(maxsize=64)
def parse_locale(name: str) -> Locale:
    """The nearest locale that the data knows; English where it knows none."""
    parts = name.replace("-", "_").split("_")
    while parts:
        try:
            return Locale.parse("_".join(parts))
        except (UnknownLocaleError, ValueError):
            parts.pop()
    return Locale.parse("en")


@lru_cache(maxsize=64)
def locale_decimal(name: str) -> str:
    """The locale's decimal mark, `.` or `,`."""
    mark = get_decimal_symbol(parse_locale(name), numbering_system="latn")
    return "," if mark in {",", "٫"} else "."


@lru_cache(maxsize=64)
def groups_by_blank(name: str) -> bool:
    """Whether the locale writes 1 234."""
    return get_group_symbol(parse_locale(name), numbering_system="latn").isspace()
