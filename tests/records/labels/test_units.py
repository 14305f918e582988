"""A number in an element of its own, and its unit behind that."""

from collections.abc import Callable

import pytest

from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field, Kind

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]

MEASURED = {
    "<p>Length: <b>4</b> km</p>": "4 km",
    "<p><b>Length:</b> <b>4</b> km</p>": "4 km",
    "<p><b>Length</b> <span>4</span> km</p>": "4 km",
    "<p><b>Length:</b> <span>4.5</span><span>km</span></p>": "4.5 km",
    "<p><b>Length:</b> <b>4</b>% of it</p>": "4% of it",
    "<p>Length: <b>4</b> out of 5</p>": "4 out of 5",
    "<p>Length: <b>4</b> km, Level: <b>easy</b></p>": "4 km",
    "<p>Length: <b>4</b> km (one way)</p>": "4 km",
    "<p>Length: <b>4</b> km <a href=/map>Map</a></p>": "4 km",
    "<p>Length: <b>4</b> Level: <b>easy</b></p>": "4",
    "<p>Length: <b>4</b> Level <b>easy</b></p>": "4",
    "<p>Length: <b>4</b> <span>Share</span></p>": "4",
    "<p>Length: <b>4</b> <a href=/map>Map</a></p>": "4",
    "<p>Length: <b>4</b><br>km for km</p>": "4",
    "<p>Length: <b>4</b> h <b>30</b> min</p>": "4 h 30 min",
    "<p>Length: <b>4</b> h <b>30</b> min, Level: <b>9</b> easy</p>": "4 h 30 min",
}


@pytest.mark.parametrize("html", MEASURED)
def test_a_unit_behind_a_number(page: Page, spec: Spec, declared: Declare, html: str) -> None:
    """It belongs to the value, as far as the line's own words go; what may be something else does not."""
    trail = f"<main><h1>Trail</h1>{html}<p>A fine walk.</p></main>"
    got = read(page(trail), spec([declared("length")], kind="page"))
    assert got.records[0].values["length"] == MEASURED[html]
    trails = "".join(f"<li><h3><a href=/{n}>Trail {n}</a></h3>{html}</li>" for n in "abcd")
    got = read(page(f"<ul>{trails}</ul>"), spec([declared("name"), declared("length")]))
    assert {record.values["length"] for record in got.records} == {MEASURED[html]}


def test_an_amount_with_its_currency_behind_it(page: Page, spec: Spec, declared: Declare) -> None:
    """Numbers are read as before; the currency is seen."""
    html = "<main><h1>Lamp</h1><p>Price: <b>4.50</b> CHF</p><p>Views: <b>1,200</b> so far</p></main>"
    fields = [declared("price", "money"), declared("currency", "currency"), declared("views", "integer")]
    values = read(page(html), spec(fields, kind="page")).records[0].values
    assert (str(values["price"]), values["currency"], values["views"]) == ("4.50", "CHF", 1200)


@pytest.mark.parametrize("kind", ["date", "text"])
def test_a_day_in_pieces(page: Page, spec: Spec, declared: Declare, kind: Kind) -> None:
    """Day, month and year in elements of their own are one value; the age behind them is another."""
    pieces = "".join(f"<div>{piece}</div> " for piece in ("Born:", "6th", "December", "1982", "(", "42", ")"))
    html = (
        f"<main><h1>Ann Lee</h1><ul><li>{pieces}</li><li><div>Town:</div> <div>Bern</div> <div>1</div></li></ul></main>"
    )
    values = read(page(html), spec([declared("born", kind), declared("town")], kind="page")).records[0].values
    assert str(values["born"]) == ("1982-12-06" if kind == "date" else "6th December 1982")
    assert values["town"] == "Bern"
