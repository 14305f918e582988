"""A file where a page should be is kept and told, from a record's link, a next link, a path and a step; no row is lost."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Reply, SiteServer

pytestmark = pytest.mark.browser

FILE = Reply(b"1,2\n", type="text/csv", headers=(("Content-Disposition", "attachment; filename=rows.csv"),))


def listing(after: str) -> str:
    names = ("Ann", "Bob", "Cid")
    rows = "".join(f"<tr><td><a href='/of/{name}'>{name}</a></td><td>{len(name)}</td></tr>" for name in names)
    head = "<tr><th>Name</th><th>Size</th></tr>"
    return f"<title>Items</title><h1>Items</h1><table>{head}{rows}</table>{after}"


def run(site: SiteServer, folder: Path, stages: str, *, yes: bool = False) -> webdart.Run:
    path = folder / "chore.yaml"
    path.write_text(f'webdart: 1\nsites: {{site: "{site.url}"}}\nstages:\n{stages}')
    return webdart.run(path, project=folder, yes=yes)


def test_a_walk_goes_on_without_what_turned_out_to_be_files(site_server: SiteServer, tmp_path: Path):
    """A record whose page is a file has no details, a next link to a file ends the walk: both told, both kept."""
    site_server.page("/", listing("<a rel=next href='/rows.csv?page=2'>Next</a>"))
    site_server.page("/of/Ann", "<h1>Ann</h1><dl><dt>Town</dt><dd>Bath</dd></dl>")
    site_server.page("/of/Cid", "<h1>Cid</h1><dl><dt>Town</dt><dd>Ely</dd></dl>")
    site_server.on("/of/Bob", lambda _: FILE)
    site_server.on("/rows.csv", lambda _: FILE)
    stages = """
  - navigate: {start: /}
  - extract: {into: items, fields: {name: text, url: link, town: {type: text, page: detail}}}
  - execute: SELECT name, town FROM items ORDER BY name
"""
    got = run(site_server, tmp_path, stages)
    assert got.answer.rows == (("Ann", "Bath"), ("Bob", None), ("Cid", "Ely"))
    assert got.result.exit == 3
    (table,) = got.result.tables
    assert any("the way on gives a file, not a page" in reason for reason in table.reasons)
    assert any("the first gives a file, not a page, kept as downloads/rows" in said for said in got.result.warnings)
    assert {kept.file for kept in got.result.downloads} == {"rows.csv", "rows-2.csv"}
    assert "Files that were kept" in Path(got.result.report or "").read_text()


@pytest.mark.proof
def test_a_start_or_path_that_is_a_file_is_a_stated_error(site_server: SiteServer, tmp_path: Path):
    """It names the place in the file, and what was kept."""
    site_server.page("/", "<h1>Home</h1><a href='/rows.csv'>Export</a>")
    site_server.on("/rows.csv", lambda _: FILE)
    stages = """
  - navigate: {start: /, path: [Export]}
  - extract: {into: items, fields: {name: text}}
"""
    got = run(site_server, tmp_path, stages)
    assert got.result.exit == 1
    assert got.result.error is not None
    (error,) = got.result.error
    assert "chore.yaml:5:33: " in error
    assert "'Export' gives a file, not a page; it is kept as downloads/rows.csv" in error


@pytest.mark.proof
def test_steps_of_an_act_keep_what_they_download(site_server: SiteServer, tmp_path: Path):
    """`open` of a file, a link to one, and a form whose answer is one, which is released as declared."""
    site_server.page("/", "<h1>Home</h1><a href='/rows.csv'>Get</a><form method=post action='/made'><button>Export")
    site_server.on("/rows.csv", lambda _: FILE)
    site_server.on("/made", lambda _: FILE)
    stages = """
  - execute:
      act: {writes: ["POST /made"], steps: [{open: /rows.csv}, {open: /}, {click: Get}, {click: Export}]}
"""
    got = run(site_server, tmp_path, stages, yes=True)
    assert (got.result.exit, len(got.result.downloads)) == (0, 3)
    assert [write.state for write in got.result.writes] == ["done"]
