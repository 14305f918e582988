"""A page of thousands of rows is read by a sample of them, and no row otherwise than if all had been looked at."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.records.conftest import build, make_field, make_spec
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.records.model import Record
from webdart.records.query.long_page import LONG, long_page
from webdart.records.query.spec import Extraction
from webdart.records.query.template import Template
from webdart.records.read import read_whole
from webdart.values import replace

ROWS = LONG + 300
IN_THE_MIDDLE = 1_111  # neither at an end nor at a place that is looked at evenly

Row = Callable[[int], str]


def table(row: Row, *, heads: str = "Name Size", more: str = "", behind: str = "") -> str:
    head = "".join(f"<th>{word}</th>" for word in heads.split())
    body = "".join(map(row, range(ROWS)))
    return f"<h1>Items</h1><table><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table>{behind}"


def cells(*texts: object) -> str:
    return "<tr>" + "".join(f"<td>{text}</td>" for text in texts) + "</tr>"


def cards(card: Row) -> str:
    return f"<h1>Goods</h1><ul>{''.join(f'<li>{card(n)}</li>' for n in range(ROWS))}</ul>"


def at(number: int, place: int | Iterable[int], there: str, else_: str) -> str:
    places = (place,) if isinstance(place, int) else tuple(place)
    return there if number in places else else_


SIZES = {"name": "text", "size": "integer"}
PRICES = {"name": "text", "price": "money"}
WORDS = [f"{a}{b}" for a in ("ba", "ko", "li", "ra", "mu", "te") for b in ("nd", "pper", "ght", "lly", "sk")]


def named(number: int) -> str:
    chosen = random.Random(number)
    return " ".join(chosen.choice(WORDS) for _ in range(chosen.randint(1, 3))).capitalize()


SAMPLED: dict[str, tuple[str, Any]] = {
    "numbers": (table(lambda n: cells(f"item {n}", n * 3)), SIZES),
    "names": (table(lambda n: cells(named(n), f"{n * 7 % 1000:,}")), SIZES),
    "unreadable in the middle": (table(lambda n: cells(f"item {n}", at(n, 1_111, "n/a", str(n)))), SIZES),
    "nothing in many": (table(lambda n: cells(f"item {n}", "" if n % 7 == 3 else n)), SIZES),
    "a dash in some": (table(lambda n: cells(f"item {n}", "-" if n % 97 == 3 else n)), SIZES),
    "decimal comma in the middle": (
        table(lambda n: cells(named(n), at(n, IN_THE_MIDDLE, "1.234,50", f"{n % 900},50"))),
        {"name": "text", "size": "number"},
    ),
    "day first told by one row": (
        table(
            lambda n: cells(named(n), f"{at(n, IN_THE_MIDDLE, '25', str(n % 12 + 1))}/{n % 12 + 1}/2024"),
            heads="Name Added",
        ),
        {"name": "text", "added": "date"},
    ),
    "heads again": (table(lambda n: (cells("Name", "Size") if n and n % 400 == 0 else "") + cells(named(n), n)), SIZES),
    "a note in the middle": (
        table(
            lambda n: at(n, IN_THE_MIDDLE, "<tr><td><b>Advertisement</b></td><td></td></tr>", "") + cells(named(n), n)
        ),
        SIZES,
    ),
    "cut texts": (table(lambda n: cells(at(n, (IN_THE_MIDDLE, 1_233), "A long na…", named(n)), n)), SIZES),
    "links": (
        table(lambda n: f"<tr><td><a href='/i/{n}?page=1'>{named(n)}</a></td><td>{n}</td></tr>"),
        {**SIZES, "url": "link"},
    ),
    "the same link twice": (
        table(
            lambda n: f"<tr><td><a href='/i/{at(n, IN_THE_MIDDLE, '7', str(n))}'>{named(n)}</a></td><td>{n}</td></tr>"
        ),
        SIZES,
    ),
    "cards": (
        cards(
            lambda n: (
                f"<h3><a href='/g/{n}'>{named(n)}</a></h3><span class=price>${n % 90 + 1}.50</span><p>in stock</p>"
            )
        ),
        PRICES,
    ),
    "cards without a price": (
        cards(
            lambda n: (
                f"<h3><a href='/g/{n}'>{named(n)}</a></h3>"
                + ("" if n % 5 == 2 else f"<span class=price>${n % 90 + 1}.50</span>")
            )
        ),
        PRICES,
    ),
    "two currencies": (
        cards(
            lambda n: (
                f"<h3><a href='/g/{n}'>{named(n)}</a></h3><span class=price>{at(n, IN_THE_MIDDLE, '€', '$')}{n % 90}</span>"
            )
        ),
        PRICES,
    ),
    "zebra classes": (
        table(lambda n: cells(named(n), n).replace("<tr>", f"<tr class='{'odd' if n % 2 else 'even'} row-{n}'>")),
        SIZES,
    ),
    "a total that is stated": (table(lambda n: cells(named(n), n), behind=f"<p>{ROWS} items</p>"), SIZES),
    "a total that is higher": (
        table(lambda n: cells(named(n), n), behind=f"<p>Showing 1 to {ROWS} of 9,999 items</p>"),
        SIZES,
    ),
    "a match": (
        table(lambda n: cells(f"{named(n)} (no. {n})", n)),
        [make_field("name"), make_field("no", "integer", label="Name", match=r"no\. (\d+)")],
    ),
    "a list of words": (
        table(
            lambda n: cells(named(n), at(n, IN_THE_MIDDLE, "gone", "open" if n % 3 else "closed")), heads="Name Status"
        ),
        [make_field("name"), make_field("status", words=("open", "closed"))],
    ),
}
"""Pages that a sample tells all of."""

WHOLE: dict[str, tuple[str, Any]] = {
    "a sum at the end": (table(lambda n: cells(named(n), n), more=cells("Total", sum(range(ROWS)))), SIZES),
    "sums in the middle": (table(lambda n: cells(named(n), n) + (cells("Total", 5) if n % 500 == 99 else "")), SIZES),
    "rows that span": (
        table(lambda n: f"<tr><td rowspan=2>{named(n)}</td><td>{n}</td></tr>" if n % 2 == 0 else f"<tr><td>{n}</td></tr>"),
        SIZES,
    ),
    "groups": (
        table(lambda n: (f"<tr><th colspan=2>{named(n)}</th></tr>" if n % 300 == 0 else "") + cells(named(n), n)),
        [make_field("name"), make_field("size", "integer"), make_field("kind", source="heading")],
    ),
    "days told in attributes": (
        table(lambda n: cells(named(n), f"<time datetime='2024-0{n % 9 + 1}-11'>day {n % 9}</time>"), heads="Name Added"),
        {"name": "text", "added": "date"},
    ),
    "no list of these": (table(lambda n: cells(named(n), n)), {"colour": "integer", "weight": "money"}),
    "every row built otherwise": (
        table(lambda n: cells(named(n), n).replace("<tr>", f"<tr class=of-{WORDS[n % 30]}-{WORDS[n // 30 % 30]}>")), SIZES
    ),
    "long list of choices beside the rows": (
        "<select>" + "".join(f"<option>{named(n)}</option>" for n in range(ROWS)) + "</select><table><tr><th>Name<th>Size</tr>"
        + "".join(cells(named(n), n) for n in range(30)) + "</table>",
        SIZES,
    ),
}  # fmt: skip
"""Pages of which every row is looked at."""


def comparable(got: Extraction) -> Extraction:
    """All that is told of a page; how good a column is, and which forms records have, is told by the sample's rows."""
    assert got.wrapper is not None or not got.records
    if got.wrapper is None:
        return replace(got, sample=None)
    anchors = {name: replace(anchor, quality=0.0) for name, anchor in got.wrapper.anchors.items()}
    return replace(got, sample=None, wrapper=replace(got.wrapper, anchors=anchors, template=Template()))


