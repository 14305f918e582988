"""Reads the rows of a long page that its sample leaves out, as the rows of the same build in the sample were read.

Of each build and each field the sample's cells tell which text and which address of a row they are. Where that is not
one and the same in all rows of the build, or a cell is more than a text and an address, the page is not read so.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, cast

from msgspec import Struct

from webdart.page.model import Node
from webdart.records.cells.cell_text import without_fragment
from webdart.records.coerce import RawCell
from webdart.records.query.field_matches import Assigned
from webdart.records.query.long_page import LongPage


class RowsDiffer(Exception):
    """The sample does not tell how the remaining rows are read."""


class Source(Struct, frozen=True):
    """Where in a row of one build a cell comes from: the places of its text and its address, -1 where it has none.

    `cell` is what all of them have in common; `address_of` takes an address from the element that has it.
    """

    cell: RawCell
    text: int
    address: int
    address_of: Callable[[Node], str]

    def reader(self, nodes: Sequence[Node]) -> Callable[[int], RawCell]:
        """Gives the cell of a row: of most it is a text, with what all of them have in common."""
        cell, common, place, address, address_of = self.cell, self.cell[1:], self.text, self.address, self.address_of

        def linked(row: int) -> RawCell:
            text = nodes[row + place].text if place >= 0 else ""
            return cell._replace(text=text, address=address_of(nodes[row + address]))

        def worded(row: int) -> RawCell:
            return _as_cell((nodes[row + place].text, *common))

        if address >= 0:
            return linked
        return worded if place >= 0 else lambda _: cell


_tuple = cast("Callable[..., Any]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType] - untyped
_as_cell = cast("Callable[[Iterable[object]], RawCell]", partial(_tuple, RawCell))  # as `_make`, without its call
Within = Callable[[int], range]
"""By place of a record the nodes that its cell may come from."""


class JoinedRows(Struct, frozen=True):
    """The cells of all records by field, their links, and the places of those that are in the sample."""

    cells: Mapping[str, Sequence[RawCell]]
    addresses: Sequence[str | None]
    sampled: frozenset[int]


def join_rows(
    long: LongPage, assigned: Assigned, cells: Mapping[str, Sequence[RawCell]], addresses: Sequence[str | None]
) -> JoinedRows:
    """The cells of the sample's records, with those of the remaining rows between them.

    Raises:
        Unlike: see there.
    """
    reading = _Reading(long, _places(long, assigned))
    everything = {name: reading.column(column, _within(long, assigned, name)) for name, column in cells.items()}
    linked = [RawCell(address=address or "") for address in addresses]
    links = reading.column(linked, None, _without_fragment)
    here = frozenset(place for place, number in enumerate(reading.numbers) if number in reading.places)
    return JoinedRows(everything, [cell.address or None for cell in links], here)


def _places(long: LongPage, assigned: Assigned) -> dict[int, int]:
    """The number of each row of the sample that is a record, and its place among the records."""
    places: dict[int, int] = {}
    for place, number in enumerate(assigned.records):
        roots = assigned.region.records[number]
        row = long.here.get(roots[0]) if len(roots) == 1 else None
        if row is None:
            raise RowsDiffer
        places[row] = place
    if list(places) != sorted(places):
        raise RowsDiffer
    return places


def _within(long: LongPage, assigned: Assigned, name: str) -> Within | None:
    """Where the cells of a field stand; None where it has no column."""
    match = assigned.matches.get(name)
    if match is None:
        return None
    hits, nodes = match.column.hits, long.view.nodes

    def within(place: int) -> range:
        if not hits[place]:
            return range(0)
        (node, part), *others = hits[place]
        if others or part is not None:  # several, or a part of a text
            raise RowsDiffer
        return range(node, nodes[node].end)

    return within


class _Reading:
    """The records of a long page: `numbers` are those of their rows, `places` where the sample's are among its own."""

    def __init__(self, long: LongPage, places: Mapping[int, int]) -> None:
        self._long, self.places = long, places
        sampled = {number: node for node, number in long.here.items()}
        self.numbers = [number for number in range(len(long.rows)) if number in places or number not in sampled]
        remaining = {long.builds[number] for number in self.numbers if number not in sampled}
        self._like: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, node in sampled.items():
            if (build := long.builds[number]) in remaining:
                if number not in places:  # built as many are, and no record
                    raise RowsDiffer
                self._like[build].append((node, places[number]))

    def column(
        self, cells: Sequence[RawCell], within: Within | None, address_of: Callable[[Node], str] | None = None
    ) -> list[RawCell]:
        """The cells of all records; `cells` are those of the sample."""
        nodes, rows, builds, places = self._long.whole.nodes, self._long.rows, self._long.builds, self.places
        cell_of = {
            build: self._source(like, cells, within, address_of).reader(nodes) for build, like in self._like.items()
        }
        return [
            cell_of[builds[number]](rows[number]) if number not in places else cells[places[number]]
            for number in self.numbers
        ]

    def _source(
        self,
        like: Sequence[tuple[int, int]],
        cells: Sequence[RawCell],
        within: Within | None,
        address_of: Callable[[Node], str] | None,
    ) -> Source:
        """Where the cells of rows of one build come from: `like` are those in the sample, and their places."""
        common = cells[like[0][1]]._replace(text="", address="")
        if common.attributes or common.parts or common.addresses or common.icons:
            raise RowsDiffer
        texts: list[tuple[range, int, str]] = []
        addresses: list[tuple[range, int, str]] = []
        for row, place in like:
            cell = cells[place]
            if cell._replace(text="", address="") != common:
                raise RowsDiffer
            around = range(row, self._long.view.nodes[row].end) if within is None else within(place)
            texts.append((around, row, cell.text))
            addresses.append((around, row, cell.address))
        nodes = self._long.view.nodes
        text = _same_place(nodes, texts, _text)
        if text is None:
            raise RowsDiffer
        for taken in (address_of,) if address_of is not None else (_href, _src):
            address = _same_place(nodes, addresses, taken, several=True)
            if address is not None:
                return Source(common, text, address, taken)
        raise RowsDiffer


def _same_place(
    nodes: Sequence[Node],
    wanted: Sequence[tuple[range, int, str]],
    value_of: Callable[[Node], str],
    *,
    several: bool = False,
) -> int | None:
    """Where in a row a value stands, in every one; -1 where none has any, None where that is not one place.

    `several`: the first of several places that say the same will do.
    """
    if not any(value for _, _, value in wanted):
        return -1
    common: set[int] | None = None
    for around, row, value in wanted:
        here = {node - row for node in around if value_of(nodes[node]) == value}
        common = here if common is None else common & here
    if not common or (len(common) > 1 and not several):
        return None
    return min(common)


def _text(node: Node) -> str:
    return node.text


def _href(node: Node) -> str:
    return node.attributes.get("href", "")


def _src(node: Node) -> str:
    return node.attributes.get("src", "")


def _without_fragment(node: Node) -> str:
    return without_fragment(node.attributes.get("href", ""))
