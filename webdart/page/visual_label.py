"""Tells what a person sees of a control that has no look of its own, and what covers it.

A box that is drawn by its label (a switch) is itself transparent or has no size: who sees the label sees the box. What
stands behind an open dialog that has to be closed first can't be used.
"""

from collections.abc import Sequence

from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_ticked

_FRAME = 12  # nodes: what is larger is no frame of one control


def is_seen(view: PageView, node: Node) -> bool:
    """Whether it is shown, or drawn by the label around it; of a box that opens a list, by the frame around it."""
    if node.shown:
        return True
    if is_ticked(node):
        return any(above.tag == "label" and above.shown for above in ancestors(view, node))
    if node.role != "combobox" or node.tag == "select":  # behind a list box of the page's own another one is drawn
        return False
    frame = next(
        (above for above in ancestors(view, node) if above.shown and above.box.width and above.box.height), None
    )
    return frame is not None and frame.end - frame.index <= _FRAME


def in_front(view: PageView, hits: Sequence[Node]) -> list[Node]:
    """The hits in the topmost open dialog, if it has any; else all."""
    modal = next((node for node in reversed(view.nodes) if node.shown and _holds_up(node)), None)
    inner = [node for node in hits if modal is not None and modal.index <= node.index < modal.end]
    return inner or list(hits)


def _holds_up(node: Node) -> bool:
    return node.attributes.get("aria-modal") == "true"
