"""Values and rows that were wrong and said nothing of it: each by the smallest page that shows it."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from tests.records.conftest import HERE
from tests.records.page_rows import rows_of, table, tagged
from webdart.answer.hidden_columns import visible
from webdart.controls.pager import paging
from webdart.page.model import Node, PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import parse

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_a_tick_behind_its_word_is_that_words(page: Page, spec: Spec) -> None:
    """Two facilities, one drawn by an icon and one by a sign: neither has the other's answer."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><ul><li>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></li>"
        f"<li>Dogs {'✓' if n % 3 else '✗'}</li></ul></li>"
        for n in range(6)
    )
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "dogs": "boolean"}))
    assert [(row["wifi"], row["dogs"]) for row in rows] == [(n % 2 == 1, n % 3 > 0) for n in range(6)]


def test_one_sign_is_no_two_fields(page: Page, spec: Spec) -> None:
    """The icon and the item around it say one thing: the second field is not there, and not the first once more."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><p>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></p></li>"
        for n in range(6)
    )
    got = read(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "pool": "boolean"}))
    assert all(record.values["pool"] is None for record in got.records)
    assert "pool" in {missing.field for missing in got.missing} or got.problems


def rows_in(*rows: str) -> str:
    """A table by cells: `|` parts them, `=2` joins two columns, `^2` two rows."""

    def cell(text: str) -> str:
        for sign, name in (("=", "colspan"), ("^", "rowspan")):
            words, _, count = text.partition(sign)
            if count:
                return f"<th {name}={count}>{words}</th>"
        return f"<td>{text}</td>"

    heads = "".join(f"<th>{head}</th>" for head in rows[0].split("|"))
    body = "".join(f"<tr>{''.join(map(cell, row.split('|')))}</tr>" for row in rows[1:])
    return f"<table><tr>{heads}</tr>{body}</table>"


@pytest.mark.parametrize(
    "line",
    [
        "<li><i class='fa fa-{icon}'></i> {word}</li>",
        "<li>{word} <i class='fa fa-{icon}'></i></li>",
        "<li>{word}: <span class='icon icon-{icon}'></span></li>",
        "<li>{sign} {word}</li>",
    ],
)
def test_each_line_has_its_own_sign(page: Page, spec: Spec, line: str) -> None:
    """Before the word or behind it: never that of the next line."""

    def drawn(word: str, *, yes: bool) -> str:
        return line.format(word=word, icon="check" if yes else "times", sign="✓" if yes else "✗")

    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><ul>{drawn('Wifi', yes=n % 2 > 0)}{drawn('Pool', yes=n % 3 > 0)}</ul></li>"
        for n in range(4)
    )
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "wifi": "boolean", "pool": "boolean"}))
    assert [(row["wifi"], row["pool"]) for row in rows] == [(n % 2 > 0, n % 3 > 0) for n in range(4)]


def test_a_sign_that_is_called_otherwise_is_told(page: Page, spec: Spec) -> None:
    """The only yes or no of a record is another word's."""
    body = "".join(
        f"<li><h3><a href='/c/{n}'>Camp {n}</a></h3><p>Wifi <i aria-label={'yes' if n % 2 else 'no'}></i></p></li>"
        for n in range(6)
    )
    got = read(page(f"<ul>{body}</ul>"), spec({"name": "text", "pool": "boolean"}))
    assert [(remark.column, "'Wifi'" in remark.text) for remark in got.remarks] == [("pool", True)]


SPANNED = rows_in(
    "Region|Town|Persons|Rate",
    "North^2|Alba|3,000|1%", "Brig|4,000|2%", "Total North=2|7,000|2%",
    "South^2|Dorf|6,000|3%", "Elba|1,000|4%", "Total South=2|7,000|3%",
    "Total=2|14,000|3%",
)  # fmt: skip
SINGLE = rows_in(
    "Region|Town|Persons",
    "North^3|Alba|3", "Brig|4", "Subtotal|7", "South^2|Dorf|6", "Subtotal|6", "Grand total||13",
)  # fmt: skip


@pytest.mark.parametrize(
    ("html", "towns"), [(SPANNED, ["Alba", "Brig", "Dorf", "Elba"]), (SINGLE, ["Alba", "Brig", "Dorf"])]
)
def test_sums_within_a_table_are_no_records(page: Page, spec: Spec, html: str, towns: list[str]) -> None:
    """Whether joined across columns, or below a cell that hangs down, or with a rate that is no sum of rates."""
    rows = rows_of(page(html), spec({"region": "text", "town": "text", "persons": "integer"}))
    assert [row["town"] for row in rows] == towns


