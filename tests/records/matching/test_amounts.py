"""Fields of numbers that are called by what is paid: `price: number` is an amount without its currency."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

HOMES = "".join(
    f"<div class=card><h3><a href=/h/{n}>House {name}</a></h3>{{}}<span class=x>{200 + n * 7} €</span></div>"
    for n, name in enumerate(("Ash", "Elm", "Fir", "Oak", "Yew", "Lime"))
)


@pytest.mark.parametrize("beside", ["", "<p>3 rooms</p>", "<b>4</b>"], ids=["alone", "beside rooms", "beside a number"])
@pytest.mark.parametrize("kind", ["number", "integer", "money"])
def test_a_price_is_the_amount_and_no_count(page: Page, spec: Spec, kind: str, beside: str) -> None:
    """The amount with a currency goes before a bare number, whatever type of number is declared."""
    got = rows_of(
        page(f"<h1>Homes</h1><main>{HOMES.replace('{}', beside)}</main>"), spec({"title": "text", "price": kind})
    )
    assert [float(str(row["price"])) for row in got] == [200.0 + n * 7 for n in range(6)]


def test_what_is_no_price_is_no_amount(page: Page, spec: Spec) -> None:
    """Of a card with an amount alone no number of rooms is read."""
    got = read(
        page(f"<h1>Homes</h1><main>{HOMES.replace('{}', '')}</main>"), spec({"title": "text", "rooms": "integer"})
    )
    assert [one.field for one in got.missing] == ["rooms"] or got.verdict == "not found"


def test_a_number_that_the_mark_up_calls_otherwise_is_no_guess(page: Page, spec: Spec) -> None:
    """What is called a price can't be read: the number of pictures beside it is asked for, and not taken."""
    cards = "".join(
        f"<div class=ad><h3><a href=/a/{n}>Bike {name}</a></h3><i>{n % 3 + 1}</i><b class=item_price>45{n} ¤ or best offer of all</b></div>"
        for n, name in enumerate(("Ash", "Elm", "Fir", "Oak", "Yew"))
    )
    got = read(page(f"<h1>Ads</h1><main>{cards}</main>"), spec({"title": "text", "price": "integer"}))
    assert [one.field for one in got.problems] == ["price"]


def test_what_a_measure_costs_is_no_price(page: Page, spec: Spec) -> None:
    """A flat has its price as bare text before an element for what a square metre costs, which is tidier."""
    flats = (("Mill Lane 3", 275, 43), ("Bay Street 1", 399, 65), ("Old Quay 7", 290, 34), ("Park Row 22", 115, 12))
    cards = "".join(
        f"<div class=flat><div class=flat_price_col>{price} € <div class=flat_price_m2>{price / area:.2f} €/m²</div>"
        f"</div><div class=flat_title_col><a href=/flat/{area}>{name}</a></div></div>"
        for name, price, area in flats
    )
    got = rows_of(page(f"<h1>Flats</h1><main>{cards}</main>"), spec({"title": "text", "price": "money"}))
    assert [int(str(row["price"]).split(".", maxsplit=1)[0]) for row in got] == [275, 399, 290, 115]


def test_what_a_measure_costs_is_the_price_where_nothing_else_is(page: Page, spec: Spec) -> None:
    """A market sells by the kilo: how many crates are left is no price."""
    goods = (("Apples", "1.20", 3), ("Beans", "3.40", 14), ("Cherries", "6.80", 1), ("Dill", "9.00", 8))
    cards = "".join(
        f"<li><a href=/g/{name}>{name}</a> <span>{price} €/kg</span> <span>{left}</span></li>"
        for name, price, left in goods
    )
    got = rows_of(page(f"<h1>Market</h1><ul>{cards}</ul>"), spec({"title": "text", "price": "money"}))
    assert [str(row["price"]) for row in got] == ["1.20", "3.40", "6.80", "9.00"]


@pytest.mark.parametrize("name", ["price_per_kg", "unit_price", "rate", "deposit"])
def test_a_price_of_a_measure_is_no_price_of_a_package(page: Page, spec: Spec, name: str) -> None:
    """The field's name may mean either amount; `price` beside it means what one pays."""
    view = page(f"<h1>Fruit</h1><ul>{_fruit('<span>€{kilo}/kg</span> <span>€{price}</span>')}</ul>")
    assert [one.field for one in read(view, spec({"name": "text", name: "money"})).problems] == [name]
    got = rows_of(view, spec({"name": "text", "price": "money", name: "money"}))
    assert [(str(row["price"]), str(row[name])) for row in got][:2] == [("1.90", "3.50"), ("2.90", "4.50")]


@pytest.mark.parametrize(
    "fee",
    [
        "<span>+ €{price} delivery</span>",
        "<span>€{price} deposit</span>",
        "<span>Car wash €{price}</span>",
        "<span>+ €{price}</span>",
        "<span>Delivery</span> <span>€{price}</span>",
        "<span>Delivery <b>€{price}</b></span>",
        "<b>€{price}</b> <small>delivery</small>",
    ],
)
def test_an_amount_that_words_stand_beside_is_not_what_a_thing_costs(page: Page, spec: Spec, fee: str) -> None:
    """What the delivery costs is no more the price than what a kilo does: both are shown."""
    view = page(f"<h1>Fruit</h1><ul>{_fruit('<span>€{kilo}/kg</span> ' + fee)}</ul>")
    assert [one.field for one in read(view, spec({"name": "text", "price": "money"})).problems] == ["price"]


def _fruit(amounts: str) -> str:
    """Five kinds, with what a kilo costs and another amount."""
    return "".join(
        f"<li><a href=/p/{n}>{name}</a> {amounts.format(kilo=f'{n + 3}.50', price=f'{n + 1}.90')}</li>"
        for n, name in enumerate(("Apples", "Pears", "Plums", "Figs", "Kiwis"))
    )


