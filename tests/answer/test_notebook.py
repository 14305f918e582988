"""What a notebook shows of a run and of its tables."""

# pyright: reportUnknownMemberType=false, reportPrivateUsage=false
# (the stubs of pyarrow leave parts of `table` unknown; a notebook calls `_repr_html_`)

import asyncio
from pathlib import Path

import pyarrow as pa

import webdart
from webdart.answer.doubt import Doubt
from webdart.answer.notebook import ROWS, run_html, table_html
from webdart.answer.outcome import Outcome, TableOutcome
from webdart.answer.shape import compose
from webdart.workflow.model import Answer


def outcome(**more: object) -> Outcome:
    result = pa.table({"name": ["<script>alert(1)</script>", "Lamp"], "price": [3, None]})
    answer = compose(result, Answer(), None)
    return Outcome(run="r", workflow="lamps", answer=answer, **{"exit": 0, **more})  # type: ignore[arg-type]


def test_the_answer_stands_below_its_verdict():
    """Rows as a table, completeness below; a site's text is text."""
    html = run_html(outcome(tables=(TableOutcome(name="products", rows=2, stated=2, verdict="complete"),)))
    assert "answered (exit 0)" in html
    assert "&lt;script&gt;" in html
    assert "<script" not in html
    assert "<em>NULL</em>" in html
    assert "products: 2 of 2 rows, complete" in html


def test_doubts_and_errors_stand_above_the_rows():
    """Whoever only looks at the table has passed them."""
    doubt = Doubt(table="products", kind="unreadable", problem="one cell", column="price", remedy="match: '...'")
    html = run_html(outcome(exit=3, doubts=(doubt,), error=("the site is down",)))
    assert html.index("unreadable") < html.index("<table")
    assert html.index("the site is down") < html.index("<table")


def test_a_table_shows_its_first_rows_and_no_implicit_columns():
    """A cell of a notebook is not the place for ten thousand rows."""
    table = pa.table({"x": list(range(ROWS + 5)), "_n": list(range(ROWS + 5))})
    html = table_html(table)
    assert html.count("<tr>") == ROWS + 1
    assert f"The first {ROWS} of {ROWS + 5} rows." in html
    assert "_n" not in html


def test_a_notebooks_loop_is_no_obstacle(tmp_path: Path):
    """`run` works where a loop runs already, and the result goes on as whatever the caller works with."""
    file = tmp_path / "chore.yaml"
    file.write_text("webdart: 1\nstages:\n  - execute: {sql: SELECT 7 AS x, into: t}\n  - execute: SELECT x FROM t\n")

    async def cell() -> webdart.Run:
        return webdart.run(file, project=tmp_path)  # as a cell would, without `await`

    run = asyncio.run(cell())
    assert run.answer.value == [7]
    assert run.table("t").duckdb().aggregate("sum(x)").fetchall() == [(7,)]
    assert "<table" in run._repr_html_()
    assert "<table" in run.table("t")._repr_html_()
