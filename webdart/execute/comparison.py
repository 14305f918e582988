"""Reads the values that a condition compares columns with: of `status IN ('Open', $state)` both."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from webdart.lexicon.look_alikes import look_of
from webdart.workflow.model import Scalar

if TYPE_CHECKING:
    from sqlglot import exp


class Wanted:
    """A value, or a pattern of LIKE, that a column is compared with; `negated`: in a condition that it is not so."""

    def __init__(self, value: Scalar, *, like: bool = False, negated: bool = False) -> None:
        self.value = value
        self.text = str(value)
        self.like = like
        self.negated = negated

    @property
    def is_text(self) -> bool:
        """Whether it is a text, and one that not all others fit."""
        return isinstance(self.value, str) and bool(self.words)

    @property
    def words(self) -> str:
        """The text itself; of a pattern what stands between its signs."""
        return self.text.strip("%_") if self.like else self.text

    def fits(self, value: str, *, exact: bool) -> bool:
        """Whether a text of the column is what is wanted; in any letters and signs that look like it, unless `exact`.

        The pieces between the `%` stand one behind the other, each as early as may be, the outer ones at the ends.
        """
        first, *others = self._exact if exact else self._loose
        value = value if exact else look_of(value)
        if not others:
            return first.fullmatch(value) is not None
        found = first.match(value)
        *inner, last = others
        for piece in inner:
            found = None if found is None else piece.search(value, found.end())
        end = len(value) - len(self._pieces[-1] if exact else look_of(self._pieces[-1]))
        return found is not None and found.end() <= end and last.fullmatch(value, end) is not None

    @cached_property
    def _pieces(self) -> Sequence[str]:
        return self.text.split("%") if self.like else (self.text,)

    @cached_property
    def _exact(self) -> Sequence[re.Pattern[str]]:
        return [re.compile(self._body(piece), re.DOTALL) for piece in self._pieces]

    @cached_property
    def _loose(self) -> Sequence[re.Pattern[str]]:
        return [re.compile(self._body(look_of(piece)), re.DOTALL | re.IGNORECASE) for piece in self._pieces]

    def _body(self, piece: str) -> str:
        return "".join("." if self.like and sign == "_" else re.escape(sign) for sign in piece)


def compared(sql: str, parameters: Mapping[str, Scalar], *, loosely: bool = False) -> Iterator[tuple[str, Wanted]]:
    """The columns of a condition, each with a value that it is compared with, or with True where it is one itself.

    `loosely`: also where the comparison heeds no letters, as ILIKE does, and `lower(status) = 'open'`.
    """
    from sqlglot import exp, parse_one  # noqa: PLC0415 - loaded only where there is SQL
    from sqlglot.errors import SqlglotError  # noqa: PLC0415

    try:
        tree = parse_one(sql, dialect="duckdb")
    except SqlglotError:
        return
    yield from _in_lists(tree, parameters)
    kinds = (exp.EQ, exp.NEQ, exp.In, exp.Like, exp.Is, *((exp.ILike,) if loosely else ()))
    for node in tree.find_all(*kinds):
        place = node.this.this if loosely and isinstance(node.this, exp.Lower | exp.Upper) else node.this
        if not isinstance(place, exp.Column):
            continue
        operands: Sequence[exp.Expr] = node.expressions if isinstance(node, exp.In) else (node.expression,)
        negated = isinstance(node, exp.NEQ) or node.find_ancestor(exp.Not) is not None
        for one in operands:
            value = _value(one, parameters)
            if value is not None:
                yield place.name, Wanted(value, like=isinstance(node, exp.Like | exp.ILike), negated=negated)
    for column in tree.find_all(exp.Column):
        if column.parent is None or isinstance(column.parent, exp.And | exp.Or | exp.Not | exp.Paren):
            yield column.name, Wanted(value=True, negated=column.find_ancestor(exp.Not) is not None)


def _in_lists(tree: "exp.Expr", parameters: Mapping[str, Scalar]) -> Iterator[tuple[str, Wanted]]:
    """The columns of lists, each with what is looked for in them: `list_contains(tags, 'x')`, `'x' = ANY(tags)`."""
    from sqlglot import exp  # noqa: PLC0415 - as above

    for node in tree.find_all(exp.ArrayContains, exp.ArrayContainsAll, exp.ArrayOverlaps, exp.EQ, exp.In):
        match node:
            case exp.EQ(expression=exp.Any() as some):
                place, operands = some.this.unnest(), [node.this]
            case exp.In():
                place, operands = node.args.get("field"), [node.this]
            case exp.EQ():
                continue
            case _:
                place, among = node.this, node.expression
                operands = among.expressions if isinstance(among, exp.Array) else [among]
        if not isinstance(place, exp.Column):
            continue
        for one in operands:
            value = _value(one, parameters)
            if value is not None:
                yield place.name, Wanted(value, negated=node.find_ancestor(exp.Not) is not None)


def _value(one: "exp.Expr", parameters: Mapping[str, Scalar]) -> Scalar | None:
    """The value of a constant or a parameter; None of anything else."""
    from sqlglot import exp  # noqa: PLC0415

    match one:
        case exp.Parameter() | exp.Placeholder():
            return parameters.get(one.name)
        case exp.Boolean():
            return bool(one.this)
        case exp.Literal(is_string=True):
            return str(one.this)
        case exp.Literal():
            return Decimal(one.this)
        case _:
            return None
