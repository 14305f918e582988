"""A page read a second time, by its record sets, and weighed with what the rules read.

What both read is more probable than what one reads alone: a set whose records are those of the rules gains, and a
column has to outweigh the one that the rules took.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from webdart.errors import WebdartError
from webdart.extract.comparison import address_of, agreement, cell_of, folded, is_comparable, value_of
from webdart.extract.match.joint import Reading, ranked, readings
from webdart.extract.model import Column, FieldSpec, RecordSet
from webdart.extract.named_columns import named_columns
from webdart.extract.page import Page, page_from_view
from webdart.extract.score import load
from webdart.extract.sets import record_sets
from webdart.lexicon.phrases import code_of
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec, Wrapper
from webdart.records.coerce import coerce_column
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.coerce.yearless_days import day_without_year
from webdart.records.columns.control_states import control_state
from webdart.records.query.field_matches import Sought, asks_for_amount, whole_record
from webdart.records.query.scope import scope_of
from webdart.records.structure.outline import outline
from webdart.values import replace
from webdart.workflow.model import Field, Value

_CELL = 5_000  # letters of a cell that are read as a value
_PARTLY = frozenset({"no record", "not read", "several lists", "apart", "no match"})
"""Remarks of the rules that their records may not be all, or others."""


@dataclass(frozen=True)
class SecondReading:
    """The page as its record sets have it, the best reading first; none where it can't be read so."""

    page: Page
    sources: "Sources"
    readings: Sequence[Reading]

    @property
    def spec(self) -> ListingSpec:
        """What is looked for."""
        return self.sources.spec

    @property
    def sought(self) -> Sought:
        """The same, on the page as the rules see it."""
        return self.sources.sought

    def is_long_enough(self, reading: Reading) -> bool:
        """Whether a set has as many records as speak against others; fewer in a part that the file names."""
        named = self.spec.extract.within is not None
        return not self.is_short(reading) or (
            named and len(reading.record_set) >= load("second_opinion")["records_within"]
        )

    def is_short(self, reading: Reading) -> bool:
        """Whether a set has so few records that it can't be certain."""
        return len(reading.record_set) < load("second_opinion")["records"]

    @cached_property
    def mapped(self) -> Sequence[Field]:
        """The fields whose columns are chosen among those of a set."""
        return [field for field in self.spec.sought if is_told_by_column(field) and not whole_record(field)]

    @cached_property
    def _values(self) -> dict[tuple[int, str], Sequence[Value] | None]:
        return {}

    @cached_property
    def share(self) -> float:
        """The probability of the best reading's answer: other sets may say the same."""
        if not self.readings:
            return 0.0
        answer = self._answer(self.readings[0])
        return sum(one.score for one in self.readings if self._answer(one) == answer)

    @cached_property
    def by_records(self) -> Sequence[tuple[float, Sequence[Reading]]]:
        """The readings by their records, which differ in how far each record reaches; the most probable first."""
        groups: list[list[Reading]] = []
        for one in self.readings:
            same = (group for group in groups if len(group[0].record_set) == len(one.record_set))
            group = next((group for group in same if self._lie_in(one, group[0])), None)
            if group is None:
                groups.append([one])
            else:
                group.append(one)
        found = [(sum(one.score for one in group), group) for group in groups]
        return sorted(found, key=lambda one: -one[0])

    def share_within(self, whole: Reading) -> float:
        """The probability that the records are those of a reading, or some of them."""
        return sum(one.score for one in self.readings if self._lie_in(one, whole))

    def _lie_in(self, part: Reading, whole: Reading) -> bool:
        """Whether each record of a reading lies in one of another, or around just one, no two at the same."""
        bounds, places = self._bounds(whole.record_set), list[int]()
        starts, ends = [start for start, _ in bounds], [end for _, end in bounds]
        for first, last in self._bounds(part.record_set):
            met = range(bisect_right(ends, first), bisect_left(starts, last))
            if len(met) != 1:
                return False
            places += met
        return len(set(places)) == len(places)

    def are_apart(self, one: Reading, other: Reading) -> bool:
        """Whether no record of a reading stands in, around or between those of another."""
        first, second = self._bounds(one.record_set), self._bounds(other.record_set)
        return first[-1][1] <= second[0][0] or second[-1][1] <= first[0][0]

    def _bounds(self, record_set: RecordSet) -> list[tuple[int, int]]:
        """From where to where each record goes, in order."""
        return sorted((record[0], self.page.ends[record[-1]]) for record in record_set.roots)

    def _answer(self, one: Reading) -> object:
        """The cells of the fields, record by record, without the records that have none."""
        places = [one.alone[field.name].column for field in self.mapped]
        columns = [one.record_set.columns[place].values for place in places if place >= 0]
        cells = [record for record in zip(*columns, strict=True) if any(value is not None for value in record)]
        return cells or one.record_set.roots

    def weighed(self, found: Extraction) -> "SecondReading":
        """The same in sight of what the rules read: a set with their records is more probable than by itself."""
        if not found.records or any(not problem.field for problem in found.problems) or self.is_partly(found):
            return self
        weights = load("joint")
        again = [
            replace(one, odds=one.odds + weights["as_rules"]) if self.has_records_of(one, found) else one
            for one in self.readings
        ]
        return SecondReading(self.page, self.sources, ranked(again))

    @staticmethod
    def is_partly(found: Extraction) -> bool:
        """Whether the rules say themselves that their records may not be all, or others."""
        return bool(_PARTLY & _codes(found))

    def is_named(self, one: Reading, field: Field, found: Extraction) -> bool:
        """Whether a reading of the rules' records takes for a field the one column that is called just as it."""
        place = self.named(one.record_set).get(field.name, -1)
        return place == one.mapped[field.name].column and self.has_records_of(one, found)

    def named(self, record_set: RecordSet) -> Mapping[str, int]:
        """By field: the place of the one column of a set that is called just as it, and can be read as it."""
        places = named_columns(self.page, record_set, self.mapped, self.languages)
        fields = {field.name: field for field in self.mapped}
        readable = {
            name: self.values_of(record_set.columns[place], fields[name]) or () for name, place in places.items()
        }
        return {name: place for name, place in places.items() if any(one is not None for one in readable[name])}

    @cached_property
    def languages(self) -> frozenset[str]:
        """The codes of the languages that the page is in."""
        return frozenset((code_of(self.spec.locale), code_of(self.page.language)))

    def has_records_of(self, one: Reading, found: Extraction) -> bool:
        """Whether a set has as many records as the rules read, in the same part of the page or with a same column."""
        if len(one.record_set) != len(found.records):
            return False
        roots = one.record_set.roots
        if self.page.origin[self.page.common([roots[0][0], roots[-1][-1]])] == found.around:
            return True
        return any(self.is_agreed(one, field, found) for field in self.mapped if is_comparable(field))

    def agrees(self, one: Reading, found: Extraction) -> bool:
        """Whether a reading has as many records as the rules read, and the same in each comparable column."""
        fields = (field for field in self.mapped if is_comparable(field))
        return len(one.record_set) == len(found.records) and all(self.is_agreed(one, each, found) for each in fields)

    def is_agreed(self, one: Reading, field: Field, found: Extraction) -> bool:
        """Whether the column that a reading has for a field says what the rules read."""
        place = one.alone[field.name].column
        return place >= 0 and self.agreement(one.record_set.columns[place], field, found) >= _least()

    def agreement(self, column: Column, field: Field, found: Extraction) -> float:
        """The share of the records in which a column says what the rules read; -1 where it can't be the field's.

        Days without their year say the month and the day alone: the rules may have the year from a line above.
        """
        theirs = self.values_of(column, field)
        own = [value_of(record, field, self.page.url) for record in found.records]
        if theirs is None or field.type.kind not in {"date", "datetime"} or any(value is not None for value in theirs):
            return -1.0 if theirs is None else agreement(own, theirs)
        days = [day_without_year(value or "", self.spec.locale) for value in column.values]
        known = [(value.month, value.day) if isinstance(value, date) else None for value in own]
        return sum(day is not None and day == mine for day, mine in zip(days, known, strict=True)) / max(1, len(days))

    def values_of(self, column: Column, field: Field) -> Sequence[Value] | None:
        """The values of a column as the field's type; None where they cannot be read as that."""
        key = id(column), field.name
        if key not in self._values:
            self._values[key] = self._read(column, field)
        return self._values[key]

    def _read(self, column: Column, field: Field) -> Sequence[Value] | None:
        if field.type.kind == "link":
            if column.source != "@href":
                return None
            return [address_of(self.page.url, value) if value else None for value in column.values]
        cells = [cell_of(column, (value or "")[:_CELL]) for value in self._texts(column)]
        try:
            return coerce_column(field, cells, self.spec.locality).values
        except WebdartError:
            return None

    def _texts(self, column: Column) -> Sequence[str | None]:
        """The values of a column; of boxes to choose from, where they are all that it has, the one that is on."""
        page, found = self.sought.page, list(column.values)
        for place, node in enumerate(column.nodes if column.source == "text" and page.radios else ()):
            whole = self.page.origin[node] if node >= 0 else 0
            if bisect_left(page.radios, whole) == bisect_left(page.radios, page.nodes[whole].end):
                continue
            state = control_state(page, [whole])
            if state is not None and state.beside and folded(state.beside) == folded(found[place]):
                found[place] = state.words
        return found


