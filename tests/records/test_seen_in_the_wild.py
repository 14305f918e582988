"""What pages of other people's applications taught: each of these once gave an error, or a wrong value."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from webdart.pages.port import PageView
from webdart.records import ListingSpec, read
from webdart.records.discover import discover
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def rows_of(view: PageView, spec: ListingSpec) -> list[dict[str, object]]:
    got = read(view, spec)
    assert got.error(view.url) is None, got.error(view.url)
    assert got.lacking(view.url) is None, got.lacking(view.url)
    return [dict(record.values) for record in got.records]


def test_a_head_that_spans_more_columns_than_there_are(page: Page, spec: Spec) -> None:
    """`colspan=100` means "to the end": no columns are made up, and the group rows that span as far stay such."""
    rows = "".join(f"<tr><td>A {n}</td><td>Open</td><td>2024-01-0{n + 1}</td></tr>" for n in range(3))
    heads = "<tr><th>Name</th><th>Status</th><th colspan=100>Created</th></tr>"
    view = page(f"<table><thead>{heads}</thead><tr><td colspan=100>First group</td></tr>{rows}</table>")
    assert [row["created"] for row in rows_of(view, spec({"name": "text", "status": "text", "created": "text"}))] == [
        "2024-01-01",
        "2024-01-02",
        "2024-01-03",
    ]


def test_the_link_is_the_titles_own(page: Page, spec: Spec) -> None:
    """Two columns of links, both different in every record: the one that the title is goes before the other."""
    rows = "".join(
        f'<tr><td><a href="/t/{n}">#{n}</a></td><td><a href="/t/{n}">Thing {n}</a></td><td><a href="/at/{n}">day {n}</a></td></tr>'
        for n in range(4)
    )
    view = page(f"<table><tr><th>No</th><th>Summary</th><th>Seen</th></tr>{rows}</table>")
    got = rows_of(view, spec({"no": "integer", "summary": "text", "url": "link"}))
    assert [row["url"] for row in got] == [f"http://shop.example/t/{n}" for n in range(4)]


PROPERTIES = (
    "<h1>Log book is slow</h1><table><tr><th>Owned by:</th><td>ana</td><th>Version:</th><td></td></tr>"
    "<tr><th>Keywords:</th><td> </td><th>Cc:</th><td> </td></tr></table><p>Search:</p><p>Other formats:</p>"
)


def test_a_label_beside_an_empty_cell_is_null(page: Page, spec: Spec) -> None:
    """The page has the field and nothing in it: no other text is taken for it, and the next label is no value."""
    (row,) = rows_of(
        page(PROPERTIES),
        spec({"title": "text", "owned_by": "text", "version": "text", "keywords": "text", "cc": "text"}, kind="page"),
    )
    assert row == {"title": "Log book is slow", "owned_by": "ana", "version": None, "keywords": None, "cc": None}


def test_the_sign_that_leads_to_a_heading_is_no_text(page: Page, spec: Spec) -> None:
    """What documentation generators put beside headings is neither the value below nor part of the title."""
    view = page(
        '<h1>Install<a class="headerlink" href="#install">¶</a></h1>'
        '<h2 id="d">Description <a href="#d" title="Link here">¶</a></h2><div><p>Seen on page 3.</p></div>'
    )
    assert rows_of(view, spec({"title": "text", "description": "text"}, kind="page")) == [
        {"title": "Install", "description": "Seen on page 3."}
    ]


def test_a_title_with_a_highlighted_part_is_one_text(page: Page, spec: Spec) -> None:
    """Hits of a search: what is marked in the middle of a link does not tear it into pieces."""
    hits = "".join(
        f'<dt><a href="/t/{n}">#{n}: <span class="hit{n}">Tides crash</span> on page {n + 7} (closed)</a></dt>'
        f"<dd>By ana — 2024-03-0{n + 1}</dd>"
        for n in range(4)
    )
    got = rows_of(page(f"<dl>{hits}</dl>"), spec({"title": "text", "url": "link"}))
    assert [row["title"] for row in got] == [f"#{n}: Tides crash on page {n + 7} (closed)" for n in range(4)]


def test_a_part_of_the_records_is_not_taken_for_them(page: Page, spec: Spec) -> None:
    """The lower line of each record has all types that were asked for; the title and the named number stand above it."""
    cards = "".join(
        f'<div class="card"><div class="stats"><span>{votes}</span> <span>votes</span></div><div class="body">'
        f'<h3><a href="/q/{n}">{title}</a></h3><div class="meta"><ul class="badges"><li>1,10{n}</li></ul>'
        f'<time datetime="2026-11-0{n}">Nov {n}</time></div></div></div>'
        for n, (title, votes) in enumerate((("Sort a list", 5), ("Join on keys", 17), ("Wrap a grid", -1)), 1)
    )
    wanted = spec({"title": "text", "votes": "integer", "asked": "date"})
    rows = rows_of(page(f"<main><h1>Questions</h1>{cards}</main>"), wanted)
    assert [(row["title"], row["votes"]) for row in rows] == [
        ("Sort a list", 5),
        ("Join on keys", 17),
        ("Wrap a grid", -1),
    ]


def test_what_a_part_hides_is_told(page: Page, spec: Spec) -> None:
    """Each record has two texts that an author could be; in its lower line alone there would be one, and no title."""
    items = "".join(
        f'<div class="row"><a class="head" href="/i/{n}">{title}</a> <span class="labels"><a href="/l">{label}</a></span>'
        f'<div class="line">#{n} opened <time datetime="2026-11-0{n}">Nov {n}</time> by <a href="/u/{who}">{who}</a></div></div>'
        for n, (title, label, who) in enumerate(
            (("Crash on start", "bug", "ann"), ("Dark mode", "wish", "bob"), ("Typo", "docs", "cy")), 1
        )
    )
    got = read(page(f"<main>{items}</main>"), spec({"title": "text", "author": "text", "opened": "date"}))
    assert [record.values["title"] for record in got.records] == ["Crash on start", "Dark mode", "Typo"]
    assert "'author' could be" in str(got.error("http://shop.example/list"))


def test_texts_enough_for_the_fields_make_a_record(page: Page, spec: Spec) -> None:
    """Three open texts: twelve links of one text each are no records for them, the three entries around them are."""
    entries = "".join(
        f'<dt><a href="/abs/{n}">2611.{n}</a> [<a href="/pdf/{n}">pdf</a>, <a href="/src/{n}">source</a>]</dt><dd><div class="t">'
        f'<span>Title:</span> {title}</div><div class="a">{people}</div><div><span>Pages:</span> {n}</div>'
        f'<div class="s"><span>Subjects:</span> {subject}</div></dd>'
        for n, title, people, subject in (
            (11, "Nets are shallow", '<a href="/a/1">Ann Lee</a>, <a href="/a/2">Bo Chu</a>', "Learning"),
            (12, "Sets of lines", '<a href="/a/3">Cy Po</a>', "Combinatorics"),
            (13, "A theory of rain", '<a href="/a/4">Di Fo</a>, <a href="/a/5">Ed Go</a>', "Weather"),
        )
    )
    rows = rows_of(
        page(f"<main><h1>New</h1><dl><h3>Friday</h3>{entries}</dl></main>"),
        spec({"title": "text", "authors": "[text]", "subjects": "text"}),
    )
    assert [(row["title"], row["authors"], row["subjects"]) for row in rows] == [
        ("Nets are shallow", ("Ann Lee", "Bo Chu"), "Learning"),
        ("Sets of lines", ("Cy Po",), "Combinatorics"),
        ("A theory of rain", ("Di Fo", "Ed Go"), "Weather"),
    ]


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


FIVE = (("Great", 5), ("Broke", 2), ("Nice", 4))


@pytest.mark.parametrize(
    ("full", "empty", "half"),
    [
        ("fa fa-star", "fa fa-star-o", "fa fa-star-half-o"),
        ("fas fa-star", "far fa-star", "fas fa-star-half-alt"),
        ("bi bi-star-fill", "bi bi-star", "bi bi-star-half"),
        ("star on", "star", "star half"),
    ],
)
def test_stars_that_are_icons_are_counted(page: Page, spec: Spec, full: str, empty: str, half: str) -> None:
    """Which icon is a full star the records themselves tell: stars are drawn from the left."""
    drawn = {"Great": [full] * 5, "Broke": [full, full, empty, empty, empty], "Nice": [full, full, full, half, empty]}
    items = "".join(
        f'<div class="rev"><h4>{title}</h4><div class="s">{"".join(f"<i class={icon!r}></i>" for icon in icons)}</div></div>'
        for title, icons in drawn.items()
    )
    rows = rows_of(page(f"<main>{items}</main>"), spec({"title": "text", "rating": "rating"}))
    assert [(row["title"], row["rating"]) for row in rows] == [("Great", 5.0), ("Broke", 2.0), ("Nice", 3.5)]


def test_a_row_of_stars_all_alike_is_no_rating(page: Page, spec: Spec) -> None:
    """Five times the same icon in every record, full or empty: nothing tells, and that is said."""
    items = "".join(f"<li><h4>{title}</h4><p>{'<i class=glyph-star></i>' * 5}</p></li>" for title, _ in FIVE)
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "rating": "rating"}))
    assert [record.values["rating"] for record in got.records] == [None] * 3
    assert [(remark.code, remark.column, remark.count) for remark in got.remarks] == [("unreadable", "rating", 3)]


def test_stars_that_a_class_colours_are_read_by_the_class(page: Page, spec: Spec) -> None:
    """The same five icons in every record, solid ones: the word on their element is the rating, and none is none."""
    items = "".join(
        f'<li><h4>{title}</h4><p class="star-rating {word}">{"<i class=fas-star></i>" * 5}</p></li>'.replace(
            "fas-star", '"fas fa-star"'
        )
        for title, word in (("Great", "Five"), ("Broke", ""), ("Nice", "Two"))
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "rating": "rating"}))
    assert [record.values["rating"] for record in got.records] == [5.0, None, 2.0]
    assert got.remarks == ()


def test_a_bar_in_a_bar_is_a_rating(page: Page, spec: Spec) -> None:
    """Two elements without a text, the inner one as wide as the stars that are full."""
    items = "".join(
        f'<li><h4>{title}</h4><div class="outer"><div class="inner" style="width: {stars * 20}%"></div></div></li>'
        for title, stars in FIVE
    )
    rows = rows_of(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "rating": "rating"}))
    assert [row["rating"] for row in rows] == [5.0, 2.0, 4.0]


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


def test_the_parts_of_one_card_are_no_records(page: Page, spec: Spec) -> None:
    """Two links in each of four cards, prices that most cards don't have: the cards are the records."""
    cards = "".join(
        f'<div class="col"><div class="card"><a href="/p/{n}"><h5 class="card-title">{name}</h5></a>'
        f'<p class="card-text price">{price}</p><a class="btn" href="/cart?add={n}">Add</a></div></div>'
        for n, (name, price) in enumerate(
            (("Desk", "$120.00"), ("Chair", "$45.00 – $60.00"), ("Safe", "Call for price"), ("Lamp", "Ask us"))
        )
    )
    got = read(page(f'<main><div class="row">{cards}</div></main>'), spec({"name": "text", "price": "money"}))
    assert [(r.values["name"], str(r.values["price"])) for r in got.records] == [
        ("Desk", "120.00"), ("Chair", "None"), ("Safe", "None"), ("Lamp", "None"),
    ]  # fmt: skip
    assert sum(remark.count for remark in got.remarks if remark.code == "unreadable") == 3


