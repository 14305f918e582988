"""What `read` promises of single pages: labels, links, keys, scope, headings, emptiness, doubt."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tests.records.conftest import HERE, make_field
from tests.records.page_rows import rows_of, table, tagged
from webdart.errors import Ambiguous, NotFound
from webdart.page.model import PageView
from webdart.records import ListingSpec, appraise, read
from webdart.workflow.model import Engine, Field, Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


ADMIN = table(
    '<td><input type="checkbox"></td><th><a href="/o/1/change/?_f=p%3D2">A-1</a></th><td>Nov. 5, 2024, 3 p.m.</td><td>$1,234.50</td>',
    '<td><input type="checkbox"></td><th><a href="/o/2/change/?_f=p%3D2">A-2</a></th><td>Nov. 6, 2024, noon</td><td>-</td>',
    heads="- Number Ordered Total",
)


def test_a_table_of_an_admin_page(page: Page, spec: Spec, declared: Declare) -> None:
    """Labels by head; the record's link is the key, without what the listing added; a dash is NULL."""
    wanted = spec(
        [
            declared("number"),
            declared("placed", "date", label="Ordered"),
            declared("total", "money"),
            declared("url", "link"),
        ]
    )
    got = read(page(f"<main><h1>Orders</h1>{ADMIN}<p>2 orders</p></main>", "http://desk.example/o/?p=2"), wanted)
    assert [r.values["number"] for r in got.records] == ["A-1", "A-2"]
    assert [r.values["placed"] for r in got.records] == [date(2024, 11, 5), date(2024, 11, 6)]
    assert [r.values["total"] for r in got.records] == [Decimal("1234.50"), None]
    assert [r.key for r in got.records] == [("http://desk.example/o/1/change/",), ("http://desk.example/o/2/change/",)]
    assert (got.keyed, got.totals.stated, got.remarks) == (True, 2, ())


def test_two_columns_that_could_both_be_meant_are_an_error_that_lists_both(page: Page, spec: Spec) -> None:
    """Two amounts in every record and nothing that tells them apart: no silent guess."""
    items = "".join(
        f'<li><h3><a href="/{n}">Thing {n}</a></h3><i class="a">${n}.00</i><i class="b">${n + 5}.00</i></li>'
        for n in range(4)
    )
    view = page(f"<ul>{items}</ul>")
    error = read(view, spec({"name": "text", "price": "money"})).error(view.url)
    assert isinstance(error, Ambiguous)
    assert "$0.00" in str(error)
    assert "$5.00" in str(error)


def test_what_is_struck_through_is_the_older_value(page: Page, spec: Spec) -> None:
    """`del` says which of two amounts is no longer so."""
    items = "".join(
        f'<li><h3><a href="/{n}">T {n}</a></h3><del>${n + 5}.00</del> <b>${n}.00</b></li>' for n in range(4)
    )
    assert [row["price"] for row in rows_of(page(f"<ul>{items}</ul>"), spec({"name": "text", "price": "money"}))] == [
        0,
        1,
        2,
        3,
    ]


def test_a_column_marked_up_with_the_fields_name_goes_before_its_equals(page: Page, spec: Spec) -> None:
    """itemprop, class or data attribute of the very name decide between texts that are alike."""
    items = "".join(
        f'<li><h3><a href="/{n}">T {n}</a></h3><p class="author">Ann {n}</p><p>Long {n} words</p></li>'
        for n in range(4)
    )
    rows = rows_of(page(f"<ul>{items}</ul>"), spec({"title": "text", "author": "text"}))
    assert [row["author"] for row in rows] == ["Ann 0", "Ann 1", "Ann 2", "Ann 3"]


def test_a_written_label_that_is_nowhere_is_missing_and_what_was_seen_is_said(
    page: Page, spec: Spec, declared: Declare
) -> None:
    """The rows stand; the missing field is told with the labels of the page."""
    view = page(table("<td>A</td><td>Open</td>", "<td>B</td><td>Shut</td>"))
    got = read(view, spec([declared("name"), declared("status"), declared("owner", label="Assignee")]))
    assert [item.field for item in got.missing] == ["owner"]
    error = got.lacking(view.url)
    assert isinstance(error, NotFound)
    assert "Assignee" in str(error)
    assert "Status" in str(error)
    assert {record.values["owner"] for record in got.records} == {None}


