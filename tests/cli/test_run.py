"""`webdart run` and `webdart resume`: what they hand to the engine, what they print, how they end."""

# pyright: reportUnknownMemberType=false
# (the stubs of pyarrow leave parts of `table` unknown)

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from webdart import engine
from webdart.answer.outcome import Outcome, TableOutcome, WriteOutcome
from webdart.answer.shape import compose
from webdart.cli.outcome_text import Telling
from webdart.errors import Refused, SourceLine, WorkflowError, WorkflowErrors
from webdart.plan import Inputs, build
from webdart.run_start import RunStart
from webdart.runs.folder import Project, RunFolder, RunRecord
from webdart.runs.request import RunRequest
from webdart.trace import Event, Listener
from webdart.values import replace
from webdart.workflow import loads
from webdart.workflow.model import Answer

WITHOUT_PAGES = "webdart: 1\nstages: [execute: {sql: SELECT 1}]\n"

ANSWERED = Outcome(
    run="20261121T0611-chore-3f2a",
    workflow="chore",
    exit=0,
    answer=compose(pa.table({"name": ["Lamp\x1b[2J", "Chair"]}), Answer(shape="list"), None),
    grade="full walk",
    tables=(TableOutcome(name="products", rows=2, stated=2, verdict="complete", reasons=("last page",)),),
    pages=3,
    pages_plain=3,
    seconds=1.25,
    report="report.html",
)

EVENTS = (
    Event(kind="stage", text="navigate shop", stage=0, seconds=0.1),
    Event(kind="page", text="/lamps", stage=0, seconds=0.5, data={"rows": 20}),
    Event(kind="page", text="/lamps?page=2", stage=0, seconds=0.8, data={"rows": 1}),
    Event(kind="warning", text="two currencies in price\x1b[2J", stage=0, seconds=0.9),
    Event(kind="end", text="navigate shop", stage=0, seconds=1.1),
)


@dataclass
class FakeEngine:
    """Stands where the engine stands: keeps what it was asked, tells its events, ends as it was told to."""

    ending: Outcome | BaseException = ANSWERED
    asked: list[Any] = field(default_factory=list[Any])

    async def run(self, request: Any, *, listeners: Sequence[Listener] = (), **rest: Any) -> engine.Run:
        """Note the request, tell the events, end."""
        self.asked.append((request, rest))
        for event in EVENTS:
            for listen in listeners:
                listen(event)
        if isinstance(self.ending, BaseException):
            raise self.ending
        return engine.Run(result=self.ending, folder=Path())

    async def resume(self, run_id: str | None, **rest: Any) -> engine.Run:
        """As `run`; the request is the run's id."""
        return await self.run(run_id, **rest)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeEngine:
    """The engine replaced by one that only listens; no file is read."""
    double, workflow = FakeEngine(), loads(WITHOUT_PAGES)
    plan = build(workflow, Inputs())

    def read(request: RunRequest) -> RunStart:
        return RunStart(request=request, workflow=workflow, plan=plan)

    monkeypatch.setattr(RunStart, "of", read)
    monkeypatch.setattr(engine, "run", double.run)
    monkeypatch.setattr(engine, "resume", double.resume)
    return double


def test_the_answer_goes_to_stdout_and_all_else_to_stderr(cli: Any, fake: FakeEngine):
    """Stdout has the answer's text and nothing else; a page's text can't command the terminal."""
    said = cli("run", "chore.yaml")
    assert (said.code, said.out) == (0, "Lamp\\x1b[2J\nChair\n")
    assert "products: 2 of 2 rows, complete (last page)" in said.err
    assert "full walk · 3 pages · 1.2 s · report: report.html" in said.err
    assert "\x1b" not in said.err


def test_progress_is_plain_lines_where_there_is_no_terminal(cli: Any, fake: FakeEngine):
    """A stage says when it begins and what it did; warnings stand alone; pages are only counted."""
    lines = cli("run", "chore.yaml").err.splitlines()
    assert lines[:3] == [
        "    0.1s  [1] navigate shop",
        "    0.9s  [1] warning: two currencies in price\\x1b[2J",
        "    1.1s  [1] done: 2 pages · 21 rows · 1.0 s",
    ]
    assert any("page: /lamps?page=2" in line for line in cli("run", "chore.yaml", "-v").err.splitlines())


