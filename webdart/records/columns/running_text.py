"""Tells whether the cells of a column are running text in which links stand, or links with something beside them.

A table of topics has a link in each cell, and behind it what is said of every topic in one form, if anything:
"<a>Motion</a> 2 pages". In running text anything goes on behind a link ("<a>CAST</a> to INTEGER", "<a>CAST</a> to
BLOB"), and other cells have no link. It is the column that tells, not the cell.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from webdart.lexicon.phrases import words
from webdart.records.structure.outline import Outline

_PHRASES = frozenset({"code", "kbd", "samp", "tt", "var"})
"""What marks words of a sentence that are no prose; bold words may be a title, others a remark beside it."""
_JOINING = words("joined_by", "either")


def is_running(page: Outline, cells: Iterable[int]) -> bool:
    """Whether text goes on behind the links that cells begin with, and is not of one form in all cells.

    Behind one link alone it goes on with "and" or "or": "<a>List</a> or what is like one"; "new" is a remark.
    """
    forms: list[str] = []
    plain = False
    for cell in cells:
        link, behind = _beginning(page, cell)
        plain = plain or not (link or _has_link(page, cell))
        if link and behind:
            forms.append(_form(behind))
    goes_on = len(forms) == 1 and forms[0].split()[0].casefold() in _JOINING
    return len(set(forms)) > 1 or (plain and bool(forms)) or goes_on


def _has_link(page: Outline, cell: int) -> bool:
    return any(node.tag == "a" for node in page.nodes[cell : page.nodes[cell].end])


def _form(text: str) -> str:
    """A text with all numbers alike."""
    return "".join("0" if sign.isdecimal() else sign for sign in text).replace("00", "0")


def _beginning(page: Outline, cell: int) -> tuple[str, str]:
    """The words of the link that a cell begins with, and the text right behind it; "" for what is not there.

    A number alone is no such link: what stands behind it is what it numbers.
    """
    place, around = cell, list[int]()
    while True:
        said = [kid for kid in page.kids[place] if page.text[kid]]
        if not said or page.nodes[said[0]].tag == "#text":
            return "", ""
        if page.nodes[said[0]].tag == "a":
            link = page.text[said[0]] if any(map(str.isalpha, page.text[said[0]])) else ""
            return link, _behind(page, said[0], place, around) if link else ""
        around = [*around, place] if page.nodes[said[0]].tag in _PHRASES else []
        place = said[0]


def _behind(page: Outline, link: int, place: int, around: Sequence[int]) -> str:
    """The text that goes on behind a link in `place`, or behind the phrase that holds it, with the phrases in it.

    Other elements end it: what has one of its own stands beside the link. Without a text that has none nothing goes on.
    """
    for above in (place, *reversed(around)):
        after = (kid for kid in page.kids[above] if kid > link)
        line = after if above == place else takewhile(lambda kid: page.nodes[kid].tag != "br", after)
        behind = [kid for kid in line if page.text[kid]]
        goes_on = list(takewhile(lambda kid: page.nodes[kid].tag == "#text" or page.nodes[kid].tag in _PHRASES, behind))
        if any(page.nodes[kid].tag == "#text" for kid in goes_on):
            return " ".join(page.text[kid] for kid in goes_on)
        if behind:
            break
    return ""
