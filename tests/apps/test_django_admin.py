"""Does a chore read the admin of Django, behind its login, and change one record of it and nothing else?"""

from pathlib import Path

import pytest

import webdart
from tests.apps.app_server import Application
from tests.apps.chores import sure
from tests.table_comparison import rows

WORKFLOWS = Path(__file__).parent / "workflows"
LIBRARY = Path(__file__).parents[2] / "workflows"

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("django_admin")]

_AS_SHOWN = "CASE status WHEN 'shelf' THEN 'On the shelf' WHEN 'loan' THEN 'On loan' ELSE 'Lost' END"


@pytest.fixture
def secrets(django_admin: Application) -> dict[str, str]:
    return {"LIBRARY_USER": django_admin.user, "LIBRARY_PASSWORD": django_admin.password}


@pytest.mark.proof
def test_every_cell_of_every_book_is_read(django_admin: Application, secrets: dict[str, str], tmp_path: Path) -> None:
    """640 rows over seven numbered pages: dates as the admin writes them, ticks, "-" where there is nothing."""
    run = sure(
        webdart.run(
            WORKFLOWS / "django-books.yaml",
            environment={"LIBRARY_URL": django_admin.url},
            secrets=secrets,
            project=tmp_path,
        )
    )
    names = ["title", "author", "pages", "price", "status", "published", "borrowed", "reserved"]
    books = run.table("books").arrow()
    expected = django_admin.sql(
        f"SELECT title, author, pages, price, {_AS_SHOWN}, published, borrowed, reserved FROM library_book ORDER BY title"
    )
    assert sorted(rows(books, names), key=lambda row: str(row[0])) == expected
    # from the second page on, the admin's links carry that page in their query
    links = {str(title): str(url).partition("?")[0] for title, url in rows(books, ["title", "url"])}
    paths = django_admin.sql("SELECT title, 'admin/library/book/' || id || '/change/' FROM library_book")
    assert links == {str(title): f"{django_admin.url}{path}" for title, path in paths}
    (table,) = (table for table in run.result.tables if table.name == "books")
    assert (table.rows, table.stated, table.verdict) == (640, 640, "complete")
    totals = django_admin.sql(f"SELECT {_AS_SHOWN} AS shown, sum(pages) FROM library_book GROUP BY shown")
    assert run.answer.value == {str(status): pages for status, pages in totals}


@pytest.mark.proof
def test_the_bundled_chore_lists_who_may_log_in(django_admin: Application, tmp_path: Path) -> None:
    """`admin/users` fits any admin of Django."""
    run = sure(
        webdart.run(
            LIBRARY / "admin" / "users.yaml",
            environment={"ADMIN_URL": django_admin.url},
            secrets={"ADMIN_USER": django_admin.user, "ADMIN_PASSWORD": django_admin.password},
            project=tmp_path,
        )
    )
    expected = django_admin.sql(
        "SELECT username, nullif(email, '') FROM auth_user WHERE is_staff ORDER BY username COLLATE BINARY"
    )
    assert run.answer.value == [{"username": name, "email": email} for name, email in expected]


@pytest.mark.proof
def test_one_book_is_changed_by_one_request(django_admin: Application, secrets: dict[str, str], tmp_path: Path) -> None:
    """The book out on loan for longest goes back; the application saw the login and one change, no other row differs."""
    everything = (
        "SELECT id, title, author, pages, price, status, published, borrowed, reserved FROM library_book ORDER BY id"
    )
    before = django_admin.sql(everything)
    seen = len(django_admin.writes())
    ((chosen,),) = django_admin.sql(
        "SELECT id FROM library_book WHERE status = 'loan' AND borrowed IS NOT NULL ORDER BY borrowed, title LIMIT 1"
    )
    run = sure(
        webdart.run(
            WORKFLOWS / "django-return.yaml",
            environment={"LIBRARY_URL": django_admin.url},
            secrets=secrets,
            yes=True,
            project=tmp_path,
        )
    )
    changed = [(old, new) for old, new in zip(before, django_admin.sql(everything), strict=True) if old != new]
    assert [(old[0], old[5], new[5]) for old, new in changed] == [(chosen, "loan", "shelf")]
    assert [old[6:] for old, _ in changed] == [new[6:] for _, new in changed]
    assert [write.path for write in django_admin.writes()[seen:]] == [
        "/admin/login/",
        f"/admin/library/book/{chosen}/change/",
    ]
    assert [(write.state, write.verified) for write in run.result.writes] == [("done", True)]
