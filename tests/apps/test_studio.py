"""A person in front of the studio, with other people's applications: from an address to a saved file, in few clicks."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.apps.app_server import Application, SqlValue
from tests.studio.conftest import Person, Studio, person, settings, studio
from tests.studio.hand import WIDTH, Hand
from webdart.demo import DemoSite
from webdart.demo.state import PASSWORD, USER
from webdart.studio.chore_text import ChoreText

__all__ = ["person", "settings", "studio"]

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.asyncio(loop_scope="session")]

MOST_CLICKS = 12


@dataclass(frozen=True)
class Chore:
    """Where it begins, the links to follow, the question, the database's answer.

    `samples` are values, and `types` types, by which a person recognises the columns that `sql` names.
    """

    app: str
    sql: str
    oracle: str
    start: str = ""
    links: tuple[str, ...] = ()
    samples: Mapping[str, str] = field(default_factory=dict[str, str])
    types: Mapping[str, str] = field(default_factory=dict[str, str])


CHORES = {
    "tickets by status": Chore(
        "trac",
        "SELECT {status}, count(*) FROM {table} GROUP BY ALL ORDER BY ALL",
        "SELECT status, count(*) FROM ticket WHERE status <> 'closed' GROUP BY 1 ORDER BY 1",
        links=("View Tickets", "{1} Active Tickets"),
        samples={"status": "assigned"},
    ),
    "tickets by component": Chore(
        "trac",
        "SELECT {component}, count(*) FROM {table} GROUP BY ALL ORDER BY ALL",
        "SELECT component, count(*) FROM ticket WHERE status <> 'closed' GROUP BY 1 ORDER BY 1",
        links=("View Tickets", "{1} Active Tickets"),
        samples={"component": "Weather"},
    ),
    "one owner's tickets": Chore(
        "trac",
        "SELECT count(*) FROM {table} WHERE {owner} = 'boris'",
        "SELECT count(*) FROM ticket WHERE status <> 'closed' AND owner = 'boris'",
        start="report",
        links=("{1} Active Tickets",),
        samples={"owner": "boris"},
    ),
    "how many are active": Chore(
        "trac",
        "SELECT count(*) FROM {table}",
        "SELECT count(*) FROM ticket WHERE status <> 'closed'",
        start="report/1",
    ),
    "exhibits by maker": Chore(
        "datasette",
        "SELECT maker, count(*) FROM {table} GROUP BY ALL ORDER BY 2, 1",
        "SELECT maker, count(*) FROM exhibits GROUP BY 1 ORDER BY 2, 1",
        links=("exhibits",),
    ),
    "most visited exhibits": Chore(
        "datasette",
        "SELECT title FROM {table} ORDER BY visits DESC, title LIMIT 3",
        "SELECT title FROM exhibits ORDER BY visits DESC, title LIMIT 3",
        links=("exhibits",),
    ),
    "what all is insured for": Chore(
        "datasette",
        "SELECT sum(insured_for) FROM {table}",
        "SELECT sum(insured_for) FROM exhibits",
        links=("exhibits",),
    ),
    "rooms by floor": Chore(
        "datasette",
        "SELECT floor, count(*) FROM {table} GROUP BY ALL ORDER BY ALL",
        "SELECT floor, count(*) FROM rooms GROUP BY 1 ORDER BY 1",
        links=("rooms",),
    ),
    "how many exhibits": Chore(
        "datasette", "SELECT count(*) FROM {table}", "SELECT count(*) FROM exhibits", start="museum/exhibits"
    ),
    "dearest fiction": Chore(
        "store",
        "SELECT name FROM {table} ORDER BY {price} DESC LIMIT 5",
        "SELECT p.title FROM catalogue_product p JOIN partner_stockrecord s ON s.product_id = p.id JOIN"
        " catalogue_productcategory pc ON pc.product_id = p.id JOIN catalogue_category c ON c.id = pc.category_id"
        " WHERE c.name = 'Fiction' ORDER BY s.price DESC LIMIT 5",
        links=("Fiction",),
        types={"price": "money"},
    ),
    "how many products": Chore(
        "store", "SELECT count(*) FROM {table}", "SELECT count(*) FROM catalogue_product", start="catalogue/"
    ),
    "how many travel books": Chore(
        "store",
        "SELECT count(*) FROM {table}",
        "SELECT count(*) FROM catalogue_productcategory pc JOIN catalogue_category c ON c.id = pc.category_id"
        " WHERE c.name = 'Travel'",
        links=("Travel",),
    ),
    "how many orders": Chore(
        "store", "SELECT count(*) FROM {table}", "SELECT count(*) FROM order_order", start="dashboard/orders/"
    ),
    "how many patients": Chore(
        "clinic", "SELECT count(*) FROM {table}", "SELECT count(*) FROM patient", start="patient/list"
    ),
    "how many visits": Chore(
        "clinic", "SELECT count(*) FROM {table}", "SELECT count(*) FROM visit", start="visit/list"
    ),
    "books by status": Chore(
        "django_admin",
        "SELECT {status}, sum(pages) FROM {table} GROUP BY ALL ORDER BY ALL",
        "SELECT CASE status WHEN 'shelf' THEN 'On the shelf' WHEN 'loan' THEN 'On loan' ELSE 'Lost' END, sum(pages)"
        " FROM library_book GROUP BY 1 ORDER BY 1",
        start="admin/library/book/",
        samples={"status": "On the shelf"},
    ),
    "books on loan": Chore(
        "django_admin",
        "SELECT count(*) FROM {table} WHERE {status} = 'On loan'",
        "SELECT count(*) FROM library_book WHERE status = 'loan'",
        start="admin/library/book/",
        samples={"status": "On the shelf"},
    ),
    "how many users": Chore(
        "django_admin", "SELECT count(*) FROM {table}", "SELECT count(*) FROM auth_user", start="admin/auth/user/"
    ),
    "longest books": Chore(
        "django_admin",
        "SELECT title FROM {table} ORDER BY pages DESC, title LIMIT 3",
        "SELECT title FROM library_book ORDER BY pages DESC, title LIMIT 3",
        start="admin/library/book/",
    ),
    "how many lamps": Chore(
        "demo",
        "SELECT count(*) FROM {table}",
        "SELECT count(*) FROM products WHERE category = 'Lamps'",
        start="shop/",
        links=("Home & Kitchen", "Lamps"),
    ),
    "cheapest cameras": Chore(
        "demo",
        "SELECT name FROM {table} WHERE {price} IS NOT NULL ORDER BY {price}, name LIMIT 3",
        "SELECT name FROM products WHERE category = 'Cameras' AND price IS NOT NULL ORDER BY price, name LIMIT 3",
        start="shop/electronics/",
        links=("Cameras",),
        types={"price": "money"},
    ),
    "how many open issues": Chore(
        "demo",
        "SELECT count(*) FROM {table} WHERE {status} = 'Open'",
        "SELECT count(*) FROM issues WHERE status = 'Open'",
        start="tracker/issues/",
        samples={"status": "Blocked"},
    ),
    "most read threads": Chore(
        "demo",
        "SELECT {topic} FROM {table} ORDER BY views DESC, {topic} LIMIT 3",
        "SELECT topic FROM threads WHERE board = 'Gardening' ORDER BY views DESC, topic LIMIT 3",
        start="forum/",
        links=("Gardening",),
        types={"topic": "text"},
    ),
}


@pytest.fixture(scope="module")
def demo(demo_site: DemoSite, tmp_path_factory: pytest.TempPathFactory) -> Application:
    """The bundled site; its rows as a database."""
    folder = tmp_path_factory.mktemp("demo")
    database, received = folder / "demo.db", folder / "received.jsonl"
    received.touch()
    with closing(demo_site.data.sqlite()) as rows, closing(sqlite3.connect(database)) as kept:
        rows.commit()
        rows.backup(kept)
    return Application(url=demo_site.url, database=database, received=received, user=USER, password=PASSWORD)


def as_shown(rows: list[tuple[SqlValue, ...]]) -> list[tuple[str, ...]]:
    """The database's rows as the studio shows them."""
    return [tuple("NULL" if cell is None else str(cell) for cell in row) for row in rows]


