"""Where the rules leave a page open, its record sets decide; where these are not sure either, nothing changes."""

import re
import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import cycle

import pytest

from tests.records.conftest import HERE, make_field
from webdart.extract.reader import read
from webdart.extract.second_opinion import second_opinion
from webdart.page.model import PageView
from webdart.records import ListingSpec
from webdart.records import read as read_by_rules
from webdart.values import replace
from webdart.workflow.model import Field, Words
from webdart.workflow.templates import Template

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
WARES = ("Oak shelf", "Tin cup", "Red lamp", "Hat rack", "Blue chair", "Wool rug", "Brass bell", "Glass jar")


def shop(first: int = 0, *, before: str = "price-old", now: str = "price-new", mark: str = "block") -> str:
    """Cards with two prices that no line goes through."""
    cards = "".join(
        f'<div class="span4 {mark}"><div class=inner><div class=name><a href="/p/{first + place}">{name} {first}</a></div>'
        f"<div class=image><img src=/i/{place}.png></div><div class=description>Made of {name.split()[0]}.</div>"
        f'<div class=price><span class="{before}">${59 + place}.920</span> <span class="{now}">${44 + place}.900</span>'
        "</div></div></div>"
        for place, name in enumerate(WARES)
    )
    return (
        f"<div class=menu><a href=/>Home</a> <a href=/cart>Cart</a></div><h1>Things</h1><div class=list>{cards}</div>"
    )


def fields() -> list[Field]:
    return [make_field("name"), make_field("price", "money"), make_field("url", "link")]


def test_of_two_prices_the_one_that_is_called_old_is_not_meant(page: Page, spec: Spec):
    view, wanted = page(shop()), spec(fields(), locale="es-CL")
    assert not read_by_rules(view, wanted).problems
    found = read(view, wanted)
    assert not found.problems
    assert [record.values for record in found.records][:2] == [
        {"name": "Oak shelf 0", "price": Decimal("44900.00"), "url": "http://shop.example/p/0"},
        {"name": "Tin cup 0", "price": Decimal("45900.00"), "url": "http://shop.example/p/1"},
    ]
    assert len(found.records) == len(WARES)
    assert not found.remarks
    assert second_opinion(view, wanted, found) == ()


@pytest.mark.parametrize("count", [3, 8])
def test_prices_are_told_apart_in_a_part_of_the_page_too(page: Page, spec: Spec, count: int):
    """Longer lists stand beside the part that the file names."""
    cards = shop().split('<div class="span4')
    part = '<div class="span4'.join(cards[: count + 1]).replace("<h1>Things</h1>", "<h2>Sale</h2>")
    rest = "".join(
        f"<h2>{name}</h2><ul>{'<li>Sold out</li>' * 30}</ul>" for name in ("Old", "Gone", "Lost", "Lent", "Kept")
    )
    wanted = spec(fields(), locale="es-CL", within=Words(text=Template.literal("Sale", HERE), at=HERE))
    found = read(page(f"{rest}{part}</div>"), wanted)
    assert [record.values["price"] for record in found.records] == [Decimal(f"{44 + n}900.00") for n in range(count)]
    assert not found.remarks


def test_two_places_that_nothing_tells_apart_stay_open(page: Page, spec: Spec):
    view, wanted = page(shop(before="left", now="right")), spec(fields(), locale="es-CL")
    assert read(view, wanted).problems == read_by_rules(view, wanted).problems != ()


def test_the_next_page_is_read_by_the_same_columns(page: Page, spec: Spec):
    wanted = spec(fields(), locale="es-CL")
    taught = read(page(shop()), wanted)
    found = read(page(shop(10)), wanted, taught.wrapper, before=len(WARES))
    assert [record.values["price"] for record in found.records[:2]] == [Decimal("44900.00"), Decimal("45900.00")]
    assert [record.values["url"] for record in found.records[:2]] == [
        "http://shop.example/p/10",
        "http://shop.example/p/11",
    ]
    assert found.remarks == ()
    assert taught.wrapper is not None
    assert found.wrapper is not None
    assert all(found.wrapper.anchor_of(name) == taught.wrapper.anchor_of(name) for name in ("name", "price", "url"))


