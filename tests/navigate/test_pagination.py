"""Every row of listings that go on in different ways, walked with `pages: auto` in one run."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.listing_kinds import WAYS, Row, Way
from tests.navigate.one_walk import run, table
from tests.table_comparison import rows

pytestmark = pytest.mark.browser

OTHERS = {"container", "jump", "years", "calendar", "clamped", "windowed", "narrowed", "settled", "concealed"}
"""Ways of which the gate has a sister: they are walked in the proof, by a run of their own."""


def param(name: str) -> ParameterSet:
    """A way; those of one run are one group."""
    proven = name in OTHERS
    marks = [pytest.mark.xdist_group("other_ways" if proven else "ways"), *([pytest.mark.proof] if proven else [])]
    return pytest.param(name, id=name, marks=marks)


CASES = [param(name) for name in WAYS]
Walked = tuple[webdart.Run, dict[str, list[Row]]]


@pytest.fixture(scope="module")
def walked(module_site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Walked]:
    """The run in which a way is walked, that of the gate or that of the proof, and the rows of its listings."""
    made: dict[bool, Walked] = {}

    def walk(name: str) -> Walked:
        proven = name in OTHERS
        if proven not in made:
            ways = {name: way for name, way in WAYS.items() if (name in OTHERS) is proven}
            made[proven] = _run(ways, module_site, tmp_path_factory.mktemp("ways"))
        return made[proven]

    return walk


def _run(ways: Mapping[str, Way], site: SiteServer, folder: Path) -> Walked:
    expected = {name: way.build(site) for name, way in ways.items()}
    stages = "".join(
        f"""
  - navigate: {{start: {way.start}}}
  - extract: {{into: {name}, fields: {{name: text, size: integer}}}}"""
        for name, way in ways.items()
    )
    file = folder / "ways.yaml"
    file.write_text(f'webdart: 1\nsites: {{site: "{site.url}"}}\nstages:{stages}\n')
    return webdart.run(file, project=folder), expected


@pytest.mark.parametrize("name", CASES)
def test_every_row_is_read_once_and_in_order(name: str, walked: Callable[[str], Walked]):
    """The table has the rows of the listing, in its order, equal ones as often as they stand there."""
    run, expected = walked(name)
    assert name in run.tables, run.result.error
    got = sorted(rows(run.tables[name], ["_n", "name", "size"]))
    assert [row[1:] for row in got] == expected[name]
    assert [row[0] for row in got] == list(range(1, len(got) + 1))


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_says_what_was_seen_of_the_end(name: str, walked: Callable[[str], Walked]):
    """Complete where a total or the end itself shows it, unknown where nothing does."""
    run, _ = walked(name)
    told = next(table for table in run.result.tables if table.name == name)
    assert told.verdict in WAYS[name].verdict.split(), told.reasons


def test_more_and_next_together(site_server: SiteServer, tmp_path: Path):
    """`pages: {next, more}`: each page is let grow to its end, then the next one is opened; every row once."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        names = [f"item {page}{letter}" for letter in "abcdefghij"[: 10 if page < 3 else 5]]
        script = f"""<button id=b>Show the rest</button><script>const rest = {names[4:]};
          b.onclick = () => {{ for (const name of rest.splice(0, 3)) {{
              const row = document.querySelector('tbody').insertRow();
              row.innerHTML = `<td><a href='/item/${{name}}'>${{name}}</a></td><td>7</td>`; }}
            if (!rest.length) b.remove(); }};</script>"""
        onward = f"<p><a href='/items?page={page + 1}'>Older ones</a></p>" if page < 3 else ""
        return Reply(table(names[:4], script + onward))

    site_server.on("/items", answer)
    got = run(site_server, tmp_path, navigate="start: /items, pages: {next: Older ones, more: Show the rest}")
    assert len(got.answer.rows) == 25
    (outcome,) = got.result.tables
    assert (outcome.rows, outcome.verdict) == (25, "complete")
    assert [len(site_server.seen("/items"))] == [3]


