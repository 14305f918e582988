"""Provides the browser's temporary folder, and removes those that earlier runs left behind.

A run's folder is locked by its process as long as it lives. The lock ends with the process, however it ended, so a
folder whose lock is free is abandoned, and the next run removes it.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

from msgspec import Struct

_PREFIX = "webdart-browser-"
_LOCK = "in-use"
_FRESH_SECONDS = 60.0  # a folder may be made and not yet locked


class Place(Struct, frozen=True):
    """A folder for one browser's temporary files, and the lock that says that it is in use. Made by `make`."""

    path: Path
    _lock: int

    @classmethod
    def make(cls) -> "Place":
        """A new folder, in use from now on."""
        path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        lock = os.open(path / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        return cls(path, lock)

    def clear(self) -> None:
        """Take the folder away, with what a killed browser has left in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)


def clear_abandoned() -> None:
    """Take away the folders of this user whose process is gone."""
    for path in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):  # in use, another user's, or cleared by another run meanwhile
            _clear_if_abandoned(path)


def _clear_if_abandoned(path: Path) -> None:
    facts = path.lstat()
    if facts.st_uid != os.getuid() or time.time() - facts.st_mtime < _FRESH_SECONDS:
        return
    lock = os.open(path / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)
