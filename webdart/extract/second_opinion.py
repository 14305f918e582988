"""Checks what the rules read by the record sets of the page: where both are sure and differ, a person is told.

The rules read a page for the declared fields; the record sets are found without them. Two readings that come about in
such different ways rarely make the same mistake.
"""

from collections.abc import Sequence
from itertools import islice

from webdart.errors import WebdartError
from webdart.extract.match.joint import Reading, readings
from webdart.extract.model import Choice, Column, FieldSpec, RecordSet
from webdart.extract.page import page_from_view
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
    """As `opinion`; a page that can't be read a second way has none, and its rows stand."""
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
    fields = [field for field in spec.sought if field.target is None and field.source == "text" and _comparable(field)]
    if not fields:
        return ()
    page = page_from_view(view)
    declared = [_declared(field) for field in fields]
    others = readings(record_sets(page, of="lists"), declared, page, spec.locale)
    if not others:
        return ()
    best = others[0]
    if len(best.record_set) < load("second_opinion")["records"]:
        return ()
    if len(best.record_set) == len(found.records):
        return tuple(_of_fields(best, fields, spec, found))
    sure = best.score >= load("second_opinion")["set"] and _different(best.record_set) != len(found.records)
    return (_of_records(best, spec, found),) if sure else ()


def _comparable(field: Field) -> bool:
    """Whether two readings of a field can be compared: one address is written in many ways, a list cut in many."""
    kind = field.type
    return kind.kind not in {"link", "image"} and not (kind.many or field.mapping is not None or field.words)


def _values(field: Field, column: Column, spec: ListingSpec) -> Sequence[Value] | None:
    """The values of a column as the field's type; None where they cannot be read as that."""
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


def _agreement(own: Sequence[Value], theirs: Sequence[Value]) -> float:
    """The share of the records in which both have the same."""
    same = sum(_plain(one) == _plain(other) for one, other in zip(own, theirs, strict=True))
    return same / len(own) if own else 1.0


def _plain(value: Value) -> str:
    return "" if value is None else "".join(str(value).split()).casefold()


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
