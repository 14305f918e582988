"""The host: jobs side by side, deadlines, a helper that dies, and answers that lie."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import pyarrow as pa
import pytest

import webdart_sandbox
from webdart_sandbox import Exceeded, Failed, Limits, Sandbox, ScriptJob, ScriptResult, SqlJob, Unavailable
from webdart_sandbox.arrow_check import read_checked

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox()
    yield made
    made.close()


def numbers(rows: int) -> pa.Table:
    return pa.Table.from_pylist([{"n": n} for n in range(rows)])


def ended(pid: int) -> bool:
    """Whether a process is gone, or waits to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def children(of: int | None = None) -> set[int]:
    """The processes that are children of this one, or of another."""
    above = os.getpid() if of is None else of
    found: set[int] = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        found |= {int(status.parent.name)} if parent == above else set()
    return found


def test_jobs_run_side_by_side_and_share_nothing(sandbox: Sandbox):
    """Eight scripts at once, from eight threads: each sees its own parameters only."""
    jobs = [
        ScriptJob(source="import math\nanswer = [params['n'], 'seen' in params]", tables={}, parameters={"n": n})
        for n in range(8)
    ]

    def run(job: ScriptJob) -> ScriptResult:
        return sandbox.start(job).result()

    with ThreadPoolExecutor(8) as pool:
        answers = [result.answer for result in pool.map(run, jobs)]
    assert answers == [[n, False] for n in range(8)]


def test_no_state_passes_from_one_job_to_the_next(sandbox: Sandbox):
    """A job that seeds chance, changes the decimal context and caches leaves nothing behind."""
    first = "import random, decimal\nrandom.seed(9)\ndecimal.getcontext().prec = 2\nanswer = 1"
    second = "import random, decimal\nanswer = [random.random(), decimal.getcontext().prec]"
    before = sandbox.start(ScriptJob(source=second, tables={})).result().answer
    sandbox.start(ScriptJob(source=first, tables={})).result()
    assert sandbox.start(ScriptJob(source=second, tables={})).result().answer == before


@pytest.mark.parametrize(
    "source", ["while True: pass", "x = 10 ** (10 ** 10)", "import re\nre.match('(a+)+$', 'a' * 99 + 'b')"]
)
def test_the_deadline_holds_within_half_a_second(sandbox: Sandbox, source: str):
    """A script that never returns to the interpreter is ended in time."""
    sandbox.start(ScriptJob(source="answer = 1", tables={})).result()
    begun = time.monotonic()
    with pytest.raises(Exceeded, match=r"0\.5 seconds"):
        sandbox.start(ScriptJob(source=source, tables={}, limits=Limits(seconds=0.5))).result()
    assert time.monotonic() - begun < 1.0


def test_memory_stays_within_a_quarter_of_its_limit(sandbox: Sandbox):
    """How much a script can really hold is its limit, give or take 25%."""
    source = """
held = []
size = 0
try:
    while True:
        held.append(bytearray(1024 * 1024))
        size += 1
except MemoryError:
    held.clear()
answer = size
"""
    limits = Limits(memory_mb=200)
    held = sandbox.start(ScriptJob(source=source, tables={}, limits=limits)).result().answer
    assert isinstance(held, int)
    assert 150 <= held <= 250


def test_a_killed_job_says_so_and_the_next_one_runs(sandbox: Sandbox):
    """`kill` from another thread ends a job at once."""
    running = sandbox.start(ScriptJob(source="while True: pass", tables={}))
    threading.Timer(0.1, running.kill).start()
    begun = time.monotonic()
    with pytest.raises(Failed, match="SIGKILL"):
        running.result()
    assert time.monotonic() - begun < 5
    assert sandbox.start(ScriptJob(source="answer = 2", tables={})).result().answer == 2


