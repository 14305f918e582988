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
    assert names.matching == (Matching("name", "products", "name"),)


@pytest.mark.parametrize("join", ["RIGHT JOIN", "FULL JOIN", "NATURAL JOIN", "POSITIONAL JOIN"])
def test_a_join_that_is_not_understood_asks_nothing(join: str) -> None:
    """Rows of either side may stand alone, or columns be matched by their names or places."""
    on = "" if join in ("NATURAL JOIN", "POSITIONAL JOIN") else "ON p.name = n.name"
    needs = look(f"SELECT p.name FROM products AS p {join} names AS n {on} WHERE p.price > 3").needs
    assert all(need.predicates == () and need.matching == () for need in needs.values())
