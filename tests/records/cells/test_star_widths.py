"""Stars that are letters, of which an element shows but a part: the part counts, or nothing does."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec, read

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

FIVE = "★★★★★"
HALVES = (7, 10, 4)
"""What three lamps have, in half stars."""


def lamps(drawn: Callable[[int], str]) -> str:
    entry = "<div class=c><h3><a href=/p/{0}>Lamp {1}</a></h3>{2}<p>All of tin.</p></div>"
    cards = "".join(entry.format(n, "abc"[n], drawn(halves)) for n, halves in enumerate(HALVES))
    return f"<main>{cards}</main>"


def one_by_one(halves: int) -> str:
    shares = (max(0, min(100, (halves - 2 * place) * 50)) for place in range(5))
    return "".join(f"<span>☆<span style='width: {share}%'>★</span></span>" for share in shares)


def with_half(half: str, empty: str = "") -> Callable[[int], str]:
    def drawn(halves: int) -> str:
        return f"<div class=r>{'★' * (halves // 2)}{half * (halves % 2)}{empty * ((10 - halves) // 2)}</div>"

    return drawn


def plainly(halves: int) -> str:
    return f"<div class=r>{'★' * (halves // 2)}{'☆' * (5 - halves // 2)}</div>"


def in_pictures(halves: int) -> str:
    return f"<img src=/stars-{halves}.png>"


SHOWN: list[Callable[[int], str]] = [
    lambda n: f"<div class=r><div>{FIVE}</div><div style='width: {n * 10}%'>{FIVE}</div></div>",
    lambda n: f"<div class=r><div style='width: {n * 10}%'><span>{FIVE}</span></div><span>{FIVE}</span></div>",
    lambda n: f"<div class=r>☆☆☆☆☆<div style='width: {n * 10}%'>{FIVE}</div></div>",
    lambda n: f"<div class=r><div style='width: {n * 10}%'>{FIVE}</div> <i>(12)</i></div>",
    lambda n: f"<div class=r>{one_by_one(n)}</div>",
    with_half("<span style='width: 50%'>★</span>"),
    with_half("<span class=half>★</span>", "☆"),
    with_half("<span class='star-half'>★</span>"),
    with_half("⯨", "☆"),
]
UNMEASURED: list[Callable[[int], str]] = [
    lambda n: f"<div class=r><div>{FIVE}</div><div style='width: {n * 9}px'>{FIVE}</div></div>",
    lambda n: f"<div class=r><div style='width: {n * 10}%'>{FIVE}</div>★★★</div>",
]


@pytest.mark.parametrize("drawn", SHOWN)
def test_what_is_shown_of_the_stars_counts(page: Page, spec: Spec, drawn: Callable[[int], str]) -> None:
    """They were all counted, or none of those in part, silently."""
    rows = rows_of(page(lamps(drawn)), spec({"name": "text", "rating": "rating"}))
    assert [row["rating"] for row in rows] == [halves / 2 for halves in HALVES]


@pytest.mark.parametrize("drawn", UNMEASURED)
def test_a_part_that_nothing_measures_is_told(page: Page, spec: Spec, drawn: Callable[[int], str]) -> None:
    """So many pixels of how many?"""
    got = read(page(lamps(drawn)), spec({"name": "text", "rating": "rating"}))
    assert [record.values["rating"] for record in got.records] == [None] * 3
    assert [remark.code for remark in got.remarks] == ["unreadable"]


def test_stars_as_letters_in_full_are_as_before(page: Page, spec: Spec) -> None:
    """Nothing is shown in part."""
    rows = rows_of(page(lamps(plainly)), spec({"name": "text", "rating": "rating"}))
    assert [row["rating"] for row in rows] == [halves // 2 for halves in HALVES]


def test_a_number_among_words_as_a_rating_is_told(page: Page, spec: Spec) -> None:
    """Where the stars are pictures without names, whatever number is left is taken."""
    view = page(lamps(in_pictures).replace("All of tin", "Shelf 4"))
    got = read(view, spec({"name": "text", "rating": "rating"}))
    assert ["as in 'Shelf 4" in remark.text for remark in got.remarks if remark.column == "rating"] == [True]
