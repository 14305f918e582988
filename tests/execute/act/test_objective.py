"""An objective in words, carried out without steps and without a model: what is done, and what is left alone."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer

pytestmark = pytest.mark.browser

CHORE = """
webdart: 1
sites: {site: "%s"}
stages:
  - execute:
      act:
        objective: %s
        writes: [%s]
        %s
"""

HOME = """<title>Depot</title><h1>Depot</h1><nav><a href=/news>News</a> <a href=/parts>Parts</a>
<form method=post action=/logout><button>Log out</button></form></nav><p>Welcome.</p>"""

PARTS = """<title>Parts</title><h1>Parts</h1><a href=/parts/add>Add part</a><table>
<tr><th>Name<th>Stock<th><th></tr>
<tr><td>Bolt<td>12<td><a href=/parts/1>Edit</a><td><form method=post action=/parts/1/drop><button>Delete</button></form></tr>
<tr><td>Nut<td>40<td><a href=/parts/2>Edit</a><td><form method=post action=/parts/2/drop><button>Delete</button></form></tr>
</table>"""

FORM = """<title>Part</title><h1>Part</h1><form method=post action=/parts/save>
<label>Name <input name=name></label> <label>Price <input name=price></label>
<label>Kind <select name=kind><option>Metal<option>Wood<option>Plastic</select></label>
<label><input type=checkbox name=fragile> Fragile</label> <label><input type=checkbox name=hidden> Hidden</label>
<button name=go value=save>Save</button> <button formaction=/parts/drop>Delete</button></form>"""


@pytest.fixture
def depot(site_server: SiteServer) -> SiteServer:
    for path, page in (("/", HOME), ("/news", "<h1>News</h1>"), ("/parts", PARTS)):
        site_server.page(path, page)
    for path in ("/parts/add", "/parts/1", "/parts/2"):
        site_server.page(path, FORM)
    for path in ("/parts/save", "/parts/drop", "/parts/1/drop", "/parts/2/drop", "/logout"):
        site_server.page(path, "<title>Done</title><h1>Done</h1><p>It is done.</p>")
    return site_server


def pursue(
    site: SiteServer,
    folder: Path,
    objective: str,
    writes: str = '"POST /parts/save"',
    more: str = "",
    *,
    dry_run: bool = False,
) -> webdart.Run:
    path = folder / "objective.yaml"
    path.write_text(CHORE % (site.url, objective, writes, more))
    return webdart.run(path, project=folder, yes=not dry_run, dry_run=dry_run)


def sent(site: SiteServer) -> list[tuple[str, bytes]]:
    return [(asked.path, asked.body) for asked in list(site.log) if asked.method == "POST"]


def test_a_form_two_links_away_is_found_filled_and_saved(depot: SiteServer, tmp_path: Path):
    """Values by the labels beside them, an option and a box by their own words, the form's own button at the end."""
    run = pursue(depot, tmp_path, """'Add a part with Name "Rod", Price "12.50", Kind Wood, and tick Fragile'""")
    assert run.result.exit == 0, run.result.error
    assert sent(depot) == [("/parts/save", b"name=Rod&price=12.50&kind=Wood&fragile=on&go=save")]
    assert [(write.request, write.state) for write in run.result.writes] == [("POST /parts/save", "done")]


@pytest.mark.proof
def test_values_of_a_row_and_plain_words(depot: SiteServer, tmp_path: Path):
    """One pursuit a row; values without quotes end with their clause."""
    more = "for_each: {name: [Rod, Pin], price: ['1', '2.5']}\n        rows: 2"
    run = pursue(
        depot,
        tmp_path,
        "'Add part: set Name to {{ row.name }} and Price to {{ row.price }}, Kind to Plastic'",
        more=more,
    )
    assert run.result.exit == 0, run.result.error
    assert [body for _, body in sent(depot)] == [
        b"name=Rod&price=1&kind=Plastic&go=save",
        b"name=Pin&price=2.5&kind=Plastic&go=save",
    ]


@pytest.mark.proof
def test_of_equal_buttons_the_one_in_the_record_that_is_named(depot: SiteServer, tmp_path: Path):
    """Two "Delete" buttons: the words of the row tell which; the other part stays."""
    run = pursue(depot, tmp_path, """'Delete the part "Nut" from the Parts'""", '"POST /parts/*/drop"')
    assert run.result.exit == 0, run.result.error
    assert sent(depot) == [("/parts/2/drop", b"")]


