"""The rows of a table that a page for people shows, and how their cells are shown."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import pyarrow as pa

from webdart.table.cell_json import Json, cell

SAMPLE_ROWS = 200
"""Rows of a table, and of the answer, that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The first rows of a table, as JSON cells, and how many there are in all."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]
    total: int


def sample(name: str, table: pa.Table, rows: int = SAMPLE_ROWS) -> Sample:
    """The first `rows` of a table, without its implicit columns."""
    shown = [column for column in table.column_names if not column.startswith("_")]
    head = table.slice(0, rows)
    columns = [[cell(value) for value in head.column(name).to_pylist()] for name in shown]
    return Sample(name=name, columns=tuple(shown), rows=tuple(zip(*columns, strict=True)), total=table.num_rows)


def web_address(value: Json) -> str | None:
    """The address if it is one that a person may follow from a report, else None."""
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        return None
    try:
        return value if urlsplit(value).hostname and not any(sign.isspace() for sign in value) else None
    except ValueError:
        return None


def numeric_columns(rows: Sequence[Sequence[Json]]) -> tuple[bool, ...]:
    """Per column, whether its first value there is, is a number: it then stands to the right."""
    width = len(rows[0]) if rows else 0
    firsts = [next((row[place] for row in rows if row[place] is not None), None) for place in range(width)]
    return tuple(not isinstance(value, str | bool | list | dict | None) for value in firsts)
