"""A field that the rules rather misread is told, with what else the page may mean."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from webdart.extract.misreading import Misreading, Witnesses, features, misreading, witnesses
from webdart.extract.second_opinion import second_opinion
from webdart.extract.second_reading import second_reading
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.columns.mined_columns import Tier
from webdart.records.model import Remark
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
WALKS = ("Harbour walk", "Night market", "Open studio", "Choir evening", "Kite day", "Old films")
PLACES = ("Pier 4", "Mill square", "Dye house", "St Olaf", "North dunes", "Kino Rex")
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


def fair(marked: str = "<h3><a href=/e/{n}>{what}</a></h3><div class=where>{where}</div>") -> str:
    names = zip(WALKS, PLACES, strict=True)
    cards = (f"<li>{marked.format(n=n, what=what, where=where)}</li>" for n, (what, where) in enumerate(names))
    return f"<h1>Fair</h1><ul>{''.join(cards)}</ul>"


def weighed(view: PageView, wanted: ListingSpec, name: str, *, tier: Tier = "type", written: str = "") -> Misreading:
    """A field of a fair by the best set, as if it had been found by a tier, and read as written."""
    found, second = read(view, wanted), second_reading(view, wanted)
    texts = [
        {**record.values, name: written.format(**record.values) if written else record.values[name]}
        for record in found.records
    ]
    assert found.wrapper is not None
    anchors = {**found.wrapper.anchors, name: replace(found.wrapper.anchors[name], tier=tier)}
    records = [replace(record, values=values) for record, values in zip(found.records, texts, strict=True)]
    found = replace(found, records=tuple(records), wrapper=replace(found.wrapper, anchors=anchors))
    field = next(field for field in wanted.sought if field.name == name)
    best = second.readings[0]
    known = misreading(second, best.record_set, best.alone, field, found)
    assert known is not None
    return known


def test_another_column_speaks_against_what_was_read_whatever_named_it(page: Page, spec: Spec):
    view, wanted = page(fair()), spec({"what": "text", "where": "text"})
    right = weighed(view, wanted, "where")
    by_type, by_name = (weighed(view, wanted, "where", tier=tier, written="{what}") for tier in ("type", "name"))
    assert not right.told
    assert by_type.told
    assert min(by_type.odds, by_name.odds) > right.odds


@pytest.mark.parametrize("text", ["{where}, {what}", "{what} at {where}"])
def test_a_text_with_another_fields_value_beside_its_own_says_something_else(text: str, page: Page, spec: Spec):
    """The hour in one text with the title is no part of that."""
    view, wanted = page(fair()), spec({"what": "text", "where": "text"})
    assert weighed(view, wanted, "where", written=text).told


def test_a_value_behind_its_label_in_one_text_says_the_same(page: Page, spec: Spec):
    view = page(fair("<h3><a href=/e/{n}>{what}</a></h3><div>Where: {where}</div>"))
    wanted = spec({"what": "text", "where": "text"})
    assert read(view, wanted).records[0].values["where"] == PLACES[0]
    assert not weighed(view, wanted, "where").told


def test_what_the_file_locates_is_not_weighed(page: Page, spec: Spec):
    view = page(fair())
    wanted = spec([make_field("what"), make_field("where", css="div.where")])
    found, second = read(view, wanted), second_reading(view, wanted)
    best = second.readings[0]
    assert misreading(second, best.record_set, best.alone, wanted.sought[1], found) is None


def test_columns_of_one_meaning_speak_together():
    """Two columns with another value outweigh one; what no column says is as probable as none of them."""
    heard = Witnesses([0, 1, 2, -1], [False, True, False, False])
    alone = features([0.3, 0.2, 0.3, 0.1], heard, "mark", doubted=False, alone=False)
    again = features([0.3, 0.2, 0.3, 0.1], replace(heard, meanings=[0, 1, 0, -1]), "mark", doubted=False, alone=False)
    unsaid = features([0.3, 0.2, 0.3, 0.1], replace(heard, same=[False] * 4), "mark", doubted=False, alone=False)
    assert (alone["by_mark"], alone["doubted"]) == (1.0, 0.0)
    assert again["rival"] > alone["rival"] > 0
    assert unsaid["rival"] > alone["rival"]


def test_what_the_rules_doubt_may_be_no_columns():
    heard, shares = Witnesses([0, 1], [True, False]), [0.2, 0.1]
    plain, doubted, page = (
        features(shares, heard, "type", doubted=doubted, alone=alone)
        for doubted, alone in ((False, False), (True, False), (True, True))
    )
    assert plain["rival"] < 0 < doubted["doubted_rival"]
    assert page["doubted_rival"] == plain["rival"]


@pytest.mark.parametrize("words", ["Where: {where}", "{where} hall"])
def test_a_column_without_the_words_that_all_records_have_says_something_else(words: str, page: Page, spec: Spec):
    """What was read has a label in it."""
    view = page(fair("<h3><a href=/e/{n}>{what}</a></h3><div>" + words.replace("{where}", "<b>{where}</b>") + "</div>"))
    wanted = spec({"what": "text", "where": "text"})
    second, (_, where) = second_reading(view, wanted), wanted.sought
    found, best = read(view, wanted), second.readings[0]
    read_whole = [
        replace(one, values={**one.values, "where": words.format(where=place)})
        for one, place in zip(found.records, PLACES, strict=True)
    ]
    found = replace(found, records=tuple(read_whole))
    heard = witnesses(second, best.record_set, where, found)
    said = {column.values[0]: same for column, same in zip(best.record_set.columns, heard.same, strict=True)}
    assert not said[PLACES[0]]
