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


def test_rows_of_a_long_list_are_wrapped_to_be_placed(page: Page, spec: Spec) -> None:
    """Such lists draw each row in a box that is placed by a script; their heads end with room for a bar."""
    heads = "".join(f"<span>{head}</span>" for head in ("", "Id", "Note", "Town", "Score", "", ""))
    rows = "".join(
        f"<div><div><span><input type=checkbox></span><div>{n + 40}</div><div>Note of day {n}</div>"
        f"<div>{('Brim', 'Esker')[n % 2]}</div><div>{n * 3}</div><span><button>{{}}</button></span></div></div>"
        for n in range(1, 7)
    )
    view = page(f"<main><div><div class=list-head>{heads}</div>{rows}</div></main>")
    found = rows_of(view, spec({"id": "integer", "note": "text", "town": "text", "score": "integer"}))
    assert found == [
        {"id": n + 40, "note": f"Note of day {n}", "town": ("Brim", "Esker")[n % 2], "score": n * 3}
        for n in range(1, 7)
    ]


def test_a_type_beside_a_head_is_no_part_of_its_name(page: Page, spec: Spec) -> None:
    """Grids of data say what a column holds in a badge behind its name."""
    heads = "".join(f"<span><b>{head}</b><i class=badge>str</i></span>" for head in ("Text", "Town", "Score"))
    rows = "".join(
        f"<div><div>Note of day {n}</div><div>{('Brim', 'Esker')[n % 2]}</div><div>{n * 3}</div></div>"
        for n in range(1, 7)
    )
    view = page(f"<main><div><div class=list-head>{heads}</div>{rows}</div></main>")
    found = rows_of(view, spec({"text": "text", "town": "text", "score": "integer"}))
    assert found[0] == {"text": "Note of day 1", "town": "Esker", "score": 3}


def test_ways_to_sort_are_no_heads_of_the_cards_below(page: Page, spec: Spec) -> None:
    """The last of them is a sign alone, and a card has as many parts as there are words before it."""
    ways = "".join(f"<span>{way}</span>" for way in ("Price", "Name", "New", ""))
    cards = "".join(f"<div class=card><h3>Lamp {n}</h3><p>Sold by Ann</p><p>${n}.50</p></div>" for n in range(1, 7))
    view = page(f"<main><div class=sort>{ways}</div><div class=cards>{cards}</div></main>")
    found = rows_of(view, spec({"name": "text", "price": "money"}))
    assert [row["name"] for row in found] == [f"Lamp {n}" for n in range(1, 7)]


def test_ways_to_sort_are_no_heads_of_cards_in_boxes(page: Page, spec: Spec) -> None:
    """Each card is wrapped, as the rows of a long list are, and has as many parts as there are words above."""
    ways = "".join(f"<a href=?by={way}>{way}</a>" for way in ("Town", "Name", "New"))
    cards = "".join(
        f"<li><article><h4>Lamp {n}</h4><p>Ann Lee</p><p class=town>York</p></article></li>" for n in range(1, 7)
    )
    view = page(f"<main><div class=bar>{ways}</div><ul>{cards}</ul></main>")
    found = rows_of(view, spec({"name": "text", "town": "text"}))
    assert [row["name"] for row in found] == [f"Lamp {n}" for n in range(1, 7)]


def test_a_line_of_texts_beside_signs_has_no_heads(page: Page, spec: Spec) -> None:
    """The signs have names for those who do not see them, and the line has its words beside them."""
    signs = "".join(f"<span role=img aria-label={name}></span>{name} " for name in ("Name", "Town"))
    rows = "".join(f"<div><span>Lamp {n}</span><span>York</span></div>" for n in range(1, 7))
    found = rows_of(page(f"<main><div>{signs}</div>{rows}</main>"), spec({"name": "text"}))
    assert str(found[-1]["name"]).startswith("Lamp 6")
