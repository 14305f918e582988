"""Finds the cookie banner of a page, and the way to decline it.

A banner is recognised by what it is, never by a class or a site: a dialog, or a box that floats over the page, whose
words are about cookies or privacy and that offers a choice. It is declined by its own button; without such a button it
is closed, or hidden. It is never accepted: a person has not consented to anything.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from webdart.lexicon.phrases import pattern
from webdart.page.effects import effect_of
from webdart.page.labels import ancestors
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, words_of
from webdart.page.text_match import loose

Choice = Literal["reject", "close", "acknowledge", "accept"]

_OF_PAGES = frozenset({"main", "navigation", "banner", "contentinfo", "table", "grid", "searchbox", "search"})
_LONGEST = 60  # characters: what is longer is no button's word
_MOST_TEXT = 12_000  # characters: what is longer is the page itself


_COOKIES, _PRIVACY = pattern("cookies"), pattern("privacy")
_NECESSARY = pattern("necessary")
_NO, _YES = pattern("reject"), pattern("accept")
_SEEN = pattern("understood", at="whole")
_CLOSE = pattern("close", at="start")
_CLOSE_SIGN = re.compile("[×✕✖╳⨯x]")
_CLOSED = re.compile(
    r"\s+(?:(?:this|the)\s+)?(?:cookie|banner|dialog|modal|window|pop-?up|notice|message|overlay|panel|and|×)"
)
_AWAY = pattern("later", at="whole")
_MANAGE = pattern("manage")


class Banner(Struct, frozen=True):
    """A question about cookies over a page: what to hide of it, and the button that turns it down, if it has one."""

    node: int
    button: int | None


def find_banner(view: PageView) -> Banner | None:
    """The banner that a page shows, if it does; of several the one that stands first."""
    for box in _boxes(view):
        choices = _choices(view, box)
        if choices and _asks(view, box, choices):
            order: tuple[Choice, ...] = ("reject", "close", "acknowledge")
            button = next((choices[choice] for choice in order if choice in choices), None)
            return Banner(_whole(view, box).index, None if button is None else button.index)
    return None


def way_out(view: PageView, overlay: Node) -> Node | None:
    """The button of an overlay that only puts it away (close, no thanks), if it has one."""
    for node in view.nodes[overlay.index : overlay.end]:
        if node.shown and is_clicked(node) and _stays(view, node):
            words = loose(words_of(view, node)).replace(",", "")
            if _closes(words) or _AWAY.search(words):
                return node
    return None


def overlay_of(view: PageView, node: Node) -> Node | None:
    """The dialog or floating box that a node belongs to, all of it; None where it belongs to the page."""
    box = next((one for one in (node, *ancestors(view, node)) if lies_over(one)), None)
    return None if box is None else _whole(view, box)


def lies_over(node: Node) -> bool:
    """Whether it is a dialog or a floating box over the page."""
    if node.tag in ("html", "body"):
        return False
    return node.role in ("dialog", "alertdialog") or "floating" in node.states or "aria-modal" in node.attributes


def _boxes(view: PageView) -> Iterator[Node]:
    """The visible boxes that lie over the page, the innermost first."""
    over = [node for node in view.nodes if node.shown and (node.states or node.attributes) and lies_over(node)]
    yield from sorted(over, key=lambda node: (node.end - node.index, node.index))


def _asks(view: PageView, box: Node, choices: dict[Choice, Node]) -> bool:
    inside = view.nodes[box.index : box.end]
    if any(node.shown and node.role in _OF_PAGES for node in inside):
        return False  # the page itself, in a box that floats
    text = view.visible_text_of(box.index)
    if not 0 < len(text) <= _MOST_TEXT:
        return False
    said = text.casefold()
    answers = choices.keys() - {"close"}
    if _COOKIES.search(said):
        return bool(answers)
    return bool(_PRIVACY.search(said)) and "accept" in answers


def _choices(view: PageView, box: Node) -> dict[Choice, Node]:
    """The first button of each kind that the box offers."""
    found: dict[Choice, Node] = {}
    for node in view.nodes[box.index : box.end]:
        if node.shown and is_clicked(node):
            choice = _choice(view, node)
            if choice is not None and (choice == "accept" or _stays(view, node)):
                found.setdefault(choice, node)
    return found


def _choice(view: PageView, node: Node) -> Choice | None:
    words = loose(words_of(view, node)).replace(",", "").rstrip("!.")
    if not words or len(words) > _LONGEST or node.role in ("checkbox", "switch", "radio", "textbox"):
        return None
    yes = bool(_YES.search(words))
    seen = bool(_SEEN.search(words))
    if _NO.search(words) or (_NECESSARY.search(words) and not _MANAGE.search(words)):
        return None if _MANAGE.search(words) else "reject"
    if _closes(words):
        return "close"
    if _MANAGE.search(words):
        return None
    if yes:
        return "accept"
    return "acknowledge" if seen else None


def _closes(words: str) -> bool:
    """Whether these words close what they stand on, and nothing else that could be closed."""
    if _CLOSE_SIGN.fullmatch(words):
        return True
    close = _CLOSE.search(words)
    return close is not None and (close.end() == len(words) or _CLOSED.match(words, close.end()) is not None)


def _stays(view: PageView, node: Node) -> bool:
    """Whether a click leaves the page where it is, and sends nothing."""
    if node.tag in ("a", "area") and "href" in node.attributes:
        href = node.attributes["href"]
        return href.startswith("javascript:") or effect_of(view, node) == "safe"
    return effect_of(view, node) in ("safe", "navigational") and node.attributes.get("type") != "submit"


def _whole(view: PageView, box: Node) -> Node:
    """The outermost wrapper of a box that says nothing else: with it goes what dims the page behind."""
    most = len(view.visible_text_of(box.index)) * 1.2 + 20
    for above in ancestors(view, box):
        if above.tag in ("html", "body", "main") or len(view.visible_text_of(above.index)) > most:
            break
        box = above
    return box
