"""Finds what a site says is wrong with what was sent to it.

A form that is not accepted comes back with status 200: with the values that were sent, a remark at the field, a message
above. What marks a remark is its markup: a class, a role, a control marked as invalid; which words it has is no matter.
Only what was not there before counts, figures aside, and not what is marked as a success. A remark at a field needs the
field to be there again, near it; a message does not. What only looks wrong may be a state in a list.
Where nothing is marked, `answer_words` reads it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Self

from msgspec import Struct

from webdart.lexicon import lexicon
from webdart.page.answer_words import says_failed
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box, type_of
from webdart.page.speech import RECORDS, WALLS, class_parts, has_any

_LONG = 400  # characters of a remark: the longest of eleven sites' has 192, in the median 50
_MOST = 3  # remarks that are told
_NEAR = 6  # elements around a text that may mark it as a remark: twice as many as those sites need
_BESIDE = 4  # elements around a text that may hold the control that it is about, outside of a form: as those sites need
_DIGITS = re.compile(r"\d+")

Fields = Mapping[str, Sequence[str]]


def complaint(before: PageView, after: PageView, fields: Fields) -> str:
    """The words of the remarks that `after` has and `before` had not, "" where there are none.

    `before` is the page that sent the fields of a form, `after` the one that has come of it.
    """
    again = comes_again(after, fields)
    told = chain(_remarks(before, after, fields if again else {}), _invalid(before, after) if again else ())
    return "; ".join(list(dict.fromkeys(told))[:_MOST])


def on_empty_form(before: PageView, after: PageView, fields: Fields) -> str:
    """As `complaint`, where the form has come back without what was sent: the remarks in it and right above it."""
    names = {node.attributes.get("name") for node in after.nodes if node.shown and is_text_box(node)}
    if comes_again(after, fields) or names.isdisjoint(fields):
        return ""
    told = chain(_remarks(before, after, fields, empty=True), _invalid(before, after))
    return "; ".join(list(dict.fromkeys(told))[:_MOST])


def comes_again(view: PageView, fields: Fields) -> bool:
    """Whether a page shows a text box with a text that was sent under its name: the form has come back.

    A password is not shown again: of it the box is enough.
    """
    boxes = [node for node in view.nodes if node.shown and is_text_box(node) and node.attributes.get("name") in fields]
    return any(
        type_of(box) == "password" or (box.value and box.value in fields[box.attributes["name"]]) for box in boxes
    )


def unfilled(view: PageView) -> tuple[str, ...]:
    """What a page calls the controls that must be filled in, and are not: a browser does not send their form."""
    empty = (node for node in view.nodes if node.shown and "required" in node.states and node.value == "")
    return tuple(node.name or node.attributes.get("name", "") for node in empty)


def _remarks(before: PageView, after: PageView, fields: Fields, *, empty: bool = False) -> Iterator[str]:
    """The remarks of a page; texts that stand in one element have one remark around them, which is looked for once."""
    old = {_bare(node.text) for node in before.nodes if node.tag == "#text" and node.shown}
    answer = _Answer.of(after, fields, empty=empty)
    parents: set[int] = set()
    boxes: set[int] = set()
    for node in after.nodes:
        if node.tag != "#text" or not node.shown or _bare(node.text) in old or not any(map(str.isalpha, node.text)):
            continue
        box = None if node.parent in parents else _remark_around(answer, node)
        parents.add(node.parent)
        if box is None or box.index in boxes:
            continue
        boxes.add(box.index)
        text = after.visible_text_of(box.index)
        if len(text) <= _LONG:
            yield text


def _bare(text: str) -> str:
    """A text without its figures: a count that has changed is no other remark."""
    return _DIGITS.sub("", text)


class _Answer(Struct, frozen=True):
    """A page, and the places of what is shown on it: its controls, those of the fields that were sent, its headings.

    `empty`: the form has come back without what was sent.
    """

    view: PageView
    controls: Sequence[int]
    sent: Sequence[int]
    headings: Sequence[int]
    empty: bool

    @classmethod
    def of(cls, view: PageView, fields: Fields, *, empty: bool) -> Self:
        controls = [node.index for node in view.nodes if node.shown and is_control(node)]
        sent = [place for place in controls if view.nodes[place].attributes.get("name") in fields]
        headings = [node.index for node in view.nodes if node.shown and node.role == "heading"]
        return cls(view, controls, sent, headings, empty)


def _remark_around(answer: _Answer, text: Node) -> Node | None:
    """The smallest element around a text that is marked as a remark; none that holds a control is one.

    What merely looks wrong is one beside a control of these fields, above the heading of the page, or as a message.
    """
    wrong = message = None
    for above, _ in zip(ancestors(answer.view, text), range(_NEAR), strict=False):
        if above.tag in RECORDS or is_clicked(above) or has_any(answer.controls, above):
            break
        parts = class_parts(above)
        wrong = wrong or (above if parts & _WRONG and not parts & _FINE else None)
        message = message or (above if parts & _MESSAGE or above.role in ("alert", "status") else None)
    if wrong is None or message is not None:
        return wrong
    return wrong if _is_beside(answer, text) or _is_above(answer, wrong) else None


def _is_beside(answer: _Answer, text: Node) -> bool:
    """Whether a text stands in one form with a control of these fields, or in one small part of the page."""
    for place, above in enumerate(ancestors(answer.view, text)):
        if above.tag in WALLS:
            return False
        if (above.tag == "form" or (place < _BESIDE and not answer.empty)) and has_any(answer.sent, above):
            return True
    return False


def _is_above(answer: _Answer, box: Node) -> bool:
    """Whether what comes after a remark is the form, or the first heading of the page and it says what failed.

    Other remarks may stand between.
    """
    view, after = answer.view, box.end
    while after < len(view.nodes) and (view.nodes[after].tag == "#text" or class_parts(view.nodes[after]) & _REMARKS):
        after = view.nodes[after].end
    if after >= len(view.nodes) or view.nodes[after].parent != box.parent:
        return False
    if answer.headings[:1] == [after]:
        return view.visible_text_of(box.index).count(" ") > 1 and says_failed(view.visible_text_of(box.index)[:_LONG])
    return view.nodes[after].tag == "form" and has_any(answer.sent, view.nodes[after])


def _invalid(before: PageView, after: PageView) -> Iterator[str]:
    """The controls that are marked as invalid, and were not."""
    old = {(node.name, node.attributes.get("name")) for node in before.nodes if _is_invalid(before, node)}
    for node in after.nodes:
        name = node.attributes.get("name", "")
        if node.shown and _is_invalid(after, node) and (node.name, name) not in old:
            yield node.name or name


def _is_invalid(view: PageView, node: Node) -> bool:
    """Whether a control is marked as invalid: by its state, its class, or that of what is around it and no other."""
    if "invalid" in node.states:
        return True
    if not is_control(node) or not node.shown:
        return False
    for around in (node, *ancestors(view, node)):
        controls = sum(is_control(one) and one.shown for one in view.nodes[around.index : around.end])
        if controls > 1 or around.tag in WALLS or around.tag in RECORDS:
            return False
        if class_parts(around) & _WRONG:
            return True
    return False


_CLASSES = lexicon("message_classes")
_WRONG = frozenset[str](_CLASSES["wrong"])
_MESSAGE = frozenset[str](_CLASSES["message"])
_FINE = frozenset[str](_CLASSES["fine"])
_REMARKS = _WRONG | _MESSAGE
