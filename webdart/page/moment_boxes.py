"""Finds the box for the time of day beside the box for the day: two text boxes for one moment."""

import re

from webdart.lexicon.phrases import PhrasePattern, pattern
from webdart.page.labels import ancestors, beside
from webdart.page.model import Node, PageView
from webdart.page.roles import is_text_box, type_of
from webdart.page.text_match import loose

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)")
_DAY, _TIME = pattern("date_column", "day_column"), pattern("time_column")


def moment_parts(text: str) -> tuple[str, str] | None:
    """The day and the time of a moment in ISO form, None for any other text."""
    parts = _MOMENT.fullmatch(text)
    return None if parts is None else (parts[1], parts[2])


def time_box(view: PageView, node: Node) -> Node | None:
    """The box for the time that goes with a box for the day: the only other one in the box around both."""
    if not is_text_box(node):
        return None
    for above in ancestors(view, node):
        boxes = [other for other in view.nodes[above.index : above.end] if other.shown and is_text_box(other)]
        if len(boxes) > 1:
            pair = len(boxes) == 2 and boxes[0].index == node.index
            return boxes[1] if pair and _is(view, node, "date", _DAY) and _is(view, boxes[1], "time", _TIME) else None
    return None


def _is(view: PageView, box: Node, kind: str, words: PhrasePattern) -> bool:
    texts = (box.name, box.attributes.get("placeholder", ""), *beside(view, box))
    return type_of(box) == kind or any(words.search(loose(text)) for text in texts)
