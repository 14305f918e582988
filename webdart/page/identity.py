"""Recognises the same element, and the same page, after a reload.

Identity is semantic, never a number: what an element is (role, name, what it does), and what it stands in (the record
or form around it, the landmark, its group). A banner inserted above, or another order of a sidebar, changes none of
that; the same words beside another record do. A page is the same where it says it is, what can be acted on, and what
was chosen or typed there are the same but for a few newcomers (the comparison of WebOperator, section 4, made to
survive insertions; BrowserGym's ids do not survive a reload).
"""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urldefrag, urlsplit

from msgspec import Struct

from webdart.page.effects import form_of, method_of
from webdart.page.labels import ancestors
from webdart.page.model import Element, Node, PageView
from webdart.page.roles import is_clicked, is_control, type_of

ALIKE = 0.8
"""Which share of what can be acted on must be there again."""

_RECORDS = frozenset({"tr", "li", "article", "dt", "dd", "fieldset"})
_RECORD_ROLES = frozenset({"row", "listitem", "article", "dialog", "alertdialog", "menu", "tabpanel"})
_LANDMARKS = frozenset({"main", "navigation", "banner", "contentinfo", "complementary", "search", "form", "region"})
_OPENED = frozenset({"dialog", "alertdialog", "menu", "listbox"})
_DIGITS = re.compile(r"\d+")
_LONG = 400  # characters of a record's text that are compared


class Likeness(Struct, frozen=True):
    """The identity of an element: what it is and does, and what it is part of."""

    role: str
    name: str
    does: tuple[str, ...]
    record: str
    landmarks: tuple[str, ...]


def likeness(view: PageView, node: Node) -> Likeness:
    """The semantic identity of an element of a page."""
    return Likeness(
        node.role, node.name, tuple(_does(view, node)), record_text(view, node), tuple(_landmarks(view, node))
    )


def same_element(seen: PageView, node: Node, now: PageView) -> Node | None:
    """The element of `now` that is `node` of `seen`; None where it is gone, another, or can't be told from others."""
    wanted = likeness(seen, node)
    equals = _alike(seen, node, wanted)
    again = _alike(now, node, wanted)
    place = next((number for number, one in enumerate(equals) if one.index == node.index), None)
    return again[place] if place is not None and len(again) == len(equals) else None


def resembles(seen: PageView, now: PageView) -> bool:
    """Whether `now` shows what `seen` showed."""
    if urldefrag(seen.url).url != urldefrag(now.url).url or seen.title != now.title:
        return False
    if _values(seen) != _values(now) or _open(seen) != _open(now) or _headings(seen) - _headings(now):
        return False
    before, after = _actable(seen), _actable(now)
    common = (before & after).total()
    return common >= ALIKE * before.total() and common >= ALIKE**2 * after.total()


def address_kind(view: PageView) -> str:
    """The pattern of a page's address, numbers left open: pages of one kind behave alike when they are loaded again."""
    parts = urlsplit(view.url)
    names = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return f"{parts.netloc}{_DIGITS.sub('*', parts.path)}?{'&'.join(names)}"


def _alike(view: PageView, node: Node, wanted: Likeness) -> list[Node]:
    return [
        other
        for other in view.nodes
        if other.tag == node.tag
        and other.role == wanted.role
        and other.name == wanted.name
        and likeness(view, other) == wanted
    ]


def _does(view: PageView, node: Node) -> Iterator[str]:
    """The target of a link, what a button submits, the name of a field in a request."""
    if node.tag in ("a", "area"):
        yield node.attributes.get("href", "")
    if node.tag in ("button", "input", "select", "textarea"):
        yield type_of(node) or node.attributes.get("type", "")
        yield node.attributes.get("name", "")
        form = form_of(view, node)
        if form is not None:
            yield method_of(form, node)
            yield urldefrag(node.attributes.get("formaction") or form.attributes.get("action", "")).url


def record_text(view: PageView, node: Node) -> str:
    """The text of the record around an element: what tells "Remove" here from "Remove" there; "" outside of any."""
    for above in ancestors(view, node):
        if above.tag in _RECORDS or above.role in _RECORD_ROLES:
            return view.text_of(above.index)[:_LONG]
        if above.role in _LANDMARKS or above.tag in ("body", "form"):
            return ""
    return ""


def _landmarks(view: PageView, node: Node) -> Iterator[str]:
    for above in ancestors(view, node):
        if above.role in _LANDMARKS:
            yield f"{above.role} {above.name}"


def _actable(view: PageView) -> Counter[tuple[str, str]]:
    return Counter(
        (node.role or node.tag, _DIGITS.sub("#", node.name))
        for node in view.nodes
        if node.shown and (node.role == "heading" or is_clicked(node) or is_control(node))
    )


def _headings(view: PageView) -> Counter[str]:
    """The headings of the page; a banner may add some, but none may be missing."""
    return Counter(_DIGITS.sub("#", node.name) for node in view.nodes if node.shown and node.role == "heading")


def _values(view: PageView) -> Counter[tuple[str, str, str, bool]]:
    """The values that were chosen, ticked or typed in."""
    return Counter(
        (node.role, node.name, node.value or "", "checked" in node.states)
        for node in view.nodes
        if node.shown and is_control(node)
    )


def _open(view: PageView) -> Counter[tuple[str, str]]:
    """Dialogs, open menus, and what is unfolded."""
    return Counter(
        (node.role, node.name)
        for node in view.nodes
        if node.shown and (node.role in _OPENED or "expanded" in node.states)
    )


def place_in(seen: PageView, element: Element) -> int | None:
    """The node of a view that `element` means: the one it numbers, if that is still called so; else by its name."""

    def fits(index: int) -> bool:
        return (seen.nodes[index].role, seen.nodes[index].name) == (element.role, element.name)

    if 0 <= element.node < len(seen.nodes) and fits(element.node):
        return element.node
    equals = [node.index for node in seen.nodes if fits(node.index)] if element.role else []
    return equals[element.nth] if element.nth < len(equals) else None