def test_answers_below_what_they_answer_are_records_of_their_own(page: Page, spec: Spec) -> None:
    """Elements of one class inside each other, at different depths: every one is a record, without those in it."""

    def said(who: str, points: int, below: str = "") -> str:
        head = f'<p><a href="/user/{who}">{who}</a> <span class="score">{points} points</span></p>'
        return (
            f'<div class="comment">{head}<div class="md"><p>Says {who}.</p></div><div class="child">{below}</div></div>'
        )

    thread = said("ann", 12, said("bob", 4)) + said("cy", -1) + said("dee", 7, said("eve", 2))
    rows = rows_of(page(f"<main><h1>A post</h1>{thread}</main>"), spec({"author": "text", "points": "integer"}))
    assert [(row["author"], row["points"]) for row in rows] == [
        ("ann", 12),
        ("bob", 4),
        ("cy", -1),
        ("dee", 7),
        ("eve", 2),
    ]


def test_a_text_that_varies_is_no_label(page: Page, spec: Spec) -> None:
    """Two counts behind a language that two of three records share: it labels neither, and where they lead tells them."""
    items = "".join(
        f'<div class="item"><a class="name" href="/o/{name}">{name}</a><div class="tail"><span>{tongue}</span>'
        f'<a class="n" href="/o/{name}/stars">{stars}</a><a class="n" href="/o/{name}/forks">{forks}</a></div>'
        f'<div class="body">{text}</div></div>'
        for name, tongue, stars, forks, text in (
            ("alpha", "Go", 120, 40, "First repo"), ("beta", "Rust", 9, 3, "Second one"), ("gamma", "Go", 33, 11, "Third")
        )
    )  # fmt: skip
    view = page(f"<main><div>{items}</div></main>")
    rows = rows_of(view, spec({"name": "text", "forks": "integer", "stars": "integer"}))
    assert [(row["stars"], row["forks"]) for row in rows] == [(120, 40), (9, 3), (33, 11)]
    assert "'size' could be '120', '9' or '40', '3'" in str(
        read(view, spec({"name": "text", "size": "integer"})).error("")
    )
    assert "'language' could be" in str(read(view, spec({"name": "text", "language": "text"})).error(""))


