"""Finds sums that count rows twice: a table holds the sums of its own rows, as a tree or the foot of an order shows."""

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any, cast

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.errors import WebdartError
from webdart.execute.query import Computing
from webdart.identifier import fold
from webdart.plan.lineage import Added, Lineage, Place
from webdart.records.structure.total_rows import is_called_sum
from webdart.table.audit import row_text
from webdart.table.rollup import rollup
from webdart.workflow.model import Extract

_ROW = "_row"
"""A column that is added to a table to find its rows again."""
_LONG = 60
"""Letters that a sum's name has not."""
_LEAST = 2
"""Rows that one sum of a table adds up: "Total Recall" runs as long as the one film before it."""


async def double_counts(extract: Extract, table: pa.Table, read: Lineage, computing: Computing) -> list[Doubt]:
    """The columns in which some of the answer's rows are the sums of others.

    Rows that are called sums count wherever they are read; those that only the figures tell where the answer adds the
    column up, or takes its mean.
    """
    doubts: dict[str, Doubt] = {}
    called = _called_sums(table)
    for place in read.places:
        counted: frozenset[int] | None = None
        for name, sums in called.items() if not doubts else ():
            counted = await _counted(extract, table, place, computing) if counted is None else counted
            if twice := [total for total, parts in sums.items() if total in counted and not counted.isdisjoint(parts)]:
                doubts[name] = _doubt(extract, table, name, twice)
        for added in sorted(place.added, key=lambda one: one.column):
            name = next((one for one in table.column_names if fold(one) == added.column), None)
            if name is None or name in doubts or not (sums := rollup(_figures(table.column(name)))):
                continue
            counted = await _counted(extract, table, place, computing) if counted is None else counted
            twice = _twice(table, sums, counted, added)
            if twice:
                doubts[name] = _doubt(extract, table, name, twice)
    return list(doubts.values())


def _figures(column: "pa.ChunkedArray[Any]") -> Sequence[Decimal | None]:
    """The figures of a column; none of a column of other values."""
    kind = column.type
    if not (pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)):
        return ()
    return [None if value is None else Decimal(str(value)) for value in column.to_pylist()]


def _called_sums(table: pa.Table) -> Mapping[str, Mapping[int, Sequence[int]]]:
    """By column: the rows that are called a sum and are that of the rows above them on their page, and these rows."""
    columns = {name: table.column(name) for name in table.column_names if not name.startswith("_")}
    numbers = {name: figures for name, column in columns.items() if (figures := _figures(column))}
    texts = [column.to_pylist() for column in columns.values() if pa.types.is_string(column.type)] if numbers else []
    named = {row for column in texts for row, text in enumerate(column) if text and _is_called_sum(text)}
    pages = table.column("_page").to_pylist()
    sums = {name: _sums_of_pages(figures, named, pages) for name, figures in numbers.items()} if named else {}
    return {name: found for name, found in sums.items() if any(len(parts) >= _LEAST for parts in found.values())}


def _is_called_sum(text: str) -> bool:
    return len(text) < _LONG and is_called_sum(text)


def _sums_of_pages(
    figures: Sequence[Decimal | None], named: Collection[int], pages: Sequence[object]
) -> Mapping[int, Sequence[int]]:
    """The rows among those that are `named` whose figure is the sum of the rows above on their page, and these rows."""
    sums: dict[int, Sequence[int]] = {}
    for _, page in groupby(range(len(figures)), key=pages.__getitem__):
        above, total = list[int](), Decimal(0)
        for row in page:
            figure = figures[row] or Decimal(0)
            if figure and figure == total and row in named:
                sums[row] = tuple(above)
            else:
                above.append(row)
                total += figure
    return sums


async def _counted(extract: Extract, table: pa.Table, place: Place, computing: Computing) -> frozenset[int]:
    """The rows that pass the conditions of a place."""
    every = frozenset(range(table.num_rows))
    if not place.conditions:
        return every
    arrow = cast("Any", pa)
    numbered = cast("Any", table).append_column(_ROW, arrow.array(range(table.num_rows), arrow.int64()))
    where = " AND ".join(f"({one.sql})" for one in place.conditions)
    sql = f'SELECT "{_ROW}" FROM "{extract.into}" WHERE {where}'  # noqa: S608 - the file's own words, in the sandbox
    try:
        rows = await computing.over(sql, {extract.into: numbered}, place.parameters)
    except WebdartError:
        return every  # conditions that can't be asked for by themselves exclude nothing
    return frozenset(cast("list[int]", rows.column(0).to_pylist()))


def _twice(table: pa.Table, sums: Mapping[int, Sequence[int]], counted: frozenset[int], added: Added) -> Sequence[int]:
    """The sums that are counted together with a row that they add up, in one group."""
    by = [table.column(name).to_pylist() for name in table.column_names if fold(name) in added.groups]
    groups = list(zip(*by, strict=True)) if by else [()] * table.num_rows
    return [
        total
        for total, parts in sums.items()
        if total in counted and any(part in counted and groups[part] == groups[total] for part in parts)
    ]


def _doubt(extract: Extract, table: pa.Table, column: str, twice: Sequence[int]) -> Doubt:
    pages = [str(page) for page in table.column("_page").to_pylist()]
    return Doubt(
        table=extract.into,
        column=column,
        kind="repeated",
        problem=f"{len(twice)} of {table.num_rows} rows hold the sum of rows beside them, and both are read",
        count=len(twice),
        samples=samples_of((row_text(table, extract, place), pages[place]) for place in sorted(twice)),
        remedy="a condition (`WHERE`) that keeps one of the levels, or `accept: [repeated]` if they are no sums",
    )
