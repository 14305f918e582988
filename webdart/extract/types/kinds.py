"""Tells the kind of a text by its form: number, amount, date, rating, plain text."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from babel.numbers import list_currencies

from webdart.extract.types.calendar import month_words, weekday_words
from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives, words
from webdart.records.coerce.locales import ascii_digits

LONG = 200
"""Letters from which on a text is prose."""
_TYPED = 60  # letters of the longest text that is a date or an amount with what stands around it
_NUMBER = r"[+\-−–]?\s?(?:\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d+)(?:[.,]\d+)?"
_INTEGER = re.compile(r"[+\-−–#№]?\s?(?:\d+|\d{1,2}(?:,\d{2})+,\d{3}|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+)\.?")
_DECIMAL = re.compile(_NUMBER + r"(?:\s?[kKmM%])?")
_AMOUNT = re.compile(rf"(?P<before>[^\d\s+\-−–]{{1,4}})?\s?{_NUMBER}(?:[.,]?[-–—]+)?\s?(?P<after>[^\d\s]{{1,5}})?")
_SHORT_DAY = re.compile(r"\d{1,2}\.\s?\d{1,2}\.")
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}[:h]\d{2}(?::\d{2})?(?:\.\d+)?(?![\d:])\s?(?:[ap]\.?m\.?)?", re.IGNORECASE)
_BARE_CLOCK = re.compile(rf"{_CLOCK.pattern}(?:\s?[-–]\s?{_CLOCK.pattern})?", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’.][^\W\d_]+)*")
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_DIGIT = re.compile(r"\d")
_MARKS = str.maketrans("٬٫", ",.")  # U+066C and U+066B, Arabic thousands and decimal separator
_FILLERS = 3  # words beside a month that a date may have: weekday, "of", "at"
SIGNS = "$¢£¤¥֏؋৲৳৻૱௹฿៛₠-⃏﷼﹩＄￠￡￥￦"
"""Unicode's currency signs, as a range of a pattern."""
_SIGN = re.compile(f"[{SIGNS}]")
TYPED = frozenset({"integer", "number", "money", "date", "datetime", "time", "rating", "relative"})
"""The kinds that tell something by their form."""


@cache
def east_asian_day() -> str:
    """A day as East Asia writes it, as an expression: each number with its sign, the year's first."""
    year, month, day = (alternatives(words(f"{part}_sign")) for part in ("year", "month", "day"))
    return rf"\d{{4}}\s?(?:{year})\s?\d{{1,2}}\s?(?:{month})\s?\d{{1,2}}\s?(?:{day})"


@cache
def _day_written() -> re.Pattern[str]:
    month, day = (alternatives(words(f"{part}_sign")) for part in ("month", "day"))
    return re.compile(
        r"(?<!\d)(?:\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}|\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2}))(?!\d)"
        rf"|{east_asian_day()}|\d{{1,2}}(?:{month})\s?\d{{1,2}}(?:{day})"
    )


@cache
def _rating() -> re.Pattern[str]:
    """A mean out of a most, with or without the word for stars behind it; drawn stars."""
    stars = alternatives(words("stars"))
    mean = r"\d(?:[.,]\d+)?"
    return re.compile(
        rf"{mean}\s?(?:/|\D{{1,8}})\s?(?:5|10|100)(?:\s(?:{stars}))?|[★☆⭐✩✭]{{1,10}}",
        re.IGNORECASE,
    )


def is_typed(text: str, language: str = "") -> bool:
    """Whether a text is a number, an amount, a date or a rating."""
    return kind_of(text, language) in TYPED


@lru_cache(maxsize=65536)
def kind_of(text: str, language: str = "") -> str:
    """The kind of one text; months are those of the language and of English."""
    if len(text) > _TYPED:
        return "long" if len(text) > LONG else "text"
    text = _latin(text)
    return _with_digits(text, language) if _DIGIT.search(text) else _without_digits(text)


def _latin(text: str) -> str:
    """The text with the digits and marks of numbers that the patterns here have."""
    return ascii_digits(text).translate(_MARKS) if not text.isascii() else text


def _with_digits(text: str, language: str) -> str:
    tests = (
        ("integer", lambda: _INTEGER.fullmatch(text) is not None),
        ("time", lambda: _BARE_CLOCK.fullmatch(text) is not None),
        ("datetime", lambda: _day(text, language) == "datetime"),
        ("date", lambda: _day(text, language) == "date"),
        ("number", lambda: _DECIMAL.fullmatch(text) is not None),
        ("money", lambda: _is_amount(text)),
        ("rating", lambda: _rating().fullmatch(text) is not None),
        ("relative", lambda: _relative(text)),
    )
    return next((kind for kind, holds in tests if holds()), "text")


def _is_amount(text: str) -> bool:
    amount = _AMOUNT.fullmatch(text)
    return amount is not None and (_is_currency(amount["before"]) or _is_currency(amount["after"]))


def _without_digits(text: str) -> str:
    if _rating().fullmatch(text):
        return "rating"
    return "relative" if text.lower() in _times()["named"] else "text"


def _day(text: str, language: str) -> str:
    """`date` or `datetime` where a text is one, "" where it is not."""
    found = _day_written().search(text) or _SHORT_DAY.fullmatch(text)
    words = [word.lower() for word in _WORD.findall(text)]
    if found is None and not _has_month(words, language, text):
        return ""
    if len(words) > _FILLERS + 2:
        return ""
    return "datetime" if _CLOCK.search(text) else "date"


def _has_month(words: Sequence[str], language: str, text: str) -> bool:
    months = month_words(language)
    named = sum(word.strip(".") in months for word in words)
    if named and len(words) - named <= _FILLERS:
        others = [word for word in words if word.strip(".") not in months]
        known = weekday_words(language)
        return _YEAR.search(text) is not None or all(word in known or len(word) <= _FILLERS for word in others)
    return False


def _relative(text: str) -> bool:
    words = {word.lower() for word in _WORD.findall(text)}
    times = _times()
    return bool(words & times["named"]) or bool(words & times["units"] and words & times["ago"])


@cache
def _times() -> dict[str, frozenset[str]]:
    return {concept: frozenset(words) for concept, words in lexicon("times").items()}


@cache
def _currencies() -> frozenset[str]:
    codes = {code.lower() for code in list_currencies()}
    return frozenset(codes | set(lexicon("money")["symbols"]))


def _is_currency(word: str | None) -> bool:
    return bool(word) and (word.lower() in _currencies() or _SIGN.search(word) is not None)
