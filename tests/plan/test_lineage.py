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
    ],
)
def test_a_row_that_is_a_value_reads_every_column(sql: str, tmp_path: Path) -> None:
    file = tmp_path / "row.yaml"
    file.write_text(FILE.format(sql=sql))
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    read = lineage(plan, {"items": ["name", "price"]})["items"]
    assert read.reads("price")
    assert read.reads("name")


def test_without_an_answer_the_tables_are_the_answer(tmp_path: Path) -> None:
    """They are what is exported then."""
    file = tmp_path / "row.yaml"
    file.write_text(FILE.format(sql="SELECT 1").rpartition("  - execute")[0])
    _, plan = plan_of(RunRequest(file=str(file)), lambda _: None)
    assert lineage(plan, {"items": ["name", "price"]})["items"].reads("price")
