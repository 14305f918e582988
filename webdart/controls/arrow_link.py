"""Recognises pager links by the arrow behind their words ("less recent >>") alone.

Such words are in no list. They count in a box that is called a pager and has no numbers: two links at most, one each
way.
"""

import re
from collections.abc import Sequence

from webdart.controls.pager_link import Sayings, in_carousel
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import words_of
from webdart.page.text_match import folded, loose
from webdart.page.vocabulary import LAST, NEXT, PREVIOUS

_PAGER = re.compile(
    r"(?:^|[\s_-])(?:pagers?|pagination|paginator|paging|page-?nav(?:igation)?)(?:$|[\s_-])", re.IGNORECASE
)
_BOXES = 4  # boxes around it, one of which is called a pager
_SHORT = 40  # characters of words and sign
_TWICE = 2  # a pager may stand above and below its listing


def pointing(view: PageView, clickable: Sequence[Node], sayings: Sayings, step: int) -> list[Node]:
    """The elements that point onwards (1) or back (-1) in a pager; none if several have words."""
    found = [node for node in clickable if _points(view, node, step) and not sayings.says(node, LAST)]
    found = [node for node in found if in_pager(view, node) and not in_carousel(view, node)]
    words = {loose(words_of(view, node)) for node in found}
    return found if len(words) == 1 and len(found) <= _TWICE else []


def _points(view: PageView, node: Node, step: int) -> bool:
    """Whether words end with signs onwards (begin with signs back), and have none at the other end."""
    words = folded(words_of(view, node))
    if not words or len(words) > _SHORT or not any(map(str.isalpha, words)):
        return False
    onwards, back = words[-1] in NEXT.signs, words[0] in PREVIOUS.signs
    return onwards != back and (onwards if step > 0 else back)


def in_pager(view: PageView, node: Node) -> bool:
    """Whether a box around it is called a pager."""
    boxes = list(ancestors(view, node))[:_BOXES]
    return any(_PAGER.search(f"{box.attributes.get('class', '')} {box.attributes.get('id', '')}") for box in boxes)
