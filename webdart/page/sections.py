"""Finds the part of a page under a heading, a caption or a legend.

An `Area` is a stretch of `PageView.nodes`. Under a heading it is the section that the heading opens: the box that it
heads, else everything up to the next heading of its rank or a higher one.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView

_LITTLE = 40  # characters: what stands in the heading's own line (a count, an edit link) is not yet its section
_NAMED = frozenset(
    {
        "region",
        "form",
        "table",
        "grid",
        "dialog",
        "alertdialog",
        "group",
        "radiogroup",
        "navigation",
        "tabpanel",
        "list",
        "complementary",
        "article",
        "main",
        "search",
        "toolbar",
        "menu",
        "listbox",
        "figure",
    }
)


class Area(Struct, frozen=True, order=True):
    """The nodes from `start` up to, not including, `end`."""

    start: int
    end: int

    def holds(self, node: Node) -> bool:
        """Whether the node stands in it."""
        return self.start <= node.index < self.end


def whole(view: PageView) -> Area:
    """All of a page."""
    return Area(0, len(view.nodes))


def level_of(node: Node) -> int:
    """The rank of a heading, 1 the highest."""
    if node.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return int(node.tag[1])
    text = node.attributes.get("aria-level", "2")
    return int(text) if text.isdecimal() else 2


def names_area(node: Node) -> bool:
    """Whether the words of this node head an area: a heading, caption, legend, fold, or a named container."""
    if node.role == "heading" or node.tag in ("caption", "legend", "summary", "figcaption"):
        return True
    return bool(node.name) and node.role in _NAMED


def area_of(view: PageView, node: Node) -> Area:
    """The area that a node heads; of any other node its own subtree."""
    if node.role == "heading":
        return _under_heading(view, node)
    if node.tag in ("caption", "legend", "summary", "figcaption"):
        around = view.nodes[node.parent]
        return Area(around.index, around.end)
    return Area(node.index, node.end)


def _under_heading(view: PageView, heading: Node) -> Area:
    rank = level_of(heading)
    rivals = [
        node.index
        for node in view.nodes
        if node.role == "heading" and node.index != heading.index and level_of(node) <= rank
    ]
    section = heading
    for above in ancestors(view, heading):
        if above.tag in ("body", "html") or any(above.index < rival < above.end for rival in rivals):
            break
        section = above
    if len(_text_after(view, heading, section)) > _LITTLE or _has_structure(view, heading, section):
        return Area(heading.index, section.end)
    around = view.nodes[section.parent] if section.parent >= 0 else section
    end = section.end
    for child in view.children_of(around.index):
        if child.index < section.end:
            continue
        within = [rival for rival in rivals if child.index <= rival < child.end]
        if within:
            end = end if _says_something(view, section.end, end) else _first_box(view, child, within)
            break
        end = child.end
    return Area(heading.index, end)


def _says_something(view: PageView, start: int, end: int) -> bool:
    return any(node.text for node in view.nodes[start:end])


def _first_box(view: PageView, box: Node, rivals: Sequence[int]) -> int:
    """The end of what a box says before the first part of it that has a heading of its own."""
    for child in view.children_of(box.index):
        within = [rival for rival in rivals if child.index <= rival < child.end]
        if within:
            leads = _says_something(view, box.index, child.index) or child.index in within
            return child.index if leads else _first_box(view, child, within)
    return box.end


def _text_after(view: PageView, heading: Node, section: Node) -> str:
    return " ".join(node.text for node in view.nodes[heading.end : section.end] if node.text)


def _has_structure(view: PageView, heading: Node, section: Node) -> bool:
    structures = ("table", "ul", "ol", "dl", "form", "select", "textarea", "input", "p")
    return any(node.tag in structures for node in view.nodes[heading.end : section.end])


def heading_above(view: PageView, node: Node) -> str:
    """The words of the nearest heading, caption or legend over a node: to tell equals apart in a message."""
    for above in ancestors(view, node):
        for child in view.children_of(above.index):
            if child.tag in ("caption", "legend"):
                return view.text_of(child.index)
    for other in reversed(view.nodes[: node.index]):
        if other.role == "heading" and other.shown and area_of(view, other).holds(node):
            return view.text_of(other.index)
    return ""


def smallest(areas: Sequence[Area]) -> Area | None:
    """The one area, or the innermost of areas that lie in one another; None when two lie side by side."""
    inner = min(areas, key=lambda area: area.end - area.start)
    inside = all(area.start <= inner.start and inner.end <= area.end for area in areas)
    return inner if inside else None
