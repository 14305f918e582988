"""Measures which share of a column's cells could be of a field's type, and gives their texts, once per element."""

import re
from collections.abc import Sequence
from itertools import pairwise

from webdart.lexicon.phrases import words
from webdart.records.cells.cell_text import cell_at, cell_of, text_at
from webdart.records.cells.links import is_link, leads_to_page, link_quality
from webdart.records.cells.star_widths import has_letter_stars
from webdart.records.coerce import RawCell
from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.locales import ascii_digits
from webdart.records.coerce.money import is_for_measure
from webdart.records.coerce.numbers import column_residue, counts_opinions, is_scale, same_stem
from webdart.records.coerce.readers import said_by
from webdart.records.coerce.signs import read_rating
from webdart.records.coerce.stars import LEAST, MOST, is_star, stars_of
from webdart.records.coerce.type_likelihood import Plausible, rating_share
from webdart.records.columns.column_names import Naming
from webdart.records.columns.mined_columns import Column, Hit
from webdart.records.columns.sole_values import is_in_pieces
from webdart.records.query.ambiguity import Shown
from webdart.records.query.field_matches import asks_for_amount, is_called_price, label_of
from webdart.records.structure.outline import Outline
from webdart.records.words import names_a_time, plain
from webdart.workflow.model import NUMERIC, Field

_RAISED = re.compile(r"[.,]?[⁰¹²³⁴-⁹]+")  # cents, powers, marks of notes
_COINCIDENCE = 3  # numbers that may well follow each other
_PLACE = re.compile(r"[#№]?(\d{1,6})\s?[.)]")
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_YEARS = words("means_year")
_IN_DIGITS = 0.9  # what a clock or a day in digits weighs for a text that is called a time, beside "Sat 5 Oct"
_ICONS = 0.5  # what icons weigh as a rating that nothing tells apart
_COUNTED = NUMERIC | {"money", "rating"}


