"""Finds the tables that hold only part of what their site has, and words a warning about each.

A run reports this when it ends; whoever queries its tables later, or writes rows of one back, no longer sees that
report.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from webdart.identifier import fold
from webdart.table.page import LISTINGS
from webdart.workflow.sql import words_in


def partial(tables: Mapping[str, pa.Table], sql: str) -> list[str]:
    """The warnings for the tables that a statement names, each once.

    Of a table that was computed, nobody knows out of which: then all that are a part are told.
    """
    if LISTINGS not in tables:
        return []
    rows: list[dict[str, Any]] = tables[LISTINGS].to_pylist()
    collected = {fold(str(row["_table"])) for row in rows}
    named = {fold(word) for word in words_in(sql)} & {fold(name) for name in tables}
    meant = named if named <= {*collected, LISTINGS} else collected
    return list(dict.fromkeys(told for row in rows if fold(str(row["_table"])) in meant for told in _told(row)))


def _told(row: dict[str, Any]) -> Iterator[str]:
    table, stated, collected = row["_table"], row["stated"], row["collected"]
    reasons = [str(reason) for reason in row["_reasons"] or ()]
    many = f"{collected} of {stated} rows" if stated is not None and stated > collected else f"{collected} rows"
    if row["verdict"] == "incomplete":
        yield f"{table} is incomplete, {many}: {'; '.join(reasons)}"
    elif row["verdict"] == "as asked":
        yield f"{table} is the part that the file asks for, {many}: {'; '.join(reasons)}; the site may have more"
