"""Statement after statement: from a pipe, and at a terminal with history, completion and a pager."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import pytest

from tests.cli.run_folders import begin, collect
from webdart.cli.line_editor import Completer
from webdart.runs.folder import RunFolder

UP, TAB, CTRL_D = "\x1b[A", "\t", "\x04"
PATIENCE = 300  # seconds; a busy machine starts Python slowly


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    """A run with three products."""
    folder = begin(tmp_path)
    collect(folder, Cone="4.00", Bow="2.50", Arc="9.75")
    return folder


class Terminal:
    """`webdart shell` at a terminal of 80 columns; `text` is all that it has shown."""

    def __init__(self, project: Path) -> None:
        self.here, there = pty.openpty()
        self.text = ""
        places = os.pathsep.join(place for place in sys.path if place)
        kept = {**os.environ, "PYTHONPATH": places, "TERM": "dumb", "PAGER": "cat", "COLUMNS": "80", "LINES": "24"}
        words = [sys.executable, "-m", "webdart", "shell", "--project", str(project)]
        self.process = subprocess.Popen(words, stdin=there, stdout=there, stderr=there, env=kept, close_fds=True)
        os.close(there)

    def type(self, words: str, until: str) -> str:
        """Type, and read on until a text is shown; what was shown from then on."""
        os.write(self.here, words.encode())
        return self.read(until)

    def read(self, until: str) -> str:
        began, ends = len(self.text), time.monotonic() + PATIENCE
        while until not in self.text[began:]:
            assert select.select([self.here], [], [], max(0, ends - time.monotonic()))[0], self.text
            self.text += os.read(self.here, 4096).decode()
        return self.text[began:]

    def end(self) -> int:
        os.write(self.here, CTRL_D.encode())
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.here)


def test_a_person_asks_completes_and_asks_again(run: RunFolder, tmp_path: Path):
    """Tab finds a table and a column; the next session knows the statement; a mistake ends nothing."""
    with Terminal(tmp_path) as shell:
        shell.read("sql> ")
        assert "pri" in shell.type(f"SELECT max(pri{TAB}", "price")
        assert "9.75" in shell.type(f") AS dearest FROM prod{TAB};\n", "sql> ")
        assert "products" in shell.type("SELECT nam FROM products;\n", "sql> ")
        assert "x" * 200 in shell.type("SELECT repeat('x', 200) AS wide;\n", "sql> ").replace("\r\n", "")
        assert shell.end() == 0
    with Terminal(tmp_path) as shell:
        shell.read("sql> ")
        shell.type(UP, "wide")
        shell.type(UP + UP, "dearest")
        assert "9.75" in shell.type("\n", "sql> ")
        assert shell.end() == 0
    assert (tmp_path / ".webdart" / "questions").stat().st_mode & 0o777 == 0o600


def test_statements_of_a_pipe(cli: Any, run: RunFolder, monkeypatch: pytest.MonkeyPatch):
    """Each is answered, in several lines or without its last semicolon; `.tables` tells what there is."""
    del run
    lines = iter([".tables", "SELECT name", "FROM products ORDER BY price;", "", "SELECT nam FROM products;", "FROM n"])

    def read(_: str = "") -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", read)
    said = cli("shell")
    assert said.out == "products (name, price)\nname\nBow\nCone\nArc\n"
    assert said.err.count("available: ") == 2


def test_what_is_completed():
    """Tables, columns of all, those of one behind its dot, words of SQL in capitals; unread tables complete nothing."""

    def possible(typed: str) -> list[str]:
        found = [complete(typed, place) for place in range(3)]
        return [one for one in found if one is not None]

    def unread() -> dict[str, list[str]]:
        raise OSError

    complete = Completer(lambda: {"products": ["name", "price"], "reviews": ["stars"]})
    assert possible("pr") == ["products", "price"]
    assert possible("reviews.") == ["reviews.stars"]
    assert "SELECT" in possible("sele")
    assert possible(".q") == [".quit"]
    complete = Completer(unread)
    assert possible("pr") == []
