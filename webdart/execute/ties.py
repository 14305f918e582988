"""Tells where a LIMIT cuts through rows that are equal in all that the statement sorts by.

"The five issues with the most comments" has no one answer where forty have as many: the rows are right, and so would
others be.
"""

from typing import TYPE_CHECKING

from webdart.identifier import fold
from webdart.workflow.sql import parsed

if TYPE_CHECKING:
    from sqlglot import exp

_RANK = "_webdart_rank"


def tie_query(sql: str, rows: int) -> str | None:
    """A SELECT for the rank of the last row of a result and how many rows have that rank.

    `rows` is how many rows the result has, at least one. None for a statement without an order that ends at a LIMIT, or
    whose rows are not those that are sorted (DISTINCT, OFFSET, a union).
    """
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    tree = parsed(sql)
    if not isinstance(tree, exp.Select) or tree.args.get("limit") is None or tree.args.get("order") is None:
        return None
    if any(tree.args.get(part) for part in ("offset", "distinct", "qualify")):
        return None
    keys = [_meant(key, tree) for key in tree.args["order"].expressions]
    if None in keys:
        return None
    every = tree.copy()
    every.set("order", None)
    every.set("limit", None)
    rank = exp.Window(this=exp.Anonymous(this="rank"), order=exp.Order(expressions=keys))
    ranked = every.select(exp.alias_(rank, _RANK), copy=False).sql(dialect="duckdb")
    return (
        f"SELECT {_RANK}, count(*) FROM ({ranked}) WHERE {_RANK} <= {rows} "  # noqa: S608 - the file's own words, sandboxed
        f"GROUP BY {_RANK} ORDER BY {_RANK} DESC LIMIT 1"
    )


def _meant(key: "exp.Expr", tree: "exp.Select") -> "exp.Expr | None":
    """A key of the order as an expression over the rows, not a number or name of what is selected; None if unclear."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    key = key.copy()
    what, selects = key.this, tree.selects
    if isinstance(what, exp.Literal):
        place = int(what.name) - 1 if not what.is_string else -1
        if not 0 <= place < len(selects) or any(one.find(exp.Star) for one in selects[: place + 1]):
            return None
        key.set("this", selects[place].unalias().copy())
    elif isinstance(what, exp.Column) and not what.table:
        named = [one for one in selects if isinstance(one, exp.Alias) and fold(one.alias) == fold(what.name)]
        if named:
            key.set("this", named[0].this.copy())
    elif {fold(one.alias) for one in selects if one.alias} & {fold(one.name) for one in what.find_all(exp.Column)}:
        return None
    return key


def said(rank: int, equal: int, rows: int) -> str:
    """What a person is told of `rows` rows, the last of them of a `rank` that `equal` rows have; "" without ties."""
    taken = rows - rank + 1
    if equal <= taken:
        return ""
    return (
        f"the LIMIT cuts through rows that are equal in what they are sorted by: {taken} of {equal} are in the result, "
        "and others would be as right; a further column in ORDER BY says which"
    )
