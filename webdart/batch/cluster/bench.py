"""Runs tasks on a worker of a cluster, in a thread whose loop, browser driver and sandbox zygote live as long as it.

A task is two texts, the request that all share and its own; what comes back is Arrow. Neither has a secret: they are
looked up here by their names. The driver is replaced after a failure of the browser.
"""

import asyncio
import json
import os
import threading
from collections.abc import AsyncGenerator, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import suppress
from contextvars import Context, copy_context
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from distributed import Status, Worker, WorkerPlugin, get_worker
from distributed.comm.core import Comm

from webdart.adapters import one_browser, one_driver, one_zygote
from webdart.batch.cluster.arrow_end import packed
from webdart.batch.cluster.pace import ClusterTurns
from webdart.batch.cluster.text_share import ClusterTexts, SealedTexts
from webdart.batch.folder import Done
from webdart.batch.learned_locks import LearnedLocks
from webdart.batch.page_server import Message, serve
from webdart.batch.worker import Company, end_of, request_of
from webdart.errors import UsageError, WebdartError
from webdart.runs.lock_place import path_of
from webdart.settings import Settings, build
from webdart.table.checked_line import write_whole
from webdart.values import replace

T = TypeVar("T")

_NAME = "webdart-bench"
PAGES = "webdart_pages"
"""What a worker is asked for by a run that wants pages of it."""


def run_input(shared: str, task: str) -> bytes:
    """Run one input on the worker that calls this, and pack its end."""
    worker = get_worker()
    bench = _on_loop(worker, _bench_of(worker))
    done, sound = bench.run(_end(json.loads(shared), json.loads(task), bench))
    if not sound:
        _on_loop(worker, worker.plugin_remove(name=_NAME))
    return packed(done)


async def _end(shared: Mapping[str, Any], task: Mapping[str, Any], bench: "Bench") -> tuple[Done, bool]:
    try:
        settings = build(shared["flags"], environment=os.environ)
        company = bench.company(shared["batch"])
        request = request_of({**shared, "file": str(file_of(shared, settings))}, task, settings, company)
    except WebdartError as error:
        return Done(place=task["place"], run=None, exit=error.exit_code, error=str(error)), True
    return await end_of(task["place"], request, company.locks)


def file_of(shared: Mapping[str, Any], settings: Settings) -> Path:
    """The workflow's file on this machine: as it is named, or written from the text that came with the task.

    Raises:
        StoreError: it can't be written. UsageError: a file that it uses leads elsewhere.
    """
    if "text" not in shared:
        return Path(shared["file"])
    file = settings.project / ".webdart" / "batches" / shared["batch"] / shared["file"]
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, text in shared["used"].items():
            _write_below(file.parent, name, text)
        if shared["lock"] is not None:
            write_whole(path_of(file), shared["lock"].encode())
        write_whole(file, shared["text"].encode())
    return file


def _write_below(folder: Path, name: str, text: str) -> None:
    """Write a file that the workflow uses, which lies below its folder.

    Raises:
        UsageError: it would lie elsewhere.
    """
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"a used file leads out of its folder: {name}")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(path, text.encode())


class Bench(WorkerPlugin):
    """The thread in which a worker's runs take place."""

    name = _NAME

    def setup(self, worker: Worker) -> None:
        """Start it; the driver follows with the first run."""
        cast("Any", worker).handlers[PAGES] = self.pages
        self._turns, self._texts = ClusterTurns(worker), ClusterTexts(worker)
        self._sealed: dict[str, SealedTexts] = {}
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._context: Future[Context] = Future()
        self._thread = threading.Thread(target=self._live, name=_NAME, daemon=True)
        self._thread.start()

    def teardown(self, worker: Worker) -> None:
        """End it, with its driver."""
        del worker
        self._loop.call_soon_threadsafe(self._stop.set)

    def company(self, batch: str) -> Company:
        """What the runs of a batch share with those of other workers."""

        def sealed(secret: str) -> SealedTexts | None:
            name = sha256(f"{batch} {secret}".encode()).hexdigest()
            return self._sealed.setdefault(name, SealedTexts(self._texts, secret, batch)) if secret else None

        return Company(self._turns, self._texts, sealed, LearnedLocks(self._texts, batch))

    async def pages(self, comm: Comm) -> Status:
        """Load pages for a run elsewhere, as it says on the line that it has opened; see `page_server`."""
        questions, answers = asyncio.Queue[str](), asyncio.Queue[str]()
        here = asyncio.get_running_loop()

        def tell(told: Message) -> None:
            here.call_soon_threadsafe(answers.put_nowait, json.dumps(told))

        serving = asyncio.wrap_future(self.begin(serve(_until_empty(questions), tell, _own_settings)))
        serving.add_done_callback(lambda _: comm.abort())
        writing = asyncio.ensure_future(_write(comm, answers))
        try:
            while line := await cast("Any", comm).read():
                self._loop.call_soon_threadsafe(questions.put_nowait, line)
        except OSError:
            pass  # whoever asked is gone
        finally:
            if not serving.done():
                self._loop.call_soon_threadsafe(questions.put_nowait, "")
            writing.cancel()
            await asyncio.gather(serving, writing, return_exceptions=True)
        return Status.dont_reply

    def run(self, job: "Coroutine[Any, Any, T]") -> T:
        """The result of a job that ran there, among others."""
        return self.begin(job).result()

    def begin(self, job: "Coroutine[Any, Any, T]") -> Future[T]:
        """Let a job run there."""
        result = Future[T]()

        async def told() -> None:
            try:
                result.set_result(await job)
            except BaseException as error:  # noqa: BLE001 - it goes on in the thread that waits for it
                result.set_exception(error)

        def begun(context: Future[Context]) -> None:
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(told(), context=context.result()))

        self._context.add_done_callback(begun)
        return result

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:  # whose end ends what is still under way
            runner.run(self._drive())

    async def _drive(self) -> None:
        async with one_driver(), one_browser(), one_zygote():
            self._context.set_result(copy_context())
            await self._stop.wait()


async def _until_empty(questions: "asyncio.Queue[str]") -> AsyncGenerator[str]:
    while line := await questions.get():
        yield line


async def _write(comm: Comm, answers: "asyncio.Queue[str]") -> None:
    with suppress(OSError):  # whoever asked is gone, which the reading tells, too
        while True:
            await cast("Any", comm).write(await answers.get())


def _own_settings(told: Message) -> Settings:
    """Those of this machine, with the run's patience."""
    return replace(build(environment=os.environ), timeout=told["timeout"], downloads=0)


async def stand_ready(dask_worker: Worker) -> None:
    """Have a bench on a worker, which then answers to `PAGES`."""
    await _bench_of(dask_worker)


async def _bench_of(worker: Worker) -> Bench:
    if _NAME not in worker.plugins:
        await worker.plugin_add(plugin=Bench(), name=_NAME, catch_errors=False)
    return cast("Bench", worker.plugins[_NAME])


def _on_loop(worker: Worker, job: "Coroutine[Any, Any, T]") -> T:
    """The result of a job on the worker's own loop, from a thread of a task."""
    loop: Any = worker.loop
    return asyncio.run_coroutine_threadsafe(job, loop.asyncio_loop).result()
