"""Finds the rows of a table that are sums or means of others, and no records.

A last row that is set apart (bold where no other is) or is called a sum counts as one if its figures say so too: in
every column of figures that it fills, it has the sum of the rows above. One that is set apart *and* is called so need
not add up: on a page of many it is the sum of all pages. Further up a row must be called a sum ("Total North"), or name
nothing where every row above has words, and be the sum of the rows since the sum before it. A mean beside the sum at
the end ("Average", "Total") is no record, either, where its figures are those; nor is a last row that counts the rows
above it ("12 in total").
"""

import re
from collections.abc import Collection, Sequence
from decimal import Decimal
from typing import Protocol

from webdart.lexicon.phrases import words
from webdart.records.words import plain

_WORDS = words("sum_row")
_OPENING, _CLOSING = tuple(f"{word} " for word in _WORDS), tuple(f" {word}" for word in _WORDS)
_MEANS = words("mean_row")
_FIGURE = re.compile(r"\D{0,4}(\d[\d.,'\s]*)\D{0,5}")
_MINUS = re.compile(r"[-−–(]")
_LEAST = 2  # rows above


class TextByCell(Protocol):
    """The text of every cell."""

    def __getitem__(self, cell: int, /) -> str:
        """All that a cell says."""
        ...


class Texts(Protocol):
    """What is asked of a page: the text of a cell, and whether it is set apart by its mark-up."""

    @property
    def text(self) -> TextByCell:
        """By cell: all that it says."""
        ...

    def is_bold(self, cell: int) -> bool:
        """Whether a cell is a head, or all its text is bold."""
        ...


def sums_among(page: Texts, rows: Sequence[Sequence[int]], left: int = 0) -> frozenset[int]:
    """The places of sums among some rows, given as cells by column (-1: none); `left` more rows are not among them."""
    parts: dict[int, int] = {}  # the rows that each sums up
    start = 0
    for place, row in enumerate(rows):
        above = rows[place - 1] if place else ()
        of = rows[start:place]
        if of and (_opens_as_sum(page, row, above) or _names_nothing(page, row, of)) and _adds_up(page, row, of):
            parts[place] = place - start
            start = place + 1
    found = set(parts) if max(parts.values(), default=0) > 1 else set[int]()  # one film, then "Total Recall", is none
    records = [row for place, row in enumerate(rows) if place not in found]
    if len(rows) - 1 not in found and (_ends_in_sum(page, records) or _ends_in_count(page, records, left)):
        found.add(len(rows) - 1)
    return frozenset(found | _means(page, rows, found))


def _means(page: Texts, rows: Sequence[Sequence[int]], found: Collection[int]) -> set[int]:
    """The mean of the rows above among the last two rows, and the sum that stands behind it."""
    for place in range(len(rows) - 1, max(len(rows) - 3, _LEAST), -1):
        above = [row for number, row in enumerate(rows[:place]) if number not in found]
        filled = _texts(page, rows[place])
        if filled and plain(page.text[filled[0]]) in _MEANS and _is_mean(page, rows[place], above):
            behind = [*above, *rows[place + 1 :]]
            return {place, len(rows) - 1} if len(behind) > len(above) and _ends_in_sum(page, behind) else {place}
    return set()


def _is_mean(page: Texts, last: Sequence[int], above: Sequence[Sequence[int]]) -> bool:
    """Whether the figures of a row are the means of their columns, however rounded, in all of them that have any."""
    means = 0
    for column, cell in enumerate(last):
        mine = _figure(page, cell)
        theirs = [_figure(page, row[column]) for row in above if column < len(row) and row[column] >= 0]
        figures = [figure for figure in theirs if figure is not None]
        if mine is None or not figures or len(figures) < len(theirs):
            continue
        if abs(mine - sum(figures, Decimal(0)) / len(figures)) > 1:
            return False
        means += mine != 0
    return means > 0


def _opens_as_sum(page: Texts, row: Sequence[int], above: Sequence[int]) -> bool:
    """Whether a row's first text, cells that hang down into it aside, is a word for a sum, alone or of something."""
    first = next((cell for cell in row if cell >= 0 and page.text[cell] and cell not in above), None)
    return first is not None and is_called_sum(page.text[first])


