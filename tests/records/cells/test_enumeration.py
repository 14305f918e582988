"""Places in a list ("1." before the first entry), and dots that lead the eye to a price, are no values."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

NAMES = ("Red lamp", "Oak chair", "Tin cup")


def results(count: int, mark: str = "{}.") -> str:
    entry = "<li>{} <a href=/p/{}>{}</a> <span>Kitchen</span></li>"
    entries = "".join(entry.format(mark.format(n), n, name) for n, name in enumerate(NAMES[:count], 1))
    return f"<main><h1>Results</h1><ol>{entries}</ol></main>"


@pytest.mark.parametrize("count", [1, 3])
def test_places_are_no_number_of_the_records(page: Page, spec: Spec, count: int) -> None:
    """The price of the only result was 1, silently."""
    got = read(page(results(count)), spec({"name": "text", "price": "number"}))
    assert "price" in str(got.error("u"))


def test_places_as_whole_numbers_are_told(page: Page, spec: Spec) -> None:
    """They may be meant; a field that is called a number (`no`) or a place (`rank`) means them."""
    for name, told in (("votes", True), ("rank", False), ("no", False)):
        got = read(page(results(3)), spec([make_field("name"), make_field(name, "integer")]))
        assert [record.values[name] for record in got.records] == [1, 2, 3]
        assert [remark.column for remark in got.remarks if "left of a record" in remark.text] == [name] * told


@pytest.mark.parametrize(("name", "told"), [("votes", True), ("rank", False), ("episode", False), ("id", False)])
def test_bare_numbers_from_one_on_are_told(page: Page, spec: Spec, name: str, told: bool) -> None:
    """Four of them were the votes, silently; three may be so by chance."""
    entries = "".join(f"<li><div>{n}</div><h3>Lamp of sort {letter}</h3></li>" for n, letter in enumerate("abcd", 1))
    got = read(page(f"<main><ul>{entries}</ul></main>"), spec([make_field("name"), make_field(name, "integer")]))
    assert [record.values[name] for record in got.records] == [1, 2, 3, 4]
    assert [remark.column for remark in got.remarks if "left of a record" in remark.text] == [name] * told


def test_numbers_that_count_nothing_off_are_values(page: Page, spec: Spec) -> None:
    """Without a sign behind them, or out of turn."""
    rows = rows_of(page(results(3, "{}.5")), spec({"name": "text", "price": "number"}))
    assert [row["price"] for row in rows] == [1.5, 2.5, 3.5]


@pytest.mark.parametrize("leaders", [" ........", "......", " . . . . . .", " …………", "·······"])
def test_dots_that_lead_to_a_price_are_no_part_of_the_name(page: Page, spec: Spec, leaders: str) -> None:
    """Nor is the name cut."""
    lines = "".join(f"<p><span>{name}{leaders}</span> <b>{n}.50</b></p>" for n, name in enumerate(NAMES, 4))
    rows = rows_of(page(f"<main>{lines}</main>"), spec({"name": "text", "price": "money"}))
    assert [(row["name"], row["price"]) for row in rows] == [
        (name, Decimal(f"{n}.50")) for n, name in enumerate(NAMES, 4)
    ]


@pytest.mark.parametrize("said", ["And then...", "Wait . . .", "Well…"])
def test_what_trails_off_keeps_its_dots(page: Page, spec: Spec, said: str) -> None:
    """Three of them are the writer's."""
    lines = "".join(f"<div><h3>{said}</h3><p>No. {n}</p></div>" for n in (1, 2))
    rows = rows_of(page(f"<main>{lines.replace(said, 'Oh, ' + said, 1)}</main>"), spec({"name": "text"}))
    assert [row["name"] for row in rows] == [f"Oh, {said}", said]
