"""Is it said clearly when Playwright's driver does not start?"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from webdart.browser.chromium.executable import DRIVER_VARIABLE

_START = """
import asyncio
from webdart.errors import BrowserMissing
from webdart.browser.chromium.driver import start_driver

try:
    asyncio.run(start_driver({patience}))
except BrowserMissing as missing:
    print(missing)
"""


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (None, f"{DRIVER_VARIABLE} names '{{node}}', which is no program that can be run"),
        ("#!/bin/sh\nexit 3\n", "Playwright's driver does not start: Connection closed"),
        ("#!/bin/sh\nwhile read line; do :; done\n", "Playwright's driver does not start: no answer within 0.5 s"),
        ("#!/no/such\n", "Playwright's driver does not start: Cannot launch"),
    ],
)
def test_a_driver_that_does_not_start_is_said(script: str | None, said: str, tmp_path: Path) -> None:
    """One that is missing, ends at once, never answers, can't be run; in a process of its own, which ends it too."""
    node = tmp_path / "node"
    if script is not None:
        node.write_text(script)
        node.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", _START.format(patience=0.5 if script and "while" in script else 60)],
        env={**os.environ, DRIVER_VARIABLE: str(node)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    first, mend = done.stdout.splitlines()
    assert first.startswith(said.format(node=node))
    assert mend.strip().startswith(f"correct {DRIVER_VARIABLE}")
