"""Lists made as the one that is read, elsewhere on the page: told where they are not read."""

from collections.abc import Callable

import pytest

from tests.records.conftest import make_field
from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


TOPICS = ("Lamp broken", "Where is my chair", "Door squeaks", "Oak or ash", "Paint")


def table(head: str, names: tuple[str, ...], start: int) -> str:
    rows = "".join(
        f"<tr><td><a href=/t/{n}>{name}</a></td><td>{n}</td><td>{n * 7}</td></tr>"
        for n, name in enumerate(names, start)
    )
    return f"<table><tr><th>{head}</th><th>Replies</th><th>Views</th></tr>{rows}</table>"


def items(names: tuple[str, ...], start: int, entry: str) -> str:
    return "".join(entry.format(name=name, n=n) for n, name in enumerate(names, start))


ITEM = "<div class=item><a href=/t/{n}>{name}</a> <span class=who>ann{n}</span></div>"


LINE = "<li><a href=/n/{n}>{name}</a> <time>2024-04-1{n}</time></li>"


POST = "<article><h3><a href=/p/{n}>{name}</a></h3><time>2024-03-1{n}</time><p>About {name}.</p></article>"


def told(view: PageView, spec: ListingSpec) -> list[str]:
    got = read(view, spec)
    assert got.error("u") is None
    assert len(got.records) == len(TOPICS)
    return [remark.text for remark in got.remarks if "not read: the" in remark.text]


def test_a_table_under_nearly_the_same_heads(page: Page, spec: Spec) -> None:
    """What a forum announces stands above its topics, and only one head says otherwise."""
    view = page(f"<main>{table('Announcements', ('Rules', 'Read me'), 0)}{table('Topics', TOPICS, 10)}</main>")
    said = told(view, spec([make_field("topic", label="Topics"), make_field("replies", "integer")]))
    assert ["the 2 records ('Rules 0 0', 'Read me 1 7')" in text for text in said] == [True]


def test_a_record_in_a_box_of_its_own(page: Page, spec: Spec) -> None:
    """A pinned topic is one element of the records' make, and no list at all."""
    pinned = f"<section><h3>Pinned</h3><div><div>{items(('Rules',), 0, ITEM)}</div></div></section>"
    view = page(f"<main>{pinned}<div>{items(TOPICS, 10, ITEM)}</div></main>")
    said = told(view, spec({"title": "text", "who": "text"}))
    assert ["the one record under the heading 'Pinned' ('Rules ann0')" in text for text in said] == [True]


def test_a_second_list_with_the_same_fields(page: Page, spec: Spec) -> None:
    """Notes below the posts have titles and days too, and other mark-up."""
    view = page(f"<main>{items(TOPICS, 0, POST)}<h2>Notes</h2><ul>{items(('Rules', 'Read me'), 0, LINE)}</ul></main>")
    said = told(view, spec({"title": "text", "date": "date"}))
    assert ["the 2 records under the heading 'Notes'" in text for text in said] == [True]


@pytest.mark.parametrize(
    "beside",
    [
        f"<footer>{items(('Rules', 'Read me'), 0, ITEM)}</footer>",
        f"<section>{items(TOPICS[:2], 10, ITEM)}</section>",
        "<table><tr><th>Day</th><th>Views</th><th>Kind</th></tr><tr><td>Mon</td><td>4</td><td>odd</td></tr></table>",
        "<ul><li class=item><a href=/a>About</a></li><li class=item><a href=/b>Help</a></li></ul>",
    ],
)
def test_menus_footers_and_the_same_again_are_not(page: Page, spec: Spec, beside: str) -> None:
    """Nothing is told of what is no content, says nothing else, or has not the fields."""
    view = page(f"<main><h2>Topics</h2><div>{items(TOPICS, 10, ITEM)}</div></main>{beside}")
    assert told(view, spec({"title": "text", "who": "text"})) == []


FRIENDS = "<div><h3>Friends</h3><ul>{}</ul></div>".format(
    "".join(f"<li><a href=https://{name}.example/>{name}</a></li>" for name in ("ann", "bob"))
)


SEEN = f"<h2>Seen</h2><ul>{items(('Lamp broken', 'Door squeaks'), 10, '<li><h4><a href=/t/{n}>On: {name}</a></h4><i>now</i></li>')}</ul>"


