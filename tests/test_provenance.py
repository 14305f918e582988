"""A run looked at again: its kept pages, where its cells come from, where rows were lost, what changed since."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from webdart.browser.snapshot.reader import KeptPages
from webdart.cli.main import main
from webdart.errors import UsageError

pytestmark = pytest.mark.browser


def table(rows: list[tuple[str, str, str]], more: str = "") -> str:
    body = "".join(f"<tr><td><a href='/item/{key}'>{name}</a></td><td>{price}</td></tr>" for key, name, price in rows)
    head = "<tr><th>Name</th><th>Price</th></tr>"
    return f"<title>Lamps</title><h1>Lamps</h1><table class=lamps>{head}{body}</table>{more}<footer>Acme 9000</footer>"


FIRST = [("a", "Arc", "$10.00"), ("b", "Bow", "$250.00"), ("c", "Cone", "$30.00")]
SECOND = [("d", "Disc", "$40.00"), ("e", "Egg", "$50.00")]

CHORE = """
webdart: 1
params: {most: 100}
sites: {site: "URL"}
stages:
  - navigate: {start: /lamps}
  - extract: {into: lamps, fields: {name: text, price: money, url: link}}
  - execute: SELECT name FROM lamps WHERE price < $most AND name <> 'Egg' ORDER BY name
"""


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def call(*words: str, code: int = 0) -> Any:
        with pytest.raises(SystemExit) as left:
            main([*words, "--json"])
        found = capsys.readouterr()
        assert left.value.code == code, found.err
        return json.loads(found.out)

    return call


def chore(site: SiteServer, folder: Path, text: str = CHORE) -> Path:
    path = folder / "lamps.yaml"
    path.write_text(text.replace("URL", site.url))
    return path


def test_a_run_is_seen_again(site_server: SiteServer, tmp_path: Path, said: Callable[..., Any]):
    """Offline with the file as it is and as it was edited, traced, exported, and held against a later run."""
    site_server.page("/lamps", table(FIRST, "<nav><a rel=next href='/lamps2'>Next</a></nav>"))
    site_server.page("/lamps2", table(SECOND))
    file = chore(site_server, tmp_path)
    online = webdart.run(file, project=tmp_path)
    assert [row[0] for row in online.answer.rows] == ["Arc", "Cone", "Disc"]

    asked = len(site_server.log)
    again = webdart.run("", project=tmp_path, offline="latest")
    assert again.answer == online.answer
    assert again.result.tables == online.result.tables
    file.write_text(file.read_text().replace("name <> 'Egg'", "name <> 'Arc'"))
    edited = webdart.run(file, project=tmp_path, offline="latest", most=45)
    assert [row[0] for row in edited.answer.rows] == ["Cone", "Disc"]
    assert len(site_server.log) == asked, "the site was touched"

    run = str(online.result.run)
    row = said("why", run, "lamps", "Bow", "price")
    (cell,) = row["cells"]
    assert (cell["value"], cell["raw"]) == (250.0, "$250.00")
    assert cell["element"].endswith("table.lamps > tbody > tr[3] > td[2]")
    assert row["page"] == f"{site_server.url}/lamps"
    assert said("why", run, "lamps", "/item/e")["place"] == 5
    assert said("why", run, "lamps", "Zeppelin", code=2)["error"]

    lost = {words: said("why", run, "--missing", words) for words in ("Acme 3000", "Acme 9000", "Bow", "egg", "Arc")}
    assert {words: one["stage"] for words, one in lost.items()} == {
        "Acme 3000": "never seen",
        "Acme 9000": "not read",
        "Bow": "filtered",
        "egg": "filtered",
        "Arc": "collected",
    }
    assert any("price < $most is not so, $most is 100" in line for line in lost["Bow"]["said"])

    site_server.page("/lamps2", table([("d", "Disc", "$41.00"), ("f", "Fan", "$60.00")]))
    webdart.run(file, project=tmp_path)
    (lamps,) = said("diff", run, "--table", "lamps", "--exit-code", code=1)["tables"]
    assert [one["name"] for one in lamps["added"]] == ["Fan"]
    assert [one["name"] for one in lamps["gone"]] == ["Egg"]

    assert len(said("why", "--all", "lamps", "Bow")) == len(said("why", "--all", "--missing", "Bow")) == 4
    (fan,) = said("why", "--all", "lamps", "Fan")
    assert fan["run"] != run
    assert said("why", "--all", "lamps", "Zeppelin", code=2)["error"]
    assert [one["cells"] for one in lamps["changed"]] == [{"price": [40.0, 41.0]}]
    assert lamps["same"] == 3
    assert not said("diff", run, run, "--exit-code")["differs"]

    assert said("export", "lamps", "lamps.parquet", "--run", run)["rows"] == 5
    reader: Any = pq
    whole = reader.read_schema(tmp_path / "lamps.parquet")
    assert whole.names == ["name", "price", "url"]
    assert str(whole.field("price").type) == "decimal128(18, 2)"
    said("export", "lamps", "lamps.jsonl", "--all")
    lines = [json.loads(line) for line in (tmp_path / "lamps.jsonl").read_text().splitlines()]
    assert len({line["_run"] for line in lines}) == 4
    assert len(lines) == 20
    counts = said("query", "SELECT _run, count(*) AS n FROM lamps GROUP BY 1", "--all")
    assert [row["n"] for row in counts] == [5, 5, 5, 5]
    (line,) = said("tables", "--run", run)
    assert (line["name"], line["rows"], line["verdict"]) == ("lamps", 5, "complete")


DETAILED = """
webdart: 1
sites: {site: "URL"}
stages:
  - navigate: {start: /lamps}
  - extract:
      into: lamps
      fields: {name: text, sold: {type: text, label: Sold in}, colour: {type: text, label: Colour, page: detail}}
  - execute: SELECT name, colour FROM lamps
