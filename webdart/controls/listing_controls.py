"""Describes the controls of a listing that are in view.

Each is described with its words, options and current value; `navigate` decides what they are good for, against the
data. Structure decides the kind (form method, options, roles, addresses); words are hints.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from webdart.controls.choices import (
    CHOICES,
    HEADS,
    SORT_NAMES,
    choices,
    choices_under,
    has_directions,
    is_sizes,
    menu_button,
    parted,
    says_direction,
)
from webdart.controls.header import head_over, sorting
from webdart.controls.lazy_options import closed_list, dropped_sizes
from webdart.controls.pager import paging
from webdart.page.effects import form_of, method_of
from webdart.page.labels import ancestors, beside, group_label
from webdart.page.model import Control, ControlKind, Node, PageView
from webdart.page.roles import is_control, is_radio, is_text_box, is_ticked, options_of, type_of, words_of
from webdart.page.text_match import folded, loose
from webdart.page.vocabulary import SEARCH_WORDS, SIZE_WORDS, SORT_WORDS, names_end

_SIZE_NAMES = re.compile(
    r"(?:^|[^a-z])(?:size|limit|per[_-]?page|page[_-]?size|length|count|rows)(?:$|[^a-z])", re.IGNORECASE
)
_SEARCH_NAMES = frozenset({"q", "s", "query", "search", "keyword", "keywords", "term", "searchterm", "_search"})
_ROLELESS = HEADS | {"input"}  # looked at although they have no role
_TAKING = _ROLELESS | {"button", "select", "textarea"}
_STILL = frozenset({"link", "listitem", "list", "img", "paragraph", "row", "cell"})
_BOUNDS = frozenset({"number", "date", "month", "datetime-local"})  # boxes that bound something, in a form or not
_MANY = 60  # controls looked at: a page with more is a form, not a listing
_ROW = 3  # cells from which on a row is one of a table of data


def describe(view: PageView) -> tuple[Control, ...]:
    """The controls of a page: those that turn pages first, then sorting, page size, search and filters, in order."""
    turning = paging(view)
    found = list(_Listing(view).controls())
    known = [view.nodes[control.node] for control in found]
    grouped = choices(view, {control.node for control in (*turning, *found)})
    others = [one for one in grouped if not any(own.index <= one.node < own.end for own in known)]
    return (*turning, *sorted([*found, *others], key=lambda control: control.node))


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
        if node.role == "heading" or node.tag in HEADS:
            return choices_under(self.view, node)
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
        label, value = self._label(node), node.value or ""
        closed = node.tag != "select" and not node.shown and not label
        if closed and (button := menu_button(self.view, node)) is not None:
            label, value = parted(words_of(self.view, button), options)
        named = " ".join((node.attributes.get("name", ""), node.attributes.get("id", "")))
        kind: ControlKind = "filter"
        said = any(SIZE_WORDS.search(option) for option in options)
        if is_sizes(options) and (said or _SIZE_NAMES.search(named) or SIZE_WORDS.search(self._line(node, label))):
            kind = "page size"
        elif SORT_NAMES.search(named) or SORT_WORDS.search(label) or has_directions(options):
            kind = "sort"
        return Control(kind, node.index, label, options, value)

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
        clicked = [one for one in self.view.nodes[node.index + 1 : node.end] if one.role in CHOICES and one.shown]
        if len(clicked) > 1 and all(says_direction(words_of(self.view, one)) for one in clicked):
            return None  # two links, one for each direction, are choices
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
        sorts = is_radio(node) and (SORT_NAMES.search(name) or SORT_WORDS.search(label))
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


def _ticked_value(node: Node) -> str:
    return "true" if "checked" in node.states else "false"
