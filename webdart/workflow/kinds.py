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


@dataclass(frozen=True, slots=True)
class Type:
    """A type of docs/reference/types.md: `many` is `[kind]`."""

    kind: Kind
    many: bool = False

    def __str__(self) -> str:
        return f"[{self.kind}]" if self.many else self.kind
