"""One workflow over many inputs, on a cluster: real schedulers and workers, as processes on loopback."""

import asyncio
import json
import random
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.batch.dask_cluster import Cluster
from tests.batch.shelves import CHORE, KINDS, batch, expected, inputs, listing, results, started
from tests.conftest import Asked, Reply, SiteServer
from tests.table.small_disk import filled, small_disk
from webdart.batch.cluster.arrow_end import packed, unpacked
from webdart.batch.cluster.bench import Bench, file_of
from webdart.batch.cluster.dask import used_by
from webdart.batch.cluster.pace import ClusterTurns, PacePlugin
from webdart.batch.cluster.text_share import ClusterTexts, SealedTexts, TextPlugin
from webdart.batch.folder import Done
from webdart.errors import UsageError
from webdart.settings import Settings
from webdart.table.cell_json import write
from webdart.values import asdict
from webdart.workflow import load

pytestmark = pytest.mark.xdist_group("cluster")

KILLS = 30


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("far"))
    found.scheduler()
    found.worker("one")
    yield found
    found.end()


@pytest.fixture
def project(tmp_path: Path, site_server: SiteServer) -> Path:
    """A project with the chore; its site is asked no faster than ten times a second."""
    site_server.on("/list", listing)
    (tmp_path / ".webdart").mkdir()
    (tmp_path / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="0.1s"))
    return tmp_path


ROWS: tuple[tuple[Any, ...], ...] = (
    ("one", 1, Decimal("0.10"), None, True, [1, "x"], {"a": None}),
    (None, 1 << 80, Decimal(12), "text", False, [], {"b": [Decimal("0.5")]}),
    ("three", "mixed", 7, None, None, None, None),
)


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], (), ((),) * 3], ids=["mixed", "one", "none", "bare"])
def test_an_end_travels_as_arrow_and_comes_back_as_it_was(rows: tuple[tuple[object, ...], ...]):
    """Also cells of several types, numbers beyond 64 bits, rows without columns: as the folder of a batch has them."""
    columns = tuple("abcdefg") if rows is ROWS or len(rows) == 1 else ()
    done = Done(place=3, run="r", exit=3, pages=2, hosts={"h": 2}, doubts=("guessed: x",), columns=columns, rows=rows)  # pyright: ignore[reportArgumentType]
    assert asdict(unpacked(packed(done))) == asdict(Done.of(write(asdict(done))))


def test_the_files_that_a_workflow_uses_travel_with_it(tmp_path: Path):
    """Those of its folder, by their place there; on a worker they stand beside it, and nowhere else."""
    folder, far = tmp_path / "here", Settings(project=tmp_path / "far")
    (folder / "parts").mkdir(parents=True)
    (folder / "parts" / "shelf.yaml").write_text(CHORE.format(url="http://127.0.0.1:9", delay="0s"))
    use = "webdart: 1\nparams: {kind: {type: text}}\nstages:\n  - use: {file: parts/shelf.yaml, with: {kind: '{{ kind }}'}}\n"
    (folder / "chore.yaml").write_text(use)
    workflow = load(folder / "chore.yaml")
    used = used_by(workflow, folder)
    shared = {"batch": "b", "file": "chore.yaml", "text": use, "lock": None, "used": used}
    assert list(used) == ["parts/shelf.yaml"]
    assert load(file_of(shared, far)).uses[0].source == workflow.uses[0].source
    with pytest.raises(UsageError, match="leads out"):
        file_of({**shared, "batch": "c", "used": {"../../out.yaml": "x"}}, far)
    assert not list((tmp_path / "far").rglob("out.yaml"))


async def test_turns_of_a_cluster_are_those_of_one_queue():
    """Whoever asks waits behind all who asked before, and longer where the host has asked to be left alone."""
    pace = PacePlugin()

    async def wait(host: str, delay: float) -> int:
        now, turn = await pace.turn(host, delay)
        return round(turn - now)

    assert [await wait("shop", 10.0) for _ in range(3)] == [0, 10, 20]
    await pace.hold("shop", 60.0)
    assert [await wait("shop", 10.0), await wait("other", 0.0)] == [60, 0]


