"""Pages as servers put them together (forums, wikis, archives of mail, folders of files): what was lost or taken wrong."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from urllib.parse import quote

import pytest

from tests.records.conftest import HERE
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.discovery.schema_inference import discover
from webdart.workflow.model import Words
from webdart.workflow.templates import parse

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


@pytest.mark.parametrize("when", ["{n} Jun", "June {n}", "{n} hours ago", "Sat {n} June"])
def test_the_day_of_a_month_is_no_count(page: Page, spec: Spec, when: str) -> None:
    """A post shows its day without the year, and no likes: the day is not how many there are."""
    posts = "".join(
        f"<div class=post><span>{when.format(n=n)}</span><p class=body>Note {'abcdefgh'[n - 3]}, and more.</p></div>"
        for n in range(3, 9)
    )
    got = read(page(posts), spec({"body": "text", "likes": "integer"}))
    assert "likes" in {missing.field for missing in got.missing}
    assert not any(record.values.get("likes") for record in got.records)


def test_a_heading_that_numbers_its_thing_is_no_total(page: Page, spec: Spec) -> None:
    """A page about "Crumb no. 70" is about the seventieth one, and has no 70 crumbs."""
    body = "".join(f"<li><a href='/c/{n}'>Crumb {'abc'[n]}</a></li>" for n in range(3))
    assert read(page(f"<h1>Crumb no. 70</h1><ul>{body}</ul>"), spec({"name": "text"})).totals.stated is None


@pytest.mark.parametrize("label", ["<em>From</em>: ", "<b>From:</b> ", "From: "])
def test_a_value_goes_on_until_its_bracket_closes(page: Page, spec: Spec, label: str) -> None:
    """The address behind a sender's name is a link: the name ended in "<"."""
    lines = (
        f"<li>{label}Elin Moe &lt;<a href='mailto:e@mill.test'>e@mill.test</a>&gt; (home)</li>"
        "<li><em>To</em>: <a href='mailto:l@mill.test'>l@mill.test</a></li>"
    )
    rows = rows_of(page(f"<h1>Flour</h1><ul>{lines}</ul>"), spec({"from": "text", "to": "text"}, kind="page"))
    assert rows == [{"from": "Elin Moe <e@mill.test>", "to": "l@mill.test"}]


def test_a_bracket_that_closes_elsewhere_is_left_alone(page: Page, spec: Spec) -> None:
    """What stands on the next line closes no bracket of this one."""
    body = "<h1>Flour</h1><p><b>From:</b> Elin &lt;</p><p><b>Note:</b> 3 &gt; 2</p>"
    (row,) = rows_of(page(body), spec({"from": "text", "note": "text"}, kind="page"))
    assert (row["from"], row["note"]) == ("Elin <", "3 > 2")


def test_a_word_of_a_sentence_that_lists_several_is_no_label(page: Page, spec: Spec) -> None:
    """The help for a search names the fields that there are; the value stands where the label does."""
    body = (
        "<p>Search in <code>author</code>, <code>licence</code>, <code>name</code>.</p><h1>Rye 1.2</h1><table>"
        "<tr class=author><td>author</td><td>Bea</td></tr><tr class=licence><td>licence</td><td>MIT</td></tr></table>"
    )
    assert rows_of(page(body), spec({"author": "text", "licence": "text"}, kind="page")) == [
        {"author": "Bea", "licence": "MIT"}
    ]


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
    (found,) = discover(view, spec({"name": "text"}))
    assert [field.name for field in found.extract.fields][:2] == ["name", "modified"]
    assert [record.values["name"] for record in found.records][:2] == ["sub/", "oven.pdf"]


def test_a_record_whose_link_leads_up_stays_among_others(page: Page, spec: Spec) -> None:
    """Where the links lead anywhere on the site, the first is a record like all others."""
    rows = "".join(f"<tr><td><a href='{to}'>{to}</a></td><td>2026-01-01</td></tr>" for to in ("/shop/", "/a", "/b/c"))
    view = page(f"<table><tr><th>Name</th><th>Modified</th></tr>{rows}</table>", "http://shop.example/shop/list/")
    assert len(read(view, spec({"name": "text", "modified": "date"})).records) == 3


def history(*days: tuple[int, int]) -> str:
    """The changes of a page by day: of each how many; all but the newest have another class, as they can be compared."""
    lists: list[str] = []
    count = sum(number for _, number in days)
    left = count
    for day, number in days:
        items = ""
        for _ in range(number):
            kind = "newest" if left == count else "older"
            items += (
                f"<li class={kind}><a class=moment href='/old/{left}'>{left % 12 + 8:02}:00, {day} March 2026</a> "
                f"<span class=who>{['Ann', 'Bea', 'Cora'][left % 3]}</span> <span class=bytes>{left * 7} bytes</span>"
                "</li>"
            )
            left -= 1
        lists.append(f"<h4>{day} March 2026</h4><ul class=changes>{items}</ul>")
    return f"<main><h1>Rye roll: history</h1>{''.join(lists)}</main>"


