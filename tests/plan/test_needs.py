"""What is read off a SELECT: its parameters, tables, columns, conditions, and the shape of its result?

The pairs of `tests/cases/plan`: a statement above `---`, what is expected below (what is left out is empty).
"""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from webdart.errors import SourceLine
from webdart.plan.model import Matching, Need, Predicate, Query
from webdart.plan.needs import analyse, merged
from webdart.workflow.templates import as_text

CASES = sorted((Path(__file__).parents[1] / "cases" / "plan").glob("*.yaml"))
AT = SourceLine("file.yaml", 1, 1)
TABLES = {
    "products": ["name", "price", "reviews", "url", "seen", "tags"],
    "names": ["name"],
    "page": ["total", "paid"],
}
PARAMETERS = {"low": 1000, "high": 9999, "n": 3, "name": "Lamp"}


def look(sql: str) -> Query:
    """The query that is read off `sql` over the tables above."""
    return analyse(sql, at=AT, parameters=PARAMETERS, columns_of=TABLES, one_row=frozenset({"page"}))


def said(predicate: Predicate) -> str:
    """A predicate as the cases write it."""
    operands = [f"'{item}'" if isinstance(item, str) else as_text(item) for item in predicate.operands]
    return " ".join([predicate.column, predicate.operator, *operands])


def told(query: Query) -> dict[str, Any]:
    """A query as the cases write it."""
    needs = list(query.needs.values())
    alone = needs[0] if len(needs) == 1 else Need()
    order = [
        key.column + (" desc" if key.descending else "") + (" nulls first" if key.nulls_first else "")
        for key in alone.order
    ]
    columns = {name: "all" if need.columns is None else sorted(need.columns) for name, need in query.needs.items()}
    return {
        "parameters": list(query.parameters),
        "tables": "all" if query.tables is None else list(query.tables),
        "columns": columns,
        "predicates": [said(predicate) for predicate in alone.predicates],
        "order": order,
        "limit": alone.limit,
        "single_row": query.single_row,
        "single_column": query.single_column,
    }


@pytest.mark.parametrize("path", CASES, ids=[path.stem for path in CASES])
def test_what_is_read_off_a_statement(path: Path) -> None:
    """Every pair of the folder."""
    given, expected = yaml.safe_load_all(path.read_text())
    nothing: dict[str, object] = {"parameters": [], "columns": {}, "predicates": [], "order": [], "limit": None}
    assert told(look(given["sql"])) == {**nothing, "single_row": False, "single_column": False, **expected}


def test_a_date_is_a_date() -> None:
    """The operand of `DATE '…'` is a date, not its text."""
    need = look("SELECT name FROM products WHERE seen >= DATE '2024-01-31'").needs["products"]
    assert need.predicates[0].operands == (date(2024, 1, 31),)


@pytest.mark.parametrize(
    "sql", ["", "(((", "SELECT", "SELECT 1; SELECT 2", "PRAGMA x", "\x00", "SELECT '" + "a" * 30_000]
)
def test_what_cannot_be_analysed_claims_nothing(sql: str) -> None:
    """No error: the tables are unknown, and nothing is said of the shape."""
    query = look(sql)
    assert not query.single_row or query.tables is not None
    assert all(not need.predicates for need in query.needs.values())


def test_two_statements_over_one_table_share_columns_only() -> None:
    """Conditions of one statement do not hold for the other; all columns where one wants all."""
    first = look("SELECT name FROM products WHERE price > 3 ORDER BY price LIMIT 1").needs["products"]
    second = look("SELECT url FROM products").needs["products"]
    assert merged([first, second]) == Need(columns=frozenset({"name", "price", "url"}), fixed=False)
    assert merged([first, Need()]) == Need()
    assert merged([first]) == first


@pytest.mark.parametrize("limit", ["1%", "1 PERCENT", "1 BY reviews"])
def test_a_share_or_a_row_for_each_is_no_single_row(limit: str) -> None:
    """`LIMIT 1%` of three hundred rows is three of them."""
    assert not look(f"SELECT name FROM products LIMIT {limit}").single_row


@pytest.mark.parametrize(
    "condition",
    ["name NOT LIKE 'x%'", "name !~~ 'x%'", "name NOT ILIKE 'x%'", "names.price > 3", "NOT (name LIKE 'x%')"],
)
def test_a_condition_that_says_more_than_it_seems_is_left_to_the_sql(condition: str) -> None:
    """A negation inside of a comparison, a column of something else: no predicate, and so no LIMIT either."""
    need = look(f"SELECT name FROM products WHERE {condition} ORDER BY price LIMIT 3").needs["products"]
    assert (need.predicates, need.limit) == ((), None)
    assert need.left


