"""Compares two readings of one page: the values of a field, record by record."""

from collections import Counter
from collections.abc import Sequence
from urllib.parse import urljoin

from webdart.records.model import Record
from webdart.workflow.model import Field, Value


def is_comparable(field: Field) -> bool:
    """Whether two readings of a field can be compared: one address is written in many ways, a list cut in many."""
    kind = field.type
    return kind.kind != "image" and not (kind.many or field.mapping is not None or field.words)


def value_of(record: Record, field: Field, url: str) -> Value:
    """What was read; a link as the page has it, whole."""
    value = record.values.get(field.name)
    if field.type.kind != "link" or not isinstance(value, str):
        return value
    return urljoin(url, record.raw.get(field.name) or value)


def agreement(own: Sequence[Value], theirs: Sequence[Value]) -> float:
    """The share of the records in which both have the same; blanks and case make no difference.

    Records that are drawn in another order than they are written in may be read in either.
    """
    ours, others = [folded(one) for one in own], [folded(one) for one in theirs]
    same = sum(one == other for one, other in zip(ours, others, strict=True))
    return 1.0 if not own or Counter(ours) == Counter(others) else same / len(own)


def folded(value: Value) -> str:
    """A value as text without blanks and case."""
    return "" if value is None else "".join(str(value).split()).casefold()
