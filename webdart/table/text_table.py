"""Lays out a table as plain text."""

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from webdart.table.cell_json import Json, text


def width(words: str) -> int:
    """Columns that `words` takes on a terminal: wide characters two, combining marks none."""
    if words.isascii():
        return len(words)
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in words
    )


def aligned(columns: Sequence[str], rows: Sequence[Sequence[Json]]) -> str:
    """Rows below their column heads, two blanks between columns, numbers to the right, one line a row."""
    lines = [[" ".join(text(value).split()) for value in row] for row in rows]
    table = [list(columns), *lines]
    numeric = [
        any(row[place] is not None for row in rows)
        and all(row[place] is None or _is_number(row[place]) for row in rows)
        for place in range(len(columns))
    ]
    widths = [max(width(line[place]) for line in table) for place in range(len(columns))]
    return "\n".join(
        "  ".join(
            _pad(words, room, right=right) for words, room, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in table
    )


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _pad(words: str, room: int, *, right: bool) -> str:
    blanks = " " * (room - width(words))
    return blanks + words if right else words + blanks


def comma_separated(columns: Sequence[str], rows: Sequence[Sequence[Json]]) -> str:
    """Rows as CSV (RFC 4180, but lines end with a newline alone), with a line of column names."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([text(value) for value in row] for row in rows)
    return out.getvalue()


_FORMULA = re.compile(r"[\s\0\ufeff\u200b-\u200f\u2060]*[=+\-@＝＋－＠]")
"""What a cell begins with that a spreadsheet computes instead of showing it (OWASP, CSV injection)."""

_PIECE = re.compile(r"(^|[;\t\r\n])([^;\t\r\n]*)")
"""What is a cell to a spreadsheet that parts them at another sign than the comma: quotes count for nothing then."""

_HARMLESS = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?\s?%?)?")
"""A number, or a sign alone: as a formula it is what it says."""


class Guarded(Struct, frozen=True):
    """A table for spreadsheets: its head, its rows, and how many cells have an apostrophe before them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]
    count: int


def _without_formulas(words: str) -> str:
    """A text with `'` before each formula in it that a spreadsheet would compute."""

    def guard(piece: re.Match[str]) -> str:
        sign, cell = piece.groups()
        begins = _FORMULA.match(cell) is not None and _HARMLESS.fullmatch(cell.strip()) is None
        return f"{sign}'{cell}" if begins else f"{sign}{cell}"

    if _HARMLESS.fullmatch(words):
        return words
    safe = _PIECE.sub(guard, words)
    return f"'{safe}" if safe[0] in "\t\r\n" else safe


def guarded(columns: Sequence[str], rows: Sequence[Sequence[Json]]) -> Guarded:
    """The table with `'` before every text that a spreadsheet would take for a formula; plain numbers stay."""
    count = 0

    def guard(value: Json) -> Json:
        nonlocal count
        words = text(value)
        if _is_number(value) or (safe := _without_formulas(words)) == words:
            return value
        count += 1
        return safe

    head = tuple(str(guard(name)) for name in columns)
    return Guarded(head, tuple(tuple(map(guard, row)) for row in rows), count)