def holds_another(field: Field, column: Column, found: Extraction) -> bool:
    """Whether what was read as a text is that of a column with another field's value beside it: "9:00 News", 9:00.

    A field that was read under a head of its own does not stand there, whatever its words are.
    """
    return _holds_two(field, _read_of(field.name, found), [folded(value) for value in column.values], found)


def is_held_with_another(field: Field, column: Column, found: Extraction) -> bool:
    """Whether a column has what was read as a text, with another field's value beside it."""
    return _holds_two(field, [folded(value) for value in column.values], _read_of(field.name, found), found)


def _read_of(name: str, found: Extraction) -> list[str]:
    return [folded(record.values.get(name)) for record in found.records]


def _holds_two(field: Field, whole: Sequence[str], part: Sequence[str], found: Extraction) -> bool:
    """Whether texts hold those of a part and the values of another field, which is not read under a head of its own."""
    if field.type.kind != "text" or len(whole) != len(found.records):
        return False
    for name in dict.fromkeys(name for record in found.records for name in record.values if name != field.name):
        if _are_headed(found, field.name, name):
            continue
        others = _read_of(name, found)
        held = [
            bool(one and value) and one in text and value in text.replace(one, "", 1) and one not in value
            for text, value, one in zip(whole, part, others, strict=True)
        ]
        if len(set(others)) > 1 and sum(held) >= _least() * len(held):
            return True
    return False


