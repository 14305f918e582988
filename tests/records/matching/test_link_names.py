"""Links that are called by what a person reads on them, and which of a record's links is its own."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest

from tests.records.page_rows import rows_of, table
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]

WORDS = "<a href='/view/{0}'>View</a> <a href='/edit/{0}'>Edit</a>"
ICONS = "<a href='/view/{0}' title='' data-original-title='View'><i>Show</i></a> <a href='/edit/{0}'><img alt='Edit' src='/e.svg'></a>"


def listing(page: Page, cell: str, numbers: range, makers: int) -> PageView:
    rows = [
        f"<td>Pump {n}</td><td><a href='/maker/{n % makers}'>M {n % makers}</a></td><td>{cell.format(n)}</td>"
        for n in numbers
    ]
    return page(table(*rows, heads="Name Maker -"))


def paths(rows: list[dict[str, object]], name: str) -> list[str]:
    return [urlsplit(str(row[name])).path for row in rows]


def test_a_link_of_that_name_is_the_address(page: Page, spec: Spec, declared: Declare) -> None:
    """Of "View Edit" each label means where its own link leads; also where both are icons with a name."""
    for cell in (WORDS, ICONS):
        for label in ("View", "Edit"):
            wanted = spec([declared("name"), declared("url", "link", label=label)])
            rows = rows_of(listing(page, cell, range(6), 2), wanted)
            assert paths(rows, "url") == [f"/{label.lower()}/{n}" for n in range(6)]


def test_a_linked_label_is_no_value(page: Page, spec: Spec, declared: Declare) -> None:
    """A word that leads to one place from every record, or stands before a colon, explains the link behind it."""
    for help_ in ("/help", "/help/{0}"):
        items = "".join(
            f"<li><h3>Song {n}</h3><p><a href='{help_.format(n)}'>Singer</a>: <a href='/singer/{n}'>S {n}</a></p></li>"
            for n in range(4)
        )
        rows = rows_of(page(f"<ul>{items}</ul>"), spec([declared("name"), declared("singer", "link")]))
        assert paths(rows, "singer") == [f"/singer/{n}" for n in range(4)]


def test_a_link_that_many_records_share_is_not_their_own(page: Page, spec: Spec) -> None:
    """The maker's page is none of the pump's, though most of a few pumps have another maker: icons lead to that."""
    records = read(listing(page, ICONS, range(6), 4), spec({"name": "text"})).records
    assert [record.link for record in records] == [None] * 6
    alone = read(listing(page, "", range(6), 4), spec({"name": "text"})).records
    assert [urlsplit(record.link or "").path for record in alone] == [f"/maker/{n % 4}" for n in range(6)]


def test_what_the_first_page_had_no_link_for_has_none_later(page: Page, spec: Spec) -> None:
    """On a last page of two pumps every maker is another one; its link is the maker's all the same."""
    first = read(listing(page, "", range(9), 3), spec({"name": "text"}))
    assert [record.link for record in first.records] == [None] * 9
    last = read(listing(page, "", range(9, 11), 3), spec({"name": "text"}), first.wrapper, before=9)
    assert [record.link for record in last.records] == [None] * 2


@pytest.mark.parametrize("count", [2, 3, 5])
def test_rows_whose_own_links_are_icons(page: Page, spec: Spec, count: int) -> None:
    """Each row has another maker, whose page is not the row's: the icon's is, and what was not taken is told."""
    for cell in (
        "<a href='/view/{0}'><i></i></a>",
        "<a href='/view/{0}'><i></i></a><a href='/edit/{0}'><i></i></a>",
        WORDS,
    ):
        got = read(listing(page, cell, range(count), count), spec({"name": "text", "url": "link"}))
        assert [urlsplit(str(record.values["url"])).path for record in got.records] == [
            f"/view/{n}" for n in range(count)
        ]
        assert [urlsplit(record.link or "/").path for record in got.records] != [f"/maker/{n}" for n in range(count)]
        own = "'View'" if cell == WORDS else "an icon"
        assert f"where {own} leads" in got.remarks[0].text
    shared = read(listing(page, "<a href='http://mail.example/?{0}'><i></i></a>", range(3), 3), spec({"name": "text"}))
    assert [urlsplit(record.link or "").path for record in shared.records] == [f"/maker/{n}" for n in range(3)]


