"""The walks of one `for_each` teach each other how their listings are read, in whatever order they come."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

HAS = {
    "may": [("Road 1", "Film 1", "1.50 €"), ("Road 2", "Film 2", "2.50 €")],
    "june": [("Road 3", "Film 3", "3.50 €")],
    "july": [("Road 4", "Film 4", ""), ("Road 5", "Film 5", "")],
    "august": [],
}


def release(title: str, studio: str, price: str) -> str:
    paid = f"<b>{price}</b>" if price else ""
    return f"<div><a href='/r/{title[-1]}'>{title}</a> <i>{studio}</i> {paid}</div>"


def month_page(asked: Asked) -> Reply:
    month = asked.query["m"][0]
    menu = "".join(f"<li><a href='/list?m={name}'>{name}</a></li>" for name in HAS)
    inner = "".join(release(*row) for row in HAS.get(month, ())) or "<p>No releases in this month.</p>"
    heading = f"Releases of {month}" if month in HAS else "Not found"
    return Reply(f"<title>Films</title><nav><ul>{menu}</ul></nav><main><h1>{heading}</h1><div>{inner}</div></main>")


def chore(site: SiteServer, folder: Path, months: str, fields: str = "price: money") -> Path:
    site.on("/list", month_page)
    file = folder / "films.yaml"
    file.write_text(
        f"""
webdart: 1
sites: {{site: "{site.url}/list"}}
stages:
  - navigate: {{for_each: {{month: [{months}]}}, query: {{m: "{{{{ row.month }}}}"}}}}
  - extract:
      into: films
      fields: {{month: {{type: text, value: "{{{{ row.month }}}}"}}, title: text, studio: text, url: link, {fields}}}
  - execute: SELECT month, title, studio, price FROM films ORDER BY title
"""
    )
    return file


def walked(site: SiteServer, folder: Path, months: str, fields: str = "price: money") -> webdart.Run:
    return webdart.run(chore(site, folder, months, fields), project=folder)


def command(*words: str, project: Path, crash: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}
    environment |= {"WEBDART_CRASH_AT": crash} if crash else {}
    line = [sys.executable, "-m", "webdart", *words, "--json", "--project", str(project)]
    return subprocess.run(line, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("months", ["may, june, july, august", "august, june, july, may", "june, august, may, july"])
def test_poor_listings_are_read_as_the_rich_one(site_server: SiteServer, tmp_path: Path, months: str):
    """One record, a field that all lack, no record: each is known for what it is, and what is missing is told."""
    got = walked(site_server, tmp_path, months)
    assert got.result.error is None
    assert [tuple(map(str, row)) for row in got.answer.rows] == [
        (month, title, studio, price.removesuffix(" €") or "None")
        for month, rows in HAS.items()
        for title, studio, price in rows
    ]
    assert any("m=july" in warning and "price" in warning for warning in got.result.warnings)
    assert any("m=august" in warning and "No releases" in warning for warning in got.result.warnings)


def test_a_page_that_is_no_listing_is_no_empty_one(site_server: SiteServer, tmp_path: Path):
    """What is not recognised fails, and sends nobody to look for another month's list."""
    got = walked(site_server, tmp_path, "may, smarch")
    assert got.result.exit == 1
    assert got.result.tables[0].rows == 2
    assert not [one for one in site_server.seen("/list") if one.query["m"][0] not in {"may", "smarch"}]


@pytest.mark.proof
def test_a_field_that_no_walk_has_is_an_error(site_server: SiteServer, tmp_path: Path):
    got = walked(site_server, tmp_path, "june, may", "price: money, budget: {type: money, label: Budget}")
    assert got.result.exit == 1
    assert got.result.error is not None
    assert "budget" in got.result.error[0]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("months", "point"),
    [
        ("june, july, may, august", "after_ack:1"),
        ("august, july, june, may", "after_ack:2"),
        ("june, may, july, august", "after_commit:2"),
    ],
)
def test_a_run_killed_between_walks_goes_on_as_if_it_had_not_been(
    site_server: SiteServer, tmp_path: Path, months: str, point: str
):
    """What the walks before the kill taught is known to those that were put off, and to those that had not begun."""
    file = chore(site_server, tmp_path, months)
    for name in ("clean", "killed"):
        (tmp_path / name).mkdir()
    clean = json.loads(command("run", str(file), project=tmp_path / "clean").stdout)
    killed = command("run", str(file), project=tmp_path / "killed", crash=point)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    resumed = json.loads(command("resume", project=tmp_path / "killed").stdout)
    assert resumed["error"] is None
    assert resumed["answer"] == clean["answer"]
    assert [(one["rows"], one["verdict"]) for one in resumed["tables"]] == [
        (one["rows"], one["verdict"]) for one in clean["tables"]
    ]