def test_an_empty_table_is_empty_and_another_page_is_not_found(page: Page, spec: Spec) -> None:
    """Heads without rows, or with a single note, are an empty listing; a page of prose is not one."""
    wanted = spec({"name": "text", "status": "text"})
    assert read(page(table()), wanted).verdict == "empty"
    assert read(page(table('<td colspan="2">Nothing to show.</td>')), wanted).verdict == "empty"
    other = read(
        page("<main><h1>About us</h1><p>We sell lamps.</p></main>"),
        spec({"name": "text", "price": "money", "url": "link"}),
    )
    assert other.verdict == "not found"
    assert isinstance(other.error("http://shop.example/"), NotFound)


def test_groups_give_the_heading_and_carry_it_over_the_page_break(page: Page, spec: Spec, declared: Declare) -> None:
    """A cell across the table is a group row: no record, but `from: heading` of those below it, also overleaf."""
    group = '<td colspan="2">{}</td>'
    wanted = spec([declared("name"), declared("status"), declared("shelf", source="heading")])
    first = read(
        page(table(group.format("Lamps"), "<td>A</td><td>x</td>", group.format("Chairs"), "<td>B</td><td>y</td>")),
        wanted,
    )
    assert [r.values["shelf"] for r in first.records] == ["Lamps", "Chairs"]
    second = read(
        page(table("<td>C</td><td>z</td>", group.format("Tables"), "<td>D</td><td>z</td>")), wanted, first.wrapper
    )
    assert [r.values["shelf"] for r in second.records] == ["Chairs", "Tables"]


def test_totals_rows_and_repeated_heads_are_no_records(page: Page, spec: Spec) -> None:
    """A footer, a sum with joined cells, the heads again in mid-table."""
    body = table("<td>A</td><td>Open</td><td>1</td>", "<th>Name</th><th>Status</th><th>Votes</th>", "<td>B</td><td>Shut</td><td>2</td>",
                 '<td colspan="2">Sum</td><td>3</td>', heads="Name Status Votes")  # fmt: skip
    body = body.replace("</table>", "<tfoot><tr><td>All</td><td>-</td><td>9</td></tr></tfoot></table>")
    assert [row["name"] for row in rows_of(page(body), spec({"name": "text", "votes": "integer"}))] == ["A", "B"]


def test_a_line_in_bold_names_a_region_and_is_no_row_of_it(page: Page, spec: Spec) -> None:
    """The first section's list is empty in one of them: what stands in the next section is not of it."""
    tags = Words(text=Template.literal("Tags", HERE), at=HERE)
    wanted = spec({"tag": "text"}, within=tags)
    for list_, entry in (("ul", "li"), ("div", "span"), ("div", "p")):
        kinds = [
            f"<{list_}>{''.join(f'<{entry}>{name}</{entry}>' for name in own)}</{list_}>" for own in ("", "ab", "S")
        ]
        none, two, rest = (f"<section><p><b>{{}}:</b></p>{kind}</section>" for kind in kinds)
        full = page(two.format("Tags") + rest.format("Sizes"))
        assert [row.values["tag"] for row in read(full, wanted).records] == ["a", "b"]
        assert read(page(none.format("Tags") + rest.format("Sizes")), wanted).records == ()


@pytest.mark.parametrize("heads", ["<tr><th>{}</th></tr>", "<thead><tr><th>{}</th></tr></thead>"])
@pytest.mark.parametrize("name", ["Name", "Tags"])
def test_the_head_of_a_lone_column_is_no_row(page: Page, spec: Spec, heads: str, name: str) -> None:
    """A few rows below a head that is the field's name in the plural, or another word."""
    body = "".join(f"<tr><td>{word}</td></tr>" for word in ("lamp", "desk", "chair"))
    found = read(page(f"<h1>All</h1><table>{heads.format(name)}{body}</table>"), spec({"tag": "text"}))
    assert [row.values["tag"] for row in found.records] == ["lamp", "desk", "chair"]


