"""Analyses a SELECT without running it.

There are two levels: a scan that only knows where texts, comments and `$name` begin (always possible), and sqlglot's
tree (loaded when first needed; where it cannot read DuckDB's dialect nothing is claimed).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from webdart.identifier import WORD, composed, fold

if TYPE_CHECKING:
    from sqlglot import exp

MAX_PARSED = 20_000
"""Characters of SQL that are analysed: beyond, nothing is claimed, so that no file takes long to check."""

IMPLICIT = frozenset({"_n", "_page", "_seen", "_raw", "_opened"})
"""Columns that every extracted table has besides the declared ones."""

PARENT = "_parent"
"""The column of a child table (of `tables:`) with its parent's key as a text: without `key`, the parent's main link."""

LISTINGS = "_listings"
LISTINGS_COLUMNS = ("site", "objective", "url", "stated", "collected", "pages", "verdict")

_TOKEN = re.compile(
    r"""(?P<comment>--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$))"""
    r"""|(?P<text>[eE]'(?:[^'\\]|\\.|'')*(?:'|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|\$\$(?:[^$]|\$(?!\$))*(?:\$\$|$))"""
    rf"""|(?P<name>\${WORD})"""
    r"""|(?P<place>\$[0-9]+|\?(?![?|&]))"""
    rf"""|(?P<end>;)|(?P<word>{WORD})|(?P<other>[^\s;])""",
    re.DOTALL,
)
_READS = frozenset({"select", "with", "from", "values", "pivot", "unpivot", "table"})


@dataclass(frozen=True, slots=True)
class Scan:
    """`names` are the parameters bound, in order; `placeless` a `?` or `$1`; `first` the first word, lower case."""

    names: tuple[str, ...]
    placeless: str
    first: str
    statements: int

    @property
    def reads(self) -> bool:
        """Whether it begins as something that only reads."""
        return self.first in _READS


def scan(sql: str) -> Scan:
    """Look over a statement without parsing it."""
    names: dict[str, None] = {}
    placeless = first = ""
    statements, ended = 0, True
    for found in _TOKEN.finditer(sql):
        kind, part = found.lastgroup, found.group()
        if kind == "comment":
            continue
        if kind == "end":
            ended = True
            continue
        if ended:
            statements, ended = statements + 1, False
        if kind == "name":
            names[part[1:]] = None
        elif kind == "place":
            placeless = placeless or part
        if not first and part != "(":
            first = part.lower()
    return Scan(tuple(names), placeless, first, statements)


def with_composed_names(sql: str) -> str:
    """A statement whose names are as files keep them, however they were typed; its texts stay as they are."""
    return sql if sql.isascii() else _TOKEN.sub(_with_composed_name, sql)


def _with_composed_name(found: re.Match[str]) -> str:
    token = found[0]
    is_name = found.lastgroup in {"name", "word"} or token.startswith('"')
    return composed(token) if is_name else token


def bare_words_in(sql: str) -> list[tuple[int, str]]:
    """The words of a statement with their places, without quoted names, texts and comments."""
    return [(match.start(), match.group()) for match in _TOKEN.finditer(sql) if match.lastgroup == "word"]


def words_in(sql: str) -> list[str]:
    """The words of a statement, quoted names too, without its texts and comments."""
    found = (match.group() for match in _TOKEN.finditer(sql) if match.lastgroup in {"word", "text"})
    return [part.strip('"') for part in found if not part.startswith(("'", "$", "e'", "E'"))]


def parsed(sql: str) -> "exp.Expr | None":
    """The tree of one statement, or None where sqlglot cannot read it."""
    import sqlglot  # noqa: PLC0415 - 80 ms that only files with SQL pay
    from sqlglot.errors import SqlglotError  # noqa: PLC0415

    if len(sql) > MAX_PARSED or _depth(sql) > 60:
        return None
    try:
        trees = sqlglot.parse(sql, dialect="duckdb")
    except (SqlglotError, RecursionError):
        return None
    return _apart(trees[0]) if len(trees) == 1 and trees[0] is not None else None


def _apart(tree: "exp.Expr") -> "exp.Expr":
    """The tree, with another name for each common table expression that has the name of a table read beside it.

    `WITH items AS (SELECT * FROM items ...)` reads the table: a CTE is not there yet in its own body.
    """
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    meant = [(table, _definition(table)) for table in tree.find_all(exp.Table)]
    for cte in {id(cte): cte for _, cte in meant if cte is not None}.values():
        name = fold(cte.alias)
        if all(other is cte for table, other in meant if fold(table.name) == name):
            continue
        taken = {fold(table.name) for table, _ in meant} | {fold(one.alias) for one in tree.find_all(exp.CTE)}
        new = next(other for number in count(2) if (other := f"{name}_{number}") not in taken)
        for table, other in meant:
            if other is cte:
                if not table.alias:
                    table.set("alias", exp.TableAlias(this=exp.to_identifier(table.name)))
                table.set("this", exp.to_identifier(new))
        cte.args["alias"].set("this", exp.to_identifier(new))
    return tree


