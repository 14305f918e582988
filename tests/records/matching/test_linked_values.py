"""What a page says of itself in data settles where a value stands and ends, if the page shows it."""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of
from webdart.page.linked_data import linked_properties
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

ARTICLE = {"@type": "NewsArticle", "headline": "Rain ahead", "author": {"@type": "Person", "name": "Ann Lee"}}
RECIPE = {"@type": "Recipe", "name": "Soup", "aggregateRating": {"@type": "AggregateRating", "ratingValue": "4.94"}}


def described(view: PageView, *things: object) -> PageView:
    return replace(view, linked=tuple(map(json.dumps, things)))


@pytest.mark.parametrize(
    ("type_", "html", "thing", "value"),
    [
        ("text", "<h1>Rain ahead</h1><div class=author>Ann Lee Senior Reporter</div><p>Wet.</p>", ARTICLE, "Ann Lee"),
        ("text", "<h1>Rain ahead</h1><p>May 4, 2026 / Ann Lee, Bonn / 3 comments</p>", ARTICLE, "Ann Lee"),
        ("text", "<h1>Rain ahead</h1><p>by Ann Leeds</p>", ARTICLE, "Ann Leeds"),  # another name
        ("text", "<h1>Rain ahead</h1><b class=author>Bo Dahl</b><i>Ann Lee</i>", ARTICLE, "Bo Dahl"),  # is called so
    ],
)
def test_a_writer_is_the_name_alone(type_: str, html: str, thing: object, value: str, page: Page, spec: Spec) -> None:
    """Jobs, days and places around it are none of it; the data's name that is not shown is not taken."""
    view = described(page(html), thing)
    assert rows_of(view, spec({"title": "text", "author": type_}, kind="page"))[0]["author"] == value


@pytest.mark.parametrize("shown", ["4.94", "4.9"])
def test_a_rating_is_the_number_that_the_data_tells(shown: str, page: Page, spec: Spec) -> None:
    """As exactly as the page shows it, beside the number of votes and of minutes."""
    html = f"<h1>Soup</h1><p>16 Reviews</p><p>{shown}</p><p>30 min</p><p>Serves 5</p>"
    view = described(page(html), RECIPE)
    assert rows_of(view, spec({"title": "text", "rating": "number"}, kind="page"))[0]["rating"] == float(shown)


def test_a_price_is_that_of_the_offer(page: Page, spec: Spec) -> None:
    """Not what it was, what sending it costs, or what something else costs."""
    offer = {"@type": "Product", "name": "Lamp", "offers": [{"@type": "Offer", "price": 19.9, "priceCurrency": "GBP"}]}
    view = described(page("<h1>Lamp</h1><p>£24.90</p><p>£19.90</p><p>£5.00</p>"), offer)
    assert rows_of(view, spec({"title": "text", "price": "money"}, kind="page"))[0]["price"] == Decimal("19.90")


def test_a_day_is_that_of_the_data(page: Page, spec: Spec) -> None:
    """A page has the day of its latest change as well."""
    html = "<h1>Rain ahead</h1><p>Updated May 9, 2026</p><p>May 4, 2026</p>"
    view = described(page(html), {**ARTICLE, "datePublished": "2026-05-04T08:00:00Z", "dateModified": "2026-05-09"})
    fields = {"title": "text", "date": "date", "date_modified": "date"}
    row = rows_of(view, spec(fields, kind="page"))[0]
    assert (row["date"], row["date_modified"]) == (date(2026, 5, 4), date(2026, 5, 9))


def test_what_the_page_names_goes_before_its_data(page: Page, spec: Spec) -> None:
    """A label is what a reader sees."""
    view = described(page("<h1>Soup</h1><dl><dt>Rating</dt><dd>3</dd></dl><p>4.94</p>"), RECIPE)
    assert rows_of(view, spec({"title": "text", "rating": "number"}, kind="page"))[0]["rating"] == 3


