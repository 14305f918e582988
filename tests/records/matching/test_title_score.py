"""What records are called: made of words, and not what every record says."""

from collections.abc import Callable, Mapping

import pytest

from tests.records.page_rows import NAMES, columns, rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


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


def test_a_title_is_made_of_words(page: Page, spec: Spec) -> None:
    """The link says a number, the text beside it the name: the title is the name, and the rest is told as a guess."""
    rows = "".join(
        f"<div class=row><div><a href=/d/{n}>23-{1160 + n}</a></div><div>{name}</div><i>2024-12-{n + 10}</i></div>"
        for n, name in enumerate(NAMES)
    )
    view = page(f"<main>{rows}</main>")
    got = read(view, spec({"matter": "text", "file": "text", "date": "date"}))
    assert got.error(view.url) is None
    assert columns(got, "matter", "file") == [(name, f"23-{1160 + n}") for n, name in enumerate(NAMES)]
    assert [(r.code, r.column) for r in got.remarks] == [("by type", "file")]


def test_a_field_that_may_be_a_code_is_asked_for(page: Page, spec: Spec) -> None:
    """Both lead somewhere, and the page calls neither so: a `tag` is the code or the message, a `name` the words."""
    rows = "".join(
        f"<tr><td><i>{n} days ago</i></td><td><a href=/c/{n}>v0.{n}</a></td><td><a href=/t/{n}>release {n}</a></td></tr>"
        for n in range(1, 6)
    )
    view = page(f"<table>{rows}</table>")
    asked = str(read(view, spec({"tag": "text"}, into="tags")).error(""))
    assert "'v0.1'" in asked
    assert "'release 1'" in asked
    assert columns(read(view, spec({"name": "text"})), "name") == [(f"release {n}",) for n in range(1, 6)]


def test_an_event_that_is_held_again_has_its_name(page: Page, spec: Spec) -> None:
    """One title in all records, leading to a page of its own in each: the title, and not the place that varies."""
    items = "".join(
        f"<li><a href=/events/{n}>Public Meeting</a><ul><li>1{n}/19/2023</li><li>Office {n % 2}</li></ul></li>"
        for n in range(3)
    )
    view = page(f"<main><ul>{items}</ul></main>")
    got = read(view, spec({"title": "text", "date": "date"}))
    assert columns(got, "title") == [("Public Meeting",)] * 3


def test_what_every_card_says_to_lead_on_is_no_title(page: Page, spec: Spec) -> None:
    """A "Read more" leads to another page in each card too, and does not begin it."""
    items = "".join(
        f"<li><div>{name}</div><p>1{n}/19/2023</p><a href=/events/{n}>Read more</a></li>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<main><ul>{items}</ul></main>"), spec({"title": "text", "date": "date"}))
    assert columns(got, "title") == [(name,) for name in NAMES]


@pytest.mark.parametrize(
    "name", ["<h3><a href=/d/{n}>{title}</a></h3>", "<div class=n><a href=/d/{n}>{title}</a></div>"]
)
@pytest.mark.parametrize("also", [{}, {"url": "link"}, {"added": "date"}])
def test_what_is_told_of_things_is_not_what_they_are_called(
    page: Page, spec: Spec, name: str, also: Mapping[str, str]
) -> None:
    """A file that asks for a description, and for no name, gets sentences; any other name of a text gets the title."""
    things = ("Red lamp", "Blue chair", "Old table", "New shelf")
    cards = "".join(
        f"<li class=card>{name.format(n=n, title=title)}<p>It is the {title.lower()} that I bought, and I like it.</p>"
        f"<span class=when>{n} May 2024</span></li>"
        for n, title in enumerate(things, 1)
    )
    view = page(f"<h1>Things</h1><ul>{cards}</ul>")
    told = [row["description"] for row in rows_of(view, spec({"description": "text", **also}))]
    assert told == [f"It is the {title.lower()} that I bought, and I like it." for title in things]
    assert [row["thing"] for row in rows_of(view, spec({"thing": "text", **also}))] == list(things)


