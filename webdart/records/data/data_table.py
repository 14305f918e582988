"""Reads the rows of a table from an answer in JSON, as its proof says where they are.

Where two places of one field part on a later page, nothing says which one the page shows: it is to be rendered.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import cast

from msgspec import Struct, field

from webdart.records.cells.links import link_keys
from webdart.records.data.data_cells import Json, Place, Unit, Unlike, address_of, cell_of, fineness, written_cells
from webdart.records.data.json_pointer import at, leaves, numbers
from webdart.records.model import Record
from webdart.records.query.spec import ListingSpec
from webdart.workflow.model import Field, Value

LINK = ""
"""The name under which the main link of a row is mapped, beside the fields."""
_TELLING = 5  # rows of which one has a last digit that is not 0, if others had
_MOST_SAID = 40  # letters of a value in a message


class Spot(Struct, frozen=True):
    """A place in an object (a JSON pointer), and how what is there stands for the cell."""

    at: str
    unit: Unit = Unit()


class DataTable(Struct, frozen=True, kw_only=True):
    """Where the rows of a table are in an answer.

    `rows` is the array; `columns` has the spots of each field, that of `""` is the row's main link; `total` and `pages`
    are where the numbers of rows and pages stand that the page states. `leaves` are all the places that the objects
    have, `full` those that are never empty, `finest` the powers of ten of the last digits of a page's numbers: what is
    otherwise on a page is unusual.
    """

    rows: str
    columns: Mapping[str, tuple[Spot, ...]]
    keyed: bool = False
    total: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    leaves: frozenset[str] = frozenset()
    full: frozenset[str] = frozenset()
    finest: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])

    @property
    def mapped(self) -> frozenset[str]:
        """The places that cells are read from."""
        return frozenset(spot.at for spots in self.columns.values() for spot in spots)


class Misread(Exception):
    """An answer that does not have the rows where they were, or not as they were; says how."""


class DataRows(Struct, frozen=True, kw_only=True):
    """The rows of an answer; `total` and `pages` are what it states.

    `unusual` says why they are to be held against the rendered page.
    """

    records: tuple[Record, ...] = ()
    total: int | None = None
    pages: int | None = None
    unusual: str = ""


def read_data(table: DataTable, answer: Json, spec: ListingSpec, place: Place) -> DataRows:
    """The rows of an answer.

    Raises:
        Misread: they are not where they were.
    """
    objects = objects_at(answer, table.rows)
    try:
        records = tuple(records_of(table, objects, spec, place))
    except Unlike as error:
        raise Misread(str(error)) from error
    stated = numbers(answer)
    total = {stated.get(one) for one in table.total}
    pages = {stated.get(one) for one in table.pages}
    if len(total) > 1 or len(pages) > 1 or None in total or None in pages:
        return DataRows(records=records, unusual="another total")
    return DataRows(
        records=records,
        total=next(iter(total), None),
        pages=next(iter(pages), None),
        unusual=_unusual(table, objects),
    )


def _unusual(table: DataTable, objects: Sequence[Mapping[str, Json]]) -> str:
    there = frozenset(place for one in objects for place in one)
    if objects and (news := there - table.leaves):
        return f"other keys: {min(news)} is new"
    if objects and (gone := table.mapped - there):
        return f"other keys: {min(gone)} is gone"
    if empty := next((place for one in objects for place in table.full if one.get(place) in (None, "")), ""):
        return f"an empty cell, as no proven page had one: {empty}"
    for place, fine in finest_of(table, objects).items():
        known = table.finest.get(place, frozenset[int]())
        coarse = known and fine > max(known) and len(objects) < _TELLING
        if fine not in known and not coarse:
            return f"other digits: {place}"
    return ""


def finest_of(table: DataTable, objects: Sequence[Mapping[str, Json]]) -> dict[str, int]:
    """The power of ten of the last digit that a page's numbers have, by the places that cells are read from."""
    found: dict[str, int] = {}
    for place in sorted(table.mapped):
        digits = [fineness(one.get(place)) for one in objects if one.get(place) not in (None, 0, Decimal(0))]
        known = [digit for digit in digits if digit is not None]
        if known and len(known) == len(digits):
            found[place] = min(known)
    return found