def test_figures_are_a_text_where_the_mark_up_calls_them_so(page: Page, spec: Spec) -> None:
    """Hours beside a day: the first text that names no time is what records are called, and is theirs by its class."""
    days = (("Monday", "8:00 - 17:00"), ("Tuesday", "9:00 - 17:00"), ("Friday", "8:00 - 12:00"))
    entries = "".join(f"<li><i class=day>{day}</i> <i class=opens>{hours}</i></li>" for day, hours in days)
    found = rows_of(page(f"<h1>Hours</h1><ul>{entries}</ul>"), spec({"day": "text", "opens": "text"}))
    assert [(row["day"], row["opens"]) for row in found] == list(days)


def test_bare_numbers_are_no_title_though_a_class_calls_them_so(page: Page, spec: Spec) -> None:
    """The number of a track stands before what it is called."""
    songs = ("Ash", "Birch", "Cedar", "Oak")
    entries = "".join(
        f"<li><i class=track>{n}</i> <i class=song>{song}</i> <i class=length>{n}:10</i></li>"
        for n, song in enumerate(songs, start=1)
    )
    found = rows_of(page(f"<h1>Songs</h1><ul>{entries}</ul>"), spec({"track": "text", "length": "text"}))
    assert [row["track"] for row in found] == list(songs)


def test_in_restricts_to_the_section_of_a_heading(page: Page, spec: Spec) -> None:
    """Two tables of one shape: `in` names the heading above the one that is meant."""
    html = f"<h2>Old</h2>{table('<td>A</td><td>x</td>')}<h2>New</h2>{table('<td>B</td><td>y</td>')}"
    within = Words(text=Template.literal("new", HERE), at=HERE)
    assert [r["name"] for r in rows_of(page(html), spec({"name": "text", "status": "text"}, within=within))] == ["B"]
    assert [r["name"] for r in rows_of(page(html), spec({"name": "text", "status": "text"}))] == ["A", "B"]


def test_records_begin_at_a_locator_and_reach_to_the_next(page: Page, spec: Spec, declared: Declare) -> None:
    """`each: {at}` with siblings between; `at` inside the record, as a text and as a sign."""
    html = (
        "<div>"
        + "".join(f"<h4>T {n}</h4><p>by Ann {n}</p>{'<em>new</em>' if n == 1 else ''}" for n in range(3))
        + "</div>"
    )
    view = page(html, marks={"css=h4": tagged("h4"), "css=em": tagged("em")})
    each = Engine(engine="css", body="h4", at=HERE)
    fields = [declared("title", css="h4"), declared("by", match=r"by (.+)"), declared("new", "boolean", css="em")]
    rows = rows_of(view, spec(fields, each=each))
    assert rows == [{"title": f"T {n}", "by": f"Ann {n}", "new": n == 1} for n in range(3)]


def test_a_detail_page_gives_its_own_fields_beside_their_labels(page: Page, spec: Spec, declared: Declare) -> None:
    """`dl`, a table of row heads, `Label: value`; only the fields of the detail page, so that rows can be completed."""
    html = """<main><h1>Lamp</h1><dl><dt>SKU</dt><dd>L-9</dd><dt>Weight</dt><dd>1.5 kg</dd></dl>
      <table><tr><th>Colour</th><td>Red</td></tr><tr><th>Origin</th><td>Peru</td></tr></table><p>Released: 5 March 2024</p></main>"""
    fields = [declared("name"), *(declared(n, k, page="detail") for n, k in
              {"sku": "text", "weight": "number", "colour": "text", "released": "date"}.items())]  # fmt: skip
    got = read(page(html), spec(fields, kind="detail"))
    assert [dict(r.values) for r in got.records] == [
        {"sku": "L-9", "weight": 1.5, "colour": "Red", "released": date(2024, 3, 5)}
    ]
    assert got.records[0].opened


def test_each_page_is_one_record_with_the_main_heading_as_its_name(page: Page, spec: Spec, declared: Declare) -> None:
    """`each: page`: the page is the record."""
    html = "<main><h1>Order A-1</h1><p><b>Order total:</b> <span>$12.50</span></p><p>Sum $10.00</p></main>"
    rows = rows_of(page(html), spec([declared("name"), declared("total", "money", label="Order total")], kind="page"))
    assert rows == [{"name": "Order A-1", "total": Decimal("12.50")}]


