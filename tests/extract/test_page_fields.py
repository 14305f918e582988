"""A page that is one record and calls a field otherwise: what a label of other words names is read, and is a doubt."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from tests.records.conftest import make_field
from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import Extraction, ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def sheet(*facts: tuple[str, str]) -> str:
    lines = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in facts)
    return f"<title>Rain story</title><main><h1>Rain story</h1><p>A story of rain.</p><dl>{lines}</dl></main>"


def got(view: PageView, wanted: ListingSpec) -> tuple[Extraction, list[tuple[str, str | None]]]:
    found = read(view, wanted)
    return found, [(one.code, one.column) for one in found.remarks]


@pytest.mark.parametrize(
    ("name", "label", "kind", "value"),
    [("genre", "Genres", "text", "Comedy"), ("rating", "Ratings", "integer", 14)],
)
def test_a_label_of_other_words_is_a_doubt(
    page: Page, spec: Spec, name: str, label: str, kind: str, value: str | int
) -> None:
    """The column is probable by all that the page says, and the rules read the same by its label."""
    view = page(sheet(("Remark", "none so far"), (label, str(value)), ("Seen by", "Ann")))
    found, told = got(view, spec({"title": "text", name: kind}, each="page", kind="page"))
    assert found.lacking(view.url) is None
    assert found.records[0].values == {"title": "Rain story", name: value}
    assert told == [("other column", name)]
    assert f"`label: {label}`" in next(one.text for one in found.remarks)


def test_a_sign_within_a_label_is_no_value(page: Page, spec: Spec) -> None:
    """That a box may stay empty was read as what it holds, where the file writes the label."""
    box = "<div><label for={0}>{1} <span>Optional</span></label> <div><input id={0} value='{2}'><small>{1} of the hosts.</small></div></div>"
    form = "".join(box.format(*facts) for facts in (("n", "Note", "Call first"), ("l", "Length", "30")))
    fields = [make_field("remark", label="Note"), make_field("minutes", "integer", label="Length")]
    found = read(page(f"<h1>Talk 7</h1><form>{form}</form>"), spec(fields, each="page", kind="page"))
    assert found.records[0].values == {"remark": "Call first", "minutes": 30}


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("author", "Author website"),
        ("prep_time", "Total time"),
        ("minimum_age", "Maximum age"),
        ("address", "Email address"),
    ],
)
def test_a_label_that_says_more_is_of_something_else(page: Page, spec: Spec, name: str, label: str) -> None:
    """Each of its words has to be one of the field's name."""
    view = page(sheet(("Remark", "none so far"), (label, "about 12 so far"), ("Seen by", "Ann")))
    found, _ = got(view, spec({"title": "text", name: "text"}, each="page", kind="page"))
    assert found.lacking(view.url) is not None


def test_the_label_of_a_fact_sheet_without_mark_up(page: Page, spec: Spec) -> None:
    """Lines of one shape say that "Prep" is a label; what it names is called so in part by its class."""
    facts = [("Prep", "10 min"), ("Cook", "50 min"), ("Total", "60 min")]
    lines = "".join(f"<div><span>{one}</span><span class=time-{one}>{two}</span></div>" for one, two in facts)
    view = page(f"<title>Rain story</title><main><h1>Rain story</h1><div>{lines}</div></main>")
    found, told = got(view, spec({"title": "text", "prep_time": "duration"}, each="page", kind="page"))
    assert found.records[0].values["prep_time"] == timedelta(minutes=10)
    assert told == [("other column", "prep_time")]


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({"views": "integer"}, [("Total time", "27 minutes"), ("Seen by", "Ann")]),
        ({"deadline": "text"}, [("Town", "Bonn"), ("Seen by", "Ann")]),
        ({"genre": "integer"}, [("Genres", "Comedy"), ("Seen by", "Ann")]),
    ],
    ids=["other words", "nothing like it", "other type"],
)
def test_what_no_label_is_near_stays_nowhere(
    page: Page, spec: Spec, fields: dict[str, str], facts: list[tuple[str, str]]
) -> None:
    """An honest error, with the labels that the page has."""
    view = page(sheet(*facts))
    found = read(view, spec({"title": "text", **fields}, each="page", kind="page"))
    error = found.lacking(view.url)
    assert error is not None
    assert "Seen by" in error.hint


def test_a_label_that_is_another_fields_is_not_taken(page: Page, spec: Spec) -> None:
    """The genres are those that the file asks for by that name."""
    view = page(sheet(("Genres", "Comedy"), ("Seen by", "Ann")))
    found = read(view, spec({"title": "text", "genres": "text", "genre": "text"}, each="page", kind="page"))
    assert [one.field for one in found.missing] == ["genre"]