def test_a_value_goes_on_over_its_lines_and_links(page: Page, spec: Spec) -> None:
    """The lines of an address, links with commas between: one value behind its label; the next label ends it."""
    view = page(
        "<main><h1>Order 10041</h1><p><strong>Placed:</strong> November 3, 2026</p>"
        "<p><strong>Ship to:</strong><br>Ann Lee<br>12 Oak St<br>Salem, MA</p>"
        '<p><span>Tags: <a href="/t/1">Lamps</a>, <a href="/t/2">Office</a></span></p>'
        "<p><b>Carrier:</b> Post<br><b>Weight:</b> 3 kg</p></main>"
    )
    fields = {"placed": "date", "ship_to": "text", "tags": "[text]", "carrier": "text", "weight": "text"}
    (row,) = rows_of(view, spec(fields, kind="page"))
    assert row["ship_to"] == "Ann Lee 12 Oak St Salem, MA"
    assert (row["tags"], row["carrier"], row["weight"]) == (("Lamps", "Office"), "Post", "3 kg")
    (row,) = rows_of(view, spec({"placed": "date", "tags": "text"}, kind="page"))
    assert row["tags"] == "Lamps, Office"


def test_two_blocks_of_prose_are_no_listing_that_lacks_its_date(page: Page, spec: Spec) -> None:
    """Nothing is called as declared, and a field is missing: two headings with a text below are not the records."""
    blocks = "".join(
        f"<li><h3>{kind} rulings</h3><p>The court publishes {kind.lower()} rulings on Fridays, and keeps them here.</p></li>"
        for kind in ("Published", "Unpublished")
    )
    got = read(page(f"<main><ul>{blocks}</ul></main>"), spec({"case": "text", "docket": "text", "decided": "date"}))
    assert got.verdict == "not found"


