"""A listing that a page has, as it can be declared: what `new`, the studio and a sentence's plan begin with."""

from msgspec import Struct

from webdart.records.model import Record, Totals
from webdart.workflow.model import Extract


class Found(Struct, frozen=True, kw_only=True):
    """A listing that a page has: how it can be declared, its first rows, how many there are, and what was stated.

    `around` is the innermost node that holds them all (-1: none).
    """

    extract: Extract
    records: tuple[Record, ...]
    count: int
    keyed: bool
    totals: Totals
    heading: str = ""
    around: int = -1
