"""Compares two readings of one page: the values of a field, record by record."""

from collections import Counter
from collections.abc import Collection, Sequence
from unicodedata import category
from urllib.parse import unquote, urljoin

from webdart.extract.model import Column
from webdart.records import Extraction
from webdart.records.cells.cell_text import without_fragment
from webdart.records.coerce import RawCell
from webdart.records.model import Record
from webdart.workflow.model import Field, Value

_SIGN = "So"  # arrows, triangles and pictures, in Unicode's words


def is_comparable(field: Field) -> bool:
    """Whether two readings of a field can be compared: one address is written in many ways, a list cut in many."""
    kind = field.type
    return kind.kind != "image" and not (kind.many or field.mapping is not None or field.words)


def cell_of(column: Column, value: str | None) -> RawCell:
    """A value of a record set's column as a cell of a record: what its source says goes where a reader looks for it."""
    if value is None:
        return RawCell(there=False)
    match column.source:
        case "@href" | "@src":
            return RawCell(address=value)
        case "@class":
            return RawCell(value, classes=tuple(value.split()))
        case _:
            return RawCell(value)


def value_of(record: Record, field: Field, url: str) -> Value:
    """What was read; a link as the page has it, whole."""
    value = record.values.get(field.name)
    if field.type.kind != "link" or not isinstance(value, str):
        return value
    return address_of(url, record.raw.get(field.name) or value)


def address_of(url: str, value: str) -> str:
    """An address whole, for comparison: "a b.pdf" and "a%20b.pdf#page=2" are one."""
    return unquote(without_fragment(urljoin(url, value)))


def agreement(own: Sequence[Value], theirs: Sequence[Value]) -> float:
    """The share of the records in which both have the same; blanks and case make no difference.

    Records that are drawn in another order than they are written in may be read in either.
    """
    ours, others = [folded(one) for one in own], [folded(one) for one in theirs]
    same = sum(one == other for one, other in zip(ours, others, strict=True))
    return 1.0 if not own or Counter(ours) == Counter(others) else same / len(own)


def is_same_but_for(names: Collection[str], one: Extraction, other: Extraction) -> bool:
    """Whether two readings have the same records but for some fields."""
    own, theirs = (
        [{name: value for name, value in record.values.items() if name not in names} for record in each.records]
        for each in (one, other)
    )
    return own == theirs


def is_part(some: Sequence[Value], whole: Sequence[Value]) -> bool:
    """Whether one reading has some of the values that another has, and no others."""
    pairs = [(one, other) for one, other in zip(some, whole, strict=True) if one is not None]
    return bool(pairs) and all(folded(one) == folded(other) for one, other in pairs)


def folded(value: Value) -> str:
    """A value as text without blanks and case, and without the signs at its ends: a drop-down's arrow is none of it."""
    text = "" if value is None else "".join(str(value).split()).casefold()
    first, last = 0, len(text)
    while first < last and category(text[first]) == _SIGN:
        first += 1
    while last > first and category(text[last - 1]) == _SIGN:
        last -= 1
    return text[first:last] or text
