"""A disk that is full after a few bytes."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Generator[None]:
    """A file system of its own at `folder`; skips where this process may not mount one."""
    options = f"size={megabytes}m"
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "none", folder], check=False, capture_output=True
    ).returncode:
        pytest.skip("may not mount a file system (not root); the test with a limit on files covers the rest")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def filled(folder: Path) -> Path:
    """A file there that leaves no room for another byte."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(bytes(1 << 12)):
            pass
    return path
