"""Declares a column as a field: its name, its type, the words of the page that name it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webdart.errors import SourceLine
from webdart.extract.model import Column, RecordSet
from webdart.records.coerce import Locality, RawCell, coerce_column
from webdart.records.kinds import identifier
from webdart.records.words import default_label, plain
from webdart.workflow.model import Field, Kind, Type, Value

NOWHERE = SourceLine("page", 1, 1)
_READABLE = 0.9  # share of the texts that a type must read
_TYPES: dict[str, Kind] = {
    "integer": "integer", "number": "number", "money": "money", "date": "date", "datetime": "datetime",
    "rating": "rating", "link": "link", "image": "image",
}  # fmt: skip
_INNER = frozenset({"before"})  # the words before a part of a text; a head names the whole
_PARTS = frozenset({"slot", "date", "money", "integer"})
_LABELS = frozenset({"head", "given", "label", "before"})
"""Sources whose words a person reads beside the value, so that a declaration can use them as `label`."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A field with the column that it was made of, and the values that it is to give."""

    field: Field
    column: Column
    values: tuple[Value, ...]

    @property
    def label(self) -> str:
        """The words of the page that name the column, "" for none."""
        sources = _INNER if self.column.derived in _PARTS else _LABELS
        return next((name.words for name in self.column.names if name.source in sources), "")

    @property
    def labelled(self) -> bool:
        """Whether the page says in words what the column is."""
        return bool(self.label) and not self.column.source.startswith("@")


def declare(
    record_set: RecordSet, places: Sequence[int], locality: Locality, titles: frozenset[int], link: int
) -> list[Declared]:
    """A field for every column, names told apart."""
    taken: set[str] = set()
    found: list[Declared] = []
    for place in places:
        column = record_set.columns[place]
        field = _field(column, taken, title=place in titles, link=place == link)
        taken.add(field.name)
        found.append(_typed(field, column, locality))
    return found


def _field(column: Column, taken: set[str], *, title: bool, link: bool) -> Field:
    label = next((name.words for name in column.names if name.source in _LABELS), "")
    name = "url" if link else identifier(label) or ("name" if title else identifier(column.name)) or column.kind
    name = _free(name, taken)
    written = label if label and not link and default_label(name) != plain(label) else None
    kind = _TYPES.get(column.kind, "text")
    if kind == "integer" and _has_leading_zero(column):
        kind = "text"
    return Field(name=name, type=Type(kind), label=written, at=NOWHERE)


def _has_leading_zero(column: Column) -> bool:
    return any(value is not None and len(value) > 1 and value[0] == "0" and value.isdigit() for value in column.values)


def _free(name: str, taken: set[str]) -> str:
    numbered = (f"{name}_{number}" for number in range(2, 100))
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _typed(field: Field, column: Column, locality: Locality) -> Declared:
    """The field with its values; as text where its type does not read them."""
    cells = [_cell(column, value) for value in column.values]
    if field.type.kind not in {"text", "link", "image"}:
        coerced = coerce_column(field, cells, locality)
        said = sum(value is not None for value in column.values)
        read = sum(value is not None for value in coerced.values)
        if said and read >= _READABLE * said:
            return Declared(field, column, coerced.values)
        field = replace(field, type=Type("text"))
    return Declared(field, column, coerce_column(field, cells, locality).values)


def _cell(column: Column, value: str | None) -> RawCell:
    if value is None:
        return RawCell(there=False)
    return RawCell(address=value) if column.source in {"@href", "@src"} else RawCell(value)
