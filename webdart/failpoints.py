"""Kills the process at a named point, so that tests can prove what survives a kill.

`WEBDART_CRASH_AT=after_rows` ends the process with SIGKILL the first time it passes that point, `after_rows:3` the
third time. Nothing is flushed or closed, as with `kill -9`. Without the variable a point costs one look-up.
"""

import os
import signal
from typing import Literal

VARIABLE = "WEBDART_CRASH_AT"

Point = Literal[
    "mid_rows",  # some lines of a page are in its file, the page is not closed
    "after_rows",  # the page is closed and fsynced, the database does not know it, nothing is acknowledged
    "in_commit",  # inside the transaction that takes pages into the database
    "after_commit",  # that transaction is committed, its last page is not acknowledged
    "after_ack",  # the page is acknowledged in the journal
    "after_keep",  # a result is in its file, not in the database
    "before_intent",  # a write is held, nothing is journalled
    "after_intent",  # its intent is journalled, it has not left
    "after_release",  # its answer has arrived, the outcome is not journalled
    "after_outcome",  # the outcome is journalled
    "after_stage",  # a stage is journalled as done
    "before_end",  # everything is done but the last line of the journal
]


def crash_point(name: Point) -> None:
    """End this process with SIGKILL if the environment names this point."""
    wanted, _, count = os.environ.get(VARIABLE, "").partition(":")
    if wanted != name:
        return
    left = int(count or "1") - 1
    if left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
    os.environ[VARIABLE] = f"{name}:{left}"
