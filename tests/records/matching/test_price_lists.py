"""Lines of a name and an amount with nothing but a dash or dots between them."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

DISHES = ("Tomato soup", "Fish – fried", "Leek pie")


def menu(line: str, tag: str = "p", more: str = "") -> str:
    lines = "".join(f"<{tag}>{line.format(name, n)}</{tag}>" for n, name in enumerate(DISHES, 4))
    return f"<main><h1>Menu</h1><div>{lines}{more}</div></main>"


@pytest.mark.parametrize("tag", ["p", "li", "div"])
@pytest.mark.parametrize(
    "line", ["{} – {}.50", "{} - ${}.50", "{} ........ {}.50 €", "{} . . . . . {}.50", "{}— £{}.50"]
)
def test_name_and_amount_are_parted_at_the_dash_or_the_dots(page: Page, spec: Spec, tag: str, line: str) -> None:
    """Such a list was refused. A dash within a name is part of it."""
    rows = rows_of(page(menu(line, tag)), spec({"name": "text", "price": "money"}))
    assert [(row["name"], row["price"]) for row in rows] == [
        (name, Decimal(f"{n}.50")) for n, name in enumerate(DISHES, 4)
    ]


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("{} – {}", ""),  # four of what?
        ("{} –{}.50", ""),  # an amount below nothing
        ("{} – {}.50", "<p>Plate – 4.50–6.50</p>"),
        ("{} – {}.50 – for two", ""),
        ("{} – {}.50", "<p>Bread, 2.50 a piece</p>"),
    ],
)
def test_what_can_be_parted_otherwise_is_refused(page: Page, spec: Spec, line: str, more: str) -> None:
    """Ranges, words behind, signs, bare numbers: one line in doubt is a doubt about all."""
    got = read(page(menu(line, more=more)), spec({"name": "text", "price": "money"}))
    assert got.error("u") is not None


def test_lines_without_figures_stand_between_the_records(page: Page, spec: Spec) -> None:
    """The name of a course is no dish."""
    got = read(
        page(menu("{} – {}.50", more="<p>Puddings</p><p>Trifle – 3.25</p>")), spec({"name": "text", "price": "money"})
    )
    assert [record.values["name"] for record in got.records] == [*DISHES, "Trifle"]
    assert [remark.code for remark in got.remarks] == ["no record"]
