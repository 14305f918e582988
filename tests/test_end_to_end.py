"""One chore from its file to its answer, through every room, with a real browser, database and site."""

import json
import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer
from tests.table_comparison import rows
from webdart.answer.render import summary
from webdart.demo import DemoSite, Quirks, serve
from webdart.demo.state import PASSWORD, USER
from webdart.errors import WorkflowErrors
from webdart.model.door.port import Prompt
from webdart.model.door.scripted_model import ScriptedModel
from webdart.secret import encodings
from webdart.workflow.library import find

pytestmark = pytest.mark.browser

TOP = "demo/top-reviewed"
CLOSE = "tracker/close-issue"


@pytest.fixture
def site() -> Iterator[DemoSite]:
    with serve() as served:
        yield served


def shop(site: DemoSite) -> dict[str, str]:
    return {"SHOP_URL": site.url, "TRACKER_URL": site.url, "FORUM_URL": site.url}


LOGIN = {"TRACKER_USER": USER, "TRACKER_PASSWORD": PASSWORD}

EXPECTED_TOP = """
    SELECT name, reviews FROM products WHERE category = 'Home Audio' AND price BETWEEN 1000 AND 9999
    ORDER BY reviews DESC, name LIMIT 3
"""


def test_the_demo_chore_answers_what_sql_over_the_sites_own_rows_gives(site: DemoSite, tmp_path: Path):
    """The flagship chore: menu, listing over many pages, typed rows, SQL, an answer with its evidence."""
    run = webdart.run(TOP, environment=shop(site), project=tmp_path)
    expected = site.data.rows(EXPECTED_TOP)
    assert run.result.status == "answered", run.result.error
    assert [tuple(row) for row in run.answer.rows] == expected
    assert run.answer.text == "\n".join(f"{name} ({reviews})" for name, reviews in expected)
    whole = site.data.rows("SELECT count(*) FROM products WHERE category = 'Home Audio'")[0][0]
    (table,) = run.result.tables
    assert (table.name, table.stated, table.verdict) == ("products", whole, "complete")
    assert run.result.grade == "sampled"
    assert {step.verdict for step in run.result.pushdowns} == {"taken"}
    assert run.result.pages < run.result.pages_plain / 3
    assert Path(str(run.result.report)).is_file()
    assert not site.writes


def plain(folder: Path) -> Path:
    """The flagship chore, walked without push-downs."""
    file = folder / "plain.yaml"
    file.write_text(find(TOP).read_text().replace("navigate: {", "navigate: {pushdown: off, "))
    return file


CHEAP = """
webdart: 1
sites: {shop: "{{ env.SHOP_URL }}"}
stages:
  - navigate: {start: /shop/electronics/home-audio/}
  - extract: {into: products, fields: {name: text, price: money, reviews: integer, url: link}}
  - execute: SELECT name FROM products WHERE price < 600 ORDER BY url
"""


def pushed(folder: Path) -> Path:
    """A chore whose condition a filter of the shop takes over; several pages stay."""
    file = folder / "cheap.yaml"
    file.write_text(CHEAP)
    return file


def test_every_row_is_right(site: DemoSite, tmp_path: Path):
    """Not only the answer: walked plainly, the whole table equals the site's own, cell by cell."""
    category = "Headphones"
    run = webdart.run(plain(tmp_path), environment=shop(site), project=tmp_path, category=category, min_price=0)
    assert run.result.grade == "full walk"
    query = "SELECT name, price, reviews, path FROM products WHERE category = :category"
    expected = site.data.rows(query, category=category)
    got = rows(run.table("products").arrow(), ["name", "price", "reviews", "url"])
    base = site.url.rstrip("/")
    assert sorted(got) == sorted((name, price, reviews, f"{base}{path}") for name, price, reviews, path in expected)


