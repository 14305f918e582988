"""What was taken for something else in silence: a list, a text of the page, a picture of several."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest

from tests.records.page_rows import rows_of, table
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.workflow.model import Field

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]
Declare = Callable[..., Field]


def test_the_list_that_has_the_declared_words_is_meant(page: Page, spec: Spec) -> None:
    """An archive's months with their counts are texts and whole numbers, too, in every entry; but no comments."""
    said = ["28 comments", "No comments", "No comments", "39 comments", "No comments", "3 comments"]
    posts = "".join(
        f"<div><h3><a href='/a/{n}'>Post {n}</a></h3><span>{'News' if n % 2 else 'Sport'}</span> <span>{word}</span></div>"
        for n, word in enumerate(said)
    )
    months = "".join(f"<li><a href='/m/{n}'>Month {n}</a> ({n + 9})</li>" for n in range(1, 5))
    rows = rows_of(
        page(f"<div>{posts}</div><aside><h4>Archives</h4><ul>{months}</ul></aside>"),
        spec({"title": "text", "comments": "integer"}),
    )
    assert [row["title"] for row in rows] == [f"Post {n}" for n in range(6)]
    assert [row["comments"] for row in rows] == [28, None, None, 39, None, 3]


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
    rows = rows_of(view, spec(fields, locate=hits))
    assert [row["signs"] for row in rows] == [tuple(own) or None for own in signs]


def test_a_minus_beside_crosses_is_no_no(page: Page, spec: Spec) -> None:
    """Who abstained has not voted against: the sign stands for a third answer, which is told."""
    drawn = [("check", "Aye"), ("times", "Against"), ("minus", "Abstained"), ("check", "Aye")]
    votes = (
        f"<td>Member {n}</td><td><i class='fa fa-{icon}' title={said}></i></td>" for n, (icon, said) in enumerate(drawn)
    )
    got = read(page(table(*votes, heads="Member Vote")), spec({"member": "text", "vote": "boolean"}))
    assert [record.values["vote"] for record in got.records] == [True, False, None, True]
    assert [(remark.code, remark.column) for remark in got.remarks] == [("unreadable", "vote")]


def test_fewer_rows_than_the_page_says_it_shows(page: Page, spec: Spec) -> None:
    """Records that lack all that is asked for are not recognised; the page's own count tells that they are there."""
    cards = "".join(
        f"<article><h2>Recipe {n}</h2><div class=rating>{f'{n * 7} ratings' if n % 3 else ''}</div></article>"
        for n in range(1, 25)
    )
    got = read(page(f"<p>Showing 1 to 24 of 45 results</p><main>{cards}</main>"), spec({"ratings": "integer"}))
    assert got.totals.stated == 45 or len(got.records) == 24
    other = read(page(f"<p>Open 1 to 24 of 45 doors</p><main>{cards}</main>"), spec({"ratings": "integer"}))
    assert other.totals.stated is None


def test_captions_head_the_tables_of_one_listing(page: Page, spec: Spec, declared: Declare) -> None:
    """A table for each day, and the day in its caption; one day alone on the last page is no other one carried over."""

    def day(name: str, *rooms: str) -> str:
        rows = "".join(f"<tr><td>{n}:00</td><td>{room}</td></tr>" for n, room in enumerate(rooms, 9))
        return f"<table><caption>{name}</caption><tr><th>Time</th><th>Room</th></tr>{rows}</table>"

    wanted = spec([declared("day", source="heading"), declared("time"), declared("room")])
    title = "<h1>Calendar</h1>"
    first = read(page(title + day("Monday", "A", "B") + day("Tuesday", "C", "A")), wanted)
    assert [record.values["day"] for record in first.records] == ["Monday", "Monday", "Tuesday", "Tuesday"]
    last = read(page(title + day("Friday", "B", "C")), wanted, first.wrapper)
    assert [record.values["day"] for record in last.records] == ["Friday", "Friday"]
