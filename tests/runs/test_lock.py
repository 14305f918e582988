"""A locked chore is replayed without a browser, with fresh rows; what a site has changed never gives other rows unsaid."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from tests.navigate.parts_site import CHANGES, Part, PartsSite, cards, parts, same, table
from tests.runs.lock_runs import lock, run
from webdart import engine
from webdart.errors import UsageError, WorkflowError
from webdart.runs.lock import Lock, read_lock
from webdart.runs.lock_place import path_of
from webdart.workflow import Workflow

pytestmark = pytest.mark.browser
LAYOUTS = {"table": table, "cards": cards}


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    return PartsSite(site_server)


def chore(folder: Path, site: PartsSite) -> Path:
    file = folder / "parts.yaml"
    file.write_text(site.chore)
    return file


def test_a_lock_is_replayed_without_a_browser(site: PartsSite, tmp_path: Path) -> None:
    """Rows that came, changed and went are there, changed and gone; the lock itself has none of them."""
    file = chore(tmp_path, site)
    assert lock(file)[:2] == (0, site.truth)
    text = path_of(file).read_text()
    assert "source: html" in text
    assert not any(name in text for _, name, *_ in site.rows)
    found = read_lock(file)
    assert found is not None
    assert Lock.from_text(found.to_text(), "") == found
    drawn = site.drawn
    site.rows = [(no, name, price + 1, old, stock) for no, name, price, old, stock in parts(47)[2:]]
    assert run(file, frozen=True) == (0, site.truth, [])
    assert site.drawn == drawn


def test_sql_that_was_tried_for_the_lock_is_not_tried_again(
    site: PartsSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes the SQL of a locked file is told of a mistake in it before anything is asked of the site."""
    site.rows = parts(8)
    file = chore(tmp_path, site)
    lock(file)
    tried: list[str] = []
    rehearse = engine.rehearse

    async def noted(workflow: Workflow, *rest: Any, **how: Any) -> tuple[WorkflowError, ...]:
        tried.append(workflow.name)
        return await rehearse(workflow, *rest, **how)

    monkeypatch.setattr(engine, "rehearse", noted)
    assert run(file, frozen=True)[:2] == (0, site.truth)
    assert not tried
    file.write_text(file.read_text().replace("SELECT *", "SELECT no_function(name) AS no"))
    asked = len(site.server.log)
    code, _, said = run(file)
    assert (code, len(tried), len(site.server.log)) == (2, 1, asked)
    assert "no_function" in said[0]


def test_a_lock_of_another_state_of_the_file_is_not_replayed(site: PartsSite, tmp_path: Path) -> None:
    """Of another predicate the table may want other pages."""
    file = chore(tmp_path, site)
    site.rows = parts(3)
    lock(file)
    file.write_text(file.read_text().replace("stock: integer", "stock: text"))
    assert run(file, frozen=True)[0] == 1
    code, rows, said = run(file)
    assert (code, rows) == (0, site.truth)
    assert any("does not fit" in one for one in said)


SOME = {
    "table": [
        "columns and heads swapped",
        "label of something else",
        "paging by script",
        "heading changed",
        "script fills prices",
    ],
    "cards": ["price classes exchanged", "style hides prices"],
}
"""Changes that are tried in every run of the tests, by one lock a layout."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_frozen_run_never_gives_other_rows(layout: str, site: PartsSite, tmp_path: Path) -> None:
    """It gives the rows that the page shows, or fails."""
    _prove(site, tmp_path, LAYOUTS[layout], SOME[layout])


@pytest.mark.proof
@pytest.mark.parametrize("total", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.timeout(1800)
def test_no_change_of_a_site_is_silent(layout: str, total: bool, site: PartsSite, tmp_path: Path) -> None:
    """Every way in which a site may change its pages, on tables and cards, with and without a stated total."""
    site.total = total
    _prove(site, tmp_path, LAYOUTS[layout], list(CHANGES))


def _prove(site: PartsSite, folder: Path, layout: Callable[[list[Part]], str], names: list[str]) -> None:
    site.layout = layout
    file = chore(folder, site)
    code, truth, said = lock(file)
    assert (code, truth) == (0, site.truth), said
    silent: list[str] = []
    for name in names:
        site.change = CHANGES[name]
        code, rows, _ = run(file, frozen=True)
        if code == 0:
            unlocked, shown, _ = run(file, use_lock=False)
            if rows != shown or (rows != truth and unlocked):
                silent.append(name)
        site.change = same
    assert not silent


@pytest.mark.parametrize("text", ["lock: 99\nwebdart: '1'\nagent: ''\nstages: []\n", "lock: 1\nstages: []\n"])
def test_a_lock_of_another_version_is_told_as_that(text: str) -> None:
    """What a lock lacks is no word for a person; that webdart has changed since, and what to do, is."""
    with pytest.raises(UsageError, match="another version of webdart") as told:
        Lock.from_text(text, "chore.lock.yaml")
    assert "webdart lock FILE" in str(told.value)
