"""Is right SQL left alone? What DuckDB runs must never be called a mistake by the loader."""

import duckdb
import pytest

from webdart.errors import WorkflowErrors
from webdart.workflow import loads
from webdart.workflow.sql import sorts

HEAD = """webdart: 1
params: {n: 3, word: lamp}
sites: {shop: https://shop.example/}
stages:
  - navigate: {}
  - extract:
      into: products
      fields: {name: text, price: money, reviews: integer, tags: "[text]", seen: date, spent: duration}
  - execute: {sql: "SELECT name, count(*) AS c FROM products GROUP BY name", into: counts}
  - execute:
      sql: |
"""
STATEMENTS = [
    "SELECT name FROM products LIMIT $n",
    "SELECT p.name, c.c FROM products p JOIN counts AS c USING (name) ORDER BY c.c DESC, 1",
    "FROM products SELECT name WHERE price > 3",
    "FROM products",
    "SELECT * EXCLUDE (tags) FROM products",
    "SELECT * REPLACE (upper(name) AS name) FROM products",
    "SELECT COLUMNS('na.*') FROM products",
    "WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM t WHERE i < 3) SELECT i FROM t",
    "WITH dear AS MATERIALIZED (SELECT name AS who FROM products) SELECT who FROM dear",
    "WITH products AS (SELECT * FROM products WHERE price > 3) SELECT name, products.price FROM products",
    "WITH dear AS (FROM products), products AS (SELECT name AS who FROM dear) SELECT who FROM products",
    "WITH products AS (WITH products AS (FROM products) SELECT name AS who FROM products) FROM products SELECT who",
    "SELECT name, row_number() OVER w AS place FROM products WINDOW w AS (ORDER BY price) QUALIFY place = 1",
    "SELECT list_transform(tags, lambda t: upper(t)) FROM products",
    "SELECT [t for t in tags if t <> 'x'] FROM products",
    "SELECT tag FROM products, unnest(tags) AS u(tag)",
    "SELECT unnest(tags) AS tag, count(*) FROM products GROUP BY tag",
    "SELECT year(seen) AS y, sum(price) FROM products GROUP BY y HAVING sum(price) > 2 ORDER BY ALL",
    "SELECT name, price * 2 AS twice FROM products WHERE twice > 3",
    "SELECT s.a, s.b + 1 FROM (SELECT {'a': name, 'b': price} AS s FROM products)",
    "SELECT struct_pack(x := name).x FROM products",
    "SELECT max_by(name, price), arg_min(name, price) FROM products",
    "SELECT count(*) FILTER (WHERE price > 2) FROM products",
    "SELECT name FROM products WHERE price = (SELECT max(price) FROM products q WHERE q.name <> products.name)",
    "SELECT name FROM products ANTI JOIN counts USING (name)",
    "SELECT name FROM products WHERE name ILIKE '%' || $word || '%' -- not $this",
    "SELECT '$that' AS x, \"name\" FROM products",
    "(SELECT name FROM products) UNION ALL BY NAME (SELECT name FROM counts)",
    "PIVOT products ON name USING sum(price)",
    "SELECT g FROM range(3) AS r(g)",
    "SELECT x, y FROM (VALUES (1, 2)) v(x, y)",
    "VALUES (1)",
    "SELECT to_seconds(sum(epoch(spent))) FROM products",
    "SELECT _n, _page, name, rowid FROM products",
    "SELECT quantile_cont(price, 0.5), mode(name), string_agg(name, ', ' ORDER BY price) FROM products",
    "SELECT regexp_extract(name, '(\\d+)', 1) FROM products WHERE name SIMILAR TO 'a.*'",
    "SELECT CASE WHEN price > 1 THEN 'a;b' ELSE 'c' END AS k, count(*) FROM products GROUP BY ALL;",
    "SELECT date_trunc('month', seen) AS m, m + INTERVAL 1 DAY FROM products",
    "SELECT name FROM products TABLESAMPLE 10%",
    "SELECT p FROM products p",
    "SELECT a.name FROM products a POSITIONAL JOIN counts b",
    "SELECT 1 WHERE $n > 2",
    "select Name, PRICE from Products",
]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_what_duckdb_runs_is_no_mistake(sql: str) -> None:
    """The loader accepts it, and DuckDB does run it."""
    loads(HEAD + "        " + sql + "\n", "file.yaml")
    with duckdb.connect() as database:
        database.execute(
            "CREATE TABLE products(name VARCHAR, price DECIMAL(18,2), reviews BIGINT, tags VARCHAR[], seen DATE,"
            " spent INTERVAL, _n BIGINT, _page VARCHAR)"
        )
        database.execute("CREATE TABLE counts AS SELECT name, count(*) AS c FROM products GROUP BY name")
        bound = {name: value for name, value in {"n": 3, "word": "lamp"}.items() if f"${name}" in sql}
        database.execute(sql, bound).fetchall()


def test_a_mistake_within_an_expression_that_has_a_tables_name_is_one() -> None:
    """The column is looked for in the table, not in what takes its name."""
    with pytest.raises(WorkflowErrors, match="no column `nope`"):
        loads(HEAD + "        WITH products AS (SELECT nope FROM products) SELECT 1 FROM products\n", "file.yaml")


@pytest.mark.parametrize(
    ("sql", "does"),
    [
        ('SELECT * FROM "order"', False),
        ('SELECT * FROM "order" ORDER  BY no', True),
        ("SELECT arg_max(no, amount) FROM orders", True),
        ("SELECT ordered FROM orders", False),
    ],
)
def test_a_table_called_order_is_not_sorted(sql: str, *, does: bool):
    """`new` names a table after its page, "Orders": its rows stay in the order of the walk."""
    assert sorts(sql) is does
