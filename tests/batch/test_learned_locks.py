"""The second run of a batch's form writes a lock, and those behind it are read by that."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer
from tests.navigate.data_site import DataSite
from tests.navigate.parts_site import CHANGES, PartsSite, parts
from webdart import engine
from webdart.batch.learned_locks import LearnedLocks
from webdart.browser.network.shared_text import FolderTexts
from webdart.errors import UsageError
from webdart.runs.lock_place import path_of
from webdart.settings import build

pytestmark = pytest.mark.browser
Answer = tuple[int, list[tuple[str, ...]], list[str]]


class Batch:
    """Runs of one file, as the workers of a batch run them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.locks = LearnedLocks(FolderTexts(file.parent / "texts"), "batch-1")

    def run(self, **how: Any) -> Answer:
        """The exit code, the rows in order, and what is said."""
        settings = build({"project": str(self.file.parent)}, environment={})
        request = engine.RunRequest(file=str(self.file), settings=settings, environment={}, **how)
        done = asyncio.run(self.locks.run(request, ()))
        rows = done.tables["parts"].to_pylist()
        named = sorted(tuple(str(row[name]) for name in ("no", "name", "price", "stock")) for row in rows)
        return done.result.exit, named, [*(done.result.error or ()), *done.result.warnings]


@pytest.fixture
def site(site_server: SiteServer) -> PartsSite:
    site = PartsSite(site_server)
    site.rows = parts(117)
    return site


@pytest.fixture
def batch(tmp_path: Path, site: PartsSite) -> Batch:
    """Of the listing of a shelf at a site, both of them parameters."""
    text = site.chore.replace("      source: auto\n", "")
    text = text.replace("/parts,", '"/parts?shelf={{ shelf }}",').replace(f'"{site.server.url}"', '"{{ at }}"')
    file = tmp_path / "parts.yaml"
    file.write_text(text.replace("webdart: 1\n", "webdart: 1\nparams: {shelf: text, at: text}\n"))
    return Batch(file)


def _drawn(site: PartsSite, batch: Batch, at: str, shelf: str, **how: Any) -> int:
    """How many pages a run had the browser draw, once it is certain that its rows are right and nothing was said."""
    site.server.log.clear()
    assert batch.run(params={"shelf": shelf, "at": at}, **how) == (0, site.truth, [])
    return len(site.drawn)


def test_what_the_second_run_has_learned_serves_those_behind_it(site: PartsSite, batch: Batch) -> None:
    """Their first and last pages are drawn; the file's folder stays as it was."""
    at = site.server.url
    first, second = (_drawn(site, batch, at, shelf) for shelf in ("oak", "elm"))
    site.rows = parts(127)[9:]
    third = _drawn(site, batch, at, "ash")
    assert min(first, second) > third
    assert third <= 3, "one in fifty may be among them"
    assert _drawn(site, batch, at, "fir", use_lock=False) > third
    assert not path_of(batch.file).exists()


def test_another_site_is_another_form(site: PartsSite, batch: Batch) -> None:
    """What is known of one says nothing of another: its own second run learns."""
    one, other = site.server.url, site.server.url.replace("127.0.0.1", "localhost")
    for shelf in ("oak", "elm"):
        _drawn(site, batch, one, shelf)
    counts = [_drawn(site, batch, other, shelf) for shelf in ("oak", "elm", "ash")]
    assert counts[0] > 3
    assert counts[2] <= 3


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["script fills prices", "columns and heads swapped", "decimal comma"])
def test_pages_that_are_unlike_are_read_as_without_it(name: str, site: PartsSite, batch: Batch) -> None:
    """An input whose pages show something else gives what a run without any lock gives."""
    at = site.server.url
    for shelf in ("oak", "elm"):
        batch.run(params={"shelf": shelf, "at": at})
    site.change, site.since = CHANGES[name], 4
    known = batch.run(params={"shelf": "ash", "at": at})
    plain = batch.run(params={"shelf": "ash", "at": at}, use_lock=False)
    assert known[:2] == plain[:2] or known[0] == 3


def test_a_lock_beside_the_file_goes_before(site: PartsSite, batch: Batch) -> None:
    """It is what a person has checked in; nothing is learned then."""
    at = site.server.url
    batch.run(params={"shelf": "oak", "at": at}, write_lock=path_of(batch.file))
    for shelf in ("elm", "ash", "fir"):
        assert batch.run(params={"shelf": shelf, "at": at})[:2] == (0, site.truth)
    assert not list(batch.file.parent.glob("texts/*.text"))


def test_json_is_each_inputs_own(site_server: SiteServer, tmp_path: Path) -> None:
    """A listing that is known as JSON is read anew for each, and nobody is told that a lock does not fit."""
    site = DataSite(site_server, count=134)
    file = tmp_path / "parts.yaml"
    file.write_text(site.chore("auto"))
    batch = Batch(file)
    for _ in range(4):
        assert batch.run() == (0, site.truth, [])


def test_without_a_sure_answer_nothing_is_learned(site: PartsSite, batch: Batch) -> None:
    """A listing that is shorter than it says is no example for others, however often it is read."""
    site.total, site.change = True, CHANGES["another total"]
    for shelf in ("oak", "elm", "ash", "fir", "bay"):
        assert batch.run(params={"shelf": shelf, "at": site.server.url})[0] == 3
    (kept,) = batch.file.parent.glob("texts/*.text")
    assert kept.read_text() == "3 12"


def test_short_listings_teach_nothing(site: PartsSite, batch: Batch) -> None:
    """Two pages more would be asked for, of which a replay spares hardly one in the browser."""
    site.rows = parts(57)
    for shelf in ("oak", "elm", "ash"):
        _drawn(site, batch, site.server.url, shelf)
        assert len(site.server.seen("/parts")) == site.pages


def test_a_site_with_a_delay_teaches_nothing(site: PartsSite, batch: Batch) -> None:
    """Each request takes longer there than what a browser needs for a page."""
    text = batch.file.read_text().replace('site: "{{ at }}"', 'site: {url: "{{ at }}", pace: {delay: 10ms}}')
    batch.file.write_text(text)
    for shelf in ("oak", "elm", "ash"):
        _drawn(site, batch, site.server.url, shelf)
    assert not list(batch.file.parent.glob("texts/*.text"))


def test_a_lesson_that_may_not_be_written_down_costs_no_answer(
    site: PartsSite, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock in which a secret would stand is refused, once its run is over."""

    def refused(*_: object) -> None:
        raise UsageError("a secret would stand in it")

    monkeypatch.setattr("webdart.adapters.keep_lock", refused)
    for shelf in ("oak", "elm", "ash"):
        _drawn(site, batch, site.server.url, shelf)