def test_a_title_is_what_is_linked(page: Page, spec: Spec) -> None:
    """Two of many entries say more behind the link, and none of those that a column is chosen by."""
    entries = "".join(f"<li><a href=#{n}>test_{n}</a>{'[s]' if n in {23, 27} else ''}</li>" for n in range(10, 58))
    got = read(page(f"<main><h1>Tests</h1><ul>{entries}</ul></main>"), spec({"name": "text"}))
    assert columns(got, "name") == [(f"test_{n}",) for n in range(10, 58)]


def test_a_record_is_no_value_of_its_own(page: Page, spec: Spec) -> None:
    """The class that names the field names the records: what the page labels stands in them."""
    cards = "".join(
        f"<div class=test><table><tr><th>Test case:</th><td><b>case_{n}</b></td></tr><tr><th>Outcome:</th>"
        f"<td>{'Failed' if n % 3 else 'Passed'}</td></tr></table></div>"
        for n in range(1, 9)
    )
    got = read(page(f"<main><h1>Tests</h1>{cards}</main>"), spec({"test": "text", "outcome": "text"}))
    assert columns(got, "test") == [(f"case_{n}",) for n in range(1, 9)]


def test_several_sentences_are_hardly_a_title(page: Page, spec: Spec) -> None:
    """An entry of a bibliography, where nothing is marked but the journal: read whole, and told."""
    entries = "".join(
        f"<tr><td>[<a name=k{n}>{n}</a>]</td><td>Ann Lee. {name} of the year. <em>Journal</em>, pages {n}--9, 2018."
        f"[<a href=bib#{n}>bib</a>]</td></tr>"
        for n, name in enumerate(NAMES)
    )
    got = read(page(f"<table>{entries}</table>"), spec({"title": "text"}))
    assert [(remark.code, remark.column) for remark in got.remarks] == [("by type", "title")]


def test_a_name_in_bold_that_comes_again_is_not_lost_to_a_plain_text(page: Page, spec: Spec) -> None:
    """Products are ordered more than once, and the line below, which never is, names who ordered."""
    products = ("Reading Lamp", "Oak Desk", "Wall Clock")
    people = (
        "Gus Grau",
        "Ada Byrne",
        "Mei Tanaka",
        "Zoe Fry",
        "Sven Aune",
        "Omar Said",
        "Bo Ek",
        "Cy Jung",
        "Ivo Holt",
    )
    cards = "".join(
        f"<div class=card><strong>{products[n % 3]}</strong><br>for {who}<br><span>{n + 2}.50 €</span></div>"
        for n, who in enumerate(people)
    )
    got = read(page(f"<h1>Orders</h1><div>{cards}</div>"), spec({"product": "text", "price": "money"}))
    assert got.error("https://x") is not None or got.records[0].values["product"] == "Reading Lamp"


def test_who_wrote_it_is_not_what_it_is_called(page: Page, spec: Spec) -> None:
    """Changes without heads, the message a link and who made it before it: a file that begins with `author`."""
    people = ("Gus Holt", "Hana Ek", "Ada Brook", "Gus Holt", "Hana Ek", "Ada Brook")
    rows = "".join(
        f"<tr><td><i>{who}</i></td><td><a href=/r/{n}><b>Improve part {n}</b> <span>draft</span></a></td></tr>"
        for n, who in enumerate(people, 1)
    )
    got = read(page(f"<table>{rows}</table>"), spec({"author": "text", "message": "text"}))
    assert [author for (author,) in columns(got, "author")] == list(people)


@pytest.mark.parametrize("line", ["by <a href=/u/{0}>{0}</a> » Wed 3:10 pm", "<span>By:</span> <a href=/u/{0}>{0}</a>"])
def test_who_wrote_a_record_stands_behind_its_by(page: Page, spec: Spec, line: str) -> None:
    """No label calls it `author`, and none is needed; who wrote the last reply is another one."""
    rows = "".join(
        f"<li><h3><a href=/t/{n}>Question {n}</a></h3><p>{line.format(who)}</p><p>Last reply by <a href=/u/zed>zed</a></p></li>"
        for n, who in enumerate(("anna", "bert", "carl", "anna", "dora"))
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "author": "text"}))
    assert columns(got, "author") == [(who,) for who in ("anna", "bert", "carl", "anna", "dora")]
    assert not got.remarks


