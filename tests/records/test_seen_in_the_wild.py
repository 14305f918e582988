"""What pages of other people's applications taught: each of these once gave an error, or a wrong value."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from tests.records.page_rows import ATTRIBUTES, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


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
    assert [(remark.code, remark.count) for remark in got.remarks] == [("not read", 2)]
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


def test_rows_that_nothing_tells_apart(page: Page, spec: Spec) -> None:
    """`key: []`: what each row leads to is another thing's page, and the rows are kept as found."""
    rows = "".join(f"<tr><td>Day {n}</td><td><a href='/issues/{n}'>Issue {n}</a></td></tr>" for n in range(4))
    view = page(f"<table><tr><th>Day</th><th>Issue</th></tr>{rows}</table>")
    declared = spec({"day": "text", "issue": "text"})
    assert read(view, declared).keyed
    kept = read(view, replace(declared, extract=replace(declared.extract, keyless=True)))
    assert not kept.keyed
    assert all(record.key is None for record in kept.records)


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


def test_links_without_commas_between_are_a_list_behind_their_label(page: Page, spec: Spec) -> None:
    """Tags of a post: all of them, where they lead to one kind of place; as one text the first, and that is told."""
    posts = "".join(
        f"<li><h3><a href=/p/{n}>Post {n}</a></h3><p>Tags: <a href=/t/a>a{n}</a> <a href=/t/b>b</a> </p>"
        f"<p>Owner: <a href=/u/ann>Ann</a> <a href=/p/{n}/edit>edit</a></p></li>"
        for n in range(4)
    )
    view = page(f"<ol>{posts}</ol>")
    rows = rows_of(view, spec({"title": "text", "tags": "[text]", "owner": "[text]"}))
    assert [row["tags"] for row in rows] == [(f"a{n}", "b") for n in range(4)]
    assert {row["owner"] for row in rows} == {("Ann",)}
    got = read(view, spec({"title": "text", "tags": "text"}))
    assert [record.values["tags"] for record in got.records] == [f"a{n}" for n in range(4)]
    assert [remark.column for remark in got.remarks if remark.code == "several"] == ["tags"]


def test_answers_are_as_many_on_every_page(page: Page, spec: Spec) -> None:
    """Entries inside what they answer, page by page; one that only says that a thread goes on raises no doubt."""

    def said(n: int, below: str = "") -> str:
        return f"<li><b><a href=/m/{n}>Re: Matter {n}</a></b>, <em>ann {n}</em>{below and f'<ul>{below}</ul>'}</li>"

    def thread(n: int) -> str:
        return said(n, said(n + 1, said(n + 2)) + said(n + 3)) + said(n + 4)

    menu = "<ul><li><a href=/dates>By date</a></li></ul><hr>"
    going_on = f"<li>Re: Matter 3, <em>(continued)</em><ul>{said(100)}</ul></li>"
    wanted = spec({"subject": "text", "sender": "text", "url": "link"})
    first = read(page(f"{menu}<ul>{''.join(thread(n) for n in range(0, 40, 5))}</ul>"), wanted)
    second = read(
        page(f"{menu}<ul>{going_on}{''.join(thread(n) for n in range(200, 240, 5))}</ul>"), wanted, first.wrapper
    )
    assert (first.problems, second.problems) == ((), ())
    assert len(first.records) == 40
    assert len({record.values["url"] for record in second.records} - {None}) == 41


def test_a_record_that_stands_apart_is_told(page: Page, spec: Spec, declared: Declare) -> None:
    """The latest post, larger than those of the list: a pager tells the listing, however tidy the single one is."""

    def post(n: int, tags: str) -> str:
        by = f'<p>By <a class="url fn" href="/by/{n % 3}">Ann {n % 3}</a></p><p>Tags: {tags}</p>'
        kind = "" if n == 9 else "class=entry"
        return f"<article {kind}><h2><a href=/p/{n}>Post {n}</a></h2>{by}</article>"

    rest = "".join(f"<li>{post(n, 'a' if n % 2 else '')}</li>" for n in range(1, 8))
    pager = "<ul><li>Page 1 / 6</li><li><a href=/2>⟩</a></li><li><a href=/6>⟫</a></li></ul>"
    fields = {"title": "text", "author": declared("author", label="By"), "tags": "text", "url": "link"}
    view = page(f"<aside>{post(9, 'b')}</aside><section><h1>Other posts</h1><ol>{rest}</ol>{pager}</section>")
    got = read(view, spec(fields))
    assert [record.values["url"] for record in got.records] == [f"http://shop.example/p/{n}" for n in range(1, 8)]
    assert any("stands apart" in remark.text and "Post 9" in remark.text for remark in got.remarks)


def test_a_link_that_the_mark_up_calls_an_address_is_not_the_records_own_for_that(page: Page, spec: Spec) -> None:
    """`class="url"` is on the author's link: the record's own is that of its title."""
    posts = "".join(
        f'<li><h3><a href="/p/{n}">Post {n}</a></h3><p>By <a class="url fn" href="/by/{n}">Ann {n}</a></p></li>'
        for n in range(4)
    )
    rows = rows_of(page(f"<ol>{posts}</ol>"), spec({"title": "text", "url": "link"}))
    assert [row["url"] for row in rows] == [f"http://shop.example/p/{n}" for n in range(4)]


def test_texts_that_the_page_shows_cut_are_told(page: Page, spec: Spec) -> None:
    """Cells cut after so many letters, without the whole text in an attribute; one that has it is whole."""
    cells = ("Short", "A long note that was cut her…", '<span title="Whole after all">Whole aft…</span>')
    rows = "".join(f"<tr><td>{n}</td><td>{cell}</td></tr>" for n, cell in enumerate(cells))
    got = read(page(f"<table><tr><th>No</th><th>Note</th></tr>{rows}</table>"), spec({"no": "integer", "note": "text"}))
    assert [record.values["note"] for record in got.records][2] == "Whole after all"
    assert [(remark.column, remark.count) for remark in got.remarks if remark.code == "cut"] == [("note", 1)]


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


def test_a_name_with_the_fields_word_in_it_raises_no_doubt(page: Page, spec: Spec) -> None:
    """A head "Docket Number" is `docket` before "Judge" is; two such names are as good as each other."""
    rows = "".join(
        f"<tr><td>CV-{n}</td><td><a href=/{n}>Ann v. Bob {n}</a></td><td>Moss {n}</td><td>Bench {n}</td></tr>"
        for n in range(4)
    )
    heads = "<tr><th>Docket Number</th><th>Party Name</th><th>Judge</th><th>{}</th></tr>"
    fields = {"name": "text", "docket": "text", "url": "link"}
    got = rows_of(page(f"<table>{heads.format('Bench')}{rows}</table>"), spec(fields))
    assert [(row["name"], row["docket"]) for row in got] == [(f"Ann v. Bob {n}", f"CV-{n}") for n in range(4)]
    doubtful = read(page(f"<table>{heads.format('Docket Room')}{rows}</table>"), spec(fields))
    assert [problem.field for problem in doubtful.problems] == ["docket"]
