"""Fields that a region has without a column of their own."""

from collections.abc import Callable

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_a_field_from_an_attribute_needs_no_locator(page: Page, spec: Spec, declared: Declare) -> None:
    """What only an attribute says is found by the attribute's name, on the record or in it."""
    tiles = "".join(
        f'<div class="tile" data-sku="A-{n}"><span>{name}</span><b data-left="{n * 3}"></b></div>'
        for n, name in enumerate(("Lamp", "Desk", "Sofa"), 1)
    )
    fields = [declared("name"), declared("sku", source="data-sku"), declared("left", "integer", source="data-left")]
    rows = rows_of(page(f"<main>{tiles}</main>"), spec(fields))
    assert [(row["name"], row["sku"], row["left"]) for row in rows] == [
        ("Lamp", "A-1", 3), ("Desk", "A-2", 6), ("Sofa", "A-3", 9),
    ]  # fmt: skip
