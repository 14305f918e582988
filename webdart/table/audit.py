"""Audits the rows of a table: cells that could not be read, columns without any value, rows that pages repeat."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import cast

import pyarrow as pa
from msgspec import Struct

from webdart.records.words import plain, says_nothing
from webdart.workflow.model import Extract, Field
from webdart.workflow.sql import PARENT

_PAGES = 3
"""Pages that tell a template from a coincidence, where each of them has other rows too."""
_IN_ORDER = 5
"""Different rows, one behind the other, that two pages have by more than chance."""
Rows = Sequence[tuple[str, ...]]
"""What the cells of each row of a page say."""
_SEVERAL = 2
"""Pages or rows of which more than chance can be told."""
_UNREAD_CELLS = 3
"""Texts without a value that tell a field that can't be read from odd cells ("sold out", "on request")."""
_UNREAD_SHARE = 0.5
"""Of a table's rows, how many have such a text then: where most cells are empty, the few others are the odd ones."""


class Cell(Struct, frozen=True):
    """A cell of a table: its place in it, its text and the address of its page."""

    row: int
    text: str
    page: str


class Repeated(Struct, frozen=True):
    """A row that every page of a walk has, with the addresses of its pages; `alone` if no page adds another one."""

    text: str
    pages: tuple[str, ...]
    alone: bool


def raws_of(table: pa.Table) -> list[dict[str, str]]:
    """The texts of each row's cells that differ from their values, by column."""
    pairs = cast("list[list[tuple[str, str]] | None]", table.column("_raw").to_pylist())
    return [dict(one or ()) for one in pairs]


def unreadable(table: pa.Table, extract: Extract) -> Mapping[str, tuple[Cell, ...]]:
    """The cells of each column whose place has a text and whose value is NULL; columns without any are left out."""
    fields = [field for field in extract.fields if not field.nullable and _may_lack(table, field.name)]
    raws = raws_of(table) if fields else []
    if not any(raws):
        return {}
    pages = table.column("_page").to_pylist()
    found: dict[str, tuple[Cell, ...]] = {}
    for field in fields:
        values = table.column(field.name).to_pylist()
        lacking = [
            (row, text)
            for row, value in enumerate(values)
            if _lacks(value) and (text := raws[row].get(field.name)) and not _means_null(field, text)
        ]
        if not lacking:
            continue
        others = _apart(table, extract, field, values, raws)
        cells = tuple(
            Cell(row, text, str(pages[row]))
            for row, text in lacking
            if not any(raws[row].get(name) == text and own[row] is not None for name, own in others.items())
        )
        if cells:
            found[field.name] = cells
    return found


def _may_lack(table: pa.Table, name: str) -> bool:
    """Whether a column is there, and may have a cell without a value."""
    if name not in table.column_names:
        return False
    column = table.column(name)
    return column.null_count > 0 or pa.types.is_list(column.type)


def _apart(
    table: pa.Table, extract: Extract, field: Field, values: Sequence[object], raws: Sequence[Mapping[str, str]]
) -> Mapping[str, Sequence[object]]:
    """The columns that have texts of their own wherever they and a field have values.

    Where such a column reads the text at the field's place, that is the column's: of the line "4.5, 12 reviews" a
    record that nobody rated has the reviews alone. An amount and its currency have one text in every row.
    """
    found: dict[str, Sequence[object]] = {}
    for other in extract.fields:
        if other.name == field.name or other.name not in table.column_names:
            continue
        own = table.column(other.name).to_pylist()
        both = [row for row, value in enumerate(values) if value is not None and own[row] is not None]
        if both and all(raws[row].get(field.name) != raws[row].get(other.name) for row in both):
            found[other.name] = own
    return found


def without_value(table: pa.Table, unread: Mapping[str, Sequence[Cell]]) -> tuple[str, ...]:
    """The columns that have texts in most rows, and not one value."""
    least = max(_UNREAD_CELLS, table.num_rows * _UNREAD_SHARE)
    names = (name for name, cells in unread.items() if len(cells) >= least)
    return tuple(name for name in names if table.column(name).null_count == table.num_rows)


def empty(table: pa.Table, extract: Extract) -> tuple[str, ...]:
    """The declared columns without one value in several rows, which their pages have texts for or not."""
    if table.num_rows < _SEVERAL:
        return ()
    names = (field.name for field in extract.fields if field.name in table.column_names)
    return tuple(name for name in names if table.column(name).null_count == table.num_rows)


def repeated(table: pa.Table, extract: Extract) -> tuple[Repeated, ...]:
    """The rows that stand on every page of the walk, where rows have no key that would make one of them."""
    sequences = table.column("_sequence").to_pylist()
    if extract.each == "page" or len(set(sequences)) < _SEVERAL:
        return ()  # one row a page, which may well say the same
    names = [field.name for field in extract.fields if field.name in table.column_names and field.value is None]
    keyed = table.column("_key").null_count < table.num_rows
    if not names or keyed or len(set(table.column("_walk").to_pylist())) != 1:
        return ()
    columns = [table.column(name).to_pylist() for name in names]
    rows = list(zip(*columns, strict=True))
    addresses = [str(page) for page in table.column("_page").to_pylist()]
    pages: dict[object, list[int]] = {}
    for place, sequence in enumerate(sequences):
        pages.setdefault(sequence, []).append(place)
    counts = Counter(map(repr, rows))
    where = tuple(addresses[places[0]] for places in pages.values())
    alone = all(len(places) == 1 for places in pages.values())
    if alone and len(counts) == 1 and _says_something(rows[0]):
        return (Repeated(_told(rows[0]), where, alone=True),)
    if len(pages) < _PAGES:
        return ()
    once = [text for text, count in counts.items() if count == 1]
    if len(once) + sum(1 for count in counts.values() if count >= len(pages)) != len(counts) or not once:
        return ()  # rows that say little repeat in other ways, too
    on_all = [
        rows[place]
        for place in {repr(rows[place]): place for place in next(iter(pages.values()))}.values()
        if counts[repr(rows[place])] >= len(pages)
        and all(any(repr(rows[other]) == repr(rows[place]) for other in places) for places in pages.values())
    ]
    return tuple(Repeated(_told(row), where, alone=False) for row in on_all if _says_something(row))