def test_pages_on_which_nothing_is_recognised_are_no_end(site_server: SiteServer, tmp_path: Path):
    """The listing goes on, built otherwise, for as long as pages are looked at: what was read is not all of it."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        onward = f"<p><a href='/items?page={page + 1}'>Next</a></p>"
        if page == 1:
            return Reply(table([f"item {n}" for n in range(6)], onward))
        return Reply(f"<h1>Items</h1><p>What is on page {page} cannot be told.</p>{onward}")

    site_server.on("/items", answer)
    (outcome,) = run(site_server, tmp_path).result.tables
    assert (outcome.rows, outcome.verdict) == (6, "unknown")


@pytest.mark.proof
def test_a_long_list_is_read_again_only_when_it_has_grown(site_server: SiteServer, tmp_path: Path):
    """Forty clicks on `Load more` are forty requests and far fewer readings; no row is lost or doubled."""
    site_server.on("/more", lambda _: Reply("ok"))
    script = """<button id=b>Load more</button><script>let at = 5;
      b.onclick = async () => { b.disabled = true; await fetch('/more'); b.disabled = false;
        for (const end = at + 5; at < end; at++) {
          const row = document.querySelector('tbody').insertRow();
          row.innerHTML = `<td><a href='/item/${at}'>item ${at}</a></td><td>7</td>`; }
        if (at >= 205) b.remove(); };</script>"""
    site_server.page("/items", table([f"item {number}" for number in range(5)], script))
    got = run(site_server, tmp_path)
    assert len(set(got.answer.rows)) == len(got.answer.rows) == 205
    assert len(site_server.seen("/more")) == 40
    assert got.result.pages in {41, 42}  # one look more where the last rows came after their button had gone
    listings = (got.folder / "trace.jsonl").read_text().count('"kind": "page"')
    assert listings < 25


@pytest.mark.proof
@pytest.mark.parametrize("flow", ["auto", "hidden"])
def test_a_box_with_room_that_scrolling_does_not_fill(site_server: SiteServer, tmp_path: Path, flow: str):
    """Its rows may come by a gesture that nobody made: the table is not complete."""
    box = f"<div style='height:200px; overflow:{flow}'><div style='height:2000px'>{{}}</div></div><script></script>"
    site_server.page("/items", box.format(table([f"item {n}" for n in range(6)])))
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 6
    assert got.result.tables[0].verdict == "unknown"


@pytest.mark.proof
@pytest.mark.parametrize("flow", ["auto", "scroll"])
def test_a_pane_that_ends_a_little_below_its_rows(site_server: SiteServer, tmp_path: Path, flow: str):
    """The main part of an app scrolls and ends with a blank strip: scrolled to its end, it shows the last row there."""
    pane = (
        f"<nav>Items</nav><main style='height:400px; overflow:{flow}; padding-bottom:70px'>{{}}</main><script></script>"
    )
    site_server.page("/items", pane.format(table([f"item {n}" for n in range(60)])))
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 60
    assert got.result.tables[0].verdict == "complete"


@pytest.mark.proof
def test_a_pane_whose_last_rows_end_with_icons(site_server: SiteServer, tmp_path: Path):
    """Cards with stars below their last words: no place for more of them."""
    star = "<i style='display:inline-block; width:12px; height:12px'></i>"
    cards = "".join(
        f"<div class=card style='height:90px'><a href=/i/{n}>item {n}</a><p class=size>{n}</p><p>{star * 5}</p></div>"
        for n in range(40)
    )
    site_server.page("/items", f"<main style='height:400px; overflow:auto'><div>{cards}</div></main><script></script>")
    assert run(site_server, tmp_path).result.tables[0].verdict == "complete"


@pytest.mark.proof
def test_a_pane_below_whose_rows_an_element_waits(site_server: SiteServer, tmp_path: Path):
    """An empty element below the rows is where more of them are to come."""
    rows = table([f"item {n}" for n in range(60)])
    site_server.page(
        "/items",
        f"<main style='height:400px; overflow:auto'>{rows}<div style='height:70px'></div></main><script></script>",
    )
    assert run(site_server, tmp_path).result.tables[0].verdict == "unknown"


@pytest.mark.parametrize(
    "page",
    [
        "<style>html, body {{ height: 100% }} body {{ overflow-x: hidden }}</style>{}<div style='height:80px'></div><script></script>",
        "<main style='height:400px; overflow:auto'>{}<footer>Goods<p style='height:40px'></p></footer></main><script></script>",
    ],
    ids=["the window's own box", "below a foot line"],
)
def test_room_in_which_no_rows_are_to_come(site_server: SiteServer, tmp_path: Path, page: str):
    """A body whose overflow is the window's is no box; what lies below a foot line is no row's room."""
    site_server.page("/items", page.format(table([f"item {n}" for n in range(60)])))
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 60
    assert got.result.tables[0].verdict == "complete"


@pytest.mark.proof
def test_a_pane_that_says_that_rows_come(site_server: SiteServer, tmp_path: Path):
    """A text below the rows that ends in dots is no foot line."""
    rows = table([f"item {n}" for n in range(30)])
    coming = "<div>Loading more…<p style='height:40px'></p></div>"
    site_server.page("/items", f"<main style='height:400px; overflow:auto'>{rows}{coming}</main><script></script>")
    assert run(site_server, tmp_path).result.tables[0].verdict == "unknown"


@pytest.mark.proof
def test_a_pane_whose_pager_leads_on_waits_for_no_rows(site_server: SiteServer, tmp_path: Path):
    """A bar below the rows of each page is where they end: the pager has the others."""
    for number in (1, 2, 3):
        rows = table([f"item {n}" for n in range(30 * number, 30 * number + (30 if number < 3 else 20))])
        links = " ".join(f"<a href='/items/{n}'>{n}</a>" if n != number else f"<b>{n}</b>" for n in (1, 2, 3))
        pager = f"<nav>{links}</nav><div style='height:60px'></div>"
        body = f"<main style='height:400px; overflow:auto'>{rows}{pager}</main><script></script>"
        site_server.page("/items" if number == 1 else f"/items/{number}", body)
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 80
    assert got.result.tables[0].verdict == "complete"


@pytest.mark.parametrize(("pager", "verdict"), [("<b>1</b> {0} {1}", "unknown"), ("", "complete")])
def test_a_numbered_page_that_shows_the_rows_of_another(
    site_server: SiteServer, tmp_path: Path, pager: str, verdict: str
):
    """The site ignores which page is asked for: that there are three says its pager, and two of them were not seen."""
    numbers = pager.format(*(f"<a href='/items?p={n}'>{n}</a>" for n in (2, 3)))
    site_server.page("/items", table([f"item {n}" for n in range(30)], f"<nav>{numbers}</nav>"))
    got = run(site_server, tmp_path)
    assert len(got.answer.rows) == 30
    assert got.result.tables[0].verdict == verdict
    assert got.result.exit == (3 if verdict == "unknown" else 0)


def test_a_page_without_the_pager_of_those_before(site_server: SiteServer, tmp_path: Path):
    """The first page leads to five, the second to none, where its script shows no pager: three were not read."""
    links = "".join(f"<a href='/items?p={n}'>{n}</a> " for n in range(2, 6))
    pages = [f"<nav><b>1</b> {links}</nav>", "<script></script>"]

    def answer(asked: Asked) -> Reply:
        number = int(asked.query.get("p", ["1"])[0])
        rows = [f"item {n}" for n in range(10 * number, 10 * number + 10)]
        return Reply(table(rows, pages[min(number, 2) - 1]))

    site_server.on("/items", answer)
    got = run(site_server, tmp_path)
    assert (len(got.answer.rows), got.result.tables[0].verdict, got.result.exit) == (20, "unknown", 3)
    assert "page 5, which a page before leads to, was not read" in str(got.result.doubts)


@pytest.mark.proof
def test_an_answer_that_the_site_fails_to_give_is_no_end(site_server: SiteServer, tmp_path: Path):
    """A script asks for more as the page is scrolled, and gets an error in the place of the third part."""
    script = """<script>
