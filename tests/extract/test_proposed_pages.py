"""When `webdart new` proposes a page itself as a record: by its labels, by what its data tells, and as a text."""

import json
from datetime import date

import pytest

from tests.extract.conftest import listings
from tests.records.conftest import build, make_spec
from webdart.extract.reader import read
from webdart.values import replace

NAMES = ["Anna", "Bertha", "Clara", "Dora", "Emma"]


@pytest.mark.parametrize(
    "pairs", ["<table>{}</table>", "<dl>{}</dl>"], ids=["rows of a head and a cell", "terms and their definitions"]
)
def test_a_list_of_labels_with_their_values_is_the_page_itself(pairs: str) -> None:
    """An infobox has no records "text, text_2": it is of one thing, and each label is a field."""
    lines = {"County": "Midshire", "Population (2021)": "32,094", "Area": "79.5 km²", "Founded": "1756", "Mayor": "Fay"}
    line = "<tr><th>{}</th><td>{}</td></tr>" if "table" in pairs else "<dt>{}</dt><dd>{}</dd>"
    box = pairs.format("".join(line.format(*one) for one in lines.items()))
    found = listings(f"<h1>Ashford</h1>{box}<p>A town.</p>")[0]
    assert found.extract.each == "page"
    assert {"county", "population_2021", "founded"} <= {field.name for field in found.extract.fields}


SOUP = """<h1>Soup</h1><p>by Ann Lee</p><p>4.9</p><ul><li>2 onions</li><li>1 leek</li></ul><p><b>Serves:</b> 4</p>
    <h2>More soups</h2><div>{}</div>"""
MORE = "".join(f"<div><a href=/r/{n}><b>{name} soup</b></a> <i>{n} min</i></div>" for n, name in enumerate(NAMES, 11))
RECIPE = {
    "@type": "Recipe", "name": "Soup", "author": {"@type": "Person", "name": "Ann Lee"}, "ratingValue": 4.94,
    "recipeIngredient": ["2 onions", "1 leek"], "image": "/never/shown.jpg",
}  # fmt: skip


def test_a_page_about_one_thing_by_its_data_comes_before_its_lists() -> None:
    """What its data tells and the page shows is a field; what else is listed there stands behind it."""
    first, *others = listings(SOUP.format(MORE), linked=(json.dumps(RECIPE),))
    assert first.extract.each == "page"
    assert first.records[0].values == {
        "title": "Soup", "author": "Ann Lee", "rating": 4.9, "ingredients": ("2 onions", "1 leek"), "serves": 4,
    }  # fmt: skip
    assert 5 in [one.count for one in others]


def test_a_text_of_paragraphs_is_the_page_itself() -> None:
    """An article's paragraphs are no rows; who wrote it when is read without a label."""
    told = "The council has voted on the new bridge, which will be built of steel and wood, after two years of debate"
    text = "".join(f"<p>{told}, says {name}.</p>" for name in NAMES)
    first, *_ = listings(
        f"<title>Bridge</title><h1>Bridge</h1><p>By <a href=/ann rel=author>Ann Lee</a></p><p>May 4, 2026</p><article>{text}</article>"
    )
    assert first.extract.each == "page"
    assert first.records[0].values == {"title": "Bridge", "author": "Ann Lee", "date": date(2026, 5, 4)}


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ("<p><a href=/{n}>{name}</a> <b>${n}.50</b> a lamp for the garden, of {n} months, collected by {name} alone, no post, please, and no offers</p>", 5),
        ("<table><tr><th>Name</th><th>Weight</th></tr>{rows}</table>", 5),
    ],
    ids=["paragraphs with an amount", "a table with heads"],
)  # fmt: skip
def test_rows_of_a_page_about_one_thing_come_first_where_they_are_rows(rows: str, count: int) -> None:
    """Paragraphs with a price and a link of their own are records; a table is meant to be read."""
    cells = "".join(f"<tr><td>{name}</td><td>{n} kg</td></tr>" for n, name in enumerate(NAMES, 11))
    body = rows.format(rows=cells) if "table" in rows else "".join(
        rows.format(n=n, name=name) for n, name in enumerate(NAMES, 11)
    )  # fmt: skip
    linked = (json.dumps(RECIPE),) if "table" in rows else ()
    html = f"<h1>Soup</h1><p>by Ann Lee</p><p>4.9</p><p>May 4, 2026</p><main>{body}</main>"
    assert listings(html, linked=linked)[0].count == count