def test_a_balance_in_bold_is_the_sum_of_what_came_and_went(page: Page, spec: Spec) -> None:
    """Figures have signs; its own words need not be known."""
    body = "".join(
        f"<tr><td>Entry {n}</td><td>{amount}</td></tr>" for n, amount in enumerate(("-5.50", "20.00", "-4.50"))
    )
    heads = "<tr><th>Text</th><th>Amount</th></tr>"
    html = f"<table>{heads}{body}<tr><td><b>Saldo</b></td><td>10.00</td></tr></table>"
    assert [row["amount"] for row in rows_of(page(html), spec({"text": "text", "amount": "money"}))] == [
        Decimal("-5.50"), Decimal("20.00"), Decimal("-4.50"),
    ]  # fmt: skip


def test_a_film_that_is_called_a_total_is_a_film(page: Page, spec: Spec) -> None:
    """Its figure is that of the row above, and of one row there is no sum."""
    html = table(
        "<td>Alien</td><td>3</td>", "<td>Total Recall</td><td>3</td>", "<td>Up</td><td>4</td>", heads="Film Copies"
    )
    assert len(rows_of(page(html), spec({"film": "text", "copies": "integer"}))) == 3


def test_a_lone_entry_is_not_called_as_the_page(page: Page, spec: Spec) -> None:
    """One event this month: its heading and the page's are two names, and a person is asked."""
    event = "<div class=event><h3>Concert</h3><p>3 January 2024</p><p>Tickets: €12.50</p></div>"
    got = read(page(f"<main><h1>Events</h1>{event}</main>"), spec({"name": "text", "date": "date", "tickets": "money"}))
    assert [problem.choices for problem in got.problems] == [("'Events'", "'Concert'")]
    assert "each: page" in got.problems[0].hint


def test_a_page_with_several_values_of_several_labels_is_no_record(page: Page, spec: Spec, declared: Declare) -> None:
    """A list whose records were not recognised is not read as one."""
    entry = "<div><h3>Trail {0}</h3><p>Rise: {0} m, some of it steep</p><p>Level: grade {0}</p></div>"
    rest = "<div><h3>Trail</h3><p>Nobody knows.</p></div>"
    html = f"<main><h1>Trails</h1>{entry.format(1)}{rest * 6}{entry.format(2)}</main>"
    got = read(page(html), spec([declared("name"), declared("rise", label="Rise"), declared("level", label="Level")]))
    assert got.problems or len(got.records) > 1


def test_a_lone_entry_of_terms_is_not_its_terms(page: Page, spec: Spec) -> None:
    """One person with a list of terms that the fields are called by: the terms are fields, and no three persons."""
    person = "<article><h2>Ida</h2><dl><dt>Room</dt><dd>D1</dd><dt>Phone</dt><dd>7946</dd><dt>Mail</dt><dd>a@b</dd></dl></article>"
    assert rows_of(page(f"<main><h1>Staff</h1>{person}</main>"), spec({"name": "text", "room": "text"})) == [
        {"name": "Ida", "room": "D1"}
    ]


def test_a_section_without_an_element_of_its_own(page: Page, spec: Spec) -> None:
    """`in` names a heading in the flow of a page; the records below it are led by headings too."""
    clubs = "".join(
        f"<h3>{name}</h3><p><b>When:</b> {day}<br><b>Where:</b> Hall</p>"
        for name, day in (("Chess", "Mon"), ("Yoga", "Fri"))
    )
    html = f"<main><h1>Hall</h1><p>Welcome.</p><h2>Clubs</h2>{clubs}<h2>Rooms</h2><h3>Barn</h3><p><b>When:</b> never</p></main>"
    within = Words(text=parse("Clubs", HERE), at=HERE)
    rows = rows_of(page(html), spec({"name": "text", "when": "text", "where": "text"}, within=within))
    assert rows == [{"name": "Chess", "when": "Mon", "where": "Hall"}, {"name": "Yoga", "when": "Fri", "where": "Hall"}]


def test_what_a_locator_finds_several_times_is_several_records(page: Page, spec: Spec, declared: Declare) -> None:
    """Every third row is marked, and a field is in most rows: runs from mark to mark have it always, and are no rows."""

    def classed(name: str) -> Callable[[Node], bool]:
        return lambda node: name in node.attributes.get("class", "").split()

    body = "".join(
        f"<div class='mail{' unread' if n % 3 == 0 else ''}' data-id={n}><b class=from>Ann {n}</b> <time datetime=2024-01-{n + 10}>"
        f"{n}</time>{'<i class=att>1</i>' if n % 4 else ''}</div>"
        for n in range(12)
    )
    view = page(f"<main><div>{body}</div></main>", marks={"css=.from": classed("from"), "css=.att": classed("att")})
    fields = [declared("sender", css=".from"), declared("files", "integer", css=".att"), declared("sent", "date")]
    assert [row["sender"] for row in rows_of(view, spec(fields))] == [f"Ann {n}" for n in range(12)]


