"""Gives the column of texts that are the only one of their type in each record, wherever they stand.

The last resort of a field whose name is not on the page: an amount that a page wraps one way for what is on sale and
another way for the rest has no one path, and is still the only amount of its record.
"""

import re
from collections.abc import Sequence

from webdart.lexicon import words_of
from webdart.page.model import Node
from webdart.records.coerce.numbers import MIN_STEM, Token, asks_for, rounds
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import plain, words_of_name
from webdart.workflow.model import Kind

TYPES: tuple[Kind, ...] = ("money", "date", "datetime")
"""Types whose texts are told from any other without doubt."""
PAID = "paid:money"
"""The key of the column of amounts that are paid now."""
_SURE = 0.9
_MOST = 60  # letters around a counted number
_SAID = ("aria-label", "title")
_PIECES = 4  # texts that a value may be made of
_DIGIT = re.compile(r"\d")
_PAIR = 2  # words of a label that ends with what it says
_LIST = "list"  # of a former price if it stands before the word for it: lists have all sorts of classes


def sole_values(
    page: Outline, region: Region, records: Sequence[int], kind: Kind, plausible: Plausible
) -> Column | None:
    """The column of the only text of a type in each record; None where some record has two that differ.

    A text may be made of pieces, none of which is of the type: "49", ".99", "€".
    """
    found = [_values(page, region.records[number], kind, plausible) for number in records]
    return None if any(_are_several(page, own) for own in found) else _column(f"only:{kind}", found)


def paid_amounts(
    page: Outline, region: Region, records: Sequence[int], plausible: Plausible, *, known: bool
) -> Column | None:
    """The column of the only amount of each record that is paid now, where some have others.

    Those are left out that the page calls former or saved ones. None where some record has two yet that differ, or
    nothing is left out, unless earlier pages have it (`known`).
    """
    found = [_values(page, region.records[number], "money", plausible) for number in records]
    left = [[one for one in own if not (_are_several(page, own) and _is_set_aside(page, one, own))] for own in found]
    if (left == found and not known) or any(_are_several(page, own) for own in left):
        return None
    return _column(PAID, left)


def _column(key: str, found: Sequence[Sequence[int]]) -> Column | None:
    hits = tuple(((own[0], None),) if own else () for own in found)
    return Column(key, "only", hits) if any(hits) else None


def _values(page: Outline, record: Sequence[int], kind: Kind, plausible: Plausible) -> list[int]:
    """The texts of a type in a record, without those drawn through; those that are shown, where any is."""
    below = (index for root in record for index in page.below(root) if not page.struck[index])
    pieces = (index for index in below if page.nodes[index].tag == "#text" or 1 < page.leaves[index] <= _PIECES)
    found = page.innermost([index for index in pieces if _is_value(page, index, kind, plausible)])
    found = [index for index in found if page.nodes[index].shown] or found
    return [page.nodes[index].parent if page.has_raised_cents(index) else index for index in found]


def _are_several(page: Outline, found: Sequence[int]) -> bool:
    return len({page.text[index] for index in found}) > 1


def _is_set_aside(page: Outline, index: int, found: Sequence[int]) -> bool:
    """Whether an amount is said not to be what is paid now: by words with it or names around it, or drawn through."""
    box = index
    for above in page.ancestors(index):
        if _holds_more(page, above, index, found):
            break
        box = above
    inner = page.nodes[box : page.nodes[box].end]
    names = (words_of_name(name) for node in inner for name in page.classes[node.index])
    twins = (node.index for node in inner if node.tag == "#text" and page.struck[node.index])
    said = _says_former(page.text[box]) or any(map(_names_former, names))
    return said or any(page.text[twin] == page.text[index] for twin in twins)


def _holds_more(page: Outline, above: int, index: int, found: Sequence[int]) -> bool:
    """Whether an element has more than an amount and what is said of it: another one, what a thing is called."""
    end = page.nodes[above].end
    if page.leaves[above] > _PIECES or any(above < other < end for other in found if other != index):
        return True
    inner = page.nodes[above + 1 : end]
    return any(page.level(node.index) or (node.tag == "a" and not node.index < index < node.end) for node in inner)


def _names_former(name: Sequence[str]) -> bool:
    """Whether a class says of an amount that it is a former or a saved one: "old-price", "was"; no "price-list"."""
    known = words_of("price_words").intersection(name)
    lists = known == frozenset({_LIST}) and (len(name) == 1 or name[0] != _LIST)
    return bool(known) and not lists and (len(name) == 1 or not words_of("paid").isdisjoint(name))


