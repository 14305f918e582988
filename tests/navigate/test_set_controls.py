"""`set`, `find` and closed menus: controls by label on sites that build them differently, and what is said when they lack."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import Asked, Reply, SiteServer
from tests.navigate.goods import ROWS, filtered_form, names_of, rows_of, run_set
from tests.navigate.listing_kinds import table

pytestmark = pytest.mark.browser


_SELF = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <label>Kind <select id=kind><option>any</option><option>lamp</option><option>chair</option></select></label>
  <button id=colour aria-haspopup=listbox aria-expanded=false aria-label="Colour">any</button>
  <label>At least <input type=number id=least></label>
  <ul role=listbox id=colours hidden><li role=option>any</li><li role=option>red</li><li role=option>blue</li></ul>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table><nav id=nav></nav><script>
  const all = %s; let kind = 'any', colour = 'any', least = 0, page = 0, wait = null;
  const draw = () => {
    const rows = all.filter(([, n, c, k]) => (kind === 'any' || k === kind) && (colour === 'any' || c === colour) && n >= least);
    document.querySelector('tbody').innerHTML = rows.slice(page * 2, page * 2 + 2)
      .map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
    document.getElementById('nav').innerHTML = (page + 1) * 2 < rows.length ? `<a href="/self?page=${page + 2}">Next</a>` : '';
    const a = document.querySelector('#nav a'); if (a) a.onclick = e => { e.preventDefault(); page += 1; draw(); };
  };
  const later = () => { clearTimeout(wait); wait = setTimeout(() => { page = 0; draw(); }, 300); };
  document.getElementById('kind').onchange = e => { kind = e.target.value; later(); };
  document.getElementById('least').onchange = e => { least = Number(e.target.value); later(); };
  const button = document.getElementById('colour'), list = document.getElementById('colours');
  button.onclick = () => { list.hidden = !list.hidden; button.setAttribute('aria-expanded', String(!list.hidden)); };
  for (const li of list.children) li.onclick = () => { colour = button.textContent = li.textContent; list.hidden = true;
    button.setAttribute('aria-expanded', 'false'); later(); };
  draw();</script>"""


_DRAWN = """<!doctype html><title>Goods</title><h1>Goods</h1><form onsubmit="return false">
  <fieldset><legend>Kind</legend><label><input type=checkbox value=lamp> lamp</label>
  <label><input type=checkbox value=chair> chair</label><label><input type=checkbox value=desk> desk</label></fieldset>
  <div id=field><label for=i>Colour</label> <div id=box><span id=chips></span><input id=i role=combobox aria-haspopup=listbox
    aria-expanded=false></div></div></form>
  <div id=list hidden></div><table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table><script>
  const all = %s, colours = ['green', 'red', 'blue'], chosen = new Set();
  const draw = () => {
    const kinds = [...document.querySelectorAll('[type=checkbox]:checked')].map(b => b.value);
    document.querySelector('tbody').innerHTML = all.filter(([,, c, k]) => (!kinds.length || kinds.includes(k))
      && (!chosen.size || chosen.has(c))).map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
    chips.innerHTML = [...chosen].map(c => `<span>${c}</span> `).join('');
  };
  const take = c => { chosen.has(c) ? chosen.delete(c) : chosen.add(c); draw(); };
  i.onclick = () => { list.hidden = false; list.innerHTML = colours.map(c => `<p>${c}</p>`).join(''); };
  list.onclick = e => { take(e.target.textContent); list.hidden = true; };
  i.onkeydown = e => { if (e.key === 'Enter' || e.key === 'Tab') take(colours[0]); };
  for (const box of document.querySelectorAll('[type=checkbox]')) box.onchange = draw;
  draw();</script>"""


