"""Which listings are asked generated questions, and what are their rows in the database behind them?

Each ground is one listing of the bundled site or of another people's application: how a chore reaches it, the columns
that it declares, the rows that the database holds, and the conditions, orders and sums that are drawn from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

import duckdb
import pyarrow as pa

from tests.apps.app_server import Application
from webdart.demo import DemoSite

Cell = str | int | float | bytes | Decimal | date | datetime | bool | None

_TYPES = {
    "text": "VARCHAR",
    "money": "DECIMAL(18,2)",
    "integer": "BIGINT",
    "number": "DOUBLE",
    "rating": "DOUBLE",
    "date": "DATE",
    "datetime": "TIMESTAMP",
    "boolean": "BOOLEAN",
    "link": "VARCHAR",
}


@dataclass(frozen=True, kw_only=True)
class Ground:
    """One listing. `site` is the flow map of its site, `start` its address, `columns` its declared fields by name.

    `rows` are those of the database, in the order of `columns`; `key` is the column that orders what else is equal.
    `conditions`, `orders` and `sums` are SQL that questions are made of.
    """

    name: str
    site: str
    start: str
    columns: dict[str, str]
    key: str
    rows: Sequence[Sequence[Cell]]
    conditions: tuple[str, ...]
    orders: tuple[str, ...]
    sums: tuple[str, ...]
    secrets: dict[str, str]

    def stages(self, into: str = "rows") -> str:
        """The stages that read it."""
        fields = ", ".join(f"{name}: {said}" for name, said in self.columns.items())
        key = f"key: {self.key}, " if self.columns[self.key] != "link" else ""
        return (
            f"  - navigate: {{site: {self.name}, start: {self.start}}}\n"
            f"  - extract: {{into: {into}, {key}fields: {{{fields}}}}}\n"
        )

    def table(self) -> pa.Table:
        """What the database holds, in the types of the columns."""
        types = ", ".join(f"{name} {_TYPES[_kind(said)]}" for name, said in self.columns.items())
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE held ({types})")
            places = ", ".join("?" * len(self.columns))
            connection.executemany(f"INSERT INTO held VALUES ({places})", [list(row) for row in self.rows])
            return connection.sql("FROM held").to_arrow_table()


def _kind(said: str) -> str:
    if not said.startswith("{"):
        return said
    return said.split("type:", 1)[1].strip(" {").split(",")[0].rstrip("}").strip()


def chore_of(grounds: Sequence[Ground], sql: str) -> str:
    """A workflow's text: the listings into `rows` and `others`, and one SELECT over them."""
    sites = "".join(f"  {ground.name}: {ground.site}\n" for ground in {one.name: one for one in grounds}.values())
    stages = "".join(ground.stages(into) for ground, into in zip(grounds, ("rows", "others"), strict=False))
    return f'webdart: 1\nsites:\n{sites}stages:\n{stages}  - execute: "{sql}"\n'


# -- the bundled site -----------------------------------------------------------------------------------------

SHELVES = {
    "home_audio": ("Home Audio", "electronics/home-audio"),
    "headphones": ("Headphones", "electronics/headphones"),
    "cameras": ("Cameras", "electronics/cameras"),
    "cookware": ("Cookware", "home-kitchen/cookware"),
}


