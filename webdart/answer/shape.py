"""Determines the shape of the answer and renders it as a value, as rows and as text (docs/reference/file.md).

The shape follows from the file and its SQL, never from the data: a chore that gives a list today gives a list on the
day when there is one row, or none.
"""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import pyarrow as pa

from webdart.answer.hidden_columns import visible
from webdart.errors import QueryError
from webdart.identifier import fold
from webdart.plan.model import Query
from webdart.table.cell_json import Json, cell, text
from webdart.table.text_table import aligned
from webdart.values import replace
from webdart.workflow.model import Answer, Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerValue:
    """The answer of a run: `rows` as they are, `value` in its shape, `text` as stdout shows it."""

    shape: Shape
    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]
    value: Json
    text: str


def compose(result: pa.Table, declared: Answer, query: Query | None) -> AnswerValue:
    """`result` in the declared shape, or in the one that its query has; `query` is None for a result without one.

    Raises:
        QueryError: the result has not the declared shape (a value with two rows), or `format` names no column.
    """
    cells = [[cell(value) for value in column.to_pylist()] for column in result.columns]
    return _composed(result.column_names, cells, declared, query)


def _composed(
    names: Sequence[str], cells: Sequence[Sequence[Json]], declared: Answer, query: Query | None
) -> AnswerValue:
    """The answer of columns with these names and cells."""
    places = visible(names, query.sql if query else None)
    columns = _distinct([names[place] for place in places])
    rows = tuple(zip(*(cells[place] for place in places), strict=True))
    shape = declared.shape or default_shape(query)
    value = _VALUES[shape](columns, rows)
    return AnswerValue(shape=shape, columns=columns, rows=rows, value=value, text=_text(declared, shape, columns, rows))


@dataclass(frozen=True, slots=True)
class Queried:
    """The result of a query: a table for later stages, and the answer if no later stage computes."""

    table: pa.Table
    query: Query

    def answer(self, declared: Answer) -> AnswerValue:
        """See `compose`; the error says where the query stands."""
        try:
            return compose(self.table, declared, self.query)
        except QueryError as error:
            raise error.at(self.query.at) from error


@dataclass(frozen=True, slots=True)
class Scripted:
    """The `answer` that a script set, in plain values; used like `Queried`.

    A list of mappings is a table, with every key that any of them has; a mapping is a map, another list a list,
    anything else a value.
    """

    value: object

    @property
    def table(self) -> pa.Table:
        """The rows as a table.

        Raises:
            QueryError: a column has values of several types, which no table can hold.
        """
        _, columns = _columns_of(self.value)
        whole: pa.Table | None = None
        for name, values in columns.items():
            try:
                one = pa.Table.from_pylist([{name: value} for value in values]) if values else _nothing(name)
            except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
                raise QueryError(
                    f"the script's answer can't become a table: column {name!r} has values of several types ({error})",
                    hint="give every row of a column one type, such as str(…), or leave `into:` out",
                ) from error
            whole = one if whole is None else whole.append_column(name, one.column(0))
        return _nothing("answer") if whole is None else whole

    def answer(self, declared: Answer) -> AnswerValue:
        """In the declared shape, else in the one that the value has; each cell is as the script set it.

        Raises:
            QueryError: as `compose`.
        """
        shape, columns = _columns_of(self.value)
        cells = [[cell(value) for value in values] for values in columns.values()]
        return _composed([*columns], cells, declared if declared.shape else replace(declared, shape=shape), None)


def _nothing(column: str) -> pa.Table:
    return pa.schema([(column, pa.string())]).empty_table()


def _columns_of(value: object) -> tuple[Shape, Mapping[str, Sequence[object]]]:
    """The shape that a script's value has, and its columns."""
    match value:
        case list() | tuple():
            items = cast("Sequence[object]", value)
            if items and all(isinstance(item, dict) for item in items):
                rows = [cast("dict[object, object]", item) for item in items]
                keys = list(dict.fromkeys(key for row in rows for key in row))
                names = _distinct([str(key) for key in keys])
                return "table", {name: [row.get(key) for row in rows] for name, key in zip(names, keys, strict=True)}
            return "list", {"answer": items}
        case dict():
            found = cast("dict[object, object]", value)
            return "map", {"key": [*found], "value": [*found.values()]}
        case _:
            return "value", {"answer": [value]}


def default_shape(query: Query | None) -> Shape:
    """The shape that a query's result has for any data; a table if there is no query."""
    if query is None or not query.single_column:
        return "table"
    return "value" if query.single_row else "list"


# -- the four shapes ------------------------------------------------------------------------------------------

