"""Finds the control of a pager that leads to its last page.

It stands beside the control that leads to the next page, behind it, and is known by its words, or by a sign that can
only mean further the same way. A number that leads there is a page number.
"""

from collections.abc import Iterator

from webdart.controls.pager_link import Sayings, leads_on
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_part
from webdart.page.text_match import loose
from webdart.page.vocabulary import LAST

_PAGER = 200  # characters of a box that holds no more than a pager
_HIGH = 5  # boxes around the next control


def to_last(view: PageView) -> Node | None:
    """The element to click for the last page; None if there is none or it is disabled."""
    following = next((view.nodes[control.node] for control in view.controls if control.kind == "next"), None)
    if following is None:
        return None
    numbers = {control.node for control in view.controls if control.kind in ("page number", "previous", "next")}
    sayings = Sayings(view)
    for around in _boxes(view, following):
        for node in view.nodes[following.end : around.end]:
            if node.index in numbers or not node.shown or is_control(node) or not (is_clicked(node) or is_part(node)):
                continue
            if _says_last(node, sayings) and leads_on(view, node):
                return node
    return None


def _says_last(node: Node, sayings: Sayings) -> bool:
    return sayings.says(node, LAST) or LAST.worded(loose(node.attributes.get("aria-label", "")))


def _boxes(view: PageView, node: Node) -> Iterator[Node]:
    """The boxes around a node that hold little besides a pager, the smallest first."""
    for _ in range(_HIGH):
        if node.parent < 0:
            return
        node = view.nodes[node.parent]
        if len(view.text_of(node.index)) > _PAGER:
            return
        yield node
