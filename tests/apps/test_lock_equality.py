"""Does a run that replays a lock give what a run without one gives, on the day and after the data has changed?

Every listing of other people's applications and of the bundled site is locked; then its application's data changes
(rows come, are edited, go), and it is read once more with its lock and once without. The rows are held against each
other, in their order, and against those of the database.
"""

import asyncio
import re
import sqlite3
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.apps import question_sources
from tests.apps.app_server import Application
from tests.apps.question_sources import Ground, chore_of
from webdart import engine
from webdart.demo import DemoSite, serve
from webdart.runs.lock import read_lock
from webdart.runs.lock_place import path_of
from webdart.settings import build
from webdart.values import replace

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.timeout(1800)]

Rows = list[tuple[object, ...]]
_REPLAYED = ("the lock no longer fits", "the lock does not fit")
WORKFLOWS = Path(__file__).parent / "workflows"


@dataclass(frozen=True, slots=True)
class Answer:
    """The rows of every table by name, in their order, how sure they are, and what the run said."""

    tables: dict[str, Rows]
    judged: tuple[object, ...]
    said: tuple[str, ...]

    @property
    def how(self) -> str:
        """Whether the lock held to the end."""
        fell = [one for one in self.said if any(word in one for word in _REPLAYED)]
        return f"read anew ({fell[0]})" if fell else "as locked"


def asked(file: Path, secrets: dict[str, str], environment: dict[str, str] | None = None, **how: Any) -> Answer:
    """Run a chore."""
    settings = build({"project": str(file.parent)}, environment={})
    request = engine.RunRequest(
        file=str(file), settings=settings, environment=environment or {}, secrets=secrets, **how
    )
    done = asyncio.run(engine.run(request))
    assert (done.result.exit, done.result.doubts) == (0, ()), (done.result.error, done.result.doubts)
    tables = {name: _declared(table) for name, table in done.tables.items() if not name.startswith("_")}
    complete = [(one.name, one.rows, one.stated, one.verdict, one.reasons) for one in done.result.tables]
    controls = [(one.control, one.does) for one in done.result.pushdowns if one.verdict == "taken"]  # a lock tries none
    return Answer(tables, (done.result.grade, complete, controls), tuple(done.result.warnings))


def _declared(table: pa.Table) -> Rows:
    names = [name for name in table.column_names if not name.startswith("_")]
    return [tuple(row[name] for name in names) for row in table.to_pylist()]


def _plain(rows: Rows) -> list[str]:
    return sorted(repr(tuple(float(cell) if isinstance(cell, int | Decimal) else cell for cell in row)) for row in rows)


@contextmanager
def put_back(application: Application) -> Generator[sqlite3.Connection]:
    """The application's database, to be written to; afterwards it is as it was."""
    with (
        closing(sqlite3.connect(application.database, timeout=60)) as live,
        closing(sqlite3.connect(":memory:")) as kept,
    ):
        live.backup(kept)
        try:
            yield live
        finally:
            live.rollback()
            kept.backup(live)


