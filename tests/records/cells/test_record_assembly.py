"""Keys of records, and rows that nothing tells apart."""

from collections.abc import Callable

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_rows_that_nothing_tells_apart(page: Page, spec: Spec) -> None:
    """`key: []`: what each row leads to is another thing's page, and the rows are kept as found."""
    rows = "".join(f"<tr><td>Day {n}</td><td><a href='/issues/{n}'>Issue {n}</a></td></tr>" for n in range(4))
    view = page(f"<table><tr><th>Day</th><th>Issue</th></tr>{rows}</table>")
    declared = spec({"day": "text", "issue": "text"})
    assert read(view, declared).keyed
    kept = read(view, replace(declared, extract=replace(declared.extract, keyless=True)))
    assert not kept.keyed
    assert all(record.key is None for record in kept.records)


def test_the_tooltip_of_an_empty_text_is_the_name_of_the_column(page: Page, spec: Spec) -> None:
    codes = ("B-7", "", "C-12", "D-9", "")
    items = "".join(
        f"<li><a href='/{n}'>Boat {n}</a> <span title='Code'>{code}</span></li>" for n, code in enumerate(codes)
    )
    got = read(page(f"<h1>Boats</h1><ul>{items}</ul>"), spec({"name": "text", "code": "text"}))
    assert [record.values["code"] for record in got.records] == ["B-7", None, "C-12", "D-9", None]


def test_the_name_of_a_picture_alone_is_a_value(page: Page, spec: Spec) -> None:
    lands = ("<img alt=Spain> Spain", "<img alt=Spain>", "<img alt=Italy> Italy", "<img alt=Spain> Spain")
    rows = "".join(f"<tr><td>Boat {n}</td><td>{land}</td></tr>" for n, land in enumerate(lands))
    got = read(
        page(f"<table><tr><th>Name</th><th>Land</th></tr>{rows}</table>"), spec({"name": "text", "land": "text"})
    )
    assert [record.values["land"] for record in got.records] == ["Spain", "Spain", "Italy", "Spain"]