def test_a_later_page_is_read_by_the_label_of_the_first(page: Page, spec: Spec) -> None:
    """A label that was told once is no doubt again, and a page without it has no value."""
    wanted = spec({"title": "text", "genre": "text"}, each="page", kind="page")
    first = read(page(sheet(("Genres", "Comedy"), ("Seen by", "Ann"))), wanted)
    later = read(page(sheet(("Seen by", "Bo"), ("Genres", "Drama"))), wanted, first.wrapper)
    assert later.records[0].values["genre"] == "Drama"
    assert not later.remarks


def test_what_no_label_names_is_taken_from_the_most_probable_column(page: Page, spec: Spec) -> None:
    """A link in a part of the page that the rules leave alone is called what is looked for; it is a doubt."""
    prose = f"<p>{'The keeper oiled the wheel twice a day, and nobody asked why. ' * 6}</p>"
    line = "<p class=byline><span class=author>Ann Reed</span> <time datetime=2024-03-02>2 March 2024</time></p>"
    tags = "<aside><nav><ul class=tags><li><a class=tag href=/categories/harbour/ rel=tag>harbour</a></li></ul></nav></aside>"
    view = page(f"<title>The wheel</title><main><article><h1>The wheel</h1>{line}{prose}{tags}</article></main>")
    found, told = got(view, spec({"title": "text", "tag": "text"}, each="page", kind="page"))
    assert found.lacking(view.url) is None
    assert found.records[0].values == {"title": "The wheel", "tag": "harbour"}
    assert told == [("other column", "tag")]
    absent, _ = got(view, spec({"title": "text", "mileage": "integer"}, each="page", kind="page"))
    assert absent.lacking(view.url) is not None


PROSE = f"<p>{'The keeper oiled the wheel twice a day, and nobody asked why. ' * 6}</p>"


def post(title: str, folder: str, *tags: str) -> str:
    links = ", ".join(f"<a href=/tag/{one} rel=tag>{one}</a>" for one in tags)
    line = f"<p>Posted in <a href=/category/{folder}>{folder}</a>. Tags: {links}</p>"
    return f"<title>{title}</title><main><article><h1>{title}</h1>{PROSE}{line}</article></main>"


def test_a_part_of_a_text_is_read_by_where_its_link_leads_on_every_page(page: Page, spec: Spec) -> None:
    """The rules have no such column, so the page's own is asked each time, and each time it is told."""
    wanted = spec({"title": "text", "category": "text", "tag": "text"}, each="page", kind="page")
    first = read(page(post("The wheel", "garden", "oil", "iron")), wanted)
    later = read(page(post("The mill", "river", "stone")), wanted, first.wrapper)
    read_of = [one.records[0].values for one in (first, later)]
    assert [tuple(one.values()) for one in read_of] == [("The wheel", "garden", "oil"), ("The mill", "river", "stone")]
    assert all({one.column for one in each.remarks} >= {"tag"} for each in (first, later))


def test_labels_that_mean_the_same_in_the_language_of_the_page(page: Page, spec: Spec) -> None:
    """They are learned on the first page; a later one that lacks one of them takes nothing else for it."""
    facts = {"Autor": "Jan", "Nakladatel": "Albatros", "Rok": "2018", "Stran": "300"}
    wanted = spec(
        {"title": "text", "publisher": "text", "year": "integer", "pages": "integer"},
        each="page", kind="page", locale="cs-CZ",
    )  # fmt: skip
    first, told = got(page(sheet(*facts.items())), wanted)
    assert list(first.records[0].values.values()) == ["Rain story", "Albatros", 2018, 300]
    assert not told
    later = read(page(sheet(*((name, facts[name]) for name in ("Stran", "Rok", "Autor")))), wanted, first.wrapper)
    assert list(later.records[0].values.values()) == ["Rain story", None, 2018, 300]
    assert [one.field for one in later.missing] == ["publisher"]


def test_a_field_is_read_again_only_if_the_others_stay_as_they_are(page: Page, spec: Spec) -> None:
    """What the page's own columns say of a field is no reason to read another one otherwise."""
    view = page(sheet(("Genres", "Comedy"), ("Ratings", "14"), ("Seen by", "Ann")))
    plain = read(view, spec({"title": "text", "seen_by": "text"}, each="page", kind="page"))
    both = read(view, spec({"title": "text", "seen_by": "text", "rating": "integer"}, each="page", kind="page"))
    assert both.records[0].values == {**plain.records[0].values, "rating": 14}


def test_a_label_that_means_more_replaces_nothing_that_was_read(page: Page, spec: Spec) -> None:
    """When a story came out stands in its line; when it was changed last is another day."""
    line = "<p class=byline>By <a href=/authors/di-fox>Di Fox</a> on <time datetime=2024-05-01>1 May 2024</time></p>"
    facts = "".join(
        f"<dt>{one}</dt><dd>{two}</dd>" for one, two in (("Last updated", "2024-05-06"), ("Topic", "Bridges"))
    )
    html = f"<title>Bridge</title><main><article><h1>Bridge</h1>{line}{PROSE}</article><dl>{facts}</dl></main>"
    found, told = got(page(html), spec({"title": "text", "date": "date"}, each="page", kind="page"))
    assert found.records[0].values["date"] == date(2024, 5, 1)
    assert told == []


