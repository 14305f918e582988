"""Columns of running lines with labels in them: "Length: 4 km, Level: easy" has two, wherever the elements begin.

A label is the words in front of a colon, from the beginning of the line or from a sign that parts things, or all that
an element of the line says where its form makes it a label. On a page that is one record, the words for columns that
most parts of a line without any begin with are a guess: "Status new · Published 3 May". A label is one if several
records have it; its value goes up to the next label of the line.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache

from msgspec import Struct

from webdart.extract.align import Template
from webdart.extract.columns.draft import Draft
from webdart.extract.page import Page
from webdart.lexicon.phrases import code_of, meant
from webdart.records.words import plain

SLOT = "slot"
"""What a column is derived as that may be a part of a text by chance."""
_COLON = re.compile(r"\s?(?::(?!//)(?=\s|$)|：)\s?")
_PART = re.compile(r"[,;|·•，；、｜]\s*|(?:^|\s)[-–—/]\s+")
_LAST = re.compile(r"(?:(?:(?<!\s)\s+)?[,;|·•，；、｜]|\s[-–—/])\s*$")
_BETWEEN = re.compile(r"\s*[|·•｜]\s*")
"""What parts the things that a line says one after the other."""
_BLANK = re.compile(r"\s+|$")
_MARKED = frozenset({"b", "strong", "label", "dt", "th"})
"""Elements whose whole text may be a label without a colon."""
_LINK = "a"
_TERMS = frozenset({"dt", "th"})
_FRAME = frozenset({"nav", "header", "footer", "aside", "form", "button"})
"""Elements in which words say something else than what a record is."""
_LONGEST = 40  # letters of a label
_MOST_WORDS = 3  # of a label that no sign ends
_LONGEST_LINE = 400  # letters of a line that is taken apart
_LEAST = 2  # records that have a label
_SHARE = 0.2  # of the records that have it, at least
_KNOWN = 8192  # lines that are taken apart once


class Line(Struct, frozen=True):
    """The texts of a line: their nodes, where each begins, and all as one text."""

    nodes: tuple[int, ...]
    starts: tuple[int, ...]
    text: str

    def within(self, begin: int, end: int) -> tuple[int, int]:
        """The first and the last node of a part of the text."""
        first = bisect_left(self.starts, begin + 1) - 1
        return self.nodes[first], self.nodes[max(first, bisect_left(self.starts, end) - 1)]


class Label(Struct, frozen=True):
    """The words of a label, and from where to where they stand, with the signs around them.

    `until`: where its value ends at the latest. `marked`: whether a sign or its form makes it a label, and not only
    what its words mean: "Place Vendôme" is no place that is called so.
    """

    words: str
    begin: int
    end: int
    until: int = _LONGEST_LINE
    marked: bool = True


Labelled = Sequence[tuple[Line, Sequence[Label]]]
"""The lines of a record that have labels."""
Value = tuple[str, int]
"""What a label names, and the node that holds it."""


def inline_labels(template: Template, roots: Sequence[Sequence[int]]) -> Iterator[Draft]:
    """A column for every label that stands within the lines of some records."""
    page = template.page
    records = [list(_labelled(page, root, _shown_labels)) for root in roots]
    if len(roots) == 1 and not records[0] and not _has_terms(page, roots[0]):
        records = [list(_labelled(page, roots[0], _leading_labels))]
    counts = Counter(
        words for record in records for words in dict.fromkeys(one.words for _, found in record for one in found)
    )
    least = max(_LEAST, _SHARE * len(roots)) if len(roots) > 1 else 1
    known = {words for words, count in counts.items() if count >= least}
    if not known:
        return
    values = [_values(page, record, known) for record in records]
    unsure = {one.words for record in records for _, found in record for one in found if not one.marked}
    for words in (words for words in counts if words in known):
        pairs = [found.get(words) for found in values]
        if any(pair is not None for pair in pairs):
            yield Draft(
                key=f"{words}:label",
                source="text",
                values=tuple(None if pair is None else pair[0] for pair in pairs),
                nodes=tuple(-1 if pair is None else pair[1] for pair in pairs),
                parts=[],
                derived=SLOT if words in unsure else "labelled",
                before=words,
            )


def _labelled(
    page: Page, root: Sequence[int], labels_of: Callable[[Page, Line], Sequence[Label]]
) -> Iterator[tuple[Line, Sequence[Label]]]:
    begin, end = root[0], page.ends[root[-1]]
    lines, number = page.lines, bisect_left(page.line_starts, begin)
    if number and lines[number - 1][-1] >= begin:
        number -= 1
    while number < len(lines) and lines[number][0] < end:
        nodes = tuple(node for node in lines[number] if begin <= node < end)
        number += 1
        line = _line(page, nodes)
        labels = labels_of(page, line) if 0 < len(line.text) <= _LONGEST_LINE else ()
        if labels:
            yield line, labels


def _shown_labels(page: Page, line: Line) -> Sequence[Label]:
    """The labels of a line that a sign or their form makes such."""
    return _labels(line.text, line.starts, _marked(page, line))


def _leading_labels(page: Page, line: Line) -> Sequence[Label]:
    """The words for columns that most parts of a line begin with; none of links, and none of the page's frame."""
    if not _FRAME.isdisjoint(_tags_around(page, line.nodes[0])):
        return ()
    labels = _leading(line.text, code_of(page.language))
    return [one for one in labels if _LINK not in _tags_around(page, line.within(one.begin, one.end)[0])]


