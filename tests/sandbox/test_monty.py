"""Monty, the other engine for scripts: what runs, what it refuses, and that nothing gets out."""

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest

from webdart_sandbox import (
    Exceeded,
    Failed,
    Forbidden,
    Limits,
    MontyScripts,
    Sandbox,
    ScriptJob,
    ScriptResult,
    SqlJob,
)

PROGRAMS = Path(__file__).parent / "payloads" / "programs.txt"
ROWS = pa.Table.from_pylist(
    [{"name": "Lamp", "n": 3, "price": Decimal("19.99")}, {"name": "Chair", "n": 1, "price": None}]
)
NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
DEFAULT = Limits()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


@pytest.fixture(scope="module")
def monty(sandbox: Sandbox) -> Iterator[MontyScripts]:
    def query(job: SqlJob) -> pa.Table:
        return sandbox.start(job).result()

    made = MontyScripts(query)
    yield made
    made.close()


def run(monty: MontyScripts, source: str, limits: Limits = DEFAULT, first_line: int = 1) -> ScriptResult:
    job = ScriptJob(
        source=source,
        tables={"products": ROWS},
        parameters={"least": 2},
        limits=limits,
        first_line=first_line,
        now=NOW,
    )
    return monty.start(job).result()


def test_a_script_answers_from_tables_sql_and_params(monty: MontyScripts):
    """The same names as in the other engine, typed values, prints, and one present."""
    found = run(
        monty,
        """
from datetime import date, datetime
rows = sql("SELECT name, current_date AS today FROM products WHERE n >= $least AND n <= $most", most=9)
print("rows:", len(tables["products"]))
total = sum(row["price"] or 0 for row in tables["products"])
answer = {"names": [row["name"] for row in rows], "total": total, "days": [rows[0]["today"], date.today()], "now": datetime.now()}
""",
    )
    today = NOW.date()
    now = NOW.replace(tzinfo=None)
    assert found.answer == {"names": ["Lamp"], "total": Decimal("19.99"), "days": [today, today], "now": now}
    assert found.printed == "rows: 2\n"


def test_an_error_has_the_line_that_people_know(monty: MontyScripts):
    """The line counts from where the script begins; what was printed comes along."""
    with pytest.raises(Failed, match=r"line 12: ZeroDivisionError: division by zero\n  answer = 1 / 0") as caught:
        run(monty, "print('so far')\nx = 1\nanswer = 1 / 0", first_line=10)
    assert caught.value.printed == "so far\n"
    with pytest.raises(Failed, match="sets no `answer`"):
        run(monty, "x = 1")
    with pytest.raises(Failed, match="prize"):
        run(monty, "answer = sql('SELECT prize FROM products')")


@pytest.mark.parametrize(
    "source", ["import statistics", "class A(dict):\n    pass", "def f():\n    yield 1", "x = {1: 2}\ndel x[1]"]
)
def test_what_it_can_not_run_is_said_with_the_other_engine(monty: MontyScripts, source: str):
    """Honest about its limits: the line, and the engine that runs it."""
    with pytest.raises(Forbidden, match="engine monty can't run this") as caught:
        run(monty, source + "\nanswer = 1")
    assert "restricted" in caught.value.hint


@pytest.mark.parametrize(
    ("limit", "source", "limits"),
    [
        ("seconds", "while True:\n    pass", Limits(seconds=0.5)),
        ("cpu_seconds", "while True:\n    pass", Limits(seconds=20, cpu_seconds=1)),
        ("memory_mb", "answer = [0] * 10 ** 9", Limits(memory_mb=64)),
        ("memory_mb", "x = 'x'\nwhile True:\n    x += x", Limits(memory_mb=64)),
        ("output_mb", "answer = 'x' * 2_000_000", Limits(output_mb=1)),
        ("rows", "answer = [[n] for n in range(11)]", Limits(rows=10)),
    ],
)
def test_a_passed_limit_is_named(monty: MontyScripts, limit: str, source: str, limits: Limits):
    """As in the other engine."""
    with pytest.raises(Exceeded) as caught:
        run(monty, source, limits)
    assert caught.value.limit == limit


def test_a_killed_script_ends_and_the_next_one_runs(monty: MontyScripts):
    """`kill` from another thread ends the worker; another serves the next script."""
    running = monty.start(ScriptJob(source="while True:\n    pass", tables={}))
    threading.Timer(0.2, running.kill).start()
    begun = time.monotonic()
    with pytest.raises(Failed, match="without a result"):
        running.result()
    assert time.monotonic() - begun < 10
    assert run(monty, "answer = 1").answer == 1


def test_one_script_leaves_nothing_to_the_next(monty: MontyScripts):
    """Each has a worker of its own, and the same chance."""
    first = run(monty, "import random\nleft = 1\nanswer = random.random()").answer
    second = run(monty, "import random\nanswer = random.random()").answer
    assert first == second
    with pytest.raises(Failed, match="left"):
        run(monty, "answer = left")


def test_hostile_scripts_achieve_nothing(monty: MontyScripts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A slice of the corpus: the secret in a file and in the environment stays unseen, and the path unwritten."""
    (tmp_path / "secret").write_text("the canary sings")
    monkeypatch.setenv("WEBDART_CANARY", "the canary sings")
    parts = PROGRAMS.read_text("utf-8").split("=== ")[1:]
    for part in parts[::6]:
        source = part.partition("\n")[2].replace("@FILE@", str(tmp_path / "secret"))
        source = source.replace("@OUT@", str(tmp_path / "out"))
        try:
            told = repr(run(monty, source, Limits(seconds=0.3, memory_mb=64, output_mb=1)))
        except (Failed, Forbidden, Exceeded) as error:
            told = str(error)
        assert "canary" not in told
    assert [each.name for each in tmp_path.iterdir()] == ["secret"]
