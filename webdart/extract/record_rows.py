"""Tells when the records of a set are rows of the records that the rules read: who wrote it below what it is called.

A record that reaches from one element to the next of its kind has several rows, each built otherwise. A set that has
one of these rows, or all of them, for records is no other reading of the page, but a part of this one.
"""

from bisect import bisect_right
from collections.abc import Sequence

from webdart.extract.match.joint import Reading
from webdart.extract.model import RecordSet
from webdart.extract.second_reading import SecondReading
from webdart.records import Extraction
from webdart.records.structure.regions import region_of_shape

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