def test_a_long_glossary_is_offered_beside_the_page_itself() -> None:
    """The page's own record has few of its labels."""
    lines = "".join(f"<dt>{name} {word}</dt><dd>By {word} {name}.</dd>" for name in NAMES for word in "abcdef")
    thing = json.dumps({**RECIPE, "@type": "Article"})
    found = listings(f"<h1>Soup</h1><p>by Ann Lee</p><p>4.9</p><dl>{lines}</dl>", linked=(thing,))
    assert found[0].extract.each == "page"
    assert 30 in {one.count for one in found}


@pytest.mark.parametrize(
    "things",
    [
        [],
        [{**RECIPE, "@type": "DiscussionForumPosting"}],  # read for its entries
        [RECIPE, {**RECIPE, "name": "Soup of leek"}],  # of several things
        [{**RECIPE, "name": "Salad"}],
    ],
)
def test_a_page_about_no_one_thing_is_its_lists(things: list[object]) -> None:
    """Without data, or with that of others, the listing is what is read."""
    assert listings(SOUP.format(MORE), linked=tuple(map(json.dumps, things)))[0].count == 5


SHEET = "<title>Soup - Kitchen</title><main><h1>Soup</h1><p>by Ann Lee</p><p>4.9</p><div>{}</div></main>"
FACTS = (("Prep time", "10 mins"), ("Cook time", "1 hour"), ("Serves", "4"), ("Cuisine", "Polish"))


def sheet(line: str = "<div><span>{}</span><span>{}</span></div>") -> str:
    """A record's own page with lines of one shape: nothing but this makes labels and values of their texts."""
    return SHEET.format("".join(line.format(*fact) for fact in FACTS))


@pytest.mark.parametrize(
    "line",
    [
        "<div><span>{}</span><span>{}</span></div>",
        "<li><b class=name>{}</b><div><i>{}</i></div></li>",
        "<p>{}<b>{}</b></p>",
    ],
)
def test_a_fact_sheet_of_bare_elements_is_offered(line: str) -> None:
    """Labels without a colon or a mark-up of labels, with typed values; a run has the same cells, and no doubt."""
    html = sheet(line)
    own = listings(html, linked=(json.dumps(RECIPE),))[0]
    fields = {field.name: field.type.kind for field in own.extract.fields}
    kinds = {"prep_time": "duration", "cook_time": "duration", "serves": "integer", "cuisine": "text"}
    assert {name: fields.get(name) for name in kinds} == kinds
    facts = tuple(field for field in own.extract.fields if field.name in {"title", *kinds})
    found = read(build(html), replace(make_spec({}, kind="page"), extract=replace(own.extract, fields=facts)))
    assert found.records[0].values == {field.name: own.records[0].values[field.name] for field in facts}
    assert [*found.problems, *found.missing, *found.remarks] == []


def test_a_piece_of_a_length_of_time_is_not_offered() -> None:
    """A number without its unit would be read of it."""
    html = sheet().replace("<span>1 hour</span>", "<p>1</p><span>hour</span><p>30</p><span>minutes</span>")
    own = listings(html, linked=(json.dumps(RECIPE),))[0]
    fields = {field.name for field in own.extract.fields}
    assert "prep_time" in fields
    assert "cook_time" not in fields


def test_what_told_a_field_may_be_what_a_label_names() -> None:
    """The page's one day is that of its label: a run would find no other for a `date`."""
    html = sheet().replace("<p>4.9</p>", "<dl><dt>Updated</dt><dd>May 4, 2026</dd></dl>")
    own = listings(html, linked=(json.dumps(RECIPE),))[0]
    assert "updated" in own.records[0].values
    assert {field.name for field in own.extract.fields} == own.records[0].values.keys()
