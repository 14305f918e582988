"""Words in the place of a value, "on request" among prices: no second reading of the column."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


ITEM = "<div class=item><div><span class=what>{}</span><span class=dots></span><span class=sum>{}</span></div></div>"


FLAT = "<article><h2><a href=/{0}>{0}</a></h2><ul><li><span class=amount>{1}</span> <i>cold</i></li><li>2 rooms</li></ul></article>"


GOODS = {"Cut": "€28.00", "Wash": "€22.50", "Colour": "on request", "Beard": "€12.00"}


@pytest.mark.parametrize("form", [ITEM, FLAT])
def test_words_among_prices_are_no_doubt(page: Page, spec: Spec, form: str) -> None:
    """A price list with "on request" in it was refused, as two columns of the very same prices."""
    got = read(
        page(f"<main><h1>Prices</h1>{''.join(form.format(*one) for one in GOODS.items())}</main>"),
        spec({"name": "text", "price": "money"}),
    )
    assert got.error("u") is None
    prices = [Decimal("28.00"), Decimal("22.50"), None, Decimal("12.00")]
    assert [record.values["price"] for record in got.records] == prices
    assert [remark.column for remark in got.remarks if remark.code == "unreadable"] == ["price"]


def test_a_doubt_shows_where_two_columns_differ(page: Page, spec: Spec) -> None:
    """They may begin with the same values: both samples were "€28.00", "€22.50"."""
    item = "<li><h3>{}</h3><span class=a>{}</span> <span class=b>{}</span></li>"
    goods = (("Cut", "€28.00", "€28.00"), ("Wash", "€22.50", "€22.50"), ("Dye", "€40.00", "€31.00"))
    html = f"<ul>{''.join(item.format(*one) for one in goods)}</ul>"
    doubt = str(read(page(html), spec({"name": "text", "price": "money"})).error("u"))
    assert "could be '€40.00', '€28.00' or '€31.00', '€28.00'" in doubt


def test_a_word_that_the_file_gives_a_value_is_one(page: Page, spec: Spec, declared: Declare) -> None:
    """Every event of this page is free: the price is there, and is what the file says."""
    body = "".join(
        f"<div class=event><h3>Concert {n}</h3><p>{n} May 2024</p><div>Tickets: free</div></div>" for n in (1, 2, 3)
    )
    fields = [declared("name"), declared("date", "date"), declared("tickets", "money", mapping={"Free": Decimal(0)})]
    rows = rows_of(page(f"<main><h1>Events</h1><div>{body}</div></main>"), spec(fields))
    assert [row["tickets"] for row in rows] == [Decimal(0)] * 3
