"""What does the sandbox cost? Run as a program: prints one line a figure, with its target, and JSON with `--json`.

Ends with 1 where a target is missed. What a job costs is what its caller waits for, so jobs are measured as they come
in a run: one after a pause, in which the sandbox makes the next child ready. The figures of jobs that follow at once
stand beside them: the second after such a pause, and one after another without end, where nothing is ready any more.
Of three rounds the one with the lowest median counts: what others do on the machine can only add.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from webdart.values import asdict
from webdart_sandbox import Exceeded, Limits, Sandbox, ScriptJob, SqlJob

ONE_SECOND = Limits(seconds=1)
SMALL = pa.Table.from_pylist([{"n": n, "name": f"name {n}", "price": n * 1.5} for n in range(1_000)])
LARGE = pa.Table.from_pylist(
    [{f"c{column}": n * column if column % 2 else str(n * column) for column in range(8)} for n in range(100_000)]
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number; `target` is what it should not pass, None where there is none."""

    name: str
    value: float
    unit: str
    target: float | None = None


PAUSE = 0.1
"""Seconds before a job in which nobody waits: extracting one page takes longer."""
ROUNDS = 3


def quantiles(
    name: str,
    job: Callable[[], object],
    times: int,
    targets: tuple[float | None, float | None],
    *,
    before: Callable[[], object] = lambda: time.sleep(PAUSE),
) -> list[Figure]:
    """Median and 95th percentile of a job's milliseconds, with something `before` each that does not count."""
    job()
    taken = min((milliseconds(job, times, before) for _ in range(ROUNDS)), key=statistics.median)
    p95 = statistics.quantiles(taken, n=20)[-1]
    return [
        Figure(f"{name}, p50", statistics.median(taken), "ms", targets[0]),
        Figure(f"{name}, p95", p95, "ms", targets[1]),
    ]


def milliseconds(job: Callable[[], object], times: int, before: Callable[[], object]) -> list[float]:
    """What each of some jobs took."""
    taken: list[float] = []
    for _ in range(times):
        before()
        begun = time.perf_counter()
        job()
        taken.append((time.perf_counter() - begun) * 1_000)
    return taken


def overrun(sandbox: Sandbox, source: str, limits: Limits = ONE_SECOND) -> float:
    """Seconds beyond a limit of one second."""
    begun = time.perf_counter()
    try:
        sandbox.start(ScriptJob(source=source, tables={}, limits=limits)).result()
    except Exceeded:
        return time.perf_counter() - begun - 1
    raise AssertionError("the limit did not hold")


def memory_over(sandbox: Sandbox) -> float:
    """Percent by which a script can hold more than its limit of 256 MiB."""
    source = "held = []\ntry:\n    while True:\n        held.append(bytearray(1 << 20))\nexcept MemoryError:\n    answer = len(held)\n    held.clear()"
    held = sandbox.start(ScriptJob(source=source, tables={}, limits=Limits(memory_mb=256))).result().answer
    return (float(str(held)) - 256) / 256 * 100


def resident(pid: int) -> float:
    """MiB of a process that it shares with nobody's files."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def measure(sandbox: Sandbox) -> list[Figure]:
    """Every figure."""

    def run(source: str, tables: dict[str, pa.Table]) -> Callable[[], object]:
        return lambda: sandbox.start(ScriptJob(source=source, tables=tables)).result()

    def query(statement: str, tables: dict[str, pa.Table]) -> Callable[[], object]:
        return lambda: sandbox.start(SqlJob(statement=statement, tables=tables)).result()

    total = "answer = sum(row['n'] for row in tables['small'])"
    kept = "answer = [row for row in tables['large'] if row['c1'] % 10 == 0]"
    small = run(total, {"small": SMALL})
    sql = query("SELECT sum(n) FROM small", {"small": SMALL})

    def first(job: Callable[[], object]) -> Callable[[], object]:
        return lambda: (time.sleep(PAUSE), job())

    def nothing() -> None:
        return None

    return [
        *quantiles("Python, no table", run("answer = 1", {}), 50, (5, 15)),
        *quantiles("Python, 1,000 rows", small, 50, (5, 15)),
        *quantiles("Python, 1,000 rows, the next at once", small, 50, (None, None), before=first(small)),
        *quantiles("Python, 1,000 rows, without end", small, 100, (None, None), before=nothing),
        *quantiles("SQL, 1,000 rows", sql, 30, (60, None)),
        *quantiles("SQL, 1,000 rows, the next at once", sql, 30, (60, None), before=first(sql)),
        *quantiles("SQL, 1,000 rows, without end", sql, 30, (None, None), before=nothing),
        *quantiles("Python, 100,000 x 8 in, filtered, out", run(kept, {"large": LARGE}), 5, (1_000, 1_000)),
        *quantiles(
            "SQL, 100,000 x 8 in, filtered, out",
            query("SELECT * FROM large WHERE c1 % 10 = 0", {"large": LARGE}),
            5,
            (1_000, 1_000),
        ),
        Figure("over the time limit, a loop", overrun(sandbox, "while True: pass"), "s", 0.5),
        Figure("over the time limit, one long step", overrun(sandbox, "x = 10 ** (10 ** 10)"), "s", 0.5),
        Figure(
            "over the time limit, an answer that unfolds",
            overrun(sandbox, "answer = [[]] * 7_000_000", Limits(seconds=1, rows=10_000_000)),
            "s",
            0.5,
        ),
        Figure("over the memory limit", memory_over(sandbox), "%", 25),
        Figure("the idle helper", resident(sandbox.helper()), "MiB"),
    ]


def main() -> int:
    """Measure, print; 1 where a target is missed."""
    sandbox = Sandbox()
    figures = measure(sandbox)
    sandbox.close()
    if "--json" in sys.argv[1:]:
        sys.stdout.write(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")
    else:
        sys.stdout.writelines(line(figure) for figure in figures)
    return int(any(missed(figure) for figure in figures))


def missed(figure: Figure) -> bool:
    """Whether a figure passes its target."""
    return figure.target is not None and figure.value > figure.target


def line(figure: Figure) -> str:
    """A figure as people read it."""
    aim = "" if figure.target is None else f"   (target {figure.target:g}{', MISSED' if missed(figure) else ''})"
    return f"{figure.name:<46}{figure.value:>9.2f} {figure.unit}{aim}\n"


if __name__ == "__main__":
    sys.exit(main())
