"""Shares the inputs of a batch out to worker processes, and takes down what becomes of each.

A worker that ends in the middle of a task costs that task's pages: the input is given to another one. An input that
has ended several workers is told as failed.
"""

import asyncio
import json
import sys
from collections import Counter, deque
from collections.abc import Callable

from webdart.batch.folder import BatchFolder, Done, unsettled
from webdart.batch.inputs import Inputs
from webdart.table.cell_json import write

TRIES = 3
"""Workers that an input may end before it is told as failed."""

_LINE = 1 << 26
"""Bytes of one end, its answer's rows in it."""

_CLOSE_SECONDS = 10.0


class Pool:
    """The workers of a batch. `heard` is told of every end."""

    def __init__(self, folder: BatchFolder, heard: Callable[[Done], None]) -> None:
        self._folder = folder
        self._heard = heard
        self._inputs: Inputs = folder.inputs()
        self._shared = write({**folder.record(), "turns": str(folder.turns)})
        self._left: deque[int] = deque()
        self._tries: Counter[int] = Counter()

    async def run(self, jobs: int) -> None:
        """Run every input that has no answer yet, `jobs` at a time.

        Raises:
            StoreError: what became of one can't be kept.
        """
        self._folder.mend()
        self._left.extend(unsettled(self._inputs, self._folder.done()))
        async with asyncio.TaskGroup() as group:
            for _ in range(min(jobs, len(self._left))):
                group.create_task(self._work())

    async def _work(self) -> None:
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
            task = json.dumps({"place": place, "params": self._inputs.given(place)})
            try:
                process.stdin.write((task if begun else f"{self._shared}\n{task}").encode() + b"\n")
                await process.stdin.drain()
                begun = True
                line = await process.stdout.readline()
            except ConnectionError:
                line = b""
            except ValueError:
                self._settle(Done(place=place, run=None, exit=1, error=f"its answer takes more than {_LINE >> 20} MiB"))
                return None
            if not line.endswith(b"\n"):
                return self._lost(place)
            self._settle(Done.of(line))
        return None

    def _lost(self, place: int) -> None:
        """A worker has ended in the middle of a task."""
        if self._tries[place] < TRIES:
            self._left.appendleft(place)
            return
        self._settle(Done(place=place, run=None, exit=1, error=f"{TRIES} processes ended while they ran it"))

    def _settle(self, done: Done) -> None:
        self._folder.note(done)
        self._heard(done)


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
