"""Tells the parts of cards from records: the first of each card is built as none of the others is."""

from itertools import groupby

from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region

_CARDS = 3  # fewer may well be links of three parts of the page
_PARTS = 8  # of a card


def cards_of(page: Outline, region: Region) -> list[list[int]]:
    """The records by the elements that they stand in, where they are parts of those; [] elsewhere.

    Such are the links of a card: one with a heading or a picture, then those to the author and to what was said of it.
    """
    if region.kind != "siblings" or any(len(record) > 1 for record in region.records):
        return []
    roots = (record[0] for record in region.records)
    cards = [list(card) for _, card in groupby(roots, key=lambda root: page.nodes[root].parent)]
    if len(cards) < _CARDS or not all(1 < len(card) <= _PARTS for card in cards):
        return []
    first, others = (
        {frozenset(page.nodes[kid].tag for kid in page.kids[root]) for card in cards for root in card[part]}
        for part in (slice(1), slice(1, None))
    )
    return [] if first & others else cards
