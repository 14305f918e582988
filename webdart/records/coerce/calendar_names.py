"""Gives the names of months and weekdays in a locale, and what a day of a month looks like there."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from webdart.identifier import composed
from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives, phrases, words
from webdart.records.coerce.locales import parse_locale

_CUT = 3  # letters that software leaves of a month
_ELISIONS = "'’"  # what a word ends with that no blank follows


@lru_cache(maxsize=64)
def month_names(locale: str) -> dict[str, int]:
    """Month names and abbreviations, casefolded, of the locale and of English, also as capitals and without accents.

    Software abbreviates by cutting ("fév") where people have a custom ("févr."): the first letters are a name, too.
    """
    found = _months(locale)
    for beginning, number in _beginnings(locale):
        found.setdefault(beginning, number)
    for name, number in list(found.items()):
        capitals = name.upper().casefold()
        without_stress = unicodedata.normalize("NFD", name).replace(_STRESS, "")
        for other in (capitals, without_stress, _unaccented(name), _unaccented(capitals)):
            found.setdefault(composed(other), number)
    return found


def month_of(word: str, locale: str) -> int:
    """The number of a month by its name, in any case: Turkish capitals have two i, Greek ones no accents.

    Raises:
        KeyError: it is none of `month_names`.
    """
    names, said = month_names(locale), composed(word.casefold())
    return names[said if said in names else _unaccented(said)]


def _unaccented(word: str) -> str:
    """A word without what stands above its letters."""
    apart = unicodedata.normalize("NFD", word)
    return composed("".join(sign for sign in apart if unicodedata.combining(sign) != _ABOVE))


_STRESS = "\u0301"
"""What Greek capitals leave out, and what tells two vowels apart they keep."""
_ABOVE = 230
"""The combining class (Unicode, 4.3) of signs above a letter."""


def _months(locale: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in ("en", locale):
        months = parse_locale(name).months
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, word in months[context][width].items():
                    key = composed(str(word).casefold()).strip(". ॰")
                    if not key[:1].isdigit():
                        found[key] = int(number)
    return found | dict.fromkeys(words("september"), 9)


def _beginnings(locale: str) -> Iterator[tuple[str, int]]:
    """The first letters of the locale's months, with their numbers, where no other month or weekday has them."""
    said = parse_locale(locale)
    wide = {composed(str(word).casefold()): int(number) for number, word in said.months["format"]["wide"].items()}
    days = [composed(str(word).casefold()) for word in said.days["format"]["wide"].values()]
    for name, number in wide.items():
        others = [*(other for other, its in wide.items() if its != number), *days]
        beginning = name[:_CUT]
        if beginning.isalpha() and len(name) > _CUT and not any(other.startswith(beginning) for other in others):
            yield beginning, number


@lru_cache(maxsize=64)
def weekday_names(locale: str) -> dict[str, frozenset[int]]:
    """Names of weekdays and their abbreviations, casefolded, of the locale and of English, with their numbers from 0.

    Monday is 0; "so" is Sunday in one language and may be another day in the next.
    """
    named = [parse_locale(name).days[context] for name in ("en", locale) for context in ("format", "stand-alone")]
    found: dict[str, frozenset[int]] = {}
    for days in named:
        for width in ("wide", "abbreviated", "short"):
            for number, word in days.get(width, {}).items():
                key = str(word).casefold().strip(".")
                found[key] = found.get(key, frozenset()) | {int(number)}
    return found


def before_month() -> str:
    """The words between a day and its month as an expression, with the blank that they need; `*` goes without one."""
    return "|".join(
        re.escape(word.removesuffix("*")) if word[-1] in f"{_ELISIONS}*" else f"{re.escape(word)} "
        for word in sorted(phrases("of_month"), key=len, reverse=True)
    )


@cache
def day_ending(place: Literal["before_month", "behind_month"]) -> str:
    """What may stand behind the number of a day, as the alternatives of an expression."""
    return alternatives(lexicon("numerals")["days"][place])


@lru_cache(maxsize=64)
def day_pattern(locale: str) -> re.Pattern[str]:
    """A day of a month, with or without its year: "14 March", "March 14"."""
    names = "|".join(re.escape(name) for name in sorted(month_names(locale), key=len, reverse=True))
    of = before_month()
    before = rf"(?<![\w.,])\d{{1,2}}(?:{day_ending('before_month')})?\s?(?:{of})?(?:{names})(?![^\W\d_])"
    after = rf"(?<![^\W\d_])(?:{names})(?![^\W\d_])\.?\s\d{{1,2}}(?:{day_ending('behind_month')})?(?![\w.,]\d|\d)"
    return re.compile(f"{before}|{after}", re.IGNORECASE)