def test_an_issue_is_closed_once_and_found_closed_the_second_time(site: DemoSite, tmp_path: Path):
    """Login by its form, one declared write, verified before and after; a second run finds it done.

    The password stands in no file of the run, in no encoding that the mask knows.
    """
    first = webdart.run(CLOSE, environment=shop(site), secrets=LOGIN, project=tmp_path, yes=True, issue=7)
    assert first.result.exit == 0, first.result.error
    (write,) = first.result.writes
    assert (write.request, write.state, write.verified) == ("POST /tracker/issues/7/", "done", True)
    changed = [entry for entry in site.writes if entry.what == "issue changed"]
    assert len(changed) == 1
    assert site.data.rows("SELECT status FROM issues WHERE number = 7") == [("Closed",)]
    forms = [form.encode() for form in encodings(PASSWORD)]
    for path in first.folder.rglob("*"):
        data = path.read_bytes() if path.is_file() else b""
        assert not [form for form in forms if form in data], path
    second = webdart.run(CLOSE, environment=shop(site), secrets=LOGIN, project=tmp_path, yes=True, issue=7)
    assert [write.state for write in second.result.writes] == ["already so"]
    assert len([entry for entry in site.writes if entry.what == "issue changed"]) == 1


def test_without_consent_nothing_is_written(site: DemoSite, tmp_path: Path):
    """No terminal and no --yes: refused at once with the request and the line to paste."""
    run = webdart.run(CLOSE, environment=shop(site), secrets=LOGIN, project=tmp_path, issue=7)
    assert (run.result.exit, run.result.status) == (4, "refused")
    assert "POST /tracker/issues/7/" in str(run.result.error)
    assert not [entry for entry in site.writes if entry.what == "issue changed"]


@pytest.mark.proof
def test_a_dry_run_holds_the_write(site: DemoSite, tmp_path: Path):
    """--dry-run shows the first held write of the row with its fields, refuses it, and ends well."""
    run = webdart.run(CLOSE, environment=shop(site), secrets=LOGIN, project=tmp_path, dry_run=True, issue=7)
    assert run.result.exit == 0, run.result.error
    assert [write.state for write in run.result.writes] == ["held"]
    assert run.result.writes[0].fields["status"] == ("Closed",)
    assert "    status = Closed" in [line.text for line in summary(run.result)]
    report = (run.folder / "report.html").read_text()
    assert "status = Closed" in report
    sent, never = report.index("Requests held, then sent"), report.index("Requests held and never sent")
    assert sent < report.index("/tracker/login/", sent) < never  # the login, which is a POST too
    assert not [entry for entry in site.writes if entry.what == "issue changed"]


def test_a_row_that_holds_a_secret_is_named(site_server: SiteServer, tmp_path: Path):
    """Where the site itself prints it, the row keeps it, and the warnings say which; nothing else has it."""
    site_server.page("/login", "<form><input type=password></form>")
    site_server.page(
        "/list",
        "<h1>Keys</h1><p>Hello</p><table><tr><th>Name</th><th>Size</th></tr><tr><td>first</td><td>1</td></tr>"
        "<tr><td>tell-nobody-77</td><td>2</td></tr><tr><td>third</td><td>3</td></tr></table>",
    )
    path = tmp_path / "keys.yaml"
    path.write_text(f"""
webdart: 1
sites: {{site: {{url: "{site_server.url}", login: {{at: /login, user: x, password: "{{{{ secret.KEY }}}}", check: Hello}}}}}}
stages:
  - navigate: {{start: /list}}
  - extract: {{into: keys, fields: {{name: text, size: integer}}}}
  - execute: SELECT sum(size) FROM keys
""")
    run = webdart.run(path, secrets={"KEY": "tell-nobody-77"}, project=tmp_path)
    assert run.result.exit in (0, 3), run.result.error
    assert [text for text in run.result.warnings if "keys, row 2: the site shows the text of a secret" in text]
    holders = [path.name for path in run.folder.rglob("*") if path.is_file() and b"tell-nobody-77" in path.read_bytes()]
    assert set(holders) <= {"keys.jsonl", "tables.duckdb", "tables.duckdb.wal"}


@pytest.mark.proof
def test_a_question_becomes_sql_by_the_model(site: DemoSite, tmp_path: Path):
    """`ask:` sends the declared tables, not a row; what comes back runs like SQL that a person wrote."""

    def reply(prompt: Prompt) -> Mapping[str, object]:
        assert "products(" in prompt.system + prompt.user
        return {"sql": "SELECT count(*) FROM products WHERE price < $most"}

    model = ScriptedModel(reply)
    run = webdart.run(_asking(tmp_path), environment=shop(site), project=tmp_path, model=model)
    expected = site.data.rows("SELECT count(*) FROM products WHERE category = 'Home Audio' AND price < 500")[0][0]
    assert (run.answer.shape, run.answer.value) == ("value", expected)
    assert run.result.model.calls == 1