async def log_in(hand: Hand, application: Application, *, by_keys: bool = False) -> None:
    """By the studio's own form."""
    page = hand.page
    await (hand.reach("user") if by_keys else hand.press(page.locator("#user")))
    await page.keyboard.type(application.user)
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.type(application.password)
    await page.keyboard.press("Enter")
    await expect(page.locator("#login")).to_be_hidden(timeout=90_000)


async def eyes_of(page: Page) -> Page:
    """A window on the site, as large as the one in the picture."""
    browser = page.context.browser
    assert browser is not None
    return await (await browser.new_context(viewport={"width": WIDTH, "height": 900})).new_page()


@pytest.mark.parametrize("name", CHORES)
async def test_from_an_address_to_an_answer(
    request: pytest.FixtureRequest,
    studio: Studio,
    person: Person,
    tmp_path: Path,
    name: str,
    record_property: Callable[[str, object], None],
) -> None:
    """At most twelve clicks; the answer is the database's, and the file that gives it is saved."""
    chore = CHORES[name]
    application: Application = request.getfixturevalue(chore.app)
    async with studio(application.url + chore.start) as url, person(url) as page:
        hand = Hand(page, await eyes_of(page))
        if await page.locator("#login").is_visible():
            await log_in(hand, application)
        for link in chore.links:
            await hand.follow(link)
        sql = await hand.question(chore.sql, chore.samples, chore.types)
        await hand.press(page.locator("#sql"))
        await page.locator("#sql").fill(sql)
        await hand.press(page.locator("#run"))
        rows = await hand.rows()
        await hand.press(page.locator("#save"))
        await expect(page.locator("#saved")).to_contain_text("chore.yaml")
        await hand.eyes.context.close()
    record_property("clicks", hand.clicks)
    assert rows == as_shown(application.sql(chore.oracle))
    assert hand.clicks <= MOST_CLICKS
    saved = (tmp_path / "chore.yaml").read_text()
    assert ChoreText(saved, "chore.yaml").problems == ()
    assert not application.password or application.password not in saved