@pytest.mark.parametrize(
    ("beside", "fields"),
    [
        (FRIENDS, {"title": "text", "url": "link"}),
        (SEEN, {"title": "text", "who": "text"}),
        (
            f"<aside><h3>Others</h3><div><div>{items(('Old', 'Older'), 30, ITEM)}</div></div></aside>",
            {"title": "text", "who": "text"},
        ),
    ],
)
def test_links_to_others_what_is_there_already_and_asides_are_not(
    page: Page, spec: Spec, beside: str, fields: dict[str, str | Field]
) -> None:
    """Friends of the house, records once more in other words, and what the page itself marks as an aside."""
    view = page(f"<main><h2>Topics</h2><div>{items(TOPICS, 10, ITEM)}</div></main>{beside}")
    assert told(view, spec(fields)) == []


def test_side_boxes_of_links_are_no_entries(page: Page, spec: Spec) -> None:
    """Each has a heading and more than a link has; but the heading leads nowhere."""
    boxes = "".join(
        f"<div><h3>{name}</h3><p><a href=/s/{name}>More of it</a> and more.</p></div>" for name in ("Sites", "Kinds")
    )
    view = page(
        f"<main><h2>Topics</h2><ul>{items(TOPICS, 10, '<li><a href=/t/{n}>{name}</a></li>')}</ul></main><section>{boxes}</section>"
    )
    assert told(view, spec({"title": "text"})) == []


LINKS = "<h3>Recent</h3><ul>{}</ul><h3>Kinds</h3><ul>{}</ul>".format(
    "".join(f"<li><a href=/p/{n}>{name}</a></li>" for n, name in enumerate(TOPICS)),
    "".join(f"<li><a href=/k/{name}>{name}</a></li>" for name in ("Oak", "Ash", "Elm", "Yew", "Tin", "Iron", "Lead")),
)


DAYS = "<time>2024-03-1{n}</time> <a href=/p/{n}>{name}</a>"


def test_headings_that_lead_on_go_before_a_list_of_links(page: Page, spec: Spec) -> None:
    """Three posts beside the links of a side bar that no class names: these were the records of `{title: text}`."""
    post = "<article><h2><a href=/p/{n}>{name}</a></h2><p>About {name}, and more.</p></article>"
    got = read(page(f"<div>{items(TOPICS[:3], 0, post)}</div><div class=col>{LINKS}</div>"), spec({"title": "text"}))
    assert [record.values["title"] for record in got.records] == list(TOPICS[:3])


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (f"<div>{DAYS}</div>", "made as the records are, and not read: the 4 records under the heading 'Archive'"),
        (
            f"<li>{DAYS}</li>",
            "the records stand in 3 lists, and some are nothing but links: the 4 records under the head",
        ),
    ],
)
def test_links_alone_beside_entries_with_more_are_told(page: Page, spec: Spec, entry: str, said: str) -> None:
    """The side bar's lists are longer than the archive, or of its very mark-up."""
    entries = items(TOPICS[:4], 0, entry)
    around = f"<ul>{entries}</ul>" if entry.startswith("<li>") else entries
    got = read(page(f"<div><h1>Archive</h1>{around}</div><div class=col>{LINKS}</div>"), spec({"title": "text"}))
    assert sum(said in remark.text for remark in got.remarks) == 1


def board(head: str, names: tuple[str, ...], start: int) -> str:
    heads = f"<ul><li class=head><dl><dt>{head}</dt><dd>Replies</dd><dd>Views</dd></dl></li></ul>"
    row = "<li class=row><dl><dt><a class=topic href=/t/{n}>{name}</a></dt><dd>{n} <dfn>Replies</dfn></dd><dd>{n}7 <dfn>Views</dfn></dd></dl></li>"
    return f"<div class=board><div class=inner>{heads}<ul class=rows>{items(names, start, row)}</ul></div></div>"


def test_one_line_below_heads_of_its_own_is_not_the_whole_list(page: Page, spec: Spec) -> None:
    """The only announcement, below heads, was all that was read: the topics below the same heads were left out."""
    view = page(f"<main>{board('Announcements', ('Rules',), 1)}{board('Topics', TOPICS, 11)}</main>")
    got = read(view, spec({"title": "text", "replies": "integer", "views": "integer"}))
    assert got.error("u") is None
    assert [record.values["title"] for record in got.records] == ["Rules", *TOPICS]
    assert [record.values["replies"] for record in got.records] == [1, 11, 12, 13, 14, 15]


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


