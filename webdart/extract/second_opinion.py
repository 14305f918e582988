"""Checks what the rules read by the record sets of the page: where both are sure and differ, a person is told.

The rules read a page for the declared fields; the record sets are found without them. Two readings that come about in
such different ways rarely make the same mistake.
"""

from collections.abc import Sequence
from itertools import islice

from webdart.extract.comparison import folded, is_comparable, value_of
from webdart.extract.fragment import is_fragment
from webdart.extract.match.joint import Reading
from webdart.extract.model import Column, RecordSet
from webdart.extract.page import Page
from webdart.extract.page_opinion import doubtful
from webdart.extract.reader import BY_SETS
from webdart.extract.record_rows import are_others, without_rows
from webdart.extract.score import load
from webdart.extract.second_reading import (
    SecondReading,
    holds_another,
    is_held_with_another,
    is_told_by_column,
    second_reading,
)
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.records.model import Remark
from webdart.records.query.field_matches import label_of, says_type, title_of
from webdart.records.structure.outline import BLOCKS
from webdart.values import replace
from webdart.workflow.model import Field, Value

_SAMPLES = 3  # values that a remark shows
_LETTERS = 40  # of a value that a remark shows
_NAMELESS = frozenset({"type", "mark"})  # evidence of the rules for a column that is no name of it


