"""What a person sees while a chore runs."""

# pyright: reportPrivateUsage=false
# (the display is told to draw now, instead of waiting for its clock)

import io
import os
import pty
import re
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

import pytest
from rich.console import Console

from webdart import engine
from webdart.answer.outcome import Outcome
from webdart.answer.tally import Tally, lasting
from webdart.cli import progress
from webdart.cli.live_display import Living
from webdart.cli.progress import Plain, Question, shown
from webdart.runs.folder import Project, RunRecord
from webdart.trace import Event, EventKind


def event(kind: EventKind, text: str, seconds: float, **data: object) -> Event:
    return Event(kind=kind, text=text, stage=0, seconds=seconds, data=data)


EVENTS = (
    event("stage", "navigate shop [red]", 0.5),
    event("page", "/lamps", 1.0, rows=20),
    event("warning", "two currencies\x1b[2J", 1.5),
    event("page", "/lamps?page=2", 2.0, rows=1),
)


@pytest.fixture
def screen() -> Console:
    """A terminal of 80 columns whose output is kept."""
    return Console(file=io.StringIO(), force_terminal=True, width=80, color_system=None, legacy_windows=False)


def seen(screen: Console) -> str:
    """What was written, without the codes that move the cursor."""
    assert isinstance(screen.file, io.StringIO)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.file.getvalue())


def test_what_is_left_is_told_where_the_site_says_how_many_there_are():
    """By the pace of the stage so far; nothing where no total is known, all of it is read, or the stage is done."""
    tally = Tally(started=10.0)
    tally.note(event("page", "1", 12.0, rows=20, read=20, stated=1240))
    assert tally.counts == "1 page · 20 rows · 2.0 s · 20 of 1,240 read, 2 min left"
    tally.note(event("end", "products", 12.0))
    assert tally.counts == "1 page · 20 rows · 2.0 s"
    tally.note(event("page", "2", 13.0, rows=20, read=1240, stated=1240))
    assert tally.counts == "2 pages · 40 rows · 3.0 s"
    tally.note(event("page", "3", 14.0, rows=20, read=60, stated=None))
    assert tally.counts == "3 pages · 60 rows · 4.0 s"
    assert [lasting(seconds) for seconds in (41.4, 720.0, 12600.0)] == ["41 s", "12 min", "3.5 h"]


def test_a_stage_is_one_line_that_counts(screen: Console):
    """Title, pages, rows and time on one line; what was last said below it; markup in a title is text."""
    with Living(Question(), screen) as display:
        for one in EVENTS:
            display.listen(one)
        display._live.refresh()  # the clock of the display would do it within a tenth of a second
    last = seen(screen).split("warning:")[-1]
    assert re.search(r"navigate shop \[red\] +2 pages · 21 rows · 1\.5 s", last)
    assert "/lamps?page=2" in last


def test_a_quiet_display_says_what_a_person_must_see(capsys: pytest.CaptureFixture[str]):
    """Of all events the warning alone."""
    with shown(quiet=True) as display:
        for one in EVENTS:
            display.listen(one)
    assert capsys.readouterr().err == "    1.5s  [1] warning: two currencies\\x1b[2J\n"


def test_a_run_that_fails_before_its_first_stage_leaves_no_picture(screen: Console):
    """The failure comes out as it was: the display adds none of its own."""
    with pytest.raises(KeyError, match="early"), Living(Question(), screen):
        raise KeyError("early")
    assert seen(screen).strip() == ""


def test_what_is_loud_scrolls_by_once(screen: Console):
    """A warning stands above the stages, and can't command the terminal."""
    with Living(Question(), screen) as display:
        for one in EVENTS:
            display.listen(one)
    assert seen(screen).count("warning: two currencies\\x1b[2J") == 1