def _names_nothing(page: Texts, row: Sequence[int], above: Sequence[Sequence[int]]) -> bool:
    """Whether a row says figures only, and is empty in a column where every row above has words."""
    said = _texts(page, row)
    if not said or any(_figure(page, cell) is None for cell in said):
        return False
    silent = (column for column, cell in enumerate(row) if cell < 0 or not page.text[cell])
    return any(all(_has_words(page, one, column) for one in above) for column in silent)


def _has_words(page: Texts, row: Sequence[int], column: int) -> bool:
    cell = row[column] if column < len(row) else -1
    return cell >= 0 and any(map(str.isalpha, page.text[cell])) and _figure(page, cell) is None


def is_called_sum(text: str) -> bool:
    """Whether a text is a word for a sum, alone, of something ("Total North"), or before the figure ("Sum: 7")."""
    said = plain(text.partition(":")[0])
    return said in _WORDS or said.startswith(_OPENING) or said.endswith(_CLOSING)


def may_be_sum(text: str) -> bool:
    """Whether a row that begins with a text may be a sum or a mean of others, by that text."""
    return is_called_sum(text) or plain(text) in _MEANS


def _ends_in_sum(page: Texts, rows: Sequence[Sequence[int]]) -> bool:
    """Whether the last of some rows is the sum of the others; of a single one, if it is called so and nothing more."""
    if len(rows) < _LEAST:
        return False
    last, above = rows[-1], rows[:-1]
    filled = _texts(page, last)
    called = bool(filled) and plain(page.text[filled[0]]) in _WORDS
    if len(above) < _LEAST:
        return called and _adds_up(page, last, above)
    apart = _set_apart(page, filled) and not any(_set_apart(page, [c for c in row if c >= 0]) for row in above)
    led = _set_apart(page, filled[:1]) and not any(_set_apart(page, _texts(page, row)[:1]) for row in above)
    if not called and not apart and not led:
        return False
    return (called and apart) or _adds_up(page, last, above)


def _ends_in_count(page: Texts, rows: Sequence[Sequence[int]], left: int) -> bool:
    """Whether the last of some rows is called a sum and has one number, which is how many rows there are above it."""
    filled = _texts(page, rows[-1]) if len(rows) > _LEAST else []
    if not filled or not is_called_sum(page.text[filled[0]]):
        return False
    others = [cell if cell != filled[0] else -1 for cell in rows[-1]]
    figures = [
        cell for cell in others if _figure(page, cell) is not None and not any(map(str.isalpha, page.text[cell]))
    ]
    if figures and not _adds_up(page, others, rows[:-1]):
        return False  # a filling station of that name
    numbers = re.findall(r"\d+", page.text[filled[0]])
    return len(numbers) == 1 and int(numbers[0]) in {len(rows) - 1, len(rows) - 1 + left}


def _texts(page: Texts, row: Sequence[int]) -> list[int]:
    return [cell for cell in row if cell >= 0 and page.text[cell]]


def _set_apart(page: Texts, cells: Sequence[int]) -> bool:
    """Whether every text of a row is bold, or stands in a head cell."""
    texts = [cell for cell in cells if page.text[cell]]
    return bool(texts) and all(page.is_bold(cell) for cell in texts)


def _adds_up(page: Texts, last: Sequence[int], above: Sequence[Sequence[int]]) -> bool:
    """Whether the figures of a row are the sums of their columns, in all of them and at least in one."""
    sums = 0
    for column, cell in enumerate(last):
        mine = _figure(page, cell)
        theirs = [_figure(page, row[column]) for row in above if column < len(row) and row[column] >= 0]
        if mine is None or not theirs or None in theirs:
            continue
        if mine != sum(figure for figure in theirs if figure is not None):
            if "%" in page.text[cell]:
                continue  # a rate of all is no sum of rates
            return False
        sums += mine != 0
    return sums > 0


def _figure(page: Texts, cell: int) -> Decimal | None:
    """The figure of a cell; whichever mark stands before its last two digits is the decimal one."""
    text = page.text[cell] if cell >= 0 else ""
    called, colon, rest = text.partition(":")
    text = rest.strip() if colon and plain(called) in _WORDS else text
    match = _FIGURE.fullmatch(text)
    if match is None:
        return None
    body = re.sub(r"[\s']", "", match[1]).rstrip(".,")
    cents = re.fullmatch(r"(.*)[.,](\d{1,2})", body)
    whole, rest = (cents[1], cents[2]) if cents else (body, "0")
    size = Decimal(f"{re.sub(r'[.,]', '', whole) or 0}.{rest}")
    return -size if _MINUS.search(text[: match.start(1)]) else size