@pytest.mark.parametrize("days", [((9, 2), (7, 1)), ((9, 1), (8, 3), (6, 1), (5, 1), (2, 2)), ((9, 3), (3, 4))])
def test_entries_of_another_class_are_of_the_same_lists(
    page: Page, spec: Spec, days: tuple[tuple[int, int], ...]
) -> None:
    """Below each day's heading a list; its newest entry has a class of its own, and is no less an entry.

    Nor is a day the record, with the moment of one of its changes.
    """
    rows = rows_of(page(history(*days)), spec({"changed": "datetime", "who": "text", "size": "integer"}))
    count = sum(number for _, number in days)
    assert [row["size"] for row in rows] == [left * 7 for left in range(count, 0, -1)]
    assert rows[0]["changed"] == datetime(2026, 3, 9, count % 12 + 8, 0)  # noqa: DTZ001 - the site's own clock


def test_days_with_what_happened_are_records_of_their_own(page: Page, spec: Spec) -> None:
    """What the entries below a heading say is not all that is asked for: then what the heading begins is meant."""
    body = "".join(
        f"<h3><a href='/d/{n}'>Market {n}</a></h3><p>2026-03-0{n}</p><p>{n} stalls</p>"
        f"<ul><li>{n} loaves</li><li>{n + 3} rolls</li></ul>"
        for n in range(1, 6)
    )
    fields = {"title": "text", "day": "date", "stalls": "integer"}
    rows = rows_of(page(f"<main>{body}</main>"), spec(fields))
    assert rows == [{"title": f"Market {n}", "day": date(2026, 3, n), "stalls": n} for n in range(1, 6)]


def shifts(*rows: str) -> str:
    """A table of who works when, by cells."""
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row.split('|'))}</tr>" for row in rows)
    return f"<table><tr><th>Oven</th><th>Part</th><th>State</th></tr>{body}</table>"


def test_a_first_column_that_is_blank_below_its_text_is_told(page: Page, spec: Spec) -> None:
    """The oven stands in the first of its rows alone: the others may be of it, or of none."""
    view = page(shifts("north|door|ok", "|fan|ok", "|lamp|out", "south|door|out", "|fan|ok"))
    got = read(view, spec({"oven": "text", "part": "text", "state": "text"}))
    assert [record.values["oven"] for record in got.records] == ["north", None, None, "south", None]
    (remark,) = got.remarks
    assert (remark.column, remark.count) == ("oven", 3)
    assert "last_value(oven IGNORE NULLS) OVER (ORDER BY _n)" in remark.text


@pytest.mark.parametrize(
    "rows",
    [
        ("north|door|ok", "south|fan|ok", "|lamp|out", "east|door|out", "west|fan|ok"),  # one is missing
        ("|door|ok", "|fan|ok", "north|lamp|out", "|door|out", "south|fan|ok"),  # nothing above the first
        ("yes|door|ok", "|fan|ok", "|lamp|out", "yes|door|out", "|fan|ok"),  # a mark, where it holds
    ],
)
def test_blank_cells_that_are_no_repetition_are_none(page: Page, spec: Spec, rows: tuple[str, ...]) -> None:
    """Cells may well be empty."""
    assert not read(page(shifts(*rows)), spec({"oven": "text", "part": "text", "state": "text"})).remarks


def test_heads_over_one_row_name_its_cells_on_an_own_page(page: Page, spec: Spec) -> None:
    """A table lays out one thing across; with a second row nothing tells which is meant, and none is taken."""
    head = "<tr><th>Water</th><th>Baking</th><th>Price</th></tr>"
    fields = {"water": "text", "baking": "duration", "price": "money"}
    row = "<tr><td>62%</td><td>40 min</td><td>€3.70</td></tr>"
    view = page(f"<h1>Rye roll</h1><p>A roll, 3 to a bag.</p><table>{head}{row}</table>")
    (got,) = rows_of(view, spec(fields, kind="page"))
    assert (got["water"], got["baking"], got["price"]) == ("62%", timedelta(minutes=40), Decimal("3.70"))
    two = read(page(f"<h1>Rye roll</h1><table>{head}{row}{row.replace('62', '70')}</table>"), spec(fields, kind="page"))
    assert two.records[0].values["water"] is None