@pytest.mark.parametrize("words", ["5 minutes", "Serves 5", "4.9 miles away"])
def test_a_number_of_something_else_is_no_rating(words: str, page: Page, spec: Spec) -> None:
    """Though it be the very number that the data tells."""
    thing = {**RECIPE, "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.94 if "." in words else 5}}
    got = read(
        described(page(f"<h1>Soup</h1><p>{words}</p><p>7 steps</p>"), thing),
        spec({"title": "text", "rating": "number"}, kind="page"),
    )
    assert [missing.field for missing in got.missing] == ["rating"]


def test_what_is_not_shown_is_not_read(page: Page, spec: Spec) -> None:
    """The data alone is no value of the page."""
    got = read(
        described(page("<h1>Soup</h1><p>Nice.</p>"), RECIPE), spec({"title": "text", "rating": "number"}, kind="page")
    )
    assert [missing.field for missing in got.missing] == ["rating"]


@pytest.mark.parametrize(
    ("things", "authors"),
    [
        (
            [{"@graph": [{**ARTICLE, "author": {"@id": "#ann"}}, {"@type": "Person", "@id": "#ann", "name": "Ann"}]}],
            ("Ann",),
        ),
        ([[ARTICLE], {"@type": "Organization", "name": "Us", "author": "Bo"}], ("Ann Lee",)),  # nobody's page
        ([ARTICLE, {"@type": "Recipe", "name": "Soup", "author": "Bo"}], ("Ann Lee",)),  # called otherwise
        ([ARTICLE, {**ARTICLE, "author": "Bo"}], None),  # which of the two?
        ([{**ARTICLE, "author": ["Bo", "Cy"]}], ("Bo", "Cy")),
        ([{"@type": "WebPage", "mainEntity": ARTICLE}], ("Ann Lee",)),
        ([{**ARTICLE, "review": {"@type": "Review", "author": "Bo"}}], ("Ann Lee",)),
        ([{**ARTICLE, "author": ""}], None),
        ([{**ARTICLE, "author": None, "offers": [{"@type": "Offer", "author": name} for name in "ABC"]}], ("A", "B")),
        ([{"@type": "Article", "author": {"@id": "#a"}}, {"@type": "X", "@id": "#a", "name": {"@id": "#a"}}], None),
    ],
)
def test_properties_are_those_of_what_the_page_is_about(things: list[object], authors: tuple[str, ...] | None) -> None:
    texts = ("{not JSON", *map(json.dumps, things))
    assert linked_properties(texts, "Rain ahead").get("author") == authors


def test_a_text_that_leads_to_what_a_field_is_called(page: Page, spec: Spec) -> None:
    """Of names without marks `course` is the one that links to `/course/7`; "Read more" of a sheet is no `sheet`."""
    names = (("Algebra", "Ann"), ("Logic", "Bob"), ("Algebra", "Cid"), ("Graphs", "Ann"))
    sheets = "".join(
        f"<li><h3>Notes of {who}</h3><p>Taken from the attic</p><span><a href=/user/{ord(who[0])}>{who}</a></span>"
        f"<span><a href=/course/{len(course)}>{course}</a></span><a href=/sheet/{n}>Read more</a></li>"
        for n, (course, who) in enumerate(names)
    )
    view = page(f"<h1>Sheets</h1><ul>{sheets}</ul>")
    got = rows_of(view, spec({"title": "text", "course": "text", "user": "text"}))
    assert [(row["course"], row["user"]) for row in got] == list(names)
    (sheet, *_) = rows_of(view, spec({"sheet": "text", "course": "text", "user": "text"}))
    assert sheet["sheet"] == "Notes of Ann"


@pytest.mark.parametrize(
    ("around", "fields"),
    [
        ("<h3>{0} algebra</h3><a href=/course/{1}>{0} Smith</a> <span>Hall {0}</span>", ["title", "course"]),
        ("<a href=/game/{1}>{0} chess</a> <a href=/dev/{1}>Dev {0}</a> <i>{0} town</i>", ["title", "game"]),
    ],
)
def test_an_address_of_each_record_says_nothing_of_a_text(
    page: Page, spec: Spec, around: str, fields: list[str]
) -> None:
    """`/course/7` of "Ann Smith" may be the course's own page: what records have in common would come again."""
    rows = "".join(f"<li>{around.format(name, n)}</li>" for n, name in enumerate(("Birch", "Elm", "Ash", "Oak", "Fir")))
    got = read(page(f"<h1>List</h1><ul>{rows}</ul>"), spec(dict.fromkeys(fields, "text")))
    assert got.problems or any(remark.code == "by type" for remark in got.remarks)


PICTURES = """<h1>Soup</h1><p><img src=/a/soup-in-a-pot-480x320.jpg> Hot.</p>
    <p><img src=/a/soup-in-a-pan-480x320.jpg> Hotter.</p>"""
PAN = "/a/soup-in-a-pan-480x320.jpg"


@pytest.mark.parametrize(
    "told",
    [
        "http://img.example/u/soup-in-a-pan.jpg?w=1200",  # another size of it, elsewhere
        ["/u/bowl.jpg", "/a/soup-in-a-pan-1200x800.jpg", "/a/soup-in-a-pot.jpg"],  # the first that is shown
        {"@type": "ImageObject", "name": "A pan", "url": "/a/soup-in-a-pan.webp"},
        {"@id": "#pan"},
    ],
)
def test_a_picture_is_the_one_that_the_data_tells(told: object, page: Page, spec: Spec) -> None:
    """Of several on a page, in the size in which it is shown."""
    pan = {"@id": "#pan", "@type": "ImageObject", "contentUrl": "/x/soup-in-a-pan.jpg"}
    graph = {"@graph": [{**RECIPE, "image": told}, pan]}
    row = rows_of(described(page(PICTURES), graph), spec({"title": "text", "image": "image"}, kind="page"))[0]
    assert str(row["image"]).endswith(PAN)


@pytest.mark.parametrize(
    ("html", "told", "shown"),
    [
        ("<img src=/p/2/1.jpg><img src=/p/7/1.jpg>", "/p/7/1.jpg", "/p/7/1.jpg"),  # the very address goes first
        ("<img class=image src=/a.jpg><p><img src=/b.jpg></p>", "/b.jpg", "/a.jpg"),  # the mark-up calls it so
    ],
)
def test_the_nearest_picture_is_meant(html: str, told: str, shown: str, page: Page, spec: Spec) -> None:
    """One of the address before one of the name; what the mark-up names before both."""
    view = described(page(f"<h1>Soup</h1>{html}"), {**RECIPE, "image": told})
    assert str(rows_of(view, spec({"title": "text", "image": "image"}, kind="page"))[0]["image"]).endswith(shown)


@pytest.mark.parametrize(
    ("html", "told"),
    [
        ("<p><img src=/p/2/1.jpg></p>", "/p/7/1.jpg"),  # a name that any picture may have
        ("<a href=/other><img src=/b.jpg> Other</a>", "/b.jpg"),  # another page's
        ("<p><img src=/b.jpg></p>", "https://[domain]/b.jpg"),  # a template that nobody filled
        ("<p><img src=/i.php?id=3></p>", "/i.php?id=2"),
        ("<p><img src=/list></p>", ""),
    ],
)
def test_a_picture_of_another_thing_is_not_taken(html: str, told: str, page: Page, spec: Spec) -> None:
    """What is read then is what is read without data."""
    asked = spec({"title": "text", "image": "image"}, kind="page")
    view = page(f"<h1>Soup</h1><figure><img src=/a.jpg></figure>{html}")
    plain, linked = read(view, asked), read(described(view, {**RECIPE, "image": told}), asked)
    assert (linked.records, linked.problems) == (plain.records, plain.problems)


@pytest.mark.parametrize("fields", [{"logo": "image"}, {"image": "image", "photo": "image"}, {"image": "[image]"}])
def test_only_the_one_picture_of_a_thing_is_that_of_the_data(fields: dict[str, str], page: Page, spec: Spec) -> None:
    """Its maker's sign, a second picture and a gallery are read as without data."""
    asked = spec({"title": "text", **fields}, kind="page")
    plain, told = (read(view, asked) for view in (page(PICTURES), described(page(PICTURES), {**RECIPE, "image": PAN})))
    assert (told.records, told.problems) == (plain.records, plain.problems)


def test_pictures_of_things_beside_what_the_page_is_about_are_not_taken(page: Page, spec: Spec) -> None:
    """Of several things, none of which is called as the heading, none is meant."""
    things = [{**RECIPE, "name": name, "image": PAN} for name in ("Salad", "Cake")]
    asked = spec({"title": "text", "image": "image"}, kind="page")
    assert not str(rows_of(described(page(PICTURES), *things), asked)[0]["image"]).endswith(PAN)


SALAD = {"@type": "Recipe", "name": "Salad", "recipeIngredient": ["2 eggs", "<b>1</b> onion", "salt"]}
PARTS = (
    "<div><h2>Base</h2><ul><li>2 eggs</li><li>salt</li></ul><h2>Top</h2><ul><li>1 onion</li><li>salt</li></ul></div>"
)


@pytest.mark.parametrize(
    ("html", "values"),
    [
        ("<ul><li>2 eggs</li><li>1 onion</li><li>salt</li></ul>", ["2 eggs", "1 onion", "salt"]),
        (PARTS, ["2 eggs", "salt", "1 onion", "salt"]),  # in groups, one of them twice
    ],
)
def test_a_list_is_the_one_that_the_data_tells(html: str, values: list[str], page: Page, spec: Spec) -> None:
    """Where the page shows all of it in one place."""
    menu = "<ul><li>Home</li><li>Soups</li><li>salt</li></ul>"
    view = described(page(f"<h1>Salad</h1>{menu}{html}<ul><li>Ann: good</li><li>Bo: fine</li></ul>"), SALAD)
    row = rows_of(view, spec({"title": "text", "ingredients": "[text]"}, kind="page"))[0]
    assert row["ingredients"] == tuple(values)


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>2 eggs</li><li>salt</li></ul>",
        "<ul><li>2 eggs</li><li>1 onion</li><li>salt</li><li>pepper</li></ul>",
        "<p>Take <a>2 eggs</a> first.</p><p>Then <a>1 onion</a> and</p><p>all the <a>salt</a>.</p>",
        "<div><h3>Base</h3><ul><li>2 eggs</li><li>salt</li></ul></div><div><h3>Top</h3><b>1 onion</b> large</div>",
    ],
    ids=["in part", "and more", "among words", "and others"],
)
def test_a_list_that_the_page_shows_otherwise_is_read_as_without_data(html: str, page: Page, spec: Spec) -> None:
    """What is read then is no better known."""
    view = page(f"<h1>Salad</h1>{html}<ul><li>Ann: good</li><li>Bo: fine</li></ul>")
    asked = spec({"title": "text", "ingredients": "[text]"}, kind="page")
    plain, told = read(view, asked), read(described(view, SALAD), asked)
    assert (told.records, told.problems) == (plain.records, plain.problems)


