"""A text that no page has shown: the plan ends where no row has it, in place of an answer that is empty."""

import duckdb
import pytest

from webdart.errors import SourceLine
from webdart.model.planning.column_values import SeenColumn
from webdart.model.planning.row_checks import row_checks
from webdart.workflow.model import Sql

LAMPS = ("lamps", (SeenColumn("name", "text", ("Lantern A", "Torch B"), repeats=False),))
PEOPLE = ("people", (SeenColumn("city", "text", ("Oslo", "Bergen"), repeats=True),))


def checks(sql: str) -> list[str]:
    stages = row_checks(Sql(sql=sql, into="", at=SourceLine("plan.yaml", 1, 1)), (LAMPS, PEOPLE))
    return [stage["execute"]["sql"] for stage in stages]  # type: ignore[index,call-overload]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM lamps AS l WHERE l.name ILIKE '%tent%'",
        "SELECT name FROM lamps WHERE lower(name) = 'tent'",
        "SELECT count(*) FROM lamps JOIN people ON city = name WHERE name LIKE '%tent%' AND city = 'Oslo'",
    ],
)
def test_no_row_with_the_text_is_no_answer(sql: str):
    """A count of nothing looks like an answer; the check fails where it would be one, and only there."""
    (check,) = checks(sql)
    with duckdb.connect() as base:
        base.execute("CREATE TABLE lamps AS SELECT 'Lantern A' AS name")
        with pytest.raises(duckdb.InvalidInputException, match="no row of lamps has 'tent'"):
            base.execute(check)
        base.execute("INSERT INTO lamps VALUES ('tent')")
        assert base.execute(check).fetchall() == [(None,)]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM lamps WHERE name ILIKE '%lantern%'",
        "SELECT count(*) FROM people WHERE city = 'Oslo'",
        "SELECT count(*) FROM lamps",
        "SELECT count(*) FROM lamps WHERE name >= '2024-01-01'",
    ],
)
def test_what_was_seen_is_not_checked(sql: str):
    """A text of the first page is in a row."""
    assert checks(sql) == []
