"""Ctrl-C and SIGTERM end a command at once, also one whose work never looks at its loop."""

import os
import signal
import subprocess
import sys

import pytest

CODE = """
import asyncio
from webdart.cli import run_async
from webdart.cli.main import Terminated

async def work():
    print("begun", flush=True)
    %s

try:
    run_async.complete(work())
except KeyboardInterrupt:
    print("interrupted")
except Terminated:
    print("terminated")
"""
BUSY = {"busy": "while True: pass", "waiting": "await asyncio.sleep(600)"}


@pytest.mark.parametrize("work", BUSY)
@pytest.mark.parametrize(("number", "said"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_a_signal_ends_work_that_hears_nothing(work: str, number: signal.Signals, said: str):
    """The first signal is enough."""
    path = ":".join(place for place in sys.path if place)
    with subprocess.Popen(
        [sys.executable, "-c", CODE % BUSY[work]],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(number)
        out, _ = process.communicate(timeout=60)
    assert out == f"{said}\n"
