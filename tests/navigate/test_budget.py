"""What a budget that ends in the middle of a page leaves."""

import time
from pathlib import Path

import pytest

import webdart
from tests.conftest import Reply, SiteServer
from tests.navigate.listing_kinds import table

pytestmark = pytest.mark.browser

_LATE = 60.0
"""Seconds until a page comes that nobody waits for: far more than a busy machine takes to end a run."""

_DETAILED = """webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /items%s}
  - extract: {into: items, key: name, fields: {name: text, url: link, maker: {type: text, page: detail}}}
  - execute: SELECT name, maker, _opened FROM items ORDER BY name
"""


def _site(site: SiteServer) -> None:
    names = ["one", "two", "three", "four"]
    rows = "".join(f"<tr><td><a href='/item/{name}'>{name}</a></td></tr>" for name in names)
    site.page("/items", f"<h1>Items</h1><table><tr><th>Name</th></tr>{rows}</table><a rel=next href='/items2'>Next</a>")
    for name in names:
        site.page(f"/item/{name}", f"<h1>{name}</h1><dl><dt>Maker</dt><dd>{name} works</dd></dl>")


@pytest.mark.proof
def test_pages_that_end_among_the_details_keep_the_rows_of_the_page(site_server: SiteServer, tmp_path: Path):
    """The rows stay, those opened with their fields; the table is incomplete, and says why."""
    _site(site_server)
    file = tmp_path / "items.yaml"
    file.write_text(_DETAILED % (site_server.url, ", budget: {pages: 3}"))
    got = webdart.run(file, project=tmp_path)
    assert (got.result.exit, got.result.tables[0].verdict) == (3, "incomplete")
    assert {str(row[0]) for row in got.answer.rows} == {"one", "two", "three", "four"}
    assert sum(bool(row[2]) for row in got.answer.rows) == 2
    assert any("pages 3" in reason for reason in got.result.tables[0].reasons)


def test_seconds_end_a_page_that_does_not_come(site_server: SiteServer, tmp_path: Path):
    """A page that takes longer than the run may is given up when the time is over; what was read stays."""
    site_server.page("/items", table([("one", 1), ("two", 2), ("three", 3)], "<a href='/late'>Next</a>"))
    site_server.answers("/late", table([("four", 4)]), slow=60)
    file = tmp_path / "items.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nbudget: {{seconds: 15}}\nstages:\n  - navigate: {{start: /items}}\n'
        "  - extract: {into: items, fields: {name: text, size: integer}}\n  - execute: SELECT name FROM items\n"
    )
    got = webdart.run(file, project=tmp_path)
    assert got.result.exit == 3
    assert len(got.answer.rows) == 3
    assert "seconds 15" in " ".join(got.result.tables[0].reasons)


@pytest.mark.proof
def test_steps_are_counted_where_a_page_is_turned_by_a_button(site_server: SiteServer, tmp_path: Path):
    """`budget: {steps: 1}` allows one click."""
    site_server.page(
        "/items",
        table([("one", 1), ("two", 2)])
        + """<button id=n>Next</button><script>let page = 1; n.onclick = () => { page += 1;
          [...document.querySelectorAll('tbody tr')].forEach((row, i) => { row.cells[0].textContent = `p${page} ${i}` }); }
        </script>""",
    )
    file = tmp_path / "items.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n  - navigate: {{start: /items, budget: {{steps: 1}}}}\n'
        "  - extract: {into: items, fields: {name: text, size: integer}}\n  - execute: SELECT name FROM items\n"
    )
    got = webdart.run(file, project=tmp_path)
    assert (got.result.exit, len(got.answer.rows)) == (3, 4)


_LATER = {
    "python": 'execute: {python: "answer = 0\\nwhile True: answer += 1"}',
    "sql": "execute: SELECT count(*) FROM range(100000000000) a, range(1000) b WHERE a.range % 7 = b.range",
    "rows of a walk": "navigate: {start: /items, for_each: 'SELECT max(a.range) x FROM range(100000000000) a, range(1000) b'}",
    "a predicate": "execute: SELECT max(md5(range::VARCHAR)) FROM range(100000000000)",
}


@pytest.mark.proof
@pytest.mark.parametrize("later", ["python", *(pytest.param(name, marks=pytest.mark.proof) for name in [*_LATER][1:])])
def test_seconds_end_what_computes(later: str, site_server: SiteServer, tmp_path: Path):
    """A loop, or SQL without an end, in any later stage: exit 3 soon after the time is up, the rows kept."""
    site_server.page("/items", table([("one", 1), ("two", 2), ("three", 3)]))
    file = tmp_path / "items.yaml"
    last = "\n  - extract: {into: more, fields: {name: text, size: integer}}" if "navigate" in _LATER[later] else ""
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nbudget: {{seconds: 20}}\nstages:\n'
        "  - navigate: {start: /items}\n  - extract: {into: items, fields: {name: text, size: integer}}\n"
        f"  - {_LATER[later]}{last}\n"
    )
    got = webdart.run(file, project=tmp_path)
    assert got.result.exit == 3, got.result.error
    assert "seconds 20" in str(got.result.error)
    assert got.result.tables[0].rows == 3
    assert (got.folder / "report.html").exists()


