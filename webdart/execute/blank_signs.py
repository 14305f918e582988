"""Finds what is counted, or asked for by IS NULL, where rows have a lone dash: it may say that there is no value.

In a column of texts a dash is a text (docs/reference/types.md): nothing on a page tells it from one. An answer that
turns on whether there is a value at all is not sure.
"""

import re
from collections.abc import Iterator

import pyarrow as pa

from webdart.answer.doubt import Doubt, samples_of
from webdart.identifier import fold
from webdart.plan.lineage import Condition, Lineage
from webdart.workflow.model import Extract

_DASH = re.compile("[-\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{HORIZONTAL BAR}\N{MINUS SIGN}]{1,3}")


def blank_signs(extract: Extract, table: pa.Table, read: Lineage) -> list[Doubt]:
    """The columns of text that are counted or asked for by IS NULL, and have a lone dash in some row."""
    asked = {column for place in read.places for column in place.counted}
    asked |= {column for place in read.places for condition in place.conditions for column in _nulls(condition)}
    doubts: list[Doubt] = []
    for name in table.column_names:
        if fold(name) not in asked or not pa.types.is_string(table.column(name).type):
            continue
        texts = table.column(name).to_pylist()
        rows = [row for row, text in enumerate(texts) if text and _DASH.fullmatch(text)]
        if 0 < len(rows) < len(texts):
            pages = table.column("_page").to_pylist()
            problem = "it matters whether there is a value, and a lone dash may say that there is none"
            remedy = f"`nullif({name}, {texts[rows[0]]!r})` in the SQL, or `accept: [unmatched]` if the dash is a value"
            samples = samples_of((str(texts[row]), str(pages[row])) for row in rows)
            doubt = Doubt(
                table=extract.into,
                column=name,
                kind="unmatched",
                problem=problem,
                count=len(rows),
                samples=samples,
                remedy=remedy,
            )
            doubts.append(doubt)
    return doubts


def _nulls(condition: Condition) -> Iterator[str]:
    """The columns of a condition that it asks for by IS NULL or IS NOT NULL."""
    from sqlglot import exp, parse_one  # noqa: PLC0415 - loaded only where there is SQL
    from sqlglot.errors import SqlglotError  # noqa: PLC0415 - as above

    try:
        tree = parse_one(condition.sql, dialect="duckdb")
    except SqlglotError:
        return
    for one in tree.find_all(exp.Is):
        if isinstance(one.this, exp.Column) and isinstance(one.expression, exp.Null):
            yield fold(one.this.name)
