"""Rows that the run itself doubts are not written: a site is as little to rest on a guess as a saved table is."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.execute.act.filled_site import FORM, sent

pytestmark = pytest.mark.browser

CHORE = """
webdart: 1
name: order
sites: {site: "%s"}
stages:
  - navigate: {start: /list}
  - extract: {into: items, key: name, %sfields: {name: text, stock: integer, added: date}}
  %s
  - execute:
      act:
        %s
        writes: ["POST /add"]
        steps:
          - open: "/form"
          - fill: {Name: "{{ %s }}"}
          - click: Add
"""
ROWS = (
    "",
    "- execute: {into: all_of_them, sql: 'SELECT count(*) AS n FROM items'}",
    "rows: 2\n        for_each: SELECT name FROM items WHERE stock < 3 ORDER BY name",
    "row.name",
)
ONLY = (
    "",
    "- execute: {into: first, sql: 'SELECT min(name) AS name FROM items WHERE stock < 3'}\n  " + ROWS[1],
    "on_error: stop",
    "first.name",
)
STATED = ("", "", "on_error: stop", "env.HOME")


def listing(_: Asked) -> Reply:
    """Items of which one has a stock that is no number, and all have a day that can be read."""
    stock = {"Lamp": "1", "Chair": "20", "Desk": "see note", "Shelf": "2"}
    rows = "".join(
        f"<tr><td>{name}</td><td>{held}</td><td>2026-03-0{day}</td></tr>"
        for day, (name, held) in enumerate(stock.items(), 4)
    )
    return Reply(f"<h1>Items</h1><table><tr><th>Name</th><th>Stock</th><th>Added</th></tr>{rows}</table>")


def order(site: SiteServer, folder: Path, parts: tuple[str, str, str, str], **how: object) -> webdart.Run:
    site.on("/list", listing)
    site.page("/form", FORM)
    site.page("/add", "<p>added</p>")
    path = folder / "order.yaml"
    path.write_text(CHORE % (site.url, *parts))
    return webdart.run(path, project=folder, **how)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("parts", [ROWS, ONLY])
def test_rows_that_rest_on_an_unreadable_cell_are_not_written(
    site_server: SiteServer, tmp_path: Path, parts: tuple[str, str, str, str]
):
    """Whether they come by `for_each` or by the name of a result; the answer itself reads no doubtful column."""
    got = order(site_server, tmp_path, parts, yes=True)
    assert got.result.exit == 4
    said = " ".join(got.result.error or ())
    assert "nothing is written, the rows are in doubt: items.stock: 1 cell has a text" in said
    assert "`accept: [unreadable]` at items" in said
    assert sent(site_server) == []


def test_a_dry_run_shows_its_writes_and_tells_that_they_would_be_refused(site_server: SiteServer, tmp_path: Path):
    got = order(site_server, tmp_path, ROWS, dry_run=True)
    assert {write.state for write in got.result.writes} == {"held"}
    assert any("without --dry-run" in warning and "nothing is written" in warning for warning in got.result.warnings)
    assert sent(site_server) == []


def test_what_its_author_accepts_is_written(site_server: SiteServer, tmp_path: Path):
    got = order(site_server, tmp_path, ("accept: [unreadable], ", *ROWS[1:]), yes=True)
    assert got.result.exit == 0, got.result.error
    assert sent(site_server) == [b"n=Lamp", b"n=Shelf"]


@pytest.mark.parametrize(
    "parts",
    [("", "", "for_each: SELECT name FROM items WHERE added = '2026-03-05'\n        rows: 1", "row.name"), STATED],
)
def test_a_doubt_on_what_a_write_does_not_read_stops_nothing(
    site_server: SiteServer, tmp_path: Path, parts: tuple[str, str, str, str]
):
    """Another column of the same table, or a write that takes nothing from a page."""
    got = order(site_server, tmp_path, parts, yes=True)
    assert len(sent(site_server)) == 1, got.result.error