def test_classes_that_tell_of_one_record_are_others_on_the_next_page(page: Page, spec: Spec):
    """A post has its category and tags as classes: no record of the second page has those of the first one."""
    wanted = spec(fields(), locale="es-CL")
    taught = read(page(shop(mark="post category-home tag-music")), wanted)
    found = read(page(shop(10, mark="post category-work tag-bread")), wanted, taught.wrapper, before=len(WARES))
    assert [record.values["price"] for record in found.records[:2]] == [Decimal("44900.00"), Decimal("45900.00")]
    assert found.remarks == ()


def test_a_field_that_moves_on_the_next_page_is_told(page: Page, spec: Spec):
    wanted = spec(fields(), locale="es-CL")
    taught = read(page(shop()), wanted)
    found = read(page(shop(10, now="price-now")), wanted, taught.wrapper, before=len(WARES))
    assert [(remark.code, remark.column) for remark in found.remarks if remark.code == "drift"] == [("drift", "price")]


def test_a_page_of_something_else_is_no_page_of_the_listing(page: Page, spec: Spec):
    wanted = spec(fields(), locale="es-CL")
    taught = read(page(shop()), wanted)
    other = page("<h1>About us</h1><p>We make things of wood.</p><p>Write to us.</p>")
    assert read(other, wanted, taught.wrapper, before=len(WARES)).verdict == "not found"


def test_records_that_the_file_locates_are_left_to_the_rules(page: Page, spec: Spec):
    view, wanted = page(shop()), spec(fields(), locale="es-CL", each=make_field("card", css=".block").target)
    assert read(view, wanted).problems == read_by_rules(view, wanted).problems


def test_fields_that_the_file_locates_say_nothing_of_the_records(page: Page, spec: Spec):
    """A locator without a hit is told as before: no list is taken in its stead."""
    wanted = spec([make_field("name"), make_field("price", "money", css=".nowhere"), make_field("url", "link")])
    alone = spec([make_field("price", "money", css=".price-new"), make_field("code", css=".nowhere")])
    view = page(shop())
    for one in (wanted, alone):
        found, by_rules = read(view, one), read_by_rules(view, one)
        assert (found.missing, found.records, found.remarks) == (by_rules.missing, by_rules.records, by_rules.remarks)


def news() -> str:
    """Articles whose `title` holds their heading and their day."""
    articles = "".join(
        f"<article class=entry><div class=text><div class=title><h2><a href=/n/{place}>{name} are here again</a></h2>"
        f"<div class=date>{place + 10}.02.2016 15:0{place}</div></div><div class=summary>All about {name}.</div>"
        f"<div class=image><a href=/n/{place}><img src=/i/{place}.jpg alt='{name}'></a></div></div></article>"
        for place, name in enumerate(WARES)
    )
    return f"<div class=menu><a href=/>Home</a> <a href=/about>About</a></div><div class=list>{articles}</div>"


def test_a_column_that_the_sets_are_sure_of_is_taken_against_the_rules(page: Page, spec: Spec):
    wanted = spec([make_field("title"), make_field("date", "datetime"), make_field("url", "link")], locale="no")
    view = page(news())
    assert read_by_rules(view, wanted).records[0].values["title"] == "Oak shelf are here again 10.02.2016 15:00"
    found = read(view, wanted)
    assert [record.values["title"] for record in found.records] == [f"{name} are here again" for name in WARES]
    assert {remark.code for remark in found.remarks} & {"by sets", "other column"}


def test_a_column_that_reads_better_than_the_word_behind_its_label(page: Page, spec: Spec):
    """Every cell begins with its head; the rules take the next word for the value, which is none in any record."""
    items = "".join(
        f"<li><h3><a href=/t/{n}>{name}</a></h3><p class=posts>{n * 7 % 5} <b>Replies</b></p>"
        f"<p class=lastpost><b>Last message</b> by <a href=/u/{n}>user {n}</a><br>"
        f"{f'2013-12-{10 + n} 15:36' if n != 3 else 'a while ago'}</p></li>"
        for n, name in enumerate(WARES)
    )
    latest = make_field("last_post", "datetime", label="Last message")
    wanted = spec([make_field("title"), make_field("replies", "integer", label="Replies"), latest])
    view = page(f"<h1>Forum</h1><ul>{items}</ul>")
    assert not any(record.values["last_post"] for record in read_by_rules(view, wanted).records)
    found = [record.values["last_post"] for record in read(view, wanted).records]
    assert [str(value) for value in found[:3]] == [f"2013-12-{10 + n} 15:36:00" for n in range(3)]
    assert found[3] is None