def by_days(box: str, entries: list[tuple[str, str]]) -> str:
    """Entries, each in a box of its own below its day; the first of a pair is the classes of an entry."""
    lines = (
        f"<h4>{n} May 2024</h4>{box.format(own, f'<b class=what>{name}</b> <i class=size>{n}0 bytes</i>')}"
        for n, (own, name) in enumerate(entries, 1)
    )
    return f"<main><h1>Log</h1><section>{''.join(lines)}</section></main>"


MIXED = [(("now" if n in (2, 5, 6) else ""), name) for n, name in enumerate([*TOPICS, "Glue", "Wax", "Felt"])]


def test_entries_of_another_class_in_lists_of_their_own_are_records(page: Page, spec: Spec) -> None:
    """Each day has a list of one entry; that an entry is the current one makes it no less of one."""
    view = page(by_days("<ul class=log><li class='{}'>{}</li></ul>", MIXED))
    rows = rows_of(view, spec({"what": "text", "size": "integer"}))
    assert [row["what"] for row in rows] == [name for _, name in MIXED]


def test_entries_of_another_class_in_boxes_of_their_own_are_told(page: Page, spec: Spec) -> None:
    """They have all that is read of the others, and nothing says that they are no records."""
    entries = [("now" if n == 2 else "", name) for n, (_, name) in enumerate(MIXED)]
    view = page(by_days("<div class=day><p>by Ann</p><div class='{}'>{}</div></div>", entries))
    got = read(view, spec({"what": "text", "size": "integer"}))
    assert [(remark.code, remark.count) for remark in got.remarks] == [("apart", 1)]


def boards(kinds: list[tuple[str, str, str]]) -> str:
    """Categories of forums: each a list of entries, an entry its classes, its name and its counts."""

    def entry(own: str, name: str, counts: str) -> str:
        return (
            f'<li class="forum {own}"><div><h2><a href="/f/{name}">{name}</a></h2><p>All of it.</p></div>{counts}</li>'
        )

    half = len(kinds) // 2
    lists = "".join(
        f"<ol class=part>{''.join(entry(*one) for one in own)}</ol>" for own in (kinds[:half], kinds[half:])
    )
    return f"<main><h1>Forums</h1>{lists}</main>"


def test_entries_with_less_to_them_are_told(page: Page, spec: Spec) -> None:
    """A forum that is elsewhere has no counts, and another class beside the one that all have: it is called as they are."""
    counts = "<ul><li>Topics: {0}</li><li>Posts: {0}0</li></ul>"
    kinds = [("own", f"Forum{n}", counts.format(n)) for n in range(1, 9)]
    kinds[3] = ("link", "Shop", "")
    for name, kind in (("title", "text"), ("url", "link")):
        fields = spec({name: kind, "topics": "integer", "posts": "integer"})
        got = read(page(boards(kinds)), fields)
        assert [(one.code, one.count) for one in got.remarks] == [("apart", 1)]
        assert "Shop" in got.remarks[0].text
    kinds[3] = ("advert", "", "<p>Try our pumps</p>")
    assert not read(page(boards(kinds)), fields).remarks


def test_a_longer_list_that_lacks_a_price_is_a_doubt(page: Page, spec: Spec) -> None:
    """The short list is taken for its prices; which one a person means, the page does not tell."""

    def cards(names: list[str], amounts: set[str]) -> str:
        return "".join(
            f'<article class="card"><h2><a href="/{name}">{name}</a></h2><p>About {name}</p>'
            f"{'<b class=sum>$9</b>' if name in amounts else ''}</article>"
            for name in names
        )

    tours = [f"Tour{n}" for n in range(8)]
    cars = ["Van", "Jeep", "Bike"]
    first = f"<section><h1>Tours</h1>{cards(tours, {*tours[2:]})}</section>"
    second = f"<div class=rent><h1>Cars</h1>{cards(cars, {*cars})}</div>"
    got = read(page(f"<main>{first}{second}</main>"), spec({"title": "text", "price": "money"}))
    assert [record.values["title"] for record in got.records] == cars
    assert [(one.code, one.count) for one in got.remarks] == [("apart", 8)]
