"""How long until a misspelt `path` says what is there? Runs the command again and again on a page of loopback.

Once that page has no script, once it has one: what a script may still draw is waited for. The machine's load is told,
as it decides.

    python tests/bench/bench_misspelt.py
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

_MEDIAN, _MOST = 2.6, 3.0
"""Targets of the page without scripts, in seconds of the whole command: at the median, and of every run."""

_PARTS = ("Electronics", "Books", "Music", "Garden", "Outdoors", "Kitchen", "Toys", "Docs", "Forum", "Account")
_BAR = "".join(f"<li><a href=/{part}>{part}</a></li>" for part in _PARTS)
_ROWS = "".join(f"<tr><td><a href=/{number}>Lamp {number}</a><td>{number}.50" for number in range(30))
_PLAIN = (
    f"<!doctype html><title>Shop</title><nav><ul>{_BAR}</ul></nav><h1>Lamps</h1><table><tr><th>Name<th>Price{_ROWS}"
)
_PAGES = {"/plain": _PLAIN, "/scripted": f"{_PLAIN}</table><script>document.title = 'The shop'</script>"}
_CHORE = """webdart: 1
sites: {{shop: "{url}"}}
stages:
  - navigate: {{start: {start}, path: [Elektronics]}}
  - extract: {{into: things, fields: {{name: text}}}}
  - execute: SELECT name FROM things
"""


class Shop(BaseHTTPRequestHandler):
    """Answers with the one page, and nothing else."""

    def do_GET(self) -> None:
        page = _PAGES.get(self.path, "").encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as its base has it
        """Keep quiet."""


def seconds(folder: Path) -> float:
    """Of one run, from its start to its exit; it says what is there instead."""
    began = time.monotonic()
    command = [sys.executable, "-m", "webdart", "run", "misspelt.yaml"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    took = time.monotonic() - began
    assert done.returncode == 1, done.stderr
    assert "nearest: 'Electronics'" in done.stderr, done.stderr
    return took


def main() -> None:
    """Measure, print; fail where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    held = True
    with tempfile.TemporaryDirectory() as place:
        for page in _PAGES:
            load = os.getloadavg()[0]
            chore = _CHORE.format(url=f"http://127.0.0.1:{server.server_port}", start=page)
            Path(place, "misspelt.yaml").write_text(chore, encoding="utf-8")
            took = [seconds(Path(place)) for _ in range(rounds)]
            median, most = statistics.median(took), max(took)
            goal = f" (target {_MEDIAN}, none above {_MOST})" if page == "/plain" else ""
            sys.stdout.write(
                f"a misspelt path on {page}: median {median:.2f} s, {min(took):.2f} to {most:.2f}, "
                f"{rounds} runs, load {load:.1f} to {os.getloadavg()[0]:.1f}{goal}\n"
            )
            held = held and (not goal or (median <= _MEDIAN and most <= _MOST))
    server.shutdown()
    sys.exit(not held)


if __name__ == "__main__":
    main()
