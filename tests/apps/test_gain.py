"""How many pages does a chore take, against the plain walk of the same listing?

Forty chores as people would write them. Where the site has a control for what they ask, half of them take a quarter of
the pages or less; where it has none, hardly more than the plain walk. Each answer is the database's.
"""

import asyncio
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import duckdb
import pytest

from tests.apps import question_sources
from tests.apps.question_sources import Ground, chore_of
from tests.navigate.pushdown_chores import Desk, Walked
from webdart.demo import DemoSite, serve

pytestmark = pytest.mark.browser

MEDIAN = 0.25
MORE, SHARE = 3, 0.1
"""What a chore may take besides the plain walk, in pages or as a share of it, where no control helps."""


@dataclass(frozen=True, slots=True)
class Chore:
    """What is asked of a listing; `control`: whether its site has a control for a good part of it."""

    of: str
    sql: str
    control: bool = True


CHORES = [
    # a shop of 39 pages: sort menu, price boxes, brands, page size
    Chore(
        "audio", "SELECT name, reviews FROM rows WHERE price BETWEEN 1000 AND 9999 ORDER BY reviews DESC, name LIMIT 3"
    ),
    Chore("audio", "SELECT name, price FROM rows ORDER BY price, name LIMIT 10"),
    Chore("audio", "SELECT name, price FROM rows ORDER BY price DESC, name LIMIT 5"),
    Chore("audio", "SELECT name FROM rows WHERE rating >= 4.5 ORDER BY price, name LIMIT 5"),
    Chore("audio", "SELECT max(price) FROM rows"),
    Chore("audio", "SELECT min(price) FROM rows WHERE stock = 'In stock'"),
    Chore("audio", "SELECT count(*) FROM rows WHERE price < 60"),
    Chore("audio", "SELECT avg(rating) FROM rows WHERE price BETWEEN 2000 AND 2500"),
    Chore("audio", "SELECT name, reviews FROM rows ORDER BY reviews DESC, name LIMIT 10"),
    Chore("audio", "SELECT avg(price), count(*) FROM rows"),
    Chore("audio", "SELECT name FROM rows WHERE name LIKE '%Mini%' AND stock = 'In stock' ORDER BY name, url"),
    Chore(
        "audio",
        "WITH good AS (SELECT * FROM rows WHERE rating >= 4) SELECT name FROM good ORDER BY price, name LIMIT 3",
    ),
    # … and of 780 products' own pages
    Chore("audio details", "SELECT name, sku FROM rows ORDER BY price DESC, name LIMIT 5"),
    Chore("audio details", "SELECT name, weight FROM rows WHERE price < 60 ORDER BY weight DESC, name LIMIT 3"),
    Chore(
        "audio details",
        "SELECT brand, count(*) FROM rows WHERE price BETWEEN 2000 AND 2500 GROUP BY brand ORDER BY brand",
    ),
    Chore("audio details", "SELECT released FROM rows ORDER BY reviews DESC, url LIMIT 1"),
    Chore("audio details", "SELECT name, brand FROM rows WHERE rating >= 4.5 ORDER BY price, name LIMIT 3"),
    # a smaller shelf, seven pages
    Chore("phones details", "SELECT name, weight FROM rows ORDER BY price DESC, name LIMIT 5"),
    Chore("phones details", "SELECT sku FROM rows WHERE price < 60 ORDER BY sku"),
    # a tracker of ten pages, behind a login: menus, a search box, heads
    Chore("issues", "SELECT number, title FROM rows ORDER BY opened DESC, number LIMIT 5"),
    Chore("issues", "SELECT title, comments FROM rows ORDER BY comments DESC, number LIMIT 3"),
    Chore("issues", "SELECT count(*) FROM rows WHERE status = 'Blocked'"),
    Chore("issues", "SELECT title FROM rows WHERE severity = 'Critical' AND status = 'Open' ORDER BY opened LIMIT 3"),
    Chore("issues details", "SELECT description FROM rows ORDER BY opened, number LIMIT 1"),
    Chore("issues details", "SELECT title, description FROM rows WHERE status = 'Blocked' ORDER BY number"),
    Chore(
        "issues details",
        "SELECT number, description FROM rows WHERE severity = 'Critical' ORDER BY opened DESC, number LIMIT 3",
    ),
    # the admin of Django with 32 pages, behind a login: heads, a filter, a search box
    Chore("books", "SELECT title, pages FROM rows ORDER BY pages DESC, title LIMIT 5"),
    Chore("books", "SELECT title FROM rows ORDER BY price, title LIMIT 3"),
    Chore("books", "SELECT title FROM rows ORDER BY published DESC, title LIMIT 10"),
    Chore("books", "SELECT count(*), sum(price) FROM rows WHERE status = 'Lost'"),
    Chore("books", "SELECT title FROM rows WHERE status = 'On loan' ORDER BY borrowed, title LIMIT 5"),
    # a shop made with Oscar, 14 pages: a sort menu; its dashboard, 12
    Chore("goods", "SELECT name, price FROM rows ORDER BY price DESC, url LIMIT 3"),
    Chore("goods", "SELECT min(price) FROM rows"),
    Chore("orders", "SELECT number, total FROM rows ORDER BY total DESC, number LIMIT 5"),
    # reports of Trac, seven pages: a box for the size of a page
    Chore("tickets", "SELECT status, count(*) FROM rows GROUP BY status ORDER BY status"),
    # nothing that helps: no control, or none that can be verified
    Chore("threads", "SELECT topic FROM rows ORDER BY replies DESC, url LIMIT 5", control=False),
    Chore("threads", "SELECT sum(views) FROM rows", control=False),
    Chore("museum", "SELECT title FROM rows ORDER BY visits DESC, inventory LIMIT 3", control=False),
    Chore("museum", "SELECT count(*) FROM rows WHERE maker IS NULL", control=False),
    Chore("museum", "SELECT title FROM rows WHERE title LIKE '%lions%' ORDER BY title", control=False),
    Chore("books", "SELECT author, count(*) FROM rows GROUP BY author ORDER BY author", control=False),
    Chore("goods", "SELECT count(*) FROM rows WHERE availability = 'In stock'", control=False),
    Chore("orders", "SELECT status, sum(total) FROM rows GROUP BY status ORDER BY status", control=False),
]
ON_A_PAGE = {
    "audio": 20,
    "phones": 20,
    "issues": 25,
    "books": 100,
    "goods": 40,
    "orders": 20,
    "tickets": 100,
    "threads": 25,
    "museum": 100,
}