def test_a_helper_that_dies_is_started_again():
    """The job in its hands fails with a sentence; the next one gets a new helper."""
    sandbox = Sandbox()
    before = children()
    running = sandbox.start(ScriptJob(source="while True: pass", tables={}))
    (helper,) = children() - before
    os.kill(helper, signal.SIGKILL)
    with pytest.raises(Unavailable):
        running.result()
    assert sandbox.start(ScriptJob(source="answer = 3", tables={})).result().answer == 3
    sandbox.close()
    assert children() == before


def test_a_helper_that_died_between_two_jobs_is_replaced_unseen():
    """Nobody's job fails because the helper was ended while it was idle."""
    sandbox = Sandbox()
    os.kill(sandbox.helper(), signal.SIGKILL)
    assert sandbox.start(ScriptJob(source="answer = 4", tables={})).result().answer == 4
    sandbox.close()


def test_a_child_that_was_ended_while_it_waited_is_replaced_unseen(sandbox: Sandbox):
    """Children are forked ahead of their jobs; whatever ends them meanwhile, the job gets another."""
    sandbox.start(ScriptJob(source="answer = 1", tables={})).result()
    helper = sandbox.helper()
    deadline = time.monotonic() + 20
    while not (waiting := children(of=helper)) and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    for child in waiting:
        with contextlib.suppress(ProcessLookupError):  # one of an earlier job, collected by now
            os.kill(child, signal.SIGKILL)
    while not all(ended(child) for child in waiting) and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    assert sandbox.start(ScriptJob(source="answer = 5", tables={})).result().answer == 5
    assert sandbox.helper() == helper


def test_a_machine_that_is_full_is_said_and_no_reason_to_end():
    """A fork that fails is an error of that job; the helper and the next jobs live."""
    sandbox = Sandbox(entry="full_zygote", homes=(str(HERE),))
    helper = sandbox.helper()
    with pytest.raises(Unavailable, match="no further process can be started"):
        sandbox.start(ScriptJob(source="answer = 1", tables={}))
    assert [sandbox.start(ScriptJob(source=f"answer = {n}", tables={})).result().answer for n in range(3)] == [0, 1, 2]
    assert sandbox.helper() == helper
    sandbox.close()


@pytest.mark.proof
def test_a_helper_that_fails_says_why():
    """The last words of the helper are in the error, not lost."""
    sandbox = Sandbox(entry="failing_zygote", homes=(str(HERE),))
    with pytest.raises(Unavailable, match="the helper has had enough"):
        sandbox.start(ScriptJob(source="answer = 1", tables={}))
    sandbox.close()


def test_the_helper_has_the_package_of_its_host(sandbox: Sandbox, tmp_path: Path):
    """Another copy of the package that the environment offers is not the one that children run."""
    maps = Path(f"/proc/{sandbox.helper()}/cmdline").read_bytes().split(b"\0")
    assert str(Path(webdart_sandbox.__file__).parent.parent).encode() in maps
    assert b"-S" in maps


def test_closing_ends_every_job():
    """A job that runs while the sandbox closes ends with it, and nothing is left behind."""
    before = children()
    sandbox = Sandbox()
    running = sandbox.start(ScriptJob(source="while True: pass", tables={}))
    sandbox.close()
    with pytest.raises(Unavailable):
        running.result()
    assert children() == before


def test_only_the_named_columns_go_over(sandbox: Sandbox):
    """A column that can't fit is no hindrance to a statement that doesn't name it."""
    wide = pa.Table.from_pylist([{"n": 1, "text": "x" * 40_000_000}])
    job = SqlJob(statement="SELECT n FROM wide", tables={"wide": wide}, limits=Limits(memory_mb=24))
    assert sandbox.start(job).result().to_pylist() == [{"n": 1}]


