"""Determines which rows of a table a statement that joins, nests or combines SELECTs can still need.

Each place where a table is read is considered separately: what its own SELECT asks of the rows before anything else
happens to them. A table that is read in several places needs the rows of all of them. SQL that is not understood
claims nothing about the tables it touches.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from webdart.identifier import fold
from webdart.plan.model import Matching, Need, Predicate
from webdart.plan.predicates import Reader, conditions, conjuncts, is_plain, says_only
from webdart.values import replace
from webdart.workflow.model import Scalar

if TYPE_CHECKING:
    from sqlglot import exp

_PARTS = (
    *("kind", "distinct", "expressions", "from_", "joins", "where", "group", "having", "qualify", "windows", "order"),
    *("limit", "offset", "with_"),
)
_JOINED = ("this", "side", "kind", "on", "using")
_OUTER = ("LEFT", "RIGHT", "FULL")
_KINDS = frozenset(
    {
        *(("", kind) for kind in ("", "INNER", "CROSS", "SEMI", "ANTI")),
        *((side, kind) for side in _OUTER for kind in ("", "OUTER")),
    }
)


def scanned(tree: "exp.Expr", known: Mapping[str, Sequence[str]], parameters: Mapping[str, Scalar]) -> dict[str, Need]:
    """What a statement wants of every table that it reads, by lower-case name; `known` are declared columns."""
    from sqlglot import exp  # noqa: PLC0415 - loaded only where there is SQL

    own = {fold(cte.alias_or_name) for cte in tree.find_all(exp.CTE)}
    if any(one.args.get("recursive") for one in tree.find_all(exp.With)) or own & set(known):
        return {}
    found: dict[str, list[Need]] = {}
    for table in tree.find_all(exp.Table):
        name = fold(table.name)
        if name not in own:
            found.setdefault(name, []).append(_Scan(table, known, parameters).need())
    return {name: _common(needs) for name, needs in found.items()}


def _common(needs: Sequence[Need]) -> Need:
    """What all the places have in common where a table is read."""
    first, *others = needs
    if not others:
        return first
    return Need(
        columns=None,
        predicates=tuple(one for one in first.predicates if all(one in other.predicates for other in others)),
        matching=tuple(one for one in first.matching if all(one in other.matching for other in others)),
        left=tuple(dict.fromkeys(text for need in needs for text in need.left)),
    )


class _Scan(Struct, frozen=True):
    """One place where a table is read."""

    table: "exp.Table"
    known: Mapping[str, Sequence[str]]
    parameters: Mapping[str, Scalar]

    def need(self, *, matched: bool = True) -> Need:
        """What its SELECT asks of the table's rows; with `matched` also that they match rows of others."""
        from sqlglot import exp  # noqa: PLC0415 - as above

        around = self.table.parent
        select = around.parent if isinstance(around, exp.From | exp.Join) else None
        columns = self.known.get(fold(self.table.name), ())
        if not isinstance(select, exp.Select) or not _is_understood(select, self.table):
            return Need(columns=None)
        if is_plain(select):
            return conditions(select, None, columns, self.parameters)
        own = around if isinstance(around, exp.Join) else None
        reader = Reader({fold(name): name for name in columns}, self.parameters, fold(self.table.alias_or_name))
        asked = list(_asked(select, own))
        predicates: list[Predicate] = []
        matching: list[Matching] = []
        left: list[str] = []
        for conjunct, padded in asked:
            told = [one for one in reader.predicates(conjunct) if not (padded and one.operator == "is null")]
            found = list(self._matching(conjunct, select, reader)) if matched else []
            predicates += told
            matching += found
            if not told and not found and any(reader.column(one) for one in conjunct.find_all(exp.Column)):
                left.append(conjunct.sql("duckdb")[:200])
        matching += self._using(select, own, columns) if matched else ()
        return Need(
            columns=None, predicates=tuple(predicates), matching=tuple(dict.fromkeys(matching)), left=tuple(left)
        )

    def _matching(self, conjunct: "exp.Expr", select: "exp.Select", reader: Reader) -> Iterator[Matching]:
        """`own = other's`, or `own IN (SELECT other's …)`: rows without a match there are not needed."""
        from sqlglot import exp  # noqa: PLC0415 - as above

        match conjunct:
            case exp.EQ() if says_only(conjunct, "this", "expression"):
                for here, there in ((conjunct.left, conjunct.right), (conjunct.right, conjunct.left)):
                    column, found = reader.column(here), self._of_other(there, select)
                    if column is not None and found is not None and isinstance(here, exp.Column) and here.table:
                        other, their = found
                        yield self._with(Matching(column, *their), other)
            case exp.In() if says_only(conjunct, "this", "query"):
                column, query = reader.column(conjunct.this), conjunct.args["query"]
                inner = query.this if isinstance(query, exp.Subquery) and says_only(query, "this") else None
                if column is None or not isinstance(inner, exp.Select) or len(inner.selects) != 1:
                    return
                source = _source(inner)
                if _joins(inner) or not isinstance(source, exp.Table):
                    return
                their = _column_of(inner.selects[0].unalias(), source, self.known, bare=True)
                if their is not None and _is_understood(inner, source):
                    yield self._with(Matching(column, *their), source)
            case _:
                return

    def _with(self, match: Matching, other: "exp.Table") -> Matching:
        """With what the statement asks of the other table's rows where it reads them here."""
        return replace(match, where=_Scan(other, self.known, self.parameters).need(matched=False).predicates)

    def _of_other(self, node: "exp.Expr", select: "exp.Select") -> tuple["exp.Table", tuple[str, str]] | None:
        """The other table of the same FROM that a column is of, with its name and the column."""
        others = [table for table in _tables(select) if table is not self.table]
        found = [
            (table, their) for table in others if (their := _column_of(node, table, self.known, bare=False)) is not None
        ]
        return found[0] if len(found) == 1 else None

    def _using(self, select: "exp.Select", own: "exp.Join | None", columns: Sequence[str]) -> Iterator[Matching]:
        """`JOIN … USING (k)` of two tables."""
        names = {fold(name): name for name in columns}
        tables, joins = _tables(select), _joins(select)
        if len(joins) != 1 or len(tables) != 2:
            return
        (join,) = joins
        keeps = ("LEFT", "FULL") if own is None else ("RIGHT", "FULL")  # rows of this table without a match
        if join.side in keeps or (own is None and join.kind == "ANTI"):
            return
        (other,) = [table for table in tables if table is not self.table]
        theirs = {fold(name): name for name in self.known.get(fold(other.name), ())}
        for one in cast("list[exp.Identifier]", join.args.get("using") or []):
            key = fold(one.name)
            if key in names and key in theirs:
                yield self._with(Matching(names[key], fold(other.name), theirs[key]), other)