def test_a_price_among_words_does_not_give_way_to_another_amount(page: Page, spec: Spec) -> None:
    """What a thing costs a month has no currency, what its delivery costs is no price: which is meant is asked."""
    items = "".join(
        f"<li><h3><a href=/p/{n}>{name}</a></h3><p>from {n + 7} a month</p><em>Delivery £{n + 3}.99</em></li>"
        for n, name in enumerate(("Ash table", "Birch chair", "Cedar shelf", "Elm bed"))
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "price": "text"}))
    assert len(got.problems) == 1
    assert [record.values["price"] for record in got.records] == [f"from {n + 7} a month" for n in range(4)]


PIECES = ("$<i>{n}</i><i>.99</i>", "<i>$</i><i>{n}</i>.<i>99</i>", "${n}.99")


@pytest.mark.parametrize("amount", PIECES)
def test_an_amount_in_pieces_is_no_less_than_a_whole_one(page: Page, spec: Spec, amount: str) -> None:
    """Shops set the cents apart: what a thing costs with its delivery, in one text, is not taken instead."""
    cards = "".join(
        f"<div class=card><h3><a href=/h/{n}>Lamp {name}</a></h3><p>{amount.format(n=40 + n * 3)}</p><em>${46 + n * 3}.48 delivered</em></div>"
        for n, name in enumerate(("Ash", "Elm", "Fir", "Oak", "Yew", "Lime"))
    )
    fields = {"title": "text", "price": "money"}
    got = read(page(f"<h1>Lamps</h1><main>{cards}</main>"), spec(fields))
    assert [one.field for one in got.problems] == ["price"]
    by_weight = cards.replace("48 delivered", "48 / kg")
    kept = rows_of(page(f"<h1>Lamps</h1><main>{by_weight}</main>"), spec(fields))
    assert [str(row["price"]) for row in kept] == [f"{40 + n * 3}.99" for n in range(6)]


def _ware(name: str, old: int, now: int | None) -> str:
    """A card whose reduced price stands one element deeper than a plain one, beside the one before."""
    sum_of = "<span class=box><span class=label>{}</span><span class=price>${}.00</span></span>"
    plain = f"<span class=box><span class=price>${now}.00</span></span>" if now else "<i>None left</i>"
    reduced = f"<span class=offer>{sum_of.format('Sale price', now)}</span>"
    reduced += f"<span class=old-price>{sum_of.format('Regular price', old)}</span>"
    return f"<li class=ware><strong><a href=/w/{name}>{name}</a></strong><div class=prices>{reduced if old else plain}</div></li>"


@pytest.mark.parametrize("field", ["price", "cost"])
@pytest.mark.parametrize(
    "wares",
    [
        [("Kettle", 0, 5), ("Teapot", 12, 8), ("Cup", 0, 9), ("Saucer", 25, 20), ("Tray", 0, 14)],
        [("Kettle", 7, 5), ("Teapot", 12, 8), ("Cup", 11, 9), ("Saucer", 25, 20)],
        [("Kettle", 0, 5), ("Teapot", 12, 8), ("Cup", 0, None), ("Saucer", 25, 20), ("Tray", 0, 14)],
    ],
    ids=["some reduced", "all reduced", "one without"],
)
def test_of_prices_in_several_places_that_is_meant_which_is_paid_now(
    page: Page, spec: Spec, wares: list[tuple[str, int, int | None]], field: str
) -> None:
    """A regular price is what is paid, unless another one stands beside it."""
    rows = rows_of(page(f"<ul>{''.join(_ware(*one) for one in wares)}</ul>"), spec({"name": "text", field: "money"}))
    assert [(row["name"], row[field]) for row in rows] == [(name, now) for name, _, now in wares]


def test_the_next_page_has_no_reduced_price(page: Page, spec: Spec) -> None:
    """It is read as the first, on which some were, and nothing moved."""
    wares = [("Kettle", 0, 5), ("Teapot", 12, 8), ("Cup", 0, 9), ("Saucer", 25, 20), ("Tray", 0, 14)]
    wanted = spec({"name": "text", "price": "money"})
    first = read(page(f"<ul>{''.join(_ware(*one) for one in wares)}</ul>"), wanted, before=0)
    more = [(f"{name} 2", 0, now) for name, _, now in wares]
    later = read(page(f"<ul>{''.join(_ware(*one) for one in more)}</ul>"), wanted, first.wrapper, before=5)
    assert [record.values["price"] for record in later.records] == [now for _, _, now in more]
    assert not [remark for remark in later.remarks if remark.code in {"drift", "unreadable"}]


@pytest.mark.parametrize(
    ("first", "second", "is_told"),
    [
        ("<span class=price-old>$9</span>", "<span class=price>$5</span>", True),
        ("<small>Was $9</small>", "<b>$5</b>", True),
        ("<b class=list-item>$9</b>", "<b>$5</b>", False),
        ("<b>$9</b> <i>Save 10%</i>", "<b>$5</b>", False),
    ],
)
def test_what_is_called_former(page: Page, spec: Spec, first: str, second: str, is_told: bool) -> None:
    """By a class that names a price, by the word before an amount; not by what a thing is called, nor by any class."""
    cards = "".join(
        f"<li><h3><a href=/{n}>Old town lamp {n}</a></h3><p>{first.replace('9', f'{n + 20}')}</p>"
        f"<p>{second.replace('5', f'{n}')}</p></li>"
        for n in range(1, 6)
    )
    found = read(page(f"<ul>{cards}</ul>"), spec({"name": "text", "cost": "money"}))
    assert bool(found.problems) is not is_told
    if is_told:
        assert [record.values["cost"] for record in found.records] == list(range(1, 6))
