"""What does a page say, as records of declared fields?

`read` gives an `Extraction`; `appraise` tells a search how near a page is; `judge` says whether a table is complete.
"""

from webdart.records.completeness import Walk, judge
from webdart.records.read import appraise, read
from webdart.records.spec import Extraction, Fit, ListingSpec, Missing, Problem, Told
from webdart.records.wrapper import Anchor, Wrapper

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
    "read",
]
