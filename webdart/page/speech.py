"""Tells where on a page a remark on what was sent may stand: not in records, menus or controls, which are content."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control

RECORDS = frozenset({"tr", "article", "pre", "code"})  # what stands in these is content, however it is marked
WALLS = frozenset({"html", "body", "main"})
_AROUND = RECORDS | {"dl", "nav", "footer", "header", "option", "svg", "label"}
_LISTS = frozenset({"ul", "ol"})
_PARTS = re.compile(r"[-_\s]+|(?<=[a-z])(?=[A-Z])")


def speech(view: PageView) -> Iterator[Node]:
    """The texts of a page that are no content, in order; a list that leads nowhere may be one of remarks."""
    clicked = [node.index for node in view.nodes if is_clicked(node)]
    end = 0
    for node in view.nodes:
        if node.index < end:
            continue
        if node.tag == "#text":
            if node.shown:
                yield node
        elif _is_content(node, clicked):
            end = node.end


def _is_content(node: Node, clicked: Sequence[int]) -> bool:
    if node.tag in _AROUND or is_clicked(node) or is_control(node):
        return True
    return node.tag in _LISTS and has_any(clicked, node)


def has_any(places: Sequence[int], around: Node) -> bool:
    """Whether one of these nodes, given by their places in order, is an element or stands in it."""
    first = bisect_left(places, around.index)
    return first < len(places) and places[first] < around.end


def class_parts(node: Node) -> frozenset[str]:
    """The words of which the classes and the id of an element are made, in small letters."""
    names = f"{node.attributes.get('class', '')} {node.attributes.get('id', '')}"
    return frozenset(part.lower() for part in _PARTS.split(names))
