"""Scores how much a text column looks like the records' title.

A title is a heading or the text of a link, and made of words: a link that says "23-3166" leads to the record and does
not name it.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile

from webdart.page.text_match import COLONS
from webdart.records.cells.links import address_at, is_link, link_quality
from webdart.records.coerce.bylines import leads_to_a_name
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.matching.type_share import are_places
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import are_initials, folded, is_code

_NO_TITLE = 0.6  # what a text weighs that is no title
_INITIALS = 2  # letters that are an abbreviation, no title
_DRAWN = 2  # letters in the place of a picture
_LESSER_HEADING = 0.85  # what a text weighs that is a heading below the record's highest
_UNLINKED = 0.93  # and one that leads nowhere
_LATER_LINK = 0.92  # and one that is linked, for each link before it
_BOLD_FIRST = 0.9  # what a text weighs that the records begin with, in bold
_CODED = 0.55  # and one of numbers and codes
_WORD = re.compile(r"[^\W\d_]{3,}")
_SEVERAL = 2  # titles
_FEW = 3  # records that are too few to say so
_TOLD = 0.8  # of the records, in which a link says again what their heading says
PLAIN = 0.6
"""The standing of a text that nothing marks as a title."""


class TitleScore:
    """The standing of one region's columns."""

    def __init__(self, page: Outline, columns: Sequence[Column]) -> None:
        self._page = page
        self._columns = columns
        self._level: int | None = None
        self._coded: dict[str, bool] = {}

    def of(self, column: Column) -> float:
        """What a column weighs as the title, 0 to 1."""
        return self._formal(column) * (_CODED if self.is_coded(column) else 1.0)

    def as_code(self, column: Column) -> float:
        """How much more a column weighs where a code may well be the title: a `tag` "v0.7" beside "Spring release"."""
        return 1.0 / _CODED if self.is_coded(column) else 1.0

    def current(self, column: Column) -> float:
        """What the page marks as deleted or draws through is an older value."""
        page, struck = self._page, 0
        for hits in column.hits:
            if hits:
                node = hits[0][0]
                texts = [item.index for item in page.nodes[node : page.nodes[node].end] if item.text]
                struck += bool(texts) and all(page.struck[index] for index in texts)
        return 0.5 if struck * 2 > column.filled else 1.0

    @cached_property
    def strikes(self) -> bool:
        """Whether a column shows what is drawn through."""
        return any(self.current(column) < 1.0 for column in self._columns)

    def _formal(self, column: Column) -> float:
        """By the mark-up: a heading, a link, set in bold, none of it."""
        page = self._page
        first = next((hits[0][0] for hits in column.hits if hits), 0)
        around = (first, *list(page.ancestors(first))[:2])
        inside = range(first, page.nodes[first].end)
        levels = [page.level(p) for p in inside if page.level(p)]
        levels += [page.level(p) for p in around if page.level(p) and page.text[p] == page.text[first]]
        linked = any(page.nodes[p].tag == "a" and page.text[p] == page.text[first] for p in (*around, *inside))
        linked = linked or self._names_card(first)
        if levels:
            standing = 1.0 if linked or min(levels) <= self._highest() else _LESSER_HEADING
            return standing if linked else standing * _UNLINKED
        if linked:
            links = links_around(page, column)
            standing = 0.7 + 0.25 * (link_quality(page, links) if is_link(page, links) else 0.0)
            if all(len(text) <= _INITIALS for text in _texts(page, column) if text):
                standing *= _NO_TITLE
            if self._leads_on(column) or self._is_byline(column):
                standing *= _NO_TITLE
            return standing * _LATER_LINK ** min(2, self._links_before(column))
        if self.begins_bold(column):
            return _BOLD_FIRST
        if any(page.nodes[p].tag in {"strong", "b", "dt", "th"} for p in around):
            return 0.7
        return PLAIN

    def begins_bold(self, column: Column) -> bool:
        """Whether the records begin with these texts, in bold print and no labels: no other text comes before."""
        page, there = self._page, [(place, hits[0]) for place, hits in enumerate(column.hits) if hits]
        for place, (node, part) in there:
            first = next((i for i in range(node, page.nodes[node].end) if page.nodes[i].tag == "#text"), node)
            tags = {
                page.nodes[p].tag for p in (first, *list(page.ancestors(first))[:2]) if page.text[p] == page.text[first]
            }
            text = page.text[node]
            if (
                part is not None
                or text != page.text[first]
                or text.endswith(COLONS)
                or tags.isdisjoint({"b", "strong"})
            ):
                return False
            if any(
                hits and hits[0][0] < first and not _around(page, hits[0][0], first) for hits in self._begins[place]
            ):
                return False
        return len({page.text[node] for _, (node, _) in there}) * 2 > len(column.hits)

    @cached_property
    def _begins(self) -> list[list[Sequence[Hit]]]:
        """The hits of every column that shows texts, record by record."""
        shown = [column for column in self._columns if column.source != "label"]
        count = max((len(column.hits) for column in shown), default=0)
        return [
            [hits for column in shown if (hits := column.hits[place]) and self._page.text[hits[0][0]]]
            for place in range(count)
        ]

    def _names_card(self, text: int) -> bool:
        """Whether a link around the whole of a card is called as the text says, for those who do not see it."""
        page = self._page
        link = next((place for place in page.ancestors(text) if page.nodes[place].tag == "a"), None)
        return link is not None and folded(page.nodes[link].attributes.get("aria-label", "")) == page.text[text] != ""

    def _is_byline(self, column: Column) -> bool:
        """Whether the texts are names that a byline's word stands before: "by <a>Ann Lee</a>"."""
        firsts = [hits[0][0] for hits in column.hits if hits]
        before = (self._page.text_before(node) for node in firsts)
        return sum(leads_to_a_name(text, self._page.view.language) for text in before) * 2 > len(firsts)

    def _leads_on(self, column: Column) -> bool:
        """Whether texts are a button's that says, for those who do not see it, where it leads: "Details on Book Day".

        The same words begin it in all records, as a text of their own; what a heading of the record says comes behind.
        """
        said = _texts(self._page, column)
        for heading in self._headings:
            names = _without_same_words(_texts(self._page, heading))
            told = [(text, name) for text, name in zip(said, names, strict=True) if name and name in text]
            if heading is column or len(set(names)) == 1 or len(told) < _TOLD * len(said):
                continue
            before = {text.partition(name)[0].strip() for text, name in told}
            begun = self._begun(column)
            if len(before) == len(begun) == 1:
                (first,) = begun
                if any(map(str.isalpha, first)) and before.pop().startswith(first):
                    return True
        return False

    def _begun(self, column: Column) -> set[str]:
        """The first texts of a column's elements."""
        nodes = self._page.nodes
        inside = (nodes[hits[0][0] : nodes[hits[0][0]].end] for hits in column.hits if hits)
        return {
            next((node.text.strip() for node in own if node.tag == "#text" and node.text.strip()), "") for own in inside
        }

    @cached_property
    def _headings(self) -> list[Column]:
        """The columns of headings."""
        return [column for column in self._columns if self._is_heading(column)]

    def _is_heading(self, column: Column) -> bool:
        return all(not hits or (hits[0][1] is None and self._page.level(hits[0][0])) for hits in column.hits)

    def is_coded(self, column: Column, called: str = "") -> bool:
        """Whether most texts are numbers and codes, but for the words that they are called by."""
        key = f"{called}|{column.key}"
        known = self._coded.get(key)
        if known is None:
            known = self._coded[key] = are_codes(self._page, column, called)
        return known

    def has_digits(self, column: Column) -> bool:
        """Whether most texts have a digit."""
        texts = [text for text in _texts(self._page, column) if text]
        return sum(any(map(str.isdigit, text)) for text in texts) * 2 > len(texts)

    def recurs(self, column: Column) -> bool:
        """Whether one text begins every record and leads somewhere else in each: an event that is held again.

        Something else in the records tells one from another then: links that all say "Details" are no events.
        """
        if not any(len(set(_texts(self._page, other))) > 1 for other in self._texts):
            return False
        links = links_around(self._page, column)
        there = [hits for hits in links.hits if hits]
        addresses = {address_at(self._page, links, record) for record, hits in enumerate(links.hits) if hits}
        if len(there) < len(column.hits) or len(addresses) < len(there):
            return False
        return all(
            not any(hits and hits[0][0] < mine[0][0] for hits in others)
            for mine, *others in zip(column.hits, *(c.hits for c in self._texts), strict=True)
        )

    @cached_property
    def _texts(self) -> list[Column]:
        """Columns of texts that are no containers."""
        return [c for c in self._columns if all(self._page.leaves[hits[0][0]] == 1 for hits in c.hits if hits)]

    def is_initials(self, column: Column) -> bool:
        """Whether the texts are the initials of another column's: letters drawn where a person has no picture."""
        said = _texts(self._page, column)
        letters = [text.casefold() for text in said if text]
        if len(set(letters)) < 2 or not all(len(text) <= _DRAWN and text.isalpha() for text in letters):
            return False
        return any(
            all(
                not mine or are_initials(mine, theirs)
                for mine, theirs in zip(said, _texts(self._page, other), strict=True)
            )
            for other in self._texts
            if other is not column
        )

    def is_count(self, column: Column) -> bool:
        """Whether the texts are one number each among words that all records share: "12 people found this helpful"."""
        texts = [hits[0][1] or self._page.text[hits[0][0]] for hits in column.hits if hits]
        rests = {" ".join(word for word in text.split() if not word[0].isdigit()) for text in texts}
        return len(texts) > 1 and len(rests) == 1 and len(_WORD.findall(rests.pop())) > 1

    def _highest(self) -> int:
        """The highest level of heading that the records have, 6 where they have none."""
        if self._level is None:
            firsts = {hits[0][0] for column in self._columns for hits in column.hits[:1] if hits}
            page = self._page
            levels = [
                page.level(p) for first in firsts for p in (first, *list(page.ancestors(first))[:1]) if page.level(p)
            ]
            self._level = min(levels, default=6)
        return self._level

    def _links_before(self, column: Column) -> int:
        """How many other links with a text come before a column's first hit in its record."""
        place = next((n for n, hits in enumerate(column.hits) if hits), 0)
        first = column.hits[place][0][0]
        page = self._page
        here = {
            page.nodes[hits[0][0]].attributes.get("href")
            for other in self._columns
            if (hits := other.hits[place]) and hits[0][0] < first and page.nodes[hits[0][0]].tag == "a"
            and page.text[hits[0][0]] and first >= page.nodes[hits[0][0]].end
        }  # fmt: skip
        return len(here)


