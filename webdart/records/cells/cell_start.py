"""Tells where what a cell is called begins and ends: the link or heading in front, or all that the cell says.

"<a>Lamp</a> (new)" is called by its link; a list of links, a link that a word goes on behind, and a mere number in
front of words are parts of what the cell says.
"""

import re
from itertools import takewhile

from webdart.lexicon.phrases import words
from webdart.records.labels.value_extent import series
from webdart.records.structure.outline import BLOCKS, Outline

COMMAS = ",;、，"
"""Signs between the entries of a list that stands in one text."""
_BETWEEN = words("joined_by", "either") | {""}
"""What stands between links that a cell names together, beside a comma."""
_GOES_ON = re.compile(r"[-_./]?\w|\(\)")  # the rest of a word; brackets with nothing in them say nothing alone
_PRESSED = frozenset({"a", "button", "link", "input", "select"})  # by tag or role


def beginning(page: Outline, cell: int, *, numbered: bool = False) -> int:
    """The link or heading that a cell begins with, unless it is the first of several; else the cell.

    A mere number before words is what a cell begins with only where one is meant (`numbered`). Of a time, linked to
    what happens then, the day is no more than a part.
    """
    place = cell
    while True:
        first = next((kid for kid in page.kids[place] if page.text[kid]), None)
        if first is None or page.nodes[first].tag == "#text":
            return cell
        node = page.nodes[first]
        if (node.tag == "a" and node.attributes.get("href")) or page.level(first):
            if not numbered and (whole := _with_words(page, cell, first)) is not None:
                return whole
            whole = _enumerates(page, place) or _goes_on(page, place, first) or page.nodes[place].tag == "time"
            return place if whole else first
        place = first


def _with_words(page: Outline, cell: int, first: int) -> int | None:
    """What says in words what a link is only the number of: "<a>47</a> Plan filed by …"; None where nothing does.

    An element says it where it stands on the line of the link, and is no other link, and nothing to press.
    """
    if any(map(str.isalpha, page.text[first])):
        return None
    for place in page.ancestors(first):
        after = [kid for kid in page.kids[place] if kid > first]
        line = takewhile(lambda kid: page.nodes[kid].tag not in BLOCKS, after)
        said = [
            *(kid for kid in after if page.nodes[kid].tag == "#text"),
            *(kid for kid in line if _is_said(page, kid)),
        ]
        if any(page.text[kid][:1].isalpha() for kid in said):
            return place
        if place == cell:
            break
    return None


def _is_said(page: Outline, index: int) -> bool:
    """Whether an element is words alone, with nothing to follow or to press."""
    inner = page.nodes[index : page.nodes[index].end]
    return not any(node.tag in _PRESSED or node.role in _PRESSED for node in inner)


def _goes_on(page: Outline, place: int, first: int) -> bool:
    """Whether the word that a link ends with goes on behind it: "<a>press</a>-12", "<a>notes</a>.txt"."""
    behind = next((kid for kid in page.kids[place] if kid > first and page.text[kid]), None)
    if behind is None or page.nodes[behind].tag != "#text" or "joined" not in page.nodes[behind].states:
        return False
    return page.text[first][-1].isalnum() and _GOES_ON.match(page.text[behind]) is not None


def _enumerates(page: Outline, cell: int) -> bool:
    """Whether a cell holds nothing but links with commas, "and" or "or" between, or of one series: it says all."""
    kids = [kid for kid in page.kids[cell] if page.text[kid]]
    if len(kids) > 1 and all(page.nodes[kid].tag == "a" for kid in kids) and series(page, kids):
        return True
    links, signs = kids[::2], kids[1::2]
    return (
        len(links) == len(signs) + 1 > 1
        and all(joins(page.text[sign]) and _may_join(page, sign) for sign in signs)
        and all(page.nodes[link].tag == "a" for link in links)
    )


def _may_join(page: Outline, sign: int) -> bool:
    """Whether what stands between two links is a text, or a word that the mark-up sets apart: "A <i>or</i> B"."""
    return page.nodes[sign].tag in {"#text", "i", "em"}


def joins(text: str) -> bool:
    """Whether a text only joins what stands before and behind it."""
    return text.lstrip(COMMAS).strip().casefold() in _BETWEEN
