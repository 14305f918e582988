"""Finds conditions that ask for a text in other letters than the page's: `status = 'open'` where rows say "Open"."""

import re
from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.plan.lineage import Lineage
from webdart.workflow.model import Extract, Scalar

_FEW = 3
"""How many rows to show that have the text in the page's letters."""


def in_other_letters(extract: Extract, table: pa.Table, read: Lineage) -> list[Doubt]:
    """Texts that no row has, in conditions of columns that have them with other capitals."""
    doubts: dict[tuple[str, str], Doubt] = {}
    for place in read.places:
        for condition in place.conditions:
            for name, wanted in _compared(condition.sql, place.parameters):
                column = next((one for one in table.column_names if one.lower() == name.lower()), None)
                if column is None or not pa.types.is_string(table.column(column).type):
                    continue
                values: Sequence[str | None] = table.column(column).to_pylist()
                rows = [
                    row for row, value in enumerate(values) if value is not None and wanted.fits(value, exact=False)
                ]
                if rows and not any(value is not None and wanted.fits(value, exact=True) for value in values):
                    doubts[column, wanted.text] = _doubt(extract, table, column, wanted.text, rows)
    return list(doubts.values())


class _Wanted:
    """A text, or a pattern of LIKE, that a column is compared with."""

    def __init__(self, text: str, *, like: bool) -> None:
        self.text = text
        signs = {"%": ".*", "_": "."} if like else {}
        pattern = "".join(signs.get(sign, re.escape(sign)) for sign in text)
        self._exact = re.compile(pattern, re.DOTALL)
        self._loose = re.compile(pattern, re.DOTALL | re.IGNORECASE)

    def fits(self, value: str, *, exact: bool) -> bool:
        return (self._exact if exact else self._loose).fullmatch(value) is not None


def _compared(sql: str, parameters: Mapping[str, Scalar]) -> Iterator[tuple[str, _Wanted]]:
    """The columns of a condition, each with a text that it is compared with."""
    from sqlglot import exp, parse_one  # noqa: PLC0415 - loaded only where there is SQL
    from sqlglot.errors import SqlglotError  # noqa: PLC0415

    try:
        tree = parse_one(sql, dialect="duckdb")
    except SqlglotError:
        return
    for node in tree.find_all(exp.EQ, exp.NEQ, exp.In, exp.Like):
        texts: Sequence[exp.Expr] = node.expressions if isinstance(node, exp.In) else (node.expression,)
        if not isinstance(node.this, exp.Column):
            continue
        for one in texts:
            if isinstance(one, exp.Parameter | exp.Placeholder):
                text = parameters.get(one.name)
            else:
                text = one.this if isinstance(one, exp.Literal) and one.is_string else None
            if isinstance(text, str) and text.strip("%_"):
                yield node.this.name, _Wanted(text, like=isinstance(node, exp.Like))


def _doubt(extract: Extract, table: pa.Table, column: str, text: str, rows: Sequence[int]) -> Doubt:
    values, pages = (table.column(name).to_pylist() for name in (column, "_page"))
    return Doubt(
        table=extract.into,
        column=column,
        kind="unmatched",
        problem=f"no row has {text!r}, but {len(rows)} have it in other letters",
        count=len(rows),
        samples=samples_of([(str(values[row]), str(pages[row])) for row in rows[:_FEW]]),
        remedy=f"write it as the page does, or `lower({column})` or ILIKE for any letters; "
        "`accept: [unmatched]` takes the answer",
    )
