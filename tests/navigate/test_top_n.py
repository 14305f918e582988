"""Own pages are opened only of rows that may be among the first that are asked for, however the listing is sorted."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

PRICES = [31, 5, 47, 12, 40, 47, 8, 22, 3, 19, 44, 27, 1, 36, 47, 15, 29, 2, 11, 9, 33, 6, 18, 25]
PAGE = 6


def listing(asked: Asked) -> Reply:
    page = int(asked.query.get("page", ["1"])[0])
    shown = list(enumerate(PRICES))[(page - 1) * PAGE : page * PAGE]
    rows = "".join(f"<tr><td><a href='/lamp/{n}'>Lamp {n}</a></td><td>${price}</td></tr>" for n, price in shown)
    more = f"<a rel=next href='/lamps?page={page + 1}'>Next</a>" if page * PAGE < len(PRICES) else ""
    return Reply(f"<h1>Lamps</h1><table><tr><th>Name</th><th>Price</th></tr>{rows}</table><nav>{more}</nav>")


def walked(site: SiteServer, folder: Path, sql: str) -> webdart.Run:
    site.on("/lamps", listing)
    for n in range(len(PRICES)):
        site.page(f"/lamp/{n}", f"<h1>Lamp {n}</h1><p>Maker: House {n}</p>")
    file = folder / "lamps.yaml"
    file.write_text(
        f"""
webdart: 1
sites: {{site: "{site.url}"}}
stages:
  - navigate: {{start: /lamps}}
  - extract:
      into: lamps
      fields: {{name: text, price: money, url: link, maker: {{type: text, page: detail}}}}
  - execute: {sql}
"""
    )
    return webdart.run(file, project=folder)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("sql", "wanted", "most"),
    [
        ("SELECT name, maker FROM lamps ORDER BY price DESC, name LIMIT 2", [14, 2], 8),
        ("SELECT name, maker FROM lamps WHERE price > 4 ORDER BY price LIMIT 2", [1, 21], 8),
        ("SELECT name, maker FROM lamps ORDER BY price LIMIT 1 OFFSET 2", [8], 14),
    ],
)
def test_the_first_few_of_a_listing_in_no_order(
    site_server: SiteServer, tmp_path: Path, sql: str, wanted: list[int], most: int
):
    """Equals of the last one are opened too; the rows that come behind as many others are not."""
    got = walked(site_server, tmp_path, sql)
    assert list(got.answer.rows) == [(f"Lamp {n}", f"House {n}") for n in wanted]
    opened = sum(bool(site_server.seen(f"/lamp/{n}")) for n in range(len(PRICES)))
    assert len(wanted) <= opened <= most
    assert got.result.tables[0].rows == len(PRICES)


@pytest.mark.proof
def test_what_needs_all_rows_opens_all(site_server: SiteServer, tmp_path: Path):
    """A condition on the own page itself, or no bound."""
    sql = "SELECT name, maker FROM lamps WHERE maker LIKE '%7' ORDER BY price DESC LIMIT 1"
    got = walked(site_server, tmp_path, sql)
    assert list(got.answer.rows) == [("Lamp 7", "House 7")]
    assert all(site_server.seen(f"/lamp/{n}") for n in range(len(PRICES)))
