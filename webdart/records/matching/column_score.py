"""Scores a column for a field: of its type, in every record, once, and a cell rather than a part of the record."""

from math import sqrt

from webdart.lexicon import words_of
from webdart.lexicon.phrases import words
from webdart.records.columns.markup_hints import LAST, hint, hint_of_link, is_by_address
from webdart.records.columns.mined_columns import Column, Tier
from webdart.records.matching.running_text import WHOLE, are_alike, are_sentences
from webdart.records.matching.title_score import TitleScore
from webdart.records.matching.type_share import Shares
from webdart.records.query.field_matches import asks_for_amount, label_of, says_type
from webdart.records.query.wrapper import Wrapper
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.workflow.model import Field

_PRICES = words("means_price")
_RATED = 0.3  # the least share of records that counts for a rating: most may have none yet
_TORN = 2.0  # how much less a piece of a running text weighs: what is highlighted in a title, what stands before it
_PIECE = 1.25  # how much less a piece of a line weighs than the line
_KNOWN = 1.35  # a column that the wrapper has goes before its equals
_EACH = {"text": 0.4, "boolean": 1.5}  # by how much each further text makes a cell less: a sign stands for itself
_PARTS = 0.5  # what parts of a record weigh as a list, whose items are of one kind
_SAME = 0.6  # what a text weighs that is the same in all records
_OF_VOTES = 0.5  # what the number of votes weighs as a rating that is marked as one, too: "4.7 from 12 votes"
_PARAGRAPHS = 1.6  # a list's items are rather anything else


