"""What on a page would bring more controls into view, told without opening anything."""

import pytest

from tests.records.conftest import build
from webdart.controls.disclosure import openers

HERE = "http://shop.example/items"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<a href='/search'>Advanced search</a>", [("Advanced search", True)]),
        ("<a href='/s'>Erweiterte Suche</a>", [("Erweiterte Suche", True)]),
        ("<a href='/s'>詳細検索</a>", [("詳細検索", True)]),
        ("<button type=button>More filters</button>", [("More filters", False)]),
        ("<a href='#'>Filtres</a>", [("Filtres", False)]),
        (
            "<a href='/tips'>Advanced search tips</a><a href='/s'>Advanced search</a>",
            [("Advanced search", True), ("Advanced search tips", True)],
        ),
        ("<a href='/s'>Advanced search</a><a href='/s#top'>Advanced search</a>", [("Advanced search", True)]),
        ("<a href='/lamps'>Lamps</a><button type=button>Menu</button>", []),
        ("<form action=/x><button>Filter</button></form>", []),  # it sends what is in view
        ("<a href='/items/1/delete?filter=1'>Filter</a>", []),  # it might write
        ("".join(f"<button type=button>Filter {place // 9}</button>" for place in range(9)), []),  # one in every row
    ],
)
def test_words_tell_what_narrows_a_listing_down(html: str, found: list[tuple[str, bool]]):
    """In the page, or on a page of its own (True); the surest first, each once."""
    seen = openers(build(f"<main>{html}</main>", HERE))
    assert [(one.label, bool(one.href)) for one in seen] == found