def test_the_page_after_it_is_not_mined_again(page: Page, spec: Spec, monkeypatch: pytest.MonkeyPatch):
    """What one page taught is a template, whoever read that page."""
    wanted = spec(fields(), locale="es-CL")
    taught = read(page(shop()), wanted)
    again = read(page(shop(10)), wanted)
    monkeypatch.setattr(sys.modules["webdart.extract.reader"], "second_reading", _mined)
    found = read(page(shop(10)), wanted, taught.wrapper, before=len(WARES))
    assert [record.values for record in found.records] == [record.values for record in again.records]


def _mined(*_: object) -> None:
    """Stands in for the second reading of a page."""
    pytest.fail("the record sets were looked for")


def _recent_news() -> str:
    """The next page: every article has a picture more, some are marked, and most say in words when they came."""
    whole = news().replace("<div class=image>", "<div class=new><img src=/n.png></div><div class=image>")
    first, *articles = whole.split("<article class=entry>")
    told = [*articles[:2], *(re.sub(r">\d\d\.02\.2016 \d\d:\d\d<", ">tirsdag<", one) for one in articles[2:])]
    return first + "".join(f"<article class='entry{' new' if n > 3 else ''}'>{one}" for n, one in enumerate(told))


def test_a_column_keeps_its_place_where_hardly_a_value_is_of_its_type(page: Page, spec: Spec):
    wanted = spec([make_field("title"), make_field("date", "datetime"), make_field("url", "link")], locale="no")
    taught = read(page(news()), wanted)
    found = read(page(_recent_news()), wanted, taught.wrapper, before=len(WARES))
    assert [record.values["title"] for record in found.records] == [f"{name} are here again" for name in WARES]
    assert [record.values["date"] is not None for record in found.records] == [True] * 2 + [False] * 6
    assert {record.raw["date"] for record in found.records[2:]} == {"tirsdag"}


def _tickets(first: int, *, marked: str = "") -> str:
    """A table of rows in two colours, each in a body of its own, with two columns of numbers."""
    rows = "".join(
        f"<tbody><tr class={'dark' if n % 2 else 'pale'}><td>{first + n}</td><td><span>{WARES[n % 8]} {n}</span></td>"
        f"<td>{marked if n == 3 else ''}{n * 37 % 90 + 7 if n % 3 else ''}</td><td>{n + 3}.01.2016 15:0{n % 9}</td></tr></tbody>"
        for n in range(20)
    )
    return f"<h1>Tickets</h1><table><tr><th>#</th><th>Subject</th><th>Cost</th><th>Created</th></tr>{rows}</table>"


def test_rows_in_two_colours_are_all_read_on_the_next_page(page: Page, spec: Spec):
    """Which number is the `id` is told by the form of the page, whose rows have one class and the other in turn."""
    wanted = spec([make_field("id", "integer"), make_field("subject"), make_field("created", "datetime")], locale="de")
    taught = read(page(_tickets(1)), wanted)
    found = read(page(_tickets(21, marked="<b>~</b>")), wanted, taught.wrapper, before=20)
    assert [record.values["id"] for record in found.records] == list(range(21, 41))