def test_a_script_gets_only_the_tables_that_it_names(sandbox: Sandbox):
    """A table whose name stands nowhere in the script is not sent, and asking for it says so."""
    job = ScriptJob(source="answer = tables['num' + 'bers']", tables={"numbers": numbers(3)})
    assert sandbox.start(job).result().answer == [{"n": 0}, {"n": 1}, {"n": 2}]  # computed names send all
    hidden = ScriptJob(source="t = tables\nanswer = list(t)", tables={"numbers": numbers(1)})
    assert sandbox.start(hidden).result().answer == ["numbers"]
    with pytest.raises(Failed, match="there are numbers"):
        sandbox.start(ScriptJob(source="answer = tables['other']", tables={"numbers": numbers(1)})).result()


def test_prints_are_kept_up_to_a_bound(sandbox: Sandbox):
    """A flood of prints is cut and counted."""
    source = "for n in range(1000):\n    print('x' * 1000)\nanswer = 1"
    printed = sandbox.start(ScriptJob(source=source, tables={})).result().printed
    assert len(printed) < 70_000
    assert "more characters were printed" in printed


@pytest.mark.parametrize("kind", ["BIGNUM", "UHUGEINT", "BIT"])
def test_a_type_without_a_place_in_arrow_says_what_to_write(sandbox: Sandbox, kind: str):
    """A result that would change its meaning on the way is an error with the cast to write."""
    value = "'101'" if kind == "BIT" else "12"
    with pytest.raises(Failed, match="n::VARCHAR"):
        sandbox.start(SqlJob(statement=f"SELECT {value}::{kind} AS n", tables={})).result()


def test_a_number_beyond_arrow_says_what_to_write(sandbox: Sandbox):
    """A HUGEINT of 39 digits is an error, not another number."""
    job = SqlJob(statement="SELECT 170141183460469231731687303715884105727::HUGEINT AS n", tables={})
    with pytest.raises(Failed, match="38 digits"):
        sandbox.start(job).result()


def stream(table: pa.Table, codec: Literal["zstd", "lz4"] | None = None) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression=codec)) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


WORDS = pa.Table.from_pylist([{"n": "x"}] * 1_000, schema=pa.schema({"n": pa.dictionary(pa.int8(), pa.string())}))


@pytest.mark.parametrize("codec", ["zstd", "lz4"])
@pytest.mark.parametrize("table", [numbers(1_000), WORDS], ids=["plain", "dictionary"])
def test_compressed_results_are_refused(codec: Literal["zstd", "lz4"], table: pa.Table):
    """A stream that a child compressed could unfold to any size; ours never are."""
    assert read_checked(stream(table)).num_rows == 1_000
    with pytest.raises(pa.ArrowInvalid, match="compressed"):
        read_checked(stream(table, codec))


def test_damaged_results_are_refused_or_harmless():
    """Every flipped byte of a stream gives a table of the same shape or an Arrow error, never a crash."""
    whole = stream(pa.Table.from_pylist([{"a": "text", "b": [1, 2]}, {"a": None, "b": []}]))
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        try:
            table = read_checked(bytes(damaged))
        except (pa.ArrowException, OSError, ValueError):
            continue
        assert table.nbytes < 10_000


@pytest.mark.parametrize("text", ["\x1b[2J", "\x07", "\x9b31m"])
def test_texts_of_a_script_can_not_command_a_terminal(sandbox: Sandbox, text: str):
    """Control characters in prints and errors are replaced."""
    printed = sandbox.start(ScriptJob(source=f"print({text!r})\nanswer = 1", tables={})).result().printed
    assert text[0] not in printed
    with pytest.raises(Failed) as caught:
        sandbox.start(ScriptJob(source=f"raise ValueError({text!r})", tables={})).result()
    assert text[0] not in caught.value.problem


@pytest.mark.proof
def test_five_hundred_forks_that_each_use_arrow_and_sql(sandbox: Sandbox):
    """The helper's one allocator thread never leaves a child with a lock that nobody will open."""
    table = numbers(100)
    for n in range(500):
        job = SqlJob(statement="SELECT sum(n) + $n AS s FROM numbers", tables={"numbers": table}, parameters={"n": n})
        assert sandbox.start(job).result().to_pylist()[0]["s"] == 4950 + n
