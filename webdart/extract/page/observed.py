"""Makes a page of what the browser observed."""

from webdart.extract.page.build import Builder
from webdart.extract.page.tree import TEXT, Page
from webdart.page.model import Node, PageView
from webdart.page.text_match import says_obligation

_LEFT_OUT = frozenset({"link", "meta"})
_CELLS = frozenset({"cell", "gridcell", "rowheader"})


def page_from_view(view: PageView, language: str = "") -> Page:
    """The page of a view, its nodes in the same order; `Page.origin` has their places in the view.

    `language` is that of its words where it says none itself.
    """
    builder = Builder()
    places: list[int] = []
    folded, apart = _folded(view), _editors(view) | _signs(view) | _not_chosen(view)
    for node in view.nodes:
        parent = places[node.parent] if node.parent >= 0 else -1
        shown = node.shown or node.index in folded
        if node.index in apart or (node.tag in _LEFT_OUT and not node.attributes.get("itemprop")):
            places.append(parent)
            continue
        if node.tag == TEXT:
            joined = "joined" in node.states
            place = builder.text(parent, node.text, shown=shown, joined=joined, origin=node.index)
        else:
            place = builder.enter(parent, node.tag, node.attributes, shown=shown, origin=node.index)
        places.append(place)
        builder.boxes.append((node.box.x, node.box.y, node.box.width, node.box.height))
    ends = {node.index: node.end for node in view.nodes}
    counts = _places_after(builder, len(view.nodes))
    builder.ends = [counts[ends[origin]] for origin in builder.origin]
    return builder.page(view.url, view.title, view.language or language, boxes=True)


def _editors(view: PageView) -> set[int]:
    """The places of forms that are hidden in cells of tables: they change what a cell says, and say nothing."""
    forms = (node for node in view.nodes if node.tag == "form" and not node.shown and node.parent >= 0)
    around = ((form, view.nodes[form.parent]) for form in forms)
    editors = [form for form, cell in around if cell.shown and cell.role in _CELLS]
    return {place for form in editors for place in range(form.index, form.end)}


def _signs(view: PageView) -> set[int]:
    """The places of small texts within labels of forms that are about filling in: neither label nor value."""
    found: set[int] = set()
    for label in (node for node in view.nodes if node.tag == "label"):
        texts = [node for node in view.nodes[label.index : label.end] if node.tag == TEXT and node.text.strip()]
        signs = {node.index for node in texts if says_obligation(node.text)}
        found |= signs if len(signs) < len(texts) else set()
    return found


def _not_chosen(view: PageView) -> set[int]:
    """The places of what else could be chosen in drop-downs: a person reads the one option that is."""
    choices = (node for node in view.nodes if node.tag == "select" and node.value is not None)
    options = (node for choice in choices for node in view.nodes[choice.index : choice.end] if node.tag == "option")
    return {place for node in options if "selected" not in node.states for place in range(node.index, node.end)}


def _folded(view: PageView) -> set[int]:
    """The places of what closed folds hold: not in sight, and content of the page all the same."""
    folds = (node for node in view.nodes if node.tag == "details" and "collapsed" in node.states)
    inside = (place for fold in folds for place in range(fold.index + 1, fold.end))
    return {place for place in inside if _has_room(view, view.nodes[place])}


def _has_room(view: PageView, node: Node) -> bool:
    box = (view.nodes[node.parent] if node.tag == TEXT else node).box
    return bool(box.width or box.height)


def _places_after(builder: Builder, count: int) -> list[int]:
    """For every place of the view, how many nodes of the page stand before it."""
    kept = set(builder.origin)
    counts: list[int] = []
    before = 0
    for index in range(count + 1):
        counts.append(before)
        before += index in kept
    return counts
