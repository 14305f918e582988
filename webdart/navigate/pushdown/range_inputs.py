"""Finds the boxes of a page, or the handles of a slider, that take the two ends of a range of one column.

A box says its end by its own words, by the name that it is sent under, or by its place: two boxes in one frame are one
range, and what one of them takes the other does not. Which column is meant may be said once for both: by the words in
their frame, or by the heading above it. Handles say it the same way; they count where no boxes do, since a slider often
stands beside boxes for the same range. All of it only proposes: rows decide.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from webdart.navigate.pushdown.control_semantics import end_of, is_end, names
from webdart.navigate.pushdown.offer import End
from webdart.navigate.pushdown.range_slider import is_handle
from webdart.navigate.similarity import words_of
from webdart.page.labels import ancestors, group_label
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import is_clicked, is_control, is_text_box, is_ticked
from webdart.page.sections import heading_above
from webdart.workflow.model import Field

_FRAME = 4  # elements around a box within which the other one stands
_SHORT = 80  # characters: what a frame says of its boxes is short
_SENT = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])")
_LEAST_SENT = frozenset({"gt", "gte", "ge", "low", "lower", "start", "begin", "0"})
_MOST_SENT = frozenset({"lt", "lte", "le", "high", "upper", "stop", "1"})
"""Last words of the names that boxes are sent under, beside those that people read."""


class _Box(Struct, frozen=True):
    """A box: its own words, those that it is sent under, the end that they say."""

    control: Control
    node: Node
    said: str
    sent: str
    end: End | None


def range_boxes(view: PageView, field: Field) -> Mapping[End, Control]:
    """The box (or handle) of each end of a column's range; empty where there is none, or two for one end."""
    takers = [_box(view, control) for control in view.controls if _takes(control)]
    boxes = _ends(view, field, {box.node.index: box for box in takers if not is_handle(box.node)})
    return boxes or _ends(view, field, {box.node.index: box for box in takers if is_handle(box.node)})


def _ends(view: PageView, field: Field, boxes: Mapping[int, _Box]) -> Mapping[End, Control]:
    """The same, among controls that are all boxes or all handles."""
    found: dict[End, Control] = {}
    for box in boxes.values():
        own = names(field, f"{box.said} {box.sent}")
        frame, other = _pair(view, box, boxes, field)
        if not own and (frame is None or not names(field, _around(view, frame))):
            continue
        end = box.end if frame is None else _end_in_pair(box, other)
        if end is None:
            continue
        if end in found:
            return {}  # which is meant can't be told
        found[end] = box.control
    return found


def _takes(control: Control) -> bool:
    return control.kind == "filter" and not control.options


def _box(view: PageView, control: Control) -> _Box:
    node = view.nodes[control.node]
    words = [control.label, group_label(view, node) if node.role else "", node.attributes.get("placeholder", "")]
    said = " ".join(dict.fromkeys(word for word in words if word))
    sent = " ".join(_SENT.split(node.attributes.get("name", ""))).casefold()
    return _Box(control, node, said, sent, end_of(said) or end_of(sent) or _end_sent(sent))


def _end_sent(sent: str) -> End | None:
    last = sent.split()[-1:]
    if _LEAST_SENT.intersection(last):
        return "least"
    return "most" if _MOST_SENT.intersection(last) else None


def _pair(view: PageView, box: _Box, boxes: Mapping[int, _Box], field: Field) -> tuple[Node | None, _Box | None]:
    """The frame that holds this box and just one other that is no column's own, and that one."""
    for above in islice(ancestors(view, box.node), _FRAME):
        inside = [node for node in view.nodes[above.index : above.end] if node.shown and is_control(node)]
        alike = is_handle if is_handle(box.node) else is_text_box
        ends = [node.index for node in inside if alike(node)]
        if above.tag == "body" or len(ends) > 2 or any(map(_chooses, inside)):
            break
        if len(ends) == 2:
            both = [boxes[place] for place in ends if place in boxes]
            if len(both) < 2 or not all(_says_only_ends(one, field) for one in both):
                break
            return above, both[0 if both[1] is box else 1]
    return None, None


def _chooses(node: Node) -> bool:
    return is_ticked(node) or (not is_text_box(node) and not is_clicked(node) and node.role != "slider")


def _says_only_ends(box: _Box, field: Field) -> bool:
    """Whether a box says nothing but which end it takes, and of which column."""
    own = words_of(f"{field.name} {field.label or ''}")
    return all(word in own or is_end(word) for word in words_of(box.said))


def _end_in_pair(box: _Box, other: _Box | None) -> End | None:
    """The end of a range that a box takes: by its words, else by the other box's; else the first is the lower one."""
    if box.end is not None or other is None:
        return box.end
    if other.end is not None:
        return "most" if other.end == "least" else "least"
    return "least" if box.node.index < other.node.index else "most"


def _around(view: PageView, frame: Node) -> str:
    """The words around both boxes of a frame."""
    return " ".join(_short([view.visible_text_of(frame.index), heading_above(view, frame)]))


def _short(texts: Sequence[str]) -> Iterator[str]:
    return (text for text in texts if len(text) <= _SHORT)
