"""Renders a page as text, line by line, so that each line can be copied and leads back to its element.

Every element that can be acted on has a line of its own: what it is, its name, its value and states. That line is its
reference: it stays the same after a banner is inserted or a list is shuffled, and two equal ones are told apart by the
record that they stand in, then by their place among equals. Texts keep every sign and every neighbour, equal ones too;
nothing is cut here (published pruners lose signs, one of two equal neighbours, and what is beyond a thousand lines).
"""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from webdart.page.identity import record_text
from webdart.page.labels import beside
from webdart.page.model import Node, PageView
from webdart.page.roles import is_clicked, is_control, is_list_box, is_ticked, options_of, type_of, words_of
from webdart.page.text_match import folded
from webdart.values import replace

LineKind = Literal["text", "heading", "element", "alert"]

_LONG = 160
"""Letters of a name: what is wrapped in a longer one is shown in lines of its own below it."""

_OPTIONS = 24
"""Options of a list box that are shown; the number of further ones is shown too."""

_BLOCKS = frozenset({"div", "p", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "caption", "section", "article",
    "header", "footer", "main", "nav", "aside", "h1", "h2", "h3", "h4", "h5", "h6", "br", "hr", "pre", "blockquote",
    "form", "fieldset", "legend", "dialog", "details", "summary", "figure", "figcaption", "body"})  # fmt: skip
_CELLS = frozenset({"td", "th"})
_SAID = (
    "disabled",
    "checked",
    "unchecked",
    "expanded",
    "collapsed",
    "selected",
    "pressed",
    "current",
    "required",
    "readonly",
    "invalid",
    "busy",
)
_NAMED = frozenset({"img", "meter", "progressbar", "graphics-symbol"})
_DIALOGS = frozenset({"dialog", "alertdialog"})


class Line(Struct, frozen=True):
    """One line of a page. `node` is what it tells of (-1: no node of the tree); of an element it is its reference."""

    text: str
    node: int
    kind: LineKind


def lines_of(view: PageView) -> tuple[Line, ...]:
    """Everything that a person sees on a page, in document order; the lines of elements are all different."""
    return tuple(_told_apart(view, list(_Teller(view).lines())))


def clean(text: str) -> str:
    """A text without what can't be seen: control signs, marks of direction and of no width; blanks folded.

    No sign that can be seen is lost.
    """
    seen = "".join(sign if unicodedata.category(sign) not in _UNSEEN else _instead(sign) for sign in text)
    return folded(seen)


_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Cn", "Co", "Cs"})


def _instead(sign: str) -> str:
    return " " if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else ""


class _Teller:
    """Goes over the nodes once, gathering texts until something ends their line."""

    def __init__(self, view: PageView) -> None:
        self._view = view
        self._parts: list[str] = []
        self._from = -1
        self._head = ""
        self._between = ""
        self._ends: set[int] = set()
        self._cells: set[int] = set()

    def lines(self) -> Iterator[Line]:
        """Line by line."""
        for text in self._view.dialogs:
            yield Line(f"alert that was closed: {clean(text)}", -1, "alert")
        nodes, place = self._view.nodes, 0
        while place < len(nodes):
            node = nodes[place]
            if place in self._ends:
                yield from self._flush()
            if place in self._cells:
                self._between = " · "
            if node.tag == "#text":
                self._text(node)
                place += 1
                continue
            yield from self._begin(node)
            place = node.end if self._is_told(node) else place + 1
        yield from self._flush()

    def _begin(self, node: Node) -> Iterator[Line]:
        """The lines that an element begins, and those that it ends."""
        if node.tag in _BLOCKS or node.role == "heading":
            yield from self._flush()
            self._ends.add(node.end)
        elif node.tag in _CELLS:
            self._cells.add(node.end)
        if node.shown and node.role == "heading":
            self._head = "#" * _level(node) + " "
        if not node.shown:
            return
        if node.role in _DIALOGS:
            yield Line(f'{node.role} "{clean(node.name)}" is open:', node.index, "alert")
        if _is_acted_on(node):
            yield from self._flush()
            yield Line(self._head + told(self._view, node), node.index, "element")
            self._head = ""
        elif node.role in _NAMED and node.name:
            value = f" {node.value}" if node.value else ""
            self._add(node, f"[{clean(node.name)}{value}]", glue=" ")

    def _is_told(self, node: Node) -> bool:
        """Whether the line of an element says all that is in it."""
        if is_list_box(node) or node.tag in ("script", "style", "svg"):
            return True
        if not node.shown or not _is_acted_on(node):
            return node.role in _NAMED and bool(node.name) and not self._view.text_of(node.index)
        inside = self._view.nodes[node.index + 1 : node.end]
        if any(_is_acted_on(below) for below in inside if below.shown):
            return False
        text = clean(self._view.visible_text_of(node.index))
        return not text or (len(text) <= _LONG and text in clean(node.name or text))

    def _text(self, node: Node) -> None:
        if not node.shown or not node.text:
            return
        said = clean(node.text)
        self._add(node, f"~{said}~" if "struck" in node.states else said, "" if "joined" in node.states else " ")

    def _add(self, node: Node, said: str, glue: str) -> None:
        if not said:
            return
        if self._parts:
            self._parts.append(self._between or glue)
        else:
            self._from = node.index
        self._between = ""
        self._parts.append(said)

    def _flush(self) -> Iterator[Line]:
        text = "".join(self._parts).strip()
        self._between = ""
        if text:
            kind: LineKind = "heading" if self._head else "text"
            yield Line(self._head + text, self._from, kind)
            self._head = ""
        self._parts.clear()