def _around(page: Outline, one: int, other: int) -> bool:
    return one < other < page.nodes[one].end


def _texts(page: Outline, column: Column) -> list[str]:
    """What a column shows first of each record, "" where it shows nothing."""
    return ["" if not hits else hits[0][1] or page.text[hits[0][0]] for hits in column.hits]


def _without_same_words(texts: Sequence[str]) -> list[str]:
    """Some texts without the words that all of them begin with."""
    words = [text.split() for text in texts]
    same = sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, zip(*words, strict=False)))
    return [" ".join(one[same:]) for one in words]


def are_codes(page: Outline, column: Column, called: str = "") -> bool:
    """Whether most texts of a column are numbers and codes, and not the records' places in the list; see `is_code`."""
    texts = [hits[0][1] or page.text[hits[0][0]] for hits in column.hits if hits]
    return (
        not are_places(texts) and len(texts) >= _FEW and sum(is_code(text, called) for text in texts) * 2 > len(texts)
    )


def links_around(page: Outline, column: Column) -> Column:
    """The links around or inside the texts of a column."""
    return Column("", "path", tuple(tuple(_link_hits(page, hits)) for hits in column.hits))


HEADED = "link:heading"
"""The key of the column of the links that the records' first headings have."""


def headed_links(page: Outline, region: Region, records: Sequence[int]) -> Column | None:
    """The links in or around the first heading of each record, wherever it stands; None where most have none."""
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        inside = (place for root in region.records[number] for place in page.below(root))
        heading = next((place for place in inside if page.level(place) and page.text[place]), None)
        hits.append(() if heading is None else tuple(_link_hits(page, ((heading, None),))))
    return Column(HEADED, "path", tuple(hits)) if sum(map(bool, hits)) * 2 > len(hits) else None


