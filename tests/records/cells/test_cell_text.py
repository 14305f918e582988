"""What a cell says: cents and digits in pieces, what is struck, cut, drawn or hidden, lists, clocks."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from urllib.parse import quote

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_the_mark_of_a_note_is_no_part_of_a_number(page: Page, spec: Spec) -> None:
    """What reads "68,870[2]" is 68,870 where the mark leads to a note; a raised part that leads nowhere stays: 10⁶."""
    rows = rows_of(
        page(
            "<main><table><tr><th>Name</th><th>Area</th></tr><tr><td>Superior</td><td>82,100</td></tr>"
            '<tr><td>Victoria<sup><a href="#n1">[1]</a></sup></td><td>68,870<sup><a href="#n2">[2]</a></sup></td></tr>'
            "<tr><td>Lake 10<sup>6</sup></td><td>59,600</td></tr></table></main>"
        ),
        spec({"name": "text", "area": "integer"}),
    )
    assert [(row["name"], row["area"]) for row in rows] == [
        ("Superior", 82100),
        ("Victoria", 68870),
        ("Lake 10⁶", 59600),
    ]


@pytest.mark.parametrize(
    ("line", "pages"),
    [
        ("<p><sup>1</sup> with plates</p><p><sup>2</sup> in two parts</p>", (120, 1204)),
        ("<p><sup>1</sup> with plates</p>", (120, None)),
        ("<p><sup>1</sup>H is light</p>", (None, None)),
        ("", (None, None)),
    ],
)
def test_a_raised_mark_that_a_line_below_explains_is_a_note(
    page: Page, spec: Spec, line: str, pages: tuple[int | None, ...]
) -> None:
    """One that none explains may be anything; a sign before a letter explains nothing."""
    body = "<tr><td>Frogs</td><td>120<sup>1</sup></td></tr><tr><td>Newts</td><td>88</td></tr>"
    body += "<tr><td>Toads</td><td>1,204<sup>2</sup></td></tr>"
    view = page(f"<table><tr><th>Title</th><th>Pages</th></tr>{body}</table>{line}")
    got = read(view, spec({"title": "text", "pages": "integer"}))
    assert [record.values["pages"] for record in got.records] == [pages[0], 88, pages[1]]


def test_what_is_raised_behind_words_or_a_price_is_no_note(page: Page, spec: Spec) -> None:
    """Notes on names stand beside cents and units."""
    body = "".join(
        f"<tr><td>{name}<sup>1</sup></td><td>$5<sup>43</sup></td><td>{n} m<sup>2</sup></td></tr>"
        for n, name in enumerate(("Ash", "Elm", "Fir"), 3)
    )
    heads = "<tr><th>Name</th><th>Price</th><th>Size</th></tr>"
    view = page(f"<table>{heads}{body}</table><p><sup>1</sup> Sold in pairs.</p>")
    rows = rows_of(view, spec({"name": "text", "price": "money", "size": "text"}))
    assert [(str(row["price"]), row["size"]) for row in rows] == [("5.43", f"{n} m²") for n in (3, 4, 5)]


def test_a_piece_of_the_price_is_no_count(page: Page, spec: Spec) -> None:
    """A price written whole for screen readers and in pieces for the eye; the count is named where nobody looks."""
    items = "".join(
        f'<li><h2><a href="/p/{n}">{name}</a></h2><a aria-label="{count} ratings" href="/p/{n}#r"><span>{count}</span></a>'
        f'<span class="price"><span class="whole-text">${whole}.{cents}</span><span aria-hidden="true"><span>$</span>'
        f'<span class="w">{whole}<span>.</span></span><span class="f">{cents}</span></span></span></li>'
        for n, name, count, whole, cents in (
            (1, "Cable", "12,402", 9, 99),
            (2, "Hub", "982", 18, 49),
            (3, "Fan", "54", 7, 89),
        )
    )
    view = page(f"<main><ul>{items}</ul></main>")
    for name in ("ratings", "reviews"):
        rows = rows_of(view, spec({"name": "text", "price": "money", name: "integer"}))
        assert [(str(row["price"]), row[name]) for row in rows] == [("9.99", 12402), ("18.49", 982), ("7.89", 54)]


def test_a_number_with_a_fraction_is_no_year(page: Page, spec: Spec) -> None:
    """Two numbers in every record, one of them 9.3: a whole number is the other."""
    items = "".join(
        f'<li><h3><a href="/t/{n}">{title}</a></h3><span>{year}</span><span class="score">{score}</span></li>'
        for n, title, year, score in ((1, "Ran", 1985, 9.3), (2, "Stalker", 1979, 9.1), (3, "Solaris", 1972, 8.8))
    )
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "year": "integer"}))
    assert [row["year"] for row in rows] == [1985, 1979, 1972]


@pytest.mark.parametrize(
    ("written", "values"),
    [
        (("$12<sup>99</sup>", "$7<sup>50</sup>", "$120<sup>00</sup>"), ("12.99", "7.50", "120.00")),
        (("12,<sup>99</sup> €", "7,<sup>50</sup> €", "120,<sup>00</sup> €"), ("12.99", "7.50", "120.00")),
        (("1.234<sup>99</sup> €", "7<sup>50</sup> €", "20<sup>00</sup> €"), ("1234.99", "7.50", "20.00")),
        (("12 €<sup>99</sup>", "7 €<sup>50</sup>", "120 €<sup>00</sup>"), ("12.99", "7.50", "120.00")),
        (("12€99", "7€50", "120€00"), ("12.99", "7.50", "120.00")),
        (("$<span>12</span><span>99</span>", "$<span>7</span><span>50</span>", "$<span>8</span><span>00</span>"),
         ("12.99", "7.50", "8.00")),
        (("$12<small>99</small>", "$7<small>50</small>", "$120<small>00</small>"), ("12.99", "7.50", "120.00")),
        (("<b>$12</b><span>.99</span>", "<b>$7</b><span>.50</span>", "<b>$8</b><span>.00</span>"),
         ("12.99", "7.50", "8.00")),
    ],
)  # fmt: skip
def test_cents_that_stand_apart(page: Page, spec: Spec, written: tuple[str, ...], values: tuple[str, ...]) -> None:
    """Raised, smaller, in an element of their own, behind the sign: cents all the same, and never a hundredfold."""
    items = "".join(
        f'<li><h3><a href="/p/{name}">{name}</a></h3><p class="price">{price}</p></li>'
        for name, price in zip(("Cable", "Hub", "Fan"), written, strict=True)
    )
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "price": "money"}))
    assert tuple(str(row["price"]) for row in rows) == values


def test_digits_in_pieces_are_not_run_together(page: Page, spec: Spec) -> None:
    """One element for each digit is a counter; other pieces of a number that nothing joins are no value."""
    items = [("Ada", "<i>1</i><i>2</i><i>9</i>", "1<b>234</b>"), ("Bo", "<i>3</i><i>4</i><i>0</i>", "5<b>678</b>")]
    rows = "".join(f"<tr><td>{name}</td><td>{seen}</td><td>{odd}</td></tr>" for name, seen, odd in items)
    view = page(f"<main><table><tr><th>Name</th><th>Seen</th><th>Odd</th></tr>{rows}</table></main>")
    got = read(view, spec({"name": "text", "seen": "integer", "odd": "integer"}))
    assert [(r.values["seen"], r.values["odd"]) for r in got.records] == [(129, None), (340, None)]
    assert [remark.column for remark in got.remarks] == ["odd", "odd"] or [r.column for r in got.remarks] == ["odd"]


def test_the_word_of_an_older_price_goes_with_it(page: Page, spec: Spec) -> None:
    """What is struck is an older amount, and so is the word beside it in an element of its own."""
    items = "".join(
        f'<li><span class="t"><a href="/{name}">{name}</a></span><div class="p">{now} € {old}</div></li>'
        for name, now, old in (
            ("Hammer", "12,99", "<span>UVP <s>15,49 €</s></span>"), ("Zange", "1.249,00", ""), ("Feile", "7,50", "")
        )
    )  # fmt: skip
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "preis": "money"}, locale="de"))
    assert [str(row["preis"]) for row in rows] == ["12.99", "1249.00", "7.50"]


def listed(rows: Iterable[Iterable[str]], heads: str) -> str:
    head = "".join(f"<th>{word}</th>" for word in heads.split())
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<main><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></main>"


def test_brackets_and_cents(page: Page, spec: Spec) -> None:
    """A bookkeeper's minus needs no currency where it has cents; 99¢ is 0.99."""
    rows = [("A", "(1,234.50)", "99¢"), ("B", "12.00", "5¢"), ("C", "(7.05)", "$1.20")]
    got = rows_of(
        page(listed(rows, "Item Balance Price")), spec({"item": "text", "balance": "money", "price": "money"})
    )
    assert [str(row["balance"]) for row in got] == ["-1234.50", "12.00", "-7.05"]
    assert [str(row["price"]) for row in got] == ["0.99", "0.05", "1.20"]


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        (
            '<i class="fa fa-check-circle" title="paid: true"></i>',
            '<i class="fa fa-minus-circle" title="paid: false"></i>',
        ),
        ("Paid: yes", "Paid: no"),
        ('<i class="checkmark icon"></i>', '<i class="close icon"></i>'),
    ],
)
def test_yes_and_no_behind_their_own_label(page: Page, spec: Spec, yes: str, no: str) -> None:
    """`title="paid: false"` says no, whatever its icon is."""
    rows = "".join(f"<tr><td>Bill {n}</td><td>{yes if n % 2 else no}</td></tr>" for n in range(4))
    view = page(f"<table><tr><th>Name</th><th>Paid</th></tr>{rows}</table>")
    assert [row["paid"] for row in rows_of(view, spec({"name": "text", "paid": "boolean"}))] == [
        False,
        True,
        False,
        True,
    ]