@pytest.mark.parametrize(
    ("html", "doubted"),
    [
        ("<ul><li>2 eggs</li><li>1 onion</li><li>salt</li></ul>", False),
        ("<p>For two:</p><ul><li>2 eggs</li><li>1 onion</li><li>salt</li></ul>", False),
        ("<p>For two</p>", True),
        ("<ul><li>2 eggs</li><li>salt</li></ul>", True),
        ("<ul><li>Base:</li><li>2 eggs</li><li>1 onion</li><li>salt</li></ul>", False),
        ("<ul><li>2 eggs (large)</li><li>1 onion [red]</li><li>salt</li></ul>", False),
        ("<ul><li>2 eggs large</li><li>1 onion red</li><li>salt</li></ul>", True),
    ],
    ids=["the same", "below a line", "a line", "in part", "and more", "with notes", "with other words"],
)
def test_a_list_that_lacks_some_of_the_data_is_doubted(html: str, doubted: bool, page: Page, spec: Spec) -> None:
    """One that has all of it isn't, and where it is the same, nor is where it stands."""
    view = described(page(f"<h1>Salad</h1><h2>Ingredients</h2>{html}<h2>Steps</h2><p>Stir it all.</p>"), SALAD)
    found = read(view, spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks if one.code == "by type"] == ["ingredients"] * doubted


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt>Ingredients</dt><dd>Ham, eggs</dd><dt>Time</dt><dd>4 h</dd></dl>",
        "<dl><dt>Ingredients</dt><dd>Ham</dd><dd>Eggs</dd><dt>Time</dt><dd>4 h</dd></dl>",
        "<p>Ingredients: 2 eggs, 1 onion, salt, ham</p><p>Time: 4 h</p>",
    ],
    ids=["a term's", "a term's in parts", "a line's, and more"],
)
def test_what_the_page_itself_names_is_held_against_no_data(html: str, page: Page, spec: Spec) -> None:
    """Data may have the first few, or words for search engines."""
    view = described(page(f"<h1>Salad</h1>{html}<p>Stir it all.</p>"), SALAD)
    found = read(view, spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks] == []


