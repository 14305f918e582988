"""Makes text from a page safe for a terminal."""

import re

OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What a terminal obeys instead of showing (C0 without tab and newline, DEL, C1), marks that turn the direction of
writing, and invisible characters: a page's text must not be able to move the cursor or to disguise a line."""


def printable(words: str) -> str:
    """`words` with every character that a terminal would obey shown as its number."""
    return OBEYED.sub(lambda found: f"\\x{ord(found[0]):02x}", words)
