"""Defines the types of values and of fields (docs/reference/types.md)."""

from dataclasses import dataclass
from typing import Literal

from webdart.workflow.templates import Scalar

Value = Scalar | tuple[Scalar, ...]
"""A cell, or a list in a cell."""

Kind = Literal[
    "text",
    "integer",
    "number",
    "percentage",
    "money",
    "currency",
    "boolean",
    "rating",
    "date",
    "datetime",
    "duration",
    "link",
    "image",
]

NUMERIC: frozenset[Kind] = frozenset({"integer", "number", "percentage"})
"""Types that are read as one plain number: what holds for all of them names this set, not its members."""


@dataclass(frozen=True, slots=True)
class Type:
    """A type of docs/reference/types.md: `many` is `[kind]`."""

    kind: Kind
    many: bool = False

    def __str__(self) -> str:
        return f"[{self.kind}]" if self.many else self.kind
