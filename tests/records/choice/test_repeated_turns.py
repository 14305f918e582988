"""Lists that say the same in the same order several times over: the programme of every day."""

from collections.abc import Callable

import pytest

from tests.records.page_rows import rows_of
from webdart.page.model import PageView
from webdart.records import ListingSpec

Page = Callable[..., PageView]
Spec = Callable[..., ListingSpec]

FILMS = ("Night Train", "The Baker", "Two Rivers", "Old Harbour") * 3


@pytest.mark.parametrize(
    "show",
    [
        "<h3>{film}</h3><p>Hall {hall}</p><p>€ {n}.50</p><a href=/t/{n}>Tickets</a>",
        "<h3><a href=/f/{n}>{film}</a></h3><p>€ {n}.50</p>",
    ],
)
def test_the_same_films_on_every_day_are_records(show: str, page: Page, spec: Spec) -> None:
    """They were taken for the labels of the lines of a day: nothing was found, or a day for each record."""
    shows = [f"<article>{show.format(film=film, hall=n % 3, n=n)}</article>" for n, film in enumerate(FILMS)]
    days = "".join(f"<section><h2>Day {n}</h2>{''.join(shows[4 * n : 4 * n + 4])}</section>" for n in range(3))
    got = rows_of(page(f"<main><h1>Programme</h1>{days}</main>"), spec({"film": "text", "price": "money"}))
    assert [row["film"] for row in got] == list(FILMS)


def test_the_lines_of_cards_are_still_none(page: Page, spec: Spec) -> None:
    """A label and its value in turn, the value with its unit."""
    cards = "".join(
        f"<section><div><i>Rent</i> <b>{n}50</b> €</div><div><i>Rooms</i> <b>{n}</b></div>"
        f"<div><i>Street</i> <b>Mill Lane {n}</b></div></section>"
        for n in range(1, 6)
    )
    got = rows_of(page(f"<main>{cards}</main>"), spec({"street": "text", "rooms": "integer"}))
    assert [(row["street"], row["rooms"]) for row in got] == [(f"Mill Lane {n}", n) for n in range(1, 6)]
