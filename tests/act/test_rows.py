"""Rows written back in a real browser: which are done, which fail, and what is said of each."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

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


def test_a_row_whose_page_does_not_answer_is_one_failed_row(site_server: SiteServer, tmp_path: Path):
    """`on_error: next` goes on behind whatever the site does to one row; the run ends with exit 1."""
    site_server.page("/form/*", FORM)
    site_server.answers("/form/Chair", "<h1>Server error</h1>", status=503)
    site_server.page("/add", "<p>added</p>")
    got = add(site_server, tmp_path, "on_error: next")
    assert got.result.exit == 1
    assert "503" in str(got.result.error)
    assert sent(site_server) == [b"n=Lamp", b"n=Desk"]


def test_an_unknown_write_is_exit_5_also_when_verify_cannot_be_read(site_server: SiteServer, tmp_path: Path):
    """The answer is lost and the site is down afterwards: nobody knows, and no "not so" is made of it."""
    asked: list[Asked] = []

    def state(request: Asked) -> Reply:
        asked.append(request)
        return Reply("<p>nothing yet</p>") if len(asked) == 1 else Reply("<h1>Server error</h1>", status=503)

    site_server.page("/form/*", FORM)
    site_server.on("/state", state)
    site_server.drop("/add")
    got = add(site_server, tmp_path, "verify: [{open: /state}, {expect: {text: done}}]")
    assert got.result.exit == 5, got.result.error
    assert [write.state for write in got.result.writes] == ["unknown"]
    assert sent(site_server) == [b"n=Lamp"]