def copied(live: sqlite3.Connection, table: str, where: str, **others: object) -> None:
    """Put a row into a table that is a copy of another, but for some columns."""
    columns = [str(column[1]) for column in live.execute(f"PRAGMA table_info({table})")]
    taken = ", ".join("?" if name in others else f'"{name}"' for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    values = [others[name] for name in columns if name in others]
    live.execute(f"INSERT INTO {table} ({names}) SELECT {taken} FROM {table} WHERE {where} LIMIT 1", values)


def _museum(live: sqlite3.Connection) -> None:
    copied(live, "exhibits", "inventory = 5", inventory=10_001, title="Lute with owls, no. 10001")
    live.execute("UPDATE exhibits SET insured_for = insured_for + 17 WHERE inventory % 50 = 0")
    live.execute("DELETE FROM exhibits WHERE inventory % 97 = 0")


def _library(live: sqlite3.Connection) -> None:
    copied(live, "library_book", "id = 5", id=10_001, title="Owls of the harbour")
    live.execute("UPDATE library_book SET price = price + 1, status = 'lost' WHERE id % 50 = 0")
    live.execute("DELETE FROM library_book WHERE id % 97 = 0")


def _tracking(live: sqlite3.Connection) -> None:
    copied(live, "ticket", "id = 5", id=10_001, summary="Owls nest on the lamp")
    live.execute("UPDATE ticket SET owner = 'ana', summary = summary || ' again' WHERE id % 50 = 0")
    live.execute("DELETE FROM ticket WHERE id % 97 = 0")


def _store(live: sqlite3.Connection) -> None:
    live.execute("UPDATE partner_stockrecord SET price = price + 1 WHERE id % 50 = 0")
    live.execute("UPDATE catalogue_product SET title = title || ' (new)' WHERE id % 50 = 1")


def _dashboard(live: sqlite3.Connection) -> None:
    copied(live, "order_order", "id = 5", id=10_001, number="990001", total_incl_tax=12.5)
    live.execute("UPDATE order_order SET status = 'Pending', total_incl_tax = total_incl_tax + 1 WHERE id % 50 = 0")
    live.execute("DELETE FROM order_order WHERE id % 97 = 0")


def _clinic(live: sqlite3.Connection) -> None:
    copied(live, "patient", "id = 5", id=10_001, name="Ōta Uil")
    live.execute("UPDATE patient SET weight = weight + 1, city = 'Porto' WHERE id % 50 = 0")
    live.execute("DELETE FROM visit WHERE patient_id % 97 = 0")
    live.execute("DELETE FROM patient WHERE id % 97 = 0")


APPS: dict[str, tuple[str, Callable[[Application], Ground], Callable[[sqlite3.Connection], None]]] = {
    "museum": ("datasette", question_sources.museum, _museum),
    "library": ("django_admin", question_sources.books, _library),
    "tracking": ("trac", question_sources.tickets, _tracking),
    "store": ("store", question_sources.goods, _store),
    "dashboard": ("store", question_sources.orders, _dashboard),
}


def _held(file: Path, secrets: dict[str, str], environment: dict[str, str], truth: Sequence[Ground]) -> Answer:
    """The answer with the lock, held against the one without, and the database."""
    plain = asked(file, secrets, environment, use_lock=False)
    locked = asked(file, secrets, environment)
    assert locked.tables == plain.tables
    assert locked.judged == plain.judged
    for ground in truth:
        held = [tuple(row.values()) for row in ground.table().to_pylist()]
        assert _plain(locked.tables["rows"]) == _plain(held)
    return locked


def _told(name: str, file: Path, first: Answer, later: Answer | None = None) -> None:
    lock = read_lock(file)
    assert lock is not None
    assert lock.stages, "what is not locked is told, with its reason"
    sources = ", ".join(f"{one.source}{f' ({one.why})' if one.why else ''}" for one in lock.stages)
    rows = sum(map(len, first.tables.values()))
    after = "" if later is None else f"; data changed: {sum(map(len, later.tables.values()))} rows, {later.how}"
    sys.stdout.write(f"{name}: locked by {sources}: {rows} rows, {first.how}{after}; no difference\n")


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(APPS[name][0])) for name in APPS])
def test_an_application(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A listing of another people's application."""
    fixture, make, change = APPS[name]
    application: Application = request.getfixturevalue(fixture)
    ground = make(application)
    file = tmp_path / "chore.yaml"
    file.write_text(chore_of([ground], "SELECT * FROM rows"))
    asked(file, ground.secrets, write_lock=path_of(file))
    first = _held(file, ground.secrets, {}, [ground])
    with put_back(application) as live:
        change(live)
        live.commit()
        changed = make(application)
        assert changed.rows != ground.rows
        later = _held(file, ground.secrets, {}, [changed])
    assert later.tables != first.tables
    _told(name, file, first, later)


@pytest.fixture(scope="module")
def site() -> Iterator[DemoSite]:
    with serve() as served:
        yield served


def _other_rows(site: DemoSite) -> None:
    """A product, an issue and a thread are gone, others have come, others are edited."""
    data = site.data
    products = [replace(one, reviews=one.reviews + 7 if one.reviews else 7) for one in data.products]
    issues = [replace(one, comments=one.comments + 1) for one in data.issues]
    threads = [replace(one, views=one.views + 1) for one in data.threads]
    site.state.data = replace(
        data,
        products=tuple(products[:40] + products[41:]),
        issues=tuple(issues[:7] + issues[8:]),
        threads=tuple(threads[:9] + threads[10:]),
    )


DEMO: dict[str, Callable[[DemoSite], Ground]] = {
    **{f"shop {name}": lambda site, name=name: question_sources.shelf(site, name) for name in question_sources.SHELVES},
    "tracker": question_sources.issues,
    **{
        f"forum {name}": lambda site, name=name: question_sources.threads(site, name)
        for name in ("Gardening", "Repairs")
    },
}


@pytest.mark.parametrize("name", DEMO)
def test_the_bundled_site(name: str, site: DemoSite, tmp_path: Path) -> None:
    """A listing of the bundled site."""
    ground = DEMO[name](site)
    file = tmp_path / "chore.yaml"
    file.write_text(chore_of([ground], "SELECT * FROM rows"))
    asked(file, ground.secrets, write_lock=path_of(file))
    first = _held(file, ground.secrets, {}, [ground])
    before = site.data
    try:
        _other_rows(site)
        later = _held(file, ground.secrets, {}, [DEMO[name](site)])
    finally:
        site.state.data = before
    _told(name, file, first, later)


_FIXTURES = {"clinic": "clinic", "datasette": "datasette", "django": "django_admin", "store": "store", "trac": "trac"}
_CHANGES: dict[str, Callable[[sqlite3.Connection], None]] = {
    "clinic": _clinic,
    "datasette": _museum,
    "django": _library,
    "store": _store,
    "trac": _tracking,
}
_ACTS = re.compile(r"\bact:")
_CHORES = sorted(file.stem for file in WORKFLOWS.glob("*.yaml") if not _ACTS.search(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(_FIXTURES[name.partition("-")[0]])) for name in _CHORES]
)
def test_a_chore(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A chore with all that it does on the way: paths, searches, own pages of records, several listings."""
    kind = name.partition("-")[0]
    application: Application = request.getfixturevalue(_FIXTURES[kind])
    names = ("TRAC", "SHOP", "CLINIC", "LIBRARY", "MUSEUM")
    environment = {f"{one}_URL": application.url for one in names}
    secrets = {f"{one}_USER": application.user for one in names}
    secrets |= {f"{one}_PASSWORD": application.password for one in names}
    file = tmp_path / "chore.yaml"
    file.write_text((WORKFLOWS / f"{name}.yaml").read_text(encoding="utf-8"))
    asked(file, secrets, environment, write_lock=path_of(file))
    first = _held(file, secrets, environment, [])
    with put_back(application) as live:
        _CHANGES[kind](live)
        live.commit()
        later = _held(file, secrets, environment, [])
    _told(name, file, first, later)
