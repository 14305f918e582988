"""Declares a column as a field: its name, its type, the words of the page that name it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from unicodedata import category

from msgspec import Struct

from webdart.errors import SourceLine
from webdart.extract.comparison import cell_of
from webdart.extract.match.likeness import roles
from webdart.extract.model import Column, Name, RecordSet
from webdart.extract.proposal.column_repair import has_names
from webdart.extract.proposal.field_names import LABELS, PARTS, family_words, field_name, label_of, worded
from webdart.extract.proposal.select import TOLD, says_by_signs
from webdart.extract.types import kind_of
from webdart.records.coerce import Locality, coerce_column
from webdart.records.coerce.signs import read_boolean
from webdart.values import replace
from webdart.workflow.model import Field, Kind, Type, Value

NOWHERE = SourceLine("page", 1, 1)
_UNREADABLE = "unreadable"  # the code of a remark on such cells
_READABLE = 0.9  # share of the texts that a type must read
_TYPES: dict[str, Kind] = {
    "integer": "integer", "number": "number", "money": "money", "date": "date", "datetime": "datetime",
    "rating": "rating", "link": "link", "image": "image",
}  # fmt: skip
_WORDED = frozenset({"text", "link", "image"})
_MOMENTS = frozenset({"date", "datetime"})
_ANSWERS = 2
_IDENTIFIER, _COUNT = "identifier", "count"  # roles
_COUNTED = frozenset({"integer", "number"})
_PICTURED = frozenset({"So", "Sk", "Mn", "Cf", "Zs"})  # categories of signs: pictures, what changes them, blanks
_CLOCK = re.compile(r"([01]?\d|2[0-4])\.([0-5]\d)")
_SERIES = 4  # times that come one after the other by no chance
_MIDNIGHTS = 1  # in one list
_INNER = frozenset({"before"})  # the words before a part of a text; a head names the whole


class Declared(Struct, frozen=True):
    """A field with the column that it was made of, and the values that it is to give."""

    field: Field
    place: int
    column: Column
    values: tuple[Value, ...]

    @property
    def label(self) -> str:
        """The words of the page that name the column, "" for none."""
        sources = _INNER if self.column.derived in PARTS else frozenset(LABELS)
        return next((name.words for name in self.column.names if name.source in sources), "")

    @property
    def labelled(self) -> bool:
        """Whether the page says in words what the column is."""
        drawn = self.column.source.startswith("@") and self.field.type.kind != "boolean"
        return bool(self.label) and not drawn


class Parts(Struct, frozen=True):
    """What some columns of a set are: the record's main link, its titles, and the text that each link is on."""

    link: int
    titles: frozenset[int]
    texts: Mapping[int, int]


def declare(record_set: RecordSet, places: Sequence[int], locality: Locality, parts: Parts) -> list[Declared]:
    """A field for every column, names told apart."""
    taken: set[str] = set()
    names: dict[int, str] = {}
    columns = _told_apart(record_set.columns)
    family = family_words(columns)
    # what is shown has the words of its head, and a link is named after its text
    for place in sorted(places, key=lambda place: (place in parts.texts, columns[place].source != "text", place)):
        of = names.get(parts.texts.get(place, -1), "")
        link = place == parts.link
        name = field_name(columns[place], taken, family, title=place in parts.titles, link=link, of=of)
        taken.add(name)
        names[place] = name
    return [_declared(place, columns[place], names[place], locality) for place in places]


def _told_apart(columns: Sequence[Column]) -> Sequence[Column]:
    """The columns, of which those below one word each are called by all the heads above them: "2023 Visits"."""
    below = Counter(name.words for one in columns for name in one.names if name.source == "head")
    return [
        replace(one, names=_with_all_heads(one)) if any(below[name.words] > 1 for name in one.names) else one
        for one in columns
    ]


def _with_all_heads(column: Column) -> tuple[Name, ...]:
    whole = [replace(name, source="head") for name in column.names if name.source == "heads"]
    return (*whole, *(name for name in column.names if not whole or name.source not in {"head", "heads"}))


