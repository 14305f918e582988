"""In how many records of a region does what a `match` is for stand, just once?

A `match` by itself reads a record's whole text and has no column, so no column tells for or against the region. Where
half of the records have it and the others don't, they are parts of records; what has it several times holds several.
"""

from webdart.records.cells.record_assembly import lines
from webdart.records.query.field_matches import Assigned, Sought, whole_record
from webdart.workflow.pattern import compiled

_SEVERAL = 2


def share_of_matches(sought: Sought, trial: Assigned) -> float:
    """The share of several records that fit the file's patterns, on average over these; 0 where there are none.

    A lone record is not weighed: what stands now and then in the records of a list stands once in all of the page.
    """
    patterns = [
        compiled(field.match)
        for field in sought.spec.sought
        if field.match is not None and whole_record(field) and not field.type.many and field.source != "heading"
    ]
    if not patterns or len(trial.records) < _SEVERAL:
        return 0.0
    texts = [lines(sought.page, trial.region.records[number]) for number in trial.records]
    found = (sum(1 for _ in pattern.matches(text)) == 1 for pattern in patterns for text in texts)
    return sum(found) / (len(patterns) * len(texts)) if texts else 0.0
