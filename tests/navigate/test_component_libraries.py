"""Listings as libraries of components draw them: what is set is set once, and every page is turned to."""

import json
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

ROWS = [
    (f"{colour} {kind} {n}", n, colour) for n in range(4) for colour in ("red", "blue") for kind in ("lamp", "chair")
]
NAMES = [name for name, _, _ in ROWS]

_PAGE = """<!doctype html><title>Goods</title><h1>Goods</h1>%s
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table>
  <button aria-label="Next page" class="plain button-disabled-interactive" id=go>&gt;</button><p id=said></p><script>
  const all = %s; let page = 0, fits = () => true;
  const draw = () => { const rows = all.filter(fits), shown = rows.slice(page * 5, page * 5 + 5);
    document.querySelector('tbody').innerHTML = shown.map(([n, s]) => `<tr><td>${n}</td><td>${s}</td></tr>`).join('');
    said.textContent = `${page * 5 + 1} - ${page * 5 + shown.length} of ${rows.length}`;
    go.disabled = (page + 1) * 5 >= rows.length; };
  go.onclick = () => { page += 1; draw(); };
  const only = what => { page = 0; fits = what; draw(); };
  %s; draw();</script>"""


def _run(site: SiteServer, folder: Path, navigate: str) -> webdart.Run:
    file = folder / "drawn.yaml"
    file.write_text(
        f'webdart: 1\nsites: {{site: "{site.url}"}}\nstages:\n  - navigate: {{{navigate}}}\n'
        "  - extract: {into: items, fields: {name: text, size: integer}}\n"
        "  - execute: SELECT name FROM items ORDER BY _n\n"
    )
    return webdart.run(file, project=folder)


def _names(run: webdart.Run) -> list[object]:
    assert run.result.error is None, run.result.error
    assert run.result.tables[0].verdict == "complete", run.result.tables
    return [row[0] for row in run.answer.rows]


def test_a_class_that_says_what_a_button_would_be_when_off(site_server: SiteServer, tmp_path: Path):
    """`button-disabled-interactive` on a button that is on: the pages behind it were not turned to."""
    site_server.page("/", _PAGE % ("", json.dumps(ROWS), ""))
    assert _names(_run(site_server, tmp_path, "start: /")) == NAMES


@pytest.mark.proof
def test_a_pager_in_a_frame_whose_links_lead_nowhere(site_server: SiteServer, tmp_path: Path):
    """They have `#` for an address, that of the frame's own document: opened for themselves, it was the first page again."""
    html = _PAGE % (
        "",
        json.dumps(ROWS),
        "go.onclick = null; pages.onclick = e => { page = e.target.textContent - 1; draw(); mark() }",
    )
    pager = "<ul id=pages>" + "".join(f"<li><a href='#'>{n}</a></li>" for n in range(1, 5)) + "</ul>"
    mark = (
        "const mark = () => [...pages.children].forEach((li, n) => li.className = n === page ? 'active' : ''); mark();"
    )
    html = html.replace("<p id=said></p>", pager + "<p id=said hidden></p>").replace(
        "</script>", mark + "go.hidden = true</script>"
    )
    site_server.page("/inside", html)
    site_server.page(
        "/", "<!doctype html><title>Portal</title><h1>Portal</h1><iframe src=/inside width=700 height=300></iframe>"
    )
    assert _names(_run(site_server, tmp_path, "start: /")) == NAMES


_BOXES = """only(() => true); const on = new Set();
  const list = () => { boxes.innerHTML = '';
    for (const c of ['blue', 'green', 'red'].sort((a, b) => on.has(b) - on.has(a))) {
      const label = document.createElement('label'), box = document.createElement('input');
      box.type = 'checkbox'; box.checked = on.has(c); label.append(box, ' ' + c); boxes.append(label);
      box.onchange = () => { on.has(c) ? on.delete(c) : on.add(c); list(); only(row => !on.size || on.has(row[2])); }; } };
  list()"""


@pytest.mark.proof
def test_boxes_that_are_ordered_anew_at_a_click(site_server: SiteServer, tmp_path: Path):
    """Those that are ticked go first, drawn anew: the one that took the place of the one that was meant was ticked, too."""
    page = _PAGE % ("<fieldset><legend>Colour</legend><div id=boxes></div></fieldset>", json.dumps(ROWS), _BOXES)
    site_server.page("/", page)
    found = _names(_run(site_server, tmp_path, "start: /, set: {red: true}"))
    assert found == [name for name, _, colour in ROWS if colour == "red"]


_CHOSEN = """const list = document.createElement('ul'); list.setAttribute('role', 'listbox'); list.id = 'own'; list.hidden = true;
  for (const c of ['red', 'blue']) { const li = document.createElement('li'); li.setAttribute('role', 'option');
    li.textContent = c; list.append(li);
    li.onclick = () => { list.hidden = true; chosen(c); only(row => row[2] === c); }; }
  document.body.append(list); knob.onclick = () => { list.hidden = !list.hidden; }"""


