"""A listing of one: the lines within its only entry are no records, and it is told where they are taken for some."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def told(view: PageView, spec: ListingSpec) -> list[str]:
    return [remark.text for remark in read(view, spec).remarks if "parts of one" in remark.text]


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ("<div><span>Lights</span><span>Ann Lee</span><span>$12.50</span></div>", ["name"]),
        ("<div><p>by Ann Lee</p><p>Added 12 Mar 2024</p></div>", ["name"]),
        (
            "<h2>Red Lamp</h2><dl><dt>Price</dt><dd>$12.50</dd><dt>Seller</dt><dd>Ann Lee</dd><dt>Added</dt><dd>12 Mar 2024</dd></dl>",
            ["name"],
        ),
        (
            "<table><tr><th>Price</th><td>$12.50</td></tr><tr><th>Seller</th><td>Ann Lee</td></tr></table>",
            ["name", "seller"],
        ),
        (
            "<table><tr><th>Name</th><th>Seller</th></tr><tr><td><a href=/p/1>Red Lamp</a></td><td><a href=/u/2>Ann Lee</a></td></tr></table>",
            ["url"],
        ),
    ],
)
def test_the_parts_of_the_only_entry_are_told(page: Page, spec: Spec, entry: str, fields: list[str]) -> None:
    """Names of several sorts; names of values of several sorts, or of other fields; cells of one row below heads."""
    declared = [make_field(name, "link" if name == "url" else "text") for name in fields]
    view = page(f"<main><h1>Things</h1><p>All of our things.</p>{entry}</main>")
    assert read(view, spec(declared)).records
    assert told(view, spec(declared))


@pytest.mark.parametrize(
    ("entries", "fields"),
    [
        ("<ul><li>1984</li><li>Brave New World</li><li>2001: A Space Odyssey</li></ul>", ["name"]),
        (
            "<ul><li><b>Coffee</b> <i>$3.00</i></li><li><b>Cake</b> <i>free</i></li><li><b>Tea</b> <i>$2.00</i></li></ul>",
            ["name"],
        ),
        ("<dl><dt>Ampere</dt><dd>12 Mar 2024</dd><dt>Volt</dt><dd>$3.00</dd></dl>", ["name", "value"]),
        (
            "<table><tr><th>Name</th><th>Price</th></tr><tr><td>Lamp</td><td>$1.00</td></tr><tr><td>Desk</td><td>$2.00</td></tr></table>",
            ["name"],
        ),
    ],
)
def test_a_short_list_is_a_list(page: Page, spec: Spec, entries: str, fields: list[str]) -> None:
    """Titles that are numbers, prices that are none, values that were asked for: as many records as there are."""
    view = page(f"<main><h1>Things</h1>{entries}</main>")
    declared = [make_field(name) for name in fields]
    assert len(read(view, spec(declared)).records) > 1
    assert told(view, spec(declared)) == []


def test_a_list_of_many_is_no_doubt(page: Page, spec: Spec) -> None:
    """What repeats so often is a list, whatever its lines say."""
    entries = "".join(f"<li>{'$12.50' if number % 3 else f'Lamp {chr(65 + number)}'}" for number in range(12))
    assert told(page(f"<main><h1>Things</h1><ul>{entries}</ul></main>"), spec([make_field("name")])) == []


@pytest.mark.parametrize(
    "lines", ["<th>Author: {}</th><th>Date: 2025-03-02", "<td>Author: {}</td><td>Date: 2025-03-02"]
)
def test_records_of_two_rows_each(page: Page, spec: Spec, lines: str) -> None:
    """Who wrote a message, and below it the message: each row was read as a message, without a word."""
    rows = "".join(
        f"<tr>{lines.format(name)}</tr><tr><td colspan=2 class=content><p>It loses {what}</p></td></tr>"
        for name, what in (("anna", "data"), ("dirk", "pages"), ("bert", "links"))
    )
    view = page(f"<h1>Issue 7</h1><table><tr><th colspan=2>Messages</th></tr>{rows}</table>")
    codes = [remark.code for remark in read(view, spec({"author": "text", "body": "text"})).remarks]
    assert "one record" in codes


def test_every_other_card_may_lack_a_label(page: Page, spec: Spec) -> None:
    """Products of one make, of which some are on sale, are a record each."""
    cards = "".join(
        f"<li><h3>Lamp {n}</h3><p>Size {n}</p>{'<p>Discount: 5%</p>' if n % 2 else '<p>New</p>'}</li>"
        for n in range(1, 7)
    )
    codes = [
        remark.code for remark in read(page(f"<ul>{cards}</ul>"), spec({"name": "text", "discount": "text"})).remarks
    ]
    assert "one record" not in codes


def branch(name: str, amount: str, below: str = "") -> str:
    """A row of a tree, and the rows below it, of which it has the sum."""
    sign, dimmed, inner = ("<button>▾</button>", " dimmed", f"<ol>{below}</ol>") if below else ("", "", "")
    link = f"<span class=target>{sign}<a class=account href=/a/{name}>{name}</a></span>"
    return (
        f"<li><p>{link}<span class='num{dimmed}'>{amount}</span><span class='num other{dimmed}'></span></p>{inner}</li>"
    )


def test_the_branches_of_a_tree_are_told(page: Page, spec: Spec) -> None:
    """Each of three lists of accounts is read as one record, with its first row: what stands below it is no detail."""
    cash = branch("Bank", "70.10", branch("Giro", "70.10")) + branch("Cash", "3.00")
    trees = (
        branch("Assets", "73.10", cash),
        branch("Debts", "9.00", branch("Card", "9.00")),
        branch("Own", "64.10", branch("Gains", "64.10")),
    )
    head = "<li class=head><p><span></span><span class=num>EUR</span><span class='num other'>Other</span></p></li>"
    first, *others = (f"<ol class='table tree'>{head}{tree}</ol>" for tree in trees)
    halves = f"<div class=row><div class=column>{first}</div><div class=column>{''.join(others)}</div></div>"
    menu = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("Journal", "Query", "Events", "Options", "Help"))
    view = page(f"<aside><ul class=nav>{menu}</ul></aside><article>{halves}</article>")
    got = read(view, spec({"account": "text", "EUR": "number"}, each="tree"))
    assert len(got.records) == len(trees)
    assert [remark.code for remark in got.remarks] == ["other records"]


def test_names_that_lead_to_pages_of_their_own_are_records_of_their_own(page: Page, spec: Spec) -> None:
    """Four slots of a programme, two of which hold two talks: what is read is the first of each."""
    slots = (("Apples", "Bees"), ("Clay",), ("Dunes",), ("Elms", "Fog"))
    talk = "<a class=talk href=/t/{0}><b class=title>{0}</b></a>"
    html = "".join(
        f"<div class=slot><i>2026-11-2{n}</i>{''.join(map(talk.format, s))}</div>" for n, s in enumerate(slots)
    )
    view = page(f"<main><h1>Programme</h1>{html}</main>")
    got = read(view, spec({"title": "text", "date": "date"}))
    assert len(got.records) == len(slots)
    assert ["several names" in one.text for one in got.remarks if one.code == "other records"] == [True]
    asked = read(view, spec([make_field("title", of="first"), make_field("date", "date")]))
    assert not [one for one in asked.remarks if one.code == "other records"]


CARDS = "".join(
    f"<div><a href=/p/{number}>{{}}</a><a href=/p/{number}#talk>{number + 2} comments</a></div>" for number in range(6)
)


@pytest.mark.parametrize("title", ["<h3>Lamp</h3>", "<b>Lamp</b>", "<img alt=''><span>Lamp</span>"])
def test_cards_of_two_links_are_the_records(page: Page, spec: Spec, title: str) -> None:
    """Cards of nothing but links, of which the first is built otherwise: each link was a record, without a word."""
    declared = [make_field("title"), make_field("url", "link")]
    cards = CARDS.format(*(title.replace("Lamp", f"Lamp {letter}") for letter in "ABCDEF"))
    got = read(page(f"<main><h1>Things</h1>{cards}</main>"), spec(declared))
    assert [record.values["title"] for record in got.records] == [f"Lamp {letter}" for letter in "ABCDEF"]


LEADS = [
    "<a href=/c/{n}0><b>Lamp {n}</b></a><a href=/c/{n}1>Desk of {who}</a><a href=/c/{n}2>Chair of {who}</a>",
    "<a href=/c/{n}0><img src=/{n}.jpg><h2>Lamp {n} is lit</h2></a><a href=/c/{n}1>{who} sits</a><a href=/c/{n}2>{who} stands</a>",
]


@pytest.mark.parametrize("lead", LEADS, ids=["a directory", "news"])
def test_a_first_entry_that_is_set_apart_leaves_the_others_records(page: Page, spec: Spec, lead: str) -> None:
    """Of sections with a leading story, and of columns that begin in bold, every entry is a record."""
    people = ("Ann", "Bob", "Cem", "Dee", "Eva")
    sections = "".join(f"<div class=col>{lead.format(n=n, who=who)}</div>" for n, who in enumerate(people))
    declared = [make_field("title"), make_field("url", "link")]
    got = read(page(f"<main><h1>Things</h1>{sections}</main>"), spec(declared))
    assert [str(record.values["url"]).rpartition("/")[2] for record in got.records] == [
        f"{n}{place}" for n in range(5) for place in range(3)
    ]
    assert "other records" not in [remark.code for remark in got.remarks]


def test_two_things_in_a_row_are_two_records(page: Page, spec: Spec) -> None:
    """What stands beside another thing says nothing of it."""
    rows = "".join(
        f"<p><a href=/p/{n}>Lamp {letter}</a><a href=/q/{n}>Desk {letter}</a></p>" for n, letter in enumerate("ABCDE")
    )
    got = read(page(f"<main><h1>Things</h1>{rows}</main>"), spec([make_field("title"), make_field("url", "link")]))
    assert [record.values["title"] for record in got.records] == [
        f"{thing} {one}" for one in "ABCDE" for thing in ("Lamp", "Desk")
    ]
    assert "other records" not in [remark.code for remark in got.remarks]


TEAMS = "<dl><dt>Harbour</dt><dd>Ann Lee</dd><dd>Bo Roy</dd><dt>Lock</dt><dd>Cy Fox</dd></dl>"


@pytest.mark.parametrize(("field", "is_told"), [("sailor", True), ("name", False)])
def test_terms_in_place_of_their_descriptions_are_told(page: Page, spec: Spec, field: str, is_told: bool) -> None:
    """A list of definitions has texts of two kinds; what terms are is names."""
    got = read(page(TEAMS), spec({field: "text"}))
    assert len(got.records) == 2
    assert any("descriptions below them" in remark.text for remark in got.remarks) is is_told