_HELD = """<!doctype html><title>Goods</title><h1>Goods</h1><div>
  <button type=button role=combobox aria-haspopup=listbox aria-expanded=false id=size><span>Size</span></button>
  <button type=button role=combobox aria-haspopup=listbox aria-expanded=false id=hue><span>Colour</span></button>
  <ul role=listbox id=list hidden></ul></div>
  <table><thead><tr><th>Name</th><th>Size <button style="width:12px;height:12px"></button></th></tr></thead><tbody></tbody></table>
  <script>
  const all = %s, offered = {size: ['Small', 'Large'], hue: ['Red', 'Blue']}, chosen = {}, list = document.getElementById('list');
  const draw = () => document.querySelector('tbody').innerHTML = all
    .filter(([, s, c]) => (!chosen.size || (chosen.size === 'Large') === (s > 4)) && (!chosen.hue || chosen.hue.toLowerCase() === c))
    .map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
  for (const box of document.querySelectorAll('[role=combobox]')) box.onclick = () => {
    list.hidden = false; box.setAttribute('aria-expanded', 'true');
    list.innerHTML = offered[box.id].map(one => `<li role=option>${one}</li>`).join('');
    for (const li of list.children) li.onclick = () => { chosen[box.id] = box.firstChild.textContent = li.textContent;
      list.hidden = true; list.innerHTML = ''; box.setAttribute('aria-expanded', 'false'); draw(); };
  };
  draw();</script>"""


_FUNNEL = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <table><thead><tr><th>Name</th><th>Size</th><th>Colour <span role=button tabindex=-1 id=funnel style="cursor:pointer"><svg
    width=12 height=12><path d="M0 0h12l-5 6v6"/></svg></span></th></tr></thead><tbody></tbody></table><div id=over></div><script>
  const all = %s; let colours = [];
  const draw = () => document.querySelector('tbody').innerHTML = all.filter(([,, c]) => !colours.length || colours.includes(c))
    .map(([n, s, c]) => `<tr><td>${n}</td><td>${s}</td><td>${c}</td></tr>`).join('');
  funnel.onclick = () => { const chosen = new Set();
    over.innerHTML = '<div><ul role=menu>' + ['green', 'red', 'blue'].map(c => `<li role=menuitem>${c}</li>`).join('') +
      '</ul><div><button>Reset</button> <button>OK</button></div></div>';
    for (const li of over.querySelectorAll('li')) li.onclick = () => { chosen.add(li.textContent); li.style.fontWeight = 'bold'; };
    const [reset, ok] = over.querySelectorAll('button');
    reset.onclick = () => { over.innerHTML = ''; colours = []; draw(); };
    ok.onclick = () => { over.innerHTML = ''; colours = [...chosen]; draw(); }; };
  draw();</script>"""


_FRAMED = """<!doctype html><title>Goods</title><h1>Goods</h1><div class=bar>
  <div id=frame style="width:120px;height:24px;border:1px solid"><div style="position:absolute;width:11px;opacity:0"><input id=i
    readonly role=combobox aria-haspopup=listbox aria-expanded=false style="width:11px;pointer-events:none"></div>
    <div><span id=said>Colour</span></div></div></div>
  <div><input id=q size=20> <button id=b type=button>Search</button></div>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table><script>
  const all = %s; let colour = '', words = '', list = null;
  const draw = () => document.querySelector('tbody').innerHTML = all
    .filter(([name,, c]) => (!colour || c === colour) && name.includes(words))
    .map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
  b.onclick = () => { words = q.value; draw(); };
  frame.onclick = () => {
    if (!list) { list = document.createElement('div'); document.body.append(list);
      list.innerHTML = '<ul role=listbox style="position:absolute;top:90px;background:white">' +
        ['green', 'red', 'blue'].map(c => `<li role=option><span>${c}</span></li>`).join('') + '</ul>';
      for (const li of list.querySelectorAll('li')) li.onclick = () => {
        said.textContent = colour = li.textContent; list.style.display = 'none'; draw(); }; }
    list.style.display = ''; };
  draw();</script>"""


_SENT = """<!doctype html><title>Goods</title><h1>Goods</h1><form method=post action=/search>
  <label>Kind <select name=kind><option>any</option><option>lamp</option></select></label><button>Search</button></form>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table>"""

_ASKED = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <label>Kind <select id=kind><option>any</option><option>lamp</option></select></label>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table><script>
  kind.onchange = async () => {
    const answer = await fetch('/find', {method: 'POST', body: kind.value});
    if (answer.status === 200) document.querySelector('tbody').innerHTML = await answer.text();
  };</script>"""


