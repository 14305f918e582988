"""Further browsers for one run, each of a worker of a Dask cluster.

What is said goes from the run's process straight to the worker, past the scheduler: a session's cookies are part of it.
"""

import asyncio
from collections import Counter
from contextlib import suppress
from typing import Any, cast

from distributed.comm import core

from webdart.batch.cluster.bench import PAGES, stand_ready
from webdart.batch.cluster.dask import reached, reached_now
from webdart.batch.side_browsers import SILENT_SECONDS, START_SECONDS, FarBrowsers, Line
from webdart.errors import UsageError
from webdart.settings import Settings


class SideWorkers(FarBrowsers):
    """A browser each of the workers that a cluster has when the run begins; one that is lost is replaced by another.

    Raises:
        UsageError: there is no scheduler, or it has no worker.
    """

    def __init__(self, address: str, settings: Settings) -> None:
        self._address = address
        self._taken = set[str]()
        self._lost = Counter[str]()
        super().__init__(_workers_of(address), {"timeout": settings.timeout}, self._line)

    async def _line(self) -> Line:
        """The line to a worker that is free, those first that were not lost so far."""
        try:
            async with asyncio.timeout(START_SECONDS), reached(self._address) as client:
                await client.wait_for_workers(len(self._taken) + 1)
                free = set(await client.nthreads()) - self._taken
                return await self._line_to(min(free, key=lambda one: (self._lost[one], one)), client)
        except UsageError as error:
            raise ConnectionError(str(error)) from error  # as a worker that is gone

    async def _line_to(self, worker: str, client: Any) -> Line:
        self._taken.add(worker)
        self._lost[worker] += 1
        try:
            async with asyncio.timeout(SILENT_SECONDS):  # one that stands still is still one of the cluster
                await client.run(stand_ready, workers=[worker])
                comm = await cast("Any", core).connect(worker, **client.connection_args)
                await comm.write({"op": PAGES, "reply": False})
        except BaseException:
            self._taken.discard(worker)
            raise
        return _WorkerLine(comm, worker, self._taken)


class _WorkerLine:
    """A connection to a worker; implements `Line`."""

    def __init__(self, comm: Any, worker: str, taken: set[str]) -> None:
        self._comm = comm
        self._worker = worker
        self._taken = taken

    async def send(self, text: str) -> None:
        """See `Line.send`."""
        await self._comm.write(text)

    async def read(self) -> str:
        """See `Line.read`."""
        return await self._comm.read()

    def cut(self) -> None:
        """See `Line.cut`."""
        self._comm.abort()

    async def end(self) -> None:
        """See `Line.end`."""
        self._taken.discard(self._worker)
        with suppress(OSError):
            await self._comm.close()


def _workers_of(address: str) -> int:
    """How many workers a cluster has."""
    with reached_now(address) as client:
        workers = len(client.nthreads())
    if not workers:
        raise UsageError(f"the cluster at {address} has no worker", hint="start some: dask worker ADDRESS --nthreads 1")
    return workers
