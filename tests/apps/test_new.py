"""Does `webdart new` write a file that runs, and gives the rows, on applications that nobody here wrote?"""

import asyncio
from pathlib import Path

import pytest

import webdart
from tests.apps.app_server import Application
from tests.apps.chores import sure
from tests.table_comparison import rows
from webdart import engine
from webdart.errors import NotFound, SourceLine
from webdart.inspect.proposal import draft
from webdart.plan.model import LoginPlan
from webdart.secret import Secret
from webdart.settings import Settings

pytestmark = pytest.mark.browser


def written(visit: engine.Visit, folder: Path) -> Path:
    """The file that `new` writes for a page."""
    sighting = asyncio.run(engine.look(visit, Settings(project=folder)))
    file = folder / "seen.yaml"
    file.write_text(draft(sighting, visit.url), encoding="utf-8")
    return file


@pytest.mark.proof
@pytest.mark.xdist_group("datasette")
def test_a_table_of_datasette_is_read_whole(datasette: Application, tmp_path: Path) -> None:
    """612 exhibits over seven pages: every column under its head, with the type that its texts have."""
    file = written(engine.Visit(url=f"{datasette.url}museum/exhibits"), tmp_path)
    run = sure(webdart.run(file, project=tmp_path))
    names = ["inventory", "title", "maker", "year", "kilograms", "insured_for", "visits", "acquired"]
    expected = datasette.sql(
        "SELECT inventory, title, maker, year, kilograms, insured_for, visits, acquired FROM exhibits ORDER BY 1"
    )
    assert sorted(rows(run.table("exhibits").arrow(), names), key=lambda row: int(str(row[0]))) == expected
    assert run.result.exit == 0


@pytest.mark.proof
@pytest.mark.xdist_group("django_admin")
def test_a_list_of_the_django_admin_is_read_behind_its_login(django_admin: Application, tmp_path: Path) -> None:
    """640 books; the file names the secrets and has no value of theirs; without them the page says what it wants."""
    url = f"{django_admin.url}admin/library/book/"
    with pytest.raises(NotFound, match="asks to log in"):
        written(engine.Visit(url=url), tmp_path)
    user, password = Secret("LIBRARY_USER", django_admin.user), Secret("LIBRARY_PASSWORD", django_admin.password)
    login = LoginPlan(user=user, password=password, check="Log out", at=SourceLine("test", 1, 1))
    file = written(engine.Visit(url=url, login=login), tmp_path)
    assert django_admin.password not in file.read_text()
    run = sure(
        webdart.run(
            file,
            project=tmp_path,
            secrets={"LIBRARY_USER": django_admin.user, "LIBRARY_PASSWORD": django_admin.password},
        )
    )
    (table,) = run.result.tables
    assert (table.rows, table.stated, table.verdict) == (640, 640, "complete")
    expected = django_admin.sql("SELECT title, author, pages, price FROM library_book ORDER BY title")
    got = rows(run.table(table.name).arrow(), ["title", "author", "pages", "price"])
    assert sorted(got, key=lambda row: str(row[0])) == expected
