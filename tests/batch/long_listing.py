"""A long listing, and a run whose pages several browsers load."""

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import Asked, Reply, SiteServer
from webdart.batch.side_browsers import FarBrowsers
from webdart.browser.port import SideBrowsers
from webdart.runs.request import RunRequest
from webdart.settings import Settings
from webdart.trace import Event

CHORE = """\
webdart: 1
sites: {{shop: {{url: "{url}/", pace: {{{pace}}}}}}}
stages:
  - navigate: {{start: /list}}
  - extract: {{into: items, key: name, fields: {{name: text, price: number}}}}
  - execute: SELECT name, price FROM items ORDER BY _n
"""
PER = 5
_STARTED_SECONDS = 100.0  # a busy machine starts a browser in half of it


@dataclass
class Listing:
    """A long listing; `asked` is told the number of every page, `times` are those of its requests."""

    site: SiteServer
    pages: int
    asked: Callable[[int], None] = lambda _: None
    times: list[float] = field(default_factory=list[float])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.site.on("/list", self.page)

    def page(self, asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        with self.lock:
            self.times.append(time.monotonic())
            self.asked(number)
        lines = "".join(f"<tr><td>{name}<td>{price}" for name, price in self.rows[(number - 1) * PER : number * PER])
        onwards = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < self.pages else ""
        return Reply(
            f"<title>All</title><p>{self.pages * PER} items</p>"
            f"<table><tr><th>Name<th>Price{lines}</table>{onwards}<script>0</script>"
        )

    @property
    def rows(self) -> list[tuple[str, int]]:
        return [(f"item {number}", number * 7 % 101) for number in range(self.pages * PER)]


async def ready(side: FarBrowsers) -> None:
    """Wait until all of them load pages, or don't start."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_STARTED_SECONDS):
            for one in side.browsers:
                await one.up.wait()


def request_of(project: Path, url: str, side: SideBrowsers | None, pace: str = "concurrency: 6") -> RunRequest:
    (project / ".webdart").mkdir(exist_ok=True)
    (project / "chore.yaml").write_text(CHORE.format(url=url, pace=pace))
    return RunRequest(file=str(project / "chore.yaml"), settings=Settings(project=project), side=side)


def beside(events: list[Event]) -> dict[str, int]:
    """The browser that loaded each page beside the run's own."""
    return {str(one.data["url"]): int(str(one.data["browser"])) for one in events if "browser" in one.data}