def test_a_line_that_counts_several_things(page: Page, spec: Spec) -> None:
    """Each number is what the word behind it counts; the number in the name is none of them."""
    rows = "".join(
        f"<li><div><a href='/w/{n}'>Oak {n}</a></div><div>{500 + n:,} bytes ({70 + n} words) - 1{n}:00, {n + 1} July 2014</div></li>"
        for n in range(4)
    )
    got = rows_of(
        page(f"<ul>{rows}</ul>"), spec({"name": "text", "bytes": "integer", "words": "integer", "changed": "datetime"})
    )
    assert [(row["name"], row["bytes"], row["words"]) for row in got] == [
        (f"Oak {n}", 500 + n, 70 + n) for n in range(4)
    ]


def test_a_clock_of_hours(page: Page, spec: Spec) -> None:
    """`3:45` is hours and minutes below "Hours" and before an h, minutes and seconds before "min"."""
    rows = "".join(
        f"<tr><td>Job {n}</td><td>{n}:45</td><td>30:{n}0 h</td><td>{n}:30 min</td></tr>" for n in range(1, 4)
    )
    view = page(f"<table><tr><th>Name</th><th>Hours</th><th>Planned</th><th>Break</th></tr>{rows}</table>")
    first = rows_of(view, spec({"name": "text", "hours": "duration", "planned": "duration", "break": "duration"}))[0]
    assert (first["hours"], first["planned"], first["break"]) == (
        timedelta(hours=1, minutes=45),
        timedelta(hours=30, minutes=10),
        timedelta(minutes=1, seconds=30),
    )


