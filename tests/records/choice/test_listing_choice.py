"""Menus, parts of a page and parts of a record are not the listing."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import NAMES, rows_of, tagged
from webdart.page.model import Node, PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def entries(words: str, count: int, each: str) -> str:
    return "".join(each.format(n=n, word=words) for n in range(1, count + 1))


def test_menus_of_the_same_mark_up_are_no_records(page: Page, spec: Spec) -> None:
    """Plain lists with plain entries all over the page: those with a link and nothing else do not join the dated ones."""
    link, dated = (
        "<li><a href=/{word}/{n}>{word} {n}</a></li>",
        "<li><span>2024-07-{n:02}</span><a href=/a/{n}>Notice {n}</a></li>",
    )
    view = page(
        f"<div><ul>{entries('Home', 9, link)}</ul><h2>About</h2><ul>{entries('About', 8, link)}</ul><h2>Notices</h2>"
        f"<div><ul>{entries('', 15, dated)}</ul></div><h2>Help</h2><ul>{entries('Help', 5, link)}</ul></div>"
    )
    got = read(view, spec({"title": "text", "date": "date", "url": "link"}))
    assert got.error(view.url) is None
    assert [record.values["title"] for record in got.records] == [f"Notice {n}" for n in range(1, 16)]


def test_the_parts_of_a_page_are_no_listing(page: Page, spec: Spec) -> None:
    """One of three columns holds everything, an author called so among it: the results in it are the records."""
    results = "".join(
        f"<div class=item><h2><a href=/q/{n}>Question {n}</a></h2><p><b>Ann{n}</b>: words about it</p>"
        + ("<div class=AuthorInfo><span>Bob</span><a href=/u/bob>Bob Ross</a></div>" if n == 4 else "")
        + "</div>"
        for n in range(12)
    )
    view = page(f"<main><div><div>All Users Topics</div><div>{results}</div><div>Related words</div></div></main>")
    got = read(view, spec({"title": "text", "author": "text", "url": "link"}))
    assert len(got.records) == 12


def test_the_heading_has_the_link_however_deep(page: Page, spec: Spec) -> None:
    """A link in the heading, or in a box in the heading: the title's link is the record's in both."""
    rows = "".join(
        f"<li><h2>{'<div>' if n % 2 else ''}<a href=/q/{n}>Question {n}</a>{'</div>' if n % 2 else ''}</h2><p>Words {n}</p></li>"
        for n in range(8)
    )
    view = page(f"<ul>{rows}</ul>")
    plan = spec({"title": "text", "url": "link"})
    first = read(view, plan)
    later = read(view, plan, first.wrapper, before=8)
    for got in (first, later):
        assert [str(r.values["url"]).rsplit("/", 1)[1] for r in got.records] == [str(n) for n in range(8)]


def test_a_count_that_is_shown_rounded_is_told_whole(page: Page, spec: Spec) -> None:
    """Stars as "6.6k" with a label that says 6566, by the label's own word."""
    shown = {6566: "6.6k", 87: "87", 1346: "1.3k"}
    rows = "".join(
        f"<li><h3><a href=/p/{n}>Project {n}</a></h3><a href=/p/{n}/s aria-label='{whole} stars'><i>{short}</i></a></li>"
        for n, (whole, short) in enumerate(shown.items())
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"name": "text", "stars": "integer", "url": "link"}))
    assert [record.values["stars"] for record in got.records] == list(shown)


def test_the_title_is_what_the_card_is_called(page: Page, spec: Spec) -> None:
    """A link around each card, whose label for those who do not see it is one of the texts in it."""
    names = ("Kuat bike racks in stock", "Amflow PL", "New medium e-bike")
    rows = "".join(
        f"<a href=/c/{n} aria-label='{name}'><div><div><img src=/i{n}></div></div><div><div><div><div>{name}</div><div>"
        f"<span role=link>{place}</span>, UT</div></div></div><div>${n + 4}89.00</div></div></a>"
        for n, (name, place) in enumerate(zip(names, ("Midvale", "Bountiful", "South Jordan"), strict=True))
    )
    view = page(f"<div role=list>{rows}</div>")
    got = read(view, spec({"title": "text", "price": "money", "location": "text", "url": "link"}))
    assert got.error(view.url) is None
    assert [record.values["title"] for record in got.records] == list(names)


