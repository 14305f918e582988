"""Judges from the rows whether a control does what it is taken to do.

Pure judgements over rows that were read: of the listing as it is (`Plain`) and of the listing behind the controls
(`Pushed`). A finding is a sentence; no finding is no proof, but what the grade of evidence rests on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from webdart.navigate.pushdown.offer import Offer
from webdart.navigate.row_filter import Rank, Wanted, holds, sql_of
from webdart.records.model import Record, Totals
from webdart.workflow.model import Value

LEAST_ROWS = 60
LEAST_PAGES = 3
"""Rows that a push-down left out and that must have been read, and of how many pages: 3/60 of them may be wrong at
95% (docs/reference/verdicts.md); or all there are."""

Key = tuple[Value, ...]


class Sampled(Struct, frozen=True, kw_only=True):
    """One page that was read as evidence: its rows, whether it is the last of its listing."""

    records: tuple[Record, ...]
    last: bool = False
    totals: Totals = Totals()


@dataclass(slots=True, kw_only=True)
class Pushed:
    """The walk behind the controls so far: its rows in order, its pages, and whether it ended by itself."""

    wanted: Wanted
    offers: tuple[Offer, ...]
    records: list[Record] = field(default_factory=list[Record])
    keys: set[Key] = field(default_factory=set[Key])
    pages: int = 0
    stopped: bool = False

    @property
    def sort(self) -> Offer | None:
        """The sort among the controls."""
        return next((offer for offer in self.offers if offer.kind == "sort"), None)

    def add(self, records: Sequence[Record]) -> str:
        """Take in a page; what is wrong with it, or nothing."""
        self.pages += 1
        twice = self._twice(records) if self.sort is not None else ""
        self.records.extend(records)
        self.keys.update(record.key for record in records if record.key is not None)
        return self._unkept(records) or self.unordered() or twice

    def _twice(self, records: Sequence[Record]) -> str:
        """A row that comes again in an order: pages that are cut anew out of rows of one rank lose another for it."""
        seen = set(self.keys)
        for record in records:
            if record.key is not None and record.key in seen:
                return f"a row comes twice: {_named(record)}"
            seen.update([record.key] if record.key is not None else [])
        return ""

    def _unkept(self, records: Sequence[Record]) -> str:
        for offer in self.offers:
            for one in offer.keeps:
                bad = next((record for record in records if not holds(one, record.values.get(one.column))), None)
                if bad is not None:
                    return f"it shows a row with {one.column} = {bad.values.get(one.column)!s}, against {sql_of(one)}"
        return ""

    def unordered(self) -> str:
        """How the rows break the order, NULLs at one end being fine."""
        if self.sort is None:
            return ""
        return unordered(self.wanted, self.records)

    def certain(self) -> bool:
        """Whether no later row can change the answer: enough rows, and the last one stands behind them all.

        Ties with the last row that counts are walked to their end; a walk in which NULLs may still come although they
        are wanted first is never certain (the caller looks at the last page).
        """
        wanted = self.wanted
        if self.sort is None or wanted.limit is None or not self.records:
            return False
        ranks = sorted(
            found for one in self.records if wanted.satisfied(one) and (found := wanted.rank(one)) is not None
        )
        if wanted.order is not None and wanted.order.nulls_first:
            nulls = sum(1 for one in self.records if wanted.satisfied(one) and wanted.rank(one) is None)
            needed = wanted.limit - nulls
            if needed <= 0:
                return nulls > 0 and wanted.rank(self.records[-1]) is not None
        else:
            needed = wanted.limit
        if needed <= 0:
            return True
        last = wanted.rank(self.records[-1])
        if len(ranks) < needed:
            return False
        return last is None or last > ranks[needed - 1]

    def first_keys(self) -> set[Key] | None:
        """The rows that a LIMIT over the order can reach, ties included; None where NULLs make that a matter of SQL."""
        wanted = self.wanted
        if wanted.limit is None or wanted.order is None or wanted.order.nulls_first:
            return None
        ranked = [
            (rank, one) for one in self.records if wanted.satisfied(one) and (rank := wanted.rank(one)) is not None
        ]
        if wanted.limit < 1 or len(ranked) < wanted.limit:
            return None
        bound = sorted(rank for rank, _ in ranked)[wanted.limit - 1]
        return {one.key for rank, one in ranked if rank <= bound and one.key is not None}


def unordered(wanted: Wanted, records: Sequence[Record]) -> str:
    """How the rows break the wanted order, "" if they keep it; NULLs may come first or last, not between."""
    order = wanted.order
    assert order is not None
    before: Rank | None = None
    ended = False
    for record in records:
        here = wanted.rank(record)
        if here is None:
            ended = before is not None
            continue
        if ended:
            return f"a row without {order.column} stands between rows that have one"
        if before is not None and here < before:
            return f"{order.column} = {record.values.get(order.column)!s} stands too late"
        before = here
    return ""


def misplaced(pushed: Pushed, rows: Iterable[Record]) -> str:
    """A row of the plain listing that should have been among the walked ones: the control lost it."""
    wanted = pushed.wanted
    last = _last_rank(pushed)
    for record in rows:
        if record.key in pushed.keys or not wanted.satisfied(record):
            continue
        if not pushed.stopped:
            return f"it leaves out a row that is wanted: {_named(record)}"
        rank = wanted.rank(record)
        nulls_first = wanted.order is not None and wanted.order.nulls_first
        if (rank is None and nulls_first) or (rank is not None and last is not None and rank < last):
            return f"a row that belongs before others is not there: {_named(record)}"
    return ""


def _last_rank(pushed: Pushed) -> Rank | None:
    ranks = (
        [rank for record in pushed.records if (rank := pushed.wanted.rank(record)) is not None] if pushed.sort else []
    )
    return ranks[-1] if ranks else None


def _named(record: Record) -> str:
    said = next((str(value) for value in record.values.values() if isinstance(value, str) and value), "")
    return said[:80] or str(record.key)


def conflicting(rows: Iterable[Record]) -> str:
    """A key that two different rows have: which of them stays depends on the order in which they are read."""
    known: dict[Key, Record] = {}
    for record in rows:
        if record.key is None:
            return "a row has no key"
        other = known.setdefault(record.key, record)
        if not _agree(other, record):
            return f"two different rows have the key {record.key!r}"
    return ""


def _agree(one: Record, other: Record) -> bool:
    """Whether two readings of a row have the same values; those of its own page count where it was read in both."""
    if one.opened == other.opened:
        return dict(one.values) == dict(other.values)
    closed, opened = (other, one) if one.opened else (one, other)
    return all(value is None or value == opened.values.get(name) for name, value in closed.values.items())


def enough(excluded: int, pages: int, *, last: bool, everything: bool) -> bool:
    """Whether the rows that were left out and read are evidence enough."""
    return everything or (excluded >= LEAST_ROWS and pages >= LEAST_PAGES and last)
