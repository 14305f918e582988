"""Pagers that only a script answers, as people write them without a library: each ended on its first page, `complete`."""

from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

ROWS, PER_PAGE = 23, 5
PAGE = """<h1>Things</h1><div class=list></div><div id=turn></div><script>
const ROWS = %(rows)d, PER = %(per)d, PAGES = Math.ceil(ROWS / PER), list = document.querySelector(".list"), turn = document.querySelector("#turn")
const add = (from, to) => { for (let n = from; n < Math.min(to, ROWS); n++) list.insertAdjacentHTML("beforeend", `<div class=card><h3><a href="/things/${n}">Thing ${n}</a></h3><p>Code: ${100 + n}</p></div>`) }
let page = 1, shown = 0
const draw = () => { list.innerHTML = ""; add((page - 1) * PER, page * PER); pager() }
const grow = () => { add(shown, shown + PER); shown += PER; if (shown >= ROWS) turn.innerHTML = "" }
%(script)s
</script>"""
SCRIPTS = {
    "a link to nowhere": "function pager() { turn.innerHTML = page < PAGES ? `<a href='#' onclick='page++; draw(); return false'>Next</a>` : '' }; draw()",
    "a route": "function pager() { turn.innerHTML = page < PAGES ? `<a href='#/${page + 1}'>Next</a>` : '' }; addEventListener('hashchange', () => { page = +location.hash.slice(2); draw() }); draw()",
    "links without an address": "function pager() { turn.innerHTML = (page > 1 ? `<a onclick='page--; draw()'>Previous</a> ` : '') + (page < PAGES ? `<a onclick='page++; draw()'>Next</a>` : '') }; draw()",
    "a box with a hand": "function pager() { turn.innerHTML = page < PAGES ? `<div class=nx style='cursor: pointer'>Next</div>` : ''; const on = turn.querySelector('.nx'); if (on) on.addEventListener('click', () => { page++; draw() }) }; draw()",
    "a list box": "function pager() { turn.innerHTML = `<select onchange='page = +this.value; draw()'>` + Array.from({length: PAGES}, (_, n) => `<option value=${n + 1} ${n + 1 == page ? 'selected' : ''}>Page ${n + 1}</option>`).join('') + `</select>` }; draw()",
    "a box that loads more": "turn.innerHTML = `<div style='cursor: pointer'>Load more</div>`; turn.firstChild.addEventListener('click', grow); grow()",
}


def _counted(site: SiteServer, folder: Path) -> object:
    """How many things are read; the answer leaves no doubt."""
    chore = folder / "things.yaml"
    chore.write_text(
        f"""webdart: 1
sites: {{site: {{url: "{site.url}"}}}}
stages:
  - navigate: {{start: /things}}
  - extract: {{into: things, key: code, fields: {{name: text, code: integer}}}}
  - execute: SELECT count(DISTINCT code) FROM things
"""
    )
    done = webdart.run(chore, project=folder)
    assert (done.result.exit, done.result.error) == (0, None)
    return done.answer.value


@pytest.mark.sampled(2)
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_every_page_of_a_script_is_read(script: str, site_server: SiteServer, tmp_path: Path) -> None:
    """All rows, and no doubt."""
    site_server.page("/things", PAGE % {"rows": ROWS, "per": PER_PAGE, "script": script})
    assert _counted(site_server, tmp_path) == ROWS


ASIDE = {
    "a gallery": "<section><blockquote>Great</blockquote><a href='javascript:void(0)' onclick='aside()'>Next</a></section>",
    "a player": "<div><p>Song 1</p><span style='cursor: pointer' onclick='aside()'>Next</span></div>",
    "a footer": "<footer><p>We sell things.</p><span style='cursor: pointer' onclick='aside()'>Show more</span></footer>",
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("beside", ASIDE.values(), ids=ASIDE)
def test_what_turns_something_else_is_not_pressed(beside: str, site_server: SiteServer, tmp_path: Path) -> None:
    """Other content stands between the records and it: the listing is whole, and nothing has asked for the rest."""
    script = "add(0, ROWS); const aside = () => fetch('/pressed')"
    page = PAGE % {"rows": ROWS, "per": PER_PAGE, "script": script}
    site_server.page("/things", page + beside)
    assert _counted(site_server, tmp_path) == ROWS
    assert site_server.seen("/pressed") == []
