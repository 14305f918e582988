"""Finds the lock that a run replays, and writes the one that it is asked for."""

from collections.abc import Sequence
from pathlib import Path

from webdart.errors import UsageError
from webdart.runs.lock import Lock, LockedStage, read_lock
from webdart.runs.request import RunRequest, lock_place, version_of
from webdart.secret import Mask
from webdart.table.checked_line import write_whole
from webdart.workflow.library import find


def lock_of(request: RunRequest) -> Lock | None:
    """The lock that a request replays; None where it replays none.

    Raises:
        UsageError: it is frozen, and there is none; it can't be read.
    """
    if request.learned is not None:
        return Lock.from_text(request.learned, "what other runs have learned")
    place = lock_place(request)
    if place is None:
        return None
    lock = read_lock(find(request.file))
    if lock is None and request.frozen:
        raise UsageError(f"there is no {place.name} to be frozen by", hint="write it: webdart lock FILE")
    return lock


def keep_lock(path: Path, agent: str, stages: Sequence[LockedStage], mask: Mask, tried: str) -> Lock:
    """Write a lock with what a run has learned of its stages, and give it; not one in which `mask` finds a secret.

    Raises:
        UsageError: a secret would stand in it.
    """
    ordered = tuple(sorted(stages, key=lambda one: one.stage))
    lock = Lock(webdart=version_of("webdart"), agent=agent, stages=ordered, tried=tried)
    text = lock.to_text()
    if mask.finds(text):
        raise UsageError(f"{path.name} is not written: a secret would stand in it", hint="keep it out of addresses")
    write_whole(path, text.encode())
    return lock