def said(record: Record) -> tuple[object, ...]:
    return record.values, record.raw, record.key, record.link


def assert_equal(view: PageView, spec: ListingSpec, *, sampled: bool) -> None:
    got, wanted = read(view, spec), read_whole(view, spec)
    assert (got.sample is not None) is sampled
    for mine, theirs in zip(got.records, wanted.records, strict=True):
        assert said(mine) == said(theirs)
    assert comparable(got) == comparable(wanted)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", SAMPLED)
def test_a_sample_tells_how_every_row_is_read(name: str) -> None:
    """Values, keys, links, totals and remarks are those that looking at every row gives."""
    html, fields = SAMPLED[name]
    assert_equal(build(html), make_spec(fields, key=("name",)), sampled=True)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", WHOLE)
def test_a_page_that_no_sample_tells_is_read_whole(name: str) -> None:
    """Where a row may be read otherwise than those of the sample, every one is looked at."""
    html, fields = WHOLE[name]
    assert_equal(build(html), make_spec(fields), sampled=False)


def test_a_later_page_is_read_by_the_template_of_the_first() -> None:
    """The second page of a listing, as long as the first, with what the first taught."""
    wanted = make_spec(SIZES, key=("name",))
    first = read(build(table(lambda n: cells(f"item {n}", n))), wanted)
    later = build(table(lambda n: cells(f"item {ROWS + n}", n)))
    got, whole = (one(later, wanted, first.wrapper, before=ROWS) for one in (read, read_whole))
    assert got.sample is not None
    assert comparable(got) == comparable(whole)


def test_a_sample_has_both_ends_and_every_odd_row() -> None:
    """The first and the last row, and the one row that is built otherwise."""
    html = table(lambda n: cells(f"item {n}", at(n, IN_THE_MIDDLE, "<b>much</b>", str(n))))
    long = long_page(build(html))
    assert long is not None
    assert len(long.view.nodes) < len(long.whole.nodes) / 2
    assert {0, IN_THE_MIDDLE, ROWS - 1} <= set(long.here.values())
    assert long_page(build(table(lambda n: cells(n, n))[:5_000])) is None
