"""What the manual shows is what happens: its chores run on the bundled site and print what stands there."""

import ast
import asyncio
import contextlib
import inspect
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from webdart.cli.main import main
from webdart.demo import DemoSite

ROOT = Path(__file__).parents[2]
SHOWN = "http://127.0.0.1:8765/"
"""The address that the manual serves the bundled site at."""

_BLOCK = re.compile(
    r'(?:^<!-- exit: (?P<exit>\w+) -->\n)?^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<body>.*?)^```',
    re.MULTILINE | re.DOTALL,
)

pytestmark = pytest.mark.browser


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page; `exit` is how its commands end."""

    language: str
    title: str | None
    body: str
    exit: str

    def commands(self) -> Iterator[tuple[str, list[str]]]:
        """Each command with the lines that are shown below it."""
        command, shown = "", list[str]()
        for line in self.body.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, shown
                command, shown = line[2:], []
            else:
                shown.append(line)
        if command:
            yield command, shown


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["language"], found["title"], found["body"], found["exit"] or "0") for found in _BLOCK.finditer(text)
    ]


PAGES = [
    page
    for page in (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))
    if any(block.language == "console" for block in blocks_of(page))
]


class Terminal:
    """A folder with the files of a page, and an environment that `export` adds to.

    `here`: its commands run in this process, which saves what a start of Python takes.
    """

    def __init__(self, folder: Path, site: DemoSite, *, here: bool) -> None:
        self._folder = folder
        self._site = site
        self._here = here
        self._environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "sandbox"))),
            "NODE_COMPILE_CACHE": os.environ.get("NODE_COMPILE_CACHE", str(folder / "node")),
            "COLUMNS": "200",
        }
        (folder / ".webdart").mkdir()

    def save(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text.replace(SHOWN, self._site.url), encoding="utf-8")

    def run(self, command: str) -> tuple[int, str, str]:
        """The exit code, what was printed on stdout, and all that was printed."""
        words = shlex.split(command.replace(SHOWN, self._site.url), comments=True)
        if words[0] == "make":  # of the checkout, which has been set up
            return 0, "", ""
        if words[0] == "export":
            self._environment.update({word.partition("=")[0]: word.partition("=")[2] for word in words[1:]})
            return 0, "", ""
        assert words[0] == "webdart", f"a console block runs webdart, export and make only: {command}"
        code, out, err = self._said(words[1:]) if self._here else self._told(words)
        out = out.replace(self._site.url, SHOWN)
        return code, out, out + err.replace(self._site.url, SHOWN)

    def _told(self, words: list[str]) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def _said(self, words: list[str]) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self._folder)
            for name in {*os.environ} - {*self._environment}:
                patch.delenv(name)
            for name, value in self._environment.items():
                patch.setenv(name, value)
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as left:
                main(words)
        assert isinstance(left.value.code, int)
        return left.value.code, out.getvalue(), err.getvalue()


def agrees(shown: list[str], out: str, everything: str) -> bool:
    """Whether the shown lines are stdout; or, for what is printed on stderr, are all among the lines.

    A line `…` stands for any lines.
    """
    pattern = "".join("(?s:.*)" if line.strip() == "…" else re.escape(line.rstrip()) + r" *\n" for line in shown)
    if re.fullmatch(pattern, out):
        return True
    return not out.strip() and {line.rstrip() for line in shown} - {"…"} <= {
        line.rstrip() for line in everything.splitlines()
    }


GATE = {"README.md", "docs/tutorial.md"}
"""What a newcomer reads first; the others are for the proof, by processes of their own."""

HERE = {ROOT / name for name in GATE}


def marked(page: Path) -> Any:
    """A page as a case, named by its path."""
    name = page.relative_to(ROOT).as_posix()
    return pytest.param(page, id=name, marks=[] if name in GATE else [pytest.mark.proof])


@pytest.mark.parametrize("page", [marked(page) for page in PAGES])
def test_the_chores_of_a_page(page: Path, fresh_site: DemoSite, tmp_path: Path) -> None:
    """Its files are written, its commands run in their order, and what they print is compared with what is shown."""
    terminal = Terminal(tmp_path, fresh_site, here=page in HERE)
    for block in blocks_of(page):
        if block.language in {"yaml", "toml"} and block.title is not None:
            terminal.save(block.title, block.body)
        if block.language != "console":
            continue
        for command, shown in block.commands():
            code, out, everything = terminal.run(command)
            assert block.exit in {str(code), "any"}, f"$ {command}\n{everything}"
            assert not shown or agrees(shown, out, everything), f"$ {command}\n{everything}"


PYTHON = [page for page in sorted(ROOT.glob("docs/**/*.md")) if any(b.language == "python" for b in blocks_of(page))]


@pytest.mark.proof
@pytest.mark.parametrize("page", PYTHON, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_python_of_a_page(page: Path, demo_site: DemoSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its blocks run one after another in one namespace, as in a notebook."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".webdart").mkdir()
    names: dict[str, Any] = {}
    for block in blocks_of(page):
        if block.language == "python":
            source = block.body.replace(SHOWN, demo_site.url)
            code = compile(source, str(page), "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            result = eval(code, names)
            if inspect.iscoroutine(result):
                asyncio.run(result)
    assert names
