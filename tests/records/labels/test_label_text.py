"""Labels and counts within a text: years with their counts in brackets, numbers beside the word that they count."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import NAMES, columns, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


WAYS = {
    "one text": "<li><a href=/{0}>{0} ({1})</a></li>",
    "the number outside of the link": "<li><a href=/{0}>{0}</a> ({1})</li>",
    "an element each": "<li><a href=/{0}>{0}</a> <span>[{1}]</span></li>",
    "with the month": "<li><a href=/{0}>March {0} ({1})</a></li>",
}


YEARS = ((2021, 13), (2020, 7), (2019, 1204), (2018, 2010))


@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("count", ["count", "posts"])
def test_the_year_and_how_many(page: Page, spec: Spec, way: str, count: str) -> None:
    """Neither is taken for the other, though one of the numbers could be a year, too."""
    view = page(f"<aside><h3>Archives</h3><ul>{''.join(WAYS[way].format(*one) for one in YEARS)}</ul></aside>")
    rows = rows_of(view, spec({"year": "integer", count: "integer", "url": "link"}))
    assert [(row["year"], row[count]) for row in rows] == list(YEARS)


def test_one_without_a_number_is_told(page: Page, spec: Spec) -> None:
    """What is not there is NULL, and not the other number."""
    entries = "".join(WAYS["one text"].format(*one) for one in YEARS)
    view = page(f"<aside><h3>Archives</h3><ul>{entries}<li><a href=/old>Before 2018</a></li></ul></aside>")
    got = read(view, spec({"year": "integer", "count": "integer", "url": "link"}))
    assert [record.values["count"] for record in got.records] == [13, 7, 1204, 2010, None]
    assert [record.values["year"] for record in got.records][-1] is None


@pytest.mark.parametrize("text", ["Lamp 2000 (13)", "The 2021 and 2022 lists (7)"])
def test_other_numbers_in_brackets_are_no_counts_of_years(page: Page, spec: Spec, text: str) -> None:
    """A label that is no year is not asked for; of two years neither is meant."""
    entries = "".join(f"<li><a href=/{n}>{text}</a></li>" for n in range(3))
    got = read(page(f"<ul>{entries}</ul>"), spec({"size": "integer", "url": "link"}))
    assert all(record.values.get("size") is None for record in got.records)


HALVES = "<div id=content><div><a href='/help'>Help</a></div><h1>{0}</h1>{1}</div><div id=menu><h2>Menu</h2><div><a href='/'>Start</a></div></div>"


def test_a_number_among_several_that_are_counted(page: Page, spec: Spec) -> None:
    """A line of hits says how many words each has, beside its bytes: the hits are the list, whatever else has numbers."""
    hits = "".join(
        f"<li><div><a href='/{n}'>Horn {'abcde'[n]}</a></div><p>{100 + n} bytes ({n + 2} words) - 10:45, 23 November 2026</p></li>"
        for n in range(5)
    )
    rows = rows_of(
        page(HALVES.format("Results 1 - 5 of 5", f"<ul>{hits}</ul>")), spec({"name": "text", "words": "integer"})
    )
    assert [(row["name"], row["words"]) for row in rows] == [(f"Horn {'abcde'[n]}", n + 2) for n in range(5)]


def test_the_rest_of_a_longer_label_is_no_value(page: Page, spec: Spec) -> None:
    """No docket is called "Number" for standing below "Docket Number"; "Docket #: 25-291" has one called 25-291."""
    longer = "".join(
        f"<li><div>Docket Number</div><div>19-P-{n}</div><h3><a href=/d/{n}>{name}</a></h3></li>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<ul>{longer}</ul>"), spec({"name": "text", "docket": "text"}))
    assert "Number" not in [record.values["docket"] for record in got.records]
    signed = "".join(
        f"<li><p>Docket #: 25-29{n}</p><h3><a href=/d/{n}>{name}</a></h3></li>" for n, name in enumerate(NAMES)
    )
    got = read(page(f"<ul>{signed}</ul>"), spec({"name": "text", "docket": "text"}))
    assert columns(got, "docket") == [(f"25-29{n}",) for n in range(4)]


@pytest.mark.parametrize("when", ["{n} Jun", "June {n}", "{n} hours ago", "Sat {n} June"])
def test_the_day_of_a_month_is_no_count(page: Page, spec: Spec, when: str) -> None:
    """A post shows its day without the year, and no likes: the day is not how many there are."""
    posts = "".join(
        f"<div class=post><span>{when.format(n=n)}</span><p class=body>Note {'abcdefgh'[n - 3]}, and more.</p></div>"
        for n in range(3, 9)
    )
    got = read(page(posts), spec({"body": "text", "likes": "integer"}))
    assert "likes" in {missing.field for missing in got.missing}
    assert not any(record.values.get("likes") for record in got.records)


def test_a_word_of_a_sentence_that_lists_several_is_no_label(page: Page, spec: Spec) -> None:
    """The help for a search names the fields that there are; the value stands where the label does."""
    body = (
        "<p>Search in <code>author</code>, <code>licence</code>, <code>name</code>.</p><h1>Rye 1.2</h1><table>"
        "<tr class=author><td>author</td><td>Bea</td></tr><tr class=licence><td>licence</td><td>MIT</td></tr></table>"
    )
    assert rows_of(page(body), spec({"author": "text", "licence": "text"}, kind="page")) == [
        {"author": "Bea", "licence": "MIT"}
    ]


def test_the_figure_before_a_text_is_what_it_counts(page: Page, spec: Spec) -> None:
    """Of "£450 pledged of £900 goal" each word has the amount before it, also where only one is asked for."""
    cards = "".join(
        f"<article><h3><a href=/p/{n}>{name}</a></h3><div><b>£{n}50</b> pledged of £{n + 4},000 goal</div>"
        f"<div><b>{n}%</b> funded</div></article>"
        for n, name in enumerate(NAMES, 2)
    )
    for names in (("pledged", "goal"), ("pledged",), ("goal",)):
        found = read(page(f"<main>{cards}</main>"), spec({"title": "text", **dict.fromkeys(names, "money")}))
        truth = {"pledged": [n * 100 + 50 for n in range(2, len(NAMES) + 2)]}
        truth["goal"] = [(n + 4) * 1000 for n in range(2, len(NAMES) + 2)]
        for name in names:
            assert [int(str(value).split(".")[0]) for (value,) in columns(found, name)] == truth[name]


@pytest.mark.parametrize("line", ["<span>1990</span> Director {}", "<b>1</b> director {}", "<i>5 km</i> Director {}"])
def test_a_figure_before_a_label_is_not_what_it_says(page: Page, spec: Spec, line: str) -> None:
    """A year or a number of its own stands before a label and its value."""
    people = [(f"{name} Lee",) for name in ("Kim", "Ann", "Ben", "Sue")]
    entries = "".join(
        f"<li><a href=/f/{name}>{name}</a><p>{line.format(*person)}</p></li>"
        for name, person in zip(NAMES, people, strict=True)
    )
    got = read(page(f"<ul>{entries}</ul>"), spec({"title": "text", "director": "text"}))
    assert columns(got, "director") == people


def test_heads_that_differ_by_their_accents(page: Page, spec: Spec, declared: Callable[..., Field]) -> None:
    """A label is written as its head is: of "Höhe" and "Hohe" it is the one that says so."""
    rows = "".join(f"<tr><td>{name}</td><td>{n}</td><td>{n + 50}</td></tr>" for n, name in enumerate(NAMES, 1))
    view = page(f"<table><tr><th>Name</th><th>Hohe</th><th>Höhe</th></tr>{rows}</table>")
    got = read(view, spec([declared("name"), declared("height", "integer", label="Höhe")]))
    assert columns(got, "height") == [(n + 50,) for n, _ in enumerate(NAMES, 1)]


def test_what_is_due_by_a_day_is_nobodys_name(page: Page, spec: Spec) -> None:
    days = ("Monday", "Friday", "Tuesday", "Sunday")
    entries = "".join(
        f"<li><h3>{name}</h3><p>by {day}</p><p>Kim Lee</p></li>" for name, day in zip(NAMES, days, strict=True)
    )
    got = read(page(f"<ul>{entries}</ul>"), spec({"title": "text", "author": "text"}))
    assert got.error("") is not None or got.remarks or columns(got, "author") == [("Kim Lee",)] * len(NAMES)


def test_the_first_word_of_a_label_is_no_label(page: Page, spec: Spec) -> None:
    """The number of a phone is called so, and a phone is another thing."""
    html = "".join(
        f"<article><h2><a href='/b/{n}'>Book {n}</a></h2><p>Phone number: {n}12</p><p>Phone Nova {n}</p></article>"
        for n in range(3)
    )
    rows = rows_of(page(f"<main>{html}</main>"), spec({"title": "text", "phone": "text"}))
    assert [row["phone"] for row in rows] == ["Nova 0", "Nova 1", "Nova 2"]