def test_a_text_that_is_called_after_a_moment(page: Page, spec: Spec) -> None:
    """Without heads: `age` is the column of ages, though it is declared first, and the linked text the message."""
    rows = "".join(
        f"<tr><td title='2026-11-1{n}'><i>{n} hours ago</i></td><td class=author><a href='/by/{n}'>Ana {n}</a></td>"
        f"<td><a href='/c/{n}'>Mend the lamp of hall {n}</a></td><td><a href='/c/{n}'>commit</a> | <a href='/d/{n}'>diff</a></td></tr>"
        for n in range(2, 8)
    )
    got = rows_of(page(f"<table>{rows}</table>"), spec({"age": "text", "author": "text", "message": "text"}))
    assert got[0] == {"age": "2 hours ago", "author": "Ana 2", "message": "Mend the lamp of hall 2"}


def test_names_of_icons_are_no_text(page: Page, spec: Spec) -> None:
    """A font draws "check_circle" as a sign, where the font is there; words of records stay."""
    rows = "".join(
        f"<tr><td>job_{n}</td><td><i class='app-icon material-icons' aria-hidden=true>check_circle</i> {state}</td>"
        f"<td><span aria-hidden=true>more_vert</span><b aria-hidden=true>{state}</b></td></tr>"
        for n, state in enumerate(("active", "paused", "active", "done"))
    )
    table = f"<table><tr><th>Name</th><th>State</th><th>Again</th></tr>{rows}</table>"
    got = rows_of(page(table), spec({"name": "text", "state": "text", "again": "text"}))
    assert [tuple(row.values()) for row in got] == [
        (f"job_{n}", state, state) for n, state in enumerate(("active", "paused", "active", "done"))
    ]


