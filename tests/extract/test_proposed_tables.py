"""What `webdart new` offers of pages in the manner of real sites: tables, lists, a record's own page."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import ATTRIBUTES
from webdart.extract.proposal import proposals
from webdart.extract.proposal.detail_fields import detail_fields
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_what_a_table_offers(page: Page, spec: Spec) -> None:
    """A column for the number of the record and its page, and one for each cell."""
    rows = "".join(
        f"<tr><td><input type=checkbox></td><td><a href='/i/{n}'>{n}</a></td><td><a href='/t/{n}'>{kind} lamp</a></td>"
        f"<td>{'<a class=user href=/u/1>Ana Moss</a>' if n % 3 else ''}</td>"
        "</tr>"
        for n, kind in enumerate(["Dim", "Cold", "Bent", "Loud", "Wet", "Lost"], 400)
    )
    heads = "<tr><th></th><th>#</th><th>Issue</th><th>Assignee</th></tr>"
    (found,) = proposals(page(f"<h2>Issues</h2><table>{heads}{rows}</table>"), spec({"name": "text"}))
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("link", "link"),
        ("number", "integer"),
        ("url", "link"),
        ("issue", "text"),
        ("assignee", "text"),
    ]


def test_a_list_whose_entries_have_several_links(page: Page, spec: Spec) -> None:
    """Of links that only their order tells apart the one with another text in every record is the record's own."""
    rows = "".join(
        f"<li>(<a href='/h/{n}'>hist</a>) <a href='/w/{n}'>{name} {n}</a> [{n * 7:,} bytes]</li>"
        for n, name in enumerate(("Oak Vale", "Ash Lake", "Elm Hill", "Fir Cove", "Yew Marsh"), 100)
    )
    (found,) = proposals(page(f"<h1>Long pages</h1><ol>{rows}</ol>"), spec({"name": "text"}))
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("link", "link"),
        ("url", "link"),
        ("name", "text"),
        ("bytes", "integer"),
    ]
    values = found.records[0].values
    assert (values["bytes"], values["name"], values["url"]) == (700, "Oak Vale 100", "http://shop.example/w/100")


def test_ages_are_offered_as_texts(page: Page, spec: Spec) -> None:
    """The text "2 minutes ago" is no 2."""
    rows = "".join(f"<tr><td>{n} minutes ago</td><td>Lamp</td></tr>" for n in range(2, 6))
    (found,) = proposals(page(f"<table><tr><th>Seen</th><th>Name</th></tr>{rows}</table>"), spec({"name": "text"}))
    assert found.extract.fields[0].type.kind == "text"


def test_what_a_records_own_page_offers(page: Page, spec: Spec) -> None:
    """Its labels with their values, typed, and the heading that the window's title begins with."""
    body = (
        f"<div id=header><h1>Bridge works</h1></div><div><h2>Bug 42</h2>{ATTRIBUTES[ATTRIBUTES.index('<div') :]}</div>"
    )
    view = replace(page(body.replace("20%", "12")), title="Bug 42: Paint pump - Bridge works")
    found, *_ = proposals(view, spec({"name": "text"}))
    assert found == detail_fields(view, spec({"name": "text"}))
    assert found.extract.each == "page"
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("title", "text"),
        ("progress", "integer"),
        ("spent_time", "duration"),
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
    (found,) = proposals(page(f"<main><h1>Lamps</h1>{cards}</main>"), spec({"name": "text"}))
    assert sorted((field.name, field.type.kind) for field in found.extract.fields) == [
        ("category", "text"),
        ("name", "text"),
        ("no", "integer"),
        ("price", "money"),
    ]
    assert [record.values["name"] for record in found.records][:2] == ["Amber lamp", "Birch lamp"]


def test_ticks_below_a_head_are_yes_and_no(page: Page, spec: Spec) -> None:
    """Icons have no text; the head calls the column."""
    rows = "".join(
        f"<tr><td>Ann {name}</td><td><span class='fa fa-{'check' if n % 3 else 'minus'}-circle'></span></td></tr>"
        for n, name in enumerate(("Abel", "Brandt", "Coy", "Dale", "Ek"))
    )
    heads = "<thead><tr><th>Name</th><th>Insured</th></tr></thead>"
    found, *_ = proposals(page(f"<h1>People</h1><table>{heads}<tbody>{rows}</tbody></table>"), spec({"name": "text"}))
    assert [record.values["insured"] for record in found.records] == [False, True, True, False, True]


def test_stars_that_are_told_are_a_rating(page: Page, spec: Spec) -> None:
    """What a screen reader says of drawn stars; the words behind a number say what it counts."""
    cards = "".join(
        f"<li><h3><a href='/p/{n}'>{name}</a></h3><p class=rating><span class=stars role=img"
        f" aria-label='{3 + n / 10:.1f} out of 5 stars'></span> ({n + 3} reviews)</p></li>"
        for n, name in enumerate(("Arc", "Bow", "Cove", "Dune", "Elm"))
    )
    found, *_ = proposals(page(f"<h1>Lamps</h1><ul>{cards}</ul>"), spec({"name": "text"}))
    assert found.records[1].values["stars"] == 3.1
    assert found.records[1].values["reviews"] == 4


def test_groups_of_a_tables_rows_are_no_table_beside_it(page: Page, spec: Spec) -> None:
    """Their heading is a column of the rows; times in the place of labels make no record of a page."""
    groups = "".join(
        f"<tbody><tr><th colspan=3>{group}</th></tr>"
        + "".join(f"<tr><td>{group.lower()}.{n}</td><td>{n}</td><td>Says {n}.</td></tr>" for n in range(4))
        + "</tbody>"
        for group in ("Server", "Mail", "Cache")
    )
    heads = "<thead><tr><th>Setting</th><th>Since</th><th>Meaning</th></tr></thead>"
    (found,) = proposals(page(f"<h1>Settings</h1><table>{heads}{groups}</table>"), spec({"name": "text"}))
    assert found.count == 12


def test_a_programme_is_no_record_of_times(page: Page, spec: Spec) -> None:
    """A term and its definition may be labels, unless the terms are times."""
    lines = "".join(f"<dl><dt>{n:02d}:00</dt><dd><a href='/s/{n}'>Show {n}</a></dd></dl>" for n in range(7, 15))
    found, *_ = proposals(page(f"<h1>Today</h1><div>{lines}</div>"), spec({"name": "text"}))
    assert (found.extract.each != "page", found.count) == (True, 8)
