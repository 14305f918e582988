"""Does a chore give on Datasette what SQL over Datasette's own database gives?"""

from pathlib import Path

import pytest

import webdart
from tests.apps.app_server import Application
from tests.apps.chores import sure
from tests.table_comparison import rows

WORKFLOWS = Path(__file__).parent / "workflows"

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("datasette")]


@pytest.mark.proof
def test_the_shops_chore_with_other_words_answers_as_sql_does(datasette: Application, tmp_path: Path) -> None:
    """Address and labels are all that differ from the bundled chore; answer and every row are right."""
    run = sure(
        webdart.run(WORKFLOWS / "datasette-top.yaml", environment={"MUSEUM_URL": datasette.url}, project=tmp_path, n=4)
    )
    expected = datasette.sql(
        "SELECT title, visits FROM exhibits WHERE insured_for BETWEEN 1000 AND 9999 ORDER BY visits DESC, title LIMIT 4"
    )
    assert run.result.status == "answered"
    assert run.answer.value == [{"name": name, "reviews": visits} for name, visits in expected]
    assert run.answer.text == "\n".join(f"{name} ({visits})" for name, visits in expected)
    kept = rows(run.table("products").arrow(), ["name", "price", "reviews", "url"])
    there = datasette.sql(
        "SELECT title, insured_for, visits, ? || 'museum/exhibits/' || inventory FROM exhibits", datasette.url
    )
    assert set(kept) <= set(there)  # every cell of every row that was kept


def test_every_cell_of_every_exhibit_is_read(datasette: Application, tmp_path: Path) -> None:
    """612 rows over seven pages: texts, numbers below zero, dates, blanks that are NULL; nothing was asked to change."""
    before = datasette.writes()
    run = sure(
        webdart.run(WORKFLOWS / "datasette-exhibits.yaml", environment={"MUSEUM_URL": datasette.url}, project=tmp_path)
    )
    names = ["inventory", "title", "maker", "year", "weight", "insured", "visits", "acquired"]
    assert rows(run.table("exhibits").arrow(), names) == datasette.sql("SELECT * FROM exhibits ORDER BY inventory")
    (table,) = (table for table in run.result.tables if table.name == "exhibits")
    assert (table.rows, table.stated, table.verdict) == (612, 612, "complete")
    assert run.answer.value == datasette.sql("SELECT count(DISTINCT maker) FROM exhibits")[0][0]
    assert datasette.writes() == before