@pytest.mark.parametrize(
    "mark", ["<code class=symbol>{}</code>", "<span class=symbol>{}</span>", "<samp aria-hidden=true>{}</samp>"]
)
def test_names_in_code_are_no_icons(page: Page, spec: Spec, mark: str) -> None:
    """Lists of error codes and settings are made of such names."""
    names = ("no_data", "warning", "implicit_zero_bit_padding", "deprecated_feature")
    rows = "".join(f"<tr><td>0{n}000</td><td>{mark.format(name)}</td></tr>" for n, name in enumerate(names))
    table = f"<table><tr><th>Code</th><th>Condition</th></tr>{rows}</table>"
    got = rows_of(page(table), spec({"code": "text", "condition": "text"}))
    assert [row["condition"] for row in got] == list(names)


def test_one_of_the_listed_words_is_found_wherever_a_record_has_it(
    page: Page, spec: Spec, declared: Callable[..., Field]
) -> None:
    """What has no price is marked up in another way: `values` says which text is meant; two of them say nothing."""
    items = "".join(
        f'<li><h3><a href="/p/{n}">{name}</a></h3>{said}<button>Sold</button></li>'
        for n, name, said in (
            (1, "Cable", '<p>$4.00</p><p class="state">In stock</p>'),
            (2, "Hub", '<p>$9.50</p><p class="state">Sold</p>'),
            (3, "Fan", "<div><i></i> Sold</div>"),
            (4, "Lamp", "<div><i></i> Sold</div><div>In stock</div>"),
            (5, "Desk", '<p>$99.00</p><p class="state">In stock</p>'),
        )
    )
    state = declared("state", words=("In stock", "Sold"))
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text", "price": "money", "state": state}))
    assert [row["state"] for row in rows] == ["In stock", "Sold", "Sold", None, "In stock"]


def test_yes_and_no_are_icons_that_an_attribute_names(page: Page, spec: Spec) -> None:
    """`data-icon` is what a style sheet draws; of a picture that says nothing is told that it says nothing."""
    drawn = ('<i data-icon="check"></i>', '<i data-icon="close"></i>', '<i class="k1"></i>', "")
    cells = "".join(f"<tr><td>Item {n}</td><td>{icon}</td></tr>" for n, icon in enumerate(drawn))
    got = read(
        page(f"<main><table><tr><th>Name</th><th>Paid</th></tr>{cells}</table></main>"),
        spec({"name": "text", "paid": "boolean"}),
    )
    assert [record.values["paid"] for record in got.records] == [True, False, None, None]
    told = [(remark.text, remark.count) for remark in got.remarks if remark.column == "paid"]
    assert told == [("a picture that says neither yes nor no: 'k1'", 1)]


