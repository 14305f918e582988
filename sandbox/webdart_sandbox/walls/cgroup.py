"""Meters a child in a control group of its own, where the system allows it (cgroup v2, memory and pids).

Where a folder of the hierarchy is delegated to us, the kernel ends a child that uses more memory than its job may,
including pages that its address space does not show. Only the host can put a child there: behind its walls the child
can't open anything. rlimits apply in any case; this is a second meter.
"""

import contextlib
import os
from pathlib import Path

from webdart_sandbox.limits import MIB, Limits

NONE = "this system hands us no control group, v2 with memory and pids"
_ROOM_MIB = 64
"""What the pages that a child copies of the zygote may add to the job's own memory."""
_MOST_TASKS = 64
_NEEDED = frozenset({"memory", "pids"})
_MOUNTS = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/unified"))


class Groups:
    """Groups of children below `folder`; None where the system gives none, and then nothing is done."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._used: list[Path] = []

    def admit(self, pid: int, limits: Limits) -> bool:
        """Put the child into a group of its own; whether that was possible. Where not, rlimits still hold it."""
        self.sweep()
        if self.folder is None:
            return False
        group = self.folder / f"webdart-{os.getpid()}-{pid}"
        with contextlib.suppress(OSError):
            _fill(group, limits, pid)
            self._used.append(group)
            return True
        return False

    def sweep(self) -> None:
        """Remove the groups whose child has ended."""
        self._used = [group for group in self._used if not _removed(group)]


def find(own: Path = Path("/proc/self/cgroup"), mounts: tuple[Path, ...] = _MOUNTS) -> Path | None:
    """The folder in which groups with memory and pids can be made, found by making one: ours, or the one above."""
    try:
        place = next(line[3:] for line in own.read_text("ascii").splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return None
    for mount in mounts:
        here = mount / place.lstrip("/")
        for folder in (here, here.parent) if here != mount else (here,):
            if _usable(folder):
                return folder
    return None


def _usable(folder: Path) -> bool:
    try:
        if not set((folder / "cgroup.subtree_control").read_text("ascii").split()) >= _NEEDED:
            return False
        group = folder / f"webdart-{os.getpid()}-trial"
        _fill(group, Limits(), None)
        _removed(group)
    except OSError:
        return False
    return True


def _fill(group: Path, limits: Limits, pid: int | None) -> None:
    group.mkdir()
    try:
        (group / "memory.max").write_text(str((limits.memory_mb + _ROOM_MIB) * MIB), "ascii")
        (group / "pids.max").write_text(str(_MOST_TASKS), "ascii")
        if pid is not None:
            (group / "cgroup.procs").write_text(str(pid), "ascii")
    except OSError:
        _removed(group)
        raise


def _removed(group: Path) -> bool:
    try:
        group.rmdir()
    except OSError:
        return not group.exists()
    return True
