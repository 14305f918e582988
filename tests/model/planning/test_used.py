"""Which fields a plan keeps: what its SQL reads, and what tells its rows apart."""

import pytest

from tests.records.conftest import build
from webdart.errors import SourceLine
from webdart.inspect.proposal import Sighting
from webdart.model.planning.pieces import Asked, Source
from webdart.model.planning.planner import used
from webdart.workflow.model import Sql


def source(name: str) -> Source:
    """A list of people, whose name may lead to a page of their own."""
    rows = "".join(
        f"<tr><td>{name.format(n=n, letter=chr(65 + n))}</td><td>{n % 3}</td><td>{n * 7}</td></tr>" for n in range(20)
    )
    page = f"<h1>People</h1><table><tr><th>Name</th><th>Visits</th><th>Weight</th></tr>{rows}</table>"
    sighting = Sighting.of(build(page, "http://clinic.example/people"), "en-US")
    return Source(start="/people", found=sighting.found[0], asked=(Asked(label="City", type="text"),))


LINKED, PLAIN = "<a href=/p/{n}>{letter}na Lee</a>", "{letter}na Lee"


@pytest.mark.parametrize(
    ("name", "sql", "kept"),
    [
        (LINKED, "SELECT count(*) FROM people WHERE visits > 1", {"visits"}),
        (PLAIN, "SELECT count(*) FROM people WHERE visits > 1", {"name", "visits", "weight"}),
        (LINKED, "SELECT name FROM people WHERE city = 'Oslo'", {"name", "city"}),
        (LINKED, "SELECT * FROM people", None),
    ],
)
def test_what_is_read_and_what_tells_rows_apart(name: str, sql: str, kept: set[str] | None):
    """Two people with as many visits would else be one; a page of their own does the same for less."""
    assert used(source(name), Sql(sql=sql, into="", at=SourceLine("plan.yaml", 1, 1))) == kept