def test_paragraphs_are_no_list_and_a_list_that_nothing_names_is_told(
    page: Page, spec: Spec, declared: Callable[..., Field]
) -> None:
    """Posts with an excerpt of two paragraphs, and tags that some lack: called so by the mark-up, or by nothing."""

    def posts(mark: str) -> PageView:
        return page(
            "<main>"
            + "".join(
                f'<article><h2><a href="/p/{n}">Post {n}</a></h2><div class="body"><p>It rained on day {n}.</p>'
                f'<p><a href="/p/{n}#more">Read on</a></p></div>{mark.format(n) if n != 3 else ""}</article>'
                for n in range(1, 7)
            )
            + "</main>"
        )

    asked = spec([declared("title"), declared("tags", "[text]")])
    for mark, told in (('class="tag-list"', 0), ('class="k"', 1)):
        got = read(posts(f"<ul {mark}><li><a href=/t/a>a</a></li><li><a href=/t/{{0}}>t{{0}}</a></li></ul>"), asked)
        assert [one.values["tags"] for one in got.records] == [("a", f"t{n}") if n != 3 else None for n in range(1, 7)]
        assert sum(remark.column == "tags" for remark in got.remarks) == told


def test_the_row_in_focus_is_a_row_like_the_others(page: Page, spec: Spec) -> None:
    """The name of the first file is called a button, as what the arrow keys stand on; a real button is none of it."""
    items = "".join(
        f'<li class="item"><span class="name" {"role=button tabindex=0" if n == 0 else ""}>file {n}</span>'
        f'<span class="size">{n} kB</span><span class="act" role="button">Open</span></li>'
        for n in range(4)
    )
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"name": "text"}))
    assert [row["name"] for row in rows] == [f"file {n}" for n in range(4)]


def test_a_heading_that_is_nowhere_is_missing(page: Page, spec: Spec, declared: Callable[..., Field]) -> None:
    """What looks like a heading and is none gives no value: that is said, as of a label that no page has."""
    items = "".join(f'<li><a href="/p/{n}">Lamp {n}</a> <span>${n}.50</span></li>' for n in range(1, 5))
    asked = spec([declared("name"), declared("price", "money"), declared("year", "integer", source="heading")])
    got = read(page(f"<main><div class=year>2023</div><ul>{items}</ul></main>"), asked)
    assert [record.values["name"] for record in got.records] == [f"Lamp {n}" for n in range(1, 5)]
    assert [(one.field, one.looked_for) for one in got.missing] == [("year", "a heading above the records")]


@pytest.mark.parametrize("title", ["<a href=/p/{0}>Lamp {0}</a>", "<strong>Lamp {0}</strong>", "<h4>Lamp {0}</h4>"])
@pytest.mark.parametrize("head", ["<h3>Details</h3>", "<h3><a href=/p/{0}>Details</a></h3>"])
@pytest.mark.parametrize("first", [True, False])
def test_a_heading_that_all_records_have_is_no_text_of_theirs(
    page: Page, spec: Spec, title: str, head: str, first: bool
) -> None:
    """The title is what names the record, before it or behind it; the heading is no rival of another text either."""
    notes = ("A warm light.", "For the desk.", "Small, and bright enough to read by.", "Of glass.")
    cards = "".join(
        f"<div class=card>{''.join([head, title] if first else [title, head]).format(n)}<p>{note}</p><b>{n}.50 €</b></div>"
        for n, note in enumerate(notes)
    )
    rows = rows_of(page(f"<main><h1>Shop</h1>{cards}</main>"), spec({"name": "text", "note": "text", "price": "money"}))
    assert [(row["name"], row["note"]) for row in rows] == [(f"Lamp {n}", note) for n, note in enumerate(notes)]


