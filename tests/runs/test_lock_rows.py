"""A lock has one of the walks that a SELECT makes, a walk a row; the others are read as that one is, once proven."""

from copy import copy
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.parts_site import CHANGES, ROWS, PartsSite, parts, same
from tests.runs.lock_runs import lock, run
from webdart.inspect.lock_check import misfits
from webdart.runs.folder import Project
from webdart.runs.lock import read_lock
from webdart.runs.request import RunRequest
from webdart.settings import build

pytestmark = pytest.mark.browser
SHELVES = ("oak", "elm", "ash")
CHORE = """webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /shelves, pushdown: off}}
  - extract: {{into: shelves, key: url, fields: {{name: text, url: link}}}}
  - navigate: {{start: "{{{{ row.url }}}}", pushdown: off, for_each: SELECT url FROM shelves}}
  - extract:
      into: parts
      key: no
      fields: {{no: {{type: integer, label: "No."}}, name: text, price: money, stock: integer}}
  - execute: SELECT * FROM parts ORDER BY no
"""


@dataclass
class Shelved(PartsSite):
    """The parts on shelves, each with a listing of its own; `changed` is that of which the pages are changed."""

    changed: str = ""
    shelves: tuple[str, ...] = SHELVES

    def __post_init__(self) -> None:
        super().__post_init__()
        self.server.on("/shelves", self.overview)

    def overview(self, _: Asked) -> Reply:
        links = "".join(
            f"<li><h3><a href='/parts?shelf={one}'>{one.title()} shelf</a></h3></li>" for one in self.shelves
        )
        return Reply(f"<!doctype html><title>Shelves</title><h1>Shelves</h1><ul>{links}</ul>")

    def page(self, asked: Asked) -> Reply:
        shelf = asked.query["shelf"][0]
        own = copy(self)
        own.rows = [part for part in self.rows if self.shelves[part[0] % len(self.shelves)] == shelf]
        own.change = self.change if shelf == self.changed else same
        return PartsSite.page(own, asked)


@pytest.fixture
def site(site_server: SiteServer) -> Shelved:
    site = Shelved(site_server)
    site.rows = parts(13 * ROWS)
    return site


def chore(folder: Path, site: Shelved) -> Path:
    file = folder / "parts.yaml"
    file.write_text(CHORE.format(url=site.server.url))
    return file


def test_every_walk_is_fetched_between_its_first_page_and_its_last(site: Shelved, tmp_path: Path) -> None:
    """One walk is locked; a shelf that is new is walked like the others."""
    file = chore(tmp_path, site)
    assert lock(file)[:2] == (0, site.truth)
    kept = read_lock(file)
    assert kept is not None
    assert [one.source for one in kept.stages if one.stage == 1] == ["html"]
    site.shelves, site.rows = (*SHELVES, "fir"), parts(18 * ROWS)
    site.server.log.clear()
    assert run(file, frozen=True) == (0, site.truth, [])
    assert len({folder.record().lock for folder in Project(tmp_path).all()}) == 1  # both are runs by this lock
    assert len(site.drawn) <= 3 * len(site.shelves) < 18
    settings = build({"project": str(file.parent)}, environment={})
    assert misfits(RunRequest(file=str(file), settings=settings, environment={})) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["script fills prices", "columns and heads swapped", "decimal comma"])
def test_a_walk_whose_pages_are_otherwise_is_not_silent(name: str, site: Shelved, tmp_path: Path) -> None:
    """The rows are those of a run without a lock, or it is told that something is not sure."""
    file = chore(tmp_path, site)
    assert lock(file)[0] == 0
    site.change, site.changed = CHANGES[name], SHELVES[1]
    code, rows, _ = run(file)
    assert (code, rows) == run(file, use_lock=False)[:2] or code in (1, 3)


def test_that_the_lock_does_not_fit_is_told_once(site: Shelved, tmp_path: Path) -> None:
    """Not for every walk."""
    file = chore(tmp_path, site)
    assert lock(file)[0] == 0
    file.write_text(file.read_text().replace("pushdown: off, for_each", "pages: {max: 9}, pushdown: off, for_each"))
    _, _, said = run(file)
    assert sum("does not fit" in one for one in said) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize("which", [SHELVES[0], SHELVES[1]])
def test_one_walk_that_differs_from_its_source_bars_all(which: str, site: Shelved, tmp_path: Path) -> None:
    """Whether it comes first or later: a script that works on one shelf may work on another tomorrow."""
    file = chore(tmp_path, site)
    site.change, site.changed = CHANGES["script fills prices"], which
    code, rows, _ = lock(file)
    assert code == 0
    kept = read_lock(file)
    assert kept is not None
    assert [(one.source, bool(one.why)) for one in kept.stages if one.stage == 1] == [("rendered", True)]
    assert run(file, frozen=True)[:2] == (0, rows)


def test_an_empty_walk_bars_none(site: Shelved, tmp_path: Path) -> None:
    """A shelf without parts says nothing of the others' pages."""
    file = chore(tmp_path, site)
    file.write_text(file.read_text().replace("      key: no\n", "      key: no\n      expect: {rows: '>= 0'}\n"))
    site.shelves, site.rows = (*SHELVES, "fir"), [part for part in parts(12 * ROWS) if part[0] % 4 != 1]
    assert lock(file)[:2] == (0, site.truth)
    kept = read_lock(file)
    assert kept is not None
    assert [one.source for one in kept.stages if one.stage == 1] == ["html"]