def test_a_name_that_a_list_of_files_cuts_is_completed_from_its_address(page: Page, spec: Spec) -> None:
    """Servers cut long names by "..>"; the address has the whole one, if it begins with what is shown."""
    names = ("notes of the long meeting-004.csv", "notes of the long meeting-011.csv", "rye.txt", "oven.pdf")
    rows = "".join(
        f"<tr><td><a href='/f/{quote(name)}'>{name[:22] + '..>' if len(name) > 22 else name}</a></td><td>{n} K</td></tr>"
        for n, name in enumerate(names, 2)
    )
    view = page(f"<table><tr><th>Name</th><th>Size</th></tr>{rows}</table>", "http://shop.example/f/")
    assert [row["name"] for row in rows_of(view, spec({"name": "text", "size": "text"}))] == list(names)


def test_a_day_and_its_time_of_day_in_two_elements_are_one_moment(page: Page, spec: Spec) -> None:
    """It was midnight; where the second element tells another day, the first stays as it is."""
    shows = "".join(
        f"<article><h3><a href='/e/{n}'>Fair {n}</a></h3><p><time datetime='2027-01-0{n}'>Jan. {n}</time><br><span>"
        f"<time datetime='1{n}:30'>1{n}:30</time> to <time datetime='2{n % 4}:00'>2{n % 4}:00</time></span></p></article>"
        for n in range(1, 5)
    )
    rows = rows_of(page(shows), spec({"name": "text", "starts": "datetime"}))
    assert [row["starts"] for row in rows] == [
        datetime(2027, 1, n, 10 + n, 30)  # noqa: DTZ001 - the site's own clock
        for n in range(1, 5)
    ]


def test_the_filters_beside_an_empty_table_are_no_rows(page: Page, spec: Spec) -> None:
    """The table has the names of the fields for heads, and nothing passes its filters: those are no records."""
    body = (
        "<table><thead><tr><th>ID</th><th>Type</th><th>Synopsis</th></tr></thead><tbody></tbody></table>"
        "<div>Filter by</div>"
        + "".join(
            f"<div class=panel><div class=head>{head}</div><div class=list><a href='?{head}'>Unfiltered</a>"
            f"<a href='?{head}=1'>one</a> <a href='?{head}=2'>two</a></div></div>"
            for head in ("Kind", "Release")
        )
    )
    got = read(page(body), spec({"id": "text", "synopsis": "text"}))
    assert (got.verdict, got.records) == ("empty", ())


PARTS = (
    "<h1>Order 7</h1><h2>Billing</h2><p>Total: 3</p><h2>Shipping</h2><p>Total: 5</p><p>Weight: 7 kg</p><h2>Notes</h2>"
    "<p>Total: 9</p>"
)
IN_TABLE = (
    "<table><tr><th colspan=2>Billing</th></tr><tr><td>Total</td><td>3</td></tr><tr><th colspan=2>Shipping</th></tr>"
    "<tr><td>Total</td><td>5</td></tr><tr><td>Weight</td><td>7 kg</td></tr><tr><th colspan=2>Notes</th></tr>"
    "<tr><td>Total</td><td>9</td></tr></table>"
)


@pytest.mark.parametrize("html", [PARTS, IN_TABLE])
def test_a_page_is_read_below_one_of_its_headings(page: Page, spec: Spec, html: str) -> None:
    """What stands below a heading, or a row of a table that is one, is no element by itself, and all of it is meant."""
    within = Words(text=parse("Shipping", HERE), at=HERE)
    rows = rows_of(page(html), spec({"total": "integer", "weight": "text"}, kind="page", within=within))
    assert rows == [{"total": 5, "weight": "7 kg"}]


def test_empty_lines_of_a_table_leave_its_heads_its_heads(page: Page, spec: Spec) -> None:
    """Reports rule off their heads by rows of one empty head cell; a heading in a row of its own names the table."""
    line = "<tr><th height=4></th></tr>"

    def days(title: str, rate: int) -> str:
        rows = "".join(f"<tr><td>{n}</td><td>{n * rate}</td><td>{n}%</td><td>{n + rate}</td></tr>" for n in range(1, 6))
        heads = "<tr><th>Day</th><th colspan=2>Hits</th><th>Files</th></tr>"
        return f"<table>{line}<tr><th colspan=4>{title}</th></tr>{line}{heads}{line}{rows}{line}</table>"

    within = Words(text=parse("March", HERE), at=HERE)
    view = page(f"<h1>Visits</h1>{days('February', 7)}{days('March', 11)}")
    rows = rows_of(view, spec({"day": "integer", "hits": "integer", "files": "integer"}, within=within))
    assert rows == [{"day": n, "hits": n * 11, "files": n + 11} for n in range(1, 6)]


