"""Makes a page of what the browser observed."""

from webdart.extract.page.build import Builder
from webdart.extract.page.tree import TEXT, Page
from webdart.page.model import Node, PageView

_LEFT_OUT = frozenset({"link", "meta"})


def page_from_view(view: PageView, language: str = "") -> Page:
    """The page of a view, its nodes in the same order; `Page.origin` has their places in the view.

    `language` is that of its words where it says none itself.
    """
    builder = Builder()
    places: list[int] = []
    for node in view.nodes:
        parent = places[node.parent] if node.parent >= 0 else -1
        if node.tag == TEXT:
            joined = "joined" in node.states
            place = builder.text(parent, node.text, shown=_is_there(view, node), joined=joined, origin=node.index)
        elif node.tag in _LEFT_OUT and not node.attributes.get("itemprop"):
            places.append(parent)
            continue
        else:
            place = builder.enter(parent, node.tag, node.attributes, shown=_is_there(view, node), origin=node.index)
        places.append(place)
        builder.boxes.append((node.box.x, node.box.y, node.box.width, node.box.height))
    ends = {node.index: node.end for node in view.nodes}
    counts = _places_after(builder, len(view.nodes))
    builder.ends = [counts[ends[origin]] for origin in builder.origin]
    return builder.page(view.url, view.title, view.language or language, boxes=True)


def _is_there(view: PageView, node: Node) -> bool:
    """Whether a node is seen, or has its room on the page all the same, as the records in a closed fold have."""
    box = (view.nodes[node.parent] if node.tag == TEXT and node.parent >= 0 else node).box
    return node.shown or bool(box.width or box.height)


def _places_after(builder: Builder, count: int) -> list[int]:
    """For every place of the view, how many nodes of the page stand before it."""
    kept = set(builder.origin)
    counts: list[int] = []
    before = 0
    for index in range(count + 1):
        counts.append(before)
        before += index in kept
    return counts