def listed(rows: Iterable[Iterable[str]], heads: str) -> str:
    head = "".join(f"<th>{word}</th>" for word in heads.split())
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<main><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></main>"


def test_the_sum_below_a_table_is_no_record(page: Page, spec: Spec) -> None:
    """Called a sum and adding up, or set apart and adding up, or both without; never for its name or its looks alone."""
    fields = {"item": "text", "pieces": "integer", "amount": "money"}
    rows = [("Nut", "1", "$5.00"), ("Bolt", "2", "$6.50")]
    for last, dropped in (
        (("<b>Total</b>", "<b>3</b>", "<b>$11.50</b>"), True),
        (("Summe", "3", "$11.50"), True),
        (("<b>All</b>", "<b>3</b>", "<b>$11.50</b>"), True),
        (("<b>Total</b>", "<b>40</b>", "<b>$310.00</b>"), True),
        (("Total", "40", "$310.00"), False),
        (("<b>Anvil</b>", "<b>7</b>", "<b>$99.00</b>"), False),
        (("Anvil", "3", "$11.50"), False),
    ):
        got = read(page(listed([*rows, last], "Item Pieces Amount")), spec(fields))
        assert len(got.records) == 3 - dropped, last
        assert [remark.code for remark in got.remarks if "sum" in remark.text] == ["no record"] * dropped