def _definition(table: "exp.Table") -> "exp.CTE | None":
    """The common table expression that a table's name means where it stands."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    node: exp.Expr | None = table
    there: list[exp.CTE]
    while node is not None and node.parent is not None:
        above = node.parent
        if isinstance(above, exp.With):
            place = next(number for number, cte in enumerate(above.expressions) if cte is node)
            there = above.expressions[: place + bool(above.args.get("recursive"))]
            node = above.parent
        else:
            with_ = above.args.get("with_")
            there = with_.expressions if with_ is not None and not isinstance(node, exp.With) else []
            node = above
        for cte in reversed(there):  # the nearest one
            if fold(cte.alias) == fold(table.name):
                return cte
    return None


def sorts(sql: str) -> bool:
    """Whether a statement sorts rows, anywhere in it."""
    return _SORTS.search(sql) is not None


_SORTS = re.compile(r"\b(?:order\s+by|arg_(?:min|max)|(?:min|max)_by)\b", re.IGNORECASE)
"""What picks or places rows by a value, and so decides between rows of one rank by the order in which they came."""


def _depth(sql: str) -> int:
    """How deep brackets nest: a recursive parser should not be asked to follow hundreds."""
    depth = deepest = 0
    for sign in sql:
        if sign in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ")]}":
            depth -= 1
    return deepest


def bounds_of(tree: "exp.Expr") -> tuple[str, ...]:
    """What is the whole of a LIMIT or OFFSET: `$name` of a parameter, else a number or a text as it stands there."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    bounds = (one.expression for one in tree.find_all(exp.Limit, exp.Offset))
    named = (exp.Parameter, exp.Placeholder)
    return tuple(
        f"${bound.name}" if isinstance(bound, named) else bound.name
        for bound in bounds
        if isinstance(bound, (*named, exp.Literal))
    )


def tables_of(tree: "exp.Expr") -> tuple[str, ...] | None:
    """The tables named, without those that the statement itself defines; None where one has no plain name."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    own = {fold(cte.alias_or_name) for cte in tree.find_all(exp.CTE)}
    names: dict[str, None] = {}
    for table in tree.find_all(exp.Table):
        if not isinstance(table.this, exp.Identifier) or table.db:
            return None
        if fold(table.name) not in own:
            names[table.name] = None
    return tuple(names)


def joins_naturally(tree: "exp.Expr") -> bool:
    """Whether tables are joined by whatever columns they both have."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    return any(join.args.get("method") == "NATURAL" for join in tree.find_all(exp.Join))


def unknown_columns(tree: "exp.Expr", columns_of: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Column names that no table of the statement has and that nothing in it defines.

    `columns_of` must hold every table named, by lower-case name. Deliberately generous: a name that is anywhere an
    alias, a parameter of a lambda or a key is known everywhere, and behind a dot only tables' columns are judged.
    """
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    if tree.find(exp.Pivot, exp.Lateral, exp.Unnest, exp.JSONExtract):  # these make columns that are not written
        return ()
    known = {fold(column) for columns in columns_of.values() for column in columns}
    known |= {*IMPLICIT, "rowid"}
    tables = {*columns_of, *(fold(node.alias_or_name) for node in tree.find_all(exp.Table, exp.TableAlias, exp.CTE))}
    for node in tree.walk():
        known |= {fold(name) for name in _defined(node)}
    missing: dict[str, None] = {}
    for column in tree.find_all(exp.Column):
        qualifier, name = fold(column.table), column.name
        plain = name and name != "*" and (not qualifier or qualifier in tables)
        if plain and fold(name) not in known and fold(name) not in tables:
            missing[name] = None
    return tuple(missing)


def _defined(node: "exp.Expr") -> tuple[str, ...]:
    """The names that one part of a statement gives to something."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    match node:
        case exp.TableAlias():
            parts = list(node.columns)
        case exp.Lambda():
            parts = list(node.expressions)
        case exp.Comprehension():
            parts = list(node.expression.find_all(exp.Identifier))
        case exp.PropertyEQ() | exp.Kwarg():
            parts = [node.this]
        case exp.Alias() | exp.PivotAlias() | exp.Window():
            return (node.alias,) if node.alias else ()
        case _:
            parts = []
    return tuple(part.name for part in parts)


def output_columns(tree: "exp.Expr | None") -> tuple[str, ...] | None:
    """The names of the result's columns, or None where they can't be told (`*`, unnamed expressions)."""
    from sqlglot import exp  # noqa: PLC0415 - see `parsed`

    if not isinstance(tree, exp.Query):
        return None
    if any(node.args.get("by_name") for node in tree.find_all(exp.SetOperation)):
        return None
    names: list[str] = []
    for column in tree.selects:
        if column.is_star or column.find(exp.Columns, exp.Unnest, exp.Explode):
            return None
        if not isinstance(column, exp.Alias | exp.Column):  # DuckDB names it after the expression
            return None
        names.append(str(column.alias_or_name))
    return tuple(names) if names and all(names) else None


def conjuncts_of(sql: str, table: str) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """The conditions that a statement puts on the rows of a table, each with the parameters it names.

    Of every SELECT that reads this table alone, the parts of its WHERE that AND joins; columns without the table's
    name or alias before them. None where the SQL can't be read.
    """
    tree = parsed(sql)
    if tree is None:
        return None
    from sqlglot import exp  # noqa: PLC0415 - 150 ms that only this question needs

    found: list[tuple[str, tuple[str, ...]]] = []
    for select in tree.find_all(exp.Select):
        source, where = select.args.get("from_") or select.args.get("from"), select.args.get("where")
        named = source.this if source is not None else None
        if where is None or select.args.get("joins") or not isinstance(named, exp.Table):
            continue
        if fold(named.name) == fold(table):
            for part in where.this.flatten() if isinstance(where.this, exp.And) else (where.this,):
                bare = part.copy()
                for column in bare.find_all(exp.Column):
                    column.set("table", None)
                text = bare.sql(dialect="duckdb")
                found.append((text, tuple(scan(text).names)))
    return tuple(found)
