"""Takes the records' names from linked pictures, where only these have one: as the link is for those who don't see it.

A card of a picture and a description has no other name than the picture's `alt`. Where a heading, bold print or a
link's words name the record, or the pictures are called by files' names or all alike, they are not asked.
"""

import re
from collections.abc import Sequence

from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import folded

DEPICTED = "link:alt"
"""The key of the column."""

_FILE = re.compile(r"[^\s._-]*[._-][^\s\d]*\d\S*|\S+\.\w{3,4}")
_BOLD = frozenset({"b", "strong", "dt", "th"})
_DIGITS = re.compile(r"\d+")
_MOST = 0.75  # of the records, that must have such a link, and of the names, that must be different ones


def image_names(page: Outline, region: Region, records: Sequence[int]) -> Column | None:
    """The links of records that have one picture and no words, each as its picture is called."""
    hits: list[tuple[Hit, ...]] = []
    most = len(records) * (1 - _MOST)  # that may have none
    for number in records:
        if len(hits) - sum(map(bool, hits)) > most:
            return None
        inside = [place for root in region.records[number] for place in page.below(root)]
        if any(page.text[place] and (page.level(place) or page.nodes[place].tag in _BOLD) for place in inside):
            return None
        links = [place for place in inside if page.nodes[place].tag == "a" and page.nodes[place].attributes.get("href")]
        first = next((link for link in links if _named(page, link)), None)
        same = [link for link in links if first is not None and _address(page, link) == _address(page, first)]
        if any(page.text[link] for link in same) or (first is not None and _is_said(page, inside, first)):
            return None
        hits.append(((first, _named(page, first)),) if first is not None else ())
    names = [own[0][1] or "" for own in hits if own]
    kinds = {_DIGITS.sub("", name) for name in names}
    if len(names) < max(2, _MOST * len(records)) or len(kinds) < _MOST * len(names):
        return None
    return None if all(map(_FILE.fullmatch, names)) else Column(DEPICTED, "path", tuple(hits))


def _named(page: Outline, link: int) -> str:
    """What the one picture of a link without words is called."""
    if page.text[link]:
        return ""
    pictures = [node for node in page.nodes[link : page.nodes[link].end] if node.tag == "img"]
    return folded(pictures[0].attributes.get("alt", "")) if len(pictures) == 1 else ""


def _is_said(page: Outline, inside: Sequence[int], link: int) -> bool:
    """Whether a text of the record has the words that its picture's name begins with: "Harbour" of "Harbour, 1901"."""
    name = _named(page, link)
    texts = (page.text[place] for place in inside if page.leaves[place] == 1)
    return any(name.startswith(text) and any(map(str.isalpha, text)) for text in texts)


def _address(page: Outline, link: int) -> str:
    return page.nodes[link].attributes["href"].partition("#")[0]
