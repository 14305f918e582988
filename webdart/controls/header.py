"""Finds the column that a head and a box over it belong to, and whether clicking the head sorts.

A head says that it sorts by ARIA, by a button in it, or by its class (a hint: whoever clicks it looks at the rows). A
box stands for a column where it is in its head, or right below it and alone there: a box in every row is for editing.
"""

import re
from collections.abc import Iterator

from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_text_box, words_of
from webdart.page.text_match import folded, loose
from webdart.page.vocabulary import NEXT, PREVIOUS

_SORTS = re.compile(r"(?:^|[\s_-])sort(?:able|ers?|ing)(?:$|[\s_-])", re.IGNORECASE)
_SIGNS = " " + "".join(NEXT.signs | PREVIOUS.signs)  # around the words of a link that turns pages
_NEAR = 80.0  # pixels below a head in which a box for its column stands


def sorting(view: PageView, head: Node) -> Node | None:
    """The element to click in a column's header to sort by it; None if nothing says that it sorts."""
    inside = view.nodes[head.index + 1 : head.end]
    if any(below.role == "columnheader" for below in inside):
        return None  # that one is the head
    clicked = [below for below in inside if below.role in ("link", "button")]
    said = "aria-sort" in head.attributes
    own = _SORTS.search(head.attributes.get("class", ""))
    classed = head if own else next((one for one in inside if _SORTS.search(one.attributes.get("class", ""))), None)
    if not clicked and not said and classed is None:
        return None
    worded = next((below for below in clicked if view.text_of(below.index).strip()), None)
    found = worded or (head if own and not said else next(iter(clicked), None)) or classed or head
    words = loose(words_of(view, found)).strip(_SIGNS)
    return None if not said and (NEXT.worded(words) or PREVIOUS.worded(words)) else found


def head_over(view: PageView, box: Node) -> str:
    """The words of the column that a text box stands for; "" where it is no such box."""
    inside = next((above for above in ancestors(view, box) if above.role == "columnheader"), None)
    if inside is not None and view.text_of(inside.index).strip():
        return folded(view.text_of(inside.index))
    middle = box.box.x + box.box.width / 2
    for head in _heads(view):
        over = head.box.x <= middle <= head.box.x + head.box.width
        gap = box.box.y - (head.box.y + head.box.height)
        if over and -2 <= gap <= _NEAR and _alone(view, head, box):
            return folded(view.text_of(head.index))
    return ""


def _heads(view: PageView) -> Iterator[Node]:
    for node in view.nodes:
        if node.role == "columnheader" and node.shown and view.text_of(node.index).strip():
            yield node


def _alone(view: PageView, head: Node, box: Node) -> bool:
    """Whether no other text box stands below the head."""
    left, right = head.box.x, head.box.x + head.box.width
    others = (node for node in view.nodes if node.shown and is_text_box(node) and node.index != box.index)
    return not any(left <= one.box.x + one.box.width / 2 <= right and one.box.y > head.box.y for one in others)
