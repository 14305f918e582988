"""Which column a field gets, and which it does not."""

from collections.abc import Callable

from tests.records.page_rows import NAMES
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_cell_around_another_field_is_no_value(page: Page, spec: Spec) -> None:
    """The cell that holds the title and a summary is not the text that is left for a second field."""
    rows = "".join(
        f"<tr><td><a href=/d/{n}>{name}</a><p>Filed on paper.</p></td><td>0{n + 1}/12/2024</td></tr>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<table>{rows}</table>"), spec({"matter": "text", "docket": "text", "date": "date"}))
    assert [missing.field for missing in got.missing] == ["docket"]
