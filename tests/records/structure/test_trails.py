"""The way to a page is part of the site's frame, wherever it stands."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.records.structure.outline import outline

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_a_trail_among_paragraphs_is_none_of_the_records(page: Page, spec: Spec) -> None:
    items = "".join(f"<p><a href='/boat/{n}'>Boat {n}</a><br>Built: {1990 + n}</p>" for n in range(4))
    view = page(f"<main><p><a href='/'>Home</a> › <a href='/all'>Boats</a></p><h1>Boats</h1>{items}</main>")
    assert [row["name"] for row in rows_of(view, spec({"name": "text", "built": "integer"}))] == [
        f"Boat {n}" for n in range(4)
    ]


@pytest.mark.parametrize(
    ("around", "is_trail"),
    [
        ("<a href='/'>Home</a> › <a href='/all'>Boats</a> › Gull", True),
        ("<a href='/'>Home</a> | <a href='/help'>Help</a>", True),
        ("<a href='/boats'>Boats</a> › Gull", False),
        ("<a href='/?p=2'>Older</a> › Gull", False),
        ("<a href='/'>Home</a> of the gull", False),
        ("See <a href='/'>Home</a> › Gull", False),
    ],
)
def test_a_trail_begins_with_the_front_page_and_a_sign(page: Page, around: str, *, is_trail: bool) -> None:
    seen = outline(page(f"<main><p>{around}</p><p>The gull was built in 1990.</p></main>"))
    paragraphs = [node.index for node in seen.nodes if node.tag == "p"]
    assert [seen.chrome[one] for one in paragraphs] == [is_trail, False]
