"""Which column is each declared field, and how well does a region carry them all?

Tiers, in this order: a locator, a declared label, the field's own name as a label, a column marked up with the field's
name, the words that may stand there, the type. Within the last the assignment is one problem over all fields; where
another solution is as good and reads other values, both are told and none is taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Literal

from webdart.records.assign import assign
from webdart.records.cells import STRUCK, cell_at, cell_of, text_at
from webdart.records.coerce.numbers import column_residue, same_stem
from webdart.records.columns import Column, Hit, mine
from webdart.records.labels import labelled
from webdart.records.links import is_link, link_quality
from webdart.records.outline import Outline
from webdart.records.plausible import Plausible, rating_share
from webdart.records.regions import Region
from webdart.records.spec import ListingSpec, Problem
from webdart.records.words import default_label, plain
from webdart.records.wrapper import Wrapper
from webdart.workflow.model import Field

Tier = Literal["at", "label", "name", "mark", "words", "type"]
_WORTH: Mapping[Tier, float] = {"at": 1.0, "label": 1.0, "name": 0.97, "mark": 0.93, "words": 0.9, "type": 0.85}
_COUNTED = frozenset({"integer", "number", "money", "rating"})
_ENOUGH = 0.25  # below this a column is no candidate by its type
_NEAR = 0.94  # two solutions this near to each other are equally good
_NO_TITLE = 0.6  # what a text that is no title weighs; so does a link that is not the record's own
_KNOWN = 1.35  # a column that the wrapper has goes before its equals


@dataclass(frozen=True, slots=True)
class Match:
    """A field's column, by which tier, and how good the column is (0 to 1)."""

    column: Column
    tier: Tier
    quality: float


