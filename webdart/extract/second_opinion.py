"""Checks what the rules read by the record sets of the page: where both are sure and differ, a person is told.

The rules read a page for the declared fields; the record sets are found without them. Two readings that come about in
such different ways rarely make the same mistake.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from webdart.extract.comparison import folded, is_comparable, value_of
from webdart.extract.match import Question, map_fields
from webdart.extract.match.joint import Reading
from webdart.extract.match.question import AROUND
from webdart.extract.misreading import anchor_of, misreading
from webdart.extract.model import Column, Mapped, RecordSet
from webdart.extract.page import Page, page_from_view
from webdart.extract.reader import BY_SETS
from webdart.extract.record_rows import are_others, without_rows
from webdart.extract.second_reading import SecondReading, Sources, field_spec, is_told_by_column, second_reading
from webdart.extract.sets import page_record
from webdart.page.linked_data import linked_properties
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec
from webdart.records.model import Remark
from webdart.records.query.field_matches import title_of
from webdart.values import replace
from webdart.workflow.model import Field, Value

_SAMPLES = 3  # values that a remark shows
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

    Nothing is said of a few records, of records that the file locates, of fields with an `at`, a `from` or a `value`,
    of addresses and lists, or of columns without any value, which are told anyway. Of a page that is one record the
    fields without a `label` are told that are rather wrong.
    """
    extract = spec.extract
    located = extract.each is not None and not isinstance(extract.each, str)
    if located or found.verdict != "found" or found.problems:
        return ()
    if spec.kind == "page":
        return tuple(_of_page(view, spec, found))
    return _of_listing(view, spec, found) if spec.kind == "listing" else ()


def _of_page(view: PageView, spec: ListingSpec, found: Extraction) -> Iterator[Remark]:
    """The fields of a page that is one record which are rather misread."""
    if len(found.records) != 1:
        return
    asked = [one for one in spec.sought if is_told_by_column(one)]
    witnessed = _told(view)
    judged = [
        one
        for one in asked
        if anchor_of(one, found) is not None
        and is_comparable(one)
        and one.label is None
        and not (one.type.kind == "text" and folded(found.records[0].values.get(one.name)) in witnessed)
    ]
    page = page_from_view(view, spec.locale)
    record = page_record(page) if judged else None
    if record is None:
        return
    mapped = map_fields(Question(record, [field_spec(one) for one in asked], page, spec.locale))
    second = SecondReading(page, Sources(view, spec), [])
    for field in judged:
        remark = _doubt(second, record, mapped, field, found)
        if remark is not None:
            yield remark


def _told(view: PageView) -> frozenset[str]:
    """The texts of the page's data: what is said there too needs no other witness."""
    return frozenset(folded(value) for values in linked_properties(view.linked, "").values() for value in values)


def _of_listing(view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
    """The records of a listing that are others, or the columns."""
    fields = [field for field in spec.sought if is_told_by_column(field) and is_comparable(field)]
    wider = _listed_with_more(view, spec, found)
    if not fields or (found.wrapper is not None and found.wrapper.kind == BY_SETS):
        return wider
    known = found.second
    second = known if isinstance(known, SecondReading) else second_reading(view, spec).weighed(found)
    readings = without_rows(second, found)
    if not readings:
        return wider
    best = readings[0]
    if len(best.record_set) == len(found.records):
        told = _of_fields(second, best, fields, found) if second.is_long_enough(best) else ()
        return (*wider, *told)
    return wider or ((_of_records(best, spec, found),) if are_others(second, found) else ())


def _listed_with_more(view: PageView, spec: ListingSpec, found: Extraction) -> tuple[Remark, ...]:
    """A remark where all that was read stands in another list of the page's content too, together with more."""
    second = found.second if isinstance(found.second, SecondReading) else second_reading(view, spec)
    mine = next((one for one in second.readings if second.mapped and second.agrees(one, found)), None)
    if mine is None or second.is_short(mine):
        return ()
    own = set(_rows(second, mine))
    for other in second.readings:
        longer = len(other.record_set) > len(own) > 0 and not _is_around(second.page, other.record_set)
        rows = _rows(second, other) if longer else []
        more = [row for row in rows if row not in own]
        if more and own <= dict.fromkeys(rows).keys() and second.are_apart(mine, other):
            shown = ", ".join(repr(row[0][:_LETTERS]) for row in more[:_SAMPLES])
            text = (
                f"{len(found.records)} records are read, all of which stand in another list of the page too, with "
                f"{len(more)} more, as {shown}: `in` with the heading above says which list is meant"
            )
            return (Remark(code="other records", text=text, table=spec.extract.into, count=len(found.records)),)
    return ()


def _is_around(page: Page, record_set: RecordSet) -> bool:
    """Whether a set stands in a part that surrounds the page's content, as menus and archives do."""
    node = record_set.roots[0][0]
    while node >= 0:
        if not AROUND.isdisjoint((page.tags[node], page.attributes[node].get("role", ""))):
            return True
        node = page.parents[node]
    return False


def _rows(second: SecondReading, reading: Reading) -> list[tuple[str, ...]]:
    """What the records of a set are called and lead to, without those that lack a part of it.

    None where one of the declared fields has no column.
    """
    title = title_of(second.sought.by_column)
    telling = [one for one in second.mapped if one.name == title or one.type.kind == "link"] or second.mapped
    if any(reading.alone[field.name].column < 0 for field in second.mapped):
        return []
    columns = (reading.record_set.columns[reading.alone[field.name].column] for field in telling)
    values = [second.values_of(column, field) for column, field in zip(columns, telling, strict=True)]
    known = [one for one in values if one is not None]
    rows = zip(*known, strict=True) if len(known) == len(values) else ()
    return [tuple(map(str, row)) for row in rows if None not in row]


def _of_records(other: Reading, spec: ListingSpec, found: Extraction) -> Remark:
    """Another number of records."""
    texts = (column for column in other.record_set.columns if column.source == "text" and not column.constant)
    shown = next((_samples(column) for column in texts), "")
    text = (
        f"{len(found.records)} records are read, but the page may have {len(other.record_set)}, as in {shown}: "
        "`each` with an `at` says what one record is"
    )
    return Remark(code="other records", text=text, table=spec.extract.into, count=len(found.records))


def _of_fields(second: SecondReading, best: Reading, fields: Sequence[Field], found: Extraction) -> Iterator[Remark]:
    for field in fields:
        remark = _doubt(second, best.record_set, best.alone, field, found)
        if remark is not None:
            yield remark


def _doubt(
    second: SecondReading, record_set: RecordSet, mapped: Mapped, field: Field, found: Extraction
) -> Remark | None:
    """What a person is told of a field that is rather misread, with the column that says something else."""
    own = [value_of(record, field, second.page.url) for record in found.records]
    if all(value is None for value in own):
        return None  # which is told anyway
    known = misreading(second, record_set, mapped, field, found)
    if known is None or known.rival < 0 or not known.told:
        return None
    return _differing(field, record_set.columns[known.rival], own, second.spec)


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
