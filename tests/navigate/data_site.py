"""A listing of parts that scripts draw from JSON, and the ways in which a site may let that JSON drift."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.conftest import Asked, Reply, SiteServer

Answer = dict[str, Any]
Change = Callable[[Answer], Answer]
ROWS = 10
CHORE = """webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts, pushdown: off}}
  - extract:
      source: {source}
      into: parts
      key: no
      fields: {{no: {{type: integer, label: "No."}}, name: text, price: money, stock: integer}}
  - execute: SELECT * FROM parts ORDER BY no
"""
_DRAW = """
const cell = (row, text) => row.insertCell().append(text);
function draw(answer, number) {
  const body = document.querySelector('tbody');
  if (!GROWS) body.replaceChildren();
  for (const one of answer.parts) {
    const row = body.insertRow(), link = document.createElement('a');
    link.href = '/part/' + one.id; link.append(one.name);
    cell(row, one.id); cell(row, link); cell(row, '$' + one.price.toFixed(2)); cell(row, one.stock);
  }
  const total = document.querySelector('.total');
  if (TOTAL) total.textContent = answer.meta.count + ' parts';
  const pager = document.querySelector('nav'), pages = Math.ceil(COUNT / 10);
  pager.replaceChildren();
  if (number >= pages) return;
  if (PLACED) {
    const next = document.createElement('a');
    next.href = '/parts?page=' + (number + 1); next.rel = 'next'; next.append('Next'); pager.append(next);
  } else {
    const next = document.createElement('button');
    next.append(GROWS ? 'Load more' : 'Next'); next.onclick = () => ask(number + 1, answer); pager.append(next);
  }
}
async function ask(number, before) {
  const asked = await fetch(ADDRESS(number, before));
  draw(await asked.json(), number);
}
"""
_ADDRESSES: Mapping[str, str] = {
    "page": "(n) => '/api/parts?size=10&page=' + n + '&at=' + Math.random()",
    "offset": "(n) => '/api/parts?limit=10&offset=' + (n - 1) * 10",
    "path": "(n) => '/api/parts/' + n",
    "cursor": "(n, before) => '/api/parts?size=10' + (before ? '&after=' + before.meta.next : '')",
    "onward": "(n, before) => before ? before.meta.url : '/api/parts?page=1'",
}


@dataclass
class DataSite:
    """The listing on a server: `by` which requests its script asks, and the `change` of each answer from page `since` on.

    `twist` changes it for webdart's own client alone, so that it is not what the page shows. `placed`: pages have
    addresses of their own; else one page is turned, or `grows`. With `state` the data stands in the document.
    """

    server: SiteServer
    count: int = 74
    by: str = "page"
    placed: bool = True
    grows: bool = False
    total: bool = True
    state: bool = False
    change: Change = dict
    twist: Change = dict
    since: int = 1
    code: str = ""
    drawn: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        self.server.on("/parts", self.page)
        self.server.on("/api/*", self.data)
        self.server.on("/shown/*", self.marked)

    def chore(self, source: str) -> str:
        return CHORE.format(url=self.server.url, source=source)

    def row(self, number: int) -> Answer:
        return {
            "id": number, "name": f"Part {chr(65 + number % 26)}{number}", "price": round(5 + number * 3.21, 2),
            "stock": number % 7, "kind": {"code": "part", "no": number * 3},
        }  # fmt: skip

    @property
    def truth(self) -> list[tuple[str, ...]]:
        rows = map(self.row, range(1, self.count + 1))
        return sorted((str(one["id"]), one["name"], f"{one['price']:.2f}", str(one["stock"])) for one in rows)

    @property
    def asked(self) -> list[str]:
        """What was asked for of the data, by whomever."""
        return [one.path for one in self.server.seen("/api/*")]

    def answer(self, start: int, *, drawn: bool = True) -> Answer:
        number, end = start // ROWS + 1, start + ROWS
        rows = [self.row(each) for each in range(start + 1, min(end, self.count) + 1)]
        last = end >= self.count
        found = {
            "meta": {
                "count": self.count, "next": None if last else f"c{end * 7}",
                "url": None if last else f"/api/parts?page={number + 1}",
            },
            "parts": rows,
        }  # fmt: skip
        if number < self.since:
            return found
        found = self.change(found)
        return found if drawn else self.twist(found)

    def data(self, asked: Asked) -> Reply:
        query = {name: values[0] for name, values in asked.query.items()}
        start = (int(query.get("page", 1)) - 1) * ROWS
        if "offset" in query:
            start = int(query["offset"])
        elif "after" in query:
            start = int(query["after"][1:]) // 7
        elif asked.path.rsplit("/", 1)[1].isdigit():
            start = (int(asked.path.rsplit("/", 1)[1]) - 1) * ROWS
        return Reply(json.dumps(self.answer(start, drawn="sec-ch-ua" in asked.headers)), type="application/json")

    def marked(self, asked: Asked) -> Reply:
        """A picture that each page draws, so that the log tells which a browser has shown."""
        self.drawn.append(int(asked.path.rsplit("/", 1)[1]))
        return Reply("<svg xmlns='http://www.w3.org/2000/svg'/>", type="image/svg+xml")

    def page(self, asked: Asked) -> Reply:
        number = int(asked.query.get("page", ["1"])[0])
        facts = {
            "GROWS": json.dumps(self.grows), "TOTAL": json.dumps(self.total), "COUNT": str(self.count),
            "PLACED": json.dumps(self.placed), "ADDRESS": _ADDRESSES[self.by],
        }  # fmt: skip
        script = "".join(f"const {name} = {value};" for name, value in facts.items()) + _DRAW + self.code
        state = json.dumps({"props": self.answer((number - 1) * ROWS)})
        begin = f"ask({number}, null)"
        if self.state:
            begin = f"draw(JSON.parse(document.getElementById('state').textContent).props, {number})"
        return Reply(
            "<!doctype html><html lang=en><head><title>Parts</title></head><body><main><h1>Parts</h1>"
            f"<img src='/shown/{number}' alt=''><p class=total></p><table><thead><tr><th>No.</th><th>Name</th><th>Price</th>"
            "<th>Stock</th></tr></thead><tbody></tbody></table><nav></nav></main>"
            + (f"<script id=state type='application/json'>{state}</script>" if self.state else "")
            + f"<script>{script}; {begin}</script></body></html>"
        )


def _rows(change: Callable[[Answer], Answer]) -> Change:
    return lambda answer: {**answer, "parts": [change(one) for one in answer["parts"]]}


def _renamed(old: str, new: str) -> Callable[[Answer], Answer]:
    return lambda one: {new if name == old else name: value for name, value in one.items()}


DRIFTS: Mapping[str, Change] = {
    "field renamed": _rows(_renamed("price", "amount")),
    "field gone": _rows(lambda one: {name: value for name, value in one.items() if name != "stock"}),
    "another field's name": _rows(lambda one: {**_renamed("stock", "was")(one), "stock": one["kind"]["no"]}),
    "price rounded": _rows(lambda one: {**one, "price": round(one["price"])}),
    "price with one digit": _rows(lambda one: {**one, "price": round(one["price"], 1)}),
    "price more exact": _rows(lambda one: {**one, "price": one["price"] + 0.004}),
    "price in cents": _rows(lambda one: {**one, "price": round(one["price"] * 100)}),
    "price as text": _rows(lambda one: {**one, "price": f"{one['price']} $"}),
    "price empty": _rows(lambda one: {**one, "price": None}),
    "reordered": lambda answer: {**answer, "parts": answer["parts"][::-1]},
    "row missing": lambda answer: {**answer, "parts": answer["parts"][1:]},
    "row doubled": lambda answer: {**answer, "parts": [*answer["parts"][:1], *answer["parts"]]},
    "the first page each time": lambda answer: {
        **answer, "parts": [{**one, "id": n, "name": f"Part {n}"} for n, one in enumerate(answer["parts"], 1)]
    },
    "another total": lambda answer: {**answer, "meta": {**answer["meta"], "count": 71}},
    "total gone": lambda answer: {**answer, "meta": {}},
    "rows elsewhere": lambda answer: {"meta": answer["meta"], "items": answer["parts"]},
    "rows in objects": _rows(lambda one: {"part": one}),
    "an error": lambda _: {"error": "log in"},
}  # fmt: skip
"""What may become of JSON, so that it is no longer what the page shows."""
