"""Tells which rows can still be among the first that the answer asks for, whatever the listing's order.

`ORDER BY price LIMIT 3` needs no more than three rows and their equals. While a listing is walked as it stands, a row
that comes behind three others is not among them, and its own page need not be opened.
"""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from webdart.navigate.row_filter import Rank, Wanted
from webdart.records.model import Record
from webdart.workflow.model import Value

_FIRST, _LAST = (-1, 0), (1, 0)  # the ranks of NULL


@dataclass(slots=True)
class Leading:
    """The ranks of the best rows so far, as many as the answer can need, and what was seen by key."""

    wanted: Wanted
    _best: list[Rank] = field(default_factory=list[Rank])
    _seen: dict[tuple[Value, ...], Rank | None] = field(default_factory=dict[tuple[Value, ...], Rank | None])
    _sure: bool = True  # no row was seen twice with different values: which of them stays is known at the end

    def matter(self, records: Sequence[Record]) -> list[bool]:
        """Which rows of a page can matter, by the conditions and by the rows so far, this page's among them."""
        if self.wanted.limit is None or self.wanted.order is None:
            return [self.wanted.satisfied(record) for record in records]
        ranks = [self._rank(record) for record in records]
        for record, rank in zip(records, ranks, strict=True):
            self._count(record, rank)
        full = self._sure and len(self._best) >= self.wanted.limit
        last = self._best[-1] if full and self._best else None
        return [rank is not None and (not full or (last is not None and rank <= last)) for rank in ranks]

    def _rank(self, record: Record) -> Rank | None:
        """Where a row stands in the order; None of one that the conditions leave out."""
        if not self.wanted.satisfied(record):
            return None
        nulls_first = self.wanted.order is not None and self.wanted.order.nulls_first
        return self.wanted.rank(record) or (_FIRST if nulls_first else _LAST)

    def _count(self, record: Record, rank: Rank | None) -> None:
        if record.key is not None:
            if record.key in self._seen:
                self._sure = self._sure and self._seen[record.key] == rank
                return
            self._seen[record.key] = rank
        if rank is not None and self.wanted.limit:
            insort(self._best, rank)
            del self._best[self.wanted.limit :]
