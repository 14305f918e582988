"""What does a page say, as records of declared fields?

`read` gives an `Extraction`; `appraise` tells a search how near a page is; `judge` says whether a table is complete;
`note_for_none` tells a page of the listing that has no records from any other page.
"""

from webdart.records.checks.completeness import Walk, judge
from webdart.records.choice.empty_listing import note_for_none
from webdart.records.query.spec import Extraction, Fit, ListingSpec, Missing, Problem, Told
from webdart.records.query.wrapper import Anchor, Wrapper
from webdart.records.read import appraise, read

__all__ = [
    "Anchor",
    "Extraction",
    "Fit",
    "ListingSpec",
    "Missing",
    "Problem",
    "Told",
    "Walk",
    "Wrapper",
    "appraise",
    "judge",
    "note_for_none",
    "read",
]
