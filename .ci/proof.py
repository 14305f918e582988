"""What has been proven, at which commit, on which machine? Runs the long parts and writes the table `PROOF.md`.

    make proof              every part
    make proof PART=kills   one of them; the others keep what PROOF.md says of them

Every part ends within 80 minutes. A part that fails is written down as failed, and the exit code says so. What a part
printed stands in build/proof/PART.txt.
"""

import os
import platform
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOF = ROOT / "PROOF.md"
PRINTED = ROOT / "build" / "proof"
MINUTES = 80
HEAD = """# What has been proven

Written by `make proof`, a row a part, each at the commit that it names.

| part | verdict | figures | minutes | commit | date | machine |
|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Part:
    """A command, and which of the lines that it prints are its figures (whole lines; the last one always is)."""

    command: list[str]
    figures: str = ""


def suite(*paths: str, marked: str = "proof", more: list[str] | None = None, figures: str = "") -> Part:
    """The long tests of some folders; `marked` "" runs the short ones with them."""
    quiet = ["-q", "-m", marked, "-n", "2", "--dist", "loadgroup", "--timeout", "4000"]
    return Part([sys.executable, "-m", "pytest", *quiet, *paths, *(more or [])], figures)


def without(*paths: str) -> list[str]:
    """Options that leave out tests which are another part's."""
    return [option for path in paths for option in ("--ignore", path)]


def bench(name: str, figures: str = "") -> Part:
    """A benchmark, with the peers that it measures itself against."""
    return Part([sys.executable, f"tests/bench/bench_{name}.py"], figures)


THREE = ["-n", "3"]  # runs that also wait
ALONE = ["-n", "0", "-rP"]
KILLS = "tests/execute/act/test_kill_matrix.py"
FAULTS = "tests/navigate/test_faults.py"
BIG = "tests/navigate/test_big_pages.py"
HUNDRED_THOUSAND = f"{BIG}::test_a_hundred_thousand_rows"
ENGINES = "tests/browser/test_engine_kill.py"
EFFECTS = "tests/apps/test_effects.py"
WRITES = "tests/apps/test_write_back.py"
STUDIO = "tests/apps/test_studio.py"
INPUTS = "tests/apps/test_batch.py"
LOCKS = "tests/apps/test_lock_equality.py"
BY_HAND = ("model_sentences",)
"""Rows that no part writes: they need a model, see `docs/how-to/model.md`."""
GOALS = r".*\((target|at most) .*"

