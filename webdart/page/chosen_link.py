"""Tells which link of a list of choices is the one that holds now."""

from webdart.page.model import Node, PageView
from webdart.page.vocabulary import ON_CLASS


def holds_now(view: PageView, link: Node) -> bool:
    """Whether a choice is the one that holds: it says so, or its class or its item's hints at it."""
    around = view.nodes[link.parent]
    classes = [link.attributes.get("class", "")]
    classes += [around.attributes.get("class", "")] if around.tag == "li" else []
    return "current" in link.states or any(map(ON_CLASS.search, classes))