def _is_acted_on(node: Node) -> bool:
    return (is_clicked(node) or is_control(node) or type_of(node) == "file") and node.role != "option"


def _level(node: Node) -> int:
    said = node.attributes.get("aria-level") or (node.tag[1:] if node.tag[:1] == "h" else "")
    return int(said) if said.isdecimal() and 1 <= int(said) <= 6 else 2


def told(view: PageView, node: Node) -> str:
    """An element as its line says it, without what tells it from its equals."""
    parts = [f'{_kind(node)} "{_name(view, node)}"']
    if is_list_box(node):
        parts.append(f'= "{clean(node.value or "")}"{_choices(view, node)}')
    elif type_of(node) == "password":
        parts.append("(hidden)" if node.value else "(empty)")
    elif node.value is not None and is_control(node) and not is_ticked(node):
        parts.append(f'= "{clean(node.value)}"')
    said = [state for state in _SAID if state in node.states]
    if said:
        parts.append(f"({', '.join(said)})")
    return " ".join(parts)


def _kind(node: Node) -> str:
    if node.role:
        return node.role
    return "link" if node.tag == "a" else "box" if is_control(node) else "button"


def _name(view: PageView, node: Node) -> str:
    """The name of an element; of an unnamed control the words beside it; else where it leads."""
    said = clean(node.name or ("" if is_control(node) else view.visible_text_of(node.index)))
    if not said and is_control(node):
        own = node.attributes
        said = next(iter(beside(view, node)), "") or own.get("placeholder", "") or own.get("name", "")
    if not said and node.attributes.get("href"):
        said = f"to {node.attributes['href']}"
    said = clean(said).replace('"', '\\"')  # so that no name ends its own quotes
    return said if len(said) <= _LONG else f"{said[:_LONG].rstrip()}…"


def _choices(view: PageView, node: Node) -> str:
    options = [clean(words_of(view, option)) for option in options_of(view, node)]
    if not options:
        return ""
    more = f" | … {len(options) - _OPTIONS} more" if len(options) > _OPTIONS else ""
    return f" of: {' | '.join(options[:_OPTIONS])}{more}"


# -- equal ones -----------------------------------------------------------------------------------------------


def _told_apart(view: PageView, lines: list[Line]) -> list[Line]:
    """The same, equal elements with the record that they stand in, and where that says nothing with their place."""
    crowded = {text for text, count in _counts(lines).items() if count > 1}
    if not crowded:
        return lines
    found = [_in_record(view, line) if line.kind == "element" and line.text in crowded else line for line in lines]
    still = {text for text, count in _counts(found).items() if count > 1}
    seen: Counter[str] = Counter()
    for place, line in enumerate(found):
        if line.kind == "element" and line.text in still:
            seen[line.text] += 1
            found[place] = replace(line, text=f"{line.text} #{seen[line.text]}")
    return found


def _counts(lines: list[Line]) -> Counter[str]:
    return Counter(line.text for line in lines if line.kind == "element")


def _in_record(view: PageView, line: Line) -> Line:
    around = clean(record_text(view, view.nodes[line.node]))
    if not around:
        return line
    short = (around if len(around) <= 60 else f"{around[:60].rstrip()}…").replace('"', '\\"')
    return replace(line, text=f'{line.text} in "{short}"')
