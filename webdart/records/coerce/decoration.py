"""Finds the signs that a page sets around every text of a column: "– Put back", "[ History ]", "Ann Lee ·".

What stands the same in all records is the page's form, and no record's value. Signs that are written to a word without
a blank (#trains, @ann), that say something of a text (quotes, pictures), or of a number, belong to it. A box to tick
before all of a list says nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

_LEAST = 3  # texts
_BOXES = frozenset("▢□☐◻◽▫")
"""Boxes to tick, drawn as signs: no number has one before it."""
_BEFORE = frozenset("-–—―·•●◦▪■►▸»›|,@") | _BOXES
_BEHIND = frozenset("-–—―·•●◦▪■|,")
_WRITTEN_TO = frozenset(",、，·・|")
"""Signs between two texts, which may be written to the one before."""
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】"}
_BRACKETS = frozenset(_PAIRS) | frozenset(_PAIRS.values())


class Decoration(NamedTuple):
    """What stands `before` and `behind` every text, with the blanks between."""

    before: str = ""
    behind: str = ""

    def without(self, text: str) -> str:
        """A text without it, "" where there is nothing else; as it is where it has not both, or would be another."""
        if text == f"{self.before.strip()}{self.behind.strip()}":
            return ""
        inner = text[len(self.before) : len(text) - len(self.behind)].strip()
        if not (text.startswith(self.before) and text.endswith(self.behind) and any(map(str.isalnum, inner))):
            return text
        if self.before in _PAIRS:
            return inner if inner[0].isalpha() and _BRACKETS.isdisjoint(inner) else text
        signs = set(self.before.split())
        return text if signs and not inner[0].isalpha() and not signs <= _BOXES else inner


NONE = Decoration()


def decoration(texts: Sequence[str]) -> Decoration:
    """What stands around all of a column's texts that are not empty."""
    said = [text for text in texts if any(map(str.isalnum, text))]
    if len(said) < _LEAST:
        return NONE
    first = said[0]
    lead, end = _lead(first), _end(first)
    likely = (_pair(first), Decoration(lead, end), Decoration(lead), Decoration("", end))
    return next(
        (one for one in likely if one != NONE and all(one.without(text) != text for text in texts if text)), NONE
    )


def _pair(text: str) -> Decoration:
    close = _PAIRS.get(text[0], "")
    return Decoration(text[0], close) if close and text.endswith(close) else NONE


def _lead(text: str) -> str:
    """The signs before a text and the blank behind them."""
    signs, blank, _ = text.partition(" ")
    return f"{signs}{blank}" if blank and set(signs) <= _BEFORE else ""


def _end(text: str) -> str:
    """The signs behind a text and the blank before them; or one that is written to it."""
    _, blank, signs = text.rpartition(" ")
    if blank and set(signs) <= _BEHIND:
        return f"{blank}{signs}"
    return text[-1] if text[-1] in _WRITTEN_TO else ""
