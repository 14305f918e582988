"""Further browsers for one run, each with a process of this machine."""

import asyncio
import sys
from contextlib import suppress

from webdart.batch.page_server import told_of
from webdart.batch.side_browsers import SILENT_SECONDS, FarBrowsers
from webdart.settings import Settings

_LINE = 1 << 26
"""Bytes of one page; a larger one is loaded by the run itself."""

_CLOSE_SECONDS = 10.0
"""In which a process ends that has nothing to do: its browser has five to close, and as many for its driver."""


class SideProcesses(FarBrowsers):
    """Processes with a browser each."""

    def __init__(self, size: int, settings: Settings, *, silent: float = SILENT_SECONDS) -> None:
        super().__init__(size, told_of(settings), ProcessLine.begun, silent)


class ProcessLine:
    """The standard streams of a process; implements `Line`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def begun(cls) -> "ProcessLine":
        """The line to a new process."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "webdart.batch.page_server",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
                start_new_session=True,  # a terminal's Ctrl-C comes to us, who end it in order
            )
        )

    async def send(self, text: str) -> None:
        """See `Line.send`."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())
        await self.process.stdin.drain()

    async def read(self) -> str:
        """See `Line.read`; one that was cut short is none."""
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        return line.decode() if line.endswith(b"\n") else ""

    def cut(self) -> None:
        """See `Line.cut`."""
        with suppress(ProcessLookupError):
            self.process.kill()

    async def end(self) -> None:
        """See `Line.end`; end the process if it takes too long."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        with suppress(ProcessLookupError):
            self.process.terminate()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self.process.wait()
        except (TimeoutError, asyncio.CancelledError) as late:
            self.cut()
            await self.process.wait()
            if isinstance(late, asyncio.CancelledError):
                raise
