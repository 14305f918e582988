"""Ratings that are drawn: icons of stars, classes, widths, bars."""

from collections.abc import Callable, Iterable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read
from webdart.values import replace

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]


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


STAR = "<span><i class='icon star-shape'></i></span>"


def _wide(widths: Iterable[int]) -> str:
    return "".join(f"<b style='width: {width}%'>{STAR}</b>" for width in widths)


def test_stars_of_a_width_each_are_no_bar(page: Page, spec: Spec) -> None:
    """What tells them in words is exact; where nothing does, the widths of several stars are no rating."""
    told = [
        f"<tr><td>Part {n}</td><td><span role='img' aria-label='{n}.3 Stars'>{_wide([0, 0, 100, 0])}</span></td></tr>"
        for n in range(1, 4)
    ]
    untold = [f"<tr><td>Part {n}</td><td>{_wide([0, 100, 0])}</td></tr>" for n in range(1, 4)]
    for body, ratings in ((told, [1.3, 2.3, 3.3]), (untold, [None] * 3)):
        table = f"<table><tr><th>Name</th><th>Rating</th></tr>{''.join(body)}</table>"
        assert [row["rating"] for row in rows_of(page(table), spec({"name": "text", "rating": "rating"}))] == ratings


def test_stars_in_two_halves_are_one_each(page: Page, spec: Spec) -> None:
    """The element around two halves says how full the star is."""
    half = "<i class='glyph glyph-star' role='img' aria-label='star'></i>"
    kinds = {"full": 1.0, "half": 0.5, "zero": 0.0}
    drawn: tuple[list[str], ...] = (["full", "full", "half", "zero", "zero"], ["full"] * 4 + ["zero"], ["full"] * 5, [])
    body = "".join(
        f"<tr><td>Part {n}</td><td><ul>"
        + "".join(f"<li class='rate-star rate-star-{kind}'><div>{half}</div><div>{half}</div></li>" for kind in stars)
        + "</ul></td></tr>"
        for n, stars in enumerate(drawn)
    )
    view = page(f"<table><tr><th>Name</th><th>Rating</th></tr>{body}</table>")
    assert [row["rating"] for row in rows_of(view, spec({"name": "text", "rating": "rating"}))] == [
        sum(kinds[star] for star in stars) if stars else None for stars in drawn
    ]


def test_a_cell_that_is_drawn_says_what_it_is_called(page: Page, spec: Spec) -> None:
    """A bar and coloured stars with the number in the cell's own label; a width is no number."""
    body = "".join(
        f"<tr><td>Part {n}</td><td style='width: 90px'>{n if n > 1 else ''}</td><td aria-label='{n}'><svg></svg></td>"
        f"<td aria-label='{n * 30}'><div style='width: {n}%'></div></td></tr>"
        for n in range(1, 5)
    )
    heads = "<tr><th>Name</th><th>Stock</th><th>Rating</th><th>Progress</th></tr>"
    fields = {"name": "text", "stock": "integer", "rating": "rating", "progress": "integer"}
    extraction = read(page(f"<table>{heads}{body}</table>"), spec(fields))
    assert [tuple(record.values[name] for name in list(fields)[1:]) for record in extraction.records] == [
        (n if n > 1 else None, float(n), n * 30) for n in range(1, 5)
    ]
    assert not [remark for remark in extraction.remarks if remark.column == "stock"]


def test_a_cell_that_is_called_by_its_stars_is_no_star(page: Page, spec: Spec) -> None:
    """Stars that a style sheet draws have no size without it; the cell around them has, and a class of theirs."""
    rows = "".join(
        f"<tr><td>Film {n}</td><td class='star-only'><span class='star-rating'><span class='stars stars-{n}'></span>"
        f"</span></td></tr>"
        for n in range(1, 6)
    )
    view = page(f"<table>{rows}</table>")
    drawn = {node.index for node in view.nodes if "star" in node.attributes.get("class", "") and node.tag == "span"}
    view = replace(view, nodes=tuple(node._replace(shown=node.index not in drawn) for node in view.nodes))
    got = rows_of(view, spec({"title": "text", "rating": "rating"}))
    assert [row["rating"] for row in got] == [1, 2, 3, 4, 5]
