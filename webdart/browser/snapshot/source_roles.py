"""Tells the role of an element by its mark-up, as view.js does."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from webdart.values import replace

_PLAIN = {
    "article": "article", "aside": "complementary", "blockquote": "blockquote", "button": "button",
    "caption": "caption", "code": "code", "dd": "definition", "details": "group", "dialog": "dialog", "dt": "term",
    "em": "emphasis", "fieldset": "group", "figure": "figure", "form": "form", "h1": "heading", "h2": "heading",
    "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading", "hr": "separator", "html": "document",
    "li": "listitem", "main": "main", "menu": "list", "meter": "meter", "nav": "navigation", "ol": "list",
    "optgroup": "group", "option": "option", "output": "status", "p": "paragraph", "progress": "progressbar",
    "search": "search", "strong": "strong", "sub": "subscript", "sup": "superscript", "table": "table",
    "tbody": "rowgroup", "tfoot": "rowgroup", "thead": "rowgroup", "textarea": "textbox", "time": "time",
    "tr": "row", "ul": "list", "address": "group", "datalist": "listbox", "svg": "img",
}  # fmt: skip
_INPUTS = {
    "button": "button", "submit": "button", "reset": "button", "image": "button", "checkbox": "checkbox",
    "radio": "radio", "range": "slider", "number": "spinbutton", "search": "searchbox", "file": "", "hidden": "",
    "color": "",
}  # fmt: skip
Given = Mapping[str, str | None]
"""The attributes of an element; None is an empty one."""
_SECTIONING = frozenset({"article", "aside", "main", "nav", "section"})
_GRIDS = frozenset({"grid", "treegrid"})


class Around(Struct, frozen=True):
    """What stands around an element, as far as its role depends on it."""

    grid: bool = False
    section: bool = False
    head: bool = False
    row: bool = False  # the element around it is one of a table's head: without data cells

    def within(self, element: Any, tag: str, role: str) -> "Around":
        """The same for what stands in an element that nests, or in one of a head's row."""
        row = tag == "tr" and not any(one.tag == "td" for one in element.iter(include_text=False))
        if tag == "tr" and not (row or self.row or role in _GRIDS):
            return self  # as most rows
        return replace(
            self,
            grid=self.grid or role in _GRIDS,
            section=self.section or tag in _SECTIONING,
            head=self.head or tag == "thead",
            row=row,
        )


def nests(tag: str, role: str) -> bool:
    """Whether the roles of what stands in an element may depend on it."""
    return role in _GRIDS or tag in _SECTIONING or tag in {"thead", "tr"}


def role_of(tag: str, given: Given, around: Around) -> str:
    """The role of an element: the given one, else that of its tag."""
    said = (given.get("role") or "").split() if given else []
    if said:
        first = said[0].lower()
        return "" if first in {"presentation", "none"} else first
    by_tag = _BY_TAG.get(tag)
    return _PLAIN.get(tag, "") if by_tag is None else by_tag(given, around)


def _link(given: Given, _around: Around) -> str:
    return "link" if "href" in given else ""


def _input(given: Given, _around: Around) -> str:
    kind = (given.get("type") or "text").lower()
    return _INPUTS.get(kind, "combobox" if given.get("list") else "textbox")


def _select(given: Given, _around: Around) -> str:
    size = given.get("size") or ""
    return "listbox" if "multiple" in given or (size.isdecimal() and int(size) > 1) else "combobox"


def _image(given: Given, _around: Around) -> str:
    return "" if "alt" in given and not given["alt"] else "img"


def _section(given: Given, _around: Around) -> str:
    return "region" if "aria-label" in given or "aria-labelledby" in given else ""


def _header(_given: Given, around: Around) -> str:
    return "" if around.section else "banner"


def _footer(_given: Given, around: Around) -> str:
    return "" if around.section else "contentinfo"


def _data(_given: Given, around: Around) -> str:
    return "gridcell" if around.grid else "cell"


def _head(given: Given, around: Around) -> str:
    match given.get("scope"):
        case "row" | "rowgroup":
            return "rowheader"
        case "col" | "colgroup":
            return "columnheader"
        case _:
            return "columnheader" if around.head or around.row else "rowheader"


_BY_TAG: Mapping[str, Callable[[Given, Around], str]] = {
    "a": _link,
    "area": _link,
    "input": _input,
    "select": _select,
    "img": _image,
    "section": _section,
    "header": _header,
    "footer": _footer,
    "td": _data,
    "th": _head,
}
BY_PLACE = frozenset({"header", "footer", "td", "th"})
"""Tags whose role depends on what stands around them."""
