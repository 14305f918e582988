"""Scores answers with typed forms of the benchmarks' evaluators: numbers by value, dates by day, texts by word.

The published ones compare substrings of prose ("1" is in "21", "$0.00" is not "0"). Here an answer is cells, and a
reference is one of them, or stands in one as whole words. What only a judge could decide is reported as unjudged.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from benchmarks.tasks import Content, Task
from webdart.answer.shape import AnswerValue
from webdart.table.cell_json import Json, text

Score = Literal["right", "wrong", "unjudged"]
Rows = Sequence[Sequence[Json]]

_NUMBER = re.compile(
    r"(?P<sign>[-+]?)(?P<currency>[$€£]?)\s?(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?P<part>\.\d+)?\s?(?P<percent>%?)"
)
_PAIRED = 2  # columns of a table that can be a list of pairs
_BETWEEN = re.compile(r",\s+|;\s*|\s*\n\s*|\s\|\s")
_PAIR = re.compile(r"(?P<key>[^()]+?)\s*(?::\s+(?P<value>.+)|\((?P<inside>[^()]+)\))")
_DATES = ("%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%B %d, %Y", "%b %d, %Y", "%d %B %Y")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a run left behind: its answer, the last page that it read, the text of pages that were asked for.

    A page is None where only a script, or a judge, could tell what is asked for.
    """

    answer: AnswerValue | None = None
    url: str = ""
    pages: dict[Content, str | None]


def score(task: Task, seen: Seen) -> Score:
    """The product of the task's evaluators: wrong where one is wrong, unjudged where one is and none is wrong."""
    parts: list[Score] = []
    if "string_match" in task.kinds:
        parts.append(_answered(task, seen.answer))
    if "url_match" in task.kinds:
        there: Score = "right" if any(_same_place(url, seen.url) for url in task.url) else "wrong"
        parts.append(there)
    if "program_html" in task.kinds:
        parts.extend(_on_any(content, seen.pages) for content in task.contents)
    known = {"string_match", "url_match", "program_html"}
    if not parts or set(task.kinds) - known:
        parts.append("unjudged")
    return "wrong" if "wrong" in parts else "unjudged" if "unjudged" in parts else "right"


def _answered(task: Task, answer: AnswerValue | None) -> Score:
    rows = () if answer is None else answer.rows
    whole = "" if answer is None else answer.text
    if task.exact and not any(_is_whole(reference, rows, whole) for reference in task.exact):
        return "wrong"
    if any(not any(_stands(one, rows) for one in either) for either in task.included):
        return "wrong"
    if task.fuzzy:
        texts = [*(text(cell) for row in rows for cell in row), whole]
        said = all(any(same(reference, one) for one in texts) for reference in task.fuzzy)
        return "right" if said else "unjudged"
    return "right" if task.exact or task.included else "unjudged"


def _is_whole(reference: str, rows: Rows, whole: str) -> bool:
    """Whether the answer is the reference: as its text, or row by row where the reference is a list."""
    members = _members(reference)
    return (
        same(reference, whole)
        or _all(_is_cell, members, _cells_alone(rows))
        or (all(len(row) == _PAIRED for row in rows) and _all(_is_pair, members, rows))
    )


def _stands(reference: str, rows: Rows) -> bool:
    """Whether a reference is a cell, or stands in one as whole words; a list in its order, a pair in one row."""
    cells = [text(cell) for row in rows for cell in row]
    if any(same(reference, said) or (_quantity(said) is None and _in_words(reference, said)) for said in cells):
        return True
    members = _members(reference)
    many = len(members)
    return many > 0 and any(
        _all(_is_in, members, some[first : first + many])
        for some in (rows, _cells_alone(rows))
        for first in range(len(some) - many + 1)
    )


def _all(fits: Callable[[str, Sequence[Json]], bool], members: Sequence[str], rows: Rows) -> bool:
    """Whether each member fits its row, and there are as many of them."""
    return len(members) == len(rows) and all(map(fits, members, rows))


