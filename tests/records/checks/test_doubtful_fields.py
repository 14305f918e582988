"""Fields that were taken by less than a name are told."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_number_out_of_a_title_is_told(page: Page, spec: Spec) -> None:
    """A weight that is nowhere, and a number in every title: taken, for it is the only one, and not in silence."""
    items = "".join(f"<li><h3><a href=/p/{n}>Parcel {n}</a></h3><p>on its way</p></li>" for n in range(1, 5))
    got = read(page(f"<ul>{items}</ul>"), spec({"name": "text", "weight": "number"}))
    told = [(remark.code, remark.column) for remark in got.remarks]
    assert ("by type", "weight") in told or got.missing
