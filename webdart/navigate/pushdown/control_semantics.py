"""Reads what the words of a control mean for a column: a direction, an interval, a limit, a number of rows.

The words only propose: their meaning is verified against the rows. A text that can be read in two ways means nothing
here.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from webdart.lexicon.phrases import pattern, words
from webdart.navigate.row_filter import DATES, NUMBERS, moment
from webdart.navigate.similarity import covered, words_of
from webdart.page.text_match import loose
from webdart.plan.model import Predicate
from webdart.records.coerce.locales import locale_decimal
from webdart.records.coerce.numbers import value_of
from webdart.workflow.model import Field, Kind

Direction = Literal["up", "down"]

_UP = pattern("ascending", "lowest_first", also=r"\b0\s*[-–]\s*9\b|[↑▲]")
_DOWN = pattern("descending", "highest_first", also=r"\b9\s*[-–]\s*0\b|[↓▼]")
_TIMELY, _DEAR = pattern("by_date"), pattern("by_price")
_LEAST, _MOST = pattern("from", "low_end"), pattern("to", "high_end")
_OR_EQUAL = pattern("comparison")
"""What stands behind an end's own word in a comparison spelled out, and would say the other end."""

_FILLING = words("comparison_words")
"""Words of such comparisons that say no column."""

_SAME: Mapping[Kind, frozenset[str]] = {
    "money": words("money_column"),
    "rating": words("rating_column"),
    "date": words("date_column", "day_column"),
    "datetime": words("date_column", "time_column"),
}
"""Words that say a type, for a control that does not say the column's own name."""

_LITTLE = 0.75  # how much of a column's words a control's words must say


def about(field: Field, text: str) -> float:
    """How well the words of a control name a column, 0 to 1."""
    names = [field.name.replace("_", " "), *([field.label] if field.label else [])]
    return max(covered(words_of(name), text) for name in names)


def names(field: Field, text: str) -> bool:
    """Whether the words of a control name a column well enough to try."""
    return about(field, text) >= _LITTLE


def says_type(field: Field, text: str) -> bool:
    """Whether the words name the column's type: only to be relied on where one column has it."""
    kind = field.type.kind
    if kind in DATES and _TIMELY.search(text):
        return True
    if kind == "money" and _DEAR.search(text):
        return True
    said = words_of(text)
    return any(word in said for word in _SAME.get(kind, ()))


def direction(text: str) -> Direction | None:
    """The direction that an option sorts in; None if it names none, or both.

    Of two ends that are spelled out one after the other ("newest to oldest"), the first one stands first.
    """
    up, down = _UP.search(text), _DOWN.search(text)
    if up is None or down is None:
        return "up" if up else "down" if down else None
    first, second = sorted((up, down), key=lambda match: match.start())
    middle = text[first.end() : second.start()].strip()
    between = _BETWEEN.search(middle)
    if between is None or between[0].strip() != middle:
        return None
    return "up" if first is up else "down"


def end_of(text: str) -> Literal["least", "most"] | None:
    """Which end of a range a box takes."""
    text = _OR_EQUAL.sub(" ", text)
    least, most = _LEAST.search(text), _MOST.search(text)
    if bool(least) == bool(most):
        return None
    return "least" if least else "most"


def is_end(word: str) -> bool:
    """Whether a word only says an end of a range, or belongs to such words."""
    return word in _FILLING or end_of(word) is not None


# -- intervals ------------------------------------------------------------------------------------------------


class Interval(Struct, frozen=True):
    """Numbers from `low` to `high`, None without end; whether the ends surely belong to it."""

    low: Decimal | None = None
    high: Decimal | None = None
    low_in: bool = False
    high_in: bool = False

    def covers(self, other: "Interval") -> bool:
        """Whether all of `other` is surely inside."""
        below = _reaches(self.low, other.low, -1, inside=self.low_in or not other.low_in)
        return below and _reaches(self.high, other.high, 1, inside=self.high_in or not other.high_in)

    def width(self) -> Decimal:
        """The width of the interval; an open one is wider than any with two ends."""
        if self.low is None or self.high is None:
            return Decimal("Infinity")
        return self.high - self.low


