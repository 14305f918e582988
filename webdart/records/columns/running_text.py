"""Tells whether the cells of a column are running text in which links stand, or links with something beside them.

A table of topics has a link in each cell, and behind it what is said of every topic in one form, if anything:
"<a>Motion</a> 2 pages". In running text anything goes on behind a link ("<a>CAST</a> to INTEGER", "<a>CAST</a> to
BLOB"), and other cells have no link. It is the column that tells, not the cell.
"""

from collections.abc import Iterable

from webdart.records.structure.outline import Outline


def is_running(page: Outline, cells: Iterable[int]) -> bool:
    """Whether text goes on behind the links that cells begin with, and is not of one form in all cells."""
    forms: set[str] = set()
    plain = False
    for cell in cells:
        link, behind = _beginning(page, cell)
        plain = plain or not (link or _has_link(page, cell))
        if link and behind:
            forms.add(_form(behind))
    return len(forms) > 1 or (plain and bool(forms))


def _has_link(page: Outline, cell: int) -> bool:
    return any(node.tag == "a" for node in page.nodes[cell : page.nodes[cell].end])


def _form(text: str) -> str:
    """A text with all numbers alike."""
    return "".join("0" if sign.isdecimal() else sign for sign in text).replace("00", "0")


def _beginning(page: Outline, cell: int) -> tuple[str, str]:
    """The words of the link that a cell begins with, and the text right behind it; "" for what is not there.

    A number alone is no such link: what stands behind it is what it numbers.
    """
    place = cell
    while True:
        said = [kid for kid in page.kids[place] if page.text[kid]]
        if not said or page.nodes[said[0]].tag == "#text":
            return "", ""
        if page.nodes[said[0]].tag == "a":
            words = page.text[said[0]] if any(map(str.isalpha, page.text[said[0]])) else ""
            goes_on = bool(words) and len(said) > 1 and page.nodes[said[1]].tag == "#text"
            return words, page.text[said[1]] if goes_on else ""
        place = said[0]
