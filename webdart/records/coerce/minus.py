"""Finds the numbers of a column whose sign stands elsewhere than right before them: "18,01-", "▼ 2.90".

A minus behind an amount with its cents is one, and a plus behind others of its column is no "and more" then. Arrows
both up and down are signs; a triangle down alone may count votes against, and in Japan one that points up is a minus.
A plain arrow down before every number stands for downloads. Words stand for signs as arrows do ("down 5.2%"), unless
they are the same before every number, as a label is. A dash behind some numbers is a minus or an open end.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from webdart.lexicon import lexicon
from webdart.lexicon.phrases import alternatives
from webdart.records.coerce.convention import Convention, SaidSigns, Unreadable
from webdart.records.coerce.numbers import MINUS

_ARROWED = Unreadable("an arrow where a sign would stand")
_DASHED = Unreadable("a dash behind the number, a minus or an open end; `match` would take the number")
_OTHERWISE = Unreadable("another word before the number than on pages before")

_UP, _DOWN = "▲△▴⏶↑⬆🔺🔼", "▼▽▾⏷↓⬇🔻🔽"
_FETCHED = "↓⬇"
MARKED = re.compile(rf"[{MINUS}+{_UP}{_DOWN}]")
"""A sign of a number, an arrow for one too."""
_BEHIND = re.compile(rf"([^{MINUS}\d+]*)(\d(?:[\d.,'’\s]*\d)?[.,]\d\d)\s?([{MINUS}+])([^{MINUS}\d+]*)")
_DASH_BEHIND = re.compile(rf"\d(?:[\d.,]*\d)?[{MINUS}]")
_ARROW = re.compile(
    rf"\s*([{_UP}{_DOWN}])\ufe0f?([^{MINUS}\d+]*\d[^{_UP}{_DOWN}]*)"
    rf"|([^{MINUS}\d+{_UP}{_DOWN}]*\d[^{_UP}{_DOWN}]*)([{_UP}{_DOWN}])\ufe0f?\s*"
)


def with_signs(texts: Sequence[str], locale: str, *, dashes: bool, said: SaidSigns = "") -> list[str | Unreadable]:
    """The texts of a column with every sign in front of its number; unreadable where nobody can tell it.

    `dashes`: one behind a number may be a minus, and stands for no cents; `said`: what words before numbers are.
    """
    words = [_said().match(text) if said else None for text in texts]
    if said == "signs":
        texts = [_signed(text, word) for text, word in zip(texts, words, strict=True)]
    if not said and not any(map(MARKED.search, texts)):  # as in most columns
        return list(texts)
    dashed = [dashes and _DASH_BEHIND.fullmatch(text) is not None for text in texts]
    some = any(not dash and any(map(str.isdigit, text)) for text, dash in zip(texts, dashed, strict=True))
    return [
        _OTHERWISE if word and said not in {"signs", word.lastgroup} else _DASHED if some and dash else text
        for text, word, dash in zip(_with_marks(texts, locale), words, dashed, strict=True)
    ]


def said_signs(texts: Sequence[str], settled: Convention | None, *, bare: bool) -> SaidSigns:
    """What words such as "down" before the numbers of a column are; the same before every one is a label.

    "minus" before `bare` numbers is none; an amount or a share behind it may be what is taken off.
    """
    if settled is not None and settled.said_signs:
        return settled.said_signs
    found = [(_said().match(text), text) for text in texts]
    said: list[SaidSigns] = [_group(one) for one, text in found if one or any(map(str.isdigit, text))]
    if any(said) and (len(set(said)) > 1 or (bare and "minus" in said)):
        return "signs"
    return said[0] if said else ""


def _group(word: re.Match[str] | None) -> SaidSigns:
    return cast("SaidSigns", word.lastgroup) if word is not None else ""


def _signed(text: str, word: re.Match[str] | None) -> str:
    return text if word is None else _SIGN_OF[_group(word)] + text[word.end() :]


def _with_marks(texts: Sequence[str], locale: str) -> list[str | Unreadable]:
    """The texts with signs in the place of marks behind a number and of arrows."""
    behind = [_BEHIND.fullmatch(text) for text in texts]
    if any(found is not None and found[3] in MINUS for found in behind):
        return [text if found is None else _moved(found) for text, found in zip(texts, behind, strict=True)]
    arrows = [_arrow(text) for text in texts]
    ups, downs = (any(arrow and arrow in kind for arrow, _ in arrows) for kind in (_UP, _DOWN))
    if ups and downs:
        return [f"-{rest}" if arrow and arrow in _DOWN else rest for arrow, rest in arrows]
    labels = len(texts) > 1 and all(arrow and arrow in _FETCHED for arrow, _ in arrows)
    doubtful = (downs and not labels) or (ups and locale.startswith("ja"))
    return [_ARROWED if arrow and doubtful else text for text, (arrow, _) in zip(texts, arrows, strict=True)]


@cache
def _said() -> re.Pattern[str]:
    """A word that stands for the sign of the number behind it, where it begins a text."""
    words: Mapping[str, Sequence[str]] = lexicon("numerals")["signs"]
    named = "|".join(f"(?P<{sign}>{alternatives(said)})" for sign, said in words.items())
    # scripts without blanks between their words need none here
    return re.compile(rf"^\s*(?:{named})(?:\s+|(?<=[\u0e00-\uffff])\s*)(?=[^\w\s]?\d)", re.IGNORECASE)


_SIGN_OF = {"minus": "-", "up": "▲", "down": "▼"}


def _moved(found: re.Match[str]) -> str:
    sign = "-" if found[3] in MINUS else ""
    return f"{found[1]}{sign}{found[2]}{found[4]}"


def _arrow(text: str) -> tuple[str, str]:
    """The arrow beside the number of a text that has no sign, and the text without it; "" where there is none."""
    found = _ARROW.fullmatch(text)
    return ("", text) if found is None else (found[1] or found[4], (found[2] or found[3]).strip())
