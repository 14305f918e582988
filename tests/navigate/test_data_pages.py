"""A listing that scripts draw is read from its JSON once that is proven, and never where that says something else."""

from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.data_site import DRIFTS, DataSite
from tests.runs.lock_runs import run

pytestmark = pytest.mark.browser


@pytest.fixture
def site(site_server: SiteServer) -> DataSite:
    return DataSite(site_server)


def chore(folder: Path, site: DataSite, source: str = "json") -> Path:
    file = folder / "parts.yaml"
    file.write_text(site.chore(source))
    return file


def test_the_rest_of_a_listing_is_read_from_its_json(site: DataSite, tmp_path: Path) -> None:
    """The first three pages and the last are rendered; the others at most by chance, one in fifty."""
    assert run(chore(tmp_path, site)) == (0, site.truth, [])
    drawn = set(site.drawn)
    assert {1, 2, 3, 8} <= drawn
    assert len(drawn) <= 5


def test_what_is_not_equal_is_an_error_where_it_is_demanded(site: DataSite, tmp_path: Path) -> None:
    """It says what was compared; where it is only allowed, the pages are rendered."""
    site.count, site.twist = 34, DRIFTS["price with one digit"]
    code, _, said = run(chore(tmp_path, site))
    assert code == 1
    assert any("`price`: row 1 shows 8.21, and /price has 8.2" in one for one in said), said
    assert run(chore(tmp_path, site, "auto"))[:2] == (0, site.truth)


def _drifted(site: DataSite, folder: Path, name: str) -> None:
    """From the fifth page on the JSON is not what the page shows."""
    site.twist, site.since = DRIFTS[name], 5
    code, rows, said = run(chore(folder, site, "auto"))
    assert (code, rows) == (0, site.truth), (name, said)


@pytest.mark.proof
def test_what_drifts_later_on_is_rendered(site: DataSite, tmp_path: Path) -> None:
    """The rows are those of the pages, whatever the JSON has become."""
    _drifted(site, tmp_path, "another field's name")


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", DRIFTS)
def test_no_drift_gives_other_rows(name: str, site: DataSite, tmp_path: Path) -> None:
    """A field renamed, rounded, rows reordered, missing, another total: each is rendered."""
    _drifted(site, tmp_path, name)