PARTS: dict[str, Part] = {
    "sandbox": suite("tests/sandbox", "tests/execute/test_sandbox.py", marked=""),
    "reading": suite("tests/records", "tests/extract", "tests/workflow", "tests/plan", "tests/answer"),
    "guard": suite("tests/browser/test_guard.py", "tests/browser/test_graphql.py", ENGINES, marked=""),
    "browser": suite("tests/browser", more=without(ENGINES)),
    "kills": suite(KILLS, "tests/test_end_to_end.py", more=[*THREE, "-k", "not the_browser_killed"]),
    "kills_browser": suite(KILLS, more=[*THREE, "-k", "the_browser_killed"]),
    "search": suite(
        "tests/search", "tests/navigate/test_adversarial_sites.py", "tests/navigate/test_site_world.py", marked=""
    ),
    "execute": suite("tests/execute", more=without(KILLS)),
    "sentences": suite(
        "tests/chores",
        "tests/sentences",
        "tests/model/planning",
        "tests/model/door",
        marked="",
    ),
    "arena": suite(
        "tests/bench/test_arena.py",
        "tests/bench/test_arena_answers.py",
        marked="",
        more=["-rP"],
        figures=r"web\w*arena: \d+ of .*",
    ),
    "cluster": suite("tests/batch", INPUTS, marked="", more=["-rP"], figures=r"\d+ (workers|kills|inputs) .*"),
    "miniwob": suite("tests/miniwob", more=["-rP"], figures=r"MiniWoB\+\+ by step files.*"),
    "navigate": suite("tests/navigate", more=[*without(FAULTS), "--deselect", HUNDRED_THOUSAND]),
    "big_page": suite(HUNDRED_THOUSAND, more=ALONE, figures=r"100,000 rows: .*"),
    "faults": suite(FAULTS),
    "advice": suite("tests/model/roles", "tests/navigate/test_model_mapping.py", marked=""),
    "applications": suite("tests/apps", marked="", more=without(EFFECTS, WRITES, STUDIO, INPUTS, LOCKS)),
    "studio": suite("tests/studio", STUDIO, marked=""),
    "write_back": suite(WRITES, marked=""),
    "effects": suite(EFFECTS, more=ALONE, figures=r"\d+ controls of .*|(by|on) the .*: precision .*"),
    "equality": suite("tests/apps/test_equality.py", marked="", more=["-rP"], figures=r".* questions, .*"),
    "locks": suite(LOCKS, more=["-rP"], figures=r".*: locked by .*"),
    "gain": suite("tests/apps/test_gain.py", more=ALONE, figures=r"(median|most) .*"),
    "manual": suite("tests/docs", "tests/examples", "tests/workflows", marked=""),
    "runs": suite(
        *("tests/runs", "tests/table", "tests/cli", "tests/test_provenance.py", "tests/test_patterns.py"),
        more=["-rP"],
        figures=r"\w+: \d+ as it was, .*|\d+ of \d+ kills were resumed .*",
    ),
    "start": suite("tests/test_importtime.py", marked=""),
    "bench_sandbox": bench("sandbox", GOALS),
    "bench_store": bench("store", GOALS),
    "bench_page": bench("page", GOALS),
    "bench_walk": bench("walk", GOALS),
    "bench_backtrack": bench("backtrack", GOALS),
    "bench_search": bench("search", r"best_first reaches .*"),
    "bench_tokens": bench("tokens"),
    "bench_cluster": bench("cluster"),
    "bench_batch": bench("batch", GOALS),
    "bench_studio": bench("studio", GOALS),
    "bench_misspelt": bench("misspelt", GOALS),
}
# what that interpreter says as it ends
_NOISE = re.compile(r"\[gw\d+\] .+ -- Python .+|.*resource_tracker.*")
_ROW = re.compile(r"^\| (\w+) \|.*\|$", re.MULTILINE)


def main(wanted: list[str]) -> int:
    """Run the parts and write them down; 1 when one of them failed."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    rows = {found[1]: found[0] for found in _ROW.finditer(PROOF.read_text(encoding="utf-8"))} if PROOF.exists() else {}
    PRINTED.mkdir(parents=True, exist_ok=True)
    failed = False
    for name in wanted or PARTS:
        began = time.monotonic()
        good, text = run(PARTS[name].command)
        failed = failed or not good
        (PRINTED / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
        minutes = f"{(time.monotonic() - began) / 60:.0f}"
        cells = (name, "held" if good else "FAILED", figures(text, PARTS[name].figures), minutes, *where())
        rows[name] = f"| {' | '.join(cells)} |"
        # written after every part: a run that is cut short keeps what it has proven
        PROOF.write_text(
            HEAD + "".join(f"{rows[one]}\n" for one in (*PARTS, *BY_HAND) if one in rows), encoding="utf-8"
        )
    return int(failed)


def figures(text: str, wanted: str) -> str:
    """The lines that are figures, and the last one, as one cell of the table."""
    *lines, last = text.splitlines() or [""]
    found = [" ".join(line.split()) for line in lines if wanted and re.fullmatch(wanted, line.strip())]
    return "<br>".join([*found, " ".join(last.split())]).replace("|", "\\|")


def run(command: list[str]) -> tuple[bool, str]:
    """Whether it succeeded, and what it printed, without colours and paths of this machine."""
    print("+", " ".join(command), flush=True)  # noqa: T201 - a script's progress
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "sandbox")])},
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=MINUTES * 60,
        )
    except subprocess.TimeoutExpired:
        return False, f"did not end within {MINUTES} minutes"
    print(done.stdout, flush=True)  # noqa: T201 - as above
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout).replace(str(ROOT), ".").replace(str(Path.home()), "~")
    return done.returncode == 0, "\n".join(line for line in plain.strip().splitlines() if not _NOISE.fullmatch(line))


def where() -> tuple[str, str, str]:
    """The commit, the date and the machine."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return commit.stdout.strip(), when, machine


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
