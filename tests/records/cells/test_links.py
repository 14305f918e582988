"""Which link is the record's own, and which part of its address is the page's."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.extract.proposal import proposals
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.cells.links import entries_from, without_way_back

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


def test_the_way_back_is_no_part_of_a_record():
    """The listing's query or its address as the value of a parameter, in most of the links."""
    here = "http://h/books/?status=lost&p=2"
    back = "_back=status%3Dlost%26p%3D2"
    links = [f"http://h/books/{n}/change/?{back}" for n in (1, 2, 3)]
    assert without_way_back(links, here) == [f"http://h/books/{n}/change/" for n in (1, 2, 3)]
    next_ = [f"http://h/item?id={n}&next=%2Fbooks%2F" for n in (1, 2, 3)]
    assert without_way_back(next_, here) == [f"http://h/item?id={n}" for n in (1, 2, 3)]


def test_what_may_say_which_record_it_is_stays():
    """A parameter that the listing itself has, and links that differ by nothing else."""
    here = "http://h/list?shelf=5"
    links = [f"http://h/item?shelf=5&id={n}" for n in (1, 2)]
    assert without_way_back(links, here) == links
    same = ["http://h/item?next=%2Flist", "http://h/item?next=%2Flist&x=1"]
    assert without_way_back([*same, None], here) == ["http://h/item", "http://h/item?x=1", None]


def test_the_link_is_the_titles_own(page: Page, spec: Spec) -> None:
    """Two columns of links, both different in every record: the one that the title is goes before the other."""
    rows = "".join(
        f'<tr><td><a href="/t/{n}">#{n}</a></td><td><a href="/t/{n}">Thing {n}</a></td><td><a href="/at/{n}">day {n}</a></td></tr>'
        for n in range(4)
    )
    view = page(f"<table><tr><th>No</th><th>Summary</th><th>Seen</th></tr>{rows}</table>")
    got = rows_of(view, spec({"no": "integer", "summary": "text", "url": "link"}))
    assert [row["url"] for row in got] == [f"http://shop.example/t/{n}" for n in range(4)]


def test_a_link_that_the_mark_up_calls_an_address_is_not_the_records_own_for_that(page: Page, spec: Spec) -> None:
    """`class="url"` is on the author's link: the record's own is that of its title."""
    posts = "".join(
        f'<li><h3><a href="/p/{n}">Post {n}</a></h3><p>By <a class="url fn" href="/by/{n}">Ann {n}</a></p></li>'
        for n in range(4)
    )
    rows = rows_of(page(f"<ol>{posts}</ol>"), spec({"title": "text", "url": "link"}))
    assert [row["url"] for row in rows] == [f"http://shop.example/p/{n}" for n in range(4)]


def test_pages_behind_the_sign_of_a_fragment_are_pages(page: Page, spec: Spec) -> None:
    """Applications of one document: `#/items/3` is another page, `#part` is a part of this one."""
    lines = "".join(
        f'<li><a href="#/items/{n}">Item {n}</a> <a href="#part-{n}">below</a> <a href="/doc/{n}#intro">doc {n}</a></li>'
        for n in range(4)
    )
    view = page(f"<ul>{lines}</ul>", url="http://shop.example/app/#/items")
    got = read(view, spec({"name": "text", "url": "link"}))
    assert [record.values["url"] for record in got.records] == [
        f"http://shop.example/app/#/items/{n}" for n in range(4)
    ]
    assert (got.keyed, got.records[2].link) == (True, "http://shop.example/app/#/items/2")


def test_a_sessions_number_tells_no_records_apart(page: Page, spec: Spec) -> None:
    """The same three topics at two visits have the same keys, and the addresses that the page had."""

    def keys(session: str) -> list[object]:
        body = "".join(f"<li><h3><a href='/topic?t={n}&sid={session}'>Topic {n}</a></h3></li>" for n in range(3))
        got = read(page(f"<ul>{body}</ul>", "http://shop.example/list"), spec({"title": "text", "url": "link"}))
        assert [record.values["url"] for record in got.records] == [
            f"http://shop.example/topic?t={n}&sid={session}" for n in range(3)
        ]
        return [record.key for record in got.records]

    assert keys("0a1b2c3d") == keys("99887766")


