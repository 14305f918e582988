"""What the tests of pages in the manner of real sites share."""

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

ATTRIBUTES = (
    "<h1>Paint pump 7</h1><div class=attributes>"
    '<div class="due attribute"><div class=label>Due date:</div><div class=value></div></div>'
    '<div class="done attribute"><div class=label>Progress:</div><div class=value>20%</div></div>'
    '<div class="estimate attribute"><div class=label>Estimated time:</div><div class=value></div></div>'
    '<div class="spent attribute"><div class=label>Spent time:</div><div class=value>1:15 h</div></div></div>'
    "<p><b>Owner:</b></p><p><b>Reviewer:</b> ana</p><p><b>Keeper</b></p><p><b>Eve</b> Moss</p>"
)
"""A record's own page, with labels whose place for a value is empty."""


def rows_of(view: PageView, spec: ListingSpec) -> list[dict[str, object]]:
    """The rows of a page that leaves no doubt."""
    got = read(view, spec)
    assert got.error(view.url) is None, got.error(view.url)
    assert got.lacking(view.url) is None, got.lacking(view.url)
    return [dict(record.values) for record in got.records]
