"""How does a table look as plain text, and how is text from a page made safe for a terminal?"""

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from webdart.answer.json_text import Json, text

# Everything that a terminal obeys instead of showing (C0 without tab and newline, DEL, C1), and the marks that
# turn the direction of writing: a page's text must not be able to move the cursor or to disguise a line.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(words: str) -> str:
    """`words` with every character that a terminal would obey shown as its number."""
    return _OBEYED.sub(lambda found: f"\\x{ord(found[0]):02x}", words)


def width(words: str) -> int:
    """Columns that `words` takes on a terminal: wide characters two, combining marks none."""
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
