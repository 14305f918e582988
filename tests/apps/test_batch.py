"""Three hundred inputs on a real cluster, over other people's applications and the bundled site: one table.

It has the rows of single runs, one by one, and those are the rows of the sites' databases.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import webdart
from tests.apps.app_server import Application
from tests.batch.dask_cluster import Cluster
from tests.batch.shelves import batch
from webdart.demo import DemoSite

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.timeout(4000)]

WORKERS = 2
EXHIBITS, TICKETS, SHELVES = 131, 130, 39  # inputs; of the shop, the pages of a listing of 780 products

CHORE = """\
webdart: 1
params: {{number: {{type: integer}}}}
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: "{start}", pages: {{max: 1}}}}
  - extract: {{into: things, fields: {fields}}}
  - execute: {sql}
"""


@dataclass(frozen=True)
class Chore:
    """What is asked of a site for one number, and the rows that its database has for it."""

    start: str
    fields: str
    sql: str


MUSEUM = Chore(
    "/museum/exhibits?inventory={{ number }}",
    "{inventory: integer, title: text, year: integer}",
    "SELECT inventory, title, year FROM things",
)
TRACKER = Chore(
    "/query?id={{ number }}&col=id&col=summary&col=component",
    "{id: {type: integer, label: Ticket}, summary: text, component: text}",
    "SELECT id, summary, component FROM things",
)
SHOP = Chore(
    "/shop/electronics/home-audio/?show=20&page={{ number }}",
    "{name: text, price: money}",
    "SELECT name, price FROM things",
)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler and its workers, which know nothing of the project."""
    found = Cluster(tmp_path_factory.mktemp("far"))
    found.scheduler()
    for number in range(WORKERS):
        found.worker(f"w{number}")
    yield found
    found.end()


def run_over(
    chore: Chore, url: str, numbers: Sequence[int], folder: Path, cluster: Cluster
) -> dict[int, list[tuple[object, ...]]]:
    """The rows of a batch by their input, the same as those of a run of its own."""
    (folder / ".webdart").mkdir(parents=True)
    text = CHORE.format(url=url, start=chore.start, fields=chore.fields, sql=chore.sql)
    (folder / "chore.yaml").write_text(text)
    with (folder / "inputs.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("number",), *((number,) for number in numbers)])
    words = ("batch", "chore.yaml", "--over", "inputs.csv", "--cluster", cluster.address, "--out", "all.parquet")
    code, told, err = batch(folder, *words, seconds=3600)
    assert code == 0, (told.get("not_sure", [])[:3], err[-2000:])
    assert not (folder / ".webdart" / "runs").exists()
    rows: dict[int, list[tuple[object, ...]]] = {number: [] for number in numbers}
    table = pq.read_table(folder / "all.parquet")  # pyright: ignore[reportUnknownMemberType]
    for row in table.to_pylist():
        _, number, *cells, _ = row.values()
        rows[int(number)].append(tuple(cells))
    for number in numbers:
        alone = webdart.run(folder / "chore.yaml", project=folder, number=number)
        assert plain(alone.answer.rows) == plain(rows[number])
    return rows


def plain(rows: Sequence[Sequence[object]]) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in rows]


def test_exhibits_of_a_museum(datasette: Application, tmp_path: Path, cluster: Cluster) -> None:
    """A row a number."""
    found = run_over(MUSEUM, datasette.url, range(1, EXHIBITS + 1), tmp_path / "project", cluster)
    for number, rows in found.items():
        truth = datasette.sql("SELECT inventory, title, year FROM exhibits WHERE inventory = ?", number)
        assert plain(rows) == plain(truth)


def test_tickets_of_a_tracker(trac: Application, tmp_path: Path, cluster: Cluster) -> None:
    """A row a number."""
    found = run_over(TRACKER, trac.url, range(1, TICKETS + 1), tmp_path / "project", cluster)
    for number, rows in found.items():
        truth = trac.sql("SELECT id, summary, component FROM ticket WHERE id = ?", number)
        assert plain(rows) == plain(truth)


def test_pages_of_a_shop(demo_site: DemoSite, tmp_path: Path, cluster: Cluster) -> None:
    """Twenty rows a page, each product on one of them."""
    found = run_over(SHOP, demo_site.url, range(1, SHELVES + 1), tmp_path / "project", cluster)
    truth = demo_site.rows("SELECT name, price FROM products WHERE category = 'Home Audio'")
    names = sorted(str(name) for rows in found.values() for name, _ in rows)
    assert names == sorted(str(name) for name, _ in truth)
    prices = sorted(float(str(price)) for rows in found.values() for _, price in rows if price is not None)
    assert prices == sorted(price for _, price in truth if isinstance(price, int | float))