def test_which_of_two_is_not_said_and_nothing_is_deleted(depot: SiteServer, tmp_path: Path):
    """The objective could mean either: exit 1, and a sentence that says so."""
    run = pursue(depot, tmp_path, "'Go to Parts and press Delete'", '"POST /parts/*/drop"')
    assert run.result.exit == 1
    assert "could mean 2 things" in str(run.result.error)
    assert sent(depot) == []


def test_what_is_not_asked_for_is_never_sent(depot: SiteServer, tmp_path: Path):
    """Declared as it is, the deletion is no part of this objective; nor is logging out."""
    writes = '"POST /parts/*", "POST /parts/*/drop", "POST /logout"'
    run = pursue(depot, tmp_path, """'Set the Price of a new part (Add part) to "3", do not press Delete'""", writes)
    assert run.result.exit == 0, run.result.error
    assert [path for path, _ in sent(depot)] == ["/parts/save"]


def test_a_value_without_a_place_stops_it(depot: SiteServer, tmp_path: Path):
    """No control is called that: said with the value, after looking around, with nothing sent."""
    run = pursue(depot, tmp_path, """'Add part with Name "Rod" and Weight "80"'""", more="budget: {steps: 12}")
    assert run.result.exit == 1, run.result.error
    assert "no place was found for '80'" in (run.result.error or [""])[0]
    assert sent(depot) == []


@pytest.mark.proof
def test_an_undeclared_write_is_refused_with_the_line_to_paste(depot: SiteServer, tmp_path: Path):
    """As with steps: exit 4, nothing sent."""
    run = pursue(depot, tmp_path, """'Add part with Name "Rod"'""", '"POST /elsewhere"')
    assert run.result.exit == 4, run.result.error
    assert '"POST /parts/save"]' in str(run.result.error)
    assert sent(depot) == []


@pytest.mark.proof
def test_a_dry_run_shows_the_write_and_sends_nothing(depot: SiteServer, tmp_path: Path):
    """State `held`, exit 0."""
    run = pursue(depot, tmp_path, """'Add part with Name "Rod"'""", dry_run=True)
    assert run.result.exit == 0, run.result.error
    assert [write.state for write in run.result.writes] == ["held"]
    assert sent(depot) == []


@pytest.mark.proof
def test_verify_is_the_wanted_state(site_server: SiteServer, tmp_path: Path):
    """What is so already is not done again; afterwards it is read in a fresh page."""
    stock: list[bytes] = []

    def page(asked: Asked) -> Reply:
        if asked.method == "POST":
            stock.append(asked.body)
        there = "In stock: 7" if stock else "In stock: 1"
        return Reply(
            f"<h1>Bolt</h1><p>{there}</p><form method=post><label>Stock <input name=n></label><button>Save</button></form>"
        )

    site_server.on("/bolt", page)
    site_server.page("/", "<h1>Depot</h1><a href=/bolt>Bolt</a>")
    more = "verify: [{open: /bolt}, {expect: {text: 'In stock: 7'}}]"
    runs = [
        pursue(site_server, tmp_path, """'Open Bolt and set Stock to "7"'""", '"POST /bolt"', more) for _ in range(2)
    ]
    assert [run.result.exit for run in runs] == [0, 0], runs[0].result.error
    assert stock == [b"n=7"]
    assert [[write.state for write in run.result.writes] for run in runs] == [["done"], ["already so"]]


def test_a_page_beside_that_writes_by_itself_is_stopped(site_server: SiteServer, tmp_path: Path):
    """A harmless looking button that nobody asked for sends a declared request: looked at, and not let go."""
    site_server.page(
        "/",
        """<h1>Depot</h1><button type=button onclick="fetch('/save', {method: 'POST', body: 'x'})">Stock overview</button>
        <a href=/form>Form</a>""",
    )
    site_server.page(
        "/form",
        "<h1>Form</h1><form method=post action=/save><label>Amount <input name=n></label><button>OK</button></form>",
    )
    site_server.page("/save", "<h1>Saved</h1>")
    run = pursue(site_server, tmp_path, """'Set the stock Amount to "7"'""", '"POST /save"')
    assert run.result.exit == 0, run.result.error
    assert sent(site_server) == [("/save", b"n=7")]