_Columns = tuple[str, ...]
_Rows = tuple[tuple[Json, ...], ...]


def _one_column(shape: str, columns: _Columns) -> None:
    if len(columns) != 1:
        raise QueryError(
            f"the answer is declared a {shape}, which has one column; the result has {len(columns)}: "
            f"{', '.join(columns) or 'none'}",
            hint=f"select one column, or say answer: {{shape: {'map' if len(columns) > 1 else 'table'}}}",
        )


def _value(columns: _Columns, rows: _Rows) -> Json:
    _one_column("value", columns)
    if len(rows) > 1:
        first = ", ".join(text(row[0]) for row in rows[:3])
        raise QueryError(
            f"the answer is a single value, but the result has {len(rows)} rows ({first}{', …' * (len(rows) > 3)})",
            hint="add LIMIT 1 with an ORDER BY, aggregate, or say answer: {shape: list}",
        )
    return rows[0][0] if rows else None


def _list(columns: _Columns, rows: _Rows) -> Json:
    _one_column("list", columns)
    return [row[0] for row in rows]


def _map(columns: _Columns, rows: _Rows) -> Json:
    if len(columns) < 2:
        raise QueryError(
            f"the answer is declared a map, which has a key column and a value; the result has only {columns[0]}"
            if columns
            else "the answer is declared a map, and the result has no column",
            hint="select the key first, then what belongs to it",
        )
    found: dict[str, Json] = {}
    for row in rows:
        key = text(row[0])
        if row[0] is None or key in found:
            what = "an empty key" if row[0] is None else f"the key {key!r} twice"
            raise QueryError(
                f"the answer is declared a map, but column {columns[0]} has {what}",
                hint=f"GROUP BY {columns[0]}, leave out NULL, or say answer: {{shape: table}}",
            )
        found[key] = row[1] if len(row) == 2 else dict(zip(columns[1:], row[1:], strict=True))
    return found


def _table(columns: _Columns, rows: _Rows) -> Json:
    return [dict(zip(columns, row, strict=True)) for row in rows]


_VALUES = {"value": _value, "list": _list, "map": _map, "table": _table}


def _distinct(names: Sequence[str]) -> _Columns:
    """Names under which no cell hides another: a second `name` is `name_1`, as DuckDB's own tables call it."""
    taken = {name.casefold() for name in names}
    seen: set[str] = set()
    result: list[str] = []
    for name in names:
        free, count = name, 0
        while free.casefold() in seen or (count and free.casefold() in taken):
            count += 1
            free = f"{name}_{count}"
        seen.add(free.casefold())
        result.append(free)
    return tuple(result)


# -- text -----------------------------------------------------------------------------------------------------


def _text(declared: Answer, shape: Shape, columns: _Columns, rows: _Rows) -> str:
    if declared.format is not None:
        fill = partial(_fill, parse_format(declared.format, columns), columns)
        return declared.join.join(fill(row) for row in rows)
    if shape == "table":
        return aligned(columns, rows)
    if shape == "map":
        rest = [f"{text(row[0])}: {', '.join(text(item) for item in row[1:])}" for row in rows]
        return declared.join.join(rest)
    return declared.join.join(text(row[0]) for row in rows)


def parse_format(template: str, columns: Sequence[str]) -> tuple[tuple[str, str | None], ...]:
    """`{name} ({reviews})` as pairs of literal text and the column that follows it (None: nothing does).

    Only names of columns may stand in braces; `{{` and `}}` are braces. Names match as in SQL, without case.

    Raises:
        QueryError: a name that is no column, or anything else in the braces.
    """
    known = {fold(name): name for name in columns}
    parts: list[tuple[str, str | None]] = []
    try:
        pieces = list(string.Formatter().parse(template))
    except ValueError as error:
        raise QueryError(f"answer.format {template!r} can't be read: {error}", hint="write {{ for a brace") from error
    for literal, name, spec, conversion in pieces:
        if name is not None and (spec or conversion or fold(name) not in known):
            raise QueryError(
                f"answer.format names {{{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}}}, "
                f"and the result has the columns {', '.join(columns)}",
                hint="only the name of a column may stand in the braces; round and format numbers in the SQL",
            )
        parts.append((literal, None if name is None else known[fold(name)]))
    return tuple(parts)


def _fill(parts: Sequence[tuple[str, str | None]], columns: _Columns, row: tuple[Json, ...]) -> str:
    cells: Mapping[str, Json] = dict(zip(columns, row, strict=True))
    return "".join(literal + ("" if name is None else text(cells[name])) for literal, name in parts)
