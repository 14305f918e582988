"""What a page calls the columns of its records: by labels, by headings, by addresses, and by words that mean the same."""

from collections.abc import Callable

import pytest

from webdart.extract.match import Question, all_features
from webdart.extract.model import Column, FieldSpec, Name, RecordSet
from webdart.extract.page import page_from_view
from webdart.extract.sets import page_record, record_sets
from webdart.page.model import PageView

Page = Callable[..., PageView]
PEOPLE = (("Ann Lee", "ann-lee"), ("Bo Reed", "bo-reed"), ("Cleo Fox", "cleo-fox"), ("Dan Wood", "dan-wood"))


def listed(page: Page, row: str) -> RecordSet:
    rows = "".join(row.format(name=name, key=key, place=place) for place, (name, key) in enumerate(PEOPLE, 10))
    return record_sets(page_from_view(page(f"<main><ul>{rows}</ul></main>")), of="lists")[0]


def column(found: RecordSet, first: str) -> Column:
    return next(one for one in found.columns if one.values[0] == first and not one.derived)


@pytest.mark.parametrize(
    ("link", "text", "names"),
    [
        ("/author/{key}.html", "{name}", {Name("leads", "author")}),
        ("/list?author={key}", "{name}", {Name("leads", "author"), Name("folder", "list")}),
        (
            "/member.php?action=profile&uid={place}",
            "{name}",
            {Name("folder", "uid"), Name("folder", "member"), Name("folder", "profile")},
        ),
        ("/wiki/User:{key}", "{name}", {Name("leads", "user")}),
        ("/lamps/{key}/reviews", "{place}", {Name("leads", "reviews")}),
        ("/news/story-of-{key}", "{name}", {Name("folder", "news")}),
        ("https://shop.example/", "{name}", set[Name]()),
    ],
)
def test_an_address_says_what_its_link_is_about(page: Page, link: str, text: str, names: set[Name]) -> None:
    """The folder of a page that is called as the text is, or the page that a number counts; else only where it lies."""
    found = listed(page, f"<li><b>No. {{place}}.</b> <a href='{link}'>{text}</a> wrote this</li>")
    assert set(column(found, text.format(name="Ann Lee", place=10)).addresses) == names


def test_a_link_says_how_it_is_related(page: Page) -> None:
    found = listed(page, "<li>No. {place} <a href='/p/{place}' rel='tag nofollow'>{name}</a></li>")
    assert Name("leads", "tag") in column(found, "Ann Lee").addresses


def test_each_piece_of_a_value_stands_in_what_the_label_names(page: Page) -> None:
    """Of "Ann Lee (talk | edits)" behind "Created by" the name is a piece, as it would be under a head."""
    value = "<a href=/u/1>Ann Lee</a> (<a href=/t/1>talk</a> | <a href=/e/1>edits</a>)"
    view = page(f"<main><h1>Lamp</h1><table><tr><td>Created by</td><td>{value}</td></tr></table></main>")
    found = page_record(page_from_view(view))
    assert found is not None
    assert Name("in_head", "Created by") in column(found, "Ann Lee").names


def test_a_piece_of_a_cell_is_in_what_its_head_names(page: Page) -> None:
    """A search marks its word in each name: what is left of a name is not all that the head is over."""
    rows = "".join(
        f"<tr><td><div><mark>Bo</mark> {name}</div></td><td>{place * 7}</td></tr>"
        for place, (name, _) in enumerate(PEOPLE)
    )
    view = page(f"<table><tr><th>Name</th><th>Visits</th></tr>{rows}</table>")
    found = record_sets(page_from_view(view), of="lists")[0]
    said = {one.values[0]: {name.source for name in one.names if name.words == "Name"} for one in found.columns}
    assert said["Bo Ann Lee"] == {"head"}
    assert said["Ann Lee"] == {"in_head"}


@pytest.mark.parametrize(("tag", "source"), [("h3", "near"), ("b", "label")])
def test_a_heading_names_what_follows_less_than_a_label_does(page: Page, tag: str, source: str) -> None:
    """Below a heading there may be anything that the page has of it: all its categories, and not this record's."""
    view = page(f"<main><h1>Lamp</h1><div><{tag}>Category</{tag}><p>Garden</p></div></main>")
    found = page_record(page_from_view(view))
    assert found is not None
    assert Name(source, "Category") in column(found, "Garden").names


@pytest.mark.parametrize(
    ("locale", "label", "field", "means"),
    [
        ("cs-CZ", "Nakladatel", "publisher", True),
        ("de-DE", "Hubraum", "engine", True),
        ("fr-FR", "Temps de cuisson", "cook_time", True),
        ("ja-JP", "重量", "weight", True),
        ("de-DE", "Adresse", "address", True),
        ("de-DE", "Ermäßigung", "discount", True),
        ("de-DE", "Kaltmiete", "rent", True),
        ("fr-FR", "Propriétaire", "owner", True),
        ("en-GB", "Owner", "assigned_to", False),
        ("de-DE", "Kaution", "rent", False),
        ("de-DE", "Fax", "phone", False),
        ("cs-CZ", "Hubraum", "engine", False),
    ],
)
def test_a_label_means_what_is_declared_in_the_language_of_the_page(
    page: Page, locale: str, label: str, field: str, means: bool
) -> None:
    view = page(f"<main><h1>Lamp</h1><dl><dt>{label}</dt><dd>Value</dd><dt>Abc</dt><dd>Other</dd></dl></main>")
    made = page_from_view(view)
    found = page_record(made)
    assert found is not None
    (features,) = all_features(Question(found, [FieldSpec(name=field)], made, locale))
    told = {one.values[0]: row for one, row in zip(found.columns, features, strict=True)}
    assert [told["Value"][name] for name in ("means_head", "only_means", "other_means")] == [means, means, 0.0]
    assert told["Other"]["other_means"] == means


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("<main><p><a href=/all>Outdoors</a> › <a href=/camp>Camping</a></p><section>", "</section></main>"),
        ("<header><a href=/camp>Camping</a> › <nav><a href=/all>Outdoors</a></nav></header><main>", "</main>"),
    ],
    ids=["the way to the page", "a banner"],
)
def test_links_above_a_list_are_no_line_of_heads(page: Page, above: str, below: str) -> None:
    """They have as many parts as a record has: a link, a sign, a link."""
    rows = "".join(f"<div><a href=/p/{key}>{name}</a> <i>{key}</i> <b>{key}</b></div>" for name, key in PEOPLE)
    found = record_sets(page_from_view(page(f"{above}{rows}{below}")), of="lists")[0]
    assert len(found) == len(PEOPLE)
    assert {name.words for one in found.columns for name in one.names}.isdisjoint({"Outdoors", "Camping"})