"""


@pytest.mark.proof
def test_a_column_of_an_own_page_is_found_there(site_server: SiteServer, tmp_path: Path, said: Callable[..., Any]):
    """Though the listing has the same words, nearer to the record, and no column is its link.

    Rows come in the order of the walk.
    """
    rows = "".join(f"<tr><td><a href='/item/{key}'>{name}</a><td>Red or blue</tr>" for key, name, _ in FIRST[::-1])
    site_server.page("/lamps", f"<h1>Lamps</h1><table><tr><th>Name<th>Sold in</tr>{rows}</table><p>Red</p>")
    for key, name, _ in FIRST:
        site_server.page(f"/item/{key}", f"<h1>{name}</h1><dl><dt>Colour</dt><dd>Red</dd></dl>")
    run = webdart.run(chore(site_server, tmp_path, DETAILED), project=tmp_path)
    assert run.answer.rows == (("Cone", "Red"), ("Bow", "Red"), ("Arc", "Red"))
    (cell,) = said("why", "lamps", "Bow", "colour")["cells"]
    assert (cell["page"], cell["element"].rpartition(" > ")[2]) == (f"{site_server.url}/item/b", "dd")
    (cell,) = said("why", "lamps", "Bow", "sold")["cells"]
    assert cell["page"] == f"{site_server.url}/lamps"
    assert "tr[3]" in cell["element"]  # of all rows that say so, the record's own
    assert [row["name"] for row in said("query", "SELECT name FROM lamps")] == ["Cone", "Bow", "Arc"]
    assert [row["name"] for row in said("query", "SELECT name, colour FROM lamps ORDER BY colour")] == [
        "Arc",
        "Bow",
        "Cone",
    ]
    said("export", "lamps", "lamps.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "lamps.jsonl").read_text().splitlines()]
    assert [line["name"] for line in lines] == ["Cone", "Bow", "Arc"]
    assert "mkdir -p nowhere" in str(said("export", "lamps", "nowhere/lamps.csv", code=2)["error"])


def test_a_run_is_compared_with_the_latest_of_its_workflow(
    site_server: SiteServer, tmp_path: Path, said: Callable[..., Any]
):
    """Not with whatever ran since; the latest has none to be compared with, and says which has."""
    site_server.page("/lamps", table(FIRST))
    site_server.page("/chairs", table(SECOND))
    file = chore(site_server, tmp_path)
    first = str(webdart.run(file, project=tmp_path).result.run)
    other = tmp_path / "chairs.yaml"
    other.write_text(file.read_text().replace("/lamps", "/chairs"))
    site_server.page("/lamps", table(FIRST[1:]))
    second = str(webdart.run(file, project=tmp_path).result.run)
    lone = str(webdart.run(other, project=tmp_path).result.run)
    found = said("diff", first)
    assert (found["before"], found["after"]) == (first, second)
    assert [one["name"] for one in found["tables"][0]["gone"]] == ["Arc"]
    assert f"webdart diff {first}" in str(said("diff", second, code=2)["error"])
    assert "run chairs again" in str(said("diff", lone, code=2)["error"])


SIGNED = """
webdart: 1
sites: {site: {url: "URL", login: {at: /admin/login, user: "{{ secret.WHO }}", password: "{{ secret.PIN }}", check: Log out}}}
stages:
  - navigate: {start: /admin/lamps}
  - extract: {into: lamps, fields: {name: text, price: money, url: link}}
  - execute: SELECT name FROM lamps ORDER BY name
