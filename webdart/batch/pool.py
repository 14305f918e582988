"""Shares the inputs of a batch out to worker processes of this machine."""

import asyncio
import sys
from collections import Counter, deque
from collections.abc import AsyncGenerator, Sequence

from webdart.batch.folder import Done
from webdart.batch.port import TRIES, Work, lost
from webdart.table.cell_json import write

_LINE = 1 << 26
"""Bytes of one end, its answer's rows in it."""

_CLOSE_SECONDS = 10.0
"""In which a worker without a task ends: its browser has five to close, and as many for its driver."""


class LocalPool:
    """Processes with a browser each; implements `Crew`."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs

    async def ends(self, work: Work) -> AsyncGenerator[Done]:
        """As the port says."""
        shift = _Shift(work)
        workers = [asyncio.ensure_future(shift.work()) for _ in range(min(self.size, len(work.places)))]
        try:
            for _ in work.places:
                yield await _next(shift.settled, workers)
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)


async def _next(settled: "asyncio.Queue[Done]", workers: "Sequence[asyncio.Future[None]]") -> Done:
    """The next end; a worker that fails for another reason than its process's end fails the batch."""
    end = asyncio.ensure_future(settled.get())
    try:
        while not end.done():
            active = [worker for worker in workers if not worker.done()]
            await asyncio.wait({end, *active}, return_when=asyncio.FIRST_COMPLETED)
            for worker in workers:
                if worker.done():
                    worker.result()
        return end.result()
    finally:
        end.cancel()


class _Shift:
    """The inputs that are left, and what became of the others."""

    def __init__(self, work: Work) -> None:
        self.settled: asyncio.Queue[Done] = asyncio.Queue()
        self._task = work.task
        self._shared = write({**work.shared, "batch": work.batch})
        self._left = deque(work.places)
        self._tries: Counter[int] = Counter()

    async def work(self) -> None:
        """One worker after another, as long as there is something to do."""
        while self._left:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "webdart.batch.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                start_new_session=True,  # a terminal's Ctrl-C comes to us, who end it in order
            )
            try:
                await self._feed(process)
            except asyncio.CancelledError:
                process.terminate()
                raise
            finally:
                await _end(process)

    async def _feed(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        begun = False
        while self._left:
            place = self._left.popleft()
            self._tries[place] += 1
            task = self._task(place)
            try:
                process.stdin.write((task if begun else f"{self._shared}\n{task}").encode() + b"\n")
                await process.stdin.drain()
                begun = True
                line = await process.stdout.readline()
            except ConnectionError:
                line = b""
            except ValueError:
                error = f"its answer takes more than {_LINE >> 20} MiB"
                self.settled.put_nowait(Done(place=place, run=None, exit=1, error=error))
                return None
            if not line.endswith(b"\n"):
                return self._lost(place)
            self.settled.put_nowait(Done.of(line))
        return None

    def _lost(self, place: int) -> None:
        """A worker has ended in the middle of a task."""
        if self._tries[place] < TRIES:
            self._left.appendleft(place)
            return
        self.settled.put_nowait(lost(place))


async def _end(process: asyncio.subprocess.Process) -> None:
    """Let a worker without a task close its browser, and end it if it takes too long."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(_CLOSE_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