def test_a_model_that_never_writes_usable_sql_is_an_error(site: DemoSite, tmp_path: Path):
    """Refused statements and scripts go back with the reason; then the run says so, before anything was walked."""
    bad = [{"sql": "DROP TABLE products"}, {"sql": "SELECT * FROM nowhere"}, {"sql": "SELECT prize FROM products"}]
    scripts = [{"python": "import os\nanswer = 1"}, {"python": "answer = ("}, {"python": "print(1)"}]
    model = ScriptedModel([*bad, *scripts])
    run = webdart.run(_asking(tmp_path), environment=shop(site), project=tmp_path, model=model)
    assert run.result.exit == 1
    assert [prompt.role for prompt in model.prompts] == ["write_sql"] * 3 + ["write_python"] * 3
    said = [prompt.user for prompt in model.prompts]
    for words, text in zip(
        ("not one SELECT", "no table nowhere", "import", "never closed"),
        (said[1], said[2], said[4], said[5]),
        strict=True,
    ):
        assert words in text
    assert run.result.model.roles[0].calls == 3
    assert run.result.pages == 0


ASKING = """
webdart: 1
params: {most: 500}
sites: {shop: "{{ env.SHOP_URL }}"}
stages:
  - navigate: {start: /shop/, path: [Electronics, Home Audio]}
  - extract: {into: products, fields: {name: text, price: money, reviews: integer, url: link}}
  - execute: {ask: How many cost less than the given price?}
"""

SEARCHING = """
webdart: 1
sites: {shop: "{{ env.SHOP_URL }}"}
stages:
  - navigate: {start: /shop/, objective: Home Audio products}
  - extract: {into: products, fields: {name: text, price: money, reviews: integer, url: link}}
  - execute: SELECT count(*) FROM products
"""


def _asking(folder: Path) -> Path:
    path = folder / "asking.yaml"
    path.write_text(ASKING)
    return path


@pytest.mark.proof
def test_an_objective_is_searched_for(site: DemoSite, tmp_path: Path):
    """Without a path, the listing is found over the site's links, best first."""
    path = tmp_path / "search.yaml"
    path.write_text(SEARCHING)
    run = webdart.run(path, environment=shop(site), project=tmp_path)
    expected = site.data.rows("SELECT count(*) FROM products WHERE category = 'Home Audio'")[0][0]
    assert run.answer.value == expected


SCRIPT = """
webdart: 1
params: {most: 500}
sites: {shop: "{{ env.SHOP_URL }}"}
stages:
  - navigate: {start: /shop/, path: [Electronics, Home Audio]}
  - extract: {into: products, fields: {name: text, price: money, reviews: integer, url: link}}
  - execute: {into: cheap, sql: SELECT name FROM products WHERE price < $most}
  - execute:
      python: |
        import statistics
        rows = tables["products"]
        counts = {}
        for row in rows:
            maker = row["name"].split()[0]
            counts[maker] = counts.get(maker, 0)
            counts[maker] += 1
        print("rows:", len(rows))
        median = statistics.median(row["reviews"] for row in rows)
        cheap = sql("SELECT count(*) AS n FROM cheap")[0]["n"]
        answer = {"makers": len(counts), "median": median, "cheap": cheap, "most": params["most"]}
"""


@pytest.mark.proof
def test_a_script_computes_over_the_tables(site: DemoSite, tmp_path: Path):
    """`python:` sees the rows, its parameters and earlier results, behind the sandbox's walls."""
    path = tmp_path / "script.yaml"
    path.write_text(SCRIPT)
    run = webdart.run(path, environment=shop(site), project=tmp_path)
    rows_ = site.data.rows("SELECT name, reviews, price FROM products WHERE category = 'Home Audio'")
    assert run.answer.value == {
        "makers": len({str(name).split()[0] for name, _, _ in rows_}),
        "median": statistics.median(int(str(reviews)) for _, reviews, _ in rows_),
        "cheap": sum(1 for _, _, price in rows_ if float(str(price)) < 500),
        "most": 500,
    }
    assert f"rows: {len(rows_)}" in (run.folder / "trace.jsonl").read_text()


