"""A lock tells how pages of its form are read with other parameters, too: once the first of them proves it."""

from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from tests.navigate.parts_site import CHANGES, PartsSite, cards, parts, same, table
from tests.runs.lock_runs import lock, run
from webdart.inspect.lock_check import misfits
from webdart.runs.request import RunRequest
from webdart.settings import build

pytestmark = pytest.mark.browser
LAYOUTS = {"table": table, "cards": cards}
LOCKED: dict[str, Any] = {"params": {"shelf": "oak"}}
OTHER: dict[str, Any] = {"params": {"shelf": "elm"}}
SOME = ("columns and heads swapped", "script fills prices")
"""Changes that are tried in every run of the tests."""


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    site = PartsSite(site_server)
    site.rows = parts(57)
    return site


def chore(folder: Path, site: PartsSite) -> Path:
    """The listing of a shelf, whose source the file leaves open."""
    text = site.chore.replace("      source: auto\n", "").replace("/parts,", '"/parts?shelf={{ shelf }}",')
    file = folder / "parts.yaml"
    file.write_text(text.replace("webdart: 1\n", "webdart: 1\nparams: {shelf: text}\n"))
    return file


def test_pages_of_other_parameters_are_fetched_once_the_first_is_proven(site: PartsSite, tmp_path: Path) -> None:
    """The first and the last are rendered, and nothing is to be told."""
    file = chore(tmp_path, site)
    assert lock(file, **LOCKED)[:2] == (0, site.truth)
    site.rows = parts(78)[9:]
    site.server.log.clear()
    assert run(file, **OTHER) == (0, site.truth, [])
    assert {1, site.pages} <= set(site.drawn)
    assert len(site.drawn) <= 3  # one in fifty may be among them
    assert run(file, frozen=True, **OTHER)[0] == 1
    settings = build({"project": str(file.parent)}, environment={})
    asked = [RunRequest(file=str(file), settings=settings, environment={}, **how) for how in (LOCKED, OTHER)]
    same_now, others = map(misfits, asked)
    assert not same_now
    assert "was locked with other parameters" in others[0]


@pytest.mark.parametrize(("layout", "since"), [("table", 1), ("cards", 4)])
def test_what_other_pages_show_is_what_is_read(layout: str, since: int, site: PartsSite, tmp_path: Path) -> None:
    """Whatever is different there, on every page or from one on."""
    _compare(site, tmp_path, layout, since, SOME)


@pytest.mark.proof
@pytest.mark.parametrize("since", [1, 4])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.timeout(1800)
def test_nothing_that_other_pages_show_is_silent(layout: str, since: int, site: PartsSite, tmp_path: Path) -> None:
    """Every way in which pages may be different."""
    _compare(site, tmp_path, layout, since, tuple(CHANGES))


def _compare(site: PartsSite, folder: Path, layout: str, since: int, names: tuple[str, ...]) -> None:
    """The rows are those of a run without a lock, or it is told that something is not sure."""
    site.layout, site.since = LAYOUTS[layout], since
    file = chore(folder, site)
    assert lock(file, **LOCKED)[0] == 0
    silent: list[str] = []
    for name in names:
        site.change = CHANGES[name]
        code, rows, _ = run(file, **OTHER)
        plain = run(file, use_lock=False, **OTHER)
        if (code, rows) != plain[:2] and code not in (1, 3):
            silent.append(name)
        site.change = same
    assert not silent