def test_a_worker_takes_its_turns_by_the_schedulers_clock(monkeypatch: pytest.MonkeyPatch):
    """However long a reply is under way: by the quickest one; after a minute, by a new one."""
    ours, ways = (
        iter([0.0, 0.002, 10.0, 10.05, 100.0, 100.004]),
        iter([(1000.001, 1000.5), (1010.05, 1011.0), (1100.102, 1101.0)]),
    )
    turns = ClusterTurns(cast("Any", None), clock=lambda: next(ours))

    def asked(*_: object, **__: object) -> tuple[float, float]:
        return next(ways)

    monkeypatch.setattr(ClusterTurns, "_asked", asked)
    taken = [turns.take("shop", 1.0, 0.0) for _ in range(3)]
    assert [round(turn, 3) for turn in taken] == [0.5, 11.0, 100.9]


async def test_a_cluster_makes_a_text_once_and_its_scheduler_can_not_read_it(monkeypatch: pytest.MonkeyPatch):
    """Whoever waits gets it; a void one is made anew; a worker that is gone while it makes one leaves it to others."""
    plugin, made = TextPlugin(), list[str]()
    handlers = {"webdart_text": plugin.kept, "webdart_take_text": plugin.take, "webdart_give_text": plugin.give}

    async def asked(_: ClusterTexts, handler: str, **what: Any) -> Any:
        return await handlers[handler](**what)

    async def make() -> str:
        await asyncio.sleep(0)
        made.append(f"cookie {len(made)}")
        return made[-1]

    monkeypatch.setattr(ClusterTexts, "_asked", asked)
    texts = [ClusterTexts(cast("Any", SimpleNamespace(address=f"tcp://w{number}"))) for number in range(3)]
    own = [SealedTexts(one, "word", "batch") for one in texts]
    assert await asyncio.gather(*(one.once("ada", make) for one in own)) == ["cookie 0"] * 3
    assert await asyncio.gather(*(one.once("ada", make, "cookie 0") for one in own)) == ["cookie 1"] * 3
    assert [await one.kept("ada") for one in own] == ["cookie 1"] * 3
    assert "cookie" not in repr(plugin.entries)
    assert "ada" not in repr(plugin.entries)
    assert await SealedTexts(texts[0], "another word", "batch").kept("ada") is None
    assert await plugin.take("robots", None, "tcp://w0 1") == ("make", None)
    waits = asyncio.ensure_future(texts[1].once("robots", make))
    await asyncio.sleep(0)
    plugin.remove_worker(cast("Any", None), "tcp://w0")
    assert await waits == "cookie 2"
    await plugin.give("robots", "late", "tcp://w0 1")
    assert await texts[2].kept("robots") == "cookie 2"


def test_what_is_under_way_on_a_bench_ends_with_it():
    """Whoever waits for it is told, and waits no longer."""
    bench = Bench()
    bench.setup(cast("Any", SimpleNamespace(handlers={})))
    job = bench.begin(asyncio.Event().wait())
    bench.teardown(cast("Any", None))
    with pytest.raises(asyncio.CancelledError):
        job.result(timeout=60)


