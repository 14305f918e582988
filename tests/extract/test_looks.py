"""What a field's name says of its values tells columns apart that nothing on the page names."""

from collections.abc import Callable

import pytest

from webdart.extract.match.looks import look
from webdart.extract.reader import read
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
MEMBERS = (
    ("Adam Wilk", "0781 334864", "Sport", "Swims in the river all year, and teaches it."),
    ("Jan Kowal", "0416 912592", "Travel", "Walks from hut to hut with a small tent."),
    ("Ewa Lis", "0902 589683", "Sport", "Runs the club's shop on most weekends."),
    ("Ola Nowak", "0233 104417", "Music", "Plays the cello where nobody asks her to."),
)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("0781 334864", "phone"),
        ("+44 20 7946 0958", "phone"),
        ("2010", "year"),
        ("18.756", "number"),
        ("B-437/25", "code"),
        ("ann@lee.example", "mail"),
        ("www.lee.example/shop", "address"),
        ("12 High Street", "words"),
        ("Sold out", "words"),
        ("Bring good shoes. The way is long.", "prose"),
        ("身軽な旅のために作られました。", "prose"),
    ],
)
def test_what_a_value_looks_like(value: str, said: str) -> None:
    assert look(value) == said


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (0, 3, 2, 1)])
def test_texts_without_names_are_told_apart_by_what_they_look_like(
    page: Page, spec: Spec, order: tuple[int, ...]
) -> None:
    items = "".join(
        f"<li><h3><a href='/{n}'>{one[order[0]]}</a></h3>{''.join(f'<p>{one[place]}</p>' for place in order[1:])}</li>"
        for n, one in enumerate(MEMBERS)
    )
    asked = spec(dict.fromkeys(("name", "phone", "section", "summary"), "text"))
    found = read(page(f"<h1>Club</h1><ul>{items}</ul>"), asked)
    assert [tuple(record.values.values()) for record in found.records] == list(MEMBERS)
    assert {one.column for one in found.remarks} >= {"phone", "section"}


def test_years_are_no_views(page: Page, spec: Spec) -> None:
    rows = (("Alba", 2010, 4382), ("Bruno", 1953, 18756), ("Carla", 2014, 78114), ("Dora", 1999, 312))
    items = "".join(f"<li><h3><a href='/{a}'>{a}</a></h3><p>{year}</p><p>{n:,}</p></li>" for a, year, n in rows)
    found = read(page(f"<h1>Clips</h1><ul>{items}</ul>"), spec({"name": "text", "views": "integer", "year": "integer"}))
    assert [tuple(record.values.values()) for record in found.records] == [(a, n, year) for a, year, n in rows]


@pytest.mark.parametrize("field", ["language", "seller", "location"])
def test_words_settle_no_doubt(page: Page, spec: Spec, field: str) -> None:
    """Most columns have words: that is no witness of what they are."""
    items = "".join(
        f"<li><h3><a href='/{n}'>Lamp {n}</a></h3><p>{word}</p></li>"
        for n, word in enumerate(("red", "blue", "black", "white", "grey", "green"))
    )
    found = read(page(f"<h1>List</h1><ul>{items}</ul>"), spec({"name": "text", field: "text"}))
    assert {one.column for one in found.remarks} == {field}


def test_a_likelier_column_moves_no_field_that_is_in_no_doubt(page: Page, spec: Spec) -> None:
    rows = (
        ("Roots", 1999, "978-3-16-148410-0", "J. R. Lee Jr."),
        ("Tides", 2004, "978-0-306-40615-7", "Ann Fox"),
        ("Hills", 2011, "978-1-86197-271-2", "Bo Reed"),
    )
    items = "".join(
        f"<li><b><a href='/{name}'>{name}</a></b> <span>{year}</span> · <span>{code}</span> · <span>{who}</span></li>"
        for name, year, code, who in rows
    )
    asked = spec({"code": "text", "author": "text", "year": "integer", "title": "text"})
    found = read(page(f"<h1>Books</h1><ul>{items}</ul>"), asked)
    assert [record.values["title"] for record in found.records] == [name for name, *_ in rows]
