"""Are the applications served as the other tests rely on: seeded, answering, and telling what they were asked to change?"""

import re

import httpx

from tests.apps.app_server import Application, Write


def test_datasette_pages_its_table_by_a_hundred(datasette: Application) -> None:
    """Seven pages hold the 612 exhibits of its own database."""
    assert datasette.sql("SELECT count(*) FROM exhibits") == [(612,)]
    seen: list[str] = []
    following: str | None = f"{datasette.url}museum/exhibits"
    pages = 0
    with httpx.Client() as visitor:
        while following is not None:
            page = visitor.get(following).text
            pages += 1
            seen.extend(re.findall(r'<a href="/museum/exhibits/(\d+)">', page))
            link = re.search(r'<a href="([^"]+)">Next page</a>', page)
            following = link[1] if link else None
    assert pages == 7
    assert [int(number) for number in seen] == list(range(1, 613))


def test_datasette_notes_unsafe_requests(datasette: Application) -> None:
    """What the guard should have held would stand here."""
    before = datasette.writes()
    httpx.put(f"{datasette.url}museum/rooms")
    assert datasette.writes()[len(before) :] == (Write(method="PUT", path="/museum/rooms", fields={}),)


def test_the_admin_wants_a_login_and_lists_640_books(django_admin: Application) -> None:
    """A visitor is sent to the form; logged in, sees the first hundred of 640."""
    before = django_admin.writes()
    with httpx.Client(base_url=django_admin.url, follow_redirects=True) as visitor:
        form = visitor.get("/admin/library/book/")
        assert form.url.path == "/admin/login/"
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form.text)
        assert token is not None
        fields = {"username": django_admin.user, "password": django_admin.password}
        page = visitor.post(str(form.url), data={**fields, "csrfmiddlewaretoken": token[1]})
    assert page.url.path == "/admin/library/book/"
    assert "640 books" in page.text
    assert page.text.count('class="field-title"') == 100
    assert django_admin.writes()[len(before) :] == (Write(method="POST", path="/admin/login/", fields=fields),)
