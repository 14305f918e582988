"""Two lists that both have the fields: by the declared words, by which holds the other."""

from collections.abc import Callable
from datetime import date, datetime

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


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


def history(*days: tuple[int, int]) -> str:
    """The changes of a page by day: of each how many; all but the newest have another class, as they can be compared."""
    lists: list[str] = []
    count = sum(number for _, number in days)
    left = count
    for day, number in days:
        items = ""
        for _ in range(number):
            kind = "newest" if left == count else "older"
            items += (
                f"<li class={kind}><a class=moment href='/old/{left}'>{left % 12 + 8:02}:00, {day} March 2026</a> "
                f"<span class=who>{['Ann', 'Bea', 'Cora'][left % 3]}</span> <span class=bytes>{left * 7} bytes</span>"
                "</li>"
            )
            left -= 1
        lists.append(f"<h4>{day} March 2026</h4><ul class=changes>{items}</ul>")
    return f"<main><h1>Rye roll: history</h1>{''.join(lists)}</main>"


@pytest.mark.parametrize("days", [((9, 2), (7, 1)), ((9, 1), (8, 3), (6, 1), (5, 1), (2, 2)), ((9, 3), (3, 4))])
def test_entries_of_another_class_are_of_the_same_lists(
    page: Page, spec: Spec, days: tuple[tuple[int, int], ...]
) -> None:
    """Below each day's heading a list; its newest entry has a class of its own, and is no less an entry.

    Nor is a day the record, with the moment of one of its changes.
    """
    rows = rows_of(page(history(*days)), spec({"changed": "datetime", "who": "text", "size": "integer"}))
    count = sum(number for _, number in days)
    assert [row["size"] for row in rows] == [left * 7 for left in range(count, 0, -1)]
    assert rows[0]["changed"] == datetime(2026, 3, 9, count % 12 + 8, 0)  # noqa: DTZ001 - the site's own clock


def test_days_with_what_happened_are_records_of_their_own(page: Page, spec: Spec) -> None:
    """What the entries below a heading say is not all that is asked for: then what the heading begins is meant."""
    body = "".join(
        f"<h3><a href='/d/{n}'>Market {n}</a></h3><p>2026-03-0{n}</p><p>{n} stalls</p>"
        f"<ul><li>{n} loaves</li><li>{n + 3} rolls</li></ul>"
        for n in range(1, 6)
    )
    fields = {"title": "text", "day": "date", "stalls": "integer"}
    rows = rows_of(page(f"<main>{body}</main>"), spec(fields))
    assert rows == [{"title": f"Market {n}", "day": date(2026, 3, n), "stalls": n} for n in range(1, 6)]


def test_cards_are_meant_and_not_the_lanes_of_their_board(page: Page, spec: Spec) -> None:
    """Each lane has a name and a count as its cards have a name and points; but it would be due on several days."""
    cards = [(lane, n) for lane in ("Backlog", "Review", "Done") for n in range(4)]
    lanes = "".join(
        f"<section><header><h2>{lane}</h2><span>4</span></header>"
        + "".join(
            f"<div class=card><a href=/c/{lane}{n}>{lane} work {n}</a><footer>"
            f"{f'<span class=due>Due 1{n} May</span>' if n else ''}<span>{n + 1}</span></footer></div>"
            for at, n in cards
            if at == lane
        )
        + "</section>"
        for lane in ("Backlog", "Review", "Done")
    )
    rows = rows_of(page(f"<main>{lanes}</main>"), spec({"title": "text", "due": "text", "points": "integer"}))
    assert [(row["title"], row["points"]) for row in rows] == [(f"{lane} work {n}", n + 1) for lane, n in cards]


def test_the_list_whose_marks_have_the_fields_names_is_meant(page: Page, spec: Spec) -> None:
    """Rubrics have a heading and links, too; but only advertisements have an "ad_location"."""
    rubrics = "".join(
        f"<div><a href=/r/{n}>{name}</a><p>{name.lower()} near you</p></div>"
        for n, name in enumerate(("Work", "Homes", "Cars", "Boats", "Bikes", "Books"))
    )
    ads = [("Oak table", "Ayr"), ("Old sail", "Wick"), ("Two bikes", "Ayr"), ("Maps", "Oban"), ("Kiln", "Perth")]
    listed = "".join(
        f"<a class=ad href=/a/{n}><span>now</span><span><span class=ad_text>{text}</span>"
        f"<span class=ad_location>{town}</span></span></a>"
        for n, (text, town) in enumerate(ads)
    )
    html = f"<main><div>{rubrics}</div><div>{listed}</div></main>"
    rows = rows_of(page(html), spec({"title": "text", "location": "text", "url": "link"}))
    assert [(row["title"], row["location"]) for row in rows] == ads


def test_a_hall_without_a_concert_is_no_record(page: Page, spec: Spec) -> None:
    """Headings of which some have nothing below them are groups; the others' entries are the records."""
    names = ["Amber", "Birch", "Cedar", "Delta", "Ember", "Frost", "Grove", "Heath", "Inlet", "Jetty"]
    halls = "".join(
        f"<h3><a href=/h/{n}>{name} Hall</a></h3>"
        + (
            f"<div class=ev><span class=n>{name} Quartet</span> <span>{n + 10}.00 EUR</span> <span>2026-12-1{n}</span></div>"
            if n % 4 != 2
            else ""
        )
        for n, name in enumerate(names)
    )
    fields = {"title": "text", "price": "money", "date": "date"}
    rows = rows_of(page(f"<h1>Tonight</h1><div>{halls}</div>"), spec(fields))
    assert [row["title"] for row in rows] == [f"{name} Quartet" for n, name in enumerate(names) if n % 4 != 2]
