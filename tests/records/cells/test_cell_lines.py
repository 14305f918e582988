"""Heads of several lines in one cell: whose line of the cells below is meant, and where the head is one broken name."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

CATALOGUE = "<table><thead><tr><th><p class=definition>Column Type</p><p>Description</p></th></tr></thead><tbody>{}</tbody></table>"
ENTRY = "<tr><td><p class=definition><code>{name}</code> <code>oid</code></p><p>What {name} is.</p>{more}</td></tr>"


def table(head: str, *cells: str) -> str:
    rows = "".join(f"<tr><td>Thing {n}</td><td>{cell}</td></tr>" for n, cell in enumerate(cells))
    return f"<main><table><tr><th>Name</th><th>{head}</th></tr>{rows}</table></main>"


def test_each_line_of_a_head_names_a_line_of_the_cells(page: Page, spec: Spec) -> None:
    """Elements of one make in head and cells leave no doubt; the last name has whatever is left of a cell."""
    entries = (ENTRY.format(name=name, more="<p>More.</p>" * (name == "b")) for name in "abcd")
    view = page(CATALOGUE.format("".join(entries)))
    got = read(view, spec({"description": "text"}))
    assert [record.values["description"] for record in got.records] == [
        "What a is.", "What b is. More.", "What c is.", "What d is."
    ]  # fmt: skip
    assert got.remarks == ()
    both = rows_of(view, spec([make_field("kind", label="Column Type"), make_field("description")]))
    assert both[0] == {"kind": "a oid", "description": "What a is."}


def test_lines_that_line_breaks_part_are_told(page: Page, spec: Spec) -> None:
    """Nothing but their number says that they go with the head's: one name alone is told, both are no guess."""
    view = page(table("Kind<br>Description", "new<br>Very red", "old<br>Rather blue", "odd<br>Green"))
    got = read(view, spec({"name": "text", "description": "text"}))
    assert [record.values["description"] for record in got.records] == ["Very red", "Rather blue", "Green"]
    assert [(remark.code, "`label: Kind Description` reads them whole" in remark.text) for remark in got.remarks] == [
        ("lines", True)
    ]
    whole = rows_of(view, spec([make_field("description", label="Kind Description")]))
    assert whole[0]["description"] == "new Very red"
    both = read(view, spec({"kind": "text", "description": "text"}))
    assert [record.values["kind"] for record in both.records] == ["new", "old", "odd"]
    assert both.remarks == ()


def test_amounts_in_lines_of_their_own(page: Page, spec: Spec) -> None:
    """They could not be read, being several numbers in one cell."""
    view = page(table("Price<br>Stock", "$2.50<br>3", "$4.00<br>12", "$1.25<br>7"))
    rows = rows_of(view, spec({"name": "text", "price": "money", "stock": "integer"}))
    assert [(row["price"], row["stock"]) for row in rows] == [
        (Decimal("2.50"), 3), (Decimal("4.00"), 12), (Decimal("1.25"), 7)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "name", "kind", "cells", "wanted"),
    [
        ("Unit<br>price", "price", "text", ["$2.50<br>per kg", "$3.00<br>per kg"], "$2.50 per kg"),
        ("Release<br>Date", "date", "date", ["12 March<br>2024", "3 May<br>2025"], date(2024, 3, 12)),
        ("Price<br>(USD)", "price", "text", ["2.50<br>net", "3.00<br>net"], "2.50 net"),
        ("Giant<br>Slalom", "slalom", "text", ["Ann Lee", "Bo Ek"], "Ann Lee"),
    ],
)
def test_a_head_broken_for_want_of_room_is_one_name(
    page: Page, spec: Spec, head: str, name: str, kind: str, cells: list[str], wanted: object
) -> None:
    """It goes on in small letters or brackets, or the cells are one value each, or have one line: they are read whole."""
    rows = rows_of(page(table(head, *cells)), spec({"name": "text", name: kind}))
    assert rows[0][name] == wanted


def test_a_line_that_some_cells_lack_is_told(page: Page, spec: Spec) -> None:
    """Where half of the cells have one line, nothing says which: they are read whole, and that is told."""
    view = page(table("Kind<br>Description", "new<br>Very red", "old", "odd<br>Green", "Plain"))
    got = read(view, spec({"name": "text", "description": "text"}))
    assert [record.values["description"] for record in got.records] == ["new Very red", "old", "odd Green", "Plain"]
    assert ["only some of the cells have as many" in remark.text for remark in got.remarks] == [True]
