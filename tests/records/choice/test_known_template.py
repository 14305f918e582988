"""Pages of a settled template: read without mining, to the same rows; anything unknown is mined afresh."""

import sys
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.records.generated_pages import BARE, HEADED, LABELLED, LOCALES, URL, Maker, declare
from webdart.page.model import PageView
from webdart.records import ListingSpec, Wrapper, read
from webdart.workflow.model import Field

Build = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("layouts", [HEADED, LABELLED, BARE], ids=["headed", "labelled", "bare"])
def test_a_walk_with_what_was_learned_gives_the_rows_of_every_page(
    layouts: Sequence[str], page: Build, spec: Spec, declared: Declare
) -> None:
    """Six pages of one listing, each with cells, advertisements or struck prices of its own: every row is the truth's."""
    wrong: list[str] = []
    for layout in layouts:
        for seed in range(4):
            random = Random(f"again {layout} {seed}")
            locale = random.choice(list(LOCALES))
            wrapper: Wrapper | None = None
            for number in range(6):
                noise = frozenset(n for n in ("menu", "facets", "side", "ad", "was", "empty") if random.random() < 0.3)
                rows = 1 if number == 5 else 12
                made = Maker(random, locale, layout, rows, noise | frozenset(["empty"] * (rows > 1))).make()
                got = read(page(made.html, URL), spec(declare(made, declared), locale=locale), wrapper)
                wrapper = got.wrapper or wrapper
                said = {r.column for r in got.remarks if r.code in {"unreadable", "drift"}} | {
                    m.field for m in got.missing
                }
                found = [{name: record.values[name] for name in made.fields} for record in got.records]
                if len(found) != len(made.truth):
                    wrong.append(f"{layout} {seed} page {number}: {len(found)} records of {len(made.truth)}")
                    continue
                wrong += [
                    f"{layout} {seed} page {number}: {name} {row[name]!r}, not {truth[name]!r}"
                    for row, truth in zip(found, made.truth, strict=True)
                    for name in made.fields
                    if row[name] != truth[name] and not (row[name] is None and name in said)
                ]
    assert not wrong, "\n".join(wrong[:20])


def listing(first: int, *, price: str = '<b class="price">${}.50</b>', between: str = "") -> str:
    """Ten items; each third without a maker."""
    items = "".join(
        f'<li class="item"><h3><a href="/i/{n}">Thing {n}</a></h3>{price.format(n)}'
        + (f'<p class="maker">Maker {n}</p>' if n % 3 else "")
        + f"</li>{between if n == first + 4 else ''}"
        for n in range(first, first + 10)
    )
    return f"<main><h1>Things</h1><ul>{items}</ul></main>"


@pytest.fixture
def settled(page: Build, spec: Spec) -> tuple[ListingSpec, Wrapper]:
    """What two pages of the listing taught."""
    wanted = spec({"name": "text", "price": "money", "maker": "text", "url": "link"})
    wrapper = None
    for first in (0, 10):
        wrapper = read(page(listing(first)), wanted, wrapper).wrapper
    assert wrapper is not None
    return wanted, wrapper


def mined_after_all(_: object) -> None:
    """Stands in for choosing a region."""
    pytest.fail("the page was mined")


def test_a_page_of_a_settled_template_is_not_mined(
    settled: tuple[ListingSpec, Wrapper], page: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third page is read by what the first two taught, and gives what mining it gives."""
    wanted, wrapper = settled
    mined = read(page(listing(20)), wanted)
    monkeypatch.setattr(sys.modules["webdart.records.read"], "choose", mined_after_all)
    got = read(page(listing(20)), wanted, wrapper)
    assert [record.values for record in got.records] == [record.values for record in mined.records]
    assert (len(got.records), got.remarks, got.missing) == (10, (), ())


@pytest.mark.parametrize(
    "body",
    [
        listing(20, price='<i class="old">${}.99</i><b class="price">${}.50</b>'.replace("{}.99", "99.99")),
        listing(20, between='<li class="promo"><p>Buy now, pay never</p></li>'),
        listing(20, price='<b class="price"><s>$99.00</s> ${}.50</b>'),
        listing(20).replace("<ul>", "<ul><li class='item'><p>Try our new range</p></li>"),
    ],
    ids=["another amount", "an advertisement", "a struck price", "a note of the records' own kind"],
)
def test_what_is_not_known_is_mined(body: str, settled: tuple[ListingSpec, Wrapper], page: Build) -> None:
    """A page that is made otherwise gives the rows that a fresh look gives: none lost, none made up."""
    wanted, wrapper = settled
    got = read(page(body), wanted, wrapper)
    assert [(r.values["name"], str(r.values["price"])) for r in got.records] == [
        (f"Thing {n}", f"{n}.50") for n in range(20, 30)
    ]


def test_the_cells_of_a_lone_row_are_read_as_those_before(page: Build, spec: Spec) -> None:
    """Text goes on behind the links that cells begin with: of one row nobody can tell that, and its cell was cut."""
    cities = ("Aachen", "Celle", "Gera")
    row = "<tr><td><a href=/p/{0}>Ann {0}</a> of {1}</td><td>{0}1</td></tr>"
    made = [row.format(n, city) for n, city in enumerate(cities, start=1)]
    heads = "<tr><th>Name</th><th>Stock</th></tr>"
    wanted = spec({"name": "text", "stock": "integer"})
    first = read(page(f"<table>{heads}{''.join(made)}</table>"), wanted)
    assert [record.values["name"] for record in first.records] == ["Ann 1 of Aachen", "Ann 2 of Celle", "Ann 3 of Gera"]
    (last,) = read(page(f"<table>{heads}{made[1]}</table>"), wanted, first.wrapper).records
    assert last.values["name"] == "Ann 2 of Celle"
