"""Finds joins that pair no rows although their columns have the same values in other letters or signs.

A customer is "CUST-0012" in one table and "cust-0012" in the other, or "#12" and "12": what is joined, or sought in the
other table, is found nowhere, and the answer says so as if it were true.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import pyarrow as pa
from msgspec import Struct

from webdart.answer.doubt import Doubt, samples_of
from webdart.identifier import fold
from webdart.lexicon.look_alikes import look_of

if TYPE_CHECKING:
    from sqlglot import exp

_SIGNS = re.compile(r"(?<!\d)[\W_]+|[\W_]+(?!\d)|(?<=\d)[^\w.,:/-]+(?=\d)|_")
_FEW = 3
"""How many values of each column to show."""


class Pair(Struct, frozen=True):
    """Two columns that a query compares with each other, each with its table."""

    table: str
    column: str
    other_table: str
    other_column: str


def pairs_of(sql: str, columns_of: Mapping[str, Sequence[str]]) -> Iterator[Pair]:
    """The columns of two tables that a query compares: in a join, or as `IN (SELECT …)`."""
    from sqlglot import exp, parse_one  # noqa: PLC0415 - loaded only where there is SQL
    from sqlglot.errors import SqlglotError  # noqa: PLC0415

    try:
        tree = parse_one(sql, dialect="duckdb")
    except SqlglotError:
        return
    made = {fold(one.alias) for one in tree.find_all(exp.CTE, exp.Subquery)}  # what a query makes of a table is another
    tables = ((fold(one.alias_or_name), fold(one.name)) for one in tree.find_all(exp.Table))
    names = {called: name for called, name in tables if called not in made and name not in made}
    for node in tree.find_all(exp.EQ, exp.In):
        one, other = node.this, node.expression if isinstance(node, exp.EQ) else _selected(node)
        if not isinstance(one, exp.Column) or not isinstance(other, exp.Column):
            continue
        tables = [_table_of(column, names, columns_of) for column in (one, other)]
        if all(tables) and tables[0] != tables[1]:
            yield Pair(tables[0], fold(one.name), tables[1], fold(other.name))


def _selected(node: "exp.In") -> "exp.Expr | None":
    """The one column of the query that values are sought in."""
    query = node.args.get("query")
    found = None if query is None else query.unnest().selects
    return found[0].unalias() if found and len(found) == 1 else None


def _table_of(column: "exp.Column", names: Mapping[str, str], columns_of: Mapping[str, Sequence[str]]) -> str:
    """The table of a column: the one that it names, else the only one that has it; "" where none is known."""
    if column.table:
        return names.get(fold(column.table), "")
    having = {name for name in names.values() if fold(column.name) in columns_of.get(name, ())}
    return having.pop() if len(having) == 1 else ""


def unjoined(pair: Pair, one: pa.Table, other: pa.Table) -> Doubt | None:
    """The doubt about two columns of texts that have no value in common, and the same ones in other letters."""
    left, right = _texts(one, pair.column), _texts(other, pair.other_column)
    if not left or not right or left.keys() & right.keys():
        return None
    shared = {_bare(text) for text in left} & {_bare(text) for text in right} - {""}
    if not shared:
        return None
    shown = [*_alike(left, shared), *_alike(right, shared)]
    return Doubt(
        table=pair.table,
        column=pair.column,
        kind="unmatched",
        problem=f"none is in {pair.other_table}.{pair.other_column}, but {len(shared)} are in other letters or signs",
        count=len(shared),
        samples=samples_of(shown),
        remedy="compare what both have in the same letters (`lower(...)`, a `match:` for the part that is meant); "
        "`accept: [unmatched]` takes the answer",
    )


def _texts(table: pa.Table, column: str) -> dict[str, str]:
    """The texts of a column, each with the address of a page that has it."""
    name = next((one for one in table.column_names if fold(one) == column), None)
    if name is None or not pa.types.is_string(table.column(name).type):
        return {}
    pages = table.column("_page").to_pylist()
    return {text: str(page) for text, page in zip(table.column(name).to_pylist(), pages, strict=True) if text}


def _bare(text: str) -> str:
    """The letters and digits of a text, with the marks within its numbers: 1.15 is not 11.5."""
    return _SIGNS.sub("", look_of(text)).casefold()


def _alike(texts: Mapping[str, str], shared: set[str]) -> list[tuple[str, str]]:
    return [(text, page) for text, page in texts.items() if _bare(text) in shared][:_FEW]
