"""A record set by itself: what its columns are among each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.extract.model import RecordSet
from webdart.extract.page import scheme_of

_FULL = 0.9
_APART = 0.6  # of the most different values of a column: a category has fewer


@dataclass(frozen=True)
class SetView:
    """A record set with what its columns are among each other."""

    record_set: RecordSet

    @cached_property
    def texts(self) -> Sequence[int]:
        """The columns with plain text that varies, in order."""
        return [
            place
            for place, one in enumerate(self.record_set.columns)
            if one.source == "text"
            and one.kind in {"text", "long"}
            and not one.composite
            and not one.label
            and not one.derived
        ]

    @cached_property
    def ranks(self) -> Mapping[int, int]:
        """The place of every text column among the full ones, in order; one record has no first text."""
        columns = self.record_set.columns
        if len(self.record_set) == 1:
            return {}
        full = [place for place in self.texts if columns[place].fill >= _FULL and not columns[place].constant]
        return {place: rank for rank, place in enumerate(full)}

    @cached_property
    def telling_ranks(self) -> Mapping[int, int]:
        """The same of the columns that tell records apart, about as well as the one that does best."""
        columns = self.record_set.columns
        telling = {place: columns[place].features.get("distinct", 0.0) for place in self.ranks}
        most = max(telling.values(), default=0.0)
        kept = [place for place, distinct in telling.items() if distinct >= _APART * most]
        return {place: rank for rank, place in enumerate(kept)}

    @cached_property
    def kinds(self) -> Mapping[str, int]:
        """How many columns of text have each kind."""
        counts: dict[str, int] = {}
        for one in self.record_set.columns:
            if one.source == "text" and not one.composite:
                counts[one.kind] = counts.get(one.kind, 0) + 1
        return counts

    @cached_property
    def main_link(self) -> int:
        """The first address of a page that differs in (nearly) every record: whom to write to is no page."""
        columns = self.record_set.columns
        full = [place for place, one in enumerate(columns) if one.source == "@href" and one.fill >= _FULL]
        links = [place for place in full if not any(map(scheme_of, columns[place].values))]
        apart = [place for place in links if columns[place].features.get("distinct", 0.0) >= _FULL]
        return next(iter([*apart, *links]), -1)

    @cached_property
    def linked(self) -> frozenset[int]:
        """The columns whose texts lie right in the main link, by the elements that they share."""
        columns = self.record_set.columns
        if self.main_link < 0 or len(self.record_set) == 1:
            return frozenset()
        link = columns[self.main_link]
        return frozenset(
            place
            for place, one in enumerate(columns)
            if one.source == "text"
            and any(a >= 0 and a <= b <= a + 3 for a, b in zip(link.nodes, one.nodes, strict=True))
        )
