"""Estimates the tokens of a text, on the safe side, for budgets and for servers that count nothing."""

import re

from webdart.model.door.port import Prompt

_PIECES = re.compile(r"[^\W\d_]+|\d+|[^\w\s]|_+|\n+", re.UNICODE)

_LETTERS = 5  # of one token, in languages written with an alphabet
_PICTURE = 1600  # what common models charge for a screenshot
_FRAME = 16


def estimated(text: str) -> int:
    """About how many tokens `text` is; seldom fewer than a common tokenizer counts."""
    return sum(_of(piece) for piece in _PIECES.findall(text))


def _of(piece: str) -> int:
    if piece.isdigit():
        return (len(piece) + 2) // 3
    if not piece.isascii():  # a sign of its own, or a script of which a letter is up to a token
        return len(piece)
    return 1 if not piece.isalpha() else (len(piece) + _LETTERS - 1) // _LETTERS


def of_prompt(prompt: Prompt) -> int:
    """About how many tokens a prompt is, with what stands around its parts on the wire."""
    again = "" if prompt.again is None else f"{prompt.again.reply}\n{prompt.again.why}\n{prompt.again.schema}"
    return estimated(prompt.system) + estimated(prompt.user) + estimated(again) + _PICTURE * len(prompt.images) + _FRAME