def _cells_alone(rows: Rows) -> Rows:
    return [[cell] for row in rows for cell in row if cell is not None]


def _is_cell(member: str, row: Sequence[Json]) -> bool:
    return any(same(member, text(cell)) for cell in row)


def _is_pair(member: str, row: Sequence[Json]) -> bool:
    """Whether `a: 3` or `a (3)` are two cells of a row."""
    found = _PAIR.fullmatch(member)
    return found is not None and _is_cell(found["key"], row) and _is_cell(found["value"] or found["inside"], row)


def _is_in(member: str, row: Sequence[Json]) -> bool:
    return _is_cell(member, row) or _is_pair(member, row)


def _members(reference: str) -> list[str]:
    """`[a, b]`, `a; b` or lines, as a list; the comma of a number is none."""
    if _quantity(reference) is not None:
        return [reference]
    return [part for part in _BETWEEN.split(reference.strip().strip("[]")) if part]


def _in_words(reference: str, said: str) -> bool:
    """Whether a text stands in another as whole words, a number as a whole number."""
    wanted = _plain(reference)
    before = r"(?<![\w-])(?<!\d[.,:/])" if wanted[:1].isdigit() else r"(?<!\w)"
    after = r"(?!\w|[.,:/-]\d)" if wanted[-1:].isdigit() else r"(?!\w)"
    return bool(wanted) and re.search(before + re.escape(wanted) + after, _plain(said)) is not None


def same(reference: str, said: str) -> bool:
    """Whether two texts say the same value: number, day, or text without case, quotes and the kind of blank."""
    if _plain(reference) == _plain(said):
        return True
    one, other = _quantity(reference), _quantity(said)
    if one is not None and other is not None:
        return one.value == other.value and (one.unit == other.unit or not (one.unit and other.unit))
    day = _day(reference)
    return day is not None and day == _day(said)


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A number with its currency or percent sign, "" where there is none."""

    value: Decimal
    unit: str


def _quantity(words: str) -> _Quantity | None:
    """What a text says as a number and nothing else."""
    found = _NUMBER.fullmatch(words.strip())
    if found is None:
        return None
    value = Decimal(found["whole"].replace(",", "") + (found["part"] or ""))
    return _Quantity(-value if found["sign"] == "-" else value, found["currency"] or found["percent"])


def _day(words: str) -> str | None:
    for form in _DATES:
        try:
            return datetime.strptime(words.strip()[:40], form).date().isoformat()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    found = re.match(r"(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}", words.strip())
    return found[1] if found else None


def _plain(words: str) -> str:
    return " ".join(unquote(words).split()).strip("\"' .").casefold()


def _same_place(reference: str, url: str) -> bool:
    """Whether the run ended there: that path or one below it, and every parameter of the reference with its value.

    The published rule takes any part of an address ("/f/art" is in "/f/artisans"); here whole segments count, and the
    site's own front page is only itself.
    """
    wanted, there = urlsplit(reference), urlsplit(url)
    path, other = wanted.path.rstrip("/").casefold(), there.path.rstrip("/").casefold()
    if wanted.netloc and wanted.netloc != there.netloc:
        return False
    if path != other and not (path and other.startswith(f"{path}/")):
        return False
    said = parse_qsl(there.query)
    names = {name for name, _ in parse_qsl(wanted.query)}
    return all(any(pair in said for pair in parse_qsl(wanted.query) if pair[0] == name) for name in names)


def _on_any(content: Content, pages: Mapping[Content, str | None]) -> Score:
    """The best of a check and of those that will do instead."""
    scores = [_on_page(one, pages.get(one)) for one in (content, *content.others)]
    return "right" if "right" in scores else "unjudged" if "unjudged" in scores else "wrong"


def _on_page(content: Content, page: str | None) -> Score:
    if page is None:
        return "unjudged"
    right = all(any(_in_words(one, page) for one in either) for either in content.included)
    return "right" if right and (not content.exact or any(same(one, page) for one in content.exact)) else "wrong"