def test_a_word_in_place_of_a_value_again_and_again(page: Page, spec: Spec) -> None:
    """It is no value, and told with what would say what it means; what is there once can't be read."""
    paid = ["$5", "-null-", "$7", "-null-", "-null-", "five"]
    rows = "".join(f"<tr><td>Pump {n}</td><td>{text}</td></tr>" for n, text in enumerate(paid))
    view = page(f"<table><tr><th>Name</th><th>Paid</th></tr>{rows}</table>")
    got = read(view, spec({"name": "text", "paid": "money"}))
    assert [record.values["paid"] is None for record in got.records] == [text[0] != "$" for text in paid]
    assert [(remark.code, remark.count) for remark in got.remarks] == [("placeholder", 3), ("unreadable", 1)]
    assert "-null-" in got.remarks[0].text
    assert "values" in got.remarks[0].text


def test_a_definition_is_read_whole(page: Page, spec: Spec) -> None:
    """Some have several paragraphs; the first of them alone is no other answer."""
    told = ("Dump only the data.</p><p>Not the schema.", "Include large objects.", "Clean first.", "Create it.")
    terms = "".join(
        f"<dt><code>-{letter}</code></dt><dd><p>{text}</p></dd>" for letter, text in zip("abcC", told, strict=True)
    )
    got = rows_of(
        page(f"<h1>dump</h1><h2>Options</h2><dl>{terms}</dl>"), spec({"option": "text", "description": "text"})
    )
    assert [row["option"] for row in got] == ["-a", "-b", "-c", "-C"]
    assert [row["description"] for row in got] == ["Dump only the data. Not the schema.", *told[1:]]


def test_a_title_with_a_highlighted_part_is_one_text(page: Page, spec: Spec) -> None:
    """Hits of a search: what is marked in the middle of a link does not tear it into pieces."""
    hits = "".join(
        f'<dt><a href="/t/{n}">#{n}: <span class="hit{n}">Tides crash</span> on page {n + 7} (closed)</a></dt>'
        f"<dd>By ana — 2024-03-0{n + 1}</dd>"
        for n in range(4)
    )
    got = rows_of(page(f"<dl>{hits}</dl>"), spec({"title": "text", "url": "link"}))
    assert [row["title"] for row in got] == [f"#{n}: Tides crash on page {n + 7} (closed)" for n in range(4)]


def test_what_is_drawn_for_a_person_is_no_text_of_the_record(page: Page, spec: Spec) -> None:
    """The initials in the place of a picture, and the date that `posted` has: what is left is the text."""
    posts = "".join(
        f"<div class=post><div class=face>{name[0]}</div><div><a href='/u/{name}'><b>{name}</b></a>"
        f"<a href='#c{n}'><time datetime='2024-01-0{n}T06:00:00'>January {n}, 2024 at 6:00 am</time></a></div>"
        f"<div><p>{text}</p></div></div>"
        for n, name, text in ((1, "Eli", "I do object."), (2, "Fay", "So do I, at length."), (3, "Gus", "Same here!"))
    )
    rows = rows_of(page(f"<main>{posts}</main>"), spec({"author": "text", "posted": "datetime", "body": "text"}))
    assert [(row["author"], row["body"]) for row in rows] == [
        ("Eli", "I do object."),
        ("Fay", "So do I, at length."),
        ("Gus", "Same here!"),
    ]
    assert [str(row["posted"]) for row in rows] == [f"2024-01-0{n} 06:00:00" for n in (1, 2, 3)]


def test_texts_that_the_page_shows_cut_are_told(page: Page, spec: Spec) -> None:
    """Cells cut after so many letters, without the whole text in an attribute; one that has it is whole."""
    cells = ("Short", "A long note that was cut her…", '<span title="Whole after all">Whole aft…</span>')
    rows = "".join(f"<tr><td>{n}</td><td>{cell}</td></tr>" for n, cell in enumerate(cells))
    got = read(page(f"<table><tr><th>No</th><th>Note</th></tr>{rows}</table>"), spec({"no": "integer", "note": "text"}))
    assert [record.values["note"] for record in got.records][2] == "Whole after all"
    assert [(remark.column, remark.count) for remark in got.remarks if remark.code == "cut"] == [("note", 1)]


