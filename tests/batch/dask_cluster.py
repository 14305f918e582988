"""A Dask cluster of real processes on loopback: a scheduler, and workers that come and go."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from distributed import Client

from tests.batch.long_listing import ready
from webdart.batch.cluster.side_workers import SideWorkers
from webdart.browser.port import Browser, Sessions
from webdart.plan.model import SitePlan

_LEASE = "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL"
_JOINED_SECONDS = 300  # a busy machine starts eight workers in half of it


@dataclass
class Cluster:
    """A scheduler and its workers, each a process; `far` is the folder in which a worker keeps its runs."""

    far: Path
    address: str = ""
    lease: str = "5 minutes"  # Dask's own: after which a worker that says nothing is given up
    processes: "dict[str, subprocess.Popen[bytes]]" = field(default_factory=dict[str, "subprocess.Popen[bytes]"])

    def scheduler(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.processes["scheduler"] = self._begun("dask_scheduler", "--host", "127.0.0.1", "--port", str(port))

    def worker(self, name: str) -> None:
        self.processes[name] = self._begun("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--name", name)

    def wait_for(self, workers: int) -> None:
        """Return once so many have joined."""
        with Client(self.address, timeout=_JOINED_SECONDS) as client:
            client.wait_for_workers(workers, timeout=_JOINED_SECONDS)  # pyright: ignore[reportUnknownMemberType]

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        os.kill(self.processes[name].pid, number)

    def end(self) -> None:
        workers = [process for name, process in self.processes.items() if name != "scheduler"]
        _end(workers)  # first: a worker that closes without its scheduler waits for it
        _end([self.processes["scheduler"]])

    def _begun(self, program: str, *words: str) -> "subprocess.Popen[bytes]":
        path = ":".join(place for place in sys.path if place)
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *words, "--no-dashboard"],
            cwd=self.far,
            env={**os.environ, "PYTHONPATH": path, "WEBDART_PROJECT": str(self.far), _LEASE: self.lease},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _end(processes: "Sequence[subprocess.Popen[bytes]]") -> None:
    """Ask processes to end, stopped ones too, and kill those that don't."""
    for process in processes:
        process.send_signal(signal.SIGCONT)
        process.terminate()
    for process in processes:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class AwaitedWorkers(SideWorkers):
    """Workers that are waited for, so that all of them take part."""

    async def tab(self, site: SitePlan, sessions: Sessions) -> Browser | None:
        await ready(self)
        return await super().tab(site, sessions)
