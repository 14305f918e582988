"""Finds the next button among wordless buttons drawn on both sides of "1 / 12".

A pager may have pictures only. It still states where among the pages this one is, if only by the number in a box; there
are as many buttons before that as behind it, and the nearest ones go one page back and one page on.
"""

import re
from collections.abc import Iterator, Sequence

from webdart.controls.pager_link import address_of, in_carousel
from webdart.lexicon.phrases import alternatives, words
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_text_box, words_of
from webdart.page.text_match import folded

_PLACE = re.compile(
    rf"^\D{{0,12}}(\d{{1,5}})\s*(?:[/／⁄|]|\b(?:{alternatives(words('out_of'))})\b)\s*(\d{{1,5}})\D{{0,8}}$",
    re.IGNORECASE,
)
_LONG = 40  # characters, more than such a pager says
_BOXES = 2  # boxes around a button in which the count may stand
_TWICE = 2
_SIDES = (1, 2)  # to the next page; to the next and to the last one


def pictured(view: PageView, clickable: Sequence[Node], step: int) -> Iterator[Node]:
    """The buttons that go one page on (1) or back (-1) from "1 / 12", whether enabled or not.

    A pager may stand above and below its listing; more of them, or such as differ, look through pictures of records.
    """
    found = {box.index: (box, sides) for box, sides in _pagers(view, clickable)}
    if len(found) > _TWICE or len({view.text_of(index) for index in found}) != 1:
        return
    for box, (before, behind) in found.values():
        if not in_carousel(view, box):
            yield behind[0] if step > 0 else before[-1]


def _pagers(view: PageView, clickable: Sequence[Node]) -> Iterator[tuple[Node, tuple[list[Node], list[Node]]]]:
    for node in clickable:
        if not words_of(view, node):
            for box in list(ancestors(view, node))[:_BOXES]:
                if (sides := _sides(view, clickable, box)) is not None:
                    yield box, sides
                    break


def _leads_elsewhere(view: PageView, node: Node) -> bool:
    """Whether a link has an address of another page: a script may have "#" for one."""
    address = address_of(view, node)
    return bool(address) and address.partition("#")[0] != view.document_of(node).partition("#")[0]


def _said(node: Node) -> str:
    """What a node itself says: a text, or the number in a box that takes the page to show."""
    return node.text if node.tag == "#text" else (node.value or "").strip() if is_text_box(node) else ""


def _sides(view: PageView, clickable: Sequence[Node], box: Node) -> tuple[list[Node], list[Node]] | None:
    """The buttons before the count and those behind it, if a box holds a count of pages and nothing else."""
    said = [(node.index, text) for node in view.nodes[box.index + 1 : box.end] if (text := _said(node))]
    text = folded(" ".join(text for _, text in said))
    if len(text) > _LONG or (place := _PLACE.match(text)) is None:
        return None
    here, last = (int(number) for number in place.groups())
    if not 1 <= here <= last or last < 2:
        return None
    numbers = [index for index, text in said if any(map(str.isdigit, text))]
    pressed = [node for node in clickable if box.index < node.index < box.end and not is_text_box(node)]
    if any(words_of(view, node) or _leads_elsewhere(view, node) for node in pressed):
        return None
    before = [node for node in pressed if node.end <= numbers[0]]
    behind = [node for node in pressed if node.index > numbers[-1]]
    whole = len(before) == len(behind) in _SIDES and len(before) + len(behind) == len(pressed)
    return (before, behind) if whole else None
