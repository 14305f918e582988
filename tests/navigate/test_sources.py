"""A long listing is read from the source of its pages once that is proven, and never where it says something else."""

import re
from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.parts_site import CHANGES, PartsSite, parts
from tests.runs.lock_runs import run
from webdart.navigate.walk import page_chance

pytestmark = pytest.mark.browser


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    return PartsSite(site_server, rows=parts(74))


def test_the_rest_of_a_listing_is_not_rendered(site: PartsSite, tmp_path: Path) -> None:
    """The first three pages and the last are; the others at most by chance, one in fifty."""
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    assert run(file)[:2] == (0, site.truth)
    drawn = set(site.drawn)
    assert {1, 2, 3, 8} <= drawn
    assert len(drawn) <= 5


def test_what_scripts_change_later_on_is_found_at_the_end(site: PartsSite, tmp_path: Path) -> None:
    """From the fifth page on the source has another price than the page: it is read again from the third one on."""
    site.change, site.since = CHANGES["script fills prices"], 5
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    code, rows, said = run(file)
    shown = [(no, name, price + (no > 40), old, stock) for no, name, price, old, stock in site.rows]
    assert rows == sorted((str(no), name, f"{price:.2f}", str(stock)) for no, name, price, _, stock in shown)
    assert code == 0
    assert any("from the last proven page on" in one for one in said)


def _dearer(page: str) -> str:
    return re.sub(r"\$(\d+)", lambda found: f"${int(found[1]) + 1000}", page)


def test_a_chosen_page_is_compared_beside_the_walk(
    site: PartsSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Browsers are given other prices on two pages in the middle; neither their source nor any other page tells of it."""
    monkeypatch.setattr(page_chance, "_ONE_IN", 1)
    site.change, site.since, site.until, site.to_browsers = _dearer, 5, 6, True
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    code, rows, said = run(file)
    shown = [(no, name, price + 1000 * (40 < no <= 60), old, stock) for no, name, price, old, stock in site.rows]
    assert rows == sorted((str(no), name, f"{price:.2f}", str(stock)) for no, name, price, _, stock in shown)
    assert code == 0
    assert any("from the last proven page on" in one for one in said)


@pytest.mark.proof
def test_pages_whose_scripts_draw_the_rows_are_rendered(site: PartsSite, tmp_path: Path) -> None:
    """Their source has other prices from the first page on: nothing is proven, and nothing is said about it."""
    site.change = CHANGES["script fills prices"]
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    assert run(file)[2] == []
    assert set(site.drawn) == set(range(1, 9))


@pytest.mark.proof
def test_other_elements_are_rendered_before_they_are_believed(site: PartsSite, tmp_path: Path) -> None:
    """A badge that no rendered page had is seen once; then pages with it are read from their source again."""
    site.change, site.since = CHANGES["badge in a record"], 5
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore)
    run(file)
    assert 5 in site.drawn