@dataclass(frozen=True, slots=True)
class Assigned:
    """A region with its fields found: `records` are the places that were looked at; `score` orders regions."""

    region: Region
    records: tuple[int, ...]
    columns: tuple[Column, ...]
    matches: Mapping[str, Match]
    problems: tuple[Problem, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Sought:
    """What is looked for on a page, worked out once: fields, their labels in plain form, earlier pages' wrapper."""

    page: Outline
    spec: ListingSpec
    plausible: Plausible
    wrapper: Wrapper | None

    @property
    def by_column(self) -> tuple[Field, ...]:
        """The fields that have a column of their own."""
        return tuple(field for field in self.spec.sought if not whole_record(field))

    def wanted(self) -> dict[str, bool]:
        """Labels in plain form → whether the file writes them."""
        found: dict[str, bool] = {}
        for field in (*self.spec.sought, *self.spec.around):
            if field.label is not None:
                found[plain(field.label)] = True
            else:
                found.setdefault(default_label(field.name), False)
        return found


def whole_record(field: Field) -> bool:
    """Whether a field reads the whole record (`match` alone), the heading above it, or another field's text."""
    bare = field.label is None and field.target is None
    return (bare and field.match is not None) or field.source == "heading" or (bare and field.type.kind == "currency")


def label_of(field: Field) -> str:
    """The label of a field in plain form."""
    return plain(field.label) if field.label is not None else default_label(field.name)


def fit(sought: Sought, region: Region, records: Sequence[int]) -> Assigned:
    """Find the fields in some records (by place) of a region."""
    spec = sought.spec
    columns = _columns(sought, region, records)
    judge = _Judge(sought, columns)
    matches: dict[str, Match] = {}
    open_fields: list[Field] = []
    for field in sought.by_column:
        match = judge.certain(field)
        if match is not None:
            matches[field.name] = match
        elif field.label is None and field.target is None:
            open_fields.append(field)
    for family in ("text", "link", "image"):  # a link's text and its address are two readings of one element
        alike = [field for field in open_fields if _family(field) == family]
        taken = {
            matches[field.name].column.key
            for field in spec.sought
            if field.name in matches and _family(field) == family
        }
        matches.update(judge.by_type(alike, taken))
    score = _score(spec.sought, matches, len(records), len(region.records))
    return Assigned(region, tuple(records), tuple(columns), matches, tuple(judge.problems), score)


def extend(sought: Sought, region: Region, sample: Assigned) -> Assigned:
    """The fields found in a sample, in all records of the region; fitted anew where the sample lacks one."""
    records = range(len(region.records))
    if len(sample.records) == len(records):
        return sample
    if len(sample.matches) == len(sought.by_column):
        columns = _columns(sought, region, records)
        by_key = {column.key: column for column in columns}
        if all(match.column.key in by_key for match in sample.matches.values()):
            matches = {name: replace(m, column=by_key[m.column.key]) for name, m in sample.matches.items()}
            return replace(sample, region=region, records=tuple(records), columns=tuple(columns), matches=matches)
    return fit(sought, region, records)


def _columns(sought: Sought, region: Region, records: Sequence[int]) -> list[Column]:
    """All columns of some records: beside labels, in the mark-up, at locators."""
    known = frozenset(anchor.key for anchor in sought.wrapper.anchors.values()) if sought.wrapper else frozenset[str]()
    columns = [*labelled(sought.page, region, records, sought.wanted()), *mine(sought.page, region, records, known)]
    located = (_located(sought, field, region, records) for field in sought.by_column)
    return [*columns, *(column for column in located if column is not None)]


def _family(field: Field) -> str:
    return field.type.kind if field.type.kind in {"link", "image"} else "text"


def _located(sought: Sought, field: Field, region: Region, records: Sequence[int]) -> Column | None:
    """The column of a field with `at`: the locator's hits inside each record."""
    if field.target is None:
        return None
    places = sought.spec.locate(sought.page.view, field.target)
    hits: list[tuple[Hit, ...]] = []
    for number in records:
        roots = region.records[number]
        inside = [p for p in places if any(root <= p < sought.page.nodes[root].end for root in roots)]
        hits.append(tuple((place, None) for place in inside))
    there = any(hits) or field.type.kind == "boolean"  # a sign that no record has is still a column: all false
    return Column(f"at:{field.name}", "path", tuple(hits)) if there else None


def _score(fields: Sequence[Field], matches: Mapping[str, Match], looked: int, records: int) -> float:
    """The sum of the fields' worth, times the share of records that have most fields; more records break ties."""
    by_column = [field for field in fields if not whole_record(field)]
    if not by_column:
        return 0.3 + 0.01 * log2(1 + records)
    total = sum(_WORTH[match.tier] * match.quality for match in matches.values())
    rich = 0
    for record in range(looked):
        having = sum(1 for match in matches.values() if match.column.hits[record])
        rich += having * 5 >= len(by_column) * 3
    return total / len(by_column) * (rich / looked if looked else 0.0) * (1 + 0.01 * log2(1 + records))


class _Judge:
    """Weighs the columns of one region for its fields."""

    def __init__(self, sought: Sought, columns: Sequence[Column]) -> None:
        self._page = sought.page
        self._plausible = sought.plausible
        self._wrapper = sought.wrapper
        self._kind = sought.spec.kind
        self._columns = columns
        self._odd: dict[str, frozenset[int]] = {}
        self._texts: dict[str, list[tuple[str, ...]]] = {}
        self.problems: list[Problem] = []

    # -- tiers that name the column ---------------------------------------------------------------------------

    def certain(self, field: Field) -> Match | None:
        """The column that a locator, a label, a mark or the listed words name."""
        if field.target is not None:
            column = next((c for c in self._columns if c.key == f"at:{field.name}"), None)
            return Match(column, "at", column.coverage) if column else None
        label = label_of(field)
        if self._titled(field, label):
            return self._heading()
        tier: Tier = "label" if field.label is not None else "name"
        named = [column for column in self._columns if label in column.labels]
        if field.label is None:
            named = [column for column in named if column.source == "head" or self._share(field, column) > 0]
        named = named or self._worded(field, label)
        if named:
            return self._best(field, named, tier)
        return None if field.label is not None else self._hinted(field, label)

    def _hinted(self, field: Field, label: str) -> Match | None:
        """The column that the mark-up calls by the field's name, or that has the listed words."""
        marked = [
            column for column in self._columns if self._is_marked(column, label) and self._share(field, column) >= 0.5
        ]
        if marked:
            return self._best(field, marked, "mark")
        words = {plain(word) for word in (*field.words, *(field.mapping or {}))}
        listed = [column for column in self._columns if words and self._listed(column, words) >= 0.8]
        return self._best(field, listed, "words") if listed else None

    def _titled(self, field: Field, label: str) -> bool:
        """On a record's own page, `name` and `title` are its main heading."""
        return (
            self._kind != "listing" and field.label is None and label in {"name", "title"} and field.type.kind == "text"
        )

    def _heading(self) -> Match | None:
        page = self._page
        levels = [(page.chrome[i], page.level(i), i) for i in range(len(page.nodes)) if page.text[i] and page.level(i)]
        if not levels:
            return None
        return Match(Column("heading", "path", (((min(levels)[2], None),),)), "mark", 1.0)

    def _best(self, field: Field, columns: Sequence[Column], tier: Tier) -> Match | None:
        """The best of columns that are all named alike; two equally good ones with other values are a problem."""
        ranked = sorted(((self._quality(field, column, tier), -n) for n, column in enumerate(columns)), reverse=True)
        best = columns[-ranked[0][1]]
        for quality, place in ranked[1:]:
            other = columns[-place]
            if quality >= ranked[0][0] * _NEAR and other.source == best.source and self._differ(field, best, other):
                self.problems.append(Problem(field=field.name, choices=(self._sample(best), self._sample(other))))
                break
        return Match(best, tier, min(1.0, ranked[0][0]))

    def _worded(self, field: Field, label: str) -> list[Column]:
        """Number columns whose constant words are the label: "12 reviews" for `reviews`."""
        if field.type.kind not in {"integer", "number", "money", "duration"} or not label:
            return []
        found: list[Column] = []
        for column in self._columns:
            texts = [texts[0] for texts in self._column_texts(field, column) if texts and texts[0]]
            if not texts or len(texts[0]) > 80 or not any(c.isdigit() for c in texts[0]):
                continue
            tokens = [self._plausible.token(text) for text in texts]
            like = sum(1 for token in tokens if token and token.residue and same_stem(plain(token.residue), label))
            if like * 2 > len(texts):
                found.append(column)
        return found

    def _is_marked(self, column: Column, label: str) -> bool:
        """Whether the mark-up calls a column by the field's name: itemprop, a class, a data attribute."""
        first = next((hits[0][0] for hits in column.hits if hits), None)
        if first is None or column.source not in {"path", "loose"}:
            return False
        attributes = self._page.nodes[first].attributes
        names = [attributes.get("itemprop", ""), *attributes.get("class", "").split()]
        names += [name[5:] for name in attributes if name.startswith("data-")]
        return any(plain(name.replace("-", " ").replace("_", " ")) == label for name in names if name)

    def _listed(self, column: Column, words: set[str]) -> float:
        texts = [plain(self._page.text[hits[0][0]]) for hits in column.hits if hits]
        texts = [text for text in texts if text]
        return sum(text in words for text in texts) / len(texts) if texts else 0.0

    # -- the tier of types ------------------------------------------------------------------------------------

    def by_type(self, fields: Sequence[Field], taken: set[str]) -> dict[str, Match]:
        """Solve fields × columns, then look for another solution that is as good and reads other values."""
        columns = [column for column in self._columns if column.key not in taken and column.source != "label"]
        leading = _leading(fields)
        weights = [
            [self._weight(field, column, leading=field.name in leading) for column in columns] for field in fields
        ]
        chosen = assign(weights)
        best = _total(weights, chosen)
        matches: dict[str, Match] = {}
        for row, field in enumerate(fields):
            place = chosen[row]
            if place is None:
                continue
            matches[field.name] = Match(columns[place], "type", min(1.0, weights[row][place]))
            other = self._rival(field, columns, (weights, row, place, best))
            if other is not None:
                choices = (self._sample(columns[place]), self._sample(other))
                self.problems.append(Problem(field=field.name, choices=choices))
        return matches

    def _rival(
        self, field: Field, columns: Sequence[Column], solved: tuple[Sequence[Sequence[float]], int, int, float]
    ) -> Column | None:
        weights, row, place, best = solved
        trial = [list(line) for line in weights]
        for other, weight in enumerate(weights[row]):
            if weight and not self._differ(field, columns[place], columns[other]):
                trial[row][other] = 0.0  # the same values from another element are no other reading
        again = assign(trial)
        rival = again[row]
        if rival is None or best - _total(trial, again) > (1 - _NEAR) * weights[row][place]:
            return None
        return columns[rival]

    def _weight(self, field: Field, column: Column, *, leading: bool) -> float:
        """The quality of a column for a field by its type alone; only the leading text field is the title."""
        quality = self._quality(field, column, "type")
        if quality < _ENOUGH:
            return 0.0
        if field.type.kind == "text" and not field.type.many:
            quality *= self._standing(column) if leading else _NO_TITLE
        elif field.type.kind == "link" and not leading:
            quality = min(quality, _NO_TITLE)
        return quality

    def _quality(self, field: Field, column: Column, tier: Tier) -> float:
        share = self._share(field, column)
        if tier in {"label", "name", "at"}:
            share = 0.5 + 0.5 * share  # the page's own words outweigh what the texts look like
        elif not share:
            return 0.0
        many = 1.0 if field.type.many else column.multiplicity
        if tier in {"label", "name"} and column.source == "label":
            many = 1.0
        quality = share * column.coverage / (many * many) / self._bulk(field, column)
        if tier == "type":
            quality *= self._distinct(field, column) if field.type.kind == "text" else self._current(column)
        if self._wrapper is not None and self._wrapper.anchor_of(field.name) == column.key:
            quality *= _KNOWN
        return quality

    def _bulk(self, field: Field, column: Column) -> float:
        """A hit of many texts is rather a part of the record than a cell."""
        if column.source in {"head", "label"} or field.type.many or field.type.kind in {"link", "image"}:
            return 1.0
        leaves = [self._page.leaves[hits[0][0]] for hits in column.hits if hits]
        average = sum(leaves) / len(leaves) if leaves else 1.0
        each = 0.4 if field.type.kind == "text" else 0.15
        return 1 + each * max(0.0, average - 1) + (0.02 if column.source != "path" else 0.0)

    def _standing(self, column: Column) -> float:
        """How much a text column looks like the records' title."""
        page = self._page
        first = next((hits[0][0] for hits in column.hits if hits), 0)
        around = (first, *list(page.ancestors(first))[:2])
        inside = range(first, page.nodes[first].end)
        if any(page.level(p) for p in inside) or any(
            page.level(p) and page.text[p] == page.text[first] for p in around
        ):
            return 1.0
        if any(page.nodes[p].tag == "a" and page.text[p] == page.text[first] for p in (*around, *inside)):
            links = Column("", "path", tuple(tuple(_link_hits(page, hits)) for hits in column.hits))
            return 0.7 + 0.25 * (link_quality(page, links) if is_link(page, links) else 0.0)
        if any(page.nodes[p].tag in {"strong", "b", "dt", "th"} for p in around):
            return 0.7
        return 0.6

    def _current(self, column: Column) -> float:
        """What the page marks as deleted (`del`, `s`) is an older value."""
        first = next((hits[0][0] for hits in column.hits if hits), 0)
        inner = (node.tag for node in self._page.nodes[first : self._page.nodes[first].end])
        around = (self._page.nodes[above].tag for above in list(self._page.ancestors(first))[:2])
        return 0.5 if STRUCK & {*inner, *around} and self._page.leaves[first] <= 1 else 1.0

    def _distinct(self, field: Field, column: Column) -> float:
        """Text that is the same in all of several records is template; what varies is data."""
        texts = [texts[0] for texts in self._column_texts(field, column) if texts and texts[0]]
        if len(texts) < 2:
            return 1.0
        kinds = len(set(texts))
        if kinds == 1:
            return 0.0 if len(texts) > 2 else 0.6
        return 0.6 + 0.4 * kinds / len(texts)

    def _share(self, field: Field, column: Column) -> float:
        """The share of a column's cells that could be of the field's type."""
        kind = field.type.kind
        if kind == "link":
            return self._link_share(column)
        if kind == "image":
            hits = [hits[0][0] for hits in column.hits if hits]
            return sum(map(self._pictured, hits)) / len(hits) if hits else 0.0
        shares: list[float] = []
        rows = self._column_texts(field, column)
        strange = self._strange(column, rows) if kind in _COUNTED else frozenset[int]()
        for record, texts in enumerate(rows):
            if texts:
                share = 0.0 if record in strange else self._plausible.share(kind, texts)
                if kind in {"rating", "boolean"} and share < 1:
                    share = max(share, self._shown_share(field, column, record))
                shares.append(share)
        return sum(shares) / len(shares) if shares else 0.0

    def _strange(self, column: Column, rows: Sequence[tuple[str, ...]]) -> frozenset[int]:
        """Records whose number stands among other words than in most: "Model 3" in a column of names."""
        known = self._odd.get(column.key)
        if known is None:
            tokens = {place: self._plausible.token(texts[0]) for place, texts in enumerate(rows) if texts and texts[0]}
            residues = {place: token.residue for place, token in tokens.items() if token is not None}
            common = column_residue(list(residues.values()))
            lone = len(residues) == 1
            odd = (place for place, words in residues.items() if words and not lone and not same_stem(words, common))
            known = self._odd[column.key] = frozenset(odd)
        return known

    def _shown_share(self, field: Field, column: Column, record: int) -> float:
        cell = cell_of(self._page, column, record, field)
        if field.type.kind == "boolean":
            return 1.0 if cell.checked is not None else 0.0
        return rating_share(cell.classes)

    def _pictured(self, node: int) -> float:
        """An image is sure; an element that holds one is a likely cell."""
        if self._page.nodes[node].tag == "img":
            return 1.0
        return 0.6 * any(n.tag == "img" for n in self._page.nodes[node : self._page.nodes[node].end])

    def _link_share(self, column: Column) -> float:
        if column.source in {"head", "label"}:
            having = sum(
                any(n.attributes.get("href") for n in self._page.nodes[hits[0][0] : self._page.nodes[hits[0][0]].end])
                for hits in column.hits
                if hits
            )
            return 0.6 * having / column.filled if column.filled else 0.0
        return link_quality(self._page, column) if is_link(self._page, column) else 0.0

    def _column_texts(self, field: Field, column: Column) -> list[tuple[str, ...]]:
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
        head = column.source == "head"
        key = (hits[0], family, head)
        known = self._plausible.readings.get(key)
        if known is None:
            known = self._plausible.readings[key] = self._hit_texts(field, hits[0], family, head=head)
        return known

    def _hit_texts(self, field: Field, hit: Hit, family: str, *, head: bool) -> tuple[str, ...]:
        node = hit[0]
        if family in {"text", "number"} or (self._page.nodes[node].tag == "#text" and family != "date"):
            text = text_at(self._page, hit, head=head, field=field)
            return (text,) if text else ()
        if self._page.leaves[node] > 6:
            return (self._page.text[node],)
        cell = cell_at(self._page, (hit,), field, head=head)
        texts = (cell.text, *cell.attributes)
        return texts if any(texts) or cell.classes or cell.checked is not None else ()

    def _differ(self, field: Field, one: Column, other: Column) -> bool:
        """Whether two columns read differently in some record that both have."""
        if field.type.kind in {"link", "image"}:
            pairs = range(len(one.hits))
            return any(
                cell_of(self._page, one, r, field).address != cell_of(self._page, other, r, field).address
                for r in pairs
            )
        mine_, theirs = self._column_texts(field, one), self._column_texts(field, other)
        return any((a[:1] or ("",)) != (b[:1] or ("",)) for a, b in zip(mine_, theirs, strict=True))

    def _sample(self, column: Column) -> str:
        texts = [self._page.text[hits[0][0]] for hits in column.hits if hits]
        quoted = ", ".join(repr(text[:40]) for text in texts[:2] if text)
        return f"{column.shown or column.key.rpartition('/')[2]} ({quoted})"


def _link_hits(page: Outline, hits: Sequence[Hit]) -> list[Hit]:
    """The links at the same distance from a text in the other records."""
    if not hits:
        return []
    node = hits[0][0]
    for place in (node, *list(page.ancestors(node))[:2], *range(node, page.nodes[node].end)):
        if page.nodes[place].tag == "a":
            return [(place, None)]
    return []


def _leading(fields: Sequence[Field]) -> frozenset[str]:
    """Of the open text fields the one that is the records' title, and the first link."""
    texts = [field.name for field in fields if field.type.kind == "text" and not field.type.many]
    title = next((name for name in texts if name in {"name", "title"}), texts[0] if texts else "")
    links = [field.name for field in fields if field.type.kind == "link" and not field.type.many]
    return frozenset({title, *links[:1]})


def _total(weights: Sequence[Sequence[float]], chosen: Sequence[int | None]) -> float:
    return sum(weights[row][place] for row, place in enumerate(chosen) if place is not None)