def _link_hits(page: Outline, hits: Sequence[Hit]) -> list[Hit]:
    """The links at the same distance from a text in the other records."""
    if not hits:
        return []
    node = hits[0][0]
    for place in (node, *list(page.ancestors(node))[:2], *range(node, page.nodes[node].end)):
        if page.nodes[place].tag == "a":
            return [(place, None)]
    return []


def are_links(page: Outline, column: Column) -> bool:
    """Whether the texts of a column are links, and not what is around them: other records may say more there."""
    return all(page.nodes[hits[0][0]].tag == "a" for hits in column.hits if hits)


def led_to(page: Outline, title: Column, columns: Sequence[Column]) -> tuple[str, ...]:
    """Where each title leads: by the link around or inside it, else by one that lies over it with the same words.

    A card that is a link all over says its title once more, for those who do not see the card.
    """
    there = linked(page, title)
    said = [folded(text) for text in _texts(page, title)]
    if any(there) or "" in said or len(set(said)) < _SEVERAL:
        return there
    again = (one for one in columns if is_link(page, one) and _names(page, one) == said and _lie_over(page, one, title))
    return next((linked(page, one) for one in again), there)


def _names(page: Outline, links: Column) -> list[str]:
    """What links are called by those who hear them."""
    firsts = (hits[0][0] if hits else -1 for hits in links.hits)
    return [folded(page.text[node] or page.nodes[node].name) if node >= 0 else "" for node in firsts]


def _lie_over(page: Outline, links: Column, title: Column) -> bool:
    """Whether each link covers the title: whoever presses that follows it."""
    pairs = [
        (page.nodes[own[0][0]].box, page.nodes[text[0][0]].box)
        for own, text in zip(links.hits, title.hits, strict=True)
    ]
    return all(
        over.x <= box.x
        and over.y <= box.y
        and over.x + over.width >= box.x + box.width
        and over.y + over.height >= box.y + box.height
        for over, box in pairs
    )


def linked(page: Outline, column: Column) -> tuple[str, ...]:
    """Where the link around or inside each text of a column leads, "" where there is none."""
    links = links_around(page, column)
    return tuple(address_at(page, links, record) for record in range(len(links.hits)))
