"""Has a batch done by the workers of a Dask cluster.

Few more tasks than workers are with the scheduler at a time, so that its memory does not grow with the batch. The
cluster is one that runs, or processes of this machine that end with the batch.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from concurrent.futures import CancelledError
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any, cast

from distributed import Client, KilledWorker, LocalCluster, Security

from webdart.batch.cluster.arrow_end import unpacked
from webdart.batch.cluster.bench import run_input
from webdart.batch.cluster.pace import PacePlugin
from webdart.batch.cluster.text_share import TextPlugin
from webdart.batch.folder import Done
from webdart.batch.port import TRIES, Work, lost
from webdart.errors import StoreError, UsageError
from webdart.runs.lock_place import path_of
from webdart.settings import Settings, describe
from webdart.table.cell_json import Json, write
from webdart.workflow import Workflow, load

_JOIN_SECONDS = 300
"""In this time a cluster has a worker, or it is told: machines that are rented for it take minutes to start."""

_REACHED_SECONDS = 30
"""In this time a scheduler answers, or there is none: as long as a worker waits for its turn."""

_COUNTED_SECONDS = 2.0
"""Between two looks at how many workers there are: whoever joins waits no longer, and the scheduler is asked little."""

_PLACES = frozenset({"turns", "texts", "logins"})
"""Of what a batch's processes share: folders of this machine."""

_QUEUED = 2
"""Tasks of a worker that are with the scheduler: the one that runs, and the next, so that none waits for us."""


@dataclass(slots=True)
class DaskCrew:
    """The workers of a cluster; implements `Crew`.

    `address` is tcp://HOST:PORT or tls://HOST:PORT; `local`, if not 0, is how many to start here instead. `told` gets
    the address of the dashboard.
    """

    settings: Settings
    address: str = ""
    local: int = 0
    told: Callable[[str], None] = lambda _: None
    size: int = 0
    _counted: float = field(default=0.0, init=False)

    async def ends(self, work: Work) -> AsyncGenerator[Done]:
        """As the port says."""
        async with AsyncExitStack() as stack:
            client = await self._client(stack, work)
            self.told(client.dashboard_link or "none")
            await client.register_plugin(PacePlugin())
            await client.register_plugin(TextPlugin())
            await self._join(client)
            async for done in self._done(client, work):
                yield done

    async def _done(self, client: Any, work: Work) -> AsyncGenerator[Done]:
        shared = write(self._shared(work))
        left = list(work.places)
        Random(work.batch).shuffle(left)  # noqa: S311 - a file sorted by site would have all workers wait at one
        active: dict[asyncio.Future[Done], int] = {}
        try:
            while left or active:
                await self._count(client)
                while left and len(active) < max(self.size, 1) * _QUEUED:
                    place = left.pop()
                    future = client.submit(
                        run_input, shared, work.task(place), key=f"{work.batch}-{place}-{time.time_ns()}", pure=False
                    )
                    active[asyncio.ensure_future(_end(place, future))] = place
                ended, _ = await asyncio.wait(active, return_when=asyncio.FIRST_COMPLETED)
                for one in ended:
                    del active[one]
                    yield one.result()
        finally:
            for one in active:
                one.cancel()
            await asyncio.gather(*active, return_exceptions=True)

    def _shared(self, work: Work) -> dict[str, Json]:
        """What a task carries besides its parameters. A worker elsewhere has settings of its own, no files of ours."""
        shared = {name: value for name, value in work.shared.items() if name not in _PLACES}
        if self.local:
            return {**shared, "batch": work.batch, "flags": {"project": str(self.settings.project)}}
        own = {item.name for item in fields(Settings) if item.metadata["own"]}
        file = Path(str(work.shared["file"]))
        flags: Any = work.shared["flags"]
        lock = path_of(file)
        return {
            **shared,
            "batch": work.batch,
            "file": file.name,
            "text": file.read_text("utf-8"),
            "used": used_by(load(file), file.parent),
            "lock": lock.read_text("utf-8") if lock.is_file() else None,
            "flags": {name: value for name, value in flags.items() if name not in own},
        }

    async def _client(self, stack: AsyncExitStack, work: Work) -> Any:
        where: Any = self.address
        if self.local:
            where = await stack.enter_async_context(_local(self.local, _environment(work.shared["flags"])))
        return await stack.enter_async_context(reached(where))

    async def _join(self, client: Any) -> None:
        try:
            await client.wait_for_workers(1, timeout=_JOIN_SECONDS)
        except TimeoutError as error:
            hint = "start some: dask worker ADDRESS --nthreads 1, with webdart installed"
            raise UsageError(f"the cluster has no worker after {_JOIN_SECONDS} s", hint=hint) from error

    async def _count(self, client: Any) -> None:
        if time.monotonic() - self._counted > _COUNTED_SECONDS:
            threads: Mapping[str, int] = await client.nthreads()
            self.size, self._counted = sum(threads.values()), time.monotonic()


@asynccontextmanager
async def reached(where: "str | LocalCluster") -> AsyncGenerator[Any]:
    """A client of the cluster there.

    Raises:
        UsageError: no scheduler answers.
    """
    with _unreached_told(where):
        client = await Client(cast("Any", where), asynchronous=True, timeout=_REACHED_SECONDS)
    async with client:
        yield client


@contextmanager
def reached_now(where: str) -> Generator[Any]:
    """As `reached`, outside of any loop."""
    with _unreached_told(where):
        client = Client(where, timeout=_REACHED_SECONDS)
    with client:
        yield client


@contextmanager
def _unreached_told(where: "str | LocalCluster") -> Generator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise UsageError(f"no scheduler at {where}: {error}", hint="start one: dask scheduler") from error


def used_by(workflow: Workflow, folder: Path) -> dict[str, Json]:
    """The texts of the files below a folder that a workflow uses, by their place there; a library is everywhere."""
    below = {use.file: use.source for use in workflow.uses if Path(use.file).is_relative_to(folder)}
    return {Path(name).relative_to(folder).as_posix(): text for name, text in below.items()}


def _local(workers: int, environment: Mapping[str, str]) -> LocalCluster:
    """Processes of this machine; whoever else is on it can't speak to them."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="tls://127.0.0.1",
        security=cast("Any", Security).temporary(),
        dashboard_address="127.0.0.1:0",
        asynchronous=True,
        scheduler_kwargs={"allowed_failures": TRIES - 1},
        env=environment,
    )


def _environment(flags: Any) -> dict[str, str]:
    """Settings that were given, as variables: local workers inherit them, no task has them."""
    variables = {one.name: one.variable for one in describe()}
    return {variables[name]: str(value) for name, value in flags.items()}


async def _end(place: int, future: Any) -> Done:
    """What became of a task.

    Raises:
        StoreError: the scheduler is gone.
    """
    try:
        return unpacked(await future)
    except KilledWorker:
        return lost(place)
    except CancelledError as error:
        raise StoreError("the cluster's scheduler is gone", hint="resume the batch when it is back") from error