def test_fields_of_the_page_around_stand_in_every_row(page: Page, spec: Spec, declared: Declare) -> None:
    """`page: listing`; constants of the file too."""
    html = f"<p>Warehouse: North</p>{table('<td>A</td><td>x</td>', '<td>B</td><td>y</td>')}"
    fields = [declared("name"), declared("status"), declared("warehouse", page="listing"), declared("shelf")]
    rows = rows_of(page(html), spec(fields, constants={"shelf": "Lamps"}))
    assert [(row["warehouse"], row["shelf"]) for row in rows] == [("North", "Lamps")] * 2


def test_declared_keys_and_rows_without_one(page: Page, spec: Spec, declared: Declare) -> None:
    """A row whose key column is empty has no key, and that is said; the store drops and counts it."""
    view = page(table("<td>A</td><td>x</td>", "<td></td><td>y</td>"))
    got = read(view, spec({"name": "text", "status": "text"}, key=("name",)))
    assert [record.key for record in got.records] == [("A",), None]
    assert [(remark.code, remark.count) for remark in got.remarks] == [("no key", 1)]


def test_cut_texts_are_completed_from_what_begins_alike(page: Page, spec: Spec) -> None:
    """A literal "…" is completed from a title, and only from one that begins with what is shown."""
    html = table(
        '<td><a href="/1" title="A very long name">A very…</a></td><td>x</td>',
        '<td><a href="/2" title="Open">Short…</a></td><td>y</td>',
    )
    assert [row["name"] for row in rows_of(page(html), spec({"name": "text", "status": "text"}))] == [
        "A very long name",
        "Short…",
    ]


def test_drift_is_told(page: Page, spec: Spec) -> None:
    """A column that is gone on a later page is reported, not silently empty."""
    wanted = spec({"name": "text", "status": "text", "votes": "integer"})
    first = read(
        page(table("<td>A</td><td>x</td><td>1</td>", "<td>B</td><td>y</td><td>2</td>", heads="Name Status Votes")),
        wanted,
    )
    later = read(page(table("<td>C</td><td>z</td>", "<td>D</td><td>z</td>")), wanted, first.wrapper)
    assert ("drift", "votes") in {(remark.code, remark.column) for remark in later.remarks}


def test_a_search_sees_how_near_a_page_is(page: Page, spec: Spec) -> None:
    """The listing is the goal; a menu of links is less, a page of prose nothing."""
    wanted = spec({"name": "text", "status": "text", "url": "link", "votes": "integer"})
    rows = [f'<td><a href="/{n}">Thing {n}</a></td><td>Open</td><td>{n * 7}</td>' for n in range(5)]
    listing = appraise(page(table(*rows, heads="Name Status Votes")), wanted)
    menu = appraise(
        page("<ul>" + "".join(f'<li><a href="/c/{n}">Shelf {n}</a></li>' for n in range(5)) + "</ul>"), wanted
    )
    assert listing.goal
    assert not menu.goal
    assert listing.value > menu.value


def test_an_empty_list_in_its_place_is_empty_and_another_page_is_not_found(page: Page, spec: Spec) -> None:
    """With the wrapper of an earlier page: the list without records is empty; an error page is "not found"."""
    wanted = spec({"name": "text", "price": "money", "url": "link"})
    items = "".join(f'<li><h3><a href="/{n}">Thing {n}</a></h3><b>${n}.50</b></li>' for n in range(4))
    wrapper = read(page(f"<main><ul>{items}</ul></main>"), wanted).wrapper
    assert read(page("<main><ul></ul></main>"), wanted, wrapper).verdict == "empty"
    assert read(page("<main><h1>Oops</h1><p>Something went wrong.</p></main>"), wanted, wrapper).verdict == "not found"


def test_a_rating_without_a_count_beside_it(page: Page, spec: Spec) -> None:
    """A cell that holds nothing but its stars says as much as one with the number of reviews behind them."""
    items = "".join(
        f'<li class="card"><h3><a href="/{n}">T {n}</a></h3><p class="price">$ {n}0.00</p>'
        f'<p class="rating"><span class="stars" role="img" aria-label="{n % 5}.5 out of 5 stars"><span></span></span>'
        + ("" if n == 2 else f'<span class="reviews">{n}1 reviews</span>')
        + '</p><p class="stock">In stock</p></li>'
        for n in range(1, 13)
    )
    fields = {"name": "text", "rating": "rating", "reviews": "integer"}
    rows = rows_of(page(f"<ul>{items}</ul>"), spec(fields))
    assert [row["rating"] for row in rows] == [n % 5 + 0.5 for n in range(1, 13)]
    assert [row["reviews"] for row in rows[:3]] == [11, None, 31]


