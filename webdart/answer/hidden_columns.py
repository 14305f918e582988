"""Decides which columns that start with `_` belong to the answer, because the SQL names them.

`SELECT *` includes the implicit columns of docs/reference/extract.md; they are left out unless the SQL names them.
"""

from collections.abc import Sequence


def visible(columns: Sequence[str], sql: str | None) -> tuple[int, ...]:
    """Places of the columns that belong to the answer of `sql`; SQL that can't be read keeps all of them.

    Without SQL (a script made the result) every column was written by somebody, and all are kept.
    """
    if sql is None or not any(name.startswith("_") for name in columns):
        return tuple(range(len(columns)))
    named = _named(sql)
    if named is None:
        return tuple(range(len(columns)))
    return tuple(
        place
        for place, name in enumerate(columns)
        # an expression (`_raw['price']`) was written, whatever the engine calls its column
        if not name.startswith("_") or not name.isidentifier() or name.casefold() in named
    )


def _named(sql: str) -> frozenset[str] | None:
    import sqlglot  # noqa: PLC0415 - 150 ms, and only a star over an extracted table gets here
    from sqlglot import exp  # noqa: PLC0415 - as above

    try:
        statement = sqlglot.parse_one(sql, dialect="duckdb")
    except sqlglot.ParseError:
        return None
    selects = statement.selects if isinstance(statement, exp.Query) else []
    return frozenset(column.alias_or_name.casefold() for column in selects if not column.is_star)
