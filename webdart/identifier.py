"""Defines the names of tables, columns and parameters: which texts are names, and which two are the same.

A name has letters, digits and `_` of any script (Unicode's identifiers, as in Python) and is kept composed (NFC).
"""

import unicodedata
from string import ascii_lowercase, ascii_uppercase

LONGEST = 63
"""Characters of a name."""

SCHEMA_PATTERN = r"^(?![0-9_])[^\u0000-/:-@\[-^`{-\u009f\s]+$"
"""What editors check of a name, for every dialect of patterns that JSON Schema meets."""

_SIGNS = r"\x00-/:-@\[-^`{-\x9f\s"
INSIDE = rf"[^{_SIGNS}]"
"""A sign that goes on with a word of SQL or of a template: as in DuckDB, any beyond ASCII but a blank."""
WORD = rf"(?![0-9]){INSIDE}+"
"""A word of SQL or of a template: every name is one."""

_FOLDED = str.maketrans(ascii_uppercase, ascii_lowercase)


def composed(text: str) -> str:
    """A text with each letter and its accents as one sign: what looks the same on every keyboard is the same."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def is_word(text: str) -> bool:
    """Whether a text is a name, also one of webdart's own, which begin with `_`."""
    return composed(text).isidentifier()


def is_name(text: str) -> bool:
    """Whether a text is a name that a file may give."""
    return is_word(text) and not text.startswith("_") and len(text) <= LONGEST


def is_title(text: str) -> bool:
    """Whether a text is the name of a workflow: letters and digits of any script, and `-` between them."""
    inner = text.replace("-", "")
    kept = all(unicodedata.category(sign) in _KEPT for sign in composed(inner))
    return kept and bool(inner) and len(text) <= LONGEST + 1 and text == text.strip("-")


def title_from(text: str) -> str:
    """A workflow's name from any text: "" where it has no letter and no digit."""
    kept = "".join(sign if unicodedata.category(sign) in _KEPT else " " for sign in composed(text))
    return "-".join(kept.split())[: LONGEST + 1].strip("-")


def fold(name: str) -> str:
    """A name as DuckDB compares names: without the case of the letters from A to Z, and of no others."""
    return name.lower() if name.isascii() else composed(name).translate(_FOLDED)


def name_from(words: str, most: int) -> str:
    """A name from the first few words of a text, in their own letters: "" where they give none."""
    kept = (sign if unicodedata.category(sign) in _KEPT else " " for sign in composed(words) if sign not in _JOINERS)
    parts = "".join(kept).split()[:most]
    if any(len(part) > _LONGEST_WORD and not part.isascii() for part in parts):
        return ""
    name = "_".join(parts)[:_LONGEST_MADE].strip("_")
    numbered = f"n_{name}"  # "24h" begins with a digit
    return name if is_name(name) else numbered if name and is_name(numbered) and not name.isdigit() else ""


_KEPT = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
_JOINERS = frozenset("\u00ad\u200b\u200c\u200d\u2060")  # within a word, and no part of a name
_LONGEST_MADE = 40
_LONGEST_WORD = 24
"""Letters of a word; a longer one is a sentence of a script without blanks."""