def of_every_parent(table: pa.Table, extract: Extract) -> Repeated | None:
    """The rows of a child table that are the same ones on each record's page, where the file does not locate them."""
    if extract.within is not None or extract.each is not None or PARENT not in table.column_names:
        return None
    names = [field.name for field in extract.fields if field.name in table.column_names and field.value is None]
    columns = [table.column(name).to_pylist() for name in names]
    of: dict[object, list[str]] = {}
    for parent, *cells in zip(table.column(PARENT).to_pylist(), *columns, strict=True):
        of.setdefault(parent, []).append(repr(cells))
    if len(of) < _PAGES or len(set(map(tuple, of.values()))) > 1:
        return None
    pages = dict.fromkeys(str(page) for page in table.column("_page").to_pylist())
    return Repeated(row_text(table, extract, 0), tuple(pages), alone=False)


def doubled(table: pa.Table, extract: Extract) -> tuple[Repeated, ...]:
    """The pages whose rows stand there twice, in the same order: a band that runs on for ever holds two of each."""
    found: list[Repeated] = []
    for places, said in _by_page(table, extract):
        half, odd = divmod(len(places), 2)
        if not odd and len(set(said)) == half >= _PAGES and said[:half] == said[half:]:
            address = str(table.column("_page")[places[0]].as_py())
            found.append(Repeated(row_text(table, extract, places[0]), (address,) * half, alone=False))
    return tuple(found)


def again_in_order(table: pa.Table, extract: Extract) -> Repeated | None:
    """Rows that a page has one behind the other as the page before has them: of another list, or of an overlap."""
    pages, walks = table.column("_page").to_pylist(), table.column("_walk").to_pylist()
    for (before, earlier), (places, rows) in pairwise(_by_page(table, extract)):
        if walks[before[0]] != walks[places[0]]:
            continue
        begin = _overlap(earlier, rows) or _band(earlier, rows)
        end = 0 if begin else _band(earlier[::-1], rows[::-1])
        there = [*places[:begin], *places[len(places) - end :]]
        if there:
            where = tuple(str(pages[place]) for place in there)
            return Repeated(row_text(table, extract, there[0]), where, alone=False)
    return None


def _overlap(earlier: Rows, rows: Rows) -> int:
    """How many rows end a page and begin the next one, each of them once on both; pages of the same rows have none."""
    if earlier == rows:
        return 0
    for length in range(min(len(earlier), len(rows)), _IN_ORDER - 1, -1):
        run = rows[:length]
        if earlier[-length] == run[0] and earlier[-length:] == run:
            times = Counter(earlier) + Counter(rows)
            return length if all(times[row] == _SEVERAL for row in run) else 0
    return 0


def _band(earlier: Rows, rows: Rows) -> int:
    """How many rows begin two pages that have others behind them.

    Where those others have the same in one column, as the days of two weeks do, the rows are those of a table that
    comes again with other values.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(earlier, rows, strict=False)))
    if same >= min(len(earlier), len(rows)) or len(set(rows[:same])) < _IN_ORDER:
        return 0
    columns = zip(zip(*earlier, strict=True), zip(*rows, strict=True), strict=True)
    return 0 if any(_comes_again(list(zip(*cells, strict=False)), same) for cells in columns) else same


def _comes_again(column: Sequence[tuple[str, str]], same: int) -> bool:
    """Whether two pages have a column in common, behind the rows that are the same, that tells these others apart."""
    rest = column[same:]
    told = len(set(rest)) > 1 or rest[0] not in column[:same]
    return told and all(one == other for one, other in rest)


def _by_page(table: pa.Table, extract: Extract) -> Iterator[tuple[Sequence[int], Rows]]:
    """The places of the rows of each page, and what their cells say; of a table whose rows have keys nothing."""
    if extract.each == "page" or extract.keyless or table.column("_key").null_count < table.num_rows:
        return
    names = [field.name for field in extract.fields if field.name in table.column_names and field.value is None]
    columns = [table.column(name).to_pylist() for name in names]
    rows = [tuple(map(repr, row)) for row in zip(*columns, strict=True)]
    pages: dict[object, list[int]] = {}
    marks = zip(table.column("_walk").to_pylist(), table.column("_sequence").to_pylist(), strict=True)
    for place, page in enumerate(marks):
        pages.setdefault(page, []).append(place)
    for places in pages.values():
        yield places, [rows[place] for place in places]


def row_text(table: pa.Table, extract: Extract, place: int) -> str:
    """What a row says in its declared columns."""
    names = [field.name for field in extract.fields if field.name in table.column_names and field.value is None]
    return _told([table.column(name)[place].as_py() for name in names])


def _says_something(row: Sequence[object]) -> bool:
    return any(value is not None for value in row)


def _told(row: Sequence[object]) -> str:
    return ", ".join(str(value) for value in row if value is not None)[:80]


def _lacks(value: object) -> bool:
    return value is None or (isinstance(value, list) and None in value)


def _means_null(field: Field, text: str) -> bool:
    """Whether the file, or the text itself, says that there is no value."""
    mapped = field.mapping or {}
    return says_nothing(text) or any(plain(word) == plain(text) for word, value in mapped.items() if value is None)