def records_of(
    table: DataTable, objects: Sequence[Mapping[str, Json]], spec: ListingSpec, place: Place
) -> Iterator[Record]:
    """The rows of some objects.

    Raises:
        Unlike: a value is none of its type, or two places of one field say something else.
    """
    columns = {one.name: _agreed(one, table, objects, place) for one in spec.sought}
    rows = [{name: cells[number] for name, cells in columns.items()} for number in range(len(objects))]
    links = _agreed_links(table, objects, place)
    keys = _keys(table, rows, links, spec, place)
    texts = {name: spots[0].at for name, spots in table.columns.items() if spots and spots[0].unit.written is not None}
    for values, link, key, each in zip(rows, links, keys, objects, strict=True):
        raw = {name: text for name, at in texts.items() if (text := text_at(each, at)) not in ("", str(values[name]))}
        yield Record(values=declared({**values, **spec.constants}, spec), raw=raw, link=link, key=key)


def text_at(each: Mapping[str, Json], place: str) -> str:
    """The text of a value, blanks folded; "" where it is none."""
    value = each.get(place)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _agreed(one: Field, table: DataTable, objects: Sequence[Mapping[str, Json]], place: Place) -> list[Value]:
    spots = table.columns[one.name]
    found = [cells_at(one, spot, objects, place) for spot in spots]
    for spot, cells in zip(spots, found, strict=True):
        if any(cell is Unlike for cell in cells):
            raise Unlike(f"{spot.at} has no {one.type}")
        if cells != found[0]:
            raise Unlike(f"`{one.name}` is not the same at {spots[0].at} and {spot.at}, as in the proof")
    return cast("list[Value]", found[0])


def _agreed_links(table: DataTable, objects: Sequence[Mapping[str, Json]], place: Place) -> list[str | None]:
    spots = table.columns[LINK]
    if not spots:
        return [None] * len(objects)
    found = [links_at(spot, objects, place) for spot in spots]
    if any(links != found[0] or "" in links for links in found):
        raise Unlike("the links of the rows differ from place to place")
    return found[0]


def _keys(
    table: DataTable,
    rows: Sequence[Mapping[str, Value]],
    links: Sequence[str | None],
    spec: ListingSpec,
    place: Place,
) -> list[tuple[Value, ...] | None]:
    """The keys of the rows, made as those of a page are."""
    if names := spec.extract.key:
        kinds = {one.name: one.type.kind for one in spec.extract.fields}
        parts: list[Sequence[Value]] = []
        for name in names:
            cells = [{**spec.constants, **values}.get(name) for values in rows]
            texts = [cell if isinstance(cell, str) else None for cell in cells]
            parts.append(link_keys(texts, place.url) if kinds[name] == "link" else cells)
        return [None if None in key else key for key in zip(*parts, strict=True)]
    if not table.keyed:
        return [None] * len(rows)
    keys = link_keys(links, place.url)
    return [(key,) if key and keys.count(key) == 1 else None for key in keys]


def declared(values: Mapping[str, Value], spec: ListingSpec) -> Mapping[str, Value]:
    """The values of a row as the file declares them: in its order, those that other pages give empty."""
    return {one.name: values.get(one.name) for one in spec.extract.fields}


def objects_at(answer: Json, rows: str) -> list[dict[str, Json]]:
    """The objects of the rows, each as its values by their places.

    Raises:
        Misread: there is no array.
    """
    found = at(answer, rows)
    if not isinstance(found, list) or not all(isinstance(one, dict | list) for one in found):
        raise Misread(f"there are no rows at {rows or 'its top'}")
    return [leaves(one) for one in found]


def cells_at(one: Field, spot: Spot, objects: Sequence[Mapping[str, Json]], place: Place) -> list[object]:
    """The cells of a field, row by row; `Unlike` where the value is none of its type."""
    values = [each.get(spot.at) for each in objects]
    if spot.unit.written is not None:
        try:
            return [*written_cells(one, values, place, spot.unit.written)[0]]
        except Unlike:
            return [Unlike] * len(values)
    found: list[object] = []
    for value in values:
        try:
            found.append(cell_of(one, value, spot.unit, place))
        except Unlike:
            found.append(Unlike)
    return found


def links_at(spot: Spot, objects: Sequence[Mapping[str, Json]], place: Place) -> list[str | None]:
    """The addresses of a spot, row by row; "" where the value is none."""
    found: list[str | None] = []
    for each in objects:
        try:
            found.append(address_of(each.get(spot.at), spot.unit, place))
        except Unlike:
            found.append("")
    return found


def said(value: object) -> str:
    """A value in a message."""
    text = str(value)
    return text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}…"