@pytest.mark.parametrize("name", ["most visited exhibits", "how many are active", "books on loan"])
async def test_without_a_pointer(
    request: pytest.FixtureRequest, studio: Studio, person: Person, tmp_path: Path, name: str
) -> None:
    """The same by keys alone: Tab and Enter on the site, Ctrl+Enter runs, Ctrl+S saves."""
    chore = CHORES[name]
    application: Application = request.getfixturevalue(chore.app)
    async with studio(application.url + chore.start) as url, person(url) as page:
        hand = Hand(page, await eyes_of(page))
        if await page.locator("#login").is_visible():
            await log_in(hand, application, by_keys=True)
        for link in chore.links:
            await hand.follow_by_keys(link)
        sql = await hand.question(chore.sql, chore.samples, chore.types)
        await hand.reach("sql")
        await page.keyboard.press("Control+a")
        await page.keyboard.type(sql)
        await page.keyboard.press("Control+Enter")
        rows = await hand.rows()
        await page.keyboard.press("Control+s")
        await expect(page.locator("#saved")).to_contain_text("chore.yaml")
        await hand.eyes.context.close()
    assert rows == as_shown(application.sql(chore.oracle))
    assert hand.clicks == 0
    assert ChoreText((tmp_path / "chore.yaml").read_text(), "chore.yaml").problems == ()
