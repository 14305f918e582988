"""Reads the words that multiply the number before them: "1.2 million", "85 lakh", "120万元"."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import prod

from babel.numbers import format_compact_decimal

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives
from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.locales import ascii_digits, parse_locale

_LETTER = r"(?:[^\W\d_]|[\u0900-\u0dff\u0e00-\u0e7f])"  # with the vowel signs of India's and Thailand's scripts
_WORD = re.compile(rf"\s?({_LETTER}+)\.?(?!\w)")
_GLUED = re.compile(rf"\d({_LETTER})(?!\w)")
_SHOWN = ("short", "long")
_EVERYWHERE: Mapping[str, int] = lexicon("scales")["everywhere"]
_JOINED_ONE = re.compile(alternatives(lexicon("scales")["joined"]["words"]))
_JOINED = re.compile(rf"(?:{_JOINED_ONE.pattern})+")
_COUNTED: Sequence[str] = lexicon("scales")["joined"]["counted"]
_PERHAPS = frozenset(lexicon("scales")["perhaps"]["words"])
_UNITS: Mapping[str, Sequence[str]] = lexicon("scales")["units"]
_COUNTS = (1, 2, 5, 1.5)
"""Numbers of which one has each form of a word, as CLDR's plural rules know them."""


@lru_cache(maxsize=64)
def own_scales(locale: str) -> Mapping[str, int]:
    """The words of a locale, casefolded, by what they multiply with; k, m and b are everywhere."""
    found: dict[str, int] = {}
    where = parse_locale(locale)
    for shown in _SHOWN:
        for power in range(3, 13):
            for count in _COUNTS if shown == "long" else _COUNTS[:1]:
                whole = round(count * 10**power)
                text = ascii_digits(format_compact_decimal(whole, format_type=shown, locale=where, fraction_digits=1))
                digits = re.search(r"\d+(?:[.,٫]\d)?", text)
                word = re.sub(r"[\d.,٫\s]+", " ", text).strip().casefold()
                if digits and word and " " not in word:
                    found.setdefault(word, round(whole / float(re.sub(r"[,٫]", ".", digits[0]))))
    return {**_EVERYWHERE, **found}


@cache
def foreign_scales() -> Mapping[str, int | None]:
    """The words of all languages; None for one that means different numbers in two of them."""
    found: dict[str, int | None] = {}
    for number, words in lexicon("scales")["words"].items():
        for word in words:
            found[word] = int(number) if found.get(word, int(number)) == int(number) else None
    return found


def _scale(word: str, locale: str) -> int | Unreadable | None:
    """What a word multiplies with; None where it multiplies nothing."""
    word = word.casefold()
    own = own_scales(locale).get(word)
    if own is not None or word not in foreign_scales() or parse_locale(locale).language in _UNITS.get(word, ()):
        return own
    other = foreign_scales()[word]
    return (
        Unreadable(f"{word!r} is another number in another language; `locale` says which") if other is None else other
    )


def may_multiply(words: str) -> bool:
    """Whether words behind a number begin with one that multiplies in some locales and is a unit in others: "Cr"."""
    return words.casefold().split(" ", 1)[0].rstrip(".") in _PERHAPS


def _ends(behind: str) -> bool:
    """Whether what stands behind a letter ends its word: nothing, a blank or a sign of money."""
    return not behind.strip() or unicodedata.category(behind) == "Sc"


def by_letter(text: str) -> bool:
    """Whether a letter stands at the digits of a text, and nothing behind it: "14b"."""
    found = _GLUED.search(text)
    return found is not None and found[1].casefold() != found[1].upper()


def _joined(word: str, *, glued: bool) -> tuple[int, int] | Unreadable:
    """What the words multiply with that a word begins with and that no blank parts from the rest, and their length.

    What is counted has to follow: behind a blank, "만화" may be a word of its own, and `glued` to the digits as well.
    """
    found = _JOINED.match(word)
    if found is None:
        return 1, 0
    rest = word[found.end() :]
    if not rest or rest in _COUNTED or (glued and rest.startswith(tuple(_COUNTED))):
        return prod(foreign_scales()[part] or 1 for part in _JOINED_ONE.findall(found[0])), found.end()
    return Unreadable("a word that multiplies, or the beginning of another one") if glued else (1, 0)


def scaled(after: str, locale: str, *, paid: bool) -> tuple[int, str] | Unreadable:
    """What the words behind a number multiply it with, and what stands behind them.

    A letter alone is a unit where a blank is before it ("5 m"), but not behind an amount that was `paid` ("£5 m"),
    unless it goes on: "£45 B&B".
    """
    times = 1
    while word := _WORD.match(after):
        scale = _scale(word[1], locale)
        if isinstance(scale, Unreadable):
            return scale
        end = word.end()
        if scale is None:
            joined = _joined(word[1], glued=not after[0].isspace())
            if isinstance(joined, Unreadable):
                return joined
            if joined[1]:
                scale, end = joined[0], word.start(1) + joined[1]
        alone = len(word[1]) == 1 and word[1].casefold() != word[1].upper() and after[0].isspace()
        if scale is None or (alone and not (paid and _ends(after[end : end + 1]))):
            break
        times, after = times * scale, after[end:]
    return times, after
