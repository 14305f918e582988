"""Checks what the rules read by the record sets of the page: where both are sure and differ, a person is told.

The rules read a page for the declared fields; the record sets are found without them. Two readings that come about in
such different ways rarely make the same mistake.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from urllib.parse import urljoin

from webdart.errors import WebdartError
from webdart.extract.comparison import agreement, folded, is_comparable, value_of
from webdart.extract.match.joint import Reading, readings
from webdart.extract.model import Choice, Column, RecordSet
from webdart.extract.page import Page, page_from_view
from webdart.extract.reader import BY_SETS, field_spec
from webdart.extract.score import load
from webdart.extract.sets import record_sets
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.records.coerce import RawCell, coerce_column
from webdart.records.model import Remark
from webdart.workflow.model import Field, Value
from webdart.workflow.pattern import compiled

_SAMPLES = 3  # values that a remark shows
_CELL = 5_000  # letters of a cell that are read as a value
_LETTERS = 40  # of a value that a remark shows


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

    Nothing is said of a page that is one record, of a few records, of records that the file locates, of fields with an
    `at`, a `from` or a `value`, of addresses and lists, or of columns without any value, which are told anyway.
    """
    extract = spec.extract
    located = (extract.each is not None and not isinstance(extract.each, str)) or extract.within is not None
    if spec.kind != "listing" or located or found.verdict != "found" or found.problems:
        return ()
    fields = [field for field in spec.sought if _is_told_by_column(field) and is_comparable(field)]
    if not fields or (found.wrapper is not None and found.wrapper.kind == BY_SETS):
        return ()
    page = page_from_view(view)
    declared = [field_spec(field) for field in spec.sought if _is_told_by_column(field)]
    others = readings(record_sets(page, of="lists"), declared, page, spec.locale)
    if not others:
        return ()
    best = others[0]
    if len(best.record_set) < load("second_opinion")["records"]:
        return ()
    if len(best.record_set) == len(found.records):
        return tuple(_of_fields(best, fields, spec, found, page))
    return (_of_records(best, spec, found),) if _are_others(others, len(found.records)) else ()


def _are_others(others: Sequence[Reading], count: int) -> bool:
    """Whether the records are probably others: all sets of so many together are improbable, and some others are not."""
    weights = load("second_opinion")
    like = sum(one.score for one in others if count in (len(one.record_set), _different(one.record_set)))
    rest = sum(one.score for one in others) - like
    return like < weights["improbable"] and rest >= weights["probable"]


def _different(record_set: RecordSet) -> int:
    """How many records say different things: a carousel shows its slides again before and behind them."""
    texts = [column.values for column in record_set.columns if column.source == "text"]
    return len(set(zip(*texts, strict=True))) if texts else len(record_set)


def _of_records(other: Reading, spec: ListingSpec, found: Extraction) -> Remark:
    """Another number of records."""
    texts = (column for column in other.record_set.columns if column.source == "text" and not column.constant)
    shown = next((_samples(column) for column in texts), "")
    text = (
        f"{len(found.records)} records are read, but the page may have {len(other.record_set)}, as in {shown}: "
        "`each` with an `at` says what one record is"
    )
    return Remark(code="other records", text=text, table=spec.extract.into, count=len(found.records))


def _of_fields(
    other: Reading, fields: Sequence[Field], spec: ListingSpec, found: Extraction, page: Page
) -> list[Remark]:
    weights = load("second_opinion")
    told: list[Remark] = []
    for field in fields:
        choice = other.mapped[field.name]
        if choice.column < 0:
            continue
        column = other.record_set.columns[choice.column]
        own = [value_of(record, field, page.url) for record in found.records]
        sure = choice.probability >= weights["sure"] and choice.margin >= weights["margin"]
        if not (sure or _holds_another(field, column, found, weights["agreement"])):
            continue
        alike = [
            agreement(own, theirs)
            for same in (column, *_data_of_parts(column, other.record_set, page))
            if (theirs := _values(field, same, spec, page.url)) is not None
        ]
        if any(value is not None for value in own) and alike and max(alike) < weights["agreement"]:
            told.append(_differing(field, choice, other.record_set, own, spec))
    return told


def _holds_another(field: Field, column: Column, found: Extraction, most: float) -> bool:
    """Whether what was read as a text is that of a column with another field's value beside it: "9:00 News", 9:00."""
    if field.type.kind != "text":
        return False
    whole = [folded(record.values.get(field.name)) for record in found.records]
    part = [folded(value) for value in column.values]
    for name in dict.fromkeys(name for record in found.records for name in record.values if name != field.name):
        others = [folded(record.values.get(name)) for record in found.records]
        held = [
            bool(one and value) and one in text and value in text.replace(one, "", 1) and one not in value
            for text, value, one in zip(whole, part, others, strict=True)
        ]
        if len(set(others)) > 1 and sum(held) >= most * len(held):
            return True
    return False


def _data_of_parts(column: Column, record_set: RecordSet, page: Page) -> list[Column]:
    """What the elements of a column's texts say in attributes: "3 years ago" has the moment in its `title`."""
    elements = {part for node in column.nodes if node >= 0 for part in (node, page.parents[node])}
    return [
        other
        for other in record_set.columns
        if other.source != "text" and elements.issuperset(node for node in other.nodes if node >= 0)
    ]


def _is_told_by_column(field: Field) -> bool:
    return field.target is None and field.source == "text"


def _values(field: Field, column: Column, spec: ListingSpec, url: str) -> Sequence[Value] | None:
    """The values of a column as the field's type; None where they cannot be read as that."""
    if field.type.kind == "link":
        return [urljoin(url, value) if value else None for value in column.values] if column.source == "@href" else None
    cells = [_part(field, value) for value in column.values]
    try:
        return coerce_column(field, [RawCell((cell or "")[:_CELL]) for cell in cells], spec.locality).values
    except WebdartError:
        return None


def _part(field: Field, value: str | None) -> str | None:
    if field.match is None or value is None:
        return value
    found = next(compiled(field.match).matches(value), None)
    if found is None:
        return None
    return found.whole if found.group is None else found.group


def _differing(field: Field, choice: Choice, record_set: RecordSet, own: Sequence[Value], spec: ListingSpec) -> Remark:
    column = record_set.columns[choice.column]
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
