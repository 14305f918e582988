"""Tells what a person sees of a control that has no look of its own, and what covers it.

A box that is drawn by its label (a switch) is itself transparent or has no size: who sees the label sees the box. What
stands behind an open dialog that has to be closed first can't be used.
"""

from collections.abc import Sequence
from itertools import takewhile

from webdart.page.labels import ancestors, label_beside
from webdart.page.model import Node, PageView
from webdart.page.roles import is_text_box, is_ticked

_FRAME = 12  # nodes: what is larger is no frame of one control


def is_seen(view: PageView, node: Node) -> bool:
    """Whether it is shown, or drawn by the label around it; of a box that opens a list, by the frame around it."""
    if node.shown:
        return True
    if is_ticked(node):
        own = label_beside(view, node)
        around = (above for above in ancestors(view, node) if above.tag == "label")
        return any(label.shown for label in (*around, *(() if own is None else (own,))))
    if node.role != "combobox" or node.tag == "select":  # behind a list box of the page's own another one is drawn
        return False
    frame = next(
        (above for above in ancestors(view, node) if above.shown and above.box.width and above.box.height), None
    )
    return frame is not None and frame.end - frame.index <= _FRAME


def drawn_for(view: PageView, node: Node) -> Node:
    """The editor that is drawn in the place of a text box out of sight, behind it or before it; else the box itself."""
    if node.shown or not is_text_box(node):
        return node
    behind = view.nodes[node.end : view.nodes[node.parent].end]
    texts = takewhile(lambda other: other.tag != "label" and not (other.shown and is_ticked(other)), behind)
    before = [other for other in view.children_of(node.parent) if other.end <= node.index and other.tag != "#text"]
    inside = view.nodes[before[-1].index : before[-1].end] if before else ()
    return next((other for other in (*texts, *inside) if other.shown and is_text_box(other) and _is_rich(other)), node)


def _is_rich(node: Node) -> bool:
    return "contenteditable" in node.attributes


def in_front(view: PageView, hits: Sequence[Node]) -> list[Node]:
    """The hits in the topmost open dialog, if it has any; else all."""
    modal = next((node for node in reversed(view.nodes) if node.shown and _holds_up(node)), None)
    inner = [node for node in hits if modal is not None and modal.index <= node.index < modal.end]
    return inner or list(hits)


def _holds_up(node: Node) -> bool:
    return node.attributes.get("aria-modal") == "true"
