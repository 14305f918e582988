"""Chooses the column of a field: by what names it first; then by type, over all fields at once.

Where another solution is as good and reads other values, both are told.
"""

from collections.abc import Sequence

from msgspec import Struct

from webdart.records.cells.links import by_icons, names_another
from webdart.records.coerce.numbers import asks_for, same_stem
from webdart.records.columns.column_names import Naming, Texts, are_mostly, shows_all, words_of_head
from webdart.records.columns.image_names import DEPICTED
from webdart.records.columns.markup_hints import LAST, is_marked
from webdart.records.columns.mined_columns import Column, Tier
from webdart.records.columns.sole_values import PAID
from webdart.records.columns.synonyms import related
from webdart.records.detail.main_heading import main_heading
from webdart.records.detail.own_page import OwnPage
from webdart.records.detail.ownership import Ownership
from webdart.records.matching.assignment import assign, total
from webdart.records.matching.column_score import Quality, asks_paid, located_quality
from webdart.records.matching.link_names import CALLED, columns_of_label, columns_spelled_otherwise, is_called_link
from webdart.records.matching.linked_values import agreed, is_marked_better
from webdart.records.matching.running_text import WHOLE, are_alike, are_lines, are_words, is_behind, is_torn_from
from webdart.records.matching.title_score import PLAIN, TitleScore, are_links, led_to, linked
from webdart.records.matching.type_share import Shares
from webdart.records.query.ambiguity import two_columns, two_fields
from webdart.records.query.field_matches import TITLES, Match, Sought, asks_for_amount, label_of, says_type, title_of
from webdart.records.query.spec import Problem
from webdart.records.structure.grid import Grid
from webdart.records.words import default_label, is_placeholder, names_a_number, names_a_time, names_prose, plain
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field

_ENOUGH = 0.25  # below this a column is no candidate by its type
_SURE = 0.5  # and below this one that is marked, unless it is a text by itself: "1210" is one if it is called so
_NEAR = 0.94  # two solutions this near to each other are equally good
_NEAR_TEXT = 0.5  # the same for texts that nothing names and that are no title: any two that are texts at all
_NEAR_ON_A_PAGE = 0.7  # which has prices of other things, too
_LIKELY = 0.4  # two solutions this near to each other are told: most records have the value that is less likely
_NO_TITLE = 0.6  # what a text that is no title weighs; so does a link that is not the record's own
_NOT_THE_TITLES = 0.5  # what another link weighs beside the one that the title is
_NO_PROSE = 0.3  # what a text that is marked as a title weighs for what is told of a thing, and what a word does
_BEHIND_ITS_NAME = 0.9  # what "Bill 12" weighs for a bill's number, beside one that stands alone
_OTHER_NUMBER = 0.5  # what a number among other words weighs for a field that is called one
_UNPAID = 0.5  # what a bare number weighs for a field that is called a price, where records show amounts
_FOR_MEASURE = 0.5  # what the price of a kilo weighs for a price, where records show prices of things
_NO_NUMBER = 0.3  # what words weigh for a field that is called a number
_NOT_THAT = 0.8  # what a moment weighs for a text that is called after none, and what is none for one that is
_TITLED_OTHERWISE = 0.8  # what a text weighs that the page calls otherwise: a title may well stand under "Product"
_CALLED_OTHERWISE = 0.5  # what an amount, a number or a date weighs that the page calls otherwise
_TWICE = 1.25  # what a title may weigh more that comes again in half of the records: "Add to cart" in all is none
_MARKED = 0.8  # what a column of another name weighs that the mark-up calls by the field's
_CALLED_SO_TOO = 0.95  # what a column weighs whose name has the field's in it: "Regular price"
_BEHIND_ANOTHER = 0.35  # what is told of a thing weighs in the cell of another field, behind what its head names
_UNNAMED = frozenset({"link", "image"})  # addresses, whatever the words in front of them


