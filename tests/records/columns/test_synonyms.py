"""Names of fields meet the words of a page by what these mean, in the languages that pages speak."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.lexicon.phrases import code_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.columns.synonyms import are_other_times, mean_alike, mean_apart, related

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

BOATS = (("Gull", "Anna Holm", "Elm Yard", "1200", "3. 5. 2024"), ("Tern", "Ben Falk", "Oak Yard", "800", "4. 5. 2024"),
         ("Heron", "Cleo Marsh", "Elm Yard", "2100", "9. 6. 2024"), ("Grebe", "Dan Rook", "Fir Yard", "40", "1. 7. 2024"))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "label", "same"),
    [
        ("Kilometerstand", "mileage", True),
        ("Veröffentlicht", "date", True),
        ("Veröffentlicht am", "published", True),
        ("Aktualisiert", "published", False),
        ("Verkäufer", "buyer", False),
        ("Customer number", "client", False),
        ("Born", "birth place", False),
        ("Author", "posted by", True),
        ("Menge", "amount", False),
        ("Preis", "cost", False),
        ("Prodejce", "seller", False),
        ("Boat", "ship", False),
    ],
)
def test_a_name_means_the_same_as_a_whole(name: str, label: str, *, same: bool) -> None:
    """On a German page. A date may be any, an amount is of two kinds, of prices there are several; Czech says nothing."""
    assert mean_alike(name, label, frozenset({"de"})) is same


def test_words_without_a_meaning_say_nothing_of_kin() -> None:
    """Two names of a column that is there are kin in any language, if nothing that has a meaning is left over."""
    assert related("asking price", "cost")
    assert related("Wydawnictwo", "publisher")
    assert not related("Matches won", "losses")


def test_a_time_of_the_day_may_be_a_beginning_s_but_no_deadline() -> None:
    assert not mean_apart("time", "Starts")
    assert not mean_apart("Uhrzeit", "date")
    assert mean_apart("time", "Deadline")


def _table(*heads: str) -> str:
    rows = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in BOATS)
    return f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{rows}</table>"


def test_the_one_head_that_means_the_same_is_the_name(page: Page, spec: Spec) -> None:
    """The heads are another language's than the fields: nothing is to be asked, nothing is in doubt."""
    view = page(_table("Loď", "Zákazník", "Prodejce", "Najeto", "Vydáno"))
    asked = {"name": "text", "buyer": "text", "seller": "text", "mileage": "integer", "published": "date"}
    got = read(view, spec(asked, locale="cs"))
    assert (got.problems, got.remarks) == ((), ())
    rows = [
        (row["buyer"], row["seller"], row["mileage"], str(row["published"]))
        for row in rows_of(view, spec(asked, locale="cs"))
    ]
    assert rows[0] == ("Anna Holm", "Elm Yard", 1200, "2024-05-03")


def test_of_two_heads_of_one_meaning_none_is_the_name(page: Page, spec: Spec) -> None:
    """Two columns are customers: which of them is meant, nobody said."""
    got = read(page(_table("Boat", "Client", "Purchaser", "Miles", "Issued")), spec({"name": "text", "buyer": "text"}))
    assert got.problems or any(remark.column == "buyer" for remark in got.remarks)


def test_folders_and_classes_say_it_in_other_words(page: Page, spec: Spec) -> None:
    """Who wrote it leads to "/author/…", what it is filed under has a class that ends so."""
    items = "".join(
        f"<article><h2><a href=/p/{n}>About the {name}</a></h2>"
        f"<div><a href=/author/{who.lower().replace(' ', '-')}.html>{who}</a> <i class=post-category>{yard}</i>"
        f" <i class=x1>{miles} lines</i></div></article>"
        for n, (name, who, yard, miles, _) in enumerate(BOATS)
    )
    got = read(page(f"<main>{items}</main>"), spec({"title": "text", "writer": "text", "rubric": "text"}))
    assert (got.problems, [remark.column for remark in got.remarks]) == ((), [])
    assert [(one.values["writer"], one.values["rubric"]) for one in got.records] == [
        (who, yard) for _, who, yard, _, _ in BOATS
    ]


def test_a_class_of_two_meanings_is_of_neither(page: Page, spec: Spec) -> None:
    """A "category-tag" may be a category: the tag is what leads to one, and is called nothing else."""
    items = "".join(
        f"<article><h2><a href=/p/{n}>About the {name}</a></h2> in <span class=category-tag>{yard}</span>"
        f" <a href=/tag/{name.lower()} class=tag>{name.lower()}</a></article>"
        for n, (name, _, yard, _, _) in enumerate(BOATS)
    )
    got = rows_of(page(f"<main>{items}</main>"), spec({"title": "text", "keyword": "text"}))
    assert [row["keyword"] for row in got] == [name.lower() for name, *_ in BOATS]


@pytest.mark.parametrize("label", ["Wash time", "Dry time"])
def test_a_label_that_says_more_has_no_part_of_its_meaning(page: Page, spec: Spec, label: str) -> None:
    """Any time is not the one that is asked for: without its own name each stays in doubt."""
    items = "".join(
        f"<li><h3><a href=/w/{n}>{name}</a></h3><b class=time-a>{n + 10} min</b> <b class=time-b>{n + 30} min</b></li>"
        for n, (name, *_) in enumerate(BOATS)
    )
    field = label.lower().replace(" ", "_")
    got = read(page(f"<ul>{items}</ul>"), spec({"title": "text", field: "duration"}))
    assert got.problems or any(remark.column == field for remark in got.remarks)


@pytest.mark.parametrize(("told", "code"), [("en-GB", "en"), ("pt_BR", "pt"), ("no", "nb"), ("fil", "fil"), ("", "")])
def test_a_language_is_known_by_its_whole_name(told: str, code: str) -> None:
    """Filipino is not Finnish; Norwegian is written as Bokmål."""
    assert code_of(told) == code


@pytest.mark.parametrize(("mark", "sure"), [("p-author", True), ("entry-author", True), ("co-author", False)])
def test_what_stands_before_a_word_in_a_class_may_say_of_what(page: Page, spec: Spec, mark: str, *, sure: bool) -> None:
    """A form of microformats2 and what records are called say nothing; who helped has not written it."""
    items = "".join(
        f"<article><h2><a href=/p/{n}>About the {name}</a></h2> <i class=x1>{yard}</i> <b class={mark}>{who}</b></article>"
        for n, (name, who, yard, _, _) in enumerate(BOATS)
    )
    got = read(page(f"<main>{items}</main>"), spec({"title": "text", "writer": "text"}))
    doubted = bool(got.problems) or any(remark.column == "writer" for remark in got.remarks)
    assert doubted is not sure


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("deadline", "Posted on", True),
        ("Ends", "starts", True),
        ("posted", "Created", False),  # a thing is made public as it is made
        ("date", "Last updated", False),  # any date may be the only one
        ("seats", "Posted on", False),
    ],
)
def test_two_times_are_not_one(one: str, other: str, *, apart: bool) -> None:
    assert are_other_times(one, other) is apart
