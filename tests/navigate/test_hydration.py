"""Are pages that a script fills after they have loaded read once they are filled, and others without waiting?"""

import json
import re
from pathlib import Path
from threading import Event

import pytest

import webdart
from tests.conftest import Asked, Reply, SiteServer
from tests.table_comparison import rows

pytestmark = pytest.mark.browser

FILL = """<div id=app></div><script>
  setTimeout(async () => {
    const said = await (await fetch('/said' + location.pathname + location.search)).json();
    document.getElementById('app').innerHTML = said;
  }, 400);
</script>"""

CHORE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts}}
  - extract:
      into: parts
      key: id
      fields: {{id: integer, name: text, url: link, maker: {{type: text, page: detail}}, made: {{type: date, page: detail}}}}
  - execute: SELECT * FROM parts
"""


def listing(first: int, last: int, after: str = "") -> str:
    """A table of parts, each with a link to its own page."""
    items = "".join(f"<tr><td>{n}</td><td><a href=/part/{n}>Part {n}</a></td></tr>" for n in range(first, last + 1))
    return f"<table><thead><tr><th>Id<th>Name</thead><tbody>{items}</tbody></table>{after}"


def said(number: int) -> str:
    """What a part's own page says of it; every third is of no known maker."""
    maker = f"<dt>Maker</dt><dd>Works {number}</dd>" if number % 3 else ""
    return f"<dl>{maker}<dt>Made</dt><dd>2024-05-{number:02d}</dd></dl>"


@pytest.mark.proof
def test_own_pages_that_a_script_fills(site_server: SiteServer, tmp_path: Path) -> None:
    """Opened side by side, each is read when what it fetches is there; one that lacks a field keeps the others."""
    site_server.page("/parts", f"<h1>Parts</h1>{listing(1, 14)}")
    site_server.on("/part/*", lambda _: Reply(f"<title>Part</title><h1>Part</h1>{FILL}"))

    def answer(asked: Asked) -> Reply:
        return Reply(json.dumps(said(int(asked.path.rpartition("/")[2]))), type="application/json")

    site_server.on("/said/part/*", answer)
    file = tmp_path / "parts.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    got = rows(run.table("parts").arrow(), ["id", "maker", "made"])
    assert sorted(got) == [(n, f"Works {n}" if n % 3 else None, f"2024-05-{n:02d}") for n in range(1, 15)]


@pytest.mark.parametrize("comes", [True, False])
def test_an_own_page_with_nothing_of_what_others_have(site_server: SiteServer, tmp_path: Path, *, comes: bool) -> None:
    """Two were waited for in vain. A smaller one that has nothing yet is still to come; where nothing comes, it is told."""
    menu = "".join(f"<li><a href=/menu/{n}>Menu {n}</a></li>" for n in range(16))

    def part(asked: Asked) -> Reply:
        number = int(asked.path.rpartition("/")[2])
        own = said(number) + "".join(f"<p>Word {n}</p>" for n in range(20))
        fill = (
            f"<script>setTimeout(() => app.innerHTML = {json.dumps(own)}, 1500)</script>"
            if comes
            else "<script></script>"
        )
        inner = f"<div id=app></div>{fill}" if number == 14 else f"<div id=app>{own}</div><script></script>"
        return Reply(f"<title>Part</title><ul>{menu}</ul><main>{inner}</main>")

    site_server.page("/parts", f"<h1>Parts</h1>{listing(1, 14)}")
    site_server.on("/part/*", part)
    file = tmp_path / "parts.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    got = {one[0]: one[1] for one in rows(run.table("parts").arrow(), ["id", "maker"])}
    assert got[14] == ("Works 14" if comes else None)
    assert run.result.exit == (0 if comes else 3), (run.result.error, run.result.warnings)
    assert any("much smaller than others" in one for one in run.result.warnings) != comes