@pytest.mark.browser
def test_a_cluster_of_this_machine_gives_the_rows_of_its_processes(project: Path):
    """The same table, row for row; the runs are the project's."""
    inputs(project, *KINDS[:2])
    words = ("batch", "chore.yaml", "--over", "inputs.csv", "--out", "all.parquet")
    code, told, err = batch(project, *words, "--cluster", "local:2")
    assert (code, told["answered"], told["rows"]) == (0, 2, 8), err
    assert "dashboard: http" in err
    assert results(project / "all.parquet") == expected(*KINDS[:2])
    assert len(list((project / ".webdart" / "runs").iterdir())) == 2


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(900)
def test_a_worker_killed_in_mid_task_and_a_killed_coordinator_cost_nothing(
    project: Path, site_server: SiteServer, cluster: Cluster
):
    """A worker elsewhere has no file of ours; what it was doing is done by another; what is left, by a resume."""
    inputs(project, *KINDS)
    process = started(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
    site_server.wait_for("/list", count=1, seconds=300)
    cluster.kill("one")  # in the middle of a task
    cluster.worker("two")
    site_server.wait_for("/list", count=4, seconds=300)
    process.kill()
    process.communicate()
    (folder,) = (project / ".webdart" / "batches").iterdir()
    before = (folder / "done.jsonl").read_text().count("\n")
    assert 0 < before < len(KINDS)
    code, told, err = batch(project, "resume", folder.name)
    assert (code, told["answered"]) == (0, len(KINDS)), err
    assert results(folder / "results.parquet") == expected(*KINDS)
    assert not (project / ".webdart" / "runs").exists()


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
def test_workers_keep_the_pace_of_a_host_together(project: Path, site_server: SiteServer, cluster: Cluster):
    """Turns of all workers lie one delay apart, also where a worker joins late; a Retry-After to one stops all."""
    times: list[float] = []

    def busy(asked: Asked) -> Reply:
        times.append(time.monotonic())
        if len(times) == 3:
            return Reply("<h1>Later</h1>", status=429, headers=(("Retry-After", "20"),))
        return listing(asked)

    site_server.on("/list", busy)
    (project / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="2s"))
    inputs(project, *KINDS)
    cluster.worker("two")
    cluster.worker("three")
    cluster.wait_for(3)
    code, told, err = batch(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
    assert (code, told["answered"]) == (0, len(KINDS)), err
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert len([gap for gap in gaps if gap < 1]) <= 1  # one delay, less the way from a turn to the server
    assert max(gaps) > 15  # whoever had its turn before the answer came is not called back


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(900)
def test_a_scheduler_that_is_gone_ends_the_batch_and_a_resume_elsewhere_goes_on(
    project: Path, site_server: SiteServer, cluster: Cluster
):
    """What was answered is kept; `--cluster` of the resume names the new one."""
    inputs(project, *KINDS)
    process = started(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
    site_server.wait_for("/list", count=3, seconds=300)
    cluster.kill("scheduler")
    _, err = process.communicate(timeout=400)
    assert process.returncode == 1, err
    assert "scheduler is gone" in err
    (folder,) = (project / ".webdart" / "batches").iterdir()
    code, told, err = batch(project, "resume", folder.name, "--cluster", "local:1")
    assert (code, told["answered"]) == (0, len(KINDS)), err
    assert results(folder / "results.parquet") == expected(*KINDS)


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(3600)
def test_workers_killed_at_random_instants_cost_nothing(project: Path, site_server: SiteServer, cluster: Cluster):
    """However often; an input that several of them have died of is told, and run by a resume. The pace is kept."""
    times = noted(site_server)
    (project / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="0.5s"))
    kinds = KINDS * 6
    inputs(project, *kinds)
    killer, batches = Killer(cluster), 0
    while killer.kills < KILLS:
        folder, batches = killed_until_answered(project, cluster.address, killer), batches + 1
        assert results(folder / "results.parquet") == expected(*kinds)
        assert answered_once(folder, len(kinds))
    most = most_in_a_second(times)
    told = f"{killer.kills} workers killed over {batches} batches of {len(kinds)} inputs"
    print(f"{told}, {len(times)} pages, {most} in a second of a delay of 0.5 s")  # noqa: T201 - a figure
    assert most <= 1 / 0.5 + 1  # a turn of one second may reach the server in the next


@dataclass
class Killer:
    """Kills workers of a cluster at random instants, and has others come in their place."""

    cluster: Cluster
    kills: int = 0
    alive: list[str] = field(default_factory=lambda: ["one"])
    names: "count[int]" = field(default_factory=lambda: count(2))
    chance: random.Random = field(default_factory=lambda: random.Random(44))

    def kill_while(self, process: "subprocess.Popen[str]") -> None:
        """Kill one after another, until the batch has ended or the kills are used up."""
        while self.kills < KILLS:
            while len(self.alive) < 3:
                self.alive.append(f"w{next(self.names)}")
                self.cluster.worker(self.alive[-1])
            with suppress(subprocess.TimeoutExpired):
                process.wait(self.chance.uniform(2, 20))
                return
            self.kills += 1
            self.cluster.kill(self.alive.pop(self.chance.randrange(len(self.alive))))


def killed_until_answered(project: Path, address: str, killer: Killer) -> Path:
    """Run a batch whose workers are killed, and resume it until all is answered; its folder."""
    words, code = ["batch", "chore.yaml", "--over", "inputs.csv", "--cluster", address], -1
    while code != 0:
        process = started(project, *words, "--json")
        killer.kill_while(process)
        out, err = process.communicate(timeout=1800)
        code, told = process.returncode, json.loads(out)
        assert "batch" in told, (told, err)
        words = ["resume", told["batch"]]
    return project / ".webdart" / "batches" / words[-1]


def noted(site: SiteServer) -> list[float]:
    """The times at which the shelves are asked for, from now on."""
    times: list[float] = []

    def page(asked: Asked) -> Reply:
        times.append(time.monotonic())
        return listing(asked)

    site.on("/list", page)
    return times


def most_in_a_second(times: Sequence[float]) -> int:
    """The most requests in any second of a site's log, wherever it begins."""
    return max(sum(start <= moment < start + 1 for moment in times) for start in times)


def answered_once(folder: Path, inputs: int) -> bool:
    """Every input has one answer in the batch's journal; those that failed before have others beside it."""
    answers = [done for line in (folder / "done.jsonl").read_bytes().splitlines() if (done := Done.of(line)).settled]
    return sorted(done.place for done in answers) == list(range(inputs))


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
def test_eight_workers_keep_the_pace_in_every_second(project: Path, site_server: SiteServer, cluster: Cluster):
    """The site's log says so: with a page every three seconds, none has two."""
    times = noted(site_server)
    (project / "chore.yaml").write_text(CHORE.format(url=site_server.url, delay="3s"))
    kinds = KINDS * 4
    inputs(project, *kinds)
    for number in range(2, 9):
        cluster.worker(f"w{number}")
    cluster.wait_for(8)
    code, told, err = batch(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
    assert (code, told["answered"]) == (0, len(kinds)), err
    gaps = sorted(later - earlier for earlier, later in pairwise(times))
    print(f"8 workers, {len(times)} pages, a delay of 3 s: {gaps[0]:.2f} s apart at least")  # noqa: T201 - a figure
    assert len(times) == len(kinds)
    assert most_in_a_second(times) == 1


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
def test_a_full_disk_of_the_writer_ends_the_batch_and_a_resume_completes_it(
    project: Path, site_server: SiteServer, cluster: Cluster
):
    """What was answered is kept, a line that was cut short is none; what was in vain is done again."""
    wide = "x" * 2_000  # two answers do not fit into one block of the disk

    def page(asked: Asked) -> Reply:
        return Reply(str(listing(asked).body).replace("</td><td>", f" {wide}</td><td>"))

    site_server.on("/list", page)
    inputs(project, *KINDS)
    (project / ".webdart" / "batches").mkdir()
    with small_disk(project / ".webdart" / "batches", 1):
        process = started(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
        site_server.wait_for("/list", count=3, seconds=300)
        (folder,) = (project / ".webdart" / "batches").iterdir()
        filler = filled(project / ".webdart" / "batches")
        _, err = process.communicate(timeout=600)
        assert process.returncode == 1, err
        assert "make room, then resume" in err
        before = (folder / "done.jsonl").read_bytes().count(b"\n")
        assert before < len(KINDS)
        filler.unlink()
        code, told, err = batch(project, "resume", folder.name)
        assert (code, told["answered"]) == (0, len(KINDS)), err
        rows = [
            (shelf, kind, name.removesuffix(f" {wide}"), price)
            for shelf, kind, name, price in results(folder / "results.parquet")
        ]
        assert rows == expected(*KINDS)
        assert answered_once(folder, len(KINDS))


@pytest.mark.proof
@pytest.mark.browser
@pytest.mark.timeout(1800)
def test_a_worker_that_stands_still_beyond_its_lease_is_given_up(
    project: Path, site_server: SiteServer, tmp_path_factory: pytest.TempPathFactory
):
    """What it had is done by another; when it goes on, what it still brings is not taken twice."""
    cluster = Cluster(tmp_path_factory.mktemp("far"), lease="60 seconds")
    cluster.scheduler()
    cluster.worker("one")
    try:
        inputs(project, *KINDS)
        process = started(project, "batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address)
        site_server.wait_for("/list", count=2, seconds=600)
        cluster.kill("one", signal.SIGSTOP)
        cluster.worker("two")
        site_server.wait_for("/list", count=5, seconds=600)
        cluster.kill("one", signal.SIGCONT)
        _, err = process.communicate(timeout=900)
        assert process.returncode == 0, err
        (folder,) = (project / ".webdart" / "batches").iterdir()
        assert results(folder / "results.parquet") == expected(*KINDS)
        assert (folder / "done.jsonl").read_text().count("\n") == len(KINDS)
    finally:
        cluster.end()
