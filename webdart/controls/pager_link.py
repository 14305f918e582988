"""Reads what a part of a pager says, and whether it leads on."""

import re
from collections import Counter
from functools import lru_cache

from webdart.page.labels import ancestors
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.roles import is_clicked, is_control, listens, words_of
from webdart.page.text_match import folded, loose
from webdart.page.vocabulary import (
    LAST,
    MORE,
    NEXT,
    NEXT_PERIODS,
    PAGE_NAMES,
    PLACE,
    PREVIOUS,
    PREVIOUS_PERIODS,
    Direction,
)

_CAROUSEL = re.compile(r"carousel|slider|slide\b|slick|swiper|glide|splide|lightbox|gallery", re.IGNORECASE)
_NOTHING = frozenset[Direction]()
_TOLD_BY = frozenset(f"data-{name}" for name in PAGE_NAMES)  # how many are on a page ("data-per-page") is no page
_FEW = 8  # nodes of what can be clicked
_SHORT = 40  # characters of its words
_PARTS = frozenset({"tr", "li", "article", "div", "p", "section", "dd"})
_SEVERAL = 2  # entries beside one, in a list of entries alike
_SIGNS = 2  # characters that may be nothing but signs
# a class that begins or ends so; in the midst of one it says what would be ("button-disabled-interactive")
_OFF = re.compile(r"(?:^|\s)(?:disabled?|inactive)(?:$|[\s_-])|[_-](?:disabled?|inactive)(?:$|\s)", re.IGNORECASE)

ENTRIES = frozenset({"tr", "li", "article"})
"""What the records of a list are."""
ROUTE = re.compile(r"#(?:!?/|[\w-]+=).*")
"""Where a script goes within its page; the place of a part of the page has no slash and no equals sign."""


def control_for(view: PageView, kind: ControlKind, node: Node, label: str = "") -> Control:
    """The node as a control."""
    return Control(kind, node.index, label or folded(words_of(view, node)), href=address_of(view, node))


def address_of(view: PageView, node: Node) -> str:
    """The address of a link; "" for a button, or a link that only a script understands."""
    href = node.attributes.get("href", "")
    if not href.startswith(("http:", "https:")):
        return ""
    page, fragment, _ = href.partition("#")
    return "" if fragment and page == view.document_of(node).partition("#")[0] else href


class Sayings:
    """The directions that the texts of one page name, read once."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._known: dict[int, frozenset[Direction]] = {}

    def says(self, node: Node, way: Direction) -> bool:
        """Whether its name, its tooltip or its short text says so, or is only of its signs."""
        return way in self._ways(node)

    def tells(self, node: Node) -> bool:
        """Whether it may say anything about turning pages: by its words, or by the signs at their ends."""
        return bool(self._ways(node)) or _may_turn(words_of(self._view, node))

    def tooltip(self, node: Node) -> str:
        """The nearest title of the element and of those that hold it alone: a browser shows it over all of them."""
        nodes = self._view.nodes
        title = node.attributes.get("title", "")
        while not title and node.parent >= 0 and _is_alone(around := nodes[node.parent], node):
            title, node = around.attributes.get("title", ""), around
        return title

    def _ways(self, node: Node) -> frozenset[Direction]:
        known = self._known.get(node.index)
        if known is None:
            known = self._known[node.index] = self._said(node)
        return known

    def _said(self, node: Node) -> frozenset[Direction]:
        """The directions that its short texts name."""
        shown = self._view.text_of(node.index) if node.end - node.index < _FEW else ""
        return _said_by(node.name, self.tooltip(node), shown)


def _is_alone(around: Node, node: Node) -> bool:
    """Whether an element holds another one, and nothing else."""
    return around.index + 1 == node.index and around.end == node.end


@lru_cache(maxsize=2048)
def _said_by(name: str, title: str, shown: str) -> frozenset[Direction]:
    """The directions that an element's short texts name; most of them recur on page after page."""
    said = {text for text in (name, title, shown) if text and len(text) < _SHORT}
    ways = _NOTHING.union(*map(_said_in, said))
    asked = (NEXT, PREVIOUS) if ways and shown in said else ()
    worded = {way for way in asked if way.worded(loose(shown))}
    if worded:  # what a person reads outranks an invisible name
        return ways - {NEXT, PREVIOUS} | worded
    return ways


_PERIODS = NEXT_PERIODS | PREVIOUS_PERIODS
_ANY_SIGN = NEXT.signs | PREVIOUS.signs


@lru_cache(maxsize=2048)
def _may_turn(words: str) -> bool:
    """Whether words name a period, or have a sign at one of their ends."""
    return has_sign(words) or loose(words) in _PERIODS


def has_sign(words: str) -> bool:
    """Whether words begin or end with a sign that turns pages."""
    bare = folded(words)
    return bool(bare) and (bare[0] in _ANY_SIGN or bare[-1] in _ANY_SIGN)


