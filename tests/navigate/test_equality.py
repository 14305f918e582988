"""Is the answer with push-downs the answer of the full walk, whatever is asked?

Statements are generated over the declared columns; each is answered from the rows of a walk with push-downs and from
those of the plain walk, which are the site's own rows.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from tests.navigate.pushing import Desk, answer, chore
from webdart.demo import DemoSite, Quirks, serve

pytestmark = pytest.mark.browser

FIELDS = "fields: {name: text, price: money, rating: rating, reviews: integer, stock: {type: text, values: [In stock, Back soon]}, url: link}"
SHELVES = ("electronics/home-audio", "electronics/headphones", "electronics/cameras", "home-kitchen/cookware")
SAMPLE, ALL = 12, 300


@dataclass(frozen=True, slots=True)
class Asked:
    """A generated question: where, and what of the rows there."""

    shelf: str
    sql: str


def questions(count: int) -> list[Asked]:
    """Statements that a person could have written, the same ones every time."""
    random = Random("equality")
    return [Asked(random.choice(SHELVES), statement(random)) for _ in range(count)]


def statement(random: Random) -> str:
    """A SELECT over one listing: random conditions, order, limit or aggregate."""
    conditions = random.sample(CONDITIONS, random.choice((0, 1, 1, 1, 2, 2)))
    where = " WHERE " + " AND ".join(make(random) for make in conditions) if conditions else ""
    if random.random() < 0.25:
        what = random.choice(("count(*)", "sum(price)", "max(price)", "min(reviews)", "avg(rating)", "count(rating)"))
        return f"SELECT {what} FROM rows{where}"
    order = random.choice(
        ("price", "price DESC", "reviews DESC", "rating DESC", "reviews", "name", "rating DESC NULLS FIRST")
    )
    limit = f" LIMIT {random.choice((1, 3, 5, 10, 25))}" if random.random() < 0.75 else ""
    columns = random.choice(("name", "name, price", "name, reviews, rating", "*"))
    return f"SELECT {columns} FROM rows{where} ORDER BY {order}, url{limit}"


def _price(random: Random) -> str:
    low = random.choice((30, 60, 120, 300, 900, 2500))
    high = low * random.choice((2, 3, 10))
    return random.choice(
        (f"price >= {high}", f"price < {low}", f"price BETWEEN {low} AND {high}", f"price <= {low}.99")
    )


def _rating(random: Random) -> str:
    return random.choice(("rating >= 4.5", "rating < 2", "rating IS NOT NULL", "rating = 5", "rating > 4.8"))


def _reviews(random: Random) -> str:
    return random.choice(("reviews > 5000", "reviews < 50", "reviews IS NULL", "reviews BETWEEN 100 AND 400"))


def _name(random: Random) -> str:
    return random.choice(("name LIKE '%Pro%'", "name ILIKE '%mini%'", "name NOT LIKE 'A%'", "name < 'H'"))


def _stock(random: Random) -> str:
    return random.choice(("stock = 'In stock'", "stock <> 'In stock'"))


CONDITIONS = (_price, _price, _rating, _reviews, _name, _stock)


@pytest.fixture(scope="module")
def site() -> Iterator[DemoSite]:
    """A shop in which a twelfth of the prices, ratings and counts of reviews are not shown."""
    with serve(quirks=Quirks(missing=0.08)) as served:
        yield served


@pytest.fixture(scope="module")
def loop() -> Iterator[asyncio.Runner]:
    """One loop for all, so that they share a browser."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def desk(loop: asyncio.Runner) -> Iterator[Desk]:
    """One browser for all."""
    made = Desk()
    yield made
    loop.run(made.close())


async def _compare(desk: Desk, url: str, asked: Asked) -> None:
    file = chore(url, f"start: /shop/{asked.shelf}/", FIELDS, asked.sql)
    pushed, plain = await desk.walk(file), await desk.truth(file)
    assert answer(pushed.table, asked.sql) == answer(plain.table, asked.sql), (asked, pushed.replans)
    assert pushed.summary.verdict == "complete"


@pytest.mark.parametrize("asked", questions(SAMPLE), ids=lambda asked: asked.sql[:80])
def test_the_answer_is_that_of_the_full_walk(desk: Desk, site: DemoSite, loop: asyncio.Runner, asked: Asked):
    """A sample of the statements."""
    loop.run(_compare(desk, site.url, asked))


@pytest.mark.proof
@pytest.mark.parametrize("asked", questions(ALL)[SAMPLE:], ids=lambda asked: asked.sql[:80])
def test_every_answer_is_that_of_the_full_walk(desk: Desk, site: DemoSite, loop: asyncio.Runner, asked: Asked):
    """All the others."""
    loop.run(_compare(desk, site.url, asked))