def test_a_picture_that_waits_for_the_reader_is_where_it_will_come_from(page: Page, spec: Spec) -> None:
    """The one that holds its place is none; a picture within the page stays what it is."""
    held = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    body = "".join(f"<li><img src='{held}' data-src='/i/{n}.png'><a href='/f/{n}'>File {n}</a></li>" for n in range(3))
    rows = rows_of(page(f"<ul>{body}</ul>"), spec({"name": "text", "picture": "image"}))
    assert [row["picture"] for row in rows] == [f"http://shop.example/i/{n}.png" for n in range(3)]


def test_a_list_has_the_attribute_of_each_picture(page: Page, spec: Spec, declared: Declare) -> None:
    """`from: alt` with a list type."""
    signs = [["Flammable"], ["Flammable", "Toxic"], [], ["Toxic"]]
    body = "".join(
        f"<li><h3><a href='/s/{n}'>Substance {n}</a></h3><p>No {n}</p>{''.join(f'<img class=sign alt={one}>' for one in own)}</li>"
        for n, own in enumerate(signs)
    )
    view = page(f"<ul>{body}</ul>")

    def hits(shown: PageView, _: object) -> tuple[int, ...]:
        return tuple(node.index for node in shown.nodes if node.tag == "img")

    fields = [declared("name"), declared("signs", "[text]", css="img.sign", source="alt")]
    rows = rows_of(view, spec(fields, locate_all=hits))
    assert [row["signs"] for row in rows] == [tuple(own) or None for own in signs]


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


def test_a_name_that_may_break_in_the_middle_is_one(page: Page, spec: Spec) -> None:
    """A place in a long name where the line may break: "drop", <wbr>, "Cart1"; the second half was the name."""
    names = ("dropCart", "sendMail", "findStock", "countTax")
    items = "".join(
        f"<li><a href=/f/{name}><svg></svg><span>{name[:4]}<wbr>{name[4:]}</span></a></li>" for name in names
    )
    assert [row["name"] for row in rows_of(page(f"<h2>F</h2><ul>{items}</ul>"), spec({"name": "text"}))] == list(names)


@pytest.mark.parametrize(
    ("kind", "written", "values"),
    [
        ("text", ("<s>Oak desk</s> (done)", "Elm lamp", "Fir shelf"), ("Oak desk (done)", "Elm lamp", "Fir shelf")),
        ("text", ("<del>AB-1</del> fixed", "AB-2 open", "AB-3 open"), ("AB-1 fixed", "AB-2 open", "AB-3 open")),
        ("text", ("<s>10:05</s> 10:25", "10:10", "10:15"), ("10:25", "10:10", "10:15")),
        ("text", ("<del>Oak</del> <ins>Oak desk</ins>", "Elm", "Fir"), ("Oak desk", "Elm", "Fir")),
        ("date", ("<s>2025-05-01</s> 2025-06-01", "2025-05-02", "2025-05-03"), ("2025-06-01", "2025-05-02", "2025-05-03")),
        ("date", ("<s>2025-05-01</s> (done)", "2025-05-02", "2025-05-03"), ("2025-05-01", "2025-05-02", "2025-05-03")),
    ],
)  # fmt: skip
def test_what_is_struck_is_left_out_where_its_newer_one_is_there(
    page: Page, spec: Spec, kind: str, written: tuple[str, ...], values: tuple[str, ...]
) -> None:
    """Other digits in its places, or what is marked as put in; a list of things to do strikes what is done."""
    view = page(listed([(str(n), cell) for n, cell in enumerate(written)], "No Seen"))
    assert tuple(str(row["seen"]) for row in rows_of(view, spec({"no": "integer", "seen": kind}))) == values


