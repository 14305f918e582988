"""A parts list that a script draws: pages, order and filters never change its address. It can be made to lie."""

import json
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

SIZE = 20
KINDS = ("Lamp", "Headlamp", "Chair", "Table", "Rug", "Shelf")


@dataclass(frozen=True, slots=True)
class Item:
    """A row."""

    number: int
    name: str
    kind: str
    price: int | None
    added: date


def stock(count: int = 240) -> list[Item]:
    """Its rows, in the order in which it lists them."""
    random = Random("drawn")
    prices = random.sample(range(5, 2000), count)
    return [
        Item(
            number=number,
            name=f"{random.choice(('Oak', 'Elm', 'Ash'))} {number}",
            kind=random.choice(KINDS),
            price=None if random.random() < 0.05 else prices[number - 1],
            added=date(2024, 1, 1) + timedelta(days=random.randrange(600)),
        )
        for number in range(1, count + 1)
    ]


_SCRIPT = """
const state = {page: 1, size: SIZE, column: '', way: 1, kind: '', words: ''};
if (LIE === 'keeps') Object.assign(state, JSON.parse(localStorage.getItem('state') || '{}'), {page: 1});
const text = (row, column) => row[column] === null ? '' : column === 'price' ? '$' + row.price + '.00' : String(row[column]);
function sorted(rows) {
  if (!state.column) return rows;
  const key = row => row[state.column];
  return [...rows].sort((a, b) => {
    if (key(a) === null || key(b) === null) return (key(a) === null) - (key(b) === null);
    if (LIE === 'sorts as text' || LIE === 'keeps') return state.way * (String(key(a)) > String(key(b)) ? 1 : -1);
    return state.way * (key(a) > key(b) ? 1 : key(a) < key(b) ? -1 : 0);
  });
}
function chosen() {
  let rows = ROWS;
  if (state.kind && LIE !== 'ignores the filter') rows = rows.filter(row => row.kind === state.kind);
  if (state.kind && LIE === 'drops rows') rows = rows.filter(row => row.number % 3);
  if (state.words) rows = rows.filter(row => Object.keys(row).some(
    column => text(row, column).toLowerCase().includes(state.words.toLowerCase())));
  return rows;
}
function draw() {
  let rows = chosen();
  const total = LIE === 'total stays' ? ROWS.length : rows.length;
  if (LIE !== 'sorts the page') rows = sorted(rows);
  const pages = Math.max(1, Math.ceil(total / state.size)), first = (state.page - 1) * state.size;
  let shown = rows.slice(first, first + state.size);
  if (LIE === 'loses the order' && state.page > 1 && state.column) shown = chosen().slice(first, first + state.size);
  if (LIE === 'sorts the page') shown = sorted(shown);
  body.innerHTML = shown.map(row => '<tr>' + ['number', 'name', 'kind', 'price', 'added'].map(
    column => `<td>${text(row, column)}</td>`).join('') + '</tr>').join('');
  place.textContent = TOTAL ? `Showing ${first + 1} to ${first + shown.length} of ${total} entries` : '';
  const near = [...new Set([1, state.page - 1, state.page, state.page + 1, pages])].filter(n => n > 0 && n <= pages);
  pager.innerHTML = (NUMBERS ? near.map(n => n === state.page ? `<b aria-current=page>${n}</b>`
    : `<button onclick="go(${n})">${n}</button>`).join(' ') : '')
    + ` <button onclick="go(${state.page + 1})" ${state.page < pages || LIE === 'next stays' ? '' : 'disabled'}>Next</button>`;
  document.querySelectorAll('th').forEach(head => head.setAttribute('aria-sort',
    head.dataset.of !== state.column ? 'none' : state.way > 0 ? 'ascending' : 'descending'));
  if (LIE === 'keeps') localStorage.setItem('state', JSON.stringify(state));
}
function later(change) { Object.assign(state, change); SLOW ? setTimeout(draw, 150) : draw(); }
function go(page) { const last = Math.ceil(chosen().length / state.size); if (page <= last) later({page}); }
function sort(column) { later({column, way: state.column === column ? -state.way : 1, page: 1}); }
draw();
"""


def page(
    lie: str = "",
    *,
    sizes: bool = False,
    numbers: bool = True,
    total: bool = True,
    slow: bool = False,
    count: int = 240,
) -> str:
    """The page. `sizes`: with a menu of page sizes; `numbers`: with page numbers, else only a way to the next page."""
    rows = [
        {"number": i.number, "name": i.name, "kind": i.kind, "price": i.price, "added": i.added.isoformat()}
        for i in stock(count)
    ]
    heads = "".join(
        f"<th data-of={column}><button onclick=\"sort('{column}')\">{words}</button></th>"
        for column, words in {
            "number": "No.",
            "name": "Name",
            "kind": "Kind",
            "price": "Price",
            "added": "Added",
        }.items()
    )
    options = "".join(f"<option>{kind}</option>" for kind in KINDS)
    menu = "<label>Show <select onchange='later({size: +value, page: 1})'>" + "".join(
        f"<option{' selected' if size == SIZE else ''}>{size}</option>" for size in (20, 50, 100)
    )
    settings = {"LIE": lie, "ROWS": rows, "SIZE": SIZE, "NUMBERS": numbers, "TOTAL": total, "SLOW": slow}
    constants = "".join(f"const {name} = {json.dumps(value)};" for name, value in settings.items())
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Parts</title><body><h1>Parts</h1>"
        f"<p><label>Kind <select onchange=\"later({{kind: value, page: 1}})\"><option value=''>All</option>{options}"
        "</select></label></p>"
        "<p><label>Search <input type=search oninput='later({words: value, page: 1})'></label></p>"
        + (f"<p>{menu}</select> entries per page</label></p>" if sizes else "")
        + f"<table><thead><tr>{heads}</tr></thead><tbody id=body></tbody></table><p id=place></p><nav id=pager></nav>"
        f"<script>{constants}{_SCRIPT}</script>"
    )
