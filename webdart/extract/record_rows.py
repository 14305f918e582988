"""Tells when the records of a set are rows of the records that the rules read: who wrote it below what it is called.

A record that reaches from one element to the next of its kind has several rows, each built otherwise. A set that has
one of these rows, or all of them, for records is no other reading of the page, but a part of this one. What other
readings are left tells whether the records of the rules are probably others.
"""

from bisect import bisect_right
from collections.abc import Sequence

from webdart.extract.match.joint import Reading
from webdart.extract.model import RecordSet
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading
from webdart.records import Extraction
from webdart.records.model import Record
from webdart.records.structure.regions import region_of_shape

_UNCALLED = frozenset({"type", "words"})  # evidence that does not call a column anything
_SEVERAL = 3  # fields, of which a record has more than one
_BESIDE = 1  # row that is none of a record's: the link to the next page


def without_rows(second: SecondReading, found: Extraction) -> Sequence[Reading]:
    """The readings of a page but those whose records, but one at most, lie in rows of the records of the rules."""
    rows = _rows(second, found)
    return [one for one in second.readings if not rows or not _lie_in(second, one.record_set, rows)]


def _rows(second: SecondReading, found: Extraction) -> Sequence[int]:
    """The rows of the rules' records, in order; none unless they have several, all of them different."""
    page, wrapper = second.sought.page, found.wrapper
    if wrapper is None or wrapper.kind != "starts":
        return ()
    region = region_of_shape(page, wrapper.kind, wrapper.shape, lambda _: True)
    if region is None or len(region.records) != len(found.records):
        return ()
    steps = [[page.step[row] for row in rows] for rows in region.records]
    if any(len(set(own)) < len(own) for own in steps):  # entries below a heading
        return ()
    return sorted(row for own in region.records for row in own)


def _lie_in(second: SecondReading, records: RecordSet, rows: Sequence[int]) -> bool:
    nodes, origin = second.sought.page.nodes, second.page.origin
    beside = 0
    for roots in records.roots:
        place = bisect_right(rows, origin[roots[0]]) - 1
        beside += place < 0 or origin[roots[-1]] >= nodes[rows[place]].end
    return beside <= _BESIDE


def are_others(second: SecondReading, found: Extraction) -> bool:
    """Whether the records are probably others than those that the rules read; a few are where some say nothing."""
    others = without_rows(second, found)
    if not others:
        return False
    least = None if second.is_long_enough(others[0]) else load("second_opinion")["set"]
    if least is not None and len(others[0].record_set) != len(found.records) - len(_bare(found)):
        return False
    improbable = _are_improbable(others, len(found.records), partly=second.is_partly(found), least=least)
    return improbable and not _are_groups(others[0].record_set, others, found)


def _bare(found: Extraction) -> Sequence[Record]:
    """The records that have one value of several at most, as the way to the page has that stands above them."""
    filled = [(one, sum(value is not None for value in one.values.values())) for one in found.records]
    return [one for one, count in filled if count <= 1 and len(one.values) >= _SEVERAL]


def _are_improbable(others: Sequence[Reading], count: int, *, partly: bool, least: float | None) -> bool:
    """Whether the records are probably others: all sets of so many together are improbable, and some others are not.

    Where the rules know that they have not read all (`partly`), less is enough; `least`: how probable others must be.
    """
    weights = load("second_opinion")
    improbable, probable = ("partly", "partly_other") if partly else ("improbable", "probable")
    like = sum(one.score for one in others if count in (len(one.record_set), _different(one.record_set), _full(one)))
    rest = sum(one.score for one in others) - like
    return like < weights[improbable] and rest >= (weights[probable] if least is None else least)


def _are_groups(groups: RecordSet, readings: Sequence[Reading], found: Extraction) -> bool:
    """Whether records are groups of those that were read, of which each has several fields, all called as declared."""
    anchors = found.wrapper.anchors.values() if found.wrapper else ()
    if len(anchors) < load("second_opinion")["fields"] or any(one.tier in _UNCALLED for one in anchors):
        return False
    own = [one.record_set for one in readings if len(one.record_set) == len(found.records)]
    return len(groups) < len(found.records) and any(_hold(groups, one) for one in own)


def _hold(groups: RecordSet, inner: RecordSet) -> bool:
    """Whether each record of a set stands behind the beginning of one of another's, and each of these has one."""
    starts = sorted(roots[0] for roots in groups.roots)
    holding = {bisect_right(starts, roots[0]) for roots in inner.roots}
    return holding == set(range(1, len(starts) + 1))


def _full(one: Reading) -> int:
    """How many records of a table have more than one of its fields, if those are several: a line has a group's name.

    Where those are not most of them, the others are records, too.
    """
    table, places = one.record_set, {choice.column for choice in one.mapped.values()} - {-1}
    if table.kind != "table" or len(places) < _SEVERAL:
        return len(table)
    cells = zip(*(table.columns[place].values for place in places), strict=True)
    full = sum(sum(map(bool, row)) > 1 for row in cells)
    return full if full * 2 > len(table) else len(table)


def _different(record_set: RecordSet) -> int:
    """How many records say different things: a carousel shows its slides again before and behind them."""
    texts = [column.values for column in record_set.columns if column.source == "text"]
    return len(set(zip(*texts, strict=True))) if texts else len(record_set)
