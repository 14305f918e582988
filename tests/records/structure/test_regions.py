"""Elements that are records of one list: inside each other, of two classes, of several kinds."""

from collections.abc import Callable

from tests.records.page_rows import NAMES, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


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


def test_rows_in_two_colours_are_one_listing(page: Page, spec: Spec) -> None:
    """Records of two classes in turn, and a pager like them below: each is one record, none is two."""
    items = "".join(
        f"<div class='row{' shaded' if n % 2 else ''}'><div class=row><b>Case name</b><div>{NAMES[n % 4]} {n}</div></div>"
        f"<div class=row><i>2020-12-{n + 10}</i></div></div>"
        for n in range(10)
    )
    view = page(f"<main><h3>Results</h3>{items}<div class=row><p>Page 1 of 9</p></div></main>")
    got = read(view, spec({"case_name": "text", "date": "date"}))
    assert len(got.records) == 10


def test_folders_are_entries_as_files_are(page: Page, spec: Spec) -> None:
    """Only the class of the links tells them apart; the files alone were read, as complete."""
    folders = [f"<li><a class=dir href=/d/{name}>{name}</a></li>" for name in ("..", "tools")]
    names = [f"part{n}.txt" for n in range(30)]
    files = [f"<li><a href=/f/{name}>{name}</a></li>" for name in names]
    found = rows_of(page(f"<ul>{''.join([*folders, *files])}</ul>"), spec({"name": "text", "url": "link"}))
    assert [row["name"] for row in found] == ["..", "tools", *names]


def test_a_long_table_goes_on_in_a_further_one(page: Page, spec: Spec) -> None:
    """Cut at a round number of rows, right behind it and of its kinds; what stands below a short one is another thing."""

    def piece(rows: range, heads: str = "", more: str = "") -> str:
        cells = "".join(f"<tr><td>{n}</td><td>Entry {n}</td>{more}</tr>" for n in rows)
        return f"<table>{heads}{cells}</table>"

    heads = "<tr><th>No.</th><th>Title</th></tr>"
    first, second, third = range(1, 21), range(21, 41), range(41, 44)
    fields = spec({"no": "integer", "title": "text"})
    whole = page(f"{piece(first, heads)}{piece(second)}<br>{piece(third)}")
    assert len(rows_of(whole, fields)) == 43
    for html in (
        f"{piece(first, heads)}<p>Others</p>{piece(second)}",
        piece(first, heads) + piece(second, more="<td>x</td>"),
        piece(range(1, 20), heads) + piece(third),
    ):
        assert len(read(page(html), fields).records) in {19, 20}


def test_cards_are_read_of_which_one_lacks_what_the_parts_of_all_others_are(page: Page, spec: Spec) -> None:
    """Prices in three pieces for reduced goods: lists of such pieces are many, and hold every field."""

    def price(old: int, now: int) -> str:
        if not old:
            return f"<span class=price><span class=sum><bdi>${now}.00</bdi></span></span>" if now else ""
        both = f"<del><span class=sum><bdi>${old}.00</bdi></span></del><ins><span class=sum><bdi>${now}.00</bdi></span></ins>"
        read = f"<span class=read>The price was ${old}.00.</span>"
        return f"<span class=price>{both}{read}<span class=read>The price is ${now}.00.</span></span>"

    goods = [("Kettle", 0, 5), ("Teapot", 12, 8), ("Cup", 0, 9), ("Saucer", 25, 20), ("Tray", 0, 0)]
    cards = "".join(
        f"<li class=ware><a href=/w/{name}>{'<em class=cut>Less!</em>' if old else ''}<h2>{name}</h2>{price(old, now)}</a></li>"
        for name, old, now in goods
    )
    rows = rows_of(page(f"<main><ul>{cards}</ul></main>"), spec({"name": "text", "price": "money"}))
    assert [row["name"] for row in rows] == [name for name, _, _ in goods]
    assert [str(row["price"]) for row in rows[::2]] == ["5.00", "9.00", "None"]
