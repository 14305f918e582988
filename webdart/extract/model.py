"""The values of the room: record sets, their columns, and what is declared of a field."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec import field as attribute

SetKind = Literal["table", "run", "starter", "path", "lines", "page", "block"]
"""How the records of a set were found: rows of a table; siblings of one shape; siblings from one starter to the next;
elements of one path under several parents; lines of a text; the page as one record; its block of labels and values."""

Verdict = Literal["sure", "ask", "none"]


class Name(Struct, frozen=True):
    """A word or more that the page gives a column, and where it stands (`head`, `label`, `class`, `itemprop`, ...)."""

    source: str
    words: str


class Column(Struct, frozen=True, kw_only=True):
    """One column of a record set: a value for every record, None where it has none.

    `source` is `text`, or `@` and an attribute. `nodes` has the node of each value (-1 for none). `derived` says how
    the column was made of others (`list`, `or`, `slot`, `context`; "" for one that stands in the page). `kind` is the
    kind of most values, `share` the share of the values that are of it. `hidden`: a person does not see it now.
    `addresses` are what the addresses of its links call it, of the sources `leads` and `folder`.
    """

    key: str
    source: str
    values: tuple[str | None, ...]
    nodes: tuple[int, ...]
    names: tuple[Name, ...] = ()
    addresses: tuple[Name, ...] = ()
    name: str = ""
    kind: str = "text"
    share: float = 0.0
    constant: bool = False
    composite: bool = False
    hidden: bool = False
    label: bool = False
    derived: str = ""
    features: Mapping[str, float] = attribute(default_factory=dict[str, float])

    @property
    def fill(self) -> float:
        """The share of the records that have a value."""
        return sum(value is not None for value in self.values) / len(self.values) if self.values else 0.0


class RecordSet(Struct, frozen=True, kw_only=True):
    """Records of one shape with a table of all that they say; `roots` are the sibling nodes of each record."""

    kind: SetKind
    roots: tuple[tuple[int, ...], ...]
    columns: tuple[Column, ...] = ()
    heads: tuple[int, ...] = ()
    score: float = 0.0
    features: Mapping[str, float] = attribute(default_factory=dict[str, float])

    def __len__(self) -> int:
        """How many records it has."""
        return len(self.roots)


class FieldSpec(Struct, frozen=True, kw_only=True):
    """What is declared of a field: its name, its type, and the label that the file gives it, if any.

    `match` is a regular expression that its texts answer; `many` whether it holds a list.
    """

    name: str
    type: str = "text"
    label: str | None = None
    match: str | None = None
    many: bool = False


class Choice(Struct, frozen=True, kw_only=True):
    """The column chosen for a field: the place among the set's columns (-1: none), and how sure that is.

    `shares` has the probability of every column.
    """

    field: str
    column: int
    verdict: Verdict
    probability: float = 0.0
    margin: float = 0.0
    runner_up: int = -1
    features: Mapping[str, float] = attribute(default_factory=dict[str, float])
    shares: tuple[float, ...] = ()


Mapped = Mapping[str, Choice]
"""By field: the column chosen for it."""
