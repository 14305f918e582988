"""A listing of parts that a site shows as a table or as cards, and the ways in which a site may change it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.conftest import Asked, Reply, SiteServer

Part = tuple[int, str, float, float, int]
Change = Callable[[str], str]
ROWS = 10
CHORE = """webdart: 1
sites: {{site: "{url}"}}
stages:
  - navigate: {{start: /parts, pushdown: off}}
  - extract:
      source: auto
      into: parts
      key: no
      fields: {{no: {{type: integer, label: "No."}}, name: text, price: money, stock: integer}}
  - execute: SELECT * FROM parts ORDER BY no
"""


def parts(count: int) -> list[Part]:
    return [(n, f"Part {chr(65 + n % 26)}{n}", 5 + n * 3.25, 9 + n * 4.5, n % 7) for n in range(1, count + 1)]


def table(rows: list[Part]) -> str:
    heads = "".join(f"<th>{head}</th>" for head in ("No.", "Name", "Price", "Old price", "Stock"))
    body = "".join(
        f"<tr class=row><td class=no>{no}</td><td class=name><a href='/part/{no}'>{name}</a></td>"
        f"<td class=price>${price:.2f}</td><td class=old>${old:.2f}</td><td class=stock>{stock}</td></tr>"
        for no, name, price, old, stock in rows
    )
    return f"<table class=list><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def cards(rows: list[Part]) -> str:
    body = "".join(
        f"<li class=card><h3><a href='/part/{no}'>{name}</a></h3><p class=price><span class=now>${price:.2f}</span> "
        f"<span class=old>${old:.2f}</span></p><p class=stock>Stock: <b>{stock}</b></p><p class=no>No.: <b>{no}</b></p></li>"
        for no, name, price, old, stock in rows
    )
    return f"<ul class=list>{body}</ul>"


def same(page: str) -> str:
    return page


@dataclass
class PartsSite:
    """The listing on a server: `layout` of its rows, `change` of every page from number `since` on.

    Up to page `until`, if that is given; `to_browsers`: our own client gets the page as it was.
    """

    server: SiteServer
    rows: list[Part] = field(default_factory=lambda: parts(24))
    layout: Callable[[list[Part]], str] = table
    change: Change = same
    since: int = 1
    until: int | None = None
    to_browsers: bool = False
    total: bool = False

    def __post_init__(self) -> None:
        self.server.on("/parts", self.page)
        self.server.answers("/drawn.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", type="image/svg+xml")
        self.server.page("/elsewhere", "<title>Elsewhere</title><h1>Elsewhere</h1><p>nothing")

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.rows) // ROWS))

    @property
    def chore(self) -> str:
        return CHORE.format(url=self.server.url)

    def page(self, asked: Asked) -> Reply:
        """One page: it draws a picture of its own, so that the log tells which pages a browser has shown."""
        number = int(asked.query.get("page", ["1"])[0])
        asked_for = "".join(f"{name}={value}&" for name, (value, *_) in asked.query.items() if name != "page")
        before = f"<a rel=prev href='/parts?{asked_for}page={number - 1}'>Previous</a>" if number > 1 else ""
        onward = f"<a rel=next href='/parts?{asked_for}page={number + 1}'>Next</a>" if number < self.pages else ""
        total = f"<p class=total>{len(self.rows)} parts</p>" if self.total else ""
        html = (
            "<!doctype html><html lang=en><head><title>Parts</title><style>.x{display:none}"
            ".old{text-decoration:line-through}</style></head><body><main><h1>Parts</h1>"
            f"<img src='/drawn.svg?page={number}' alt=''>{total}{self.layout(self.rows[(number - 1) * ROWS : number * ROWS])}"
            f"<nav class=pager>{before}<span>Page {number} of {self.pages}</span>{onward}</nav></main>"
            "<script>window.ready = true</script></body></html>"
        )
        changed = self.since <= number <= (self.until or self.pages)
        fitting = "sec-ch-ua" in asked.headers or not self.to_browsers
        return Reply(self.change(html) if changed and fitting else html)

    @property
    def drawn(self) -> list[int]:
        """The pages that a browser has shown, each as often."""
        return sorted(int(asked.query["page"][0]) for asked in self.server.seen("/drawn.svg"))

    @property
    def truth(self) -> list[tuple[str, ...]]:
        return sorted((str(no), name, f"{price:.2f}", str(stock)) for no, name, price, _, stock in self.rows)


def _replaced(*pairs: tuple[str, str]) -> Change:
    def change(page: str) -> str:
        for old, new in pairs:
            page = page.replace(old, new)
        return page

    return change


def _matched(*pairs: tuple[str, str]) -> Change:
    def change(page: str) -> str:
        for pattern, new in pairs:
            page = re.sub(pattern, new, page, flags=re.DOTALL)
        return page

    return change


def _numbered(page: str) -> str:
    """Pages by number alone."""
    page = re.sub(r"<a rel=next.*?</a>", "", page)

    def numbers(found: re.Match[str]) -> str:
        return " ".join(
            f"<b>{n}</b>" if str(n) == found[1] else f"<a href='/parts?page={n}'>{n}</a>"
            for n in range(1, int(found[2]) + 1)
        )

    return re.sub(r"<span>Page (\d+) of (\d+)</span>", numbers, page)


_FILL = """for (const e of document.querySelectorAll('td.price, span.now'))
  e.textContent = '$' + (parseFloat(e.textContent.slice(1)) + 1).toFixed(2);"""
_ADD = """for (const e of [...document.querySelectorAll('tr.row, li.card')].slice(0, 1)) {
  const copy = e.cloneNode(true);
  copy.innerHTML = copy.innerHTML.replaceAll(/part\\/\\d+/g, 'part/500').replace(/>\\d+</, '>500<');
  e.after(copy); }"""
_STAR = (99, "Star", 1.0, 2.0, 1)
CHANGES: Mapping[str, Change] = {
    "row class renamed": _replaced(("class=row", "class=line"), ("class=card", "class=tile")),
    "price class renamed": _replaced(("class=price", "class=cost"), ("class=now", "class=cost")),
    "old class renamed": _replaced(("class=old", "class=was")),
    "list class renamed": _replaced(("class=list", "class=items")),
    "wrapper around the list": _replaced(
        ("<table class=list>", "<div class=wrap><table class=list>"), ("</table>", "</table></div>"),
        ("<ul class=list>", "<div class=wrap><ul class=list>"), ("</ul><nav", "</ul></div><nav"),
    ),
    "wrapper in the record": _matched(
        (r"<td class=price>(.*?)</td>", r"<td class=price><div class=in>\1</div></td>"),
        (r"<p class=price>(.*?)</p>", r"<div class=in><p class=price>\1</p></div>"),
    ),
    "columns and heads swapped": _matched(
        (r"(<td class=price>.*?</td>)(<td class=old>.*?</td>)", r"\2\1"),
        ("<th>Price</th><th>Old price</th>", "<th>Old price</th><th>Price</th>"),
    ),
    "columns swapped, heads not": _matched((r"(<td class=price>.*?</td>)(<td class=old>.*?</td>)", r"\2\1")),
    "heads swapped, columns not": _replaced(("<th>Price</th><th>Old price</th>", "<th>Old price</th><th>Price</th>")),
    "columns swapped with their classes left": _matched(
        (r"<td class=price>(.*?)</td><td class=old>(.*?)</td>", r"<td class=price>\2</td><td class=old>\1</td>")
    ),
    "label changed": _replaced(("<th>Price</th>", "<th>Price per unit</th>"), ("Stock: ", "In stock: ")),
    "label of something else": _replaced(("<th>Stock</th>", "<th>Ordered</th>"), ("Stock: ", "Ordered: ")),
    "labels exchanged": _replaced(("Stock: ", "X: "), ("No.: ", "Stock: "), ("X: ", "No.: ")),
    "prices exchanged": _matched(
        (r"<span class=now>(.*?)</span> <span class=old>(.*?)</span>",
         r"<span class=old>\2</span> <span class=now>\1</span>")
    ),
    "price classes exchanged": _replaced(
        ("span class=now", "span class=tmp"), ("span class=old", "span class=now"), ("class=tmp", "class=old")
    ),
    "paging restyled": _replaced(("<nav class=pager>", "<div class=pages>"), ("</nav>", "</div>"), (">Next<", ">More »<")),
    "paging by numbers": _numbered,
    "paging by script": _matched((r"<a rel=next href='(.*?)'>Next</a>", r"<button onclick=\"location='\1'\">Next</button>")),
    "paging gone": _matched((r"<a rel=next.*?</a>", ""), (r"<span>Page.*?</span>", "")),
    "next link leads elsewhere": _matched((r"<a rel=next href='.*?'>", "<a rel=next href='/elsewhere'>")),
    "total gone": _matched((r"<p class=total>.*?</p>", "")),
    "another total": _matched((r"<p class=total>\d+ parts", "<p class=total>900 parts")),
    "heading changed": _replaced(("<h1>Parts</h1>", "<h1>Lamps</h1>")),
    "title changed": _replaced(("<title>Parts</title>", "<title>Sign in</title>")),
    "first record hidden": lambda page: page.replace("<tr class=row>", "<tr class='row x'>", 1).replace(
        "<li class=card>", "<li class='card x'>", 1
    ),
    "badge in a record": lambda page: page.replace("<td class=name>", "<td class=name><em>new</em> ", 1).replace(
        "<h3>", "<h3><em>new</em> ", 1
    ),
    "advert among the records": lambda page: page.replace(
        "</tr><tr class=row>", "</tr><tr class=ad><td colspan=5>Lamps for $3.00</td></tr><tr class=row>", 1
    ).replace("</li><li class=card>", "</li><li class=ad>Lamps for $3.00</li><li class=card>", 1),
    "column in front": _replaced(
        ("<tr class=row>", "<tr class=row><td class=tick>7</td>"), ("<tr><th>No.", "<tr><th>Tick</th><th>No.")
    ),
    "column removed": _matched((r"<td class=old>.*?</td>", ""), ("<th>Old price</th>", ""), (r"<span class=old>.*?</span>", "")),
    "cents raised": _matched((r"\$(\d+)\.(\d\d)", r"$\1<sup>.\2</sup>")),
    "currency behind": _matched((r"\$(\d+\.\d\d)", r"\1 $")),
    "currency changed": _replaced(("$", "€")),
    "decimal comma": _matched((r"\$(\d+)\.(\d\d)", r"$\1,\2")),
    "link in bold": _matched((r"<a href='/part/(\d+)'>(.*?)</a>", r"<b><a href='/part/\1'>\2</a></b>")),
    "tag changed": _matched((r"<p class=price>(.*?)</p>", r"<div class=price>\1</div>"), (r"<td class=no>(.*?)</td>", r"<th class=no>\1</th>")),
    "list above": lambda page: page.replace("<table class=list>", f"{table([_STAR])}<table class=list>", 1).replace(
        "<ul class=list>", f"{cards([_STAR])}<ul class=list>", 1
    ),
    "script fills prices": _replaced(("<script>", f"<script>{_FILL}")),
    "script adds rows": _replaced(("<script>", f"<script>{_ADD}")),
    "style hides prices": _replaced((".x{display:none}", ".x, span.now, td.price{display:none}")),
    "cut off": lambda page: page[: len(page) * 2 // 3],
    "no records": _matched((r"<tbody>.*?</tbody>", "<tbody></tbody>"), (r"<ul class=list>.*?</ul>", "<ul class=list></ul>")),
}  # fmt: skip
"""What a site may do to its pages between two runs."""