def shelf(site: DemoSite, name: str, *, details: bool = False) -> Ground:
    """A category of the shop: prices between two boxes, brands, stars, a sort menu, a page-size menu.

    With `details` the columns too that only a product's own page has.
    """
    category, place = SHELVES[name]
    rows = [
        (one.name, one.price, one.rating, one.reviews, "In stock" if one.stock else "Back soon", _at(site, one.path))
        + ((one.sku, one.brand, one.weight_kg, one.released) if details else ())
        for one in site.data.products
        if one.category == category
    ]
    more = {"sku": "text", "brand": "text", "weight": "number", "released": "date"} if details else {}
    return Ground(
        name=f"shop_{name}",
        site=f'"{site.url}"',
        start=f"/shop/{place}/",
        columns={
            "name": "text",
            "price": "money",
            "rating": "rating",
            "reviews": "integer",
            "stock": "{type: text, values: [In stock, Back soon]}",
            "url": "link",
            **{column: f"{{type: {kind}, page: detail}}" for column, kind in more.items()},
        },
        key="url",
        rows=rows,
        conditions=(
            *(
                "price >= 300",
                "price < 60",
                "price BETWEEN 120 AND 360",
                "price <= 900.99",
                "price BETWEEN 900 AND 2700",
            ),
            *("rating >= 4.5", "rating < 2", "rating IS NOT NULL", "rating > 4.8", "reviews > 5000", "reviews < 50"),
            *(
                "reviews IS NULL",
                "name LIKE '%Pro%'",
                "name ILIKE '%mini%'",
                "name NOT LIKE 'A%'",
                "stock = 'In stock'",
            ),
            *("stock <> 'In stock'", "(price < 50 OR rating > 4.5)", "NOT price > 200", "price IS NULL"),
        ),
        orders=("price", "price DESC", "reviews DESC", "rating DESC", "reviews", "name", "rating DESC NULLS FIRST"),
        sums=("count(*)", "sum(price)", "max(price)", "min(reviews)", "avg(rating)", "count(rating)"),
        secrets={},
    )


def issues(site: DemoSite, *, details: bool = False) -> Ground:
    """The tracker, behind its login: three menus, a search box, heads that sort; with `details` the description too."""
    rows = [
        (one.number, one.title, one.status, one.severity, one.assignee, one.opened, one.comments)
        + ((one.body,) if details else ())
        for one in site.data.issues
    ]
    return Ground(
        name="tracker",
        site=_with_login(site.url, "/tracker/login/"),
        start="/tracker/issues/",
        columns={
            "number": "{type: integer, label: No.}",
            "title": "text",
            "status": "text",
            "severity": "text",
            "assignee": "text",
            "opened": "date",
            "comments": "integer",
            **({"description": "{type: text, page: detail}"} if details else {}),
        },
        key="number",
        rows=rows,
        conditions=(
            *("status = 'Open'", "status = 'Closed'", "severity = 'High'", "severity <> 'Low'", "comments > 5"),
            *("opened >= DATE '2024-06-01'", "opened < '2024-03-01'", "year(opened) = 2024", "assignee IS NULL"),
            *("title LIKE '%export%'", "title ILIKE '%Login%'", "status IN ('Open', 'Closed')", "number > 100"),
            *("strftime(opened, '%Y-%m') = '2024-05'", "comments = 0"),
        ),
        orders=("opened", "opened DESC", "comments DESC", "number DESC", "title", "comments"),
        sums=("count(*)", "max(opened)", "sum(comments)", "count(assignee)", "min(opened)"),
        secrets={"USER": site.user, "PASSWORD": site.password},
    )


def threads(site: DemoSite, board: str) -> Ground:
    """A board of the forum: *Older threads*, no total, and no control at all."""
    rows = [
        (one.topic, one.author, one.replies, one.views, one.started, _at(site, one.path))
        for one in site.data.threads
        if one.board == board
    ]
    return Ground(
        name=f"forum_{board.lower()}",
        site=f'"{site.url}"',
        start=f"/forum/{board.lower()}/",
        columns={
            "topic": "text",
            "author": "{type: text, label: Started by}",
            "replies": "integer",
            "views": "integer",
            "started": "date",
            "url": "link",
        },
        key="url",
        rows=rows,
        conditions=("replies > 20", "views < 500"),
        orders=("replies DESC", "views DESC", "started DESC"),
        sums=("count(*)", "sum(views)"),
        secrets={},
    )


# -- other people's applications ------------------------------------------------------------------------------


