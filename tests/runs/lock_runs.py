"""Runs of a chore beside which a lock may lie."""

import asyncio
from pathlib import Path
from typing import Any

from webdart import engine
from webdart.errors import WebdartError
from webdart.runs.lock_place import path_of
from webdart.settings import build

Answer = tuple[int, list[tuple[str, ...]], list[str]]


def run(file: Path, **how: Any) -> Answer:
    """The exit code, the rows of `parts` in order, and what the run says."""
    settings = build({"project": str(file.parent)}, environment={})
    request = engine.RunRequest(file=str(file), settings=settings, environment={}, **how)
    try:
        done = asyncio.run(engine.run(request))
    except WebdartError as error:
        return error.exit_code, [], [str(error)]
    names = ("no", "name", "price", "stock")
    rows = done.tables["parts"].to_pylist() if "parts" in done.tables else []
    said = [*(done.result.error or ()), *done.result.warnings]
    return done.result.exit, sorted(tuple(str(row[name]) for name in names) for row in rows), said


def lock(file: Path, **how: Any) -> Answer:
    """Run and lock."""
    return run(file, write_lock=path_of(file), **how)