def test_what_the_page_calls_by_the_very_name_is_no_other_column(page: Page, spec: Spec) -> None:
    """Labels below their values name none for the page's columns, but "Category" stands there, under another text."""
    facts = (("5 Elm Street", "Venue"), ("Garden", "Category"), ("20 min", "Length"))
    stats = "".join(f"<div class=stat><b>{one}</b><span>{two}</span></div>" for one, two in facts)
    view = page(f"<title>Tour</title><main><h1>Tour</h1>{PROSE}<div>{stats}</div></main>")
    found, _ = got(view, spec({"title": "text", "category": "text"}, each="page", kind="page"))
    assert not found.records or found.records[0].values["category"] in {"Garden", None}


def test_two_fields_are_not_read_from_one_place(page: Page, spec: Spec) -> None:
    lines = "<ul><li>Security deposit: €167.23</li><li>Pets: none</li></ul>"
    view = page(f"<title>Flat</title><main><h1>Flat</h1>{PROSE}{lines}</main>")
    found, _ = got(view, spec({"title": "text", "deposit": "money", "rent": "money"}, each="page", kind="page"))
    values = found.records[0].values if found.records else dict[str, object]()
    assert values.get("rent") is None


def facts(title: str, *lines: str) -> str:
    said = "".join(f"<p>{line}</p>" for line in lines)
    return f"<title>{title}</title><main><h1>{title}</h1>{said}<p>{'The keeper oiled the wheel. ' * 9}</p></main>"


FULL = facts("The mill", "Published: Nov 1, 2020", "Language: Czech", "Acquired: Oct 2, 1998")
BARE = facts("The pond", "Language: English", "Acquired: Oct 21, 1991")


def test_what_a_page_before_had_a_label_for_is_nothing_else_later(page: Page, spec: Spec) -> None:
    """A book without its day of publication is not said to be published on the day that it was bought."""
    wanted = spec({"title": "text", "published": "date"}, each="page", kind="page")
    first = read(page(FULL), wanted)
    later = read(page(BARE), wanted, first.wrapper)
    assert later.records[0].values["published"] is None
    assert [one.field for one in later.missing] == ["published"]


def test_a_later_page_that_has_the_very_name_is_read_by_it(page: Page, spec: Spec) -> None:
    """And so are those after it, where the first page had another text that is probable."""
    wanted = spec({"title": "text", "published": "date"}, each="page", kind="page")
    first = read(page(BARE), wanted)
    assert [(one.code, one.column) for one in first.remarks] == [("other column", "published")]
    second = read(page(FULL), wanted, first.wrapper)
    assert second.records[0].values["published"] == date(2020, 11, 1)
    third = read(page(BARE), wanted, second.wrapper)
    assert third.records[0].values["published"] is None


@pytest.mark.parametrize(
    ("name", "label"), [("contact", "Contact person"), ("fuel", "Fuel type"), ("seller", "Sold by"), ("author", "By")]
)
def test_a_label_that_adds_only_of_what_sort_it_is(page: Page, spec: Spec, name: str, label: str) -> None:
    """Beside one that is another word and looks like it."""
    wanted = spec({"title": "text", name: "text"}, each="page", kind="page")
    found, _ = got(page(sheet(("Contract", "Full time"), (label, "Ann Lee"), ("Shelf", "B2"))), wanted)
    assert found.records[0].values[name] == "Ann Lee"


def test_who_published_a_thing_did_not_write_it(page: Page, spec: Spec) -> None:
    """What "Published by" leads to is a publisher; a block with that and "Written by" is no byline."""
    wanted = spec({"title": "text", "author": "text", "publisher": "text"}, each="page", kind="page")
    found, _ = got(page(sheet(("Published by", "Acme"), ("Written by", "Ann Lee"))), wanted)
    assert found.records[0].values == {"title": "Rain story", "author": "Ann Lee", "publisher": "Acme"}
    wanted = spec({"title": "text", "author": "text"}, each="page", kind="page")
    alone, remarks = got(page(sheet(("Published by", "Ann Lee"), ("Shelf", "B2"))), wanted)
    assert alone.records[0].values["author"] == "Ann Lee"
    assert remarks == [("other column", "author")]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("customer", "Customer number"),
        ("customer", "Customer type"),
        ("company", "Company type"),
        ("event", "Event date"),
    ],
)
def test_a_sort_of_people_or_of_things_unknown_is_something_else(page: Page, spec: Spec, name: str, label: str) -> None:
    wanted = spec({"title": "text", name: "text"}, each="page", kind="page")
    found, _ = got(page(sheet((label, "Private"), ("Shelf", "B2"))), wanted)
    assert found.records[0].values[name] is None
