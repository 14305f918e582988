"""Tells whether what follows a label is the next label, so that this one has no value.

On a record's own page nothing else tells: there is no second record that has the value. What the labels around it have
behind them says what a value looks like here, and what the next label does.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from webdart.page.text_match import COLONS
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import plain

PAIR = re.compile(r"[^:：]{1,60}(?::\s|：)\s*\S")
_LABEL = 60  # letters
_FORMAL = frozenset({"th", "dt", "label"})
_OTHERS = 2  # labels that have a value of another kind behind them


def is_next_label(page: Outline, label: int, place: int, following: int) -> bool:
    """Whether what follows an element (`place`) that has a label and nothing else is, or begins with, the next one."""
    if page.text[label].endswith(COLONS) and _ends_in_colon(page, following):
        return True
    if place != label and (_is_pair(page, label, following) or _begins_another(page, label, place, following)):
        return True
    if page.nodes[place].tag == "#text":
        return _is_next_line_of_text(page, place, following)
    return _is_next_line(page, place, following) or _lacks_its_other(page, place, following)


def _ends_in_colon(page: Outline, index: int) -> bool:
    return page.text[index].endswith(COLONS) and len(page.text[index]) <= _LABEL


def _is_next_line(page: Outline, line: int, following: int) -> bool:
    """Whether lines of one kind are `Label: value` each, this one without its value, and the next the next label's."""
    if page.step[line] != page.step[following] or not PAIR.match(page.text[following]):
        return False
    if not page.text[line].endswith(COLONS):
        return False  # the lines' labels have colons: "Note" is none of them, and "See also: 12-B" its value
    kids = page.kids[page.nodes[line].parent]
    return _are_pairs(page.text[kid] for kid in kids if page.step[kid] == page.step[line])


def _is_next_line_of_text(page: Outline, label: int, following: int) -> bool:
    """The same for lines that only breaks part."""
    kids = page.kids[page.nodes[label].parent]
    broken = any(page.nodes[kid].tag == "br" for kid in kids if label < kid < following)
    if not broken or page.nodes[following].tag != "#text" or not PAIR.match(page.text[following]):
        return False
    return _are_pairs(_with_value(page, kids, kid) for kid in kids if page.nodes[kid].tag == "#text")


def _with_value(page: Outline, kids: Sequence[int], text: int) -> str:
    """A text with what stands behind it on its line in an element of its own: "Call number: <i>722.13</i>"."""
    after = next((kid for kid in kids if kid > text), None)
    if after is None or page.nodes[after].tag in BLOCKS:
        return page.text[text]
    return f"{page.text[text]} {page.text[after]}".rstrip()


def _are_pairs(lines: Iterable[str]) -> bool:
    """Whether more lines are a label with its value than a label alone."""
    texts = list(lines)
    return sum(bool(PAIR.match(text)) for text in texts) > sum(text.endswith(COLONS) for text in texts)


def _is_pair(page: Outline, label: int, index: int) -> bool:
    """Whether an element begins with a label of the same kind as another one, and has more than that.

    Both end in a colon, or both are of a class: bold print alone makes no label.
    """
    own = _element(page, label)
    first = next((kid for kid in page.kids[index] if page.text[kid]), None)
    if first is None or page.step[first] != page.step[own] or page.text[first] == page.text[index]:
        return False
    colons = {page.text[one].endswith(COLONS) for one in (own, first)}
    return colons == {True} or (colons == {False} and bool(page.classes[own]))


def _begins_another(page: Outline, label: int, place: int, following: int) -> bool:
    """Whether elements of one kind begin with a label each and go on with its value, and this one has its label alone.

    Where only bold print makes the labels, one before this must have its value: a name in bold print may begin a line.
    """
    if page.step[place] != page.step[following]:
        return False
    if not _leads(page, label, following) and not _is_label_alone(page, label, following):
        return False
    kids = [kid for kid in page.kids[page.nodes[place].parent] if page.step[kid] == page.step[place]]
    others = [kid for kid in kids if kid not in (place, following) and _leads(page, label, kid)]
    formal = page.nodes[_element(page, label)].tag in _FORMAL
    return bool(others) and (formal or others[0] < place)


def _is_label_alone(page: Outline, label: int, index: int) -> bool:
    """Whether an element has no words but those of a label as this one, told by its tag: neither has a value."""
    own = _element(page, label)
    inner = page.nodes[index : page.nodes[index].end]
    alike = (node.index for node in inner if page.step[node.index] == page.step[own])
    return page.nodes[own].tag in _FORMAL and any(page.text[one] == page.text[index] for one in alike)


def _leads(page: Outline, label: int, index: int) -> bool:
    """Whether an element begins with one of a label's kind, with a colon or without as that, and has more."""
    first, own = first_of_kind(page, label, index), _element(page, label)
    return first is not None and page.text[first].endswith(COLONS) == page.text[own].endswith(COLONS)


def first_of_kind(page: Outline, label: int, index: int) -> int | None:
    """The element of a label's kind that an element begins with, where it has more than that."""
    own, place = _element(page, label), index
    while first := next((kid for kid in page.kids[place] if page.text[kid]), None):
        if page.step[first] == page.step[own] and page.nodes[first].tag != "#text":
            return first if page.text[first] != page.text[index] else None
        place = first
    return None


def like_its_label(page: Outline, value: int, labels: frozenset[str]) -> int | None:
    """What a value is or begins with, where that is built as the words before it and goes on, as a label does.

    Only bold print or the like tells the label then, which has no colon and no tag for labels.
    """
    before = next((index for index in range(value - 1, -1, -1) if page.nodes[index].tag == "#text"), -1)
    if before < 0 or page.text[before].endswith(COLONS) or plain(page.text[before]) not in labels:
        return None
    own = _element(page, before)
    if page.nodes[own].tag in _FORMAL or page.level(own):
        return None
    if page.step[value] != page.step[own]:
        return first_of_kind(page, before, value)
    after = next((kid for kid in page.kids[page.nodes[value].parent] if kid > value), None)
    if after is None or page.nodes[after].tag in BLOCKS or page.step[after] == page.step[own]:
        return None
    return value if page.text[after][:1].isalnum() else None


def _lacks_its_other(page: Outline, place: int, following: int) -> bool:
    """Whether labels and values of two kinds stand by turns, and here a label follows a label."""
    step = page.step[place]
    if page.step[following] != step:
        return False
    kids = [
        kid
        for kid in page.kids[page.nodes[place].parent]
        if any(map(str.isalnum, page.text[kid])) or page.step[kid] == step
    ]
    turns = [page.step[after] != step for before, after in pairwise(kids) if page.step[before] == step]
    return sum(turns) >= _OTHERS and sum(turns) > len(turns) - sum(turns)


def _element(page: Outline, label: int) -> int:
    return label if page.nodes[label].tag != "#text" else page.nodes[label].parent
