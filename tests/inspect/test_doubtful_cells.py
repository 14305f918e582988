"""What is doubtful about a run is told from what it kept, cell by cell."""

import asyncio
from pathlib import Path

from tests.cli.run_folders import begin, collect_unread
from webdart.execute.sandbox import SandboxCompute
from webdart.inspect.doubtful_cells import Doubtful, doubtful_cells, latest_run
from webdart.runs.folder import Project, RunFolder
from webdart.settings import build
from webdart.values import replace

CHORE = """webdart: 1
name: chore
sites: {shop: "http://shop.example/"}
stages:
  - navigate: {start: /}
  - extract: {into: products, key: name, fields: {name: text, price: money}}
  - execute: SELECT name, price FROM products
"""


def doubts(folder: RunFolder, root: Path) -> tuple[Doubtful, ...]:
    """What speaks against a run."""
    settings = build({"project": str(root)}, environment={})

    async def told() -> tuple[Doubtful, ...]:
        compute = SandboxCompute(settings.sandbox)
        try:
            return await doubtful_cells(folder, settings, compute)
        finally:
            await compute.close()

    return asyncio.run(told())


def test_every_cell_that_can_not_be_read_is_listed_with_its_page(tmp_path: Path) -> None:
    """Not three samples: equal texts of one page are two cells. What the file accepts is no doubt."""
    folder = begin(tmp_path)
    folder.write(replace(folder.record(), source=CHORE))
    collect_unread(folder, "http://shop.example/?p=1", lamp="on request", desk="sold out", chair="on request")
    collect_unread(folder, "http://shop.example/?p=2", 2, shelf="soon", bed="n.n.b.")
    (found,) = doubts(folder, tmp_path)
    assert (found.doubt.kind, found.doubt.place, found.doubt.count) == ("unreadable", "products.price", 5)
    assert [(cell.text, cell.page[-1]) for cell in found.cells] == [
        ("on request", "1"), ("sold out", "1"), ("on request", "1"), ("soon", "2"), ("n.n.b.", "2"),
    ]  # fmt: skip
    folder.write(
        replace(folder.record(), source=CHORE.replace("into: products,", "into: products, accept: unreadable,"))
    )
    assert doubts(folder, tmp_path) == ()


def test_the_latest_run_of_a_workflow(tmp_path: Path) -> None:
    """One that read nothing has nothing to be mended."""
    assert latest_run(Project(tmp_path), "chore") is None
    begin(tmp_path)
    assert latest_run(Project(tmp_path), "chore") is None
    folder = begin(tmp_path)
    collect_unread(folder, "http://shop.example/", lamp="on request")
    assert latest_run(Project(tmp_path), "chore") == folder
    assert latest_run(Project(tmp_path), "another") is None