def _said_in(text: str) -> frozenset[Direction]:
    """The directions that a short text names."""
    plain = folded(text)
    words, signs = loose(plain), plain if 0 < len(plain) <= _SIGNS else None  # « or >>
    return frozenset(
        way for way in (NEXT, PREVIOUS, LAST, MORE) if way.worded(words) or (signs and way.signs.issuperset(signs))
    )


def page_told_by(node: Node) -> str:
    """The number of a page that an element's own attribute tells a script: `data-page="2"`; "" where none does."""
    named = (value for name, value in node.attributes.items() if name in _TOLD_BY)
    return next((value for value in named if value.isdecimal()), "")


def is_bare(view: PageView, node: Node) -> bool:
    """Whether it is pressed, and is neither a button nor a link that leads anywhere."""
    return node.role != "button" and not address_of(view, node) and not is_control(node)


def is_pressed(node: Node) -> bool:
    """Whether it is a text without a role that is made to be pressed: a script hears of it, or a hand points."""
    bare = not node.role and node.tag != "#text" and node.end - node.index <= _FEW
    return bare and ("pointed" in node.states or "onclick" in node.attributes)


def is_button(view: PageView, node: Node) -> bool:
    """Whether it is a button, or what leads nowhere by itself as a button does: "#", a route behind it, a script."""
    if "href" not in node.attributes:
        return node.tag == "a" or node.role in ("button", "")
    address, _, fragment = node.attributes["href"].partition("#")
    here = address == view.document_of(node).partition("#")[0]
    return address.startswith("javascript:") or (here and (not fragment or bool(ROUTE.fullmatch(f"#{fragment}"))))


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
        return listens(node) or listens(around) or "pointed" in node.states
    return address_of(view, node) != view.document_of(node)


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


def is_of_a_pager(text: str) -> bool:
    """Whether a text is a number, a sign, a place among the pages, or a word that turns them."""
    words = loose(text)
    turns = any(way.worded(words) for way in (NEXT, PREVIOUS, LAST, MORE))
    return turns or not any(map(str.isalpha, text)) or PLACE.search(folded(text)) is not None


def in_record(view: PageView, node: Node) -> bool:
    """Whether a link stands among the words of one of several entries alike, of whose record it may be.

    The row of a table that turns its pages mostly has other cells than the others, or no words but those of a pager; a
    part of the page that holds a whole listing has entries of its own.
    """
    return any(_is_record(view, above, node) for above in ancestors(view, node) if above.tag in ENTRIES)


def names_entry(view: PageView, node: Node) -> bool:
    """Whether a link is the name of a record, whatever it says: other entries have other links at its place."""
    return any(
        sum(_has_other_link(view, one, _tags(view, entry, node)) for one in view.children_of(entry.parent)) >= _SEVERAL
        for entry in ancestors(view, node)
        if entry.tag in ENTRIES and _is_record(view, entry, node)
    )


def _tags(view: PageView, entry: Node, node: Node) -> list[tuple[str, int]]:
    """The way from an entry down to an element of it: tags, each with its place among the children of that tag."""
    way: list[tuple[str, int]] = []
    while node.index != entry.index:
        alike = [kid.index for kid in view.children_of(node.parent) if kid.tag == node.tag]
        way.insert(0, (node.tag, alike.index(node.index)))
        node = view.nodes[node.parent]
    return way


def _has_other_link(view: PageView, entry: Node, way: list[tuple[str, int]]) -> bool:
    """Whether an entry has at some place a link that says what no pager would."""
    node = entry
    for tag, place in way:
        alike = [kid for kid in view.children_of(node.index) if kid.tag == tag]
        if place >= len(alike):
            return False
        node = alike[place]
    return is_clicked(node) and not is_of_a_pager(words_of(view, node))


def _is_record(view: PageView, entry: Node, node: Node) -> bool:
    if _holds_a_list(view, entry) or not _has_words(view, entry, but=node):
        return False
    form = _form(view, entry)
    beside = (one for one in view.children_of(entry.parent) if one.index != entry.index and one.tag == entry.tag)
    return sum(_form(view, one) == form and _has_words(view, one) for one in beside) >= _SEVERAL


def _holds_a_list(view: PageView, entry: Node) -> bool:
    """Whether several elements alike stand one below the other in it, as the records of a listing do."""
    inner = view.nodes[entry.index + 1 : entry.end]
    kinds = Counter((one.parent, one.tag, one.attributes.get("class", "")) for one in inner if one.tag in _PARTS)
    return any(count > _SEVERAL for count in kinds.values())


def _form(view: PageView, entry: Node) -> list[str]:
    return [kid.tag for kid in view.children_of(entry.index) if kid.tag != "#text"]


def _has_words(view: PageView, entry: Node, but: Node | None = None) -> bool:
    """Whether an entry says what no pager would, beside an element of it."""
    inner = view.nodes[entry.index : entry.end]
    beside = (one for one in inner if but is None or not but.index <= one.index < but.end)
    return any(not is_of_a_pager(one.text) for one in beside if one.tag == "#text" and one.shown)
