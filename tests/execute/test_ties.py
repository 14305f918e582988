"""A LIMIT that cuts through rows which are equally good is told; the answer stands."""

import duckdb
import pytest

from webdart.execute.ties import said, tie_query

ISSUES = (
    "(VALUES ('a', 'ana', 3), ('b', 'ana', 3), ('c', 'bo', 3), ('d', 'bo', 1), ('e', 'cy', 0)) issues(title, who, n)"
)


def told(sql: str) -> str | None:
    """What is told of a statement over five issues; None where it is not looked at."""
    sql = sql.replace("issues", ISSUES)
    with duckdb.connect() as database:
        rows = len(database.execute(sql).fetchall())
        query = tie_query(sql, rows)
        if query is None:
            return None
        rank, equal = database.execute(query).fetchall()[0]
    return said(rank, equal, rows)


@pytest.mark.parametrize(
    ("sql", "taken"),
    [
        ("SELECT title FROM issues ORDER BY n DESC LIMIT 2", "2 of 3"),
        ("SELECT title, n FROM issues ORDER BY 2 DESC LIMIT 1", "1 of 3"),
        ("SELECT title, n AS many FROM issues ORDER BY many DESC LIMIT 1", "1 of 3"),
        ("SELECT who FROM issues GROUP BY who ORDER BY count(*) DESC LIMIT 1", "1 of 2"),
        ("SELECT who, sum(n) > 0 AS busy FROM issues GROUP BY who ORDER BY busy DESC LIMIT 1", "1 of 2"),
        ("WITH open AS (SELECT * FROM issues) SELECT title FROM open ORDER BY n DESC LIMIT 1", "1 of 3"),
    ],
)
def test_rows_that_are_equally_good_are_counted(sql: str, taken: str):
    """Those that are in the result, of all."""
    assert f"{taken} are in the result" in (told(sql) or "")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT title FROM issues ORDER BY n DESC LIMIT 3",
        "SELECT title FROM issues ORDER BY n DESC, title LIMIT 2",
        "SELECT title FROM issues ORDER BY n LIMIT 2",
        "SELECT title FROM issues ORDER BY n DESC LIMIT 50",
    ],
)
def test_a_limit_between_different_rows_is_not_told(sql: str):
    """Also where it is above the number of rows."""
    assert told(sql) == ""


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT title FROM issues ORDER BY n",
        "SELECT title FROM issues LIMIT 2",
        "SELECT DISTINCT who FROM issues ORDER BY who LIMIT 1",
        "SELECT title FROM issues ORDER BY n LIMIT 1 OFFSET 1",
        "SELECT *, 1 FROM issues ORDER BY 2 LIMIT 1",
        "SELECT title, -n AS n FROM issues ORDER BY n + 1 LIMIT 1",
        "SELECT title FROM issues UNION SELECT who FROM issues ORDER BY 1 LIMIT 2",
    ],
)
def test_what_cuts_no_sorted_rows_is_not_looked_at(sql: str):
    """No order, no LIMIT, or another one."""
    assert told(sql) is None
