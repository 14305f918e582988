"""`set` types into the search of a list: which box is meant, and what is said of a search that changes no row."""

import json
from pathlib import Path

import pytest

from tests.conftest import SiteServer
from tests.navigate.goods import ROWS, filtered_form, names_of, rows_of, run_set

pytestmark = pytest.mark.browser


_ASIDE = """<!doctype html><title>Goods</title><h1>Goods</h1><aside><input id=box placeholder="Search…" size=%d>
  <p id=hits></p></aside>%s<script>box.oninput = () => { hits.textContent = `3 places have ${box.value}` }</script>"""


@pytest.mark.parametrize(("words", "doubted"), [("red chair", True), ("e", False)])
def test_a_search_that_leaves_the_rows_as_they_were(
    words: str, site_server: SiteServer, tmp_path: Path, *, doubted: bool
):
    """It searches something else on the page: the rows that are read were there before, and lack the words."""
    rows = f"<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>{rows_of(ROWS)}</tbody></table>"
    site_server.page("/goods", _ASIDE % (len(words), rows))
    run = run_set(site_server, tmp_path, f"start: /goods, set: {{Search…: {words}}}")
    assert (run.result.exit == 3) == doubted, (run.result.error, run.result.warnings)
    assert any("were there before" in one for one in run.result.warnings) == doubted, run.result.warnings


def test_a_search_on_a_page_that_a_script_leads_to(site_server: SiteServer, tmp_path: Path):
    """The page that was opened is empty at first: what the search is held against is the one on which it was typed."""
    rows = f"<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>{rows_of(ROWS)}</tbody></table>"
    body = json.dumps(f'<h1>Goods</h1><aside><input id=box placeholder="Search…"><p id=hits></p></aside>{rows}')
    draws = f"document.body.innerHTML = {body}; box.oninput = () => {{ hits.textContent = box.value }}"
    leads = f"setTimeout(() => {{ history.replaceState(null, '', '/all'); {draws} }}, 1500)"
    site_server.page("/goods", f"<!doctype html><title>Goods</title><h1>Goods</h1><script>{leads}</script>")
    run = run_set(site_server, tmp_path, "start: /goods, set: {Search…: red chair}")
    assert any("were there before" in one for one in run.result.warnings), run.result.error


_MENU_SEARCH = """<!doctype html><title>Goods</title><nav><input id=menu type=search placeholder=Search>
  <ul id=links><li><a href="/menu">Goods</a></li><li><a href="/other">Makers</a></li></ul></nav>
  <main><h1>Goods</h1><p><button type=button id=open><svg width=9 height=9></svg><span class=heard>Search</span></button></p>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table></main>
  <style>.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }</style><script>
  document.getElementById('menu').oninput = e => { for (const li of document.querySelectorAll('nav li'))
    li.hidden = !li.textContent.toLowerCase().includes(e.target.value.toLowerCase()); };
  document.getElementById('open').onclick = e => { e.currentTarget.outerHTML =
    '<form role=search><label>Search for goods <input type=search placeholder=Search></label></form>'; };
  </script>"""


def test_a_box_of_the_menu_goes_after_the_button_that_opens_one(site_server: SiteServer, tmp_path: Path):
    """Both are called "Search"; the button stands above the list. Where there is none, the rows that stay are doubted."""
    rows = "".join(f"<tr><td>{name}</td><td>{size}</td></tr>" for name, size, *_ in ROWS)
    finds = """<script>document.querySelector('main').addEventListener('submit', e => { e.preventDefault();
      for (const row of document.querySelectorAll('tbody tr')) row.hidden = !row.innerText.includes(e.target[0].value); })</script>"""
    site_server.page("/own", _MENU_SEARCH % rows + finds)
    site_server.page("/menu", (_MENU_SEARCH % rows).replace("<button type=button", "<p hidden"))
    assert names_of(run_set(site_server, tmp_path, "start: /own, set: {Search: lamp}")) == [
        name for name, *_ in ROWS if "lamp" in name
    ]
    run = run_set(site_server, tmp_path, "start: /menu, set: {Search: lamp}")
    assert len(names_of(run)) == len(ROWS)
    assert [doubt.kind for doubt in run.result.doubts] == ["incomplete"]
    assert "the rows are those that were there before" in str(run.result.doubts[0])


@pytest.mark.proof
def test_a_word_that_all_rows_have_is_not_doubted(site_server: SiteServer, tmp_path: Path):
    """The rows are those of before, as they should be."""
    site_server.on("/form", filtered_form)
    run = run_set(site_server, tmp_path, "start: /form?kind=lamp, set: {Search names: lamp}")
    assert len(names_of(run)) == len(ROWS) // 2
    assert not run.result.doubts


_SEARCH_BUTTON = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <div id=bar><button type=button aria-label=Search><svg width=9 height=9></svg></button></div>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table><script>
  const all = %s, bar = document.getElementById('bar');
  const draw = q => { document.querySelector('tbody').innerHTML = all.filter(([name]) => name.includes(q))
    .map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join(''); };
  bar.firstElementChild.onclick = () => { bar.innerHTML = '<form role=search><label for=q>Find goods</label><input id=q></form>';
    bar.firstElementChild.onsubmit = e => { e.preventDefault(); draw(document.getElementById('q').value); }; };
  draw('');</script>"""


def test_a_button_that_opens_a_box_to_search_by(site_server: SiteServer, tmp_path: Path):
    """Nothing is there to be chosen: the word is typed into the box that has come, and sent as a person would."""
    site_server.page("/bar", _SEARCH_BUTTON % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /bar, set: {Search: blue chair}")
    assert names_of(run) == ["blue chair 1", "blue chair 5", "blue chair 9"]
    assert not run.result.doubts
