"""Finds the rows of a page changed in place that were not there before.

A list may be replaced by its next page, grow at its end, or move under a window (rows far from the view are taken out
and come again). Rows are compared by what they say, in order: a row that stood at the end of what was seen and now
stands at the beginning is the same row, so that equal rows are neither lost nor doubled.
"""

from collections import Counter
from collections.abc import Container, Sequence
from typing import Literal

from webdart.navigate.walk.row_identity import mark
from webdart.page.model import PageView

Arrived = Literal["opened", "clicked", "grown", "moved"]
"""How a page came: loaded by its address; by a click that turns it; by a control, or scrolling, that lets it grow or
move."""

ALIKE_ROWS = "rows that say the same are told apart by nothing as their list is moved; a `key` or one more field would"
"""What a person is told of rows that were taken for others, or for the same."""
NOTHING_NEW = (
    "a page says only what earlier ones said, and is read, since the rest of its list differs; a `key` tells rows apart"
)
_BELIEVED = 5  # pages in a row that say nothing new


def fresh(before: Sequence[str], now: Sequence[str], known: Container[int], arrived: Arrived) -> tuple[int, ...]:
    """The places in `now` of the rows to take; `before` are those of the look before, `known` marks of all so far."""
    everything = range(len(now))
    if arrived == "opened":
        return tuple(everything)
    shared = overlap(before, now)
    if arrived == "clicked":
        whole = shared == len(before) > 0 and len(now) > shared
        return tuple(everything[shared:] if whole else everything)
    if shared:
        return tuple(everything[shared:])
    return tuple(place for place in everything if mark(now[place]) not in known)


def overlap(before: Sequence[str], now: Sequence[str]) -> int:
    """The number of rows that end `before` and, in the same order, begin `now`."""
    for length in range(min(len(before), len(now)), 0, -1):
        if before[-length] == now[0] and list(before[-length:]) == list(now[:length]):
            return length
    return 0


def doubtful(before: Sequence[str], now: Sequence[str]) -> bool:
    """Whether rows were left out as known for what they say, where several say the same: these may be others."""
    several = len(set(before)) < len(before) or len(set(now)) < len(now)
    return several and not overlap(before, now) and not apart(before, now)


def apart(before: Sequence[str], now: Sequence[str]) -> bool:
    """Whether none of the rows of before is there any more."""
    return not set(before) & set(now)


class KnownRows:
    """The rows of one table that a walk has read, by their marks, and those that came again on later pages."""

    def __init__(self) -> None:
        self.marks: set[int] = set()
        self._latest: set[int] = set()  # those of the latest page that came again
        self._again: Counter[int] = Counter()

    def add(self, facts: Sequence[str], before: Sequence[str]) -> int:
        """How many of a page's rows are new; what ended the page `before` and begins this one has but moved on."""
        moved = overlap(before, facts)
        marks = {mark(one) for one in facts}
        new = marks - self.marks
        self._latest = {mark(one) for one in facts[moved:]} - new
        self.marks |= new
        return len(new)

    def again(self, pages: int) -> int:
        """How many rows stood on several of so many pages, though not on all: a banner stands on each.

        The latest page counts from now on; one that is not read, as it has nothing new, does not.
        """
        self._again.update(self._latest)
        self._latest = set()
        return sum(count < pages - 1 for count in self._again.values())


class Alike:
    """Pages whose rows were all read before: is each a page shown again, or are only its declared columns not new?

    Of a column "Vote" a page of ballots says what the pages before have said. Its list tells, by all the rest that
    stands in it. A list that is never twice the same (it has a clock, say) is not believed for ever.
    """

    def __init__(self) -> None:
        self._lists: set[int] = set()
        self._believed = 0

    def is_another(self, view: PageView, around: int, *, new: bool) -> bool:
        """Whether a page has rows of its own, given the element around them, and whether some say anything `new`."""
        said = mark("\n".join(node.text for node in view.nodes[around : view.nodes[around].end]))
        known = said in self._lists
        self._lists.add(said)
        self._believed = 0 if new else self._believed + 1
        return new or (not known and self._believed < _BELIEVED)
