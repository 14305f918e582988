"""Gives the column of texts that are the only one of their type in each record, and of amounts that are paid now.

The last resort of a field whose name is not on the page: an amount that a page wraps one way for what is on sale and
another way for the rest has no one path, and is still the only amount of its record.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from webdart.lexicon import lexicon, words_of
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
    """The column of the only amount of each record that is paid now, where some have a former or a saved one, too.

    None where that is not beyond doubt: some record has two yet, what is left is no less than the former one or among
    words, an amount that stands alone is called as those are; where nothing is left out, unless earlier pages have the
    column (`known`).
    """
    found = [_values(page, region.records[number], "money", plausible) for number in records]
    if not known and not any(_are_several(page, own) for own in found):
        return None
    left = [_kept(page, own, plausible) for own in found]
    if None in left or (left == found and not known):
        return None
    return _column(PAID, [own for own in left if own is not None])


def _kept(page: Outline, found: list[int], plausible: Plausible) -> list[int] | None:
    """The amount of a record that is paid now, as a list; empty where it has none, None where nothing tells it."""
    said = {index: _Said.of(page, _box(page, index, found)) for index in found}
    if not _are_several(page, found):
        return None if any(one.is_former or one.is_saved for one in said.values()) else found
    kept = [index for index in found if not (said[index].is_former or said[index].is_saved)]
    former = [index for index in found if said[index].is_former]
    if not kept or _are_several(page, kept) or said[kept[0]].is_worded:
        return None
    paid, before = ([plausible.amount(page.text[index]) for index in some] for some in (kept[:1], former))
    less = all(one is not None and paid[0] is not None and paid[0] < one for one in before)
    sure = said[kept[0]].is_now or all(said[index].is_surely_former for index in former)
    return kept if less and sure else None


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


class _Said(Struct, frozen=True):
    """What is said of an amount: by the words before it, in the names of the elements that have nothing but it."""

    words: Sequence[str]
    names: frozenset[str]
    is_struck: bool

    @classmethod
    def of(cls, page: Outline, box: int) -> "_Said":
        """What is said in an element around an amount."""
        inner = page.nodes[box : page.nodes[box].end]
        words = [word for word in plain(_DIGIT.split(page.text[box], maxsplit=1)[0]).split() if word.isalpha()]
        names = [words_of_name(name) for node in inner for name in page.classes[node.index]]
        own = [name for name in names if len(name) == 1 or not words_of("paid").isdisjoint(name)]
        shown = (page.text[node.index] for node in inner if node.tag == "#text" and page.struck[node.index])
        struck = any(text and text in page.text[box].replace(text, "", 1) for text in shown)
        return cls(words, frozenset(word for name in own for word in _without_lists(name)), struck)

    @property
    def is_former(self) -> bool:
        """Whether it is called a former one, or stands there a second time, drawn through."""
        known = lexicon("price_words")["former"]
        behind = len(self.words) == _PAIR and self.words[0] in words_of("paid") and self.words[1] in known
        named = behind or any(word in known for word in self.words[:1]) or not self.names.isdisjoint(known)
        return self.is_struck or named

    @property
    def is_surely_former(self) -> bool:
        """Whether by more than words that may also say what everybody pays."""
        sure = set(lexicon("price_words")["former"]).difference(lexicon("paid_now")["plain"])
        return self.is_struck or bool(sure.intersection((*self.words, *self.names)))

    @property
    def is_saved(self) -> bool:
        """Whether the words before it say that it is saved."""
        return any(word in lexicon("price_words")["saved"] for word in self.words[:1])

    @property
    def is_now(self) -> bool:
        """Whether it is called what is paid now."""
        return any(word in lexicon("paid_now")["now"] for word in (*self.words, *self.names))

    @property
    def is_worded(self) -> bool:
        """Whether other words stand before it: "Child $6", "As low as $5"."""
        return any(word not in words_of("paid") and word not in lexicon("paid_now")["now"] for word in self.words)


def _without_lists(name: Sequence[str]) -> Sequence[str]:
    """The words of a class; "list" only before the word for a price, since lists have all sorts of classes."""
    return name if name[0] == _LIST and len(name) > 1 else [word for word in name if word != _LIST]


def _box(page: Outline, index: int, found: Sequence[int]) -> int:
    """The largest element with an amount that has nothing but this and what is said of it."""
    box = index
    for above in page.ancestors(index):
        if _holds_more(page, above, index, found):
            break
        box = above
    return box


def _holds_more(page: Outline, above: int, index: int, found: Sequence[int]) -> bool:
    """Whether an element has more than an amount and what is said of it: another one, what a thing is called."""
    end = page.nodes[above].end
    if page.leaves[above] > _PIECES or any(above < other < end for other in found if other != index):
        return True
    inner = page.nodes[above + 1 : end]
    return any(page.level(node.index) or (node.tag == "a" and not node.index < index < node.end) for node in inner)


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
