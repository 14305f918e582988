"""Counts the full ones of stars that are icons: "fa-star" four times, then "fa-star-o".

No list of icon sets is needed: stars are drawn from the left, full ones first. A column in which some record has both
kinds tells which is which for all of it; where none has, the words of the classes may ("outline", "filled"). Icons that
are all alike say nothing, whatever they are called.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

ALIKE = "stars that nothing tells apart"
"""Why a row of icons has no value."""

LEAST, MOST = 3, 10
"""Icons that one rating is drawn with, where the empty ones are drawn too."""
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_STARS = frozenset({"star", "stars"})
HALF = frozenset({"half"})
"""What the classes of half a star say."""
_EMPTY = frozenset(
    {"o", "empty", "outline", "outlined", "border", "off", "inactive", "regular", "far", "grey", "gray", "blank",
     "unfilled", "disabled", "light", "muted", "zero", "none"}
)  # fmt: skip
_FULL = frozenset({"full", "fill", "filled", "on", "active", "checked", "solid", "fas", "selected", "gold", "yellow"})


def words_of(classes: str) -> frozenset[str]:
    """The words that an element's class names are made of."""
    return frozenset(word.casefold() for word in _WORDS.findall(classes))


def is_star(classes: str) -> bool:
    """Whether an icon is a star, by its classes."""
    return "star" in classes.casefold() and bool(words_of(classes) & _STARS)


class Stars(Struct, frozen=True):
    """What the kinds of icons of a column are worth, by their classes."""

    worth: Mapping[str, float]

    def read(self, icons: Sequence[str]) -> float | None:
        """How many stars a row of icons draws as full; None where it can't be told."""
        if not icons or len(icons) > MOST or any(icon not in self.worth for icon in icons):
            return None
        return sum(self.worth[icon] for icon in icons)


def stars_of(rows: Sequence[Sequence[str]]) -> Stars | None:
    """How the icons of a column are read, each given by its classes; None where full and empty can't be told apart."""
    rows = [row for row in rows if row and len(row) <= MOST]
    kinds = {icon for row in rows for icon in row}
    whole = [icon for icon in kinds if not words_of(icon) & HALF]
    lengths = Counter(len(row) for row in rows)
    if not rows or len(whole) > 2:
        return None
    if len(whole) == 1 and len(lengths) > 1 and max(lengths) <= 5:  # only the full ones are drawn
        return Stars({icon: 0.5 if icon not in whole else 1.0 for icon in kinds})
    if len(lengths) > 1 and (base := _base_of(rows, whole)) is not None:
        return Stars({icon: 0.0 if icon == base else 1.0 if icon in whole else 0.5 for icon in kinds})
    if len(lengths) != 1 or max(lengths) < LEAST or len(whole) < 2:  # all alike: a style sheet may colour them
        return None
    full = _full_of(rows, whole)
    if full is None:
        return None
    return Stars({icon: 1.0 if icon in full else 0.0 if icon in whole else 0.5 for icon in kinds})


def _base_of(rows: Sequence[Sequence[str]], whole: Sequence[str]) -> str | None:
    """The empty stars over which full ones are drawn: as many in every row, and never fewer than the others."""
    for base in whole:
        counts = {sum(icon == base for icon in row) for row in rows}
        if len(whole) > 1 and len(counts) == 1 and min(counts) >= LEAST and max(map(len, rows)) <= 2 * min(counts):
            return base
    return None


def _full_of(rows: Sequence[Sequence[str]], whole: Sequence[str]) -> frozenset[str] | None:
    """The kinds of icons that are full stars."""
    firsts = Counter(
        own[0] for row in rows if len(set(own := [icon for icon in row if icon in whole])) == 2 and own[0] != own[-1]
    )
    if firsts:
        return frozenset({firsts.most_common(1)[0][0]}) if len(firsts) == 1 else None
    empty = [icon for icon in whole if words_of(icon) & _EMPTY]
    full = [icon for icon in whole if words_of(icon) & _FULL and icon not in empty]
    return frozenset(full) if len(empty) + len(full) == len(whole) else None