def test_a_title_behind_other_words_is_the_title(page: Page, spec: Spec) -> None:
    """Long threads have links to their pages before the title: read as the titles of the short ones, and told."""

    def cell(n: int) -> str:
        pages = "<div>[ page <a href=?p=1>1</a>, <a href=?p=2>2</a> ]</div>" if n % 3 == 0 else ""
        return f"{pages}<p><a class=topic href='/t/{n}'>Thread {n}</a> by Ann</p>"

    rows = "".join(f"<tr><td>{cell(n)}</td><td>{n}</td></tr>" for n in range(6))
    view = page(f"<table><tr><th>Topic</th><th>Replies</th></tr>{rows}</table>")
    fields = spec({"topic": "text", "replies": "integer"})
    assert [row["topic"] for row in rows_of(view, fields)] == [f"Thread {n}" for n in range(6)]
    assert "begun otherwise" in {remark.code for remark in read(view, fields).remarks}


def test_the_parts_of_a_record_are_no_list(page: Page, spec: Spec) -> None:
    """A title and an abstract are two boxes of other names: the talks are the list, and the name stays the title."""

    def card(n: int) -> str:
        talks = "".join(f"<li>Talk {n}{k}</li>" for k in range(1 + n % 3))
        about = f"<p>Writes on mills since {1980 + n}.</p>" if n > 3 else ""
        return (
            f"<a href='/s/{n}'><div class=title><b>Ann {n}</b></div><div class=about>{about}</div><ul>{talks}</ul></a>"
        )

    view = page(f"<section>{''.join(map(card, range(6)))}</section>")
    rows = rows_of(view, spec({"name": "text", "sessions": "[text]"}))
    assert [row["name"] for row in rows] == [f"Ann {n}" for n in range(6)]
    assert [row["sessions"] for row in rows] == [tuple(f"Talk {n}{k}" for k in range(1 + n % 3)) for n in range(6)]


@pytest.mark.parametrize(
    ("cell", "wanted"),
    [
        ("<a href='/p/{n}'>press{n}</a>-1{n}", "press{n}-1{n}"),
        ("<a href='/p/{n}'>press{n}</a>.txt", "press{n}.txt"),
        ("<a href='/p/{n}'>press{n}</a>, spare", "press{n}"),
        ("<a href='/p/{n}'>press{n}</a> 1{n}", "press{n}"),
        ("<a href='/p/{n}'>press{n}</a>(old)", "press{n}"),
    ],
)
def test_a_word_goes_on_behind_a_link(page: Page, spec: Spec, cell: str, wanted: str) -> None:
    """A job's number stands right behind the link to its printer: what is seen is one word, and jobs share printers."""
    rows = "".join(f"<tr><td>{cell.format(n=n)}</td><td>{n} kB</td></tr>" for n in range(5))
    got = rows_of(page(f"<table><tr><th>ID</th><th>Size</th></tr>{rows}</table>"), spec({"id": "text", "size": "text"}))
    assert [row["id"] for row in got] == [wanted.format(n=n) for n in range(5)]


@pytest.mark.parametrize("named", ["class=new", "class='new stub'", ""])
def test_words_with_a_link_among_them_are_read_whole(page: Page, spec: Spec, named: str) -> None:
    """Most towns are a link, some with a class, some with their country behind; one is words with a link at the end."""
    towns = [f"<a href='/w/{n}' {named if n % 2 else ''}>Town {n}</a>" for n in range(6)]
    towns += ["<a href='/w/6'>Town 6</a>, <a href='/w/f'>France</a>", f"Town 7, <a href='/w/p' {named}>Peru</a>"]
    rows = "".join(f"<tr><td>{town}</td><td>{n}</td></tr>" for n, town in enumerate(towns))
    view = page(f"<table><tr><th>Town</th><th>Rank</th></tr>{rows}</table>")
    got = rows_of(view, spec({"town": "text", "rank": "integer"}))
    assert got[7]["town"] == "Town 7, Peru"


def test_threads_below_a_list_of_ways_to_sort_them(page: Page, spec: Spec) -> None:
    """An archive of mail lists answers below what they answer, at all depths; what stands above is a list as well."""

    def mail(n: int, inner: str = "") -> str:
        return f"<li><a href='{n}.html'>Peat {n}</a> <a name='{n}'> </a> <i>{'Ann Lee' if n % 2 else 'Bo Strand'}</i>{inner}</li>"

    sorts = "<ul><li><b>Sorted by:</b> <a href='s'>[ subject ]</a> <a href='a'>[ author ]</a> <a href='d'>[ date ]</a></li></ul>"
    threads = [mail(n, f"<ul>{mail(n + 1)}{mail(n + 2)}</ul>" if n % 2 else "") for n in range(0, 30, 3)]
    view = page(f"<h1>March</h1>{sorts}<ul>{''.join(threads)}</ul>")
    got = rows_of(view, spec({"subject": "text", "author": "text"}))
    wanted = [n for start in range(0, 30, 3) for n in (range(start, start + 3) if start % 2 else [start])]
    assert [row["subject"] for row in got] == [f"Peat {n}" for n in wanted]
