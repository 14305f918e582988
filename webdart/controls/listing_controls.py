"""Describes the controls of a listing that are in view.

Each is described with its words, options and current value; `navigate` decides what they are good for, against the
data. Structure decides the kind (form method, options, roles, addresses); words are hints.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from webdart.controls.header import head_over, sorting
from webdart.controls.lazy_options import closed_list, dropped_sizes
from webdart.controls.pager import paging
from webdart.page.chosen_link import holds_now
from webdart.page.effects import form_of, method_of
from webdart.page.labels import ancestors, beside, group_label
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.roles import is_control, is_radio, is_text_box, is_ticked, options_of, type_of, words_of
from webdart.page.sections import area_of
from webdart.page.text_match import folded, loose, readings
from webdart.page.vocabulary import DIRECTION, SEARCH_WORDS, SIZE_WORDS, SORT_WORDS, names_end

_SORT_NAMES = re.compile(
    r"(?:^|[^a-z])(?:sort|order|orderby|ordering|sortby|sort_by|order_by)(?:$|[^a-z])", re.IGNORECASE
)
_SIZE_NAMES = re.compile(
    r"(?:^|[^a-z])(?:size|limit|per[_-]?page|page[_-]?size|length|count|rows)(?:$|[^a-z])", re.IGNORECASE
)
_SEARCH_NAMES = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term", "searchterm", "_search"})
_HEADS = frozenset({"dt", "legend", "summary"})
_ROLELESS = _HEADS | {"input"}  # looked at although they have no role
_TAKING = _ROLELESS | {"button", "select", "textarea"}
_STILL = frozenset({"link", "listitem", "list", "img", "paragraph", "row", "cell"})
_BOUNDS = frozenset({"number", "date", "month", "datetime-local"})  # boxes that bound something, in a form or not
_MANY = 60  # controls looked at: a page with more is a form, not a listing
_ROW = 3  # cells from which on a row is one of a table of data


def describe(view: PageView) -> tuple[Control, ...]:
    """The controls of a page: those that turn pages first, then sorting, page size, search and filters, in order."""
    found = [*paging(view), *_Listing(view).controls()]
    return tuple(found)


def _is_still(node: Node) -> bool:
    """Whether it takes no value, by its role alone: most nodes are such."""
    return node.role in _STILL and "contenteditable" not in node.attributes


@dataclass(slots=True)
class _Listing:
    """One look over the controls of a page that arrange or choose what is listed."""

    view: PageView
    _groups: set[str] = field(default_factory=set[str])

    def controls(self) -> Iterator[Control]:
        """Sorting, page size, search and filters, in document order."""
        left = _MANY
        for node in self.view.nodes:
            if left <= 0:
                return
            role, tag = node.role, node.tag
            if tag not in (_TAKING if role else _ROLELESS) and (not role or _is_still(node)):
                continue
            control = dropped_sizes(self.view, node) if tag == "button" else self._control(node)
            if control is not None:
                left -= 1
                yield control

    def _control(self, node: Node) -> Control | None:
        if node.role == "columnheader":
            return self._header(node)
        if node.role == "heading" or node.tag in _HEADS:
            return self._links_under(node)
        if not is_control(node) or "disabled" in node.states or self._is_written(node):
            return None
        if node.tag == "select" or node.role in ("combobox", "listbox"):
            return self._any_list(node)
        return self._seen(node) if node.shown else None

    def _seen(self, node: Node) -> Control | None:
        """A control that counts only where a person sees it."""
        if is_ticked(node):
            return None if self._picks_a_row(node) else self._ticked(node)
        if type_of(node) == "range":  # a handle of a slider: it takes a number, as a box does
            return Control("filter", node.index, self._label(node), (), node.value or "")
        return self._typed(node) if is_text_box(node) else None

    def _picks_a_row(self, node: Node) -> bool:
        """Whether a box is all that a cell holds, in a row of several: it marks the row for something to be done."""
        view = self.view
        cell = next((above for above in ancestors(view, node) if above.tag in ("td", "th")), None)
        if cell is None or view.text_of(cell.index).strip():
            return False
        row = view.nodes[cell.parent]
        cells = [
            one for one in view.nodes[row.index + 1 : row.end] if one.parent == row.index and one.tag in ("td", "th")
        ]
        return len(cells) >= _ROW

    def _is_written(self, node: Node) -> bool:
        """Whether it belongs to a form that writes: that is for steps, not for looking."""
        form = form_of(self.view, node)
        return form is not None and method_of(form) == "POST"

    def _label(self, node: Node) -> str:
        if node.name:
            return node.name
        return next(iter(beside(self.view, node)), "")

    # -- list boxes -------------------------------------------------------------------------------------------

    def _any_list(self, node: Node) -> Control | None:
        """A list box by its options, or by what is written on it where these come once it is opened."""
        if node.tag == "select" or any(words_of(self.view, option).strip() for option in options_of(self.view, node)):
            return self._list_box(node)
        closed = closed_list(self.view, node, self._label(node)) if node.role == "combobox" else None
        return closed or (self._seen(node) if node.shown else None)

    def _list_box(self, node: Node) -> Control:
        options = tuple(folded(words_of(self.view, option)) for option in options_of(self.view, node))
        label = self._label(node)
        named = " ".join((node.attributes.get("name", ""), node.attributes.get("id", "")))
        kind: ControlKind = "filter"
        said = any(SIZE_WORDS.search(option) for option in options)
        if _is_sizes(options) and (said or _SIZE_NAMES.search(named) or SIZE_WORDS.search(self._line(node, label))):
            kind = "page size"
        elif _SORT_NAMES.search(named) or SORT_WORDS.search(label) or _has_directions(options):
            kind = "sort"
        return Control(kind, node.index, label, options, node.value or "")

    def _line(self, node: Node, label: str) -> str:
        """The words around a control: its label, and the short text of the box around it."""
        around = self.view.nodes[node.parent]
        said = " ".join(
            text.text
            for text in self.view.nodes[around.index : around.end]
            if text.text and not node.index < text.index < node.end
        )
        return f"{label} {said[:80]}"

    # -- heads of columns -------------------------------------------------------------------------------------

    def _header(self, node: Node) -> Control | None:
        target = sorting(self.view, node)
        if target is None:
            return None
        sorted_ = node.attributes.get("aria-sort")
        href = target.attributes.get("href", "")
        if sorted_ is None and href and not self._same_path(href):
            return None
        value = "" if sorted_ in (None, "none") else sorted_
        return Control("sort", target.index, folded(self.view.text_of(node.index)) or node.name, (), value, href)

    def _same_path(self, href: str) -> bool:
        there, here = urlsplit(href), urlsplit(self.view.url)
        return (there.netloc, there.path) == (here.netloc, here.path) and there.query != here.query

    # -- boxes and radios -------------------------------------------------------------------------------------

    def _ticked(self, node: Node) -> Control | None:
        name = node.attributes.get("name", "")
        members = [
            other
            for other in (self.view.nodes if name else ())
            if other.attributes.get("name") == name and is_ticked(other) and other.frame == node.frame
        ]
        if len(members) < 2:
            return Control("filter", node.index, self._label(node), ("true", "false"), _ticked_value(node))
        key = f"{node.frame}/{name}"
        if key in self._groups:
            return None
        self._groups.add(key)
        options = tuple(self._label(member) for member in members[:_MANY])
        chosen = "\n".join(self._label(member) for member in members if "checked" in member.states)
        label = group_label(self.view, node)
        sorts = is_radio(node) and (_SORT_NAMES.search(name) or SORT_WORDS.search(label))
        return Control("sort" if sorts else "filter", node.index, label, options, chosen)

    # -- text boxes -------------------------------------------------------------------------------------------

    def _typed(self, node: Node) -> Control | None:
        form = form_of(self.view, node)
        label = self._label(node)
        value = node.value or ""
        if type_of(node) in ("password", "file"):
            return None
        searches = node.role == "searchbox" or node.attributes.get("name", "").lower() in _SEARCH_NAMES
        searches = searches or any(above.role == "search" for above in ancestors(self.view, node))
        column = head_over(self.view, node) if not value else ""
        if column:
            return Control("filter", node.index, column, (), value)
        if searches or (form is None and SEARCH_WORDS.search(loose(label))):
            return Control("search", node.index, label, (), value)
        if form is not None and value.isdigit() and SIZE_WORDS.search(label):
            return Control("page size", node.index, label, (), value)
        bounds = type_of(node) in _BOUNDS or names_end(f"{label} {node.attributes.get('placeholder', '')}")
        return Control("filter", node.index, label, (), value) if form is not None or bounds else None

    # -- links under a heading --------------------------------------------------------------------------------

    def _links_under(self, head: Node) -> Control | None:
        """A list of links that choose or order: all lead to the page that is shown, with another query."""
        label = folded(self.view.text_of(head.index))
        if not label or len(label) > 40:
            return None
        items = self._list_after(head)
        if items is None:
            return None
        links = [node for node in self.view.nodes[items.index : items.end] if node.role == "link"]
        if len(links) < 2 or not all(self._same_page(node.attributes.get("href", "")) for node in links):
            return None
        options = tuple(readings_of(words_of(self.view, node)) for node in links)
        if all(option.isdigit() for option in options) and not SIZE_WORDS.search(label):
            return None
        chosen = [words_of(self.view, node) for node in links if holds_now(self.view, node)]
        kind: ControlKind = "sort" if SORT_WORDS.search(label) or _has_directions(options) else "filter"
        if _is_sizes(options):
            kind = "page size"
        return Control(kind, items.index, label, options, readings_of(chosen[0]) if chosen else "")

    def _same_page(self, href: str) -> bool:
        there, here = urlsplit(href), urlsplit(self.view.url)
        return (there.netloc, there.path) == (here.netloc, here.path)

    def _list_after(self, head: Node) -> Node | None:
        """The list that a heading stands over; of a term its definition, of a fold the fold."""
        if head.tag == "dt":
            siblings = self.view.children_of(head.parent)
            return next((node for node in siblings if node.index > head.index and node.tag == "dd"), None)
        for node in self.view.nodes[head.end : head.end + 8]:
            if node.role in ("list", "menu", "listbox") or node.tag == "nav":
                return node if area_of(self.view, head).holds(node) else None
            if node.role in ("heading", "link") or node.tag in _HEADS:
                return None  # another one stands nearer to the list
        return None


def readings_of(text: str) -> str:
    """A text of a choice without the count behind it ("Open (12)" → "Open")."""
    plain = folded(text)
    bare = readings(plain)[-1]
    return plain[: len(bare)] if plain.casefold().startswith(bare) else plain


def _ticked_value(node: Node) -> str:
    return "true" if "checked" in node.states else "false"


def _is_sizes(options: tuple[str, ...]) -> bool:
    """Whether all options but one at most ("All") are numbers, and they grow."""
    numbers = [int(match.group()) for option in options if (match := re.search(r"\d+", option)) and len(option) < 20]
    return len(numbers) >= 2 and len(numbers) >= len(options) - 1 and numbers == sorted(set(numbers))


def _has_directions(options: tuple[str, ...]) -> bool:
    """Whether at least two options say a direction."""
    return sum(1 for option in options if DIRECTION.search(loose(option)) or "↑" in option or "↓" in option) >= 2