def test_a_column_of_another_name_is_not_made_the_fields_by_sets(page: Page, spec: Spec):
    """A journal has amounts, and no balance: postings alone, without the head above them, would have the one amount."""
    accounts = ("Expenses:Food", "Assets:Cash", "Expenses:Rent", "Assets:Bank", "Income:Salary")
    rows = "".join(
        f"<tr class=title><td class=date>2024-03-{n:02d}</td><td colspan=2>Shop {n}</td><td class=amount></td></tr>"
        + "".join(
            f"<tr class=posting><td></td><td></td><td><a href=/register/{n}/{side} title='{accounts[(n + side) % 5]}'>"
            f"{accounts[(n + side) % 5]}</a></td><td class=amount><span class=amount>{'-' * side}{n}.50 EUR</span><br></td></tr>"
            for side in (0, 1)
        )
        for n in range(1, 28)
    )
    heads = "<th class=date>Date</th><th class=description>Description</th><th class=account>Account</th><th class=amount>Amount</th>"
    view = page(f"<main><h1>Journal</h1><table class=report><thead><tr>{heads}</tr></thead>{rows}</table></main>")
    found = read(view, spec({"account": "text", "balance": "money"}, into="accounts"))
    assert [(problem.field, problem.misnamed) for problem in found.problems] == [("balance", True)]


def test_sets_that_decide_one_column_leave_the_others_whole(page: Page, spec: Spec):
    """A name behind its module, which the sets part, and a text that a link parts in a few of the entries."""
    entries = "".join(
        f"<dl class='py data'><dt class='sig object' id={name}><span class='prename classname'><span class=pre>signs."
        f"</span></span><span class='signame descname'><span class=pre>{name}</span></span><a class=headerlink "
        f"href=#{name} title='Permalink to this definition'>¶</a></dt><dd><p>{said}"
        f"{f' It is mapped to <a class=reference href=/x/{n} title=Failure{n}><code><span class=pre>Failure{n}</span></code></a>.' if n in {0, 4} else ''}"
        "</p></dd></dl>"
        for n, (name, said) in enumerate(SIGNS)
    )
    view, wanted = page(f"<main><h1>Signs</h1>{entries}</main>"), spec([make_field("name"), make_field("description")])
    found = read(view, wanted)
    assert [record.values["name"] for record in found.records] == [name for name, _ in SIGNS]
    assert found.records[4].values["description"] == "Bad address of a page It is mapped to Failure4 ."


SIGNS = [
    ("EPERM", "Operation is not permitted"), ("ENOENT", "No such file or folder"), ("ESRCH", "No such process here"),
    ("EINTR", "Interrupted call of the system"), ("EFAULT", "Bad address of a page"), ("EBADF", "Bad number of a file"),
    ("ENOEXEC", "Wrong format to be run"), ("ECHILD", "There are no child processes"), ("EAGAIN", "Try it once more"),
    ("ENOMEM", "Out of memory for now"), ("EACCES", "You may not do this"), ("EBUSY", "Device or resource is busy"),
]  # fmt: skip


@pytest.mark.parametrize("written", ["{}€<sup>{:02}</sup>", "<sup>$</sup>{}<sup>{:02}</sup>"])
def test_sets_that_have_an_amount_without_its_cents_leave_it_to_the_rules(page: Page, spec: Spec, written: str):
    """Raised cents are of another size: a browser tells that no text goes on with the other."""
    items = "".join(
        f"<li><a href=/i/{n}>Lamp {n}</a><div class=price>{written.format(40 + n, 99 - n)}</div></li>" for n in range(9)
    )
    view = page(f"<main><ul>{items}</ul></main>")
    view = replace(view, nodes=tuple(node._replace(states=node.states - {"joined"}) for node in view.nodes))
    found = read(view, spec({"name": "text", "price": "money"}))
    assert [str(record.values["price"]) for record in found.records] == [f"{40 + n}.{99 - n:02}" for n in range(9)]


def test_sets_do_not_take_one_of_the_numbers_of_a_text(page: Page, spec: Spec):
    """Of "851 × 10²" neither is the count, and no words tell them apart: as by the rules, no text is read."""
    rows = "".join(
        f"<tr><td>Tree {chr(65 + n)}</td><td>{851 - 37 * n} × 10<sup>{n % 3 + 2}</sup></td></tr>" for n in range(12)
    )
    heads = "<thead><tr><th>Name</th><th>Count</th></tr></thead>"
    view = page(f"<main><h1>Trees</h1><table>{heads}<tbody>{rows}</tbody></table></main>")
    view = replace(view, nodes=tuple(node._replace(states=node.states - {"joined"}) for node in view.nodes))
    found = read(view, spec({"name": "text", "count": "number"}))
    assert {record.values["count"] for record in found.records} == {None}