def test_another_version_of_a_table_is_not_asked_of_the_site() -> None:
    """What is said of the table itself, and not understood, forbids all claims but on columns."""
    need = look("SELECT name FROM products AT (VERSION => 1) WHERE price > 3 ORDER BY price LIMIT 3").needs["products"]
    assert (need.predicates, need.order, need.limit) == ((), (), None)


def test_a_join_asks_something_of_each_table() -> None:
    """Conditions go to the table they are on, of the outer side those of its own ON; a match is wanted where rows need one."""
    joined = look(
        "SELECT p.name FROM products AS p LEFT JOIN names AS n ON p.name = n.name AND n.name <> 'x' WHERE p.price > 3"
    )
    products, names = joined.needs["products"], joined.needs["names"]
    assert [said(one) for one in products.predicates] == ["price > 3"]
    assert products.matching == ()
    assert [said(one) for one in names.predicates] == ["name <> 'x'"]
    assert names.matching == (Matching("name", "products", "name", (Predicate("price", ">", (3,)),)),)


@pytest.mark.parametrize(
    ("join", "preds", "matches"),
    [
        ("JOIN", ({"price > 3", "name <> 'x'"}, {"name <> 'y'", "name <> 'z'"}), (True, True)),
        ("LEFT JOIN", ({"price > 3"}, {"name <> 'y'", "name <> 'z'"}), (False, True)),
        ("RIGHT JOIN", ({"price > 3", "name <> 'x'"}, {"name <> 'y'"}), (True, False)),
        ("FULL JOIN", ({"price > 3"}, {"name <> 'y'"}), (False, False)),
    ],
)
def test_an_outer_join_asks_what_it_does_not_keep(
    join: str, preds: tuple[set[str], set[str]], matches: tuple[bool, bool]
) -> None:
    """Its ON asks nothing of the side that it keeps; the WHERE asks both, since it throws NULLs away, but IS NULL."""
    needs = look(
        f"SELECT p.name FROM products AS p {join} names AS n ON p.name = n.name AND p.name <> 'x' AND n.name <> 'z' "
        "WHERE p.price > 3 AND n.name <> 'y'"
    ).needs
    both = (needs["products"], needs["names"])
    assert tuple({said(one) for one in need.predicates} for need in both) == preds
    assert tuple(bool(need.matching) for need in both) == matches


def test_what_a_join_puts_in_place_of_a_row_has_nothing() -> None:
    """IS NULL holds of it too, so the rows that it would leave out are needed for their matches."""
    for join, asked in (("LEFT", ((), ())), ("RIGHT", ((), ("name is null",))), ("FULL", ((), ()))):
        needs = look(
            f"SELECT p.name FROM products AS p {join} JOIN names AS n ON p.name = n.name WHERE n.name IS NULL"
        ).needs
        found = tuple(tuple(said(one) for one in needs[name].predicates) for name in ("products", "names"))
        assert found == asked, join


@pytest.mark.parametrize("join", ["NATURAL JOIN", "POSITIONAL JOIN", "ASOF JOIN"])
def test_a_join_that_is_not_understood_asks_nothing(join: str) -> None:
    """Columns are matched by their names or places."""
    on = "ON p.price >= n.name" if join == "ASOF JOIN" else ""
    needs = look(f"SELECT p.name FROM products AS p {join} names AS n {on} WHERE p.price > 3").needs
    assert all(need.predicates == () and need.matching == () for need in needs.values())


@pytest.mark.parametrize(
    "sql", ["SELECT * FROM products NATURAL JOIN names", "SELECT * FROM products UNION SELECT * FROM products"]
)
def test_rows_that_are_compared_whole_stay_in_their_places(sql: str) -> None:
    """Where they stood in the walk is among what is compared."""
    assert all(need.fixed for need in look(sql).needs.values())


NOTHING: tuple[tuple[str, ...], tuple[str, ...], int | None] = ((), (), None)


