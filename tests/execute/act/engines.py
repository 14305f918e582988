"""How is the command line started hundreds of times without importing it hundreds of times?

A process that has imported everything and done nothing forks one child a command. The child is what `python -m webdart`
would be from there on: an environment, files and an exit code of its own, and nobody's memory to die with.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from multiprocessing.forkserver import ensure_running, set_forkserver_preload
from pathlib import Path

from webdart.cli.main import main

READY = [
    *("webdart.cli.main", "webdart.engine", "webdart.api", "webdart.answer.report"),
    *("duckdb", "pyarrow", "playwright.async_api", "jinja2", "rich.console", "tests.execute.act.engines"),
]
DEADLINE = 300.0


@dataclass(frozen=True, slots=True)
class Command:
    """A command under way; what it prints is in its two files."""

    process: ForkServerProcess
    out: Path
    err: Path

    @property
    def pid(self) -> int:
        """The process, to look below it or to end it."""
        assert self.process.pid is not None
        return self.process.pid

    def over_within(self, seconds: float) -> bool:
        """Whether it has ended by then."""
        self.process.join(seconds)
        return self.process.exitcode is not None

    def wait(self) -> int:
        """Its exit code, the signal's number below zero where one ended it.

        Raises:
            AssertionError: it has not ended in five minutes; with what it printed.
        """
        if not self.over_within(DEADLINE):
            self.process.kill()
            raise AssertionError(f"did not end: {self.out.read_text()}{self.err.read_text()}")
        assert self.process.exitcode is not None
        return self.process.exitcode


def start(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Command:
    """`webdart WORDS…` as a process of its own, with more in its environment; it prints to files in `folder`."""
    context = get_context("forkserver")
    set_forkserver_preload(READY)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(place for place in sys.path if place)
    try:
        ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    number = len(list(folder.glob("out.*")))
    out, err = folder / f"out.{number}", folder / f"err.{number}"
    process = context.Process(target=run, args=(tuple(words), dict(environment), str(out), str(err)))
    process.start()
    return Command(process, out, err)


def run(words: Sequence[str], environment: Mapping[str, str], out: str, err: str) -> None:
    """In the child: the command line, from its words to its exit code."""
    for path, stream in ((out, 1), (err, 2)):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, stream)
        os.close(handle)
    os.environ.update(environment)
    main(list(words))


def browser_of(process: int) -> int:
    """The browser below a process; 0 where there is none yet."""
    below = [process]
    for parent in below:
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        except OSError:
            continue
        for child in map(int, children):
            name = Path(f"/proc/{child}/comm").read_text().strip()
            if "chrom" in name:
                return child
            below.append(child)
    return 0
