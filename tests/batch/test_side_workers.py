"""One listing whose pages are loaded by the workers of a cluster: its table is that of one browser."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.dask_cluster import AwaitedWorkers, Cluster
from tests.batch.long_listing import PER, Listing, beside, request_of
from tests.batch.shelves import batch
from tests.conftest import SiteServer
from webdart import engine
from webdart.settings import Settings
from webdart.trace import Event

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.timeout(1800), pytest.mark.xdist_group("cluster")]

PAGES = 24


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("far"))
    found.scheduler()
    found.worker("one")
    found.worker("two")
    found.wait_for(2)
    yield found
    found.end()


async def test_a_listing_that_workers_load_is_read_as_by_one_browser(
    tmp_path: Path, site_server: SiteServer, cluster: Cluster
):
    """Rows, order, pages and verdict; a worker that dies costs what it was loading, and one that joins takes its place."""
    side = AwaitedWorkers(cluster.address, Settings(project=tmp_path))
    assert side.size == 2
    killed: list[int] = []

    def kill(number: int) -> None:
        if number >= 8 and side.browsers[0].up.is_set() and not killed:
            cluster.kill("one")
            cluster.worker("three")
            killed.append(number)

    listing, events = Listing(site_server, PAGES, kill), list[Event]()
    run = await engine.run(request_of(tmp_path, site_server.url, side), listeners=[events.append])
    answer = run.result.answer
    assert answer is not None
    assert [tuple(row) for row in answer.rows] == listing.rows
    (told,) = run.result.tables
    assert (told.verdict, told.rows, run.result.pages, run.result.exit) == ("complete", PAGES * PER, PAGES, 0)
    assert set(beside(events).values()) == {2, 3}
    assert len(killed) == 1
    assert len(listing.times) <= PAGES + 3  # what was under way in the worker that died


async def test_a_worker_that_stands_still_is_given_up(tmp_path: Path, site_server: SiteServer, cluster: Cluster):
    """The pages that it had are loaded again; one that joins takes its place."""
    side = AwaitedWorkers(cluster.address, Settings(project=tmp_path))
    stopped: list[int] = []

    def stop(number: int) -> None:
        if number >= 8 and side.browsers[0].up.is_set() and not stopped:
            cluster.kill("two", signal.SIGSTOP)
            cluster.worker("three")
            stopped.append(number)

    listing = Listing(site_server, PAGES, stop)
    run = await engine.run(request_of(tmp_path, site_server.url, side))
    assert run.result.answer is not None
    assert [tuple(row) for row in run.result.answer.rows] == listing.rows
    assert (run.result.exit, len(stopped)) == (0, 1)


def test_a_run_takes_the_workers_of_a_cluster(tmp_path: Path, site_server: SiteServer, cluster: Cluster):
    """By its option; nothing of the run is kept where they are, and they are ready for the next."""
    listing = Listing(site_server, PAGES)
    request_of(tmp_path, site_server.url, None, "delay: 0.5s")
    for _ in range(2):
        code, told, err = batch(tmp_path, "run", "chore.yaml", "--cluster", cluster.address)
        assert code == 0, err
        assert [(row["name"], row["price"]) for row in told["answer"]["value"]] == listing.rows
    assert not (cluster.far / ".webdart" / "runs").exists()
    for name in ("one", "two"):
        os.kill(cluster.processes[name].pid, 0)