def test_a_quiet_run_says_its_answer_and_what_is_not_as_it_should_be(cli: Any, fake: FakeEngine):
    """Of a run without doubts nothing but the warning stands on stderr."""
    said = cli("run", "chore.yaml", "-q")
    assert said.out == "Lamp\\x1b[2J\nChair\n"
    assert said.err.splitlines() == ["    0.9s  [1] warning: two currencies in price\\x1b[2J"]
    assert cli("run", "chore.yaml", "-q", "-v").code == 2


def test_a_saved_file_is_run_again_on_the_pages_of_the_first_run(
    cli: Any, fake: FakeEngine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The second run reads what the first one kept; Ctrl-C while it waits names no run to go on with."""
    chore = tmp_path / "chore.yaml"
    chore.write_text("webdart: 1\n")
    waits: list[float] = []

    async def edited(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) > 1:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()
        chore.write_text(f"webdart: 1  # {len(waits)}\n")

    monkeypatch.setattr(asyncio, "sleep", edited)
    said = cli("run", "--watch", "chore.yaml")
    assert said.code == 130
    assert [request.offline for request, _ in fake.asked] == [None, ANSWERED.run]
    assert said.out == "Lamp\\x1b[2J\nChair\n" * 2
    assert "resume" not in said.err


def test_json_prints_one_object(cli: Any, fake: FakeEngine):
    """The object of the contract, on stdout, alone."""
    said = cli("run", "chore.yaml", "--json")
    assert json.loads(said.out) == json.loads(ANSWERED.to_json())
    assert said.out.count("\n") == 1


def test_what_is_given_reaches_the_engine(cli: Any, fake: FakeEngine, tmp_path: Path):
    """Parameters, limits, consent and settings are handed on; the last of two parameters wins."""
    flags = ("--limit-pages", "3", "--dry-run", "--yes", "--slow", "300ms", "--headed", "--sandbox", "strict")
    assert cli("run", "chore.yaml", "-p", "n=4", "-p", "n=5", "-p", "text=a=b", *flags).code == 0
    ((request, rest),) = fake.asked
    assert request.params == {"n": "5", "text": "a=b"}
    assert (request.file, request.limit_pages, request.dry_run, request.yes) == ("chore.yaml", 3, True, True)
    assert (request.settings.slow, request.settings.headed, request.settings.sandbox) == (0.3, True, "strict")
    assert request.settings.project == tmp_path
    assert rest["ask_consent"] is None, "nobody is at a terminal here: the engine must not be able to ask"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-p", "n"), "'n' is not of the form name=value"),
        (("--limit-pages", "0"), "0 is not in the range"),
        (("--sandbox", "none"), "is no level of the sandbox"),
        (("--secrest", "x"), "Did you mean"),
    ],
)
def test_misuse_is_exit_2_before_anything_runs(cli: Any, fake: FakeEngine, words: tuple[str, ...], message: str):
    """A wrong option or value is named, and the engine is never asked."""
    said = cli("run", "chore.yaml", *words)
    assert (said.code, said.out, fake.asked) == (2, "", [])
    assert message in said.err
    told = cli("run", "chore.yaml", "--json", *words).object
    assert (told["run"], told["exit"], message in str(told["error"])) == (None, 2, True)


def test_every_exit_code_of_a_run_is_the_commands(cli: Any, fake: FakeEngine):
    """The run says how it ended; its answer is printed all the same, its error loudest."""
    for code in (0, 1, 3, 4, 5):
        fake.ending = replace(ANSWERED, exit=code, error=("because",) if code else None)
        said = cli("run", "chore.yaml")
        assert (said.code, said.out.count("\n")) == (code, 2)
        assert said.err.rstrip().endswith("because") == bool(code)


def test_writes_and_warnings_are_told(cli: Any, fake: FakeEngine):
    """What was sent, whether it was verified, and every warning stand on stderr."""
    writes = (WriteOutcome(request="POST /orders/7/", state="done", verified=True),)
    fake.ending = replace(ANSWERED, writes=writes, warnings=("ties across the limit",))
    said = cli("run", "chore.yaml")
    assert "POST /orders/7/: done, verified" in said.err
    assert "warning: ties across the limit" in said.err


def test_a_failure_is_told_before_the_report_is_written(capsys: pytest.CaptureFixture[str]):
    """A person waits for it; what then could not be written is told by itself."""
    write = WriteOutcome(request="POST /orders", state="done")
    failed = replace(ANSWERED, answer=None, exit=1, writes=(write, write), error=("no link 'Lamsp' on the page",))
    telling = Telling(as_json=False)
    telling.answered(failed)
    first = capsys.readouterr().err
    assert first.count("POST /orders: done") == 2
    assert first.endswith("no link 'Lamsp' on the page\n")
    telling.tell(replace(failed, warnings=("the report could not be written",)))
    assert capsys.readouterr().err == "warning: the report could not be written\n"


def test_a_bad_file_is_told_mistake_by_mistake(cli: Any, fake: FakeEngine):
    """Exit 2: the mistakes on stderr, or with --json the object with no run."""
    problems = tuple(WorkflowError(f"mistake {n}", at=SourceLine("chore.yaml", n, 1)) for n in (1, 2))
    fake.ending = WorkflowErrors(problems)
    said = cli("run", "chore.yaml")
    assert (said.code, said.out) == (2, "")
    assert "chore.yaml:1:1: mistake 1\nchore.yaml:2:1: mistake 2\n" in said.err
    told = cli("run", "chore.yaml", "--json").object
    assert (told["run"], told["workflow"], told["exit"]) == (None, "chore", 2)
    assert told["error"] == ["chore.yaml:1:1: mistake 1", "chore.yaml:2:1: mistake 2"]


def test_a_refusal_is_exit_4(cli: Any, fake: FakeEngine):
    """Policy has its own exit code and says what to do."""
    fake.ending = Refused("held: POST /orders/7/", hint='writes: ["POST /orders/*"]')
    said = cli("run", "chore.yaml")
    assert said.code == 4
    assert 'held: POST /orders/7/\n  writes: ["POST /orders/*"]\n' in said.err


def test_a_defect_is_one_sentence_with_a_place(cli: Any, fake: FakeEngine):
    """No traceback on the terminal: it lies in a file that the sentence names; --json has the object too."""
    fake.ending = ZeroDivisionError("oh")
    said = cli("run", "chore.yaml", "--json")
    assert (said.code, said.object["exit"], said.object["status"]) == (1, 1, "failed")
    sentence = said.err.splitlines()[-1]
    assert sentence.startswith("webdart itself failed, which is a defect: ZeroDivisionError: oh (traceback: ")
    file = Path(sentence.rpartition("traceback: ")[2].rstrip(")"))
    assert "ZeroDivisionError: oh" in file.read_text()
    file.unlink()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_stopped_run_cleans_up_and_says_how_to_go_on(
    cli: Any, fake: FakeEngine, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, code: int
):
    """Ctrl-C and SIGTERM cancel the work, which closes what it opened, and end with 130 and 143."""
    closed: list[bool] = []

    async def endless(request: Any, **_: Any) -> engine.Run:
        try:
            request.begun("20261121T0611-chore-3f2a")
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
            await asyncio.Event().wait()
        finally:
            closed.append(True)
        raise AssertionError

    monkeypatch.setattr(engine, "run", endless)
    said = cli("run", "chore.yaml", "--json")
    assert (said.code, closed) == (code, [True])
    assert "go on with: webdart resume" in said.err
    assert (said.object["exit"], said.object["run"]) == (code, "20261121T0611-chore-3f2a")


AT_IMPORT = """
import importlib.abc, os, runpy, signal, sys

class Interrupting(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == sys.argv[0]:
            os.kill(os.getpid(), signal.SIGINT)

module = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupting())
sys.argv[0] = module
sys.argv[1:] = ["run", "chore.yaml"]
import webdart.__main__
webdart.__main__.main()
"""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("module", ["click", "webdart.cli.run", "webdart.engine", "playwright.async_api"])
def test_ctrl_c_while_it_is_still_starting(module: str, tmp_path: Path):
    """Whatever is being imported at that instant: exit 130, never a traceback, never a death by the signal itself."""
    (tmp_path / "chore.yaml").write_text(
        "webdart: 1\nsites: {s: 'http://127.0.0.1:1'}\nstages: [navigate: {}, extract: {into: t, fields: {n: text}}]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", AT_IMPORT, module],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr


ONCE_MORE = """
import os, signal, sys
import webdart.cli.main as command_line

def said(*_):
    os.kill(os.getpid(), signal.SIGINT)

command_line._say = said
command_line.cli = type("C", (), {"main": staticmethod(lambda *_, **__: os.kill(os.getpid(), signal.SIGINT))})
import webdart.__main__
webdart.__main__.main()
"""


def test_ctrl_c_once_more_while_it_says_that_it_was_interrupted(program: Callable[..., Any]):
    """The second one changes nothing: exit 130, no traceback."""
    done = program(ONCE_MORE)
    assert (done.returncode, done.stderr) == (130, "")


def test_resume_says_which_run_it_takes(cli: Any, fake: FakeEngine, tmp_path: Path):
    """Named or the latest interrupted one: its id reaches the engine, and a person reads which it is."""
    failed, killed = begun(tmp_path, "top"), begun(tmp_path, "list")
    failed.end("failed", 1, datetime(2026, 11, 21, 6, 20, tzinfo=UTC))
    said = cli("resume")
    assert said.out == "Lamp\\x1b[2J\nChair\n"
    assert f"resuming {killed.id}: list, began 2026-11-21 06:11:30 UTC, was interrupted\n" in said.err
    said = cli("resume", failed.id[:22], "--json")
    assert f"{failed.id}: top, began 2026-11-21 06:11:30 UTC, ended: failed at 2026-11-21 06:20:00\n" in said.err
    assert said.object["exit"] == 0
    assert [run for run, _ in fake.asked] == [killed.id, failed.id]


def test_a_run_that_failed_is_not_resumed_unless_it_is_named(cli: Any, fake: FakeEngine, tmp_path: Path):
    """Exit 2, and the ids that can be named."""
    failed = begun(tmp_path, "top")
    failed.end("failed", 1, datetime(2026, 11, 21, tzinfo=UTC))
    said = cli("resume")
    assert (said.code, fake.asked) == (2, [])
    assert f"webdart resume RUN, of {failed.id} (failed)" in said.err


def begun(root: Path, workflow: str) -> RunFolder:
    """The folder of a run that began and has not ended."""
    record = RunRecord(id="", workflow=workflow, file="chore.yaml", source="webdart: 1", sha256="", started="")
    return Project(root).create(record, datetime(2026, 11, 21, 6, 11, 30, tzinfo=UTC))


def test_a_closed_pipe_is_no_traceback(program: Callable[..., Any]):
    """`webdart --help | head -0` ends quietly."""
    code = (
        "import os, sys; os.close(1); r, w = os.pipe(); os.close(r); os.dup2(w, 1); sys.argv = ['webdart', '--help'];"
    )
    done = program(code + "from webdart.cli.main import main; main()")
    assert "Traceback" not in done.stderr


def test_the_browser_starts_before_the_engine_is_loaded(program: Callable[..., subprocess.CompletedProcess[str]]):
    """What starts it needs neither the engine, nor what reads pages, nor the libraries of tables."""
    late = ("webdart.engine", "webdart.navigate", "webdart.records", "webdart.extract", "pyarrow", "duckdb")
    code = f"import sys, webdart.cli.run, webdart.cli.shown_run; print([one for one in {late} if one in sys.modules])"
    done = program(code)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr
