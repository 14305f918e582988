"""Defines what is looked for on a page (`Sought`) and what was found of it: a column a field (`Match`, `Assigned`)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from webdart.lexicon import words_of
from webdart.records.coerce.bylines import names_a_person
from webdart.records.coerce.type_likelihood import Plausible
from webdart.records.columns.mined_columns import Column, Tier
from webdart.records.query.long_page import LongPage
from webdart.records.query.spec import ListingSpec, Problem
from webdart.records.query.wrapper import Wrapper
from webdart.records.structure.outline import Outline
from webdart.records.structure.regions import Region
from webdart.records.words import default_label, names_a_number, names_a_time, names_prose, plain
from webdart.values import replace
from webdart.workflow.model import NUMERIC, Field

TITLES = words_of("record_names")
"""Names of a field that is what the records are called."""
_PAID = words_of("paid")
"""What an amount of money is called, and nothing else: "amount" and "value" may be of anything."""

_TYPES_OWN = frozenset({"url", "link"})  # names of a link field that say no more than its type


class Match(Struct, frozen=True):
    """A field's column, by which tier, and how good the column is (0 to 1).

    `other` is the name that the page gives a column which was taken by its type for a field of another name; `rival`
    is the column that is as well of its type, and less likely.
    """

    column: Column
    tier: Tier
    quality: float
    other: str = ""
    rival: Column | None = None


class Assigned(Struct, frozen=True):
    """A region with its fields found: `records` are the places that were looked at; `score` orders regions.

    `settled`: the page is made of what the settled frame of the pages before is made of; `placed`: it was read by
    place, and `link` is the column of the records' main link.
    """

    region: Region
    records: tuple[int, ...]
    columns: tuple[Column, ...]
    matches: Mapping[str, Match]
    problems: tuple[Problem, ...]
    score: float
    settled: bool = False
    placed: bool = False
    link: Column | None = None

    def as_before(self, wrapper: Wrapper | None) -> "Assigned":
        """The same, the cells of each column read as those of the pages before were."""
        if wrapper is None:
            return self
        known = {name: one.leads for name, one in wrapper.anchors.items() if self._key(name) == one.key}
        settled = {
            name: replace(one, column=replace(one.column, leads=known[name]))
            for name, one in self.matches.items()
            if name in known
        }
        return replace(self, matches={**self.matches, **settled})

    def _key(self, name: str) -> str:
        return self.matches[name].column.key if name in self.matches else ""


class Sought(Struct, frozen=True):
    """What is looked for on a page, worked out once: fields, their labels in plain form, earlier pages' wrapper.

    `long` is the long page that `page` is a sample of. `headed` are fields that no record has, by the path of the lines
    above the records that tell them.
    """

    page: Outline
    spec: ListingSpec
    plausible: Plausible
    wrapper: Wrapper | None
    long: LongPage | None = None
    headed: Mapping[str, str] = {}

    @property
    def by_column(self) -> tuple[Field, ...]:
        """The fields that have a column of their own."""
        return tuple(field for field in self.spec.sought if not whole_record(field))

    def lists(self) -> frozenset[str]:
        """The labels of lists of texts on a page that is one record, in plain form."""
        own = self.spec.sought if self.spec.kind != "listing" else ()
        return frozenset(label_of(field) for field in own if field.type.many and field.type.kind == "text")

    def wanted(self) -> dict[str, bool]:
        """Labels in plain form → whether the file writes them."""
        found: dict[str, bool] = {}
        for field in (*self.spec.sought, *self.spec.around):
            if field.label is not None:
                found[plain(field.label)] = True
            else:
                found.setdefault(default_label(field.name), False)
        return found


def whole_record(field: Field) -> bool:
    """Whether a field reads the whole record (`match` alone), the heading above it, or another field's text."""
    bare = field.label is None and field.target is None
    return (bare and field.match is not None) or field.source == "heading" or (bare and field.type.kind == "currency")


def from_attribute(field: Field) -> bool:
    """Whether an attribute's name is all that says where a field stands."""
    return field.source not in {"text", "heading"} and field.label is None and field.target is None


def label_of(field: Field) -> str:
    """The label of a field in plain form."""
    return plain(field.label) if field.label is not None else default_label(field.name)


def asks_for_amount(field: Field) -> bool:
    """Whether a field of numbers is called by what is paid: `price: number` is an amount without its currency."""
    return field.type.kind in NUMERIC and not _PAID.isdisjoint(label_of(field).split())


def is_called_price(field: Field) -> bool:
    """Whether a name says what is paid and nothing more: `price`, and neither `unit_price` nor `price_per_kg`."""
    return _PAID.issuperset(label_of(field).split())


def title_of(fields: Sequence[Field]) -> str:
    """The name of the text field that is the records' title, "" for none: rather no number, day or person, no prose."""
    texts = [field.name for field in fields if field.type.kind == "text" and not field.type.many]
    texts = [name for name in texts if not names_prose(default_label(name))]
    texts = [name for name in texts if not names_a_time(default_label(name))] or texts
    texts = [name for name in texts if not names_a_number(default_label(name))] or texts
    texts = [name for name in texts if not names_a_person(default_label(name))] or texts
    return next((name for name in texts if name in TITLES), texts[0] if texts else "")


def says_type(field: Field, label: str) -> bool:
    """Whether a name repeats the type: mark-up that says "url" tells that there is an address, and not of what."""
    return field.type.kind == "link" and label in _TYPES_OWN
