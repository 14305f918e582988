"""Tells whether two names of a column mean the same, in the languages that pages speak."""

import re
from functools import lru_cache

from webdart.lexicon.phrases import mean_the_same, meaning_words
from webdart.records.coerce.numbers import same_stem
from webdart.records.words import names_a_time, plain

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@lru_cache(maxsize=4096)
def related(one: str, other: str) -> bool:
    """Whether two names share a word, or words that mean the same."""
    mine, theirs = _WORD.findall(plain(one)), _WORD.findall(plain(other))
    if any(first == second or same_stem(first, second) for first in mine for second in theirs):
        return True
    if any(
        len(first) > 3 and len(second) > 3 and (first in second or second in first)
        for first in mine
        for second in theirs
    ):
        return True
    if names_a_time(plain(one)) and names_a_time(plain(other)):
        return True
    return mean_the_same(meaning_words(plain(one), mine), meaning_words(plain(other), theirs))


def is_name(text: str) -> bool:
    """Whether a text that stands where a name would is one: it has a word, and is no mere sign."""
    return any(len(word) > 1 for word in _WORD.findall(text))
