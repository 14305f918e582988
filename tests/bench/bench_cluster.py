"""What does a night of a million pages cost? Simulates 1,000 workers and 500 hosts on the turns that a scheduler gives out.

The turns are the product's own, under a clock of the simulation; how long a page takes a worker is given (a measured
one: `bench_walk.py`). Then the cost of a turn is measured on a real scheduler and a real worker on loopback.

    python tests/bench/bench_cluster.py
"""

import asyncio
import heapq
import random
import resource
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from distributed import Client, LocalCluster, get_worker

from webdart.batch.cluster.pace import ClusterTurns, PacePlugin
from webdart.browser.network.turns import OwnTurns

HOSTS, PAGES, PAGES_OF_A_TASK = 500, 1_000_000, 20
PAGE_SECONDS = 0.6
"""Of a worker for a page, loaded and read, on a core of its own."""

DELAY = 1.0
TURNS = 2_000


@dataclass(frozen=True, slots=True)
class Night:
    """How a simulated night went; `share` is how much of their time the workers did not wait for a turn."""

    hours: float
    share: float
    closest: float
    decided: float


def night(workers: int, hosts: int, pages: int, *, interleaved: bool) -> Night:
    """Every worker takes task after task; a task is some pages of one host, each at its turn."""
    turns, began = OwnTurns(), time.perf_counter()
    left = deque(_tasks(hosts, pages, interleaved=interleaved))
    # who is free when, with the host and the pages that are left of its task
    queue: list[tuple[float, int, int, int]] = [(0.0, worker, 0, 0) for worker in range(workers)]
    last: dict[int, float] = {}
    closest, busy, now = float("inf"), 0.0, 0.0
    while queue:
        now, worker, host, rest = heapq.heappop(queue)
        if not rest:
            if not left:
                continue
            host, rest = left.popleft(), PAGES_OF_A_TASK
        turn = turns.take(f"host{host}", DELAY, now)
        closest = min(closest, turn - last.get(host, -DELAY))
        last[host] = turn
        busy += PAGE_SECONDS
        heapq.heappush(queue, (turn + PAGE_SECONDS, worker, host, rest - 1))
    return Night(now / 3600, busy / (now * workers), closest, time.perf_counter() - began)


def _tasks(hosts: int, pages: int, *, interleaved: bool) -> Iterator[int]:
    """The host of every task: one host after the other, as a sorted file has them, or mixed."""
    each = pages // hosts // PAGES_OF_A_TASK
    found = [host for host in range(hosts) for _ in range(each)]
    if interleaved:
        random.Random(1).shuffle(found)
    return iter(found)


def taken(count: int, delay: float) -> list[float]:
    """Runs on a worker: the seconds that each of some turns took to get."""
    turns, found = ClusterTurns(get_worker()), list[float]()
    for number in range(count):
        before = time.perf_counter()
        turns.take(f"host{number % HOSTS}", delay, time.monotonic())
        found.append(time.perf_counter() - before)
    return found


def granted(count: int, delay: float) -> list[float]:
    """Runs on a worker: when its turns at one host are."""
    turns = ClusterTurns(get_worker())
    return [turns.take("one", delay, time.monotonic()) for _ in range(count)]


async def measured() -> tuple[float, float]:
    """Milliseconds of a turn in the middle, and the closest two turns of two workers, in parts of the delay."""
    settings: dict[str, Any] = {"threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    async with (
        LocalCluster(n_workers=2, asynchronous=True, **settings) as cluster,
        Client(cluster, asynchronous=True) as opened,
    ):
        client: Any = cast("Any", opened)
        await client.register_plugin(PacePlugin())
        times: list[float] = sorted(await client.submit(taken, TURNS, 0.0, pure=False))
        both = [client.submit(granted, 50, 0.05, pure=False, key=f"both-{number}") for number in range(2)]
        turns: list[float] = sorted([*await both[0], *await both[1]])
    return times[len(times) // 2] * 1000, min(later - earlier for earlier, later in pairwise(turns)) / 0.05


def main() -> None:
    """Print the figures."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    print(f"{pages:,} pages of {HOSTS} hosts, {DELAY:g} s a page of a host, {PAGE_SECONDS:g} s a page of a worker")
    print(f"{'workers':>8} {'inputs':>12} {'hours':>7} {'worked':>7} {'closest':>8} {'simulated in':>13}")
    for workers in (50, 200, 500, 1_000):
        for interleaved in (False, True):
            one = night(workers, HOSTS, pages, interleaved=interleaved)
            order = "mixed" if interleaved else "by host"
            print(
                f"{workers:>8} {order:>12} {one.hours:>7.2f} {one.share:>7.0%} {one.closest:>7.2f}s {one.decided:>12.1f}s"
            )
    middle, closest = asyncio.run(measured())
    print(
        f"a turn of a scheduler on loopback: {middle:.2f} ms; two workers at one host: {closest:.2f} of the delay apart"
    )
    print(f"memory of this process at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MiB")


if __name__ == "__main__":
    main()
