"""Questions that a small model is asked through the product's own roles, each with the answer that is right.

Nothing here asks a model to plan, to judge when to stop or to pick a number: small ones can't (seen), and the roles
don't. Pages are built, tables are given; what is told, how a reply is read and refused is the product's.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

import duckdb

from tests.records.conftest import build, make_spec
from webdart.errors import ModelError
from webdart.execute.sandbox import Compute
from webdart.execute.text_to_sql import Asking
from webdart.model.door.port import ChatModel
from webdart.model.roles.action_policy import Doing, can_be_acted_on, next_doing
from webdart.model.roles.adviser import Adviser
from webdart.model.roles.control_mapping import Condition, mapped
from webdart.model.roles.field_naming import told
from webdart.model.roles.proposer import ModelProposer
from webdart.navigate.find.heuristic import Offers, wish_for
from webdart.page.model import PageView
from webdart.page.roles import words_of
from webdart.plan import Inputs
from webdart.plan import build as plan_of
from webdart.plan.model import AskStage, SitePlan
from webdart.records import read
from webdart.search.roles import Trail
from webdart.secret import Secret
from webdart.settings import Settings
from webdart.trace import Trace
from webdart.workflow import loads
from webdart.workflow.model import Sql


@dataclass(frozen=True, slots=True)
class Case:
    """A question of a role; `right` asks it and says whether the answer is the right one."""

    role: str
    name: str
    right: Callable[[ChatModel], Awaitable[bool]] = field(repr=False)


def adviser(model: ChatModel) -> Adviser:
    """A model as one stage asks it."""
    return Adviser(model=model, trace=Trace(lambda: 0.0))


# -- which control does what is wanted ------------------------------------------------------------------------

SHOP = build("<h1>Lamps</h1>", "http://shop.example/lamps")
CONTROLS = (
    "Availability: In stock", "Availability: On order", "Rating: 4 stars & up", "Rating: 3 stars & up",
    "Customer price: under 25", "Customer price: 25 to 99", "Customer price: 100 and more", "Brand: Halden", "Brand: Juniper",
    "Sort by: Newest arrivals", "Sort by: Cheapest", "Sort by: Most expensive", "Sort by: Most reviewed",
    "type the least into Weight from", "type the most into Weight to", "tick Dimmable",
)  # fmt: skip
FIELDS = (
    "name (text)",
    "cost (money)",
    "stars (rating)",
    "maker (text)",
    "stock (boolean)",
    "added (date)",
    "kilos (number)",
)
MAPPED = {
    "stars >= 4": "Rating: 4 stars & up",
    "cost BETWEEN 25 AND 99": "Customer price: 25 to 99",
    "cost >= 100": "Customer price: 100 and more",
    "maker = 'Juniper'": "Brand: Juniper",
    "ORDER BY cost ASC (least or earliest first)": "Sort by: Cheapest",
    "ORDER BY added DESC (largest or latest first)": "Sort by: Newest arrivals",
    "kilos <= 3": "type the most into Weight to",
    "name LIKE '%glass%'": "",
}


def _mapping(sql: str, wanted: str) -> Callable[[ChatModel], Awaitable[bool]]:
    async def right(model: ChatModel) -> bool:
        words = frozenset(sql.casefold().split())
        place = await mapped(adviser(model), SHOP, CONTROLS, Condition(sql=sql, words=words), FIELDS)
        return ("" if place is None else CONTROLS[place]) == wanted

    return right


# -- where a field stands -------------------------------------------------------------------------------------


def _rows(row: Callable[[int], str]) -> PageView:
    return build("<ul>" + "".join(f"<li>{row(n)}</li>" for n in range(1, 9)) + "</ul>")


NAMED = {
    "the price of now": (
        _rows(lambda n: f"<h3>Lamp {n}</h3><p class=a>${n}0.00 before</p><p class=b>${n * 10 - 5}.00 now</p>"),
        {"name": "text", "price": "money"},
        ("price", "5.00"),
    ),
    "the second date": (
        _rows(lambda n: f"<b>Ann {n}</b><i>written 2024-01-0{n}</i><u>changed 2024-02-0{n}</u>"),
        {"author": "text", "changed_on": "date"},
        ("changed_on", "2024-02-01"),
    ),
    "what a customer pays": (
        _rows(
            lambda n: f"<h3>Chair {'ABCDEFGHI'[n]}</h3><p class=x>${n}0.00 wholesale</p><p class=y>${n}9.00 retail</p>"
        ),
        {"name": "text", "price_for_customers": "money"},
        ("price_for_customers", "19.00"),
    ),
    "when it has to be back": (
        _rows(lambda n: f"<b>Book {'ABCDEFGHI'[n]}</b><i>lent 2024-01-0{n}</i><u>due 2024-02-0{n}</u>"),
        {"title": "text", "return_by": "date"},
        ("return_by", "2024-02-01"),
    ),
}


def _naming(
    page: PageView, fields: Mapping[str, str], wanted: tuple[str, str]
) -> Callable[[ChatModel], Awaitable[bool]]:
    async def right(model: ChatModel) -> bool:
        spec = make_spec(fields)
        decided = await told(adviser(model), page, spec, read(page, spec), "")
        if decided is None:
            return False
        rows = read(page, make_spec(fields, ruling=decided)).records
        return bool(rows) and wanted[1] in str(rows[0].values[wanted[0]])

    return right


# -- which link leads on --------------------------------------------------------------------------------------

SITE = SitePlan(name="shop", url="http://shop.example/")
MENU = build(
    "<nav><a href=/a>Sound & vision</a> <a href=/b>Garden</a> <a href=/c>Kitchen</a> <a href=/d>My orders</a> "
    "<a href=/e>Delivery and returns</a> <a href=/f>Jobs</a> <a href=/g>Gift cards</a> <a href=/h>Press</a></nav><h1>Shop</h1>"
)
PROPOSED = {
    "headphones": "Sound & vision",
    "lawn mowers": "Garden",
    "frying pans": "Kitchen",
    "what I bought in May": "My orders",
    "how long I can send something back": "Delivery and returns",
    "open positions": "Jobs",
}


def _proposing(objective: str, wanted: str) -> Callable[[ChatModel], Awaitable[bool]]:
    async def right(model: ChatModel) -> bool:
        offered = Offers(SITE, wish_for(objective, "", ()))(MENU)
        proposer = ModelProposer(adviser=adviser(model), contexts=("steps",))
        found = await proposer(Trail(MENU, (), (), (), objective), offered)
        return max(found, key=lambda one: one.prior).label == wanted

    return right


# -- what is filled in next -----------------------------------------------------------------------------------


def _form() -> PageView:
    view = build(
        """<h1>Ticket 7</h1><a href=/>All tickets</a><form method=post action=/7><input aria-label=Responsible name=who>
        <input aria-label=Deadline name=until><textarea aria-label=Remark name=note></textarea>
        <select name=state aria-label=State><option>Open</option><option>In hand</option><option>Solved</option></select>
        <button>Apply</button></form>"""
    )
    roles = {"input": "textbox", "textarea": "textbox", "option": "option"}
    nodes = (
        node._replace(role=node.role or roles.get(node.tag, ""), name=node.attributes.get("aria-label", ""))
        for node in view.nodes
    )
    return PageView(url=view.url, title="Ticket 7", language="en", status=200, nodes=tuple(nodes))


FORM = _form()
ACTED = {
    "Hand the ticket over to Ann Lee": ("Responsible", "Ann Lee"),
    "Let it be due on 2026-12-24": ("Deadline", "2026-12-24"),
    "Mark it as dealt with": ("State", "Solved"),
    "Leave the comment 'Parts are ordered'": ("Remark", "Parts are ordered"),
}


def _acting(objective: str, wanted: tuple[str, str]) -> Callable[[ChatModel], Awaitable[bool]]:
    async def right(model: ChatModel) -> bool:
        trail = Trail(FORM, (), (), (), objective)
        doing = await next_doing(adviser(model), trail, objective, lambda node: can_be_acted_on(FORM, node), _itself)
        if doing is None:
            return False
        return (words_of(FORM, doing.node), doing.value or "".join(doing.options)) == wanted

    return right


def _itself(doing: Doing) -> Doing:
    return doing


# -- SQL over declared tables ---------------------------------------------------------------------------------

TABLES = """webdart: 1
sites: {s: "http://shop.example/"}
stages:
  - navigate: {start: /products}
  - extract: {into: products, key: url, fields: {name: text, brand: text, price: money, reviews: integer, rating: rating, added: date, url: link}}
  - navigate: {start: /orders}
  - extract: {into: orders, key: number, fields: {number: text, customer: text, placed: date, status: text, total: money}}
  - execute: {ask: QUESTION}
