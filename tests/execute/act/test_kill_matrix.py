"""Killed at any instant, a run that reads and writes back goes on to the clean run's table, each write done once."""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.conftest import SiteServer
from tests.execute.act.engines import Command, browser_of, start
from tests.execute.act.warehouse import ITEMS, LOW, Warehouse
from webdart.failpoints import Point
from webdart.runs.entries import Intent
from webdart.runs.journal import read_journal
from webdart.table.memory import read_log

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

POINTS = get_args(Point)
LONGEST = 6.0  # seconds: a run on a quiet machine takes less than half of it


@dataclass(frozen=True, slots=True)
class Bench:
    """A warehouse, the chore for it, and the project in which it runs."""

    house: Warehouse
    folder: Path
    verify: bool

    def start(self, *words: str, crash: str = "") -> Command:
        """A command of webdart as a process of its own."""
        environment = {"WEBDART_CRASH_AT": crash} if crash else dict[str, str]()
        return start([*words, "--yes", "--json", "--project", str(self.folder)], self.folder, environment)

    def run(self, *, crash: str = "") -> Command:
        """The chore, begun."""
        return self.start("run", str(self.house.chore(self.folder, verify=self.verify)), crash=crash)

    def to_the_end(self) -> dict[str, Any]:
        """What resuming comes to, as often as it takes; a run killed before it had a folder is begun anew."""
        outcome: dict[str, Any] = {}
        for _ in range(3):
            runs = sorted(self.folder.glob(".webdart/runs/*/run.json"))
            process = self.start("resume", runs[-1].parent.name) if runs else self.run()
            process.wait()
            said = process.out.read_text()
            assert said, process.err.read_text()
            outcome = json.loads(said)
            if outcome["exit"] in (0, 5):
                return outcome
        pytest.fail(f"not done after three times: {outcome['error']}")

    def over(self) -> bool:
        """Whether the run had ended by itself before it could be killed."""
        (record,) = [json.loads(path.read_text()) for path in self.folder.glob(".webdart/runs/*/run.json")] or [{}]
        return record.get("exit") == 0


def new_bench(folder: Path, *, verify: bool) -> Iterator[Bench]:
    site = SiteServer()
    site.start()
    folder.mkdir(parents=True)
    yield Bench(Warehouse.open(site), folder, verify)
    site.stop()


def check(bench: Bench, what: str) -> None:
    """Resume, and hold the result to the clean run's: rows, and the site's own count of each write."""
    outcome: dict[str, Any] = {"exit": 0} if bench.over() else bench.to_the_end()
    house, counts = bench.house, bench.house.writes
    assert not [name for name, count in counts.items() if count > 1], (what, counts)
    (journal,) = bench.folder.glob(".webdart/runs/*/journal.jsonl")
    intended = {entry.url.rpartition("/")[2] for entry in read_journal(journal) if isinstance(entry, Intent)}
    assert {name.split()[1] for name in counts} <= intended, (what, "a write without an intent")
    if outcome["exit"] == 0:
        assert counts == dict.fromkeys(LOW, 1), (what, counts)
        assert {house.stock[name] for name in LOW} == {11}, what
    else:  # only where nothing can look whether it was done
        assert not bench.verify, (what, outcome)
        assert [write["state"] for write in outcome["writes"]].count("unknown") <= 1
        assert "nobody knows" in str(outcome["error"]), what
    table = asyncio.run(_items(journal.parent / "rows"))
    expected = [{"name": f"item {n}", "stock": 1 if f"item {n}" in LOW else 20 + n} for n in range(1, ITEMS + 1)]
    assert sorted(table, key=str) == sorted(expected, key=str), what
    assert not house.site.seen("/delete"), what


async def _items(log: Path) -> list[dict[str, Any]]:
    store = await asyncio.to_thread(read_log, log)
    return (await store.read("items", ["name", "stock"])).to_pylist()


def kill(bench: Bench, seconds: float, *, browser: bool) -> bool:
    """Run the chore, and after `seconds` end it (or its browser) with SIGKILL; False where it was over, or had none."""
    command = bench.run()
    target = 0
    if not command.over_within(seconds):
        target = browser_of(command.pid) if browser else command.pid
        if target:
            os.kill(target, signal.SIGKILL)
    command.wait()
    return target != 0