def _reaches(own: Decimal | None, other: Decimal | None, sign: int, *, inside: bool) -> bool:
    if own is None:
        return True
    if other is None:
        return False
    return own * sign > other * sign or (own == other and inside)


_NUMBER = re.compile(r"\d(?:[\d.,'’\u00a0\u202f]*\d)?")
_ABOVE = pattern("and_up", also=r"\+\s*$|^\s*(?:≥|>=)")
_OVER = pattern("over", also=r"^\s*>(?!=)")
_UNDER = pattern("under", also=r"^\s*<")
_BETWEEN = pattern("between", also="[-–—~]")


def interval(text: str, locale: str) -> Interval | None:
    """The band that an option stands for ("$25 to $50", "4 stars & up", "Under 100"); None where it says none."""
    plain = loose(text)
    if re.search(r"\d\s*[km]\b", plain):
        return None
    found = [_amount(match[0], locale) for match in _NUMBER.finditer(plain)]
    if None in found or not 1 <= len(found) <= 2:
        return None
    numbers = [number for number in found if number is not None]
    if len(numbers) == 2:
        low, high = numbers
        return Interval(low, high) if _BETWEEN.search(plain) and low < high else None
    (only,) = numbers
    return _one_ended(plain, only)


def _one_ended(text: str, only: Decimal) -> Interval | None:
    if _ABOVE.search(text):
        return Interval(low=only, low_in=True)
    if _UNDER.search(text):
        return Interval(high=only)
    return Interval(low=only) if _OVER.search(text) else None


def _amount(text: str, locale: str) -> Decimal | None:
    return value_of(text, locale_decimal(locale))


def interval_of(predicates: Sequence[Predicate]) -> Interval | None:
    """The band that conditions on one column of numbers leave; None where they leave all, or are no band."""
    low: Decimal | None = None
    high: Decimal | None = None
    strict: set[tuple[bool, Decimal]] = set()
    for one in predicates:
        operand = one.operands[0] if one.operands else None
        if isinstance(operand, bool) or not isinstance(operand, int | float | Decimal):
            continue
        value = Decimal(str(operand))
        if one.operator in (">", ">=", "="):
            low = value if low is None else max(low, value)
        if one.operator in ("<", "<=", "="):
            high = value if high is None else min(high, value)
        if one.operator in ("<", ">"):
            strict.add((one.operator == "<", value))
    if low is None and high is None:
        return None
    return Interval(low, high, low_in=(False, low) not in strict, high_in=(True, high) not in strict)


def step_of(value: Decimal) -> Decimal:
    """The power of ten that a number is given in: 10 of 1250, 0.01 of 19.99."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(1)


def widened(value: Decimal, *, down: bool) -> int:
    """A whole number surely beyond an end of a band, so that no reading of that end can cut off its own rows.

    A twentieth more than needed: what a page shows rounded ("1.2k") the site compares unrounded.
    """
    room = max(Decimal(1), abs(value) / 20)
    found = value - room if down else value + room
    whole = int(found.to_integral_value(rounding="ROUND_FLOOR" if down else "ROUND_CEILING"))
    return max(0, whole) if down and value >= 0 else whole


def days_of(predicates: Sequence[Predicate]) -> tuple[date | None, date | None]:
    """The days that conditions on one date column leave, one more at both ends."""
    low: date | None = None
    high: date | None = None
    for one in predicates:
        found = moment(one.operands[0]) if one.operands else None
        if found is None:
            continue
        day = found.date()
        if one.operator in (">", ">=", "="):
            low = day if low is None else max(low, day)
        if one.operator in ("<", "<=", "="):
            high = day if high is None else min(high, day)
    if low is not None and low > date.min:
        low -= timedelta(days=1)
    if high is not None and high < date.max:
        high += timedelta(days=1)
    return low, high


def is_number(field: Field) -> bool:
    """Whether a column holds numbers."""
    return field.type.kind in NUMBERS


def sizes(options: Sequence[str]) -> list[tuple[int, str]]:
    """The numbers of rows that a page-size menu offers, with the option's words; what has two numbers is left out."""
    found: list[tuple[int, str]] = []
    for option in options:
        numbers = re.findall(r"\d+", option)
        if len(numbers) == 1:
            found.append((int(numbers[0]), option))
    return found