@pytest.mark.parametrize(
    ("sql", "claimed"),
    [
        ("SELECT name FROM products WHERE price = 1 OR reviews = 2", NOTHING),
        ("SELECT name FROM products WHERE (price = 1 OR reviews = 2) AND reviews < 9", (("reviews < 9",), (), None)),
        ("SELECT name FROM products WHERE CASE WHEN price > 3 THEN reviews = 1 ELSE true END", NOTHING),
        ("SELECT name FROM products WHERE NOT (price = 1)", NOTHING),
        ("SELECT name FROM products WHERE price NOT IN (1, NULL)", NOTHING),
        ("SELECT name FROM products WHERE price NOT BETWEEN 1 AND 2", NOTHING),
        ("SELECT name FROM products WHERE price BETWEEN SYMMETRIC 5 AND 1", NOTHING),
        ("SELECT name FROM products WHERE price IS NOT DISTINCT FROM NULL", NOTHING),
        ("SELECT name FROM products WHERE (price, reviews) IN ((1, 2))", NOTHING),
        ("SELECT name FROM products WHERE name COLLATE NOCASE = 'ab'", NOTHING),
        ("SELECT name FROM products WHERE name LIKE '%a%' ESCAPE '$'", NOTHING),
        ("SELECT name FROM products WHERE price::text = '1'", NOTHING),
        ("SELECT name AS price FROM products WHERE price > 3 ORDER BY price LIMIT 2", (("price > 3",), (), None)),
        ("SELECT name FROM products ORDER BY price + 1 LIMIT 2", NOTHING),
        ("SELECT name FROM products ORDER BY 1 LIMIT 2", NOTHING),
        ("SELECT name FROM products ORDER BY ALL LIMIT 2", NOTHING),
        ("SELECT name FROM products ORDER BY name COLLATE NOCASE LIMIT 2", NOTHING),
        ("SELECT name FROM products ORDER BY price FETCH FIRST 3 ROWS WITH TIES", ((), ("price",), None)),
        ("SELECT name FROM products ORDER BY price LIMIT (SELECT 2)", NOTHING),
        ("SELECT DISTINCT name FROM products ORDER BY name LIMIT 2", NOTHING),
        ("SELECT DISTINCT ON (name) name, price FROM products ORDER BY name, price LIMIT 2", NOTHING),
        ("SELECT unnest(tags) FROM products ORDER BY price LIMIT 2", NOTHING),
        ("SELECT name, sum(price) OVER () FROM products ORDER BY price LIMIT 2", NOTHING),
        ("SELECT name, lag(price) OVER (ORDER BY url) AS p FROM products QUALIFY p > 3", NOTHING),
        ("SELECT name FROM (SELECT name, lag(price) OVER (ORDER BY url) AS p FROM products) WHERE p > 3", NOTHING),
        ("SELECT name, count(*) FROM products GROUP BY name HAVING name > 'x' LIMIT 2", NOTHING),
        ("SELECT name FROM products GROUP BY ALL ORDER BY name LIMIT 2", NOTHING),
        ("SELECT max(price), count(*) FROM products", NOTHING),
        ("SELECT max(price) FILTER (WHERE reviews = 1) FROM products", NOTHING),
        ("SELECT max(price) FROM products HAVING max(price) > 3", NOTHING),
        ("SELECT name FROM products EXCEPT ALL SELECT name FROM products WHERE price > 3", NOTHING),
        ("SELECT name FROM products WHERE price > 3 UNION SELECT name FROM products WHERE reviews > 3", NOTHING),
        ("SELECT name FROM products USING SAMPLE 10%", NOTHING),
    ],
)
def test_what_would_not_be_the_same_is_not_claimed(
    sql: str, claimed: tuple[tuple[str, ...], tuple[str, ...], int | None]
) -> None:
    """Conditions that are no comparison of one column, orders of something else, limits behind what makes other rows."""
    need = look(sql).needs["products"]
    order = tuple(key.column for key in need.order)
    assert (tuple(said(one) for one in need.predicates), order, need.limit) == claimed


@pytest.mark.parametrize("negation", ["", "NOT "])
def test_a_correlated_subquery_asks_of_its_own_table(negation: str) -> None:
    """What ties it to the row outside is no condition on either; its other conditions are on its own rows."""
    needs = look(
        f"SELECT price FROM products WHERE {negation}EXISTS (SELECT 1 FROM names WHERE names.name = products.name AND "
        "names.name <> 'x') AND price > 3"
    ).needs
    assert [said(one) for one in needs["products"].predicates] == ["price > 3"]
    assert [said(one) for one in needs["names"].predicates] == ["name <> 'x'"]
    assert needs["products"].matching == needs["names"].matching == ()


def test_a_row_that_must_match_nothing_is_not_asked_to_match() -> None:
    """NOT IN is true of no row once there is a NULL: all rows of both tables count."""
    needs = look("SELECT price FROM products WHERE name NOT IN (SELECT name FROM names)").needs
    assert all(need.predicates == () and need.matching == () for need in needs.values())
