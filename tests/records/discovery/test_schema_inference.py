"""What `webdart new` offers of pages in the manner of real sites: tables, lists, a record's own page."""

from collections.abc import Callable

import pytest
from webdart.extract.proposal import proposals as discover

from tests.records.page_rows import ATTRIBUTES
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_what_a_table_offers(page: Page, spec: Spec) -> None:
    """A column for the number of the record, one for each cell, yes or no by icons; nothing twice."""
    rows = "".join(
        f"<tr><td><input type=checkbox></td><td><a href='/i/{n}'>{n}</a></td><td><a href='/t/{n}'>{kind} #{n}</a>: Mend lamp</td>"
        f"<td>{'<a class=user href=/u/1>Ana Moss</a>' if n % 3 else ''}</td>"
        f"<td><i class='fa fa-{'check' if n % 2 else 'minus'}-circle'></i></td></tr>"
        for n, kind in enumerate(["Bug", "Task", "Bug", "Support", "Task", "Bug"], 400)
    )
    heads = "<tr><th></th><th>#</th><th>Issue</th><th>Assignee</th><th>Closed</th></tr>"
    (found,) = discover(page(f"<h2>Issues</h2><table>{heads}{rows}</table>"), spec({"name": "text"}))
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("number", "integer"),
        ("issue", "text"),
        ("assignee", "text"),
        ("closed", "boolean"),
        ("url", "link"),
    ]


def test_a_list_whose_entries_have_several_links(page: Page, spec: Spec) -> None:
    """Of links that only their order tells apart the one with another text in every record is the record's own."""
    rows = "".join(
        f"<li>(<a href='/h/{n}'>hist</a>) <a href='/w/{n}'>{name} {n}</a> [{n * 7:,} bytes]</li>"
        for n, name in enumerate(("Oak Vale", "Ash Lake", "Elm Hill", "Fir Cove", "Yew Marsh"), 100)
    )
    (found,) = discover(page(f"<h1>Long pages</h1><ol>{rows}</ol>"), spec({"name": "text"}))
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("bytes", "integer"),
        ("name", "text"),
        ("url", "link"),
    ]
    assert found.records[0].values == {"bytes": 700, "name": "Oak Vale 100", "url": "http://shop.example/w/100"}


def test_ages_are_offered_as_texts(page: Page, spec: Spec) -> None:
    """The text "2 minutes ago" is no 2."""
    rows = "".join(f"<tr><td>{n} minutes ago</td><td>Lamp</td></tr>" for n in range(2, 6))
    (found,) = discover(page(f"<table><tr><th>Seen</th><th>Name</th></tr>{rows}</table>"), spec({"name": "text"}))
    assert found.extract.fields[0].type.kind == "text"


def test_what_a_records_own_page_offers(page: Page, spec: Spec) -> None:
    """Its labels with their values, typed, and the heading that the window's title begins with."""
    body = (
        f"<div id=header><h1>Bridge works</h1></div><div><h2>Bug 42</h2>{ATTRIBUTES[ATTRIBUTES.index('<div') :]}</div>"
    )
    view = replace(page(body.replace("20%", "12")), title="Bug 42: Paint pump - Bridge works")
    assert discover(view, spec({"name": "text"})) == ()
    found = detail_fields(view, spec({"name": "text"}))
    assert found is not None
    assert found.extract.each == "page"
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("title", "text"),
        ("progress", "integer"),
        ("spent_time", "text"),
        ("reviewer", "text"),
    ]
    assert found.records[0].values["title"] == "Bug 42"


@pytest.mark.parametrize("piece", ["", "<!-- -->"])
def test_cards_are_called_by_their_heading(page: Page, spec: Spec, piece: str) -> None:
    """No link leads anywhere: the heading is the name, and words around a number or before a colon are labels.

    Scripts write such a line in pieces.
    """
    cards = "".join(
        f"<article><h3>{name} lamp</h3><p>No. {piece}{n + 10}</p><p>Category: {kind}</p><p>$ {n}9.50</p></article>"
        for n, (name, kind) in enumerate([("Amber", "Floor"), ("Birch", "Table"), ("Elm", "Floor"), ("Oak", "Wall")], 1)
    )
    (found,) = discover(page(f"<main><h1>Lamps</h1>{cards}</main>"), spec({"name": "text"}))
    assert sorted((field.name, field.type.kind) for field in found.extract.fields) == [
        ("category", "text"),
        ("name", "text"),
        ("no", "integer"),
        ("price", "money"),
    ]
    assert [record.values["name"] for record in found.records][:2] == ["Amber lamp", "Birch lamp"]
