"""`webdart lock --heal`: a rebuilt site is read anew, and the lock follows only where the rows are the same."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.conftest import SiteServer
from tests.navigate.parts_site import CHANGES, PartsSite, cards, same, table
from tests.runs.lock_runs import run
from webdart.runs.lock_place import path_of

pytestmark = pytest.mark.browser
LAYOUTS = {"table": table, "cards": cards}


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    return PartsSite(site_server)


@pytest.fixture
def file(site: PartsSite, tmp_path: Path) -> Path:
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    return file


@pytest.mark.proof
def test_a_lock_is_healed_where_the_rows_are_the_same(cli: Cli, site: PartsSite, file: Path) -> None:
    """The change of the lock is shown, and the next frozen run goes by it."""
    site.layout = cards
    assert cli("lock", "parts.yaml").code == 0
    site.change = CHANGES["row class renamed"]
    assert run(file, frozen=True)[0] == 1
    said = cli("lock", "parts.yaml", "--heal")
    assert (said.code, "is healed" in said.out, "+++ now" in said.out) == (0, True, True), said
    assert run(file, frozen=True) == (0, site.truth, [])
    assert "nothing has changed" in cli("lock", "parts.yaml", "--heal").out


def test_a_lock_is_not_healed_where_a_column_says_something_else(cli: Cli, site: PartsSite, file: Path) -> None:
    """Neither at once, nor after runs that read the wrong column without the lock, nor for it was tried before."""
    site.layout = cards
    assert cli("lock", "parts.yaml").code == 0
    before = path_of(file).read_text()
    site.change = CHANGES["price classes exchanged"]
    for ran in (False, True):
        if ran:
            run(file)
        said = cli("lock", "parts.yaml", "--heal")
        assert (said.code, "parts.price: says something else in 24 of 24 rows" in said.err) == (1, True), said
        assert path_of(file).read_text() == before


def test_a_lock_without_a_run_is_not_healed(cli: Cli, site: PartsSite, file: Path) -> None:
    """There are no rows to hold those of today against."""
    assert cli("lock", "parts.yaml", "--heal").code == 2
    assert cli("lock", "parts.yaml").code == 0
    path_of(file).write_text(path_of(file).read_text().replace("closed: true", "closed: false"))
    said = cli("lock", "parts.yaml", "--heal")
    assert (said.code, "no run by this lock is kept here" in said.err) == (2, True), said


@pytest.mark.proof
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.timeout(3600)
def test_every_drift_is_healed_with_the_same_rows_or_reported(
    layout: str, cli: Cli, site: PartsSite, file: Path
) -> None:
    """What a healed lock gives is what the pages show; whatever else happens is said, and leaves the lock as it was."""
    site.layout = LAYOUTS[layout]
    assert cli("lock", "parts.yaml").code == 0
    lock = path_of(file).read_text()
    outcomes: dict[str, list[str]] = {"as it was": [], "healed": [], "reported": [], "silent": []}
    for name, change in CHANGES.items():
        site.change = change
        said = cli("lock", "parts.yaml", "--heal")
        healed = path_of(file).read_text() != lock
        assert said.code == 0 or not healed, (name, said)
        outcomes[_outcome(site, file, code=said.code, healed=healed)].append(name)
        site.change = same
        path_of(file).write_text(lock)
    print(f"{layout}: " + ", ".join(f"{len(names)} {how}" for how, names in outcomes.items()))  # noqa: T201
    assert not outcomes["silent"], outcomes


def _outcome(site: PartsSite, file: Path, *, code: int, healed: bool) -> str:
    """What became of a drift; `silent`: a frozen run is sure of other rows than a run without the lock."""
    if code:
        return "reported"
    frozen, rows, _ = run(file, frozen=True)
    if frozen == 0 and rows != site.truth:
        unlocked, shown, _ = run(file, use_lock=False)
        if rows != shown or unlocked:
            return "silent"
    return "healed" if healed else "as it was"