def test_ratings_stand_beside_counts(page: Page, spec: Spec) -> None:
    """A picture's name gives the rating in every row, whatever the number of reviews beside it."""
    counts = ("1,521 reviews", "8 reviews", "5 reviews", "No reviews")
    items = "".join(
        f'<li><h3><a href="/{n}">T {n}</a></h3><p class="rating"><span role="img" aria-label="{n}.5 out of 5 stars">'
        f'<span style="width:{n * 20 + 10}%"></span></span> <span>{count}</span></p></li>'
        for n, count in enumerate(counts, 1)
    )
    rows = rows_of(page(f"<ul>{items}</ul>"), spec({"name": "text", "rating": "rating"}))
    assert [row["rating"] for row in rows] == [1.5, 2.5, 3.5, 4.5]


def test_a_record_has_the_same_key_on_every_page_of_the_listing(page: Page, spec: Spec) -> None:
    """What the listing puts into its links (its query in any order, its address) is no part of the key."""
    ways = {
        "": "",
        "?p=2": "?_filters=p%3D2",
        "?p=3&amp;q=x": "?_filters=q%3Dx%26p%3D3",
        "?p=4": "?p=4",
        "?p=5": "?back=%2Fo%2F%3Fp%3D5",
    }
    for query, added in ways.items():
        rows = [f'<td><a href="/o/{n}/change/{added}">A {n}</a></td><td>Open</td>' for n in range(1, 4)]
        got = read(
            page(table(*rows), f"http://desk.example/o/{query.replace('&amp;', '&')}"),
            spec({"name": "text", "status": "text", "url": "link"}),
        )
        assert [r.key for r in got.records] == [(f"http://desk.example/o/{n}/change/",) for n in range(1, 4)], query


def test_a_records_own_number_stays_in_its_key(page: Page, spec: Spec) -> None:
    """One link that shares a parameter with the listing by chance keeps it."""
    rows = [f'<td><a href="/item?id={n}">A {n}</a></td><td>Open</td>' for n in range(1, 4)]
    got = read(page(table(*rows), "http://shop.example/list?id=2"), spec({"name": "text", "status": "text"}))
    assert [r.key for r in got.records] == [(f"http://shop.example/item?id={n}",) for n in range(1, 4)]


def test_rows_that_are_yet_to_be_filled_are_no_empty_listing(page: Page, spec: Spec) -> None:
    """Places that a script will fill are not "nothing there": the listing was not seen, and that is said."""
    wanted = spec({"name": "text", "status": "text"})
    places = "<td><span class=shimmer></span></td>" * 2
    assert read(page(table(places, places)), wanted).verdict == "not found"
    assert read(page(table(places, "<td>A</td><td>x</td>")), wanted).verdict == "found"


@pytest.mark.parametrize("word", ["Was", "Kit"])
def test_an_amount_that_is_called_former_is_not_what_is_paid(page: Page, spec: Spec, word: str) -> None:
    """A "Was" and a "Now" in some records, a bare price in the others; words that tell nothing of it are an error."""
    items = "".join(
        f"<li><h3><a href=/{n}>Thing {n}</a></h3>"
        + (
            f"<p class=small>{word} ${n + 9}.00</p><p class=big>Now ${n}.00</p>"
            if n % 2
            else f"<p class=big>${n}.00</p>"
        )
        + "</li>"
        for n in range(1, 7)
    )
    view = page(f"<ul>{items}</ul>")
    got = read(view, spec({"name": "text", "price": "money"}))
    if word == "Kit":
        assert isinstance(got.error(view.url), Ambiguous)
    else:
        assert [str(record.values["price"]) for record in got.records] == [f"{n}.00" for n in range(1, 7)]


def test_a_required_field_around_the_records_is_missed_aloud(page: Page, spec: Spec, declared: Declare) -> None:
    """`required` with `page: listing`: an empty one is counted, and makes the table incomplete."""
    wanted = spec([declared("name"), declared("status"), declared("season", page="listing", required=True)])
    got = read(page(table("<td>A</td><td>x</td>", "<td>B</td><td>y</td>")), wanted)
    assert [(r.code, r.column) for r in got.remarks if r.code == "empty required"] == [("empty required", "season")]