def test_a_label_that_stands_twice_on_a_page(page: Page, spec: Spec, declared: Declare) -> None:
    """All its links are the value; what the same words name in a box beside it does not cut them to the first."""
    by = "<h4>Directed by:</h4> <a href=/w/1>Lilly W</a>, <a href=/w/2>Lana W</a>"
    view = page(
        f"<main><h1>Matrix</h1><div>{by}</div><p>A film about machines.</p>"
        "<section><h3>On the page</h3><p>Directed by: <a href=/w/3>Ann</a></p></section></main>"
    )
    fields = [declared("title", "text"), declared("director", "text", label="Directed by")]
    (record,) = read(view, spec(fields, kind="page", each="page")).records
    assert record.values["director"] == "Lilly W, Lana W"


def test_parts_of_a_page_are_no_records(page: Page, spec: Spec) -> None:
    """An account without loans: one box has a heading, another a date; a menu and a date lie in tables of a layout."""
    boxes = "<div><h2>Loans</h2><a href=/print>print</a></div><div><strong>Card</strong><i>11.11.2017</i></div>"
    cells = (
        "<tr><td>© 1998</td></tr>",
        "<tr><td><a href=/i>Imprint</a></td></tr><tr><td>Until:</td><td>13.01.2016</td></tr>",
    )
    layout = "".join(f"<tr><td><table>{cell}</table></td></tr>" for cell in cells)
    for html in (f"<main>{boxes}</main>", f"<table>{layout}</table>"):
        view = page(html)
        assert read(view, spec({"title": "text", "due": "date"}, locale="de")).error(view.url) is not None, html


def test_heads_that_have_two_names_call_a_table(page: Page, spec: Spec) -> None:
    """The heads "Titel, Verfasser" and "Leihfrist, Ort" are what was asked for; three tidier boxes below are not."""
    rows = "".join(
        f"<tr><td>{n}</td><td><strong>Buch {n}</strong><br>Weiler, Jan {n}<br>00{n}4 / R 11</td>"
        f"<td><strong>1{n}.01.2018 - 2{n}.02.2018</strong><br>Domplatz {n}</td></tr>"
        for n in range(1, 6)
    )
    heads = "<tr><th>Nr.</th><th>Titel, Verfasser</th><th>Leihfrist, Ort</th></tr>"
    boxes = "".join(f"<div><h2>Kasten {n}</h2><div>Sie wollen uns besuchen, am Ort {n}?</div></div>" for n in range(3))
    got = read(page(f"<table>{heads}{rows}</table><main>{boxes}</main>"), spec({"titel": "text", "leihfrist": "text"}))
    assert [record.values["titel"] for record in got.records] == [f"Buch {n}" for n in range(1, 6)]


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


def test_two_blocks_of_prose_are_no_listing_that_lacks_its_date(page: Page, spec: Spec) -> None:
    """Nothing is called as declared, and a field is missing: two headings with a text below are not the records."""
    blocks = "".join(
        f"<li><h3>{kind} rulings</h3><p>The court publishes {kind.lower()} rulings on Fridays, and keeps them here.</p></li>"
        for kind in ("Published", "Unpublished")
    )
    got = read(page(f"<main><ul>{blocks}</ul></main>"), spec({"case": "text", "docket": "text", "decided": "date"}))
    assert got.verdict == "not found"


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


