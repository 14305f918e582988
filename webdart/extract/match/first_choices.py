"""What is chosen for the declared fields one by one, and what that says for and against the columns of each other."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.extract.columns.halves import HALVES
from webdart.extract.match.likeness import folded
from webdart.extract.match.question import Question

_SAMPLE = 12  # records whose texts are compared
_LEAST = 0.3  # probability below which a first choice says nothing of the others


@dataclass(frozen=True)
class FirstChoices:
    """By declared field, in order: the column that it takes by itself (None for none), and how probable that is."""

    question: Question
    places: Sequence[int | None]
    probabilities: Sequence[float]

    def features(self, field: int, place: int) -> dict[str, float]:
        """What the choices of the other fields say of a field's being a column, each -1 to 1."""
        return {name: feature(self, field, place) for name, feature in CHOICE_FEATURES.items()}

    def holds_other(self, field: int, place: int) -> float:
        """The column says what another field has, and more: "Soup - 4.50" beside a price."""
        return max((share * self._bits(inner, place) for inner, share in self._others(field, place)), default=0.0)

    def within_other(self, field: int, place: int) -> float:
        """The column is a bit of what another field has."""
        return max((share * self._bits(place, outer) for outer, share in self._others(field, place)), default=0.0)

    def other_half(self, field: int, place: int) -> float:
        """The column is one half of a line that another field takes, or the other half of: "Soup" of "Soup - 4.50"."""
        columns = self.question.record_set.columns
        line, _, half = columns[place].key.rpartition("/")
        if half not in HALVES:
            return 0.0
        taken = {line, *(f"{line}/{one}" for one in HALVES)}
        return max((share for one, share in self._others(field, place) if columns[one].key in taken), default=0.0)

    def in_order(self, field: int, place: int) -> float:
        """Fields are declared in the order in which their columns stand, mostly: 1 for all others, -1 for none."""
        others = [
            (share, (other < field) == (self._position(chosen) < self._position(place)))
            for other, chosen, share in self._chosen
            if other != field and chosen != place
        ]
        whole = sum(share for share, _ in others)
        return sum(share if kept else -share for share, kept in others) / whole if whole else 0.0

    @cached_property
    def _chosen(self) -> Sequence[tuple[int, int, float]]:
        found = zip(range(len(self.places)), self.places, self.probabilities, strict=True)
        return [(field, place, share) for field, place, share in found if place is not None and share >= _LEAST]

    def _others(self, field: int, place: int) -> list[tuple[int, float]]:
        return [(chosen, share) for other, chosen, share in self._chosen if other != field and chosen != place]

    def _position(self, place: int) -> tuple[int, int]:
        column = self.question.record_set.columns[place]
        return next((node for node in column.nodes if node >= 0), 0), place

    @cached_property
    def _known(self) -> dict[tuple[int, int], float]:
        return {}

    def _bits(self, inner: int, outer: int) -> float:
        """The share of the records with both in which one column is a bit of the text of the other."""
        known = self._known.get((inner, outer))
        if known is None:
            known = self._known[inner, outer] = self._shared(inner, outer)
        return known

    def _shared(self, inner: int, outer: int) -> float:
        columns, ends = self.question.record_set.columns, self.question.page.ends
        own, whole = columns[inner], columns[outer]
        if own.source != "text" or whole.source != "text":
            return 0.0
        step = max(1, len(own.nodes) // _SAMPLE)
        both = [
            a <= b < ends[a] and _is_bit(folded(value), folded(text))
            for a, b, text, value in zip(
                whole.nodes[::step], own.nodes[::step], whole.values[::step], own.values[::step], strict=True
            )
            if a >= 0 and b >= 0 and text is not None and value is not None
        ]
        return sum(both) / len(both) if both else 0.0


CHOICE_FEATURES: Mapping[str, Callable[[FirstChoices, int, int], float]] = {
    "holds_other": FirstChoices.holds_other,
    "within_other": FirstChoices.within_other,
    "other_half": FirstChoices.other_half,
    "in_order": FirstChoices.in_order,
}
"""What a declared field's neighbours say of a column."""


def _is_bit(value: str, text: str) -> bool:
    return len(value) < len(text) and value in text