def test_a_table_whose_columns_are_the_records(page: Page, spec: Spec) -> None:
    """The fields' names stand at its side: each column is a record, named above."""
    view = page(
        "<main><table><tr><th>Plan</th><th>Basic</th><th>Pro</th><th>Max</th></tr>"
        "<tr><th>Price</th><td>$5</td><td>$15</td><td>$50</td></tr>"
        "<tr><th>Users</th><td>1</td><td>5</td><td>50</td></tr></table></main>"
    )
    rows = rows_of(view, spec({"plan": "text", "price": "money", "users": "integer"}))
    assert [(row["plan"], str(row["price"]), row["users"]) for row in rows] == [
        ("Basic", "5.00", 1), ("Pro", "15.00", 5), ("Max", "50.00", 50),
    ]  # fmt: skip


def test_brackets_and_cents(page: Page, spec: Spec) -> None:
    """A bookkeeper's minus needs no currency where it has cents; 99¢ is 0.99."""
    rows = [("A", "(1,234.50)", "99¢"), ("B", "12.00", "5¢"), ("C", "(7.05)", "$1.20")]
    got = rows_of(
        page(listed(rows, "Item Balance Price")), spec({"item": "text", "balance": "money", "price": "money"})
    )
    assert [str(row["balance"]) for row in got] == ["-1234.50", "12.00", "-7.05"]
    assert [str(row["price"]) for row in got] == ["0.99", "0.05", "1.20"]


def test_cards_below_another_heading_elsewhere_are_no_part(page: Page, spec: Spec) -> None:
    """The same cards in another place, "Recently viewed" above them: not this listing, and told. A hero is a part."""

    def card(name: str) -> str:
        return f'<li class="card"><a href="/p/{name}"><h3>{name}</h3></a><span class="amt">${len(name)}</span></li>'

    names = ["Lamp", "Desk", "Sofa", "Stool"]
    listing = f"<ul>{''.join(map(card, names))}</ul>"
    others = f"<section><h2>Recently viewed</h2><ul>{card('Rug')}{card('Vase')}</ul></section>"
    wanted = spec({"name": "text", "price": "money"})
    got = read(page(f"<main><h1>Furniture</h1>{listing}{others}</main>"), wanted)
    assert got.error("") is None
    assert [record.values["name"] for record in got.records] == names
    assert [(remark.code, remark.count) for remark in got.remarks] == [("no record", 2)]
    assert "Recently viewed" in got.remarks[0].text
    rows = rows_of(page(f"<main><h1>Furniture</h1><div><ul>{card('Rug')}</ul></div>{listing}</main>"), wanted)
    assert [row["name"] for row in rows] == ["Rug", *names]


def test_a_field_from_an_attribute_needs_no_locator(page: Page, spec: Spec, declared: Declare) -> None:
    """What only an attribute says is found by the attribute's name, on the record or in it."""
    tiles = "".join(
        f'<div class="tile" data-sku="A-{n}"><span>{name}</span><b data-left="{n * 3}"></b></div>'
        for n, name in enumerate(("Lamp", "Desk", "Sofa"), 1)
    )
    fields = [declared("name"), declared("sku", source="data-sku"), declared("left", "integer", source="data-left")]
    rows = rows_of(page(f"<main>{tiles}</main>"), spec(fields))
    assert [(row["name"], row["sku"], row["left"]) for row in rows] == [
        ("Lamp", "A-1", 3), ("Desk", "A-2", 6), ("Sofa", "A-3", 9),
    ]  # fmt: skip


