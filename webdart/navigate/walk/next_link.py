"""Tells a next link of a listing from one that leads to another record or chapter.

Posts, photos and chapters are linked one to the next, by the same words and relations as pages of one listing are.
What stays on a record's address, or below it, is its own; of anything else the headings tell, and the links' words.
"""

import re
from urllib.parse import urlsplit

from webdart.lexicon.phrases import alternatives
from webdart.page.date_text import months, weekdays
from webdart.page.model import Node, PageView
from webdart.page.text_match import loose
from webdart.page.vocabulary import PAGE_NAMES

_WORD = re.compile(r"\w+")
_PAGE = re.compile(rf" (?:{alternatives(PAGE_NAMES)}) \d+(?: (?:\w+ )?\d+)? ")


def named_by(first: PageView, link: Node, after: PageView) -> str:
    """The name that a next link gives another document that it leads to; "" if it leads to a page of the same listing.

    Chapters of a manual call each other by their titles, on the way there and on the way back ("Next: Installation");
    pages of a listing have one title, and their links say nothing but a direction, a number or a month.
    """
    name = _calls(first, link, after)
    back = next((after.nodes[one.node] for one in after.controls if one.kind == "previous"), None) if name else None
    return name if back is not None and _calls(after, back, first) else ""


def _calls(view: PageView, link: Node, other: PageView) -> str:
    """Words of a link that name the page `other`, and not the page that it stands on."""
    texts = (node.text for node in view.nodes[link.index : link.end] if node.tag == "#text")
    pieces = (link.attributes.get("title", ""), link.name, view.text_of(link.index), *texts)
    here, there = _titles(view), _titles(other)
    for piece in pieces:
        words = _name(piece, view)
        if words.strip() and not any(words in one for one in here):
            if any(words in one for one in there):
                return piece
            if any(one.strip() and one in words and not any(one in mine for mine in here) for one in there):
                return piece
    return ""


def _titles(view: PageView) -> tuple[str, ...]:
    """The titles of a page: its window's, its main headings, and headings that the window's title contains."""
    title = _words(view.title)
    said = (text for text in _headings(view, main=False) if (words := _words(text)).strip() and words in title)
    return tuple(_name(text, view) for text in (view.title, *_headings(view, main=True), *said))


def _name(text: str, view: PageView) -> str:
    """The words of a text that can be a name: no numbers, letters of an alphabet, months or days."""
    times = {**months(view.language), **weekdays(view.language)}
    words = (word for word in _WORD.findall(loose(text)) if len(word) > 1 and not word.isdecimal())
    return " " + " ".join(word for word in words if word not in times) + " "


def is_below(address: str, page: str) -> bool:
    """Whether an address is that of a page with another query, or one further down its path."""
    there, here = urlsplit(address), urlsplit(page)
    return there.netloc == here.netloc and f"{there.path.rstrip('/')}/".startswith(f"{here.path.rstrip('/')}/")


def is_another(first: PageView, after: PageView) -> bool:
    """Whether two pages are about two things: no main heading of one is said in one of the other.

    Where the main heading is the site's own, or there is none: each has a heading that its own window's title says, and
    that the other's title does not.
    """
    mine, theirs = _headings(first, main=True), _headings(after, main=True)
    if mine and theirs and not any(one in other or other in one for one in mine for other in theirs):
        return True
    return _has_its_own(first, after) and _has_its_own(after, first)


def _has_its_own(view: PageView, other: PageView) -> bool:
    """Whether a page is titled by a heading that says nothing in the title of another page; "Page 2" is no name."""
    title, theirs = _words(view.title), _words(other.title)
    own = (words for text in _headings(view, main=False) if (words := _words(text)) in title)
    return any((name := _PAGE.sub(" ", words)).strip() and name not in theirs for words in own)


def _headings(view: PageView, *, main: bool) -> set[str]:
    found = (node for node in view.nodes if node.shown and (_is_main(node) if main else _is_heading(node)))
    return {text for node in found if (text := _whole(view.text_of(node.index))).strip()}


def _whole(text: str) -> str:
    """A text between blanks, to look for whole words: "Lamp 1" is not in "Lamp 12"."""
    return f" {loose(text)} "


def _words(text: str) -> str:
    """The words of a text, each between blanks: a title has its own dashes and commas around them."""
    return " " + " ".join(_WORD.findall(loose(text))) + " "


def _is_main(node: Node) -> bool:
    return node.tag == "h1" or (node.role == "heading" and node.attributes.get("aria-level") == "1")


def _is_heading(node: Node) -> bool:
    return node.role == "heading" or _is_main(node)
