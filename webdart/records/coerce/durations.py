"""Reads lengths of time, in the words of the site's language: "2h 15m", "1:05:00", "PT2H"."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from itertools import takewhile
from typing import Literal

from babel.dates import format_timedelta

from webdart.lexicon.phrases import words
from webdart.records.coerce.convention import Convention, Unreadable
from webdart.records.coerce.locales import ascii_digits, parse_locale
from webdart.records.coerce.numbers import value_of

_UNITS: tuple[tuple[Literal["week", "day", "hour", "minute", "second"], int], ...] = (
    ("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1),
)  # fmt: skip
_HOUR = 3600
_AROUND = words("around_duration")
_BETWEEN = "\N{NO-BREAK SPACE}"  # between what stands before and what stands behind, as residues of numbers have it
_GLUE = words("joined_by") | {""}
_MINUTES = re.compile(r"[0-5]\d")
_CLOCK = re.compile(r"(-?)(?<!\d)(\d+):(\d{2})(?::(\d{2}))?")
_CLOCK_OF = re.compile(r"(-?\d+:\d{2})\s?([^\W\d_]+)\.?")
_ISO = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", re.IGNORECASE)
_PART = re.compile(r"(?<!\d)(\d+(?:[.,]\d+)?)\s?([^\W\d_]+)\.?")


@lru_cache(maxsize=64)
def unit_words(locale: str) -> dict[str, int]:
    """Words and letters for units of time → seconds: CLDR's of the locale and of English, and the lexicon's."""
    found = {word: seconds for unit, seconds in _UNITS for word in words(f"{unit}_unit")}
    styles: tuple[Literal["narrow", "short", "long"], ...] = ("narrow", "short", "long")
    for name in ("en", locale):
        for unit, seconds in _UNITS:
            for style in styles:
                for count in (1, 2, 3, 5, 11):
                    said = format_timedelta(
                        timedelta(seconds=count * seconds),
                        granularity=unit, threshold=1e9, format=style, locale=parse_locale(name),
                    )  # fmt: skip
                    word = re.sub(r"[\d\s.]", "", ascii_digits(said)).casefold()
                    if word:
                        found.setdefault(word, seconds)
    return found


def two_part_of(texts: Iterable[str], called: str = "", locale: str = "en") -> Literal["h:m", "m:s"] | None:
    """What `1:05` means in a column.

    Hours and minutes where the column is `called` by hours, minutes and seconds where by minutes; else the latter where
    a clock has three parts or its first is above 23.
    """
    units = {unit_words(locale).get(word) for word in re.findall(r"[^\W\d_]{2,}|\bh\b", called.casefold())}
    if units & {3600, 60}:
        return "h:m" if 3600 in units else "m:s"
    for text in texts:
        match = _CLOCK.fullmatch(ascii_digits(text).strip())
        if match and (match[4] is not None or int(match[2]) > 23):
            return "m:s"
    return None


def words_around(texts: Sequence[str], locale: str, settled: str) -> str:
    """The words that all lengths of time of a column begin and end with and that say nothing of them: "ready in".

    They come as a `Convention`'s residue; one text alone has those of the pages before. Any other word may change what
    is meant ("5 min or more"): beside one there is no residue.
    """
    if len(texts) < 2:
        return settled
    split = [text.split() for text in texts]
    units = unit_words(locale)
    first = _shared(split, units)
    last = _shared([words[::-1] for words in split], units)[::-1]
    around = [" ".join(side) for side in (first, last)]
    known = any(around) and all(side.casefold() in _AROUND for side in around if side)
    return _BETWEEN.join(around) if known else ""


def _shared(texts: Sequence[Sequence[str]], units: Container[str]) -> Sequence[str]:
    """The words at the beginning of all, up to the first that is a part of a length of time."""
    same = (words[0] for words in takewhile(lambda words: len(set(words)) == 1, zip(*texts, strict=False)))
    return list(takewhile(lambda word: word.isalpha() and word.casefold() not in units, same))


def without(around: str, text: str) -> str:
    """A text without the words that all of its column begin and end with; "" where there are none."""
    before, _, behind = around.partition(_BETWEEN)
    return text.removeprefix(before).removesuffix(behind).strip() if before or behind else ""


def read_duration(text: str, convention: Convention, locale: str) -> timedelta | Unreadable:
    """The length of time that a whole text names; a unit may stand twice, once for screen readers: "5 minutes min"."""
    try:
        return _span(text, convention, locale)
    except OverflowError:
        return Unreadable("too long")


def _span(text: str, convention: Convention, locale: str) -> timedelta | Unreadable:
    text = ascii_digits(text).strip()
    iso = _ISO.fullmatch(text)
    if iso and len(text) > 2:
        weeks, days, hours, minutes, seconds = (int(part or 0) for part in iso.groups())
        return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)
    units = unit_words(locale)
    counted = _CLOCK_OF.fullmatch(text)
    if counted and units.get(counted[2].casefold()) in {3600, 60}:
        text = counted[1]
        convention = Convention(two_part="h:m" if units[counted[2].casefold()] == 3600 else "m:s")
    clock = _CLOCK.fullmatch(text)
    if clock:
        return _clock_span(clock, convention)
    seconds, end, latest = 0.0, 0, 0
    for part in _PART.finditer(text):
        unit = units.get(part[2].casefold())
        if unit is None or _glue(text[end : part.start()], latest, units) not in _GLUE:
            return Unreadable("not a length of time")
        amount = value_of(part[1], "," if "," in part[1] else ".")
        if amount is None:
            return Unreadable("not a length of time")
        seconds, end, latest = seconds + float(amount) * unit, part.end(), unit
    rest = _glue(text[end:], latest, units)
    minutes = int(rest) if latest == _HOUR and _MINUTES.fullmatch(rest) else 0  # "1 h 30", "2h05"
    if not latest or (rest and not minutes):
        return Unreadable("not a length of time")
    return timedelta(seconds=seconds, minutes=minutes)


def _glue(text: str, unit: int, units: Mapping[str, int]) -> str:
    """What stands behind a part, in lower case, without the same unit once more."""
    text = text.strip(" ,").casefold()
    first, _, rest = text.partition(" ")
    return rest.strip(" ,") if unit and units.get(first.rstrip(".")) == unit else text


def _clock_span(clock: re.Match[str], convention: Convention) -> timedelta | Unreadable:
    first, second = int(clock[2]), int(clock[3])
    if clock[4] is not None:
        span = timedelta(hours=first, minutes=second, seconds=int(clock[4]))
    elif convention.two_part == "m:s":
        span = timedelta(minutes=first, seconds=second)
    elif convention.two_part == "h:m":
        span = timedelta(hours=first, minutes=second)
    else:
        return Unreadable("hours and minutes, or minutes and seconds")
    return -span if clock[1] else span