def test_a_stage_that_ended_is_ticked(screen: Console):
    """A tick when it ended, a dot when the run broke in it."""
    with Living(Question(), screen) as display:
        for one in (*EVENTS, event("end", "", 3.0), event("stage", "sql", 3.0)):
            display.listen(one)
    last = seen(screen).split("\n")[-3:]
    assert [line.strip()[:1] for line in last if line.strip()] == ["✓", "·"]


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[TextIO]:
    """A keyboard: what is written to it is what the person types."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "w") as keyboard, os.fdopen(theirs) as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        yield keyboard


@pytest.mark.parametrize(
    ("typed", "sent"), [("y\n", True), ("Yes\n", True), ("n\n", False), ("\n", False), ("yo\n", False)]
)
def test_a_question_shows_what_would_be_sent(
    typing: TextIO, capsys: pytest.CaptureFixture[str], *, typed: str, sent: bool
):
    """The request and the question stand on stderr; only a yes is a yes."""
    typing.write(typed)
    typing.flush()
    assert Question()("POST /orders/7/\x1b[2J status=Shipped") is sent
    said = capsys.readouterr()
    assert "POST /orders/7/\\x1b[2J status=Shipped\nSend it? [y/N]: " in said.err
    assert said.out == ""


def test_ctrl_c_ends_a_question(typing: TextIO, capsys: pytest.CaptureFixture[str]):
    """A question that is withdrawn is answered no, though nobody typed anything."""
    question = Question()
    with ThreadPoolExecutor(1) as thread:
        asked = thread.submit(question, "POST /x")
        question.withdraw()
        assert asked.result(10) is False


def test_the_stages_stand_still_while_a_question_is_asked(
    screen: Console, typing: TextIO, capsys: pytest.CaptureFixture[str]
):
    """The display stops for the answer and goes on after it."""
    typing.write("y\n")
    typing.flush()
    with Living(Question(), screen) as display:
        display.listen(EVENTS[0])
        assert display.ask is not None
        display._live.refresh()
        assert display.ask("POST /x") is True
        before = len(seen(screen))
        display.listen(EVENTS[1])
    assert "20 rows" in seen(screen)[before:]


def test_question_and_answer_stay_on_the_screen(typing: TextIO, monkeypatch: pytest.MonkeyPatch):
    """The stages leave before the question and come back below it: no frozen one above, nothing drawn over."""
    output = io.StringIO()
    monkeypatch.setattr("sys.stderr", output)
    console = Console(file=output, force_terminal=True, width=60, color_system=None, legacy_windows=False)
    typing.write("y\n")
    typing.flush()
    with Living(Question(), console) as display:
        for one in EVENTS:
            display.listen(one)
        display._live.refresh()
        assert display.ask is not None
        assert display.ask("POST /orders/7/\n    status = Shipped\n    note = sent") is True
        output.write("y\n")  # what the terminal echoes
        for one in EVENTS:
            display.listen(one)
        display._live.refresh()
    lines = on_screen(output.getvalue())
    assert lines[lines.index("POST /orders/7/") :][:4] == [
        "POST /orders/7/",
        "    status = Shipped",
        "    note = sent",
        "Send it? [y/N]: y",
    ]
    asked = lines.index("POST /orders/7/")
    assert not [line for line in lines[:asked] if "navigate" in line]
    assert [line for line in lines[asked:] if "navigate" in line]


def on_screen(written: str) -> list[str]:
    """The lines that a terminal shows after `written`: enough of its codes for what the display uses."""
    lines, row, column = [""], 0, 0
    for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.|\n", written):
        match part[-1], part[:2] == "\x1b[":
            case "A", True:
                row -= int(part[2:-1] or 1)
            case "K", True:
                lines[row] = "" if part[2:-1] == "2" else lines[row][:column]
            case _, True:
                pass
            case "\r", False:
                column = 0
            case "\n", False:
                row, column = row + 1, 0
                lines += [""] * (row + 1 - len(lines))
            case sign, _:
                lines[row] = lines[row].ljust(column)[:column] + sign + lines[row][column + 1 :]
                column += 1
    return [line.rstrip() for line in lines]


def test_a_long_walk_gives_a_sign_of_life(capsys: pytest.CaptureFixture[str]):
    """A plain display counts every tenth page."""
    display = Plain(Question())
    display.listen(EVENTS[0])
    for number in range(1, 26):
        display.listen(event("page", f"/lamps?page={number}", number, rows=20))
    assert [line.split("]")[1] for line in capsys.readouterr().err.splitlines()[1:]] == [
        " 10 pages · 200 rows · 9.5 s",
        " 20 pages · 400 rows · 19.5 s",
    ]


def test_a_display_gives_back_what_it_waits_by(capsys: pytest.CaptureFixture[str]):
    """`watch` shows one run after another for months: none leaves an open file behind."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(20):
        with shown(quiet=True) as display:
            display.listen(EVENTS[0])
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_nobody_is_asked_where_nobody_is(capsys: pytest.CaptureFixture[str]):
    """Without a terminal there is no question, and the display is plain lines."""
    with shown(verbose=False) as display:
        assert isinstance(display, Plain)
        assert display.ask is None


@pytest.mark.parametrize("words", [("run", "chore.yaml"), ("resume",), ("demo",)], ids=" ".join)
def test_the_display_is_up_while_the_engine_runs(
    cli: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
):
    """Every command that runs a chore shows it from its first event to its last."""
    record = RunRecord(id="", workflow="chore", file="chore.yaml", source="webdart: 1", sha256="", started="")
    Project(tmp_path).create(record, datetime(2026, 11, 21, tzinfo=UTC))
    (tmp_path / "chore.yaml").write_text("webdart: 1\nstages: [execute: {sql: SELECT 1}]\n")
    order: list[str] = []

    @contextmanager
    def recorded(*, verbose: bool, quiet: bool = False) -> Generator[Plain]:
        order.append("up")
        yield Plain(Question(), verbose=verbose, quiet=quiet)
        order.append("down")

    async def run(*_: Any, **__: Any) -> engine.Run:
        order.append("run")
        return engine.Run(result=Outcome(run="r", workflow="chore", exit=0), folder=Path())

    monkeypatch.setattr(progress, "shown", recorded)
    monkeypatch.setattr(engine, "run", run)
    monkeypatch.setattr(engine, "resume", run)
    assert cli(*words).code == 0
    assert order == ["up", "run", "down"]
