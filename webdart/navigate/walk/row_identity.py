"""Recognises a row of a walk again, on a later page and after a kill.

A fact is a text: the row's key, else all that the listing says of it. Numbers are written in one way, however exact
their column is, and empty values are left out: the row as read and the row as stored have the same fact.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from hashlib import blake2b

from msgspec.json import encode

from webdart.records.model import Record
from webdart.surrogates import well_formed
from webdart.table.page import Row
from webdart.table.values import canonical_key, to_json
from webdart.workflow.model import Extract, Scalar, Type, Value


def fact(key: tuple[Value, ...] | str | None, values: Mapping[str, Value]) -> str:
    """The fact of a row with a key (as it was read, or in canonical form) or, without one, with these values."""
    if isinstance(key, str):
        return key
    canonical = None if key is None else canonical_key(key)
    if canonical is not None:
        return canonical
    said = {name: _said(value) for name, value in sorted(values.items()) if value is not None and value != ()}
    return encode(said).decode()


def facts_of(records: Sequence[Record]) -> list[str]:
    """The fact of each record: its key, else all its values."""
    return [fact(record.key, record.values) for record in records]


def mark(told: str) -> int:
    """A fact as a number, the same in every process; two facts with one are as good as impossible."""
    return int.from_bytes(blake2b(told.encode(errors="replace"), digest_size=8).digest())


def of_kept(rows: Iterable[Row], columns: Iterable[str], of_listing: frozenset[str]) -> set[int]:
    """The marks of kept rows; of their columns those that the listing itself gives count."""
    names = tuple(columns)
    return {
        mark(fact(row.key, {name: cell for name, cell in zip(names, row.values, strict=False) if name in of_listing}))
        for row in rows
    }


def _said(value: Value) -> object:
    return [_cell(cell) for cell in value] if isinstance(value, tuple) else _cell(value)


def _cell(value: Scalar) -> object:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return str(Decimal(str(value)).normalize() + 0)
    return well_formed(value) if isinstance(value, str) else to_json(value)


def link_of(record: Record, extract: Extract) -> str | None:
    """The address of a record's own page: through the field that the file names, else its main link."""
    through = extract.detail.through
    own = (field for field in extract.fields if field.page == "record" and field.value is None)
    links = [field.name for field in own if field.type == Type("link")]
    if through is None:
        through = "url" if "url" in links else next(iter(links), None)
    value = record.link if through is None else record.values.get(through)
    if through is not None and isinstance(value, str):  # as the page has it, with what a session may need
        raw = record.raw.get(through, "")
        return raw if raw.startswith(("http:", "https:")) else value
    return value if isinstance(value, str) else None