_SORTED = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <label>Sort <select id=sort><option>newest</option><option>name</option></select></label>
  <iframe name=aside hidden></iframe><form id=told target=aside method=post action=/told></form>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table><script>
  const body = document.querySelector('tbody'), post = url => fetch(url, {method: 'POST', body: 'x', mode: 'no-cors'});
  sort.onchange = () => {
    body.append(...[...body.children].sort((a, b) => a.textContent < b.textContent ? -1 : 1));
    %s;
  };
  %s</script>"""


def test_a_form_is_filled_by_label_and_sent_by_its_button(site_server: SiteServer, tmp_path: Path):
    """List box, radio, number and text box of one form, then a choice from a list of links under a heading."""
    site_server.on("/form", filtered_form)
    wanted = "{Colour: red, Kind of thing: chair, At least: 5, Search names: chair, Order: Biggest first}"
    assert names_of(run_set(site_server, tmp_path, f"start: /form, set: {wanted}")) == ["red chair 9", "red chair 5"]


@pytest.mark.proof
def test_a_form_that_only_a_link_sends(site_server: SiteServer, tmp_path: Path):
    """It has no button: a link inside says that it applies, beside one that clears."""

    def form(asked: Asked) -> Reply:
        page = str(filtered_form(asked).body)
        links = '<a href="#" onclick="document.forms[0].reset(); return false">Clear</a> '
        links += '<a href="#" onclick="document.forms[0].submit(); return false">Apply</a>'
        return Reply(page.replace("<button>Apply</button>", links))

    site_server.on("/form", form)
    run = run_set(site_server, tmp_path, "start: /form, set: {Colour: red, Kind of thing: lamp}")
    assert [row[0] for row in run.answer.rows] == ["red lamp 1", "red lamp 5", "red lamp 9"]


def test_controls_that_apply_by_themselves_keep_their_state_over_pages(site_server: SiteServer, tmp_path: Path):
    """A list box and a menu button change the rows without an address: the next link is clicked, not opened."""
    site_server.page("/self", _SELF % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /self, set: {Kind: chair, Colour: blue}")
    assert names_of(run) == ["blue chair 1", "blue chair 5", "blue chair 9"]
    assert run.result.grade == "trusted", "the file's own controls are obeyed, not verified"
    assert [one.does for one in run.result.pushdowns] == ["set to 'chair'", "set to 'blue'"]


@pytest.mark.proof
def test_several_values_are_set_in_boxes_and_drawn_lists(site_server: SiteServer, tmp_path: Path):
    """Exactly these boxes of a group, these entries of a list; Enter or Tab would choose another one."""
    site_server.page("/drawn", _DRAWN % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /drawn, set: {Kind: [lamp, desk], Colour: [blue]}")
    assert names_of(run) == ["blue lamp 1", "blue lamp 5", "blue lamp 9"]


@pytest.mark.proof
def test_a_box_without_a_form_is_sent_by_enter(site_server: SiteServer, tmp_path: Path):
    """What was typed has changed nothing: the page hears of it when the box is left, or Enter is pressed."""
    site_server.page("/self", _SELF % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /self, set: {Kind: chair, At least: 5}")
    assert names_of(run) == ["red chair 5", "red chair 9", "blue chair 5", "blue chair 9"]


def test_a_control_or_a_choice_that_is_not_there_is_told_with_those_that_are(site_server: SiteServer, tmp_path: Path):
    """The message has the file's line, the controls and their options."""
    site_server.on("/form", filtered_form)
    for wanted, said in (("{Colours: red}", "Colour"), ("{Colour: green}", "blue"), ("{Order: Cheapest}", "Biggest")):
        got = run_set(site_server, tmp_path, f"start: /form, set: {wanted}")
        assert got.result.exit == 1
        assert "set.yaml:4" in str(got.result.error)
        assert said in str(got.result.error)


def test_of_several_controls_each_is_told_with_the_name_that_it_is_sent_under(site_server: SiteServer, tmp_path: Path):
    """And the remedy is one that `set` takes: no locator."""
    site_server.page("/two", "<form><label>Day <input name=since></label><label>Day <input name=till></label></form>")
    got = run_set(site_server, tmp_path, "start: /two, set: {Day: today}")
    assert "textbox 'Day', sent as 'since'; textbox 'Day', sent as 'till'" in str(got.result.error)
    assert "`query: {NAME: VALUE}`" in str(got.result.error)


