"""Does a chore give on lists that a script draws what SQL over the application's own database gives?"""

from pathlib import Path

import pytest

from tests.apps.app_server import Application
from tests.apps.chores import chore, complete
from tests.table_comparison import rows, told
from webdart import Run

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("clinic")]

_CITY = "coalesce(city, '-null-')"  # as its pages write it


@pytest.fixture(scope="module")
def walked(clinic: Application, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The walk over all patients, once for the tests that ask its rows."""
    return chore("clinic-patients", clinic, tmp_path_factory.mktemp("walked"))


@pytest.mark.proof
def test_every_cell_of_every_patient_is_read(clinic: Application, walked: Run) -> None:
    """540 rows over pages that have no address; dates, decimals, ticks and crosses that are icons."""
    names = ["id", "name", "born", "city", "weight", "insured"]
    expected = clinic.sql(f"SELECT id, name, born, {_CITY}, weight, insured FROM patient ORDER BY id")
    assert sorted(rows(walked.table("patients").arrow(), names), key=lambda row: int(str(row[0]))) == expected
    complete(walked, "patients", 540)
    counts = clinic.sql("SELECT insured, count(*) FROM patient GROUP BY insured ORDER BY insured")
    assert told(walked.answer.value) == counts


@pytest.mark.proof
def test_two_lists_joined(clinic: Application, tmp_path: Path) -> None:
    """What a search leaves of one list, all of another, and the SQL that joins them."""
    run = chore("clinic-fees", clinic, tmp_path)
    expected = clinic.sql(
        "SELECT city, count(*), round(sum(fee), 2) FROM visit JOIN patient ON patient.id = patient_id"
        " WHERE name LIKE '%Boris%' GROUP BY city ORDER BY city NULLS LAST"
    )
    assert told(run.answer.value) == expected
    complete(run, "visits", 900)
    kept = rows(run.table("visits").arrow(), ["id", "patient", "at", "reason", "minutes", "fee"])
    assert sorted(kept, key=lambda row: int(str(row[0]))) == clinic.sql(
        "SELECT visit.id, name, strftime('%Y-%m-%d %H:%M:%S', at), reason, minutes, fee"
        " FROM visit JOIN patient ON patient.id = patient_id ORDER BY visit.id"
    )


def test_one_patient_by_the_own_page(clinic: Application, tmp_path: Path) -> None:
    """Attributes and values in two columns; a list of links. The application was sent nothing that could change it."""
    run = chore("clinic-patient", clinic, tmp_path)
    table = run.table("patients").arrow()
    names = ["id", "name", "born", "city", "weight", "insured"]
    assert rows(table, names) == clinic.sql(
        f"SELECT id, name, born, {_CITY}, weight, insured FROM patient WHERE id = 17"
    )
    visits = clinic.sql("SELECT id FROM visit WHERE patient_id = 17 ORDER BY id")
    assert table.column("visits").to_pylist() == [[str(number) for (number,) in visits]]
    assert clinic.writes() == ()


@pytest.mark.proof
def test_what_the_lists_search_leaves(clinic: Application, tmp_path: Path) -> None:
    """A list told by its address what to look for."""
    run = chore("clinic-coughs", clinic, tmp_path)
    expected = clinic.sql("SELECT reason, count(*), sum(minutes) FROM visit WHERE reason = 'Cough' GROUP BY reason")
    assert told(run.answer.value) == expected


@pytest.mark.proof
def test_details_of_what_a_search_finds(clinic: Application, tmp_path: Path) -> None:
    """The record's own page is behind an icon."""
    run = chore("clinic-details", clinic, tmp_path)
    expected = clinic.sql(
        "SELECT id, (SELECT count(*) FROM visit WHERE patient_id = patient.id) FROM patient"
        " WHERE name LIKE 'Ōta Costa%' ORDER BY id"
    )
    assert told(run.answer.value) == expected


@pytest.mark.proof
def test_looking_writes_nothing(clinic: Application, walked: Run) -> None:
    """The application was sent no request that could change it."""
    assert walked.result.status == "answered", walked.result
    assert clinic.writes() == ()
