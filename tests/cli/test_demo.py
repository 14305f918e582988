"""`webdart demo`: the chore is handed the address of a site that is really there."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` unknown)

import asyncio
import io
import json
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import click
import pyarrow as pa
import pytest

from webdart import demo, engine
from webdart.answer.outcome import Outcome
from webdart.answer.shape import compose
from webdart.cli import outcome_text as ending
from webdart.workflow.model import Answer


def status_of(url: str) -> int:
    """What a plain request is answered."""
    with urllib.request.urlopen(url) as page:
        return page.status


def test_the_chore_runs_on_the_site_that_is_served(cli: Any, monkeypatch: pytest.MonkeyPatch):
    """While the chore runs the site answers; afterwards answer, table and report's place are told."""
    seen: list[str] = []

    async def run(request: engine.RunRequest, **_: Any) -> engine.Run:
        url = request.environment["SHOP_URL"]
        seen.extend((request.file, url))
        assert await asyncio.to_thread(status_of, f"{url}shop/") == 200
        rows = pa.table({"name": ["Lamp"], "reviews": [12]})
        answer = compose(rows, Answer(format="{name} ({reviews})"), None)
        return engine.Run(
            result=Outcome(run="r", workflow="top-reviewed", exit=0, answer=answer, report="x/report.html"),
            folder=Path(),
        )

    monkeypatch.setattr(engine, "run", run)
    said = cli("demo")
    assert (said.code, said.out) == (0, "Lamp (12)\n")
    assert "name  reviews\nLamp       12\n" in said.err
    assert "report: x/report.html" in said.err
    assert seen[0] == "demo/top-reviewed"
    with pytest.raises(OSError, match="refused"):
        status_of(seen[1])


EXPECTED = """
    SELECT name || ' (' || reviews || ')' FROM products
    WHERE department = 'Electronics' AND category = 'Home Audio' AND price BETWEEN 1000 AND 9999
    ORDER BY reviews DESC, name LIMIT 3
"""


@pytest.mark.browser
def test_the_demo_answers_what_its_own_data_says(cli: Any, tmp_path: Path):
    """A real browser on the real site: the answer that SQL over the site's rows gives, complete, with a report."""
    with demo.serve() as site:
        expected = "".join(f"{line}\n" for (line,) in site.rows(EXPECTED))
    said = cli("demo")
    assert (said.code, said.out) == (0, expected)
    assert "of 780 rows, complete (stopped on a verified order)" in said.err
    report = Path(cli("report").out.strip())
    assert report.is_relative_to(tmp_path)
    assert "rows of 780 stated" in " ".join(re.sub("<[^>]*>", " ", report.read_text()).split())
    assert 3 <= json.loads(cli("query", "SELECT count(*) AS n FROM products", "--json").out)[0]["n"] < 780


def test_the_readme_shows_what_the_demo_answers():
    """The output on the first screen is the real one."""
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text()
    with demo.serve() as site:
        lines = [str(line) for (line,) in site.rows(EXPECTED)]
    assert "$ webdart run top.yaml\n" + "\n".join(lines) in readme


@pytest.mark.proof
def test_the_site_can_be_served_alone(tmp_path: Path):
    """`--serve` prints the address, answers there, and ends on Ctrl-C without a word of complaint."""
    path = ":".join(place for place in sys.path if place)
    server = subprocess.Popen(
        [sys.executable, "-u", "-m", "webdart", "demo", "--serve"],
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": path, "HOME": str(tmp_path)},
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = server.stdout.readline().strip()
        assert status_of(url) == 200
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 0
        assert "Traceback" not in server.stderr.read()


def test_a_taken_port_is_misuse(cli: Any):
    """Exit 2 with the port and what to do, for the chore and for serving alone."""
    with demo.serve() as site:
        port = site.url.rstrip("/").rpartition(":")[2]
        for words in ((), ("--serve",)):
            said = cli("demo", *words, "--port", port)
            assert (said.code, said.out) == (2, "")
            assert (
                said.err
                == f"port {port} can't be used: Address already in use\n  --port 0 takes a free one, or name another\n"
            )


ROWS = pa.table({"name": ["Lamp"], "reviews": [12]})


@pytest.mark.parametrize(
    ("format", "expected"),
    [("{name} ({reviews})", {"12": 1, "Lamp": 1}), ("the best: {name}", {"12": 1, "Lamp": 2})],
    ids=["the text says all", "the text says less"],
)
def test_on_a_terminal_the_answer_stands_once(format: str, expected: dict[str, int]):  # noqa: A002
    """Where stdout and stderr are one screen, the text is printed too only if the table says more."""
    said = Terminal()
    outcome = Outcome(run="r", workflow="w", exit=0, answer=compose(ROWS, Answer(format=format), None))
    with pytest.MonkeyPatch.context() as patch, click.Context(click.Command("demo")):
        patch.setattr("sys.stdout", said)
        patch.setattr("sys.stderr", said)
        with pytest.raises(click.exceptions.Exit):
            ending.Telling(as_json=False, with_table=True).end(outcome)
    assert {word: said.getvalue().count(word) for word in expected} == expected


class Terminal(io.StringIO):
    """A screen."""

    def isatty(self) -> bool:
        """It is one."""
        return True