@pytest.mark.proof
def test_pages_loaded_ahead_that_a_script_fills(site_server: SiteServer, tmp_path: Path) -> None:
    """Every further page of a listing comes empty, and is read when its rows are there."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        after = f"<a rel=next href='/parts?page={page + 1}'>Next</a>" if page < 6 else ""
        return Reply(json.dumps(listing(page * 5 - 4, page * 5, after)), type="application/json")

    site_server.on("/parts", lambda _: Reply(f"<title>Parts</title><h1>Parts</h1>{FILL}"))
    site_server.on("/said/parts", answer)
    file = tmp_path / "parts.yaml"
    file.write_text(
        re.sub("fields: .*", "fields: {id: integer, name: text, url: link}", CHORE.format(url=site_server.url))
    )
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert sorted(rows(run.table("parts").arrow(), ["id"])) == [(n,) for n in range(1, 31)]


def test_pages_that_the_first_one_links_by_number(site_server: SiteServer, tmp_path: Path) -> None:
    """They are asked for side by side, as far as the file wants them: the second waits until the fourth was asked for."""
    fourth = Event()

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        if page == 4:
            fourth.set()
        if page == 2 and not fourth.wait(20):
            return Reply("the fourth was never asked for", 500)
        numbers = "".join(f" <a href='/parts?page={n}'>{n}</a>" if n != page else f" <b>{n}</b>" for n in range(1, 7))
        return Reply(f"<title>Parts</title><h1>Parts</h1>{listing(page * 5 - 4, page * 5)}<nav>{numbers}</nav>")

    site_server.on("/parts", answer)
    file = tmp_path / "parts.yaml"
    text = re.sub("fields: .*", "fields: {id: integer, name: text}", CHORE.format(url=site_server.url))
    file.write_text(text.replace("start: /parts", "start: /parts, pages: {max: 4}"))
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert sorted(rows(run.table("parts").arrow(), ["id"])) == [(n,) for n in range(1, 21)]
    assert {asked.query.get("page", ["1"])[0] for asked in site_server.seen("/parts")} == {"1", "2", "3", "4"}


def test_a_link_that_leads_back_is_not_waited_for(site_server: SiteServer, tmp_path: Path) -> None:
    """It is redirected to the page that has it: no script will change that, and the answer says that nothing changed."""
    ticking = "<script>setInterval(() => new Image().src = '/tick?' + Math.random(), 100)</script>"
    site_server.page("/parts", f"<h1>Parts</h1><a href=/all>All parts</a>{listing(1, 9)}{ticking}")
    site_server.redirect("/all", "/parts")
    file = tmp_path / "parts.yaml"
    text = CHORE.format(url=site_server.url).replace("{start: /parts}", "{start: /parts, path: [All parts]}")
    file.write_text(re.sub("fields: .*", "fields: {id: integer, name: text}", text))
    run = webdart.run(file, project=tmp_path)
    assert len(run.answer.rows) == 9
    assert any("changed nothing" in one for one in run.result.warnings)
    assert len(site_server.seen("/tick")) < 25  # three seconds have 30


SENT_ON = """<h1>Boards</h1><ul><li id=row><a href=/all/>All parts</a> <a href=/parts>Latest</a></ul>"""


@pytest.mark.parametrize("redirected", [False, True])
def test_a_click_that_a_script_sends_on(site_server: SiteServer, tmp_path: Path, redirected: bool) -> None:
    """What another link leads to is doubted, and told with both addresses; the page of a redirect is not."""
    script = "<script>row.onclick = (e) => { e.preventDefault(); location.href = '/parts' }</script>"
    site_server.page("/", SENT_ON if redirected else SENT_ON + script)
    site_server.page("/parts", f"<h1>Parts</h1>{listing(1, 9)}")
    if redirected:
        site_server.redirect("/all/", "/parts")
    else:
        site_server.page("/all/", f"<h1>All parts</h1>{listing(1, 12)}")
        site_server.redirect("/all", "/all/")
    file = tmp_path / "parts.yaml"
    text = CHORE.format(url=site_server.url).replace("{start: /parts}", "{start: /, path: [All parts]}")
    file.write_text(re.sub("fields: .*", "fields: {id: integer, name: text}", text))
    run = webdart.run(file, project=tmp_path)
    assert len(run.answer.rows) == 9
    assert run.result.exit == (0 if redirected else 3)
    assert any("/all/, and a click on it led to" in one for one in run.result.warnings) is not redirected


@pytest.mark.proof
def test_a_link_to_a_page_that_takes_long(site_server: SiteServer, tmp_path: Path) -> None:
    """A click is done when it is done: a site that answers after three seconds does not make it fail."""
    site_server.page("/", "<h1>Home</h1><a href=/parts>Parts</a><script>let scripted = true</script>")

    def answer(_: Asked) -> Reply:
        Event().wait(3)
        return Reply(f"<h1>Parts</h1>{listing(1, 9)}")

    site_server.on("/parts", answer)
    file = tmp_path / "parts.yaml"
    text = CHORE.format(url=site_server.url).replace("{start: /parts}", "{path: [Parts]}")
    file.write_text(re.sub("fields: .*", "fields: {id: integer, name: text}", text))
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)


@pytest.mark.proof
@pytest.mark.parametrize("frame", ["", "<tr><td colspan=2>Loading...</td></tr>"])
def test_a_table_with_heads_and_no_rows_is_waited_for(site_server: SiteServer, tmp_path: Path, frame: str) -> None:
    """Rows that have arrived and are shown only seconds later, as on a machine under load, are read all the same."""
    empty = listing(1, 0).replace("<tbody>", f"<tbody>{frame}")
    script = (
        f"<script>setTimeout(() => {{ document.getElementById('t').innerHTML = {json.dumps(listing(1, 5))} }}, 3500)"
    )
    site_server.page("/parts", f"<h1>Parts</h1><div id=t>{empty}</div>{script}</script>")
    file = tmp_path / "parts.yaml"
    fields = "{id: integer, name: text, url: link}"
    file.write_text(re.sub(r"fields: .*", f"fields: {fields}", CHORE.format(url=site_server.url)))
    run = webdart.run(file, project=tmp_path)
    assert (run.result.exit, len(run.answer.rows)) == (0, 5)


@pytest.mark.proof
def test_a_page_that_says_it_is_busy_is_waited_for(site_server: SiteServer, tmp_path: Path) -> None:
    """Its menu has names, too, and stands there seconds before the list does: it was taken for the list."""
    menu = "".join(f"<li><a href=/{word}>{word}</a></li>" for word in ("Guides", "Prices", "Contact"))
    fill = f"t.removeAttribute('aria-busy'); t.innerHTML = {json.dumps(listing(1, 5))}"
    script = f"const t = document.getElementById('t'); setTimeout(() => {{ {fill} }}, 5000)"
    page = f"<ul>{menu}</ul><h1>Parts</h1><div id=t aria-busy=true style='height:90px'>Parts</div><script>{script}</script>"
    site_server.page("/parts", page)
    file = tmp_path / "parts.yaml"
    text = re.sub(r"fields: .*", "fields: {name: text}", CHORE.format(url=site_server.url))
    file.write_text(text.replace("key: id\n      ", ""))
    run = webdart.run(file, project=tmp_path)
    assert [row[0] for row in run.answer.rows] == [f"Part {n}" for n in range(1, 6)]


PAGER_LATER = """<h1>Parts</h1><table><thead><tr><th>Id<th>Name</thead><tbody id=rows></tbody></table><nav id=pager></nav><script>
  let page = 0;
  const draw = () => { rows.innerHTML = Array.from({length: 30}, (_, n) =>
    `<tr style="height:60px"><td>${page * 30 + n + 1}</td><td>Part ${page * 30 + n + 1}</td></tr>`).join(''); };
  const turn = (to) => { page = to; draw(); foot(); };
  const foot = () => { pager.innerHTML = [1, 2, 3].map((n) =>
    `<button onclick="turn(${n - 1})" ${n - 1 === page ? 'aria-current=page' : ''}>${n}</button>`).join('') +
    `<button aria-label="Next page" onclick="turn(page + 1)" ${page === 2 ? 'disabled' : ''}>&rsaquo;</button>`; };
  draw();
  addEventListener('scroll', foot, {once: true});
</script>"""


@pytest.mark.proof
def test_what_turns_the_pages_may_be_drawn_after_the_rows(site_server: SiteServer, tmp_path: Path) -> None:
    """The rows are there when the page is looked at, its pager once the page has been moved: no last page is believed."""
    site_server.page("/parts", PAGER_LATER)
    file = tmp_path / "parts.yaml"
    file.write_text(
        f"webdart: 1\nsites: {{site: '{site_server.url}'}}\nstages:\n  - navigate: {{start: /parts}}\n"
        "  - extract: {into: parts, fields: {id: integer, name: text}}\n"
        "  - execute: SELECT count(*), max(id) FROM parts\n"
    )
    run = webdart.run(file, project=tmp_path)
    assert run.answer is not None
    assert run.answer.rows == ((90, 90),)