"""


@pytest.mark.proof
def test_a_secret_that_stands_in_addresses(site_server: SiteServer, tmp_path: Path, said: Callable[..., Any]):
    """It is blanked there, which is told once with the remedy; the kept pages are found again all the same."""
    form = "<form method=post><label>Name <input name=n></label><input type=password name=p><button>Go</button></form>"

    def lamps(asked: Asked) -> Reply:
        if "in=1" not in asked.headers.get("cookie", ""):
            return Reply("", 302, headers=(("Location", "/admin/login"),))
        more = "<nav><a rel=next href='/admin/lamps?page=2'>Next</a></nav>"
        return Reply("<p>Log out</p>" + (table(SECOND) if asked.query else table(FIRST, more)))

    def login(asked: Asked) -> Reply:
        if asked.method == "GET":
            return Reply(form)
        return Reply("", 302, headers=(("Location", "/admin/lamps"), ("Set-Cookie", "in=1; Path=/")))

    site_server.on("/admin/lamps", lamps)
    site_server.on("/admin/login", login)
    file = chore(site_server, tmp_path, SIGNED)
    secrets = {"WHO": "admin", "PIN": "nobody-knows-4"}
    online = webdart.run(file, project=tmp_path, secrets=secrets)
    assert online.result.error is None
    assert len(online.answer.rows) == 5
    told = [text for text in online.result.warnings if "in addresses too" in text]
    assert len(told) == 1
    assert "secret WHO" in told[0]
    assert "admin" not in " ".join(online.result.warnings)
    asked = len(site_server.log)
    again = webdart.run(file, project=tmp_path, offline="latest", secrets=secrets)
    assert again.answer == online.answer
    row = said("why", str(again.result.run), "lamps", "Bow")
    assert "table" in row["region"], "the page for logging in, which came at this address first, has no rows"
    without = webdart.run(file, project=tmp_path, offline="latest")
    assert any("it has to be given as it was" in reason for reason in without.result.tables[0].reasons)
    assert len(site_server.log) == asked


@pytest.mark.proof
def test_the_latest_run_is_that_of_the_file(site_server: SiteServer, tmp_path: Path):
    """Another file was run since, and kept other pages; a file that was never run has none, and is told so."""
    site_server.page("/lamps", table(FIRST))
    site_server.page("/chairs", table(SECOND))
    lamps = chore(site_server, tmp_path)
    online = webdart.run(lamps, project=tmp_path)
    chairs = tmp_path / "chairs.yaml"
    chairs.write_text(lamps.read_text().replace("/lamps", "/chairs"))
    later = webdart.run(chairs, project=tmp_path)
    assert later.answer != online.answer
    assert webdart.run(lamps, project=tmp_path, offline="latest").answer == online.answer
    assert webdart.run("", project=tmp_path, offline="latest").answer == online.answer, "no file: of any"
    copied = tmp_path / "copied.yaml"
    copied.write_text(lamps.read_text())
    with pytest.raises(UsageError, match=r"no run of copied\.yaml") as lost:
        webdart.run(copied, project=tmp_path, offline="latest")
    assert f"{later.result.run} (chairs.yaml)" in lost.value.hint
    assert webdart.run(copied, project=tmp_path, offline=str(online.result.run)).answer == online.answer


def test_rows_that_a_click_brought_are_walked_again_offline(site_server: SiteServer, tmp_path: Path):
    """What led from page to page is kept, also where the address stays the same; a secret is in no kept page."""
    site_server.page(
        "/lamps",
        table(FIRST)
        + """<button id=n>Next</button><p>token-of-the-reader</p><script>
          let page = 1; const body = document.querySelector('table');
          document.getElementById('n').onclick = () => setTimeout(() => {
            page += 1;
            [...body.rows].slice(1).forEach((row, i) => { row.cells[0].textContent = `turn${page} ${'abc'[i]}` });
            if (page === 3) document.getElementById('n').disabled = true;
          }, 50)</script>""",
    )
    file = chore(
        site_server,
        tmp_path,
        """
