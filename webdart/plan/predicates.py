"""Extracts the conditions that a SELECT puts on its one table and that a control of the site could take over.

Only what holds for every row of the answer is claimed: conjuncts of the WHERE of a plain SELECT over one table, its
ORDER BY, and a LIMIT when both were read completely.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from webdart.identifier import fold
from webdart.plan.model import Need, Operator, OrderKey, Predicate
from webdart.workflow.model import Scalar

if TYPE_CHECKING:
    from sqlglot import exp


def conditions(
    tree: "exp.Expr",
    columns: frozenset[str] | None,
    known: Sequence[str],
    parameters: Mapping[str, Scalar],
) -> Need:
    """What the one table named in `tree` is asked for; `known` are its declared columns."""
    from sqlglot import exp  # noqa: PLC0415 - loaded only where there is SQL

    if not is_plain(tree) or not isinstance(tree, exp.Select):
        return Need(columns=columns)
    (table,) = tree.find_all(exp.Table)
    reader = Reader({fold(name): name for name in known}, parameters, fold(table.alias_or_name))
    where = tree.args.get("where")
    parts = list(conjuncts(where.this)) if where is not None else []
    read = [reader.predicates(part) for part in parts]
    predicates = [predicate for found in read for predicate in found]
    order, limit = _order_and_limit(tree, reader)
    left = tuple(part.sql("duckdb")[:200] for part, found in zip(parts, read, strict=True) if not found)
    whole = not left and bool(order)
    return Need(columns=columns, predicates=tuple(predicates), order=order, limit=limit if whole else None, left=left)


def is_plain(tree: "exp.Expr") -> bool:
    """One SELECT over one table that is named once: no join, no subquery, no WITH, no set operation, no sample.

    Nor may anything else be said of it that is not known here: new names for its columns, another version of it.
    """
    from sqlglot import exp  # noqa: PLC0415

    if not isinstance(tree, exp.Select) or not says_only(tree, *_PARTS):
        return False
    source = tree.args.get("from_")
    tables = list(tree.find_all(exp.Table))
    if source is None or not isinstance(source.this, exp.Table) or len(tables) != 1:
        return False
    alias = source.this.args.get("alias")
    return (
        says_only(source, "this")
        and says_only(source.this, "this", "alias")
        and (alias is None or says_only(alias, "this"))
        and not tree.find(exp.Subquery, exp.Exists, exp.Pivot, exp.TableSample, exp.Lateral, exp.PositionalColumn)
    )


_PARTS = (
    *("kind", "distinct", "expressions", "from_", "where", "group", "having", "qualify", "windows", "order"),
    *("limit", "offset"),
)
"""The parts of a SELECT that are understood here."""


def says_only(node: "exp.Expr", *parts: str) -> bool:
    """Whether a node carries nothing but these parts: what sqlglot adds to one (`negate`, `percent`) changes it."""
    return not any(value for part, value in node.args.items() if part not in parts)


def conjuncts(condition: "exp.Expr") -> "Iterator[exp.Expr]":
    """The parts that are all true where a condition is; BETWEEN as its two ends."""
    from sqlglot import exp  # noqa: PLC0415

    match condition:
        case exp.And():
            yield from conjuncts(condition.left)
            yield from conjuncts(condition.right)
        case exp.Paren():
            yield from conjuncts(condition.this)
        case exp.Between() if says_only(condition, "this", "low", "high"):
            yield exp.GTE(this=condition.this, expression=condition.args["low"])
            yield exp.LTE(this=condition.this, expression=condition.args["high"])
        case _:
            yield condition


def _order_and_limit(tree: "exp.Select", reader: "Reader") -> tuple[tuple[OrderKey, ...], int | None]:
    """The order, cut at the first key that is no column, and how many rows by it, ties included, can matter at most."""
    from sqlglot import exp  # noqa: PLC0415

    one_to_one = not any(tree.args.get(part) for part in ("group", "distinct", "having", "qualify"))
    extreme = _extreme(tree, reader) if one_to_one else None
    if extreme is not None:
        return (extreme,), 1
    many = tree.find(exp.AggFunc, exp.Window, exp.Explode, exp.Anonymous)
    order = tree.args.get("order")
    if not one_to_one or many or order is None:
        return (), None
    renamed = {fold(alias.alias) for alias in tree.find_all(exp.Alias)}  # those in `* REPLACE (…)` too
    found: list[OrderKey] = []
    for item in order.expressions:
        key = reader.column(item.this)
        if key is None or fold(key) in renamed or not says_only(item, "this", "desc", "nulls_first"):
            break
        descending = bool(item.args.get("desc"))
        found.append(OrderKey(key, descending=descending, nulls_first=bool(item.args.get("nulls_first"))))
    return tuple(found), _most(tree, reader) if found else None


def _extreme(tree: "exp.Select", reader: "Reader") -> OrderKey | None:
    """The order whose first row holds the only result: `max` or `min` of a column, which pass over NULLs."""
    from sqlglot import exp  # noqa: PLC0415

    if len(tree.selects) != 1 or tree.args.get("order") or tree.args.get("offset"):
        return None
    only = tree.selects[0].unalias()
    if not isinstance(only, exp.Max | exp.Min) or any(only.args[part] for part in only.args if part != "this"):
        return None  # `max(x, n)` is a list
    column = reader.column(only.this)
    return OrderKey(column, descending=isinstance(only, exp.Max)) if column is not None else None


def _most(tree: "exp.Select", reader: "Reader") -> int | None:
    """The rows that LIMIT and OFFSET reach; None of a share (`LIMIT 10%`) or a number for each of something."""
    from sqlglot import exp  # noqa: PLC0415

    limit, offset = tree.args.get("limit"), tree.args.get("offset")
    if not isinstance(limit, exp.Limit) or not says_only(limit, "expression"):
        return None
    count = reader.constant(limit.expression)
    passed = reader.constant(offset.expression) if isinstance(offset, exp.Offset) else _Constant(0)
    if count is None or passed is None or not isinstance(count.value, int) or not isinstance(passed.value, int):
        return None
    return count.value + passed.value


class _Constant(Struct, frozen=True):
    value: Scalar


class Reader(Struct, frozen=True):
    """Reads columns, constants and comparisons; `columns` maps lower case to the declared name.

    `table` is what the table is called in the statement, in lower case.
    """

    columns: Mapping[str, str]
    parameters: Mapping[str, Scalar]
    table: str

    def column(self, node: "exp.Expr") -> str | None:
        """The declared column that a node is."""
        from sqlglot import exp  # noqa: PLC0415

        if not isinstance(node, exp.Column) or fold(node.table) not in ("", self.table):
            return None
        return self.columns.get(fold(node.name))

    def constant(self, node: "exp.Expr | None") -> _Constant | None:
        """The value that a node is: a literal, a bound parameter, or a date."""
        from sqlglot import exp  # noqa: PLC0415

        match node:
            case exp.Literal():
                found = _Constant(node.name) if node.is_string else _number(node.name)
            case exp.Boolean():
                found = _Constant(bool(node.this))
            case exp.Placeholder() | exp.Parameter():
                found = _Constant(self.parameters[node.name]) if node.name in self.parameters else None
            case exp.Neg():
                inner = self.constant(node.this)
                found = _Constant(-inner.value) if inner and isinstance(inner.value, int | Decimal) else None
            case exp.Paren():
                found = self.constant(node.this)
            case exp.Cast():
                found = self._cast(node)
            case _:
                found = None
        return found

    def _cast(self, node: "exp.Cast") -> _Constant | None:
        """`DATE '2024-01-31'`; other casts claim nothing."""
        inner = self.constant(node.this)
        if inner is None or not isinstance(inner.value, str) or node.to.sql("duckdb").upper() != "DATE":
            return None
        try:
            return _Constant(date.fromisoformat(inner.value))
        except ValueError:
            return None

    def predicates(self, node: "exp.Expr") -> tuple[Predicate, ...]:
        """What one conjunct says: nothing that is claimed, one predicate, or the two ends of a range of dates."""
        span = self._span(node)
        if span:
            return span
        one = self.predicate(node)
        return (one,) if one else ()

    def _span(self, node: "exp.Expr") -> tuple[Predicate, ...]:
        """`year(d) = 2023` and `strftime(d, '%Y-%m') = '2024-03'`: from the first day to before the next."""
        from sqlglot import exp  # noqa: PLC0415

        if not isinstance(node, exp.EQ):
            return ()
        value = self.constant(node.right)
        inner = node.left
        first: date | None = None
        if isinstance(inner, exp.Year) and value and isinstance(value.value, int):
            first, months = _first_day(f"{value.value:04d}-01"), 12
        elif isinstance(inner, exp.TimeToStr) and inner.args["format"].name == "%Y-%m" and value:
            first, months = _first_day(str(value.value)), 1
        else:
            return ()
        column = inner.this.this if isinstance(inner.this, exp.TsOrDsToDate | exp.Cast) else inner.this
        name = self.column(column)
        if name is None or first is None:
            return ()
        return (Predicate(name, ">=", (first,)), Predicate(name, "<", (_after(first, months),)))

    def predicate(self, node: "exp.Expr") -> Predicate | None:
        """A comparison of one column with constants, either way round; nothing of `NOT LIKE` and its like."""
        from sqlglot import exp  # noqa: PLC0415

        if not isinstance(node, exp.Column) and not says_only(node, "this", "expression", "expressions"):
            return None
        match node:
            case exp.In():
                return self._in(node)
            case exp.Is() | exp.Not(this=exp.Is()):
                return self._null(node)
            case exp.Binary() if type(node).__name__ in _OPERATORS:
                return self._comparison(node)
            case exp.Column():
                name = self.column(node)
                return Predicate(name, "=", (True,)) if name else None
            case _:
                return None

    def _comparison(self, node: "exp.Binary") -> Predicate | None:
        operator = _OPERATORS[type(node).__name__]
        name, value = self.column(node.left), self.constant(node.right)
        if name is None and operator in _TURNED:
            name, value, operator = self.column(node.right), self.constant(node.left), _TURNED[operator]
        if name is None or value is None or value.value is None:  # a comparison with NULL is never true
            return None
        return Predicate(name, operator, (value.value,))

    def _in(self, node: "exp.In") -> Predicate | None:
        name = self.column(node.this)
        values = [self.constant(item) for item in node.expressions]
        if name is None or not values:
            return None
        told = [value.value for value in values if value is not None]
        return Predicate(name, "in", tuple(told)) if len(told) == len(values) and None not in told else None

    def _null(self, node: "exp.Expr") -> Predicate | None:
        from sqlglot import exp  # noqa: PLC0415

        inner = cast("exp.Is", node.this if isinstance(node, exp.Not) else node)
        name = self.column(inner.this)
        if name is None or not isinstance(inner.expression, exp.Null):
            return None
        return Predicate(name, "is not null" if isinstance(node, exp.Not) else "is null")


_OPERATORS: Mapping[str, Operator] = {
    "EQ": "=",
    "NEQ": "<>",
    "LT": "<",
    "LTE": "<=",
    "GT": ">",
    "GTE": ">=",
    "Like": "like",
    "ILike": "ilike",
}
_TURNED: Mapping[Operator, Operator] = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _first_day(month: str) -> date | None:
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        return None
    return first if first.year < date.max.year else None  # there is no day after the last year


def _after(first: date, months: int) -> date:
    months += first.month - 1
    return first.replace(year=first.year + months // 12, month=months % 12 + 1)


def _number(text: str) -> _Constant | None:
    if len(text) > 40:
        return None
    return _Constant(int(text)) if text.isdigit() else _Constant(Decimal(text))