ATTRIBUTES = (
    "<h1>Paint pump 7</h1><div class=attributes>"
    '<div class="due attribute"><div class=label>Due date:</div><div class=value></div></div>'
    '<div class="done attribute"><div class=label>Progress:</div><div class=value>20%</div></div>'
    '<div class="estimate attribute"><div class=label>Estimated time:</div><div class=value></div></div>'
    '<div class="spent attribute"><div class=label>Spent time:</div><div class=value>1:15 h</div></div></div>'
    "<p><b>Owner:</b></p><p><b>Reviewer:</b> ana</p><p><b>Keeper</b></p><p><b>Eve</b> Moss</p>"
)


def test_a_label_without_a_value_does_not_take_the_next_pair(page: Page, spec: Spec) -> None:
    """What stands behind an empty place is the next label with its value."""
    fields = {"title": "text", "due_date": "text", "progress": "text", "estimated_time": "text", "owner": "text"}
    (row,) = rows_of(page(ATTRIBUTES), spec(fields | {"reviewer": "text", "keeper": "text"}, kind="page"))
    assert row == {
        "title": "Paint pump 7",
        "due_date": None,
        "progress": "20%",
        "estimated_time": None,
        "owner": None,
        "reviewer": "ana",
        "keeper": "Eve Moss",
    }


def test_a_menu_without_a_landmark_is_not_the_listing(page: Page, spec: Spec) -> None:
    """Longer lists of links stand in the head and at the side of the page; what they are called tells them apart."""
    top = "".join(f"<li><a href='/{word}'>{word}</a></li>" for word in ("Home", "Projects", "Help", "Sign in", "About"))
    main = "".join(f"<li class=root><div class=root><a href='/p/{n}'>Project {n}</a></div></li>" for n in "xyz")
    body = f"<div id=top-menu><ul>{top}</ul></div><div id=content><h2>Projects</h2><ul class=projects>{main}</ul></div>"
    assert [row["name"] for row in rows_of(page(body), spec({"name": "text"}))] == [
        "Project x",
        "Project y",
        "Project z",
    ]


def test_lists_of_a_footer_are_no_part_of_the_listing(page: Page, spec: Spec) -> None:
    """List items without a class are of one kind, in columns too, but not those of the footer."""
    columns = "".join(
        f"<div><h3>{letter}</h3><ul>"
        + "".join(f"<li><a href='/w/{letter}{n}'>{letter} {n}</a></li>" for n in range(count))
        + "</ul></div>"
        for letter, count in (("A", 9), ("B", 4), ("C", 14))
    )
    foot = (
        "<footer><ul><li><a href='/privacy'>Privacy policy</a></li><li><a href='/about'>About us</a></li></ul></footer>"
    )
    assert len(rows_of(page(f"<h1>Words</h1>{columns}{foot}"), spec({"name": "text", "url": "link"}))) == 27


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        (
            '<i class="fa fa-check-circle" title="paid: true"></i>',
            '<i class="fa fa-minus-circle" title="paid: false"></i>',
        ),
        ("Paid: yes", "Paid: no"),
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


def test_a_span_of_years_counts_no_pages(page: Page, spec: Spec) -> None:
    """Nor do opening hours; "Page 1 of 9" does."""
    rows = "".join(f"<li><h3>Thing {n}</h3><p>{n + 3} left</p></li>" for n in range(3))

    def pages(said: str) -> int | None:
        return read(page(f"<ul>{rows}</ul><p>{said}</p>"), spec({"name": "text"})).totals.pages

    assert pages("© 2006-2022 Some Body") is None
    assert pages("Open 9 to 17") is None
    assert pages("Page 1 of 9") == 9
    assert pages("1 / 9") == 9


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


