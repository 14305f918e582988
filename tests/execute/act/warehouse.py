"""A small site to be read and written back, fast: six items on two pages, each with a form that sets its stock."""

import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

from tests.conftest import Asked, Reply, SiteServer

ITEMS = 6
PAGE = 3
LOW = ("item 2", "item 5")
"""The items that the chore finds too few of, in its order."""

CHORE = """
webdart: 1
name: restock
sites: {site: "%s"}
stages:
  - navigate: {start: /list}
  - extract: {into: items, key: name, fields: {name: text, stock: integer, url: link}}
  - execute: {into: low, sql: "SELECT name, url, stock + 10 AS wanted FROM items WHERE stock < 3 ORDER BY length(name), name"}
  - execute:
      act:
        for_each: SELECT name, url, wanted FROM low
        rows: "<= 12"
        writes: ["POST /item/*"]
        steps:
          - open: "{{ row.url }}"
          - fill: {Stock: "{{ row.wanted }}"}
          - click: Save
%s"""

VERIFY = """        verify:
          - open: "{{ row.url }}"
          - expect: {text: "In stock: {{ row.wanted }}"}
"""


@dataclass(slots=True)
class Warehouse:
    """The items of a site that is served: what is in stock, and how often each was written."""

    site: SiteServer
    stock: dict[str, int] = field(default_factory=dict[str, int])
    writes: Counter[str] = field(default_factory=Counter[str])
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def open(cls, site: SiteServer) -> "Warehouse":
        """Serve it, anew."""
        made = cls(site)
        made.stock = {f"item {n}": 1 if f"item {n}" in LOW else 20 + n for n in range(1, ITEMS + 1)}
        site.on("/list", made.listing)
        for name in made.stock:
            site.on(f"/item/{name.split()[1]}", made.item)
        return made

    def listing(self, asked: Asked) -> Reply:
        """One page of the items."""
        page = int(asked.query.get("page", ["1"])[0])
        names = list(self.stock)[(page - 1) * PAGE : page * PAGE]
        rows = "".join(
            f"<tr><td><a href='/item/{name.split()[1]}'>{name}</a></td><td>{self.stock[name]}</td></tr>"
            for name in names
        )
        following = f"<a rel=next href='/list?page={page + 1}'>Next</a>" if page * PAGE < ITEMS else ""
        return Reply(
            f"<title>Items</title><h1>Items</h1><p>{ITEMS} items</p><table><tr><th>Name</th><th>Stock</th></tr>{rows}</table>"
            f"<p>Page {page} of {ITEMS // PAGE}</p>{following}"
        )

    def item(self, asked: Asked) -> Reply:
        """An item's page; a POST sets its stock."""
        name = f"item {asked.path.rpartition('/')[2]}"
        if asked.method == "POST":
            with self._lock:
                self.writes[name] += 1
                self.stock[name] = int(parse_qs(asked.body.decode())["stock"][0])
            return Reply(status=303, headers=(("Location", asked.path),))
        return Reply(
            f"<title>{name}</title><h1>{name}</h1><p>In stock: {self.stock[name]}</p>"
            "<form method=post><label>Stock <input name=stock></label><button>Save</button></form>"
            "<form method=post action=/delete><button>Delete</button></form>"
        )

    def chore(self, folder: Path, *, verify: bool = True) -> Path:
        """The workflow file for it."""
        path = folder / "restock.yaml"
        path.write_text(CHORE % (self.site.url, VERIFY if verify else ""))
        return path
