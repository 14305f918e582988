"""Records of old pages, which nothing holds together but the rules or the blank lines between them."""

from collections.abc import Callable, Iterable
from decimal import Decimal

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

GOODS = {
    "Amber Lamp": "Made by hand.",
    "Blue Chair": "It is blue.",
    "Cork Board": "For notes and pins.",
    "Dark Desk": "Seats two, or one and a cat.",
    "Elm Shelf": "Holds books.",
}
FORMS = [
    "<b>{name}</b><br>{note}<br>Price: {price} €",
    "<b>{name}</b><br>{note}<br><b>Price:</b> {price} €",
    "<a href=/p/{n}>{name}</a><br>{note}<br>Price: {price} €",
    "<font color=red><b>{name}</b></font><br>{note}<br>Price: {price} €",
    "<b>{name}</b><p>{note}</p>Price: {price} €",
]
AROUND = [
    "<main><h1>Goods</h1><div>{}</div></main>",
    "<center><h1>Goods</h1></center>{}",
    "<h1>Goods</h1><p>Here they are.</p><hr>{}<hr><p>Write to <a href=mailto:a@b.example>us</a></p>",
]


def rows(view: PageView, spec: ListingSpec) -> list[tuple[object, ...]]:
    got = read(view, spec)
    assert got.error("") is None, got.error("")
    return [tuple(record.values[name] for name in ("name", "price", "note")) for record in got.records]


def written(form: str) -> Iterable[str]:
    return (form.format(n=n, name=name, note=note, price=f"{n}.50") for n, (name, note) in enumerate(GOODS.items()))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("between", ["<hr>", "<br><br>", "<br><hr>"])
def test_what_stands_between_is_a_record(page: Page, spec: Spec, form: str, around: str, between: str) -> None:
    """The heading above the first and the foot below the last are no part of them."""
    html = around.format(between.join(written(form)))
    found = rows(page(html), spec({"name": "text", "price": "money", "note": "text"}))
    assert found == [(name, Decimal(f"{n}.50"), note) for n, (name, note) in enumerate(GOODS.items())]


def test_an_optional_line_between(page: Page, spec: Spec) -> None:
    """What begins otherwise in the middle is a record too, and the labels find what each has."""
    cards = [
        "<b>Amber Lamp</b><br>Price: 0.50 €<br>Stock: 7",
        "<b>Blue Chair</b><br>New!<br>Price: 1.50 €<br>Stock: 8",
        "<i>sold</i> <b>Cork Board</b><br>Price: 2.50 €",
        "<b>Dark Desk</b><br>Price: 3.50 €<br>Stock: 9",
        "<b>Elm Shelf</b><br>Stock: 1<br>Price: 4.50 €",
    ]
    got = read(
        page(f"<main><h1>Goods</h1>{'<hr>'.join(cards)}</main>"),
        spec({"name": "text", "price": "money", "stock": "integer"}),
    )
    assert got.error("") is None
    found = [(record.values["name"], record.values["price"], record.values["stock"]) for record in got.records]
    assert found == [
        ("Amber Lamp", Decimal("0.50"), 7), ("Blue Chair", Decimal("1.50"), 8), ("Cork Board", Decimal("2.50"), None),
        ("Dark Desk", Decimal("3.50"), 9), ("Elm Shelf", Decimal("4.50"), 1),
    ]  # fmt: skip


def test_lines_that_nothing_tells_apart_are_asked_about(page: Page, spec: Spec) -> None:
    """Of two texts in plain print either may be the name."""
    html = AROUND[0].format("<hr>".join(written("{name}<br>{note}<br>Price: {price} €")))
    got = read(page(html), spec({"name": "text", "price": "money", "note": "text"}))
    assert [problem.field for problem in got.problems] == ["name"]
    assert len(got.records) == len(GOODS)


@pytest.mark.parametrize("between", ["<hr>", "<br><br>"])
def test_paragraphs_are_no_records(page: Page, spec: Spec, between: str) -> None:
    """An article whose paragraphs only blank lines part lists nothing."""
    text = between.join(f"Trees of kind {n} grow slowly. They are said to be old." for n in range(6))
    got = read(page(f"<main><h1>On trees</h1><div>{text}</div></main>"), spec({"title": "text", "price": "money"}))
    assert got.error("") is not None
