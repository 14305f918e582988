"""Finds where a record's own page shows the pictures and the lists that its linked data tells.

A picture is known by its address: the same, the same in another size, or the same file's name elsewhere. A list is
known by its texts, all of which must be shown in one place, where nothing else stands among them.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from webdart.browser.snapshot.source_page import address
from webdart.page.text_match import letters
from webdart.records.cells.cell_text import pictures_at, without_fragment
from webdart.records.structure.outline import Outline

_FORMATS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".avif", ".gif"})
_SIZE = re.compile(r"[-_@]\d+x\d*$")  # what a file's name ends with, where a site keeps it in several sizes
_TELLING = 10
"""Letters of a file's name that two pictures don't share by chance, as "main"; 6 to 16 are the same on 400 pages."""
_MARK_UP = re.compile(r"<[^<>]*>")
FEWEST = 2  # texts of a list


def linked_images(page: Outline, root: int, told: Sequence[str]) -> Iterator[int]:
    """The nodes below `root` that show one of the pictures at the addresses `told`, the likeliest first.

    A picture that leads to another page is that one's.
    """
    if not told:
        return
    inside = [index for index in page.images if root <= index < page.nodes[root].end and not _leads_on(page, index)]
    shown = [(index, picture) for index in inside for picture in pictures_at(page, (index,))]
    for whole in (address(page.view.url, one) for one in told if one):
        yield from _same(shown, whole)


def _same(shown: Sequence[tuple[int, str]], told: str) -> Sequence[int]:
    """The pictures at an address; else in another size there; else of the same telling name, where that is one."""
    exact = [index for index, picture in shown if picture == told]
    file = _file(told)
    if exact or file is None:
        return exact
    files = [(index, _file(picture)) for index, picture in shown]
    alike = [(index, own) for index, own in files if own is not None and own.name == file.name]
    near = [(index, own) for index, own in alike if own.folder == file.folder]
    found = near or (alike if len(file.name) >= _TELLING else [])
    return [index for index, _ in found] if len({own for _, own in found}) == 1 else []


class _File(NamedTuple):
    """The folder of a picture's file, and what that is called, whatever its size and format."""

    folder: str
    name: str


def _file(picture: str) -> _File | None:
    """The file at an address; None where the address is no picture's by its format."""
    path = PurePosixPath(unquote(urlsplit(picture).path))
    return _File(str(path.parent), _SIZE.sub("", path.stem)) if path.suffix.casefold() in _FORMATS else None


def _leads_on(page: Outline, index: int) -> bool:
    """Whether a picture stands in a link to another page; one to a picture shows it larger."""
    above = (page.nodes[place].attributes.get("href", "") for place in page.ancestors(index))
    href = next(filter(None, above), "")
    return bool(href) and _file(href) is None and without_fragment(href) != without_fragment(page.view.url)


def without_mark_up(told: Sequence[str]) -> list[str]:
    """The texts of a page's data without the mark-up that some sites write into them."""
    return [_MARK_UP.sub(" ", text) for text in told]


def linked_items(page: Outline, shown: Sequence[int], told: Sequence[str]) -> Sequence[int]:
    """The nodes among `shown` with the texts of a list, in order; none where it is shown in part, or longer."""
    wanted = {letters(text) for text in without_mark_up(told)} - {""}
    if len(wanted) < FEWEST:
        return ()
    items = page.innermost([index for index in shown if letters(page.text[index]) in wanted])
    around: dict[int, set[str]] = {}
    for index in items:
        for above in page.ancestors(index):
            around.setdefault(above, set()).add(letters(page.text[index]))
    places = [above for above, texts in around.items() if texts == wanted]
    if not places:
        return ()
    place = min(places, key=lambda above: (page.nodes[above].end - above, above))
    own = [index for index in items if place < index < page.nodes[place].end]
    return own if _are_all(page, place, own) else ()


def _are_all(page: Outline, place: int, items: Sequence[int]) -> bool:
    """Whether items are the entries of a list: none of which says more, and beside which no other one stands."""
    kids = [kid for kid in page.kids[place] if letters(page.text[kid])]
    parts = {kid: [item for item in items if kid <= item < page.nodes[kid].end] for kid in kids}
    filled = {kid: own for kid, own in parts.items() if own}
    tags = {page.nodes[kid].tag for kid in filled}
    if any(not own and page.nodes[kid].tag in tags for kid, own in parts.items()):
        return False
    if max(map(len, filled.values())) == 1:
        return all(letters(page.text[kid]) == letters(page.text[own[0]]) for kid, own in filled.items())
    return all(_are_group(page, kid, own) for kid, own in filled.items())


def _are_group(page: Outline, place: int, items: Sequence[int]) -> bool:
    """Whether items are the entries of a group of a list; before one that is alone its heading may stand."""
    if len(items) >= FEWEST:
        return _are_all(page, place, items)
    return letters(page.text[place]).endswith(letters(page.text[items[0]]))