@pytest.mark.proof
def test_a_button_without_words_whose_menu_has_to_be_confirmed(site_server: SiteServer, tmp_path: Path):
    """A funnel in a column's head: what is chosen there counts once "OK" is pressed, and the funnel shows nothing of it."""
    site_server.page("/funnel", _FUNNEL % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /funnel, set: {Colour: blue}")
    assert names_of(run) == [name for name, _, colour, _ in ROWS if colour == "blue"]
    assert [one.verdict for one in run.result.pushdowns] == ["taken"]


@pytest.mark.proof
def test_find_turns_pages_up_to_the_first_that_has_it(site_server: SiteServer, tmp_path: Path):
    """A link on the third page of a list; words that stand nowhere end with how many pages were looked at."""

    def answer(asked: Asked) -> Reply:
        page = int(asked.query.get("page", ["1"])[0])
        links = "".join(f"<li><a href='/topic/{page}-{n}'>Question {page}-{n}</a></li>" for n in range(5))
        more = f"<a href='/topics?page={page + 1}'>Next</a>" if page < 4 else ""
        return Reply(f"<h1>Questions</h1><ul>{links}</ul>{more}")

    site_server.on("/topics", answer)
    site_server.page("/topic/3-2", table([("an answer", 1), ("another", 2)]))
    assert names_of(run_set(site_server, tmp_path, "start: /topics, path: [{find: Question 3-2}]")) == [
        "an answer",
        "another",
    ]
    missing = run_set(site_server, tmp_path, "start: /topics, path: [{find: Question 9-9}]")
    assert "4 pages" in str(missing.result.error)


@pytest.mark.proof
def test_an_entry_of_a_menu_that_is_made_when_it_opens(site_server: SiteServer, tmp_path: Path):
    """A button opens the first menu, the pointer over its entry makes the second."""
    site_server.page(
        "/",
        """<!doctype html><title>Shop</title><nav><button id=b aria-expanded=false aria-label=Menu>&#9776;</button>
        <div id=m></div></nav><h1>Welcome</h1><script>
        b.onclick = () => { b.setAttribute('aria-expanded', 'true');
          m.innerHTML = '<ul><li id=g>Furniture<div id=s></div></li></ul>';
          g.onmouseenter = () => { s.innerHTML = '<a href="/lamps">Lamps</a>'; }; };</script>""",
    )
    site_server.page("/lamps", table([("a lamp", 1), ("b lamp", 2)]))
    assert names_of(run_set(site_server, tmp_path, "path: [Furniture, Lamps]")) == ["a lamp", "b lamp"]


def test_an_entry_below_a_link_of_the_same_words_that_opens_its_menu(site_server: SiteServer, tmp_path: Path):
    """A click on the link opens the menu and leads nowhere, whatever address it has: its entry is the way."""
    site_server.page(
        "/",
        """<!doctype html><title>Shop</title><nav><a href=/lamps role=button aria-haspopup=true aria-expanded=false
        onclick="m.hidden = false; return false">Lamps <i></i></a><ul id=m hidden><li><a href=/lamps>Lamps</a></li>
        <li><a href=/new>New lamp</a></li></ul></nav><h1>Welcome</h1>""",
    )
    site_server.page("/lamps", table([("a lamp", 1), ("b lamp", 2)]))
    assert names_of(run_set(site_server, tmp_path, "path: [Lamps]")) == ["a lamp", "b lamp"]


@pytest.mark.proof
def test_a_list_box_that_is_called_by_what_it_shows(site_server: SiteServer, tmp_path: Path):
    """Its words go away with the choice, and a column's head says the same: it is still the box that was set."""
    site_server.page("/held", _HELD % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /held, set: {Size: Large, Colour: Red}")
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    assert [row[0] for row in run.answer.rows] == [name for name, n, colour, _ in ROWS if colour == "red" and n > 4]
    assert {(one.control, one.verdict) for one in run.result.pushdowns} == {("Size", "taken"), ("Colour", "taken")}


_BARE = """<!doctype html><title>Goods</title><h1>Goods</h1>%s<table><tr><th>Name<th>Size<tbody></tbody></table><script>
  const draw = colour => { document.querySelector('tbody').innerHTML = %s.filter(row => !colour || row[2] === colour)
    .map(([name, size]) => `<tr><td>${name}<td>${size}`).join('') }
  draw()</script>"""
_LISTED = """<button aria-haspopup=listbox aria-expanded=false onclick="choices.hidden = !choices.hidden">Colour</button>
  <ul id=choices role=listbox hidden><li role=option onclick="draw('blue'); choices.hidden = true">blue</li>
  <li role=option onclick="draw('red'); choices.hidden = true">red</li></ul>"""
_FIRST = "<select onchange=draw(this.value)><option value=''>Colour</option><option>blue</option><option>red</option></select>"

_UNNAMED = """<nav><a href=/colours>Colour</a></nav><select onchange=draw(this.value)><option>blue</option>
  <option>red</option></select>"""


_LINKED = _LISTED.replace("<button", '<a href="#" role=button').replace("</button>", "</a>")
_LEADING = _UNNAMED.replace("<a href=/colours>Colour", "<a href=/colours role=button aria-haspopup=true>Colour list")


@pytest.mark.parametrize(
    "control",
    [_LISTED, _LINKED, _FIRST, _UNNAMED, _UNNAMED.replace("Colour", "Colour list"), _LEADING],
    ids=[
        "the button of a list",
        "the link that opens a list",
        "the first of its choices",
        "nothing, beside a link",
        "nothing, beside a longer link",
        "nothing, beside a longer link with a menu",
    ],
)
def test_a_list_is_called_by_its_button_or_by_its_first_choice(control: str, site_server: SiteServer, tmp_path: Path):
    """A list that is closed has no name of its own, and one without a label says in its first choice what is chosen.

    One that nothing names is the only one with the choice; a link that is called so leads away.
    """
    site_server.page("/bare", _BARE % (control, json.dumps(ROWS)))
    run = run_set(site_server, tmp_path, "start: /bare, set: {Colour: red}")
    assert names_of(run) == [name for name, _, colour, _ in ROWS if colour == "red"]


_HEAD = """<button id=box role=combobox aria-haspopup=listbox aria-expanded=false aria-labelledby=none
  onclick="choices.hidden = !choices.hidden">All colours</button>
  <ul id=choices role=listbox hidden><li role=option onclick="draw('red'); box.textContent = 'red'; choices.hidden = true">red</li>
  <li role=option onclick="draw('blue')">blue</li></ul>"""


def test_a_head_that_sorts_is_no_list_of_choices(site_server: SiteServer, tmp_path: Path):
    """A column is called by the label, and its head's button sorts; a list that has no name shows that all are there."""
    page = (_BARE % (_HEAD, json.dumps([(name, size, colour) for name, size, colour, _ in ROWS]))).replace(
        "<th>Size", "<th>Size<th><button aria-label=sort onclick='document.title += 1'>Colour</button>"
    )
    site_server.page(
        "/bare", page.replace("([name, size])", "([name, size, colour])").replace("${size}`", "${size}<td>${colour}`")
    )
    run = run_set(site_server, tmp_path, "start: /bare, set: {Colour: red}")
    assert names_of(run) == [name for name, _, colour, _ in ROWS if colour == "red"]


@pytest.mark.proof
def test_a_box_that_only_its_frame_or_its_button_names(site_server: SiteServer, tmp_path: Path):
    """What stands drawn over a box that nobody sees, until something is chosen from a list at the page's end; "Search"."""
    site_server.page("/framed", _FRAMED % json.dumps(ROWS))
    run = run_set(site_server, tmp_path, "start: /framed, set: {Colour: red, Search: chair}")
    assert names_of(run) == ["red chair 1", "red chair 5", "red chair 9"]
    assert {(one.control, one.verdict) for one in run.result.pushdowns} == {("Colour", "taken"), ("Search", "taken")}
    missing = run_set(site_server, tmp_path, "start: /framed, set: {Colour: pink}")
    assert "'green', 'red', 'blue'" in str(missing.result.error)


_ICON = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <nav><a href=/goods>Goods</a> <a href="#" onclick="over.hidden = false; return false">%s</a></nav>
  <div id=over role=dialog hidden style="position:fixed;inset:40px;background:white"><h2>Build a search</h2>
  <label>%s <input placeholder=Keywords></label><button type=button>Apply</button></div>
  %s<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table>"""
_BOX = "<form action=/goods><input name=q><button><svg width=9 height=9></svg></button></form>"


def test_the_one_search_box_without_any_words(site_server: SiteServer, tmp_path: Path):
    """It is called "Search", and so is a link that opens a dialog over the page, which is not meant."""
    site_server.on(
        "/goods",
        lambda asked: Reply(
            _ICON % ("Search", "Words", _BOX, rows_of([row for row in ROWS if asked.query.get("q", [""])[0] in row[0]]))
        ),
    )
    run = run_set(site_server, tmp_path, "start: /goods, set: {Search: red chair}")
    assert names_of(run) == ["red chair 1", "red chair 5", "red chair 9"]


def test_a_link_that_opens_a_dialog_is_no_list_of_choices(site_server: SiteServer, tmp_path: Path):
    """What was to be set stands nowhere in it, and all that is listed is as it was: nothing is read as if it were set."""
    forgets = "onchange=\"this.value = ''\" placeholder=Keywords"
    site_server.page(
        "/goods", (_ICON % ("Words", "Keywords", "", rows_of(ROWS))).replace("placeholder=Keywords", forgets)
    )
    run = run_set(site_server, tmp_path, "start: /goods, set: {Words: red chair}")
    assert run.result.exit == 1
    assert "has no 'red chair'" in str(run.result.error)


def test_a_box_that_is_drawn_anew_as_it_is_filled(site_server: SiteServer, tmp_path: Path):
    """The page draws all of itself again elsewhere, with another box of that name: nobody waits for the one before."""
    rows = rows_of([row for row in ROWS if row[0].startswith("red")])
    found = f"<main><p><input placeholder=Words value=red><table><tr><th>Name<th>Size{rows}</table></main>"
    draws = f"<script>box.oninput = () => {{ document.body.innerHTML = {json.dumps(found)} }}</script>"
    site_server.page(
        "/goods", f"<!doctype html><title>Goods</title><h1>Goods</h1><input id=box placeholder=Words>{draws}"
    )
    run = run_set(site_server, tmp_path, "start: /goods, set: {Words: red}")
    assert names_of(run) == [row[0] for row in ROWS if row[0].startswith("red")]


_SHELL = "<div style='position:fixed;inset:0;overflow:auto'>%s</div><script>%s</script>"
_RED = [row for row in ROWS if row[0].startswith("red")]
_FILTERS = "const only = (word) => document.querySelectorAll('tbody tr').forEach(row => row.hidden = !row.innerText.includes(word));"
_FORGETS = _FILTERS + "box.onkeydown = (key) => { if (key.key === 'Enter') { only(box.value); box.value = '' } }"
_MENU = (
    "<button aria-haspopup=menu onclick='list.hidden = !list.hidden'>Colour</button><ul id=list role=menu hidden>"
    "<li role=menuitem onclick=\"only('red'); list.hidden = true\">red</li><li role=menuitem onclick=\"only('blue')\">blue</li></ul>"
)
_TABLE = "<h1>Goods</h1>%s<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody>%s</tbody></table>"


@pytest.mark.parametrize(
    ("words", "control", "script", "rows"),
    [
        ("{Keywords: red}", "<label>Keywords <input id=box></label>", _FORGETS, ROWS),
        ("{Colour: red}", _MENU, _FILTERS, ROWS),
        ("{Colour: red}", _MENU, _FILTERS, _RED),
    ],
    ids=["a box that is emptied again", "a menu", "all of that colour already"],
)
def test_an_application_whose_page_is_fixed(
    words: str,
    control: str,
    script: str,
    rows: Sequence[tuple[str, int, str, str]],
    site_server: SiteServer,
    tmp_path: Path,
):
    """All that it lists lies in a box over an empty page, which is its page; a menu shows nothing of what was chosen."""
    site_server.page(
        "/goods", "<!doctype html><title>Goods</title>" + _SHELL % (_TABLE % (control, rows_of(rows)), script)
    )
    run = run_set(site_server, tmp_path, f"start: /goods, set: {words}")
    assert (run.result.exit, names_of(run)) == (0, [row[0] for row in _RED]), (run.result.warnings, run.result.error)


def test_a_form_that_could_write_is_told_with_the_line_that_lets_it_through(site_server: SiteServer, tmp_path: Path):
    """It is not sent, and its page stays as it was: none of its rows is an answer."""
    site_server.reads.add("/search")
    site_server.page("/goods", _SENT % rows_of(ROWS))
    site_server.on("/search", lambda _: Reply(_SENT % rows_of([row for row in ROWS if row[3] == "lamp"])))
    refused = run_set(site_server, tmp_path, "start: /goods, set: {Kind: lamp}")
    assert refused.result.exit == 1
    assert 'reads: ["POST /search"]' in str(refused.result.error)
    read = run_set(site_server, tmp_path, "start: /goods, set: {Kind: lamp}", ', reads: ["POST /search"]')
    assert names_of(read) == [name for name, _, _, kind in ROWS if kind == "lamp"]


def test_what_a_script_asked_for_in_vain_is_doubted(site_server: SiteServer, tmp_path: Path):
    """A list box that asks for its rows in a way that could write: the rows shown are those of before."""
    site_server.reads.add("/find")
    site_server.page("/goods", _ASKED % rows_of(ROWS))
    site_server.on("/find", lambda _: Reply(rows_of([row for row in ROWS if row[3] == "lamp"])))
    refused = run_set(site_server, tmp_path, "start: /goods, set: {Kind: lamp}")
    assert refused.result.exit == 3
    assert 'reads: ["POST /find"]' in str(refused.result.doubts[0])
    read = run_set(site_server, tmp_path, "start: /goods, set: {Kind: lamp}", ', reads: ["POST /find"]')
    assert names_of(read) == [name for name, _, _, kind in ROWS if kind == "lamp"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("asks", "alive", "exit_code"),
    [
        ("post('/told')", "", 3),
        ("post('http://127.0.0.1:1/told')", "", 0),
        ("navigator.sendBeacon('/told', 'x')", "", 0),
        ("", "setInterval(() => post('/told'), 400)", 0),
        ("told.submit()", "", 3),
    ],
)
def test_what_is_asked_beside_a_sort_that_moves_no_row(
    site_server: SiteServer, tmp_path: Path, asks: str, alive: str, exit_code: int
):
    """The rows are in that order already: only what the site's own page sends because of it may have been for its rows.

    A hidden frame's form is no page that was not reached.
    """
    rows = sorted(ROWS)
    site_server.page("/goods", _SORTED % (rows_of(rows), asks, alive))
    run = run_set(site_server, tmp_path, "start: /goods, set: {Sort: name}")
    assert run.result.exit == exit_code
    assert names_of(run) == [name for name, *_ in rows]


_TURNED = """<!doctype html><title>Goods</title><h1>Goods</h1>
  <div><label>Kind <select id=kind><option>any</option><option>lamp</option><option>chair</option></select></label>
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table>
  <p><button id=next>Show next page</button> <button id=end>Show last page</button></p></div><script>
  const all = %s; let kind = 'any', page = 0;
  const draw = () => {
    const rows = all.filter(([,,, k]) => kind === 'any' || k === kind), last = Math.ceil(rows.length / 4) - 1;
    document.querySelector('tbody').innerHTML = rows.slice(page * 4, page * 4 + 4)
      .map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
    next.disabled = end.disabled = page === last; next.onclick = () => { page += 1; draw(); };
    end.onclick = () => { page = last; draw(); };
  };
  document.getElementById('kind').onchange = e => { kind = e.target.value; page = 0; setTimeout(draw, 200); };
  draw();</script>"""


def test_the_button_for_the_last_page_applies_no_control(site_server: SiteServer, tmp_path: Path):
    """Words such as "Show" stand on it as well."""
    site_server.page("/turned", _TURNED % json.dumps(ROWS))
    got = run_set(site_server, tmp_path, "start: /turned, set: {Kind: lamp}")
    assert sorted(map(str, names_of(got))) == sorted(name for name, _, _, kind in ROWS if kind == "lamp")


@pytest.mark.parametrize("button", ["", "<button>Show</button>"])
def test_a_control_that_stands_above_the_rows_and_below_them(site_server: SiteServer, tmp_path: Path, button: str):
    """Both send the same, also while one of them shows another value: by their button, or as soon as one is changed."""

    def page(asked: Asked) -> Reply:
        colour = asked.query.get("colour", ["any"])[0]
        options = "".join(f"<option{' selected' if one == colour else ''}>{one}</option>" for one in ("any", "red"))
        box = f"<select name=colour {'' if button else 'onchange=form.submit()'}>{options}</select>"
        bar = f"<form action=/twice><label>Colour: {box}</label>{button}</form>"
        rows = [row for row in ROWS if colour in ("any", row[2])]
        head = "<title>Goods</title><h1>Goods</h1>"
        return Reply(f"{head}{bar}<table><tr><th>Name</th><th>Size</th></tr>{rows_of(rows)}</table>{bar}")

    site_server.on("/twice", page)
    run = run_set(site_server, tmp_path, "start: /twice, set: {Colour: red}")
    assert run.result.exit == 0
    assert names_of(run) == [name for name, _, colour, _ in ROWS if colour == "red"]
