"""Lists of options that a script draws over the page are closed again, and what they are left with is what was chosen."""

import json
from pathlib import Path

import pytest

import webdart
from tests.conftest import SiteServer

pytestmark = pytest.mark.browser

KINDS = ("Lamp", "Chair", "Table")
PARTS = [(n, f"Part {n}", KINDS[n % 3]) for n in range(1, 601)]

PAGE = """<title>Parts</title><style>
#over{position:fixed;inset:0;background:#0003} #skip{display:none} .used #skip{display:block}
[role=listbox]{position:absolute;top:40px;left:300px;background:#fff}
</style><a id=skip href="#parts">Skip to content</a><h1>Parts</h1>
<form onsubmit="return false"><label id=k>Kind</label> <div role=combobox tabindex=0 aria-haspopup=listbox aria-labelledby=k id=kind>All</div></form>
<table id=parts><thead><tr><th>No<th>Name<th>Kind<tbody></table>
<p><span id=r>Rows per page:</span> <span role=combobox tabindex=0 aria-haspopup=listbox aria-labelledby=r id=size>10</span>
<span id=said></span></p><nav id=pages aria-label=Pages></nav><script>
const ROWS = %s, state = {kind: 'All', size: 10, page: 0};
function draw() {
  const rows = ROWS.filter(row => state.kind === 'All' || row[2] === state.kind), from = state.page * state.size;
  document.querySelector('tbody').innerHTML = rows.slice(from, from + state.size).map(
    row => `<tr><td>${row[0]}<td>${row[1]}<td>${row[2]}`).join('');
  said.textContent = `${from + 1}-${Math.min(from + state.size, rows.length)} of ${rows.length}`;
  const last = Math.ceil(rows.length / state.size), numbers = [...Array(last).keys()];
  pages.innerHTML = numbers.map(n => `<button ${n === state.page ? 'aria-current=page' : ''}>${n + 1}</button>`).join(' ');
  for (const one of pages.children) one.onclick = () => { state.page = one.textContent - 1; draw(); };
}
function shut() { document.getElementById('over')?.remove(); }
function open(box, options, choose) {
  shut();
  document.body.classList.add('used');
  document.body.insertAdjacentHTML('beforeend', `<div id=over><ul role=listbox aria-labelledby=${box.getAttribute(
    'aria-labelledby')}>${options.map(option => `<li role=option>${option}</li>`).join('')}</ul></div>`);
  for (const one of document.querySelectorAll('[role=option]')) one.onclick = () => {
    box.textContent = one.textContent; choose(one.textContent); shut();
  };
}
function list(box, options, choose) {
  box.onclick = () => open(box, options, choose);
  box.onkeydown = event => { if (event.key === 'Enter') open(box, options, choose); };
}
document.addEventListener('keydown', event => { if (event.key === 'Escape') shut(); });
list(kind, ['All', 'Lamp', 'Chair', 'Table'], chosen => setTimeout(() => { state.kind = chosen; state.page = 0; draw(); }, 900));
list(size, ['10', '20', '50'], chosen => { state.size = +chosen; state.page = 0; draw(); });
draw();
</script>"""

CHORE = """
webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts}}
  - extract: {{into: parts, key: no, fields: {{no: integer, name: text, kind: text}}}}
  - execute: SELECT count(*) AS n, max(no) AS last FROM parts WHERE kind = 'Chair'
"""


def test_lists_over_the_page_are_closed(site_server: SiteServer, tmp_path: Path) -> None:
    """A link that appears with the first list is none of its options, and Enter would open the second one again."""
    rows = str([list(part) for part in PARTS])
    site_server.page("/parts", PAGE % rows)
    file = tmp_path / "parts.yaml"
    file.write_text(CHORE.format(url=site_server.url))
    run = webdart.run(file, project=tmp_path)
    assert run.result.exit == 0, (run.result.error, run.result.warnings)
    chairs = [number for number, _, kind in PARTS if kind == "Chair"]
    assert run.answer.rows == ((len(chairs), max(chairs)),)
    (trace,) = tmp_path.glob(".webdart/runs/*/trace.jsonl")
    events = [json.loads(line) for line in trace.read_text().splitlines()]
    assert [event["text"] for event in events if "put away" in event["text"]] == []
    tried = {event["data"]["control"]: event["data"]["verdict"] for event in events if event["kind"] == "replan"}
    assert tried == {"Kind": "taken", "Rows per page:: 50": "taken"}
