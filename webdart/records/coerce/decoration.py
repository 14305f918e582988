"""Finds the signs that a page sets around every text of a column: "– Put back", "[ History ]", "Ann Lee ·".

What stands the same in all records is the page's form, and no record's value. A sign that is written to a word without
a blank (#trains, @ann) may belong to it, and stays; so do signs that say something of a text: quotes, those of numbers.
"""

from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import category

_LEAST = 3  # texts
_SIGNS = frozenset({"Pd", "Po", "So"})
"""Unicode's categories of dashes, of other punctuation, of pictures."""
_SAYING = frozenset("\"'…!?¿¡%‰&#§¶†‡№°©®™★☆✓✔✗✘")
_PARTING = frozenset(",;:|·、：，；｜・")
"""Signs between two texts, which are written to the one before."""
_PAIRS = {"(": ")", "[": "]", "{": "}", "（": "）", "【": "】"}
_BRACKETS = frozenset(_PAIRS) | frozenset(_PAIRS.values())


class Decoration(NamedTuple):
    """What stands `before` and `behind` every text, with the blanks between."""

    before: str = ""
    behind: str = ""

    def without(self, text: str) -> str:
        """A text without it, "" where there is nothing else; as it is where it has not both."""
        if text == f"{self.before.strip()}{self.behind.strip()}":
            return ""
        inner = text[len(self.before) : len(text) - len(self.behind)].strip()
        has_both = text.startswith(self.before) and text.endswith(self.behind)
        return inner if has_both and any(map(str.isalnum, inner)) else text


NONE = Decoration()


def decoration(texts: Sequence[str]) -> Decoration:
    """What stands around all of a column's texts that are not empty."""
    said = [text for text in texts if any(map(str.isalnum, text))]
    if len(said) < _LEAST:
        return NONE
    for one in (
        _pair(said[0]),
        Decoration(_lead(said[0]), _end(said[0])),
        Decoration(_lead(said[0])),
        Decoration("", _end(said[0])),
    ):
        if one != NONE and all(_is_around(one, text) for text in texts if text):
            return one
    return NONE


def _pair(text: str) -> Decoration:
    close = _PAIRS.get(text[0], "")
    return Decoration(text[0], close) if close and text.endswith(close) else NONE


def _is_around(one: Decoration, text: str) -> bool:
    inner = one.without(text)
    if inner == text or not inner:
        return not inner
    paired = one.before in _PAIRS
    signed = one.before[:1] and category(one.before[0]) == "Pd" and inner[0].isdigit()
    return not signed and not (paired and _BRACKETS.intersection(inner))


def _lead(text: str) -> str:
    """The signs before a text and the blank behind them; a parting sign needs no blank."""
    count = next((place for place, sign in enumerate(text) if not _is_sign(sign)), len(text))
    signs, behind = text[:count], text[count : count + 1]
    return f"{signs}{behind}" if signs and behind == " " else signs if signs and set(signs) <= _PARTING else ""


def _end(text: str) -> str:
    """The signs behind a text and the blank before them; a parting sign needs no blank."""
    back = _lead(text[::-1])
    return back[::-1]


def _is_sign(sign: str) -> bool:
    return (category(sign) in _SIGNS or sign in _PARTING) and sign not in _SAYING