def test_sets_leave_a_cell_whole_though_a_piece_of_it_stands_in_another(page: Page, spec: Spec):
    """A short sign and a word in each cell, and the word once more under a head of its own."""
    colours = ("Black", "Red", "Green", "Blue", "Yellow", "Magenta", "Cyan", "White")
    rows = "".join(
        f'<tr><td>‘<samp>{short}</samp>’, <code>"{word}"</code></td><td>{word}</td></tr>'
        for short, word in zip("krgbymcw", colours, strict=True)
    )
    view = page(f"<table><thead><tr><th>Name</th><th>Color</th></tr></thead>{rows}</table>")
    found = read(view, spec({"name": "text", "color": "text"}))
    assert [str(record.values["name"]).replace(" ", "") for record in found.records][:2] == ['‘k’,"Black"', '‘r’,"Red"']


def guide(
    first: int = 0, *, sizes: tuple[int, ...] = (4, 5, 3), ticket: str = "<span class=price>${}.50</span>"
) -> str:
    """A day a section, the first of them in a box of its own; a promoted event beside them."""
    days: list[str] = []
    place = first
    for number, size in enumerate(sizes):
        cards = "".join(
            f'<div class=card><a class=name href="/e/{n}">{WARES[n % len(WARES)]} {n}</a><i>Hall {n}</i>{ticket.format(n + 5)}</div>'
            for n in range(place, place + size)
        )
        place += size
        days.append(f"<section class=day><h2>March {number + 3}</h2><div class=list>{cards}</div></section>")
    return (
        f"<main><h1>Events</h1><div class=now>{days[0]}</div>{''.join(days[1:])}</main>"
        "<aside><h3>Most read</h3><ul><li><a href=/n/1>Rain again</a></li><li><a href=/n/2>Strike ends</a></li></ul></aside>"
    )


def test_lists_in_places_of_several_kinds_are_read_whole(page: Page, spec: Spec):
    view, wanted = page(guide()), spec(fields())
    assert len(read_by_rules(view, wanted).records) < 12
    found = read(view, wanted)
    assert [record.values["name"] for record in found.records] == [f"{WARES[n % 8]} {n}" for n in range(12)]
    assert found.records[0].values == {
        "name": "Oak shelf 0",
        "price": Decimal("5.50"),
        "url": "http://shop.example/e/0",
    }
    assert [remark.code for remark in (*found.remarks, *second_opinion(view, wanted, found))] == ["other records"]


def test_a_list_in_another_place_is_never_joined_in_silence(page: Page, spec: Spec):
    """What was looked at before stands at the foot of the page, built as the days are."""
    card = '<div><a class=name href="/e/{0}">{1} {0}</a><i>Hall {0}</i><span class=price>${0}.50</span></div>'
    cards = [card.format(n, WARES[n % len(WARES)]) for n in range(5, 16)]
    days = "".join(
        f"<section class=day><h2>May {n}</h2><div class=list>{''.join(cards[4 * n : 4 * n + 4])}</div></section>"
        for n in (0, 1)
    )
    foot = f"<footer><h4>Recently viewed</h4><div class=list>{''.join(cards[8:])}</div></footer>"
    view, wanted = page(f"<main><h1>Events</h1>{days}</main>{foot}"), spec(fields())
    found = read(view, wanted)
    told = [remark.code for remark in (*found.remarks, *second_opinion(view, wanted, found))]
    assert len(found.records) == 8 or "other records" in told


def test_the_next_page_of_lists_in_several_places_is_read_whole(page: Page, spec: Spec):
    wanted = spec(fields())
    taught = read(page(guide()), wanted)
    found = read(page(guide(12, sizes=(2, 6, 3))), wanted, taught.wrapper, before=12)
    assert [record.values["url"] for record in found.records] == [f"http://shop.example/e/{n}" for n in range(12, 23)]
    other = guide(12, sizes=(2, 6, 3)).replace("class=now", "class=then").replace("class=day", "class=late")
    assert len(read(page(other), wanted, taught.wrapper, before=12).records) == 11


