"""Rows written back in a real browser: which are done, which fail, and what is said of each."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

FORM = "<form method=post action=/add><label>Name <input name=n></label><button>Add</button></form>"

ADDING = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        for_each: {name: [Lamp, Chair, Desk]}
        rows: 3
        %s
        writes: ["POST /add"]
        steps:
          - open: "/form/{{ row.name }}"
          - fill: {Name: "{{ row.name }}"}
          - click: Add
"""


def add(site: SiteServer, folder: Path, more: str = "on_error: stop") -> webdart.Run:
    path = folder / "add.yaml"
    path.write_text(ADDING % (site.url, more))
    return webdart.run(path, project=folder, yes=True)


def sent(site: SiteServer) -> list[bytes]:
    return [asked.body for asked in site.seen("/add")]


def test_a_list_of_the_file_is_written_back_row_by_row(site_server: SiteServer, tmp_path: Path):
    """`for_each` of an `act` may be lists, as that of a `navigate`."""
    site_server.page("/form/*", FORM)
    site_server.page("/add", "<p>added</p>")
    got = add(site_server, tmp_path)
    assert got.result.exit == 0, got.result.error
    assert sent(site_server) == [b"n=Lamp", b"n=Chair", b"n=Desk"]