class _Table(Struct, frozen=True):
    """Weights by field and group of columns, and each field's best column of a group."""

    weights: list[list[float]]
    columns: Sequence[Sequence[Column]]

    def column(self, row: int, place: int) -> Column:
        """The column that a field has of a group."""
        return self.columns[row][place]


class Judge:
    """Weighs the columns of one region for its fields."""

    def __init__(self, sought: Sought, columns: Sequence[Column], grid: Grid | None = None) -> None:
        self._page = sought.page
        self._plausible = sought.plausible
        self._wrapper = sought.wrapper
        self._own = OwnPage(sought.page, sought.plausible) if sought.spec.kind != "listing" else None
        self._whose = Ownership(sought.page, self._own)
        self._told = sought.spec.ruling.columns
        self._columns = columns
        self.shares = Shares(sought.page, sought.plausible)
        self._naming = Naming(sought.page, columns, grid, sought.plausible)
        self._title = title_of(sought.by_column)
        self._labels = frozenset(sought.wanted())
        texts = (label_of(field) for field in sought.by_column if field.type.kind == "text")
        self._numbered = [label for label in texts if names_a_number(label)]
        self._standing = TitleScore(sought.page, columns)
        whole = next((c for c in columns if c.key == WHOLE), None) if len(sought.by_column) == 1 else None
        self._lines = (
            whole is not None and self._own is None and are_lines(sought.page, whole, named=self._title in TITLES)
        )
        self._quality = Quality(sought.page, self.shares, self._standing, self._wrapper, lines=self._lines)
        self._titled_at: tuple[str, ...] = ()  # where the titles' own links lead
        self._icons = False  # whether the titles lead nowhere, and links without words do
        self._named: dict[str, bool] = {}
        self._paid: Sequence[Column] | None = None  # the columns of amounts
        self.problems: list[Problem] = []

    def certain(self, field: Field) -> Match | None:
        """The column that a locator, a label, a mark or the listed words name, or that was told."""
        if field.target is not None or any(c.key == f"at:{field.name}" for c in self._columns):
            column = next((c for c in self._columns if c.key == f"at:{field.name}"), None)
            return Match(column, "at", located_quality(field, column)) if column else None
        if field.name in self._told:
            column = next((c for c in self._columns if c.key == self._told[field.name]), None)
            return Match(column, "told", column.coverage) if column else None
        label = label_of(field)
        if self._titled(field, label):
            heading = self._heading()
            if heading is None or self._page.level(heading.column.nodes[0][0]) != 1:
                heading = self._named_beside(field, label) or heading
            if heading is not None:
                return heading
        named = columns_of_label(self._columns, field, label)
        if field.label is None:
            named = [c for c in named if self._may_be_named(field, c)]
        named = named or self._worded(field, label)
        if named:
            return self._best(field, self._agreed(field, named), "label" if field.label is not None else "name")
        return None if field.label is not None else self._hinted(field, label) or self._spelled(field, label)

    def _spelled(self, field: Field, label: str) -> Match | None:
        """The column whose label is the field's name, parted otherwise, or whose head means the same."""
        named = [c for c in columns_spelled_otherwise(self._columns, label) if self._may_be_named(field, c)]
        named = named or [c for c in self._naming.headed(label, self._labels - {label}) if self._fits(field, c)]
        return self._best(field, named, "name") if named else None

    def _fits(self, field: Field, column: Column) -> bool:
        """Whether texts under a head of the same meaning may be the field's: of its type, and not of another."""
        counts, label = self.shares.are_amounts(field, column) or self._are_numbers(column), label_of(field)
        timely = names_a_time(label) == self.shares.are_moments(column, called=names_a_time(label))
        fits = field.type.kind != "text" or names_a_number(label) or (timely and (names_a_time(label) or not counts))
        return fits and self.shares.share(field, column) > 0 and self._may_be_named(field, column)

    def _may_be_named(self, field: Field, column: Column) -> bool:
        """Whether what stands where a name says may be of the field's type: a link of that name is, to mail as well."""
        if self._whose.is_a_list(field, column):
            return False
        is_link = column.key.startswith(CALLED)
        return column.source == "head" or is_link or self._blank(column) or self.shares.share(field, column) > 0

    def _blank(self, column: Column) -> bool:
        """Whether a label's places are all empty: the page has the field, and nothing in it."""
        texts = [self._page.text[node] if part is None else part for hits in column.hits for node, part in hits]
        return column.source == "label" and all(map(is_placeholder, texts))

    def _hinted(self, field: Field, label: str) -> Match | None:
        """The column that the page's data or its mark-up calls by the field's name, or that has the listed words."""
        linked, marked = self._linked(field), self._marked(field, label)
        if linked is None or (marked is not None and is_marked_better(self._page, field, marked.column, linked)):
            return marked
        return Match(linked, "mark", 1.0)

    def _linked(self, field: Field) -> Column | None:
        return next((column for column in self._columns if column.key == f"linked:{field.name}"), None)

    def _agreed(self, field: Field, named: Sequence[Column]) -> Sequence[Column]:
        """Of several columns of one name those that say what the page's data says, where any does."""
        return agreed(self._page, field, named, self._linked(field)) if len(named) > 1 else named

    def _marked(self, field: Field, label: str) -> Match | None:
        """The column that the mark-up calls by the field's name, or that has the listed words."""
        marked = [
            column
            for column in self._columns
            if is_marked(self._page, column, label)
            and not self._has_labels(column)
            and self.shares.share(field, column) >= (_ENOUGH if self._is_one_text(field, column) else _SURE)
            and not self._whose.is_of_another(field, column)
            and not says_type(field, label)
            and not self._whose.is_a_list(field, column)
        ]
        if marked:
            return self._best(field, self._paid_now(field, marked) or marked, "mark")
        words = {plain(word) for word in (*field.words, *(field.mapping or {}))}
        listed = [column for column in self._columns if words and self._listed(column, words) >= 0.8]
        return self._best(field, listed, "words") if listed else self._whose.signed(field, label, self._columns)

    def _is_one_text(self, field: Field, column: Column) -> bool:
        """Whether each of a text field's elements holds one text: a name is more than "1.", a day more than "20"."""
        called = label_of(field)
        title = field.name == self._title and (called in TITLES or self._are_numbers(column))
        text = field.type.kind == "text" and not title and not names_a_time(called)
        return text and all(self._page.leaves[hits[0][0]] <= 1 for hits in column.hits if hits)

    def _are_numbers(self, column: Column) -> bool:
        """Whether the texts are bare numbers: a title is none, whatever a class calls them."""
        return all(self._page.text[hits[0][0]].strip(".#").isdigit() for hits in column.hits if hits)

    def _has_labels(self, column: Column) -> bool:
        """Whether what a page labels for declared fields stands in the elements of a column: records, and no value."""
        return any(one.source == "label" and self._holds(column, one) for one in self._columns)

    def _titled(self, field: Field, label: str) -> bool:
        """On a record's own page, `name` and `title` are its main heading."""
        return self._own is not None and field.label is None and label in TITLES and field.type.kind == "text"

    def _named_beside(self, field: Field, label: str) -> Match | None:
        """The one text that a label of a record's page names."""
        named = [c for c in self._columns if c.source == "label" and label in c.labels and not self._blank(c)]
        return self._best(field, named, "name") if len(named) == 1 and named[0].multiplicity == 1 else None

    def _heading(self) -> Match | None:
        heading = main_heading(self._page)
        return None if heading is None else Match(Column("heading", "path", (((heading, None),),)), "mark", 1.0)

    def _best(self, field: Field, columns: Sequence[Column], tier: Tier) -> Match | None:
        """The best of columns that are all named alike; two equally good ones with other values are a problem."""
        ranked = sorted(((self._quality.of(field, column, tier), -n) for n, column in enumerate(columns)), reverse=True)
        best = columns[-ranked[0][1]]
        for quality, place in ranked[1:]:
            other = columns[-place]
            if (
                quality >= ranked[0][0] * (_NEAR if self._own is None else _NEAR_ON_A_PAGE)
                and (other.source == best.source or tier == "mark")
                and self.shares.differ(field, best, other)
            ):
                self.problems.append(self._doubt(field, best, other))
                break
        return Match(best, tier, min(1.0, ranked[0][0]))

    def _worded(self, field: Field, label: str) -> list[Column]:
        """Number columns whose constant words are the label: "12 reviews" for `reviews`."""
        if field.type.kind not in NUMERIC | {"money", "duration"} or not label:
            return []
        found: list[Column] = []
        for column in self._columns:
            texts = [self._page.text[hits[0][0]] for hits in column.hits if hits and not hits[0][1]]
            if not texts or len(texts[0]) > 80 or not any(c.isdigit() for c in texts[0]):
                continue  # the whole text, also what is there for screen readers: "12 Replies" may be seen as 12
            tokens = [self._plausible.token(text) for text in texts]
            like = sum(1 for token in tokens if token and token.residue and asks_for(label, plain(token.residue)))
            if like * 2 > len(texts):
                found.append(column)
        return found

    def _paid_now(self, field: Field, marked: Sequence[Column]) -> Sequence[Column]:
        """The columns that say what the one amount of each record says that is paid now, where there is such a one."""
        paid = next((one for one in self._columns if one.key == PAID), None)
        return marked if paid is None else [one for one in marked if not self.shares.differ(field, one, paid)]

    def _listed(self, column: Column, words: set[str]) -> float:
        texts = [plain(self._page.text[hits[0][0]]) for hits in column.hits if hits]
        texts = [text for text in texts if text]
        return sum(text in words for text in texts) / len(texts) if texts else 0.0

    def by_type(
        self, fields: Sequence[Field], taken: Sequence[Column], title: Column | None = None
    ) -> dict[str, Match]:
        """Solve fields × columns, then look for another solution that is as good and reads other values.

        Columns that show one text in two wrappers are one; a text that a named field has is nobody else's. The link
        of the records' `title` goes before every other link.
        """
        self._titled_at = led_to(self._page, title, self._columns) if title is not None else ()
        self._icons = title is not None and bool(by_icons(self._page, title, self._columns))
        fields = [field for field in fields if not self._named_before(field)]
        table = self._table(fields, taken)
        chosen = assign(table.weights)
        while self._parted(fields, table, chosen):
            chosen = assign(table.weights)
        best = total(table.weights, chosen)
        matches: dict[str, Match] = {}
        leading = self._leading(fields)
        texts = [*taken, *(table.column(row, place) for row, place in enumerate(chosen) if place is not None)]
        for row, field in enumerate(fields):
            place = chosen[row]
            if place is None:
                continue
            column, solved, kind = table.column(row, place), (row, place, best), field.type.kind
            weight = table.weights[row][place] / self._ceiling(field, column, leading=field.name in leading)
            matches[field.name] = Match(column, "type", min(1.0, weight), self._other_name(field, column))
            rival = self._called_elsewhere(field, column)
            if rival is None and (field.name not in leading or kind != "link"):
                rival = self._rival(field, table, solved, texts, leading=field.name in leading)
            if rival is not None:  # of links the first that differs is the record's
                self.problems.append(self._doubt(field, column, rival))
                continue
            self._shared(fields, table, (row, place, best), chosen)
            if self._quality.is_nameless(field, column):
                likely = self._rival(field, table, solved, texts, leading=False, near=_LIKELY)
                if (
                    likely
                    and self._foreign(field, likely) == 1.0
                    and not self._quality.differ_in_kind(field, column, likely)
                ):
                    matches[field.name] = replace(matches[field.name], rival=likely)
        return matches

    def _leading(self, fields: Sequence[Field]) -> frozenset[str]:
        """Of the open fields the one that is the records' title, if it is open, and the first link."""
        links = [field.name for field in fields if field.type.kind == "link" and not self._leads_aside(field)]
        titles = [field.name for field in fields if field.name == self._title and not self._named_elsewhere(field)]
        titles = [name for name in titles if not names_a_number(default_label(name)) or len(fields) == 1]
        return frozenset({*titles, *links[:1]})

    def _named_elsewhere(self, field: Field) -> bool:
        """Whether the mark-up calls another column by the field's name than the one that looks like a title.

        The first text of a file is what its records are called, unless it says that it is not: `seller`.
        """
        if field.name in TITLES:
            return False
        named = self._named.get(field.name)
        if named is None:
            texts = [c for c in self._columns if c.source != "label" and self.shares.share(field, c) >= _ENOUGH]
            titled = max(texts, key=self._standing.of, default=None)
            called = [c for c in texts if self._quality.hint(field, c) == LAST]
            named = bool(called) and titled is not None and self._quality.hint(field, titled) != LAST
            self._named[field.name] = named
        return named

    def _leads_aside(self, field: Field) -> bool:
        """Whether a field is no link of the record: several, or one that a mark or an address calls by its name."""
        if field.type.many or is_called_link(label_of(field)):
            return field.type.many
        links = [c for c in self._columns if c.source != "label" and self.shares.share(field, c) >= _ENOUGH]
        links.sort(key=lambda c: (self._leads_elsewhere(c), -self._quality.of(field, c, "type")))
        return LAST in [self._quality.hint(field, c) for c in links] and self._quality.hint(field, links[0]) != LAST

    def _called_elsewhere(self, field: Field, column: Column) -> Column | None:
        """The column that the mark-up calls by the name of a field of numbers, where another looks more like one."""
        if field.type.kind not in NUMERIC or self._quality.hint(field, column) != 1.0:
            return None
        called = (one for one in self._columns if one.source == "path" and self._quality.hint(field, one) == LAST)
        apart = (one for one in called if not self._holds(one, column) and not self._holds(column, one))
        return next((one for one in apart if self.shares.differ(field, column, one)), None)

    def _parted(self, fields: Sequence[Field], table: _Table, chosen: Sequence[int | None]) -> bool:
        """Take from a field what holds another's value and more (a cell, a card); whether there was such a one.

        Of texts any: the inner one is named by itself. Of other types what says the same by one sign ("Wifi ✓").
        """
        filled = [(row, place) for row, place in enumerate(chosen) if place is not None]
        for row, place in filled:
            whole, kind = table.column(row, place), fields[row].type
            for other in filled:
                part = table.column(*other)
                same = other[0] != row and fields[other[0]].type == kind and not kind.many and self._holds(whole, part)
                if same and (kind.kind == "text" or not self.shares.differ(fields[row], whole, part)):
                    table.weights[row][place] = 0.0
                    return True
        return False

    def _holds(self, whole: Column, part: Column) -> bool:
        """Whether a column's elements are around another's, in most records that have both."""
        nodes = self._page.nodes
        pairs = [(a[0][0], b[0][0]) for a, b in zip(whole.hits, part.hits, strict=True) if a and b]
        return sum(a < b < nodes[a].end for a, b in pairs) * 2 > len(pairs)

    def _named_before(self, field: Field) -> bool:
        """Whether earlier pages called a column by the field's name: a page without that name has no such column."""
        anchor = self._wrapper.anchors.get(field.name) if self._wrapper is not None else None
        return anchor is not None and anchor.tier in {"label", "told", "name"}

    def _table(self, fields: Sequence[Field], taken: Sequence[Column]) -> _Table:
        """The weights of fields by what texts show; of several columns around one text each field has its best.

        Of equals a title has the link: what a record is called, whatever stands beside it in records yet to come.
        """
        said = {self._said(column) for column in taken}
        owned = [self._naming.texts(column) for column in taken]
        free = [c for c in self._columns if c.source != "label" and self._said(c) not in said]
        leading = self._leading(fields)
        groups: dict[Texts, list[tuple[Column, list[float]]]] = {}
        for column in free:
            weights = [
                0.0
                if self._repeats(field, column, taken) or self._is_around(field, column, taken)
                else self._weight(field, column, leading=field.name in leading)
                for field in fields
            ]
            if any(weights):
                texts = self._naming.texts(column)
                if column.source == "only":  # the same amounts, found in another way
                    texts = next((known for known in groups if shows_all(known, texts)), texts)
                parts = self._own is not None and any(self._holds(whole, column) for whole in taken)
                if not parts and not any(are_mostly(texts, other) for other in owned):
                    groups.setdefault(texts, []).append((column, weights))
        best = [
            [
                max(group, key=lambda entry: (entry[1][row], field.name in leading and are_links(self._page, entry[0])))
                for group in groups.values()
            ]
            for row, field in enumerate(fields)
        ]
        return _Table(
            [[weights[row] for _, weights in line] for row, line in enumerate(best)],
            [[column for column, _ in line] for line in best],
        )

    def _repeats(self, field: Field, column: Column, taken: Sequence[Column]) -> bool:
        """Whether what is around another field's sign says yes or no by that sign alone."""
        around = [one for one in taken if self._holds(column, one)] if field.type.kind == "boolean" else []
        return any(not self.shares.differ(field, column, one) for one in around)

    def _is_around(self, field: Field, column: Column, taken: Sequence[Column]) -> bool:
        """Whether a text is what several named fields stand in: a card, and nothing that a record is called."""
        if field.type.kind != "text" or field.type.many:
            return False
        return len({one.hits for one in taken if self._holds(column, one)}) > 1

    def _other_name(self, field: Field, column: Column) -> str:
        """The name that the page gives a column, where it is not the field's."""
        if field.type.kind in _UNNAMED:
            return ""
        name, shown = self._naming.called(column, field.type.kind)
        return shown if name and name != label_of(field) and label_of(field) not in words_of_head(name) else ""

    def _foreign(self, field: Field, column: Column) -> float:
        """What a column of another name weighs for a field: nothing where that name is another declared field's."""
        (name, _), label = self._naming.called(column, field.type.kind), label_of(field)
        if field.type.kind in _UNNAMED or name == label or label in column.labels:
            return 1.0
        if name and any(same_stem(name, other) for other in self._labels - {label}):
            return _BEHIND_ANOTHER if names_prose(label) and is_behind(self._page, column) else 0.0
        alike = self._naming.alike(label, field.type.kind)
        if len(alike) == 1 and name not in alike:
            return _CALLED_OTHERWISE
        if not name:
            return 1.0
        if label in words_of_head(name) or self._is_part(name, label) or related(label, name):
            return _CALLED_SO_TOO
        return _TITLED_OTHERWISE if field.type.kind == "text" else _CALLED_OTHERWISE

    def _is_part(self, name: str, label: str) -> bool:
        """Whether a name has words of this field's alone: "Prep" of a preparation and a cooking time."""
        words = set(words_of_head(name))
        others = (set(other.split()) for other in self._labels - {label})
        return set() < words < set(label.split()) and not any(words <= other for other in others)

    def _doubt(self, field: Field, one: Column, other: Column) -> Problem:
        """Two columns that one field could be."""
        return two_columns(
            field, self.shares.shown(one, self._naming, other), self.shares.shown(other, self._naming, one)
        )

    def _shared(
        self, fields: Sequence[Field], table: _Table, solved: tuple[int, int, float], chosen: Sequence[int | None]
    ) -> None:
        """One text and two fields of its type, which nothing tells apart: neither may have it."""
        row, place, best = solved
        alike = [n for n, f in enumerate(fields) if chosen[n] is None and f.type == fields[row].type]
        for other in alike:
            trial = [list(line) for line in table.weights]
            trial[row][place] = 0.0
            again = assign(trial)
            if again[other] == place and best - total(trial, again) <= (1 - _NEAR) * table.weights[row][place]:
                sample = self.shares.shown(table.column(row, place), self._naming)
                self.problems.append(two_fields(fields[row], fields[other], sample))
                return

    def _said(self, column: Column) -> tuple[str, ...]:
        """What a column's elements show, record by record (of an empty element, which one it is)."""
        firsts = (hits[0][0] if hits else -1 for hits in column.hits)
        return tuple(self._page.text[first] or str(first) if first >= 0 else "" for first in firsts)

    def _rival(
        self,
        field: Field,
        table: _Table,
        solved: tuple[int, int, float],
        others: Sequence[Column],
        *,
        leading: bool,
        near: float = _NEAR,
    ) -> Column | None:
        """Another column that the field could as well be; `others` are the columns of the other text fields."""
        row, place, best = solved
        trial = [list(line) for line in table.weights]
        mine = table.column(row, place)
        for other, weight in enumerate(table.weights[row]):
            column = table.column(row, other)
            if weight and (
                not self.shares.apart(field, mine, column)  # the same values from another element
                or any(self._holds(column, known) or is_torn_from(self._page, column, known) for known in others)
                or (field.type.kind == "text" and (self._standing.is_count(column) or self._defines(mine, column)))
                or (self._bare(field, mine) and not leading and self._anothers(field, column, others))
            ):
                trial[row][other] = 0.0
            elif leading and not self._anothers(field, column, others):
                trial[row][other] *= self._as_title(field, mine, column)
        again = assign(trial)
        rival = again[row]
        near = _NEAR_TEXT if self._bare(field, mine) and not leading else near
        if rival is None or best - total(trial, again) > (1 - near) * table.weights[row][place]:
            return None
        return table.column(row, rival)

    def _as_title(self, field: Field, mine: Column, other: Column) -> float:
        """How much more another column weighs by its mark-up alone than as the title.

        A field may be a code as well as what a record is called (`tag`, `order`, not `title`), and what records are
        called may come again (a product that is ordered twice) where the mark-up sets it off more than the one taken.
        """
        if field.type.kind != "text":
            return 1.0
        code = self._standing.as_code(other) if field.name not in TITLES and not self._standing.is_coded(mine) else 1.0
        again = self._quality.repeats(field, other) if self._standing.of(other) > self._standing.of(mine) else 1.0
        return code * (again if again <= _TWICE else 1.0)

    def _defines(self, whole: Column, part: Column) -> bool:
        """Whether a column is what a list of definitions says of each term, and another a part of that: a paragraph."""
        tags = [self._page.nodes[hits[0][0]].tag for hits in whole.hits if hits]
        return tags.count("dd") * 2 > len(tags) and self._holds(whole, part)

    def _anothers(self, field: Field, column: Column, others: Sequence[Column]) -> bool:
        """Whether a column is another field's, or shows the same texts by another element."""
        return any(column is known or not self.shares.differ(field, column, known) for known in others)

    def _bare(self, field: Field, column: Column) -> bool:
        """Whether nothing but being a text speaks for a column: no mark-up, and no name with the field's in it."""
        if field.type.kind != "text" or field.type.many or self._quality.hint(field, column) != 1.0:
            return False
        name, label = self._naming.called(column, field.type.kind)[0], label_of(field)
        moment = names_a_time(label) and self.shares.are_moments(column, called=True)
        named = any(same_stem(word, label) for word in words_of_head(name)) or self._is_part(name, label)
        return not moment and not named

    def _weight(self, field: Field, column: Column, *, leading: bool) -> float:
        """The quality of a column for a field by its type alone; only the leading text field is the title."""
        quality = self._quality.of(field, column, "type")
        unasked = column.key == DEPICTED and not (leading and field.name in TITLES)
        if quality < _ENOUGH or unasked:
            return 0.0
        marked = self._whose.hint(field, column, self._quality.hint(field, column))
        if not self._whose.speaks(field, column, marked, self._foreign):
            return 0.0
        quality *= self._whose.weighs(field, column)
        foreign = self._foreign(field, column)
        quality *= max(foreign, _MARKED if marked == LAST else 0.0)
        if foreign == _CALLED_SO_TOO and field.type.kind == "text" and column.source == "head":
            quality *= self._quality.repeats(field, column)
        if field.type.kind == "text" and not field.type.many:
            quality *= self._as_text(field, column, leading=leading, marked=marked)
        elif (field.type.kind == "money" or asks_for_amount(field)) and self._shows_amounts(field):
            quality *= self._as_price(field, column, marked=marked)
        elif field.type.kind == "link" and not leading:
            quality = min(quality, 1.0 if marked == LAST and not field.type.many else _NO_TITLE)
        elif field.type.kind == "link" and self._leads_elsewhere(column):
            quality *= _NOT_THE_TITLES
        return quality * marked

    def _ceiling(self, field: Field, column: Column, *, leading: bool) -> float:
        """What a column could weigh for a field: a text that is no title less, unless the mark-up names it."""
        named = field.type.kind == "text" and not leading and self._quality.hint(field, column) == LAST
        return _NO_TITLE if named else 1.0

    def _as_text(self, field: Field, column: Column, *, leading: bool, marked: float) -> float:
        """What a text weighs for a field by what it says: as the title, as another text, not at all."""
        same = not leading and marked == 1.0 and are_alike(self._page, column)
        if same or self._standing.is_initials(column) or self._whose.is_credit(field, column):
            return 0.0
        label, line = label_of(field), self._lines and column.key == WHOLE
        weight = (1.0 if line else self._standing.of(column)) if leading else _NO_TITLE
        if self.shares.are_moments(column, called=names_a_time(label)) != names_a_time(label):
            weight *= _NOT_THAT
        weight *= self._as_number(field, column)
        titled = marked != LAST and self._standing.of(column) > PLAIN
        if names_prose(label) and (titled or (marked == 1.0 and are_words(self._page, column))):
            weight *= _NO_PROSE
        return weight

    def _as_price(self, field: Field, column: Column, *, marked: float) -> float:
        """What a column weighs for a price where records show amounts: no bare number, nor what a measure costs."""
        if not self.shares.are_amounts(field, column):
            return 1.0 if field.type.kind == "money" else _UNPAID
        if asks_paid(field) and not self._paid_now(field, (column,)):
            return _UNPAID
        if marked == LAST or not self.shares.are_for_measures(field, column):
            return 1.0
        return _FOR_MEASURE if any(self._is_whole_price(field, other) for other in self._paid or ()) else 1.0

    def _is_whole_price(self, field: Field, column: Column) -> bool:
        """Whether amounts stand alone, with no word beside them, no other name and not drawn through."""
        alone = self.shares.are_bare_amounts(field, column)
        return alone and self._foreign(field, column) == self._standing.current(column) == 1.0

    def _shows_amounts(self, field: Field) -> bool:
        """Whether some column shows amounts of money."""
        if self._paid is None:
            self._paid = [column for column in self._columns if self.shares.are_amounts(field, column)]
        return bool(self._paid)

    def _leads_elsewhere(self, column: Column) -> bool:
        """Whether a link is another one than the titles', or has other words where only icons lead to the records."""
        if any(self._titled_at):
            return linked(self._page, column) != self._titled_at
        return self._icons and names_another(self._page, column)

    def _as_number(self, field: Field, column: Column) -> float:
        """What a column of words weighs for a field that is called a number, and one of numbers beside such a field."""
        label = label_of(field)
        if not names_a_number(label):
            coded = any(self._standing.is_coded(column, number) for number in self._numbered)
            return _NOT_THAT if coded else 1.0
        if self._standing.is_coded(column, label):
            return 1.0 if self._standing.is_coded(column) else _BEHIND_ITS_NAME
        return _OTHER_NUMBER if self._standing.has_digits(column) else _NO_NUMBER