def second_opinion(view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
    """As `opinion`; a page that can't be read a second way has none, and its rows stand.

    A long page is read a second time as far as its sample goes.
    """
    if found.sample is not None:
        sample = found.sample
        view, found = sample.view, replace(found, records=tuple(found.records[place] for place in sample.places))
    try:
        return opinion(view, spec, found)
    except (LookupError, ValueError, ArithmeticError, RecursionError):
        return ()


def opinion(view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
    """A remark for the records, or for each field, that another reading of the page has otherwise.

    Nothing is said of a few records, of records that the file locates, of fields with an `at`, a `from` or a `value`,
    of addresses and lists, or of columns without any value, which are told anyway. Of a page that is one record the
    fields are told that are rather wrong.
    """
    extract = spec.extract
    located = extract.each is not None and not isinstance(extract.each, str)
    if located or found.verdict != "found" or found.problems:
        return ()
    if spec.kind == "page":
        return tuple(_of_page(view, spec, found))
    return _of_listing(view, spec, found) if spec.kind == "listing" else ()


def _of_page(view: PageView, spec: ListingSpec, found: Extraction) -> list[Remark]:
    """The fields of a page that is one record which are rather wrong."""
    told = doubtful(view, spec, found)
    return [_differing(field, column, [found.records[0].values[field.name]], spec) for field, column in told]


def _of_listing(view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
    """The records of a listing that are others, or the columns."""
    fields = [field for field in spec.sought if is_told_by_column(field) and is_comparable(field)]
    if not fields or (found.wrapper is not None and found.wrapper.kind == BY_SETS):
        return ()
    known = found.second
    second = known if isinstance(known, SecondReading) else second_reading(view, spec).weighed(found)
    readings = without_rows(second, found)
    if not readings or not second.is_long_enough(readings[0]):
        return ()
    best = readings[0]
    if len(best.record_set) == len(found.records):
        return tuple(_of_fields(second, best, fields, found))
    return (_of_records(best, spec, found),) if are_others(second, found) else ()


def _of_records(other: Reading, spec: ListingSpec, found: Extraction) -> Remark:
    """Another number of records."""
    texts = (column for column in other.record_set.columns if column.source == "text" and not column.constant)
    shown = next((_samples(column) for column in texts), "")
    text = (
        f"{len(found.records)} records are read, but the page may have {len(other.record_set)}, as in {shown}: "
        "`each` with an `at` says what one record is"
    )
    return Remark(code="other records", text=text, table=spec.extract.into, count=len(found.records))


def _of_fields(second: SecondReading, best: Reading, fields: Sequence[Field], found: Extraction) -> list[Remark]:
    told: list[Remark] = []
    for field in fields:
        choice = best.mapped[field.name]
        if choice.column < 0:
            continue
        column = best.record_set.columns[choice.column]
        own = [value_of(record, field, second.page.url) for record in found.records]
        if any(value is not None for value in own) and _is_doubted(second, best, field, found):
            told.append(_differing(field, column, own, second.spec))
    return told


def _is_doubted(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether the sets' column says otherwise, and is sure, or holds no other field's value where the rules' does."""
    weights, choice = load("second_opinion"), best.mapped[field.name]
    column = best.record_set.columns[choice.column]
    value = second.agreement(column, field, found)
    if value >= weights["agreement"]:
        return False
    parts = _data_of_parts(column, best.record_set, second.page)
    alike = [value, *(second.agreement(part, field, found) for part in parts)]
    if not 0 <= max(alike) < weights["agreement"]:
        return False
    if holds_another(field, column, found):
        return True
    if is_held_with_another(field, column, found):
        return False
    if is_fragment(second.page, field, column, found) or _leads_from_title(second, best, field, found):
        return False
    sure = choice.probability >= weights["sure"] and choice.margin >= weights["margin"]
    likely = choice.probability >= weights["probable"] and choice.margin >= weights["ahead"]
    return sure or (likely and _holds_more(second, best, field, found)) or _is_outweighed(second, best, field, found)


def _leads_from_title(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether the rules read for a plain link what the record's title leads to: it is no icon's beside that."""
    name = title_of(second.spec.sought)
    title = next((one for one in second.spec.sought if one.name == name), None)
    if title is None or not says_type(field, label_of(field)):
        return False
    least = load("second_opinion")["agreement"]
    columns = best.record_set.columns
    titles = [one for one in columns if one.source == "text" and second.agreement(one, title, found) >= least]
    links = [one for one in columns if one.source == "@href" and second.agreement(one, field, found) >= least]
    return any(_lie_in(second.page, text, link) for text in titles for link in links)


def _lie_in(page: Page, text: Column, link: Column) -> bool:
    """Whether the texts of a column lie in the links of another."""
    pairs = zip(text.nodes, link.nodes, strict=True)
    return all(around <= node < page.ends[around] for node, around in pairs if node >= 0 and around >= 0)


def _is_outweighed(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether the column that the rules took without a name is improbable beside that of the set."""
    known = found.wrapper
    if known is None or field.name not in known.anchors or known.anchors[field.name].tier not in _NAMELESS:
        return False
    return second.outweighs(best, field, found) >= load("second_opinion")["doubts"]


def _holds_more(second: SecondReading, best: Reading, field: Field, found: Extraction) -> bool:
    """Whether what was read as a text is that of a column and of another text, which has a line of its own."""
    column = best.record_set.columns[best.mapped[field.name].column]
    if field.type.kind != "text" or column.composite:
        return False
    whole = [folded(record.values.get(field.name)) for record in found.records]
    rest = [
        text.replace(part, "", 1) if part and part in text else ""
        for text, part in zip(whole, map(folded, column.values), strict=True)
    ]
    leaves = (
        other
        for other in best.record_set.columns
        if other.source == "text" and other is not column and not (other.composite or other.derived or other.constant)
    )
    return any(
        all(one == folded(value) != "" for one, value in zip(rest, other.values, strict=True))
        and all(_stand_in_two_lines(second.page, *pair) for pair in zip(column.nodes, other.nodes, strict=True))
        for other in leaves
    )


def _stand_in_two_lines(page: Page, one: int, other: int) -> bool:
    """Whether a line ends between two texts."""
    first, last = sorted((one, other))
    if any(page.tags[place] in BLOCKS for place in range(first + 1, last + 1)):
        return True
    place = first
    while page.ends[place] <= last:
        if page.tags[place] in BLOCKS:
            return True
        place = page.parents[place]
    return False


def _data_of_parts(column: Column, record_set: RecordSet, page: Page) -> list[Column]:
    """What the elements of a column's texts say in attributes: "3 years ago" has the moment in its `title`."""
    elements = {part for node in column.nodes if node >= 0 for part in (node, page.parents[node])}
    return [
        other
        for other in record_set.columns
        if other.source != "text" and elements.issuperset(node for node in other.nodes if node >= 0)
    ]


def _differing(field: Field, column: Column, own: Sequence[Value], spec: ListingSpec) -> Remark:
    read = ", ".join(repr(str(value)[:_LETTERS]) for value in islice((one for one in own if one is not None), _SAMPLES))
    text = (
        f"read as {read or 'nothing'}, but the page may mean {column.name!r}, as in {_samples(column)}: "
        "a `label` or an `at` says which"
    )
    filled = sum(value is not None for value in own)
    return Remark(code="other column", text=text, table=spec.extract.into, column=field.name, count=filled)


def _samples(column: Column) -> str:
    values = islice((value for value in column.values if value is not None), _SAMPLES)
    return ", ".join(repr(value[:_LETTERS]) for value in values)
