"""Reads off a SELECT what it needs from its tables and what shape its result can have.

The analysis reads sqlglot's tree. Claims are conservative: a part that is not claimed costs a push-down, never an
answer, and SQL that cannot be analysed claims nothing.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from webdart.errors import SourceLine
from webdart.identifier import fold
from webdart.plan.model import Need, Query
from webdart.plan.predicates import conditions, is_plain, says_only
from webdart.plan.scans import flattened, scanned
from webdart.values import replace
from webdart.workflow import sql as looks
from webdart.workflow.model import Scalar

if TYPE_CHECKING:
    from sqlglot import exp

# aggregates of DuckDB that sqlglot has no class for
_AGGREGATES = frozenset(
    """product histogram mode entropy kurtosis skewness favg fsum kahan_sum sumkahan bitstring_agg geomean
    geometric_mean mad quantile quantile_cont quantile_disc reservoir_quantile approx_quantile approx_top_k
    arg_min_null arg_max_null sem covar_pop covar_samp regr_slope regr_intercept regr_r2 regr_count first last
    any_value arbitrary list array_agg string_agg group_concat listagg max_by min_by arg_max arg_min
    weighted_avg""".split()  # noqa: SIM905 - one word after another reads better than a page of quotes
)


def analyse(
    statement: str,
    *,
    at: SourceLine,
    parameters: Mapping[str, Scalar],
    columns_of: Mapping[str, Sequence[str]],
    one_row: frozenset[str] = frozenset(),
) -> Query:
    """What can be told of a SELECT.

    Args:
        statement: the SELECT, in DuckDB's dialect.
        at: where it stands in the file.
        parameters: the values bound to `$name`.
        columns_of: the declared columns of every table whose columns are known.
        one_row: the tables that have at most one row (`each: page`).
    """
    names = looks.scan(statement).names
    tree = looks.parsed(statement)
    tables = None if tree is None else looks.tables_of(tree)
    if tree is None or tables is None:
        return Query(sql=statement, parameters=names, at=at)
    known = {fold(name): tuple(columns) for name, columns in columns_of.items()}
    return Query(
        sql=statement,
        parameters=names,
        tables=tables,
        needs=_needs(tree, tables, known, parameters),
        counts=_counted(tree),
        single_row=_single_row(tree, {fold(name) for name in one_row}),
        single_column=_single_column(tree, tables, known),
        at=at,
    )


def merged(needs: Sequence[Need]) -> Need:
    """What several statements want of one table: all their columns, and of the conditions those that all have."""
    if len(needs) == 1:
        return needs[0]
    columns: frozenset[str] | None = frozenset()
    for need in needs:
        columns = None if columns is None or need.columns is None else columns | need.columns
    fixed = not needs or any(need.fixed for need in needs)
    placed = any(need.placed for need in needs)
    both = [one for one in needs[0].predicates if all(one in need.predicates for need in needs)] if needs else []
    return Need(columns=columns if needs else None, predicates=tuple(both), fixed=fixed, placed=placed)


# -- columns --------------------------------------------------------------------------------------------------


def _needs(
    tree: "exp.Expr",
    tables: Sequence[str],
    known: Mapping[str, tuple[str, ...]],
    parameters: Mapping[str, Scalar],
) -> dict[str, Need]:
    columns = {name: _columns(tree, name, known) for name in tables}
    if _reads_places(tree):
        return {name: Need(columns=own, placed=True) for name, own in columns.items()}
    first = _takes_first(tree)
    if len(tables) == 1:
        (name,) = tables
        own = known.get(fold(name), ())
        flat = flattened(tree, own)
        if is_plain(flat):
            need = conditions(flat, columns[name], own, parameters)
            return {name: replace(need, fixed=False, counted=_counted(tree) is not None, placed=first)}
    found = scanned(tree, known, parameters)
    known_needs = {name: found.get(fold(name), Need()) for name in columns}
    return {name: replace(known_needs[name], columns=own, fixed=False, placed=first) for name, own in columns.items()}


def _counted(tree: "exp.Expr") -> str | None:
    """The table of a statement that is `SELECT count(*) FROM` it, and nothing more."""
    from sqlglot import exp  # noqa: PLC0415

    if not isinstance(tree, exp.Select) or not says_only(tree, "kind", "expressions", "from_") or not is_plain(tree):
        return None
    if not tree.expressions:  # `FROM t` alone is `SELECT *`
        return None
    (only, *others) = (item.unalias() for item in tree.expressions)
    plain = isinstance(only, exp.Count) and isinstance(only.this, exp.Star) and says_only(only, "this", "big_int")
    return str(tree.args["from_"].this.name) if plain and not others else None


_PLACES = frozenset({"_n", "_page", "rowid"})
"""Columns that say where a row stood in the walk: they would say another place where less is walked."""


def _reads_places(tree: "exp.Expr") -> bool:
    """Whether the statement may read where rows stood, or what is said of the walk itself."""
    from sqlglot import exp  # noqa: PLC0415

    if any(fold(identifier.name) in _PLACES for identifier in tree.find_all(exp.Identifier)):
        return True
    if any(fold(table.name) == looks.LISTINGS for table in tree.find_all(exp.Table)):
        return True
    if tree.find(exp.Columns, exp.Pivot) or _compares_rows(tree):
        return True
    rows = {fold(table.alias_or_name) for table in tree.find_all(exp.Table)}
    return any(not column.table and fold(column.name) in rows for column in tree.find_all(exp.Column))


def _takes_first(tree: "exp.Expr") -> bool:
    """Whether the statement takes the first rows as they come: LIMIT without ORDER BY."""
    from sqlglot import exp  # noqa: PLC0415

    return any(one.args.get("limit") and not one.args.get("order") for one in tree.find_all(exp.Query))


def _compares_rows(tree: "exp.Expr") -> bool:
    """Whether rows of several places are held against each other with all they have, their own places included."""
    from sqlglot import exp  # noqa: PLC0415

    if looks.joins_naturally(tree):
        return True
    sets = tree.find_all(exp.SetOperation)
    return any(select.is_star for one in sets for select in one.find_all(exp.Select))


def _columns(tree: "exp.Expr", table: str, known: Mapping[str, tuple[str, ...]]) -> frozenset[str] | None:
    """The columns of a table that may be read: every one whose name stands anywhere in the statement."""
    from sqlglot import exp  # noqa: PLC0415 - loaded only where there is SQL

    own = known.get(fold(table))
    if own is None or _takes_all(tree) or _numbers_columns(tree):
        return None
    said = {fold(identifier.name) for identifier in tree.find_all(exp.Identifier)}
    implicit = {name for name in looks.IMPLICIT if name in said}
    return frozenset({column for column in own if fold(column) in said} | implicit)


def _takes_all(tree: "exp.Expr") -> bool:
    """Whether `*`, `COLUMNS(…)`, a natural join or a whole row as a value stands anywhere."""
    from sqlglot import exp  # noqa: PLC0415

    if any(not isinstance(star.parent, exp.Count) for star in tree.find_all(exp.Star)):
        return True
    if tree.find(exp.Columns, exp.Pivot):
        return True
    if any(join.args.get("method") for join in tree.find_all(exp.Join)):  # NATURAL, ASOF, POSITIONAL
        return True
    rows = {fold(table.alias_or_name) for table in tree.find_all(exp.Table)}
    return any(not column.table and fold(column.name) in rows for column in tree.find_all(exp.Column))


def _numbers_columns(tree: "exp.Expr") -> bool:
    """Whether columns are meant by their place: `#3`, or new names for them all in `FROM items AS t(a, b)`."""
    from sqlglot import exp  # noqa: PLC0415

    if tree.find(exp.PositionalColumn):
        return True
    aliases = (table.args.get("alias") for table in tree.find_all(exp.Table))
    return any(alias is not None and alias.args.get("columns") for alias in aliases)


# -- the shape of the result ----------------------------------------------------------------------------------


def _single_row(tree: "exp.Expr", one_row: set[str]) -> bool:
    """Whether it can only give one row: an aggregate without GROUP BY, LIMIT 1, a table of `each: page`."""
    from sqlglot import exp  # noqa: PLC0415

    if not isinstance(tree, exp.Select):
        return False
    if _limit_one(tree):
        return True
    if tree.find(exp.Explode, exp.Posexplode, exp.Unnest, exp.GenerateSeries) or tree.args.get("joins"):
        return _aggregated(tree) and not any(item.find(exp.Explode, exp.Unnest) for item in tree.selects)
    if _aggregated(tree):
        return True
    source = tree.args.get("from_")
    if source is None:  # `SELECT 1 + 1`; results that make rows were told apart above
        return not tree.find(exp.Where, exp.Anonymous)
    return isinstance(source.this, exp.Table) and fold(source.this.name) in one_row


def _limit_one(tree: "exp.Select") -> bool:
    from sqlglot import exp  # noqa: PLC0415

    limit = tree.args.get("limit")
    if not isinstance(limit, exp.Limit) or limit.args.get("limit_options") or limit.args.get("expressions"):
        return False  # `LIMIT 1%`, one row for each of something
    count = limit.expression
    return isinstance(count, exp.Literal) and not count.is_string and count.name == "1"


def _aggregated(tree: "exp.Select") -> bool:
    """Whether all rows become one: an aggregate among the results, and no GROUP BY."""
    if tree.args.get("group"):
        return False
    return any(_has_aggregate(item) for item in tree.selects)


def _has_aggregate(item: "exp.Expr") -> bool:
    """Whether an aggregate stands in an expression, outside windows and subqueries."""
    from sqlglot import exp  # noqa: PLC0415

    def closed(node: "exp.Expr") -> bool:
        return isinstance(node, exp.Window | exp.Subquery | exp.Query)

    for node in item.walk(prune=closed):
        if isinstance(node, exp.AggFunc):
            return True
        if isinstance(node, exp.Anonymous) and str(node.this).lower() in _AGGREGATES:
            return True
    return False


def _single_column(tree: "exp.Expr", tables: Sequence[str], known: Mapping[str, tuple[str, ...]]) -> bool:
    from sqlglot import exp  # noqa: PLC0415

    if not isinstance(tree, exp.Query) or len(tree.selects) != 1:
        return False
    (only,) = tree.selects
    if isinstance(only, exp.Star):  # implicit columns are left out of `*`
        return len(tables) == 1 and not only.args.get("except_") and len(known.get(fold(tables[0]), ())) == 1
    return not only.is_star and not only.find(exp.Columns)
