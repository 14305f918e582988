"""Finds the link to the next page by its address alone, when nothing on it says so.

It may be a picture, an icon, a word in a language that no list has: its address is the page's own, but for a number
that counts pages (one more than this page's) or rows (the least that is more). This is the last resort: whatever a
pager says comes first, and if several such addresses have words of their own, as in a menu, none is taken.
"""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from webdart.controls.pager_link import address_of, has_sign, in_carousel, leads_on
from webdart.lexicon.phrases import alternatives
from webdart.page.model import Node, PageView
from webdart.page.roles import words_of
from webdart.page.text_match import without_accents
from webdart.page.vocabulary import PAGE_NAMES

_PAGE_WORDS = frozenset(word for name in PAGE_NAMES if (word := without_accents(name)).isascii())
"""Words for a page as addresses have them: "/strana/2", "?pagina=2"."""
_PAGE_NAMES = _PAGE_WORDS | {
    *["p", "pg", "pn", "pageno", "pagenumber", "pagenum", "paged", "currentpage", "curpage", "pageindex", "cpage"]
}
_ROW_NAMES = "start startwith startat startindex startrow offset ofs skip first firstresult begin"
_PAGES, _OFFSETS = _PAGE_NAMES, frozenset(_ROW_NAMES.split())
_IN_PATH = re.compile(rf"^(.*?)/(?:{alternatives(_PAGE_WORDS)})[/-]?(\d{{1,6}})/?$", re.IGNORECASE)
_COUNTING = re.compile(rf"=\d|/(?:{alternatives(_PAGE_WORDS)})", re.IGNORECASE)  # what every address that counts has
_FEW_WORDS = 3
_LONG = 24  # characters of words that say a page's number and little else
_MOST_ROWS = 1000  # rows of one page


class _Place(Struct, frozen=True):
    """An address as a place in a listing: what is around its number, and the number as pages or rows."""

    root: tuple[str, str]
    query: Mapping[str, str]
    pages: int | None
    rows: int | None


def further(view: PageView, clickable: Iterable[Node]) -> Node | None:
    """The link to the next page as addresses tell it; None where none does."""
    here = _place_of(view.url)
    found: list[tuple[int, Node]] = []
    elsewhere: set[str] = set()
    for node in clickable:
        address = address_of(view, node) if node.shown else ""
        if not _COUNTING.search(address):
            continue
        there = _place_of(address)
        if there.root != here.root or (there.pages is None and there.rows is None):
            continue
        if _by_a_letter(address) and not has_sign(words_of(view, node)):
            continue
        step = _step(here, there)
        if step is None:
            elsewhere |= {address} if _number(there) > _number(here) else set()
        elif leads_on(view, node) and not in_carousel(view, node):
            found.append((step, node))
    step, node = min(found, key=lambda one: one[0], default=(0, None))
    if node is None:
        return None
    words = words_of(view, node)
    if not any(letter.isalpha() for letter in words) or _says_its_page(words, address_of(view, node)):
        return node
    others = elsewhere | {address_of(view, other) for own, other in found if own != step}
    return node if not others and len(words.split()) <= _FEW_WORDS else None


def _by_a_letter(address: str) -> bool:
    """Whether what counts pages may as well be a post or a product: `?p=2`."""
    names = {name.casefold() for name, _ in parse_qsl(urlsplit(address).query)}
    return "p" in names and names.isdisjoint(_PAGE_NAMES - {"p"})


def page_in(address: str) -> int | None:
    """The number of the page that an address has behind a name that says so; None where it has none."""
    return _place_of(address).pages if _COUNTING.search(address) else None


def _says_its_page(words: str, address: str) -> bool:
    """Whether the one number that a few words have is that of the page to which they lead: "Go to page 2"."""
    numbers = re.findall(r"\d+", words)
    return len(words) <= _LONG and len(numbers) == 1 and int(numbers[0]) == page_in(address)


def counts_pages(address: str) -> bool:
    """Whether an address has a number of a page, or of a row to begin with, behind a name that says so."""
    place = _place_of(address) if _COUNTING.search(address) else None
    return place is not None and (place.pages is not None or place.rows is not None)


def goes_on(here: str, there: str) -> bool:
    """Whether an address is that of the next page of the listing that is shown, as addresses tell it."""
    return bool(_COUNTING.search(there)) and _step(_place_of(here), _place_of(there)) is not None


def _number(place: _Place) -> int:
    return place.pages if place.pages is not None else place.rows or 0


def _step(here: _Place, there: _Place) -> int | None:
    """The distance of an address in the listing: 1 for the next page, else in rows; None if it leads elsewhere."""
    if here.root != there.root or any(there.query.get(name) != value for name, value in here.query.items()):
        return None
    if there.pages is not None and there.rows is None:
        return 1 if there.pages == (1 if here.pages is None else here.pages) + 1 else None
    if there.rows is not None and there.pages is None:
        rows = there.rows - (here.rows or 0)
        return rows if 1 < rows <= _MOST_ROWS else None
    return None


def _place_of(url: str) -> _Place:
    parts = urlsplit(url)
    query: dict[str, str] = {}
    pages = rows = None
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        plain = re.sub(r"[^a-z]", "", name.casefold())
        if plain in _PAGES and value.isdecimal():
            pages = int(value)
        elif plain in _OFFSETS and value.isdecimal():
            rows = int(value)
        else:
            query[name] = value
    path = parts.path
    counted = _IN_PATH.match(path)
    if counted is not None and pages is None:
        path, pages = counted[1], int(counted[2])
    return _Place((parts.netloc, path.rstrip("/")), query, pages, rows)