def _tags_around(page: Page, node: int) -> Iterator[str]:
    while node >= 0:
        yield page.tags[node]
        node = page.parents[node]


def _has_terms(page: Page, root: Sequence[int]) -> bool:
    """Whether a record has labels by its mark-up: what else stands before something in it is none."""
    return any(tag in _TERMS for tag in page.tags[root[0] : page.ends[root[-1]]])


def _line(page: Page, nodes: tuple[int, ...]) -> Line:
    starts: list[int] = []
    text = ""
    for node in nodes:
        text += " " if text and not page.joined[node] else ""
        starts.append(len(text))
        text += page.texts[node]
    return Line(nodes, tuple(starts), text)


def _marked(page: Page, line: Line) -> tuple[tuple[int, int], ...]:
    """From where to where the elements of the line go whose form may make their text a label."""
    ends = [*line.starts[1:], len(line.text)]
    return tuple(
        (start, end)
        for node, start, end in zip(line.nodes, line.starts, ends, strict=True)
        if len(line.nodes) > 1 and page.tags[page.parents[node]] in _MARKED
    )


@lru_cache(maxsize=_KNOWN)
def _labels(text: str, starts: Sequence[int], marked: Sequence[tuple[int, int]]) -> Sequence[Label]:
    """What may be a label in a line, in order; a text of its own begins another one."""
    found: list[Label] = []
    behind = 0
    for colon in _COLON.finditer(text):
        begin = max([behind, *(sign.end() for sign in _PART.finditer(text, behind, colon.start()))])
        begin = max([begin, *(start for start in starts if begin <= start < colon.start())])
        words = text[begin : colon.start()].strip()
        if words[:1].isalpha() and len(words) <= _LONGEST:
            found.append(Label(words, begin, colon.end()))
            behind = colon.end()
    taken = {one.begin for one in found}
    for start, end in marked:
        words = text[start:end].strip()
        begins = not text[:start].strip() or _LAST.search(text[:start])
        if start not in taken and begins and words[:1].isalpha() and len(words) <= _LONGEST:
            found.append(Label(words, start, end))
    return tuple(sorted(found, key=lambda one: one.begin))


@lru_cache(maxsize=_KNOWN)
def _leading(text: str, language: str) -> Sequence[Label]:
    """The words for columns that most parts of a line begin with, two of them at least with something behind."""
    signs = [sign.span() for sign in _BETWEEN.finditer(text)] if len(text) <= _LONGEST_LINE else []
    if not signs:
        return ()
    parts = list(zip([0, *(end for _, end in signs)], [*(start for start, _ in signs), len(text)], strict=True))
    found = [one for begin, end in parts if (one := _leading_word(text, begin, end, language)) is not None]
    telling = sum(one.end < one.until for one in found)
    return tuple(found) if telling >= _LEAST and 2 * len(found) > len(parts) else ()


def _leading_word(text: str, begin: int, end: int, language: str) -> Label | None:
    """The longest word for columns, in English or the page's language, that a part of a line begins with."""
    blanks = [blank.span() for blank in _BLANK.finditer(text[begin:end])][:_MOST_WORDS]
    for start, behind in reversed(blanks):
        words = text[begin : begin + start]
        if words and meant(plain(words), ("en", language)):
            return Label(words, begin, min(begin + behind, end), end, marked=False)
    return None


def _values(page: Page, record: Labelled, known: AbstractSet[str]) -> Mapping[str, Value]:
    """By label: what stands behind its first place in a record."""
    values: dict[str, Value] = {}
    for line, labels in record:
        kept = [one for one in labels if one.words in known]
        ends = [one.begin for one in kept[1:]] + [len(line.text)] * bool(kept)
        for label, end in zip(kept, ends, strict=True):
            value = _LAST.sub("", line.text[label.end : min(end, label.until)].strip())
            if value and label.words not in values:
                begin = line.text.index(value, label.end)
                values[label.words] = value, page.common(line.within(begin, begin + len(value)))
    return values
