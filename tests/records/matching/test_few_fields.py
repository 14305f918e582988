"""One field or two of records that have more: what is taken for a name that the page does not have, and how it is told."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
THINGS = [
    ("Red Lamp", "Ann Lee", 7),
    ("Blue Chair", "Bo Ek", 12),
    ("Oak Shelf", "Cy Fu", 3),
    ("Tin Cup", "Di Gray", 41),
]


def listed(entry: str, count: int = 4) -> str:
    return "".join(entry.format(name=name, seller=seller, n=n) for name, seller, n in THINGS[:count])


def test_the_markup_says_which_is_meant(page: Page, spec: Spec) -> None:
    """A class that ends in the field's name goes before what the records are called."""
    card = "<div class=item><span class=item-kind>Thing</span><h3><a href=/p/{n}>{name}</a></h3><i class=item-seller>{seller}</i></div>"
    found = rows_of(page(f"<main>{listed(card)}</main>"), spec([make_field("seller")]))
    assert [row["seller"] for row in found] == [seller for _, seller, _ in THINGS]


@pytest.mark.parametrize("said", ["by {seller}", "{seller}", "By {seller} · {n} replies"])
def test_what_records_are_called_is_told_for_another_name(page: Page, spec: Spec, said: str) -> None:
    """Nothing is called so: the title is taken, and it is told; not where the page calls the records so."""
    card = f"<article><h3><a href=/p/{{n}}>{{name}}</a></h3><p>{said}</p></article>"
    for heading, told in (("Things", True), ("All vendors", False)):
        got = read(page(f"<main><h1>{heading}</h1>{listed(card)}</main>"), spec([make_field("vendor")]))
        assert [record.values["vendor"] for record in got.records] == [name for name, _, _ in THINGS]
        assert [remark.code for remark in got.remarks if "called so" in remark.text] == ["by type"] * told


def test_bold_print_at_the_beginning_is_the_name(page: Page, spec: Spec) -> None:
    """A line that begins so is no running text; a link behind it may be as good, which is told."""
    line = "<li><strong>{name}</strong> {seller} <em>{n} votes</em> <a href=/edit/{n}>edit</a></li>"
    for fields in ([make_field("name")], [make_field("name"), make_field("votes", "integer")]):
        found = rows_of(page(f"<ul>{listed(line)}</ul>"), spec(fields))
        assert [row["name"] for row in found] == [name for name, _, _ in THINGS]
    linked = listed(line.replace("{seller}", "<a href=/u/{n}>{seller}</a>")).replace("/u/3", "/u/7")
    got = read(page(f"<ul>{linked}</ul>"), spec([make_field("name")]))
    assert "'Red Lamp', 'Blue Chair' or 'Ann Lee', 'Bo Ek'" in str(got.error("u"))


def test_the_links_of_two_rows_are_no_four_records(page: Page, spec: Spec) -> None:
    """A table with heads is the listing, however few rows it has."""
    row = "<tr><td><a href=/p/{n}>{name}</a></td><td><a href=/u/{n}>{seller}</a></td></tr>"
    view = page(f"<table><tr><th>Name</th><th>Seller</th></tr>{listed(row, 2)}</table>")
    assert [str(row["url"])[-4:] for row in rows_of(view, spec([make_field("url", "link")]))] == ["/p/7", "p/12"]
    got = read(view, spec([make_field("url", "link"), make_field("seller")]))
    assert ["before it leads elsewhere" in remark.text for remark in got.remarks] == [True]


def test_lines_with_labels_in_turn_are_no_records(page: Page, spec: Spec) -> None:
    """What is asked for has no label: the lines below each name are more alike than the cards are."""
    line = "<p><span>{}</span><span>{}</span></p>"
    lines = "".join(
        line.format(label, text) for label, text in (("Kind", "new"), ("Seller", "{seller}"), ("Votes", "{n}"))
    )
    card = f"<div class=c><div class=title>{{name}}</div>{lines}</div>"
    found = rows_of(page(f"<main>{listed(card)}</main>"), spec([make_field("name")]))
    assert [row["name"] for row in found] == [name for name, _, _ in THINGS]


@pytest.mark.parametrize("before", ["<span class=badge>New</span>", "12 March –", "<span>{n}</span>"])
def test_a_name_is_what_is_linked(page: Page, spec: Spec, before: str) -> None:
    """A line that begins with something else is read whole for any other field, not for `name`."""
    line = f"<li>{before} <a href=/p/{{n}}>{{name}}</a> <em>by {{seller}}</em></li>"
    found = rows_of(page(f"<ul>{listed(line)}</ul>"), spec([make_field("name")]))
    assert [row["name"] for row in found] == [name for name, _, _ in THINGS]


@pytest.mark.parametrize("beside", ["<span class=badge>{n}</span>", "<i class=item-count>({n})</i>"])
def test_a_count_in_a_link_is_no_part_of_the_name(page: Page, spec: Spec, beside: str) -> None:
    """What the mark-up calls a badge counts something."""
    line = f"<a href=/p/{{n}} class=item>{{name}} {beside}</a>"
    fields = [make_field("name"), make_field("url", "link"), make_field("votes", "integer")]
    found = rows_of(page(f"<div class=group>{listed(line)}</div>"), spec(fields))
    assert [row["name"] for row in found] == [name for name, _, _ in THINGS]
    assert [row["votes"] for row in found] == [n for _, _, n in THINGS]


def test_a_page_taken_for_the_one_record_is_told(page: Page, spec: Spec) -> None:
    """Its heading is the name then: of a list that happens to have one entry it is not."""
    html = "<main><h1>Things</h1><details open><summary>Red Lamp</summary><p>Price: $12.50</p><p>Kind: new</p></details></main>"
    got = read(page(html), spec([make_field("name"), make_field("price", "money"), make_field("kind")]))
    assert [record.values["name"] for record in got.records] == ["Things"]
    assert [remark.code for remark in got.remarks] == ["one record"]


@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize("below", [True, False])
def test_a_head_is_asked_for_of_a_short_table(page: Page, spec: Spec, rows: int, *, below: bool) -> None:
    """Its cells are figures, and the posts beside it have texts: these were read, as if nothing were called so."""
    posts = listed("<article><h2><a href=/p/{n}>{name}</a></h2><p>About {seller}, and more.</p></article>")
    years = "".join(f"<tr><td>{name}</td><td>20{n:0>2}</td></tr>" for name, _, n in THINGS[:rows])
    table = f"<table><tr><th>Name</th><th>Year</th></tr>{years}</table>"
    found = rows_of(
        page(f"<main>{posts}{table}</main>" if below else f"<main>{table}{posts}</main>"), spec([make_field("year")])
    )
    assert [row["year"] for row in found] == ["2007", "2012"][:rows]
