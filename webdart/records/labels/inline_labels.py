"""Splits a line of text into labels and their values: "Length: 4 km, Level: easy".

A label stands at the line's beginning or behind a sign that parts things, and in front of a colon; behind another
label's value mere blanks may part it ("Length: 4 km Level: easy"). A value may have commas and colons of its own
("Start: Bern, 10:30, Level: easy"), so that only what is known for a label ends it.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

_PARTS = re.compile(r"[,;|·•，；、｜]\s*|(?:^|\s)[-–—/]\s+")
_COLON = re.compile(r":(?!//)|：")
_WORD = re.compile(r"\S+")
_LAST = re.compile(r"(?:^|(?:(?<!\s)\s+)?[,;|·•，；、｜]|\s[-–—/])\s*$")
_LONGEST = 60  # letters of a label
_MOST_WORDS = 4  # of a label that only blanks part from the value before it


class InlineLabel(Struct, frozen=True):
    """A label of a line as it is written there, its value, and where its words (or the sign before them) begin."""

    label: str
    value: str
    at: int


def inline_labels(text: str, known: Callable[[str], bool]) -> list[InlineLabel]:
    """The known labels of a line: each has what stands behind it up to the next one."""
    found: list[tuple[str, int, int]] = []
    behind = 0
    for start, end in _colons(text):
        names = _names(text, behind, start)
        if found and _is_spaced(text, start, end):
            names = sorted((*names, *_behind_blanks(text, behind, start)), key=lambda name: name[1])
        label = next(((name, at) for name, at in names if len(name) <= _LONGEST and known(name)), None)
        if label is not None:
            found.append((*label, end))
            behind = end
    ends = [*(at for _, at, _ in found), len(text)][1:]
    return [InlineLabel(name, text[since:end].strip(), at) for (name, at, since), end in zip(found, ends, strict=True)]


@lru_cache(maxsize=2048)
def like_labels(text: str) -> tuple[tuple[str, int], ...]:
    """What may be a label in a line, and where it begins: the words in front of each colon, from the last sign on."""
    found: list[tuple[str, int]] = []
    behind = 0
    for start, end in _colons(text):
        names = _names(text, behind, start)
        if names and names[-1][0][:1].isalpha() and _is_spaced(text, start, end):
            found.append(names[-1])
        behind = end
    return tuple(found)


@lru_cache(maxsize=2048)
def words_before_colons(text: str) -> tuple[tuple[str, str], ...]:
    """What may be a label behind a value and blanks: the last words in front of each colon, and with one word more."""
    found: list[tuple[str, str]] = []
    behind = 0
    for start, end in _colons(text):
        if behind and _is_spaced(text, start, end):
            names = [name for name, _ in _behind_blanks(text, behind, start)]
            whole = [name for name, _ in _names(text, behind, start)[-1:]] or [text[behind:start].strip()]
            found.extend(zip(names, whole + names, strict=False))
        behind = end
    return tuple(found)


def _is_spaced(text: str, start: int, end: int) -> bool:
    """Whether a colon is followed by a blank, as in no time of day, or is a wide one."""
    return text[start] == "：" or text[end : end + 1] in {"", " "}


@lru_cache(maxsize=2048)
def _behind_blanks(text: str, since: int, until: int) -> tuple[tuple[str, int], ...]:
    """The last words in front of a colon, behind the last sign, the most first, at least one word left before them."""
    begin = max([since, *(sign.end() for sign in _PARTS.finditer(text, since, until))])
    words = [(word.start(), word[0]) for word in _WORD.finditer(text, begin, until)][1:][-_MOST_WORDS:]
    return tuple((text[at:until].strip(), at) for at, word in words if word[0].isalpha())


@lru_cache(maxsize=2048)
def _colons(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(colon.span() for colon in _COLON.finditer(text))


def without_sign(text: str) -> str:
    """A text without the sign at its end that parts it from what follows on the line."""
    return _LAST.sub("", text)


@lru_cache(maxsize=2048)
def _names(text: str, since: int, until: int) -> tuple[tuple[str, int], ...]:
    """The words in front of a colon, from the line's beginning and from each sign on: the longest first."""
    starts = [(0, 0)] if since == 0 else []
    starts += [(sign.end(), sign.start()) for sign in _PARTS.finditer(text, since, until)]
    return tuple((text[start:until].strip(), at) for start, at in starts if text[start:until].strip())