def test_rows_that_nothing_tells_apart(page: Page, spec: Spec) -> None:
    """`key: []`: what each row leads to is another thing's page, and the rows are kept as found."""
    rows = "".join(f"<tr><td>Day {n}</td><td><a href='/issues/{n}'>Issue {n}</a></td></tr>" for n in range(4))
    view = page(f"<table><tr><th>Day</th><th>Issue</th></tr>{rows}</table>")
    declared = spec({"day": "text", "issue": "text"})
    assert read(view, declared).keyed
    kept = read(view, replace(declared, extract=replace(declared.extract, keyless=True)))
    assert not kept.keyed
    assert all(record.key is None for record in kept.records)


def test_a_name_that_ends_with_a_number_states_no_total(page: Page, spec: Spec) -> None:
    """The page of pump 10 does not say that there are ten pumps; "10 pumps" and "Pumps (10)" do."""
    rows = "".join(f"<li><h3>Part {n}</h3><p>{n + 30} left</p></li>" for n in range(5))

    def stated(said: str) -> int | None:
        view = page(f"<h1>Pumps</h1><p>{said}</p><ul>{rows}</ul>")
        return read(view, spec({"name": "text"}, into="parts")).totals.stated

    assert stated("Pump 10") is None
    assert stated("Pumps (10)") == 10
    assert stated("10 pumps") == 10


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
    (found,) = discover(view, spec({"name": "text"}))
    assert found.extract.each == "page"
    assert [(field.name, field.type.kind) for field in found.extract.fields] == [
        ("title", "text"),
        ("progress", "integer"),
        ("spent_time", "text"),
        ("reviewer", "text"),
    ]
    assert found.records[0].values["title"] == "Bug 42"


LOG = "<table><tr><th>Age</th><th>Message (<a href='?all'>Expand</a>)</th><th>Author</th><th>Files</th></tr>" + "".join(
    f"<tr><td><span class=age title='2026-11-{n + 10} 11:57:31'>{n} min.</span></td><td><a href='/c/{n}'>Mend lamp {n}</a></td>"
    f"<td>Ana {n}</td><td>{n + 3}</td></tr>"
    for n in range(1, 7)
)


def test_a_head_with_an_aside(page: Page, spec: Spec, declared: Declare) -> None:
    """The label is what stands before the brackets."""
    fields = [declared("age", "datetime"), declared("text", "text", label="Message"), declared("files", "integer")]
    assert [row["text"] for row in rows_of(page(LOG), spec(fields))] == [f"Mend lamp {n}" for n in range(1, 7)]


def test_a_label_that_no_head_has_is_all_that_is_told(page: Page, spec: Spec, declared: Declare) -> None:
    """The other fields are still found below their heads: the head itself is no row."""
    fields = [
        declared("age", "datetime"),
        declared("text", "text", label="Commit msg"),
        declared("author", "text"),
        declared("files", "integer"),
        declared("url", "link"),
    ]
    got = read(page(LOG), spec(fields))
    assert not got.problems
    assert [missing.field for missing in got.missing] == ["text"]
    assert got.seen == ("Age", "Message (Expand)", "Author", "Files")


def test_a_text_that_is_called_after_a_moment(page: Page, spec: Spec) -> None:
    """Without heads: `age` is the column of ages, though it is declared first, and the linked text the message."""
    rows = "".join(
        f"<tr><td title='2026-11-1{n}'><i>{n} hours ago</i></td><td class=author><a href='/by/{n}'>Ana {n}</a></td>"
        f"<td><a href='/c/{n}'>Mend the lamp of hall {n}</a></td><td><a href='/c/{n}'>commit</a> | <a href='/d/{n}'>diff</a></td></tr>"
        for n in range(2, 8)
    )
    got = rows_of(page(f"<table>{rows}</table>"), spec({"age": "text", "author": "text", "message": "text"}))
    assert got[0] == {"age": "2 hours ago", "author": "Ana 2", "message": "Mend the lamp of hall 2"}