GROUPED = "".join(
    f"<h3>{day} June 2024</h3><ul>"
    + "".join(f"<li><a href='/{day}{letter}'>Case {day}{letter} of the county</a></li>" for letter in "abc")
    + "</ul>"
    for day in (3, 4)
)


def test_a_date_that_stands_only_in_the_headings_is_told_with_its_remedy(
    page: Page, spec: Spec, declared: Declare
) -> None:
    """Two groups or six records: an error that says that `from: heading` reads them; with that it does."""
    view = page(f"<main><h1>Decisions</h1>{GROUPED}</main>")
    doubt = read(view, spec([declared("name"), declared("day", "date")])).error(view.url)
    assert isinstance(doubt, Ambiguous)
    assert "as '3 June 2024' is (6 under 2 of them here)" in str(doubt)
    assert "`day: {type: date, from: heading}`" in str(doubt)
    rows = rows_of(view, spec([declared("name"), declared("day", "date", source="heading")]))
    assert [row["day"] for row in rows] == [date(2024, 6, 3)] * 3 + [date(2024, 6, 4)] * 3


def test_a_number_out_of_a_title_is_told(page: Page, spec: Spec, declared: Declare) -> None:
    """`weight` that nothing on the page is called takes the only number there is, and says from where."""
    items = "".join(
        f"<li><a href='/p/{n}'>Parcel number {n}</a><p>It is heavy and holds books</p></li>" for n in (1, 2, 3)
    )
    got = read(
        page(f"<main><h1>Parcels</h1><ul>{items}</ul></main>"), spec([declared("title"), declared("weight", "number")])
    )
    said = [remark.code for remark in got.remarks if remark.column == "weight"]
    told = [*said, *(one.field for one in got.missing), *(one.field for one in got.problems)]
    assert told, [record.values for record in got.records]


def test_a_text_that_all_records_begin_with_is_told(page: Page, spec: Spec, declared: Declare) -> None:
    """`case_name` is no "View opinion 12": a link that says what to do is told, and a real title is not."""

    def listing(words: str) -> PageView:
        items = "".join(f"<li><a href='/p/{n}'>{words} {n}</a> <span>{n} May 2024</span></li>" for n in (11, 12, 13))
        return page(f"<main><h1>Opinions</h1><ul>{items}</ul></main>")

    told = read(listing("View opinion No."), spec([declared("case_name"), declared("day", "date")]))
    assert [(remark.code, remark.column) for remark in told.remarks] == [("by type", "case_name")]
    assert read(listing("Smith"), spec([declared("case_name"), declared("day", "date")])).remarks == ()


def test_the_count_beside_stars_is_another_fields(page: Page, spec: Spec) -> None:
    """A rating that is drawn does not own the text beside its stars, and a record without a count is a record."""
    items = "".join(
        f'<li><h3>{name}</h3><p class="rating"><span role="img" aria-label="{stars} out of 5 stars"></span>{count}</p></li>'
        for name, stars, count in (
            ("Anchor light", 4.5, "<span>(12)</span>"),
            ("Boat hook", 3.0, ""),
            ("Compass", 5, "<span>(31)</span>"),
            ("Dinghy", 2.5, "<span>(7)</span>"),
        )
    )
    rows = rows_of(
        page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "rating": "rating", "reviews": "integer"})
    )
    assert [(row["name"], row["rating"], row["reviews"]) for row in rows] == [
        ("Anchor light", 4.5, 12), ("Boat hook", 3.0, None), ("Compass", 5.0, 31), ("Dinghy", 2.5, 7),
    ]  # fmt: skip


def test_of_a_page_without_labels_it_is_told_what_repeats_there(page: Page, spec: Spec) -> None:
    """Nobody can write a `match` for texts that no message shows."""
    lines = "".join(f"<li>{dish} – {n}.50</li>" for n, dish in enumerate(("Soup", "Salad", "Bread", "Pie"), 4))
    got = read(page(f"<main><h1>Menu</h1><ul>{lines}</ul></main>"), spec({"name": "text", "price": "number"}))
    error = got.error("http://x.example/")
    assert error is not None
    assert "the 4 records under the heading 'Menu' ('Soup – 4.50', 'Salad – 5.50')" in str(error.hint)


