"""A heading in a bar of its own, and what it is over in the box behind it, above other headings of that box."""

from collections.abc import Callable

import pytest

from tests.records.conftest import HERE, make_field
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

_BAR = "<div class=bar><h3>Lines</h3></div>"
_ROWS = "".join(f"<tr><td>{n}</td><td>Rope {n}</td></tr>" for n in range(1, 6))
_TABLE = f"<table><tr><th>Amount</th><th>Article</th></tr>{_ROWS}</table>"
_OTHERS = "<table><tr><th>Amount</th><th>Article</th></tr><tr><td>9</td><td>Lamp</td></tr><tr><td>8</td><td>Mast</td></tr></table>"


def _amounts(view: PageView, spec: Spec) -> list[object]:
    fields = [make_field("amount", "integer"), make_field("article")]
    lines = Words(text=Template.literal("Lines", HERE), at=HERE)
    return [record.values["amount"] for record in read(view, spec(fields, within=lines)).records]


@pytest.mark.parametrize(
    "box",
    [
        f"<form>{_TABLE}<h3>Returns</h3>{_OTHERS}</form>",
        f"<form><div>{_TABLE}<div><h3>Returns</h3></div>{_OTHERS}</div></form>",
    ],
)
def test_the_first_part_of_the_box_behind_it_is_meant(page: Page, spec: Spec, box: str) -> None:
    view = page(f"<h1>Order 7</h1><h2>Details</h2><div>{_BAR}{box}</div>")
    assert _amounts(view, spec) == [1, 2, 3, 4, 5]


def test_what_has_a_heading_of_its_own_is_not_meant(page: Page, spec: Spec) -> None:
    view = page(f"<h1>Order 7</h1><h2>Details</h2><div>{_BAR}<form><h3>Returns</h3>{_OTHERS}</form></div>")
    assert _amounts(view, spec) == []
