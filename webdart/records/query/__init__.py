"""What is asked of a page, and what comes back: the values that the other folders hand on.

A `ListingSpec` is read within its `in`; fields get columns (`Match`, `Assigned`); a `Wrapper` keeps what was learned.
"""
