"""Names the kinds of doubt that an answer may rest on; `accept` and `--accept` take these words."""

from typing import Literal, get_args

DoubtKind = Literal["unreadable", "guessed", "merged", "repeated", "empty", "unmatched", "unknown", "incomplete"]
"""Why an answer may be wrong although nothing failed."""
DOUBTS: tuple[DoubtKind, ...] = get_args(DoubtKind)
