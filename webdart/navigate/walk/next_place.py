"""Keeps where the link to the next page stood, so that a page of the same template is asked for it there first.

The same words at the same place are the same link. Where they are not there, or lead to several addresses, the whole
page is looked over.
"""

from msgspec import Struct

from webdart.controls.pager_link import address_of, leads_on
from webdart.page.model import Node, PageView
from webdart.records.structure.forms import kind_at, kinds_around


class NextPlace(Struct, frozen=True):
    """A link to the next page: its kind and those of the elements around it, its words, its relation to this page."""

    kinds: tuple[str, ...]
    words: str
    relation: str


def place_of(view: PageView, link: Node) -> NextPlace | None:
    """Where a link stands; None for what is none, or says a number, which is another one on each page."""
    words = view.text_of(link.index)
    if link.tag != "a" or not words or any(map(str.isdigit, words)) or not link.shown or not address_of(view, link):
        return None
    return NextPlace(kinds_around(view.nodes, link.index), words, link.attributes.get("rel", ""))


def found_at(view: PageView, place: NextPlace) -> Node | None:
    """The link that stands there; None where none does, or where several lead to different pages."""
    hits = [
        node
        for node in view.nodes
        if node.tag == "a"
        and node.shown
        and kind_at(view.nodes, node.index) == place.kinds[0]
        and node.attributes.get("rel", "") == place.relation
        and view.text_of(node.index) == place.words
        and kinds_around(view.nodes, node.index) == place.kinds
    ]
    addresses = {address_of(view, node) for node in hits}
    return hits[0] if len(addresses) == 1 and "" not in addresses and leads_on(view, hits[0]) else None