@dataclass(frozen=True, slots=True)
class Taken:
    """What a chore took: pages, and those of the plain walk."""

    chore: Chore
    pages: int
    plain: int
    pushed: tuple[str, ...]
    grades: tuple[str, ...]

    @property
    def ratio(self) -> float:
        return self.pages / self.plain

    def __str__(self) -> str:
        said = "; ".join(self.pushed) or "-"
        return f"{self.pages:5} {self.plain:6} {self.ratio:6.2f}  {self.chore.of:15} {self.chore.sql[:88]:88}  {said[:120]}"


@pytest.fixture(scope="module")
def shop() -> Iterator[DemoSite]:
    with serve() as served:
        yield served


def _grounds(request: pytest.FixtureRequest, shop: DemoSite) -> dict[str, Callable[[], Ground]]:
    return {
        "audio": lambda: question_sources.shelf(shop, "home_audio"),
        "audio details": lambda: question_sources.shelf(shop, "home_audio", details=True),
        "phones details": lambda: question_sources.shelf(shop, "headphones", details=True),
        "issues": lambda: question_sources.issues(shop),
        "issues details": lambda: question_sources.issues(shop, details=True),
        "threads": lambda: question_sources.threads(shop, "Repairs"),
        "museum": lambda: question_sources.museum(request.getfixturevalue("datasette")),
        "books": lambda: question_sources.books(request.getfixturevalue("large_library"), "large_library"),
        "tickets": lambda: question_sources.tickets(request.getfixturevalue("trac")),
        "goods": lambda: question_sources.goods(request.getfixturevalue("store")),
        "orders": lambda: question_sources.orders(request.getfixturevalue("store")),
    }


def _answered(ground: Ground, walked: Walked, sql: str) -> None:
    """The answer is the database's."""
    declared = [name for name in walked.table.column_names if not name.startswith("_")]
    answers: list[list[tuple[object, ...]]] = []
    for table in (walked.table.select(declared), ground.table()):
        with duckdb.connect() as connection:
            connection.register("rows", table)  # pyright: ignore[reportUnknownMemberType]
            answers.append(connection.execute(sql).fetchall())
    pushed, held = (
        [tuple(float(f"{c:.12g}") if isinstance(c, float) else c for c in row) for row in one] for one in answers
    )
    assert pushed == held, (sql, walked.replans)
    assert not walked.doubts, (sql, walked.doubts)


async def _all(made: dict[str, Ground], chores: list[Chore]) -> list[Taken]:
    desk = Desk()
    found: list[Taken] = []
    try:
        for chore in chores:
            ground = made[chore.of]
            desk.secrets = ground.secrets
            walked = await desk.walk(chore_of([ground], chore.sql))
            _answered(ground, walked, chore.sql)
            pages = -(-len(ground.rows) // ON_A_PAGE[chore.of.split()[0]])
            plain = pages + (len(ground.rows) if chore.of.endswith("details") else 0)
            said = tuple(f"{step.control} {step.verdict}" for step in walked.replans)
            found.append(Taken(chore, walked.pages, plain, said, tuple(walked.grades)))
            sys.stdout.write(f"{found[-1]}\n")
    finally:
        await desk.close()
    return found


def _hold(found: list[Taken]) -> None:
    helped = [one.ratio for one in found if one.chore.control]
    median = statistics.median(helped)
    sys.stdout.write(f"median where a control helps: {median:.2f} of {len(helped)} chores (at most {MEDIAN})\n")
    worst = max((one for one in found if not one.chore.control), key=lambda one: one.pages - one.plain, default=None)
    if worst is not None:
        more = worst.pages - worst.plain
        sys.stdout.write(f"most beyond the plain walk where none helps: {more} pages more than {worst.plain}\n")
    over = [one for one in found if one.pages > one.plain + max(MORE, SHARE * one.plain)]
    assert not over, [str(one) for one in over]
    assert median <= MEDIAN


@pytest.mark.proof
def test_forty_chores_take_a_part_of_the_pages(request: pytest.FixtureRequest, shop: DemoSite):
    """All of them, with a table of what each took."""
    makers = _grounds(request, shop)
    made = {name: make() for name, make in makers.items()}
    _hold(asyncio.run(_all(made, CHORES)))