def _says_former(text: str) -> bool:
    """Whether the words with an amount begin so: "Was $12", "Regular price"; or end so: "Price before"."""
    known, words = words_of("price_words"), [word for word in plain(text).split() if word.isalpha()]
    behind = len(words) == _PAIR and words[0] in words_of("paid") and words[1] in known
    return not known.isdisjoint(words[:1]) or behind


def is_in_pieces(page: Outline, index: int, kind: Kind, plausible: Plausible) -> bool:
    """Whether a text is an amount or a moment that is made of several, none of which is one by itself."""
    if kind not in TYPES or not 1 < page.leaves[index] <= _PIECES:
        return False
    pieces = (page.text[below] for below in page.below(index) if page.nodes[below].tag == "#text")
    return _is_value(page, index, kind, plausible) and not any(
        plausible.share(kind, (piece,)) >= _SURE for piece in pieces
    )


def _is_value(page: Outline, index: int, kind: Kind, plausible: Plausible) -> bool:
    """Whether a text is of the type; an amount in pieces has no words beside it: no "/kg", no "shipping"."""
    text = page.text[index]
    sure = plausible.share(kind, (text,)) >= _SURE
    return sure and (kind != "money" or page.nodes[index].tag == "#text" or plausible.bare_amount(text))


def counted_values(
    page: Outline, region: Region, records: Sequence[int], label: str, plausible: Plausible
) -> Column | None:
    """The numbers that a field's own word stands beside, wherever in a record: "1,234 reviews" for `reviews`."""
    hits: list[tuple[Hit, ...]] = []
    known: dict[str, bool | None] = {"": None}  # by text: has its number the word beside it; None: it has no number
    texts, leaves, nodes = page.text, page.leaves, page.nodes
    for number in records:
        found: list[int] = []
        for root in region.records[number]:
            for index in page.below(root):
                text = texts[index]
                if leaves[index] > _PIECES:
                    continue
                said = known[text] if text in known else _remembered(known, text, label, plausible)
                beside = said is False and (nodes[index].attributes or nodes[index].tag != "#text")
                if said or (beside and _beside(page, index, label, plausible)):
                    found.append(index)
        hits.append(tuple((index, None) for index in dict.fromkeys(page.innermost(found))))
    if not any(hits):
        return None
    return Column(f"words:{label}", "only", tuple(hits), frozenset({label}), label)


def _remembered(known: dict[str, bool | None], text: str, label: str, plausible: Plausible) -> bool | None:
    """Whether the word stands beside the one number of a text; None where that has none, or is long."""
    known[text] = None
    if len(text) <= _MOST and _DIGIT.search(text):
        number = plausible.token(text) if _speaks_of(text, label[:MIN_STEM]) else None
        known[text] = number is not None and _counts(number, label)
    return known[text]


def _speaks_of(text: str, stem: str) -> bool:
    """Whether a stem stands in a text: not in most, and one in plain letters needs no more than a look."""
    return stem in (text.lower() if text.isascii() and " " not in stem else plain(text))


def _beside(page: Outline, index: int, label: str, plausible: Plausible) -> bool:
    """Whether the word stands in what the element of a number says where nobody looks, or right behind it."""
    node = page.nodes[index]
    said = [text for name in _SAID if (text := node.attributes.get(name))]
    followed = node.tag != "#text" and _followed(page, node, label)
    number = plausible.token(page.text[index]) if said or followed else None
    if number is None:
        return False
    if followed and not number.residue:
        return True
    told = map(plausible.token, said)
    return any(token is not None and _the_same(number, token) and _counts(token, label) for token in told)


def _the_same(shown: Token, said: Token) -> bool:
    """Whether two numbers are one: the same digits, or what is shown is the other one rounded ("6.6k" of 6566)."""
    return said.body == shown.body or rounds(shown, said)


def _followed(page: Outline, node: Node, label: str) -> bool:
    """Whether the word stands behind an element with nothing but a number: "4.75 from <b>8</b> votes"."""
    behind = page.nodes[node.end] if node.end < len(page.nodes) else None
    if behind is None or behind.tag != "#text" or behind.parent != node.parent:
        return False
    words = plain(page.text[behind.index]).split()
    return bool(words) and asks_for(label, words[0])


def _counts(token: Token, label: str) -> bool:
    return bool(token.residue) and asks_for(label, plain(token.residue))