def test_a_link_that_a_mark_or_an_address_names_is_no_link_of_the_record(page: Page, spec: Spec) -> None:
    """A cell of class `pdf` has an icon's link, and a date leads to `/game/7`: the record's own link is another."""
    rows = "".join(
        f"<tr><td><a href='/view/{n}/paper'>{name}</a></td><td class=pdf><a class=img-pdf href='/files/{n} a.pdf#p=1'>"
        f"</a></td><td><time><a href=/game/{n + 70}>Sat Feb 0{n + 1}</a> <em>2:00pm</em></time></td></tr>"
        for n, name in enumerate(("Ayr", "Bath", "Cork", "Deal", "Ely"))
    )
    heads = "<tr><th>Title</th><th></th><th>Date</th></tr>"
    fields = {"title": "text", "date": "text", "pdf": "link", "game": "link", "url": "link"}
    view, wanted = page(f"<table>{heads}{rows}</table>"), spec(fields)
    got = rows_of(view, wanted)
    assert paths(got, "pdf") == [f"/files/{n} a.pdf" for n in range(5)]
    assert paths(got, "game") == [f"/game/{n + 70}" for n in range(5)]
    assert paths(got, "url") == [f"/view/{n}/paper" for n in range(5)]
    assert got[0]["date"] == "Sat Feb 01 2:00pm"


def test_a_field_that_is_called_link_is_the_records_own(page: Page, spec: Spec) -> None:
    """The link to a film on another site has a class that ends in the word, and is not meant by `link` for that."""
    cards = "".join(
        f"<li><h3><a href=/p/{n}>Lamp {name}</a></h3><a class=film-link href=https://films.example/{n}>Film</a></li>"
        for n, name in enumerate(("Ash", "Elm", "Fir", "Oak"))
    )
    got = rows_of(page(f"<h1>Lamps</h1><ul>{cards}</ul>"), spec({"title": "text", "link": "link"}))
    assert paths(got, "link") == [f"/p/{n}" for n in range(4)]


def test_a_link_to_mail_is_what_it_is_called(page: Page, spec: Spec) -> None:
    """Some members have a link "Email", which leads to no page: `email` has those, and not the members' own pages."""
    mail = "<a href=mailto:{0}@house.example>Email</a> "
    members = "".join(
        f"<li><h3><a href=/m/{n}>Member {name}</a></h3><dl><dt>Party</dt><dd>Party {n}</dd><dt>Connect</dt>"
        f"<dd>{mail.format(name) if n % 2 else ''}<a href=https://social.example/{n}>Profile</a></dd></dl></li>"
        for n, name in enumerate(("Ash", "Elm", "Fir", "Oak"))
    )
    fields = {"name": "text", "party": "text", "email": "link", "url": "link"}
    got = rows_of(page(f"<h1>Members</h1><ul>{members}</ul>"), spec(fields))
    assert [row["email"] for row in got] == [None, "mailto:Elm@house.example", None, "mailto:Oak@house.example"]
    assert paths(got, "url") == [f"/m/{n}" for n in range(4)]


GAME, MAKER, NOTES = (
    "<a href=/game/{1}>{0} chess</a> ",
    "<a href=/dev/{1}>Dev {0}</a> ",
    "<a href=/game/{1}/{2}>{3}</a> ",
)


@pytest.mark.parametrize("links", [(NOTES, GAME, MAKER), (GAME, MAKER, NOTES)])
def test_the_links_of_a_record_are_no_records_for_one_that_an_address_names(
    page: Page, spec: Spec, links: tuple[str, ...]
) -> None:
    """`game` is where the title leads: neither the reviews of it nor the maker is a record of its own."""
    rows = "".join(
        f"<li>{''.join(links).format(name, n, 'reviews', 'Reviews')}</li>"
        for n, name in enumerate(("Birch", "Elm", "Ash", "Oak", "Fir"))
    )
    got = read(page(f"<h1>Games</h1><ul>{rows}</ul>"), spec({"title": "text", "game": "link"}))
    assert paths([dict(record.values) for record in got.records], "game") == [f"/game/{n}" for n in range(5)]


def test_a_folder_of_names_says_nothing_of_a_link(page: Page, spec: Spec) -> None:
    """`/news/world` is a section and no piece of news, which lies elsewhere; nor are the notes on `/news/7#notes`."""
    rows = "".join(
        f"<li><h3><a href=/2026/{name}>{name} falls</a></h3><a href=/news/world>World</a>"
        f"<a href='/news/{n}#notes'>Notes</a></li>"
        for n, name in enumerate(("Birch", "Elm", "Ash", "Oak", "Fir"))
    )
    got = rows_of(page(f"<h1>News</h1><ul>{rows}</ul>"), spec({"title": "text", "news": "link"}))
    assert paths(got, "news") == [f"/2026/{name}" for name in ("Birch", "Elm", "Ash", "Oak", "Fir")]
