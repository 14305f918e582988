"""The values of a learned listing: where its records stand, their parts, their columns; plain enough for JSON."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from webdart.extract.model import Column, SetKind

Problem = Literal["none", "anchors", "texts", "types", "heads"]
"""What speaks against a page being of the template: no records; records without the parts that all had; texts that
stand in no part; values of other kinds; another head line, or none."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What tells an element from its siblings: its tag, its class tokens, the label that it begins with or follows."""

    tag: str
    classes: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a record below another, at a place among siblings of one sign.

    Below -1 are the record's own elements: their classes vary with what the record says, so that their signs have none.
    """

    parent: int
    sign: Sign
    place: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedColumn:
    """A column: the parts that have its value, the first that is there; `match` takes it out of a longer text."""

    name: str
    source: str
    parts: tuple[int, ...]
    kind: str
    share: float
    fill: float
    match: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """A listing as it was on the page that it was learned on.

    `first` is what the first elements of all records have in common, `further` the signs of those that follow it;
    `around` are the elements around the records, the innermost first; `labelled` the signs of elements that are told
    apart by their labels; `anchors` the parts of (nearly) all records; `heads` the words of the lines of heads.
    """

    kind: SetKind
    count: int
    first: Sign
    further: tuple[Sign, ...]
    around: tuple[Sign, ...]
    parts: tuple[Part, ...]
    columns: tuple[LearnedColumn, ...]
    anchors: tuple[int, ...]
    labelled: tuple[Sign, ...] = ()
    heads: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> "Learned":
        """From the plain values, lists or tuples."""
        return cls(
            kind=given["kind"],
            count=given["count"],
            first=_sign(given["first"]),
            further=tuple(map(_sign, given["further"])),
            around=tuple(map(_sign, given["around"])),
            parts=tuple(Part(one["parent"], _sign(one["sign"]), one["place"]) for one in given["parts"]),
            columns=tuple(map(_column, given["columns"])),
            anchors=tuple(given["anchors"]),
            labelled=tuple(map(_sign, given["labelled"])),
            heads=tuple(given["heads"]),
        )


def _column(given: Mapping[str, Any]) -> LearnedColumn:
    return replace(LearnedColumn(**given), parts=tuple(given["parts"]))


def _sign(given: Mapping[str, Any]) -> Sign:
    return Sign(given["tag"], tuple(given["classes"]), given["label"])


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a template read on a page: its records and columns, and what speaks against them."""

    roots: tuple[tuple[int, ...], ...]
    columns: tuple[Column, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the page is of the template."""
        return not self.problems
