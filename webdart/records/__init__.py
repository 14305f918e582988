"""Reads the records of declared fields from a page.

`read` gives an `Extraction`; `appraise` tells a search how near a page is; `judge` says whether a table is complete;
`note_for_none` tells a page of the listing that has no records from any other page.

A page passes the folders in this order: `structure` (outline, tables, regions), `columns` and `labels`, `matching`
(which column is each field), `choice` (which region is the listing), `cells` (texts to records), `coerce` (texts to
values), `checks` (what to tell). `query` holds the values that they share, `detail` what is special about a page on
one thing, `data` reads the JSON that pages show.
"""

from webdart.records.checks.completeness import Walk, judge
from webdart.records.choice.empty_listing import note_for_none
from webdart.records.query.spec import Extraction, Fit, ListingSpec, Missing, Problem, Ruling
from webdart.records.query.wrapper import Anchor, Wrapper
from webdart.records.read import appraise, read, read_by_place

__all__ = [
    "Anchor",
    "Extraction",
    "Fit",
    "ListingSpec",
    "Missing",
    "Problem",
    "Ruling",
    "Walk",
    "Wrapper",
    "appraise",
    "judge",
    "note_for_none",
    "read",
    "read_by_place",
]
