"""Builds the nodes of a YAML text (scalars, lists and maps, each with its place) before their meaning is read.

Scalars follow the core schema of YAML 1.2.2 (section 10.3.2), with one strictness: a number with leading zeros
(`0777`) stays text, because readers of YAML disagree about it.
"""

import re
from dataclasses import dataclass
from typing import Literal

from webdart.errors import SourceLine

ScalarKind = Literal["null", "boolean", "integer", "number", "text"]

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)|0o[0-7]+|0x[0-9a-fA-F]+")
_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_LONGEST = 64  # characters of a number: longer ones are texts for every purpose that we have


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A single value as written; `plain` is unquoted, and `cut` what a `#` behind one blank took from it.

    `block`: its text stands below, behind `|` or `>`.
    """

    text: str
    plain: bool
    at: SourceLine
    cut: str = ""
    block: bool = False

    @property
    def kind(self) -> ScalarKind:
        """What an unquoted scalar is; a quoted one is always text."""
        if not self.plain:
            return "text"
        if self.text in _NULL:
            return "null"
        if self.text in _TRUE or self.text in _FALSE:
            return "boolean"
        if len(self.text) > _LONGEST:
            return "text"
        if _INTEGER.fullmatch(self.text):
            return "integer"
        return "number" if _NUMBER.fullmatch(self.text) else "text"

    @property
    def boolean(self) -> bool:
        """The value of a scalar whose kind is boolean."""
        return self.text in _TRUE

    @property
    def integer(self) -> int:
        """The value of a scalar whose kind is integer."""
        return int(self.text, 0) if self.text.startswith(("0x", "0o")) else int(self.text)

    @property
    def decimal(self) -> str:
        """The text, with an integer in another base (`0x10`) written in tens."""
        return str(self.integer) if self.kind == "integer" else self.text

    @property
    def number(self) -> float:
        """The value of a scalar whose kind is integer or number; may be infinite or not a number."""
        if self.kind == "integer":
            return float(self.integer)
        return float(self.text.lower().replace(".inf", "inf").replace(".nan", "nan"))


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list."""

    items: "tuple[Node, ...]"
    at: SourceLine


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of a map and its value."""

    key: ScalarNode
    value: "Node"


@dataclass(frozen=True, slots=True)
class MapNode:
    """A map, in the file's order, without repeated keys; `flow` ones are written in braces."""

    entries: tuple[Entry, ...]
    flow: bool
    at: SourceLine

    def get(self, key: str) -> "Node | None":
        """The value of a key."""
        return next((entry.value for entry in self.entries if entry.key.text == key), None)


@dataclass(frozen=True, slots=True)
class BrokenNode:
    """Something that has been refused already (an alias, a tag): nothing more is said about it."""

    at: SourceLine


Node = ScalarNode | ListNode | MapNode | BrokenNode
