"""Does a chore give on Trac what SQL over Trac's own database gives?"""

from pathlib import Path

import pytest

from tests.apps.app_server import Application
from tests.apps.chores import chore, complete
from tests.table_comparison import rows, told
from webdart import Run

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("trac")]

_GROUP = "coalesce(nullif(milestone, ''), '(empty)')"  # as the report heads its groups
_DAY = "strftime('%Y-%m-%d', time / 1000000, 'unixepoch')"


def _second(column: str) -> str:
    return f"strftime('%Y-%m-%d %H:%M:%S', {column} / 1000000, 'unixepoch')"


@pytest.fixture(scope="module")
def walked(trac: Application, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The walk over all tickets, once for the tests that ask its rows."""
    return chore("trac-tickets", trac, tmp_path_factory.mktemp("walked"))


def test_every_cell_of_every_ticket_is_read(trac: Application, walked: Run) -> None:
    """640 rows over seven pages, in groups below headings: ages with the day in a title, blanks that are NULL."""
    names = ["ticket", "milestone", "summary", "component", "status", "resolution", "version", "type", "priority"]
    names += ["owner", "modified", "url"]
    expected = trac.sql(
        f"SELECT id, {_GROUP}, summary, component, status, nullif(resolution, ''), nullif(version, ''), type,"
        f" priority, nullif(owner, ''), {_second('changetime')}, ? || 'ticket/' || id FROM ticket ORDER BY id",
        trac.url,
    )
    assert sorted(rows(walked.table("tickets").arrow(), names), key=lambda row: int(str(row[0]))) == expected
    complete(walked, "tickets", 640)
    counts = trac.sql("SELECT status, count(*) FROM ticket GROUP BY status")
    assert walked.answer.value == {str(row[0]): row[1] for row in counts}


@pytest.mark.proof
def test_work_and_who_has_it(trac: Application, tmp_path: Path) -> None:
    """A report behind the menu, its name as it stands there; an aggregate over text and date."""
    run = chore("trac-active", trac, tmp_path)
    expected = trac.sql(
        f"SELECT coalesce(nullif(owner, ''), 'nobody') AS person, count(*) AS tickets, min({_DAY}) FROM ticket"
        " WHERE status <> 'closed' GROUP BY person ORDER BY tickets DESC, person"
    )
    assert told(run.answer.value) == expected
    complete(run, "tickets", 362)


@pytest.mark.proof
@pytest.mark.parametrize("number", [20, 17])
def test_one_ticket_by_its_own_page(trac: Application, tmp_path: Path, number: int) -> None:
    """Terms beside cells; what is empty there is NULL, and no other text is taken for it."""
    run = chore("trac-ticket", trac, tmp_path, number=number)
    names = ["title", "reporter", "owner", "priority", "milestone", "component", "version", "keywords", "cc"]
    names += ["opened", "modified"]
    expected = trac.sql(
        "SELECT summary, nullif(reporter, ''), nullif(owner, ''), priority, nullif(milestone, ''), component,"
        f" nullif(version, ''), nullif(keywords, ''), nullif(cc, ''), {_second('time')}, {_second('changetime')}"
        " FROM ticket WHERE id = ?",
        number,
    )
    table = run.table("tickets").arrow()
    assert rows(table, names) == expected
    assert table.column("description").to_pylist() == [f"Seen on boat {number}. open the chart turn it"]


@pytest.mark.proof
def test_how_far_the_milestones_are(trac: Application, tmp_path: Path) -> None:
    """Sections that each begin with a heading; numbers between words."""
    run = chore("trac-roadmap", trac, tmp_path)
    expected = trac.sql(
        "SELECT milestone, sum(status = 'closed'), sum(status <> 'closed') FROM ticket JOIN milestone ON milestone = name"
        " WHERE completed = 0 GROUP BY milestone ORDER BY milestone"
    )
    assert told(run.answer.value) == expected


@pytest.mark.proof
def test_what_a_search_finds(trac: Application, tmp_path: Path) -> None:
    """Ten hits a page; the words that it marks tear no title apart."""
    run = chore("trac-search", trac, tmp_path)
    expected = trac.sql(
        "SELECT '#' || id || ': ' || type || ': ' || summary || ' (' || status ||"
        f" CASE WHEN resolution <> '' THEN ': ' || resolution ELSE '' END || ')', reporter, {_second('time')},"
        " ? || 'ticket/' || id FROM ticket WHERE summary LIKE '%crashes%'",
        trac.url,
    )
    assert sorted(rows(run.table("hits").arrow(), ["title", "by", "found", "url"])) == sorted(expected)
    complete(run, "hits", len(expected))


@pytest.mark.proof
def test_details_of_two_listings(trac: Application, tmp_path: Path) -> None:
    """Two walks into one table, each row with what its own page adds."""
    run = chore("trac-reopened", trac, tmp_path)
    expected = trac.sql(
        f"SELECT component, id, summary, reporter, {_second('time')}, nullif(keywords, '') FROM ticket"
        " WHERE status = 'reopened' AND component IN ('Tides', 'Import & export') ORDER BY id"
    )
    kept = rows(run.table("tickets").arrow(), ["component", "ticket", "summary", "reporter", "opened", "keywords"])
    assert sorted(kept, key=lambda row: int(str(row[1]))) == expected


@pytest.mark.proof
def test_the_librarys_milestones(trac: Application, tmp_path: Path) -> None:
    """`tracker/by-milestone` fits any Trac."""
    run = chore("tracker/by-milestone", trac, tmp_path)
    expected = trac.sql(
        f"SELECT {_GROUP} AS shown, count(*), sum(status = 'closed') FROM ticket GROUP BY shown ORDER BY shown"
    )
    assert [row[:3] for row in told(run.answer.value)] == expected


@pytest.mark.proof
def test_the_librarys_search(trac: Application, tmp_path: Path) -> None:
    """`tracker/find` gives the newest first."""
    run = chore("tracker/find", trac, tmp_path, words="overlaps", n=3)
    expected = trac.sql(
        "SELECT ? || 'ticket/' || id FROM ticket WHERE summary LIKE '%overlaps%' ORDER BY time DESC LIMIT 3", trac.url
    )
    assert [row[-1] for row in told(run.answer.value)] == [url for (url,) in expected]


@pytest.mark.proof
def test_the_librarys_list_of_pages(trac: Application, tmp_path: Path) -> None:
    """`docs/pages` lists a wiki."""
    run = chore("docs/pages", trac, tmp_path)
    expected = trac.sql("SELECT DISTINCT name FROM wiki WHERE name LIKE 'Trac%' ORDER BY name")
    assert told(run.answer.value) == [(name, f"{trac.url}wiki/{name}") for (name,) in expected]


def test_looking_writes_nothing(trac: Application, walked: Run) -> None:
    """The application was sent no request that could change it."""
    assert walked.result.status == "answered", walked.result
    assert trac.writes() == ()