_FRAMED = """<label for=c>Colour</label><div id=knob style='width:150px;height:32px;position:relative'>
  <div style='position:relative;top:16px;height:0'><div style='position:absolute;opacity:0'><input id=c role=combobox readonly
  aria-haspopup=listbox aria-controls=own></div><div id=face style='position:absolute;top:-12px'>All</div></div></div>"""


@pytest.mark.proof
@pytest.mark.parametrize(
    ("box", "script"),
    [
        (
            "<span id=knob role=combobox tabindex=0 aria-haspopup=listbox aria-controls=own aria-label=Colour>Colour</span>",
            "const chosen = c => { knob.textContent = c; knob.ariaLabel = c }",
        ),
        (
            _FRAMED,
            "const chosen = c => { face.textContent = c }",
        ),
    ],
    ids=["its name repeats what it shows", "its frame has no height"],
)
def test_a_drawn_list_box(site_server: SiteServer, tmp_path: Path, box: str, script: str):
    """It is opened by what is seen of it, and still the one that was set when it is called otherwise."""
    site_server.page("/", _PAGE % (box, json.dumps(ROWS), f"{script}; {_CHOSEN}"))
    found = _names(_run(site_server, tmp_path, "start: /, set: {Colour: blue}"))
    assert found == [name for name, _, colour in ROWS if colour == "blue"]


@pytest.mark.proof
def test_go_to_next_page_sends_nothing(site_server: SiteServer, tmp_path: Path):
    """A box of no form, and behind it a button that begins with "Go": it turns pages, and was clicked to search."""
    box = '<input type=search placeholder="Find goods" oninput="only(row => row[0].includes(this.value))">'
    page = _PAGE.replace('aria-label="Next page"', 'aria-label="Go to next page"')
    site_server.page("/", page % (box, json.dumps(ROWS), ""))
    found = _run(site_server, tmp_path, "start: /, set: {Find goods: lamp}")
    assert _names(found) == [name for name in NAMES if "lamp" in name]


@pytest.mark.proof
def test_a_search_box_that_is_called_as_the_column(site_server: SiteServer, tmp_path: Path):
    """Rows that hold what was typed bear it out: they were told to say something else."""
    box = '<label>Name <input type=search oninput="only(row => row[0].includes(this.value))"></label>'
    site_server.page("/", _PAGE % (box, json.dumps(ROWS), ""))
    found = _run(site_server, tmp_path, "start: /, set: {Name: chair}")
    assert _names(found) == [name for name in NAMES if "chair" in name]
    assert not found.result.warnings


_WINDOW = """<!doctype html><title>Goods</title><h1>Goods</h1><div id=box style="height:300px;overflow:auto">
  <table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody></tbody></table></div><script>
  const all = %s; let spare = 3;
  const draw = () => { const first = Math.floor(box.scrollTop / 30), rows = all.slice(first, first + 10 + spare);
    spare = 1;
    document.querySelector('tbody').innerHTML = `<tr style="height:${first * 30}px"></tr>` +
      rows.map(([n, s]) => `<tr style="height:30px"><td>${n}</td><td>${s}</td></tr>`).join('') +
      `<tr style="height:${(all.length - first - rows.length) * 30}px"></tr>`; };
  box.onscroll = draw; draw();</script>"""


@pytest.mark.proof
def test_a_grid_that_keeps_fewer_rows_ready_than_at_first(site_server: SiteServer, tmp_path: Path):
    """Scrolled back, it shows most of the rows that it began with: it was not walked for lacking one."""
    rows = [(f"lamp {n}", n) for n in range(60)]
    site_server.page("/", _WINDOW % json.dumps(rows))
    run = _run(site_server, tmp_path, "start: /")
    assert [row[0] for row in run.answer.rows] == [name for name, _ in rows]


_BARRED = """<!doctype html><title>Goods</title><h1>Goods</h1><div style="position:relative;height:300px">
  <div id=box style="height:300px;overflow:hidden;margin-right:20px"><table><thead><tr><th>Name</th><th>Size</th></tr></thead>
  <tbody></tbody></table></div>
  <div id=bar style="position:absolute;top:0;right:0;width:20px;height:300px;overflow-y:scroll"><div id=inner></div></div></div>
  <script>const all = %s, page = 24; let from = -1; inner.style.height = `${all.length * 30}px`;
  const draw = () => { const first = Math.floor(bar.scrollTop / 30);
    if (from < 0 || first < from || first + 10 > from + page) { from = Math.min(first, all.length - page);
      document.querySelector('tbody').innerHTML = all.slice(from, from + page).map(
        ([n, s]) => `<tr style="height:30px"><td>${n}</td><td>${s}</td></tr>`).join(''); }
    box.scrollTop = bar.scrollTop - from * 30; };
  bar.onscroll = draw; draw();</script>"""


@pytest.mark.proof
def test_a_box_that_a_bar_beside_it_scrolls(site_server: SiteServer, tmp_path: Path):
    """The box only hides what it holds, and a script moves it as the bar is moved: its first rows were all there are."""
    rows = [(f"lamp {n}", n) for n in range(97)]
    site_server.page("/", _BARRED % json.dumps(rows))
    run = _run(site_server, tmp_path, "start: /")
    assert [row[0] for row in run.answer.rows] == [name for name, _ in rows]