def test_a_script_that_reaches_out_is_refused(site: DemoSite, tmp_path: Path):
    """What a script may not do is told with the script's own line, before anything is walked."""
    path = tmp_path / "script.yaml"
    path.write_text(SCRIPT[: SCRIPT.index("        import statistics")] + "        import os\n        answer = 1\n")
    with pytest.raises(WorkflowErrors, match="line 11: there is no module 'os' here"):
        webdart.run(path, environment=shop(site), project=tmp_path)
    assert not (tmp_path / ".webdart").exists()


# -- killed and resumed ---------------------------------------------------------------------------------------


def command(*words: str, site: DemoSite, project: Path, crash: str = "") -> subprocess.CompletedProcess[str]:
    project.mkdir(exist_ok=True)
    environment = os.environ | shop(site) | {f"WEBDART_SECRET_{name}": value for name, value in LOGIN.items()}
    environment |= {"WEBDART_CRASH_AT": crash} if crash else {}
    # the checkout under test, wherever pytest found it
    environment["PYTHONPATH"] = os.pathsep.join(place for place in sys.path if place)
    return subprocess.run(
        [sys.executable, "-m", "webdart", *words, "--project", str(project)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("point", "chore"),
    [
        pytest.param("after_rows:2", plain, marks=pytest.mark.proof),
        pytest.param("after_commit:3", plain, marks=pytest.mark.proof),
        pytest.param("after_ack:2", plain, marks=pytest.mark.proof),
        pytest.param("after_commit:2", pushed, marks=pytest.mark.proof),
    ],
)
def test_a_walk_that_was_killed_is_resumed_to_the_clean_runs_table(
    site: DemoSite, tmp_path: Path, point: str, chore: Callable[[Path], Path]
):
    """Kill -9 in the middle of the walk, plain or behind a control: `resume` gives what an uninterrupted run gives."""
    file = chore(tmp_path)
    clean = webdart.run(file, environment=shop(site), project=tmp_path / "clean")
    killed = command("run", str(file), "--json", site=site, project=tmp_path / "killed", crash=point)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    resumed = command("resume", "--json", site=site, project=tmp_path / "killed")
    result = json.loads(resumed.stdout)
    assert result["exit"] == 0, resumed.stderr
    assert result["answer"]["rows"] == [list(row) for row in clean.answer.rows]
    assert [(table["rows"], table["verdict"]) for table in result["tables"]] == [
        (table.rows, table.verdict) for table in clean.result.tables
    ]
    query = "SELECT * FROM products ORDER BY url"
    tables = [
        json.loads(command("query", query, "--json", site=site, project=tmp_path / name).stdout)
        for name in ("clean", "killed")
    ]
    assert tables[0] == tables[1]


@pytest.mark.proof
def test_a_lost_answer_is_settled_by_verify(tmp_path: Path):
    """The site carries a write out and closes the connection: nothing is sent again, `verify` finds it done."""
    with serve(quirks=Quirks(lost_answers=1)) as site:
        run = webdart.run(CLOSE, environment=shop(site), secrets=LOGIN, project=tmp_path, yes=True, issue=7)
        assert run.result.exit == 0, run.result.error
        assert len([entry for entry in site.writes if entry.what == "issue changed"]) == 1
        assert [(write.state, write.verified) for write in run.result.writes] == [("done", True)]


@pytest.mark.proof
def test_a_circle_of_pages_that_was_killed_is_walked_once(site_server: SiteServer, site: DemoSite, tmp_path: Path):
    """After `resume` a next link back to a page of before the kill ends the walk, as in a clean run."""
    heads = "<h1>Items</h1><table><tr><th>Name</th><th>Size</th></tr>"
    for page in range(1, 5):
        rows_ = "".join(f"<tr><td>item {page}{letter}</td><td>{page}</td></tr>" for letter in "abc")
        site_server.page(f"/p{page}", f"{heads}{rows_}</table><a rel=next href='/p{page % 4 + 1}'>Next</a>")
    file = tmp_path / "circle.yaml"
    file.write_text(f"""
webdart: 1
sites: {{site: "{site_server.url}"}}
stages:
  - navigate: {{start: /p1}}
  - extract: {{into: items, fields: {{name: text, size: integer}}}}
  - execute: SELECT count(*) FROM items
""")
    killed = command("run", str(file), "--json", site=site, project=tmp_path / "killed", crash="after_rows:3")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    resumed = json.loads(command("resume", "--json", site=site, project=tmp_path / "killed").stdout)
    assert (resumed["answer"]["value"], resumed["tables"][0]["verdict"]) == (12, "complete")
