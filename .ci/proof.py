"""What has been proven, at which commit, on which machine? Runs the long parts and writes `PROOF.md`.

    make proof              every part
    make proof PART=kills   one of them; the others keep what PROOF.md says of them

Every part ends within 80 minutes. A part that fails is written down as failed, and the exit code says so.
"""

import os
import platform
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOF = ROOT / "PROOF.md"
MINUTES = 80


def suite(*paths: str, marked: str = "proof") -> list[str]:
    """The long tests of some folders; `marked` "" runs the short ones with them."""
    quiet = ["-q", "-m", marked, "-n", "2", "--dist", "loadgroup", "--timeout", "4000"]
    return [sys.executable, "-m", "pytest", *quiet, *paths]


def bench(name: str) -> list[str]:
    """A benchmark, with the peers that it measures itself against."""
    return [sys.executable, f"tests/bench/bench_{name}.py"]


THREE = ["-n", "3"]  # runs that also wait
APART = ["--ignore", "tests/apps/test_effects.py", "--ignore", "tests/apps/test_write_back.py"]

PARTS: dict[str, list[str]] = {
    "sandbox": suite("tests/sandbox", "tests/execute/test_sandbox.py", marked=""),
    "records": suite("tests/records", "tests/workflow"),
    "guard": suite(
        "tests/browser/test_guard.py", "tests/browser/test_graphql.py", "tests/browser/test_engine_kill.py", marked=""
    ),
    "tabs": [*suite("tests/browser"), "--ignore", "tests/browser/test_engine_kill.py"],
    "kills": [
        *suite("tests/execute/act/test_kill_matrix.py", "tests/test_end_to_end.py"),
        *THREE,
        "-k",
        "not the_browser_killed",
    ],
    "kills_browser": [*suite("tests/execute/act/test_kill_matrix.py"), *THREE, "-k", "the_browser_killed"],
    "search": suite(
        "tests/search", "tests/navigate/test_adversarial_sites.py", "tests/navigate/test_site_world.py", marked=""
    ),
    "objective": suite("tests/execute/act/test_objective.py", "tests/execute/act/test_roles.py", marked=""),
    "sentences": suite(
        "tests/chores", "tests/model/planning", "tests/bench/test_arena.py", "tests/model/door", marked=""
    ),
    "miniwob": [*suite("tests/miniwob"), "-rP"],
    "faults": suite(
        "tests/navigate/test_faults.py", "tests/navigate/test_files.py", "tests/navigate/test_hydration.py"
    ),
    "advice": suite("tests/model/roles", "tests/navigate/test_model_mapping.py", marked=""),
    "applications": [*suite("tests/apps", marked=""), *APART],
    "write_back": suite("tests/apps/test_write_back.py", marked=""),
    "effects": [*suite("tests/apps/test_effects.py"), "-n", "0", "-rP"],
    "pushdown": suite(
        *(f"tests/navigate/test_{name}.py" for name in ("lying", "seeking", "behind", "counting")),
        "tests/plan/test_claims.py",
    ),
    "equality": [*suite("tests/apps/test_equality.py", marked=""), "-rP"],
    "gain": [*suite("tests/apps/test_gain.py"), "-n", "0", "-rP"],
    "bench_sandbox": bench("sandbox"),
    "bench_store": bench("store"),
    "bench_page": bench("page"),
    "bench_walk": bench("walk"),
    "bench_backtrack": bench("backtrack"),
    "bench_tokens": bench("tokens"),
}
# progress, whose interpreter ran it, and what that one says as it ends
_NOISE = re.compile(r"[.sxFE]+ *\[ *\d+%\]|\[gw\d+\] .+ -- Python .+|.*resource_tracker.*")
_SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def main(wanted: list[str]) -> int:
    """Run the parts and write them down; 1 when one of them failed."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        sys.exit(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    sections = dict(_SECTION.findall(PROOF.read_text(encoding="utf-8"))) if PROOF.exists() else {}
    failed = False
    for name in wanted or PARTS:
        good, text = run(PARTS[name])
        failed = failed or not good
        sections[name] = f"\n{heading(good=good)}\n\n```text\n{text}\n```\n\n"
    body = "".join(f"## {name}\n{sections[name]}" for name in PARTS if name in sections)
    PROOF.write_text(f"# What has been proven\n\nWritten by `make proof`.\n\n{body.rstrip()}\n", encoding="utf-8")
    return int(failed)


def run(command: list[str]) -> tuple[bool, str]:
    """Whether it succeeded, and the end of what it printed, without colours and paths of this machine."""
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
    lines = [line for line in plain.strip().splitlines() if not _NOISE.fullmatch(line)]
    return done.returncode == 0, "\n".join(lines[-60:])


def heading(*, good: bool) -> str:
    """Commit, date and machine, and how it went."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, text=True, capture_output=True
    )
    machine = f"{platform.system()} {platform.release()}, {platform.machine()}, {os.cpu_count()} cores"
    verdict = "held" if good else "FAILED"
    when = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    return f"{verdict} · commit {commit.stdout.strip()} · {when} · {machine}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
