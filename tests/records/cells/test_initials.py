"""Initials in the place of a picture are no part of a name."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.mark.parametrize(
    ("cells", "names"),
    [
        (["<i>AL</i> <a href=/u/1>Ann Lee</a>", "<i>BR</i> <a href=/u/2>Bo Roy</a>"], ["Ann Lee", "Bo Roy"]),
        (["<i>A</i> Ann Lee", "<i>B</i> Bo Roy"], ["Ann Lee", "Bo Roy"]),
        (["<i>A</i> Ann Lee", "<i>C</i> Bo Roy"], ["A Ann Lee", "C Bo Roy"]),
        (["A Ann", "B Bo"], ["A Ann", "B Bo"]),
    ],
    ids=["link", "letter", "grade", "one-text"],
)
def test_initials_before_names_are_left_out(page: Page, spec: Spec, cells: list[str], names: list[str]) -> None:
    """A picture that is drawn with letters was the beginning of each customer's name."""
    rows = "".join(f"<tr><td>{n}</td><td>{cell}</td></tr>" for n, cell in enumerate(cells, 100))
    view = page(f"<table><tr><th>Number</th><th>Customer</th></tr>{rows}</table>")
    assert [row["customer"] for row in rows_of(view, spec({"number": "integer", "customer": "text"}))] == names
