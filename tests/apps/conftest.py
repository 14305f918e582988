"""Other people's applications, each with a database of more than 500 rows, served once for all tests."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.apps.app_server import Application, process

SITES = Path(__file__).parent.parent / "sites"


@pytest.fixture(scope="session")
def datasette(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A museum of 612 exhibits; read only, without login; a hundred rows a page, then *Next page*."""
    folder = tmp_path_factory.mktemp("datasette")
    database, received = folder / "museum.db", folder / "received.jsonl"
    received.touch()
    _fill_museum(database)
    (folder / "metadata.json").write_text(f'{{"plugins": {{"received": {{"file": "{received}"}}}}}}', encoding="utf-8")
    command = [sys.executable, "-m", "datasette", "serve", str(database), "--port", "0", "--metadata"]
    command += [str(folder / "metadata.json"), "--plugins-dir", str(SITES / "museum" / "plugins")]
    with process(command, cwd=folder) as url:
        yield from judged(Application(url=url, database=database, received=received))


@pytest.fixture(scope="session")
def django_admin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A library of 640 books and 130 users in the admin of Django; a hundred rows a page, numbered."""
    folder = tmp_path_factory.mktemp("django")
    received = folder / "received.jsonl"
    received.touch()
    command = [sys.executable, "-m", "library.serve", str(folder)]
    with process(command, cwd=SITES) as url:
        yield from judged(
            Application(
                url=url, database=folder / "library.db", received=received, user="librarian", password="a-test-password"
            )
        )


@pytest.fixture(scope="session")
def large_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """The library with 3,200 books: 32 pages."""
    folder = tmp_path_factory.mktemp("large")
    (folder / "received.jsonl").touch()
    with process([sys.executable, "-m", "library.serve", str(folder), "3200"], cwd=SITES) as url:
        yield Application(
            url=url,
            database=folder / "library.db",
            received=folder / "received.jsonl",
            user="librarian",
            password="a-test-password",
        )


@pytest.fixture(scope="session")
def trac(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A tracker of 640 tickets; anybody may look, its *Login* asks for no password and makes one its administrator."""
    yield from _served(tmp_path_factory, "tickets", "lighthouse/db/trac.db")


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A shop of 560 products in two levels of categories, with reviews; 240 orders in its dashboard, behind a login."""
    yield from _served(tmp_path_factory, "store", "store.db", user="clerk@store.example", password="a-test-password")


@pytest.fixture(scope="session")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """540 patients and 900 visits in lists that a script fetches and draws; pages turn without an address."""
    yield from _served(tmp_path_factory, "clinic", "clinic.db")


def _served(
    folders: pytest.TempPathFactory, module: str, database: str, *, user: str = "", password: str = ""
) -> Iterator[Application]:
    """`tests/sites/<module>/serve.py`, in a folder of its own."""
    folder = folders.mktemp(module)
    received = folder / "received.jsonl"
    received.touch()
    with process([sys.executable, "-m", f"{module}.serve", str(folder)], cwd=SITES) as url:
        yield from judged(
            Application(url=url, database=folder / database, received=received, user=user, password=password)
        )


def judged(application: Application) -> Iterator[Application]:
    """The application; when all is over, nothing has left a browser for it that was not let go."""
    yield application
    application.nothing_by_itself()


def _fill_museum(path: Path) -> None:
    random = Random("museum")
    things = ("Amphora", "Astrolabe", "Chair", "Clock", "Engraving", "Globe", "Lute", "Mask", "Tapestry", "Vase")
    makers = ("Aldo Ferri", "Unknown", "J. van der Meer", "Workshop of Nîmes", "M. & S. Adler", "Ōta Rin")
    begin = date(1961, 4, 2)
    exhibits = [
        (
            number,
            f"{random.choice(things)} with {random.choice(('lions', 'vines', 'stars', 'waves', 'birds'))}, no. {number}",
            random.choice(makers) if random.random() > 0.1 else None,
            random.randrange(-300, 1950),
            round(random.uniform(0.1, 900), 1),
            random.randrange(20, 90_000),
            random.randrange(0, 4_000),
            (begin + timedelta(days=random.randrange(22_000))).isoformat(),
        )
        for number in range(1, 613)
    ]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "CREATE TABLE exhibits (inventory INTEGER PRIMARY KEY, title TEXT, maker TEXT, year INTEGER,"
            " kilograms REAL, insured_for INTEGER, visits INTEGER, acquired TEXT)"
        )
        connection.executemany("INSERT INTO exhibits VALUES (?, ?, ?, ?, ?, ?, ?, ?)", exhibits)
        connection.execute("CREATE TABLE rooms (name TEXT PRIMARY KEY, floor INTEGER)")
        connection.executemany("INSERT INTO rooms VALUES (?, ?)", [(f"Room {n}", n // 6) for n in range(1, 19)])
