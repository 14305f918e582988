"""A site with shelves, a chore that reads one, and the commands that run it over several."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

from tests.conftest import Asked, Reply

CHORE = """\
webdart: 1
params: {{kind: {{type: text}}, least: 1}}
sites: {{shop: {{url: "{url}/", pace: {{delay: {delay}}}}}}}
stages:
  - navigate: {{start: "/list?kind={{{{ kind }}}}"}}
  - extract: {{into: items, key: name, fields: {{name: text, price: number}}}}
  - execute: SELECT name, price FROM items WHERE price >= $least ORDER BY price
"""
KINDS = ("lamps", "chairs", "desks", "beds", "rugs", "vases")


_PATIENCE = 900  # seconds: a browser, a scheduler and a worker start slowly where others work, too


def rows_of(kind: str) -> list[tuple[str, int]]:
    """What the site has of a kind."""
    return [(f"{kind} {number}", 10 * number + len(kind)) for number in range(1, 5)]


def listing(asked: Asked) -> Reply:
    """A page with a kind's table; one kind is unknown to the site."""
    kind = asked.query["kind"][0]
    if kind == "ghosts":
        return Reply("<h1>Nothing</h1>", status=404)
    rows = "".join(f"<tr><td>{name}</td><td>{price}</td></tr>" for name, price in rows_of(kind))
    return Reply(f"<title>{kind}</title><table><tr><th>Name</th><th>Price</th></tr>{rows}</table><p>4 items</p>")


def started(project: Path, *words: str) -> "subprocess.Popen[str]":
    path = ":".join(place for place in sys.path if place)
    return subprocess.Popen(
        [sys.executable, "-m", "webdart", *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def batch(project: Path, *words: str, seconds: float = _PATIENCE) -> tuple[int, dict[str, Any], str]:
    """Exit code, the object on stdout, and stderr of a command."""
    process = started(project, *words, "--json")
    try:
        out, err = process.communicate(timeout=seconds)
    finally:
        process.kill()
    return process.returncode, json.loads(out) if out else {}, err


def inputs(project: Path, *kinds: str) -> None:
    (project / "inputs.csv").write_text("shelf,kind\n" + "".join(f"0{n},{kind}\n" for n, kind in enumerate(kinds)))


def expected(*kinds: str) -> list[tuple[str, str, str, int]]:
    return [(f"0{place}", kind, name, price) for place, kind in enumerate(kinds) for name, price in rows_of(kind)]


def results(file: Path) -> list[tuple[Any, ...]]:
    table = parquet.ParquetFile(file).read(["shelf", "kind", "name", "price"])  # pyright: ignore[reportUnknownMemberType]
    return [tuple(row.values()) for row in table.to_pylist()]
