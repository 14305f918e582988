"""Finds the boxes that stand for one field together: those of one name, and those under the words that it is called by.

Some forms give each box of a group a name of its own (`tags[0]`, `tags[1]`); what holds these together is the row, the
fieldset or the term that names them all.
"""

from collections.abc import Iterator, Sequence

from webdart.page.labels import ancestors, heads_of
from webdart.page.locator_query import Sought, SoughtWords
from webdart.page.model import Node, PageView
from webdart.page.roles import is_radio, is_ticked
from webdart.page.text_match import says

_HOLDERS = frozenset({"td", "th", "dd"})


def others_ticked(view: PageView, box: Node, wanted: Sought, values: Sequence[str]) -> Sequence[Node]:
    """The ticked boxes of a group that stand for none of the values; `wanted` is what the group is called."""
    return [
        other
        for other in _group(view, box, wanted)
        if "checked" in other.states and not is_radio(other)
        if not any(says(other.name, value) or other.attributes.get("value") == value for value in values)
    ]


def _group(view: PageView, box: Node, wanted: Sought) -> Iterator[Node]:
    name = box.attributes.get("name")
    around = _named_part(view, box, wanted.text) if isinstance(wanted, SoughtWords) else None
    for other in view.nodes:
        inside = around is not None and around.index <= other.index < around.end
        if is_ticked(other) and (inside or (name and other.attributes.get("name") == name)):
            yield other


def _named_part(view: PageView, box: Node, words: str) -> Node | None:
    """The fieldset, cell or description around a box that these words are the name of."""
    for above in ancestors(view, box):
        named = above.role in ("radiogroup", "group") and says(above.name, words)
        if named or (above.tag in _HOLDERS and any(says(head, words) for head in heads_of(view, box))):
            return above
        if above.tag in ("form", "body") or above.tag in _HOLDERS:
            return None
    return None
