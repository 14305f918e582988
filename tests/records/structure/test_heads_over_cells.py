"""A row of heads with more cells than the rows below it."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.extract.page import page_from_view
from webdart.extract.sets import record_sets
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.fixture
def tickets(page: Page) -> PageView:
    """A script has put a column of boxes into the heads, and not yet into the rows."""
    heads = "<th></th><th>Ticket</th><th>Summary</th><th>Component</th>"
    rows = "".join(f"<tr><td>#{n}</td><td>Page {n + 1} is slow</td><td>Log book</td></tr>" for n in range(1, 7))
    return page(f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")


def test_heads_stand_over_the_cells_that_are_there(tickets: PageView, spec: Spec) -> None:
    """By the rules: no cell is read as the one beside it."""
    found = rows_of(tickets, spec({"ticket": "integer", "summary": "text", "component": "text"}))
    assert found[0] == {"ticket": 1, "summary": "Page 2 is slow", "component": "Log book"}


def test_record_sets_have_the_same_heads(tickets: PageView) -> None:
    """By the record sets, which know nothing of the fields."""
    (best, *_) = record_sets(page_from_view(tickets), of="lists")
    named = {(one.name, one.values[0]) for one in best.columns if one.source == "text"}
    assert {("Ticket", "#1"), ("Summary", "Page 2 is slow"), ("Component", "Log book")} <= named