def museum(application: Application) -> Ground:
    """Datasette: a form of filters, heads that sort, *Next page* by a token."""
    return Ground(
        name="museum",
        site=f'"{application.url}"',
        start="/museum/exhibits",
        columns={
            "inventory": "integer",
            "title": "text",
            "maker": "text",
            "year": "integer",
            "weight": "{type: number, label: kilograms}",
            "insured": "{type: money, label: insured_for}",
            "visits": "integer",
            "acquired": "date",
        },
        key="inventory",
        rows=application.sql(
            "SELECT inventory, title, maker, year, kilograms, insured_for, visits, acquired FROM exhibits"
        ),
        conditions=(
            *("maker = 'Aldo Ferri'", "maker IS NULL", "maker <> 'Unknown'", "year < 0", "year BETWEEN 1500 AND 1700"),
            *("weight > 800", "weight <= 12.5", "insured >= 80000", "insured < 500", "visits > 3900", "visits = 17"),
            *("acquired >= DATE '2010-01-01'", "year(acquired) = 1999", "title LIKE '%lions%'", "title LIKE 'Globe%'"),
            *("title NOT ILIKE '%with v%'", "visits IN (1, 2, 3, 2500)", "inventory > 600"),
        ),
        orders=(
            "visits DESC",
            "visits",
            "insured DESC",
            "weight",
            "year",
            "acquired DESC",
            "acquired",
            "maker",
            "title",
        ),
        sums=("count(*)", "sum(insured)", "max(visits)", "min(weight)", "count(maker)", "max(acquired)"),
        secrets={},
    )


def books(application: Application, name: str = "library") -> Ground:
    """The admin of Django, behind its login: a filter of links, a search box, heads that sort and turn round."""
    shown = "CASE status WHEN 'shelf' THEN 'On the shelf' WHEN 'loan' THEN 'On loan' ELSE 'Lost' END"
    return Ground(
        name=name,
        site=_with_login(application.url, "/admin/login/"),
        start="/admin/library/book/",
        columns={
            "title": "text",
            "author": "text",
            "pages": "integer",
            "price": "money",
            "status": "{type: text, values: [On the shelf, On loan, Lost]}",
            "published": "date",
            "borrowed": "{type: datetime, label: Last borrowed}",
            "reserved": "boolean",
            "url": "link",
        },
        key="url",
        rows=application.sql(
            f"SELECT title, author, pages, price, {shown}, published, borrowed, reserved,"
            " ? || 'admin/library/book/' || id || '/change/' FROM library_book",
            application.url,
        ),
        conditions=(
            *("status = 'On loan'", "status <> 'Lost'", "status IN ('Lost', 'On loan')", "pages > 700", "pages < 60"),
            *("price >= 40", "price BETWEEN 10 AND 12", "published >= '2015-01-01'", "year(published) = 2001"),
            *("borrowed IS NULL", "borrowed >= '2025-06-01'", "reserved", "NOT reserved", "title LIKE '%night%'"),
            *("author LIKE '%a%'", "author = 'Nobody At All'"),
        ),
        orders=("pages DESC", "pages", "price", "price DESC", "published DESC", "borrowed", "borrowed DESC", "title"),
        sums=("count(*)", "sum(pages)", "max(price)", "min(published)", "count(borrowed)", "avg(pages)"),
        secrets={"USER": application.user, "PASSWORD": application.password},
    )


def tickets(application: Application) -> Ground:
    """A report of Trac: heads that sort, numbered pages of a hundred."""
    second = "strftime('%Y-%m-%d %H:%M:%S', changetime / 1000000, 'unixepoch')"
    return Ground(
        name="tracking",
        site=f'"{application.url}"',
        start="/report/6",
        columns={
            "ticket": "integer",
            "summary": "text",
            "component": "text",
            "status": "text",
            "resolution": "text",
            "version": "text",
            "type": "text",
            "priority": "text",
            "owner": "text",
            "modified": "datetime",
        },
        key="ticket",
        rows=application.sql(
            "SELECT id, summary, component, status, nullif(resolution, ''), nullif(version, ''), type, priority,"
            f" nullif(owner, ''), {second} FROM ticket"
        ),
        conditions=(
            *("status = 'new'", "status <> 'closed'", "resolution IS NULL", "resolution = 'fixed'", "owner = 'ana'"),
            *("owner IS NULL", "component = 'Tides'", "component LIKE '%Log%'", "priority IN ('blocker', 'critical')"),
            *(
                "modified >= '2024-09-01'",
                "modified < '2024-03-15'",
                "year(modified) = 2025",
                "summary LIKE '%overlaps%'",
            ),
            *("ticket BETWEEN 100 AND 220", "version = '1.0'", "type = 'task'"),
        ),
        orders=("ticket", "ticket DESC", "modified DESC", "modified", "summary", "owner"),
        sums=("count(*)", "count(owner)", "max(modified)", "min(ticket)", "count(DISTINCT component)"),
        secrets={},
    )


