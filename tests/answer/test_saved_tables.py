"""When tables are saved at the end of a run, and when they are not."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

CHORE = """
webdart: 1
name: lamps
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /lamps}}
  - extract: {{into: lamps, key: name, fields: {{name: text, price: money}}}}
  - execute: SELECT name FROM lamps ORDER BY price LIMIT 1
save: {{lamps: "sqlite:shop.sqlite"}}
"""


def lamps(*prices: str) -> str:
    rows = "".join(f"<tr><td>Lamp {number}</td><td>{price}</td></tr>" for number, price in enumerate(prices))
    return f"<title>Lamps</title><h1>Lamps</h1><table><tr><th>Name</th><th>Price</th></tr>{rows}</table>"


def saved(folder: Path) -> list[Any]:
    if not (folder / "shop.sqlite").exists():
        return []
    with closing(sqlite3.connect(folder / "shop.sqlite")) as connection:
        return connection.execute("SELECT name, price FROM lamps ORDER BY name").fetchall()


def test_a_table_is_saved_by_runs_that_are_sure(site_server: SiteServer, tmp_path: Path):
    """A sure run merges; one with a cell that can't be read, or over kept pages, saves nothing and says so."""
    file = tmp_path / "lamps.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    site_server.page("/lamps", lamps("$3.00", "$4.00", "$5.00"))
    run = webdart.run(file, project=tmp_path)
    assert [str(one) for one in run.result.saved] == ["lamps saved to sqlite:shop.sqlite: 3 new"]
    whole = [("Lamp 0", 3.0), ("Lamp 1", 4.0), ("Lamp 2", 5.0)]
    assert saved(tmp_path) == whole
    for offline, page in ((None, lamps("$3.00", "ask us", "$6.00")), (run.result.run, "")):
        site_server.page("/lamps", page)
        other = webdart.run(file, project=tmp_path, offline=offline)
        assert not other.result.saved
        assert any(words.startswith("not saved: lamps: ") for words in other.result.warnings)
        assert saved(tmp_path) == whole


def test_a_place_that_can_not_be_written_ends_the_run_with_its_answer(site_server: SiteServer, tmp_path: Path):
    """Exit 1, the answer kept, and the file that was there is as it was."""
    file = tmp_path / "lamps.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    site_server.page("/lamps", lamps("$3.00", "$4.00", "$5.00"))
    (tmp_path / "shop.sqlite").write_text("a letter\n" * 500)
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 1
    assert run.result.answer is not None
    assert "shop.sqlite" in " ".join(run.result.error or ())
    assert (tmp_path / "shop.sqlite").read_text().startswith("a letter")


def test_no_link_leads_a_table_out_of_the_project(site_server: SiteServer, tmp_path: Path):
    """A shared folder may have one to a database of the person's own, where a table of the file is replaced."""
    project, elsewhere = tmp_path / "project", tmp_path / "cookies.sqlite"
    project.mkdir()
    file = project / "lamps.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    site_server.page("/lamps", lamps("$3.00", "$4.00", "$5.00"))
    (project / "shop.sqlite").symlink_to(elsewhere)
    run = webdart.run(file, project=project)
    assert run.result.exit == 1
    assert "leads out of" in " ".join(run.result.error or ())
    assert not elsewhere.exists()
