"""Judges, as DuckDB would, which rows of a listing the answer can still need.

Of what the plan claims of a table, it takes over only what can be evaluated here without a doubt: a comparison whose
operands fit the column's type, an order over numbers and dates. The rest is left to the SQL, and limits nothing. NULL
satisfies no comparison; texts compare byte by byte, as in DuckDB's default collation.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from msgspec import Struct

from webdart.plan.model import ListingStage, Need, Operator, OrderKey, Predicate
from webdart.records.model import Record
from webdart.workflow.model import NUMERIC, Extract, Field, Kind, Scalar, Value
from webdart.workflow.pattern import compiled

Number = int | float | Decimal
Comparable = Number | date | datetime | timedelta
Rank = tuple[int, Comparable]
"""Where a value stands in the wanted order: what comes first is smallest, the first part places NULLs."""

NUMBERS = NUMERIC | {"money", "rating"}
DATES: frozenset[Kind] = frozenset({"date", "datetime"})
TEXTS: frozenset[Kind] = frozenset({"text", "currency"})
ORDERED = NUMBERS | DATES | {"duration"}
"""Kinds whose order a site and DuckDB agree about; texts are not among them: collations differ."""

MOST_SAID = 12
"""Values of a list that messages show."""

_BEGINNING = datetime(1, 1, 1)  # noqa: DTZ001 - cells carry no zone

_ORDERS: Mapping[str, Callable[[int], bool]] = {
    "=": lambda sign: sign == 0,
    "<>": lambda sign: sign != 0,
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
}


class Wanted(Struct, frozen=True, kw_only=True):
    """What of a table's need can be relied on while it is walked.

    `predicates` are on columns of the listing itself, each one exactly evaluable; `order` is the first key of the
    ORDER BY where it is such a column too. `limit` is how many rows the answer can need at most: None unless every
    condition of the statement is among `predicates` (then `whole`) and the order is known.
    """

    table: str
    fields: Mapping[str, Field]
    predicates: tuple[Predicate, ...] = ()
    order: OrderKey | None = None
    limit: int | None = None
    whole: bool = False

    def satisfied(self, record: Record) -> bool:
        """Whether a row satisfies every predicate."""
        return all(holds(one, record.values.get(one.column)) for one in self.predicates)

    def rank(self, record: Record) -> Rank | None:
        """Where a row stands in the order; None of a NULL (ask `nulls_first` where that is)."""
        assert self.order is not None
        return rank(self.order, record.values.get(self.order.column))


def wanted_of(stage: ListingStage, extract: Extract) -> Wanted:
    """What can be relied on of what later stages want of a table."""
    need = stage.needs.get(extract.into, Need())
    fields = {field.name: field for field in extract.fields if field.page == "record" and field.value is None}
    usable = tuple(one for one in need.predicates if one.column in fields and judged(one, fields[one.column]))
    first = need.order[0] if need.order else None
    order = first if first is not None and first.column in fields and _ordered(fields[first.column]) else None
    whole = len(usable) == len(need.predicates)
    return Wanted(
        table=extract.into,
        fields=fields,
        predicates=usable,
        order=order,
        limit=need.limit if order is not None and whole else None,
        whole=whole,
    )


def _ordered(field: Field) -> bool:
    return field.type.kind in ORDERED and not field.type.many and not field.approximate


def judged(predicate: Predicate, field: Field) -> bool:
    """Whether a predicate on this field is evaluated here just as DuckDB evaluates it."""
    if field.approximate:
        return False
    if predicate.operator in ("is null", "is not null"):
        return True
    if predicate.operator == "contains":
        return field.type.many and field.type.kind in TEXTS and all(isinstance(o, str) for o in predicate.operands)
    if field.type.many or not predicate.operands:
        return False
    return all(_fits(operand, field.type.kind, predicate.operator) for operand in predicate.operands)


def _fits(operand: Scalar, kind: Kind, operator: Operator) -> bool:
    if operator in ("like", "ilike"):
        return kind in TEXTS and isinstance(operand, str) and "\\" not in operand
    if kind in NUMBERS:
        return isinstance(operand, int | float | Decimal) and not isinstance(operand, bool)
    if kind in DATES:
        return moment(operand) is not None
    if kind == "boolean":
        return isinstance(operand, bool) and operator in ("=", "<>")
    return kind in TEXTS and isinstance(operand, str)


def moment(value: Value) -> datetime | None:
    """A date or time as one; a text counts as DuckDB would cast it, where there is no doubt how."""
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return datetime.combine(value, time())
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            return None
    return None


# -- one predicate on one value -------------------------------------------------------------------------------


def holds(predicate: Predicate, value: Value) -> bool:
    """Whether a predicate is true of a value; NULL makes a comparison neither, so not true."""
    operator, operands = predicate.operator, predicate.operands
    if operator == "is null":
        return value is None
    if operator == "is not null" or value is None:
        return value is not None
    if operator == "contains":
        return isinstance(value, tuple) and all(operand in value for operand in operands)
    if operator == "in":
        return any(_compared(value, operand) == 0 for operand in operands)
    if operator in ("like", "ilike"):
        return _like(str(value), str(operands[0]), fold=operator == "ilike")
    return _ORDERS[operator](_compared(value, operands[0]))


def _compared(value: Value, operand: Scalar) -> int:
    """-1, 0 or 1, as DuckDB compares a cell with a constant that fits its column."""
    if isinstance(value, str):
        return _sign(value, str(operand))
    if isinstance(value, bool):
        return _sign(value, bool(operand))
    if isinstance(value, date | datetime):
        left, right = moment(value), moment(operand)
        assert left is not None
        assert right is not None
        return _sign(left, right)
    if isinstance(value, float) or isinstance(operand, float):
        return _sign(float(value), float(operand))  # type: ignore[arg-type] # judged before
    return _sign(value, operand)  # exact: integers and decimals


def _sign(one: object, other: object) -> int:
    return (one > other) - (one < other)  # type: ignore[operator] # both of one kind


def _like(text: str, pattern: str, *, fold: bool) -> bool:
    if fold:
        text, pattern = text.lower(), pattern.lower()
    body = "".join({"%": ".*", "_": "."}.get(sign, re.escape(sign)) for sign in pattern)
    return compiled(rf"(?s)\A{body}\Z").found_in(text)


# -- order ----------------------------------------------------------------------------------------------------


def rank(order: OrderKey, value: Value) -> Rank | None:
    """Where a value stands in an order; None of NULL."""
    if value is None:
        return None
    comparable: Comparable
    if isinstance(value, date | datetime):
        found = moment(value)
        assert found is not None
        comparable = found - _BEGINNING
    else:
        assert isinstance(value, int | float | Decimal | timedelta)
        comparable = value
    return (0, -comparable if order.descending else comparable)


def sql_of(predicate: Predicate) -> str:
    """A predicate as a person would write it in a WHERE."""
    operands = [_literal(operand) for operand in predicate.operands]
    match predicate.operator:
        case "in" if predicate.joined:
            place, *where = predicate.joined.split(" AND ", 1)
            table, _, column = place.rpartition(".")
            inner = " WHERE ".join([f"SELECT {column} FROM {table}", *where])  # noqa: S608 - for people, never run
            return f"{predicate.column} IN ({inner}: {len(operands)} value{'' if len(operands) == 1 else 's'})"
        case "in":
            more = f", … {len(operands)} in all" if len(operands) > MOST_SAID else ""
            return f"{predicate.column} IN ({', '.join(operands[:MOST_SAID])}{more})"
        case "is null" | "is not null":
            return f"{predicate.column} {predicate.operator.upper()}"
        case "contains":
            return " AND ".join(f"list_contains({predicate.column}, {operand})" for operand in operands)
        case _:
            return f"{predicate.column} {predicate.operator.upper()} {operands[0]}"


def order_sql(order: OrderKey) -> str:
    """An order key as a person would write it."""
    nulls = " NULLS FIRST" if order.nulls_first else ""
    return f"{order.column}{' DESC' if order.descending else ''}{nulls}"


def _literal(operand: Scalar) -> str:
    if isinstance(operand, str):
        return "'" + operand.replace("'", "''") + "'"
    if isinstance(operand, bool):
        return str(operand).lower()
    if isinstance(operand, date):
        return f"'{operand.isoformat()}'"
    return str(operand)
