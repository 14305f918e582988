"""The file that `webdart new` writes, run as it stands: each field is read with the cells that were shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

Rows = list[dict[str, str | int | None]]


def _proposed_and_read(cli: Any, url: str) -> tuple[Rows, Rows, Any]:
    """The rows that `new` shows of its first listing, those that a run of its file reads, and the run."""
    shown = cli("new", url, "--out", "chore.yaml", "--json")
    assert shown.code == 0, shown.err
    table = json.loads(shown.out)["tables"][0]
    run = cli("run", "chore.yaml")
    assert run.code in {0, 3}, run.err
    names = ", ".join(f'"{field["name"]}"' for field in table["fields"])
    read = cli("query", f'SELECT {names} FROM "{table["name"]}" ORDER BY _n', "--json")
    return table["rows"], json.loads(read.out), run


def test_links_around_pictures_that_did_not_load_are_read(cli: Any, site_server: SiteServer):
    """Such a link takes no place on the page, while others of the page do."""
    cards = "".join(
        f'<article><a href="/tent/{n}"><img alt="" src="/missing{n}.png"></a><h3>Tent {name}</h3><p>{n} people</p>'
        "</article>"
        for n, name in enumerate(("Alder", "Birch", "Cedar", "Elm", "Fir"), 2)
    )
    site_server.page("/tents", f'<title>Tents</title><a href="/">Home</a><main><h1>Tents</h1>{cards}</main>')
    shown, read, run = _proposed_and_read(cli, f"{site_server.url}/tents")
    assert run.code == 0, run.err
    assert [row["url"] for row in read] == [f"{site_server.url}/tent/{n}" for n in range(2, 7)]
    assert read == shown


def test_what_some_cards_do_not_show_is_not_read_there(cli: Any, site_server: SiteServer):
    """A badge that stands hidden in each card is of those alone that show it."""
    rows = "".join(
        f'<li><b>Tent {n}</b> <i class="badge"{" hidden" if n % 2 else ""}>New</i> <u>{n} people</u></li>'
        for n in range(1, 7)
    )
    site_server.page("/tents", f"<title>Tents</title><main><h1>Tents</h1><ul>{rows}</ul></main>")
    fields = '{name: {type: text, at: "css=b"}, badge: {type: text, at: "css=.badge"}}'
    Path("chore.yaml").write_text(
        f'webdart: 1\nsites: {{s: "{site_server.url}/"}}\nstages:\n  - navigate: {{start: /tents}}\n'
        f"  - extract: {{into: tents, fields: {fields}}}\n"
    )
    assert cli("run", "chore.yaml").code == 0
    read = json.loads(cli("query", "SELECT badge FROM tents ORDER BY _n", "--json").out)
    assert [row["badge"] for row in read] == [None, "New"] * 3


def test_what_own_pages_have_stands_in_comments_that_can_be_taken(cli: Any, site_server: SiteServer):
    """Uncommented, these fields are read with the values that were told; who commented on one record is none of them."""
    names = ("Alder", "Birch", "Cedar", "Elm", "Fir")
    rows = "".join(f'<li><a href="/tent/{n}">Tent {name}</a></li>' for n, name in enumerate(names, 2))
    site_server.page("/tents", f"<title>Tents</title><main><h1>Tents</h1><ul>{rows}</ul></main>")
    for n, name in enumerate(names, 2):
        facts = f"<dl><dt>Height</dt><dd>{n}.5 m</dd><dt>Beds</dt><dd>{n}</dd><dt>Sewn by {name}</dt><dd>12 May 2026</dd></dl>"
        site_server.page(f"/tent/{n}", f"<title>Tent {name}</title><main><h1>Tent {name}</h1>{facts}</main>")
    assert cli("new", f"{site_server.url}/tents", "--out", "chore.yaml").code == 0
    file = Path("chore.yaml")
    written = file.read_text(encoding="utf-8")
    assert "# beds: {type: integer, page: detail}" in written
    assert "sewn_by" not in written
    file.write_text(written.replace("        # beds:", "        beds:"), encoding="utf-8")
    run = cli("run", "chore.yaml")
    assert run.code == 0, run.err
    assert json.loads(cli("query", "SELECT beds FROM tents ORDER BY _n", "--json").out) == [
        {"beds": n} for n in range(2, 7)
    ]


def _is_elsewhere(_host: str) -> bool:
    return False


def test_own_pages_that_robots_are_kept_from_are_not_proposed(
    cli: Any, site_server: SiteServer, monkeypatch: pytest.MonkeyPatch
):
    """A site of another machine may say so; the page that was asked for is proposed all the same."""
    monkeypatch.setattr("webdart.browser.network.politeness.is_near", _is_elsewhere)
    rows = "".join(f'<li><a href="/tent/{n}">Tent {n}</a></li>' for n in range(2, 7))
    site_server.page("/tents", f"<title>Tents</title><main><h1>Tents</h1><ul>{rows}</ul></main>")
    site_server.page("/robots.txt", "User-agent: *\nDisallow: /tent/\n")
    shown = cli("new", f"{site_server.url}/tents", "--json")
    assert shown.code == 0, shown.err
    told = json.loads(shown.out)
    assert told["own_page"] is None
    assert [row["name"] for row in told["tables"][0]["rows"]][:2] == ["Tent 2", "Tent 3"]
    assert not [one for one in site_server.log if one.path.startswith("/tent/")]
