"""How long does webdart take over a listing of 200 pages x 20 rows, beside a script for one tab and beside Crawlee?

    python tests/bench/bench_walk.py [--rounds 5] [--pages 200]

All collect the same rows of the bundled site in the same process, in turn, and are checked against the site's own rows;
the site is served by a process of its own, as a site is. webdart collects them rendered, from the source of the pages
(`source: auto`), and once more with the lock of an earlier run. Prints medians in seconds and their ratios to the script
for one tab, and fails where one is above its goal. Crawlee's Parsel crawler is a peer of the locked run; it takes part
where it is installed (`pip install 'crawlee[parsel]'`). A round begins with a fresh browser on every side.
"""

import argparse
import asyncio
import importlib
import importlib.util
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, TypedDict

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "sandbox")]

import webdart  # noqa: E402 - the checkout comes first
from tests.table_comparison import SqlValue, rows  # noqa: E402 - as above
from webdart import engine  # noqa: E402 - as above
from webdart.browser.chromium.executable import find_browser  # noqa: E402 - as above
from webdart.demo import serve  # noqa: E402 - as above
from webdart.runs.lock_place import path_of  # noqa: E402 - as above
from webdart.settings import build  # noqa: E402 - as above

PAGES = 200
HAND, LOCKED, CRAWLEE = "by hand", "webdart, second run with its lock", "Crawlee's Parsel crawler"
GOALS = {"webdart, rendered": 1.0, "webdart, from the source": 0.4, LOCKED: 0.2}
"""Of the time of the script for one tab, at most."""

_COLUMNS = ("number", "name", "price", "stock", "added")
_CHORE = """
webdart: 1
name: parts
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /bench, pages: {pages}, pushdown: off}}
  - extract:
      into: parts
      source: {source}
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


class Chore:
    """The same listing as a chore in a folder of its own, to its table in DuckDB."""

    def __init__(self, folder: str, url: str, pages: int, *, source: str) -> None:
        self._file = Path(folder) / "parts.yaml"
        limit = "auto" if pages == PAGES else f"{{max: {pages}}}"
        self._file.write_text(_CHORE.format(url=url, pages=limit, source=source), encoding="utf-8")

    def collect(self) -> Rows:
        """Run it; a lock beside it is used."""
        run = webdart.run(self._file, project=self._file.parent)
        return rows(run.table("parts").arrow(), _COLUMNS)

    def lock(self) -> None:
        """Write the lock that the next runs replay."""
        settings = build({"project": str(self._file.parent)}, environment={})
        wanted = engine.RunRequest(
            file=str(self._file), settings=settings, environment={}, write_lock=path_of(self._file)
        )
        asyncio.run(engine.run(wanted))


def by_crawlee(url: str, pages: int) -> Rows:
    """Crawlee's crawler without a browser, from link to link."""
    collected: Rows = []

    async def crawl() -> None:
        # else its queue is that of the crawl before, whose pages are done
        importlib.import_module("crawlee").service_locator.storage_instance_manager.clear_cache()
        crawler = importlib.import_module("crawlee.crawlers").ParselCrawler(
            configure_logging=False,
            max_requests_per_crawl=pages,
            request_handler_timeout=timedelta(minutes=5),
            storage_client=importlib.import_module("crawlee.storage_clients").MemoryStorageClient(),
        )

        async def read(context: Any) -> None:
            for row in context.selector.css("tbody tr"):
                cells = [" ".join(cell.css("::text").getall()).strip() for cell in row.css("td")]
                collected.append(_typed(cells))
            await context.enqueue_links(selector="a[rel=next]")

        crawler.router.default_handler(read)
        await crawler.run([f"{url}bench"])

    asyncio.run(crawl())
    return collected


def _browser() -> str:
    return find_browser(None, "")  # the one that webdart takes