def _joins(select: "exp.Select") -> "list[exp.Join]":
    return cast("list[exp.Join]", select.args.get("joins") or [])


def _source(select: "exp.Select") -> "exp.Expr | None":
    """What stands behind FROM."""
    found = cast("exp.From | None", select.args.get("from_"))
    return None if found is None else cast("exp.Expr", found.this)


def _inside(with_: "exp.With | None") -> "list[exp.CTE]":
    return [] if with_ is None else cast("list[exp.CTE]", with_.expressions)


def _is_understood(select: "exp.Select", table: "exp.Table") -> bool:
    """Whether nothing is said of a SELECT and its tables that is not known here."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    alias = table.args.get("alias")
    joins = _joins(select)
    source = _source(select)
    if source is None or not says_only(select, *_PARTS) or not says_only(table, "this", "alias"):
        return False
    if not (alias is None or says_only(alias, "this")) or not all(says_only(join, *_JOINED) for join in joins):
        return False
    sources: list[exp.Expr] = [source, *(cast("exp.Expr", join.this) for join in joins)]
    if not all(
        isinstance(source, exp.Table | exp.Subquery) and says_only(source, "this", "alias") for source in sources
    ):
        return False
    names = [fold(source.alias_or_name) for source in sources]
    if len(set(names)) != len(names) or select.find(exp.Pivot, exp.TableSample, exp.Lateral, exp.PositionalColumn):
        return False
    return all((join.side, join.kind) in _KINDS for join in joins)


def _tables(select: "exp.Select") -> list["exp.Table"]:
    """The tables in a FROM."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    sources = [_source(select), *(cast("exp.Expr", join.this) for join in _joins(select))]
    return [source for source in sources if isinstance(source, exp.Table)]


def _asked(select: "exp.Select", own: "exp.Join | None") -> Iterator[tuple["exp.Expr", bool]]:
    """The conditions that every row of a table passes that counts, and whether they may see NULLs in its place.

    The WHERE; the ON of every join that leaves out what does not match on the table's side of it: of its own, where
    that does not keep its rows (RIGHT, FULL), and of later ones that do not keep what stands to their left (LEFT,
    FULL). What an outer join has put in place of the table's rows has NULLs in every column: no comparison is true of
    it, so that it goes with the rows that it stood for; only IS NULL would keep it.
    """
    where = select.args.get("where")
    asks = own is not None and own.kind in ("SEMI", "ANTI")  # whether there is a match: its columns go no further
    padded, behind = False, own is None
    for join in _joins(select):
        on = join.args.get("on")
        if join is own:
            behind = True
            if on is not None and join.side in ("", "LEFT"):
                yield from ((one, False) for one in conjuncts(on))
            padded = join.side in ("LEFT", "FULL")
        elif behind and not asks:
            if on is not None and join.side in ("", "RIGHT") and join.kind != "ANTI":
                yield from ((one, padded) for one in conjuncts(on))
            padded = padded or join.side in ("RIGHT", "FULL")
    if where is not None and not asks:
        yield from ((one, padded) for one in conjuncts(where.this))


