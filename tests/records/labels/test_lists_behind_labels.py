"""On a record's own page a label of a list has the page's list for its value: its items, as they are."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

FIELDS = {"title": "text", "ingredients": "[text]"}
ITEMS = ("2 leeks, cut", "1 l water", "salt, pepper")
PART = "<h3><span class=ingredients-heading>{}</span></h3>"
STEPS = "<ol><li>Cut the leeks.</li><li>Boil the water, and wait.</li></ol>"


def listed(items: tuple[str, ...], tag: str = "ul") -> str:
    return f"<{tag}>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"


@pytest.mark.parametrize(
    "section",
    [
        f"<h3>Ingredients</h3>{listed(ITEMS)}",
        f"<h3>Ingredients</h3><p>for 3 to 4 servings</p>{listed(ITEMS)}",
        f"<div><h3>Ingredients</h3><div><span>Scale</span> <button>1x</button></div></div><div>{listed(ITEMS)}</div>",
        f"<h3>Ingredients</h3><div><h4>For the pot</h4>{listed(ITEMS[:2])}<h4>Later</h4>{listed(ITEMS[2:])}</div>",
        f"<a href=#list>Ingredients</a><h3>Method and more</h3><h3>Ingredients</h3>{listed(ITEMS)}",
    ],
    ids=["list", "line", "buttons", "groups", "contents"],
)
def test_the_list_of_a_section_is_the_labels(page: Page, spec: Spec, section: str) -> None:
    """Its items were cut at their commas, or the line before the list was the one item, in silence."""
    view = page(f"<h1>Soup</h1><div>{section}</div><h3>Method</h3>{STEPS}<p>Enjoy it.</p>")
    (row,) = rows_of(view, spec(FIELDS, kind="page"))
    assert row == {"title": "Soup", "ingredients": ITEMS}


@pytest.mark.parametrize(
    "section",
    [
        "<h2>Ingredients</h2><p>flour, eggs</p><ul class=share><li>Facebook</li><li>Twitter</li></ul>",
        "<h3>Ingredients</h3><p>flour</p><p><b>Tags</b></p><ul><li>sweet</li><li>baked</li></ul>",
        "<h3>Ingredients</h3><ul><li>flour</li><li>eggs</li></ul><h4>Steps</h4><ul><li>Mix.</li><li>Bake.</li></ul>",
        "<h2>Ingredients</h2><ul><li>flour</li><li>eggs</li></ul><div><b>Notes</b><ul><li>a</li><li>b</li></ul></div>",
    ],
    ids=["share", "next", "steps", "bold"],
)
def test_a_list_below_other_words_is_told(page: Page, spec: Spec, section: str) -> None:
    """It may be the list of these, and the text before it what the label has."""
    got = read(page(f"<h1>Pie</h1><div>{section}</div>"), spec(FIELDS, kind="page"))
    assert "by type" in {remark.code for remark in got.remarks if remark.column == "ingredients"}


def test_a_list_of_what_all_pages_have_is_no_part_of_a_section(page: Page, spec: Spec) -> None:
    """The last section of a page ends with its main part."""
    foot = "<footer><ul><li>Imprint</li><li>Contact</li></ul></footer>"
    view = page(f"<main><h1>Pie</h1><h2>Ingredients</h2>{listed(ITEMS)}</main>{foot}")
    assert rows_of(view, spec(FIELDS, kind="page")) == [{"title": "Pie", "ingredients": ITEMS}]


def test_two_lists_behind_one_label_are_a_question(page: Page, spec: Spec) -> None:
    """A story has a list with what it tells of each, and a card below it the list that is cooked from."""
    told = listed(("Leeks - the green part, too", "Water - cold, from the tap"))
    html = f"<h1>Soup</h1><h3>Ingredients</h3>{told}<h3>Card</h3><p>For four.</p><h3>Ingredients</h3>{listed(ITEMS)}"
    got = read(page(f"{html}<h3>Method</h3>{STEPS}"), spec(FIELDS, kind="page"))
    assert [problem.field for problem in got.problems] == ["ingredients"]


@pytest.mark.parametrize(
    "section",
    [
        "<div class=ingredients><h4>4 parts, 6 portions</h4><p>2 leeks, cut<br>1 l water</p></div>",
        f"<div>{PART.format('Pot')}2 leeks<br>{PART.format('Bowl')}salt, pepper</div>",
    ],
    ids=["lines", "headings"],
)
def test_what_may_be_another_list_is_told(page: Page, spec: Spec, section: str) -> None:
    """Lines of a box are no list; headings in it are no items."""
    got = read(page(f"<h1>Soup</h1><div>{section}</div><p>Enjoy it.</p>"), spec(FIELDS, kind="page"))
    assert got.records[0].values["ingredients"]
    assert "by type" in {remark.code for remark in got.remarks if remark.column == "ingredients"}
