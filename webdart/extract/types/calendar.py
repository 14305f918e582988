"""The names of months and weekdays in a language, from CLDR."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names

from webdart.records.coerce.calendar_names import month_names

_ALWAYS = ("en",)


@cache
def month_words(language: str) -> frozenset[str]:
    """The names and abbreviations of months in a language (BCP 47) and in English, casefolded, without dots."""
    return frozenset(month_names(language))


@cache
def weekday_words(language: str) -> frozenset[str]:
    """The names and abbreviations of weekdays, likewise."""
    return frozenset(word for locale in _locales(language) for word in _weekdays(locale))


@cache
def _locales(language: str) -> tuple[Locale, ...]:
    found: list[Locale] = []
    for code in (language, *_ALWAYS):
        try:
            found.append(Locale.parse(code.replace("-", "_").split("_")[0]))
        except (UnknownLocaleError, ValueError, TypeError):
            continue
    return tuple(found)


def _weekdays(locale: Locale) -> Iterator[str]:
    for width in ("wide", "abbreviated"):
        for context in ("format", "stand-alone"):
            yield from (
                str(name).lower().strip(".")
                for name in cast("Mapping[int, str]", get_day_names(width, context, locale)).values()
            )