def test_what_lacks_a_field_of_all_records_is_none_of_them(page: Page, spec: Spec):
    """The cards above the list have no price: what the list is made of is told by what it always has."""
    view, wanted = page(view_without_prices()), spec(fields())
    found = read(view, wanted)
    assert [record.values["url"] for record in found.records] == [f"http://shop.example/e/{n}" for n in range(4, 12)]


def test_what_is_shown_again_above_the_records_is_none_of_them(page: Page, spec: Spec):
    list_again = guide(sizes=(3,)).partition("<h2>March 3</h2>")[2].partition("</section>")[0]
    view = page(guide(sizes=(0, 5, 3)).replace("<div class=list></div>", list_again, 1))
    found = read(view, spec(fields()))
    assert [record.values["url"] for record in found.records] == [f"http://shop.example/e/{n}" for n in range(8)]


def view_without_prices() -> str:
    """The events of the first day have no price."""
    first, mark, rest = guide().partition("</section>")
    bare = "".join(
        part.partition("</span>")[2] if n else part for n, part in enumerate(first.split("<span class=price>"))
    )
    return bare + mark + rest


def test_an_entry_that_lacks_what_others_may_lack_is_a_record(page: Page, spec: Spec):
    """Two of the reviews have no grades, and what one of them says stands in an element of another class."""
    head = '<div class=head><a class=avatar href="/u/{0}"><img src="/i/{0}.png"></a><a class=author>{1} {0}</a><p>joined 2010</p></div>'
    grades = "<ul class=grades><li>Food <b>{0}</b></li><li>Service <b>{1}</b></li><li>Decor <b>{2}</b></li></ul>"
    texts = "<div class=long><p>We came here {0} times and had the {1}.</p><a>More</a></div>"
    rows = [
        f"<div class=review>{head.format(n, name)}{grades.format(5 + n % 4, 6 + n % 3, 7 + n % 2) if n < 6 else ''}"
        f"{texts.format(n, name) if n < 7 else texts.format(n, name).replace('long', 'short')}</div>"
        for n, name in enumerate(WARES)
    ]
    view = page(f"<main><h1>Reviews</h1><div class=reviews>{''.join(rows)}</div></main>")
    wanted = spec([make_field("author"), *(make_field(name, "integer") for name in ("food", "service", "decor"))])
    assert len(read_by_rules(view, wanted).records) < len(WARES)
    found = read(view, wanted)
    assert [record.values["author"] for record in found.records] == [f"{name} {n}" for n, name in enumerate(WARES)]


def _people(names: tuple[str, ...], first: str) -> str:
    rows = "".join(
        f"<tr><td>{183 + n}</td><td>{name}</td><td>2014-07-{11 + n}</td><td><span class=tag>{state}</span></td>"
        f"<td>Bacon ipsum dolor {name.split()[0]}.</td></tr>"
        for n, (name, state) in enumerate(zip(names, ("Open", "Held", "Open", "Shut") * 2, strict=False))
    )
    heads = "".join(f"<th>{head}</th>" for head in (first, "User", "Date", "Status", "Reason"))
    return f"<div class=card><table class=t><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"


def test_one_of_several_tables_with_the_same_heads_is_not_taken_for_all(page: Page, spec: Spec):
    """Two have the very same heads, a third those that are asked for: which is meant, the form of the page can't tell."""
    names = ("Ann Lee", "Bo Dahl", "Cy Moor", "Di Ruiz", "Ed Park", "Flo Wong", "Gus Hall", "Ira Bell")
    tables = zip(("First", "Second", "Third"), (names[:4], names, names), ("ID", "ID", "#"), strict=True)
    first, second, third = (f"<h3>{called}</h3>{_people(own, head)}" for called, own, head in tables)
    more = "</tr><tr><td colspan=5><p>More of it, unfolded.</p></td></tr>"
    third = third.replace("</tr><tr>", f"{more}<tr>").replace("</tr></tbody>", f"{more}</tbody>")
    html = first + second + third
    wanted = spec([make_field("user"), make_field("date", "date"), make_field("status"), make_field("reason")])
    found = read(page(f"<h1>Tables</h1>{html}"), wanted)
    assert found.problems


