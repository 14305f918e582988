"""A listing that scripts draw is locked by its JSON, and replayed without a browser; no drift is silent."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from tests.navigate.data_site import DRIFTS, DataSite
from tests.runs.lock_runs import lock, run
from webdart.runs.lock import Lock, read_lock
from webdart.runs.lock_place import path_of

pytestmark = pytest.mark.browser


def chore(folder: Path, site: DataSite, source: str = "auto") -> Path:
    file = folder / "parts.yaml"
    file.write_text(site.chore(source))
    return file


def _replayed(server: SiteServer, folder: Path, **kind: Any) -> None:
    """Rows that came, changed and went are there, changed and gone; the lock itself has none of them."""
    site = DataSite(server, **kind)
    file = chore(folder, site)
    assert lock(file)[:2] == (0, site.truth)
    text = path_of(file).read_text()
    assert "source: json" in text, text
    assert not any(name in text for _, name, *_ in site.truth)
    found = read_lock(file)
    assert found is not None
    assert Lock.from_text(found.to_text(), "") == found
    drawn = list(site.drawn)
    site.count += 17
    assert run(file, frozen=True) == (0, site.truth, [])
    assert site.drawn == drawn


def test_a_lock_by_json_is_replayed_without_a_browser(site_server: SiteServer, tmp_path: Path) -> None:
    """Pages that a button turns have no addresses: they are rendered once, to be locked."""
    _replayed(site_server, tmp_path, count=34, placed=False, by="cursor")


@pytest.mark.proof
@pytest.mark.timeout(600)
@pytest.mark.parametrize("total", [True, False])
@pytest.mark.parametrize("by", ["page", "offset", "path", "cursor", "onward"])
@pytest.mark.parametrize("how", ["placed", "turned", "grown", "state"])
def test_every_paging_is_replayed(how: str, by: str, total: bool, site_server: SiteServer, tmp_path: Path) -> None:
    """By numbers, offsets, cursors, whole addresses; by links, buttons, growing; in the document or behind a request."""
    if how in {"placed", "state"} and by in {"cursor", "onward"}:
        pytest.skip("a page that is opened by its address has no answer before it")
    kind = {"placed": how in {"placed", "state"}, "grows": how == "grown", "state": how == "state"}
    _replayed(site_server, tmp_path, by=by, total=total, **kind)


def _prove(server: SiteServer, folder: Path, names: list[str], **kind: Any) -> None:
    site = DataSite(server, count=34, **kind)
    file = chore(folder, site)
    code, truth, said = lock(file)
    assert (code, truth) == (0, site.truth), said
    silent: list[str] = []
    for name in names:
        site.twist = DRIFTS[name]
        code, rows, _ = run(file, frozen=True)
        if code == 0 and rows != truth:
            silent.append(name)
    site.twist, site.code = (
        dict,
        "const drawn = draw; draw = (a, n) => { a.parts.forEach(p => p.price *= 1.19); drawn(a, n) };",
    )
    code, rows, _ = run(file, frozen=True)
    assert code or rows != truth, "other code"
    assert not silent


def test_a_frozen_run_never_gives_other_rows(site_server: SiteServer, tmp_path: Path) -> None:
    """It gives the rows that the page shows, or fails: also where only the page's code has become another."""
    _prove(site_server, tmp_path, ["field renamed", "price with one digit", "another total"])


@pytest.mark.proof
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("placed", [True, False])
@pytest.mark.parametrize("total", [True, False])
def test_no_drift_is_silent(placed: bool, total: bool, site_server: SiteServer, tmp_path: Path) -> None:
    """Every drift of the JSON, where pages have addresses and where not, with a stated total and without."""
    _prove(site_server, tmp_path, list(DRIFTS), placed=placed, total=total)
