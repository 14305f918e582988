"""Proves that an array of objects in JSON has the rows that a page shows, cell by cell, in the same order.

A field is mapped to every place of an object whose values equal the shown ones on all rows of all pages of the proof.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from webdart.records.data.data_cells import Json, Place, Unit, Unlike, frames_of, units_of, written_cells
from webdart.records.data.data_table import (
    LINK,
    DataTable,
    Misread,
    Spot,
    cells_at,
    declared,
    finest_of,
    links_at,
    objects_at,
    records_of,
    said,
    text_at,
)
from webdart.records.data.json_pointer import arrays, numbers
from webdart.records.model import Record, Totals
from webdart.records.query.spec import ListingSpec
from webdart.records.words import plain
from webdart.values import replace
from webdart.workflow.model import Field, Value


class Shown(Struct, frozen=True, kw_only=True):
    """The rows of a rendered page as they were read: what JSON must say too."""

    spec: ListingSpec
    place: Place
    records: Sequence[Record]
    totals: Totals
    keyed: bool


def tables_in(answer: Json, shown: Shown) -> list[DataTable | str]:
    """The arrays of an answer that have the rows of a page, all of its cells equal; of others, what is not."""
    found: list[DataTable | str] = []
    for rows in arrays(answer, len(shown.records)):
        try:
            found.append(_first(answer, rows, shown))
        except Misread as error:
            found.append(f"{rows or 'the answer'}: {error}")
    return found


def _first(answer: Json, rows: str, shown: Shown) -> DataTable:
    objects = objects_at(answer, rows)
    columns: dict[str, tuple[Spot, ...]] = {}
    places = sorted({place for one in objects for place in one})
    for one in shown.spec.sought:
        columns[one.name] = tuple(spot for place in places for spot in _spots(one, place, objects, shown))
    links = [record.link for record in shown.records]
    columns[LINK] = tuple(
        spot
        for place in places
        for spot in _links(place, objects, links)
        if links_at(spot, objects, shown.place) == links
    )
    table = DataTable(rows=rows, columns=columns, keyed=shown.keyed)
    return _with_page(table, answer, shown)


def narrowed(table: DataTable, answer: Json, shown: Shown) -> DataTable:
    """What is left of a table's spots, now that another page is there.

    Raises:
        Misread: nothing is left of a field, or the rows are others.
    """
    objects = objects_at(answer, table.rows)
    if len(objects) != len(shown.records):
        raise Misread(f"{len(objects)} rows, where {len(shown.records)} are shown")
    columns: dict[str, tuple[Spot, ...]] = {}
    for one in shown.spec.sought:
        spots = table.columns.get(one.name, ())
        columns[one.name] = tuple(spot for spot in spots if _equals(one, spot, objects, shown))
    links = [record.link for record in shown.records]
    columns[LINK] = tuple(spot for spot in table.columns[LINK] if links_at(spot, objects, shown.place) == links)
    return _with_page(replace(table, columns=columns), answer, shown)


def _with_page(table: DataTable, answer: Json, shown: Shown) -> DataTable:
    """A table that has stood the test of a page, with what else there is to know of that.

    Raises:
        Misread: a cell, a key, the order or a total is not what the page shows.
    """
    strict = {one.name for one in shown.spec.sought if not one.nullable}
    unread = {name for record in shown.records for name in record.raw if record.values.get(name) is None} & strict
    if unread:
        raise Misread(f"`{min(unread)}` has a text on the page that is no value")
    if shown.spec.around or shown.spec.ruling.read:
        raise Misread("not all of its fields stand in the rows")
    lacking = [one for one in shown.spec.sought if not table.columns[one.name]]
    if lacking:
        raise Misread(_lack(lacking[0], table, answer, shown))
    if not table.columns[LINK] and any(record.link for record in shown.records):
        raise Misread("no value of the rows leads to their links")
    table = _with_totals(table, answer, shown)
    objects = objects_at(answer, table.rows)
    table = _with_habits(table, objects)
    read = [(record.values, record.key, record.link) for record in records_of(table, objects, shown.spec, shown.place)]
    if read != [(declared(record.values, shown.spec), record.key, record.link) for record in shown.records]:
        raise Misread("the keys of the rows are others")
    return table


def _with_habits(table: DataTable, objects: Sequence[Mapping[str, Json]]) -> DataTable:
    """With what the objects of another page are like."""
    full = frozenset(place for place in table.mapped if all(one.get(place) not in (None, "") for one in objects))
    known = {
        place: table.finest.get(place, frozenset[int]()) | {digit} for place, digit in finest_of(table, objects).items()
    }
    return replace(
        table,
        leaves=table.leaves.union(*objects),
        full=table.full & full if table.leaves else full,
        finest={**table.finest, **known},
    )


def settled(table: DataTable, pages: Sequence[Shown]) -> DataTable:
    """The table with the spots to be relied on, now that all pages of the proof are known.

    What says the same in every row is any other such value, too: of those only what is called as the field counts.

    Raises:
        Misread: a field is empty or the same in all rows, and nothing says where it is from.
    """
    columns = dict(table.columns)
    for one in pages[0].spec.sought:
        values = {record.values.get(one.name) for page in pages for record in page.records}
        if values == {None}:
            raise Misread(f"`{one.name}` is empty in all rows, which tells nothing")
        if len(values) > 1:
            continue
        columns[one.name] = tuple(spot for spot in columns[one.name] if _is_called(spot, one))
        if not columns[one.name]:
            raise Misread(f"`{one.name}` is the same in all rows, and nothing in the answer is called so")
    return replace(table, columns=columns)


def _is_called(spot: Spot, one: Field) -> bool:
    name = plain(spot.at.rpartition("/")[2].replace("_", " ")).replace(" ", "")
    return name in {plain(one.name.replace("_", " ")).replace(" ", ""), plain(one.label or "").replace(" ", "")}


def _lack(one: Field, table: DataTable, answer: Json, shown: Shown) -> str:
    """Why a field is not proven, by the first row that its likeliest place says something else in."""
    objects = objects_at(answer, table.rows)
    shows = [record.values.get(one.name) for record in shown.records]
    near: list[tuple[int, str]] = []
    for place in sorted({place for each in objects for place in each}):
        cells = cells_at(one, Spot(place), objects, shown.place)
        equal = [cell == show for cell, show in zip(cells, shows, strict=True)]
        if not all(equal):
            row = equal.index(False)
            text = (
                f"`{one.name}`: row {row + 1} shows {said(shows[row])}, and {place} has {said(objects[row].get(place))}"
            )
            near.append((2 * sum(equal) + _is_called(Spot(place), one), text))
    best = max(near, default=(0, ""), key=lambda pair: pair[0])
    return best[1] if best[0] else f"`{one.name}` ({said(shows[0])}) is in no value of the rows"


def _spots(one: Field, place: str, objects: Sequence[Mapping[str, Json]], shown: Shown) -> Iterator[Spot]:
    """How a place stands for a field: by its values, or else as the text that is shown."""
    cells = [record.values.get(one.name) for record in shown.records]
    pairs = ((each.get(place), cell) for each, cell in zip(objects, cells, strict=True))
    first = next(((leaf, cell) for leaf, cell in pairs if leaf is not None and cell is not None), (None, None))
    empty = _written_for_nothing(one, [each.get(place) for each in objects], cells)
    spots = [Spot(place, replace(unit, empty=empty)) for unit in units_of(one, *first)]
    proven = [spot for spot in spots if _equals(one, spot, objects, shown)]
    yield from proven
    if not proven and _is_text_shown(one, place, objects, shown):
        try:
            _, convention = written_cells(one, [each.get(place) for each in objects], shown.place, None)
        except Unlike:
            return
        spot = Spot(place, Unit(written=convention))
        if _equals(one, spot, objects, shown):
            yield spot


def _written_for_nothing(one: Field, leaves: Sequence[Json], cells: Sequence[Value]) -> str:
    """The text that a page writes where there is no value; "" where it writes none."""
    if one.type.kind != "text" or one.type.many:
        return ""
    texts = [cell for leaf, cell in zip(leaves, cells, strict=True) if leaf in (None, "")]
    return str(texts[0]) if texts and texts[0] is not None else ""


def _equals(one: Field, spot: Spot, objects: Sequence[Mapping[str, Json]], shown: Shown) -> bool:
    """Whether a spot gives the cells that are shown; where it has texts, the very texts."""
    if spot.unit.written is not None and not _is_text_shown(one, spot.at, objects, shown):
        return False
    return cells_at(one, spot, objects, shown.place) == [record.values.get(one.name) for record in shown.records]


def _is_text_shown(one: Field, place: str, objects: Sequence[Mapping[str, Json]], shown: Shown) -> bool:
    """Whether a place has the texts that the page shows for a field."""
    for each, record in zip(objects, shown.records, strict=True):
        value = record.values.get(one.name)
        text = record.raw.get(one.name, "" if value is None else str(value))
        if text_at(each, place) != " ".join(text.split()):
            return False
    return True


def _links(place: str, objects: Sequence[Mapping[str, Json]], links: Sequence[str | None]) -> Iterator[Spot]:
    yield Spot(place)
    pairs = ((each.get(place), link) for each, link in zip(objects, links, strict=True))
    leaf, link = next(((leaf, link) for leaf, link in pairs if leaf is not None and link), (None, None))
    if link is not None:
        for unit in frames_of(leaf, link):
            yield Spot(place, unit)


def _with_totals(table: DataTable, answer: Json, shown: Shown) -> DataTable:
    """With where the totals stand that the page states.

    Raises:
        Misread: nowhere.
    """
    there = numbers(answer)
    stated, pages, first = shown.totals.stated, shown.totals.pages, not table.leaves
    total = tuple(place for place, number in there.items() if number == stated and (first or place in table.total))
    counted = tuple(place for place, number in there.items() if number == pages and (first or place in table.pages))
    if stated is not None and not total:
        raise Misread(f"the page states {stated} rows, and the answer does not")
    if pages is not None and not counted and stated is None:
        size = len(shown.records)
        total = tuple(
            place
            for place, number in there.items()
            if number > pages and -(-number // size) == pages and (first or place in table.total)
        )
        if not total:
            raise Misread(f"the page states {pages} pages, and the answer does not")
    return replace(table, total=total, pages=counted)
