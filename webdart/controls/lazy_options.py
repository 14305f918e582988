"""Finds controls whose options appear only once they are opened.

These are list boxes that a script draws, and buttons that drop a list. The words on and beside them say what they are
for; their options are unknown until they are opened (`navigate.pushdown.dropdown_options`).
"""

import re
from collections.abc import Iterator
from itertools import islice

from webdart.page.labels import ancestors
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.text_match import folded
from webdart.page.vocabulary import SIZE_WORDS, SORT_WORDS

_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
_DROPS = re.compile(r"(?:^|[\s_-])(?:dropdown|drop-down|toggle|select)(?:$|[\s_-])", re.IGNORECASE)
_AROUND = 3  # boxes around a control in which its value, and words about it, may stand
_LINE = 60  # characters of such a box


def closed_list(view: PageView, node: Node, label: str) -> Control | None:
    """A list box without its options: of page sizes where it shows a number and says so, else of a filter or order."""
    if not _seen(view, node):
        return None
    value = folded(node.value or view.text_of(node.index))
    size = _size(view, node, label)
    if size:
        return Control("page size", node.index, label, (), size)
    editable = node.tag == "input" and "readonly" not in node.states
    if editable or not label:
        return None
    kind: ControlKind = "sort" if SORT_WORDS.search(label) else "filter"
    return Control(kind, node.index, label, (), value)


def dropped_sizes(view: PageView, node: Node) -> Control | None:
    """A button that shows a number of rows and drops a list of others."""
    text = view.text_of(node.index).strip()
    popup = node.attributes.get("aria-haspopup", "false") != "false" or "collapsed" in node.states
    if not text.isdecimal() or not (popup or _DROPS.search(node.attributes.get("class", ""))):
        return None
    said = next((line for line in _lines(view, node) if SIZE_WORDS.search(line)), "")
    return Control("page size", node.index, said, (), text) if said else None


def _size(view: PageView, node: Node, label: str) -> str:
    """The number of rows that a list box of page sizes shows; "" of any other."""
    lines = [label, *_lines(view, node)]
    if not any(SIZE_WORDS.search(line) for line in lines):
        return ""
    shown = [node.value or "", view.text_of(node.index), *lines]
    found = next((match for text in shown if (match := tuple(_NUMBER.finditer(text)))), ())
    return found[0][0] if len(found) == 1 else ""


def _lines(view: PageView, node: Node) -> Iterator[str]:
    """The short texts of the boxes around a control, the smallest first."""
    for above in islice(ancestors(view, node), _AROUND):
        text = view.visible_text_of(above.index)
        if len(text) > _LINE:
            return
        yield text


def _seen(view: PageView, node: Node) -> bool:
    """Whether a person sees it, or what stands in its place."""
    return node.shown or any(bool(text) for text in _lines(view, node))