def _flags() -> list[str]:
    flags = ["--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
    return [*flags, "--no-sandbox"] if os.geteuid() == 0 else flags


def _timed(name: str, collect: Callable[[], Rows], expected: Rows) -> tuple[float, float]:
    """Seconds on the clock, and of the processors: this process and those that it has ended."""
    began, spent = time.perf_counter(), _spent()
    collected = collect()
    seconds, spent = time.perf_counter() - began, _spent() - spent
    if sorted(collected, key=str) != sorted(expected, key=str):
        sys.exit(f"{name}: {len(collected)} rows, not the {len(expected)} that the site has")
    return seconds, spent


def _spent() -> float:
    return sum(os.times()[:4])


def expected_rows(pages: int) -> Rows:
    """The rows that the site has on its first pages; the same in every process that serves it."""
    with serve() as site:
        query = f"SELECT {', '.join(_COLUMNS)} FROM parts WHERE number <= :last ORDER BY number"
        return site.rows(query, last=20 * pages)


def main() -> None:
    """Measure in turn, print medians and ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=PAGES)
    options = parser.parse_args()
    expected = expected_rows(options.pages)
    own = multiprocessing.get_context("spawn")
    address: multiprocessing.Queue[str] = own.Queue()
    server = own.Process(target=serving, args=(address,), daemon=True)
    server.start()
    try:
        with (
            tempfile.TemporaryDirectory() as one,
            tempfile.TemporaryDirectory() as two,
            tempfile.TemporaryDirectory() as three,
        ):
            medians = measured(address.get(timeout=60), options.pages, options.rounds, expected, (one, two, three))
    finally:
        server.terminate()
    sys.exit(told(medians, options.pages, options.rounds))


def measured(url: str, pages: int, rounds: int, expected: Rows, folders: tuple[str, str, str]) -> dict[str, float]:
    """The median of every way, in seconds; each way runs once in a round."""
    rendered, sourced, locked = folders
    again = Chore(locked, url, pages, source="auto")
    again.lock()
    ways: dict[str, Callable[[], Rows]] = {
        HAND: lambda: by_hand(url, pages),
        "webdart, rendered": Chore(rendered, url, pages, source="rendered").collect,
        "webdart, from the source": Chore(sourced, url, pages, source="auto").collect,
        LOCKED: again.collect,
    }
    if importlib.util.find_spec("crawlee") is not None:
        ways[CRAWLEE] = lambda: by_crawlee(url, pages)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for turn in range(rounds):
        for name, collect in ways.items():
            taken[name].append(_timed(name, collect, expected))
        line = ", ".join(f"{name} {own[-1][0]:.2f} s ({own[-1][1]:.2f} s of CPU)" for name, own in taken.items())
        sys.stdout.write(f"round {turn + 1}: {line}\n")
        sys.stdout.flush()
    spent = {name: statistics.median(cpu for _, cpu in own) for name, own in taken.items()}
    for name, cpu in spent.items():
        sys.stdout.write(f"{name}: {cpu:.2f} s of CPU, {cpu / spent[HAND]:.2f} of that by hand\n")
    return {name: statistics.median(seconds for seconds, _ in own) for name, own in taken.items()}


def told(medians: dict[str, float], pages: int, rounds: int) -> int:
    """Print every way's median and ratio; 1 if one is above its goal."""
    missed = False
    sys.stdout.write(f"{pages} pages x 20 rows, median of {rounds}: by hand {medians[HAND]:.2f} s (at most itself)\n")
    for name, goal in GOALS.items():
        ratio = medians[name] / medians[HAND]
        missed = missed or ratio > goal
        sys.stdout.write(f"{name}: {medians[name]:.2f} s, {ratio:.2f} of the time by hand (at most {goal})\n")
    if CRAWLEE in medians:
        ratio = medians[LOCKED] / medians[CRAWLEE]
        missed = missed or ratio > 1
        sys.stdout.write(f"{CRAWLEE}: {medians[CRAWLEE]:.2f} s; {LOCKED}: {ratio:.2f} of it (at most 1.0)\n")
    else:
        sys.stdout.write("Crawlee is not installed: pip install 'crawlee[parsel]'\n")
    return int(missed)


if __name__ == "__main__":
    main()