let at = 0, asked = false
async function more() {
  if (asked) return
  asked = true
  const answer = await fetch(`/rows?from=${at}`)
  if (!answer.ok) return
  for (const name of await answer.json()) {
    at++
    document.querySelector('tbody').insertAdjacentHTML('beforeend', `<tr><td>${name}</td><td>${name.length}</td></tr>`)
  }
  asked = false
}
onscroll = () => innerHeight + scrollY > document.body.scrollHeight - 50 && more()
more()
</script><style>td{height:60px}</style>"""

    def rows_from(asked: Asked) -> Reply:
        first = int(asked.query["from"][0])
        names = json.dumps([f"Lamp {n}" for n in range(first, first + 20)])
        return Reply(names, type="application/json") if first < 40 else Reply("", status=500)

    site_server.page("/items", table([], script))
    site_server.on("/rows", rows_from)
    ran = run(site_server, tmp_path, extract="fields: {name: text, size: integer}")
    assert ran.result.tables[0].verdict == "unknown"
    assert any("failed to answer" in reason for reason in ran.result.tables[0].reasons)
    assert [doubt.kind for doubt in ran.result.doubts] == ["unknown"]


@pytest.mark.proof
@pytest.mark.parametrize(("late", "exit_code"), [(1200, 0), (60_000, 3)])
def test_a_tab_that_changes_the_page_late_or_never(site_server: SiteServer, tmp_path: Path, late: int, exit_code: int):
    """What a step of `path` shows may come a moment later; where nothing changes, the rows are doubted."""
    tabs = (
        "<p><a href='#' class=on>Lamps</a> <a href='#' id=t>Chairs</a></p>"
        f"<script>t.onclick = event => {{ event.preventDefault(); setTimeout(() => document.querySelectorAll('td a')"
        f".forEach(one => one.textContent = 'Chair ' + one.textContent), {late}) }}</script>"
    )
    site_server.page("/items", table(["Ash", "Beech", "Cedar"], tabs))
    ran = run(
        site_server, tmp_path, navigate="start: /items, path: [Chairs]", extract="fields: {name: text, size: integer}"
    )
    assert ran.result.exit == exit_code
    if not exit_code:
        assert [row[0] for row in rows(ran.tables["items"], ["name"])] == ["Chair Ash", "Chair Beech", "Chair Cedar"]


@pytest.mark.proof
def test_a_step_to_the_page_that_is_shown(site_server: SiteServer, tmp_path: Path):
    """The menu has a link to the page itself, and marks nothing: whoever follows it is there, and nothing is doubted."""
    menu = "<nav><a href='/items'>Products</a> <a href='/about'>About</a></nav>"
    site_server.page("/items", menu + table(["Ash", "Beech"]))
    ran = run(site_server, tmp_path, navigate="start: /items, path: [Products]")
    assert (ran.result.exit, ran.result.doubts, len(ran.answer.rows)) == (0, (), 2)
