"""What does a person see of a control that has no look of its own, and what lies before it?

A box that is drawn by its label (a switch) is itself transparent or has no size: who sees the label sees the box. What
stands behind an open dialog that has to be closed first can't be used.
"""

from collections.abc import Sequence

from webdart.pages.labels import ancestors
from webdart.pages.port import Node, PageView
from webdart.pages.roles import is_ticked


def is_seen(view: PageView, node: Node) -> bool:
    """Whether it is shown, or drawn by the label around it."""
    return node.shown or (
        is_ticked(node) and any(above.tag == "label" and above.shown for above in ancestors(view, node))
    )


def in_front(view: PageView, hits: Sequence[Node]) -> list[Node]:
    """Of several hits those in the dialog that is open before the page (the last such), if it has any; else all."""
    modal = next((node for node in reversed(view.nodes) if node.shown and _holds_up(node)), None)
    inner = [node for node in hits if modal is not None and modal.index <= node.index < modal.end]
    return inner or list(hits)


def _holds_up(node: Node) -> bool:
    return node.attributes.get("aria-modal") == "true"
