"""`webdart --help` is instant, because nothing heavier than click is imported for it."""

import os
import re
import resource
import subprocess
import sys

import pytest

from webdart.cli.main import COMMANDS

HEAVY = (
    "duckdb",
    "jinja2",
    "openai",
    "playwright",
    "pyarrow",
    "pydantic",
    "rich",
    "sqlglot",
    "yaml",
    "httpx",
    "asyncio",
)


def imported(*words: str) -> set[str]:
    """The packages that a call of the command line imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "webdart", *words],
        env={**os.environ, "PYTHONPATH": ":".join(place for place in sys.path if place)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    names = re.findall(r"\| +([\w.]+)$", done.stderr, re.MULTILINE)
    assert "click" in names, "the list of imports was not understood"
    return {name.partition(".")[0] for name in names}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("words", [("--help",), *((command, "--help") for command in COMMANDS)], ids=" ".join)
def test_help_imports_nothing_heavier_than_click(words: tuple[str, ...]):
    """Neither the list of commands nor the help of one loads a library that does the work."""
    assert imported(*words) & set(HEAVY) == set()


def test_help_takes_less_than_200_ms():
    """Of the processor, in the best of five calls: what else the machine does must not decide."""
    took: list[float] = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        imported("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 0.2