def test_a_field_of_the_page_around_is_matched_once(page: Page, spec: Spec, declared: Declare) -> None:
    """What `match` found is the value: it is not looked for in that again, nor read twice."""
    body = table("<td>A</td><td>1</td>", "<td>B</td><td>2</td>")
    around = declared("day", "date", page="listing", match=r"set on ([\d.]+)")
    total = declared("total", "money", page="listing", match=r"in all ([\d.,]+)")
    rows = rows_of(
        page(f"<h2>Rates set on 24.11.2026</h2><p>in all 1.234,50 EUR</p>{body}"),
        spec([declared("name"), around, total], locale="de-DE"),
    )
    assert [(row["day"], row["total"]) for row in rows] == [(date(2026, 11, 24), Decimal("1234.50"))] * 2


@pytest.mark.parametrize("match", [None, "set on (.+)"])
def test_a_field_of_the_page_around_that_is_nowhere_is_told(
    page: Page, spec: Spec, declared: Declare, match: str | None
) -> None:
    """Its column is empty in every row: that is said."""
    body = table("<td>A</td><td>1</td>", "<td>B</td><td>2</td>")
    got = read(page(body), spec([declared("name"), declared("day", "date", page="listing", match=match)]))
    assert "day" in {remark.column for remark in got.remarks}


PEOPLE = "<ul><li><a href=/p/1>Ann</a><li><a href=/p/2>Bo</a><li><a href=/p/3>Cy</a></ul>"


def test_a_match_that_fits_nothing_is_told(page: Page, spec: Spec) -> None:
    """It was NULL in every row, without a word."""
    html = f"<h2>People</h2>{PEOPLE}"
    got = read(page(html), spec([make_field("name"), make_field("rated", "rating", match="Rated ([0-9.]+)")]))
    (said,) = [remark for remark in got.remarks if remark.code == "no match"]
    assert (said.column, said.count) == ("rated", 3)
    assert "'Ann'" in said.text


def test_a_page_without_any_text_is_told_as_that(page: Page, spec: Spec) -> None:
    """A script that fails leaves an empty box; that there are no labels is no reason to declare an `at`."""
    error = read(page("<div id=app></div>"), spec({"name": "text", "price": "money"})).error("http://desk.example/")
    assert error is not None
    assert "no text at all" in str(error)
    assert "no labels" not in str(error)


@pytest.mark.parametrize(
    "frame", ["<li><a href=/p/{0}><img src=/i/{0}.png></a></li>", "<a href=/p/{0}><img src=/i/{0}.png></a>"]
)
@pytest.mark.parametrize(
    "intro", ["<h1>Harbour</h1>", "<nav><a href=/>All albums</a></nav><h1>Harbour</h1><p>At dawn.</p>"]
)
def test_a_gallery_has_pictures_and_no_text(page: Page, spec: Spec, frame: str, intro: str) -> None:
    """Each record is a picture that leads somewhere: nothing in it is a text."""
    html = f"<main>{intro}<div>{''.join(map(frame.format, range(6)))}</div></main>"
    rows = rows_of(page(html), spec({"picture": "image", "url": "link"}))
    assert [(row["picture"], row["url"]) for row in rows] == [
        (f"http://shop.example/i/{n}.png", f"http://shop.example/p/{n}") for n in range(6)
    ]


def test_pictures_without_text_are_no_rivals_of_cards(page: Page, spec: Spec) -> None:
    """The logos of partners are more than the lamps, and in a list that is set like theirs."""
    cards = "".join(f"<li class=card><a href=/p/{n}><img src=/i/{n}.png></a><h3>Lamp {n}</h3></li>" for n in range(6))
    logos = "".join(f"<li class=logo><a href=/l/{n}><img src=/l/{n}.png></a></li>" for n in range(9))
    html = f"<main><ul>{logos}</ul><h2>Lamps</h2><ul>{cards}</ul></main>"
    rows = rows_of(page(html), spec({"picture": "image", "url": "link"}))
    assert [row["url"] for row in rows] == [f"http://shop.example/p/{n}" for n in range(6)]