def goods(application: Application) -> Ground:
    """Products of a shop made with Oscar: cards, a sort menu, facets, forty a page."""
    stock = "CASE WHEN num_in_stock > 0 THEN 'In stock' ELSE 'Unavailable' END"
    return Ground(
        name="store",
        site=f'{{url: "{application.url}", locale: en-GB}}',
        start="/catalogue/",
        columns={"name": "text", "price": "money", "rating": "rating", "availability": "text", "url": "link"},
        key="url",
        rows=[
            (name, price, None if mean is None else float(round(float(mean))), *rest)  # the page shows whole stars
            for name, price, mean, *rest in application.sql(
                f"SELECT title, price, rating, {stock}, ? || 'catalogue/' || slug || '_' || product.id || '/'"
                " FROM catalogue_product AS product JOIN partner_stockrecord AS stock ON product_id = product.id",
                application.url,
            )
        ],
        conditions=(
            *(
                "price >= 2000",
                "price < 50",
                "price BETWEEN 400 AND 600",
                "rating >= 4",
                "rating IS NULL",
                "rating = 3",
            ),
            *("availability = 'In stock'", "availability <> 'In stock'", "name LIKE '%Spade%'", "name LIKE 'Blue%'"),
            *("name ILIKE '%folding atlas%'", "price <= 199.99", "rating < 2"),
        ),
        orders=("price", "price DESC", "rating DESC", "rating DESC NULLS FIRST", "name", "name DESC"),
        sums=("count(*)", "sum(price)", "max(price)", "min(price)", "count(rating)"),
        secrets={},
    )


def orders(application: Application) -> Ground:
    """The dashboard of the shop, behind its login: a form of filters, heads that sort."""
    return Ground(
        name="dashboard",
        site=_with_login(application.url, "/dashboard/login/", "locale: en-GB, "),
        start="/dashboard/orders/",
        columns={
            "number": "{type: integer, label: Order number}",
            "total": "{type: money, label: Total inc tax}",
            "status": "text",
            "customer": "text",
            "placed": "{type: datetime, label: Date of purchase}",
        },
        key="number",
        rows=application.sql(
            "SELECT CAST(number AS INTEGER), total_incl_tax, status, first_name || ' ' || last_name,"
            " strftime('%Y-%m-%d %H:%M:%S', date_placed) FROM order_order JOIN auth_user ON auth_user.id = user_id"
        ),
        conditions=(
            *(
                "status = 'Pending'",
                "status <> 'Pending'",
                "total > 400",
                "total BETWEEN 20 AND 60",
                "customer LIKE 'Ana%'",
            ),
            *("placed >= '2025-06-01'", "placed < '2024-08-01'", "year(placed) = 2025", "number > 100100"),
        ),
        orders=("total DESC", "total", "placed DESC", "placed", "number DESC", "customer"),
        sums=("count(*)", "sum(total)", "max(placed)", "min(total)"),
        secrets={"USER": application.user, "PASSWORD": application.password},
    )


def _with_login(url: str, at: str, more: str = "") -> str:
    return (
        f'{{url: "{url}", {more}login: {{at: {at}, user: "{{{{ secret.USER }}}}",'
        ' password: "{{ secret.PASSWORD }}", check: Log out}}'
    )


def _at(site: DemoSite, path: str) -> str:
    return site.url.rstrip("/") + path