def test_who_wrote_the_last_reply_is_not_who_wrote_it(page: Page, spec: Spec) -> None:
    """Of threads only their last reply is signed: its writer stays a guess, which is told."""
    rows = "".join(
        f"<li><h3><a href=/t/{n}>Question {n}</a></h3><p>Last reply by <a href=/u/{who}>{who}</a></p></li>"
        for n, who in enumerate(("anna", "bert", "carl", "anna", "dora"))
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "author": "text"}))
    assert got.remarks


@pytest.mark.parametrize("line", ["by {0} Lee", "Posted by <a href=/u/{0}>{0} Lee</a> on Monday"])
def test_a_line_of_its_own_says_who_wrote_a_record(page: Page, spec: Spec, line: str) -> None:
    """Also where the "By" is a part of the name's text, or a word for what was done stands before it."""
    people = ("Anna", "Bert", "Carl", "Anna", "Dora")
    rows = "".join(
        f"<li><h3><a href=/t/{n}>Lamp {n}</a></h3><p>{line.format(who)}</p><p>{n + 2} left of {n + 9}</p></li>"
        for n, who in enumerate(people)
    )
    got = read(page(f"<ul>{rows}</ul>"), spec({"title": "text", "author": "text"}))
    assert columns(got, "author") == [(f"{who} Lee",) for who in people]
    assert not got.remarks


def test_what_to_do_with_a_thing_is_not_its_name(page: Page, spec: Spec) -> None:
    """A button that stands before the name, and larger, says one of two things in all records."""
    rests = ("Crane", "Zomo", "Kam", "Samson", "Reloop")
    items = "".join(
        f"<div class=item><a href=/s/{n}><img src=/{n}.png></a><div><a href=/cart/{n}>"
        f"{'Tell me' if n == 3 else 'Add to cart'}</a> <span>£{n}3.50</span></div>"
        f"<div><strong><a href=/s/{n}>{name} laptop rest</a></strong></div></div>"
        for n, name in enumerate(rests)
    )
    got = read(page(f"<main>{items}</main>"), spec({"title": "text", "price": "money"}))
    assert not got.problems
    assert [record.values["title"] for record in got.records] == [f"{name} laptop rest" for name in rests]


def test_a_button_that_says_again_what_a_heading_says_is_no_title(page: Page, spec: Spec) -> None:
    """Those who don't see the page hear "Details on Choir on day 3", while the heading comes again in other records."""
    names = [("Tea hour", "Chess evening", "Choir")[n % 3] for n in range(8)]
    cards = "".join(
        f"<article><h3>{name}</h3><ul><li>Room: A{n}</li><li>Age: {n + 5}</li></ul>"
        f"<a href=/e/{n}><span>Details</span><span class=hid> on {name} on day {n}</span></a></article>"
        for n, name in enumerate(names)
    )
    got = rows_of(page(f"<main>{cards}</main>"), spec({"title": "text", "url": "link"}))
    assert [row["title"] for row in got] == names


@pytest.mark.parametrize("byline", ["by <a href=/u/{n}>{who}</a>", "<i>Posted by</i> <a href=/u/{n}>{who}</a>"])
def test_who_wrote_it_is_no_title(page: Page, spec: Spec, byline: str) -> None:
    """A link that stands behind a byline's word, before the link that the record is called."""
    people = ("Ann Lee", "Bob Ray", "Cem Oak", "Dee Fox", "Eva Kim")
    cards = "".join(
        f"<div><p>{byline.format(n=n, who=who)}</p><a href=/p/{n}>Story of lamp {n}</a></div>"
        for n, who in enumerate(people)
    )
    got = read(page(f"<main><h1>Stories</h1>{cards}</main>"), spec({"title": "text", "url": "link"}))
    assert [record.values["title"] for record in got.records] == [f"Story of lamp {n}" for n in range(5)]