def _declared(place: int, column: Column, name: str, locality: Locality) -> Declared:
    """The field with its values; as text where its type does not read them."""
    kind = _kind_of(column, locality.locale)
    field = Field(name=name, type=Type(kind), label=label_of(column, name), at=NOWHERE)
    cells = [cell_of(column, value) for value in column.values]
    for tried in _typed(field):
        coerced = coerce_column(tried, cells, locality)
        read = sum(value is not None for value in coerced.values)
        said = read + sum(one.count for one in coerced.remarks if one.code == _UNREADABLE)  # a lone dash says nothing
        if read and read >= (said if tried.approximate else _READABLE * said):
            return Declared(tried, place, column, coerced.values)
        if read:
            break
    field = replace(field, type=Type("text")) if kind not in _WORDED else field
    return Declared(field, place, column, coerce_column(field, cells, locality).values)


def _kind_of(column: Column, language: str) -> Kind:
    """The type to declare; what the page tells by a tick or a title may be yes or no, or a rating."""
    told = [value for value in column.values if value is not None]
    if column.source == "@class":
        return "boolean" if says_by_signs(column) else "text"
    if column.source in TOLD and all(kind_of(value, language) == "rating" for value in told):
        return "rating"
    kind = _TYPES.get(column.kind, "text")
    if kind == "text" and column.source == "text":
        kind = _kind_behind_signs(told, language)
    if (kind == "integer" and _has_leading_zero(column)) or _is_clock(column) or _is_dotted_code(column, kind):
        kind = "text"
    if kind in _MOMENTS and has_names(column, language):
        kind = "text"
    return "boolean" if kind == "text" and column.source == "text" and _says_yes_and_no(column) else kind


def _kind_behind_signs(told: Sequence[str], language: str) -> Kind:
    """The kind of numbers that all stand behind a pictogram: "👁 37,022"; text for others."""
    bare = [_without_signs(value) for value in told]
    kinds = {kind_of(value, language) for value in bare}
    if not kinds or kinds - _COUNTED or any(map(str.__eq__, bare, told)):
        return "text"
    return "integer" if kinds == {"integer"} else "number"


def _without_signs(value: str) -> str:
    """A text without the pictograms at its beginning."""
    place = next((at for at, sign in enumerate(value) if category(sign) not in _PICTURED), 0)
    return value[place:]


def _typed(field: Field) -> Iterator[Field]:
    """The ways to read a field as its type, where the one before reads nothing: days may all lack their year."""
    if field.type.kind not in _WORDED:
        yield field
    if field.type.kind in _MOMENTS:
        yield replace(field, approximate=True)


def _says_yes_and_no(column: Column) -> bool:
    """Whether a column has two words, one for yes and one for no."""
    words = {value for value in column.values if value is not None}
    return len(words) == _ANSWERS and {read_boolean(word) for word in words} == {True, False}


def _is_clock(column: Column) -> bool:
    """Whether a column of "21.27", "22.00", "0.45" has times of a day, one after the other, and no numbers."""
    found = [_CLOCK.fullmatch(value) for value in column.values if value is not None]
    times = [(int(one[1]), int(one[2])) for one in found if one is not None]
    back = sum(later < earlier for earlier, later in pairwise(times))
    return len(times) == len(found) >= _SERIES and len(set(times)) >= _SERIES and back <= _MIDNIGHTS


def _is_dotted_code(column: Column, kind: Kind) -> bool:
    """Whether what reads as numbers with a separator is called a number of something: "12.283" below "Item no."."""
    meant = [roles(name.words) for name in worded(column)]
    called = any(_IDENTIFIER in one and _COUNT not in one for one in meant)
    return kind in _COUNTED and called and any(not value.isdigit() for value in column.values if value is not None)


def _has_leading_zero(column: Column) -> bool:
    return any(value is not None and len(value) > 1 and value[0] == "0" and value.isdigit() for value in column.values)
