"""Reads the percentage of a text: its one number with a percent sign, whatever other numbers stand beside it.

The sign may stand before or behind the number. Where no cell of a column has one, its head has it: numbers alone are
percentages then. The value is that of the number: "12.5 %" is 12.5.
"""

import re

from webdart.records.coerce.convention import Unreadable
from webdart.records.coerce.locales import ascii_digits
from webdart.records.coerce.numbers import MINUS, Token, tokenise, tokens_in

_SIGNS = "%\u066a\ufe6a\uff05"
_SIGN = re.compile(f"[{_SIGNS}]")
_BEHIND = re.compile(rf"\s?[{_SIGNS}]")
_BEFORE = re.compile(rf"(?<![\d\s])\s*[{_SIGNS}]\s?$")  # not that of the number before it: "20% 15 reviews"
_GOES_ON = re.compile(rf"[\d{_SIGNS}]\s*$")
_BOUND = re.compile(r"[~≈<>≤≥±]\s*$")


def has_percent_sign(text: str) -> bool:
    """Whether a percent sign of any script stands in a text."""
    return _SIGN.search(text) is not None


def percentage_in(text: str, locale: str, *, signed: bool) -> str | Unreadable:
    """The number of the one percentage in a text, with its minus.

    `signed`: other cells of the column have the sign, so a number without one is something else.
    """
    text = ascii_digits(text)
    if not has_percent_sign(text):
        return Unreadable("no percent sign") if signed else _alone(text, locale)
    found = [match for match in tokens_in(text, locale) if _is_marked(text, match)]
    if len({match[0] for match in found}) != 1:
        return Unreadable("several percentages" if found else "no number at the percent sign")
    match = found[0]
    before, after = text[: match.start()], text[match.end() :]
    if match[0][0] in f"{MINUS}+" and _GOES_ON.search(before):
        return Unreadable("a range, not a percentage")
    if before and (before[-1].isalnum() or before[-1] in "._/"):
        return Unreadable("part of a word")
    if _BOUND.search(before) or _BEHIND.sub("", after, count=1)[:1] == "+":
        return Unreadable("a bound, not a percentage")
    return match[0]


def _alone(text: str, locale: str) -> str | Unreadable:
    """A text that is a number and nothing else."""
    token = tokenise(text, locale)
    if isinstance(token, Token) and token.residue:
        return Unreadable("no percent sign")
    return token if isinstance(token, Unreadable) else text


def _is_marked(text: str, number: re.Match[str]) -> bool:
    """Whether a number has a percent sign behind it, or before it."""
    return bool(_BEHIND.match(text, number.end()) or _BEFORE.search(text[: number.start()]))