@pytest.mark.proof
def test_seconds_end_a_first_page_that_does_not_come(site_server: SiteServer, tmp_path: Path):
    """Nothing was collected, and that is the answer, as soon as the time is up."""
    site_server.answers("/items", "<h1>late</h1>", slow=_LATE)
    file = tmp_path / "items.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nbudget: {{seconds: 15}}\nstages:\n  - navigate: {{start: /items}}\n'
        "  - extract: {into: items, fields: {name: text, size: integer}}\n  - execute: SELECT name FROM items\n"
    )
    began = time.monotonic()
    got = webdart.run(file, project=tmp_path)
    assert time.monotonic() - began < _LATE
    assert (got.result.exit, got.answer.rows, got.result.tables[0].verdict) == (3, (), "incomplete")
    assert "seconds 15" in " ".join(got.result.tables[0].reasons)


@pytest.mark.proof
def test_a_pattern_that_no_engine_that_goes_back_ends(site_server: SiteServer, tmp_path: Path):
    """`(a+)+b` over forty letters is read at once: patterns take time by the length of the text. No row has it: doubted."""
    rows = "".join(f"<tr><td>{'a' * 40}<td>{number}" for number in range(5))
    site_server.page("/items", f"<h1>Items</h1><table><tr><th>Name<th>Size{rows}</table>")
    file = tmp_path / "items.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site_server.url}"}}\nstages:\n  - navigate: {{start: /items}}\n  - extract:\n'
        "      into: items\n      key: []\n"
        "      fields: {name: {type: text, label: Name, match: '(a+)+b'}, size: integer}\n"
        "  - execute: SELECT size, name FROM items ORDER BY size\n"
    )
    got = webdart.run(file, project=tmp_path)
    assert (got.result.exit, [doubt.column for doubt in got.result.doubts]) == (3, ["name"]), got.result.error
    assert [tuple(row) for row in got.answer.rows] == [(number, None) for number in range(5)]


@pytest.mark.proof
def test_a_page_that_the_budget_ended_on_is_finished_after_a_resume(site_server: SiteServer, tmp_path: Path):
    """Its records' own pages are opened then, those that were open already not again; no row is there twice."""
    _site(site_server)
    site_server.page(
        "/items2",
        "<h1>Items</h1><table><tr><th>Name</th></tr><tr><td><a href='/item/one'>five</a></td></tr>"
        "<tr><td><a href='/item/two'>six</a></td></tr></table>",
    )
    gone = [*[404] * 6, 200]  # a later stage that fails in two runs, each trying three times
    site_server.on("/later", lambda _: Reply(table([("one", 1), ("two", 2)]), gone.pop(0)))
    file = tmp_path / "items.yaml"
    file.write_text(
        _DETAILED % (site_server.url, ", budget: {pages: 4}")
        + "  - navigate: {start: /later}\n  - extract: {into: later, fields: {name: text, size: integer}}\n"
        + "  - execute: SELECT name, maker, _opened FROM items ORDER BY name\n"
    )
    got = webdart.run(file, project=tmp_path)
    assert got.result.exit == 1
    while got.result.exit == 1:
        got = webdart.resume(got.result.run, project=tmp_path)
    assert (got.result.exit, got.result.tables[0].verdict) == (0, "complete")
    assert [row[0] for row in got.answer.rows] == ["five", "four", "one", "six", "three", "two"]
    assert all(row[1] and row[2] for row in got.answer.rows)


_UNREAD = "".join(f"<tr><td>item {number}<td>after {number} days" for number in range(5))
_DOUBTED = """webdart: 1
sites: {site: "%s"}
stages:
  - navigate: {start: /items%s}
  - extract: {into: items, key: name, fields: {name: text, due: date}}
"""


def _unread(site: SiteServer, folder: Path, rest: str, budget: str = "") -> webdart.Run:
    site.page("/items", f"<h1>Items</h1><table><tr><th>Name<th>Due{_UNREAD}</table><a rel=next href=/more>Next</a>")
    site.page("/more", "<h1>Items</h1><table><tr><th>Name<th>Due<tr><td>last<td>2026-01-05</table>")
    file = folder / "items.yaml"
    file.write_text(_DOUBTED % (site.url, budget) + rest)
    return webdart.run(file, project=folder)


def test_a_column_of_a_walk_that_was_cut_short_is_doubted(site_server: SiteServer, tmp_path: Path):
    """Too little was read to call it misread: exit 3 with what was collected, not 1."""
    got = _unread(site_server, tmp_path, "  - execute: SELECT name, due FROM items\n", ", budget: {pages: 1}")
    assert (got.result.exit, len(got.answer.rows)) == (3, 5), got.result.error
    assert {doubt.kind for doubt in got.result.doubts} == {"unreadable", "incomplete"}


def test_a_run_that_fails_has_its_doubts(site_server: SiteServer, tmp_path: Path):
    """The error decides the exit code; what else was unsure is told beside it."""
    got = _unread(site_server, tmp_path, "  - execute: SELECT error(name), due FROM items\n")
    assert (got.result.exit, [doubt.column for doubt in got.result.doubts]) == (1, ["due"])


def test_tables_that_nothing_computes_over_have_their_doubts(site_server: SiteServer, tmp_path: Path):
    """A file without `execute` is run for its tables: cells that could not be read make them doubtful."""
    got = _unread(site_server, tmp_path, "")
    assert (got.result.exit, [doubt.column for doubt in got.result.doubts]) == (3, ["due"])
