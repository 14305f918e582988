"""What an answer reads of a table."""

from pathlib import Path

import pytest

from webdart.plan.lineage import lineage
from webdart.runs.request import RunRequest, plan_of

FILE = """
webdart: 1
sites: {{s: "http://127.0.0.1:1/"}}
stages:
  - navigate: {{start: "/"}}
  - extract: {{into: items, fields: {{name: text, price: number}}}}
  - execute: {sql}
"""


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT i FROM items i",
        "SELECT count(DISTINCT items) FROM items",
        "SELECT max(s) FROM (SELECT * FROM items) s",
        "SELECT name FROM items WHERE _raw.price = '4'",
    ],
)
def test_a_row_that_is_a_value_reads_every_column(sql: str, tmp_path: Path) -> None:
    file = tmp_path / "row.yaml"
    file.write_text(FILE.format(sql=sql))
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    read = lineage(plan, {"items": ["name", "price"]})["items"]
    assert read.reads("price")
    assert read.reads("name")


@pytest.mark.parametrize(
    ("sql", "added"),
    [
        ("SELECT sum(price), avg(price) FROM items", {"price": set[str]()}),
        ("SELECT name, sum(price) FROM items GROUP BY name", {"price": {"name"}}),
        ("SELECT sum(p) FROM (SELECT price AS p FROM items)", {"price": set[str]()}),
        ("SELECT sum(coalesce(price, 0)), round(avg(price::DOUBLE), 2) FROM items", {"price": set[str]()}),
        ("SELECT max(price) FROM items", {}),
        ("SELECT sum(price) FILTER (WHERE name = 'all') FROM items", {}),
        ("SELECT sum(CASE WHEN name = 'all' THEN price END) FROM items", {}),
        ("SELECT sum(price) OVER (PARTITION BY name) FROM items", {}),
        ("SELECT upper(name), sum(price) FROM items GROUP BY upper(name)", {}),
        ("SELECT name, sum(price) FROM items GROUP BY ALL", {}),
    ],
)
def test_columns_that_are_added_up_as_they_are(sql: str, added: dict[str, set[str]], tmp_path: Path) -> None:
    file = tmp_path / "sum.yaml"
    file.write_text(FILE.format(sql=f'"{sql}"'))
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    (place,) = lineage(plan, {"items": ["name", "price"]})["items"].places
    assert {one.column: set(one.groups) for one in place.added} == added


@pytest.mark.parametrize(
    ("order", "conditions"),
    [
        ("", ['"price" > 3']),
        (" ORDER BY name", ['"price" > 3']),
        (" ORDER BY n DESC, lower(name) LIMIT 2", ['"price" > 3']),
        (" ORDER BY price", ['"price" > 3']),
    ],
)
def test_an_order_takes_no_condition_away(order: str, conditions: list[str], tmp_path: Path) -> None:
    """A column of the result that the rows are ordered by has no table, and none that it would be read from."""
    file = tmp_path / "order.yaml"
    file.write_text(FILE.format(sql=f"SELECT name, length(name) AS n FROM items WHERE price > 3{order}"))
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    (place,) = lineage(plan, {"items": ["name", "price"]})["items"].places
    assert [one.sql for one in place.conditions] == conditions


def test_without_an_answer_the_tables_are_the_answer(tmp_path: Path) -> None:
    """They are what is exported then."""
    file = tmp_path / "row.yaml"
    file.write_text(FILE.format(sql="SELECT 1").rpartition("  - execute")[0])
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    assert lineage(plan, {"items": ["name", "price"]})["items"].reads("price")
