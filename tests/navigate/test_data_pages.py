"""A listing that scripts draw is read from its JSON once that is proven, and never where that says something else."""

from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.data_site import DataSite
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