def test_what_leaves_a_page_slowly_is_no_part_of_the_next(site_server: SiteServer, tmp_path: Path):
    """A chip of the page before fades out in a cell of the next one: it was read with that cell."""
    style = (
        "<style>.away{display:inline-block;animation:away .3s linear}@keyframes away{to{transform:scale(.1)}}</style>"
    )
    script = """go.onclick = () => { page += 1; draw(); const chip = document.createElement('i');
      chip.textContent = ' old'; chip.className = 'away'; document.querySelector('tbody td').append(chip);
      setTimeout(() => chip.remove(), 300); }"""
    site_server.page("/", _PAGE % (style, json.dumps(ROWS), script))
    assert _names(_run(site_server, tmp_path, "start: /")) == NAMES


_NUMBERS = """<style>#pages li, #pages b { cursor: pointer; display: inline-block; margin: 3px }</style><ul id=pages class=%s></ul>"""

_DRAWN = """go.hidden = said.hidden = true; const turn = draw_page => { pages.innerHTML = '';
  for (let n = 0; n * 5 < all.length; n++) { const one = document.createElement('%s'); one.textContent = n + 1;
    if (n === page) one.%s; one.addEventListener('click', () => { page = n; draw(); turn() }); pages.append(one); } }; turn()"""


@pytest.mark.proof
@pytest.mark.parametrize("tag", ["li", "button"])
def test_numbers_of_which_one_is_drawn_otherwise(site_server: SiteServer, tmp_path: Path, tag: str):
    """Items under a hand, or buttons, and a class that nobody listed: the first page was told to be all there is."""
    page = _PAGE % ("", json.dumps(ROWS), _DRAWN % (tag, "className = 'lit'"))
    site_server.page("/", page.replace("</table>", "</table>" + _NUMBERS % "pagination"))
    assert _names(_run(site_server, tmp_path, "start: /")) == NAMES


_UNSURE = [
    ("b", "style.color = 'red'"),
    ("button", "className = 'lit'"),
    ("button", "x; one.className = 'n-active'"),  # all of them
]


@pytest.mark.proof
@pytest.mark.parametrize(("tag", "looks"), _UNSURE)
def test_numbers_below_the_records_that_may_turn_pages(site_server: SiteServer, tmp_path: Path, tag: str, looks: str):
    """Which page is shown, only looks tell, and nothing that these are pages: that there may be others is said."""
    page = _PAGE % ("", json.dumps(ROWS), _DRAWN % (tag, looks))
    foot = "<footer>Goods of all kinds, sold since 1987 at the harbour, daily from nine to five</footer>"
    site_server.page("/", page.replace("</table>", f"</table><div>{_NUMBERS % 'row'}{foot}</div>"))
    run = _run(site_server, tmp_path, "start: /")
    assert len(run.answer.rows) == 5
    assert run.result.tables[0].verdict != "complete"


@pytest.mark.proof
@pytest.mark.parametrize("where", ["asked", "above", "#note-%d", "/floors/%d"])
def test_numbers_of_something_else_say_nothing(site_server: SiteServer, tmp_path: Path, where: str):
    """Stars below a question, columns to show above the records, notes below them, floors that have pages of their own."""
    rows = "".join(f"<tr><td>{row[0]}<td>{row[1]}<td>{row[2]}" for row in ROWS[:5])
    stars = "".join(f"<button class='{'lit' * (n == 3)}' onclick='fetch(`/rate`)'>{n}</button>" for n in range(1, 6))
    table = f"<table><tr><th>Name<th>Size<th>Colour</tr>{rows}</table>"
    around = f"{table}<section><p>How useful was this?</p><div>{stars}</div></section>"
    links = "".join(f"<a href='{where % n if '%' in where else where}'>{n}</a> " for n in (1, 2, 3))
    kinds = {"asked": around, "above": f"<div>{stars}</div>{table}"}
    site_server.page("/list", kinds.get(where, f"{table}<p>{links}</p>"))
    run = _run(site_server, tmp_path, "start: /list")
    assert len(_names(run)) == 5
    assert run.result.exit == 0
    assert not site_server.seen("/rate")


@pytest.mark.proof
def test_what_pulses_for_ever_is_not_waited_for(site_server: SiteServer, tmp_path: Path):
    """A ring around what has the focus grows and shrinks: each setting took as long as a page is waited for at all."""
    ring = """<style>#ring{width:9px;height:9px;background:red;animation:ring .7s infinite alternate}
      @keyframes ring{to{transform:scale(3)}}</style><span id=ring style="display:inline-block"></span>"""
    box = f"{ring}<label>Colour <select onchange='only(row => row[2] === this.value)'><option>any<option>red<option>blue</select></label>"
    site_server.page("/", _PAGE % (box, json.dumps(ROWS), ""))
    found = _names(_run(site_server, tmp_path, "start: /, set: {Colour: red}, budget: {seconds: 25}"))
    assert found == [name for name, _, colour in ROWS if colour == "red"]