def _mail(states: Sequence[str], *, words: int) -> str:
    """Messages, a row each, with classes that tell their state; the latest `words` have a weekday for their day."""
    rows = "".join(
        f"<tr class='message {state}'><td class=selection><input type=checkbox></td><td class=subject>"
        f"<span class=fromto><span class=adr><span title='{n}@post.example' class=contact>{who}</span></span></span>"
        f"<span class=date>{'Wed 13:28' if n >= len(states) - words else f'2026-09-{n + 10} 11:43'}</span>"
        f"<span class=size>{n * 7 + 2} KB</span><span class=subject><span class='icon status {state}'></span>"
        f"<a href='/?uid={n}'><span>About the {what.lower()}</span></a></span></td><td class=flags><span></span></td></tr>"
        for n, (state, who, what) in enumerate(zip(states, cycle(("Ann Lee", "Bo Roy", "Cy Dole")), cycle(WARES)))
    )
    said = ("", "", "From", "Read status", "From", "Date", "Size", "Flagged", "Attachment")  # columns of another layout
    heads = "".join(f"<th><a href='#sort'>{one}</a></th>" if one else "<th><i></i></th>" for one in said)
    return f"<h2>Mail</h2><table class=messages><thead hidden><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


@pytest.mark.parametrize("words", [0, 2])
def test_rows_whose_classes_tell_their_state_are_one_list(page: Page, spec: Spec, words: int):
    wanted = spec([make_field("subject"), make_field("from"), make_field("date", "datetime")])
    states = ["focused", *[""] * 3, "unread", "", "", "flagged unread"]
    found = read(page(_mail(states, words=words)), wanted)
    assert [record.values["subject"] for record in found.records] == [f"About the {what.lower()}" for what in WARES]
    assert [record.values["from"] for record in found.records][:2] == ["Ann Lee", "Bo Roy"]
    assert "other records" in {one.code for one in found.remarks}


CARS = (
    ("Quiet River 69", "Electric", "$731.12", "Opel", "2001", "2", "Bo Falk", "4", "33874"),
    ("Long Gate 48", "Diesel", "$96.51", "Fiat", "2003", "4", "Bo Falk", "5", "53131"),
    ("Quiet Lamp 51", "Electric", "$543.96", "Opel", "2002", "3", "Gil Roth", "3", "55954"),
    ("Old Gate 75", "Petrol", "$254.05", "Fiat", "1995", "3", "Eva Novak", "1", "36557"),
    ("Red River 82", "Electric", "$666.23", "Fiat", "2001", "4", "Hana Ito", "1", "68621"),
    ("Far Lamp 68", "Petrol", "$326.46", "Fiat", "2008", "", "Hana Ito", "4", "76270"),
)


@pytest.mark.parametrize("called", [True, False])
def test_where_the_rules_find_no_list_called_columns_are_read(page: Page, spec: Spec, *, called: bool):
    """As a doubt, and only if the page calls several fields as they are declared."""
    fuel, make, seller = ("Fuel type", "Brand", "Sold by") if called else ("Rolls", "Shade", "Found")
    labels = (fuel, "Price", make, "Year", "Doors", seller, "Rating", "Reference")
    cards = ""
    for n, (what, *values) in enumerate(CARS):
        lines = "".join(f"<div><b>{a}</b> <span>{b}</span></div>" for a, b in zip(labels, values, strict=True) if b)
        cards += f"<div class=card><h3><a href=/p/{n}>{what}</a></h3>{lines}</div>"
    view, wanted = page(f"<h1>Cars</h1>{cards}"), spec(dict.fromkeys(("title", "fuel", "make", "seller"), "text"))
    assert read_by_rules(view, wanted).verdict == "not found"
    found = read(view, wanted)
    assert (found.verdict == "found" and not found.problems) is called
    assert not called or {one.column for one in found.remarks} >= {"make", "seller"}
