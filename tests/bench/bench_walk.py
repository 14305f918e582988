"""How long does webdart take over a listing of 200 pages x 20 rows, beside a careful script for one tab?

    python tests/bench/bench_walk.py [--rounds 5] [--pages 200]

Both collect the same rows of the bundled site in the same process, in turn; both are checked against the site's own
rows, and the site is served by a process of its own, as a site is. Prints the medians in seconds and their ratio, and
fails where that is above 1. A round begins with a fresh browser on either side.
"""

import argparse
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

import webdart  # noqa: E402 - the checkout comes first
from tests.table_comparison import SqlValue, rows  # noqa: E402 - as above
from webdart.browser.chromium.executable import find_browser  # noqa: E402 - as above
from webdart.demo import serve  # noqa: E402 - as above

_COLUMNS = ("number", "name", "price", "stock", "added")
_CHORE = """
webdart: 1
name: parts
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /bench, pages: {pages}, pushdown: off}}
  - extract:
      into: parts
      key: number
      fields:
        number: {{type: integer, label: "No."}}
        name: text
        price: money
        stock: integer
        added: date
  - execute: SELECT count(*) FROM parts
"""
# One round trip a page reads all rows and the way on. Clicking the link instead, which waits for it to be stable, took
# up to half as long again.
_READ_PAGE = """() => ({
  rows: [...document.querySelectorAll("tbody tr")].map(row => [...row.cells].map(cell => cell.textContent.trim())),
  next: document.querySelector("a[rel=next]")?.href ?? null,
})"""

Rows = list[tuple[SqlValue, ...]]


class _Read(TypedDict):
    rows: list[list[str]]
    next: str | None


def serving(address: "multiprocessing.Queue[str]") -> None:
    """Serve the bundled site until this process is ended."""
    with serve() as site:
        address.put(site.url)
        multiprocessing.Event().wait()


def by_hand(url: str, pages: int) -> Rows:
    """One tab; rows and the link to the next page read by one evaluation; on to the next page by that link."""
    collected: Rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser(), args=_flags())
        page = browser.new_page()
        following: str | None = f"{url}bench"
        while following is not None and len(collected) < 20 * pages:
            page.goto(following, wait_until="domcontentloaded")
            read: _Read = page.evaluate(_READ_PAGE)
            collected.extend(_typed(cells) for cells in read["rows"])
            following = read["next"]
        browser.close()
    return collected


def _typed(cells: list[str]) -> tuple[SqlValue, ...]:
    number, name, price, stock, added = cells
    return int(number), name, float(price.strip("$").replace(",", "")), int(stock.replace(",", "")), added


def by_webdart(url: str, pages: int) -> Rows:
    """The same listing as a chore, to its table in DuckDB."""
    with tempfile.TemporaryDirectory() as folder:
        chore = Path(folder) / "parts.yaml"
        limit = "auto" if pages == 200 else f"{{max: {pages}}}"
        chore.write_text(_CHORE.format(url=url, pages=limit), encoding="utf-8")
        run = webdart.run(chore, project=Path(folder))
        return rows(run.table("parts").arrow(), _COLUMNS)


def _browser() -> str:
    return find_browser(None, "")  # the one that webdart takes


def _flags() -> list[str]:
    flags = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    return [*flags, "--no-sandbox"] if os.geteuid() == 0 else flags


def _timed(collect: Callable[[str, int], Rows], url: str, pages: int, expected: Rows) -> float:
    began = time.perf_counter()
    collected = collect(url, pages)
    seconds = time.perf_counter() - began
    if sorted(collected, key=str) != sorted(expected, key=str):
        sys.exit(f"{collect.__name__}: {len(collected)} rows, not the {len(expected)} that the site has")
    return seconds


def expected_rows(pages: int) -> Rows:
    """The rows that the site has on its first pages; the same in every process that serves it."""
    with serve() as site:
        query = f"SELECT {', '.join(_COLUMNS)} FROM parts WHERE number <= :last ORDER BY number"
        return site.rows(query, last=20 * pages)


def main() -> None:
    """Measure in turn, print medians and ratio."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=200)
    options = parser.parse_args()
    hand: list[float] = []
    ours: list[float] = []
    expected = expected_rows(options.pages)
    own = multiprocessing.get_context("spawn")
    address: multiprocessing.Queue[str] = own.Queue()
    server = own.Process(target=serving, args=(address,), daemon=True)
    server.start()
    try:
        url = address.get(timeout=60)
        for turn in range(options.rounds):
            hand.append(_timed(by_hand, url, options.pages, expected))
            ours.append(_timed(by_webdart, url, options.pages, expected))
            sys.stdout.write(f"round {turn + 1}: by hand {hand[-1]:.2f} s, webdart {ours[-1]:.2f} s\n")
            sys.stdout.flush()
    finally:
        server.terminate()
    by, we = statistics.median(hand), statistics.median(ours)
    sys.stdout.write(
        f"{options.pages} pages x 20 rows, median of {options.rounds}: by hand {by:.2f} s, webdart {we:.2f} s, "
        f"ratio {we / by:.2f} (target 1.0)\n"
    )
    sys.exit(int(we > by))


if __name__ == "__main__":
    main()