def test_data_of_another_thing_settles_nothing(page: Page, spec: Spec) -> None:
    """The page is about a pie, and has the list of a salad."""
    html = "<h2>Ingredients</h2><p>For two:</p><ul><li>2 eggs</li><li>1 onion</li><li>salt</li></ul><p>Bake it.</p>"
    asked = spec({"title": "text", "ingredients": "[text]"}, kind="page")
    found = read(described(page(f"<h1>Pie</h1>{html}"), SALAD), asked)
    assert "ingredients" in {one.column for one in found.remarks if one.code == "by type"}


def test_a_list_that_the_mark_up_names_goes_before_that_of_the_data(page: Page, spec: Spec) -> None:
    """Data has the first few of a cast."""
    html = "<h1>Film</h1><ul class=actors><li>Ann</li><li>Bo</li><li>Cy</li></ul><p>Long.</p>"
    view = described(page(html), {"@type": "Movie", "name": "Film", "actor": ["Ann", "Bo"]})
    row = rows_of(view, spec({"title": "text", "actors": "[text]"}, kind="page"))[0]
    assert row["actors"] == ("Ann", "Bo", "Cy")


def test_of_two_lists_of_one_name_the_data_tells_which(page: Page, spec: Spec) -> None:
    """Notes on what is bought stand under the same heading."""
    one, other = ("<h2>Ingredients</h2><ul><li>Eggs from a farm</li><li>Sea salt</li></ul>", PARTS)
    html = f"<h1>Salad</h1>{one}<h2>Ingredients</h2>{other.replace('h2', 'h3')}"
    row = rows_of(described(page(html), SALAD), spec({"title": "text", "ingredients": "[text]"}, kind="page"))[0]
    assert row["ingredients"] == ("2 eggs", "salt", "1 onion", "salt")


