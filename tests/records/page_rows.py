"""Gives the rows of small pages, and builds the tables that several tests read."""

from collections.abc import Callable

from webdart.page.model import Node, PageView
from webdart.records import Extraction, ListingSpec, read

ATTRIBUTES = (
    "<h1>Paint pump 7</h1><div class=attributes>"
    '<div class="due attribute"><div class=label>Due date:</div><div class=value></div></div>'
    '<div class="done attribute"><div class=label>Progress:</div><div class=value>20%</div></div>'
    '<div class="estimate attribute"><div class=label>Estimated time:</div><div class=value></div></div>'
    '<div class="spent attribute"><div class=label>Spent time:</div><div class=value>1:15 h</div></div></div>'
    "<p><b>Owner:</b></p><p><b>Reviewer:</b> ana</p><p><b>Keeper</b></p><p><b>Eve</b> Moss</p>"
)
"""A record's own page, with labels whose place for a value is empty."""

NAMES = ("Ash v. Birch", "City of Elm v. Fir", "Hazel v. Oak", "Rowan v. Willow")
"""What the cases of a court are called."""


def rows_of(view: PageView, spec: ListingSpec) -> list[dict[str, object]]:
    """The rows of a page that leaves no doubt."""
    got = read(view, spec)
    assert got.error(view.url) is None, got.error(view.url)
    assert got.lacking(view.url) is None, got.lacking(view.url)
    return [dict(record.values) for record in got.records]


def table(*rows: str, heads: str = "Name Status") -> str:
    """A table of these rows, its heads one word each."""
    head = "".join(f"<th>{word}</th>" for word in heads.split())
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(f'<tr>{row}</tr>' for row in rows)}</tbody></table>"


def tagged(tag: str) -> Callable[[Node], bool]:
    """Finds the elements of a tag, as `marks` of a page want it."""
    return lambda node: node.tag == tag


def columns(got: Extraction, *names: str) -> list[tuple[object, ...]]:
    """The values of some fields, a tuple a record."""
    return [tuple(record.values[name] for name in names) for record in got.records]
