"""Chores that write to the admin of Django: by the words on its pages, once, found done the second time, through a kill.

Each is run to its end, checked in the application's own database, and run again, which changes nothing; and on a fresh
application it is killed in the middle of its write and resumed. The application's log shows what it was asked: nothing
but the login and the declared writes, and never the delete or the log-out that stand beside.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import webdart
from tests.apps.conftest import SITES
from tests.apps.served import Application, SqlValue, process

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

HEAD = """
webdart: 1
sites:
  library:
    url: "{{ env.LIBRARY_URL }}"
    login: {at: /admin/login/, user: "{{ secret.LIBRARY_USER }}", password: "{{ secret.LIBRARY_PASSWORD }}", check: Log out}
stages:
"""

BOOKS = """
  - navigate: {start: /admin/library/book/}
  - extract:
      into: books
      fields: {title: text, author: text, pages: integer, price: money, status: text, reserved: boolean, url: link}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chore:
    """One chore: its stages, what the database says when it is done, and how many writes that takes."""

    name: str
    stages: str
    query: str
    done: list[tuple[SqlValue, ...]]
    writes: int = 1


CHORES = (
    Chore(
        name="change a price",
        stages=BOOKS
        + """
  - execute:
      act:
        for_each: SELECT url, 100 + pages / 10 AS price FROM books ORDER BY pages DESC, title LIMIT 1
        rows: 1
        writes: ["POST /admin/library/book/*/change"]
        steps: [open: "{{ row.url }}", fill: {Price: "{{ row.price }}"}, click: Save]
        verify: [open: "{{ row.url }}", expect: {at: Price, value: "{{ row.price }}"}]
""",
        query="SELECT count(*) FROM library_book WHERE price > 100",
        done=[(1,)],
    ),
    Chore(
        name="add a book",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/add"]
        steps:
          - open: /admin/library/book/
          - click: Add book
          - fill: {Title: The Added One, Author: A. Hand, Pages: 77, Price: 12.50, Status: On loan, Published: "2001-02-03", Reserved: true}
          - click: Save
        verify: [open: "/admin/library/book/?q=The+Added+One", expect: {text: A. Hand}]
""",
        query="SELECT author, pages, price, status, published, reserved FROM library_book WHERE title = 'The Added One'",
        done=[("A. Hand", 77, 12.5, "loan", "2001-02-03", 1)],
    ),
    Chore(
        name="release the longest books",
        stages=BOOKS
        + """
  - execute:
      act:
        for_each: SELECT url FROM books WHERE reserved ORDER BY pages DESC, title LIMIT 3
        rows: "<= 3"
        on_error: next
        writes: ["POST /admin/library/book/*/change"]
        steps: [open: "{{ row.url }}", fill: {Reserved: false}, click: Save and continue editing]
        verify: [open: "{{ row.url }}", expect: {at: Reserved, value: "false"}]
""",
        query="SELECT count(*) FROM library_book WHERE reserved AND title <> 'The Added One'",
        done=[(55,)],
        writes=3,
    ),
    Chore(
        name="rename by search",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/*/change"]
        steps:
          - open: /admin/library/book/
          - fill: {Search: "vol. 640"}
          - click: Search
          - expect: {text: 1 book}
          - open: /admin/library/book/640/change/
          - fill: {Author: "Noor Aziz, ed."}
          - click: Save
        verify: [open: /admin/library/book/640/change/, expect: {at: Author, value: "Noor Aziz, ed."}]
""",
        query="SELECT author FROM library_book WHERE id = 640",
        done=[("Noor Aziz, ed.",)],
    ),
    Chore(
        name="note when it was borrowed",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/5/change"]
        steps: [open: /admin/library/book/5/change/, fill: {"Date": "2024-05-06", "Time": "07:08:00"}, click: Save]
        verify: [open: /admin/library/book/5/change/, expect: {at: "Date", value: "2024-05-06"}]
""",
        query="SELECT strftime('%Y-%m-%d %H:%M', borrowed) FROM library_book WHERE id = 5",
        done=[("2024-05-06 07:08",)],
    ),
    Chore(
        name="count the lost in a title",
        stages=BOOKS
        + """
  - execute: {into: lost, sql: "SELECT count(*) AS n FROM books WHERE status = 'Lost'"}
  - execute:
      act:
        writes: ["POST /admin/library/book/7/change"]
        steps: [open: /admin/library/book/7/change/, fill: {Title: "{{ lost.n }} books are lost"}, click: Save]
        verify: [open: /admin/library/book/7/change/, expect: {at: Title, value: "{{ lost.n }} books are lost"}]
""",
        query="SELECT title = (SELECT count(*) FROM library_book WHERE status = 'lost') || ' books are lost'"
        " FROM library_book WHERE id = 7",
        done=[(1,)],
    ),
    Chore(
        name="add a group",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/group/add"]
        steps:
          - open: /admin/auth/group/
          - click: Add group
          - fill: {Name: Readers}
          - click: Save
        verify: [open: /admin/auth/group/, expect: {text: Readers}]
""",
        query="SELECT name FROM auth_group",
        done=[("Readers",)],
    ),
    Chore(
        name="let the group see books",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/group/1/change"]
        steps:
          - open: /admin/auth/group/1/change/
          - fill: {Available permissions: [Library | book | Can view book]}
          - click: Choose selected permissions
          - click: Save
        verify: [open: /admin/auth/group/1/change/, expect: {at: css=#id_permissions_to, count: 1}, expect: {text: Chosen permissions}]
""",
        query="SELECT p.codename FROM auth_group_permissions g JOIN auth_permission p ON p.id = g.permission_id",
        done=[("view_book",)],
    ),
    Chore(
        name="name a user",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/user/3/change"]
        steps:
          - open: /admin/auth/user/3/change/
          - fill: {First name: Ingrid, Last name: Ø, Email address: ingrid@library.example, Staff status: true}
          - click: Save
        verify: [open: /admin/auth/user/3/change/, expect: {at: First name, value: Ingrid}]
""",
        query="SELECT first_name, last_name, email, is_staff FROM auth_user WHERE id = 3",
        done=[("Ingrid", "Ø", "ingrid@library.example", 1)],
    ),
    Chore(
        name="add a user",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/auth/user/add"]
        steps:
          - open: /admin/auth/user/add/
          - fill: {Username: newcomer, Password: "{{ secret.LIBRARY_PASSWORD }}", Password confirmation: "{{ secret.LIBRARY_PASSWORD }}"}
          - click: Save
        verify: [open: "/admin/auth/user/?q=newcomer", expect: {text: newcomer}, expect: {text: 0 users, gone: true}]
""",
        query="SELECT count(*) FROM auth_user WHERE username = 'newcomer'",
        done=[(1,)],
    ),
    Chore(
        name="mark the lost",
        stages="""
  - execute:
      act:
        for_each: {id: ["11", "12", "13"]}
        rows: 3
        writes: [{"POST /admin/library/book/*/change": {status: [Lost]}}]
        steps: [open: "/admin/library/book/{{ row.id }}/change/", fill: {Status: Lost}, click: Save]
        verify: [open: "/admin/library/book/{{ row.id }}/change/", expect: {at: Status, value: Lost}]
""",
        query="SELECT count(*) FROM library_book WHERE id IN (11, 12, 13) AND status = 'lost'",
        done=[(3,)],
        writes=3,
    ),
    Chore(
        name="delete the one that was asked for",
        stages="""
  - execute:
      act:
        writes: ["POST /admin/library/book/20/delete"]
        steps:
          - open: /admin/library/book/20/delete/
          - click: "Yes, I’m sure"
        verify: [open: "/admin/library/book/?id__exact=20", expect: {text: 0 books}]
""",
        query="SELECT count(*) FROM library_book WHERE id = 20",
        done=[(0,)],
    ),
)
SAMPLE = {"change a price", "add a book"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A library of its own: these chores change it."""
    yield from served(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def killed_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """Another one, for runs that are killed."""
    yield from served(tmp_path_factory.mktemp("killed"))


def served(folder: Path) -> Iterator[Application]:
    received = folder / "received.jsonl"
    received.touch()
    with process([sys.executable, "-m", "library.serve", str(folder)], cwd=SITES) as url:
        yield Application(
            url=url, database=folder / "library.db", received=received, user="librarian", password="a-test-password"
        )


def marked(chore: Chore) -> object:
    return pytest.param(chore, id=chore.name, marks=() if chore.name in SAMPLE else pytest.mark.proof)


def written(library: Application, since: int) -> list[str]:
    """What the application was asked to change since then, the login apart."""
    paths = [write.path for write in library.writes()[since:]]
    return [path for path in paths if path != "/admin/login/"]


def check(chore: Chore, library: Application, since: int) -> None:
    assert library.sql(chore.query) == chore.done
    paths = written(library, since)
    assert len(paths) == chore.writes, paths
    declared = chore.name.startswith("delete")
    assert not [path for path in paths if "logout" in path or ("delete" in path and not declared)]


def secrets(library: Application) -> dict[str, str]:
    return {"LIBRARY_USER": library.user, "LIBRARY_PASSWORD": library.password}


def run_again(chore: Chore, library: Application, folder: Path, file: Path) -> None:
    """The second run finds every row already so, and sends nothing but its login."""
    since = len(library.writes())
    again = webdart.run(
        file, environment={"LIBRARY_URL": library.url}, secrets=secrets(library), project=folder, yes=True
    )
    assert again.result.exit == 0, again.result.error
    states = {write.state for write in again.result.writes}
    if "LIMIT 3" not in chore.stages:  # that one asks for the next three each time
        assert states == {"already so"}
        assert written(library, since) == []


@pytest.mark.parametrize("chore", [marked(chore) for chore in CHORES])
def test_done_once_and_found_done(chore: Chore, library: Application, tmp_path: Path) -> None:
    """The database is as the chore says, by exactly its writes; again, nothing is done."""
    file = tmp_path / "chore.yaml"
    file.write_text(HEAD + chore.stages)
    since = len(library.writes())
    run = webdart.run(
        file, environment={"LIBRARY_URL": library.url}, secrets=secrets(library), project=tmp_path, yes=True
    )
    assert run.result.exit == 0, run.result.error
    assert [(write.state, write.verified) for write in run.result.writes] == [("done", True)] * chore.writes
    check(chore, library, since)
    run_again(chore, library, tmp_path, file)


@pytest.mark.proof
@pytest.mark.parametrize("point", ["after_intent", "after_release"])
def test_killed_in_its_write_and_resumed(killed_library: Application, tmp_path: Path, point: str) -> None:
    """Every chore in turn, as a process of its own, killed at its (last) write: resumed, it is done once."""
    for chore in CHORES if point == "after_release" else CHORES[:1]:
        folder = tmp_path / chore.name.replace(" ", "-")
        folder.mkdir()
        file = folder / "chore.yaml"
        file.write_text(HEAD + chore.stages)
        since = len(killed_library.writes())
        killed = command("run", str(file), library=killed_library, folder=folder, crash=f"{point}:{chore.writes}")
        assert killed.returncode == -signal.SIGKILL, (chore.name, killed.stderr)
        resumed = command("resume", library=killed_library, folder=folder)
        assert json.loads(resumed.stdout)["exit"] == 0, (chore.name, resumed.stdout, resumed.stderr)
        check(chore, killed_library, since)
        run_again(chore, killed_library, folder, file)


def command(*words: str, library: Application, folder: Path, crash: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LIBRARY_URL": library.url, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    environment |= {f"WEBDART_SECRET_{name}": value for name, value in secrets(library).items()}
    environment |= {"WEBDART_CRASH_AT": crash} if crash else {}
    return subprocess.run(
        [sys.executable, "-m", "webdart", *words, "--yes", "--json", "--project", str(folder)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
