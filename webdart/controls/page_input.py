"""Finds the box that takes the number of the page to show, and the number of the next page."""

import re
from collections.abc import Sequence

from webdart.lexicon.phrases import alternatives
from webdart.page.labels import beside
from webdart.page.model import Control, Node, PageView
from webdart.page.roles import is_text_box, options_of, words_of
from webdart.page.text_match import folded
from webdart.page.vocabulary import PAGE_NAMES

_PAGE_NAMES = re.compile(
    rf"(?:^|[^a-z])(?:p|pg|pages|pageno|page_?number|{alternatives(PAGE_NAMES)})(?:$|[^a-z])", re.IGNORECASE
)
_FEW = 8  # nodes: how near something stands that belongs to a box


def names_page(name: str) -> bool:
    """Whether a name in the mark-up is one of pages: "page_number", "data-page"."""
    return _PAGE_NAMES.search(name) is not None


def by_number_box(view: PageView) -> Control | None:
    """A list box of all pages, or a box for a page's number beside "of 12": what to set it to for the next page."""
    for node in view.nodes:
        if not node.shown or "disabled" in node.states:
            continue
        if node.tag == "select":
            options = tuple(folded(words_of(view, option)) for option in options_of(view, node))
            following = _option_after(options, folded(node.value or ""))
            if following and (names_page(_named(view, node)) or _is_page(following)):
                return Control("next", node.index, node.name, (following,), node.value or "")
        elif node.value and is_text_box(node) and node.value.strip().isdigit() and names_page(_named(view, node)):
            here = int(node.value.strip())
            last = _last_page(view, node)
            if last is not None and here < last:
                return Control("next", node.index, node.name, (str(here + 1),), node.value or "")
    return None


def _option_after(options: Sequence[str], value: str) -> str | None:
    """The option after the one chosen, where the options count 1, 2, 3, … ("Page 2", "2 of 12")."""
    numbers = [int(match.group()) if (match := re.search(r"\d+", option)) else 0 for option in options]
    if len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)) or value not in options:
        return None
    place = options.index(value) + 1
    return options[place] if place < len(options) else None


def _is_page(option: str) -> bool:
    """Whether an option is the word for a page, and its number: "Page 2", and no "2 pages"."""
    word, _, number = option.rpartition(" ")
    return number.isdecimal() and names_page(word)


def _named(view: PageView, node: Node) -> str:
    """The names of a box: its label, those in its markup, and the words on its line."""
    said = [node.name, node.attributes.get("name", ""), node.attributes.get("id", "")]
    return " ".join([*said, *beside(view, node)])


def _last_page(view: PageView, box: Node) -> int | None:
    """The number of the last page, said right after a box ("of 12", "/ 12")."""
    after = [text for text in view.nodes[box.end : box.end + _FEW] if text.tag == "#text" and text.shown]
    match = re.search(r"^\D{0,12}(\d{1,6})\D{0,8}$", after[0].text) if after else None
    bound = box.attributes.get("max", "")
    return int(match.group(1)) if match else int(bound) if bound.isdecimal() else None
