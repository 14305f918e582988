"""Chores that write to other people's applications: by the words on their pages, once, found done, through a kill.

Each is run to its end, checked in the application's own database, and run again, which changes nothing; and on a fresh
application it is killed in the middle of its write and resumed. The application's log shows what it was asked: nothing
but the login and the declared writes, and never the delete or the log-out that stand beside.
"""

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import webdart
from tests.apps.app_server import Application, process
from tests.apps.conftest import SITES, judged
from tests.apps.write_back import Chore, Place
from tests.apps.write_back_library import LIBRARY
from tests.apps.write_back_store import STORE
from tests.apps.write_back_tickets import TICKETS
from tests.execute.act.engines import start

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

PLACES = (LIBRARY, TICKETS, STORE)
SAMPLE = {"add a book", "change a price"}


def param(place: Place, chore: Chore, *, sample: bool) -> object:
    """One chore; the applications of one place are one group, served once."""
    marks = [pytest.mark.xdist_group(place.module)]
    marks += [] if sample and chore.name in SAMPLE else [pytest.mark.proof]
    return pytest.param((place, chore), id=f"{place.module}: {chore.name}", marks=marks)


SOME = [param(place, chore, sample=True) for place in PLACES for chore in place.chores]
ALL = [param(place, chore, sample=False) for place in PLACES for chore in place.chores]


class Served:
    """The applications that chores change, each started when the first of them comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[str, tuple[Application, Iterator[Application]]] = {}

    def application(self, place: Place) -> Application:
        """The one of this place."""
        if place.module not in self.running:
            serving = self._serve(place)
            self.running[place.module] = (next(serving), serving)
        return self.running[place.module][0]

    def _serve(self, place: Place) -> Iterator[Application]:
        folder = self.folder / place.module
        folder.mkdir()
        received = folder / "received.jsonl"
        received.touch()
        with process([sys.executable, "-m", f"{place.module}.serve", str(folder)], cwd=SITES) as url:
            yield from judged(
                Application(
                    url=url,
                    database=folder / place.database,
                    received=received,
                    user=place.user,
                    password=place.password,
                )
            )

    def stop(self) -> None:
        """End them."""
        for _, serving in self.running.values():
            next(serving, None)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Applications of their own: these chores change them."""
    all_of_them = Served(tmp_path_factory.mktemp("served"))
    yield all_of_them
    all_of_them.stop()


@pytest.fixture(scope="module")
def served_to_killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Others, for runs that are killed."""
    all_of_them = Served(tmp_path_factory.mktemp("killed"))
    yield all_of_them
    all_of_them.stop()


def written_down(place: Place, chore: Chore, folder: Path) -> Path:
    """The chore's file, and beside it the files that chores upload."""
    (folder / "chart.txt").write_text("The chart of the whole bay")
    file = folder / "chore.yaml"
    file.write_text(place.file(chore))
    return file


def secrets(application: Application) -> dict[str, str]:
    return {"SITE_USER": application.user, "SITE_PASSWORD": application.password} if application.user else {}


def run(file: Path, application: Application) -> webdart.Run:
    return webdart.run(
        file, environment={"SITE_URL": application.url}, secrets=secrets(application), project=file.parent, yes=True
    )


def check(place: Place, chore: Chore, application: Application, since: int) -> None:
    """The database is as the chore says, by exactly its writes, none of them a log-out or a deletion not asked for."""
    assert application.sql(chore.query) == chore.done
    paths = place.written(application, since)
    assert len(paths) == chore.writes, paths
    declared = chore.name.startswith("delete")
    everything = [write.path for write in application.writes()[since:]]
    assert not [path for path in everything if "logout" in path or ("delete" in path and not declared)]


def run_again(place: Place, chore: Chore, file: Path, application: Application) -> None:
    """The second run finds every row already so, and sends nothing but its login."""
    since = len(application.writes())
    again = run(file, application)
    assert again.result.exit == 0, again.result.error
    assert len(place.written(application, since)) == chore.again
    if not chore.again:
        assert {write.state for write in again.result.writes} <= {"already so"}  # none, where no row is left


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", SOME)
def test_done_once_and_found_done(what: tuple[Place, Chore], served: Served, tmp_path: Path) -> None:
    """The database is as the chore says, by exactly its writes; again, nothing is done."""
    place, chore = what
    application, file = served.application(place), written_down(place, chore, tmp_path)
    since = len(application.writes())
    got = run(file, application)
    assert got.result.exit == 0, got.result.error
    assert {(write.state, write.verified) for write in got.result.writes} == {("done", True)}
    check(place, chore, application, since)
    run_again(place, chore, file, application)


@pytest.mark.parametrize("what", ALL)
def test_killed_in_its_write_and_resumed(what: tuple[Place, Chore], served_to_killed: Served, tmp_path: Path) -> None:
    """As a process of its own, killed when its (last) write has left: resumed, it is done once."""
    place, chore = what
    application, file = served_to_killed.application(place), written_down(place, chore, tmp_path)
    since = len(application.writes())
    environment = {"SITE_URL": application.url}
    environment |= {f"WEBDART_SECRET_{name}": value for name, value in secrets(application).items()}
    always = ["--yes", "--json", "--project", str(tmp_path)]
    crash = {"WEBDART_CRASH_AT": f"after_release:{chore.writes}"}
    killed = start(["run", str(file), *always], tmp_path, environment | crash)
    assert killed.wait() == -signal.SIGKILL, killed.err.read_text()
    resumed = start(["resume", *always], tmp_path, environment)
    assert resumed.wait() == 0, resumed.err.read_text()
    assert json.loads(resumed.out.read_text())["exit"] == 0
    check(place, chore, application, since)
    run_again(place, chore, file, application)
