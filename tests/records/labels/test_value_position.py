"""Heads over one row name its cells on a record's own page."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_heads_over_one_row_name_its_cells_on_an_own_page(page: Page, spec: Spec) -> None:
    """A table lays out one thing across; with a second row nothing tells which is meant, and none is taken."""
    head = "<tr><th>Water</th><th>Baking</th><th>Price</th></tr>"
    fields = {"water": "text", "baking": "duration", "price": "money"}
    row = "<tr><td>62%</td><td>40 min</td><td>€3.70</td></tr>"
    view = page(f"<h1>Rye roll</h1><p>A roll, 3 to a bag.</p><table>{head}{row}</table>")
    (got,) = rows_of(view, spec(fields, kind="page"))
    assert (got["water"], got["baking"], got["price"]) == ("62%", timedelta(minutes=40), Decimal("3.70"))
    two = read(page(f"<h1>Rye roll</h1><table>{head}{row}{row.replace('62', '70')}</table>"), spec(fields, kind="page"))
    assert two.records[0].values["water"] is None
