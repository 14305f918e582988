"""A page that is one record: a field that is rather wrong than right is told, with what else the page may mean."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from webdart.extract.page_opinion import doubt_features, relations
from webdart.extract.second_opinion import second_opinion
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.model import Remark
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
PLAN = "<div><a class=price href=/plans>from $9.50 a month</a></div>"
PRICE = "<div><span>Our price:</span> <b>$119.95</b></div>"


def lamp(html: str) -> str:
    return f"<title>Red lamp - Shop</title><main role=main><h1>Red lamp</h1><p>A lamp.</p>{html}</main>"


def told(view: PageView, wanted: ListingSpec) -> tuple[Remark, ...]:
    found = read(view, wanted)
    assert found.error(view.url) is None
    return second_opinion(view, wanted, found)


def test_what_a_class_names_beside_a_label_is_told(page: Page, spec: Spec):
    """The mark-up calls an instalment the price; the page calls another amount so."""
    wanted = spec({"title": "text", "price": "money"}, each="page", kind="page")
    (one,) = told(page(lamp(PLAN + PRICE)), wanted)
    assert (one.code, one.column, one.count) == ("other column", "price", 1)
    assert "read as '9.50', but the page may mean 'Our price', as in '$119.95'" in one.text


@pytest.mark.parametrize("html", [PRICE, PLAN.replace("from ", "").replace(" a month", "")], ids=["label", "class"])
def test_a_value_that_nothing_else_contends_for_is_not_told(html: str, page: Page, spec: Spec):
    wanted = spec({"title": "text", "price": "money"}, each="page", kind="page")
    assert told(page(lamp(html)), wanted) == ()


def test_a_text_that_the_data_of_the_page_has_too_is_not_told(page: Page, spec: Spec):
    """Two witnesses say the same; a number may be another's by chance."""
    names = "<div class=author>Ann Lee</div><p>Author: <b>Bo Dahl</b></p>"
    wanted = spec({"title": "text", "author": "text", "price": "money"}, each="page", kind="page")
    thing = '{"@type": "Product", "name": "Red lamp", "creator": "Ann Lee", "sku": "9.50"}'
    view = page(lamp(names + PLAN + PRICE))
    assert "price" in {one.column for one in told(replace(view, linked=(thing,)), wanted)}
    assert "author" not in {one.column for one in told(replace(view, linked=(thing,)), wanted)}


@pytest.mark.parametrize("line", ["<li>{}</li>", "<p>{}</p>", "<div>{}</div>"])
def test_labels_in_one_text_with_their_values_are_no_rivals(line: str, page: Page, spec: Spec):
    """The value is a part of a text, which no column is; the other lines are other fields."""
    html = "".join(map(line.format, ["Company: Acme", "Location: Rome", "Pages: 312"]))
    wanted = spec({"title": "text", "company": "text", "location": "text"}, each="page", kind="page")
    assert told(page(lamp(html)), wanted) == ()


def test_a_located_field_of_a_page_is_not_told(page: Page, spec: Spec):
    fields = [make_field("title"), make_field("price", "money", css="a.price")]
    assert told(page(lamp(PLAN + PRICE)), spec(fields, each="page", kind="page")) == ()


def test_values_of_one_meaning_speak_together():
    """Two columns with another value outweigh one; a text that holds the value read is kin to it."""
    heard = relations(["7", "9", "9", "nine lives", ""], "9", plain=False)
    assert heard == ["other", "same", "same", "other", ""]
    assert relations(["Ann Lee", "By Ann Lee", "Bob"], "Ann Lee", plain=True) == ["same", "kin", "other"]
    alone = doubt_features([0.4, 0.1, 0.1], ["7", "9", "8"], ["other", "same", "other"], "mark")
    again = doubt_features([0.4, 0.1, 0.4], ["7", "9", "7"], ["other", "same", "other"], "mark")
    assert (alone["by_mark"], alone["there"], alone["kin"]) == (1.0, 1.0, 0.0)
    assert again["other"] > alone["other"] > 0
