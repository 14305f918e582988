"""Scores answers with typed forms of the benchmarks' evaluators: numbers by value, dates by day, texts by word.

The published ones compare substrings of prose ("1" is in "21", "$0.00" is not "0"). Here an answer is cells, and a
reference is one of them, or stands in one as whole words. What only a judge could decide is reported as unjudged.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from benchmarks.tasks import Content, Task
from webdart.answer.shape import AnswerValue
from webdart.table.cell_json import Json, text

Score = Literal["right", "wrong", "unjudged"]

_NUMBER = re.compile(r"[-+]?[$€£]?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s?%?")
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
    cells = [] if answer is None else [cell for row in answer.rows for cell in row]
    whole = "" if answer is None else answer.text
    if task.exact and not any(_is_whole(reference, cells, whole) for reference in task.exact):
        return "wrong"
    if any(not any(_stands(one, cells) for one in either) for either in task.included):
        return "wrong"
    if task.fuzzy:
        said = all(any(same(reference, text(cell)) for cell in [*cells, whole]) for reference in task.fuzzy)
        return "right" if said else "unjudged"
    return "right" if task.exact or task.included else "unjudged"


def _is_whole(reference: str, cells: Sequence[Json], whole: str) -> bool:
    """Whether the answer is the reference: as its text, or cell by cell where the reference is a list."""
    if same(reference, whole):
        return True
    parts = [part for part in re.split(r"[\n,;]\s*|\s\|\s", reference.strip().strip("[]")) if part]
    said = [text(cell) for cell in cells if cell is not None]
    return len(parts) == len(said) and all(same(one, other) for one, other in zip(parts, said, strict=True))


def _stands(reference: str, cells: Iterable[Json]) -> bool:
    """Whether a reference is a cell, or stands in one as whole words; pairs and lists count part by part."""
    wanted = _plain(reference)
    for cell in cells:
        said = text(cell)
        if same(reference, said):
            return True
        if number(said) is None and wanted and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _plain(said)):
            return True
    parts = [part for part in re.split(r"\s*[:,]\s+", reference) if part]
    return len(parts) > 1 and all(_stands(part, cells) for part in parts)


def same(reference: str, said: str) -> bool:
    """Whether two texts say the same value: number, day, or text without case, quotes and the kind of blank."""
    if _plain(reference) == _plain(said):
        return True
    one, other = number(reference), number(said)
    if one is not None and other is not None:
        return abs(one - other) < 0.005 if "." in reference or "." in said else one == other
    day = _day(reference)
    return day is not None and day == _day(said)


def number(words: str) -> float | None:
    """The number that a text is, with its currency or percent sign; None where it is something else."""
    found = _NUMBER.fullmatch(words.strip())
    if found is None:
        return None
    value = float(found[1].replace(",", "") + (found[2] or ""))
    return -value if words.strip().startswith("-") else value


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
    plain = _plain(page)
    right = all(
        any(re.search(rf"(?<!\w){re.escape(_plain(one))}(?!\w)", plain) for one in either)
        for either in content.included
    )
    return "right" if right and (not content.exact or any(same(one, page) for one in content.exact)) else "wrong"