def test_two_records_may_lack_what_a_locator_finds(page: Page, spec: Spec, declared: Declare) -> None:
    """No tag on either post of this month: they are posts all the same."""
    posts = "".join(
        f"<article><h2><a href='/p/{n}'>Post {n}</a></h2><time datetime=2024-01-0{n}>x</time></article>" for n in (1, 2)
    )
    view = page(f"<main>{posts}</main>", marks={"css=em": tagged("em")})
    fields = [declared("title"), declared("posted", "date"), declared("tags", "[text]", css="em")]
    got = read(view, spec(fields))
    assert got.error(view.url) is None
    assert [record.values["title"] for record in got.records] == ["Post 1", "Post 2"]


def test_a_picture_that_waits_for_the_reader_is_where_it_will_come_from(page: Page, spec: Spec) -> None:
    """The one that holds its place is none; a picture within the page stays what it is."""
    held = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    body = "".join(f"<li><img src='{held}' data-src='/i/{n}.png'><a href='/f/{n}'>File {n}</a></li>" for n in range(3))
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "picture": "image"}))
    assert [row["picture"] for row in rows] == [f"http://shop.example/i/{n}.png" for n in range(3)]


def test_heads_above_and_at_the_side_leave_a_blank_corner(page: Page, spec: Spec) -> None:
    """Things side by side, what is told of them below each other: each thing is a record, not the first of them all."""
    rows = (("Price", "$40.00", "$47.50", "$55.00"), ("Material", "Oak", "Pine", "Ash"), ("Weight", "3", "4", "5"))
    body = "".join(
        f"<tr><th scope=row>{head}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>" for head, *cells in rows
    )
    heads = "".join(f"<th scope=col>Chair {n}</th>" for n in range(3))
    view = page(f"<table><tr><td></td>{heads}</tr>{body}</table>")
    got = rows_of(view, spec({"price": "money", "material": "text"}))
    assert [row["material"] for row in got] == ["Oak", "Pine", "Ash"]


def test_a_thread_may_have_one_first_comment(page: Page, spec: Spec) -> None:
    """All others answer it, at any depth; none of those that were answered is left out."""

    def comment(number: int) -> str:
        replies = "".join(comment(other) for other in (2 * number + 1, 2 * number + 2) if other < 7)
        said = f"<a class=author href=/u/{number}>ann{number}</a><p>I think {number} is right.</p>"
        return f"<div class=comment>{said}<div class=replies>{replies}</div></div>"

    rows = rows_of(
        page(f"<main><h1>Wood?</h1><section>{comment(0)}</section></main>"), spec({"author": "text", "text": "text"})
    )
    assert sorted(str(row["author"]) for row in rows) == [f"ann{n}" for n in range(7)]


@pytest.mark.parametrize(
    ("numbers", "following"),
    [((2, 3, 4), "2"), ((1, 3, 4), "3"), ((1, 2, 4), "4"), ((1, 2, 3), None), ((1, 2, 3, 40), None)],
)
def test_the_number_that_a_pager_leaves_out_is_the_page_shown(
    page: Page, numbers: tuple[int, ...], following: str | None
) -> None:
    """Old sites print links to the other pages alone; a gap before the last is no page."""
    links = " ".join(f'<a href="/list?page={n}">{n}</a>' for n in numbers)
    controls = paging(page(f"<main><ul><li>a</li></ul><p>{links}</p></main>", "http://shop.example/list"))
    assert next((control.label for control in controls if control.kind == "next"), None) == following


def test_an_expression_over_what_was_read_belongs_to_the_answer() -> None:
    """The engine calls it `_raw['price']`; what `*` brings along is left out as before."""
    columns = ["price", "_raw['price']", "_n"]
    assert visible(columns, "SELECT price, _raw['price'], _n FROM things") == (0, 1, 2)
    assert visible(["price", "_raw"], "SELECT * FROM things") == (0,)


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


def test_a_word_that_the_file_gives_a_value_is_one(page: Page, spec: Spec, declared: Declare) -> None:
    """Every event of this page is free: the price is there, and is what the file says."""
    body = "".join(
        f"<div class=event><h3>Concert {n}</h3><p>{n} May 2024</p><div>Tickets: free</div></div>" for n in (1, 2, 3)
    )
    fields = [declared("name"), declared("date", "date"), declared("tickets", "money", mapping={"Free": Decimal(0)})]
    rows = rows_of(page(f"<main><h1>Events</h1><div>{body}</div></main>"), spec(fields))
    assert [row["tickets"] for row in rows] == [Decimal(0)] * 3


