"""Every record set of a page, ranked, each with its complete table of columns."""

from webdart.extract.model import RecordSet
from webdart.extract.page import Page
from webdart.extract.segment import candidates


def record_sets(page: Page, *, limit: int = 30) -> tuple[RecordSet, ...]:
    """At most `limit` record sets, the best first."""
    return tuple(RecordSet(kind=one.kind, roots=one.roots, heads=one.heads) for one in candidates(page, limit))