class Shares:
    """What the columns of one region say, by field."""

    def __init__(self, page: Outline, plausible: Plausible) -> None:
        self._page = page
        self._plausible = plausible
        self._odd: dict[str, frozenset[int]] = {}
        self._told_apart: dict[str, bool] = {}
        self._moments: dict[tuple[str, bool], bool] = {}
        self._texts: dict[str, list[tuple[str, ...]]] = {}

    def share(self, field: Field, column: Column) -> float:
        """The share of a column's cells that could be of the field's type."""
        kind = field.type.kind
        if kind == "link":
            return self._link_share(column)
        if kind == "image":
            hits = [hits[0][0] for hits in column.hits if hits]
            return sum(map(self._pictured, hits)) / len(hits) if hits else 0.0
        if kind == "rating" and any(map(self._in_stars, column.hits)):
            return 0.0
        shares: list[float] = []
        rows = self.texts(field, column)
        strange = self._strange(column, rows) if kind in _COUNTED else frozenset[int]()
        if kind == "number" and are_places([texts[0] for texts in rows if texts]):
            return 0.0
        listed = {plain(word) for word in (*field.words, *(field.mapping or {}))}
        for record, texts in enumerate(rows):
            if texts and listed and plain(texts[0]) in listed:
                shares.append(1.0)  # "free" is an amount where the file says which
            elif texts:
                share = self._said_share(field, texts, strange=record in strange)
                if kind in {"rating", "boolean"} and share < 1:
                    share = max(share, self._shown_share(field, column, record))
                shares.append(share)
        return sum(shares) / len(shares) if shares else 0.0

    def _said_share(self, field: Field, texts: Sequence[str], *, strange: bool) -> float:
        """How plausible texts are for a field by its type, and by what it is called: a price, a time."""
        kind = field.type.kind
        asks_for_year = kind == "integer" and not _YEARS.isdisjoint(label_of(field).split())
        if asks_for_year and not _YEAR.search(ascii_digits(texts[0])):
            return 0.0
        if kind == "text" and names_a_time(label_of(field)) and self._plausible.timely(texts[0], called=True):
            return max(_IN_DIGITS, self._plausible.share(kind, texts))
        share = 0.0 if strange else self._plausible.share(kind, texts)
        return max(share, self._plausible.share("money", texts)) if asks_for_amount(field) else share

    def are_moments(self, column: Column, *, called: bool) -> bool:
        """Whether a column shows moments, dates or ages, and nothing else; `called`: the field's name asks for them."""
        key = column.key, called
        if key not in self._moments:
            texts = [part or self._page.text[node] for hits in column.hits for node, part in hits[:1]]
            self._moments[key] = any(texts) and all(self._plausible.timely(t, called=called) for t in texts if t)
        return self._moments[key]

    def are_amounts(self, field: Field, column: Column) -> bool:
        """Whether most texts of a column are amounts of money, with their currency."""
        texts = [texts for texts in self.texts(field, column) if texts]
        return sum(self._plausible.share("money", own) >= 1.0 for own in texts) * 2 > len(texts)

    def is_in_pieces(self, field: Field, index: int) -> bool:
        """Whether an element's texts are one value of the field's type only together: "49", ".99", "€"."""
        return is_in_pieces(self._page, index, field.type.kind, self._plausible)

    def are_bare_amounts(self, field: Field, column: Column) -> bool:
        """Whether all texts of a column are amounts, and no words stand beside each: no "€1.90 delivery"."""
        texts = [texts[0] for texts in self.texts(field, column) if texts]
        if column.source == "label" or not all(map(self._plausible.bare_amount, texts)):
            return False
        firsts = [hits[0][0] for hits in column.hits if hits]
        beside = ({said(node) for node in firsts} for said in (self._page.text_before, self._text_behind))
        return not any(len(said) == 1 and any(map(str.isalpha, min(said))) for said in beside)

    def _text_behind(self, node: int) -> str:
        """The text that stands right behind an element, in what it is of or elsewhere."""
        nodes, page = self._page.nodes, self._page
        places = range(nodes[node].end, len(nodes))
        return next((page.text[place] for place in places if nodes[place].tag == "#text" and page.text[place]), "")

    def are_for_measures(self, field: Field, column: Column) -> bool:
        """Whether most texts of a column are what a measure costs ("6.38 €/m²"), which no `price` asks for."""
        if not is_called_price(field):
            return False
        texts = [texts[0] for texts in self.texts(field, column) if texts]
        return sum(map(is_for_measure, texts)) * 2 > len(texts)

    def _in_stars(self, hits: Sequence[Hit]) -> bool:
        """Whether hits of one record are stars of a row, one by one: each says only its place in it."""
        stars = [node for node, _ in hits if self._is_bare_star(node)]
        if len(stars) >= LEAST or not stars:
            return len(stars) >= LEAST
        return sum(map(self._is_bare_star, self._page.kids[self._page.nodes[stars[0]].parent])) >= LEAST

    def _is_bare_star(self, node: int) -> bool:
        return is_star(self._page.nodes[node].attributes.get("class", "")) and not self._page.text[node]

    def counts_opinions(self, field: Field, column: Column) -> bool:
        """Whether most numbers of a column say how many have voted, and the field asks for what: "from 12 votes"."""
        label = label_of(field)
        if field.type.kind not in _COUNTED or not is_scale(label):
            return False
        firsts = [hits[0][0] for hits in column.hits if hits and hits[0][1] is None]
        return sum(counts_opinions(label, self._word_behind(node)) for node in firsts) * 2 > len(firsts)

    def _word_behind(self, node: int) -> str:
        """The word that follows a text in what is around it, "" where none does."""
        text = self._page.text[node]
        around = (self._page.text[above] for above in self._page.ancestors(node))
        behind = next((one.partition(text)[2] for one in around if one != text), "") if text else ""
        return plain(behind.split()[0]) if behind.split() else ""

    def _strange(self, column: Column, rows: Sequence[tuple[str, ...]]) -> frozenset[int]:
        """Records whose number stands among other words than in most: "Model 3" in a column of names."""
        known = self._odd.get(column.key)
        if known is None:
            flat = {place: _RAISED.sub("", texts[0]) for place, texts in enumerate(rows) if texts and texts[0]}
            tokens = {place: self._plausible.token(text) for place, text in flat.items()}
            residues = {place: token.residue for place, token in tokens.items() if token is not None}
            common = column_residue(list(residues.values()))
            lone = len(residues) == 1
            odd = (place for place, words in residues.items() if words and not lone and not same_stem(words, common))
            known = self._odd[column.key] = frozenset(odd)
        return known

    def _shown_share(self, field: Field, column: Column, record: int) -> float:
        cell = cell_of(self._page, column, record, field)
        if field.type.kind == "boolean":
            return float(said_by(cell, label_of(field)) is not None)
        drawn = LEAST <= len(cell.icons) <= MOST and self._are_told_apart(field, column)
        return max(rating_share(cell.classes), 1.0 if drawn else _ICONS * bool(cell.icons))

    def _are_told_apart(self, field: Field, column: Column) -> bool:
        """Whether full stars can be told from empty ones in a column of icons."""
        known = self._told_apart.get(column.key)
        if known is None:
            rows = [cell_of(self._page, column, record, field).icons for record in range(len(column.hits))]
            known = self._told_apart[column.key] = stars_of(rows) is not None
        return known

    def drawn(self, field: Field, column: Column) -> bool:
        """Whether a rating is read from pictures in a column: the count beside the stars is another field's."""
        if field.type.kind != "rating":
            return False
        cells = [cell_of(self._page, column, record, field) for record in range(len(column.hits))]
        beside = [cell for cell in cells if cell.text and read_rating(cell.text) is None]
        stars = sum(
            any(read_rating(s) is not None for s in c.attributes) or rating_share(c.classes) > 0 for c in beside
        )
        return stars * 2 > len(beside)

    def _pictured(self, node: int) -> float:
        """An image is sure; an element that holds one is a likely cell."""
        if self._page.nodes[node].tag == "img":
            return 1.0
        return 0.6 * any(n.tag == "img" for n in self._page.nodes[node : self._page.nodes[node].end])

    def _link_share(self, column: Column) -> float:
        if column.source in {"head", "label"}:
            cells = [self._page.nodes[hits[0][0]] for hits in column.hits if hits]
            having = sum(any(map(leads_to_page, self._page.nodes[cell.index : cell.end])) for cell in cells)
            return 0.6 * having / len(cells) if cells else 0.0
        return link_quality(self._page, column) if is_link(self._page, column) else 0.0

    def texts(self, field: Field, column: Column) -> list[tuple[str, ...]]:
        """Per record what a field could read from a column, the text first; () where nothing is there."""
        kind = field.type.kind
        family = kind if kind in {"date", "datetime", "rating", "boolean"} else "text" if kind == "text" else "number"
        key = f"{family}|{column.key}"
        known = self._texts.get(key)
        if known is None:
            known = self._texts[key] = [
                self._record_texts(field, column, record, family) for record in range(len(column.hits))
            ]
        return known

    def _record_texts(self, field: Field, column: Column, record: int, family: str) -> tuple[str, ...]:
        hits = column.hits[record]
        if not hits:
            return ()
        leads = column.leads
        key = (hits[0], family, leads)
        known = self._plausible.readings.get(key)
        if known is None:
            known = self._plausible.readings[key] = self._hit_texts(field, hits[0], family, leads=leads)
        return known

    def _hit_texts(self, field: Field, hit: Hit, family: str, *, leads: bool) -> tuple[str, ...]:
        node = hit[0]
        plain = self._page.nodes[node].tag == "#text" and not self._tells_around(node, family)
        if family in {"text", "number"} or plain:
            text = text_at(self._page, hit, leads=leads, field=field)
            return (text,) if text else ()
        if self._page.leaves[node] > 6:
            return (self._page.text[node],)
        cell = cell_at(self._page, (hit,), field, leads=leads)
        texts = (cell.text, *cell.attributes)
        return texts if any(texts) or cell.classes or cell.checked is not None else ()

    def _tells_around(self, text: int, family: str) -> bool:
        """Whether the element around a text may say more of it: of a date its moment, of stars how many are shown."""
        return family == "date" or (family == "rating" and has_letter_stars(self._page.text[text]))

    def differ(self, field: Field, one: Column, other: Column) -> bool:
        """Whether two columns read differently in some record that both have."""
        if field.type.kind in {"link", "image"}:
            pairs = range(len(one.hits))
            return any(
                cell_of(self._page, one, r, field).address != cell_of(self._page, other, r, field).address
                for r in pairs
            )
        if field.type.kind == "boolean" and not field.type.many:
            said = (
                [said_by(cell_of(self._page, column, r, field), label_of(field)) for r in range(len(one.hits))]
                for column in (one, other)
            )
            return next(said) != next(said)
        if field.type.many:
            lists = (
                [_items(cell_of(self._page, column, r, field), field) for r in range(len(one.hits))]
                for column in (one, other)
            )
            return next(lists) != next(lists)
        if field.type.kind == "date" and self._are_of_one_day(field, one, other):
            return False
        mine_, theirs = self.texts(field, one), self.texts(field, other)
        return any((a[:1] or ("",)) != (b[:1] or ("",)) for a, b in zip(mine_, theirs, strict=True))

    def apart(self, field: Field, one: Column, other: Column) -> bool:
        """Whether another column reads differently; some of the same texts, and no others, are no other reading.

        The only texts of a type lack what a column says instead of a value, "on request" among prices. Pictures, days
        and counts that only some records have may be other things than those that all have.
        """
        if "only" in {one.source, other.source} and self._lacks_words_alone(field, one, other):
            return False
        if field.type.many or field.type.kind not in {"text", "money"}:
            return self.differ(field, one, other)
        pairs = zip(self.texts(field, one), self.texts(field, other), strict=True)
        return any(theirs[:1] not in ((), ("",), mine[:1]) for mine, theirs in pairs)

    def _lacks_words_alone(self, field: Field, one: Column, other: Column) -> bool:
        few, whole = (one, other) if one.source == "only" else (other, one)
        pairs = zip(self.texts(field, few), self.texts(field, whole), strict=True)
        return all(theirs[:1] == mine[:1] or (not mine and bool(theirs)) for mine, theirs in pairs)

    def _are_of_one_day(self, field: Field, one: Column, other: Column) -> bool:
        """Whether the elements of two columns tell the same day in every record, and no text another one beside it."""
        cells = [[cell_of(self._page, column, r, field) for r in range(len(one.hits))] for column in (one, other)]
        days = [[self._day_beside(cell) for cell in some] for some in cells]
        return all(days[0]) and days[0] == days[1]

    def _day_beside(self, cell: RawCell) -> tuple[int, int, int] | None:
        """The day that the elements of a cell tell beside a text without one: year, month, day."""
        locale = self._plausible.locale
        told = (day for text in cell.attributes for day in dates_in(text, locale) if day.order == "ymd")
        return None if dates_in(cell.text, locale) else next((day.numbers for day in told), None)

    def chips(self, field: Field, column: Column) -> bool:
        """Whether most of a column's cells hold several links, items or chips and nothing else; paragraphs are none."""
        having = 0
        for record, hits in enumerate(column.hits):
            parts = cell_of(self._page, column, record, field).parts
            plain = bool(parts) and self._page.leaves[hits[0][0]] == len(parts)
            having += plain and not any(self._page.nodes[kid].tag == "p" for kid in self._page.kids[hits[0][0]])
        return having * 2 >= column.filled and having > 0

    def shown(self, column: Column, naming: Naming, beside: Column | None = None) -> Shown:
        """A column as a person sees it: what the page calls it, and its first two texts.

        Where it is shown `beside` another one, those come first that the other has not in the same record.
        """
        named = naming.called(column, "number")[1]
        said = [(place, self._seen(hits[0])) for place, hits in enumerate(column.hits) if hits]
        if beside is not None:
            others = [self._seen(hits[0]) if hits else "" for hits in beside.hits]
            said.sort(key=lambda one: one[1] == others[one[0]])
        texts = (text for _, text in said)
        return Shown(named, tuple(text[:40] for text in dict.fromkeys(texts) if text)[:2])

    def _seen(self, hit: Hit) -> str:
        """What is seen of a hit: its text, else the name of the picture in it, else where it leads."""
        node, part = hit
        if part or self._page.text[node]:
            return part or self._page.text[node]
        inner = self._page.nodes[node : self._page.nodes[node].end]
        names = ("aria-label", "alt", "title", "href", "src")
        return next((item.attributes[name] for name in names for item in inner if item.attributes.get(name)), "")


def are_places(texts: Sequence[str]) -> bool:
    """Whether texts count the records off, "1." before the first: their places in the list, and no value of them."""
    places = [int(match[1]) for text in texts if (match := _PLACE.fullmatch(text))]
    return 0 < len(places) == len(texts) and all(two == one + 1 for one, two in pairwise(places))


def count_up(texts: Sequence[str]) -> bool:
    """Whether texts are bare numbers from one on, enough of them to be no coincidence: perhaps places, too."""
    return len(texts) > _COINCIDENCE and all(text == str(place) for place, text in enumerate(texts, 1))


def _items(cell: RawCell, field: Field) -> list[str]:
    """The items that a list has of a cell."""
    return [text.strip() for text in (cell.parts or cell.text.split(field.split or ",")) if text.strip()]