def _column_of(
    node: "exp.Expr", table: "exp.Table", known: Mapping[str, Sequence[str]], *, bare: bool
) -> tuple[str, str] | None:
    """The table's name and its column that a node is; `bare`: no other table has columns there."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    if not isinstance(node, exp.Column) or not says_only(table, "this", "alias"):
        return None
    alias = table.args.get("alias")
    if alias is not None and not says_only(alias, "this"):
        return None
    if fold(node.table) != fold(table.alias_or_name) and not (bare and not node.table):
        return None
    columns = {fold(name): name for name in known.get(fold(table.name), ())}
    found = columns.get(fold(node.name))
    return None if found is None else (fold(table.name), found)


# -- a table behind names of its own --------------------------------------------------------------------------


def flattened(tree: "exp.Expr", columns: Sequence[str]) -> "exp.Expr":
    """A SELECT over one derived table that only chooses and renames, as a SELECT over that one's own table.

    What can't be said otherwise with the same meaning comes back as it was.
    """
    from sqlglot import exp  # noqa: PLC0415 - as above

    for _ in range(8):
        if not isinstance(tree, exp.Select):
            return tree
        inner = _inner(tree)
        merged = None if inner is None else _merged(tree, inner, frozenset(fold(name) for name in columns))
        if merged is None:
            return tree
        tree = merged
    return tree


def _inner(tree: "exp.Select") -> "exp.Select | None":
    """The SELECT that a FROM names or holds, where it is the only thing there and is read once."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    source = _source(tree)
    if source is None or _joins(tree) or not says_only(source, "this", "alias"):
        return None
    inner: exp.Expr | None = None
    alias = cast("exp.TableAlias | None", source.args.get("alias"))
    if not says_only(tree.args["from_"], "this") or not (alias is None or says_only(alias, "this")):
        return None
    if isinstance(source, exp.Subquery):
        inner = cast("exp.Expr", source.this)
    elif isinstance(source, exp.Table):
        with_ = cast("exp.With | None", tree.args.get("with_"))
        inside = [] if with_ is None or with_.args.get("recursive") else _inside(with_)
        fitting = [one for one in inside if fold(one.alias_or_name) == fold(source.name)]
        uses = [one for one in tree.find_all(exp.Table) if fold(one.name) == fold(source.name)]
        if len(fitting) == len(uses) == 1 and says_only(fitting[0].args["alias"], "this"):
            inner = cast("exp.Expr", fitting[0].this)
    if not isinstance(inner, exp.Select) or not says_only(inner, "expressions", "from_", "where"):
        return None
    return inner if isinstance(_source(inner), exp.Table) else None


def _merged(tree: "exp.Select", inner: "exp.Select", known: frozenset[str]) -> "exp.Select | None":
    from sqlglot import exp  # noqa: PLC0415 - as above

    renamed = _renamed(inner, known)
    order = cast("exp.Order | None", tree.args.get("order"))
    ordered = {fold(column.name) for column in order.find_all(exp.Column)} if order is not None else set[str]()
    given = {fold(alias.alias) for item in tree.expressions for alias in item.find_all(exp.Alias)}
    if renamed is None or ordered & given:
        return None
    outer = tree.copy()
    name = fold(tree.args["from_"].this.alias_or_name)
    outer.set("with_", _rest(cast("exp.With | None", outer.args.get("with_")), name))
    source = cast("exp.From", inner.args["from_"]).copy()
    cast("exp.From", outer.args["from_"]).pop()
    for column in [one for one in outer.find_all(exp.Column) if not _within(one, outer)]:
        if fold(column.table) not in ("", name):
            return None
        new = renamed(fold(column.name))
        if new is None:
            return None
        column.replace(exp.column(new, table=source.this.alias_or_name))
    outer.set("from_", source)
    if inner.args.get("where") is not None:
        outer.where(inner.args["where"].this.copy(), copy=False)
    return outer


def _within(column: "exp.Column", outer: "exp.Select") -> bool:
    """Whether a column stands in a WITH of the statement."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    found = column.find_ancestor(exp.CTE)
    return found is not None and found.find_ancestor(exp.Select) is outer


def _rest(with_: "exp.With | None", name: str) -> "exp.With | None":
    if with_ is None:
        return None
    left = [one for one in _inside(with_) if fold(one.alias_or_name) != name]
    if not left:
        return None
    with_.set("expressions", left)
    return with_


class _Names(Struct, frozen=True):
    """What a derived table calls the columns of its own; `all`: those that it takes as they are."""

    named: Mapping[str, str]
    all: frozenset[str]

    def __call__(self, name: str) -> str | None:
        """The column of the table behind; None where a name is none of it."""
        return self.named.get(name, name if name in self.all else None)


def _renamed(inner: "exp.Select", known: frozenset[str]) -> _Names | None:
    from sqlglot import exp  # noqa: PLC0415 - as above

    named: dict[str, str] = {}
    whole: frozenset[str] = frozenset()
    for item in inner.expressions:
        if isinstance(item, exp.Star) and says_only(item):
            whole = known
        elif isinstance(item.unalias(), exp.Column) and not isinstance(item.unalias().this, exp.Star):
            if fold(item.alias_or_name) in named:
                return None
            named[fold(item.alias_or_name)] = item.unalias().name
        else:
            return None
    return None if whole & set(named) else _Names(named, whole)
