"""`webdart new` on a page without a listing: what it wrote is no answer to what was looked for, and it says so."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer


@pytest.mark.browser
def test_a_page_without_rows_is_said_to_have_none(cli: Any, site_server: SiteServer):
    """The file that is written runs and gives one row: whoever wanted many is told before, and where to begin."""
    site_server.page("/about", "<title>About</title><h1>About us</h1><p>We make lamps since 1923.</p>")
    said = cli("new", f"{site_server.url}/about")
    assert said.code == 0
    assert "each: page" in said.out
    assert "no listing was recognised here" in said.err


@pytest.mark.browser
def test_an_editor_finds_the_schema_of_what_was_written(cli: Any, site_server: SiteServer, tmp_path: Path):
    """The first line of the file leads from its folder to the schema, which says what `webdart schema` says."""
    site_server.page("/about", "<title>About</title><h1>About us</h1><p>We make lamps since 1923.</p>")
    (tmp_path / "chores").mkdir()
    assert cli("new", f"{site_server.url}/about", "--out", "chores/about.yaml").code == 0
    first = (tmp_path / "chores" / "about.yaml").read_text().splitlines()[0]
    place = first.removeprefix("# yaml-language-server: $schema=")
    assert place != first
    assert json.loads((tmp_path / "chores" / place).read_text()) == json.loads(cli("schema").out)
    assert cli("check", "chores/about.yaml").code == 0


@pytest.mark.browser
def test_a_page_that_scripts_draw_is_waited_for(cli: Any, site_server: SiteServer):
    """A while after everything has come it still says that it loads."""
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{n}</td></tr>" for n in range(1, 7))
    drawn = f"<table><tr><th>Name</th><th>Size</th></tr>{rows}</table>"
    site_server.page(
        "/app",
        f"<title>Lamps</title><div id=app>Loading...</div>"
        f"<script>setTimeout(() => {{ app.innerHTML = {json.dumps(drawn)}; }}, 1200);</script>",
    )
    said = cli("new", f"{site_server.url}/app")
    assert (said.code, "name: text" in said.out, "size: integer" in said.out) == (0, True, True)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("language", "day", "locale"),
    [("ru", "14 января 2024 г.", "ru"), ("el", "2 Μαΐου 2024", "el"), ("en-GB", "14 March 2024", "en-GB")],
)
def test_a_page_is_read_in_its_own_language(cli: Any, site_server: SiteServer, language: str, day: str, locale: str):
    """The file that is written says so: a run reads its dates in the same words."""
    rows = "".join(f"<tr><td>Lamp {n}</td><td>{day}</td></tr>" for n in range(1, 7))
    page = f"<html lang={language}><title>Lamps</title><table><tr><th>Name</th><th>Since</th></tr>{rows}</table>"
    site_server.page("/lamps", page)
    assert cli("new", f"{site_server.url}/lamps", "--out", "lamps.yaml").code == 0
    written = Path("lamps.yaml").read_text(encoding="utf-8")
    assert f'locale: "{locale}"' in written
    assert "since: date" in written
    run = cli("run", "lamps.yaml")
    assert (run.code, "2024-0" in run.out) == (0, True), run.err