def test_a_table_goes_before_a_frame_around_it(page: Page, spec: Spec) -> None:
    """Three blocks of a page, one of them with a table of three rows: the rows are the records."""
    rows = "".join(f"<tr><td>2024-07-0{n + 1}</td><td>AP{n}</td><td>{NAMES[n]}</td></tr>" for n in range(3))
    heads = "<tr><th>Release date</th><th>Case number</th><th>Caption</th></tr>"
    view = page(
        f"<div><div><h1>Opinions</h1></div><div><p><a href=/again>Search again</a></p><table><thead>{heads}</thead>"
        f"{rows}</table></div><div><p>Notes</p></div></div>"
    )
    assert len(read(view, spec({"name": "text", "docket": "text", "date": "date"})).records) == 3


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


@pytest.mark.parametrize("count", [1, 3])
def test_the_pieces_of_a_card_are_no_listing(page: Page, spec: Spec, count: int) -> None:
    """One of them is called as the field is, and the others otherwise."""
    card = "<li><a href=/r/{0}><div class=name>repo {0}</div><div class=about>All of {0}</div><div class=last>old</div></a>"
    html = f"<h2>Repositories</h2><ul>{''.join(card.format(n) for n in range(count))}</ul>"
    assert [row["name"] for row in rows_of(page(html), spec({"name": "text"}))] == [f"repo {n}" for n in range(count)]


def test_a_few_hits_and_many_widgets_beside_them(page: Page, spec: Spec) -> None:
    """Three hits of a search, and beside them the latest posts and all months: one declared field fits them all."""
    hits = "".join(
        f"<article><h2><a href=/p/{n}>A day with coffee {n}</a></h2><p>Some words, number {n}.</p></article>"
        for n in (12, 25, 29)
    )
    posts = "".join(f"<li><a href=/p/{n}>Notes on paper {n}</a></li>" for n in range(30, 35))
    months = "".join(f"<li><a href=/m/{n}>Month {n} 2025</a></li>" for n in range(1, 11))
    aside = f"<aside><section><h2>Recent</h2><ul>{posts}</ul></section><section><h2>Archives</h2><ul>{months}</ul></section></aside>"
    html = f"<main><h1>Results for coffee</h1><p>We found 3 results.</p>{hits}</main>{aside}"
    got = read(page(html), spec({"title": "text"}))
    assert [record.values["title"] for record in got.records] == [f"A day with coffee {n}" for n in (12, 25, 29)]


GAMES = [(3, "Arden", "Brook"), (3, "Carr", "Dale"), (4, "Dale", "Arden"), (4, "Brook", "Carr"), (5, "Carr", "Arden")]
RESULTS = "".join(
    (f"<h3>{day} May 2025</h3>" if place % 2 == 0 else "")
    + f"<div class=match><div class=side><i>{home}</i><b>{place}</b></div>"
    f"<div class=side><i>{away}</i><b>1</b></div><p>Att: {place + 2},503</p></div>"
    for place, (day, home, away) in enumerate(GAMES)
)


def test_what_is_to_match_tells_the_records(page: Page, spec: Spec, declared: Declare) -> None:
    """No field has a column of its own: the records are what the pattern fits once."""
    fields = [declared("day", "date", source="heading"), declared("attendance", "integer", match="Att: (.*)")]
    rows = rows_of(page(f"<main>{RESULTS}</main>"), spec(fields))
    assert [row["attendance"] for row in rows] == [2503, 3503, 4503, 5503, 6503]
    assert [str(row["day"]) for row in rows] == [f"2025-05-0{day}" for day, *_ in GAMES]


def test_of_two_sides_both_stand_in_one_record(page: Page, spec: Spec, declared: Declare) -> None:
    """The first and the last of several names: a side by itself has one, and is no match."""
    fields = [declared("home", css=".nm", of="first"), declared("away", css=".nm", of="last")]
    view = page(f"<main>{RESULTS}</main>", marks={"css=.nm": tagged("i")})
    rows = rows_of(view, spec(fields))
    assert [(row["home"], row["away"]) for row in rows] == [tuple(game[1:]) for game in GAMES]
