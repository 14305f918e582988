"""Says where the lock of a workflow file lies."""

from pathlib import Path


def path_of(file: str | Path) -> Path:
    """Where the lock of a workflow file lies."""
    path = Path(file)
    return path.with_name(f"{path.stem}.lock.yaml")
