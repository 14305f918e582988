"""Recognises a query builder: a choice of column, a choice of operator, and a box for the value.

It is recognised by what the lists hold: the columns of the listing in one, signs or words of comparisons in the next
one, and a box behind them. Data browsers and back offices have such a row, often one at a time, so one condition is
proposed for it. Numbers are requested with room, as for every band.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from msgspec import Struct

from webdart.lexicon.phrases import PhrasePattern, pattern
from webdart.navigate.pushdown.control_semantics import about, is_number, widened
from webdart.navigate.pushdown.offer import Offer, Put
from webdart.navigate.row_filter import DATES, TEXTS, Wanted, moment, sql_of
from webdart.page.effects import form_of
from webdart.page.model import Control, PageView
from webdart.page.roles import is_text_box
from webdart.page.text_match import loose
from webdart.plan.model import Operator, Predicate
from webdart.workflow.model import Field

LEAST_COLUMNS = 2
"""Columns of the listing that a list must hold to be one of columns."""

LEAST_OPERATORS = 2
NEAR = 40
"""Nodes between the parts of one builder at most."""

_SAYS: Mapping[Operator, PhrasePattern] = {
    "=": pattern("equals", at="whole", also="==?"),
    ">": pattern("greater", at="whole", also=">"),
    ">=": pattern("at_least", at="whole", also=">=|≥"),
    "<": pattern("less", at="whole", also="<"),
    "<=": pattern("at_most", at="whole", also="<=|≤"),
    "ilike": pattern("contains", at="whole", also="~"),
    "is null": pattern("is_empty", at="whole"),
    "is not null": pattern("is_not_empty", at="whole"),
}


class _Builder(Struct, frozen=True):
    """One row of a query builder; `columns` are the options by field, `operators` by what they say."""

    column: Control
    operator: Control
    value: int | None  # the node of the box; None where it comes later
    columns: Mapping[str, str]
    operators: Mapping[Operator, str]


class _Ask(Struct, frozen=True):
    """An operator and a text to ask for, and what every row satisfies then."""

    operator: Operator
    text: str
    keeps: tuple[Predicate, ...] = ()


def built(view: PageView, wanted: Wanted) -> Iterator[Offer]:
    """The offers of a page's query builders, one condition each."""
    for builder in _builders(view, wanted):
        for one in wanted.predicates:
            ask = _asked(builder, wanted.fields[one.column], one)
            if ask is not None:
                yield _offer(builder, one, ask)


def _offer(builder: _Builder, one: Predicate, ask: _Ask) -> Offer:
    said = builder.columns[one.column], builder.operators[ask.operator]
    puts = [
        Put(how="choose", node=builder.column.node, label=builder.column.label, words=said[0]),
        Put(how="choose", node=builder.operator.node, label=builder.operator.label, words=said[1]),
    ]
    if ask.text and builder.value is not None:
        puts.append(Put(how="type", node=builder.value, label="", words=ask.text))
    return Offer(
        kind="filter",
        control=" ".join([*said, ask.text]).strip(),
        does=f"WHERE {sql_of(one)}",
        puts=tuple(puts),
        serves=(one,),
        keeps=ask.keeps,
        score=0.8 if one.operator == "=" else 0.7,
    )


def _builders(view: PageView, wanted: Wanted) -> Iterator[_Builder]:
    lists = [control for control in view.controls if control.options and view.nodes[control.node].tag == "select"]
    for column, operator in pairwise(lists):
        columns = _columns_of(column, wanted.fields.values())
        operators = _operators_of(operator)
        near = operator.node - view.nodes[column.node].end <= NEAR
        if len(columns) >= LEAST_COLUMNS and len(operators) >= LEAST_OPERATORS and near:
            yield _Builder(column, operator, _box(view, operator), columns, operators)


def _columns_of(control: Control, fields: Iterable[Field]) -> dict[str, str]:
    """The options that are names of columns, by field: each the only one of its name."""
    found: dict[str, str] = {}
    for field in fields:
        said = [option for option in control.options if about(field, option) >= 1.0]
        exact = [option for option in said if loose(option.replace("_", " ")) in _names(field)]
        chosen = exact or said
        if len(chosen) == 1:
            found[field.name] = chosen[0]
    return found


def _names(field: Field) -> set[str]:
    return {loose(name.replace("_", " ")) for name in (field.name, field.label) if name}


def _operators_of(control: Control) -> dict[Operator, str]:
    found: dict[Operator, str] = {}
    for option in control.options:
        for operator, says in _SAYS.items():
            if says.search(loose(option)) or says.search(option.strip()):
                found.setdefault(operator, option)
    return found


def _box(view: PageView, operator: Control) -> int | None:
    """The box behind the operator, in the same form."""
    node = view.nodes[operator.node]
    form = form_of(view, node)
    for other in view.nodes[node.end : node.end + NEAR]:
        if is_text_box(other) and other.shown and (form is None or form_of(view, other) == form):
            return other.index
    return None


def _asked(builder: _Builder, field: Field, one: Predicate) -> _Ask | None:
    """The condition to ask a builder for; None if it cannot express it."""
    if one.column not in builder.columns:
        return None
    if one.operator in ("is null", "is not null"):
        return _Ask(one.operator, "", (one,)) if one.operator in builder.operators else None
    if builder.value is None or len(one.operands) != 1:
        return None
    there = (ask for ask in _asks(field, one) if ask.operator in builder.operators)
    return next(there, None)


def _asks(field: Field, one: Predicate) -> Iterator[_Ask]:
    """The ways to express one condition, the best first.

    An end of a band is asked for a little further out than it is wanted, a day for days: what is shown rounded is
    compared unrounded, and whether the end belongs to it is another matter.
    """
    operand = one.operands[0]
    numeric = isinstance(operand, int | float | Decimal) and not isinstance(operand, bool)
    if is_number(field) and numeric:
        if one.operator in _WIDER:
            text = str(widened(Decimal(str(operand)), down=one.operator in (">", ">=")))
            yield from (_Ask(operator, text) for operator in _WIDER[one.operator])
        elif one.operator == "=" and field.type.kind == "integer":
            yield _Ask("=", str(operand), (one,))
    elif field.type.kind in DATES:
        end = moment(operand)
        if end is not None and one.operator in _WIDER and date.min < end.date() < date.max:
            day = timedelta(days=-1 if one.operator in (">", ">=") else 1)
            yield from (_Ask(operator, (end.date() + day).isoformat()) for operator in _WIDER[one.operator])
    elif field.type.kind in TEXTS and not field.type.many and field.mapping is None:
        text = str(operand)
        inner = text.strip("%")
        if one.operator == "=" and text:
            yield _Ask("=", text, (one,))
        elif one.operator in ("like", "ilike") and inner and text == f"%{inner}%" and not set(inner) & {"%", "_"}:
            yield _Ask("ilike", inner)


_WIDER: Mapping[Operator, tuple[Operator, Operator]] = {
    ">": (">", ">="),
    ">=": (">", ">="),
    "<": ("<", "<="),
    "<=": ("<", "<="),
}
