"""Measures how much is to be seen of stars that are letters, "★★★★★", where an element shows a part of them.

Five bright ones lie over five grey ones, in an element of 70% of the width; or the last of them has half of its own
width, or a class that says "half". Read as letters, all of them would count.
"""

import re
from collections.abc import Sequence

from webdart.page.model import Node
from webdart.records.coerce import RawCell
from webdart.records.coerce.stars import HALF, LEAST, words_of
from webdart.records.columns.mined_columns import Hit
from webdart.records.structure.outline import Outline

_FULL, _EMPTY = "★⭐", "☆✩"
_STARS = frozenset(_FULL + _EMPTY)
_WIDTH = re.compile(r"width:\s*(\d+(?:\.\d+)?)%")
_UNREAD = "star"  # an icon, of a row in which all are alike
_SCALE = 5


def partial_stars(page: Outline, hits: Sequence[Hit], cell: RawCell) -> RawCell:
    """A cell whose stars are shown in part, with their share in the place of the letters; any other as it is."""
    if not hits or hits[0][1] is not None or not has_letter_stars(cell.text):
        return cell
    row = _row(page, hits[0][0])
    if row is None:
        return cell
    shown = _shown(page, row)
    rest = " ".join("".join(" " if letter in _STARS else letter for letter in cell.text).split())
    others = tuple(text for text in cell.attributes if "width" not in text)
    if shown is None:
        return cell._replace(text=rest, attributes=others, classes=(), icons=(_UNREAD,) * _SCALE)
    return cell._replace(text=rest, attributes=(*others, f"width: {100 * shown / _SCALE:g}%"), classes=(), icons=())


def has_letter_stars(text: str) -> bool:
    """Whether stars stand in a text as letters."""
    return not text.isascii() and not _STARS.isdisjoint(text)


def _row(page: Outline, node: int) -> int | None:
    """The outermost element of nothing but stars of which an element shows but a part; None where there is none."""
    place = node
    while page.nodes[place].parent >= 0 and _is_stars(page.text[page.nodes[place].parent]):
        place = page.nodes[place].parent
    parts = (item for item in page.nodes[place : page.nodes[place].end] if _is_part(page, item))
    first = next(parts, None)
    if first is None:
        return None
    top = first.index
    while page.nodes[top].parent >= place and _is_stars(page.text[page.nodes[top].parent]):
        top = page.nodes[top].parent
    return top


def _is_part(page: Outline, item: Node) -> bool:
    """Whether an element of stars alone has a width, or a class that says "half"."""
    if item.tag == "#text" or not _is_stars(page.text[item.index]):
        return False
    return "width" in item.attributes.get("style", "") or _is_half(page, item)


def _is_half(page: Outline, item: Node) -> bool:
    lone = len(page.text[item.index]) == 1
    return lone and page.text[item.index] in _FULL and bool(words_of(item.attributes.get("class", "")) & HALF)


def _is_stars(text: str) -> bool:
    return bool(text) and all(letter in _STARS or letter.isspace() for letter in text)


def _shown(page: Outline, row: int) -> float | None:
    """How many stars of a row are to be seen; None where nothing tells."""
    parts: list[tuple[int, float]] = []  # the stars of each element of some share, and that share
    end = row
    outside = 0.0
    for item in page.nodes[row : page.nodes[row].end]:
        if item.index < end and item.index > row:
            continue
        if _is_part(page, item) and (item.index > row or not _holds_part(page, row)):
            share = _share(page, item)
            if share is None:
                return None
            parts.append((sum(letter in _STARS for letter in page.text[item.index]), share))
            end = item.end
        elif item.tag == "#text":
            outside += sum(letter in _FULL for letter in item.text)
    return _together(page, row, parts, outside)


def _holds_part(page: Outline, row: int) -> bool:
    return any(_is_part(page, item) for item in page.nodes[row + 1 : page.nodes[row].end])


def _share(page: Outline, item: Node) -> float | None:
    width = _WIDTH.search(item.attributes.get("style", ""))
    if width is not None:
        return min(float(width[1]), 100.0) / 100
    return 0.5 if _is_half(page, item) else None


def _together(page: Outline, row: int, parts: Sequence[tuple[int, float]], outside: float) -> float | None:
    """What parts and the stars beside them come to: parts lie over as many stars, or go on where those end."""
    everything = sum(letter in _STARS for letter in page.text[row])
    covered = sum(count for count, _ in parts)
    shown = sum(count * share for count, share in parts)
    if len(parts) == 1 and covered >= LEAST and everything in {covered, 2 * covered}:
        return shown
    if any(count != 1 for count, _ in parts):
        return None
    if len(parts) >= LEAST and everything in {covered, 2 * covered}:  # one by one
        return shown
    return outside + shown if len(parts) == 1 else None