@pytest.mark.parametrize("item", ["1 onion (red)", "half an onion"], ids=["with a note", "another word"])
def test_of_two_lists_of_one_name_the_data_tells_which_though_it_says_less(item: str, page: Page, spec: Spec) -> None:
    """The list that shows the most of what the data has is meant."""
    notes, parts = "<ul><li>Eggs from a farm</li><li>Sea salt</li></ul>", f"<li>2 eggs</li><li>{item}</li><li>salt</li>"
    html = f"<h1>Salad</h1><h2>Ingredients</h2>{notes}<p>Now cook.</p><h2>Ingredients</h2><ul>{parts}</ul>"
    found = read(described(page(html), SALAD), spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert not found.problems
    assert found.records[0].values["ingredients"] == ("2 eggs", item, "salt")


def test_a_list_whose_words_only_begin_as_the_data_is_another(page: Page, spec: Spec) -> None:
    """The data's sentences end where the words of one list go on; neither list is the data's."""
    thing = {"@type": "Recipe", "name": "Salad", "recipeIngredient": ["Salt.", "Oil."]}
    lists = ("<ul><li>Saltines</li><li>Oilcloth</li></ul>", "<ul><li>Plates</li><li>Forks</li></ul>")
    html = "<h1>Salad</h1>" + "<p>Now.</p>".join(f"<h2>Ingredients</h2>{one}" for one in lists)
    assert read(described(page(html), thing), spec({"title": "text", "ingredients": "[text]"}, kind="page")).problems


def test_of_two_lists_of_one_name_that_say_as_much_the_data_tells_none(page: Page, spec: Spec) -> None:
    """Half of the data's list is in each."""
    one, other = "<ul><li>2 eggs</li><li>milk</li></ul>", "<ul><li>salt</li><li>oil</li></ul>"
    html = f"<h1>Salad</h1><h2>Ingredients</h2>{one}<p>Now cook.</p><h2>Ingredients</h2>{other}"
    found = read(described(page(html), SALAD), spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert found.problems


def test_steps_that_go_on_behind_what_the_data_has_are_its_list(page: Page, spec: Spec) -> None:
    """What is needed for a step stands behind it; data for search engines is cut off."""
    steps = ["Boil the eggs in water for a while.", "Peel the onion..."]
    thing = {"@type": "Recipe", "name": "Salad", "recipeInstructions": steps}
    html = "<ol><li>Boil the eggs in water for a while. 2 eggs</li><li>Peel the onion and cut it.</li></ol>"
    html = f"<h1>Salad</h1><h2>Instructions</h2>{html}<h2>Notes</h2><p>Stir it all.</p>"
    found = read(described(page(html), thing), spec({"title": "text", "instructions": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks if one.code == "by type"] == []


def test_a_line_below_the_name_of_a_list_that_has_none_of_it_is_doubted(page: Page, spec: Spec) -> None:
    """Buttons for other amounts stand between; what the page names goes before its data, in doubt."""
    scale = "<div><span><span>Scale</span><button>1x</button><button>2x</button></span></div>"
    head = f"<div><div><h3>Ingredients</h3></div>{scale}</div>"
    html = f"<div>{head}<div><p><i>2</i> eggs</p><p><i>1</i> onion</p><p>salt</p></div></div>"
    found = read(described(page(f"<h1>Salad</h1>{html}"), SALAD), spec({"ingredients": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks if one.code == "by type"] == ["ingredients"]


def test_the_one_list_that_is_named_goes_before_the_data(page: Page, spec: Spec) -> None:
    """Words for search engines stand below the page, as what it is about there."""
    named = "<dl><dt>Keywords</dt><dd>batter, pan, flip</dd></dl>"
    tags = "<h2>Tags</h2><ul><li>quick</li><li>sweet</li><li>breakfast</li></ul>"
    thing = {"@type": "Recipe", "name": "Pancakes", "keywords": ["quick", "sweet", "breakfast"]}
    view = described(page(f"<h1>Pancakes</h1>{named}{tags}"), thing)
    found = read(view, spec({"title": "text", "keywords": "[text]"}, kind="page"))
    assert found.records[0].values["keywords"] == ("batter", "pan", "flip")


@pytest.mark.parametrize(
    "steps", [["Boil.", "Peel."], [{"@type": "HowToStep", "name": "Boil", "text": "Boil."}, "Peel."]]
)
def test_steps_of_a_section_are_those_of_the_thing(steps: list[object]) -> None:
    """A step's name sums its text up, and a section's is a heading."""
    section = {"@type": "HowToSection", "name": "Start", "itemListElement": steps}
    thing = {
        "@type": "Recipe",
        "name": "Salad",
        "recipeInstructions": [section, {"@type": "HowToStep", "text": "Eat."}],
    }
    told = linked_properties((json.dumps(thing),), "Salad")
    assert told["recipeInstructions"] == ("Boil.", "Peel.", "Eat.")


def test_a_list_of_long_entries_is_the_one_that_the_data_tells(page: Page, spec: Spec) -> None:
    """An entry is made of an amount, a name and a note, and nothing on the page calls them as the data does."""
    texts = [
        f"{n} cups of the flour that you like best of all, or of another flour (refer to note {n})" for n in range(2, 6)
    ]
    inner = "".join("<li><b>{}</b> <i>{}</i></li>".format(*text.split(" ", 1)) for text in texts)
    html = (
        f"<main><h1>Salad</h1><h3>What you need</h3><ul>{inner}</ul><ul><li>Ann: good</li><li>Bo: fine</li></ul></main>"
    )
    thing = {"@type": "Recipe", "name": "Salad", "recipeIngredient": texts}
    found = read(described(page(html), thing), spec({"ingredients": "[text]"}, kind="page"))
    assert found.records[0].values["ingredients"] == tuple(texts)
    assert not found.remarks


def test_entries_that_are_groups_of_the_lists_texts_are_doubted(page: Page, spec: Spec) -> None:
    """All that the data has is shown, in fewer entries, of several lines each."""
    texts = ["For the base", "2 eggs", "1 onion", "For the top", "salt", "milk"]
    groups = "<li><p>For the base: 2 eggs<br>1 onion</p></li><li><p>For the top: salt<br>milk</p></li>"
    thing = {"@type": "Recipe", "name": "Salad", "recipeIngredient": texts}
    html = f"<h1>Salad</h1><h3>Ingredients</h3><ol>{groups}</ol><h3>Notes</h3><p>Stir it all.</p>"
    found = read(described(page(html), thing), spec({"title": "text", "ingredients": "[text]"}, kind="page"))
    assert [one.column for one in found.remarks if one.code == "by type"] == ["ingredients"]


def test_a_list_that_says_more_of_each_than_the_data_is_not_given_up_for_a_shorter_one(page: Page, spec: Spec) -> None:
    """The data has the first of a cast, whom a line above names; the list has whom each of them plays."""
    cast = "".join(f"<li>{name} as Captain {name[:1]}</li>" for name in ("Ann Lee", "Bo Dahl", "Cy Moor", "Di Ruiz"))
    line = "<div><p><a href=/p/1>Ann Lee</a></p><p><a href=/p/2>Bo Dahl</a></p></div>"
    view = page(f"<h1>Film</h1>{line}<h2>Actors</h2><ul>{cast}</ul><h2>Notes</h2><p>Long.</p>")
    thing = {"@type": "Movie", "name": "Film", "actor": ["Ann Lee", "Bo Dahl"]}
    row = rows_of(described(view, thing), spec({"title": "text", "actors": "[text]"}, kind="page"))[0]
    assert isinstance(row["actors"], tuple)
    assert row["actors"][0] == "Ann Lee as Captain A"
