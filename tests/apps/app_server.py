"""How are other people's applications served to a test? As processes of their own, on loopback, with their own database."""

import json
import re
import sqlite3
import subprocess
import threading
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue

SqlValue = str | int | float | bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A request with an unsafe method, as the application received it; `fields` without its CSRF token.

    `encodings` are those that its sender reads: a browser's have Brotli among them, our client's have not.
    """

    method: str
    path: str
    fields: dict[str, str]
    encodings: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """An application that is served: its address, who may log in, its own database, what it was asked to change."""

    url: str
    database: Path
    received: Path
    user: str = ""
    password: str = ""

    def sql(self, query: str, *parameters: SqlValue) -> list[tuple[SqlValue, ...]]:
        """The rows of the application's own database, as they are now."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as connection:
            return connection.execute(query, parameters).fetchall()

    def writes(self) -> tuple[Write, ...]:
        """Every request with an unsafe method so far."""
        lines = self.received.read_text(encoding="utf-8").splitlines()
        return tuple(Write(**json.loads(line)) for line in lines)

    def nothing_by_itself(self) -> None:
        """What has to hold when all is over.

        Raises:
            AssertionError: a browser wrote to it without having been let.
        """
        own = [f"{write.method} {write.path}" for write in self.writes() if "br" in write.encodings.split(", ")]
        assert not own, f"these left the browser without having been released: {own}"


@contextmanager
def process(command: Sequence[str], *, cwd: Path) -> Generator[str]:
    """Run a server until the block ends; gives the address that it prints.

    Raises:
        AssertionError: it ended, or printed none for three minutes; with what it printed.
    """
    running = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert running.stdout is not None
    output = running.stdout
    printed: list[str] = []
    found: Queue[str | None] = Queue()

    def read() -> None:
        for line in output:
            printed.append(line)
            address = re.search(r"http://127\.0\.0\.1:\d+(?:/[\w/]*\b)?", line)
            if address:
                found.put(address[0] + "/")
        found.put(None)

    reader = threading.Thread(target=read, name="server output", daemon=True)
    reader.start()
    try:
        address = found.get(timeout=180)
        assert address is not None, "".join(printed)
        yield address
    finally:
        running.terminate()
        running.wait(timeout=20)
        reader.join(timeout=20)
        output.close()
