"""A column while the table is made: its values, where they stand, what it was made of."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from webdart.extract.types import TYPED, kind_of

Values = tuple[str | None, ...]
_SAMPLE = 60  # values of a column whose kind is looked at


@dataclass(slots=True)
class Draft:
    """`parts` are the template nodes that say the same; `made_of` the keys of columns that a derived one replaces.

    `before` and `after` are constant words around each value, where it was cut out of a longer text.
    """

    key: str
    source: str
    values: Values
    nodes: tuple[int, ...]
    parts: list[int]
    composite: bool = False
    hidden: bool = False
    derived: str = ""
    before: str = ""
    after: str = ""
    kind: str = "text"
    share: float = 0.0
    constant: bool = False
    label: bool = False
    made_of: tuple[str, ...] = ()
    fill: float = 0.0
    distinct: float = 0.0
    sources: list[str] = field(default_factory=list[str])

    def settle(self, language: str) -> None:
        """Work out kind, fill and distinctness from the values."""
        said = [value for value in self.values if value is not None]
        self.fill = len(said) / len(self.values)
        different = set(said)
        self.distinct = len(different) / len(said) if said else 0.0
        self.constant = len(different) == 1 and len(said) > 1
        self.kind, self.share = (
            majority(said, language)
            if self.source in {"text", "@datetime", "@content"}
            else _kind_of_source(self.source)
        )

    @property
    def typed(self) -> bool:
        """Whether most values have a form that tells their kind."""
        return self.kind in TYPED


def _kind_of_source(source: str) -> tuple[str, float]:
    if source == "@href":
        return "link", 1.0
    return ("image", 1.0) if source == "@src" else ("text", 1.0)


def majority(values: Sequence[str], language: str) -> tuple[str, float]:
    """The kind of most values, and the share of them that is of it; integers among numbers are numbers."""
    if not values:
        return "text", 0.0
    step = max(1, len(values) // _SAMPLE)
    sample = values[::step]
    counts: dict[str, int] = {}
    for value in sample:
        kind = kind_of(value, language)
        counts[kind] = counts.get(kind, 0) + 1
    for narrow, wide in (("integer", "number"), ("date", "datetime"), ("relative", "date"), ("time", "datetime")):
        if wide in counts and narrow in counts:
            counts[wide] += counts.pop(narrow)
    best = max(counts, key=lambda kind: (counts[kind], kind))
    return best, counts[best] / len(sample)