"""
ROWS = """
CREATE TABLE products AS SELECT * FROM (VALUES
 ('Alto Lamp', 'Halden', 120.00, 812, 4.5, DATE '2024-03-02', 'u1'), ('Alto Chair', 'Halden', 45.50, 77, 3.9, DATE '2023-11-20', 'u2'),
 ('Vista Lamp', 'Juniper', 89.90, 1204, 4.1, DATE '2024-05-11', 'u3'), ('Vista Desk', 'Juniper', 310.00, 15, NULL, DATE '2022-01-30', 'u4'),
 ('Oslo Lamp', 'Kerr', 19.99, 340, 4.8, DATE '2024-01-09', 'u5'), ('Oslo Shelf', 'Kerr', NULL, 3, 2.5, NULL, 'u6')
) t(name, brand, price, reviews, rating, added, url);
CREATE TABLE orders AS SELECT * FROM (VALUES
 ('A1', 'Ann', DATE '2024-05-03', 'Paid', 40.00), ('A2', 'Bob', DATE '2024-05-20', 'Shipped', 99.00),
 ('A3', 'Ann', DATE '2024-06-01', 'Paid', 15.50), ('A4', 'Cyd', DATE '2023-05-05', 'Cancelled', 70.00),
 ('A5', 'Bob', DATE '2024-05-31', 'Paid', 10.00)
) t(number, customer, placed, status, total)"""
ASKED = {
    "How many products cost less than 100?": "SELECT count(*) FROM products WHERE price < 100",
    "The names of the 3 products with the most reviews": "SELECT name FROM products ORDER BY reviews DESC LIMIT 3",
    "What do the lamps cost on average?": "SELECT avg(price) FROM products WHERE name ILIKE '%lamp%'",
    "How many products does each brand have?": "SELECT brand, count(*) FROM products GROUP BY brand",
    "What do the orders of May 2024 come to together?": "SELECT sum(total) FROM orders WHERE placed BETWEEN '2024-05-01' AND '2024-05-31'",
    "Which customer has the most orders that are paid?": "SELECT customer FROM orders WHERE status = 'Paid' GROUP BY customer ORDER BY count(*) DESC LIMIT 1",
    "Names of products that have no rating": "SELECT name FROM products WHERE rating IS NULL",
    "The brand with the highest average rating": "SELECT brand FROM products GROUP BY brand ORDER BY avg(rating) DESC LIMIT 1",
}  # fmt: skip


def _asking(question: str, wanted: str, compute: Compute) -> Callable[[ChatModel], Awaitable[bool]]:
    async def right(model: ChatModel) -> bool:
        workflow = loads(TABLES.replace("QUESTION", question), "asked.yaml")
        plan = plan_of(workflow, Inputs(params={}, environment={}, secret=lambda name: Secret(name, "")))
        stage = next(stage for stage in plan.stages if isinstance(stage, AskStage))
        try:
            written = await Asking(workflow, plan, Settings(), compute).write(stage, model)
        except ModelError:
            return False
        return isinstance(written, Sql) and _answers(written.sql) == _answers(wanted)

    return right


def _answers(sql: str) -> list[tuple[object, ...]] | str:
    """The rows, in any order, numbers by value; what fails is no answer."""
    with duckdb.connect() as database:
        database.execute(ROWS)
        try:
            rows: Sequence[tuple[object, ...]] = database.execute(sql).fetchall()
        except duckdb.Error as error:
            return str(error)
    return sorted((tuple(_plain(cell) for cell in row) for row in rows), key=str)


def _plain(cell: object) -> object:
    return cell if isinstance(cell, str) or cell is None else round(float(str(cell)), 4)


def cases(compute: Compute) -> tuple[Case, ...]:
    """Every question, by role; SQL is tried in `compute`, as ever."""
    return (
        *(Case("map_control", sql, _mapping(sql, wanted)) for sql, wanted in MAPPED.items()),
        *(Case("name_fields", name, _naming(*told)) for name, told in NAMED.items()),
        *(Case("propose", objective, _proposing(objective, wanted)) for objective, wanted in PROPOSED.items()),
        *(Case("act", objective, _acting(objective, wanted)) for objective, wanted in ACTED.items()),
        *(Case("write_sql", question, _asking(question, wanted, compute)) for question, wanted in ASKED.items()),
    )


# -- chores with a question, over the demo site ---------------------------------------------------------------

CHORE = """webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: %s}
  - extract: {into: %s, fields: {%s}}
  - execute: {ask: "%s"}
"""
CHORES = (
    (
        (
            "/docs/settings/",
            "settings",
            "setting: text, type: text, default: text, since: number",
            "How many settings are of type boolean?",
        ),
        "SELECT count(*) FROM settings WHERE type = 'boolean'",
    ),
    (
        (
            "/shop/home-kitchen/lamps/",
            "lamps",
            "name: text, price: money, reviews: integer, url: link",
            "The names of the 3 dearest lamps, the dearest first",
        ),
        "SELECT name FROM products WHERE category = 'Lamps' ORDER BY price DESC, name LIMIT 3",
    ),
    (
        ("/forum/", "boards", "board: text, threads: integer", "Which board has the most threads?"),
        "SELECT board FROM threads GROUP BY board ORDER BY count(*) DESC LIMIT 1",
    ),
)
"""The parts of a file, and SQL over the site's own database that has the answer."""