webdart: 1
sites: {site: {url: "URL", login: {at: /login, user: "{{ secret.WHO }}", password: "{{ secret.WHO }}"}}}
stages:
  - navigate: {start: /lamps}
  - extract: {into: lamps, key: name, fields: {name: text}}
  - execute: SELECT name FROM lamps ORDER BY name
""",
    )
    online = webdart.run(file, project=tmp_path, secrets={"WHO": "token-of-the-reader"})
    assert len(online.answer.rows) == 9
    again = webdart.run(file, project=tmp_path, offline="latest")
    assert again.answer == online.answer
    kept = (online.folder / "pages" / "index.jsonl").read_text()
    assert "token-of-the-reader" not in kept
    assert all("token-of-the-reader" not in text for text in _texts(online.folder / "pages"))


def _texts(folder: Path) -> list[str]:
    pages = KeptPages.of(folder)
    return [pages.look(entry).text_of(0) for entry in pages.entries]


@pytest.mark.proof
def test_a_page_that_was_not_kept_leaves_the_answer_incomplete(site_server: SiteServer, tmp_path: Path):
    """A walk that goes on beyond what was kept says which page is lacking, and keeps what it has."""
    site_server.page("/lamps", table(FIRST, "<nav><a rel=next href='/lamps2'>Next</a></nav>"))
    site_server.page("/lamps2", table(SECOND))
    file = chore(site_server, tmp_path)
    webdart.run(file, project=tmp_path, limit_pages=1)
    again = webdart.run(file, project=tmp_path, offline="latest")
    assert again.result.exit == 3
    assert len(again.answer.rows) == 2
    assert any("was not kept" in reason and "/lamps2" in reason for reason in again.result.tables[0].reasons)


@pytest.mark.parametrize("key", ["", ", key: name"])
def test_a_cell_of_a_records_own_page_is_never_looked_for_on_the_listing(
    key: str, site_server: SiteServer, tmp_path: Path, said: Callable[..., Any]
):
    """The listing has the same words; where a key of its name doesn't say which page was its own, its link does."""
    site_server.page("/lamps", table(FIRST))
    for number, (place, name, price) in enumerate(FIRST):
        site_server.page(f"/item/{place}", f"<h1>{name}</h1><dl><dt>Cost</dt><dd>{price}</dd></dl><p>Acme {number}</p>")
    fields = "{name: text, cost: {type: money, page: detail}}"
    file = chore(site_server, tmp_path, CHORE.replace("{name: text, price: money, url: link}", fields + key))
    file.write_text(file.read_text().replace("price < $most AND name <> 'Egg'", "cost > $most"))
    assert webdart.run(file, project=tmp_path).answer.rows == (("Bow",),)
    (cell,) = said("why", "lamps", "Bow", "cost")["cells"]
    assert cell["page"] == f"{site_server.url}/item/b"
