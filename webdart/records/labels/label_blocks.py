"""Finds the blocks of a record's own page that have a label and its value on each line, as a fact sheet has.

No mark-up says so, and no colon: several siblings of one shape do, each with a short text in one place and one style,
another in each, and with one short text behind it.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from webdart.page.markup import EMPHASIS
from webdart.page.text_match import COLONS
from webdart.records.structure.outline import Outline
from webdart.records.words import plain

_LEAST = 3  # lines of a block
_MOST = 16  # more are the entries of a glossary, or of a list of anything
_LABEL = 30  # letters of a label
_WORDS = 4  # and words
_VALUE = 60  # letters of a value
_VALUES = re.compile(r"[:：]|\W?\d")
_UP = 3  # elements from a label up to the link that it may be in


class LabelledLine(Struct, frozen=True):
    """A line of a block: its node, that of its label, the texts behind that as one, and how the line is built."""

    node: int
    label: int
    value: str
    shape: tuple[str, str, bool]


def block_lines(page: Outline, root: int) -> tuple[LabelledLine, ...]:
    """The lines of all blocks below a node, outside of menus and footers."""
    parents = (index for index in page.below(root) if len(page.kids[index]) >= _LEAST and not page.chrome[index])
    return tuple(line for parent in parents for block in _blocks(page, parent) for line in block)


def _blocks(page: Outline, parent: int) -> Iterator[Sequence[LabelledLine]]:
    """The blocks whose lines are most of what an element holds."""
    kids = [kid for kid in page.kids[parent] if page.text[kid]]
    lines = [_line_of(page, kid) for kid in kids] if len(kids) >= _LEAST else []
    alike: dict[tuple[str, str, bool], list[LabelledLine]] = {}
    for line in filter(None, lines):
        alike.setdefault(line.shape, []).append(line)
    for block in alike.values():
        names = {plain(page.text[line.label]) for line in block}
        whole = _LEAST <= len(block) == len(names) <= _MOST and len(block) * 2 >= len(kids)
        if whole and _are_of_one_style(page, [line.label for line in block]):
            yield block


def _are_of_one_style(page: Outline, labels: Sequence[int]) -> bool:
    """Whether labels have a class in common, or none has any."""
    classes = [frozenset(page.classes[label]) for label in labels]
    return not any(classes) or bool(frozenset[str].intersection(*classes))


def _line_of(page: Outline, line: int) -> LabelledLine | None:
    """The line that an element is; None for one that has no label at its beginning, or no value, or more than that."""
    inner = line
    while len(kids := [kid for kid in page.kids[inner] if page.text[kid]]) == 1:
        inner = kids[0]
    if not kids or not _may_be_label(page, kids[0]):
        return None
    label = kids[0]
    value = " ".join(page.text[kid] for kid in kids[1:])
    if len(value) > _VALUE or not any(map(str.isalnum, value)) or _runs_on(page, label, kids[1]):
        return None
    return LabelledLine(
        line, label, value, (page.nodes[line].tag, page.nodes[label].tag, page.text[label].endswith(COLONS))
    )


def _may_be_label(page: Outline, index: int) -> bool:
    """Whether a text is one of a few words without a digit, and no link."""
    text, nodes = page.text[index], page.nodes
    if page.leaves[index] != 1 or not nodes[index].shown or len(text) > _LABEL or len(text.split()) > _WORDS:
        return False
    if not text[0].isalpha() or any(map(str.isdigit, text)) or page.level(index):
        return False
    inside = any(node.tag == "a" for node in nodes[index : nodes[index].end])
    above = list(page.ancestors(index))[:_UP]
    return not inside and all(nodes[place].tag != "a" for place in above)


def _runs_on(page: Outline, label: int, behind: int) -> bool:
    """Whether a sentence goes on behind words that are set off: "<b>Stir</b> the milk", no ": Canon" and no "4.8"."""
    bare = page.nodes[behind].tag == "#text" and page.nodes[label].tag in EMPHASIS
    return bare and not page.text[label].endswith(COLONS) and not _VALUES.match(page.text[behind])