ONCE = ("before_end", "after_keep")
PARTS = [pytest.param(part, marks=[pytest.mark.proof] if part in {3, 5} else []) for part in range(6)]
"""Sixths of a run: in the gate those in which also a quiet machine is still at work, and one from its end."""


@pytest.mark.sampled(12)
@pytest.mark.parametrize("point", POINTS)
def test_killed_at_a_named_point(point: str, site_server: SiteServer, tmp_path: Path) -> None:
    """The second time that the run passes each of the twelve points (the first, where it passes once)."""
    bench = Bench(Warehouse.open(site_server), tmp_path, verify=True)
    assert bench.run(crash=f"{point}:{1 if point in ONCE else 2}").wait() == -signal.SIGKILL
    check(bench, point)


@pytest.mark.proof
@pytest.mark.parametrize("part", PARTS)
def test_killed_at_a_random_instant(part: int, site_server: SiteServer, tmp_path: Path) -> None:
    """The engine's own process, half of the times without anything that could verify."""
    bench = Bench(Warehouse.open(site_server), tmp_path, verify=part % 2 == 0)
    seconds = 0.5 + (LONGEST - 0.5) * (part + random.Random(part).random()) / 6
    kill(bench, seconds, browser=False)
    check(bench, f"{seconds:.2f} s")


@pytest.mark.proof
@pytest.mark.parametrize("part", PARTS)
def test_the_browser_killed_at_a_random_instant(part: int, site_server: SiteServer, tmp_path: Path) -> None:
    """The run ends by itself, and is resumed as after a kill."""
    bench = Bench(Warehouse.open(site_server), tmp_path, verify=part % 2 == 0)
    seconds = 0.5 + (LONGEST - 0.5) * (part + random.Random(part).random()) / 6
    kill(bench, seconds, browser=True)
    check(bench, f"browser, {seconds:.2f} s")


# -- all of them ----------------------------------------------------------------------------------------------


@pytest.mark.proof
@pytest.mark.timeout(4500)
@pytest.mark.parametrize("point", POINTS)
def test_killed_five_times_at_each_point(point: str, tmp_path: Path) -> None:
    """The first passings of each of the twelve points in turn, with and without `verify`."""
    for number in range(5):
        for bench in new_bench(tmp_path / str(number), verify=number % 2 == 0):
            crash = f"{point}:{1 if point in ONCE else 1 + number // 2 % 2}"
            assert bench.run(crash=crash).wait() == -signal.SIGKILL, crash
            check(bench, crash)


@pytest.mark.proof
@pytest.mark.timeout(4500)
@pytest.mark.parametrize("part", range(20))
def test_the_engine_killed_at_two_hundred_random_instants(part: int, tmp_path: Path) -> None:
    """Ten kills that met a living process, in each of twenty parts."""
    ten_kills(f"engine {part}", tmp_path, browser=False)


@pytest.mark.proof
@pytest.mark.timeout(4500)
@pytest.mark.parametrize("part", range(20))
def test_the_browser_killed_at_two_hundred_random_instants(part: int, tmp_path: Path) -> None:
    """Ten kills that met a browser, in each of twenty parts."""
    ten_kills(f"browser {part}", tmp_path, browser=True)


def ten_kills(name: str, folder: Path, *, browser: bool) -> None:
    """Instants over the whole of a run, as long as it takes on this machine just now."""
    randomly = random.Random(name)
    start(["--version"], folder, {}).wait()  # whatever is made ready for the first run of all
    began, whole = time.monotonic(), 0.0
    for bench in new_bench(folder / "clean", verify=True):
        assert bench.run().wait() == 0
        whole = time.monotonic() - began
        check(bench, "clean")
    struck = number = 0
    while struck < 10:
        number += 1
        for bench in new_bench(folder / str(number), verify=number % 2 == 0):
            seconds = randomly.uniform(0.1, whole)
            began = time.monotonic()
            if kill(bench, seconds, browser=browser):
                struck += 1
            else:
                whole = min(whole, time.monotonic() - began)
            check(bench, f"{name}, {seconds:.3f} s of {whole:.3f}")