def _are_headed(found: Extraction, *names: str) -> bool:
    """Whether fields were read each under a head of its own."""
    anchors = [None if found.wrapper is None else found.wrapper.anchor_of(name) for name in names]
    return len(set(anchors)) == len(names) and all(one is not None and one.startswith("head:") for one in anchors)


def _codes(found: Extraction) -> set[str]:
    return {remark.code for remark in found.remarks}


def _least() -> float:
    return load("second_opinion")["agreement"]


@dataclass(frozen=True)
class Sources:
    """What is read: the page, what is looked for on it, and what an earlier page taught."""

    view: PageView
    spec: ListingSpec
    wrapper: Wrapper | None = None

    @cached_property
    def sought(self) -> Sought:
        """As the rules look for it."""
        page = outline(self.view, hidden=self.spec.unfolded)
        return Sought(page, self.spec, Plausible(self.spec.locale), self.wrapper)


def second_reading(view: PageView, spec: ListingSpec, wrapper: Wrapper | None = None) -> SecondReading:
    """Read a page by its record sets."""
    sources, page = Sources(view, spec, wrapper), page_from_view(view, spec.locale)
    try:
        return SecondReading(page, sources, _readings(page, sources))
    except (LookupError, ValueError, ArithmeticError, RecursionError):
        return SecondReading(page, sources, [])


def _readings(page: Page, sources: Sources) -> list[Reading]:
    spec = sources.spec
    fields = [field_spec(field) for field in spec.sought if is_told_by_column(field)]
    asked = [field.label if field.label is not None else field.name for field in fields]
    allowed = scope_of(sources.sought)

    def inside(node: int) -> bool:
        return allowed(page.origin[node])

    part = None if spec.extract.within is None else inside
    return readings(record_sets(page, of="lists", asked=asked, inside=part), fields, page, spec.locale)


def is_told_by_column(field: Field) -> bool:
    """Whether a column of texts or links says a field, where the file does not say which."""
    return field.target is None and field.source == "text"


def field_spec(field: Field) -> FieldSpec:
    """A field of the file as record sets are asked for it."""
    kind = "money" if asks_for_amount(field) else field.type.kind
    return FieldSpec(name=field.name, type=kind, label=field.label, match=field.match, many=field.type.many)