@pytest.mark.parametrize(
    ("cell", "split", "items"),
    [
        ("red<br>blue", ",", ("red", "blue")),
        ("red, green,<br>blue", ",", ("red", "green", "blue")),
        ("Ann Lee, Bob Roe and<br>Cy Fox", ",", ("Ann Lee", "Bob Roe and Cy Fox")),
        ("Ann Lee and<br>Cy Fox", ",", ("Ann Lee and Cy Fox",)),
        ("red; green;<br>blue", ";", ("red", "green", "blue")),
    ],
)
def test_lines_are_items_where_nothing_else_parts_them(
    page: Page, spec: Spec, declared: Declare, cell: str, split: str, items: tuple[str, ...]
) -> None:
    """A comma, a word between two, or what the file says goes before the break of a line."""
    view = page(listed([(str(n), cell) for n in range(3)], "No Tags"))
    fields = [declared("no", "integer"), declared("tags", "[text]", split=split)]
    assert [row["tags"] for row in rows_of(view, spec(fields))] == [items] * 3


@pytest.mark.parametrize(
    ("bar", "share"),
    [
        ("<meter min=200 max=800 value=500></meter>", 50.0),
        ("<progress max=1000 value=400></progress>", 40.0),
        ("<progress value=0.4></progress>", 40.0),
        ("<p role=progressbar aria-valuemin=10 aria-valuemax=20 aria-valuenow=15></p>", 50.0),
        ("<p role=progressbar aria-valuenow=15></p><p role=progressbar aria-valuenow=25></p>", None),
    ],
)
def test_a_bar_says_how_full_it_is(page: Page, spec: Spec, bar: str, share: float | None) -> None:
    """Between its least and its most; two that differ say neither."""
    got = read(
        page(listed([(str(n), bar) for n in range(3)], "No Done")), spec({"no": "integer", "done": "percentage"})
    )
    assert [record.values["done"] for record in got.records] == [share] * 3
    assert [remark.code for remark in got.remarks] == ([] if share is not None else ["unreadable"])


@pytest.mark.parametrize(
    ("kind", "signs", "values"),
    [
        ("integer", ("12", "345", "7"), [12, 345, 7]),
        ("integer", ("1", "11", "111"), [1, None, None]),
        ("text", ("WLD", "WWL", "DDL"), [None, None, None]),
    ],
)
def test_digits_may_be_pictures(
    page: Page, spec: Spec, kind: str, signs: tuple[str, ...], values: list[object]
) -> None:
    """Equal ones may be one for each medal, and letters a picture for each game."""
    drawn = ("".join(f"<img alt={sign}>" for sign in cell) for cell in signs)
    got = read(
        page(listed([(f"Ash {n}", cell) for n, cell in enumerate(drawn)], "Team Score")),
        spec({"team": "text", "score": kind}),
    )
    assert [record.values["score"] for record in got.records] == values


def test_the_mark_of_a_note_that_leads_nowhere(page: Page, spec: Spec) -> None:
    """Behind a number it is a note's; behind a letter it may be what something is called."""
    rows = [(f"x<sup>[{n}]</sup>", f"68,87{n}<sup>[{n}]</sup>") for n in range(1, 4)]
    got = rows_of(page(listed(rows, "Name Area")), spec({"name": "text", "area": "integer"}))
    assert [(row["name"], row["area"]) for row in got] == [(f"x[{n}]", 68870 + n) for n in range(1, 4)]


@pytest.mark.parametrize(("behind", "read"), [("()", "{}()"), (" ()", "{}"), ("(12)", "{}"), (", old", "{}")])
def test_a_link_ends_with_the_word_that_it_begins(page: Page, spec: Spec, behind: str, read: str) -> None:
    """Brackets with nothing in them, right behind the word, are a part of what is called so; a count is none."""
    names = ("current", "home", "root", "temp")
    rows = "".join(f"<tr><td><a href=/{name}>{name}</a>{behind}</td><td>{name} path</td></tr>" for name in names)
    found = rows_of(
        page(f"<table><tr><th>Call</th><th>Meaning</th></tr>{rows}</table>"), spec({"call": "text", "meaning": "text"})
    )
    assert ["".join(str(row["call"]).split()) for row in found] == [read.format(name) for name in names]
