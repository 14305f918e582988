"""What does a part of a pager say, and does it lead on?"""

import re
from urllib.parse import urldefrag

from webdart.pages.labels import ancestors
from webdart.pages.port import Control, ControlKind, Node, PageView
from webdart.pages.roles import words_of
from webdart.pages.wording import folded, loose

_CAROUSEL = re.compile(r"carousel|slider|slide\b|slick|swiper|glide|splide|lightbox|gallery", re.IGNORECASE)
_OFF = re.compile(r"(?:^|[\s_-])(?:disabled|inactive)(?:$|[\s_-])", re.IGNORECASE)


def control_for(view: PageView, kind: ControlKind, node: Node, label: str = "") -> Control:
    """The node as a control."""
    return Control(kind, node.index, label or folded(words_of(view, node)), href=address_of(view, node))


def address_of(view: PageView, node: Node) -> str:
    """Where a link leads; "" for a button, or a link that only a script understands."""
    href = node.attributes.get("href", "")
    if not href.startswith(("http:", "https:")):
        return ""
    return "" if urldefrag(href).url == urldefrag(view.url).url and "#" in href else href


def says(view: PageView, node: Node, words: frozenset[str], signs: frozenset[str]) -> bool:
    """Whether its name, its title or its short text is one of these words, or only of these signs."""
    texts = [node.name, node.attributes.get("title", "")]
    if node.end - node.index < 8:
        texts.append(view.text_of(node.index))
    return any(text and _is_one(folded(text), words, signs) for text in texts if len(text) < 40)


def _is_one(text: str, words: frozenset[str], signs: frozenset[str]) -> bool:
    return loose(text) in words or (0 < len(text) <= 2 and set(text) <= signs)


def leads_on(view: PageView, node: Node) -> bool:
    """Whether it leads on: not off, and not to the very page that is shown."""
    around = view.nodes[node.parent] if node.parent >= 0 else node
    if "disabled" in node.states or around.attributes.get("aria-disabled") == "true":
        return False
    if _OFF.search(node.attributes.get("class", "")) or (
        around.tag in ("li", "span") and _OFF.search(around.attributes.get("class", ""))
    ):
        return False
    if node.tag == "a" and "href" not in node.attributes and not node.role:
        return False
    return node.attributes.get("href", "") != view.url


def in_carousel(view: PageView, node: Node, *, by_class: bool = True) -> bool:
    """Whether it belongs to a carousel: one that says so, or (`by_class`) one whose class hints at it."""
    for above in (node, *ancestors(view, node)):
        if above.tag in ("body", "main"):
            return False
        attributes = above.attributes
        if attributes.get("aria-roledescription", "").lower() in ("carousel", "slide") or above.role == "tablist":
            return True
        if by_class and _CAROUSEL.search(f"{attributes.get('class', '')} {attributes.get('id', '')}"):
            return True
    return False
