"""Facts of one record in lines of two parts: which of the two is the label, all lines together tell.

"Posted" above "3 May", "3 May" above "Posted": one such line says neither which is the label nor that it is one.
Several side by side do, where the one half of them are words that columns are called by, and the other half are not.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from webdart.extract.align import Template
from webdart.extract.names.labels import HEADINGS, LONGEST
from webdart.extract.page import Page
from webdart.extract.page.tree import TEXT
from webdart.page.text_match import without_mark
from webdart.records.columns.synonyms import has_meaning

_WORDS = 4  # of a label
_TWO = 2  # halves of a line, or rows
_LEAST = 2  # lines side by side
_HALF = 0.5  # of the labels of a block, at least, are words that columns are called by

Pair = tuple[int, int]
"""Two parts that have texts, in their order on the page."""


def paired(page: Page, template: Template) -> Mapping[int, int]:
    """By the text part of each label of such lines: the part of its value; of one record alone."""
    found: dict[int, int] = {}
    for block in _blocks(page, template) if template.count == 1 else ():
        first, second = (
            sum(_is_called(said_of(page, template, half)) for half in side) for side in zip(*block, strict=True)
        )
        if first == second or max(first, second) < _HALF * len(block):
            continue
        for one, other in block:
            label, value = (one, other) if first > second else (other, one)
            if len(texts := _texts(template, label)) == 1:
                found[texts[0]] = value
    return found


def said_of(page: Page, template: Template, part: int) -> str:
    """What a part says in the record."""
    nodes = (node for text in _texts(template, part) for node in template.instances[text].values())
    return " ".join(page.texts[node] for node in nodes)


def _blocks(page: Page, template: Template) -> Iterator[Sequence[Pair]]:
    """The lines of two parts that stand side by side, built alike."""
    for above in template.preorder():
        kids = _with_texts(template, above)
        for _, run in groupby(kids, lambda kid: _build(page, template, kid)):
            lines = [pair for kid in run if (pair := _halves(template, kid)) is not None]
            if len(lines) >= _LEAST:
                yield lines
        yield from _by_turns(kids, [_build(page, template, kid) for kid in kids])
        if len(kids) == _TWO:
            yield from _headed(template, kids)


def _by_turns(kids: Sequence[int], builds: Sequence[tuple[str, ...]]) -> Iterator[Sequence[Pair]]:
    """The same without an element around each line: elements of two builds by turns. Running text is no line."""
    place = 0
    while place + 1 < len(kids):
        turn, end = builds[place : place + 2], place
        if turn[1][0] in HEADINGS and turn[0][0] not in HEADINGS:  # what stands before a heading is not its own
            place += 1
            continue
        while turn[0] != turn[1] and (TEXT,) not in turn and builds[end : end + 2] == turn:
            end += 2
        lines = [(kids[one], kids[one + 1]) for one in range(place, end, 2)]
        if len(lines) >= _LEAST:
            yield lines
        place = end if len(lines) >= _LEAST else place + 1


def _headed(template: Template, rows: Sequence[int]) -> Iterator[Sequence[Pair]]:
    """The same turned: a row of labels, and one of values."""
    first, second = (template.children[row] for row in rows)
    lines = [(one, other) for one, other in zip(first, second, strict=False) if _texts(template, one)]
    lines = [(one, other) for one, other in lines if _texts(template, other)]
    if len(first) == len(second) and len(lines) >= _LEAST:
        yield lines


def _with_texts(template: Template, part: int) -> list[int]:
    return [kid for kid in template.children[part] if _texts(template, kid)]


def _halves(template: Template, part: int) -> Pair | None:
    """The two parts of an element that have texts; None where they are more, or one."""
    kids = _with_texts(template, part)
    while len(kids) == 1:
        kids = _with_texts(template, kids[0])
    return (kids[0], kids[1]) if len(kids) == _TWO else None


def _texts(template: Template, part: int) -> list[int]:
    return [inner for inner in template.preorder(part) if template.tags[inner] == TEXT]


def _build(page: Page, template: Template, part: int) -> tuple[str, ...]:
    """By what an element is told from others beside it: its tag and its classes."""
    face = template.faces[part]
    return (template.tags[part], *(page.classes[face] if face >= 0 else ()))


def _is_called(text: str) -> bool:
    """Whether a text is a word, or a few, that columns are called by, in any language."""
    words = without_mark(text)
    short = len(words) <= LONGEST and len(words.split()) <= _WORDS
    return short and not any(map(str.isdigit, words)) and has_meaning(words)