FILES = "".join(
    f"<tr><td><a href='{name}'>{name}</a></td><td>2026-01-0{n}</td><td>{n}.1K</td></tr>"
    for n, name in enumerate(("sub/", "oven.pdf", "rye.csv", "till.txt"), 1)
)


HEADS = "<tr><th>Name</th><th>Modified</th><th>Size</th></tr>"


@pytest.mark.parametrize("up", ["/", "/files/", "../"])
def test_the_way_to_the_folder_above_is_no_file(page: Page, spec: Spec, up: str) -> None:
    """It stands first in the list of a folder, with nothing but its name; that it was left out is told."""
    row = f"<tr><td><a href='{up}'>Parent Directory</a></td><td>&nbsp;</td><td>-</td></tr>"
    url = "http://shop.example/files/2026/"
    got = read(page(f"<table>{HEADS}{row}{FILES}</table>", url), spec({"name": "text", "modified": "date"}))
    assert [record.values["name"] for record in got.records] == ["sub/", "oven.pdf", "rye.csv", "till.txt"]
    assert [remark.text for remark in got.remarks] == ["the link to the folder above"]


def test_what_looking_at_a_folder_proposes_is_what_reading_gives(page: Page, spec: Spec) -> None:
    """The names of the files are among the fields, and the way up among neither."""
    row = "<tr><td><a href='/files/'>Parent Directory</a></td><td>&nbsp;</td><td>-</td></tr>"
    view = page(f"<table>{HEADS}{row}{FILES}</table>", "http://shop.example/files/2026/")
    (found,) = proposals(view, spec({"name": "text"}))
    assert [field.name for field in found.extract.fields][:2] == ["url", "name"]
    assert [record.values["name"] for record in found.records][:2] == ["sub/", "oven.pdf"]


def test_a_record_whose_link_leads_up_stays_among_others(page: Page, spec: Spec) -> None:
    """Where the links lead anywhere on the site, the first is a record like all others."""
    rows = "".join(f"<tr><td><a href='{to}'>{to}</a></td><td>2026-01-01</td></tr>" for to in ("/shop/", "/a", "/b/c"))
    view = page(f"<table><tr><th>Name</th><th>Modified</th></tr>{rows}</table>", "http://shop.example/shop/list/")
    assert len(read(view, spec({"name": "text", "modified": "date"})).records) == 3


def test_an_address_to_write_to_is_no_page(page: Page, spec: Spec) -> None:
    """The client's cell has a `mailto:`, and nothing leads to the order's own page: that address was `url`."""
    row = "<tr><td>{0}</td><td>Ann {0} <a href=mailto:ann{0}@h.example>ann{0}@h.example</a></td><td>{1}</td></tr>"
    rows = "".join(row.format(n, 9 - n) for n in range(1, 6))
    view = page(f"<table><tr><th>Order</th><th>Client</th><th>Amount</th></tr>{rows}</table>")
    got = read(view, spec({"order": "integer", "amount": "integer", "url": "link"}))
    assert [missing.field for missing in got.missing] == ["url"]
    assert rows_of(view, spec({"order": "integer", "client": "link"}))[0]["client"] == "mailto:ann1@h.example"


SORTING = ["http://h/files/?C=N", "http://h/files/?C=M"]
ENTRIES = ["http://h/files/a/", "http://h/files/b.zip"]


@pytest.mark.parametrize(
    ("links", "first"),
    [
        ([*SORTING, "http://h/", *ENTRIES], 3),
        (["http://h/", *ENTRIES], 1),
        ([*SORTING, *ENTRIES], 2),
        (ENTRIES, 0),
        ([SORTING[0], *ENTRIES], 0),  # an entry may have a query
        ([*SORTING, "http://h/", "http://h/shop/", *ENTRIES], 0),
        (SORTING, 0),
        ([None, *ENTRIES], 0),
        ([], 0),
    ],
)
def test_where_the_entries_of_a_folder_begin(links: list[str | None], first: int) -> None:
    """Before them stand the links that sort it and the one to the folder above."""
    assert entries_from(links, "http://h/files/") == first
