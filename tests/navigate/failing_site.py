"""A listing of a few pages on a site that a test lets fail, and the run that reads it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import Asked, Reply, SiteServer
from webdart import engine
from webdart.settings import build

PAGES, PER_PAGE = 4, 5


CHORE = """webdart: 1
sites: {shop: {url: "%s", pace: {concurrency: 1}}}
stages:
  - navigate: {start: /, pushdown: off}
  - extract: {into: goods, fields: {name: text, price: money}}
  - execute: SELECT count(*) FROM goods
"""


def listing(site: SiteServer, fault: Callable[[Asked], Reply | None]) -> None:
    """Twenty goods on four pages; `fault` may answer in place of a page."""

    def answer(asked: Asked) -> Reply:
        wrong = fault(asked)
        if wrong is not None:
            return wrong
        page = int(asked.query.get("page", ["1"])[0])
        lines = "".join(f"<tr><td>Lamp {n}<td>{n}.50" for n in range((page - 1) * PER_PAGE, page * PER_PAGE))
        onwards = f"<a rel=next href='/?page={page + 1}'>Next</a>" if page < PAGES else ""
        return Reply(f"<table><tr><th>Name<th>Price{lines}</table>{onwards}")

    site.on("/", answer)


async def run(site: SiteServer, tmp_path: Path, chore: str = "", **flags: Any) -> tuple[Any, list[str]]:
    said: list[str] = []
    path = tmp_path / "goods.yaml"
    path.write_text((chore or CHORE) % site.url)
    settings = build({"project": str(tmp_path), **flags})
    request = engine.RunRequest(file=str(path), settings=settings)
    return await engine.run(request, listeners=[lambda event: said.append(event.text)]), said
