"""Tells the parts of cards from records: the first is what a card is of, and all others say something of it."""

import re
from itertools import groupby

from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

_CARDS = 3  # fewer may well be links of three parts of the page
_PARTS = 8  # of a card
_DIGITS = re.compile(r"\d+")


def cards_of(page: Outline, region: Region) -> list[list[int]]:
    """The records by the elements that they stand in, where they are parts of those; [] elsewhere.

    Such are the links of a card: to a thing, and behind it to what was said of it. A leading story and those below it
    are records, however the first is set apart.
    """
    if region.kind != "siblings" or any(len(record) > 1 for record in region.records):
        return []
    roots = (record[0] for record in region.records)
    cards = [list(card) for _, card in groupby(roots, key=lambda root: page.nodes[root].parent)]
    if len(cards) < _CARDS or len({len(card) for card in cards}) > 1 or not 1 < len(cards[0]) <= _PARTS:
        return []
    others = zip(*(card[1:] for card in cards), strict=True)
    return cards if all(_say_of(page, [card[0] for card in cards], parts) for parts in others) else []


def _say_of(page: Outline, things: list[int], parts: tuple[int, ...]) -> bool:
    """Whether parts at one place of their cards say of things: they lead to the same pages, or say the same of all."""
    said = {_DIGITS.sub("", page.text[part]) for part in parts}
    same = all(_address(page, part) == _address(page, thing) != "" for thing, part in zip(things, parts, strict=True))
    return same or (len(said) == 1 and len({_DIGITS.sub("", page.text[thing]) for thing in things}) > 1)


def _address(page: Outline, root: int) -> str:
    return page.nodes[root].attributes.get("href", "").partition("#")[0]
