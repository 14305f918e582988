"""Makes a page of plain HTML, without a browser: no boxes, and hidden is what the markup itself hides."""

import re
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from webdart.extract.page.build import NOTHING, Builder
from webdart.extract.page.tree import BLOCKS, Page

_SKIPPED = frozenset(
    {"script", "style", "noscript", "template", "head", "base", "param", "source", "track", "-comment"}
)
_BREAKS = frozenset({"br", "img", "svg", "input", "select", "button", "hr"})
_ADDRESSES = ("href", "src", "action")
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden")
_WIDTH = re.compile(r"(?:^|;)\s*width\s*:\s*([^;]+)")
_MOST_DEPTH = 900  # as deep as view.js looks


def page_from_html(source: str, url: str) -> Page:
    """The page that a source describes; addresses in it become absolute by `url` and its `<base>`."""
    parser = LexborHTMLParser(source)
    base = parser.css_first("base[href]")
    given = base.attributes.get("href") if base is not None else None
    reader = _Reader(urljoin(url, given or ""))
    root = cast("Any", parser.root)
    reader.walk(root, -1, shown=True, depth=0)
    title = parser.css_first("title")
    language = root.attributes.get("lang") or "" if root is not None else ""
    words = " ".join(title.text().split()) if title is not None else ""
    return reader.builder.page(url, words, language, boxes=False)


class _Reader:
    def __init__(self, base: str) -> None:
        self.builder = Builder()
        self._base = base
        self._blank = True  # whether a blank or the edge of a block stands before the next text

    def walk(self, element: Any, parent: int, *, shown: bool, depth: int) -> None:
        """Enter an element and all below it."""
        tag = element.tag
        given = self._attributes(element.attributes)
        shown = shown and not self._hides(element.attributes, tag)
        block = tag in BLOCKS or tag in _BREAKS
        self._blank = self._blank or block
        index = self.builder.enter(parent, tag, given, shown=shown)
        child = element.child if depth < _MOST_DEPTH else None
        while child is not None:
            if child.tag == "-text":
                self._text(child.text_content or "", index, shown=shown)
            elif child.tag not in _SKIPPED:
                self.walk(child, index, shown=shown, depth=depth + 1)
            child = child.next
        self.builder.close(index)
        self._blank = self._blank or block

    def _text(self, source: str, parent: int, *, shown: bool) -> None:
        text = " ".join(source.split())
        if not text:
            self._blank = self._blank or bool(source)
            return
        self.builder.text(parent, text, shown=shown, joined=not self._blank and not source[0].isspace())
        self._blank = source[-1].isspace()

    def _attributes(self, given: Mapping[str, str | None]) -> Mapping[str, str]:
        if not given:
            return NOTHING
        kept = {name: value or "" for name, value in given.items() if not name.startswith("on")}
        for name in _ADDRESSES:
            if name in kept:
                kept[name] = _absolute(self._base, kept[name])
        if "style" in kept:
            width = _WIDTH.search(kept.pop("style"))
            if width:
                kept["style"] = f"width: {width[1].strip()}"
        return kept

    @staticmethod
    def _hides(given: Mapping[str, str | None], tag: str) -> bool:
        return "hidden" in given or bool(_HIDING.search(given.get("style") or "")) or tag in {"option", "datalist"}


def _absolute(base: str, address: str) -> str:
    try:
        return urljoin(base, address.strip())
    except ValueError:
        return address
