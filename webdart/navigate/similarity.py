"""Measures how alike two short texts are, as a person looking for a link would judge.

Whole words count, common beginnings count in part, order does not. Used only to decide what to try first: nothing that
changes an answer rests on it.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from webdart.lexicon.phrases import is_spaced

_WORD = re.compile(r"\w+")
_OF_WORDS = frozenset("LMN")
"""Letters, the marks that belong to them, and digits, by Unicode's categories."""

_PICTURE = "\ufe0f"
"""What makes the sign before it a picture: a mark by its category, and of no word ("⚙️Filter")."""


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words of a text, folded."""
    text = text.casefold().replace("_", " ").replace(_PICTURE, " ")
    if text.isascii():
        return frozenset(_WORD.findall(text))
    return frozenset("".join(sign if unicodedata.category(sign)[0] in _OF_WORDS else " " for sign in text).split())


@lru_cache(maxsize=16384)
def _alike(one: str, other: str) -> float:
    if one == other or (len(one) > 1 and one in other and not any(map(is_spaced, one))):
        return 1.0  # of a script without blanks, a word stands within others
    short, long = sorted((one, other), key=len)
    same = next((place for place, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    return same / len(long) if same >= 3 else 0.0


def covered(wanted: Iterable[str], text: str) -> float:
    """Which share of the wanted words stands in `text`, 0 to 1; a word that only begins alike counts in part."""
    asked = list(wanted)
    there = words_of(text)
    if not asked or not there:
        return 0.0
    return sum(max(_alike(word, other) for other in there) for word in asked) / len(asked)