class Quality:
    """The quality of the columns of one region; `lines`: its records are lines of text, read whole."""

    def __init__(
        self, page: Outline, shares: Shares, standing: TitleScore, wrapper: Wrapper | None, *, lines: bool
    ) -> None:
        self._page = page
        self._shares = shares
        self._standing = standing
        self._wrapper = wrapper
        self._lines = lines

    def hint(self, field: Field, column: Column) -> float:
        """What the mark-up hints of a column for a field, at the column's first hits; of a list at all of its items."""
        if says_type(field, label_of(field)):
            return 1.0
        first = [hits for hits in column.hits if hits][:3]
        places = [node for hits in first for node, _ in (hits if field.type.many else hits[:1])]
        told = hint_of_link if field.type.kind == "link" else hint
        best = min((told(self._page, place, label_of(field)) for place in places), default=1.0)
        return LAST if field.type.kind == "text" and best < LAST and self._is_by_address(field, column) else best

    def _is_by_address(self, field: Field, column: Column) -> bool:
        firsts = [hits[0] for hits in column.hits if hits]
        whole = column.source in {"path", "either", "loose", "place"} and all(part is None for _, part in firsts)
        return whole and is_by_address(self._page, [node for node, _ in firsts], label_of(field))

    def is_nameless(self, field: Field, column: Column) -> bool:
        """Whether nothing but its type speaks for the column of a field that is no text and no link."""
        return field.type.kind not in {"text", "link"} and not field.type.many and self.hint(field, column) == 1.0

    def differ_in_kind(self, field: Field, column: Column, other: Column) -> bool:
        """Whether the page says that another column than the field's is another thing: by words, or drawn through.

        An amount that stands alone is the price, and one among words ("$5 off with coupon") what the words say. What
        is the same in all records is of none, and a sentence tells of anything.
        """
        worded = field.type.kind not in {"image", "boolean"}  # which are drawn, and have no words
        if worded and (are_alike(self._page, other) or are_sentences(self._page, other)):
            return True
        if field.type.kind != "money" and not asks_for_amount(field):
            return False
        alone = [self._shares.are_bare_amounts(field, one) for one in (column, other)]
        return self._standing.current(other) < 1.0 or alone == [True, False]

    def of(self, field: Field, column: Column, tier: Tier) -> float:
        """How well a column fits a field that was found in this way, 0 to 1 and a little more."""
        share = 0.0 if self._is_half_called(field, column) else self._shares.share(field, column)
        if tier in {"label", "name", "at"}:
            share = 0.5 + 0.5 * share  # the page's own words outweigh what the texts look like
        elif not share:
            return 0.0
        many = 1.0 if field.type.many or not column.filled else column.multiplicity
        if tier == "type" and field.type.many and self._are_parts(column):
            share *= _PARTS
        if tier in {"label", "name"} and column.source == "label":
            many = 1.0
        coverage = self._coverage(field, column, tier, share)
        quality = share * coverage / (many * many) / self._bulk(field, column)
        if tier in {"mark", "type"} and self._shares.counts_opinions(field, column):
            quality *= 0.0 if tier == "type" else _OF_VOTES
        if tier == "type":
            if field.type.kind != "text":
                quality *= self._former(column) if _asks_former(field) else self._standing.current(column)
            elif self.hint(field, column) == 1.0:
                quality *= self._distinct(field, column)
        if self._wrapper is not None and self._wrapper.anchor_of(field.name) == column.key:
            quality *= _KNOWN
        return quality

    def _is_half_called(self, field: Field, column: Column) -> bool:
        """Whether one of two settings is what a field asks for, and not the other: a rent, beside prices of sales."""
        label = label_of(field)
        if field.type.kind != "money" or column.source not in {"either", "loose"} or _PRICES.issuperset(label.split()):
            return False
        firsts = (hits[0][0] for hits in column.hits if hits)
        return len({hint(self._page, node, label) == LAST for node in firsts}) > 1

    def _coverage(self, field: Field, column: Column, tier: Tier, share: float) -> float:
        """The share of records that have a value: most may have no rating yet, and an empty element has no text."""
        if tier == "type" and field.type.kind == "text":
            texts = [texts[0] if texts else "" for texts in self._shares.texts(field, column)]
            return sum(map(bool, texts)) / len(texts) if texts else 0.0
        return max(column.coverage, _RATED) if share >= 1 and field.type.kind == "rating" else column.coverage

    def _bulk(self, field: Field, column: Column) -> float:
        """A hit of many texts is rather a part of the record than a cell."""
        if column.source in {"head", "label"} or field.type.kind in {"link", "image"}:
            return 1.0
        if self._lines and field.type.kind == "text" and not field.type.many:
            return 1.0 if column.key == WHOLE else _PIECE
        firsts = [node for hits in column.hits for node, _ in hits[: len(hits) if field.type.many else 1]]
        whole = [self._is_one(node) or self._shares.is_in_pieces(field, node) for node in firsts]
        leaves = [1 if one else self._page.leaves[node] for one, node in zip(whole, firsts, strict=True)]
        if field.type.many and 1 in leaves:  # among items that are one text
            leaves = [1 if self._is_sentence(node) else count for count, node in zip(leaves, firsts, strict=True)]
        average = sum(leaves) / len(leaves) if leaves else 1.0
        if field.type.many and (column.multiplicity > 1 or self._shares.chips(field, column)):
            if all(self._page.nodes[node].tag == "p" for node in firsts):
                return _PARAGRAPHS * average
            return 0.8 * average if column.multiplicity > 1 else 0.8  # several items, or one thing that holds them
        each = _EACH.get(field.type.kind, 0.15)
        torn = sum(self._is_torn(field, node) for node in firsts) * 2 > len(firsts)
        by_path = column.source in {"path", "either"}
        return (_TORN if torn else 1) + each * max(0.0, average - 1) + (0.0 if by_path else 0.02)

    def _are_parts(self, column: Column) -> bool:
        """Whether a record's hits have a name each, no two of them one: its title and its abstract, and no list."""
        if column.source != "loose" or column.multiplicity <= 1:
            return False
        names = [[self._page.classes[node] for node, _ in hits] for hits in column.hits if len(hits) > 1]
        return all(all(own) and len(set(own)) == len(own) for own in names)

    def _is_sentence(self, item: int) -> bool:
        """Whether an item of a list is a text that goes on with a part marked up: "Add <code>sort</code>"."""
        nodes = self._page.nodes
        begins = next((kid for kid in range(item + 1, nodes[item].end) if nodes[kid].tag != "p"), item)
        return nodes[item].tag == "li" and nodes[begins].tag == "#text" and not self._has_blocks(item)

    def _has_blocks(self, item: int) -> bool:
        """Whether more stands in an item than one paragraph."""
        tags = [node.tag for node in self._page.nodes[item + 1 : self._page.nodes[item].end]]
        return tags.count("p") > 1 or any(tag in BLOCKS and tag != "p" for tag in tags)

    def _is_one(self, index: int) -> bool:
        """Whether a link or heading is one text: with a part marked up, or written in several texts by a script."""
        page = self._page
        if page.running(index):
            return True
        kids = page.kids[index]
        return page.level(index) > 0 and len(kids) > 1 and all(page.nodes[kid].tag == "#text" for kid in kids)

    def _is_torn(self, field: Field, index: int) -> bool:
        """Whether a text is a piece of such a one; of a name, since a number may well be set between words."""
        above = self._page.nodes[index].parent
        if above < 0 or not self._is_one(above):
            return False
        return self._page.running(above) or (field.type.kind == "text" and not field.type.many)

    def _former(self, column: Column) -> float:
        """What a column weighs for a price that is no longer paid: half, if the page draws others through."""
        return 0.5 if self._standing.strikes and self._standing.current(column) == 1.0 else 1.0

    def repeats(self, field: Field, column: Column) -> float:
        """How much less a text weighs because it comes again in some other records, 1 and more."""
        distinct = self._distinct(field, column) if self.hint(field, column) == 1.0 else 1.0
        return 1.0 / distinct if distinct > _SAME else 1.0

    def _distinct(self, field: Field, column: Column) -> float:
        """Text that is the same in all of several records is template; what varies is data."""
        texts = [texts[0] for texts in self._shares.texts(field, column) if texts and texts[0]]
        if len(texts) < 2:
            return 1.0
        kinds = len(set(texts))
        if kinds == 1:
            return 0.0 if len(texts) > 2 and not self._standing.recurs(column) else _SAME
        return _SAME + (1.0 - _SAME) * kinds / len(texts)


def _asks_former(field: Field) -> bool:
    """Whether a field is an amount that is not what is paid now: `old_price`, `rrp`."""
    return field.type.kind == "money" and not words_of("price_words").isdisjoint(label_of(field).split())


def asks_paid(field: Field) -> bool:
    """Whether a field is the price of a thing, by its name: `price`, `cost`."""
    return not _asks_former(field) and not _PRICES.isdisjoint(label_of(field).split())


def located_quality(field: Field, column: Column) -> float:
    """The quality of a locator's column: with several hits to a record, rather several records taken for one."""
    return column.coverage / (1.0 if field.type.many or not column.filled else sqrt(column.multiplicity))