def test_a_heading_written_in_pieces_is_one_text(page: Page, spec: Spec) -> None:
    """A script puts number, point and name into a heading as texts of their own: a person reads one."""
    heading = "<h5>{0}<!---->. <!---->Study {1}</h5>"
    cards = "".join(
        f"<div class=card><a href='/s/{n}'><div>{heading.format(n, 'abc'[n])}<div>Direction: up</div></div></a></div>"
        for n in range(3)
    )
    rows = rows_of(page(cards), spec({"name": "text", "direction": "text", "url": "link"}))
    assert [row["name"] for row in rows] == ["0. Study a", "1. Study b", "2. Study c"]


HALVES = "<div id=content><div><a href='/help'>Help</a></div><h1>{0}</h1>{1}</div><div id=menu><h2>Menu</h2><div><a href='/'>Start</a></div></div>"


def test_halves_of_a_page_are_no_records(page: Page, spec: Spec) -> None:
    """The only entry of a list stands in one of them: that is the record, and the menu is none."""
    entry = (
        "<ul><li>10:45 <a class=new-page href='/b'>Blue horn</a> (<a href='/b/h'>hist</a>) <i>[755 bytes]</i></li></ul>"
    )
    rows = rows_of(page(HALVES.format("New pages", entry)), spec({"name": "text", "bytes": "integer"}))
    assert [(row["name"], row["bytes"]) for row in rows] == [("Blue horn", 755)]


def test_a_number_among_several_that_are_counted(page: Page, spec: Spec) -> None:
    """A line of hits says how many words each has, beside its bytes: the hits are the list, whatever else has numbers."""
    hits = "".join(
        f"<li><div><a href='/{n}'>Horn {'abcde'[n]}</a></div><p>{100 + n} bytes ({n + 2} words) - 10:45, 23 November 2026</p></li>"
        for n in range(5)
    )
    rows = rows_of(
        page(HALVES.format("Results 1 - 5 of 5", f"<ul>{hits}</ul>")), spec({"name": "text", "words": "integer"})
    )
    assert [(row["name"], row["words"]) for row in rows] == [(f"Horn {'abcde'[n]}", n + 2) for n in range(5)]


def test_the_text_of_a_whole_card_is_no_name(page: Page, spec: Spec) -> None:
    """Every line of the card is another field's, and nothing is left that could be what it is called: that is told."""
    cards = "".join(
        f"<div class=card><a href=/f/{n}><img src=x.jpg alt='Flat {n}'></a><div><i>Rent</i><b>£{n}50 pcm</b></div>"
        f"<div><i>Beds</i><b>{n}</b></div></div>"
        for n in range(1, 4)
    )
    got = read(page(f"<main>{cards}</main>"), spec({"name": "text", "rent": "money", "beds": "integer"}))
    assert [record.values["beds"] for record in got.records] == [1, 2, 3]
    assert [one.field for one in got.missing] == ["name"]


def test_links_that_all_say_the_same_name_no_records(page: Page, spec: Spec) -> None:
    """Three cards whose name has no mark-up: "Details" was each one's name. Which text it is, is asked."""
    things = {"Blue kettle": "Kitchen", "Red lamp": "Light", "Oak desk": "Office"}
    cards = "".join(
        f"<div class=k><div>{name}</div><div>{room}</div><a href=/x/{n}>Details</a></div>"
        for n, (name, room) in enumerate(things.items())
    )
    got = read(page(f"<main>{cards}</main>"), spec({"name": "text", "url": "link"}))
    assert "'Blue kettle'" in str(got.error(""))
    assert "'Kitchen'" in str(got.error(""))


@pytest.mark.parametrize("order", [("Average", "Total"), ("Total", "Average"), ("Average",)])
def test_a_mean_at_the_end_is_no_record(page: Page, spec: Spec, order: tuple[str, ...]) -> None:
    """Rounded down beside the sum, on either side of it or alone; what is called so and is no mean stays."""
    towns = {"Alba": 31, "Brig": 40, "Chur": 52, "Davos": 60}
    ends = {"Average": sum(towns.values()) // 4, "Total": sum(towns.values())}
    rows = "".join(f"<tr><td>{name}</td><td>{n}</td></tr>" for name, n in towns.items())
    last = "".join(f"<tr><td>{name}</td><td>{ends[name]}</td></tr>" for name in order)
    table = "<table><thead><tr><th>Town</th><th>Visits</th></tr></thead><tbody>{}</tbody></table>"
    found = rows_of(page(table.format(rows + last)), spec({"town": "text", "visits": "integer"}))
    assert [row["town"] for row in found] == list(towns)
    odd = "<tr><td>Average</td><td>12</td></tr>"
    assert len(rows_of(page(table.format(rows + odd)), spec({"town": "text", "visits": "integer"}))) == 5
